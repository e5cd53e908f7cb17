//! A page of the table on which all numbers stand first and then all texts, in the same order.
//!
//! Which sentences belong to which number is told by the subject words that the language has for laws and sections
//! ([`lawgrep_lexicon::Structure::subjects`]): the sentences are shared out in order so that most of them speak of their
//! law's subject. Every row so read has a finding that says so.

use std::ops::Range;

use lawgrep_model::{Citation, FindingKind, Role};

use super::{
    super::{
        Context,
        pages::{Pages, tokens},
    },
    cell::{Cell, Finder},
    rows,
};
use crate::{builder::Builder, heading};

/// The number cells that a page begins with, one after the other; empty if they are fewer than three.
pub(super) fn apart(finder: &Finder, pages: &Pages, page: &Range<usize>) -> Vec<Cell> {
    let words = pages.words(page.clone());
    let mut out: Vec<Cell> = Vec::new();
    for cell in finder.find(words, page.start) {
        let from = out.last().map_or(page.start, |c| c.range.end);
        if !pages.words(from..cell.range.start).trim().is_empty() {
            break;
        }
        out.push(cell);
    }
    if out.len() < 3 { Vec::new() } else { out }
}

pub(super) fn read(
    context: &Context<'_>,
    builder: &mut Builder<'_>,
    pages: &Pages,
    cells: &[Cell],
    page: Range<usize>,
) {
    let from = cells.last().map_or(page.start, |c| c.range.end);
    let sentences = sentences(context, pages, from..page.end);
    let scores = Scores::new(context, pages, cells, &sentences);
    let shares = share(&scores, cells.len(), sentences.len());
    for (n, cell) in cells.iter().enumerate() {
        let part = shares.get(n).copied().zip(shares.get(n + 1).copied());
        let range = part.and_then(|(a, b)| Some(sentences.get(a)?.start..sentences.get(b.checked_sub(1)?)?.end));
        let Some(range) = range else {
            // Fewer sentences than numbers: no unit, so that no reference seems to have a target here.
            let message = "a number that stands apart, and no text was left for it; passed over";
            builder.finding(FindingKind::HeadingWithoutBody, cell.range.clone(), message);
            builder.claim(cell.range.clone(), Role::Label, None);
            continue;
        };
        let evidence: i64 = part.map_or(0, |(a, b)| (a..b).map(|s| scores.of(n, s)).sum());
        let how = if evidence > 0 { "by the subject words of its law" } else { "by its place only; check it" };
        rows::row(context, builder, pages, cell, range.clone());
        let name = cell.name.first().map_or_else(String::new, |c| c.to_string());
        let message = format!("read as the text of {name}, whose number stands apart, {how}");
        builder.finding(FindingKind::InferredNumber, range, message);
    }
}

/// Sentences, each up to the next; abbreviations ("o.s.v.") end none unless a capital follows.
fn sentences(context: &Context<'_>, pages: &Pages, region: Range<usize>) -> Vec<Range<usize>> {
    let words: Vec<(usize, &str)> = tokens(pages.words(region.clone())).collect();
    let acronyms = &context.language.structure.acronyms;
    let mut out = Vec::new();
    let mut start = None;
    for (n, (at, word)) in words.iter().enumerate() {
        start.get_or_insert(*at);
        let next = words.get(n + 1).map(|(_, w)| *w);
        let capital = next.is_none_or(|w| w.starts_with(char::is_uppercase) || acronyms.iter().any(|a| a == w));
        let end = next.is_none() || (capital && word.ends_with(['.', '!', '?']) && !word.ends_with(" ."));
        let short = heading::ends_sentence(word) || word.matches('.').count() > 1 || word.ends_with(").");
        if (end && (short || next.is_none()))
            && let Some(start) = start.take()
        {
            out.push(region.start + start..region.start + at + word.len());
        }
    }
    out
}

/// How much each sentence speaks of each cell's subject.
struct Scores {
    /// By cell and sentence; empty where the page is too long to ask.
    points: Vec<Vec<i64>>,
}

impl Scores {
    /// More pairs than this are no page of a table.
    const MOST: usize = 250_000;

    fn new(context: &Context<'_>, pages: &Pages, cells: &[Cell], sentences: &[Range<usize>]) -> Self {
        if cells.len().saturating_mul(sentences.len()) > Self::MOST {
            return Self { points: Vec::new() };
        }
        let texts: Vec<String> = sentences.iter().map(|s| pages.words(s.clone()).to_lowercase()).collect();
        let points = |cell: &Cell| texts.iter().map(|text| score(context, cell, text)).collect();
        Self { points: cells.iter().map(points).collect() }
    }

    fn of(&self, cell: usize, sentence: usize) -> i64 {
        self.points.get(cell).and_then(|row| row.get(sentence)).copied().unwrap_or(0)
    }
}

/// How much a sentence, in small letters, speaks of a cell's subject.
fn score(context: &Context<'_>, cell: &Cell, text: &str) -> i64 {
    let Some(cite) = cell.name.first() else { return 0 };
    let own = |cite: Citation, weight: i64| -> i64 {
        let words = context.language.structure.subjects.get(&cite.to_string());
        words.map_or(0, |w| w.iter().filter(|w| stands(text, w)).count() as i64 * weight)
    };
    let exact = own(cite, 4);
    exact + cite.ancestors().map(|up| own(up, if up.section().is_some() { 3 } else { 2 })).sum::<i64>()
}

/// Whether a word or phrase begins somewhere in the text at a word's start.
fn stands(text: &str, word: &str) -> bool {
    text.match_indices(word)
        .any(|(at, _)| text.get(..at).and_then(|t| t.chars().next_back()).is_none_or(|c| !c.is_alphanumeric()))
}

/// Shares the sentences out: where each cell's first sentence is, and at the end their number. One each, and the rest to the
/// last, where there is no way to tell.
fn share(scores: &Scores, rows: usize, count: usize) -> Vec<usize> {
    if rows == 0 || count < rows {
        return (0..=count.min(rows)).collect();
    }
    if scores.points.is_empty() {
        return (0..rows).chain([count]).collect();
    }
    let value = |row: usize, n: usize, first: bool| scores.of(row, n) * if first { 3 } else { 2 };
    // table[row][n]: best value when sentence n is the last one shared out and belongs to `row`; and whether it is its first.
    let mut table = vec![vec![(i64::MIN / 2, false); count]; rows];
    for n in 0..count {
        for row in 0..rows.min(n + 1) {
            let up = |r: Option<usize>| {
                r.and_then(|r| table.get(r)).and_then(|t| t.get(n.checked_sub(1)?)).map_or(i64::MIN / 2, |v| v.0)
            };
            let fresh = if n == 0 { 0 } else { up(row.checked_sub(1)) } + value(row, n, true);
            let on = up(Some(row)) + value(row, n, false);
            let fresh = if n == 0 && row > 0 { i64::MIN / 2 } else { fresh };
            let best = if fresh > on || n == 0 { (fresh, true) } else { (on, false) };
            if let Some(slot) = table.get_mut(row).and_then(|t| t.get_mut(n)) {
                *slot = best;
            }
        }
    }
    let mut firsts = vec![count];
    let mut row = rows - 1;
    for n in (0..count).rev() {
        if table.get(row).and_then(|t| t.get(n)).is_some_and(|v| v.1) {
            firsts.push(n);
            row = row.saturating_sub(1);
        }
    }
    firsts.reverse();
    firsts
}
