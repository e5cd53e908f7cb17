//! Finds terms and numbers in a text of one language.

use std::collections::BTreeMap;

use lawgrep_lexicon::Language;
use lawgrep_search::{Analyser, Token};

use super::Terms;

/// Words that may stand between those of a term in the other text.
const BETWEEN: usize = 5;
/// A word shorter than this says too little when a longer one begins with it.
const BEGINS: usize = 4;
/// And when a longer one ends with it.
const ENDS: usize = 3;
/// An abbreviation is written in capitals and no longer than this; in small letters it is another word: `AS`, `BIT`.
const ABBREVIATION: usize = 3;

/// The words of one text.
pub(super) struct Words {
    text: String,
    words: Vec<Word>,
}

struct Word {
    token: Token,
    /// Nothing but blanks and hyphens parts it from the word before.
    joined: bool,
}

/// A term that stands in a text.
pub(super) struct Found<'a> {
    /// What it is a term of; more than one if one word names several things.
    pub(super) concepts: Vec<&'a str>,
    /// As it is printed.
    pub(super) words: String,
}

/// How often a number stands in a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) surely: usize,
    pub(super) perhaps: usize,
}

impl Count {
    /// Whether both may be the same.
    pub(super) fn fits(self, other: Self) -> bool {
        self.surely <= other.surely + other.perhaps && other.surely <= self.surely + self.perhaps
    }
}

/// The terms of one language.
pub(super) struct Finder<'a> {
    lang: &'a str,
    analyser: Analyser,
    terms: Vec<Term<'a>>,
    numbers: BTreeMap<&'a str, &'a str>,
}

struct Term<'a> {
    /// `None` for an everyday phrase.
    concept: Option<&'a str>,
    /// Also a term that readers are shown; else a further word for it.
    printed: &'a str,
    words: Vec<Part>,
}

/// One word of a term.
struct Part {
    folded: String,
    stem: String,
    abbreviation: Option<String>,
    /// Only in this form; so are the words of everyday phrases, but for those with a star.
    as_written: bool,
}

impl<'a> Finder<'a> {
    pub(super) fn new(language: &'a Language, terms: &'a Terms) -> Self {
        let lang = language.code.as_str();
        let analyser = Analyser::new(language);
        let everyday = terms.everyday(lang).iter().map(|phrase| (None, phrase));
        let named =
            terms.concepts(lang).flat_map(|(id, list, also)| list.iter().chain(also).map(move |t| (Some(id), t)));
        let all = everyday.chain(named).map(|(concept, printed)| {
            let words = parts(&analyser, printed, concept.is_none());
            Term { concept, printed, words }
        });
        let terms_of = all.filter(|term| !term.words.is_empty()).collect();
        let numbers =
            terms.numbers(lang).flat_map(|(value, words)| words.iter().map(move |word| (word.as_str(), value)));
        let numbers = numbers.collect();
        Self { lang, analyser, terms: terms_of, numbers }
    }

    pub(super) fn lang(&self) -> &'a str {
        self.lang
    }

    pub(super) fn words(&self, text: &str) -> Words {
        let mut end = 0;
        let mut words = Vec::new();
        for token in self.analyser.words(text) {
            let gap = text.get(end..token.span.start as usize).unwrap_or("");
            end = token.span.end as usize;
            words.push(Word { token, joined: gap.chars().all(|c| c.is_whitespace() || matches!(c, '-' | '‑')) });
        }
        Words { text: text.to_owned(), words }
    }

    /// Whether the language has any term for it.
    pub(super) fn knows(&self, concept: &str) -> bool {
        self.terms.iter().any(|t| t.concept == Some(concept))
    }

    /// The terms of a concept, for a reader.
    pub(super) fn shown(&self, concept: &str) -> String {
        let terms = self.terms.iter().filter(|t| t.concept == Some(concept));
        terms.map(|t| t.printed).collect::<Vec<_>>().join(", ")
    }

    /// How often each number stands in the text. A word whose value ends in `?` may stand for that number but need not: both.
    pub(super) fn numbers(&self, text: &Words) -> BTreeMap<String, Count> {
        let mut all: BTreeMap<String, Count> = BTreeMap::new();
        let mut count = |value: &str| match value.strip_suffix('?') {
            Some(value) => all.entry(value.to_owned()).or_default().perhaps += 1,
            None => all.entry(value.to_owned()).or_default().surely += 1,
        };
        for word in &text.words {
            let folded = word.token.folded.as_str();
            let rest = folded.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = folded.strip_suffix(rest).unwrap_or("");
            let value = self.numbers.get(folded).copied().unwrap_or(digits);
            if !value.is_empty() && !rest.contains(|c: char| c.is_ascii_digit()) {
                count(value);
            }
        }
        for sign in text.text.chars().filter_map(|c| self.numbers.get(c.to_string().as_str())) {
            count(sign);
        }
        all
    }

    /// The terms of a text, word for word, none inside a longer one; everyday phrases are passed over.
    pub(super) fn longest(&self, text: &Words) -> Vec<Found<'a>> {
        let mut all = Vec::new();
        let mut at = 0;
        while at < text.words.len() {
            let fitting = self.terms.iter().filter(|term| term.stands_at(text, at));
            // More words, then more of them as they are written in the list, so that bidding is no bid.
            let rank = |term: &Term| (term.words.len(), term.concept.is_none(), term.as_written(text, at));
            let Some(best) = fitting.clone().map(rank).max() else {
                at += 1;
                continue;
            };
            let best: Vec<&Term> = fitting.filter(|term| rank(term) == best).collect();
            let mut concepts: Vec<&str> = best.iter().filter_map(|term| term.concept).collect();
            concepts.dedup();
            let length = best.first().map_or(1, |term| term.words.len());
            if best.iter().all(|term| term.concept.is_some()) {
                all.push(Found { concepts, words: text.printed(at, length) });
            }
            at += length;
        }
        all
    }

    /// Whether a term of the concept stands in the text, also inflected, in a compound, or with other words between.
    pub(super) fn has(&self, concept: &str, text: &Words) -> bool {
        self.terms.iter().filter(|term| term.concept == Some(concept)).any(|term| match term.words.as_slice() {
            [only] => text.words.iter().any(|word| self.holds(only, word, text)),
            words => (0..text.words.len()).any(|from| {
                let window = text.words.iter().skip(from).take(words.len() + BETWEEN);
                words.iter().all(|part| window.clone().any(|word| self.holds(part, word, text)))
            }),
        })
    }

    /// Whether a word is this part of a term or a compound with it. What a compound ends with it is a kind of, so an opening
    /// lead is a lead. What it begins with it need not be: where it begins with a longer term too, the shorter does not count.
    fn holds(&self, part: &Part, word: &Word, text: &Words) -> bool {
        if part.is(word, text) {
            return true;
        }
        if part.abbreviation.is_some() {
            return false;
        }
        let Token { folded, stem, .. } = &word.token;
        let length = part.stem.chars().count();
        let ends = length >= ENDS && (stem.ends_with(&part.stem) || folded.ends_with(&part.folded));
        let begins = length >= BEGINS && (folded.starts_with(&part.stem) || folded.starts_with(&part.folded));
        ends || (begins && !self.longer_begins(&part.stem, folded))
    }

    fn longer_begins(&self, short: &str, folded: &str) -> bool {
        self.terms.iter().any(|term| match term.words.as_slice() {
            [only] => {
                only.stem.len() > short.len() + 1 && only.stem.starts_with(short) && folded.starts_with(&only.stem)
            }
            _ => false,
        })
    }
}

fn parts(analyser: &Analyser, term: &str, everyday: bool) -> Vec<Part> {
    let part = |token: Token| {
        let printed = token.span.of(term);
        let starred = term.get(token.span.end as usize..).is_some_and(|rest| rest.starts_with('*'));
        let capitals = printed.chars().all(char::is_uppercase) && printed.chars().count() <= ABBREVIATION;
        Part {
            abbreviation: capitals.then(|| printed.to_owned()),
            as_written: everyday && !starred,
            folded: token.folded,
            stem: token.stem,
        }
    };
    analyser.words(term).into_iter().map(part).collect()
}

impl Term<'_> {
    fn stands_at(&self, text: &Words, at: usize) -> bool {
        let mut here = text.words.iter().skip(at);
        self.words
            .iter()
            .enumerate()
            .all(|(n, part)| here.next().is_some_and(|word| (n == 0 || word.joined) && part.is(word, text)))
    }

    /// How many of its words stand there in the form of the list.
    fn as_written(&self, text: &Words, at: usize) -> usize {
        let here = text.words.iter().skip(at);
        self.words.iter().zip(here).filter(|(part, word)| part.folded == word.token.folded).count()
    }
}

impl Part {
    /// Whether a word is this one, in any form.
    fn is(&self, word: &Word, text: &Words) -> bool {
        match &self.abbreviation {
            Some(capitals) => {
                let printed = word.token.span.of(&text.text);
                printed.strip_prefix(capitals.as_str()).is_some_and(|end| !end.contains(char::is_uppercase))
            }
            None if self.as_written => word.token.folded == self.folded,
            None => word.token.stem == self.stem,
        }
    }
}

impl Words {
    fn printed(&self, at: usize, length: usize) -> String {
        let words = self.words.iter().skip(at).take(length);
        words.map(|word| word.token.span.of(&self.text)).collect::<Vec<_>>().join(" ")
    }
}
