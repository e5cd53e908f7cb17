//! The word under the cursor: where it stands in the law, and where on the screen.

use std::{collections::BTreeMap, ops::Range};

use lawgrep_model::{Place, Span, UnitId};
use unicode_segmentation::UnicodeSegmentation;

use crate::{flow::Flow, ink::Run, reader::Reader, refs::LinkId};

/// A word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) edition: usize,
    pub(crate) unit: UnitId,
    pub(crate) place: Place,
    /// Its bytes there.
    pub(crate) span: Span,
}

impl Word {
    /// The word itself.
    pub(crate) fn text(self, reader: &dyn Reader) -> Option<&str> {
        let unit = reader.document(self.edition)?.unit(self.unit)?;
        unit.text_at(self.place).get(self.span.range())
    }
}

/// A word on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) word: Word,
    /// The line on which it begins.
    pub(crate) line: usize,
    pub(crate) col: usize,
    /// The reference to which it belongs.
    pub(crate) link: Option<LinkId>,
}

/// The bytes of its text that a run shows; `None` for words of our own.
fn shown(flow: &Flow, run: &Run) -> Option<(usize, UnitId, Place, Range<usize>)> {
    let source = run.source?;
    let (edition, unit, place) = *flow.places.get(source.place as usize)?;
    let byte = source.byte as usize;
    Some((edition, unit, place, byte..byte + run.text.len()))
}

/// The part of the run that belongs to the word, in bytes of the run.
pub(crate) fn part_of(flow: &Flow, run: &Run, word: Word) -> Option<Range<usize>> {
    let (edition, unit, place, bytes) = shown(flow, run)?;
    let same = (edition, unit, place) == (word.edition, word.unit, word.place);
    let (from, to) = (bytes.start.max(word.span.range().start), bytes.end.min(word.span.range().end));
    (same && from < to).then(|| from - bytes.start..to - bytes.start)
}

/// The words of these lines in reading order: row by row, in a row column by column.
pub(crate) fn seen(flow: &Flow, reader: &dyn Reader, lines: Range<usize>) -> Vec<Seen> {
    let mut of_place: BTreeMap<u32, Vec<Range<usize>>> = BTreeMap::new();
    let mut all: Vec<Seen> = Vec::new();
    for (n, line) in flow.lines.iter().enumerate().skip(lines.start).take(lines.len()) {
        for run in &line.runs {
            let (Some(source), Some((edition, unit, place, bytes))) = (run.source, shown(flow, run)) else { continue };
            let Some(text) = reader.document(edition).and_then(|d| d.unit(unit)).map(|u| u.text_at(place)) else {
                continue;
            };
            // What was made safe is not what stands in the law.
            if text.get(bytes.clone()) != Some(run.text.as_str()) {
                continue;
            }
            let words = of_place
                .entry(source.place)
                .or_insert_with(|| text.unicode_word_indices().map(|(at, word)| at..at + word.len()).collect());
            let first = words.partition_point(|word| word.end <= bytes.start);
            for bounds in words.iter().skip(first).take_while(|word| word.start < bytes.end) {
                let word = Word { edition, unit, place, span: Span::new(bounds.start, bounds.end) };
                if all.last().is_some_and(|last| last.word == word) || bounds.start < bytes.start {
                    // It began in a run before; where that is not in these lines it is seen from here on.
                    if all.iter().rev().take(64).any(|seen| seen.word == word) {
                        continue;
                    }
                }
                let before = run.text.get(..bounds.start.saturating_sub(bytes.start)).unwrap_or("");
                let col = run.col + crate::wrap::width_of(before);
                all.push(Seen { word, line: n, col, link: flow.link_of(run.mark) });
            }
        }
    }
    all.sort_by_key(|seen| (flow.row_at(seen.line), flow.column_at(seen.col), seen.line, seen.col));
    all
}

/// Whether any of it stands in these lines.
pub(crate) fn is_in(flow: &Flow, word: Word, lines: Range<usize>) -> bool {
    let lines = flow.lines.iter().skip(lines.start).take(lines.len());
    lines.flat_map(|line| &line.runs).any(|run| part_of(flow, run, word).is_some())
}
