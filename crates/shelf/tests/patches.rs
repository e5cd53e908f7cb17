//! Corrections of slips in a print, from the lexicon to the edition. Texts and slips are invented.

#![expect(clippy::unwrap_used, reason = "a panic in a test is its report")]

mod common;

use std::fs;

use lawgrep_ingest::Overrides;
use lawgrep_lexicon::{Lexicon, Patch, Patches};
use lawgrep_model::{Document, FindingKind, Role};
use lawgrep_shelf::pipeline::{Made, Options, SourceFile, make};
use sha2::{Digest, Sha256};

fn file(name: &str) -> SourceFile {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name);
    SourceFile { name: name.to_owned(), bytes: fs::read(path).unwrap() }
}

/// A lexicon that knows that this word of that file is another one.
fn lexicon(file: &SourceFile, old: &str, now: &str) -> Lexicon {
    let mut lexicon = Lexicon::embedded().unwrap();
    let text = String::from_utf8(file.bytes.clone()).unwrap();
    let from = u32::try_from(text.find(old).unwrap()).unwrap();
    let was = Sha256::digest(old).iter().map(|byte| format!("{byte:02x}")).collect();
    let at = [from, from + u32::try_from(old.len()).unwrap()];
    let patch = Patch { at, was, now: now.to_owned(), reason: "another word".to_owned() };
    lexicon.patches = vec![Patches { edition: "da-1997".parse().unwrap(), patches: vec![patch] }].into();
    lexicon
}

fn made(files: &[SourceFile], lexicon: &Lexicon, patches: bool) -> Made {
    let mut batch = make(files, &Overrides::default(), lexicon, Options { patches });
    assert!(batch.faults.is_empty(), "{:?}", batch.faults);
    batch.made.remove(0)
}

fn findings(document: &Document) -> Vec<(FindingKind, &str)> {
    let of_patches =
        |f: &&lawgrep_model::Finding| matches!(f.kind, FindingKind::PatchApplied | FindingKind::PatchRefused);
    document.findings.iter().filter(of_patches).map(|f| (f.kind, f.message.as_str())).collect()
}

/// The pieces count in the corrected text, and so does everything else.
#[track_caller]
fn check_whole(made: &Made) {
    assert_eq!(made.document.source_len as usize, made.text.len());
    assert_eq!(made.document.pieces.last().unwrap().span.end as usize, made.text.len());
    for (id, unit) in made.document.iter() {
        let own = made.document.pieces.iter().filter(|p| p.unit == Some(id) && p.role == Role::Body);
        let printed: String = own.map(|p| p.span.of(&made.text)).collect();
        // Without the hyphens of words that a page cut in two.
        let solid = |text: &str| text.replace('-', "").split_whitespace().collect::<String>();
        assert!(solid(&printed) == solid(&unit.text), "{} is not what its pieces are", unit.key.pipe());
    }
}

#[test]
fn a_correction_is_put_in_before_reading_and_told() {
    let [one, more] = ["tabbed.txt", "tabbed-more.txt"].map(file);
    let lexicon = lexicon(&more, "strafkort", "STRAFFEKORT");
    let corrected = made(&[one.clone(), more.clone()], &lexicon, true);
    check_whole(&corrected);
    let told = (FindingKind::PatchApplied, "read STRAFFEKORT for the printed strafkort: another word");
    assert_eq!(findings(&corrected.document), [told]);
    assert!(corrected.text.contains("STRAFFEKORT"));
    let applied = corrected.document.findings.iter().find(|f| f.kind == FindingKind::PatchApplied).unwrap();
    assert_eq!(applied.span.of(&corrected.text), "STRAFFEKORT");
    let line = corrected.text[..applied.span.start as usize].matches('\n').count() + 1;
    assert_eq!(applied.line as usize, line);

    let plain = made(&[one, more], &lexicon, false);
    check_whole(&plain);
    assert!(findings(&plain.document).is_empty() && !plain.text.contains("STRAFFEKORT"));
    assert_eq!(plain.document.edition.source_hash, corrected.document.edition.source_hash, "the source is what it was");
}

#[test]
fn a_correction_of_another_print_is_left_out_and_told() {
    let one = file("tabbed.txt");
    let mut lexicon = lexicon(&one, "§", "x");
    let mut patches = lexicon.patches.to_vec();
    patches[0].patches[0].was = "0".repeat(64);
    lexicon.patches = patches.into();
    let read = made(&[one], &lexicon, true);
    check_whole(&read);
    assert!(matches!(findings(&read.document).as_slice(), [(FindingKind::PatchRefused, _)]));
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn every_correction_fits_its_national_text() {
    let files = common::national_texts();
    let lexicon = Lexicon::embedded().unwrap();
    let [with, without] =
        [true, false].map(|patches| make(&files, &Overrides::default(), &lexicon, Options { patches }).made);
    let mut applied = 0;
    for (with, without) in with.iter().zip(&without) {
        check_whole(with);
        let told = findings(&with.document);
        assert!(told.iter().all(|(kind, _)| *kind == FindingKind::PatchApplied), "{told:?}");
        applied += told.len();
        // Words change, and nothing else: neither the tree nor a reference.
        let shape = |document: &Document| -> Vec<_> {
            let of = |u: &lawgrep_model::Unit| {
                (u.key.clone(), u.parent, u.refs.iter().map(|r| r.target).collect::<Vec<_>>())
            };
            document.units.iter().map(of).collect()
        };
        assert_eq!(shape(&with.document), shape(&without.document));
    }
    let known: usize = lexicon.patches.iter().map(|p| p.patches.len()).sum();
    assert_eq!(applied, known, "corrections that were put in");
}
