//! The table of exit codes, line by line.

use std::{fs, process::Stdio};

use super::env::{Env, data, finish};

#[test]
fn found_shown_done_is_0() {
    let env = Env::with_texts();
    for line in [
        "strafkort",
        "strafkort -q",
        "search 43",
        "50B",
        "show 50B 51",
        "show 41-42",
        "refs 50A",
        "check",
        "check --strict da-1997",
        "editions",
        "export --edition nl-2017",
        "completions bash",
        "help",
        "--help",
        "--version",
        "search --help",
    ] {
        env.line(line).code(0);
    }
    env.line("forget nl-2017").code(0);
}

#[test]
fn nothing_found_is_1() {
    let env = Env::with_texts();
    for line in [
        "xqzvy",
        "xqzvy -q",
        "xqzvy --json",
        "-c xqzvy",
        "search 13 --edition nl-2017",
        "strafkort --edition nl-2017 --no-terms",
    ] {
        env.line(line).code(1);
    }
}

#[test]
fn a_citation_that_nobody_has_is_1_and_the_nearest_is_named() {
    let env = Env::with_texts();
    for (line, nearest) in [
        ("show 41Z", "no edition at hand holds 41Z; nearest is 41 in "),
        ("41B2c", "no edition at hand holds 41B2c; nearest is 41B2 in da-1997"),
        ("show 93 --edition nl-2017", "nl-2017 does not hold 93; nearest is 51 in nl-2017"),
        ("refs 41Z --edition da-1997", "nearest is 41 in da-1997"),
        ("show 80-85 --edition da-1997", "da-1997 does not hold 80-85; nearest is 51 in da-1997"),
        ("show def/Ingenting", "no edition at hand holds def/Ingenting"),
    ] {
        let ran = env.line(line).code(1);
        assert!(ran.err.contains(nearest), "{line}: {}", ran.err);
    }
}

#[test]
fn several_citations_of_which_one_is_absent_is_1_and_the_others_are_shown() {
    let env = Env::with_texts();
    let ran = env.line("show 41A 41Z --edition da-1997").code(1);
    assert!(ran.out.contains("da-1997:41A:Bordet: Kagen"), "{}", ran.out);
    assert!(ran.err.contains("41Z"), "{}", ran.err);
}

#[test]
fn check_strict_with_findings_is_1() {
    let env = Env::new();
    let odd = fs::read_to_string(data("tabbed.txt")).unwrap().replace("B.\tStolen", "D.\tStolen");
    env.run(&["import".into(), env.file("odd.txt", odd)]).code(0);
    let ran = env.line("check da-1997").code(0);
    assert!(ran.out.contains("da-1997:5:gap-in-numbering: "), "{}", ran.out);
    env.line("check da-1997 --strict").code(1);
}

#[test]
fn wrong_use_is_2_and_one_line_says_what_to_do() {
    let env = Env::with_texts();
    for (line, told) in [
        ("show 16C0", "`16C0` is no citation"),
        ("show kort", "`kort` is no citation"),
        ("refs 12C2a3", "is no citation"),
        ("show", "is missing; see lawgrep show --help"),
        ("strafkort --edition nope", "no edition `nope` is at hand; there are nl-2017, companion-da"),
        ("strafkort --lang xx", "no edition in language `xx` is at hand; there are nl, da"),
        ("strafkort --code 1990", "no edition of code `1990` is at hand; there are 2017, 1997"),
        ("strafkort --edition nl-2017 --lang da", "these flags together leave no edition"),
        ("strafkort --frobnicate", "unknown flag `--frobnicate`; see lawgrep search --help"),
        ("--editions nl-2017 kage", "unknown flag `--editions`; perhaps you mean `--edition`"),
        ("strafkort --lang", "needs a value"),
        ("strafkort --color blue", "there are auto, always, never"),
        ("strafkort -m 0", "no value for"),
        ("strafkort -m many", "no value for"),
        ("strafkort -c -l", "does not go with"),
        ("strafkort --format-version 2", "this lawgrep writes version 1"),
        ("search", "no words to search for"),
        ("export", "name one edition with --edition ID"),
        ("export --edition nl-2017 --format docx", "there is jsonl"),
        ("forget nope", "no edition `nope` was imported"),
        ("forget companion-da", "part of the program"),
        ("import nowhere.txt", "cannot read nowhere.txt"),
        ("import --as No_Id x.txt", "is no edition id"),
        ("import --lang xx x.txt", "language `xx` is not known; there are da, en, nl, no, sv"),
        ("import --code 1066 x.txt", "code `1066` is not known; there are 1997, 2007, 2017"),
        ("tui", "needs a terminal"),
        ("check nope", "no edition `nope`"),
        ("help nope", "unknown subcommand `nope`"),
    ] {
        let ran = env.line(line).code(2);
        assert!(ran.err.contains(told), "{line}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{line}: {}", ran.err);
        assert_eq!(ran.out, "", "{line}");
    }
}

#[test]
fn no_arguments_without_a_terminal_is_2() {
    let env = Env::new();
    let ran = env.line("").code(2);
    assert!(ran.err.contains("usage: "), "{}", ran.err);
    env.line("--json").code(2);
    env.line("--lang da").code(2);
}

#[test]
fn names_kept_for_later_are_2() {
    let env = Env::new();
    for line in ["export --edition companion-da --format tmx", "export --edition companion-da --format json"] {
        let ran = env.line(line).code(2);
        assert!(ran.err.contains("is not there yet"), "{line}: {}", ran.err);
    }
    let words = env.line("kort --parallel").code(2);
    assert!(words.err.contains("sets provisions side by side; name them: lawgrep --parallel 50D"), "{}", words.err);
}

#[test]
fn an_import_of_which_one_file_failed_is_2_and_the_others_are_kept() {
    let env = Env::new();
    let poem = env.file("poem.txt", "Roses are red and this is no law text at all.\n");
    let ran = env.run(&["import".into(), poem, data("lists.txt"), env.path("gone.txt")]).code(2);
    assert_eq!(ran.err.lines().count(), 2, "{}", ran.err);
    assert!(ran.err.contains("poem.txt: no law text: "), "{}", ran.err);
    assert!(ran.out.starts_with("nl-2017: "), "{}", ran.out);
    env.line("show 50A --edition nl-2017").code(0);
}

#[test]
fn a_folder_without_a_law_text_is_2() {
    let env = Env::new();
    env.file("folder/poem.txt", "Roses are red.\n");
    let ran = env.line("import folder").code(2);
    assert!(ran.err.contains("poem.txt skipped: ") && ran.err.contains("folder holds no law text"), "{}", ran.err);
}

#[test]
fn a_closed_pipe_is_0_and_quiet() {
    let env = Env::with_texts();
    for line in [
        "strafkort",
        "show 50",
        "export --edition da-1997",
        "editions",
        "--help",
        "refs 50A --json",
        "completions bash",
    ] {
        let mut command = env.command();
        command.args(line.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}: {err}");
        assert!(!err.contains("pipe") && !err.contains("panic"), "{line}: {err}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_2() {
    let env = Env::new();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = env.command();
    let child = command.args(["show", "50"]).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("cannot write to standard output"), "{err}");
}

#[test]
fn a_broken_shelf_is_2_names_the_file_and_the_remedy_works() {
    for (breakage, remedy) in [("", "forget da-1997"), ("format = 1", "import"), ("\0\u{1}", "forget da-1997")] {
        let env = Env::with_texts();
        let pointer = env.home().join("editions/da-1997/current");
        fs::write(&pointer, breakage).unwrap();
        for line in ["kage", "show 50", "refs 50", "editions", "check", "export --edition nl-2017"] {
            let ran = env.line(line).code(2);
            assert_eq!(ran.out, "");
            assert!(ran.err.contains(&*pointer.to_string_lossy()), "{}", ran.err);
            assert!(ran.err.contains("import the edition again or run `lawgrep forget da-1997`"), "{}", ran.err);
        }
        match remedy {
            "import" => env.run(&["import".into(), data("tabbed.txt")]).code(0),
            other => env.line(other).code(0),
        };
        env.line("editions").code(0);
    }
}

#[test]
fn a_shelf_that_is_no_folder_is_2() {
    let env = Env::new();
    let file = env.file("file", "");
    for line in ["kage", "editions"] {
        let ran = finish(env.command().env("LAWGREP_HOME", &file).args(line.split(' '))).code(2);
        assert!(ran.err.contains("set LAWGREP_HOME to another folder"), "{}", ran.err);
    }
    let ran = finish(env.command().env("LAWGREP_HOME", &file).arg("import").arg(data("lists.txt"))).code(2);
    assert!(ran.err.contains("cannot create"), "{}", ran.err);
}

#[test]
fn a_language_that_lawgrep_lacks_is_named() {
    let env = Env::new();
    let german = "§ 12. Murmeln\n\nA. Verlust\nWenn ein Spieler eine Murmel verliert, darf er sie nicht durch eine andere ersetzen, \
                  und der Gegner muss warten, bis der Stich von ihm geprüft wird oder das Spiel zu Ende ist.\n";
    let ran = env.run(&["import".into(), env.file("gesetz.txt", german)]).code(2);
    assert!(ran.err.contains("gesetz.txt: it reads as German, and lawgrep has no German (it has "), "{}", ran.err);
    assert!(!env.home().join("editions").exists(), "nothing of it was kept");
}
