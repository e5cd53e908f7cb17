//! A text as blocks in their order: what HTML, DOCX, Markdown and PDF have in common.

use crate::{
    Format, Refused, Text, limits,
    refused::mib,
    render::{Shape, render},
    tidy,
};

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A paragraph.
    Text,
    /// A heading.
    Heading,
    /// The first words of a list item.
    Item,
    /// A row of a table, its cells parted by tabs.
    Row,
    /// Lines whose white space is part of them.
    Verbatim,
    /// A footnote.
    Note,
}

/// Something that stands on lines of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    /// In how many lists it stands.
    pub(crate) depth: usize,
    /// The label that its list or its numbering gives it, "A.".
    pub(crate) label: String,
    /// Its words. Line breaks that it has itself are kept; white space at its start is its indent.
    pub(crate) text: String,
    /// An empty line stands before it.
    pub(crate) gap: bool,
    /// A new page begins with it.
    pub(crate) page: bool,
    /// Letters that stand in links to other pages, and in links to this page.
    pub(crate) linked: [usize; 2],
    /// It stands in a part of the page that is not its text: navigation, a footer, a menu.
    pub(crate) aside: bool,
    /// It stands in what the page calls its content.
    pub(crate) content: bool,
}

impl Block {
    pub(crate) fn new(kind: Kind, text: impl Into<String>) -> Self {
        Self {
            kind,
            depth: 0,
            label: String::new(),
            text: text.into(),
            gap: false,
            page: false,
            linked: [0, 0],
            aside: false,
            content: false,
        }
    }

    /// How many letters and digits it has.
    pub(crate) fn letters(&self) -> usize {
        letters(&self.text)
    }
}

/// Stands in a block where its source goes on on another line, which means a blank to a browser. Decoded text has none.
pub(crate) const SOURCE_LINE: char = '\r';

/// Without the indent that all lines after the first share: the source's, not the text's.
pub(crate) fn dedent(words: &str) -> String {
    let words = words.trim_end().trim_start_matches('\n');
    let width = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let shared = words.split('\n').skip(1).filter(|l| !l.trim().is_empty()).map(width).min().unwrap_or(0);
    let lines = words.split('\n').enumerate();
    let lines = lines.map(|(n, line)| if n == 0 { line } else { line.get(shared..).unwrap_or("") });
    lines.map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// A text with the lines of its source as blanks.
fn without_source_lines(text: &str) -> String {
    let mut parts = text.split(SOURCE_LINE);
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts.filter(|part| !part.is_empty()) {
        out.push(' ');
        out.push_str(part.trim_start_matches([' ', '\t']));
    }
    out
}

/// How many letters and digits a text has.
pub(crate) fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// Puts the cells of a row, of one block each, on one line with tabs between; `cells` says where each begins. A cell that
/// holds more is part of a page's frame, and its blocks stand for themselves.
pub(crate) fn merge_row(blocks: &mut Vec<Block>, cells: &[usize]) {
    let ends = cells.iter().skip(1).copied().chain([blocks.len()]);
    let counts: Vec<usize> = cells.iter().zip(ends).map(|(start, end)| end.saturating_sub(*start)).collect();
    let Some(first) = cells.first().copied() else { return };
    let whole = counts.iter().all(|n| *n <= 1) && cells.len() > 1 && first < blocks.len();
    if !whole || blocks.iter().skip(first).any(|b| matches!(b.kind, Kind::Verbatim)) {
        return;
    }
    let mut cut = blocks.split_off(first).into_iter();
    let mut row = Block::new(Kind::Row, "");
    for (n, count) in counts.iter().enumerate() {
        if n > 0 {
            row.text.push('\t');
        }
        let Some(block) = (if *count == 1 { cut.next() } else { None }) else { continue };
        row.gap |= block.gap;
        row.aside |= block.aside;
        row.content |= block.content;
        row.linked = [row.linked[0] + block.linked[0], row.linked[1] + block.linked[1]];
        if !block.label.is_empty() {
            row.text.push_str(&block.label);
            row.text.push(' ');
        }
        row.text.push_str(&without_source_lines(block.text.trim()).replace('\n', " "));
    }
    blocks.push(row);
}

/// The blocks of a file, and notes on how they were found.
#[derive(Debug, Clone, Default)]
pub(crate) struct Flow {
    pub(crate) blocks: Vec<Block>,
    pub(crate) notes: Vec<String>,
}

impl Flow {
    /// The file as text, in the shapes that make a difference.
    ///
    /// # Errors
    /// When there is nothing in it, or too much.
    pub(crate) fn finish(mut self, format: Format, place: &str, shapes: &[Shape]) -> Result<Text, Refused> {
        let mut hyphens = 0;
        for block in &mut self.blocks {
            block.text = tidy::characters(&block.text, &mut hyphens);
        }
        self.notes.extend(tidy::hyphen_note(hyphens));
        if self.blocks.iter().all(|b| b.text.trim().is_empty()) {
            return Err(Refused::Empty { place: place.to_owned() });
        }
        // As a browser shows it; and, last, with the lines that the source has.
        let mut broken = Vec::new();
        if self.blocks.iter().any(|b| b.text.contains(SOURCE_LINE)) {
            broken = self.blocks.clone();
            broken.iter_mut().for_each(|b| b.text = dedent(&b.text.replace(SOURCE_LINE, "\n")));
            self.blocks.iter_mut().for_each(|b| b.text = without_source_lines(&b.text));
        }
        let mut readings: Vec<String> = Vec::new();
        let all = shapes.iter().map(|shape| (&self.blocks, *shape));
        let sources = [Shape::Apart, Shape::Tabs].map(|shape| (&broken, shape));
        for (blocks, shape) in all.chain(sources.into_iter().filter(|_| !broken.is_empty())) {
            let reading = render(blocks, shape);
            if reading.len() > limits::TEXT {
                return Err(Refused::too_much(place, format!("{} of text", mib(limits::TEXT))));
            }
            if !readings.contains(&reading) {
                readings.push(reading);
            }
        }
        Ok(Text { format, readings, notes: self.notes })
    }
}
