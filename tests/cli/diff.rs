//! Two texts against each other.

use std::fs;

use serde_json::{Value, json};

use super::env::{Env, data};

/// A text of cakes, and a copy with these words changed.
fn texts(env: &Env, changes: &[(&str, &str)]) -> [String; 2] {
    let text = fs::read_to_string(data("diff.txt")).unwrap();
    let mut copy = text.clone();
    for (old, new) in changes {
        assert_eq!(copy.matches(old).count(), 1, "{old}");
        copy = copy.replace(old, new);
    }
    [("original.txt", text), ("copy.txt", copy)].map(|(name, text)| env.file(name, text).to_string_lossy().into_owned())
}

/// The rows of a run in a pipe.
fn rows(env: &Env, changes: &[(&str, &str)]) -> Vec<String> {
    let [a, b] = texts(env, changes);
    let ran = env.run(&["diff", &a, &b]).code(i32::from(!changes.is_empty()));
    let lines = ran.lines();
    assert!(
        lines[0].starts_with("a ") && lines[1].starts_with("b ") && lines[2].contains(" compared: "),
        "{}",
        ran.out
    );
    lines[3..].iter().map(|line| (*line).to_owned()).collect()
}

#[test]
fn a_text_is_like_itself() {
    let env = Env::new();
    assert!(rows(&env, &[]).is_empty());
    assert!(env.line("diff companion-da companion-da").code(0).lines()[2].ends_with(" compared: 0 differences"));
}

#[test]
fn every_planted_fault_is_told_and_nothing_else() {
    let env = Env::new();
    let found = rows(
        &env,
        &[
            ("13 lys", "12 lys"),
            ("i fire stykker", "i fem stykker"),
            ("hver hjerter,", "hver spar,"),
            ("40% af kagen", "45% af kagen"),
            ("en konge på", "en dame på"),
            ("se §42B", "se §42C"),
            (", jf. §43B2.", "."),
            ("efter §45A", "efter §45Q"),
        ],
    );
    assert_eq!(
        found,
        [
            "41A:references:changed: 42B | 42C",
            "41A:numbers:changed: 13 | 12",
            "41B2:references:missing: 43B2 | -",
            "41B2:numbers:changed: 4 | 5",
            "42A:suits:changed: hearts | spades",
            "42B:percentages:changed: 40 | 45",
            "42C3:references:dangling: 45A | 45Q",
            "43A:cards:changed: king | queen",
        ]
    );
}

#[test]
fn items_that_are_gone_or_elsewhere_are_told() {
    let env = Env::new();
    let (one, two) = (
        "Han undersøger håret",
        "Han bager om nødvendigt en ny kage, men ikke i den samme ovn som den forrige blev bagt i.",
    );
    let found = rows(
        &env,
        &[
            ("\t2.\tDer må højst bruges 250 gram sukker, og resten gemmes til næste runde af turneringen.\n", ""),
            ("\t3.\tHan trækker", "\t5.\tHan trækker"),
            ("\t2.\tDen, der sidder til højre", "\tDen, der sidder til højre"),
            (two, "Zz"),
            (&format!("{one} med en lup og spørger hver enkelt gæst om farven på hans hund."), two),
            ("Zz", &format!("{one} med en lup og spørger hver enkelt gæst om farven på hans hund.")),
        ],
    );
    assert_eq!(
        found,
        [
            "42C2=42C:structure:merged: 42C2 | 42C",
            "43B2:structure:missing: 43B2 | -",
            "44B1=44B2:structure:moved: 44B1 | 44B2",
            "44B2=44B1:structure:moved: 44B2 | 44B1",
            "44B3=44B5:structure:moved: 44B3 | 44B5",
        ]
    );
}

#[test]
fn json_and_csv_have_a_line_for_each_provision_and_level() {
    let env = Env::new();
    let [a, b] = texts(&env, &[("13 lys", "12 lys"), ("A.\tBordet\n", "A.\tBord, stort\n")]);
    let lines = env.run(&["diff", "--json", &a, &b]).code(1).json();
    assert!(lines.iter().all(|line| line["v"] == 1));
    let types: Vec<&Value> = lines.iter().map(|line| &line["type"]).collect();
    assert_eq!(types, ["begin", "diff", "diff", "end"]);
    assert_eq!(lines[1]["level"], "headings");
    assert_eq!(
        lines[2],
        json!({"v": 1, "type": "diff", "level": "numbers", "cite": "41A", "a": ["13"], "b": ["12"], "kind": "changed", "cite_b": "41A", "known": null})
    );
    assert_eq!((&lines[3]["differences"], &lines[3]["known"]), (&json!(2), &json!(0)));
    let csv = env.run(&["diff", "--csv", &a, &b]).code(1).out;
    assert_eq!(
        csv,
        "cite,cite_b,level,kind,a,b,known\r\n41A,41A,headings,changed,Bordet,\"Bord, stort\",\r\n41A,41A,numbers,changed,13,12,\r\n"
    );
}

#[test]
fn citations_and_levels_narrow_it() {
    let env = Env::new();
    let [a, b] = texts(&env, &[("13 lys", "12 lys"), ("i fire", "i fem"), ("se §42B", "se §42C")]);
    let rows = |args: &[&str], code| {
        let mut all = vec!["diff", &a, &b];
        all.extend(args);
        env.run(&all).code(code).lines().iter().skip(3).map(|l| (*l).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(rows(&["41B"], 1), ["41B2:numbers:changed: 4 | 5"]);
    assert_eq!(rows(&["41A", "--level", "references"], 1), ["41A:references:changed: 42B | 42C"]);
    assert_eq!(rows(&["--level", "suits,cards"], 0), [""; 0]);
    assert_eq!(rows(&["43"], 0), [""; 0]);
    let ran = env.run(&["diff", &a, &b, "99"]).code(1);
    assert!(ran.err.contains("holds 99"), "{}", ran.err);
}

#[test]
fn an_id_goes_before_a_file_and_what_is_neither_is_2() {
    let env = Env::new();
    let [a, _] = texts(&env, &[]);
    env.run(&["import", "--as", "cakes", &a]).code(0);
    env.file("cakes", "no law text");
    env.run(&["diff", "cakes", &a]).code(0);
    assert!(env.run(&["diff", "./cakes", &a]).code(2).err.contains("no law text"));
    let ran = env.run(&["diff", "cakes", "pies"]).code(2);
    assert!(ran.err.contains("`pies`") && ran.err.contains("companion-da") && ran.err.contains("cakes"), "{}", ran.err);
    env.line("diff cakes").code(2);
    assert!(env.line("diff cakes cakes nonsense").code(2).err.contains("no citation"));
    assert!(env.line("diff cakes cakes --level words").code(2).err.contains("structure"));
}

#[test]
fn a_draft_that_does_not_tell_its_code_is_read_as_the_other_does() {
    let env = Env::new();
    let [a, b] = texts(&env, &[("under DBF", "her"), ("arrangerende organisation", "bager")]);
    let ran = env.run(&["diff", &a, &b]).code(0);
    assert!(ran.err.contains("copy.txt: read as a text of the 1997 code"), "{}", ran.err);
    assert!(env.run(&["diff", &b, &b]).code(2).err.contains("no law text"));
}

#[test]
fn control_characters_of_a_file_are_never_sent() {
    let env = Env::new();
    let [a, b] = texts(&env, &[("A.\tBordet\n", "A.\tBo\u{1b}[31mrdet\n")]);
    for flags in [&[][..], &["--json"], &["--csv"]] {
        let mut all = vec!["diff", &a, &b];
        all.extend(flags);
        let ran = env.run(&all).code(1);
        assert!(!ran.out.contains('\u{1b}') && ran.out.contains('\u{241b}'), "{}", ran.out);
    }
}

#[test]
fn what_a_partial_text_does_not_hold_is_named_once_and_is_no_difference() {
    let env = Env::with_texts();
    let ran = env.line("diff da-1997 companion-da 1-40");
    assert_eq!(ran.code, 0, "{}", ran.out);
    let gap = "da-1997 does not hold laws 1-40, 52-93, ";
    assert!(ran.lines().iter().any(|l| l.starts_with(gap) && l.ends_with(" definitions")), "{}", ran.out);
}
