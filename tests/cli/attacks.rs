//! Texts made to cost much: long words, deep trees, many of everything. And files that are none.
//!
//! Each text has `LAWGREP_ATTACK` bytes, if that is set; `LAWGREP_ATTACK=8000000 cargo test --release --test cli attacks --
//! --nocapture` prints what the longest that is read takes.

use std::{fs, time::Instant};

use super::env::{Env, Ran, data, finish_within};

/// Of a debug build on a busy machine. What grows faster than the text takes far longer at this size already.
const SECONDS: u64 = 120;
const BYTES: usize = 48 << 10;

const DA: &str = "Kagen står på bordet, og spilleren kan se den, når den er der og ikke er spist af en anden. ";
const NL: &str = "Als een speler twee repen heeft, kiest de leider welke reep het eerst wordt gegeten. ";
const NO: &str = "Det er seks av dem, og en spiller får tre fra verten når det er slutt på alle kast som er. ";
const SV: &str = "Varje spelare räknar sina pinnar med spetsen nedåt för att se att det är precis 13 av dem. ";

fn bytes() -> usize {
    std::env::var("LAWGREP_ATTACK").ok().and_then(|bytes| bytes.parse().ok()).unwrap_or(BYTES)
}

/// As many of them as the text holds, numbered.
fn many(unit: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    let mut n = 0;
    while text.len() < bytes() {
        text.push_str(&unit(n));
        n += 1;
    }
    text
}

fn law(n: usize) -> usize {
    n % 93 + 1
}

fn letter(n: usize) -> char {
    char::from(b'A' + u8::try_from(n % 26).unwrap())
}

/// Name, language, text.
fn attacks() -> Vec<(&'static str, &'static str, String)> {
    let tabbed = |rest: String| format!("§41. Kagens plads\n\nA.\tBordet\n\t{}{rest}\n", DA.repeat(9));
    let listed = |rest: String| format!("Artikel 50\n\nStraf\n\n{}\n{rest}\n", NL.repeat(9));
    let flowing = |rest: String| format!("1. KULENE {}{rest}", NO.repeat(9));
    let cells =
        ["5A", "6A", "6D1", "7A", "7B1", "8B", "9A1", "13", "14A", "16A", "24", "42B1,B2", "47E2a,b", "63A1,2,B"];
    let table = |rest: String| {
        let rows: String = cells.iter().map(|cell| format!("{SV}{cell} ")).collect();
        format!("1 {rows}{rest} KORG 2 1")
    };
    let same = |unit: &'static str| many(|_| unit.to_owned());
    vec![
        ("one letter", "da", tabbed(same("a"))),
        ("one compound", "da", tabbed(same("strafkort"))),
        ("one line", "da", tabbed(same(DA))),
        ("blanks", "da", tabbed(same(" "))),
        ("no-break spaces", "da", tabbed(same("\u{a0}"))),
        ("line ends", "da", tabbed(same("\n"))),
        ("tabs", "da", tabbed(same("\t"))),
        ("digits", "da", tabbed(same("1"))),
        ("numbers", "da", tabbed(same("1. "))),
        ("marks over one letter", "da", tabbed(same("\u{301}"))),
        ("open brackets", "da", tabbed(same("("))),
        ("closing brackets", "da", tabbed(same(") "))),
        ("quotation marks", "da", tabbed(same("« "))),
        ("words parted at line ends", "da", tabbed(same("a-\n"))),
        ("words of all lengths", "da", tabbed(many(|n| format!("{} ", "kage".repeat(n % 700))))),
        ("different words", "da", tabbed(many(|n| format!("ord{n}x ")))),
        ("references", "da", tabbed(same("§ 50D1, 51A, 16C2 og 42-43, jf. "))),
        ("one list of references", "da", tabbed(format!("se § 1{}", same(", 2A")))),
        ("ranges", "da", tabbed(format!("se §§ 1-93{}", same(" og 1-93")))),
        ("brackets of items", "da", tabbed(format!("se § 50{}", same("(a)")))),
        ("items", "da", tabbed(many(|n| format!("\n\t{}.\tStol {DA}", n % 99 + 1)))),
        ("deep items", "da", tabbed(same("\nB.\tX\n\t1.\tY\n\t\ta.\tz"))),
        ("laws", "da", tabbed(many(|n| format!("\n\n§{}. Kage\n\n{DA}", law(n))))),
        ("laws without text", "da", tabbed(many(|n| format!("\n§{}. Kage", law(n))))),
        ("list items", "nl", listed(same("1. Kleine reep\n"))),
        ("list laws", "nl", listed(many(|n| format!("Artikel {}\n\nX\n\n{NL}\n", law(n))))),
        ("list laws without text", "nl", listed(many(|n| format!("Artikel {}\n", law(n))))),
        ("notes in brackets", "nl", listed(many(|n| format!("woord{n}) {n}) noot\n")))),
        ("stars", "nl", listed(same("* noot\n"))),
        ("flowing laws", "no", flowing(many(|n| format!("\n\n{}. KULENE {NO}{n}", law(n))))),
        ("flowing sections", "no", flowing(many(|n| format!("{}. Antall {NO}", letter(n))))),
        ("flowing items", "no", flowing(same("1. a) (i) "))),
        ("capital letters", "no", flowing(same("A "))),
        ("note marks", "no", flowing(many(|n| format!("ord{n}\n")) + &many(|n| format!("{n} Note om det.\n")))),
        ("pages", "no", flowing(many(|n| format!("\n\n{n}\u{c}{}. HYLLEN Den står.", law(n))))),
        (
            "contents",
            "no",
            format!("Innhold {}\n\n{}", many(|n| format!("{}. Kulene... {n} ", law(n))), flowing(String::new())),
        ),
        ("index", "no", flowing(format!("\n\nSTIKKORDREGISTER {}", same("D Døra 3B ")))),
        ("definitions", "no", format!("DEFINISJONER {}\n\n{}", same("Farge Rødt (se 3). "), flowing(String::new()))),
        ("table rows", "sv", table(many(|n| format!("{SV}{} ", cells[n % cells.len()])))),
        ("table cells", "sv", table(many(|n| format!("{} ", cells[n % cells.len()])))),
        ("numbers like cells", "sv", table(many(|n| format!("{}A ", law(n))))),
        ("one long cell", "sv", table(format!("66A{}", same(",B")))),
        ("exercises", "sv", table(format!("Övningsuppgifter {}", many(|n| format!("{}. I en tävling? ", n + 1))))),
    ]
}

fn import(env: &Env, args: &[&str]) -> Ran {
    let mut command = env.command();
    finish_within(SECONDS, command.arg("import").args(args))
}

#[test]
fn no_text_takes_more_than_its_length_warrants() {
    let env = Env::new();
    for (name, lang, text) in attacks() {
        env.file("attack.txt", &text);
        let begun = Instant::now();
        let ran = import(&env, &["attack.txt", "--lang", lang, "--code", "2017", "--as", "attack"]);
        println!("{name}: {} KiB in {:.2} s, code {}", text.len() >> 10, begun.elapsed().as_secs_f32(), ran.code);
        // What looks like no law text is refused; that is an answer too.
        let refused = ran.code == 2 && ran.err.contains("no laws were found");
        assert!(refused || (ran.code == 0 && ran.out.starts_with("attack")), "{name}: {}{}", ran.out, ran.err);
        if refused {
            continue;
        }
        let mut command = env.command();
        finish_within(SECONDS, command.args(["kagen", "reep", "--edition", "attack", "-c"]));
    }
}

#[test]
fn what_is_larger_than_any_law_book_is_refused_at_once() {
    let env = Env::with_texts();
    // Nobody has read it when it is refused, so that the test need not fill it.
    fs::File::create(env.path("letters.txt")).unwrap().set_len(200 << 20).unwrap();
    let ran = import(&env, &["letters.txt"]).code(2);
    assert!(ran.err.contains("letters.txt: it is larger than 64 MiB, no law book is"), "{}", ran.err);
    env.file("line.txt", format!("§41. Kagens plads\n\n{DA}{}", "Kagen er spist. ".repeat(50 << 16)));
    let ran = import(&env, &["line.txt", "--lang", "da", "--code", "1997"]).code(2);
    assert!(ran.err.contains("line.txt: its text is longer than 8 MiB, no law book is"), "{}", ran.err);
    let mut command = env.command();
    let ran = finish_within(SECONDS, command.args(["diff", "da-1997", "line.txt"])).code(2);
    assert!(ran.err.contains("longer than 8 MiB"), "{}", ran.err);
    // In a folder they are passed over like everything else that is no law text.
    for name in ["letters.txt", "line.txt"] {
        fs::create_dir_all(env.path("folder")).unwrap();
        fs::rename(env.path(name), env.path("folder").join(name)).unwrap();
    }
    fs::copy(data("lists.txt"), env.path("folder/lists.txt")).unwrap();
    let ran = import(&env, &["folder"]).code(0);
    assert_eq!(ran.err.lines().filter(|line| line.contains(" skipped: it")).count(), 2, "{}", ran.err);
}

#[test]
#[cfg(unix)]
fn what_is_no_file_is_refused_and_never_waited_for() {
    use std::os::unix::fs::symlink;
    let env = Env::with_texts();
    let made = std::process::Command::new("mkfifo").arg(env.path("pipe")).status();
    let folder = env.path("folder");
    fs::create_dir(&folder).unwrap();
    symlink(&folder, folder.join("itself")).unwrap();
    symlink("around", folder.join("around")).unwrap();
    symlink("/dev/zero", folder.join("zero.txt")).unwrap();
    symlink(env.path("pipe"), folder.join("pipe.txt")).unwrap();
    symlink(env.path("gone"), folder.join("gone.txt")).unwrap();
    symlink(data("lists.txt"), folder.join("lists.txt")).unwrap();
    symlink("../folder/lists.txt", folder.join("twice.txt")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(env.path("socket")).unwrap();
    let mut odd = vec!["/dev/zero", "/dev/null", "socket", "folder/around", "folder/zero.txt", "folder/gone.txt"];
    if made.is_ok_and(|status| status.success()) {
        odd.extend(["pipe", "folder/pipe.txt"]);
    }
    for path in odd {
        let ran = import(&env, &[path]).code(2);
        assert!(ran.err.lines().count() == 1 && ran.err.contains(&format!("cannot read {path}: ")), "{}", ran.err);
    }
    // Of a folder what is no file is passed over; a link to a file is that file, once.
    let ran = import(&env, &["folder"]).code(0);
    assert!(ran.err.is_empty() && ran.out.starts_with("nl-2017: "), "{}{}", ran.out, ran.err);
    import(&env, &["folder/itself/itself/lists.txt"]).code(0);
}

#[test]
fn no_name_leads_out_of_the_shelf() {
    let env = Env::new();
    for id in
        ["../x", "/x", "a/b", ".", "..", "a b", "A", "a\u{202e}b", "a\nb", "a\0b", "å", "--x", "", "a.b", "a\\b", "~"]
    {
        if id.contains('\0') {
            continue; // No system passes it.
        }
        let ran = env.run(&["import".as_ref(), data("lists.txt").as_os_str(), format!("--as={id}").as_ref()]).code(2);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        env.run(&["forget", "--", id]).code(2);
    }
    let long = "a".repeat(65);
    env.run(&["import".as_ref(), data("lists.txt").as_os_str(), format!("--as={long}").as_ref()]).code(2);
    assert!(!env.home().exists());
    // A file's own name becomes part of an id and of a file on the shelf.
    let text = fs::read_to_string(data("tabbed.txt")).unwrap();
    for name in [
        "..",
        "...txt",
        "-rf.txt",
        "con.txt",
        "a\u{202e}txt.exe",
        "%2e%2e%2fx.txt",
        "[prepared]\nx.txt",
        &"n".repeat(250),
    ] {
        let Ok(()) = fs::create_dir_all(env.path("names")) else { continue };
        if fs::write(env.path("names").join(name), &text).is_err() {
            continue; // A name that this system has no files by.
        }
        env.run(&["import".as_ref(), env.path("names").join(name).as_os_str()]).code(0);
        let shown = env.line("show 41A --code 1997 -l").code(0);
        assert!(shown.out.ends_with(":41A\n"), "{}", shown.out);
        for entry in fs::read_dir(env.home().join("editions")).unwrap() {
            let id = entry.unwrap().file_name().into_string().unwrap();
            assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{id}");
            env.run(&["forget", &id]).code(0);
        }
    }
    let strangers = fs::read_dir(env.path("")).unwrap().map(|entry| entry.unwrap().file_name());
    let strangers: Vec<_> = strangers.filter(|name| name != "home" && name != "names").collect();
    assert!(strangers.is_empty(), "{strangers:?}");
}
