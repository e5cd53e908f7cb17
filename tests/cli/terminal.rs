//! What a person sees: the program runs on a terminal of its own.

use std::{
    fs,
    io::Read,
    process::{Command, Stdio},
};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use unicode_width::UnicodeWidthStr;

use super::env::Env;

/// What the program writes to a terminal, line by line. Standard error goes elsewhere.
fn shown(command: &mut Command) -> Vec<String> {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let terminal = fs::OpenOptions::new().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    command.stdin(Stdio::null()).stdout(terminal).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    // The program is the only one left that can write to it, so that reading comes to an end.
    command.stdout(Stdio::null());
    let mut bytes = Vec::new();
    // Linux says by an error that nobody can write any more.
    let _ = fs::File::from(master).read_to_end(&mut bytes);
    assert!(child.wait().unwrap().code().is_some_and(|code| code < 2));
    String::from_utf8(bytes).unwrap().lines().map(|line| line.trim_end_matches('\r').to_owned()).collect()
}

fn narrow(env: &Env, line: &str) -> Vec<String> {
    let mut command = env.command();
    shown(command.env("COLUMNS", "40").args(line.split(' ')).arg("--color=never"))
}

#[test]
fn no_line_is_longer_than_a_terminal_of_40_columns() {
    let env = Env::with_texts();
    for line in [
        "strafkort",
        "strafkort --lang da,nl,en -m 40",
        "-F strafkort",
        "-F strafkort -C 2 --lang da",
        "-E .*kort.* -o",
        "strafkort -l",
        "strafkort -c",
        "50",
        "show 41 50 --edition da-1997,nl-2017",
        "show 50E2",
        "show 41Z 41 --edition da-1997,nl-2017",
        "show 12C1 --lang da,en",
        "show 41 50 --parallel --edition da-1997,companion-da",
        "refs 50",
        "refs 16C2 --lang sv,da",
        "where 50 16C2",
        "check",
        "check --coverage da-1997",
        "editions",
    ] {
        let lines = narrow(&env, line);
        assert!(!lines.is_empty(), "{line}");
        for text in lines {
            assert!(UnicodeWidthStr::width(text.as_str()) <= 40, "{line}: {text:?} is {} columns", text.width());
        }
    }
}

#[test]
fn nothing_is_lost_on_a_narrow_terminal() {
    let env = Env::with_texts();
    let words = |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    let mut wide = env.command();
    let line = "show 41 50 --edition da-1997,nl-2017";
    let wide = shown(wide.env("COLUMNS", "100").args(line.split(' ')).arg("--color=never"));
    let (wide, narrow) = (words(&wide.join("\n")), words(&narrow(&env, line).join("\n")));
    // The titles of the editions are there only where they fit.
    for word in &narrow {
        assert!(wide.contains(word), "{word}");
    }
    let provisions = |all: &[String]| all.iter().filter(|w| w.starts_with("41") || w.starts_with("50")).count();
    assert_eq!(provisions(&wide), provisions(&narrow));
    assert!(narrow.join(" ").contains("Et saltet strafkort er ikke et strafkort i turneringer under DBF,"));
}

#[test]
fn links_are_sent_only_to_terminals_that_know_them() {
    let env = Env::with_texts();
    let run = |name: &str, value: &str| {
        let mut command = env.command();
        command.env(name, value).args(["-F", "spist", "--edition", "da-1997"]);
        shown(&mut command).join("\n")
    };
    let link = "\u{1b}]8;;lawgrep://show/da-1997/50A\u{1b}\\";
    assert!(run("VTE_VERSION", "7006").contains(link));
    assert!(run("TERM", "xterm-kitty").contains(link));
    assert!(!run("TERM", "xterm").contains("\u{1b}]8"));
    assert!(!run("TERM", "linux").contains("\u{1b}]8"));
    assert!(!run("TERM", "dumb").contains('\u{1b}'));
}

#[test]
fn groups_are_set_off_for_a_person_too() {
    let env = Env::with_texts();
    let lines = narrow(&env, "-F -e sulten -e vågen -C 1 --edition da-1997");
    assert_eq!(lines.iter().filter(|line| *line == "--").count(), 1, "{lines:#?}");
    assert!(lines[0].starts_with("da-1997"), "{lines:#?}");
}
