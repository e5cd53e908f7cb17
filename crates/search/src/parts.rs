//! Compounds: words that are made of other words, all of them known.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use crate::analyse::LONGEST;

/// Parts shorter than this stand only at the end or beginning of too many other words.
const SHORTEST: usize = 3;
/// A compound has at most so many parts.
const MOST: usize = 4;

/// Takes compounds apart over a list of the words that they can be made of.
///
/// ```text
/// compound = part { [ link ] part } last        all of the word; `last` in any of its forms
/// ```
///
/// A word of the list with a `/` in it (`over/stikk`) is one compound, taken apart there: its parts make no others.
pub(crate) struct Splitter {
    parts: HashSet<String>,
    stems: HashSet<String>,
    links: Vec<String>,
    /// Stems of compounds that are given whole, and how long the first part is.
    whole: HashMap<String, usize>,
}

impl Splitter {
    /// Of a list of words, letters folded; lines that begin with `#` are remarks.
    pub(crate) fn new(list: &str, links: Vec<String>, stem: impl Fn(&str) -> String) -> Self {
        let lines = list.lines().filter(|line| !line.trim_start().starts_with('#'));
        let (mut parts, mut whole) = (HashSet::new(), HashMap::new());
        for word in lines.flat_map(str::split_whitespace) {
            match word.split_once('/') {
                Some((first, last)) => _ = whole.insert(stem(&format!("{first}{last}")), first.len()),
                None => _ = parts.insert(word.to_owned()),
            }
        }
        let stems = parts.iter().map(|part| stem(part)).collect();
        Self { parts, stems, links, whole }
    }

    /// The parts of a compound; none for a word that is no compound. Of several ways the one with the fewest parts counts,
    /// then the one with the longest first part.
    pub(crate) fn split(&self, word: &str, stem: impl Fn(&str) -> String) -> Vec<Range<usize>> {
        if self.parts.is_empty()
            || !(2 * SHORTEST..=LONGEST).contains(&word.len())
            || !word.chars().all(char::is_alphabetic)
        {
            return Vec::new();
        }
        if let Some(first) = self.whole.get(&stem(word)).filter(|first| word.is_char_boundary(**first)) {
            return vec![0..*first, *first..word.len()];
        }
        (2..=MOST).map(|count| self.ways(word, 0, count, &stem)).find(|way| !way.is_empty()).unwrap_or_default()
    }

    /// The first way to make what stands from `from` on of exactly `count` parts.
    fn ways(&self, word: &str, from: usize, count: usize, stem: &impl Fn(&str) -> String) -> Vec<Range<usize>> {
        let Some(rest) = word.get(from..) else { return Vec::new() };
        if count == 1 {
            let known = rest.len() >= SHORTEST && (self.parts.contains(rest) || self.stems.contains(&stem(rest)));
            return known.then_some(from..word.len()).into_iter().collect();
        }
        let ends = rest.char_indices().map(|(at, _)| at).rev().filter(|at| *at >= SHORTEST);
        for end in ends {
            let Some(part) = rest.get(..end).filter(|part| self.parts.contains(*part)) else { continue };
            let after = from + part.len();
            let linked =
                self.links.iter().filter(|link| word.get(after..).is_some_and(|w| w.starts_with(link.as_str())));
            for next in std::iter::once(after).chain(linked.map(|link| after + link.len())) {
                let mut way = self.ways(word, next, count - 1, stem);
                if !way.is_empty() {
                    way.insert(0, from..after);
                    return way;
                }
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(word: &str) -> String {
        let stem = |word: &str| word.trim_end_matches("ene").trim_end_matches("et").trim_end_matches("er").to_owned();
        let links = ["s", "e"].map(str::to_owned).to_vec();
        let list = "straff kort utspill restriksjon\n# not these: for\nspill fører farge kulør svigt hånd over/stikk";
        let ranges = Splitter::new(list, links, stem).split(word, stem);
        ranges.into_iter().filter_map(|range| word.get(range)).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn a_compound_is_made_of_known_words_alone() {
        assert_eq!(parts("straffekort"), "straff|kort");
        assert_eq!(parts("straffekortene"), "straff|kortene");
        assert_eq!(parts("utspillsrestriksjoner"), "utspill|restriksjoner");
        assert_eq!(parts("spillefører"), "spill|fører");
        assert_eq!(parts("kulørsvigt"), "kulør|svigt");
        assert_eq!(parts("overstikkene"), "over|stikkene");
        for word in [
            "forkortelse",
            "kort",
            "handling",
            "forhånd",
            "turnering",
            "",
            "kortkort9",
            "spil",
            "overfører",
            "stikkspill",
        ] {
            assert_eq!(parts(word), "", "{word}");
        }
    }
}
