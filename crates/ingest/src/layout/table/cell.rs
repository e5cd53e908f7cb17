//! The number cells of a table: which words can be one, and what they name.

use std::ops::Range;

use lawgrep_model::{Citation, UnitKey};
use regex::Regex;

use crate::{
    layout::Context,
    patterns::{any_of, re},
};

/// A word that can be a number cell.
#[derive(Debug, Clone)]
pub(crate) struct Cell {
    /// Where it stands, in the source.
    pub(crate) range: Range<usize>,
    /// What it names.
    pub(crate) name: Name,
    /// A word for "law" stands before it: more likely a reference.
    pub(crate) cited: bool,
    /// It holds a letter, so it cannot be a plain number.
    pub(crate) lettered: bool,
    /// The next word is a citation too, whatever punctuation follows that one.
    pub(crate) paired: bool,
}

/// What a number cell names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Name {
    /// Provisions: "16A", "63A1,2,3,B".
    Provisions(Vec<Citation>),
    /// A definition; its term stands in the text.
    Definition,
    /// A remark on a law.
    Remark(Citation),
}

impl Name {
    /// The citation that the cell's place in the table goes by.
    pub(crate) fn first(&self) -> Option<Citation> {
        match self {
            Name::Provisions(all) => all.first().copied(),
            Name::Remark(cite) => Some(*cite),
            Name::Definition => None,
        }
    }

    pub(crate) fn key(&self, term: &str) -> UnitKey {
        match self {
            Name::Provisions(all) => UnitKey::Provision(all.clone()),
            Name::Remark(cite) => UnitKey::Remark(*cite),
            Name::Definition => UnitKey::Definition(term.to_owned()),
        }
    }
}

/// Finds cells.
pub(crate) struct Finder {
    cell: Regex,
    law_before: Regex,
    laws: u16,
    definitions: Vec<String>,
    remark: Regex,
}

impl Finder {
    pub(crate) fn new(context: &Context<'_>) -> Self {
        let structure = &context.language.structure;
        let references = &context.language.references;
        Self {
            cell: re(r"^(\d{1,2})(?:([A-Z])(\d{1,2})?([a-z])?)?((?:,(?:[A-Z]?\d{1,2}|[A-Z]|[a-z]))*)$"),
            law_before: re(&format!(
                r"(?i)(?:\b(?:{})|(?:\b(?:{})\s+\d\w*))\s+(?:(?:{}),?\s+)?$",
                any_of(&references.law),
                any_of(&references.law),
                any_of(&references.and),
            )),
            laws: context.laws,
            definitions: structure.definition_cell.clone(),
            remark: re(&format!(r"(?i)^(?:{})\s+(\d{{1,2}})\b", any_of(&structure.remark_cell))),
        }
    }

    /// The cells in `words`, which begin at `offset` of the source.
    pub(crate) fn find(&self, words: &str, offset: usize) -> Vec<Cell> {
        let mut out = Vec::new();
        let mut skip_to = 0;
        for (at, word) in super::super::pages::tokens(words) {
            if at < skip_to {
                continue;
            }
            let rest = words.get(at..).unwrap_or("");
            if let Some(found) = self.remark.captures(rest)
                && let (Some(whole), Some(law)) = (found.get(0), found.get(1).and_then(|m| m.as_str().parse().ok()))
            {
                skip_to = at + whole.end();
                let range = offset + at..offset + at + whole.end();
                out.push(Cell {
                    range,
                    name: Name::Remark(Citation::law(law)),
                    cited: false,
                    lettered: true,
                    paired: false,
                });
                continue;
            }
            let range = offset + at..offset + at + word.len();
            if self.definitions.iter().any(|d| word.starts_with(char::is_uppercase) && word.to_lowercase() == *d) {
                out.push(Cell { range, name: Name::Definition, cited: false, lettered: true, paired: false });
            } else if let Some(cites) = self.citations(word) {
                let before = words.get(..at).unwrap_or("");
                let near =
                    before.char_indices().rev().nth(40).map_or(before, |(n, _)| before.get(n..).unwrap_or(before));
                let cited = self.law_before.is_match(near);
                let next = words.get(at + word.len()..).unwrap_or("").split_whitespace().next().unwrap_or("");
                let paired = self.citations(next.trim_end_matches(|c: char| !c.is_alphanumeric())).is_some();
                let lettered = word.chars().any(char::is_alphabetic);
                out.push(Cell { range, name: Name::Provisions(cites), cited, lettered, paired });
            }
        }
        out
    }

    /// The citations that one word names: "63A1,2,3,B" is 63A1, 63A2, 63A3, 63B.
    fn citations(&self, word: &str) -> Option<Vec<Citation>> {
        let found = self.cell.captures(word)?;
        let law: u16 = found.get(1)?.as_str().parse().ok()?;
        if law == 0 || law > self.laws {
            return None;
        }
        let mut cite = Citation::law(law);
        if let Some(m) = found.get(2) {
            cite = cite.with_section(m.as_str().chars().next()?)?;
        }
        if let Some(m) = found.get(3) {
            cite = cite.with_subsection(m.as_str().parse().ok()?);
        }
        if let Some(m) = found.get(4) {
            cite = cite.with_item(m.as_str().chars().next()?)?;
        }
        let mut all = vec![cite];
        for part in found.get(5).map_or("", |m| m.as_str()).split(',').filter(|p| !p.is_empty()) {
            let first = part.chars().next()?;
            let digits: String = part.chars().filter(char::is_ascii_digit).collect();
            cite = match first {
                'A'..='Z' => Citation::law(law).with_section(first)?,
                'a'..='z' => cite.with_item(first)?,
                _ => cite,
            };
            if !digits.is_empty() {
                cite = cite.with_subsection(digits.parse().ok()?);
            }
            all.push(cite);
        }
        Some(all)
    }
}

/// How many words could be number cells of lettered provisions, without a word for "law" before them.
pub(crate) fn count(context: &Context<'_>, words: &str) -> usize {
    Finder::new(context).find(words, 0).iter().filter(|c| c.lettered && !c.cited).count()
}

/// Where a table's head ends: before the first word that is a term in a definition's row or begins a row; the head is what
/// stands before the first capital that follows a small letter word twice. Only heads of up to eight words are taken.
pub(crate) fn head_end(context: &Context<'_>, words: &str) -> Option<usize> {
    let law = any_of(&context.language.structure.law);
    let head = re(&format!(r"^(?i:{law})\s+(?:nr|no|nummer|number)\.?\s+\p{{Lu}}[\p{{Ll}}]+(?:\s+\p{{Ll}}+){{0,5}}"));
    head.find(words).map(|m| m.end())
}

/// Length of the longest rising run of lettered cells: how much a text looks like a table of extracts.
pub(crate) fn chain(context: &Context<'_>) -> usize {
    let mut tails: Vec<Citation> = Vec::new();
    for cell in Finder::new(context).find(context.text, 0) {
        let Some(cite) = cell.name.first().filter(|_| cell.lettered && !cell.cited) else { continue };
        let at = tails.partition_point(|t| *t < cite);
        match tails.get_mut(at) {
            Some(tail) => *tail = cite,
            None => tails.push(cite),
        }
    }
    tails.len()
}
