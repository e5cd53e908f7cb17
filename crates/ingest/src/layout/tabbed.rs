//! Web text with tab stops.
//!
//! ```text
//! book     = { chapter | law | remark }
//! chapter  = a line in capitals
//! law      = LAWWORD number "." heading           at the margin
//!            [ lead-in line at the margin ]       before the first section
//!            { section }
//!            { remark }                           lines at the margin after the sections
//! section  = LETTER "." TAB heading               at the margin
//!            { TAB text | subsection }
//! subsection = TAB number "." TAB run-in          run-in = heading text, no mark between
//! item     = TAB TAB letter "." TAB run-in
//! ```
//!
//! In a law without sections every line at the margin is its text.

use std::ops::Range;

use lawgrep_model::{Citation, FindingKind, NoteKind, Role, UnitId, UnitKey};
use regex::Regex;

use super::Context;
use crate::{
    builder::Builder,
    heading,
    patterns::{any_of, in_capitals, re, trim},
};

struct State {
    law: Option<(u16, UnitId)>,
    section: Option<(char, UnitId)>,
    subsection: Option<(u8, UnitId)>,
    item: Option<char>,
    /// The last law, be it closed by a chapter heading.
    last_law: Option<u16>,
    chapters: u16,
    /// The unit that a text line without a label goes on with.
    open: Option<UnitId>,
    /// Whether any section of this law has begun.
    sections: bool,
}

impl State {
    /// What a label without a letter of its own stands below: the open section, or the law.
    fn above(&self, law: u16) -> Citation {
        self.section.and_then(|(letter, _)| Citation::law(law).with_section(letter)).unwrap_or(Citation::law(law))
    }
}

struct Rules {
    law: Regex,
    section: Regex,
    number: Regex,
    item: Regex,
}

impl Rules {
    fn new(context: &Context<'_>) -> Self {
        let words = any_of(&context.language.structure.law);
        Self {
            law: re(&format!(r"(?i)^(?:{words})[\s\u{{a0}}]*([0-9]{{1,3}})(\.?)\s*")),
            section: re(r"^([A-Z])\.\s*\t+\s*"),
            number: re(r"^[ \u{a0}]*\t\s*([0-9]{1,2})\.\s+"),
            item: re(r"^[ \u{a0}]*\t\s*([a-z])[.)]\s+"),
        }
    }
}

pub(crate) fn parse(context: &Context<'_>, builder: &mut Builder<'_>) {
    let rules = Rules::new(context);
    let mut state = State {
        law: None,
        section: None,
        subsection: None,
        item: None,
        last_law: None,
        chapters: 0,
        open: None,
        sections: false,
    };
    let mut at = 0;
    for line in context.text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        if !line.trim().is_empty() {
            read_line(context, builder, &rules, &mut state, range);
        }
    }
}

fn read_line(context: &Context<'_>, builder: &mut Builder<'_>, rules: &Rules, state: &mut State, range: Range<usize>) {
    let line = context.text.get(range.clone()).unwrap_or("");
    if let Some(found) = rules.law.captures(line).filter(|found| is_law(line, found)) {
        law(builder, state, &found, range);
    } else if let Some(found) = rules.section.captures(line).filter(|_| state.law.is_some()) {
        section(builder, state, &found, range);
    } else if let Some(found) = rules.number.captures(line).filter(|_| state.law.is_some()) {
        subsection(context, builder, state, &found, range);
    } else if let Some(found) =
        rules.item.captures(line).filter(|_| state.subsection.is_some() || state.section.is_some())
    {
        item(context, builder, state, &found, range);
    } else if line.trim_start_matches([' ', '\u{a0}']).starts_with('\t') {
        // Text under the section's heading line; after its children it goes on with the section, not with the last child.
        let owner = state.section.map(|s| s.1).or(state.open);
        match owner {
            Some(unit) => builder.claim(trim(context.text, range), Role::Body, Some(unit)),
            None => matter(context, builder, range),
        }
    } else {
        margin(context, builder, state, range);
    }
}

/// Whether a line that begins like a law's heading line is one: "§12. Words". A sentence that begins with a reference
/// ("§12 and §13 say otherwise.") is none.
fn is_law(line: &str, found: &regex::Captures<'_>) -> bool {
    let rest = line.get(found.get(0).map_or(0, |m| m.end())..).unwrap_or("").trim();
    let stop = found.get(2).is_some_and(|m| !m.is_empty());
    let sentence = rest.ends_with(['.', ';', ':', ',']);
    let number = found.get(1).and_then(|m| m.as_str().parse::<u16>().ok());
    let capital = !rest.starts_with(|c: char| c.is_lowercase() || matches!(c, ',' | ';' | ')' | '-' | '–'));
    number.is_some_and(|n| n > 0) && capital && (stop || !sentence)
}

fn law(builder: &mut Builder<'_>, state: &mut State, found: &regex::Captures<'_>, range: Range<usize>) {
    let (Some(whole), Some(number)) = (found.get(0), found.get(1).and_then(|m| m.as_str().parse::<u16>().ok())) else {
        return;
    };
    let label = range.start..range.start + whole.len();
    law_order(builder, number, state.last_law, label.clone());
    builder.new_block();
    let unit = builder.provision(vec![Citation::law(number)], whole.as_str());
    builder.claim(label.clone(), Role::Label, Some(unit));
    builder.claim(label.end..range.end, Role::Heading, Some(unit));
    *state = State {
        law: Some((number, unit)),
        section: None,
        subsection: None,
        item: None,
        last_law: Some(number),
        chapters: state.chapters,
        open: Some(unit),
        sections: false,
    };
}

fn section(builder: &mut Builder<'_>, state: &mut State, found: &regex::Captures<'_>, range: Range<usize>) {
    let (Some(whole), Some(letter), Some((law, _))) = (found.get(0), found.get(1), state.law) else { return };
    let Some(letter) = letter.as_str().chars().next() else { return };
    let Some(cite) = Citation::law(law).with_section(letter) else { return };
    let label = range.start..range.start + whole.len();
    let expected = state.section.map_or('A', |(l, _)| char::from(l as u8 + 1));
    let unit = labelled(builder, cite, letter as i32 - expected as i32, whole.as_str(), label.clone());
    builder.claim(label.end..range.end, Role::Heading, Some(unit));
    state.section = Some((letter, unit));
    state.subsection = None;
    state.item = None;
    state.open = Some(unit);
    state.sections = true;
}

fn subsection(
    context: &Context<'_>,
    builder: &mut Builder<'_>,
    state: &mut State,
    found: &regex::Captures<'_>,
    range: Range<usize>,
) {
    let (Some(whole), Some((law, _))) = (found.get(0), state.law) else { return };
    let Some(number) = found.get(1).and_then(|m| m.as_str().parse::<u8>().ok()) else { return };
    let cite = state.above(law).with_subsection(number);
    let label = range.start..range.start + whole.len();
    let expected = state.subsection.map_or(1, |(n, _)| n.saturating_add(1));
    let unit = labelled(builder, cite, i32::from(number) - i32::from(expected), whole.as_str(), label.clone());
    run_in(context, builder, unit, label.end..range.end);
    state.subsection = Some((number, unit));
    state.item = None;
    state.open = Some(unit);
    state.sections = true;
}

fn item(
    context: &Context<'_>,
    builder: &mut Builder<'_>,
    state: &mut State,
    found: &regex::Captures<'_>,
    range: Range<usize>,
) {
    let (Some(whole), Some((law, _))) = (found.get(0), state.law) else { return };
    let Some(letter) = found.get(1).and_then(|m| m.as_str().chars().next()) else { return };
    let mut above = state.above(law);
    if let Some((n, _)) = state.subsection {
        above = above.with_subsection(n);
    }
    let Some(cite) = above.with_item(letter) else { return };
    let label = range.start..range.start + whole.len();
    let expected = state.item.map_or('a', |l| char::from(l as u8 + 1));
    let unit = labelled(builder, cite, letter as i32 - expected as i32, whole.as_str(), label.clone());
    run_in(context, builder, unit, label.end..range.end);
    state.item = Some(letter);
    state.open = Some(unit);
}

/// A provision at its printed label. `by` is how far the label is from the expected one.
fn labelled(builder: &mut Builder<'_>, cite: Citation, by: i32, printed: &str, label: Range<usize>) -> UnitId {
    sequence(builder, cite, by, label.clone());
    let unit = builder.provision(vec![cite], printed);
    builder.claim(label, Role::Label, Some(unit));
    unit
}

/// A heading and a text that follow each other without a mark; a heading alone where children follow.
fn run_in(context: &Context<'_>, builder: &mut Builder<'_>, unit: UnitId, range: Range<usize>) {
    let words = context.text.get(range.clone()).unwrap_or("");
    match heading::split(words, &context.language.structure) {
        Some(at) => {
            builder.claim(range.start..range.start + at, Role::Heading, Some(unit));
            builder.claim(range.start + at..range.end, Role::Body, Some(unit));
        }
        // One sentence without a second capital: with a full stop it is text, without one a heading.
        None if words.trim_end().ends_with(['.', ';', ':', ',']) => builder.claim(range, Role::Body, Some(unit)),
        None => builder.claim(range, Role::Heading, Some(unit)),
    }
}

/// A line at the margin that is no label: chapter heading, lead-in, text of a law without sections, or a remark.
fn margin(context: &Context<'_>, builder: &mut Builder<'_>, state: &mut State, range: Range<usize>) {
    let line = context.text.get(range.clone()).unwrap_or("");
    if in_capitals(line) && line.trim().chars().count() <= 80 {
        state.chapters += 1;
        let unit = builder.open(UnitKey::Chapter(state.chapters), None, "");
        builder.claim(trim(context.text, range), Role::Heading, Some(unit));
        state.law = None;
        state.section = None;
        state.open = Some(unit);
        return;
    }
    match state.law {
        Some((_, law)) if state.sections => {
            let note = builder.note(law, NoteKind::Note, "");
            builder.claim_note(trim(context.text, range), Role::Note, note);
        }
        Some((_, law)) => builder.claim(trim(context.text, range), Role::Body, Some(law)),
        // Words under a chapter's heading.
        None => match state.open {
            Some(chapter) => builder.claim(trim(context.text, range), Role::Body, Some(chapter)),
            None => matter(context, builder, range),
        },
    }
}

fn matter(context: &Context<'_>, builder: &mut Builder<'_>, range: Range<usize>) {
    let range = trim(context.text, range);
    let before_laws = builder.cites().is_empty();
    if before_laws {
        let unit = builder.matter();
        builder.claim(range, Role::Body, Some(unit));
    } else {
        builder.finding(
            FindingKind::NotUnderstood,
            range.clone(),
            "a line between the laws that belongs to none of them",
        );
        builder.claim(range, Role::Unread, None);
    }
}

/// Says so where a law does not follow the one before it.
pub(super) fn law_order(builder: &mut Builder<'_>, number: u16, before: Option<u16>, label: Range<usize>) {
    let Some(before) = before else { return };
    let printed = |n: u16| builder.cites().contains(&Citation::law(n));
    if printed(number) {
        let message = format!("law {number} is printed again; both printings are kept");
        builder.finding(FindingKind::PrintedAgain, label, message);
    } else if number > before.saturating_add(1) && !printed(number - 1) {
        let message = format!("law {number} follows law {before}; those between are not in this text");
        builder.finding(FindingKind::GapInNumbering, label, message);
    } else if number < before {
        let message = format!("law {number} follows law {before}; kept as printed");
        builder.finding(FindingKind::OutOfSequence, label, message);
    }
}

/// Says so where a printed label does not follow the one before it. `by` is how far it is from the expected one.
pub(super) fn sequence(builder: &mut Builder<'_>, cite: Citation, by: i32, label: Range<usize>) {
    if by > 0 {
        builder.finding(
            FindingKind::GapInNumbering,
            label,
            format!("{cite} is printed, what should stand before it is missing"),
        );
    } else if by < 0 {
        builder.finding(
            FindingKind::OutOfSequence,
            label,
            format!("{cite} is printed out of its sequence; kept as printed"),
        );
    }
}
