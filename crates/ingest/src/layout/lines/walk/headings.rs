//! Where headings end, and dates of revisions in them.

use std::ops::Range;

use lawgrep_model::{NoteKind, Role, UnitId};

use super::{LONGEST, State, Walk, labels::first};
use crate::{
    builder::Builder,
    heading,
    layout::lines::laws::date_tag,
    patterns::{in_capitals, trim},
};

impl Walk<'_, '_> {
    /// The heading of a law where it stands on the next line, or goes on there.
    pub(super) fn heading_below(
        &self,
        builder: &mut Builder<'_>,
        state: &mut State,
        n: usize,
        unit: UnitId,
        awaited: bool,
    ) {
        /// No heading has more lines.
        const MOST: usize = 4;
        let mut last = n;
        let mut awaited = awaited;
        for _ in 0..MOST {
            let Some(m) = self.page.next(last) else { return };
            let (Some(row), Some(before)) = (self.page.rows.get(m), self.page.rows.get(last)) else { return };
            let law = self.page.laws.get(m).is_some_and(Option::is_some);
            let label = self.label(state, m).is_some() || self.rules.note.is_match(&row.clean);
            let long = row.clean.chars().count() > LONGEST + LONGEST / 2;
            if law || label || row.is_closed() || long {
                return;
            }
            let after = self.page.next(m);
            let follows = m == last + 1;
            let capitals = follows && in_capitals(&before.clean) && in_capitals(&row.clean);
            // "Law 12 Words that go" / "on here", and then a blank line or a label.
            let ends = after.is_none_or(|a| a > m + 1 || self.label(state, a).is_some());
            let goes_on = follows && !awaited && row.clean.starts_with(char::is_lowercase) && ends;
            if !(awaited || capitals || goes_on) {
                return;
            }
            self.title(builder, unit, row.words.clone());
            state.until = m + 1;
            (awaited, last) = (false, m);
        }
    }

    /// Claims a heading; the date of a revision at its end is a note.
    pub(super) fn title(&self, builder: &mut Builder<'_>, unit: UnitId, range: Range<usize>) {
        let words = self.text(&range);
        let Some(tag) = date_tag(words) else {
            return self.claim(builder, unit, Role::Heading, range);
        };
        self.claim(builder, unit, Role::Heading, range.start..range.start + tag.start);
        let note = builder.note(unit, NoteKind::Note, "");
        builder.claim_note(trim(self.context.text, range.start + tag.start..range.end), Role::Note, note);
    }

    /// Claims words; in Markdown the marks of emphasis among them are no words.
    pub(super) fn claim(&self, builder: &mut Builder<'_>, unit: UnitId, role: Role, range: Range<usize>) {
        let mut at = range.start;
        if self.markdown {
            for (found, mark) in self.text(&range).match_indices("**") {
                let found = range.start + found;
                builder.claim(at..found, role, Some(unit));
                builder.claim(found..found + mark.len(), Role::Layout, Some(unit));
                at = found + mark.len();
            }
        }
        builder.claim(at..range.end, role, Some(unit));
    }

    /// Where the text of a section or subsection begins after its heading.
    pub(super) fn body(&self, state: &State, n: usize, rest: &Range<usize>, section: bool) -> usize {
        let words = self.text(rest);
        if let Some(at) = words.find("**").filter(|at| *at > 0) {
            return rest.start + at;
        }
        if self.is_title(state, n, words, section) {
            return rest.end;
        }
        let split = self.run_in_head(words).filter(|_| section);
        split.map_or(rest.start, |at| rest.start + at)
    }

    /// Where the text begins after a heading that runs into it. Where such headings are not the rule, one with a verb is a
    /// sentence with a name in it.
    fn run_in_head(&self, words: &str) -> Option<usize> {
        /// No heading has more words.
        const MOST: usize = 24;
        /// Where they are not the rule, a longer one is none.
        const FEW: usize = 12;
        let structure = &self.context.language.structure;
        heading::split(words, structure).filter(|at| {
            let mut head = words.get(..*at).unwrap_or("").split_whitespace();
            head.clone().count() <= if self.run_in { MOST } else { FEW }
                && (self.run_in || !head.any(|w| structure.verbs.iter().any(|v| v == w)))
        })
    }

    /// Whether most subsections and items of the text begin with a run-in heading.
    pub(super) fn runs_in(&self) -> bool {
        /// So few tell nothing.
        const FEW: usize = 4;
        let (mut all, mut with) = (0, 0);
        for row in &self.page.rows {
            let words = &*row.clean;
            let found = self.rules.number.find(words).or_else(|| self.rules.item.find(words));
            let Some(rest) = found.and_then(|label| words.get(label.end()..)) else { continue };
            all += 1;
            with += usize::from(self.run_in_head(rest).is_some());
        }
        with >= FEW && with * 2 >= all
    }

    /// Whether the words fill a line of their own as a heading does: no sentence ends there, and what follows would have had
    /// room on the line.
    pub(super) fn is_title(&self, state: &State, n: usize, words: &str, section: bool) -> bool {
        let Some(row) = self.page.rows.get(n) else { return false };
        let length = row.clean.chars().count();
        if words.is_empty() || row.is_closed() || words.ends_with(',') || length > LONGEST {
            return false;
        }
        let last = words.rsplit(char::is_whitespace).next().unwrap_or("");
        if self.context.language.references.and.iter().any(|w| w == last) {
            return false;
        }
        let Some(m) = self.page.next(n) else { return section };
        let Some(next) = self.page.rows.get(m) else { return section };
        let law = self.page.laws.get(m).is_some_and(Option::is_some);
        if law || self.begins_list(&next.clean) || self.label(state, m).is_some() {
            return section;
        }
        let capital = next.clean.starts_with(|c: char| c.is_uppercase() || matches!(c, '«' | '“' | '"' | '('));
        let word = next.clean.split_whitespace().next().unwrap_or("").chars().count();
        let room = self.page.width.is_none_or(|w| (length + 1 + word) * 100 <= w * 85);
        capital && (room || m > n + 1)
    }

    /// Whether a list begins with these words.
    pub(super) fn begins_list(&self, words: &str) -> bool {
        first(&self.rules.number, words, "1").or_else(|| first(&self.rules.item, words, "a")).is_some()
    }
}
