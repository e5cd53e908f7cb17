//! Paragraphs, tables and notes.

use std::collections::HashMap;

use super::{
    numbering::{Numbering, Place},
    styles::Styles,
    xml::{self, Event, Tag},
};
use crate::{
    Refused,
    flow::{Block, Kind, merge_row},
};

/// The words of each note, by its id.
pub(super) type Notes = HashMap<String, String>;

/// The notes of a part; ids of zero and below are lines that part them from the text.
pub(super) fn notes(text: &str, part: &str, styles: &Styles) -> Result<Notes, Refused> {
    let mut all = Notes::new();
    let mut reader = Reader::new(styles, Numbering::default(), [Notes::new(), Notes::new()]);
    let mut id: Option<String> = None;
    xml::events(text, part, |event, _| {
        match &event {
            Event::Start(tag) if matches!(tag.name, "footnote" | "endnote") => {
                id = tag.get("id").filter(|_| tag.get("type").is_none_or(|kind| kind == "normal"));
                reader.blocks.clear();
            }
            Event::End("footnote" | "endnote") => {
                let words: Vec<String> = reader.blocks.drain(..).map(|b| b.text.trim().to_owned()).collect();
                all.extend(id.take().map(|id| (id, words.join(" "))));
                return Ok(());
            }
            _ => {}
        }
        reader.event(event);
        Ok(())
    })?;
    Ok(all)
}

/// The blocks of the document; footnotes stand behind the paragraph that has their mark, endnotes at the end.
pub(super) fn read(
    text: &str,
    part: &str,
    styles: &Styles,
    numbering: Numbering,
    notes: [Notes; 2],
) -> Result<Vec<Block>, Refused> {
    let mut reader = Reader::new(styles, numbering, notes);
    xml::events(text, part, |event, _| {
        reader.event(event);
        Ok(())
    })?;
    let mut blocks = reader.blocks;
    blocks.append(&mut reader.ends);
    Ok(blocks)
}

/// A paragraph that is being read.
#[derive(Default)]
struct Paragraph {
    text: String,
    style: String,
    list: Option<u32>,
    level: Option<usize>,
    outlined: bool,
    /// Of its first line, in twentieths of a point.
    indent: [i64; 2],
    page: bool,
    notes: Vec<Block>,
}

struct Reader<'s> {
    styles: &'s Styles,
    numbering: Numbering,
    notes: [Notes; 2],
    blocks: Vec<Block>,
    /// Endnotes.
    ends: Vec<Block>,
    /// A text box stands inside a paragraph and holds others.
    open: Vec<Paragraph>,
    /// Open rows: where each cell begins.
    rows: Vec<Vec<usize>>,
    /// In properties of a paragraph, of a run; inside text; inside what is not shown.
    properties: bool,
    in_text: bool,
    mute: usize,
    hidden: bool,
    /// How many notes were marked.
    marked: usize,
    gap: bool,
}

impl<'s> Reader<'s> {
    fn new(styles: &'s Styles, numbering: Numbering, notes: [Notes; 2]) -> Self {
        Self {
            styles,
            numbering,
            notes,
            blocks: Vec::new(),
            ends: Vec::new(),
            open: Vec::new(),
            rows: Vec::new(),
            properties: false,
            in_text: false,
            mute: 0,
            hidden: false,
            marked: 0,
            gap: false,
        }
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            // What was moved or taken out while changes were tracked, and the second way to say the same.
            Event::Start(tag) if matches!(tag.name, "Fallback" | "moveFrom" | "del") && !self.properties => {
                self.mute += 1
            }
            Event::End("Fallback" | "moveFrom" | "del") if !self.properties => self.mute = self.mute.saturating_sub(1),
            _ if self.mute > 0 => {}
            Event::Start(tag) => self.start(&tag),
            Event::End(name) => self.end(name),
            Event::Text(words) if self.in_text && !self.hidden => self.write(words),
            Event::Text(_) => {}
        }
    }

    fn write(&mut self, words: &str) {
        if let Some(paragraph) = self.open.last_mut() {
            paragraph.text.push_str(words);
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag.name {
            "p" => self.open.push(Paragraph::default()),
            "pPr" | "rPr" => self.properties = true,
            "r" => self.hidden = false,
            "t" => self.in_text = true,
            "tab" if !self.properties && !self.hidden => self.write("\t"),
            "br" if tag.get("type").as_deref() == Some("page") => {
                if let Some(paragraph) = self.open.last_mut() {
                    paragraph.page = true;
                }
            }
            "br" | "cr" => self.write("\n"),
            "noBreakHyphen" => self.write("-"),
            "sym" => self.symbol(tag),
            "footnoteReference" => self.mark(0, tag),
            "endnoteReference" => self.mark(1, tag),
            "tr" => self.rows.push(Vec::new()),
            "tc" => {
                let before = self.blocks.len();
                if let Some(cells) = self.rows.last_mut() {
                    cells.push(before);
                }
            }
            _ => self.property(tag),
        }
    }

    fn property(&mut self, tag: &Tag<'_>) {
        if tag.name == "vanish" {
            self.hidden = tag.is_on();
            return;
        }
        let Some(paragraph) = self.open.last_mut().filter(|_| self.properties) else { return };
        let value = || tag.value();
        let twips = |name: &str| tag.get(name).and_then(|v| v.parse::<i64>().ok()).unwrap_or(0).clamp(-20_000, 20_000);
        match tag.name {
            "pStyle" => paragraph.style = value().unwrap_or_default(),
            "numId" => paragraph.list = value().and_then(|v| v.parse().ok()),
            "ilvl" => paragraph.level = value().and_then(|v| v.parse().ok()),
            "outlineLvl" => paragraph.outlined = value().is_some_and(|v| v != "9"),
            "ind" => {
                let start = twips("left") + twips("start");
                paragraph.indent = [start, twips("firstLine") - twips("hanging")];
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        match name {
            "p" => self.paragraph(),
            "pPr" | "rPr" => self.properties = false,
            "t" => self.in_text = false,
            "r" => self.hidden = false,
            "tr" => {
                if let Some(cells) = self.rows.pop() {
                    merge_row(&mut self.blocks, &cells);
                }
            }
            _ => {}
        }
    }

    /// A sign of a font of symbols. Word puts them into a private area.
    fn symbol(&mut self, tag: &Tag<'_>) {
        let code = tag.get("char").and_then(|code| u32::from_str_radix(&code, 16).ok()).unwrap_or(0);
        let suit = match code & 0xff {
            0xa7 => "♣",
            0xa8 => "♦",
            0xa9 => "♥",
            0xaa => "♠",
            _ => "",
        };
        let symbol = tag.get("font").is_some_and(|font| font == "Symbol");
        let plain = char::from_u32(code).filter(|c| !(0xe000..=0xf8ff).contains(&code) && !c.is_control());
        match (symbol, plain) {
            (true, _) if !suit.is_empty() => self.write(suit),
            (_, Some(sign)) => self.write(&sign.to_string()),
            _ => {}
        }
    }

    /// The mark of a note, a word of its own.
    fn mark(&mut self, kind: usize, tag: &Tag<'_>) {
        let words = tag.get("id").and_then(|id| self.notes.get_mut(kind)?.remove(&id));
        let (Some(words), Some(paragraph)) = (words, self.open.last_mut()) else { return };
        self.marked += 1;
        paragraph.text.push_str(&format!(" {}", self.marked));
        let mut note = Block::new(Kind::Note, words);
        note.label = self.marked.to_string();
        if kind == 0 { paragraph.notes.push(note) } else { self.ends.push(note) }
    }

    fn paragraph(&mut self) {
        let Some(mut paragraph) = self.open.pop() else { return };
        let place = match (paragraph.list, self.styles.place(&paragraph.style)) {
            // Zero takes a paragraph out of the list of its style.
            (Some(0), _) => None,
            (Some(list), of_style) => {
                let level = paragraph.level.or(of_style.map(|p| p.level)).unwrap_or(0);
                Some(Place { list, level })
            }
            (None, of_style) => of_style.map(|p| Place { level: paragraph.level.unwrap_or(p.level), ..p }),
        };
        if paragraph.text.trim().is_empty() {
            // An empty paragraph of a list has its number all the same.
            if let Some(place) = place {
                self.numbering.label(place);
            }
            self.gap = true;
            return;
        }
        let heading = paragraph.outlined || self.styles.is_heading(&paragraph.style);
        let mut block = Block::new(if heading { Kind::Heading } else { Kind::Text }, "");
        if let Some(place) = place {
            block.label = self.numbering.label(place);
            block.depth = place.level + 1;
            if !heading {
                block.kind = Kind::Item;
            }
        }
        let [start, first] = paragraph.indent;
        let blanks = usize::try_from((start + first) / 120).unwrap_or(0).min(40);
        let words = paragraph.text.trim_end();
        block.text = if place.is_none() && !heading && blanks >= 2 && self.rows.is_empty() {
            format!("{}{}", " ".repeat(blanks), words.trim_start_matches(' '))
        } else {
            words.to_owned()
        };
        block.gap = std::mem::take(&mut self.gap) && self.rows.is_empty();
        block.page = paragraph.page;
        self.blocks.push(block);
        self.blocks.append(&mut paragraph.notes);
    }
}
