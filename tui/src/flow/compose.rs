use std::ops::Range;

use lawgrep_model::{Citation, Edition, Note, Place, Span, Standing, Unit, UnitKey};
use unicode_segmentation::UnicodeSegmentation;

use super::Setter;
use lawgrep_align::tail_start;

use crate::{
    arrange::{Block, Cell, Content, Row, heading},
    codes,
    flow::tag,
    ink::{Ink, Mark, Source, Tone},
    own::words::t,
    refs::{LinkId, Origin, Stretch, stretches},
    wrap::Wrapper,
};

impl Setter<'_> {
    /// What one edition has to say in a row.
    pub(super) fn cell(&mut self, wrapper: &mut Wrapper, row: &Row, cell: &Cell) {
        let code = self.edition(cell.edition).map_or(row.code, |e| e.code);
        match &cell.content {
            Content::Blocks(blocks) => {
                let law = |block: &&Block| self.provision(**block).is_some();
                let several = blocks.iter().filter(law).count() > 1;
                for (n, block) in blocks.iter().enumerate() {
                    if n > 0 {
                        wrapper.end_line();
                    }
                    if code != row.code {
                        self.mark(wrapper, row, *block, code, several);
                    }
                    self.block(wrapper, row, *block);
                }
            }
            Content::With(first) if code != row.code => {
                wrapper.push(&t!("printed_with_code", code, first), Ink::Missing);
            }
            Content::With(first) => wrapper.push(&t!("printed_with", first), Ink::Missing),
            Content::See(cite) => self.pointer(wrapper, row, cell.edition, *cite),
            Content::Missing => {
                self.missing(wrapper, row, cell.edition, code);
                self.instead(wrapper, row, cell.edition);
            }
            Content::Nothing => {}
        }
        for cite in &cell.see {
            wrapper.end_words();
            self.pointer(wrapper, row, cell.edition, *cite);
        }
    }

    /// The provision that the block begins, where it is printed first.
    fn provision(&self, block: Block) -> Option<Citation> {
        let unit = self.document(block.edition)?.unit(block.unit)?;
        unit.key.citation().filter(|_| unit.key.is_provision() && unit.occurrence == 0 && !block.tail)
    }

    /// Above words of another code than the row's: which provision they are, and where its rule stands now.
    fn mark(&self, wrapper: &mut Wrapper, row: &Row, block: Block, code: u16, several: bool) {
        let Some(cite) = self.provision(block) else { return };
        let moved = codes::mark(self.reader.alignment(), code, cite, row.code);
        if let Some(mark) = moved.or_else(|| several.then(|| format!("{code}: {cite}"))) {
            wrapper.push(&mark, Ink::Label(self.tone(block.edition)));
            wrapper.end_line();
        }
    }

    /// In the place of words that stand elsewhere.
    fn pointer(&mut self, wrapper: &mut Wrapper, row: &Row, edition: usize, cite: Citation) {
        let code = self.edition(edition).map_or(row.code, |e| e.code);
        wrapper.push(&t!("part_of", code, cite), Ink::Missing);
        if let Some((name, link)) = self.printed(edition, cite) {
            wrapper.push(&t!("printed_at"), Ink::Missing);
            wrapper.push(&name, Mark { link, ..Ink::Link.into() });
        }
    }

    /// The row that has the edition's words of a provision, as a link.
    fn printed(&mut self, edition: usize, cite: Citation) -> Option<(String, Option<u32>)> {
        let rows = self.rows?;
        let here = self.here;
        let (there, unit) = rows.row_in(self.reader, edition, cite)?;
        let name = rows.label(rows.rows.get(there)?);
        Some((name, self.link(LinkId { edition, unit, origin: Origin::Row(here) })))
    }

    /// Why the edition has nothing here.
    fn missing(&mut self, wrapper: &mut Wrapper, row: &Row, edition: usize, code: u16) {
        let reader = self.reader;
        let alignment = reader.alignment();
        let Some(cite) = row.cite.filter(|_| code != row.code) else {
            return wrapper.push(&t!("not_in_this"), Ink::Missing);
        };
        if let Some(why) = codes::absence(alignment, row.code, cite, code) {
            return wrapper.push(&why, Ink::Missing);
        }
        let homes = alignment.homes(row.code, cite, code).map(|homes| homes.to).unwrap_or_default();
        let mut begun = false;
        for home in &homes {
            let Some((name, link)) = self.printed(edition, *home) else { continue };
            wrapper.push(&if begun { ", ".to_owned() } else { t!("see") }, Ink::Missing);
            begun = true;
            let name = if name == home.to_string() { name } else { format!("{name} ({code} {home})") };
            wrapper.push(&name, Mark { link, ..Ink::Link.into() });
        }
        if !begun {
            wrapper.push(&t!("not_in_this"), Ink::Missing);
            if !homes.is_empty() && homes != [cite] {
                wrapper.push(&format!(" ({code}: {})", codes::list(&homes)), Ink::Missing);
            }
        }
    }

    /// Below that the words of the companion in the edition's language, if that does not stand beside it anyway: who reads this
    /// language shall not lose it where a print has a gap.
    fn instead(&mut self, wrapper: &mut Wrapper, row: &Row, edition: usize) {
        let (Some(rows), Some(cite)) = (self.rows, row.cite.filter(|_| row.is_provision())) else { return };
        let lang = self.edition(edition).map_or("", |e| e.lang.as_str());
        let fits = |e: &Edition| e.standing == Standing::Companion && e.code == row.code && e.lang == lang;
        let mut others = self.reader.editions().iter().enumerate().filter(|(_, e)| fits(e));
        let Some((other, of)) = others.next().filter(|(n, _)| !rows.shown.contains(n)) else { return };
        let Some((unit, _)) = self.document(other).and_then(|d| d.find(cite).next()) else { return };
        wrapper.end_words();
        wrapper.push(&tag(of), Ink::Tag(Tone::of(of)));
        wrapper.gap(2);
        self.block(wrapper, row, Block { edition: other, unit, tail: false });
    }

    fn block(&mut self, wrapper: &mut Wrapper, row: &Row, block: Block) {
        let Some(unit) = self.document(block.edition).and_then(|d| d.unit(block.unit)) else { return };
        let bytes = match tail_start(unit) {
            Some(at) if block.tail => at..unit.text.len(),
            Some(at) if self.has_children(block) => 0..at,
            _ => 0..unit.text.len(),
        };
        if block.tail {
            wrapper.push(&t!("after_parts", name = row.name), Ink::Missing);
            wrapper.gap(1);
        } else {
            self.head(wrapper, unit, block);
        }
        self.words(wrapper, unit, block, Place::Text, bytes.clone());
        self.notes(wrapper, unit, block, &bytes);
    }

    /// What stands above the text: heading or term, and what must be said first.
    fn head(&mut self, wrapper: &mut Wrapper, unit: &Unit, block: Block) {
        if unit.occurrence > 0 {
            wrapper.push(&t!("printed_again"), Ink::Warning(Tone::Lesser));
            wrapper.gap(1);
        }
        // A combined table row stands in the place of its first provision; alone, its label names them all.
        if let UnitKey::Provision(cites) = &unit.key
            && let Some(others) = cites.get(1..).filter(|others| !others.is_empty() && self.parallel)
        {
            let others: Vec<String> = others.iter().map(ToString::to_string).collect();
            wrapper.push(&t!("also", others = others.join(", ")), Ink::Missing);
            wrapper.gap(1);
        }
        let words = heading(unit);
        if words.is_empty() {
            return;
        }
        if matches!(unit.key, UnitKey::Chapter(_)) {
            wrapper.push("── ", Ink::Heading);
        }
        if unit.heading.is_some() {
            self.words(wrapper, unit, block, Place::Heading, 0..words.len());
        } else {
            wrapper.push(&words, Ink::Heading);
        }
        wrapper.end_line();
    }

    /// The notes whose marks stand in these bytes of the text. What has no place stands with the beginning.
    fn notes(&mut self, wrapper: &mut Wrapper, unit: &Unit, block: Block, bytes: &Range<usize>) {
        let split = if block.tail { bytes.start } else { bytes.end };
        let whole = !block.tail && bytes.end == unit.text.len();
        let in_tail = |note: &Note| !whole && !note.in_heading && note.anchor.is_some_and(|at| at as usize > split);
        let under_text = unit.heading.is_some() || !unit.text.is_empty();
        for (n, note) in unit.notes.iter().enumerate().filter(|(_, note)| in_tail(note) == block.tail) {
            wrapper.indented(2, |wrapper| {
                let mark = shown_mark(note);
                if !mark.is_empty() {
                    wrapper.push(&mark, Ink::NoteMark);
                    wrapper.gap(1);
                } else if under_text {
                    wrapper.push(&t!("note"), Ink::NoteMark);
                    wrapper.gap(1);
                }
                if note.text.is_empty() {
                    wrapper.push(&t!("note_lost"), Ink::Missing);
                } else {
                    let place = Place::Note(u16::try_from(n).unwrap_or(u16::MAX));
                    self.words(wrapper, unit, block, place, 0..note.text.len());
                }
            });
        }
    }

    /// Words of a unit's text, heading or note, with references, hits and note marks in their places.
    fn words(&mut self, wrapper: &mut Wrapper, unit: &Unit, block: Block, place: Place, bytes: Range<usize>) {
        let base = match place {
            Place::Text => Ink::Text,
            Place::Heading => Ink::Heading,
            Place::Note(_) => Ink::Note,
        };
        let stretches: Vec<(Stretch, Option<u32>)> = stretches(unit, place)
            .into_iter()
            .filter(|s| s.bytes.start < bytes.end && bytes.start < s.bytes.end)
            .map(|s| {
                let link = s.follow.and_then(|(reference, end)| {
                    let origin = Origin::Words(reference, end);
                    self.link(LinkId { edition: block.edition, unit: block.unit, origin })
                });
                (s, link)
            })
            .collect();
        let hits: &[Span] = match place {
            Place::Text => self.hits.get(&(block.edition, block.unit)).map_or(&[], Vec::as_slice),
            _ => &[],
        };
        let mark_at = |at: usize| {
            let within = stretches.iter().rev().find(|(s, _)| s.bytes.contains(&at));
            Mark {
                ink: within.map_or(base, |(s, _)| s.ink),
                hit: hits.iter().any(|h| h.range().contains(&at)),
                link: within.and_then(|(_, link)| *link),
            }
        };
        let Some(part) = unit.text_at(place).get(bytes.clone()) else { return };
        let source = |at: usize| {
            let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            Source { place: count(self.places.len()), byte: count(bytes.start + at) }
        };
        let mut marks = marks_in(unit, place, &bytes).into_iter().peekable();
        // Neighbours with one mark go in together.
        let mut from = 0;
        let mut mark = mark_at(bytes.start);
        for (at, _) in part.grapheme_indices(true).skip(1).chain([(part.len(), "")]) {
            let end = at == part.len();
            let here = if end { mark } else { mark_at(bytes.start + at) };
            let due = |anchor: usize| end || anchor <= bytes.start + at;
            if end || here != mark || marks.peek().is_some_and(|(anchor, _)| due(*anchor)) {
                wrapper.push_from(part.get(from..at).unwrap_or(""), mark, Some(source(from)));
                (from, mark) = (at, here);
            }
            while let Some((_, note)) = marks.next_if(|(anchor, _)| due(*anchor)) {
                wrapper.push(&note, Ink::NoteMark);
            }
        }
        self.places.push((block.edition, block.unit, place));
    }

    fn has_children(&self, block: Block) -> bool {
        self.document(block.edition).is_some_and(|d| d.children(block.unit).next().is_some())
    }
}

/// The marks that stand in these bytes, with their places, in order.
fn marks_in(unit: &Unit, place: Place, bytes: &Range<usize>) -> Vec<(usize, String)> {
    let whole = unit.text_at(place).len();
    let here = |note: &&Note| match place {
        Place::Heading => note.in_heading,
        Place::Text => !note.in_heading,
        Place::Note(_) => false,
    };
    let mut marks: Vec<(usize, String)> = unit
        .notes
        .iter()
        .filter(here)
        .filter_map(|note| Some(((note.anchor? as usize).min(whole), shown_mark(note))))
        .filter(|(at, mark)| !mark.is_empty() && (*at > bytes.start || bytes.start == 0) && *at <= bytes.end)
        .collect();
    marks.sort_by_key(|(at, _)| *at);
    marks
}

/// A note's mark as the reader shows it: `[5]`, so that it is no part of a number before it.
fn shown_mark(note: &Note) -> String {
    let mark = note.mark.trim().trim_end_matches(':');
    if mark.is_empty() { String::new() } else { format!("[{mark}]") }
}
