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
    // Below each, indented, how it was recognised.
    let lines = ran.lines();
    let named: Vec<&str> =
        lines.iter().filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(':').next()).collect();
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

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn every_byte_of_them_is_accounted_for() {
    let env = Env::new();
    let files = EDITIONS.map(|id| folder().join(format!("{id}.txt")));
    let mut args: Vec<PathBuf> = vec!["import".into(), "--no-patches".into()];
    args.extend(files.clone());
    env.run(&args).code(0);
    for (id, file) in EDITIONS.iter().zip(&files) {
        let all = env.line(&format!("check --coverage --json {id}")).code(0).json();
        let rows: Vec<_> = all.iter().filter(|v| v["type"] == "coverage").collect();
        let (last, rows) = rows.split_last().unwrap();
        let sum: u64 = rows.iter().map(|r| r["bytes"].as_u64().unwrap()).sum();
        // They are UTF-8 with plain line ends, so the decoded text has the bytes of the file.
        assert_eq!(sum, fs::metadata(file).unwrap().len(), "{id}");
        assert_eq!(last["bytes"], sum, "{id}");
        let laws = all.iter().find(|v| v["type"] == "coverage-laws").unwrap();
        assert!(laws["share"].as_f64().unwrap() <= 0.005, "{id}: {laws}");
        let listed = all.iter().filter(|v| v["type"] == "finding").count();
        assert_eq!(listed == 0, laws["unread"] == 0, "{id}: {laws}");
    }
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn their_findings_are_few_and_corrections_are_told() {
    let env = shelf();
    let kinds = |line: &str| -> Vec<String> {
        let all = env.line(line).code(0).json();
        all.iter().filter_map(|v| Some(v.get("kind")?.as_str()?.to_owned())).collect()
    };
    for (id, expected) in [
        ("da-1997", [].as_slice()),
        ("nl-2017", &["heading-without-body", "inferred-number", "mark-without-note", "printed-again"]),
        ("no-2017", &[]),
    ] {
        assert_eq!(kinds(&format!("check --json {id}")), expected, "{id}");
    }
    let mut swedish = kinds("check --json sv-1997-bridgeklockan");
    swedish.retain(|kind| kind != "inferred-number");
    assert_eq!(swedish, ["unbalanced-bracket", "patch-applied"]);
}
