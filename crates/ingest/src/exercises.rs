//! Exercises and their answers: numbered paragraphs that flow together, where an answer repeats its question and may have
//! lost its number.

use std::{collections::BTreeMap, ops::Range};

use lawgrep_model::{FindingKind, Role, UnitKey};

use crate::{
    builder::Builder,
    layout::pages::{Pages, tokens},
};

/// A numbered paragraph: its number, its label if printed, its words.
pub(crate) struct Numbered {
    pub(crate) number: u16,
    pub(crate) label: Option<Range<usize>>,
    pub(crate) words: Range<usize>,
}

/// Paragraphs "1. Words ... 2. Words ..." whose numbers rise by one.
pub(crate) fn questions(pages: &Pages, region: Range<usize>) -> Vec<Numbered> {
    let mut out: Vec<Numbered> = Vec::new();
    let mut words = tokens(pages.words(region.clone())).peekable();
    while let Some((at, word)) = words.next() {
        let number = u16::try_from(out.len() + 1).unwrap_or(u16::MAX);
        let next = words.peek().map_or("", |(_, w)| *w);
        if numbered(word, next) == Some(number) {
            let label = region.start + at..region.start + at + word.len();
            if let Some(last) = out.last_mut() {
                last.words.end = label.start;
            }
            out.push(Numbered { number, words: label.end..region.end, label: Some(label) });
        }
    }
    out
}

/// Answers to `questions`: each begins at its number, or, where the print lost that, at the words of its question.
pub(crate) fn answers(pages: &Pages, region: Range<usize>, questions: &[Numbered]) -> Vec<Numbered> {
    let words = Words::new(pages, region.clone());
    let mut out: Vec<Numbered> = Vec::new();
    let mut at = region.start;
    for question in questions {
        let label = words.label(question.number, at);
        let repeated = words.repeat(pages.words(question.words.clone()), at);
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

/// The words of the answers, so that the place of a number or question is found without reading them again.
struct Words<'p> {
    all: Vec<(usize, &'p str)>,
    /// Places of labels by their number.
    labels: BTreeMap<u16, Vec<Range<usize>>>,
    /// Indexes of words that begin with these three.
    by_first: BTreeMap<[&'p str; 3], Vec<usize>>,
}

impl<'p> Words<'p> {
    fn new(pages: &'p Pages, region: Range<usize>) -> Self {
        let all: Vec<(usize, &str)> =
            tokens(pages.words(region.clone())).map(|(at, word)| (region.start + at, word)).collect();
        let mut labels: BTreeMap<u16, Vec<Range<usize>>> = BTreeMap::new();
        let mut by_first: BTreeMap<[&str; 3], Vec<usize>> = BTreeMap::new();
        for (n, (at, word)) in all.iter().enumerate() {
            let next = |k: usize| all.get(n + k).map_or("", |(_, w)| *w);
            by_first.entry([word, next(1), next(2)]).or_default().push(n);
            if let Some(number) = numbered(word, next(1)) {
                labels.entry(number).or_default().push(*at..at + word.len());
            }
        }
        Self { all, labels, by_first }
    }

    /// The first label of that number from `from` on.
    fn label(&self, number: u16, from: usize) -> Option<Range<usize>> {
        let all = self.labels.get(&number)?;
        all.get(all.partition_point(|r| r.start < from)).cloned()
    }

    /// Where the words of a question stand again, from `from` on. One or two words are no question.
    fn repeat(&self, question: &str, from: usize) -> Option<usize> {
        let mut wanted = question.split_whitespace();
        let first = [wanted.next()?, wanted.next()?, wanted.next()?];
        let all = self.by_first.get(&first)?;
        let near = all.partition_point(|n| self.all.get(*n).is_some_and(|(at, _)| *at < from));
        // So many questions do not begin alike.
        all.iter().skip(near).take(64).find_map(|n| {
            let here = self.all.get(n + 3..)?.iter().map(|(_, w)| *w);
            let same = wanted.clone().zip(here.chain(std::iter::repeat(""))).all(|(a, b)| a == b);
            same.then(|| self.all.get(*n).map(|(at, _)| *at)).flatten()
        })
    }
}

/// Opens units for numbered paragraphs and claims their words.
pub(crate) fn claim(builder: &mut Builder<'_>, pages: &Pages, found: &[Numbered], key: fn(u16) -> UnitKey) {
    for one in found {
        let printed = one.label.clone().map_or("", |l| pages.words(l)).to_owned();
        let unit = builder.open(key(one.number), None, &printed);
        match &one.label {
            Some(label) => builder.claim(label.clone(), Role::Label, Some(unit)),
            None => {
                let message =
                    format!("read as number {}, which the print lost: its question is repeated here", one.number);
                builder.finding(FindingKind::InferredNumber, one.words.clone(), message);
            }
        }
        for part in pages.shown(one.words.clone()) {
            builder.claim(part, Role::Body, Some(unit));
        }
    }
}

/// The number of a label: "12." before a capital, a digit or a quotation.
fn numbered(word: &str, next: &str) -> Option<u16> {
    let number = word.strip_suffix('.').filter(|n| n.chars().all(|c| c.is_ascii_digit()))?.parse().ok()?;
    let next = next.chars().next()?;
    (next.is_uppercase() || next.is_numeric() || matches!(next, '«' | '”' | '"' | '“')).then_some(number)
}
