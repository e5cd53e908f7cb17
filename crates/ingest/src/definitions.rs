//! Definitions that run into each other: "Bonus Poeng som ... Bud En melding som ...".
//!
//! Two ways to find where one begins, both from data:
//!
//! * [`by_terms`]: the language knows the terms that the laws define. Each place where one stands, at best after the end of
//!   a sentence, is a candidate; the books are alphabetical, so the best chain of candidates whose first letters never go
//!   back is taken.
//! * [`by_sentences`]: for terms that no list knows: a sentence that holds a second capital is a term and its text.

use std::ops::Range;

use lawgrep_lexicon::Structure;
use unicode_normalization::UnicodeNormalization;

use crate::heading;

/// One definition in a text: its term and its words, as byte ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Definition {
    pub(crate) term: Range<usize>,
    pub(crate) body: Range<usize>,
}

struct Candidate {
    range: Range<usize>,
    term: usize,
    letter: usize,
    weight: i64,
}

/// The definitions in `region` of `text`, in order. What stands before the first belongs to none.
pub(crate) fn by_terms(text: &str, region: Range<usize>, structure: &Structure) -> Vec<Definition> {
    let slice = text.get(region.clone()).unwrap_or("");
    let mut candidates = Vec::new();
    for (at, end_of_last) in word_starts(slice) {
        let rest = slice.get(at..).unwrap_or("");
        let fits = |term: &&(usize, &String)| {
            rest.strip_prefix(term.1.as_str())
                .is_some_and(|r| !r.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
        };
        let longest = structure.terms.iter().enumerate().filter(|t| fits(&t)).max_by_key(|t| t.1.len());
        let Some((term, name)) = longest else { continue };
        let boundary = end_of_last.is_none_or(heading::ends_sentence);
        let letter = slice.get(at..).and_then(|s| s.chars().next()).map_or(0, |c| collation(c, &structure.alphabet));
        let weight = if boundary { 10 } else { 3 } + i64::from(name.contains(' '));
        candidates.push(Candidate { range: at..at + name.len(), term, letter, weight });
    }
    let chosen = best_chain(&candidates);
    let mut out = Vec::new();
    for (n, index) in chosen.iter().enumerate() {
        let Some(c) = candidates.get(*index) else { continue };
        let next = chosen.get(n + 1).and_then(|i| candidates.get(*i)).map_or(slice.len(), |c| c.range.start);
        let move_by = |r: Range<usize>| r.start + region.start..r.end + region.start;
        out.push(Definition { term: move_by(c.range.clone()), body: move_by(c.range.end..next) });
    }
    out
}

/// The definitions in `region`, each a sentence "Term Text ...". A sentence without a second capital goes on with the one
/// before it, unless it is a term that the print closed with a full stop: then the next sentence, which has none either,
/// is its text.
pub(crate) fn by_sentences(text: &str, region: Range<usize>, structure: &Structure) -> Vec<Definition> {
    let sentences = sentences(text, region);
    let split: Vec<Option<usize>> = sentences
        .iter()
        .map(|s| heading::split(text.get(s.clone()).unwrap_or(""), structure).map(|at| s.start + at))
        .collect();
    let mut out: Vec<Definition> = Vec::new();
    let mut n = 0;
    while let Some(sentence) = sentences.get(n) {
        let lone = |k: usize| matches!(split.get(k), Some(None));
        let verb = |k: usize| {
            let words = sentences.get(k).and_then(|s| text.get(s.clone())).unwrap_or("");
            words.split_whitespace().any(|w| structure.verbs.iter().any(|v| v == w))
        };
        match split.get(n).copied().flatten() {
            Some(at) => out.push(Definition { term: sentence.start..at, body: at..sentence.end }),
            None if lone(n + 1) && !verb(n) && !out.is_empty() => {
                let body = sentences.get(n + 1).cloned().unwrap_or(sentence.end..sentence.end);
                out.push(Definition { term: sentence.clone(), body });
                n += 1;
            }
            None => {
                if let Some(last) = out.last_mut() {
                    last.body.end = sentence.end;
                }
            }
        }
        n += 1;
    }
    out
}

fn sentences(text: &str, region: Range<usize>) -> Vec<Range<usize>> {
    let slice = text.get(region.clone()).unwrap_or("");
    let mut out = Vec::new();
    let mut start = None;
    let starts: Vec<usize> = word_starts(slice).map(|(at, _)| at).collect();
    for (n, at) in starts.iter().enumerate() {
        start.get_or_insert(*at);
        let end = starts.get(n + 1).copied().unwrap_or(slice.len());
        let word = slice.get(*at..end).unwrap_or("").trim_end();
        let next_capital = slice.get(end..).and_then(|r| r.chars().next()).is_none_or(char::is_uppercase);
        // A page's end ends a sentence that the print left open, if the next page begins with a capital.
        let gap = slice.get(*at + word.len()..end).unwrap_or("");
        let last = n + 1 == starts.len() || (next_capital && gap.matches('\n').count() > 1);
        if (last || (heading::ends_sentence(word) && !word.ends_with(':') && next_capital))
            && let Some(s) = start.take()
        {
            out.push(region.start + s..region.start + at + word.len());
        }
    }
    out
}

/// Start of each word, with the word before it.
fn word_starts(text: &str) -> impl Iterator<Item = (usize, Option<&str>)> {
    let mut last: Option<Range<usize>> = None;
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + rest.find(|c: char| !c.is_whitespace())?;
        let rest = text.get(start..)?;
        let end = start + rest.find(char::is_whitespace).unwrap_or(rest.len());
        at = end;
        let before = last.replace(start..end).and_then(|r| text.get(r));
        Some((start, before))
    })
}

/// So many letters an alphabet has at most.
const LETTERS: usize = 64;

/// Place of a letter in the alphabet; of one that is not in it that of the letter without its accent.
fn collation(c: char, alphabet: &str) -> usize {
    let alphabet = if alphabet.is_empty() { "abcdefghijklmnopqrstuvwxyz" } else { alphabet };
    let c = c.to_lowercase().next().unwrap_or(c);
    let place = |c: char| alphabet.chars().take(LETTERS).position(|l| l == c);
    place(c).or_else(|| place(std::iter::once(c).nfd().next()?)).unwrap_or(0)
}

/// The heaviest chain of candidates whose letters never go back and in which no term comes twice. Looks back at the best
/// chain for each letter and at the last few candidates, so its time is linear in the text.
fn best_chain(candidates: &[Candidate]) -> Vec<usize> {
    const NEAR: usize = 40;
    let mut best: Vec<(i64, Option<usize>)> = Vec::with_capacity(candidates.len());
    let mut by_letter: [Option<usize>; LETTERS] = [None; LETTERS];
    for (n, c) in candidates.iter().enumerate() {
        let mut here = (c.weight, None);
        let near = n.saturating_sub(NEAR)..n;
        for m in by_letter.iter().flatten().copied().chain(near) {
            let (Some(before), Some((weight, _))) = (candidates.get(m), best.get(m)) else { continue };
            let follows = before.letter <= c.letter && before.range.end <= c.range.start;
            if follows && weight + c.weight > here.0 && !holds(candidates, &best, m, c) {
                here = (weight + c.weight, Some(m));
            }
        }
        best.push(here);
        if let Some(slot) = by_letter.get_mut(c.letter) {
            let standing = slot.and_then(|m| best.get(m)).map_or(i64::MIN, |b| b.0);
            if here.0 > standing {
                *slot = Some(n);
            }
        }
    }
    let mut at = (0..best.len()).max_by_key(|n| (best.get(*n).map_or(0, |b| b.0), std::cmp::Reverse(*n)));
    let mut chain = Vec::new();
    while let Some(n) = at {
        chain.push(n);
        at = best.get(n).and_then(|b| b.1);
    }
    chain.reverse();
    chain
}

/// Whether the chain that ends in `end` holds the term of `c`. Only its part with the same first letter can.
fn holds(candidates: &[Candidate], best: &[(i64, Option<usize>)], end: usize, c: &Candidate) -> bool {
    let mut at = Some(end);
    while let Some(x) = at.and_then(|n| candidates.get(n)).filter(|x| x.letter == c.letter) {
        if x.term == c.term {
            return true;
        }
        at = at.and_then(|n| best.get(n)).and_then(|b| b.1);
    }
    false
}
