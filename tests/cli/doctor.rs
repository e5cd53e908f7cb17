//! `lawgrep doctor`: what it says of a whole shelf and of every way in which one can be broken.

use std::fs;

use super::env::{Env, Ran, finish};

/// The state and words of a check; of several the first.
fn found(ran: &Ran, name: &str) -> (String, String) {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let rows = ran.json();
    let row = rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name} in {}", ran.out));
    (text(&row["state"]), format!("{} / {}", text(&row["found"]), text(&row["remedy"])))
}

#[track_caller]
fn check(env: &Env, code: i32, name: &str, state: &str, words: &[&str]) -> Ran {
    let ran = env.line("doctor --json").code(code);
    let (got, said) = found(&ran, name);
    assert_eq!(got, state, "{said}");
    for word in words {
        assert!(said.contains(word), "{word} in {said}");
    }
    if state == "broken" {
        assert!(ran.err.contains(&format!("lawgrep: {name}: ")), "{}", ran.err);
    }
    ran
}

#[test]
fn all_is_well_on_a_new_machine_and_on_a_whole_shelf() {
    let env = Env::new();
    let version = env!("CARGO_PKG_VERSION");
    check(&env, 0, "program", "well", &[version, "public build"]);
    check(&env, 0, "texts", "well", &["5 editions", "companion-sv", "1997, 2007, 2017"]);
    let home = env.home();
    check(&env, 0, "shelf", "well", &[home.to_str().unwrap(), "LAWGREP_HOME names it", "first import"]);
    check(&env, 0, "editions", "well", &["none imported"]);
    check(&env, 0, "config.toml", "well", &["none"]);
    check(&env, 0, "language", "well", &["English, since LANG is C"]);
    check(&env, 0, "terminal", "well", &["no terminal", "no UTF-8"]);
    assert!(!home.exists(), "it only looks");
    let env = Env::with_texts();
    let ran = check(&env, 0, "edition", "well", &["da-1997", "whole"]);
    check(&env, 0, "lock", "well", &["free"]);
    assert_eq!(ran.json().iter().filter(|row| row["name"] == "edition").count(), 2);
    let text = env.line("doctor").code(0);
    assert!(text.out.lines().count() >= 8 && text.out.lines().all(|line| line.contains(": well: ")), "{}", text.out);
}

#[test]
fn what_can_be_made_again_is_no_fault() {
    let env = Env::with_texts();
    damage(&env, "tree");
    check(
        &env,
        0,
        "edition",
        "note",
        &["da-1997", "its text is missing or damaged", "made again from its kept source"],
    );
    damage(&env, "index");
    check(&env, 0, "edition", "note", &["its text and its search index"]);
    // Reading mends it.
    env.line("show 50A --edition da-1997").code(0);
    check(&env, 0, "edition", "well", &["whole"]);
}

#[test]
fn what_is_lost_is_named_with_its_remedy() {
    let env = Env::with_texts();
    damage(&env, "source");
    check(&env, 2, "edition", "broken", &["whole, but", "could not be made again", "lawgrep forget da-1997"]);
    damage(&env, "index");
    check(&env, 2, "edition", "broken", &["search index", "lawgrep forget da-1997"]);
    let env = Env::with_texts();
    fs::write(env.home().join("editions/da-1997/current"), "x = ").unwrap();
    let ran = check(&env, 2, "edition", "broken", &["da-1997", "current", "import the edition again"]);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    // The other edition is looked at all the same.
    assert!(ran.out.contains("nl-2017"), "{}", ran.out);
}

#[test]
fn a_shelf_that_is_no_folder_and_settings_that_are_wrong() {
    let env = Env::new();
    fs::write(env.home(), "x").unwrap();
    check(&env, 2, "shelf", "broken", &["is no folder", "set LAWGREP_HOME"]);
    let env = Env::new();
    fs::create_dir(env.home()).unwrap();
    fs::write(env.home().join("config.toml"), "mouse = 3\ncolour = 1\n").unwrap();
    check(&env, 2, "config.toml", "broken", &["line 1", "line 2", "colour", "mend"]);
    fs::write(env.home().join("config.toml"), "mouse = false\n").unwrap();
    check(&env, 0, "config.toml", "well", &["config.toml"]);
}

#[test]
fn the_language_is_that_of_the_environment() {
    let env = Env::new();
    for (lang, state, words) in
        [("nb_NO.UTF-8", "well", "Norwegian from LANG"), ("fr_FR.UTF-8", "note", "--lang chooses")]
    {
        let ran = finish(env.command().env("LANG", lang).args(["doctor", "--json"])).code(0);
        let (got, said) = found(&ran, "language");
        assert_eq!(got, state);
        assert!(said.contains(words), "{said}");
        assert!(!found(&ran, "terminal").1.contains("no UTF-8"));
    }
}

/// Spoils the tree, the index or the source of `da-1997`.
fn damage(env: &Env, what: &str) {
    let edition = env.home().join("editions/da-1997");
    let mut folders = fs::read_dir(edition).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let path = folders.next().unwrap().join(what);
    let path = if path.is_dir() { fs::read_dir(path).unwrap().next().unwrap().unwrap().path() } else { path };
    fs::write(path, "spoilt").unwrap();
}
