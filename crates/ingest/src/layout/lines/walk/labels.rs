//! Labels: which of the words that look like one is due where it stands, and what it opens.

use std::ops::Range;

use lawgrep_model::{Citation, Role};
use regex::Regex;

use super::{State, Walk};
use crate::{
    builder::Builder,
    layout::{Context, tabbed::sequence},
    patterns::{any_of, re, trim},
};

pub(super) struct Rules {
    pub(super) section: Regex,
    pub(super) number: Regex,
    pub(super) item: Regex,
    pub(super) roman: Regex,
    pub(super) note: Regex,
    pub(super) star: Regex,
}

impl Rules {
    pub(super) fn new(context: &Context<'_>) -> Self {
        // Markdown may put a label, or a label with its heading, between stars.
        let bold = r"(?:\*\*|__)?";
        let notes = any_of(&context.language.structure.note);
        Self {
            section: re(&format!(
                r"^{bold}([A-Z])(?:\\?[.):]{bold}[\s\u{{a0}}]+|\t[\s]*|[ \u{{a0}}]{{2,}}|[ ][-–][ ])"
            )),
            number: re(&format!(r"^{bold}([0-9]{{1,2}})\\?[.)]{bold}(?:[\s\u{{a0}}]+|$)")),
            item: re(&format!(r"^{bold}\(?([a-z])\\?[.)]{bold}[\s\u{{a0}}]+")),
            roman: re(&format!(r"^{bold}\(?([ivx]{{1,5}})\\?[.)]{bold}[\s\u{{a0}}]+")),
            note: re(&format!(r"(?i)^(?:{notes})[\s\u{{a0}}]*([0-9]{{1,2}})?[\s\u{{a0}}]*(?:[:.)–][\s\u{{a0}}]*|$)")),
            star: re(r"^(\*{1,4})[\s\u{a0}]*\pL"),
        }
    }
}

/// What a label opens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Section(char),
    Number(u8),
    Item(char),
    Subitem(u8),
}

/// Where a label ends that words begin with, if it is that one.
pub(super) fn first(rule: &Regex, words: &str, label: &str) -> Option<usize> {
    let found = rule.captures(words)?;
    (found.get(1)?.as_str() == label).then_some(found.get(0)?.end())
}

impl Walk<'_, '_> {
    /// The label that a row begins with, if one is due there, and its length in the row's clean words.
    pub(super) fn label(&self, state: &State, n: usize) -> Option<(Label, i32, usize)> {
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
            let opens = |end| opens(end) || self.item_follows(n);
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

    /// Whether the first item of a list begins on the row after `n`.
    fn item_follows(&self, n: usize) -> bool {
        let next = self.page.next(n).and_then(|m| self.page.rows.get(m));
        next.is_some_and(|row| self.first_item(&row.clean).is_some())
    }

    /// Where the label of a first item ends that words begin with: "(a) ", "a) ".
    fn first_item(&self, words: &str) -> Option<usize> {
        first(&self.rules.item, words, "a").filter(|end| words.get(..*end).is_some_and(|label| label.contains(')')))
    }

    /// The first of the next level, where it stands on the line of the label above it: "1. (a) ", "(a) (i) ", "B. 1. ".
    fn nested(&self, above: Label, words: &str) -> Option<(Label, usize)> {
        let (label, end) = match above {
            Label::Section(_) => (Label::Number(1), first(&self.rules.number, words, "1")?),
            Label::Number(_) => (Label::Item('a'), self.first_item(words)?),
            Label::Item(_) => {
                (Label::Subitem(1), first(&self.rules.roman, words, "i").filter(|_| words.starts_with('('))?)
            }
            Label::Subitem(_) => return None,
        };
        (end < words.len()).then_some((label, end))
    }

    /// Opens what the label at `range` names, and what stands behind it on the row.
    pub(super) fn labelled(
        &self,
        builder: &mut Builder<'_>,
        state: &mut State,
        n: usize,
        (label, by): (Label, i32),
        range: Range<usize>,
    ) {
        let (Some(row), Some(base)) = (self.page.rows.get(n), state.base()) else { return };
        let end = range.end;
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
        sequence(builder, cite, by, range.clone());
        let unit = builder.provision(vec![cite], self.text(&range));
        builder.claim(range, Role::Label, Some(unit));
        (state.open, state.note) = (Some(unit), None);
        if !matches!(label, Label::Section(_)) {
            state.stands(row);
        }
        match label {
            Label::Section(l) => {
                state.margin = row.words.start - row.line.start;
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
        if let Some((inner, length)) = self.nested(label, self.text(&rest)) {
            let range = rest.start..rest.start + length;
            return self.labelled(builder, state, n, (inner, 0), range);
        }
        let body = match label {
            Label::Section(_) => self.body(state, n, &rest, true),
            Label::Number(_) => self.body(state, n, &rest, self.run_in),
            Label::Item(_) if self.run_in => self.body(state, n, &rest, true),
            _ => rest.start,
        };
        if body > rest.start {
            self.title(builder, unit, rest.start..body);
        }
        let bold = self.text(&(body..rest.end)).strip_prefix("**").map_or(0, |_| 2);
        builder.claim(body..body + bold, Role::Layout, Some(unit));
        self.claim(builder, unit, Role::Body, body + bold..rest.end);
    }
}
