//! How well search ranks: queries that directors type, with the provisions that they want, against the embedded companions.
//!
//! The later files were written one after the other, each without a look at the others, at the data or at any hit: the last says what
//! search is worth on queries that it has never seen.
//!
//! Prints mean reciprocal rank and the share of queries with a right provision among the first five, by kind and language, and
//! holds the floors. `RANKING_OUT=FILE` writes every query whose first hit is not right.

#![expect(clippy::unwrap_used, reason = "a panic in a test is its report")]

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use serde_json::Value;

/// A file of queries with its floors: mean reciprocal rank, share in the first five.
struct Set {
    file: &'static str,
    /// No kind and no language may fall below.
    least: (f64, f64),
    /// Of all its queries together.
    least_all: (f64, f64),
}

const SETS: [Set; 12] = [
    Set { file: "queries.toml", least: (0.85, 0.90), least_all: (0.94, 0.97) },
    Set { file: "queries-2.toml", least: (0.80, 0.88), least_all: (0.93, 0.97) },
    Set { file: "queries-3.toml", least: (0.80, 0.90), least_all: (0.93, 0.97) },
    Set { file: "queries-4.toml", least: (0.78, 0.88), least_all: (0.91, 0.97) },
    Set { file: "queries-5.toml", least: (0.75, 0.88), least_all: (0.88, 0.94) },
    Set { file: "queries-6.toml", least: (0.75, 0.88), least_all: (0.92, 0.95) },
    Set { file: "queries-7.toml", least: (0.70, 0.83), least_all: (0.84, 0.92) },
    Set { file: "queries-8.toml", least: (0.80, 0.90), least_all: (0.90, 0.95) },
    Set { file: "queries-9.toml", least: (0.75, 0.83), least_all: (0.86, 0.92) },
    Set { file: "queries-10.toml", least: (0.75, 0.86), least_all: (0.84, 0.94) },
    Set { file: "queries-11.toml", least: (0.80, 0.90), least_all: (0.88, 0.95) },
    Set { file: "queries-12.toml", least: (0.78, 0.86), least_all: (0.86, 0.93) },
];

struct Query {
    kind: String,
    lang: String,
    text: String,
    wanted: Vec<String>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn queries(file: &str) -> Vec<Query> {
    let file: toml::Table = fs::read_to_string(root().join("tests/data").join(file)).unwrap().parse().unwrap();
    let text = |value: &toml::Value| value.as_str().unwrap().to_owned();
    let query = |value: &toml::Value| Query {
        kind: text(&value["kind"]),
        lang: text(&value["lang"]),
        text: text(&value["text"]),
        wanted: value["wanted"].as_array().unwrap().iter().map(text).collect(),
    };
    file["query"].as_array().unwrap().iter().map(query).collect()
}

/// The ids of a language's definitions by their terms.
fn definitions(lang: &str) -> BTreeMap<String, String> {
    let text = fs::read_to_string(root().join("corpus/companion").join(lang).join("definitions.md")).unwrap();
    let line = |line: &str| {
        let (id, term) = line.strip_prefix("## {")?.split_once('}')?;
        Some((term.trim().to_owned(), id.to_owned()))
    };
    text.lines().filter_map(line).collect()
}

/// The place of the first right provision among the hits, from 1; 0 where there is none.
fn rank(query: &Query, home: &Path, definitions: &BTreeMap<String, String>) -> usize {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lawgrep"));
    command.env_clear().env("LAWGREP_HOME", home).env("HOME", home);
    command.args(["search", "--json", "-m", "30", "--lang", &query.lang, "--", &query.text]);
    let out = command.output().unwrap();
    let mut seen: Vec<String> = Vec::new();
    for line in String::from_utf8(out.stdout).unwrap().lines() {
        let hit: Value = serde_json::from_str(line).unwrap();
        if hit["type"] != "hit" {
            continue;
        }
        let cite = hit["cite"].as_str().unwrap();
        let cite = match cite.strip_prefix("DEF:") {
            Some(term) => format!("DEF:{}", definitions.get(term).map_or("", String::as_str)),
            None => cite.to_owned(),
        };
        if !seen.contains(&cite) {
            seen.push(cite);
        }
    }
    seen.iter().position(|cite| query.wanted.contains(cite)).map_or(0, |at| at + 1)
}

#[derive(Default)]
struct Row {
    queries: usize,
    reciprocal: f64,
    in_five: usize,
}

impl Row {
    fn figures(&self) -> (f64, f64) {
        let count = self.queries.max(1) as f64;
        (self.reciprocal / count, self.in_five as f64 / count)
    }
}

/// The rank of each query, in their order, on two threads.
fn ranks(queries: &[Query], home: &Path, known: &BTreeMap<&str, BTreeMap<String, String>>) -> Vec<usize> {
    let half = queries.len().div_ceil(2);
    thread::scope(|scope| {
        let run = |some: &[Query]| some.iter().map(|q| rank(q, home, &known[q.lang.as_str()])).collect::<Vec<_>>();
        let workers: Vec<_> = queries.chunks(half).map(|some| scope.spawn(move || run(some))).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    })
}

#[test]
fn a_right_provision_comes_first() {
    let home = tempfile::tempdir().unwrap();
    let known: BTreeMap<&str, BTreeMap<String, String>> =
        ["da", "en", "nl", "no", "sv"].into_iter().map(|lang| (lang, definitions(lang))).collect();
    let mut missed = String::new();
    let mut too_low = String::new();
    for set in &SETS {
        let queries = queries(set.file);
        let mut table: BTreeMap<String, Row> = BTreeMap::new();
        for (query, rank) in queries.iter().zip(ranks(&queries, home.path(), &known)) {
            for name in ["all".to_owned(), format!("kind {}", query.kind), format!("lang {}", query.lang)] {
                let row = table.entry(name).or_default();
                row.queries += 1;
                row.reciprocal += if rank > 0 { 1.0 / rank as f64 } else { 0.0 };
                row.in_five += usize::from((1..=5).contains(&rank));
            }
            if rank != 1 {
                writeln!(missed, "{}\t{rank}\t{}\t{}\t{}", set.file, query.kind, query.lang, query.text).unwrap();
            }
        }
        println!("{:<20} {:>7} {:>6} {:>8}", set.file, "queries", "MRR", "in five");
        for (name, row) in &table {
            let (reciprocal, in_five) = row.figures();
            println!("{name:<20} {:>7} {reciprocal:>6.3} {in_five:>8.3}", row.queries);
            let (least, share) = if name == "all" { set.least_all } else { set.least };
            if reciprocal < least || in_five < share {
                let file = set.file;
                writeln!(too_low, "{file}, {name}: {reciprocal:.3}, {in_five:.3}; floors {least}, {share}").unwrap();
            }
        }
        println!();
    }
    if let Some(path) = std::env::var_os("RANKING_OUT") {
        fs::write(path, missed).unwrap();
    }
    assert!(too_low.is_empty(), "{too_low}");
}
