//! HTML lists turned into text, which lost their letters.
//!
//! ```text
//! book       = { law }
//! law        = LAWWORD citation                   alone on its line; "Artikel 16", "Artikel 57A"
//!              [ heading ]                        the next line
//!              { text | section }
//! section    = number "." heading                 at the margin, no full stop, the next line not blank
//!            | LETTER "." heading                 where the letters survived
//!            | heading text                       at the margin without a number, where the list begins at 1 again after it
//! subsection = number "." text                    at the margin; ends like a sentence
//! item       = number "." text                    indented
//!            | letter "." text                    where the letters survived: "a.", "a)" or "(a)", in their sequence
//!            | number "." number "." text         subsection and its first item on one line
//! ```
//!
//! Sections, subsections and items are all printed "1." "2." "3."; what they are follows from indent, from whether the line
//! is a heading, and from the sequence. A list that begins again at 1 was cut by a paragraph: that paragraph is the section
//! that lost its number. Text at the margin after the last item goes on with its section.

use std::ops::Range;

use lawgrep_model::{Citation, FindingKind, Role, UnitId};

use super::{Context, notes::Inline, tabbed::sequence};
use crate::{
    builder::Builder,
    heading,
    patterns::{any_of, re, trim},
};

enum Line {
    Blank,
    /// A law's heading line with the citation it prints.
    Law(Citation),
    /// "C.  Heading" at the margin.
    Letter {
        letter: char,
        label: Range<usize>,
        rest: Range<usize>,
    },
    /// "b. words", "b) words" or "(b) words"; an item only where its letter is due.
    Item {
        indent: usize,
        number: u8,
        label: Range<usize>,
        rest: Range<usize>,
    },
    /// "2. words"; `inner` is the label of an item on the same line.
    Number {
        indent: usize,
        number: u8,
        label: Range<usize>,
        inner: Option<(u8, Range<usize>)>,
        rest: Range<usize>,
    },
    Text,
}

struct Row {
    range: Range<usize>,
    line: Line,
}

#[derive(Default)]
struct State {
    law: Option<Citation>,
    /// The section being read: its place in the alphabet (A = 1).
    section: Option<(u8, UnitId)>,
    subsection: Option<(Citation, UnitId)>,
    item: Option<u8>,
    /// Characters before the item's label.
    item_indent: usize,
    /// Sections before the list began again at 1.
    base: u8,
    /// The sections of this law carry letters, so a number at the margin is a subsection.
    lettered: bool,
    /// The unit of the line before, and whether it was a heading.
    last: Option<(UnitId, bool)>,
    after_blank: bool,
    law_unit: Option<UnitId>,
    awaits_heading: bool,
}

impl State {
    /// Whether an item of that place in the alphabet is due: the next one of the subsection or section being read.
    fn takes_item(&self, number: u8) -> bool {
        let within = self.subsection.is_some() || self.section.is_some();
        within && number == self.item.map_or(1, |n| n.saturating_add(1))
    }
}

pub(crate) fn parse(context: &Context<'_>, builder: &mut Builder<'_>) {
    let rows = rows(context);
    let begins_again = begins_again(context, &rows);
    let inline = Inline::new(context);
    let mut state = State { after_blank: true, ..State::default() };
    for n in 0..rows.len() {
        let Some(row) = rows.get(n) else { break };
        match &row.line {
            Line::Blank => {
                state.after_blank = true;
                continue;
            }
            Line::Law(cite) => law(context, builder, &mut state, &rows, n, *cite),
            // Before the first law nothing is a label.
            _ if state.law.is_none() => text(context, builder, &mut state, row.range.clone(), false, &inline),
            Line::Letter { letter, label, rest } => {
                state.lettered = true;
                let index = *letter as u8 - b'A' + 1;
                section(context, builder, &mut state, index, label.clone(), rest.clone(), &inline);
            }
            Line::Number { indent, number, label, inner, rest } => {
                let heading = *indent == 0 && !state.lettered && is_heading(context, &rows, n, rest);
                if heading {
                    let index = state.base.saturating_add(*number);
                    section(context, builder, &mut state, index, label.clone(), rest.clone(), &inline);
                } else if *indent < 2 {
                    subsection(context, builder, &mut state, *number, label.clone());
                    if let Some((letter, inner)) = inner {
                        item(context, builder, &mut state, *letter, inner.clone());
                        state.item_indent = inner.start - row.range.start;
                    }
                    words(builder, &mut state, rest.clone(), &inline);
                } else {
                    item(context, builder, &mut state, *number, label.clone());
                    state.item_indent = *indent;
                    words(builder, &mut state, rest.clone(), &inline);
                }
            }
            Line::Item { indent, number, label, rest } if state.takes_item(*number) => {
                item(context, builder, &mut state, *number, label.clone());
                state.item_indent = (*indent).max(1);
                words(builder, &mut state, rest.clone(), &inline);
            }
            Line::Item { .. } | Line::Text => {
                let again = begins_again.get(n).is_some_and(|again| *again);
                text(context, builder, &mut state, row.range.clone(), again, &inline);
            }
        }
        state.after_blank = false;
    }
}

fn rows(context: &Context<'_>) -> Vec<Row> {
    let words = any_of(&context.language.structure.law);
    let law = re(&format!(r"(?i)^\s*(?:{words})[\s\u{{a0}}]*(\d{{1,3}})\s?([a-z])?(\d{{1,2}})?\.?\s*$"));
    let letter = re(r"^([A-Z])\.[\s\u{a0}]+");
    let number = re(r"^([ \u{a0}]*)(\d{1,2})\.[ \u{a0}]+(?:(\d{1,2})\.[ \u{a0}]+)?");
    let small = re(r"^([ \t\u{a0}]*)(?:\(([a-z])\)|([a-z])[.)])[ \t\u{a0}]+");
    let mut out = Vec::new();
    let mut at = 0;
    for line in context.text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let span = |m: regex::Match<'_>| range.start + m.start()..range.start + m.end();
        let kind = if line.trim().is_empty() {
            Line::Blank
        } else if let Some(cite) = law.captures(line).and_then(|c| citation(&c)) {
            Line::Law(cite)
        } else if let Some(m) = letter.find(line) {
            let label = span(m);
            let rest = label.end..range.end;
            Line::Letter { letter: line.chars().next().unwrap_or('A'), label, rest }
        } else if let Some(c) = number.captures(line) {
            let indent = c.get(1).map_or(0, |m| m.as_str().chars().count());
            let value = |n: usize| c.get(n).and_then(|m| m.as_str().parse::<u8>().ok()).filter(|v| *v > 0);
            let whole = c.get(0).map_or(range.start..range.start, span);
            let inner = value(3).and_then(|v| Some((v, c.get(3).map(span)?.start..whole.end)));
            let label = whole.start..inner.as_ref().map_or(whole.end, |(_, r)| r.start);
            match value(2) {
                Some(number) => Line::Number { indent, number, label, inner, rest: whole.end..range.end },
                None => Line::Text,
            }
        } else if let Some(c) = small.captures(line) {
            let letter = c.get(2).or(c.get(3)).and_then(|m| m.as_str().bytes().next()).unwrap_or(b'a');
            let indent = c.get(1).map_or(0, |m| m.as_str().chars().count());
            let label = c.get(0).map_or(range.start..range.start, span);
            let rest = label.end..range.end;
            Line::Item { indent, number: letter - b'a' + 1, label, rest }
        } else {
            Line::Text
        };
        out.push(Row { range, line: kind });
    }
    out
}

fn citation(found: &regex::Captures<'_>) -> Option<Citation> {
    let mut cite = Citation::law(found.get(1)?.as_str().parse().ok()?);
    if let Some(letter) = found.get(2) {
        cite = cite.with_section(letter.as_str().chars().next()?)?;
    }
    if let Some(number) = found.get(3) {
        cite = cite.with_subsection(number.as_str().parse().ok()?);
    }
    Some(cite)
}

/// A numbered line is a heading if it does not end like a sentence or a list item and the next line goes right on.
fn is_heading(context: &Context<'_>, rows: &[Row], n: usize, rest: &Range<usize>) -> bool {
    let words = context.text.get(rest.clone()).unwrap_or("").trim();
    let item_end = {
        let last = words.rsplit(char::is_whitespace).next().unwrap_or("");
        context.language.references.and.iter().any(|w| w == last)
    };
    let open = !words.is_empty() && !words.ends_with(['.', ';', ':', ',']) && !item_end;
    // A wrapped sentence goes on in small letters.
    let wrapped = |row: &Row| {
        let next = context.text.get(row.range.clone()).unwrap_or("").trim_start();
        matches!(row.line, Line::Text) && next.starts_with(char::is_lowercase)
    };
    open && rows.get(n + 1).is_some_and(|r| !matches!(r.line, Line::Blank | Line::Law(_)) && !wrapped(r))
}

fn law(context: &Context<'_>, builder: &mut Builder<'_>, state: &mut State, rows: &[Row], n: usize, cite: Citation) {
    let Some(range) = rows.get(n).map(|row| row.range.clone()) else { return };
    let next = rows.iter().skip(n + 1).find(|r| !matches!(r.line, Line::Blank));
    if next.is_none_or(|r| matches!(r.line, Line::Law(_))) {
        // Nothing stands under it: no unit, so that no reference seems to have a target here.
        let message = "a law's heading line with nothing under it; passed over";
        builder.finding(FindingKind::HeadingWithoutBody, range.clone(), message);
        builder.claim(range, Role::Label, None);
        return;
    }
    if builder.cites().contains(&cite) {
        let message = format!("{cite} is printed again; both printings are kept");
        builder.finding(FindingKind::PrintedAgain, range.clone(), message);
    }
    builder.new_block();
    let whole = cite.section().is_none();
    // "Artikel 57A": its heading line below repeats the letter, and opens the unit.
    let lettered_next =
        next.is_some_and(|r| matches!(&r.line, Line::Letter { letter, .. } if Some(*letter) == cite.section()));
    *state = State { law: Some(cite), ..State::default() };
    if lettered_next {
        builder.claim(range, Role::Label, None);
        return;
    }
    let unit = builder.provision(vec![cite], printed(context, &range));
    builder.claim(range, Role::Label, Some(unit));
    state.law_unit = Some(unit);
    state.last = Some((unit, false));
    state.awaits_heading = true;
    if !whole {
        let index = cite.section().map_or(0, |l| l as u8 - b'A' + 1);
        state.section = Some((index, unit));
        state.lettered = true;
    }
}

/// A label as printed.
fn printed<'t>(context: &Context<'t>, label: &Range<usize>) -> &'t str {
    context.text.get(label.clone()).unwrap_or("")
}

/// The letter of a place in a list: `base` for 1. Past the alphabet there is none.
fn letter(base: u8, place: u8) -> Option<char> {
    (1..=26).contains(&place).then(|| char::from(base + place - 1))
}

fn section(
    context: &Context<'_>,
    builder: &mut Builder<'_>,
    state: &mut State,
    index: u8,
    label: Range<usize>,
    rest: Range<usize>,
    inline: &Inline,
) {
    let Some(law) = state.law else { return };
    let Some(cite) = letter(b'A', index).and_then(|l| law.with_section(l)) else { return };
    let expected = state.section.map_or(1, |(n, _)| n.saturating_add(1));
    if law.section().is_none() {
        sequence(builder, cite, i32::from(index) - i32::from(expected), label.clone());
    }
    let unit = builder.provision(vec![cite], printed(context, &label));
    builder.claim(label, Role::Label, Some(unit));
    inline.claim(builder, unit, Role::Heading, rest);
    state.section = Some((index, unit));
    state.subsection = None;
    state.item = None;
    state.last = Some((unit, true));
    state.awaits_heading = false;
}

fn section_cite(state: &State) -> Option<Citation> {
    let law = state.law?;
    match state.section {
        Some((index, _)) => letter(b'A', index).and_then(|l| law.with_section(l)),
        None => Some(law),
    }
}

fn subsection(context: &Context<'_>, builder: &mut Builder<'_>, state: &mut State, number: u8, label: Range<usize>) {
    let Some(above) = section_cite(state) else { return };
    let cite = above.with_subsection(number);
    let expected = state.subsection.and_then(|(c, _)| c.subsection()).map_or(1, |n| n.saturating_add(1));
    sequence(builder, cite, i32::from(number) - i32::from(expected), label.clone());
    let unit = builder.provision(vec![cite], printed(context, &label));
    builder.claim(label, Role::Label, Some(unit));
    state.subsection = Some((cite, unit));
    state.item = None;
    state.last = Some((unit, false));
    state.awaits_heading = false;
}

fn item(context: &Context<'_>, builder: &mut Builder<'_>, state: &mut State, number: u8, label: Range<usize>) {
    let above = state.subsection.map(|(c, _)| c).or_else(|| section_cite(state));
    let cite = above.and_then(|c| c.with_item(letter(b'a', number)?));
    let Some(cite) = cite else { return };
    let expected = state.item.map_or(1, |n| n.saturating_add(1));
    sequence(builder, cite, i32::from(number) - i32::from(expected), label.clone());
    let unit = builder.provision(vec![cite], printed(context, &label));
    builder.claim(label, Role::Label, Some(unit));
    state.item = Some(number);
    state.last = Some((unit, false));
}

/// The words after a label.
fn words(builder: &mut Builder<'_>, state: &mut State, rest: Range<usize>, inline: &Inline) {
    if let Some((unit, _)) = state.last {
        inline.claim(builder, unit, Role::Body, rest);
    }
}

/// A line without a label.
fn text(
    context: &Context<'_>,
    builder: &mut Builder<'_>,
    state: &mut State,
    range: Range<usize>,
    begins_again: bool,
    inline: &Inline,
) {
    let line = context.text.get(range.clone()).unwrap_or("");
    let margin = !line.starts_with([' ', '\t', '\u{a0}']);
    let Some((last, _)) = state.last else {
        if builder.cites().is_empty() && state.law.is_none() {
            let unit = builder.matter();
            builder.claim(trim(context.text, range), Role::Body, Some(unit));
        }
        return;
    };
    if state.awaits_heading {
        state.awaits_heading = false;
        let words = line.trim();
        if !words.ends_with(['.', ';', ':', ',']) {
            inline.claim(builder, last, Role::Heading, range);
            return;
        }
    }
    if !state.after_blank || !margin {
        // Words that stand no deeper than the item's label go on with what the item belongs to.
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        let above = state.subsection.or(state.section.and_then(|(_, u)| Some((state.law?, u)))).map(|(_, unit)| unit);
        let unit = above.filter(|_| state.item.is_some() && !margin && indent <= state.item_indent).unwrap_or(last);
        inline.claim(builder, unit, Role::Body, range);
        return;
    }
    // A paragraph of its own at the margin.
    match state.section {
        Some((index, _)) if !state.lettered && begins_again => {
            lost_section(context, builder, state, index, range, inline)
        }
        Some((_, unit)) => inline.claim(builder, unit, Role::Body, range),
        None => {
            let unit = state.law_unit.unwrap_or(last);
            inline.claim(builder, unit, Role::Body, range);
        }
    }
}

/// For each row whether the next section heading of its law is printed "1.", as if the list had only begun.
fn begins_again(context: &Context<'_>, rows: &[Row]) -> Vec<bool> {
    let mut out = vec![false; rows.len()];
    let mut next = false;
    for (n, row) in rows.iter().enumerate().rev() {
        if let Some(slot) = out.get_mut(n) {
            *slot = next;
        }
        match &row.line {
            Line::Law(_) => next = false,
            Line::Number { indent: 0, number, rest, .. } if is_heading(context, rows, n, rest) => next = *number == 1,
            _ => {}
        }
    }
    out
}

/// A section whose number the print lost, heading and text run together.
fn lost_section(
    context: &Context<'_>,
    builder: &mut Builder<'_>,
    state: &mut State,
    before: u8,
    range: Range<usize>,
    inline: &Inline,
) {
    let index = before.saturating_add(1);
    let words = context.text.get(range.clone()).unwrap_or("");
    let at = heading::split(words, &context.language.structure);
    let body = at.map_or(range.end, |at| range.start + at);
    let cite = letter(b'A', index).and_then(|letter| state.law?.with_section(letter));
    let Some(cite) = cite else { return };
    builder.finding(
        FindingKind::InferredNumber,
        range.start..body,
        format!("read as {cite}: the list begins again at 1 after this paragraph, which lost its number"),
    );
    let unit = builder.provision(vec![cite], "");
    inline.claim(builder, unit, Role::Heading, range.start..body);
    inline.claim(builder, unit, Role::Body, body..range.end);
    state.section = Some((index, unit));
    state.base = index;
    state.subsection = None;
    state.item = None;
    state.last = Some((unit, false));
}
