//! Invented law texts with the quirks of real prints: `data/LAYOUT/NAME.txt`, and beside each the tree that it must become,
//! `NAME.tree`. With `UPDATE=1` in the environment the trees are written anew; read the difference before you commit it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a panic is the report")]

mod common;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use common::{check, lexicon, tree::tree};
use lawgrep_ingest::{Overrides, decode, parse, recognise};

/// Texts as they are met outside of books, in `lines`: language and code stand in the name, `en-2017-NAME.txt`.
#[test]
fn each_text_from_outside_becomes_its_tree() {
    let lexicon = lexicon();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/lines");
    let update = std::env::var_os("UPDATE").is_some();
    let mut different = Vec::new();
    let texts = files(&folder, "txt");
    assert!(texts.len() >= 10, "only {} texts", texts.len());
    for path in &texts {
        let text = decode(&std::fs::read(path).unwrap()).text;
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut parts = name.split('-');
        let lang = parts.next().map(str::to_owned);
        let code = parts.next().and_then(|code| code.parse().ok());
        let overrides = Overrides { lang, code, ..Overrides::default() };
        let recognised =
            recognise(&text, "text", &lexicon, &overrides).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let document = parse(&text, "text", &recognised, &lexicon);
        check(&document, &text);
        let got = format!("{}\n{}", recognised.layout.name(), tree(&document));
        let expected = path.with_extension("tree");
        if update {
            std::fs::write(&expected, &got).unwrap();
        }
        if std::fs::read_to_string(&expected).ok().as_ref() != Some(&got) {
            different.push(format!("{}\n{got}", expected.display()));
        }
    }
    assert_eq!(files(&folder, "tree").len(), texts.len(), "a tree without a text, or the other way round");
    assert!(different.is_empty(), "these texts became other trees (UPDATE=1 writes them):\n{}", different.join("\n"));
}

/// Folder, what the report calls the layout, language and code of its texts.
const LAYOUTS: [(&str, &str, &str, u16); 4] = [
    ("flowing", "flowing pages", "no", 2017),
    ("tabbed", "tabbed text", "da", 1997),
    ("lists", "lists", "nl", 2017),
    ("table", "table of extracts", "sv", 1997),
];

fn files(folder: &Path, extension: &str) -> BTreeSet<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|e| e == extension)).collect()
}

#[test]
fn each_text_becomes_its_tree() {
    let lexicon = lexicon();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let update = std::env::var_os("UPDATE").is_some();
    let mut different = Vec::new();
    for (folder, layout, lang, code) in LAYOUTS {
        let folder = data.join(folder);
        let texts = files(&folder, "txt");
        assert!(texts.len() >= 5, "only {} texts in {}", texts.len(), folder.display());
        for path in &texts {
            let text = decode(&std::fs::read(path).unwrap()).text;
            // So short a text tells neither language nor code.
            let overrides = Overrides { lang: Some(lang.to_owned()), code: Some(code), ..Overrides::default() };
            let recognised =
                recognise(&text, "text", &lexicon, &overrides).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            assert_eq!(recognised.layout.name(), layout, "{}", path.display());
            let document = parse(&text, "text", &recognised, &lexicon);
            check(&document, &text);
            let got = tree(&document);
            let expected = path.with_extension("tree");
            if update {
                std::fs::write(&expected, &got).unwrap();
            }
            if std::fs::read_to_string(&expected).ok().as_ref() != Some(&got) {
                different.push(format!("{}\n{got}", expected.display()));
            }
        }
        let left: Vec<_> =
            files(&folder, "tree").into_iter().filter(|t| !texts.contains(&t.with_extension("txt"))).collect();
        assert!(left.is_empty(), "trees without a text: {left:?}");
    }
    assert!(different.is_empty(), "these texts became other trees (UPDATE=1 writes them):\n{}", different.join("\n"));
}
