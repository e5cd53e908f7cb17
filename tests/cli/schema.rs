//! Every record that the program prints with `--json`, held against docs/json.schema.json.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::env::{Env, data};

/// As much of JSON Schema 2020-12 as our schema uses. Any other keyword fails the test, so that none is passed over.
struct Validator {
    root: Value,
    /// Fields that the schema does not name are faults too: to others they may be news, to us they are not documented.
    strict: bool,
}

impl Validator {
    fn load(strict: bool) -> Self {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/json.schema.json");
        Self { root: serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap(), strict }
    }

    /// What is wrong with a record; empty if nothing is.
    fn faults(&self, record: &Value) -> Vec<String> {
        // By its type, so that a fault is told where it is and not as "none of 17 forms fits".
        let named = record["type"].as_str().and_then(|name| self.root["$defs"].get(name));
        let mut faults = Vec::new();
        if let Some(schema) = named {
            self.check(schema, record, "", &mut faults);
        }
        self.check(&self.root, record, "", &mut faults);
        faults
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
        let mut here: Vec<String> = Vec::new();
        let mut fault = |what: String| here.push(format!("{at}: {what}"));
        let schema = schema.as_object().unwrap();
        let size = value.as_array().map(Vec::len).or(value.as_object().map(Map::len)).unwrap_or(0) as u64;
        for (keyword, rule) in schema {
            match keyword.as_str() {
                "$schema" | "$id" | "$defs" | "title" | "description" => {}
                "$ref" => {
                    let target = self.root.pointer(rule.as_str().unwrap().strip_prefix('#').unwrap());
                    self.check(target.unwrap_or_else(|| panic!("{rule}")), value, at, faults);
                }
                "type" => {
                    let names = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
                    if !names.iter().any(|name| is(value, name.as_str().unwrap())) {
                        fault(format!("{value} is no {rule}"));
                    }
                }
                "const" if value != rule => fault(format!("{value} is not {rule}")),
                "enum" if !rule.as_array().unwrap().contains(value) => fault(format!("{value} is none of {rule}")),
                "pattern" => {
                    if value.as_str().is_some_and(|text| !fits(rule.as_str().unwrap(), text)) {
                        fault(format!("{value} does not match {rule}"));
                    }
                }
                "minLength" if value.as_str().is_some_and(|t| (t.chars().count() as u64) < rule.as_u64().unwrap()) => {
                    fault(format!("{value} is shorter than {rule}"));
                }
                "minimum" if value.as_f64().is_some_and(|n| n < rule.as_f64().unwrap()) => {
                    fault(format!("{value} is less than {rule}"));
                }
                "maximum" if value.as_f64().is_some_and(|n| n > rule.as_f64().unwrap()) => {
                    fault(format!("{value} is more than {rule}"));
                }
                "minItems" if value.is_array() && size < rule.as_u64().unwrap() => fault("too short".to_owned()),
                "maxItems" if value.is_array() && size > rule.as_u64().unwrap() => fault("too long".to_owned()),
                "minProperties" if value.is_object() && size < rule.as_u64().unwrap() => fault("too few fields".into()),
                "required" => {
                    for name in rule.as_array().unwrap().iter().map(|n| n.as_str().unwrap()) {
                        if value.get(name).is_none() {
                            fault(format!("{name} is missing"));
                        }
                    }
                }
                "dependentRequired" => {
                    for (name, needed) in rule.as_object().unwrap().iter().filter(|(n, _)| value.get(n).is_some()) {
                        for other in needed.as_array().unwrap().iter().map(|n| n.as_str().unwrap()) {
                            if value.get(other).is_none() {
                                fault(format!("{name} without {other}"));
                            }
                        }
                    }
                }
                "properties" => {
                    let Some(fields) = value.as_object() else { continue };
                    for (name, field) in fields {
                        match rule.get(name) {
                            Some(schema) => self.check(schema, field, &format!("{at}/{name}"), faults),
                            None if schema.contains_key("additionalProperties") => {}
                            None if self.strict => faults.push(format!("{at}/{name} is not documented")),
                            None => {}
                        }
                    }
                }
                "additionalProperties" => {
                    let named = schema.get("properties").and_then(Value::as_object);
                    for (name, field) in value.as_object().into_iter().flatten() {
                        if !named.is_some_and(|named| named.contains_key(name)) {
                            self.check(rule, field, &format!("{at}/{name}"), faults);
                        }
                    }
                }
                "items" | "prefixItems" => {
                    let Some(items) = value.as_array() else { continue };
                    for (n, item) in items.iter().enumerate() {
                        let schema = if keyword == "items" { Some(rule) } else { rule.get(n) };
                        if let Some(schema) = schema {
                            self.check(schema, item, &format!("{at}/{n}"), faults);
                        }
                    }
                }
                "oneOf" => {
                    let forms = rule.as_array().unwrap().iter().filter(|form| {
                        let mut faults = Vec::new();
                        self.check(form, value, at, &mut faults);
                        faults.is_empty()
                    });
                    let count = forms.count();
                    if count != 1 {
                        fault(format!("{count} forms fit"));
                    }
                }
                "const" | "enum" | "minLength" | "minimum" | "maximum" | "minItems" | "maxItems" | "minProperties" => {}
                other => panic!("the validator does not know {other}"),
            }
        }
        faults.append(&mut here);
    }
}

fn is(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        other => panic!("no type {other}"),
    }
}

/// The three patterns of the schema.
fn fits(pattern: &str, text: &str) -> bool {
    let number = |n: &str| n.parse::<u32>().is_ok_and(|n| n > 0) && !n.starts_with('+');
    match pattern {
        "^[a-z0-9-]+$" => {
            !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        }
        "^[a-z]{2}$" => text.len() == 2 && text.bytes().all(|b| b.is_ascii_lowercase()),
        "^(text|heading|note [1-9][0-9]*)$" => {
            matches!(text, "text" | "heading") || text.strip_prefix("note ").is_some_and(number)
        }
        other => panic!("the validator does not know the pattern {other}"),
    }
}

#[test]
fn every_record_is_documented() {
    let env = Env::with_texts();
    // Something to find for check.
    let odd = std::fs::read_to_string(data("lists.txt")).unwrap().replace("2. Grote", "4. Grote");
    env.run(&["import".into(), env.file("odd.txt", odd)]).code(0);
    env.file(
        "minutes.txt",
        "Law 16C2, Laws 26-32, Law 16E7, Law 112, 12C1, § 5 of the bylaws; the director was called.",
    );
    let import = format!("import {}", data("tabbed.txt").display());
    let validator = Validator::load(true);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for line in [
        "strafkort",
        "strafkort -C 1",
        "strafkort -c",
        "strafkort -l",
        "strafkort -o",
        "strafkort -m 1 --null",
        "xqzvy",
        "xqzvy -c",
        "-F kage",
        "-F kage -c",
        "-F kage -l -m 2",
        "-F kage -o",
        "-F kage -C 2",
        "-E [0-9]+ -o",
        "-w -s kagen",
        "-e kage -e repen",
        "-F xqzvy",
        "50A",
        "show 41 41Z",
        "show 41 -c",
        "show 41 -l --edition da-1997,nl-2017",
        "show 41 50 --parallel --edition da-1997,companion-da",
        "show 16B --edition da-1997,companion-da",
        "show 16B --parallel",
        "refs 50A",
        "refs 41 16C2",
        "refs 50 --edition da-1997",
        "where 50 16C2 72B",
        "where def/Trick",
        "check",
        "check --coverage",
        "editions",
        "term strafkort",
        "term xqzvy",
        "diff da-1997 companion-da",
        "diff nl-2017 da-1997",
        "links minutes.txt gone.txt",
        "links minutes.txt --code 2007",
        "doctor",
        &import,
    ] {
        let ran = env.line(&format!("{line} --json"));
        assert!(ran.code != 2 || line.contains("gone.txt"), "{line}: {}", ran.err);
        let ends = if line.contains("--null") { '\0' } else { '\n' };
        for text in ran.out.split_terminator(ends) {
            let record: Value = serde_json::from_str(text).unwrap_or_else(|e| panic!("{line}: {e}: {text}"));
            let faults = validator.faults(&record);
            assert!(faults.is_empty(), "{line}: {faults:?}\n{record}");
            seen.insert(record["type"].as_str().unwrap().to_owned());
        }
    }
    // Every type was met, but for what only exercises lead to.
    let types: BTreeSet<String> = types(&validator).into_iter().filter(|t| t != "beside").collect();
    assert_eq!(seen, types);
}

fn types(validator: &Validator) -> Vec<String> {
    let forms = validator.root["oneOf"].as_array().unwrap().iter();
    forms.map(|form| form["$ref"].as_str().unwrap().strip_prefix("#/$defs/").unwrap().to_owned()).collect()
}

#[test]
fn every_definition_is_a_type_or_used_and_each_type_has_its_name() {
    let validator = Validator::load(true);
    let text = validator.root.to_string();
    let types = types(&validator);
    for (name, schema) in validator.root["$defs"].as_object().unwrap() {
        assert!(text.contains(&format!("\"#/$defs/{name}\"")), "{name}");
        let named = schema["properties"]["type"]["const"].as_str();
        assert_eq!(named, types.contains(name).then_some(name.as_str()), "{name}");
    }
}

#[test]
fn what_is_no_record_is_refused() {
    let open = Validator::load(false);
    let diff = json!({"v": 1, "type": "diff", "level": "numbers", "cite": "65A", "a": ["4"], "b": ["3"], "kind": "changed", "cite_b": "65A", "known": null});
    let asked = json!({"provision": "75B", "code": 2017});
    let beside = json!({"v": 1, "type": "beside", "asked": asked, "unit": "sv-2017:ex/10"});
    let hit = json!({
        "v": 1, "type": "hit", "rank": 1, "edition": "da-1997", "lang": "da", "code": 1997, "in_force": false, "cite": "50A",
        "heading": null, "text": "spist", "matches": [[0, 5]], "via": null, "kind": "section", "standing": "official", "notes": [],
    });
    for good in [&diff, &beside, &hit] {
        assert_eq!(open.faults(good), [""; 0], "{good}");
    }
    let changed = |record: &Value, path: &str, to: Value| {
        let mut record = record.clone();
        match record.pointer_mut(path) {
            Some(field) => *field = to,
            None => record[path.trim_start_matches('/')] = to,
        }
        record
    };
    let without = |record: &Value, field: &str| {
        let mut record = record.clone();
        record.as_object_mut().unwrap().remove(field);
        record
    };
    for bad in [
        json!([]),
        json!({}),
        json!({"v": 1, "type": "unheard-of"}),
        json!({"v": 1, "type": "end"}),
        changed(&hit, "/v", json!(2)),
        changed(&hit, "/rank", json!(0)),
        changed(&hit, "/rank", json!("1")),
        changed(&hit, "/edition", json!("Da 1997")),
        changed(&hit, "/cite", json!("")),
        changed(&hit, "/matches", json!([[0, 5, 6]])),
        changed(&hit, "/matches", json!([[0, -5]])),
        changed(&hit, "/standing", json!("law")),
        changed(&hit, "/via", json!(3)),
        changed(&hit, "/notes", json!([{"mark": "5"}])),
        without(&hit, "lang"),
        without(&hit, "text"),
        without(&hit, "matches"),
        without(&diff, "b"),
        changed(&beside, "/asked", json!("75B")),
    ] {
        assert!(!open.faults(&bad).is_empty(), "{bad}");
    }
    // A field that is not documented is news to others and a fault of ours.
    let news = changed(&hit, "/news", json!(true));
    assert!(open.faults(&news).is_empty());
    assert!(!Validator::load(true).faults(&news).is_empty());
}
