//! Texts, arguments and file names that want to drive the terminal or to crash the program.

use std::fs;

use super::env::{Env, data};

/// Nothing but line ends and tabs may be sent of what drives a terminal.
#[track_caller]
fn check(text: &str) {
    let sent = text.chars().find(|c| lawgrep_model_is_unsafe(*c));
    assert_eq!(sent, None, "{text:?}");
}

/// Spelled out here on purpose: the test must not use the filter that it tests.
fn lawgrep_model_is_unsafe(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || ('\u{200b}'..='\u{200f}').contains(&c)
        || ('\u{2028}'..='\u{202e}').contains(&c)
        || ('\u{2060}'..='\u{2069}').contains(&c)
        || c == '\u{feff}'
}

#[test]
fn control_characters_of_a_text_are_shown_as_pictures_and_never_sent() {
    let env = Env::new();
    let bad = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{7f}";
    let text = fs::read_to_string(data("tabbed.txt")).unwrap();
    let text = text
        .replace("Kagen står", &format!("Kagen {bad} står"))
        .replace("Kagens fordeling", &format!("Kagens{bad} fordeling"))
        .replace("I turneringer under DBF", &format!("I turneringer under DBF {bad}"));
    env.run(&["import".into(), env.file("bad\u{1b}[31m.txt", text)]).code(0);
    for line in [
        "kagen --edition da-1997",
        "show 41 42 --edition da-1997",
        "show 41 42 --edition da-1997 --json",
        "kagen --json --edition da-1997",
        "kagen -o --edition da-1997",
        "refs 41 --edition da-1997",
        "refs 41 --edition da-1997 --json",
        "check --edition da-1997",
        "check --edition da-1997 --json",
        "export --edition da-1997",
        "editions --json",
    ] {
        let ran = env.line(line).code(0);
        check(&ran.out);
        check(&ran.err);
        // Nor hidden in an escape that a reader of JSON would turn back.
        assert!(!ran.out.contains("\\u00"), "{line}: {}", ran.out);
    }
    let shown = env.line("show 41A --edition da-1997").out;
    assert!(shown.contains("Kagen \u{241b}]0;x\u{2407}\u{fffd}31m\u{fffd}\u{2421} står"), "{shown}");
}

#[test]
fn spans_count_in_the_text_as_exported() {
    let env = Env::new();
    let text = fs::read_to_string(data("tabbed.txt")).unwrap().replace("Kagen står", "Kagen \u{1b} står");
    env.run(&["import".into(), env.file("bad.txt", text)]).code(0);
    let rows = env.line("export --edition da-1997").json();
    let row = rows.iter().find(|r| r["cite"] == "41A").unwrap();
    let at = |n: usize| usize::try_from(row["refs"][0]["span"][n].as_u64().unwrap()).unwrap();
    assert_eq!(row["text"].as_str().unwrap().get(at(0)..at(1)), Some("§42B"));
}

#[test]
fn control_characters_of_arguments_and_file_names_are_never_sent() {
    let env = Env::new();
    let poem = env.file("po\u{1b}[31m\nem.txt", "Roses are red.\n");
    for args in [
        vec!["\u{1b}[31mxqzvy".to_owned()],
        vec!["show".to_owned(), "5\u{1b}[31m\n0Q".to_owned()],
        vec!["show".to_owned(), "def/\u{1b}[31m".to_owned()],
        vec!["--edition".to_owned(), "a\u{1b}b".to_owned(), "kort".to_owned()],
        vec!["--fl\u{1b}ag".to_owned(), "kort".to_owned()],
        vec!["import".to_owned(), "no\u{1b}where\n.txt".to_owned()],
        vec!["import".to_owned(), poem.to_string_lossy().into_owned()],
        vec!["forget".to_owned(), "a\u{1b}b".to_owned()],
        vec!["export".to_owned(), "--format".to_owned(), "a\u{1b}b".to_owned()],
        vec!["xqzvy\u{1b}".to_owned(), "--json".to_owned()],
        vec!["help".to_owned(), "a\u{1b}b".to_owned()],
    ] {
        let ran = env.run(&args);
        assert!(ran.code == 1 || ran.code == 2, "{args:?}");
        assert_eq!(ran.err.lines().count(), 1, "{args:?}: {}", ran.err);
        check(&ran.out);
        check(&ran.err);
    }
}

#[test]
#[cfg(unix)]
fn arguments_that_are_no_utf8_never_crash() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let env = Env::with_texts();
    let bad = OsStr::from_bytes(b"\xff\xfexqzvy\x80");
    let word = |w: &'static str| OsStr::new(w);
    for (args, code) in [
        (vec![bad], 1),
        (vec![word("--"), bad], 1),
        (vec![word("search"), bad], 1),
        (vec![word("show"), bad], 2),
        (vec![word("refs"), bad], 2),
        (vec![word("tui"), bad], 2),
        (vec![word("import"), bad], 2),
        (vec![word("forget"), bad], 2),
        (vec![word("check"), bad], 2),
        (vec![word("--edition"), bad, word("kort")], 2),
        (vec![word("--lang"), bad], 2),
        (vec![OsStr::from_bytes(b"--\xff"), word("kort")], 2),
        (vec![OsStr::from_bytes(b"-\xff"), word("kort")], 2),
        (vec![word("kort"), OsStr::from_bytes(b"--edition=\xff")], 2),
        (vec![word("export"), word("--edition"), word("da-1997"), word("--output"), OsStr::from_bytes(b"x/\xff")], 2),
        (vec![word("completions"), bad], 2),
        (vec![word("completions"), word("--candidates"), word("--"), word("show"), bad], 0),
        (vec![word("links"), bad], 2),
        (vec![word("links"), word("--lang"), bad, word("-")], 2),
    ] {
        let ran = env.run(&args).code(code);
        check(&ran.err);
    }
}

#[test]
#[cfg(unix)]
fn a_file_name_that_is_no_utf8_can_be_imported() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let env = Env::new();
    let path = env.path(OsStr::from_bytes(b"l\xf8v.txt"));
    if fs::copy(data("lists.txt"), &path).is_err() {
        return; // A file system that takes no such name cannot hand us one either.
    }
    env.run(&["import".into(), path]).code(0);
    env.line("show 50A --edition nl-2017").code(0);
}

#[test]
fn files_of_any_bytes_are_refused_in_one_line_or_read() {
    let env = Env::new();
    let noise: Vec<u8> = (0..20_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for (name, bytes) in
        [("empty", Vec::new()), ("noise", noise), ("zeros", vec![0; 5000]), ("bom", b"\xff\xfe\x00".to_vec())]
    {
        let ran = env.run(&["import".into(), env.file(name, bytes)]).code(2);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        check(&ran.err);
    }
}
