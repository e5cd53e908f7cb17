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
    /// Words for "law" and for "and", small letters.
    law: Vec<String>,
    and: Vec<String>,
    laws: u16,
    definitions: Vec<String>,
    remark: Regex,
}

impl Finder {
    pub(crate) fn new(context: &Context<'_>) -> Self {
        let structure = &context.language.structure;
        Self {
            cell: re(r"^([0-9]{1,2})(?:([A-Z])([0-9]{1,2})?([a-z])?)?((?:,(?:[A-Z]?[0-9]{1,2}|[A-Z]|[a-z]))*)$"),
            law: context.language.references.law.clone(),
            and: context.language.references.and.clone(),
            laws: context.laws,
            definitions: structure.definition_cell.clone(),
            remark: re(&format!(r"(?i)(?:{})\s+[0-9]{{1,2}}\b", any_of(&structure.remark_cell))),
        }
    }

    /// The cells in `words`, which begin at `offset` of the source.
    pub(crate) fn find(&self, words: &str, offset: usize) -> Vec<Cell> {
        let mut out = Vec::new();
        let mut remarks = self.remarks(words).peekable();
        let mut skip_to = 0;
        for (at, word) in super::super::pages::tokens(words) {
            if at < skip_to {
                continue;
            }
            while remarks.next_if(|(range, _)| range.start < at).is_some() {}
            if let Some((range, law)) = remarks.next_if(|(range, _)| range.start == at) {
                skip_to = range.end;
                out.push(Cell {
                    range: offset + range.start..offset + range.end,
                    name: Name::Remark(Citation::law(law)),
                    cited: false,
                    lettered: true,
                    paired: false,
                });
                continue;
            }
            let range = offset + at..offset + at + word.len();
            let capital = word.starts_with(char::is_uppercase);
            if capital && self.definitions.iter().any(|d| word.to_lowercase() == *d) {
                out.push(Cell { range, name: Name::Definition, cited: false, lettered: true, paired: false });
            } else if let Some(cites) = self.citations(word) {
                let before = words.get(..at).unwrap_or("");
                let near =
                    before.char_indices().rev().nth(40).map_or(before, |(n, _)| before.get(n..).unwrap_or(before));
                let cited = self.cites(&near.to_lowercase());
                let next = words.get(at + word.len()..).unwrap_or("").split_whitespace().next().unwrap_or("");
                let paired = self.citations(next.trim_end_matches(|c: char| !c.is_alphanumeric())).is_some();
                let lettered = word.chars().any(char::is_alphabetic);
                out.push(Cell { range, name: Name::Provisions(cites), cited, lettered, paired });
            }
        }
        // A plain number between two others is one of a row of numbers, no cell.
        let plain = |cell: &Cell| !cell.lettered && !cell.cited;
        let touch = |a: &Cell, b: &Cell| {
            words.get(a.range.end - offset..b.range.start - offset).is_some_and(|w| w.trim().is_empty())
        };
        let between = |n: usize| {
            let around = n.checked_sub(1).and_then(|b| Some((out.get(b)?, out.get(n)?, out.get(n + 1)?)));
            around.is_some_and(|(a, b, c)| plain(a) && plain(b) && plain(c) && touch(a, b) && touch(b, c))
        };
        let row: Vec<bool> = (0..out.len()).map(between).collect();
        let mut row = row.into_iter();
        out.retain(|_| !row.next().unwrap_or(false));
        out
    }

    /// Whether what stands before a number makes it a reference: "lag ", "lag 16 ", "lagarna 16 och ".
    fn cites(&self, before: &str) -> bool {
        let Some(before) = without_blanks(before) else { return false };
        let last = before.strip_suffix(',').unwrap_or(before);
        let mut joined = self.and.iter().filter_map(|and| without_blanks(last.strip_suffix(and.as_str())?));
        self.names_law(before) || joined.any(|before| self.names_law(before))
    }

    /// Whether a text ends in a word for "law", or in one and a citation.
    fn names_law(&self, text: &str) -> bool {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let ends_in_law = |text: &str| {
            let before = self.law.iter().filter_map(|law| Some((law, text.strip_suffix(law.as_str())?)));
            // A sign for "law" needs no blank before it.
            before.into_iter().any(|(law, before)| !law.starts_with(word) || !before.ends_with(word))
        };
        let citation = text.rsplit(char::is_whitespace).next().unwrap_or("");
        let numbered = citation.starts_with(|c: char| c.is_ascii_digit()) && citation.chars().all(word);
        let before = text.strip_suffix(citation).and_then(without_blanks).filter(|_| numbered);
        ends_in_law(text) || before.is_some_and(ends_in_law)
    }

    /// "Not om 47": place and law of each.
    fn remarks<'a>(&'a self, words: &'a str) -> impl Iterator<Item = (Range<usize>, u16)> + 'a {
        self.remark.find_iter(words).filter_map(|found| {
            let law = found.as_str().split_whitespace().next_back()?.parse().ok()?;
            (1..=self.laws).contains(&law).then(|| (found.range(), law))
        })
    }

    /// How many words could be number cells of lettered provisions, without a word for "law" before them.
    pub(crate) fn count(&self, words: &str) -> usize {
        self.find(words, 0).iter().filter(|c| c.lettered && !c.cited).count()
    }

    /// The citations that one word names: "63A1,2,3,B" is 63A1, 63A2, 63A3, 63B.
    fn citations(&self, word: &str) -> Option<Vec<Citation>> {
        if !word.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
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
            if !all.contains(&cite) {
                all.push(cite);
            }
        }
        Some(all)
    }
}

/// A text without the blanks that it ends in; `None` if it ends in none.
fn without_blanks(text: &str) -> Option<&str> {
    let shorter = text.trim_end();
    (shorter.len() < text.len()).then_some(shorter)
}

/// Where the head of a table ends: "LAWWORD nr Words in small letters", up to the first capital after it.
pub(crate) fn head_end(context: &Context<'_>, words: &str) -> Option<usize> {
    /// Words in small letters that belong to the head at most.
    const SMALL: usize = 5;
    let small = |word: &str| word.chars().take_while(|c| c.is_lowercase()).map(char::len_utf8).sum::<usize>();
    let mut tokens = super::super::pages::tokens(words);
    let law = tokens.next().filter(|(at, _)| *at == 0)?.1.to_lowercase();
    let number = tokens.next()?.1;
    let (at, first) = tokens.next()?;
    let capital = first.chars().next().filter(|c| c.is_uppercase())?.len_utf8();
    let letters = small(first.get(capital..)?);
    let numbers = &context.language.structure.number_word;
    if letters == 0
        || !context.language.structure.law.contains(&law)
        || !numbers.iter().any(|n| n == number.trim_end_matches('.'))
    {
        return None;
    }
    let mut end = at + capital + letters;
    let mut whole = capital + letters == first.len();
    for (at, word) in tokens.take(SMALL) {
        let letters = small(word);
        if !whole || letters == 0 {
            break;
        }
        end = at + letters;
        whole = letters == word.len();
    }
    Some(end)
}

/// No chain of the text is longer: how many of its words have the look of a lettered cell. Quickly told.
pub(crate) fn longest_chain(context: &Context<'_>) -> usize {
    let firsts: Vec<&str> =
        context.language.structure.remark_cell.iter().filter_map(|remark| remark.split_whitespace().next()).collect();
    let remark = |word: &str| firsts.iter().any(|first| first.len() == word.len() && word.to_lowercase() == *first);
    let lettered = |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains(char::is_alphabetic);
    context.text.split_whitespace().filter(|word| lettered(word) || remark(word)).count()
}

/// Length of the longest rising run of lettered cells inside lines: how much a text looks like a table of extracts. None,
/// if they are so few that the text only mentions laws here and there.
pub(crate) fn chain(context: &Context<'_>) -> usize {
    /// Rows have fewer bytes than this.
    const ROW: usize = 1500;
    let mut tails: Vec<Citation> = Vec::new();
    let mut count = 0;
    for cell in Finder::new(context).find(context.text, 0) {
        let Some(cite) = cell.name.first().filter(|_| cell.lettered && !cell.cited) else { continue };
        if !inside_line(context.text, &cell.range) {
            continue;
        }
        count += 1;
        let at = tails.partition_point(|t| *t < cite);
        match tails.get_mut(at) {
            Some(tail) => *tail = cite,
            None => tails.push(cite),
        }
    }
    if count * ROW < context.text.len() { 0 } else { tails.len() }
}

/// Whether words stand before and after a cell on its line. At the start of a line, or between tabs, a citation is a label
/// of some other print.
fn inside_line(text: &str, cell: &Range<usize>) -> bool {
    let before = text.get(..cell.start).and_then(|t| t.strip_suffix(' ')).unwrap_or("");
    let last = before.rsplit(char::is_whitespace).next().unwrap_or("");
    let after = text.get(cell.end..).and_then(|t| t.strip_prefix(' ')).unwrap_or("");
    last.chars().any(char::is_alphanumeric) && after.starts_with(|c: char| !c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use lawgrep_lexicon::Lexicon;

    use super::*;

    #[test]
    fn a_number_after_a_word_for_law_is_cited() {
        let lexicon = Lexicon::embedded().unwrap();
        let context = Context { text: "", language: lexicon.language("sv").unwrap(), laws: 93 };
        let finder = Finder::new(&context);
        let cited = |words: &str| finder.find(words, 0).iter().map(|cell| cell.cited).collect::<Vec<_>>();
        assert_eq!(cited("Enligt lag 16A och 17B och Lagarna resp. 16D"), [true, true, true]);
        assert_eq!(cited("Lag 16A 17B 18C och § 19A samt slag 20A"), [true, true, false, true, false]);
        assert_eq!(cited("16A Text. lag, 17A Text."), [false, false]);
    }

    #[test]
    fn the_head_of_a_table_ends_before_the_first_capital() {
        let lexicon = Lexicon::embedded().unwrap();
        let context = Context { text: "", language: lexicon.language("sv").unwrap(), laws: 93 };
        let head = |words: &'static str| head_end(&context, words).map(|end| &words[..end]);
        assert_eq!(head("Lag nr. Rubrik och text En kaka"), Some("Lag nr. Rubrik och text"));
        assert_eq!(head("LAG nr Rubrik, text En kaka"), Some("LAG nr Rubrik"));
        assert_eq!(head("Lag nr Rubrik"), Some("Lag nr Rubrik"));
        assert_eq!(head("Lag nr rubrik"), None);
        assert_eq!(head("Lagen nr Rubrik"), None);
        assert_eq!(head(" Lag nr Rubrik"), None);
    }
}
