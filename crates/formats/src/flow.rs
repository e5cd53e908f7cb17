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

/// How many letters and digits a text has.
pub(crate) fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
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
        let mut readings: Vec<String> = Vec::new();
        for shape in shapes {
            let reading = render(&self.blocks, *shape);
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
