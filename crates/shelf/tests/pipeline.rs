//! The pipeline from files to editions, over invented texts and over the companion corpus.

#![expect(clippy::unwrap_used, reason = "a panic in a test is its report")]

mod common;

use std::{
    fs,
    path::{Path, PathBuf},
};

use lawgrep_ingest::Overrides;
use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Citation, NoteKind, Resolution, Role, Target};
use lawgrep_shelf::{
    Library, Origin,
    bundle::Bundle,
    embed::embed,
    pipeline::{Batch, FaultKind, Made, Options, SourceFile, make},
    tree,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn file(name: &str) -> SourceFile {
    SourceFile { name: name.to_owned(), bytes: fs::read(root().join("tests/data").join(name)).unwrap() }
}

fn made(files: &[SourceFile]) -> Batch {
    make(files, &Overrides::default(), &Lexicon::embedded().unwrap(), Options::default())
}

/// Every byte of the source belongs to exactly one piece.
#[track_caller]
fn check_partition(made: &Made) {
    let mut at = 0;
    for piece in &made.document.pieces {
        assert_eq!(piece.span.start, at, "{}", made.document.edition.id);
        at = piece.span.end;
    }
    assert_eq!(at as usize, made.text.len());
    assert_eq!(made.document.source_len, at);
}

#[test]
fn files_are_grouped_into_editions_and_others_named() {
    let poem = SourceFile { name: "poem.txt".to_owned(), bytes: b"Roses are red.".to_vec() };
    let batch = made(&[file("tabbed-more.txt"), poem, file("lists.txt"), file("tabbed.txt")]);
    let ids: Vec<_> = batch.made.iter().map(|m| m.document.edition.id.to_string()).collect();
    assert_eq!(ids, ["da-1997", "nl-2017"]);
    assert_eq!(batch.made[0].files, [3, 0], "in the order of their laws");
    assert_eq!(batch.made[0].document.edition.source_name, "tabbed.txt, tabbed-more.txt");
    assert!(
        matches!(batch.faults.as_slice(), [fault] if fault.files == [1] && matches!(fault.kind, FaultKind::NotLaw(_)))
    );
    batch.made.iter().for_each(check_partition);
}

#[test]
fn parts_know_where_they_begin() {
    let batch = made(&[file("tabbed.txt"), file("tabbed-more.txt")]);
    let whole = &batch.made[0];
    for (name, at) in &whole.parts {
        let text = String::from_utf8(file(name).bytes).unwrap();
        assert!(whole.text[*at as usize..].starts_with(&text), "{name}");
    }
    // References cross from one part to the other.
    let cite: Citation = "50A".parse().unwrap();
    let (_, unit) = whole.document.find(cite).next().unwrap();
    assert_eq!(unit.refs[0].target, Target::One("41A".parse().unwrap()));
    assert_eq!(unit.refs[0].resolution, Resolution::InEdition);
}

#[test]
fn files_with_the_same_law_are_no_parts() {
    let mut other = file("lists.txt");
    other.bytes.extend(b"\nMeer.\n");
    let batch = made(&[file("lists.txt"), other]);
    assert!(batch.made.is_empty());
    assert!(matches!(batch.faults[0].kind, FaultKind::Overlap { law: 50, .. }) && batch.faults[0].files == [0, 1]);
}

#[test]
fn findings_have_lines() {
    let mut odd = file("tabbed.txt");
    odd.bytes =
        String::from_utf8(odd.bytes).unwrap().replace("§42B", "§42B99").replace("42, 43", "42Q, 43").into_bytes();
    let batch = made(&[odd]);
    let findings = &batch.made[0].document.findings;
    assert!(!findings.is_empty() && findings.iter().all(|f| f.line > 0), "{findings:?}");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let files = [file("tabbed.txt"), file("tabbed-more.txt"), file("lists.txt")];
    let bytes = || -> Vec<(Vec<u8>, Vec<u8>)> {
        made(&files).made.into_iter().map(|m| (tree::encode(&m.document).unwrap(), m.index)).collect()
    };
    assert!(bytes() == bytes());
}

#[test]
fn the_corpus_packs_to_the_same_bytes_twice_and_opens() {
    let pack = || embed(&root().join("corpus/companion"), None).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let (one, two) = (pack(), pack());
    assert!(one.bundle == two.bundle, "the bundle differs between two builds");
    assert!(one.inputs.iter().any(|p| p.ends_with("da/law-50.md")) && one.notes.is_empty());

    let bundle = Bundle::open(Vec::leak(one.bundle)).unwrap();
    assert!(!bundle.is_private());
    let library = Library::open(&bundle, None).unwrap();
    let ids: Vec<_> = library.editions().iter().map(|e| e.id.to_string()).collect();
    assert_eq!(ids, ["companion-da", "companion-en", "companion-nl", "companion-no", "companion-sv"]);
    assert_eq!(library.origin(0), Some(Origin::Embedded));
    for edition in 0..5 {
        let document = library.document(edition).unwrap().unwrap();
        let excerpt = library.excerpt(edition, &["50D".parse().unwrap()]).unwrap().unwrap();
        assert!(excerpt.holds("50D".parse().unwrap()) && excerpt.units.len() < document.units.len());
        assert!(library.index(edition).unwrap().is_ok());
        // The Norwegian one refers by bare numbers, the others by a sign; all refer from 50E2 to 16C.
        let incoming = library.graph(edition).unwrap().unwrap().incoming("16C".parse().unwrap());
        let from: Vec<_> = incoming.iter().filter_map(|i| document.unit(i.unit)).map(|u| u.key.pipe()).collect();
        assert!(from.contains(&"50E2".to_owned()), "{}: {from:?}", document.edition.id);
    }
    assert!(library.document(5).is_none() && library.index(5).is_none() && library.excerpt(5, &[]).is_none());
}

#[test]
fn a_fault_in_the_corpus_names_file_and_line_and_the_private_folder_must_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("companion");
    let faults = embed(&corpus, None).unwrap_err();
    assert!(faults[0].contains("cannot be read"), "{faults:?}");
    fs::create_dir_all(corpus.join("da")).unwrap();
    assert!(embed(&corpus, None).unwrap_err()[0].contains("has no edition.toml"));
    for name in ["edition.toml", "law-16.md", "law-50.md"] {
        fs::copy(root().join("corpus/companion/da").join(name), corpus.join("da").join(name)).unwrap();
    }
    assert!(embed(&corpus, None).is_ok());
    let text = fs::read_to_string(corpus.join("da/law-50.md")).unwrap();
    fs::write(corpus.join("da/law-50.md"), text.replacen("## 50A ", "## 51A ", 1)).unwrap();
    let faults = embed(&corpus, None).unwrap_err();
    assert!(faults.len() == 1 && faults[0].contains("law-50.md:5: 51A is of another law; "), "{faults:?}");
    fs::write(corpus.join("da/law-50.md"), b"# 50 \xff\n").unwrap();
    assert!(embed(&corpus, None).unwrap_err()[0].contains("is not UTF-8"));
    let faults = embed(&root().join("corpus/companion"), Some(&folder.path().join("none"))).unwrap_err();
    assert!(faults.len() == 1 && faults[0].contains("is no folder"), "{faults:?}");
}

/// Per edition the mark and the words of each doubt, by provision.
fn doubts_of(library: &Library, edition: usize) -> Vec<(String, String, String)> {
    let document = library.document(edition).unwrap().unwrap();
    let notes = document.units.iter().flat_map(|u| u.notes.iter().map(move |note| (u.key.pipe(), note)));
    notes
        .filter(|(_, note)| note.kind == NoteKind::Doubt)
        .map(|(place, note)| (place, note.mark.clone(), note.text.clone()))
        .collect()
}

#[test]
fn doubts_speak_the_language_of_the_companion() {
    let embedding = embed(&root().join("corpus/companion"), None).unwrap();
    let library = Library::open(&Bundle::open(Vec::leak(embedding.bundle)).unwrap(), None).unwrap();
    let all: Vec<_> = (0..5).map(|edition| doubts_of(&library, edition)).collect();
    let marks: Vec<_> = all.iter().map(|doubts| doubts[0].1.as_str()).collect();
    assert_eq!(marks, ["tvivl:", "doubt:", "twijfel:", "tvil:", "tvivel:"]);
    for (edition, doubts) in all.iter().enumerate() {
        assert_eq!(doubts.len(), all[1].len());
        for (one, english) in doubts.iter().zip(&all[1]) {
            assert_eq!((&one.0, &one.1), (&english.0, &doubts[0].1));
            assert_eq!(one.2 == english.2, edition == 1, "{}: {}", one.0, one.2);
        }
    }
}

#[test]
fn a_doubt_without_words_and_words_without_a_doubt_stop_the_build() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("companion");
    fs::create_dir_all(corpus.join("da")).unwrap();
    for name in ["edition.toml", "law-50.md", "doubts.toml"] {
        fs::copy(root().join("corpus/companion/da").join(name), corpus.join("da").join(name)).unwrap();
    }
    let file = corpus.join("da/doubts.toml");
    let whole = fs::read_to_string(&file).unwrap();
    fs::write(folder.path().join("complete.toml"), "doubts = [\"da\"]\n[laws]\n").unwrap();
    assert!(embed(&corpus, None).is_ok());

    let fails = |text: &str, wanted: &str| {
        fs::write(&file, text).unwrap();
        let faults = embed(&corpus, None).unwrap_err();
        assert!(faults.len() == 1 && faults[0].contains(wanted), "{wanted}: {faults:?}");
    };
    let without = |cite: &str| -> String {
        let start = format!("\"{cite}\" ");
        whole.lines().filter(|line| !line.starts_with(&start)).map(|line| format!("{line}\n")).collect()
    };
    fails(&without("12C4"), "doubts.toml:5: the spine's doubt about 12C4 has no text here; write it");
    fails(&without("6D1"), "doubts.toml:1: the spine's doubt about 6D1 has no text here; ");
    fails(
        &whole.replace("\"6D1\"", "\"6D2\" = \"Nej.\"\n\"6D1\""),
        "doubts.toml:5: the spine has no doubt about 6D2; take",
    );
    fails(&whole.replace("\"6D1\"", "\"6D1x9\" = \"Nej.\"\n\"6D1\""), "doubts.toml:5: `6D1x9` is no citation; ");
    fails(&whole.replace("\"6D1\"", "\"6D1\" = \"Nej.\"\n\"6D1\""), "doubts.toml:6: duplicate key");
    fails(&whole.replace("\"tvivl:\"", "\" \""), "doubts.toml:1: `mark` is empty; ");
    fails("mark = 3\n", "doubts.toml:1: ");
    fs::remove_file(&file).unwrap();
    let faults = embed(&corpus, None).unwrap_err();
    assert!(faults.len() == 1 && faults[0].contains("add doubts.toml"), "{faults:?}");
    // A language that is not named as told shows the spine's words, or as many of its own as there are.
    fs::remove_file(folder.path().join("complete.toml")).unwrap();
    fs::write(&file, without("50A")).unwrap();
    let embedding = embed(&corpus, None).unwrap();
    let library = Library::open(&Bundle::open(Vec::leak(embedding.bundle)).unwrap(), None).unwrap();
    let marks: Vec<_> = doubts_of(&library, 0).into_iter().map(|(place, mark, _)| (place, mark)).collect();
    let pair = |place: &str, mark: &str| (place.to_owned(), mark.to_owned());
    assert_eq!(marks, [pair("50A", "doubt:"), pair("50E4", "tvivl:")]);
}

#[test]
fn a_private_build_says_so() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["tabbed.txt", "lists.txt"] {
        fs::copy(root().join("tests/data").join(name), folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("README.md"), "Nothing.").unwrap();
    let embedding = embed(&root().join("corpus/companion"), Some(folder.path())).unwrap();
    assert!(
        embedding.notes.len() == 1 && embedding.notes[0].starts_with("README.md skipped: "),
        "{:?}",
        embedding.notes
    );
    let library = Library::open(&Bundle::open(Vec::leak(embedding.bundle)).unwrap(), None).unwrap();
    assert!(library.is_private_build());
    let origin = |id: &str| library.position(id).and_then(|at| library.origin(at));
    assert_eq!((origin("da-1997"), origin("companion-da")), (Some(Origin::Private), Some(Origin::Embedded)));
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn the_national_texts_lose_nothing() {
    let files = common::national_texts();
    let batch = made(&files);
    assert_eq!((batch.made.len(), batch.faults.len()), (files.len(), 0));
    for made in &batch.made {
        check_partition(made);
        let provisions: Vec<_> = made.document.units.iter().filter(|u| u.key.is_provision()).collect();
        let (first, last) = (provisions.first().unwrap().span.start, provisions.last().unwrap().span.end);
        let inside = made.document.pieces.iter().filter(|p| p.span.start >= first && p.span.end <= last);
        let unread: usize = inside.filter(|p| p.role == Role::Unread).map(|p| p.span.len()).sum();
        let share = unread as f64 / f64::from(last - first);
        assert!(share <= 0.005, "{}: {share} of the laws is not understood", made.document.edition.id);
    }
}

/// An invented law in Danish.
fn danish_law(law: u16) -> String {
    format!(
        "§ {law}. Kugler af slags {law}\n\nA. Spilleren\nHvis spilleren eller makker ikke kan se kuglen, skal den ud til bordet (se § 12C1).\n\n\
         B. Makker\n1. Makker kan se, når det bliver hans tur.\n2. Efter {law} stik er det slut.\n\n"
    )
}

fn book(laws: impl IntoIterator<Item = u16>) -> SourceFile {
    let laws: Vec<u16> = laws.into_iter().collect();
    let text: String = laws.iter().map(|law| danish_law(*law)).collect();
    SourceFile { name: format!("lov-{}-{}.txt", laws[0], laws[laws.len() - 1]), bytes: text.into_bytes() }
}

fn as_one(files: &[SourceFile]) -> Batch {
    let overrides = Overrides { id: Some("da-kugler".parse().unwrap()), code: Some(2017), ..Overrides::default() };
    make(files, &overrides, &Lexicon::embedded().unwrap(), Options::default())
}

fn laws_of(made: &Made) -> Vec<u16> {
    let laws = made.document.units.iter().filter(|u| u.key.is_provision() && u.parent.is_none());
    laws.filter_map(|u| u.key.citation()).map(|c| c.law_number()).collect()
}

#[test]
fn parts_of_books_of_every_kind() {
    // Laws 1 to 20; one law; a book without definitions.
    for laws in [(1..=20).collect::<Vec<u16>>(), vec![68], (1..=93).collect()] {
        let batch = as_one(&[book(laws.clone())]);
        assert!(batch.faults.is_empty(), "{:?}", batch.faults);
        assert_eq!(laws_of(&batch.made[0]), laws);
        assert!(!batch.made[0].document.units.iter().any(|u| u.key.kind() == "definition"));
        check_partition(&batch.made[0]);
    }
    // Two parts, the later one first; a third that holds one of their laws is no part.
    let (early, late) = (book(1..=20), book(21..=40));
    let batch = as_one(&[late.clone(), early.clone()]);
    assert_eq!(laws_of(&batch.made[0]), (1..=40).collect::<Vec<u16>>());
    check_partition(&batch.made[0]);
    let batch = as_one(&[early, late, book(40..=44)]);
    assert!(
        matches!(&batch.faults[0].kind, FaultKind::Overlap { law: 40, .. }) && batch.made.is_empty(),
        "{:?}",
        batch.faults
    );
}

#[test]
fn a_page_of_remarks_is_a_part_beside_its_law() {
    let law = "Artikel 23 Gelijke knikkers\n\nA. Definitie\nEen knikker is gelijk als de speler het niet ziet, of als hij het mag.\n";
    let annex = "Artikel 23 Bijlage\n\nOpmerking 1\nDe speler ziet het niet als het licht uit is, of als zijn partner voor de tafel staat.\n";
    let file = |name: &str, text: &str| SourceFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() };
    let overrides =
        Overrides { id: Some("nl-knikkers".parse().unwrap()), lang: Some("nl".to_owned()), code: Some(2017) };
    let files = [file("23.txt", law), file("23-bijlage.txt", annex)];
    let batch = make(&files, &overrides, &Lexicon::embedded().unwrap(), Options::default());
    assert!(batch.faults.is_empty(), "{:?}", batch.faults);
    let keys: Vec<String> = batch.made[0].document.units.iter().map(|u| u.key.pipe()).collect();
    assert_eq!(keys, ["note/23", "23", "23A"]);
    let notes = |n: usize| batch.made[0].document.units[n].notes.len();
    assert_eq!(notes(0), 1);
}
