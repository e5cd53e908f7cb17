//! Reads the rows in order: what each label opens, and to what each line without one belongs.

use std::ops::Range;

use lawgrep_model::{Citation, FindingKind, NoteKind, Role, UnitId, UnitKey};
use regex::Regex;

use super::{
    Page,
    contents::{Entry, entries},
    laws::{Law, date_tag},
};
use crate::{
    builder::{Builder, NoteRef},
    heading,
    layout::{
        Context,
        tabbed::{law_order, sequence},
    },
    patterns::{any_of, collapse, in_capitals, re, trim},
};

/// No heading of a section has more characters.
const LONGEST: usize = 90;

struct Rules {
    section: Regex,
    number: Regex,
    item: Regex,
    roman: Regex,
    note: Regex,
    star: Regex,
}

impl Rules {
    fn new(context: &Context<'_>) -> Self {
        // Markdown may put a label, or a label with its heading, between stars.
        let bold = r"(?:\*\*|__)?";
        let notes = any_of(&context.language.structure.note);
        Self {
            section: re(&format!(r"^{bold}([A-Z])(?:\\?[.):]{bold}[\s\u{{a0}}]+|\t[\s]*|[ \u{{a0}}]{{2,}}|[ ][-–][ ])")),
            number: re(&format!(r"^{bold}([0-9]{{1,2}})\\?[.)]{bold}[\s\u{{a0}}]+")),
            item: re(&format!(r"^{bold}\(?([a-z])\\?[.)]{bold}[\s\u{{a0}}]+")),
            roman: re(&format!(r"^{bold}\(?([ivx]{{1,5}})\\?[.)]{bold}[\s\u{{a0}}]+")),
            note: re(&format!(r"(?i)^(?:{notes})[\s\u{{a0}}]*([0-9]{{1,2}})?[\s\u{{a0}}]*(?:[:.)–][\s\u{{a0}}]*|$)")),
            star: re(r"^(\*{1,4})[\s\u{a0}]*\pL"),
        }
    }
}

/// What a label opens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Section(char),
    Number(u8),
    Item(char),
    Subitem(u8),
}

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
    };
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

    /// The heading of a law where it stands on the next line, or goes on there.
    fn heading_below(&self, builder: &mut Builder<'_>, state: &mut State, n: usize, unit: UnitId, awaited: bool) {
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
    fn title(&self, builder: &mut Builder<'_>, unit: UnitId, range: Range<usize>) {
        let words = self.text(&range);
        let Some(tag) = date_tag(words) else {
            return self.claim(builder, unit, Role::Heading, range);
        };
        self.claim(builder, unit, Role::Heading, range.start..range.start + tag.start);
        let note = builder.note(unit, NoteKind::Note, "");
        builder.claim_note(trim(self.context.text, range.start + tag.start..range.end), Role::Note, note);
    }

    /// Claims words; in Markdown the marks of emphasis among them are no words.
    fn claim(&self, builder: &mut Builder<'_>, unit: UnitId, role: Role, range: Range<usize>) {
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

    /// The label that a row begins with, if one is due there, and its length in the row's clean words.
    fn label(&self, state: &State, n: usize) -> Option<(Label, i32, usize)> {
        let row = self.page.rows.get(n)?;
        state.law?;
        let words = &*row.clean;
        let free = state.closed || state.after_blank;
        let opens = |end: usize| words.get(end..).is_some_and(|r| !r.trim().is_empty());
        let capital = |end: usize| words.get(end..).is_some_and(|r| !r.starts_with(char::is_lowercase));
        if let Some(found) = self.rules.section.captures(words) {
            let (letter, end) = (found.get(1)?.as_str().chars().next()?, found.get(0)?.end());
            let by = letter as i32 - state.section.map_or('A' as i32, |(l, _)| l as i32 + 1);
            if opens(end) && capital(end) && (by == 0 || (free && (1..=3).contains(&by) && state.section.is_some())) {
                return Some((Label::Section(letter), by, end));
            }
        }
        if let Some(found) = self.rules.number.captures(words) {
            let (number, end): (u8, _) = (found.get(1)?.as_str().parse().ok()?, found.get(0)?.end());
            let indent = row.words.start - row.line.start;
            // A numbered list inside a number: its items, which lost their letters.
            if state.number.is_some() && indent > state.indent + 1 && number > 0 {
                let due = state.item.map_or(1, |(l, _)| l as u8 - b'a' + 2);
                let letter = (number == due && number <= 26).then(|| char::from(b'a' + number - 1));
                return letter.map(|letter| (Label::Item(letter), 0, end));
            }
            let by = i32::from(number) - state.number.map_or(1, |(n, _)| i32::from(n) + 1);
            let near = free && (1..=3).contains(&by) && state.number.is_some();
            if number > 0 && opens(end) && ((by == 0 && (free || capital(end))) || near) {
                return Some((Label::Number(number), by, end));
            }
        }
        let within = state.section.is_some() || state.number.is_some();
        if let Some(found) = self.rules.item.captures(words).filter(|_| within) {
            let (letter, end) = (found.get(1)?.as_str().chars().next()?, found.get(0)?.end());
            let by = letter as i32 - state.item.map_or('a' as i32, |(l, _)| l as i32 + 1);
            if opens(end) && (by == 0 || (free && (1..=3).contains(&by) && state.item.is_some() && letter != 'i')) {
                return Some((Label::Item(letter), by, end));
            }
        }
        let found = self.rules.roman.captures(words).filter(|_| within)?;
        let (roman, end) = (Citation::roman(found.get(1)?.as_str())?, found.get(0)?.end());
        let by = i32::from(roman) - state.subitem.map_or(1, |n| i32::from(n) + 1);
        (by == 0 && opens(end)).then_some((Label::Subitem(roman), by, end))
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
            self.labelled(builder, state, n, label, by, row.at(self.context.text, end));
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

    fn labelled(&self, builder: &mut Builder<'_>, state: &mut State, n: usize, label: Label, by: i32, end: usize) {
        let (Some(row), Some(base)) = (self.page.rows.get(n), state.base()) else { return };
        let number = state.number.map_or(Some(base), |(n, _)| Some(base.with_subsection(n)));
        let cite = match label {
            Label::Section(l) => state.law.and_then(|(law, _)| law.with_section(l)),
            Label::Number(n) => Some(base.with_subsection(n)),
            Label::Item(l) => number.and_then(|c| c.with_item(l)),
            Label::Subitem(r) => {
                let item = state.item.map_or(number, |(l, _)| number.and_then(|c| c.with_item(l)));
                item.and_then(|c| c.with_subitem(r))
            }
        };
        let Some(cite) = cite else { return };
        let range = row.words.start..end;
        sequence(builder, cite, by, range.clone());
        let unit = builder.provision(vec![cite], self.text(&range));
        builder.claim(range, Role::Label, Some(unit));
        (state.open, state.note) = (Some(unit), None);
        match label {
            Label::Section(l) => {
                state.section = Some((l, unit));
                (state.number, state.item, state.subitem) = (None, None, None);
            }
            Label::Number(n) => {
                state.number = Some((n, unit));
                state.indent = row.words.start - row.line.start;
                (state.item, state.subitem) = (None, None);
            }
            Label::Item(l) => (state.item, state.subitem) = (Some((l, unit)), None),
            Label::Subitem(r) => state.subitem = Some(r),
        }
        let rest = trim(self.context.text, end..row.words.end);
        let body = match label {
            Label::Section(_) | Label::Number(_) => self.body(state, n, &rest, matches!(label, Label::Section(_))),
            _ => rest.start,
        };
        if body > rest.start {
            self.title(builder, unit, rest.start..body);
        }
        let bold = self.text(&(body..rest.end)).strip_prefix("**").map_or(0, |_| 2);
        builder.claim(body..body + bold, Role::Layout, Some(unit));
        self.claim(builder, unit, Role::Body, body + bold..rest.end);
    }

    /// Where the text of a section or subsection begins after its heading.
    fn body(&self, state: &State, n: usize, rest: &Range<usize>, section: bool) -> usize {
        let words = self.text(rest);
        let structure = &self.context.language.structure;
        if let Some(at) = words.find("**").filter(|at| *at > 0) {
            return rest.start + at;
        }
        if self.is_title(state, n, words, section) {
            return rest.end;
        }
        let split = heading::split(words, structure).filter(|_| section);
        let run_in = |at: &usize| {
            let mut head = words.get(..*at).unwrap_or("").split_whitespace();
            head.clone().count() <= 12 && !head.any(|w| structure.verbs.iter().any(|v| v == w))
        };
        split.filter(run_in).map_or(rest.start, |at| rest.start + at)
    }

    /// Whether the words fill a line of their own as a heading does: no sentence ends there, and what follows would have had
    /// room on the line.
    fn is_title(&self, state: &State, n: usize, words: &str, section: bool) -> bool {
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
    fn begins_list(&self, words: &str) -> bool {
        let first = |rule: &Regex, label: &str| rule.captures(words).and_then(|c| c.get(1)).is_some_and(|m| m.as_str() == label);
        first(&self.rules.number, "1") || first(&self.rules.item, "a")
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

    /// A line without a label under a law, a chapter or a remark.
    fn words(&self, builder: &mut Builder<'_>, state: &mut State, n: usize, open: UnitId) {
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
        let margin = row.words.start - row.line.start <= state.indent;
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
fn note_stars(words: &str, unit: UnitId, stars: &mut [Option<UnitId>; 4]) {
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
