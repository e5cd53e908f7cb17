//! Lines that belong to the page or the site and not to the text: page numbers, running headers, navigation around each law.

use std::collections::BTreeMap;

use lawgrep_model::Role;

use super::rows::Row;
use crate::{layout::pages::rising, patterns::begins_with};

/// What no running header is longer than, in characters.
const LONGEST: usize = 90;

/// What became of each row: `None` for one of the text.
pub(super) fn furniture(rows: &[Row<'_>], is_law: &[bool], page: &[String]) -> Vec<Option<Role>> {
    let mut out: Vec<Option<Role>> = vec![None; rows.len()];
    numbers(rows, page, &mut out);
    headers(rows, is_law, &mut out);
    out
}

/// Numbers alone on their lines that rise through the text.
fn numbers(rows: &[Row<'_>], page: &[String], out: &mut [Option<Role>]) {
    let found: Vec<(usize, u32)> =
        rows.iter().enumerate().filter_map(|(n, row)| Some((n, lone_number(&row.clean, page)?))).collect();
    let chain = rising(&found.iter().map(|f| f.1).collect::<Vec<_>>());
    if chain.len() < 3 || chain.len() * 2 < found.len() {
        return;
    }
    for (n, _) in chain.into_iter().filter_map(|i| found.get(i)) {
        if let Some(slot) = out.get_mut(*n) {
            *slot = Some(Role::PageNumber);
        }
    }
}

/// "12", "- 12 -", "12 / 72", "Page 12".
fn lone_number(words: &str, page: &[String]) -> Option<u32> {
    let named = page.iter().find_map(|name| words.get(begins_with(words, name)?..).filter(|r| r.starts_with(' ')));
    let words = named.unwrap_or(words);
    let digits = words.trim_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—' | '|' | '[' | ']'));
    let digits = digits
        .split_once('/')
        .map_or(digits, |(page, of)| if of.trim().bytes().all(|b| b.is_ascii_digit()) { page.trim() } else { "" });
    let plain = !digits.is_empty() && digits.len() <= 4 && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

/// Lines that come again, but for their numbers, and stand at the edges of pages or laws, or count the pages.
fn headers(rows: &[Row<'_>], is_law: &[bool], out: &mut [Option<Role>]) {
    let mut same: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (n, row) in rows.iter().enumerate() {
        let fits = !row.is_blank() && !row.is_closed() && row.clean.chars().count() <= LONGEST;
        let law = is_law.get(n).is_some_and(|l| *l);
        if fits && !law && out.get(n).is_some_and(Option::is_none) && !is_labelled(&row.clean) {
            same.entry(shape(&row.clean)).or_default().push(n);
        }
    }
    let (before, after) = (beside(rows, 0..rows.len()), beside(rows, (0..rows.len()).rev()));
    let edge = |n: usize| {
        let is_edge = |m: usize, after: bool| {
            let number = out.get(m).is_some_and(|r| *r == Some(Role::PageNumber));
            let feed = rows.get(m).is_some_and(|r| r.feed);
            number || feed || (after && is_law.get(m).is_some_and(|l| *l))
        };
        let before = before.get(n).copied().flatten();
        let after = after.get(n).copied().flatten();
        let own = rows.get(n).is_some_and(|r| r.feed);
        own || before.is_some_and(|m| is_edge(m, false)) || after.is_some_and(|m| is_edge(m, true))
    };
    let mut hidden = Vec::new();
    for places in same.values().filter(|places| places.len() >= 3) {
        let at_edges = places.iter().filter(|n| edge(**n)).count();
        if at_edges * 3 >= places.len() * 2 || counts_pages(rows, places) {
            hidden.extend(places.iter().copied());
        }
    }
    for n in hidden {
        if let Some(slot) = out.get_mut(n) {
            *slot = Some(Role::RunningHeader);
        }
    }
}

/// For each row the last one in that order that is not blank.
fn beside(rows: &[Row<'_>], order: impl Iterator<Item = usize>) -> Vec<Option<usize>> {
    let mut out = vec![None; rows.len()];
    let mut last = None;
    for n in order {
        if let Some(slot) = out.get_mut(n) {
            *slot = last;
        }
        if rows.get(n).is_some_and(|r| !r.is_blank()) {
            last = Some(n);
        }
    }
    out
}

/// Whether the line ends or begins with a number that rises from each place to the next: "Laws of marbles 12".
/// One word with a number is a heading of something: "Chapter 2".
fn counts_pages(rows: &[Row<'_>], places: &[usize]) -> bool {
    let value = |n: usize, last: bool| -> Option<u32> {
        let mut words = rows.get(n)?.clean.split_whitespace();
        words.clone().nth(2)?;
        let word = if last { words.next_back() } else { words.next() }?;
        word.parse().ok()
    };
    [true, false].into_iter().any(|last| {
        let values: Option<Vec<u32>> = places.iter().map(|n| value(*n, last)).collect();
        values.is_some_and(|v| v.windows(2).all(|w| matches!(w, [a, b] if a < b)))
    })
}

/// A line that begins like a label repeats for another reason.
fn is_labelled(words: &str) -> bool {
    let label = words.split_whitespace().next().unwrap_or("");
    let stem = label.trim_matches(['(', ')', '.']);
    label.len() != stem.len() && stem.chars().count() <= 3
}

/// The words in small letters, each number as one sign.
fn shape(words: &str) -> String {
    let mut out = String::new();
    for c in words.chars().flat_map(char::to_lowercase) {
        match c {
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            c if c.is_whitespace() && out.ends_with(' ') => {}
            c if c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
