use std::io::Write;

use zip::{ZipWriter, write::SimpleFileOptions};

use super::*;
use crate::limits;

/// A document of those parts.
fn package(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in parts {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn document(body: &str) -> String {
    format!("<?xml version='1.0'?><w:document xmlns:w='w'><w:body>{body}</w:body></w:document>")
}

fn text_of(parts: &[(&str, &str)]) -> Text {
    read(&package(parts)).unwrap()
}

#[track_caller]
fn check(body: &str, expected: &str) {
    assert_eq!(text_of(&[("word/document.xml", &document(body))]).readings[0], expected);
}

fn refusal(parts: &[(&str, &str)]) -> Refused {
    read(&package(parts)).unwrap_err()
}

#[test]
fn paragraphs_tabs_and_breaks() {
    check(
        "<w:p><w:pPr><w:pStyle w:val='Heading1'/></w:pPr><w:r><w:t>§ 16. Tea</w:t></w:r></w:p>\
         <w:p><w:r><w:t>A.</w:t><w:tab/><w:t xml:space='preserve'>Hot &amp; </w:t></w:r><w:r><w:t>w&#x65;t</w:t></w:r></w:p><w:p/>\
         <w:p><w:r><w:t>one</w:t><w:br/><w:t>two</w:t><w:softHyphen/><w:noBreakHyphen/><w:t>three</w:t></w:r></w:p>",
        "§ 16. Tea\nA.\tHot & wet\n\none\ntwo-three\n",
    );
}

const NUMBERING: &str = "<w:numbering xmlns:w='w'>
    <w:abstractNum w:abstractNumId='3'>
      <w:lvl w:ilvl='0'><w:start w:val='16'/><w:numFmt w:val='decimal'/><w:lvlText w:val='§ %1.'/></w:lvl>
      <w:lvl w:ilvl='1'><w:start w:val='1'/><w:numFmt w:val='upperLetter'/><w:lvlText w:val='%2.'/></w:lvl>
      <w:lvl w:ilvl='2'><w:start w:val='1'/><w:numFmt w:val='decimal'/><w:lvlText w:val='%3.'/></w:lvl>
      <w:lvl w:ilvl='3'><w:start w:val='1'/><w:numFmt w:val='lowerLetter'/><w:lvlText w:val='(%4)'/></w:lvl>
      <w:lvl w:ilvl='4'><w:numFmt w:val='bullet'/><w:lvlText w:val='o'/></w:lvl>
    </w:abstractNum>
    <w:num w:numId='7'><w:abstractNumId w:val='3'/></w:num>
    <w:num w:numId='8'><w:abstractNumId w:val='3'/><w:lvlOverride w:ilvl='2'><w:startOverride w:val='5'/></w:lvlOverride></w:num>
    </w:numbering>";

fn item(list: u32, level: u32, words: &str) -> String {
    format!(
        "<w:p><w:pPr><w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='{list}'/></w:numPr></w:pPr><w:r><w:t>{words}</w:t></w:r></w:p>"
    )
}

#[test]
fn numbers_that_word_gives_become_visible() {
    let items = [
        item(7, 0, "Tea"),
        item(7, 1, "Cups"),
        item(7, 2, "one"),
        item(7, 3, "hot"),
        item(7, 3, "cold"),
        item(7, 4, "dot"),
        item(7, 2, "two"),
        item(8, 2, "five"),
        item(7, 1, "Milk"),
        item(7, 2, "one again"),
        item(7, 0, "Sugar"),
        item(0, 0, "none"),
        item(99, 0, "unknown"),
    ];
    let text = text_of(&[("word/document.xml", &document(&items.concat())), ("word/numbering.xml", NUMBERING)]);
    assert_eq!(
        text.readings[0],
        "§ 16. Tea\nA. Cups\n1. one\n   (a) hot\n   (b) cold\n      dot\n2. two\n5. five\nB. Milk\n1. one again\n§ 17. Sugar\n\
         \nnone\nunknown\n"
    );
}

#[test]
fn a_style_may_be_numbered_and_a_heading() {
    let styles = "<w:styles xmlns:w='w'><w:style w:styleId='Lov'><w:basedOn w:val='Base'/><w:name w:val='Lov'/></w:style>
        <w:style w:styleId='Base'><w:name w:val='heading 2'/><w:basedOn w:val='Lov'/><w:numPr><w:numId w:val='7'/></w:numPr>
        </w:style></w:styles>";
    let body = "<w:p><w:pPr><w:pStyle w:val='Lov'/></w:pPr><w:r><w:t>Tea</w:t></w:r></w:p>";
    let parts = [
        ("word/document.xml", document(body)),
        ("word/numbering.xml", NUMBERING.to_owned()),
        ("word/styles.xml", styles.to_owned()),
    ];
    let parts: Vec<(&str, &str)> = parts.iter().map(|(n, t)| (*n, t.as_str())).collect();
    assert_eq!(text_of(&parts).readings[0], "§ 16. Tea\n");
}

#[test]
fn notes_stand_behind_their_paragraph() {
    let body = "<w:p><w:r><w:t>Tea</w:t></w:r><w:r><w:footnoteReference w:id='2'/></w:r><w:r><w:t>.</w:t></w:r></w:p>
        <w:p><w:r><w:t>Milk</w:t><w:endnoteReference w:id='1'/></w:r></w:p><w:p><w:r><w:t>End</w:t></w:r></w:p>";
    let foot = "<w:footnotes xmlns:w='w'><w:footnote w:type='separator' w:id='0'><w:p><w:r><w:t>x</w:t></w:r></w:p></w:footnote>
        <w:footnote w:id='2'><w:p><w:r><w:footnoteRef/><w:t>Not iced.</w:t></w:r></w:p></w:footnote></w:footnotes>";
    let end = "<w:endnotes xmlns:w='w'><w:endnote w:id='1'><w:p><w:r><w:t>Of cows.</w:t></w:r></w:p></w:endnote></w:endnotes>";
    let document = document(body);
    let parts = [("word/document.xml", document.as_str()), ("word/footnotes.xml", foot), ("word/endnotes.xml", end)];
    assert_eq!(text_of(&parts).readings[0], "Tea 1.\n\n1 Not iced.\n\nMilk 2\nEnd\n\n2 Of cows.\n");
}

#[test]
fn tables_become_tabs() {
    let cell = |words: &str| format!("<w:tc><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:tc>");
    let rows =
        format!("<w:tbl><w:tr>{}{}</w:tr><w:tr><w:tc><w:p/></w:tc>{}</w:tr></w:tbl>", cell("a"), cell("b"), cell("c"));
    check(&rows, "a\tb\n\tc\n");
}

#[test]
fn what_is_deleted_hidden_or_said_twice_is_left_out() {
    check(
        "<w:p><w:r><w:t>Tea</w:t></w:r><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>away</w:t></w:r>\
         </w:moveFrom><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><mc:AlternateContent xmlns:mc='m'><mc:Choice><w:r><w:t>!\
         </w:t></w:r></mc:Choice><mc:Fallback><w:r><w:t>?</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>",
        "Tea!\n",
    );
}

#[test]
fn suits_of_the_symbol_font() {
    check(
        "<w:p><w:r><w:sym w:font='Symbol' w:char='F0AA'/><w:sym w:font='Symbol' w:char='F0A9'/><w:sym w:font='Symbol' w:char='F0A8'/>\
         <w:sym w:font='Symbol' w:char='F0A7'/><w:sym w:font='Other' w:char='2660'/></w:r></w:p>",
        "♠♥♦♣♠\n",
    );
}

#[test]
fn damage_is_told_with_its_place() {
    let damaged = refusal(&[("word/document.xml", "<w:document>\n<w:p>\n</w:document>")]);
    assert!(damaged.to_string().starts_with("word/document.xml, line 3: damaged: "), "{damaged}");
    let damaged = refusal(&[("word/other.xml", "<a/>")]);
    assert_eq!(damaged.to_string(), "the archive: damaged: it has no part word/document.xml");
    let half = package(&[("word/document.xml", &document("<w:p/>"))]);
    assert!(matches!(read(&half[..half.len() / 2]), Err(Refused::Damaged { .. })));
    assert!(matches!(read(&package(&[("word/document.xml", &document(""))])), Err(Refused::Empty { .. })));
}

#[test]
fn a_bomb_is_refused_before_it_is_unpacked() {
    let blanks = " ".repeat(2 << 20);
    let ratio = refusal(&[("word/document.xml", &document(&blanks))]);
    assert_eq!(ratio.to_string(), "word/document.xml: more than 200 times its packed size, which no law book has");
    let large = " ".repeat(usize::try_from(limits::INFLATED).unwrap() + 1);
    let size = refusal(&[("word/document.xml", &large)]);
    assert_eq!(size.to_string(), "word/document.xml: more than 32 MiB unpacked, which no law book has");
}

#[test]
fn entities_are_not_expanded() {
    let lol = "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><w:document xmlns:w='w'>&b;</w:document>";
    assert!(matches!(refusal(&[("word/document.xml", lol)]), Refused::Damaged { .. }));
}

#[test]
fn depth_is_bounded() {
    let deep = format!("{}{}", "<w:p>".repeat(1000), "</w:p>".repeat(1000));
    let refused = refusal(&[("word/document.xml", &document(&deep))]);
    assert_eq!(
        refused.to_string(),
        "word/document.xml: more than 256 elements within each other, which no law book has"
    );
}

#[test]
fn names_in_the_archive_are_no_paths() {
    let body = document("<w:p><w:r><w:t>Tea</w:t></w:r></w:p>");
    let relations =
        "<Relationships><Relationship Type='x/officeDocument' Target='../../../../etc/passwd'/></Relationships>";
    let parts = [("../../evil.txt", "x"), ("_rels/.rels", relations), ("word/document.xml", body.as_str())];
    assert_eq!(text_of(&parts).readings[0], "Tea\n");
}
