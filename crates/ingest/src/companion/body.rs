//! What stands below a heading of a companion file: paragraphs, tables, footnotes.

use std::ops::Range;

use lawgrep_model::{NoteKind, Role, UnitId};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::file::{Block, Reader};
use crate::builder::{Builder, NoteRef};

/// Claims the words below a heading. Tells whether there are any beside footnotes.
pub(super) fn read(reader: &mut Reader<'_>, builder: &mut Builder<'_>, block: &Block, unit: UnitId) -> bool {
    let text = reader.text.get(block.body.clone()).unwrap_or("").to_owned();
    let mut body = Body {
        text: &text,
        from: block.body.start,
        base: reader.offset + block.body.start,
        unit,
        marks: Vec::new(),
        note: None,
        words: false,
        table: None,
        end: 0,
    };
    if let Some((mark, range)) = reader.heading_mark(block) {
        body.mark(reader, builder, &mark, reader.offset + range.start..reader.offset + range.end);
    }
    let options = Options::ENABLE_FOOTNOTES | Options::ENABLE_TABLES;
    for (event, range) in Parser::new_ext(&text, options).into_offset_iter() {
        body.event(reader, builder, event, range);
    }
    for mark in body.marks.iter().filter(|m| !m.defined) {
        let what = format!("footnote {} has no text", mark.label);
        reader.fault(block.line.start, what, "add `[^mark]: text` below");
    }
    body.words
}

struct Mark {
    label: String,
    note: NoteRef,
    defined: bool,
}

struct Body<'t> {
    text: &'t str,
    /// Where `text` begins in the file, and in the edition's source.
    from: usize,
    base: usize,
    unit: UnitId,
    marks: Vec<Mark>,
    note: Option<NoteRef>,
    words: bool,
    /// End of the table being read; its lines are claimed as a whole.
    table: Option<usize>,
    /// End of the last words.
    end: usize,
}

impl Body<'_> {
    fn event(&mut self, reader: &mut Reader<'_>, builder: &mut Builder<'_>, event: Event<'_>, range: Range<usize>) {
        let source = self.base + range.start..self.base + range.end;
        let at = self.from + range.start;
        let printed = |t: &str| self.text.get(range.clone()) == Some(t);
        if self.table.is_some_and(|end| range.start < end) {
            let plain = match &event {
                Event::Text(t) => printed(t),
                Event::Start(tag) => matches!(tag, Tag::TableHead | Tag::TableRow | Tag::TableCell),
                Event::End(tag) => {
                    matches!(tag, TagEnd::Table | TagEnd::TableHead | TagEnd::TableRow | TagEnd::TableCell)
                }
                _ => false,
            };
            if !plain {
                reader.fault(at, "Markdown in a table", "write plain words into its cells");
            }
            return;
        }
        match event {
            Event::Text(t) if printed(&t) => {
                self.escape(builder, range.start);
                self.lone_mark(reader, &range);
                self.end = range.end;
                self.claim(builder, source);
            }
            // A line break between two words is a blank; claimed, so that pieces join.
            Event::SoftBreak => self.claim(builder, source),
            Event::FootnoteReference(label) => self.mark(reader, builder, &label, source),
            Event::Start(Tag::FootnoteDefinition(label)) => self.define(reader, builder, &label, at, source),
            Event::End(TagEnd::FootnoteDefinition) => self.note = None,
            Event::Start(Tag::Emphasis) => self.emphasis(builder, &source, 1),
            Event::Start(Tag::Strong) => self.emphasis(builder, &source, 2),
            Event::Start(Tag::Paragraph) => self.new_line(builder, source.start),
            Event::Start(Tag::Table(_)) => self.lines(builder, range),
            Event::End(TagEnd::Paragraph | TagEnd::Emphasis | TagEnd::Strong) => {}
            _ => reader.fault(
                at,
                "Markdown that the reader does not take",
                "use paragraphs, tables, *emphasis* and footnotes only; a backslash keeps a character as it is",
            ),
        }
    }

    /// The backslash that kept the character at `at` as it is.
    fn escape(&self, builder: &mut Builder<'_>, at: usize) {
        let backslash = at.checked_sub(1).filter(|b| *b >= self.end && self.text.as_bytes().get(*b) == Some(&b'\\'));
        if let Some(at) = backslash {
            builder.claim(self.base + at..self.base + at + 1, Role::Layout, Some(self.unit));
        }
    }

    /// Markdown takes a mark without a note for words.
    fn lone_mark(&self, reader: &mut Reader<'_>, words: &Range<usize>) {
        let to = (words.end + 1).min(self.text.len());
        let mark = self.text.get(words.start..to).and_then(|w| w.find("[^")).map(|at| words.start + at);
        let kept = |at: usize| self.text.get(..at).is_some_and(|t| t.ends_with('\\'));
        if let Some(at) = mark.filter(|at| !kept(*at)) {
            let what = "a footnote's mark without its note";
            reader.fault(self.from + at, what, "add `[^mark]: text` below, or a backslash before the bracket");
        }
    }

    fn claim(&mut self, builder: &mut Builder<'_>, source: Range<usize>) {
        match self.note {
            Some(note) => builder.claim_note(source, Role::Note, note),
            None => {
                self.words = true;
                builder.claim(source, Role::Body, Some(self.unit));
            }
        }
    }

    /// What follows begins on a line of its own, if anything stands before it.
    fn new_line(&self, builder: &mut Builder<'_>, at: usize) {
        if self.words && self.note.is_none() && at > self.base {
            builder.claim(at - 1..at, Role::Layout, Some(self.unit));
        }
    }

    fn mark(&mut self, reader: &mut Reader<'_>, builder: &mut Builder<'_>, label: &str, source: Range<usize>) {
        if self.marks.iter().any(|m| m.label == label) {
            let at = source.start - reader.offset;
            reader.fault(at, format!("footnote {label} is marked twice"), "give each mark a note of its own");
            return;
        }
        let note = builder.note(self.unit, NoteKind::Footnote, label);
        builder.claim_note(source, Role::NoteMark, note);
        self.marks.push(Mark { label: label.to_owned(), note, defined: false });
    }

    fn define(
        &mut self,
        reader: &mut Reader<'_>,
        builder: &mut Builder<'_>,
        label: &str,
        at: usize,
        source: Range<usize>,
    ) {
        let Some(mark) = self.marks.iter_mut().find(|m| m.label == label) else {
            let what = format!("footnote {label} has no mark in its provision");
            reader.fault(at, what, "put its mark into the text above, or take it out");
            return;
        };
        mark.defined = true;
        self.note = Some(mark.note);
        let end = (source.start + label.len() + "[^]:".len()).min(source.end);
        builder.claim_note(source.start..end, Role::NoteMark, mark.note);
    }

    fn emphasis(&self, builder: &mut Builder<'_>, source: &Range<usize>, marks: usize) {
        builder.claim(source.start..source.start + marks, Role::Layout, Some(self.unit));
        builder.claim(source.end - marks..source.end, Role::Layout, Some(self.unit));
    }

    /// The lines of a table: each row a line of the text, its cells parted by a bar.
    fn lines(&mut self, builder: &mut Builder<'_>, range: Range<usize>) {
        self.table = Some(range.end);
        let mut at = range.start;
        for line in self.text.get(range).unwrap_or("").split_inclusive('\n') {
            let start = at;
            at += line.len();
            let row = line.trim();
            let lead = start + line.find(row).unwrap_or(0);
            if row.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ')) {
                // Its line end parts the rows around it.
                builder.claim(self.base + start..self.base + lead + row.len(), Role::Layout, None);
                continue;
            }
            let cells = row.trim_matches('|');
            let cells = lead + row.find(cells).unwrap_or(0)..lead + row.find(cells).unwrap_or(0) + cells.len();
            self.new_line(builder, self.base + start);
            builder.claim(self.base + lead..self.base + cells.start, Role::Layout, None);
            self.claim(builder, self.base + cells.start..self.base + cells.end);
            builder.claim(self.base + cells.end..self.base + lead + row.len(), Role::Layout, None);
        }
    }
}
