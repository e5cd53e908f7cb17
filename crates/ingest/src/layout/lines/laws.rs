//! Which lines are headings of laws.
//!
//! ```text
//! worded   = LAWWORD number [ LETTER ] [ "." ":" "-" ] [ heading ]     "Law 16", "§ 16. Heading", "LAG 16 - HEADING"
//! capitals = number "." HEADING IN CAPITALS                            or a Markdown heading: "## 16. Heading"
//! plain    = number "." Heading                                        looks like an item of a list
//! ```
//!
//! A text prints its laws in one of these ways. A plain one is a heading only in the chain of numbers that rises through the
//! whole text, and where something stands under it.

use std::ops::Range;

use lawgrep_model::Citation;
use regex::Regex;

use super::rows::Row;
use crate::{
    layout::Context,
    patterns::{any_of, in_capitals, re},
};

/// How laws are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Style {
    Worded,
    Capitals,
    Plain,
}

/// A line that can be the heading of a law.
#[derive(Debug, Clone)]
pub(super) struct Law {
    pub(super) style: Style,
    pub(super) cite: Citation,
    /// Bytes of the row's clean words that are the label.
    pub(super) label: usize,
    /// The words after the label are none: the heading stands on the next line.
    pub(super) alone: bool,
    /// The remarks on the law, not the law.
    pub(super) annex: bool,
}

/// No heading has more characters.
const LONGEST: usize = 140;

struct Rules {
    worded: Regex,
    numbered: Regex,
    annex: Regex,
    leaders: Regex,
}

/// The headings of laws, by row.
pub(super) fn laws(context: &Context<'_>, rows: &[Row<'_>], width: Option<usize>) -> Vec<Option<Law>> {
    let structure = &context.language.structure;
    let words = any_of(&structure.law);
    let rules = Rules {
        worded: re(&format!(
            r"(?i)^(?:\*\*|__)?(?:[0-9]{{1,3}}\\?\.\s+)?(?:{words})[\s\u{{a0}}]*([0-9]{{1,3}})(?-i:([A-Z])([0-9]{{1,2}})?)?(?:\s*(\\?[.:–—-]))?(?:\*\*|__)?(?:[\s\u{{a0}}]+|$)"
        )),
        numbered: re(r"^([0-9]{1,3})(\\?[.:)])?[\s\u{a0}]+"),
        annex: re(&format!(r"(?i)^(?:{})\b", any_of(&structure.annex))),
        leaders: re(r"(?:\.{2,}|…|\. \.)[\s.]*[0-9]{1,4}$"),
    };
    let mut before: Option<&Row<'_>> = None;
    let mut found: Vec<Option<Law>> = Vec::with_capacity(rows.len());
    for row in rows {
        found.push(law(context, &rules, row, before, width));
        before = Some(row);
    }
    let plain = plain_chain(rows, &found);
    let count = |style: Style| {
        let mut laws: Vec<u16> =
            found.iter().flatten().filter(|l| l.style == style).map(|l| l.cite.law_number()).collect();
        laws.sort_unstable();
        laws.dedup();
        laws.len()
    };
    let (worded, capitals) = (count(Style::Worded), count(Style::Capitals));
    let style = if worded > 0 && worded >= capitals {
        Style::Worded
    } else if capitals > 0 && (capitals > 1 || plain.is_empty()) {
        Style::Capitals
    } else {
        Style::Plain
    };
    for (n, slot) in found.iter_mut().enumerate() {
        let kept = slot.as_ref().is_some_and(|law| law.style == style);
        if !kept || (style == Style::Plain && !plain.contains(&n)) {
            *slot = None;
        }
    }
    found
}

fn law(
    context: &Context<'_>,
    rules: &Rules,
    row: &Row<'_>,
    before: Option<&Row<'_>>,
    width: Option<usize>,
) -> Option<Law> {
    if row.is_blank() || row.clean.chars().count() > LONGEST {
        return None;
    }
    let words = &*row.clean;
    // A wrapped sentence goes on here: "... as told in" / "Law 12".
    let goes_on = before.is_some_and(|b| {
        let long = width.is_some_and(|w| b.clean.chars().count() * 5 >= w * 3);
        !b.is_blank() && !b.is_closed() && long && row.hashes == 0
    });
    if let Some(found) = rules.worded.captures(words) {
        let number: u16 = found.get(1)?.as_str().parse().ok().filter(|n| *n > 0)?;
        let mut cite = Citation::law(number);
        if let Some(letter) = found.get(2) {
            cite = cite.with_section(letter.as_str().chars().next()?)?;
        }
        if let Some(n) = found.get(3) {
            cite = cite.with_subsection(n.as_str().parse().ok().filter(|n| *n > 0)?);
        }
        let label = found.get(0)?.end();
        let rest = words.get(label..)?;
        let stop = found.get(4).is_some();
        let opens = !words.starts_with(char::is_lowercase);
        let sentence = rest.ends_with(['.', ';', ':', ',']) && !rules.leaders.is_match(rest);
        let listed = rest.starts_with(|c: char| c.is_lowercase() || matches!(c, ',' | ';' | ')' | '-' | '–' | '§'));
        let is = opens && !listed && (stop || !sentence) && !(goes_on && (rest.is_empty() || sentence));
        return is.then(|| Law {
            style: Style::Worded,
            cite,
            label,
            alone: rest.is_empty(),
            annex: rules.annex.is_match(rest),
        });
    }
    let found = rules.numbered.captures(words)?;
    let number: u16 = found.get(1)?.as_str().parse().ok().filter(|n| *n > 0)?;
    let label = found.get(0)?.end();
    let rest = words.get(label..).filter(|r| r.chars().count() > 1)?;
    let stop = found.get(2).is_some();
    // Several labels in one line are a list of contents that ran together.
    let several = rest.split_whitespace().any(|w| {
        let stem = w.strip_suffix('.').unwrap_or("");
        !stem.is_empty() && stem.bytes().all(|b| b.is_ascii_digit())
    });
    let acronym = context.language.structure.acronyms.iter().any(|a| a == rest);
    let heading = !several && !acronym && !row.is_closed() && !rest.ends_with(',');
    let style = if in_capitals(rest) || row.hashes > 0 { Style::Capitals } else { Style::Plain };
    let fits = match style {
        Style::Capitals => stop || row.hashes > 0 || number <= context.laws,
        _ => stop && rest.starts_with(char::is_uppercase) && !goes_on && rest.chars().count() <= LONGEST / 2 + 20,
    };
    (heading && fits).then(|| Law { style, cite: Citation::law(number), label, alone: false, annex: false })
}

/// Rows of the heaviest chain of plain headings whose numbers rise: one with a lettered section, a blank line or words under
/// it weighs more. What has nothing under it at the chain's beginning (a calendar, a menu) is cut off.
fn plain_chain(rows: &[Row<'_>], found: &[Option<Law>]) -> Vec<usize> {
    let all: Vec<(usize, u16, u32)> = found
        .iter()
        .enumerate()
        .filter_map(|(n, law)| {
            let law = law.as_ref().filter(|l| l.style == Style::Plain)?;
            Some((n, law.cite.law_number(), weight(rows, found, n)))
        })
        .collect();
    // Best chain that ends at each number or below, in a tree of prefixes.
    const SIZE: usize = 1024;
    let mut tree: Vec<(u32, Option<usize>)> = vec![(0, None); SIZE];
    let mut before: Vec<Option<usize>> = vec![None; all.len()];
    let mut best: (u32, Option<usize>) = (0, None);
    for (i, (_, number, weight)) in all.iter().enumerate() {
        let mut here: (u32, Option<usize>) = (0, None);
        let mut at = usize::from(*number).saturating_sub(1);
        while at > 0 {
            here = tree.get(at).copied().filter(|t| t.0 > here.0).unwrap_or(here);
            at &= at - 1;
        }
        let total = here.0 + weight;
        if let Some(slot) = before.get_mut(i) {
            *slot = here.1;
        }
        if total > best.0 {
            best = (total, Some(i));
        }
        let mut at = usize::from(*number).max(1);
        while at < SIZE {
            if let Some(slot) = tree.get_mut(at)
                && total > slot.0
            {
                *slot = (total, Some(i));
            }
            at += at & at.wrapping_neg();
        }
    }
    let mut chain = Vec::new();
    let mut at = best.1;
    while let Some(i) = at {
        chain.push(i);
        at = before.get(i).copied().flatten();
    }
    chain.reverse();
    let heavy = chain.iter().position(|i| all.get(*i).is_some_and(|a| a.2 >= SECTIONED)).unwrap_or(chain.len());
    // Without a single lettered section it is a numbered list like any other.
    chain.iter().skip(heavy).filter_map(|i| all.get(*i)).map(|a| a.0).collect()
}

/// Weight of a heading with a lettered section under it.
const SECTIONED: u32 = 6;

fn weight(rows: &[Row<'_>], found: &[Option<Law>], n: usize) -> u32 {
    let blank_before = n.checked_sub(1).and_then(|m| rows.get(m)).is_none_or(Row::is_blank);
    /// So many lines may stand between a heading and its first section.
    const NEAR: usize = 6;
    let under = rows.iter().zip(found).skip(n + 1).take_while(|(_, law)| law.is_none());
    let mut under = under.filter(|(r, _)| !r.is_blank()).take(NEAR);
    let sectioned = under.any(|(row, _)| matches!(row.clean.as_bytes(), [b'A', b'.' | b')', b' ' | b'\t', ..]));
    1 + u32::from(blank_before) + if sectioned { SECTIONED } else { 0 }
}

/// What the words after a label are without the date of a revision at their end: "Heading (2017-08-01)", "Heading rev. 1/8 2021".
pub(super) fn date_tag(words: &str) -> Option<Range<usize>> {
    use std::sync::LazyLock;
    static TAG: LazyLock<Regex> = LazyLock::new(|| {
        let date =
            r"(?:(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}\s?[./-]\s?[0-9]{1,2}\s?[./ -]\s?(?:19|20)?[0-9]{2})";
        re(&format!(
            r"[\s\u{{a0}}]+(?:\((?:\pL+\.?\s+){{0,2}}(?:{date}|(?:19|20)[0-9]{{2}})\)|\[(?:\pL+\.?\s+){{0,2}}(?:{date}|(?:19|20)[0-9]{{2}})\]|(?:\pL{{1,12}}\.?\s+)?{date})$"
        ))
    });
    TAG.find(words).map(|m| m.range())
}
