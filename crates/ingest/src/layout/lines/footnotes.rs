//! Footnotes that a converter put behind the text of their page: a paragraph with a bare number, and the same number behind a
//! word before it.
//!
//! ```text
//! The red marbles are the heaviest 1, and a blue one ...
//!
//! 1 Weighed in grams.
//! ```

use std::{collections::BTreeMap, ops::Range, sync::LazyLock};

use lawgrep_model::Role;
use regex::Regex;

use super::{laws::Law, rows::Row};
use crate::{
    builder::Footnote,
    layout::{
        Context,
        notes::{cited, counts},
    },
    patterns::re,
};

/// So many notes can be lost between two.
const LOST: u32 = 3;

/// Where a number stands behind words, each time with the blank before it.
#[derive(Default)]
struct Marks {
    /// Raised, or before a sign that parts it from what follows: it counts nothing.
    strong: Vec<Range<usize>>,
    weak: Vec<Range<usize>>,
}

/// The footnotes of a text. Their rows are taken out as [`Role::Note`].
///
/// Notes are numbered through the text or anew on each page; the marks stand in the order of the notes. A number of which it
/// cannot be told which of several is the mark makes no note, unless one of them can count nothing.
pub(super) fn take(
    context: &Context<'_>,
    rows: &[Row<'_>],
    laws: &[Option<Law>],
    furniture: &mut [Option<Role>],
) -> Vec<Footnote> {
    let mut out: Vec<Footnote> = Vec::new();
    let mut marks: BTreeMap<u32, Marks> = BTreeMap::new();
    let (mut last, mut from) = (0, 0);
    // A blank line, or a note, stands before the row.
    let mut apart = false;
    let mut n = laws.iter().position(Option::is_some).unwrap_or(rows.len());
    while let Some(row) = rows.get(n) {
        if furniture.get(n).is_some_and(Option::is_some) {
            n += 1;
            continue;
        }
        let law = laws.get(n).is_some_and(Option::is_some);
        let due = |number: u32| number == 1 || (last + 1..=last + LOST).contains(&number);
        let found = label(context.text, row).filter(|(number, _)| apart && !law && due(*number));
        let mark = found.as_ref().and_then(|(number, _)| one(marks.get(number)?, from));
        let (Some((number, label)), Some((mark, sure))) = (found, mark) else {
            apart = row.is_blank();
            read_marks(context, row, &mut marks);
            n += 1;
            continue;
        };
        (last, from, apart) = (number, mark.end, true);
        let end = end(context, rows, laws, n);
        let words = label.end..rows.get(end - 1).map_or(row.words.end, |r| r.words.end);
        for slot in furniture.iter_mut().take(end).skip(n) {
            slot.get_or_insert(Role::Note);
        }
        out.push(Footnote { mark, sure, label, words });
        n = end;
    }
    out
}

/// The row after the last one of the note that begins in row `n`.
fn end(context: &Context<'_>, rows: &[Row<'_>], laws: &[Option<Law>], n: usize) -> usize {
    static LABEL: LazyLock<Regex> = LazyLock::new(|| re(r"^\(?(?:[A-Za-z]|[0-9]{1,2})[.)]\s"));
    let goes_on = |m: &usize| {
        let law = laws.get(*m).is_some_and(Option::is_some);
        rows.get(*m).is_some_and(|r| !r.is_blank() && label(context.text, r).is_none() && !LABEL.is_match(&r.clean))
            && !law
    };
    (n + 1..rows.len()).find(|m| !goes_on(m)).unwrap_or(rows.len())
}

/// The number without a full stop that a row begins with, before a capital, and where it stands.
fn label(text: &str, row: &Row<'_>) -> Option<(u32, Range<usize>)> {
    static LABEL: LazyLock<Regex> =
        LazyLock::new(|| re(r#"^(?:([1-9][0-9]?)[\s\u{a0}]+|([¹²³⁴-⁹][⁰¹²³⁴-⁹]?)[\s\u{a0}]*)[\p{Lu}«“"”„(]"#));
    let words = text.get(row.words.clone())?;
    let found = LABEL.captures(words)?;
    let digits = found.get(1).or(found.get(2))?;
    Some((value(digits.as_str())?, row.words.start..row.words.start + digits.end()))
}

/// Adds the numbers of a row that can be marks.
fn read_marks(context: &Context<'_>, row: &Row<'_>, marks: &mut BTreeMap<u32, Marks>) {
    static MARK: LazyLock<Regex> =
        LazyLock::new(|| re(r#"(?:\pL{2}[)»”"’]?[.,]?([\s\u{a0}]+[1-9][0-9]?)|[\pL)»”"’.,;:]([¹²³⁴-⁹][⁰¹²³⁴-⁹]?))"#));
    let Some(words) = context.text.get(row.words.clone()) else { return };
    for found in MARK.captures_iter(words) {
        let raised = found.get(2);
        let Some(mark) = raised.or(found.get(1)) else { continue };
        let (before, rest) = (words.get(..mark.start()).unwrap_or(""), words.get(mark.end()..).unwrap_or(""));
        let mut next = rest.chars();
        let sign = next.next();
        let parts = sign.is_some_and(|c| matches!(c, ',' | '.' | ';' | ':' | ')' | '!' | '?' | '»' | '”' | '"'))
            && next.next().is_none_or(|c| !c.is_alphanumeric());
        // "1." and "1)" before words can be a label inside the line.
        let inner = matches!(sign, Some('.' | ')')) && before.ends_with(['.', ',']);
        let whole = sign.is_none_or(|c| c.is_whitespace()) || parts;
        let number = value(mark.as_str().trim());
        let plain = raised.is_none() && (!whole || inner || counts(context, rest) || cited(context, before));
        if let Some(number) = number.filter(|_| !plain) {
            let range = row.words.start + mark.start()..row.words.start + mark.end();
            let marks = marks.entry(number).or_default();
            if raised.is_some() || parts { marks.strong.push(range) } else { marks.weak.push(range) }
        }
    }
}

/// The mark among those after `from`, and whether it can be no other.
fn one(marks: &Marks, from: usize) -> Option<(Range<usize>, bool)> {
    fn later(all: &[Range<usize>], from: usize) -> &[Range<usize>] {
        all.get(all.partition_point(|m| m.start < from)..).unwrap_or(&[])
    }
    match (later(&marks.strong, from), later(&marks.weak, from)) {
        ([first, rest @ ..], _) => Some((first.clone(), rest.is_empty())),
        ([], [only]) => Some((only.clone(), true)),
        _ => None,
    }
}

/// The value of a number, be its figures raised.
fn value(digits: &str) -> Option<u32> {
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    digits.chars().try_fold(0_u32, |sum, c| {
        let raised = || RAISED.chars().position(|r| r == c).and_then(|n| u32::try_from(n).ok());
        Some(sum * 10 + c.to_digit(10).or_else(raised)?)
    })
}
