//! Editions side by side: every unit of every edition stands in exactly one row, whatever the pair.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a panic in a test is its report")]

mod common;

use std::{collections::BTreeMap, path::PathBuf};

use lawgrep_align::{Alignment, Content, join};
use lawgrep_ingest::Overrides;
use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Document, UnitId};
use lawgrep_shelf::{
    bundle::{Bundle, alignment},
    embed::embed,
    pipeline::{self, Options},
    tree,
};

fn corpus() -> (Vec<Document>, Alignment) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let bundle = embed(&root.join("corpus/companion"), None).unwrap_or_else(|faults| panic!("{faults:#?}")).bundle;
    let bundle = Bundle::open(Vec::leak(bundle)).unwrap();
    let documents = bundle.editions().map(|edition| tree::decode(edition.tree).unwrap()).collect();
    (documents, alignment(bundle.tables().alignment).unwrap())
}

/// What is wrong with the rows of a view: units that stand in no row, or in several.
#[track_caller]
fn check(documents: &[&Document], alignment: &Alignment) {
    let mut seen: BTreeMap<(usize, UnitId, bool), usize> = BTreeMap::new();
    for row in join(documents, alignment) {
        for cell in &row.cells {
            if let Content::Pieces(pieces) = &cell.content {
                for piece in pieces {
                    *seen.entry((cell.column, piece.unit, piece.tail)).or_default() += 1;
                }
            }
        }
    }
    for (column, document) in documents.iter().enumerate() {
        let ids: Vec<_> = documents.iter().map(|d| d.edition.id.as_str()).collect();
        for (id, unit) in document.iter().filter(|(_, u)| u.key.is_provision() || u.has_words()) {
            let times = seen.get(&(column, id, false)).copied().unwrap_or_default();
            assert_eq!(times, 1, "{} of {} in {ids:?}", unit.key.pipe(), ids[column]);
        }
    }
    assert!(seen.values().all(|times| *times == 1));
}

#[test]
fn the_companions_stand_beside_each_other() {
    let (documents, alignment) = corpus();
    check(&documents.iter().collect::<Vec<_>>(), &alignment);
    let rows = join(&documents.iter().collect::<Vec<_>>(), &alignment);
    // One tree in five languages: no row lacks one, and every definition meets the others.
    for row in &rows {
        assert_eq!(row.cells.len(), 5, "{row:?}");
        assert!(row.cells.iter().all(|cell| cell.content != Content::Missing), "{row:?}");
    }
}

#[test]
fn a_text_of_another_code_stands_by_rule() {
    let (documents, alignment) = corpus();
    let mut old = documents[0].clone();
    old.edition.code = 1997;
    check(&[&documents[1], &old], &alignment);
    check(&[&old, &documents[1]], &alignment);
    old.edition.code = 2007;
    check(&[&old, &documents[1], &documents[2]], &alignment);
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn every_pair_of_editions_is_an_outer_join() {
    let (mut documents, alignment) = corpus();
    let lexicon = Lexicon::embedded().unwrap();
    let made = pipeline::make(&common::national_texts(), &Overrides::default(), &lexicon, Options::default()).made;
    assert_eq!(made.len(), 4);
    documents.extend(made.into_iter().map(|made| made.document));
    for one in &documents {
        for other in documents.iter().filter(|other| other.edition.id != one.edition.id) {
            check(&[one, other], &alignment);
        }
    }
    check(&documents.iter().collect::<Vec<_>>(), &alignment);
}
