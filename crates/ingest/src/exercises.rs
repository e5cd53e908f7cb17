//! Exercises and their answers: numbered paragraphs that flow together, where an answer repeats its question and may have
//! lost its number.

use std::ops::Range;

use lawgrep_model::{FindingKind, Role, UnitKey};

use crate::{builder::Builder, layout::pages::Pages, patterns::collapse};

/// A numbered paragraph: its number, its label if printed, its words.
pub(crate) struct Numbered {
    pub(crate) number: u16,
    pub(crate) label: Option<Range<usize>>,
    pub(crate) words: Range<usize>,
}

/// Paragraphs "1. Words ... 2. Words ..." whose numbers rise by one.
pub(crate) fn questions(pages: &Pages, region: Range<usize>) -> Vec<Numbered> {
    let mut out: Vec<Numbered> = Vec::new();
    let mut at = region.start;
    let mut number = 1;
    while let Some(label) = label(pages, number, at..region.end) {
        if let Some(last) = out.last_mut() {
            last.words.end = label.start;
        }
        at = label.end;
        out.push(Numbered { number, label: Some(label.clone()), words: label.end..region.end });
        number += 1;
    }
    out
}

/// Answers to `questions`: each begins at its number, or, where the print lost that, at the words of its question.
pub(crate) fn answers(pages: &Pages, region: Range<usize>, questions: &[Numbered]) -> Vec<Numbered> {
    let mut out: Vec<Numbered> = Vec::new();
    let mut at = region.start;
    for question in questions {
        let wanted = collapse(pages.words(question.words.clone()));
        let label = label(pages, question.number, at..region.end);
        let repeated = find_collapsed(pages, &wanted, at..region.end);
        let start = match (&label, repeated) {
            (Some(label), Some(words)) if label.start <= words => label.start,
            (_, Some(words)) => words,
            (Some(label), None) => label.start,
            (None, None) => continue,
        };
        let label = label.filter(|l| l.start == start);
        if let Some(last) = out.last_mut() {
            last.words.end = start;
        }
        let from = label.as_ref().map_or(start, |l| l.end);
        at = from;
        out.push(Numbered { number: question.number, label, words: from..region.end });
    }
    out
}

/// Opens units for numbered paragraphs and claims their words.
pub(crate) fn claim(builder: &mut Builder<'_>, pages: &Pages, found: Vec<Numbered>, key: fn(u16) -> UnitKey) {
    for one in found {
        let printed = one.label.clone().map_or("", |l| pages.words(l)).to_owned();
        let unit = builder.open(key(one.number), None, &printed);
        match one.label {
            Some(label) => builder.claim(label, Role::Label, Some(unit)),
            None => {
                let message =
                    format!("read as number {}, which the print lost: its question is repeated here", one.number);
                let end = (one.words.start + 1).min(one.words.end);
                builder.finding(FindingKind::InferredNumber, one.words.start..end.max(one.words.start), message);
            }
        }
        for part in pages.shown(one.words) {
            builder.claim(part, Role::Body, Some(unit));
        }
    }
}

/// "12. " before a capital or digit, at a word's start.
fn label(pages: &Pages, number: u16, range: Range<usize>) -> Option<Range<usize>> {
    let words = pages.words(range.clone());
    let label = format!("{number}.");
    words.match_indices(&label).find_map(|(at, _)| {
        let before = words.get(..at)?.chars().next_back();
        let after = words.get(at + label.len()..)?;
        let next = after.trim_start().chars().next()?;
        let good = before.is_none_or(char::is_whitespace)
            && after.starts_with(char::is_whitespace)
            && (next.is_uppercase() || next.is_numeric() || matches!(next, '«' | '”' | '"' | '“'));
        good.then(|| range.start + at..range.start + at + label.len())
    })
}

/// Where the words of `wanted` (white space collapsed) stand in `range`.
fn find_collapsed(pages: &Pages, wanted: &str, range: Range<usize>) -> Option<usize> {
    let words = pages.words(range.clone());
    let first = wanted.split(' ').next().filter(|w| !w.is_empty())?;
    words.match_indices(first).find_map(|(at, _)| {
        let here = words.get(at..)?.split_whitespace();
        here.take(wanted.split(' ').count()).eq(wanted.split(' ')).then_some(range.start + at)
    })
}
