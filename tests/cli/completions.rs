//! Completions: what is offered, and that the shells take it. A shell that is not installed is passed over, and said.

use std::process::Command;

use super::env::{Env, finish};

/// What is offered for a line, values only. The last word is the one being typed.
fn offered(env: &Env, words: &[&str]) -> Vec<String> {
    let args = [&["completions", "--candidates", "--"], words].concat();
    let ran = env.run(&args).code(0);
    assert_eq!(ran.err, "");
    ran.out.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

#[test]
fn citations_are_offered_by_their_beginning_with_their_heading() {
    let env = Env::new();
    assert_eq!(offered(&env, &["show", "50d"]), ["50d", "50d1", "50d2"]);
    assert_eq!(offered(&env, &["show", "50D1"]), ["50D1", "50D1a", "50D1b"]);
    let five = offered(&env, &["show", "5"]);
    assert!(five.contains(&"5".to_owned()) && five.contains(&"59".to_owned()) && five.contains(&"5A".to_owned()));
    assert!(!five.contains(&"50A".to_owned()), "one level at a time");
    assert_eq!(offered(&env, &["show", ""]).len(), 93);
    assert_eq!(offered(&env, &["show", "9"]).first().map(String::as_str), Some("9"));
    assert!(offered(&env, &["refs", "--lang", "da", "def/bo"]).iter().all(|name| name.starts_with("def/bo")));
    let ran = env.line("completions --candidates -- show --lang no 93C");
    let heading = env.line("show 93C --json --edition companion-no").json().remove(0)["heading"].clone();
    assert!(ran.out.starts_with(&format!("93C\t{}", heading.as_str().unwrap().split_at(10).0)), "{}", ran.out);
    assert_eq!(offered(&env, &["16C"]).first().map(String::as_str), Some("16C"));
    assert!(offered(&env, &["strafkort", "16"]).is_empty(), "words, not citations");
    assert!(offered(&env, &["show", "16Q"]).is_empty());
}

#[test]
fn subcommands_flags_and_their_values() {
    let env = Env::with_texts();
    assert_eq!(offered(&env, &["sh"]), ["show"]);
    assert_eq!(offered(&env, &["help", "li"]), ["links"]);
    assert!(offered(&env, &[""]).contains(&"doctor".to_owned()));
    assert_eq!(offered(&env, &["show", "--ed"]), ["--edition"]);
    assert!(offered(&env, &["-"]).contains(&"-F".to_owned()));
    assert_eq!(offered(&env, &["show", "--lang", "d"]), ["da"]);
    assert_eq!(offered(&env, &["show", "--code", ""]), ["1997", "2007", "2017"]);
    assert_eq!(offered(&env, &["--color", "a"]), ["auto", "always"]);
    assert_eq!(offered(&env, &["--edition", "da"]), ["da-1997"]);
    assert_eq!(offered(&env, &["--edition=da-1997,n"]), ["--edition=da-1997,nl-2017"]);
    assert_eq!(offered(&env, &["--edition", "=", "da-1997,n"]), ["da-1997,nl-2017"], "as bash parts it");
    assert_eq!(offered(&env, &["forget", ""]), ["nl-2017", "da-1997"], "only what was imported");
    assert_eq!(offered(&env, &["diff", "a", "b", "--level", "he"]), ["headings"]);
    assert_eq!(offered(&env, &["import", ""]), [":files"]);
    assert_eq!(offered(&env, &["links", "x"]), [":files"]);
    assert_eq!(offered(&env, &["completions", "f"]), ["fish"]);
    assert!(offered(&env, &["--", "sh"]).is_empty());
    assert!(!offered(&env, &["completions", "--"]).contains(&"--candidates".to_owned()));
}

#[test]
fn a_broken_shelf_does_not_speak_in_the_middle_of_a_line() {
    let env = Env::with_texts();
    std::fs::write(env.home().join("editions/da-1997/current"), "x").unwrap();
    assert!(offered(&env, &["show", "50"]).is_empty());
}

#[test]
fn shells_without_a_script_are_named() {
    let env = Env::new();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        assert!(env.line(&format!("completions {shell}")).code(0).out.contains("completions --candidates"), "{shell}");
    }
    assert!(env.line("completions elvish").code(2).err.contains("powershell"));
    env.line("completions").code(2);
}

/// The command that runs a script in a shell, with the program on its path; `None`, and said, where it is not installed.
fn shell(env: &Env, name: &str, args: &[&str]) -> Option<Command> {
    if Command::new(name).arg("-c").arg("exit 0").output().is_err() {
        println!("{name} is not installed: its completions are not tried");
        return None;
    }
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_lawgrep")).parent().unwrap();
    let system = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(name);
    command.env_clear().env("PATH", format!("{}:{system}", program.display())).env("LAWGREP_HOME", env.home());
    command.env("HOME", env.path("")).env("LANG", "C.UTF-8").env("TERM", "xterm").current_dir(env.path("")).args(args);
    Some(command)
}

#[test]
fn bash_completes() {
    let env = Env::with_texts();
    env.file("minutes.txt", "x");
    // As readline would call it: the line parted as bash parts it.
    let script = r#"
        source <(lawgrep completions bash) || exit 9
        try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _lawgrep; printf '%s|' "${COMPREPLY[@]}"; echo; }
        complete -p lawgrep >/dev/null || exit 8
        try lawgrep show 50d
        try lawgrep --edition = da
        try lawgrep show --edition da-1997 'def/An'
        try lawgrep links min
        try lawgrep sho
    "#;
    let Some(mut command) = shell(&env, "bash", &["--norc", "-c", script]) else { return };
    let out = finish(&mut command);
    assert_eq!(out.code, 0, "{}", out.err);
    assert_eq!(out.lines()[..2], ["50d|50d1|50d2|", "da-1997|"], "{}", out.err);
    assert_eq!(out.lines()[3..], ["minutes.txt|", "show|"], "{}", out.err);
}

#[test]
fn fish_completes() {
    let env = Env::with_texts();
    env.file("minutes.txt", "x");
    let script = "
        lawgrep completions fish | source
        complete -C 'lawgrep show 50d'
        complete -C 'lawgrep show --edition=da'
        complete -C 'lawgrep links min'
    ";
    let Some(mut command) = shell(&env, "fish", &["--no-config", "-c", script]) else { return };
    let out = finish(&mut command);
    let lines = out.lines();
    assert_eq!(lines.len(), 5, "{}\n{}", out.out, out.err);
    assert!(lines[1].starts_with("50d1\tFor the offender"), "{}", out.out);
    assert!(lines[3].starts_with("--edition=da-1997"), "{}", out.out);
    assert!(lines[4].starts_with("minutes.txt"), "{}", out.out);
}

#[test]
fn zsh_completes() {
    let env = Env::with_texts();
    // zsh completes only on a terminal; here its own words are asked with what it would show put in their place.
    let script = r#"
        compdef() { :; }
        _files() { print -r -- files; }
        compadd() { print -rl -- "${values[@]}" "${lines[@]}"; }
        source <(lawgrep completions zsh) || exit 9
        words=(lawgrep show 50d); CURRENT=3; _lawgrep
        words=(lawgrep links ''); CURRENT=3; _lawgrep
    "#;
    let Some(mut command) = shell(&env, "zsh", &["-f", "-c", script]) else { return };
    let out = finish(&mut command);
    let lines = out.lines();
    assert_eq!(lines[..3], ["50d", "50d1", "50d2"], "{}\n{}", out.out, out.err);
    assert!(lines[4].starts_with("50d1  For the offender"), "{}", out.out);
    assert_eq!(lines.last(), Some(&"files"), "{}", out.out);
}
