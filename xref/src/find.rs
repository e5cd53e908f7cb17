//! From text to mentions: which words are a reference, and what they can mean before any edition is asked.
//!
//! A cheap sign starts each attempt (a law word, a part word, a number, a letter, "see"); from there a small grammar takes
//! the longest list that it can read. Every attempt reads a bounded number of tokens, so the whole is linear.

use lawgrep_lexicon::Language;
use lawgrep_model::Span;

use crate::{fragment::Fragment, words::Words};

mod bare;
mod elsewhere;
mod list;
mod printed;
mod relative;
mod scan;

/// How much of the grammar is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// All of it: law bodies, headings, notes, definitions.
    Full,
    /// Only references that name a law with a law word. For prose, where a bare number is unsafe.
    Absolute,
    /// The same, and citations whose own shape speaks ("16C2") or that something leads up to ("see 16B"). A word that names
    /// other things beside laws ("lag 3") makes no law by itself. For texts that are no law books: minutes, letters.
    Free,
}

/// What kind of thing the words refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A provision or a range of them.
    Provision,
    /// The footnote of a provision.
    Footnote,
    /// A number of another rule book.
    Statute,
    /// Perhaps a defined term; the edition decides.
    Definition,
    /// The law or section being read.
    ThisLaw,
    /// A law, or something else that the same word names: "lag 3" is a law and a team.
    Homonym,
}

/// One thing that the words of a mention can mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// The provision; without a law number it counts from where the mention stands.
    pub from: Fragment,
    /// The last provision of a range.
    pub to: Option<Fragment>,
}

/// Words that look like a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Where they stand in the text.
    pub span: Span,
    /// The spans of a range's two ends, inside `span`.
    pub ends: Option<(Span, Span)>,
    /// What kind of thing they refer to.
    pub shape: Shape,
    /// What they can mean, most likely first; empty unless the shape is a provision, footnote or homonym.
    pub readings: Vec<Reading>,
    /// The readings are equally likely: if more than one can be meant, it is none of them.
    pub rivals: bool,
    /// The words are a reference even if nothing answers to them. Where this is false, a mention that fits no provision
    /// was no reference.
    pub sure: bool,
}

/// Finds references in one language; made once, used for every text.
#[derive(Debug, Clone)]
pub struct Finder {
    words: Words,
    bare_numbers: bool,
}

impl Finder {
    /// For texts in `language`; `bare_numbers` where the print has lost its section signs.
    pub fn new(language: &Language, bare_numbers: bool) -> Self {
        let mut words = Words::default();
        words.add(&language.references);
        Self { words, bare_numbers }
    }

    /// The mentions of a text, in the order of their spans, which do not overlap.
    pub fn find(&self, text: &str, strength: Strength) -> Vec<Mention> {
        scan::scan(text, &self.words, strength, self.bare_numbers)
    }
}

/// The mentions of one text. For many texts make one [`Finder`].
pub fn find(text: &str, language: &Language, strength: Strength, bare_numbers: bool) -> Vec<Mention> {
    Finder::new(language, bare_numbers).find(text, strength)
}
