//! The strict reader of our own Markdown: what it takes, and each fault with its file, line and remedy.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a panic is the report")]

mod common;

use std::path::Path;

use common::{check, lexicon};
use lawgrep_ingest::{Companion, companion};
use lawgrep_model::{Citation, Role, Unit};

const EDITION: &str = "id = \"companion-en\"\nlang = \"en\"\ncode = 2017\nstanding = \"companion\"\n\
                       title = \"Marbles explained\"\npublisher = \"nobody\"\n";

fn read(files: &[(&str, &str)]) -> Result<Companion, Vec<String>> {
    let files: Vec<_> = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    let read = companion(("edition.toml", EDITION), &files, &lexicon());
    read.map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

/// Reads one law file that has no fault, and checks its document.
#[track_caller]
fn law(text: &str) -> Companion {
    let read = read(&[("law-05.md", text)]).unwrap_or_else(|faults| panic!("{}", faults.join("\n")));
    check(&read.document, &read.source);
    assert!(read.document.findings.is_empty(), "{:?}", read.document.findings);
    read
}

#[track_caller]
fn unit<'c>(read: &'c Companion, cite: &str) -> &'c Unit {
    let cite: Citation = cite.parse().unwrap();
    read.document.find(cite).next().unwrap_or_else(|| panic!("no {cite}")).1
}

/// The file has these faults and no other.
#[track_caller]
fn faulty(name: &str, text: &str, expected: &[&str]) {
    let faults = read(&[(name, text)]).err().unwrap_or_default();
    assert_eq!(faults, expected, "{text:?}");
}

#[test]
fn words_come_through_as_written() {
    let read =
        law("# 5 Marbles\n\nA marble is *round*, an un*round*ed one is **not** a marble.\nIt goes\non here.\n\n\
         ## 5A Colour\n\nRed[^1] or blue.[^2]\n\n[^1]: Dark *red* counts.\n[^2]: See Law 7.\n\n### 5A1\n\nOr green.\n");
    let five = unit(&read, "5");
    assert_eq!(five.heading.as_deref(), Some("Marbles"));
    assert_eq!(five.text, "A marble is round, an unrounded one is not a marble. It goes on here.");
    let colour = unit(&read, "5A");
    assert_eq!(colour.text, "Red or blue.");
    let notes: Vec<_> = colour.notes.iter().map(|n| (n.mark.as_str(), n.text.as_str(), n.anchor)).collect();
    assert_eq!(notes, [("1", "Dark red counts.", Some(3)), ("2", "See Law 7.", Some(12))]);
    assert_eq!((unit(&read, "5A1").heading.as_deref(), unit(&read, "5A1").text.as_str()), (None, "Or green."));
}

#[test]
fn paragraphs_and_rows_keep_their_lines() {
    let read = law(
        "# 5 Marbles\n\nOne paragraph\nof two lines.\n\nAnother paragraph.\n\n| size | worth |\n|---|:-:|\n| big | 3 |\n\
         | small | 1 |\n\nA last one.\n",
    );
    let lines: Vec<_> = unit(&read, "5").text.lines().collect();
    let expected =
        ["One paragraph of two lines.", "Another paragraph.", "size | worth", "big | 3", "small | 1", "A last one."];
    assert_eq!(lines, expected);
}

#[test]
fn a_heading_may_have_a_note() {
    let read = law("# 5 Marbles[^a]\n\nRound ones.\n\n[^a]: Glass, as a rule.\n");
    let five = unit(&read, "5");
    assert_eq!(five.heading.as_deref(), Some("Marbles"));
    let note = &five.notes[0];
    assert_eq!(
        (note.mark.as_str(), note.text.as_str(), note.anchor, note.in_heading),
        ("a", "Glass, as a rule.", Some(7), true)
    );
}

#[test]
fn a_backslash_keeps_a_character() {
    let read = law("# 5 Marbles\n\nTwo \\* three, and 1\\. is no list, nor a \\[link\\].\n");
    assert_eq!(unit(&read, "5").text, "Two * three, and 1. is no list, nor a [link].");
}

#[test]
fn a_container_needs_no_words_of_its_own() {
    let read = law("# 5 Marbles\n\n## 5A Colour\n\n### 5A1\n\n#### 5A1a\n\nRed.\n\n##### 5A1a(i)\n\nDark red.");
    assert_eq!(unit(&read, "5A1a(i)").text, "Dark red.");
    assert!(!unit(&read, "5A1").has_words());
}

#[test]
fn introduction_definitions_and_laws_stand_in_this_order() {
    let files = [
        ("law-16.md", "# 16 Sixteen\n\nText.\n"),
        ("law-05.md", "# 5 Five\n\nText without an end"),
        ("definitions.md", "# Definitions\n\n## {marble} Marble\n\nA ball.\n\n## {game} Game\n\nWhat is played.\n"),
        ("en/introduction.md", "# About\n\nIt is *about* marbles.\n\nAnd games.\n"),
    ];
    let read = read(&files).unwrap();
    check(&read.document, &read.source);
    let names: Vec<_> = read.document.units.iter().map(|u| u.key.pipe()).collect();
    assert_eq!(names, ["intro", "def/Marble", "def/Game", "5", "16"]);
    assert_eq!(read.document.units[0].text, "It is about marbles.\nAnd games.");
    let place = |cite: &str| read.place(unit(&read, cite).span.start);
    assert_eq!((place("5"), place("16")), (("law-05.md", 1), ("law-16.md", 1)));
    assert_eq!(read.place(read.document.units[2].span.start), ("definitions.md", 7));
    assert!(read.document.edition.extract, "two laws are not all");
}

#[test]
fn what_stands_around_headings() {
    faulty("law-05.md", "", &["law-05.md:1: no heading; begin the file with its `#` heading"]);
    faulty(
        "law-05.md",
        "\nWords\n# 5 Marbles\n\nText.\n",
        &["law-05.md:2: text before the first heading; begin the file with its `#` heading"],
    );
    faulty(
        "law-05.md",
        "# Five Marbles\n\nText.\n",
        &["law-05.md:1: `Five` is no citation; write the full citation after the `#` marks, such as `### 16C2`"],
    );
    faulty("law-05.md", "# 5\n\nText.\n", &["law-05.md:1: 5 has no heading; write one after the citation"]);
    faulty(
        "law-05.md",
        "# 5 Marbles\n\n### 5A Colour\n\nRed.\n",
        &["law-05.md:3: 5A is a section under 3 `#`; give it 2"],
    );
    faulty(
        "law-05.md",
        "# 5 Marbles\n\n## 5B Size\n\nBig.\n\n## 5A Colour\n\nRed.\n\n## 5A Colour\n\nBlue.\n",
        &[
            "law-05.md:7: 5A follows 5B; put the provisions in the order of the code, each once",
            "law-05.md:11: 5A follows 5A; put the provisions in the order of the code, each once",
        ],
    );
    faulty(
        "law-05.md",
        "# 5 Marbles\n\nText.\n\n# 6 Games\n\nText.\n",
        &["law-05.md:5: 6 is of another law; give each law a file of its own"],
    );
    faulty(
        "law-05.md",
        "# 5 Marbles\n\n## 5A Colour\n\n## 5B Size\n\n[^1]: Alone.\n",
        &[
            "law-05.md:3: 5A has no text; write what the provision rules below its heading",
            "law-05.md:7: footnote 1 has no mark in its provision; put its mark into the text above, or take it out",
        ],
    );
}

#[test]
fn footnotes_and_their_marks() {
    faulty(
        "law-05.md",
        "# 5 Marbles\n\nOne[^1] and two.\n",
        &[
            "law-05.md:3: a footnote's mark without its note; add `[^mark]: text` below, or a backslash before the bracket",
        ],
    );
    faulty(
        "law-05.md",
        "# 5 Marbles\n\nOne[^1] and two[^1].\n\n[^1]: Words.\n",
        &["law-05.md:3: footnote 1 is marked twice; give each mark a note of its own"],
    );
}

#[test]
fn tables_hold_plain_words() {
    faulty(
        "law-05.md",
        "# 5 Marbles\n\n| size | worth |\n|---|---|\n| *big* | 3 |\n| A&amp;B | 1 |\n",
        &[
            "law-05.md:5: Markdown in a table; write plain words into its cells",
            "law-05.md:5: Markdown in a table; write plain words into its cells",
            "law-05.md:6: Markdown in a table; write plain words into its cells",
        ],
    );
}

#[test]
fn markdown_that_would_be_lost() {
    for text in [
        "- a list\n",
        "1. a list\n",
        "> quoted\n",
        "`code`\n",
        "    code\n",
        "```\ncode\n```\n",
        "[a link](x)\n",
        "![a picture](x)\n",
        "<b>bold</b>\n",
        "words<!-- hidden -->\n",
        "AT&amp;T\n",
        "&sect; 5\n",
        "a hard break  \nhere\n",
        "a hard break\\\nhere\n",
        "above\n\n---\n\nbelow\n",
        "a heading\n---\n",
        "<https://example.org>\n",
    ] {
        let faults = read(&[("law-05.md", &format!("# 5 Marbles\n\n{text}"))]).err().unwrap_or_default();
        let told = faults.iter().any(|f| f.contains("Markdown that the reader does not take"));
        assert!(told && faults.iter().all(|f| f.starts_with("law-05.md:")), "{text:?}: {faults:?}");
    }
}

#[test]
fn definitions_and_introduction() {
    faulty(
        "definitions.md",
        "# Definitions\n\n## Marble\n\nA ball.\n\n## {game} Game\n\n## {game} Game\n\nPlay.\n\n## {size}\n\nBig.\n",
        &[
            "definitions.md:3: a definition's heading without its id; write `## {english-id} Term`, the id as in \
             corpus/spine/definitions.toml",
            "definitions.md:7: definition game has no text; write it below its heading",
            "definitions.md:9: definition game comes twice; keep one of them",
            "definitions.md:13: definition size has no term; write the term after the id",
        ],
    );
    faulty(
        "introduction.md",
        "# About\n\n## More\n\nText.\n",
        &[
            "introduction.md:1: the introduction has no text; write it below its heading",
            "introduction.md:3: a second heading; an introduction has one `#` heading and paragraphs",
        ],
    );
}

#[test]
fn the_header_is_checked() {
    let with = |from: &str, to: &str| {
        let files = [("law-05.md".to_owned(), "# 5 Marbles\n\nText.\n".to_owned())];
        let faults =
            companion(("edition.toml", &EDITION.replace(from, to)), &files, &lexicon()).err().unwrap_or_default();
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(with("", ""), "");
    assert!(with("code = 2017", "code = soon").starts_with("edition.toml:3: "));
    assert!(with("publisher", "publisheur").starts_with("edition.toml:6: unknown field `publisheur`"));
    assert!(with("title = \"Marbles explained\"\n", "").starts_with("edition.toml:1: missing field `title`"));
    assert!(with("companion-en", "Companion EN").contains("give the edition an id such as companion-en"));
    assert_eq!(
        with("lang = \"en\"", "lang = \"tlh\""),
        "edition.toml:1: language `tlh` is not known; add it to the lexicon's data first"
    );
    assert_eq!(
        with("code = 2017", "code = 2037"),
        "edition.toml:1: code 2037 is not known; add it to the lexicon's data first"
    );
}

#[test]
fn the_corpus_has_no_fault() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/companion");
    let mut editions: Vec<_> = std::fs::read_dir(corpus).unwrap().map(|entry| entry.unwrap().path()).collect();
    editions.sort();
    assert!(editions.len() >= 5, "{editions:?}");
    for folder in editions {
        let read_file = |path: &Path| {
            (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(path).unwrap())
        };
        let (name, header) = read_file(&folder.join("edition.toml"));
        let paths = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let files: Vec<_> = paths.filter(|p| p.extension().is_some_and(|e| e == "md")).map(|p| read_file(&p)).collect();
        let read = companion((&name, &header), &files, &lexicon()).unwrap_or_else(|faults| {
            panic!("{}: {}", folder.display(), faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        });
        check(&read.document, &read.source);
        assert!(read.document.findings.is_empty(), "{}: {:?}", folder.display(), read.document.findings);
        assert!(read.document.pieces.iter().all(|p| p.role != Role::Unread));
        let cites: Vec<Citation> = read.document.units.iter().flat_map(|u| u.key.citations()).copied().collect();
        assert!(cites.is_sorted_by(|a, b| a < b), "{}: citations are out of order", folder.display());
        assert!(cites.contains(&Citation::law(1)), "{}", folder.display());
    }
}
