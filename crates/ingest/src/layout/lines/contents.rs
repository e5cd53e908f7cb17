//! Headings of laws that are no laws: a table of contents, the navigation of a site.

use std::collections::BTreeMap;

use super::Page;

/// What the heading line of a law is besides one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    None,
    Contents,
    Navigation,
}

/// Headings that follow each other without a text between, at least so many, are a list of laws.
const LEAST: usize = 3;
/// No heading between the entries of contents has more characters.
const LONGEST: usize = 60;

/// For each row whether it is an entry of contents or of navigation.
pub(super) fn entries(page: &Page<'_>) -> Vec<Entry> {
    let mut out = vec![Entry::None; page.rows.len()];
    let rows: Vec<usize> = (0..page.rows.len()).filter(|n| page.laws.get(*n).is_some_and(Option::is_some)).collect();
    let mut last: BTreeMap<_, usize> = BTreeMap::new();
    for n in &rows {
        last.insert(page.laws.get(*n).and_then(|l| l.as_ref()).map(|l| l.cite), *n);
    }
    let again = |n: usize, end: usize| {
        let cite = page.laws.get(n).and_then(|l| l.as_ref()).map(|l| l.cite);
        last.get(&cite).is_some_and(|later| *later > end)
    };
    let mut from = 0;
    while from < rows.len() {
        let mut to = from + 1;
        let mut strict = true;
        while let (Some(a), Some(b)) = (rows.get(to - 1), rows.get(to)) {
            let Some(between) = between(page, *a, *b) else { break };
            strict &= between == 0;
            to += 1;
        }
        let run = rows.get(from..to).unwrap_or(&[]);
        let end = run.last().copied().unwrap_or(0);
        let repeats = run.iter().any(|n| again(*n, end));
        if run.len() >= LEAST && (repeats || strict) {
            let alone = |n: &usize| page.laws.get(*n).and_then(|l| l.as_ref()).is_some_and(|l| l.alone);
            let entry = if run.iter().all(alone) { Entry::Navigation } else { Entry::Contents };
            for n in run.iter().filter(|n| **n != end || again(**n, end)) {
                if let Some(slot) = out.get_mut(*n) {
                    *slot = entry;
                }
            }
        }
        from = to;
    }
    out
}

/// How many rows of words stand between two headings, if they can be entries of one list: none, or one short heading.
fn between(page: &Page<'_>, a: usize, b: usize) -> Option<usize> {
    let first = page.next(a)?;
    if first == b {
        return Some(0);
    }
    let row = page.rows.get(first)?;
    let short = !row.is_closed() && row.clean.chars().count() <= LONGEST;
    (short && page.next(first)? == b).then_some(1)
}
