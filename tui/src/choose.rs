//! What lies over the text to choose from, as plain values: completions, situations, terms, the outline being walked.

use std::collections::BTreeMap;

use lawgrep_model::Citation;

use crate::{
    flow::Hits,
    ink::Line,
    own::words::t,
    reader::{Situation, Term},
    screen::Spot,
};

/// Where a search looks, beside the editions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Within {
    #[default]
    Everywhere,
    /// In a law.
    Law(Citation),
    Definitions,
    Notes,
    Exercises,
}

impl Within {
    /// The next place to look, for one who reads that law.
    pub(crate) fn next(self, law: Option<Citation>) -> Self {
        match (self, law) {
            (Within::Everywhere, Some(law)) => Within::Law(law),
            (Within::Everywhere, None) | (Within::Law(_), _) => Within::Definitions,
            (Within::Definitions, _) => Within::Notes,
            (Within::Notes, _) => Within::Exercises,
            (Within::Exercises, _) => Within::Everywhere,
        }
    }

    /// The words, with the place in the language of queries.
    pub(crate) fn query(self, words: &str) -> String {
        match self {
            Within::Everywhere => words.to_owned(),
            Within::Law(cite) => format!("{words} law:{cite}"),
            Within::Definitions => format!("{words} in:definitions"),
            Within::Notes => format!("{words} in:notes"),
            Within::Exercises => format!("{words} in:exercises"),
        }
    }

    /// What is said before the editions: `law 16 of `.
    pub(crate) fn name(self) -> String {
        match self {
            Within::Everywhere => String::new(),
            Within::Law(cite) => t!("within_law", cite),
            Within::Definitions => t!("within_definitions"),
            Within::Notes => t!("within_notes"),
            Within::Exercises => t!("within_exercises"),
        }
    }
}

/// What a citation being typed may be going to be.
#[derive(Debug, Clone, Default)]
pub(crate) struct Completion {
    /// What Enter opens while no line is chosen.
    pub(crate) typed: Option<Citation>,
    /// Provisions that begin so, with their first words.
    pub(crate) list: Vec<(Citation, String)>,
    /// The line chosen.
    pub(crate) cursor: Option<usize>,
    /// Where its text is.
    pub(crate) place: Option<(usize, Citation)>,
    /// Over the preview: whose text it is.
    pub(crate) title: String,
    pub(crate) preview: Vec<Line>,
}

impl Completion {
    /// The provision that Enter opens.
    pub(crate) fn chosen(&self) -> Option<Citation> {
        self.cursor.and_then(|n| self.list.get(n)).map(|(cite, _)| *cite).or(self.typed)
    }
}

/// What happens at the table, being looked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Situations {
    pub(crate) input: String,
    pub(crate) list: Vec<Situation>,
    pub(crate) cursor: usize,
    /// Which of its provisions is looked at.
    pub(crate) law: usize,
    /// Where its text is.
    pub(crate) place: Option<(usize, Citation)>,
    pub(crate) title: String,
    pub(crate) preview: Vec<Line>,
}

impl Situations {
    pub(crate) fn present(&self) -> Option<&Situation> {
        self.list.get(self.cursor)
    }
}

/// The terms of a provision.
#[derive(Debug, Clone, Default)]
pub(crate) struct Terms {
    /// The provision.
    pub(crate) of: String,
    pub(crate) edition: usize,
    /// What a search had marked before, and the present one of that.
    pub(crate) before: (Hits, Option<Spot>),
    pub(crate) list: Vec<Term>,
    pub(crate) cursor: usize,
    /// The present term in all languages, and its definition.
    pub(crate) preview: Vec<Line>,
}

/// The outline being walked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Contents {
    /// The present entry.
    pub(crate) cursor: usize,
    /// Entries that the user has opened or closed.
    pub(crate) set: BTreeMap<usize, bool>,
    /// Only entries with these words are listed.
    pub(crate) filter: String,
    /// The filter is being typed.
    pub(crate) typing: bool,
}
