//! Which code of the laws a text follows: told by the provisions that it prints, or that a regulation cites.

use std::{cell::OnceCell, collections::BTreeSet};

use lawgrep_lexicon::{Code, Language, Lexicon};
use lawgrep_model::{Citation, Level};

use super::Confidence;
use crate::{
    builder::Builder,
    guess::Years,
    patterns::{any_of, re},
};

/// A code wins by so many votes, or nothing was told.
const MARGIN: i64 = 2;
/// What it counts that the title names a code, and how many characters a title has at most.
const TITLE: i64 = 3;
const LONGEST_TITLE: usize = 200;

/// What speaks for and against each code.
pub(super) struct Votes<'l> {
    /// By code: votes, telling citations for it, telling citations against it.
    all: Vec<(u16, i64, usize, usize)>,
    cites: BTreeSet<Citation>,
    lexicon: &'l Lexicon,
    /// By code how many citations it has of those that not every code has; made only where the votes do not tell.
    by_spine: OnceCell<Vec<(u16, usize, usize)>>,
    /// The newest year that a regulation names.
    year: Option<u16>,
}

impl<'l> Votes<'l> {
    /// Counts what the text's provisions and words say; of a regulation, given with its language, the laws that it cites.
    pub(super) fn of(
        builder: &Builder<'_>,
        text: &str,
        words: &str,
        regulation: Option<(&str, &Language)>,
        lexicon: &'l Lexicon,
    ) -> Self {
        let cites = match regulation {
            Some((text, language)) => cited(text, language),
            None => builder.cites().clone(),
        };
        let count =
            |list: &[String]| list.iter().filter(|c| c.parse::<Citation>().is_ok_and(|c| cites.contains(&c))).count();
        let title: String = text.trim_start().chars().take(LONGEST_TITLE).collect();
        let title = title.split("\n\n").next().unwrap_or_default();
        let Years { named, .. } = Years::of(title, lexicon);
        let vote = |code: &Code| {
            let title = if named == [code.year] { TITLE } else { 0 };
            let words = code.words.iter().filter(|w| words.contains(w.as_str())).count() as i64;
            let (has, lacks) = (count(&code.has), count(&code.lacks));
            (code.year, has as i64 + words + title - lacks as i64 * 2, has, lacks)
        };
        let all = lexicon.codes.iter().map(vote).collect();
        let year = regulation.and_then(|(text, _)| newest_year(text));
        Self { all, cites, lexicon, by_spine: OnceCell::new(), year }
    }

    /// The votes of a code.
    pub(super) fn of_code(&self, code: u16) -> i64 {
        self.all.iter().find(|v| v.0 == code).map_or(0, |v| v.1)
    }

    /// The most votes that any code has.
    pub(super) fn most(&self) -> i64 {
        self.all.iter().map(|v| v.1).max().unwrap_or(0)
    }

    /// What the citations say of a code: "9 of 9 telling citations"; `None` where there are none.
    pub(super) fn telling(&self, code: u16) -> Option<String> {
        let (has, lacks) = self.all.iter().find(|v| v.0 == code).map_or((0, 0), |v| (v.2, v.3));
        (has + lacks > 0).then(|| format!("{has} of {} telling citations", has + lacks))
    }

    /// The code that wins clearly, how surely, and why.
    pub(super) fn best(&self) -> Option<(u16, Confidence, String)> {
        if let Some((code, ahead)) = winner(&self.all.iter().map(|v| (v.0, v.1)).collect::<Vec<_>>()) {
            let confidence = if ahead >= 2 * MARGIN { Confidence::High } else { Confidence::Medium };
            let why = self.telling(code).unwrap_or_else(|| "by its title or words".to_owned());
            return Some((code, confidence, why));
        }
        let spines = self.by_spine.get_or_init(|| self.spines());
        if let Some((code, _)) = winner(&spines.iter().map(|v| (v.0, v.1 as i64)).collect::<Vec<_>>()) {
            let (has, of) = spines.iter().find(|v| v.0 == code).map_or((0, 0), |v| (v.1, v.2));
            return Some((code, Confidence::Medium, format!("{has} of {of} citations that not every code has")));
        }
        // A regulation is under the laws of its time.
        let year = self.year?;
        let in_force = |code: &&Code| {
            code.in_force_from
                .as_ref()
                .and_then(|from| from.get(..4)?.parse::<u16>().ok())
                .is_some_and(|from| from <= year)
        };
        let code = self.lexicon.codes.iter().rev().find(in_force)?.year;
        Some((code, Confidence::Low, format!("it names the year {year}, when that was the code in force")))
    }

    fn spines(&self) -> Vec<(u16, usize, usize)> {
        let spines = self.lexicon.spines();
        let sets: Vec<(u16, BTreeSet<Citation>)> =
            spines.iter().map(|s| (s.code, s.provisions.iter().map(|p| p.cite).collect())).collect();
        let all: Vec<&Citation> = self.cites.iter().filter(|c| c.level() <= Level::Subsection).collect();
        let telling: Vec<&&Citation> = all
            .iter()
            .filter(|c| {
                let having = sets.iter().filter(|(_, set)| set.contains(**c)).count();
                having > 0 && having < sets.len()
            })
            .collect();
        let has = |set: &BTreeSet<Citation>| telling.iter().filter(|c| set.contains(***c)).count();
        sets.iter().map(|(code, set)| (*code, has(set), telling.len())).collect()
    }
}

/// The one code that is ahead of the others far enough, and by how much.
fn winner(votes: &[(u16, i64)]) -> Option<(u16, i64)> {
    let (code, best) = votes.iter().copied().max_by_key(|v| v.1)?;
    let second = votes.iter().filter(|v| v.0 != code).map(|v| v.1).max().unwrap_or(0);
    (best > 0 && best - second >= MARGIN).then_some((code, best - second))
}

/// The provisions that a text cites with a law word: "§ 12C1", "lag 16 B".
fn cited(text: &str, language: &Language) -> BTreeSet<Citation> {
    let words = any_of(&language.references.law);
    let pattern =
        re(&format!(r"(?i)(?:{words})[\s\u{{a0}}]*([0-9]{{1,2}})[ \u{{a0}}]?(?-i:([A-Z])[ \u{{a0}}]?([0-9])?)?\b"));
    let mut all = BTreeSet::new();
    for found in pattern.captures_iter(text) {
        let Some(law) = found.get(1).and_then(|m| m.as_str().parse().ok()) else { continue };
        let section = found.get(2).and_then(|m| m.as_str().chars().next());
        let cite = section.map_or(Some(Citation::law(law)), |l| Citation::law(law).with_section(l));
        let number = found.get(3).and_then(|m| m.as_str().parse().ok());
        all.extend(cite);
        all.extend(cite.zip(number).map(|(cite, n)| cite.with_subsection(n)));
    }
    all
}

/// The newest year of this or the last century that a text names.
fn newest_year(text: &str) -> Option<u16> {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|n| n.len() == 4);
    numbers.filter_map(|n| n.parse().ok()).filter(|n| (1930..2100).contains(n)).max()
}
