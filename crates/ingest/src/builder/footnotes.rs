//! Footnotes that stand apart from the words that they belong to.

use std::ops::Range;

use lawgrep_model::{FindingKind, NoteKind, Role};

use super::{Builder, Claim};

/// A footnote: where its mark stands in the text, and where the note.
#[derive(Debug, Clone)]
pub(crate) struct Footnote {
    /// The mark in the text, with the blank before it.
    pub(crate) mark: Range<usize>,
    /// No other number could be the mark. Where one could, none is taken out of the text.
    pub(crate) sure: bool,
    /// The mark before the note's words.
    pub(crate) label: Range<usize>,
    pub(crate) words: Range<usize>,
}

impl Builder<'_> {
    /// Adds notes to the units whose words, all claimed before, hold their marks.
    pub(crate) fn footnotes(&mut self, notes: Vec<Footnote>) {
        if notes.is_empty() {
            return;
        }
        /// So many claims before a note are looked at for a unit.
        const NEAR: usize = 64;
        self.claims.sort_by_key(|c| (c.range.start, std::cmp::Reverse(c.range.end)));
        let settled = self.claims.len();
        for note in notes {
            let near =
                self.claims.get(..settled).map_or(0, |all| all.partition_point(|c| c.range.start <= note.mark.start));
            let holder = near.checked_sub(1).and_then(|n| self.claims.get_mut(n));
            let own = holder.filter(|c| {
                let words = matches!(c.role, Role::Heading | Role::Body) && c.note.is_none();
                words && c.unit.is_some() && c.range.end >= note.mark.end
            });
            let Some(claim) = own else {
                // The mark stands in a label or a note. No word gets lost: the text goes on with it.
                let before = self.claims.get(..settled).and_then(|all| {
                    let at = all.partition_point(|c| c.range.start <= note.label.start);
                    all.get(..at)?.iter().rev().take(NEAR).find_map(|c| c.unit)
                });
                self.claim(note.label.start..note.words.end, Role::Body, before);
                continue;
            };
            let Some(unit) = claim.unit else { continue };
            let rest = Claim { range: note.mark.end..claim.range.end, role: claim.role, unit: claim.unit, note: None };
            if note.sure {
                claim.range.end = note.mark.start;
            }
            let printed = self.text.get(note.label.clone()).unwrap_or("").to_owned();
            let id = self.note(unit, NoteKind::Footnote, &printed);
            if note.sure {
                self.claim_note(note.mark, Role::NoteMark, id);
                if rest.range.start < rest.range.end {
                    self.claims.push(rest);
                }
            } else {
                let message = "a footnote whose number stands in the text more than once; it goes with the first";
                self.finding(FindingKind::NoteWithoutMark, note.label.clone(), message);
            }
            self.claim_note(note.label, Role::NoteMark, id);
            self.claim_note(note.words, Role::Note, id);
        }
    }
}
