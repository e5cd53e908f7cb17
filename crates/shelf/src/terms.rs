//! Whether a companion says the same as the English one, as far as that can be counted.
//!
//! ```text
//! concepts.toml ─┐
//! terms.toml ────┴─ Terms ─ compare(english, other) ─ Comparison    misses, and exceptions that nothing needs any more
//! ```
//!
//! Provision by provision, note by note and definition by definition:
//!
//! - numbers, in digits and in words, are the same and as often;
//! - a concept whose term stands in the English text has one of its terms in the other;
//! - a concept of the list `equal` (suits, ranks, seats) also has its term in the English text if it has one in the other.
//!
//! In the English text the longest term wins: a penalty card is no penalty. In the other a term may be inflected, be part of a
//! compound, or have other words between its own. References are not compared here; every build does that.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Document, Place, Unit, UnitKey};

mod book;
mod find;
#[cfg(test)]
mod tests;

pub use book::Terms;
use find::{Count, Finder, Words};

/// What an exception about numbers has in the place of a concept.
const NUMBERS: &str = "numbers";

/// One difference between the English text and another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Miss {
    /// Which provision, note or definition: `45A`, `45A/note 1`, `def/alert`; what an exception names.
    pub place: String,
    /// Id of the concept, or `numbers`.
    pub concept: String,
    /// What stands in one of the texts.
    pub found: String,
    /// What was looked for in the other.
    pub expected: String,
    /// The English text.
    pub english: String,
    /// The other text.
    pub other: String,
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, concept, found, expected, english, other } = self;
        write!(f, "{place}\t{concept}\t{found}\t{expected}\t{english}\t{other}")
    }
}

/// How another language differs from the English.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Differences that no exception explains, in the order of the text.
    pub misses: Vec<Miss>,
    /// Exceptions for this language without a difference that they explain.
    pub idle: Vec<String>,
}

/// Holds a companion in another language against the English one. Both have their references.
///
/// A place that only one of them has is not compared: what must be there is the affair of [`crate::corpus`].
pub fn compare(english: &Document, other: &Document, terms: &Terms, lexicon: &Lexicon) -> Comparison {
    let (Some(en), Some(xx)) = (lexicon.language(&english.edition.lang), lexicon.language(&other.edition.lang)) else {
        return Comparison::default();
    };
    let (en, xx) = (Finder::new(en, terms), Finder::new(xx, terms));
    let others: BTreeMap<String, Passage> = passages(other).into_iter().map(|p| (p.place.clone(), p)).collect();
    let mut misses = Vec::new();
    for passage in passages(english) {
        if let Some(other) = others.get(&passage.place) {
            Pair { passage: &passage, other, misses: &mut misses }.compare(&en, &xx, terms);
        }
    }
    let lang = other.edition.lang.as_str();
    let excepted: BTreeSet<(&str, &str)> = terms.exceptions(lang).collect();
    let (explained, misses): (Vec<_>, Vec<_>) =
        misses.into_iter().partition(|m| excepted.contains(&(m.concept.as_str(), m.place.as_str())));
    let needed: BTreeSet<(&str, &str)> = explained.iter().map(|m| (m.concept.as_str(), m.place.as_str())).collect();
    let idle = excepted.difference(&needed).map(|(concept, place)| format!("{concept} at {place}")).collect();
    Comparison { misses, idle }
}

/// What is compared with its counterpart as a whole.
struct Passage {
    place: String,
    /// As it is printed.
    text: String,
    /// The same without the words of references.
    bare: String,
}

fn passages(document: &Document) -> Vec<Passage> {
    let mut all = Vec::new();
    for unit in &document.units {
        let place = match &unit.key {
            UnitKey::Definition(_) => format!("def/{}", unit.label),
            key => key.pipe(),
        };
        let heading = unit.heading.as_deref().unwrap_or("");
        let join = |heading: &str, text: &str| {
            if heading.is_empty() { text.to_owned() } else { format!("{heading} | {text}") }
        };
        all.push(Passage {
            place: place.clone(),
            text: join(heading, &unit.text),
            bare: join(
                &without_references(unit, Place::Heading, heading),
                &without_references(unit, Place::Text, &unit.text),
            ),
        });
        for (note, n) in unit.notes.iter().zip(0u16..) {
            let bare = without_references(unit, Place::Note(n), &note.text);
            all.push(Passage { place: format!("{place}/note {}", n + 1), text: note.text.clone(), bare });
        }
    }
    all
}

/// A bar in place of each reference, so that no term goes across it.
fn without_references(unit: &Unit, place: Place, text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    let mut spans: Vec<_> = unit.refs.iter().filter(|r| r.place == place).map(|r| r.span).collect();
    spans.sort_by_key(|s| s.start);
    for span in spans {
        out.push_str(text.get(at..span.start as usize).unwrap_or(""));
        out.push('|');
        at = at.max(span.end as usize);
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}

struct Pair<'a> {
    passage: &'a Passage,
    other: &'a Passage,
    misses: &'a mut Vec<Miss>,
}

impl Pair<'_> {
    fn compare(&mut self, en: &Finder, xx: &Finder, terms: &Terms) {
        let (english, other) = (en.words(&self.passage.bare), xx.words(&self.other.bare));
        self.numbers(&en.numbers(&english), &xx.numbers(&other));
        self.one_way(en, &english, xx, &other, |concept| !terms.is_left_out(concept, xx.lang()));
        self.one_way(xx, &other, en, &english, |concept| terms.is_equal(concept));
    }

    fn numbers(&mut self, english: &BTreeMap<String, Count>, other: &BTreeMap<String, Count>) {
        let count = |list: &BTreeMap<String, Count>, value: &str| list.get(value).copied().unwrap_or_default();
        let values: BTreeSet<&String> = english.keys().chain(other.keys()).collect();
        let unlike: Vec<&String> = values.into_iter().filter(|v| !count(english, v).fits(count(other, v))).collect();
        let told = |list: &BTreeMap<String, Count>| {
            let one = |value: &&String| format!("{value} x{}", count(list, value).surely);
            unlike.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        if !unlike.is_empty() {
            self.miss(NUMBERS, told(english), told(other));
        }
    }

    /// Concepts that have a term in one text and none in the other.
    fn one_way(&mut self, from: &Finder, here: &Words, to: &Finder, there: &Words, counts: impl Fn(&str) -> bool) {
        let mut told = BTreeSet::new();
        for found in from.longest(here) {
            let asked: Vec<&str> = found.concepts.iter().copied().filter(|c| to.knows(c)).collect();
            let Some(first) = asked.first().filter(|_| asked.iter().all(|c| counts(c))) else { continue };
            if asked.iter().any(|c| to.has(c, there)) || !told.insert(*first) {
                continue;
            }
            let expected = asked.iter().map(|c| to.shown(c)).collect::<Vec<_>>().join(" / ");
            self.miss(first, found.words, expected);
        }
    }

    fn miss(&mut self, concept: &str, found: String, expected: String) {
        self.misses.push(Miss {
            place: self.passage.place.clone(),
            concept: concept.to_owned(),
            found,
            expected,
            english: self.passage.text.replace('\n', " "),
            other: self.other.text.replace('\n', " "),
        });
    }
}
