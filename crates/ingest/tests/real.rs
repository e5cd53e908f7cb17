//! The national texts themselves. They are not part of this repository: set LAWGREP_EDITIONS to the folder that has them.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a panic is the report")]

mod common;

use std::path::PathBuf;

use common::{check, lexicon};
use lawgrep_ingest::{Overrides, decode, parse, recognise};

/// Name and text of each edition, in the order of their names.
fn editions() -> Vec<(String, String)> {
    let folder = PathBuf::from(std::env::var_os("LAWGREP_EDITIONS").expect("LAWGREP_EDITIONS"));
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    files.sort();
    assert!(!files.is_empty(), "no texts in LAWGREP_EDITIONS");
    let name = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), decode(&std::fs::read(path).unwrap()).text)).collect()
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn the_real_texts_keep_every_promise() {
    let lexicon = lexicon();
    for (name, text) in editions() {
        let recognised = recognise(&text, "text.txt", &lexicon, &Overrides::default()).unwrap();
        assert_eq!(recognised.id.as_str(), name);
        let document = parse(&text, "text.txt", &recognised, &lexicon);
        check(&document, &text);
        assert_eq!(common::unread_share(&document), 0.0, "{name}");
    }
}
