//! Notes that stand inside the text: "(Note: words)", sometimes "Note: (words)", sometimes only a number that is left of one.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use lawgrep_model::{FindingKind, NoteKind, Role, UnitId};
use regex::Regex;

use super::Context;
use crate::{
    builder::Builder,
    patterns::{any_of, re},
};

/// Finds inline notes and claims the words around them.
pub(crate) struct Inline<'t> {
    text: &'t str,
    open: Regex,
    lone: Regex,
    /// Words after which a note stands somewhere in this source.
    noted: BTreeSet<String>,
}

impl<'t> Inline<'t> {
    pub(crate) fn new(context: &Context<'t>) -> Self {
        let words = any_of(&context.language.structure.note);
        let open = re(&format!(r"(?i)\(\s*(?:{words})\s*:\s*|\b(?:{words})\s*:\s*\("));
        let noted = open.find_iter(context.text).filter_map(|m| last_word(context.text.get(..m.start())?)).collect();
        Self { text: context.text, open, lone: re(r"[\s\u{a0}](\d{1,2})[\s\u{a0}]"), noted }
    }

    /// Claims `range` as `role` of `unit`, and the notes inside as its notes.
    pub(crate) fn claim(&self, builder: &mut Builder<'_>, unit: UnitId, role: Role, range: Range<usize>) {
        let mut at = range.start;
        let mut closing: Option<BTreeMap<usize, usize>> = None;
        while let Some(found) = self.text.get(at..range.end).and_then(|s| self.open.find(s)) {
            let open = at + found.start()..at + found.end();
            let bracket = if found.as_str().starts_with('(') { open.start } else { open.end - 1 };
            let closing = closing.get_or_insert_with(|| brackets(self.text, range.clone()));
            let Some(close) = closing.get(&bracket).copied() else {
                builder.finding(
                    FindingKind::UnbalancedBracket,
                    open.clone(),
                    "a note without its closing bracket; kept in the text",
                );
                self.plain(builder, unit, role, at..open.end);
                at = open.end;
                continue;
            };
            self.plain(builder, unit, role, at..open.start);
            let mark: String =
                self.text.get(open.clone()).unwrap_or("").chars().filter(|c| !matches!(c, '(' | ')')).collect();
            let note = builder.note(unit, NoteKind::Note, mark.trim());
            builder.claim_note(open.clone(), Role::NoteMark, note);
            builder.claim_note(open.end..close, Role::Note, note);
            builder.claim_note(close..close + 1, Role::NoteMark, note);
            at = close + 1;
        }
        self.plain(builder, unit, role, at..range.end);
    }

    /// Words without a note; a bare number after a word that has a note elsewhere is the mark of one that was lost.
    fn plain(&self, builder: &mut Builder<'_>, unit: UnitId, role: Role, range: Range<usize>) {
        let mut at = range.start;
        let mut from = range.start;
        while let Some(found) = self.text.get(from..range.end).and_then(|s| self.lone.captures(s)) {
            let (Some(whole), Some(number)) = (found.get(0), found.get(1)) else { break };
            let number = from + number.start()..from + number.end();
            from += whole.end() - 1;
            let before = self.text.get(at..number.start).and_then(last_word);
            if before.is_some_and(|w| self.noted.contains(&w)) {
                builder.claim(at..number.start, role, Some(unit));
                let mark = self.text.get(number.clone()).unwrap_or("");
                let note = builder.note(unit, NoteKind::Footnote, mark);
                builder.claim_note(number.clone(), Role::NoteMark, note);
                builder.finding(
                    FindingKind::MarkWithoutNote,
                    number.clone(),
                    "the mark of a note whose words the print lost",
                );
                at = number.end;
            }
        }
        builder.claim(at..range.end, role, Some(unit));
    }
}

fn last_word(text: &str) -> Option<String> {
    let word = text.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    (!word.is_empty()).then(|| word.to_lowercase())
}

/// The brackets in a range that have a partner: where each opens and where it closes.
fn brackets(text: &str, range: Range<usize>) -> BTreeMap<usize, usize> {
    let mut open = Vec::new();
    let mut out = BTreeMap::new();
    for (at, c) in text.get(range.clone()).unwrap_or("").char_indices() {
        match c {
            '(' => open.push(range.start + at),
            ')' => out.extend(open.pop().map(|from| (from, range.start + at))),
            _ => {}
        }
    }
    out
}

/// Whether a number after these words is a reference: "see 4", "of 12".
pub(super) fn cited(context: &Context<'_>, before: &str) -> bool {
    let of = &context.language.references;
    let lists = [&of.law, &of.part, &of.see, &of.bare_cue, &of.and, &of.to, &of.of, &of.within];
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("").to_lowercase();
    lists.into_iter().flatten().any(|w| *w == word)
}

/// Whether a number before these words counts something: "2 tricks".
pub(super) fn counts(context: &Context<'_>, rest: &str) -> bool {
    /// No ending has more letters.
    const ENDING: usize = 3;
    let word = rest.split_whitespace().next().unwrap_or("").to_lowercase();
    let unit = |u: &String| {
        let ending = word.trim_end_matches(|c: char| !c.is_alphanumeric()).strip_prefix(u.as_str());
        ending.is_some_and(|e| e.is_empty() || (u.chars().count() >= 4 && e.chars().count() <= ENDING))
    };
    rest.starts_with(char::is_whitespace) && context.language.references.unit.iter().any(unit)
}
