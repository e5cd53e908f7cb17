//! The four national texts, where they are at hand. Only numbers and names of theirs are known here.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::env::Env;

const EDITIONS: [&str; 4] = ["da-1997", "nl-2017", "no-2017", "sv-1997-bridgeklockan"];

/// The folder of the texts. The tests that need it are ignored unless asked for; then it must be there.
fn folder() -> PathBuf {
    std::env::var_os("LAWGREP_EDITIONS").map(PathBuf::from).expect("LAWGREP_EDITIONS names the folder of the texts")
}

/// A shelf with the four texts, imported under names that say nothing.
fn shelf() -> Env {
    let env = Env::new();
    let mut args: Vec<PathBuf> = vec!["import".into()];
    for (n, id) in EDITIONS.iter().enumerate() {
        let bytes = fs::read(folder().join(format!("{id}.txt"))).unwrap();
        args.push(env.file(Path::new("texts").join(format!("{n}.txt")), bytes));
    }
    let ran = env.run(&args).code(0);
    let named: Vec<&str> = ran.lines().iter().filter_map(|l| l.split(':').next()).collect();
    assert_eq!(named, EDITIONS);
    env
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn they_are_recognised_by_their_words_and_kept() {
    let env = shelf();
    assert_eq!(env.line("editions").code(0).lines().len(), 4 + 5);
    assert!(env.line(&format!("import {}", folder().display())).code(0).err.contains("README.md skipped"));
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn a_word_leads_to_its_law() {
    let env = shelf();
    for (line, prefix) in [
        ("strafkort --edition da-1997", "da-1997:50"),
        ("strafkaart --edition nl-2017", "nl-2017:50"),
        ("straffkort --edition sv-1997-bridgeklockan", "sv-1997-bridgeklockan:50"),
    ] {
        let ran = env.line(line).code(0);
        assert!(ran.out.starts_with(prefix), "{line}: {}", ran.lines()[0]);
    }
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn a_provision_is_shown_from_each_and_those_that_lack_it_are_named() {
    let env = shelf();
    let ran = env.line("show 50D").code(0);
    let lines = ran.lines();
    let at =
        |line: &str| lines.iter().position(|l| l.starts_with(line)).unwrap_or_else(|| panic!("{line}: {}", ran.out));
    assert!(at("nl-2017: 2017 code, in force") < at("da-1997: 1997 code, superseded"));
    assert!(at("da-1997: 1997 code, superseded") < at("da-1997:50D:"));
    at("nl-2017:50D:");
    assert!(lines.contains(&"no-2017 does not hold 50D"));
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn a_provision_knows_who_refers_to_it() {
    let env = shelf();
    let ran = env.line("refs 16C2 --edition no-2017").code(0);
    assert!(ran.lines().iter().any(|l| l.starts_with("no-2017:10C4:in:16C2:")), "{}", ran.out);
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn hardly_anything_is_not_understood() {
    let env = shelf();
    for id in EDITIONS {
        let ran = env.line(&format!("check {id}")).code(0);
        let summary = ran.lines()[0].to_owned();
        let share = summary.rsplit("; ").next().unwrap().split(" %").next().unwrap().parse::<f64>().unwrap();
        assert!(share <= 0.5, "{summary}");
    }
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn every_citation_in_them_can_be_shown_again() {
    let env = shelf();
    for id in EDITIONS {
        let rows = env.line(&format!("export --edition {id}")).code(0).json();
        let cites: Vec<String> = rows.iter().map(|r| r["cite"].as_str().unwrap().to_owned()).collect();
        assert!(cites.len() > 75, "{id}: {}", cites.len());
        // All at once is quicker than one by one, and one that failed would be named.
        for some in cites.chunks(40) {
            let mut args = vec!["show".to_owned(), "-q".to_owned(), "--edition".to_owned(), id.to_owned()];
            args.push(some.join(", "));
            let ran = env.run(&args);
            assert_eq!(ran.code, 0, "{id}: {some:?}: {}", ran.err);
        }
    }
}
