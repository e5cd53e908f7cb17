//! Reads the rows in order: what each label opens, and to what each line without one belongs.

use std::ops::Range;

use lawgrep_model::{Citation, FindingKind, Role, UnitId, UnitKey};

use super::{
    Page,
    contents::{Entry, entries},
    laws::Law,
};
use crate::{
    builder::{Builder, NoteRef},
    layout::{Context, tabbed::law_order},
    patterns::{in_capitals, trim},
};

mod headings;
mod labels;
mod texts;

use labels::Rules;
use texts::note_stars;

/// No heading of a section has more characters.
const LONGEST: usize = 90;

#[derive(Default)]
struct State {
    law: Option<(Citation, UnitId)>,
    last_law: Option<u16>,
    section: Option<(char, UnitId)>,
    number: Option<(u8, UnitId)>,
    item: Option<(char, UnitId)>,
    subitem: Option<u8>,
    /// Blanks before the label of the last number.
    indent: usize,
    /// Blanks before the label of the last section.
    margin: usize,
    /// Whether all that stands under the sections of this law is indented; `None` as long as nothing does.
    inset: Option<bool>,
    /// The unit that a line without a label goes on with.
    open: Option<UnitId>,
    /// A note that goes on, and whether it has words.
    note: Option<(NoteRef, bool)>,
    /// The units of this law at whose words stars stand, by the number of stars less one.
    stars: [Option<UnitId>; 4],
    chapters: u16,
    contents: u16,
    /// Something of the laws has begun: what stands before is matter.
    begun: bool,
    /// A blank line stands before this row.
    after_blank: bool,
    /// The row before ended a sentence or was a heading.
    closed: bool,
    /// Rows up to this one are taken already.
    until: usize,
}

impl State {
    fn base(&self) -> Option<Citation> {
        let (law, _) = self.law?;
        match self.section {
            Some((letter, _)) => law.with_section(letter),
            None => Some(law),
        }
    }
}

pub(super) fn walk(context: &Context<'_>, page: &Page<'_>, builder: &mut Builder<'_>) {
    let walk = Walk {
        context,
        page,
        rules: Rules::new(context),
        entries: entries(page),
        markdown: page.rows.iter().filter(|r| r.hashes > 0).count() > 1,
        run_in: false,
    };
    let walk = Walk { run_in: walk.runs_in(), ..walk };
    let mut state = State { after_blank: true, closed: true, ..State::default() };
    for n in 0..page.rows.len() {
        walk.row(builder, &mut state, n);
    }
}

struct Walk<'c, 't> {
    context: &'c Context<'t>,
    page: &'c Page<'t>,
    rules: Rules,
    entries: Vec<Entry>,
    markdown: bool,
    /// Subsections and items have run-in headings too.
    run_in: bool,
}

impl Walk<'_, '_> {
    fn row(&self, builder: &mut Builder<'_>, state: &mut State, n: usize) {
        let Some(row) = self.page.rows.get(n) else { return };
        if row.is_blank() {
            if !self.text(&row.line).trim().is_empty() {
                builder.claim(row.line.clone(), Role::Layout, None);
            }
            state.after_blank = true;
            return;
        }
        if let Some(role) = self.page.furniture.get(n).copied().flatten() {
            if role == Role::Note {
                // A footnote, whose unit is known when all words are claimed.
                (state.after_blank, state.note) = (true, None);
                return;
            }
            builder.claim(trim(self.context.text, row.line.clone()), role, None);
            return;
        }
        for mark in [row.line.start..row.words.start, row.words.end..row.line.end] {
            if !self.text(&mark).trim().is_empty() {
                builder.claim(trim(self.context.text, mark), Role::Layout, None);
            }
        }
        if n < state.until {
            return;
        }
        match (self.page.laws.get(n).and_then(Option::as_ref), self.entries.get(n)) {
            (Some(law), Some(Entry::Contents)) => self.entry(builder, state, n, law),
            (Some(_), Some(Entry::Navigation)) => builder.claim(row.words.clone(), Role::RunningHeader, None),
            (Some(law), _) => self.law(builder, state, n, law),
            (None, _) => self.line(builder, state, n),
        }
        state.after_blank = false;
    }

    fn text(&self, range: &Range<usize>) -> &str {
        self.context.text.get(range.clone()).unwrap_or("")
    }

    /// A law in the table of contents.
    fn entry(&self, builder: &mut Builder<'_>, state: &mut State, n: usize, law: &Law) {
        let Some(row) = self.page.rows.get(n) else { return };
        state.contents = state.contents.saturating_add(1);
        let label = row.words.start..row.at(self.context.text, law.label);
        let unit = builder.open(UnitKey::Contents(state.contents), None, &law.cite.to_string());
        builder.claim(label.clone(), Role::Label, Some(unit));
        let rest = self.text(&(label.end..row.words.end));
        let page = rest.trim_end_matches(|c: char| c.is_ascii_digit());
        let title = page.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '…'));
        // A number at the end is a page's if something parts it from the title.
        let end = if page.len() > title.len() { label.end + title.len() } else { row.words.end };
        builder.claim(label.end..end, Role::Heading, Some(unit));
        builder.claim(end..row.words.end, Role::Layout, Some(unit));
    }

    fn law(&self, builder: &mut Builder<'_>, state: &mut State, n: usize, law: &Law) {
        let Some(row) = self.page.rows.get(n) else { return };
        let source = self.context.text;
        let label = row.words.start..row.at(source, law.label);
        let rest = trim(source, label.end..row.words.end);
        let next = self.page.next(n);
        let law_next = next.is_none_or(|m| self.page.laws.get(m).is_some_and(Option::is_some));
        // The law being read, named again at the head of a page.
        if state.law.is_some_and(|(cite, _)| cite == law.cite) && law.alone && !law.annex {
            builder.claim(row.words.clone(), Role::RunningHeader, None);
            return;
        }
        if law.alone && law_next {
            let message = "a law's heading line with nothing under it; passed over";
            builder.finding(FindingKind::HeadingWithoutBody, row.words.clone(), message);
            builder.claim(row.words.clone(), Role::Label, None);
            return;
        }
        *state = State {
            last_law: state.last_law,
            chapters: state.chapters,
            contents: state.contents,
            begun: true,
            closed: true,
            ..State::default()
        };
        if law.annex {
            let unit = builder.open(UnitKey::Remark(law.cite), None, self.text(&label));
            builder.claim(label, Role::Label, Some(unit));
            builder.claim(rest, Role::Heading, Some(unit));
            state.open = Some(unit);
            return;
        }
        let number = law.cite.law_number();
        law_order(builder, number, state.last_law, label.clone());
        builder.new_block();
        state.last_law = Some(number);
        // "Artikel 57A": the line below may repeat the letter, and opens the unit.
        let again = next.and_then(|m| self.page.rows.get(m)).and_then(|r| self.rules.section.captures(&r.clean));
        let again = again.and_then(|c| c.get(1)?.as_str().chars().next());
        if law.alone && law.cite.section().is_some() && again == law.cite.section() {
            builder.claim(label, Role::Label, None);
            let before = law.cite.section().and_then(|l| char::from_u32(l as u32 - 1)).filter(char::is_ascii_uppercase);
            let whole = Citation::law(number);
            // No unit stands for the law itself, so its sections hang on nothing.
            state.law = Some((whole, UnitId(u32::MAX)));
            state.section = before.map(|l| (l, UnitId(u32::MAX)));
            return;
        }
        let unit = builder.provision(vec![law.cite], self.text(&label));
        builder.claim(label, Role::Label, Some(unit));
        self.title(builder, unit, rest.clone());
        state.law = Some((Citation::law(number), unit));
        state.section = law.cite.section().map(|l| (l, unit));
        state.number = law.cite.subsection().map(|s| (s, unit));
        state.open = Some(unit);
        note_stars(&row.clean, unit, &mut state.stars);
        self.heading_below(builder, state, n, unit, rest.is_empty());
    }

    /// A row that is no law's heading.
    fn line(&self, builder: &mut Builder<'_>, state: &mut State, n: usize) {
        let Some(row) = self.page.rows.get(n) else { return };
        if state.after_blank && state.last_law.is_some() && row.clean.starts_with(['©', 'ⓒ']) {
            // What stands below the laws belongs to the site.
            (state.law, state.section, state.number, state.note) = (None, None, None, None);
            let unit = builder.matter();
            builder.claim(row.words.clone(), Role::Body, Some(unit));
            state.open = Some(unit);
            return;
        }
        if let Some((label, by, end)) = self.label(state, n) {
            let range = row.words.start..row.at(self.context.text, end);
            self.labelled(builder, state, n, (label, by), range);
        } else if self.chapter(builder, state, n) {
        } else if let Some(unit) = state.open.filter(|_| state.begun) {
            self.words(builder, state, n, unit);
        } else {
            let unit = match state.open.filter(|_| !state.after_blank) {
                Some(unit) => unit,
                None => builder.matter(),
            };
            state.open = Some(unit);
            builder.claim(row.words.clone(), Role::Body, Some(unit));
        }
        if let Some(unit) = state.open.filter(|_| state.note.is_none() && row.clean.contains('*')) {
            note_stars(&row.clean, unit, &mut state.stars);
        }
        state.closed = row.is_closed();
    }

    /// A chapter's heading: words in capitals before a law, or a short paragraph of its own right before one.
    fn chapter(&self, builder: &mut Builder<'_>, state: &mut State, n: usize) -> bool {
        const MOST: usize = 3;
        let Some(row) = self.page.rows.get(n) else { return false };
        let is_law = |m: usize| {
            let entry = self.entries.get(m).is_some_and(|e| *e != Entry::None);
            !entry && self.page.laws.get(m).is_some_and(Option::is_some)
        };
        let short = !row.is_closed() && row.clean.chars().count() <= LONGEST && !row.clean.ends_with(',');
        let mut next = self.page.next(n);
        if short && in_capitals(&row.clean) {
            let mut last = n;
            for _ in 0..MOST {
                let Some(m) = next.filter(|m| !is_law(*m) && *m == last + 1) else { break };
                last = m;
                if !self.page.rows.get(m).is_some_and(|r| in_capitals(&r.clean)) {
                    break;
                }
                next = self.page.next(m);
            }
        } else if !(short && (row.hashes > 0 || (state.after_blank && next.is_some_and(|m| m > n + 1)))) {
            return false;
        }
        // Before the first law a title of the book is likelier than a chapter's.
        let law_next = next.is_some_and(is_law) && (state.last_law.is_some() || in_capitals(&row.clean));
        if !law_next || (!state.closed && state.last_law.is_some()) {
            return false;
        }
        state.chapters = state.chapters.saturating_add(1);
        let unit = builder.open(UnitKey::Chapter(state.chapters), None, "");
        builder.claim(row.words.clone(), Role::Heading, Some(unit));
        *state = State {
            last_law: state.last_law,
            chapters: state.chapters,
            contents: state.contents,
            open: Some(unit),
            begun: true,
            closed: true,
            until: state.until,
            ..State::default()
        };
        let mut last = n;
        while let Some(m) = self.page.next(last).filter(|m| !is_law(*m) && *m == last + 1) {
            let Some(more) = self.page.rows.get(m).filter(|r| in_capitals(&r.clean)) else { break };
            builder.claim(more.words.clone(), Role::Heading, Some(unit));
            state.until = m + 1;
            last = m;
        }
        true
    }
}
