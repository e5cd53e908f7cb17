//! A page of the table on which all numbers stand first and then all texts, in the same order.
//!
//! Which sentences belong to which number is told by the subject words that the language has for laws and sections
//! ([`lawgrep_lexicon::Structure::subjects`]): the sentences are shared out in order so that most of them speak of their
//! law's subject. Every row so read has a finding that says so.

use std::ops::Range;

use lawgrep_model::Citation;

use super::{
    super::{
        Context,
        pages::{Pages, tokens},
    },
    cell::{Cell, Finder},
    rows,
};
use crate::{builder::Builder, heading};

/// Whether a page begins with three number cells or more, one after the other.
pub(super) fn apart(context: &Context<'_>, pages: &Pages, page: &Range<usize>) -> bool {
    column(context, pages, page).len() >= 3
}

/// The number cells that a page begins with.
fn column(context: &Context<'_>, pages: &Pages, page: &Range<usize>) -> Vec<Cell> {
    let words = pages.words(page.clone());
    let mut end = page.start;
    let mut out: Vec<Cell> = Vec::new();
    for cell in Finder::new(context).find(words, page.start) {
        if !pages.words(end..cell.range.start).trim().is_empty() {
            break;
        }
        end = cell.range.end;
        out.push(cell);
    }
    out
}

pub(super) fn read(context: &Context<'_>, builder: &mut Builder<'_>, pages: &Pages, page: Range<usize>) {
    let cells = column(context, pages, &page);
    let from = cells.last().map_or(page.start, |c| c.range.end);
    let sentences = sentences(context, pages, from..page.end);
    let shares = share(context, pages, &cells, &sentences);
    for (n, cell) in cells.iter().enumerate() {
        let part = shares.get(n).copied().zip(shares.get(n + 1).copied());
        let range = part.and_then(|(a, b)| Some(sentences.get(a)?.start..sentences.get(b.checked_sub(1)?)?.end));
        let Some(range) = range else {
            // Fewer sentences than numbers: the number stays, without a text.
            rows::row(context, builder, pages, cell, cell.range.end..cell.range.end);
            rows::inferred(
                builder,
                cell.range.clone(),
                "a number that stands apart; no text was left for it".to_owned(),
            );
            continue;
        };
        let evidence: i64 =
            part.map_or(0, |(a, b)| (a..b).map(|s| score(context, pages, cell, sentences.get(s))).sum());
        let how = if evidence > 0 { "by the subject words of its law" } else { "by its place only; check it" };
        rows::row(context, builder, pages, cell, range.clone());
        let name = cell.name.first().map_or_else(String::new, |c| c.to_string());
        let end = range.start + pages.words(range.clone()).len().min(1);
        rows::inferred(
            builder,
            range.start..end,
            format!("read as the text of {name}, whose number stands apart, {how}"),
        );
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

/// How much a sentence speaks of a cell's subject.
fn score(context: &Context<'_>, pages: &Pages, cell: &Cell, sentence: Option<&Range<usize>>) -> i64 {
    let Some(cite) = cell.name.first() else { return 0 };
    let text = sentence.map_or("", |s| pages.words(s.clone())).to_lowercase();
    let own = |cite: Citation, weight: i64| -> i64 {
        let words = context.language.structure.subjects.get(&cite.to_string());
        words.map_or(0, |w| w.iter().filter(|w| stands(&text, w)).count() as i64 * weight)
    };
    let exact = own(cite, 4);
    exact + cite.ancestors().map(|up| own(up, if up.section().is_some() { 3 } else { 2 })).sum::<i64>()
}

/// Whether a word or phrase begins somewhere in the text at a word's start.
fn stands(text: &str, word: &str) -> bool {
    text.match_indices(word)
        .any(|(at, _)| text.get(..at).and_then(|t| t.chars().next_back()).is_none_or(|c| !c.is_alphanumeric()))
}

/// Shares the sentences out: where each cell's first sentence is, and at the end their number. Empty without enough of them.
fn share(context: &Context<'_>, pages: &Pages, cells: &[Cell], sentences: &[Range<usize>]) -> Vec<usize> {
    let (rows, count) = (cells.len(), sentences.len());
    if rows == 0 || count < rows {
        return (0..=count.min(rows)).collect();
    }
    let value = |row: usize, n: usize, first: bool| {
        let points = cells.get(row).map_or(0, |c| score(context, pages, c, sentences.get(n)));
        if first { points * 3 } else { points * 2 }
    };
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
