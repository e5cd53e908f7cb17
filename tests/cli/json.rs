//! JSON Lines.

use serde_json::{Value, json};

use super::env::Env;

fn of_type(all: &[Value], name: &str) -> Vec<Value> {
    all.iter().filter(|v| v["type"] == name).cloned().collect()
}

#[test]
fn every_line_has_a_version_and_a_type() {
    let env = Env::with_texts();
    for line in ["strafkort", "xqzvy", "50A", "show 50 41Z", "refs 50A", "check", "editions", "search strafkort -m 1"] {
        let all = env.line(&format!("{line} --json")).json();
        assert!(!all.is_empty(), "{line}");
        for record in all {
            assert_eq!(record["v"], 1, "{line}: {record}");
            assert!(record["type"].is_string(), "{line}: {record}");
            let may_cite = record["type"] == "hit" || record["type"] == "provision";
            assert_eq!(record.get("cite").is_some(), may_cite, "{line}: {record}");
        }
    }
}

#[test]
fn a_hit_has_rank_place_and_the_bytes_that_match() {
    let env = Env::with_texts();
    let all = env.line("spist --json").code(0).json();
    assert_eq!(all.first().unwrap()["type"], "begin");
    assert_eq!(all.last().unwrap(), &json!({"v": 1, "type": "end", "hits": 1}));
    let hits = of_type(&all, "hit");
    assert_eq!(hits.iter().map(|h| h["rank"].as_u64().unwrap()).collect::<Vec<_>>(), [1]);
    let hit = &hits[0];
    assert_eq!(hit["cite"], "50A");
    for (key, value) in [
        ("edition", json!("da-1997")),
        ("lang", json!("da")),
        ("code", json!(1997)),
        ("in_force", json!(false)),
        ("heading", json!("Sukker")),
        ("via", Value::Null),
    ] {
        assert_eq!(hit[key], value, "{key}");
    }
    let text = hit["text"].as_str().unwrap();
    let spans: Vec<[usize; 2]> = serde_json::from_value(hit["matches"].clone()).unwrap();
    let words: Vec<&str> = spans.iter().map(|[from, to]| &text[*from..*to]).collect();
    assert_eq!(words, ["spist"]);
}

#[test]
fn provisions_and_those_who_lack_them() {
    let env = Env::with_texts();
    let all = env.line("show 41 --edition da-1997,nl-2017 --json").code(0).json();
    let first = &of_type(&all, "provision")[0];
    assert_eq!((&first["cite"], &first["heading"], &first["text"]), (&json!("41"), &json!("Kagens plads"), &json!("")));
    assert_eq!(first["notes"][0]["text"], "I turneringer under DBF kan kagen bages hjemme.");
    assert_eq!(of_type(&all, "absent"), [json!({"v": 1, "type": "absent", "edition": "nl-2017", "wanted": "41"})]);
    assert_eq!(all.last().unwrap()["provisions"], 7);
}

#[test]
fn format_version_1_is_what_there_is() {
    let env = Env::with_texts();
    let plain = env.line("marcipan --json").out;
    assert_eq!(env.line("marcipan --json --format-version 1").code(0).out, plain);
}
