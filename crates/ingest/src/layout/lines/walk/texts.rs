//! Lines without a label: text, notes, footnotes.

use lawgrep_model::{NoteKind, Role, UnitId};

use super::{State, Walk};
use crate::{builder::Builder, layout::lines::rows::Row, patterns::collapse};

impl State {
    /// Learns from a row under a section whether what stands there is indented.
    pub(super) fn stands(&mut self, row: &Row<'_>) {
        if self.section.is_some() {
            let deeper = row.words.start - row.line.start > self.margin + 1;
            self.inset = Some(deeper && self.inset != Some(false));
        }
    }
}

impl Walk<'_, '_> {
    /// A line without a label under a law, a chapter or a remark.
    pub(super) fn words(&self, builder: &mut Builder<'_>, state: &mut State, n: usize, open: UnitId) {
        let Some(row) = self.page.rows.get(n) else { return };
        let law = state.law.map_or(open, |(_, unit)| unit);
        let law = if law == UnitId(u32::MAX) { open } else { law };
        if let Some(found) = self.rules.note.captures(&row.clean) {
            let end = row.at(self.context.text, found.get(0).map_or(0, |m| m.end()));
            let owner = if state.law.is_some() { state.section.map_or(law, |(_, unit)| unit) } else { open };
            let owner = if owner == UnitId(u32::MAX) { open } else { owner };
            let mark = collapse(self.text(&(row.words.start..end)));
            let note = builder.note(owner, NoteKind::Note, &mark);
            builder.claim_note(row.words.start..end, Role::NoteMark, note);
            builder.claim_note(end..row.words.end, Role::Note, note);
            state.note = Some((note, end < row.words.end));
            return;
        }
        if let Some(found) = self.rules.star.captures(&row.clean)
            && let Some(mark) = found.get(1).map(|m| m.as_str())
            && let Some(marked) = state.stars.get(mark.len() - 1).copied().flatten()
        {
            let end = row.at(self.context.text, mark.len());
            let note = builder.note(marked, NoteKind::Footnote, mark);
            builder.claim_note(row.words.start..end, Role::NoteMark, note);
            builder.claim_note(end..row.words.end, Role::Note, note);
            state.note = Some((note, true));
            return;
        }
        // A note ends with its paragraph; on a page of remarks with the next one.
        let ends = state.after_blank && state.law.is_some();
        if let Some((note, has_words)) = state.note {
            if !(ends && has_words) {
                builder.claim_note(row.words.clone(), Role::Note, note);
                state.note = Some((note, true));
                return;
            }
            state.note = None;
        }
        // Where all under the sections is indented, a paragraph at the margin belongs to none of them: a remark on the law.
        let blanks = row.words.start - row.line.start;
        if state.after_blank && state.closed && state.inset == Some(true) && blanks <= state.margin {
            let note = builder.note(law, NoteKind::Note, "");
            builder.claim_note(row.words.clone(), Role::Note, note);
            state.note = Some((note, true));
            return;
        }
        state.stands(row);
        let margin = blanks <= state.indent;
        // A paragraph of its own after the items goes on with what they belong to.
        let above = state.number.or(state.section.map(|(_, u)| (0, u))).map(|(_, unit)| unit);
        let after_items = state.after_blank && state.closed && margin && state.item.is_some();
        let unit = above.filter(|unit| after_items && *unit != UnitId(u32::MAX)).unwrap_or(open);
        let mut range = row.words.clone();
        // What cuts a word at the line's end goes with the blank after it.
        if self.text(&range).ends_with(['\u{ad}', '¬'])
            && let Some(next) = self.page.rows.get(n + 1).filter(|r| !r.is_blank())
        {
            range.end = next.words.start;
        }
        self.claim(builder, unit, Role::Body, range);
    }
}

/// Remembers the stars that stand right after a word: "marble**".
pub(super) fn note_stars(words: &str, unit: UnitId, stars: &mut [Option<UnitId>; 4]) {
    let mut before = ' ';
    let mut count = 0_usize;
    for c in words.chars().chain(std::iter::once(' ')) {
        if c == '*' && (count > 0 || before.is_alphanumeric()) {
            count += 1;
        } else {
            if !c.is_alphanumeric()
                && let Some(slot) = count.checked_sub(1).and_then(|n| stars.get_mut(n))
            {
                slot.get_or_insert(unit);
            }
            count = 0;
            before = c;
        }
    }
}
