//! The export format that other programs read.

use serde_json::{Value, json};

use super::env::Env;

#[test]
fn one_object_a_unit_in_document_order_and_nothing_else() {
    let env = Env::with_texts();
    let ran = env.line("export --edition da-1997 --format jsonl").code(0);
    assert_eq!(ran.err, "");
    let all = ran.json();
    let cites: Vec<&str> = all.iter().map(|v| v["cite"].as_str().unwrap()).collect();
    assert_eq!(
        cites,
        ["41", "41A", "41B", "41B1", "41B2", "41B2a", "41B2b", "42", "42A", "42B", "50", "50A", "50B", "51"]
    );
    let keys: Vec<&str> = all[0].as_object().unwrap().keys().map(String::as_str).collect();
    for key in ["edition", "lang", "cite", "kind", "heading", "text", "refs", "notes"] {
        assert!(keys.contains(&key), "{keys:?}");
    }
    assert_eq!(
        all[0]["notes"],
        json!([{"mark": "", "text": "I turneringer under DBF kan kagen bages hjemme.", "refs": []}])
    );
    assert_eq!(all[3]["heading"], "En lille kage");
    assert_eq!(env.line("export --edition nl-2017").json()[3]["heading"], Value::Null);
}

#[test]
fn spans_are_the_bytes_of_the_raw_words() {
    let env = Env::with_texts();
    let mut seen = 0;
    for edition in
        ["da-1997", "nl-2017", "companion-da", "companion-no", "companion-sv", "companion-nl", "companion-en"]
    {
        for row in env.line(&format!("export --edition {edition}")).code(0).json() {
            let places = std::iter::once((&row["refs"], &row["text"]))
                .chain(row["notes"].as_array().unwrap().iter().map(|n| (&n["refs"], &n["text"])));
            for (refs, text) in places {
                for found in refs.as_array().unwrap() {
                    let text = if found["in"] == "heading" { &row["heading"] } else { text };
                    let at = |n: usize| usize::try_from(found["span"][n].as_u64().unwrap()).unwrap();
                    assert_eq!(text.as_str().unwrap().get(at(0)..at(1)), found["raw"].as_str(), "{edition}: {row}");
                    assert!(found["kind"].is_string() && found["targets"].is_array(), "{found}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn to_a_file_it_is_the_same() {
    let env = Env::with_texts();
    let printed = env.line("export --edition da-1997");
    let ran = env.line("export --edition da-1997 --output out.jsonl").code(0);
    assert_eq!(ran.out, "");
    assert_eq!(std::fs::read_to_string(env.path("out.jsonl")).unwrap(), printed.out);
    let ran = env.line("export --edition da-1997 --output no/such/folder/out.jsonl").code(2);
    assert!(ran.err.contains("cannot write no/such/folder/out.jsonl"), "{}", ran.err);
}
