//! The packed index: the same bytes from the same document, and a clean refusal of any other bytes.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use std::process::Command;

use common::{Book, document, language, note, provisions, unit};
use lawgrep_model::{Document, UnitKey};
use lawgrep_search::{Blob, FORMAT, Index, Match, Query, SearchError, build};
use proptest::prelude::*;

fn sample() -> Document {
    let mut units = provisions(
        "
        1 | Kortene | Der er toogfyrre kort i en halv bunke.
        2 | Mappen | Mappen rummer fire hænder.
        2A | | Hver hånd har sin lomme, se §1.
        ",
    );
    units[1].notes = vec![note("En mappe kan være af pap.")];
    units.push(unit(UnitKey::Definition("Lomme".to_owned()), "Lomme", "En del af mappen."));
    document("da", units)
}

fn blob() -> &'static [u8] {
    Box::leak(build(&sample(), &language("da")).unwrap().into_boxed_slice())
}

fn finds(index: &Index) -> usize {
    index
        .search(&Query::parse("mapper").asked(), &lawgrep_search::Analyser::new(&language("da")), Match::All)
        .unwrap()
        .len()
}

#[test]
fn the_same_document_gives_the_same_bytes() {
    assert_eq!(blob(), blob());
    let other = build(&document("da", provisions("1 | | Noget andet.")), &language("da")).unwrap();
    assert_ne!(blob(), other);
}

#[test]
fn another_process_builds_the_same_bytes() {
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "prints_its_bytes", "--ignored", "--nocapture"])
        .output()
        .unwrap();
    let out = String::from_utf8(child.stdout).unwrap();
    let theirs = out.split("bytes:").nth(1).unwrap().split_whitespace().next().unwrap();
    assert_eq!(theirs, hex(blob()));
}

#[test]
#[ignore = "is run by another_process_builds_the_same_bytes"]
fn prints_its_bytes() {
    println!("bytes:{} ", hex(blob()));
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn it_opens_from_the_program_and_from_memory() {
    let fixed = Blob::from(blob());
    assert_eq!(finds(&Index::open(fixed.clone()).unwrap()), 3);
    assert_eq!(finds(&Index::open(fixed).unwrap()), 3);
    assert_eq!(finds(&Index::open(Blob::from(blob().to_vec())).unwrap()), 3);
}

#[test]
fn an_index_can_be_searched_from_several_threads() {
    let index = Index::open(Blob::from(blob())).unwrap();
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(|| finds(&index))).collect();
        assert!(all.into_iter().all(|one| one.join().unwrap() == 3));
    });
}

#[test]
fn a_blob_cut_anywhere_is_refused() {
    let whole = blob();
    for length in 0..whole.len() {
        let error = Index::open(Blob::from(&whole[..length])).err();
        assert!(matches!(error, Some(SearchError::NotAnIndex | SearchError::Damaged(_))), "cut at {length}: {error:?}");
    }
}

#[test]
fn altered_bytes_are_refused() {
    let whole = blob();
    for at in (0..whole.len()).step_by(61) {
        let mut altered = whole.to_vec();
        altered[at] ^= 0x10;
        assert!(Index::open(Blob::from(altered)).is_err(), "byte {at}");
    }
    let mut longer = whole.to_vec();
    longer.push(0);
    assert!(Index::open(Blob::from(longer)).is_err());
}

#[test]
fn another_format_is_named() {
    let mut other = blob().to_vec();
    other[8..12].copy_from_slice(&(FORMAT + 1).to_le_bytes());
    let error = Index::open(Blob::from(other)).err().unwrap();
    assert_eq!(error, SearchError::OtherFormat { found: FORMAT + 1 });
    assert_eq!(Index::open(Blob::from(b"PK\x03\x04".to_vec())).err(), Some(SearchError::NotAnIndex));
}

#[test]
fn documents_without_units_or_words_are_no_fault() {
    let empty = Book::new("en", Vec::new());
    assert!(empty.all("card").is_empty() && empty.any("card").is_empty());
    let wordless = Book::new("en", provisions("1 | | \n 1A | | "));
    assert!(wordless.all("card").is_empty());
    assert_eq!(wordless.all("1A"), ["1A"]);
}

#[test]
fn a_word_longer_than_the_engine_takes_hides_no_other() {
    let long = "ab".repeat(60_000);
    let book = Book::new("en", provisions(&format!("1 | | before {long} after")));
    assert_eq!(book.all("before after"), ["1"]);
    assert!(book.all(&long).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever a text holds, each of its words finds it, and so does the text as a phrase.
    #[test]
    fn every_word_of_a_text_finds_it(text in "[a-zåäöøæéA-ZÅØ0-9§.,'’\u{ad}_ -]{0,60}|\\PC{0,40}") {
        let text = text.replace(['"', '|'], " ");
        for lang in ["da", "sv", "nl"] {
            let book = Book::new(lang, vec![unit(UnitKey::Foreword, "", &text)]);
            for token in lawgrep_search::Analyser::new(&book.language).words(&text) {
                prop_assert_eq!(book.all(token.span.of(&text)), ["foreword"], "{:?}", token);
            }
            let phrase = format!("\"{text}\"");
            prop_assert_eq!(book.all(&phrase).is_empty(), Query::parse(&phrase).is_empty());
        }
    }
}
