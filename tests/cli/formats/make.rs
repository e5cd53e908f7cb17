//! A text written as PDF and as DOCX, as simply as it can be.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::{Cursor, Write as _},
};

use zip::{ZipWriter, write::SimpleFileOptions};

/// Characters on a line, lines on a page.
const WIDE: usize = 92;
const HIGH: usize = 60;
/// Size of the letters and distance of the lines, in points; a letter is six wide.
const SIZE: usize = 10;
const STEP: usize = 12;

/// As PDF: Courier, lines wrapped at blanks, tab stops every four letters, a number on each page.
pub(crate) fn pdf(text: &str) -> Vec<u8> {
    let lines: Vec<(usize, String)> = text.lines().flat_map(wrapped).collect();
    let mut codes: BTreeMap<char, u8> = BTreeMap::new();
    for c in lines.iter().flat_map(|(_, line)| line.chars()).chain('0'..='9') {
        let next = u8::try_from(codes.len() + 33).expect("fewer than 220 letters");
        codes.entry(c).or_insert(next);
    }
    let shown = |line: &str| -> String { line.chars().map(|c| format!("{:02x}", codes[&c])).collect() };
    let mut pages = Vec::new();
    for (number, page) in lines.chunks(HIGH).enumerate() {
        let mut content = String::new();
        for (n, (indent, line)) in page.iter().enumerate().filter(|(_, (_, line))| !line.is_empty()) {
            let (x, y) = (40 + indent * 6, 780 - n * STEP);
            writeln!(content, "BT /F {SIZE} Tf {x} {y} Td <{}> Tj ET", shown(line)).unwrap();
        }
        writeln!(content, "BT /F {SIZE} Tf 300 20 Td <{}> Tj ET", shown(&(number + 1).to_string())).unwrap();
        pages.push(content);
    }
    let mut map = String::from("begincmap 1 begincodespacerange <00> <ff> endcodespacerange\n");
    for (c, code) in &codes {
        let units: String = c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("{unit:04x}")).collect();
        writeln!(map, "1 beginbfchar <{code:02x}> <{units}> endbfchar").unwrap();
    }
    map.push_str("endcmap");
    let stream = |data: &str| format!("<< /Length {} >>\nstream\n{data}\nendstream", data.len());
    let kids: String = (0..pages.len()).map(|n| format!("{} 0 R ", 5 + 2 * n)).collect();
    let widths = "600 ".repeat(256);
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len()),
        format!(
            "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /FirstChar 0 /LastChar 255 /Widths [{widths}] /ToUnicode 4 0 R >>"
        ),
        stream(&map),
    ];
    for (n, content) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 640 840] /Resources << /Font << /F 3 0 R >> >> /Contents {} 0 R >>",
            6 + 2 * n
        ));
        objects.push(stream(content));
    }
    let mut out = String::from("%PDF-1.4\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (n, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", out.len()).unwrap();
        write!(out, "{} 0 obj\n{object}\nendobj\n", n + 1).unwrap();
    }
    let start = out.len();
    write!(out, "{table}trailer << /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1).unwrap();
    out.into_bytes()
}

/// A line as lines that fit, each with its indent; the later ones stand below the words of the first.
fn wrapped(line: &str) -> Vec<(usize, String)> {
    let mut indent = 0;
    let words = line.trim_start_matches(|c: char| {
        indent += match c {
            '\t' => 4,
            ' ' | '\u{a0}' => 1,
            _ => return false,
        };
        true
    });
    let mut out = vec![(indent, String::new())];
    for word in words.split_whitespace() {
        let (indent, last) = out.last_mut().unwrap();
        let indent = *indent;
        if !last.is_empty() && indent + last.chars().count() + 1 + word.chars().count() > WIDE {
            out.push((indent, word.to_owned()));
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    out
}

/// As DOCX: a paragraph a line.
pub(crate) fn docx(text: &str) -> Vec<u8> {
    let mut body = String::new();
    for line in text.lines() {
        let words = line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let words = words.replace('\t', "</w:t><w:tab/><w:t xml:space=\"preserve\">");
        write!(body, "<w:p><w:r><w:t xml:space=\"preserve\">{words}</w:t></w:r></w:p>").unwrap();
    }
    let space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    let document =
        format!("<?xml version=\"1.0\"?><w:document xmlns:w=\"{space}\"><w:body>{body}</w:body></w:document>");
    zip(&[("word/document.xml", &document)])
}

/// An archive of those files.
pub(crate) fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}
