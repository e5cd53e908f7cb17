//! Findings and coverage.

use std::fs;

use serde_json::{Value, json};

use super::env::{Env, data};

fn numbers(line: &str) -> Vec<f64> {
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn coverage_says_of_every_byte_what_became_of_it() {
    let env = Env::with_texts();
    let ran = env.line("check --coverage nl-2017").code(0);
    let lines = ran.lines();
    assert!(lines.iter().all(|l| l.starts_with("nl-2017: ")), "{}", ran.out);
    let length = fs::metadata(data("lists.txt")).unwrap().len() as f64;
    let (table, rest) = lines.split_at(lines.len() - 2);
    let sums = table.iter().map(|l| numbers(l)).fold((0.0, 0.0), |(bytes, pieces), n| (bytes + n[0], pieces + n[2]));
    let all = numbers(rest[0]);
    assert!(rest[0].contains("all") && all[0] == length && all[1] == 100.0, "{}", rest[0]);
    assert_eq!(sums, (all[0], all[2]), "{}", ran.out);
    assert!(table.iter().any(|l| l.contains("provision-text")), "{}", ran.out);
    assert!(rest[1].contains("between the first law and the last: 0 of "), "{}", rest[1]);
}

#[test]
fn coverage_as_json_lists_what_was_not_understood() {
    let env = Env::new();
    // Words between the laws that belong to none of them.
    let lost = "Some words in no law.\n";
    let text = fs::read_to_string(data("tabbed.txt")).unwrap().replace("§42.", &format!("PAUSE\n{lost}§42."));
    env.run(&["import".into(), env.file("odd.txt", &text)]).code(0);
    let all = env.line("check --coverage --json da-1997").code(0).json();
    let rows: Vec<&Value> = all.iter().filter(|v| v["type"] == "coverage").collect();
    let (last, rows) = rows.split_last().unwrap();
    assert_eq!((&last["category"], last["bytes"].as_u64()), (&json!("all"), Some(text.len() as u64)));
    let sum = |key: &str| rows.iter().map(|r| r[key].as_f64().unwrap()).sum::<f64>();
    assert_eq!((sum("bytes"), sum("pieces")), (last["bytes"].as_f64().unwrap(), last["pieces"].as_f64().unwrap()));
    assert!((sum("share") - 1.0).abs() < 1e-9);
    let laws = all.iter().find(|v| v["type"] == "coverage-laws").unwrap();
    assert_eq!(laws["source"], text.len());
    let listed: u64 =
        all.iter().filter(|v| v["type"] == "finding").map(|v| v["words"].as_str().unwrap().len() as u64).sum();
    assert_eq!(listed == 0, laws["unread"] == 0, "{all:?}");
    assert_eq!(all.last().unwrap()["type"], "end");
}

#[test]
fn findings_have_place_words_and_what_was_done() {
    let env = Env::new();
    let odd = fs::read_to_string(data("tabbed.txt"))
        .unwrap()
        .replace("(se §42B)", "(se §42Q")
        .replace("B.\tStolen", "D.\tStolen");
    env.run(&["import".into(), env.file("odd.txt", &odd)]).code(0);
    let out = env.line("check da-1997").code(0).out;
    for line in [
        "da-1997:5:gap-in-numbering: 41D is printed, what should stand before it is missing: D.",
        "da-1997:4:unbalanced-bracket: ( without a ) after it in the text of 41A; kept as it is printed: ",
        "da-1997:4:reference-to-nothing: the edition has the law but not 42Q, ",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    let all = env.line("check --json --strict").code(1).json();
    let finding = all.iter().find(|v| v["kind"] == "unbalanced-bracket").unwrap();
    assert_eq!((&finding["line"], &finding["file"]), (&json!(4), &json!("odd.txt")));
    let [from, to]: [usize; 2] = serde_json::from_value(finding["span"].clone()).unwrap();
    assert_eq!(odd.get(from..to), Some("("));
    assert!(finding["words"].as_str().unwrap().contains("(se §42Q"));
}

#[test]
fn without_an_edition_what_was_imported_is_checked() {
    assert!(Env::new().line("check").code(0).out.contains("companion-en: "));
    let out = Env::with_texts().line("check").code(0).out;
    assert!(out.contains("nl-2017: ") && out.contains("da-1997: ") && !out.contains("companion"), "{out}");
}
