//! Walks `tests/data`: texts with their links marked, one language a file. See `tests/data/README.md` for the form.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a panic is the report of a test")]

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

use lawgrep_lexicon::Lexicon;
use lawgrep_model::{
    Citation, Document, Edition, Place, RefKind, Reference, Resolution, Standing, Target, Unit, UnitKey,
};

/// Of each kind every language has a text that links, and one that must not.
const KINDS: [&str; 10] =
    ["absolute", "law", "relative", "list", "range", "footnote", "definition", "statute", "national", "this-law"];

/// Where the texts that follow in a file stand.
#[derive(Clone)]
struct Setting {
    lang: String,
    bare: bool,
    extract: bool,
    hold: Vec<Citation>,
    terms: Vec<String>,
    at: UnitKey,
}

#[test]
fn every_marked_link_is_found_and_no_other() {
    let lexicon = Lexicon::embedded().unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "txt"));
    files.sort();
    assert!(files.len() >= 5, "one file a language");
    let mut faults = String::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let mut setting = Setting {
            lang: String::new(),
            bare: false,
            extract: false,
            hold: Vec::new(),
            terms: Vec::new(),
            at: UnitKey::Foreword,
        };
        let mut texts = 0;
        let mut linked_kinds = BTreeSet::new();
        let mut refused_kinds: BTreeSet<String> = BTreeSet::new();
        let mut not: Option<String> = None;
        for (n, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(kind) = line.strip_prefix("@not ") {
                not = Some(kind.to_owned());
                continue;
            }
            if let Some(order) = line.strip_prefix('@') {
                obey(&mut setting, order);
                continue;
            }
            texts += 1;
            let line = line.replace("\\n", "\n");
            let plain = unmark(&line);
            let found = linked(&plain, &setting, &lexicon);
            let kinds = kinds(&found);
            if let Some(kind) = not.take() {
                if kinds.contains(kind.as_str()) {
                    let _ = writeln!(faults, "{name}:{}\n  is {kind}", n + 1);
                }
                refused_kinds.insert(kind);
            }
            linked_kinds.extend(kinds);
            let got = mark(&found, &plain);
            if got != line {
                let _ = writeln!(faults, "{name}:{}\n  want {line}\n  got  {got}", n + 1);
            }
        }
        assert!(texts > 5, "{name} has too few texts to say anything");
        for kind in KINDS {
            if !linked_kinds.contains(kind) {
                let _ = writeln!(faults, "{name}\n  no text links: {kind}");
            }
            if !refused_kinds.contains(kind) {
                let _ = writeln!(faults, "{name}\n  no text must not link: {kind}");
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

/// The kinds of references in a text; several make a list too.
fn kinds(found: &[Reference]) -> BTreeSet<&'static str> {
    let mut kinds: BTreeSet<&str> = found.iter().map(|r| r.kind.name()).collect();
    if found.len() > 1 {
        kinds.insert("list");
    }
    kinds
}

fn obey(setting: &mut Setting, order: &str) {
    let (word, rest) = order.split_once(' ').unwrap_or((order, ""));
    match word {
        "lang" => setting.lang = rest.to_owned(),
        "bare" => setting.bare = rest == "yes",
        "extract" => setting.extract = rest == "yes",
        "hold" => setting.hold = rest.split_whitespace().map(|c| c.parse().unwrap()).collect(),
        "terms" => setting.terms = rest.split(", ").map(str::to_owned).collect(),
        "at" => {
            setting.at = match rest {
                "definition" => UnitKey::Definition("here".to_owned()),
                "answer" => UnitKey::Answer(1),
                "foreword" => UnitKey::Foreword,
                "screen" => UnitKey::ScreenRule("A".to_owned()),
                _ => match rest.strip_prefix("note ") {
                    Some(cite) => UnitKey::Remark(cite.parse().unwrap()),
                    None => UnitKey::Provision(rest.split_whitespace().map(|c| c.parse().unwrap()).collect()),
                },
            }
        }
        _ => panic!("unknown order @{order}"),
    }
}

fn linked(text: &str, setting: &Setting, lexicon: &Lexicon) -> Vec<Reference> {
    let held = setting.hold.iter().map(|cite| unit(UnitKey::provision(*cite), "x"));
    let terms = setting.terms.iter().map(|term| unit(UnitKey::Definition(term.clone()), "x"));
    let mut units: Vec<Unit> = held.chain(terms).collect();
    units.push(unit(setting.at.clone(), text));
    let mut document =
        Document { edition: edition(setting), units, pieces: Vec::new(), findings: Vec::new(), source_len: 0 };
    lawgrep_xref::link(&mut document, "", lexicon, setting.bare);
    document.units.pop().unwrap().refs
}

fn unit(key: UnitKey, text: &str) -> Unit {
    Unit { text: text.to_owned(), ..Unit::new(key) }
}

fn edition(setting: &Setting) -> Edition {
    let edition = Edition::new("fixture".parse().unwrap(), &setting.lang, 2017, Standing::Official);
    Edition { extract: setting.extract, ..edition }
}

/// `see {{Law 16C2|16C2}}` without its marks.
fn unmark(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("{{") {
        let (marked, tail) = after.split_once("}}").unwrap();
        out += before;
        out += marked.split_once('|').unwrap().0;
        rest = tail;
    }
    out + rest
}

fn mark(refs: &[Reference], text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    for found in refs.iter().filter(|r| r.place == Place::Text) {
        let range = found.span.range();
        out += &text[at..range.start];
        out += &format!("{{{{{}|{}}}}}", &text[range.clone()], expected(found));
        at = range.end;
        if let Some((first, last)) = found.ends {
            assert!(found.span.encloses(first) && found.span.encloses(last), "ends of {text}");
            assert!(first.end <= last.start && !last.is_empty(), "ends of {text}");
        }
    }
    out + &text[at..]
}

fn expected(found: &Reference) -> String {
    let mut out = match found.target {
        Target::One(cite) => cite.to_string(),
        Target::Range(from, to) => format!("{from}..{to}"),
        Target::Own(cite) => format!("own {cite}"),
        Target::OwnRange(from, to) => format!("own {from}..{to}"),
        Target::Nothing => "-".to_owned(),
    };
    match found.resolution {
        Resolution::NotInCode => out += "!",
        Resolution::Ambiguous => out += "?",
        _ => {}
    }
    if !matches!(found.kind, RefKind::Law | RefKind::Absolute | RefKind::Range) {
        out = out + " " + found.kind.name();
    }
    if let Some(source) = found.source {
        out += &format!(" from {source}");
    }
    out
}
