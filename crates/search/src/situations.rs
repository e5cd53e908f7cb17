//! Situations at the table, found by how much of their words a query shares.
//!
//! A query is likened to every phrase of a language: the share of their words, rare words counting more, that both have; and to
//! all phrases of a situation together, by BM25. Terms of one concept count as one word, so that a phrase need not name the
//! director as the query does; so do words that mean much the same at a table.

use std::collections::BTreeMap;

use lawgrep_lexicon::{Lexicon, Situation, Spoken};
use lawgrep_model::Citation;
use serde::{Deserialize, Serialize};

use crate::{
    ConceptSpan, Thesaurus,
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
    /// Words in plain letters where these are others: plain word, place in `words`.
    plain: Vec<(String, u16)>,
    /// Words that another one stands for: stem, what stands for it.
    alike: Vec<(String, String)>,
    /// Stems that tell little, in order.
    light: Vec<String>,
}

/// How like a query is to a situation.
#[derive(Debug, Clone, PartialEq)]
pub struct Likeness {
    /// How like it is to all phrases of the situation, the best one above all: between 0 and 1.
    pub share: f32,
    /// How much of its words and of the phrase's both have: 1 for the phrase as it stands.
    pub alike: f32,
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

/// What a word counts that tells little.
const LIGHT: f32 = 0.6;
/// BM25: how soon more phrases with a word add little, and how much the length of all phrases of a situation counts.
const SOON: f32 = 1.6;
const LENGTH: f32 = 0.75;

impl Situations {
    /// Of the situations of the data.
    pub fn build(
        situations: &[Situation],
        spoken: &BTreeMap<String, Spoken>,
        lexicon: &Lexicon,
        thesaurus: &Thesaurus,
    ) -> Self {
        let mut all = Self { laws: situations.iter().map(|s| s.laws.clone()).collect(), languages: BTreeMap::new() };
        for language in &lexicon.languages {
            let analyser = Analyser::new(language);
            let mut of =
                spoken.get(&language.code).map(|spoken| Phrases::saying(spoken, &analyser)).unwrap_or_default();
            let mut words: BTreeMap<String, Vec<u16>> = BTreeMap::new();
            let mut plain: BTreeMap<String, String> = BTreeMap::new();
            for (n, situation) in (0u16..).zip(situations) {
                for phrase in situation.phrases.get(&language.code).into_iter().flatten() {
                    let Ok(id) = u16::try_from(of.phrases.len()) else { break };
                    of.phrases.push((n, phrase.clone()));
                    let tokens = analyser.words(phrase);
                    for token in &tokens {
                        if let Some(typed) = analyser.plain_of_text(&token.folded) {
                            plain.entry(typed).or_insert_with(|| of.said(&token.stem).to_owned());
                        }
                    }
                    for (word, _) in of.features(&tokens, &thesaurus.terms(&language.code, &tokens)) {
                        words.entry(word).or_default().push(id);
                    }
                }
            }
            of.words = words.into_iter().collect();
            let at = |word: &str| of.words.binary_search_by(|(other, _)| other.as_str().cmp(word)).ok();
            let place = |(typed, word): (String, String)| Some((typed, u16::try_from(at(&word)?).ok()?));
            of.plain = plain.into_iter().filter_map(place).collect();
            all.languages.insert(language.code.clone(), of);
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
        let all = Weights::of(phrases);
        let mut asked: Vec<(f32, &[u16])> = Vec::new();
        let mut total = 0.0;
        for (word, light) in phrases.features(&tokens, &thesaurus.terms_typed(lang, &tokens, analyser)) {
            let light = if light { LIGHT } else { 1.0 };
            match phrases.find(&word, &tokens, analyser) {
                Some(list) => {
                    let weight = light * all.weight(phrases.situations_with(list).count());
                    total += weight;
                    asked.push((weight, list));
                }
                None => total += light * all.weight(1) * UNKNOWN,
            }
        }
        if asked.is_empty() {
            return Vec::new();
        }
        let mut shared = vec![0.0f32; phrases.phrases.len()];
        let mut common = vec![0usize; phrases.phrases.len()];
        let mut together: BTreeMap<u16, f32> = BTreeMap::new();
        for (weight, list) in &asked {
            for phrase in *list {
                if let (Some(sum), Some(count)) =
                    (shared.get_mut(usize::from(*phrase)), common.get_mut(usize::from(*phrase)))
                {
                    *sum += weight;
                    *count += 1;
                }
            }
            for (situation, often) in phrases.situations_with(list) {
                let often = often as f32;
                let soon = SOON * (1.0 - LENGTH + LENGTH * all.length(situation));
                *together.entry(situation).or_default() += weight * often * (SOON + 1.0) / (often + soon);
            }
        }
        let mut best: BTreeMap<u16, (f32, usize)> = BTreeMap::new();
        for (n, ((situation, _), sum)) in phrases.phrases.iter().zip(&shared).enumerate() {
            let own = all.phrases.get(n).copied().unwrap_or(1.0);
            let alike = 2.0 * sum / (total + own);
            let entry = best.entry(*situation).or_insert((0.0, n));
            if alike > entry.0 {
                *entry = (alike, n);
            }
        }
        // A phrase as it stands is meant, however usual its words are.
        let share = |situation: u16, alike: f32| {
            let together = together.get(&situation).copied().unwrap_or_default() / total;
            ((alike + together) / 2.0).min(1.0).max(alike.powi(3))
        };
        let mut found: Vec<(f32, u16, f32, usize)> = best
            .into_iter()
            .filter(|(_, (alike, _))| *alike > 0.0)
            .map(|(s, (alike, n))| (share(s, alike), s, alike, n))
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        found.truncate(most);
        let told = |(share, situation, alike, n): (f32, u16, f32, usize)| {
            let laws = self.laws.get(usize::from(situation))?.clone();
            let phrase = phrases.phrases.get(n)?.1.clone();
            let common = common.get(n).copied().unwrap_or_default();
            Some(Likeness { share, alike, common, lang: lang.to_owned(), phrase, laws })
        };
        found.into_iter().filter_map(told).collect()
    }

    /// Whether a phrase of a language has a word, or one that means much the same.
    pub fn knows(&self, lang: &str, word: &Token) -> bool {
        self.languages.get(lang).is_some_and(|phrases| {
            let said = phrases.said(&word.stem);
            phrases.words.binary_search_by(|(other, _)| other.as_str().cmp(said)).is_ok()
        })
    }

    /// The stems of the words of a language's phrases, and of those that mean much the same.
    pub fn words(&self, lang: &str) -> impl Iterator<Item = &str> {
        let of = self.languages.get(lang);
        let words = of.into_iter().flat_map(|of| of.words.iter().map(|(word, _)| word.as_str()));
        let alike = of.into_iter().flat_map(|of| of.alike.iter().map(|(word, _)| word.as_str()));
        words.filter(|word| word.chars().all(char::is_alphabetic)).chain(alike)
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
    /// How people say things, and no phrases.
    fn saying(spoken: &Spoken, analyser: &Analyser) -> Self {
        let mut alike: BTreeMap<String, String> = BTreeMap::new();
        for line in spoken.alike.lines() {
            let words = analyser.words(line);
            let Some(first) = words.first() else { continue };
            for word in &words {
                // A word of an earlier group stays there.
                alike.entry(word.stem.clone()).or_insert_with(|| first.stem.clone());
            }
        }
        let mut light: Vec<String> = analyser.words(&spoken.light).into_iter().map(|word| word.stem).collect();
        light.sort();
        light.dedup();
        Self { alike: alike.into_iter().collect(), light, ..Self::default() }
    }

    /// The word that stands for one and all that mean much the same.
    fn said<'a>(&'a self, stem: &'a str) -> &'a str {
        let at = self.alike.binary_search_by(|(other, _)| other.as_str().cmp(stem)).ok();
        at.and_then(|at| self.alike.get(at)).map_or(stem, |(_, said)| said)
    }

    /// What of a run of words is compared, and whether it tells little: stems, one for all that mean much the same, and one name
    /// for all terms of a concept. Each once, in order.
    fn features(&self, tokens: &[Token], terms: &[ConceptSpan]) -> Vec<(String, bool)> {
        let mut all: Vec<(String, bool)> = Vec::new();
        let mut add = |word: String, light: bool| {
            if !all.iter().any(|(other, _)| *other == word) {
                all.push((word, light));
            }
        };
        let word = |token: &Token| {
            let light = self.light.binary_search(&token.stem).is_ok();
            (self.said(&token.stem).to_owned(), light)
        };
        let mut at = 0;
        for span in terms.iter().filter(|span| span.concepts.len() == 1) {
            for (word, light) in tokens.get(at..span.words.start).unwrap_or_default().iter().map(word) {
                add(word, light);
            }
            add(format!("#{}", span.concepts.first().copied().unwrap_or_default()), false);
            at = span.words.end;
        }
        for (word, light) in tokens.get(at..).unwrap_or_default().iter().map(word) {
            add(word, light);
        }
        all
    }

    /// The phrases with a word: as it is, or in plain letters.
    fn find(&self, word: &str, tokens: &[Token], analyser: &Analyser) -> Option<&[u16]> {
        let at = |n: usize| self.words.get(n).map(|(_, list)| list.as_slice());
        if let Ok(n) = self.words.binary_search_by(|(other, _)| other.as_str().cmp(word)) {
            return at(n);
        }
        let token = tokens.iter().find(|token| self.said(&token.stem) == word)?;
        if let Some(plain) = analyser.plain_of_query(&token.folded) {
            let from = self.plain.partition_point(|(other, _)| *other < plain);
            if let Some((_, n)) = self.plain.get(from).filter(|(other, _)| *other == plain) {
                return at(usize::from(*n));
            }
        }
        None
    }

    /// The situations of phrases, each with the number of its phrases among them. Phrases of a situation follow each other.
    fn situations_with(&self, phrases: &[u16]) -> impl Iterator<Item = (u16, usize)> {
        let of = |phrase: &u16| self.phrases.get(usize::from(*phrase)).map_or(u16::MAX, |(situation, _)| *situation);
        phrases.chunk_by(move |a, b| of(a) == of(b)).map(move |same| (same.first().map_or(u16::MAX, of), same.len()))
    }
}

/// What the words of all phrases weigh.
struct Weights {
    /// How many situations there are.
    situations: f32,
    /// The words of each phrase together.
    phrases: Vec<f32>,
    /// How many words all phrases of each situation have, against the mean.
    lengths: Vec<f32>,
}

impl Weights {
    fn of(phrases: &Phrases) -> Self {
        let situations = phrases.phrases.last().map_or(0, |(last, _)| usize::from(*last) + 1);
        let mut all = Self {
            situations: situations as f32,
            phrases: vec![0.0; phrases.phrases.len()],
            lengths: vec![0.0; situations],
        };
        for (word, list) in &phrases.words {
            let light = if phrases.light.binary_search(word).is_ok() { LIGHT } else { 1.0 };
            let weight = light * all.weight(phrases.situations_with(list).count());
            for (phrase, (situation, _)) in list.iter().filter_map(|n| Some((n, phrases.phrases.get(usize::from(*n))?)))
            {
                if let (Some(sum), Some(length)) =
                    (all.phrases.get_mut(usize::from(*phrase)), all.lengths.get_mut(usize::from(*situation)))
                {
                    *sum += weight;
                    *length += light;
                }
            }
        }
        let mean = (all.lengths.iter().sum::<f32>() / all.situations.max(1.0)).max(f32::EPSILON);
        all.lengths.iter_mut().for_each(|length| *length /= mean);
        all
    }

    /// What a word weighs that so many situations have.
    fn weight(&self, situations: usize) -> f32 {
        (1.0 + self.situations / situations.max(1) as f32).ln()
    }

    fn length(&self, situation: u16) -> f32 {
        self.lengths.get(usize::from(situation)).copied().unwrap_or(1.0)
    }
}
