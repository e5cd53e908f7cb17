//! Situations at the table, found by how much of their words a query shares.
//!
//! A query is likened to every phrase of a language: the share of their words, rare words counting more, that both have. Terms
//! of one concept count as one word, so that a phrase need not name the director as the query does.

use std::collections::BTreeMap;

use lawgrep_lexicon::{Lexicon, Situation};
use lawgrep_model::Citation;
use serde::{Deserialize, Serialize};

use crate::{
    Thesaurus,
    analyse::{Analyser, Token},
};

/// All situations, by the words of their phrases.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Situations {
    laws: Vec<Vec<Citation>>,
    languages: BTreeMap<String, Phrases>,
}

/// The phrases of one language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Phrases {
    /// By phrase: its situation, and how it is worded.
    phrases: Vec<(u16, String)>,
    /// Words in order, each with the phrases that hold it.
    words: Vec<(String, Vec<u16>)>,
    /// The same words in plain letters where these are others: plain word, place in `words`.
    plain: Vec<(String, u16)>,
}

/// How like a query is to a situation.
#[derive(Debug, Clone, PartialEq)]
pub struct Likeness {
    /// Between 0 and 1.
    pub share: f32,
    /// How many words of the query the phrase has.
    pub common: usize,
    /// The language of the phrase.
    pub lang: String,
    /// The phrase that is most like the query.
    pub phrase: String,
    /// The provisions that rule the situation, the chief one first.
    pub laws: Vec<Citation>,
}

/// What a word of the query that no phrase has weighs against one that some have: it may be said otherwise, or not matter.
const UNKNOWN: f32 = 0.5;

/// What the words that all phrases of a situation have together count against those of its best phrase.
const COVERED: f32 = 0.5;

impl Situations {
    /// Of the situations of the data.
    pub fn build(situations: &[Situation], lexicon: &Lexicon, thesaurus: &Thesaurus) -> Self {
        let mut all = Self { laws: situations.iter().map(|s| s.laws.clone()).collect(), languages: BTreeMap::new() };
        for language in &lexicon.languages {
            let analyser = Analyser::new(language);
            let mut phrases = Vec::new();
            let mut words: BTreeMap<String, Vec<u16>> = BTreeMap::new();
            let mut folded: BTreeMap<String, String> = BTreeMap::new();
            for (n, situation) in (0u16..).zip(situations) {
                for phrase in situation.phrases.get(&language.code).into_iter().flatten() {
                    let Ok(id) = u16::try_from(phrases.len()) else { break };
                    phrases.push((n, phrase.clone()));
                    let tokens = analyser.words(phrase);
                    for token in &tokens {
                        folded.entry(token.stem.clone()).or_insert_with(|| token.folded.clone());
                    }
                    for word in features(&language.code, &tokens, thesaurus) {
                        let list = words.entry(word).or_default();
                        if list.last() != Some(&id) {
                            list.push(id);
                        }
                    }
                }
            }
            let words: Vec<(String, Vec<u16>)> = words.into_iter().collect();
            let plain =
                (0u16..).zip(&words).filter_map(|(n, (word, _))| Some((analyser.plain_of_text(folded.get(word)?)?, n)));
            let mut plain: Vec<(String, u16)> = plain.collect();
            plain.sort();
            all.languages.insert(language.code.clone(), Phrases { phrases, words, plain });
        }
        all
    }

    /// The situations of a language that are most like a query, best first, each by its best phrase; at most `most` of them.
    pub fn like(
        &self,
        query: &str,
        lang: &str,
        analyser: &Analyser,
        thesaurus: &Thesaurus,
        most: usize,
    ) -> Vec<Likeness> {
        let Some(phrases) = self.languages.get(lang) else { return Vec::new() };
        let tokens = analyser.words(query);
        let mut asked: Vec<(f32, &[u16])> = Vec::new();
        let mut total = 0.0;
        for word in features(lang, &tokens, thesaurus) {
            match phrases.find(&word, &tokens, analyser) {
                Some(list) => {
                    let weight = phrases.weight(list.len());
                    total += weight;
                    asked.push((weight, list));
                }
                None => total += phrases.weight(1) * UNKNOWN,
            }
        }
        if asked.is_empty() {
            return Vec::new();
        }
        let mut shared = vec![0.0f32; phrases.phrases.len()];
        let mut common = vec![0usize; phrases.phrases.len()];
        for (weight, list) in &asked {
            for phrase in *list {
                if let Some(sum) = shared.get_mut(usize::from(*phrase)) {
                    *sum += weight;
                }
                if let Some(count) = common.get_mut(usize::from(*phrase)) {
                    *count += 1;
                }
            }
        }
        let weights = phrases.weights();
        // What all phrases of a situation together have of the query: it may mix the words of several.
        let mut covered: BTreeMap<u16, f32> = BTreeMap::new();
        for (weight, list) in &asked {
            let mut of: Vec<u16> =
                list.iter().filter_map(|p| phrases.phrases.get(usize::from(*p))).map(|(s, _)| *s).collect();
            of.dedup();
            for situation in of {
                *covered.entry(situation).or_default() += weight;
            }
        }
        let mut best: BTreeMap<u16, (f32, usize)> = BTreeMap::new();
        for (n, ((situation, _), sum)) in phrases.phrases.iter().zip(&shared).enumerate() {
            let own = weights.get(n).copied().unwrap_or(1.0);
            let alike = 2.0 * sum / (total + own);
            let covered = covered.get(situation).copied().unwrap_or_default() / total;
            let share = (1.0 - COVERED) * alike + COVERED * covered;
            let entry = best.entry(*situation).or_insert((0.0, n));
            if share > entry.0 {
                *entry = (share, n);
            }
        }
        let mut found: Vec<(f32, u16, usize)> =
            best.into_iter().filter(|(_, (share, _))| *share > 0.0).map(|(s, (share, n))| (share, s, n)).collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        found.truncate(most);
        let told = |(share, situation, n): (f32, u16, usize)| {
            let laws = self.laws.get(usize::from(situation))?.clone();
            let phrase = phrases.phrases.get(n)?.1.clone();
            let common = common.get(n).copied().unwrap_or_default();
            Some(Likeness { share, common, lang: lang.to_owned(), phrase, laws })
        };
        found.into_iter().filter_map(told).collect()
    }

    /// Whether a phrase of a language has a word.
    pub fn knows(&self, lang: &str, word: &Token) -> bool {
        let words = self.languages.get(lang).map_or(&[][..], |phrases| phrases.words.as_slice());
        words.binary_search_by(|(other, _)| other.as_str().cmp(&word.stem)).is_ok()
    }

    /// The situations in a language, in the order of the data: how the first phrase words each, and its provisions.
    pub fn list(&self, lang: &str) -> Vec<(String, Vec<Citation>)> {
        let mut all = Vec::new();
        let Some(phrases) = self.languages.get(lang) else { return all };
        let mut last = None;
        for (situation, phrase) in &phrases.phrases {
            if last.replace(*situation) != Some(*situation) {
                all.push((phrase.clone(), self.laws.get(usize::from(*situation)).cloned().unwrap_or_default()));
            }
        }
        all
    }
}

impl Phrases {
    /// The phrases with a word: as it is, or in plain letters.
    fn find(&self, word: &str, tokens: &[Token], analyser: &Analyser) -> Option<&[u16]> {
        let at = |n: usize| self.words.get(n).map(|(_, list)| list.as_slice());
        if let Ok(n) = self.words.binary_search_by(|(other, _)| other.as_str().cmp(word)) {
            return at(n);
        }
        let token = tokens.iter().find(|token| token.stem == word)?;
        if let Some(plain) = analyser.plain_of_query(&token.folded) {
            let from = self.plain.partition_point(|(other, _)| *other < plain);
            if let Some((_, n)) = self.plain.get(from).filter(|(other, _)| *other == plain) {
                return at(usize::from(*n));
            }
        }
        None
    }

    /// What a word weighs that so many phrases have.
    fn weight(&self, phrases: usize) -> f32 {
        (1.0 + self.phrases.len() as f32 / phrases.max(1) as f32).ln()
    }

    /// What the words of each phrase weigh together.
    fn weights(&self) -> Vec<f32> {
        let mut weights = vec![0.0; self.phrases.len()];
        for (_, list) in &self.words {
            let weight = self.weight(list.len());
            for phrase in list {
                if let Some(sum) = weights.get_mut(usize::from(*phrase)) {
                    *sum += weight;
                }
            }
        }
        weights
    }
}

/// What of a run of words is compared: stems, and one name for all terms of a concept. Each once, in order.
fn features(lang: &str, tokens: &[Token], thesaurus: &Thesaurus) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut add = |word: String| {
        if !all.contains(&word) {
            all.push(word);
        }
    };
    let terms = thesaurus.terms(lang, tokens);
    let mut at = 0;
    for span in terms.iter().filter(|span| span.concepts.len() == 1) {
        for token in tokens.get(at..span.words.start).unwrap_or_default() {
            add(token.stem.clone());
        }
        add(format!("#{}", span.concepts.first().copied().unwrap_or_default()));
        at = span.words.end;
    }
    for token in tokens.get(at..).unwrap_or_default() {
        add(token.stem.clone());
    }
    all
}
