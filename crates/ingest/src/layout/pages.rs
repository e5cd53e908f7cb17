//! Pages that flowed together: page numbers, running headers and footers, and what is left without them.
//!
//! A page is a paragraph. Its first or last word can be its number, if the numbers of all pages rise; the words at its edges
//! can be a running header, if they stand at other edges too. A heading in capitals that stands at the edges of pages and
//! nowhere else is a real heading the first time.

use std::{collections::BTreeMap, ops::Range, sync::LazyLock};

use lawgrep_model::Role;
use regex::Regex;

use crate::{
    builder::Builder,
    patterns::{in_capitals, re, trim},
};

/// The source with everything that belongs to the page and not to the text blanked out, byte for byte, so that an offset
/// in it is an offset in the source.
pub(crate) struct Pages {
    /// The source, blanked.
    pub(crate) masked: String,
    /// What was blanked, in order.
    pub(crate) hidden: Vec<Range<usize>>,
    /// Each page without its hidden edges.
    pub(crate) pages: Vec<Range<usize>>,
}

impl Pages {
    pub(crate) fn read(text: &str, builder: &mut Builder<'_>) -> Self {
        let mut pages = paragraphs(text);
        let mut hidden: Vec<(Range<usize>, Role)> = Vec::new();
        take_numbers(text, &mut pages, &mut hidden, Edge::End);
        take_numbers(text, &mut pages, &mut hidden, Edge::Start);
        take_footers(text, &mut pages, &mut hidden);
        if take_headers(text, &mut pages, &mut hidden) {
            // "Words of the header 12": what counts the pages may stand after them.
            take_numbers(text, &mut pages, &mut hidden, Edge::Start);
        }
        take_headings(text, &mut pages, &mut hidden);
        hidden.sort_by_key(|(r, _)| r.start);
        for (range, role) in &hidden {
            builder.claim(range.clone(), *role, None);
        }
        let mut all = Self { masked: text.to_owned(), hidden: Vec::new(), pages };
        all.hide(hidden.into_iter().map(|(r, _)| r).collect());
        all
    }

    /// Blanks ranges. Their bytes become spaces, so offsets stay.
    pub(crate) fn hide(&mut self, ranges: Vec<Range<usize>>) {
        for range in &ranges {
            if self.masked.is_char_boundary(range.start) && self.masked.is_char_boundary(range.end) {
                self.masked.replace_range(range.clone(), &" ".repeat(range.len()));
            }
        }
        self.hidden.extend(ranges);
        self.hidden.sort_by_key(|h| (h.start, h.end));
    }

    /// The running header or footer that stands beside a page's words; empty if none does.
    pub(crate) fn header<'t>(&self, text: &'t str, page: &Range<usize>) -> &'t str {
        let next = self.hidden.partition_point(|h| h.start < page.start);
        let before = next.checked_sub(1).and_then(|n| self.hidden.get(n));
        let after = self.hidden.get(self.hidden.partition_point(|h| h.start < page.end));
        let touches = |from: usize, to: usize| {
            text.get(from..to).is_some_and(|gap| gap.trim().is_empty() && !gap.contains("\n\n"))
        };
        let before = before.filter(|h| touches(h.end, page.start));
        let after = after.filter(|h| touches(page.end, h.start));
        let words = |h: &Range<usize>| text.get(h.clone()).filter(|w| w.starts_with(char::is_alphabetic));
        before.and_then(words).or(after.and_then(words)).unwrap_or("")
    }

    /// The parts of `range` that are not hidden.
    pub(crate) fn shown(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        let mut at = range.start;
        let first = self.hidden.partition_point(|h| h.end <= range.start);
        for hidden in self.hidden.iter().skip(first).take_while(|h| h.start < range.end) {
            if at < hidden.start {
                out.push(at..hidden.start);
            }
            at = at.max(hidden.end);
        }
        if at < range.end {
            out.push(at..range.end);
        }
        out
    }

    /// What is shown of a range, with blanks for what is hidden.
    pub(crate) fn words(&self, range: Range<usize>) -> &str {
        self.masked.get(range).unwrap_or("")
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Start,
    End,
}

/// Paragraphs: runs of lines between blank lines or form feeds.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    static GAP: LazyLock<Regex> = LazyLock::new(|| re(r"\n[ \t\r]*\n\s*|[ \t\n]*\f\s*"));
    let mut out = Vec::new();
    let mut at = 0;
    for found in GAP.find_iter(text) {
        out.push(at..found.start());
        at = found.end();
    }
    out.push(at..text.len());
    out.into_iter().map(|r| trim(text, r)).filter(|r| !r.is_empty()).collect()
}

/// Page numbers at one edge: the longest rising run of numbers there, if most pages have one.
fn take_numbers(text: &str, pages: &mut [Range<usize>], hidden: &mut Vec<(Range<usize>, Role)>, edge: Edge) {
    let mut found: Vec<(usize, u32, Range<usize>)> = Vec::new();
    for (n, page) in pages.iter().enumerate() {
        let words = text.get(page.clone()).unwrap_or("");
        let mut words = words.split_whitespace();
        let word = if edge == Edge::End { words.next_back() } else { words.next() }.unwrap_or("");
        if word.len() <= 4
            && word.bytes().all(|b| b.is_ascii_digit())
            && let Ok(value) = word.parse()
        {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            found.push((n, value, at..at + word.len()));
        }
    }
    let chain = rising(&found.iter().map(|f| f.1).collect::<Vec<_>>());
    if chain.len() < 3 || chain.len() * 2 < found.len() {
        return;
    }
    for (n, _, range) in chain.into_iter().filter_map(|i| found.get(i)) {
        hidden.push((range.clone(), Role::PageNumber));
        if let Some(page) = pages.get_mut(*n) {
            let rest = if edge == Edge::End { page.start..range.start } else { range.end..page.end };
            *page = trim(text, rest);
        }
    }
}

/// Indexes of a longest subsequence that never falls: a page may have been printed twice.
pub(crate) fn rising(values: &[u32]) -> Vec<usize> {
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; values.len()];
    for (n, value) in values.iter().enumerate() {
        let at = tails.partition_point(|t| values.get(*t).is_some_and(|v| v <= value));
        if let Some(slot) = before.get_mut(n) {
            *slot = at.checked_sub(1).and_then(|k| tails.get(k)).copied();
        }
        match tails.get_mut(at) {
            Some(tail) => *tail = n,
            None => tails.push(n),
        }
    }
    let mut at = tails.last().copied();
    let mut chain = Vec::new();
    while let Some(n) = at {
        chain.push(n);
        at = before.get(n).copied().flatten();
    }
    chain.reverse();
    chain
}

/// The same words at the end of three pages or more, and of at least half of them.
fn take_footers(text: &str, pages: &mut [Range<usize>], hidden: &mut Vec<(Range<usize>, Role)>) {
    const LONGEST: usize = 8;
    for length in (2..=LONGEST).rev() {
        let mut counts: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
        let ends: Vec<Option<(usize, Vec<&str>)>> = pages.iter().map(|p| last_words(text, p, length)).collect();
        for (_, words) in ends.iter().flatten() {
            *counts.entry(words.clone()).or_default() += 1;
        }
        let common = counts.into_iter().filter(|(_, n)| *n >= 3 && n * 2 >= pages.len()).max_by_key(|(_, n)| *n);
        let Some((common, _)) = common else { continue };
        for (page, end) in pages.iter_mut().zip(&ends) {
            if let Some((start, words)) = end
                && *words == common
            {
                hidden.push((*start..page.end, Role::RunningHeader));
                *page = trim(text, page.start..*start);
            }
        }
        return;
    }
}

/// The same words at the start of three pages or more, and of at least half of them; whether there are such.
fn take_headers(text: &str, pages: &mut [Range<usize>], hidden: &mut Vec<(Range<usize>, Role)>) -> bool {
    const LONGEST: usize = 8;
    for length in (2..=LONGEST).rev() {
        let mut counts: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
        let starts: Vec<Option<(usize, Vec<&str>)>> = pages.iter().map(|p| first_words(text, p, length)).collect();
        for (_, words) in starts.iter().flatten() {
            *counts.entry(words.clone()).or_default() += 1;
        }
        let common = counts.into_iter().filter(|(_, n)| *n >= 3 && n * 2 >= pages.len()).max_by_key(|(_, n)| *n);
        let Some((common, _)) = common else { continue };
        for (page, start) in pages.iter_mut().zip(&starts) {
            if let Some((end, words)) = start
                && *words == common
            {
                hidden.push((page.start..*end, Role::RunningHeader));
                *page = trim(text, *end..page.end);
            }
        }
        return true;
    }
    false
}

/// The first words of a page and where they end.
fn first_words<'t>(text: &'t str, page: &Range<usize>, count: usize) -> Option<(usize, Vec<&'t str>)> {
    let words = text.get(page.clone())?;
    let taken: Vec<(usize, &str)> = tokens(words).take(count).collect();
    let (at, last) = *taken.last().filter(|_| taken.len() == count)?;
    Some((page.start + at + last.len(), taken.into_iter().map(|(_, word)| word).collect()))
}

fn last_words<'t>(text: &'t str, page: &Range<usize>, count: usize) -> Option<(usize, Vec<&'t str>)> {
    let words = text.get(page.clone())?;
    let mut at = words.len();
    let mut out = Vec::with_capacity(count);
    for _ in 0..count {
        let end = words.get(..at)?.trim_end().len();
        let start = words.get(..end)?.rfind(char::is_whitespace).map_or(0, |n| n + 1);
        if start >= end {
            return None;
        }
        out.push(words.get(start..end)?);
        at = start;
    }
    out.reverse();
    Some((page.start + at, out))
}

/// Headings in capitals at the edges of pages.
fn take_headings(text: &str, pages: &mut [Range<usize>], hidden: &mut Vec<(Range<usize>, Role)>) {
    let mut edges: BTreeMap<String, usize> = BTreeMap::new();
    let found: Vec<[Option<Range<usize>>; 2]> =
        pages.iter().map(|p| [leading_capitals(text, p), trailing_capitals(text, p)]).collect();
    for range in found.iter().flatten().flatten() {
        *edges.entry(text.get(range.clone()).unwrap_or("").to_owned()).or_default() += 1;
    }
    let all = everywhere(text, &edges);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut last = 0;
    for (page, ranges) in pages.iter_mut().zip(found) {
        for (n, range) in ranges.into_iter().enumerate() {
            let Some(range) = range else { continue };
            let words = text.get(range.clone()).unwrap_or("").to_owned();
            let at_edges = edges.get(&words).copied().unwrap_or(0);
            let everywhere = all.get(words.as_str()).copied().unwrap_or(0);
            let first = *seen.entry(words.clone()).and_modify(|n| *n += 1).or_insert(1) == 1;
            let numbered = words.starts_with(|c: char| c.is_ascii_digit());
            // A numbered heading that stands at edges only is the law's own heading the first time.
            let number = words.split('.').next().and_then(|n| n.parse::<u16>().ok()).filter(|_| n == 0);
            // Headers count up from page to page; a law that is printed again later begins with its heading.
            let back = number.is_some_and(|n| n < last);
            last = number.unwrap_or(last);
            let own = numbered && (back || (everywhere == at_edges && first));
            if (at_edges >= 2 || (numbered && everywhere >= 2)) && !own {
                hidden.push((range.clone(), Role::RunningHeader));
                *page = trim(text, if n == 0 { range.end..page.end } else { page.start..range.start.max(page.start) });
            }
        }
    }
}

/// How often each of these headings stands in the text, at its edges and elsewhere.
fn everywhere<'e>(text: &str, edges: &'e BTreeMap<String, usize>) -> BTreeMap<&'e str, usize> {
    let mut all: BTreeMap<&str, usize> = BTreeMap::new();
    let mut by_first: BTreeMap<&str, Vec<&'e str>> = BTreeMap::new();
    for edge in edges.keys() {
        by_first.entry(edge.split_whitespace().next().unwrap_or("")).or_default().push(edge);
    }
    for (at, word) in tokens(text) {
        let rest = text.get(at..).unwrap_or("");
        let stands = |edge: &str| rest.strip_prefix(edge).is_some_and(|r| !r.starts_with(|c: char| !c.is_whitespace()));
        for edge in by_first.get(word).into_iter().flatten().filter(|edge| stands(edge)) {
            *all.entry(edge).or_default() += 1;
        }
    }
    all
}

/// No heading has more words.
const LONGEST_HEADING: usize = 24;

/// "12. WORDS IN CAPITALS" or "WORDS IN CAPITALS" at the start of a page.
fn leading_capitals(text: &str, page: &Range<usize>) -> Option<Range<usize>> {
    let words = text.get(page.clone())?;
    let mut end = 0;
    for (n, (at, word)) in tokens(words).enumerate() {
        let number =
            n == 0 && word.strip_suffix('.').is_some_and(|w| !w.is_empty() && w.chars().all(|c| c.is_ascii_digit()));
        if !(number || capital_word(word)) {
            break;
        }
        if n == LONGEST_HEADING {
            return None;
        }
        end = at + word.len();
    }
    let range = page.start..page.start + end;
    in_capitals(text.get(range.clone())?).then_some(range)
}

fn trailing_capitals(text: &str, page: &Range<usize>) -> Option<Range<usize>> {
    let words = text.get(page.clone())?;
    let mut start = words.len();
    for (n, word) in words.split_whitespace().rev().enumerate() {
        if !capital_word(word) {
            break;
        }
        if n == LONGEST_HEADING {
            return None;
        }
        start = word.as_ptr() as usize - words.as_ptr() as usize;
    }
    let range = page.start + start..page.end;
    (start > 0 && in_capitals(text.get(range.clone())?)).then_some(range)
}

/// A word of a heading in capitals: no small letter, no label ("A.", "12."), no digit.
pub(crate) fn capital_word(word: &str) -> bool {
    let label = word.len() == 2 && word.ends_with('.');
    !label && word.chars().any(char::is_uppercase) && !word.chars().any(|c| c.is_lowercase() || c.is_ascii_digit())
}

/// Words with their offsets.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}
