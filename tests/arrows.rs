//! The allowed arrows between our crates, and a reading of the manifests that holds them to it.

#![expect(clippy::unwrap_used, reason = "a panic in a test is its report")]

use std::{collections::BTreeMap, fs, path::Path};

/// Crate folder, and the local crates that it may use. ARCHITECTURE.md says why.
const ALLOWED: [(&str, &[&str]); 12] = [
    ("crates/model", &[]),
    ("crates/lexicon", &["model"]),
    ("crates/ingest", &["model", "lexicon"]),
    ("crates/align", &["model", "lexicon"]),
    ("crates/compare", &["model", "lexicon", "align"]),
    ("xref", &["model", "lexicon"]),
    ("crates/search", &["model", "lexicon"]),
    ("crates/shelf", &["model", "lexicon", "ingest", "align", "xref", "search"]),
    ("crates/formats", &["ingest"]),
    ("tui", &["model", "align", "lexicon", "xref"]),
    ("crates/cli", &["model", "lexicon", "ingest", "align", "compare", "xref", "search", "shelf", "formats", "tui"]),
    (".", &["cli", "shelf"]),
];

fn manifest(folder: &str) -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("Cargo.toml");
    fs::read_to_string(&path).unwrap().parse().unwrap()
}

/// The local crates that a table of dependencies names.
fn local(table: Option<&toml::Value>) -> Vec<String> {
    let names = table.and_then(toml::Value::as_table).map(|t| t.keys().cloned().collect()).unwrap_or_default();
    let names: Vec<String> = names;
    names.iter().filter_map(|name| name.strip_prefix("lawgrep-").map(str::to_owned)).collect()
}

#[test]
fn no_crate_uses_more_than_it_may() {
    for (folder, allowed) in ALLOWED {
        let manifest = manifest(folder);
        for table in ["dependencies", "build-dependencies"] {
            for used in local(manifest.get(table)) {
                assert!(allowed.contains(&used.as_str()), "{folder} uses {used} in [{table}]");
            }
        }
        assert!(manifest.get("target").is_none(), "{folder}: dependencies of one platform would escape this test");
    }
}

#[test]
fn every_crate_is_in_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<String> = vec![".".to_owned(), "tui".to_owned(), "xref".to_owned()];
    for entry in fs::read_dir(root.join("crates")).unwrap() {
        folders.push(format!("crates/{}", entry.unwrap().file_name().to_string_lossy()));
    }
    folders.sort();
    let mut listed: Vec<String> = ALLOWED.iter().map(|(folder, _)| (*folder).to_owned()).collect();
    listed.sort();
    assert_eq!(folders, listed);
}

#[test]
fn the_table_has_no_circle() {
    let name = |folder: &str| folder.rsplit('/').next().unwrap_or_default().to_owned();
    let mut depth: BTreeMap<String, usize> = BTreeMap::new();
    for (folder, uses) in ALLOWED {
        // A crate may use only what stands above it in the table.
        for used in uses {
            assert!(depth.contains_key(*used), "{folder} uses {used}, which is not above it");
        }
        depth.insert(name(folder), depth.len());
    }
}

#[test]
fn versions_stand_in_one_table() {
    for (folder, _) in ALLOWED {
        let manifest = manifest(folder);
        for table in ["dependencies", "build-dependencies", "dev-dependencies"] {
            let used = manifest.get(table).and_then(toml::Value::as_table).cloned().unwrap_or_default();
            for (name, how) in used {
                assert!(
                    how.get("workspace").is_some(),
                    "{folder}: {name} in [{table}] does not take its version from the root"
                );
            }
        }
    }
}
