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
    ConceptSpan, Spelt, Thesaurus,
    analyse::{Analyser, Token},
    spelling,
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
    /// The same for words that are part of a term there.
    within: Vec<(String, Vec<u16>)>,
    /// Words in plain letters where these are others: plain word, word.
    plain: Vec<(String, String)>,
    /// Words that another one stands for: stem, what stands for it.
    alike: Vec<(String, String)>,
    /// Stems that tell little, in order.
    light: Vec<String>,
    /// See [`spelling`].
    spelt: String,
}

/// The phrases that have a word, and those that have it as part of a term.
#[derive(Debug, Clone, Copy)]
struct Told<'a> {
    words: &'a [u16],
    within: &'a [u16],
}

/// What two runs of words are likened by.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Feature {
    /// A stem, or the name of a concept.
    word: String,
    /// It tells little.
    light: bool,
    /// It is only part of a term that is likened too.
    within: bool,
}

impl Feature {
    fn light(&self) -> f32 {
        if self.light { LIGHT } else { 1.0 }
    }

    /// What it counts of its weight.
    fn counts(&self) -> f32 {
        if self.within { OWN * self.light() } else { self.light() }
    }
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
/// What a word counts beside the term that it is part of: another phrase may have it without the rest of the term.
const OWN: f32 = 0.1;
/// BM25: how soon more phrases with a word add little, and how much the length of all phrases of a situation counts.
const SOON: f32 = 1.6;
const LENGTH: f32 = 0.75;
/// What all phrases of a situation together count against the one that is likest.
const TOGETHER: f32 = 0.45;

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
            let spoken = spoken.get(&language.code);
            let mut of = spoken.map(|spoken| Phrases::saying(spoken, &analyser)).unwrap_or_default();
            of.spelt = spelling::lines(language, &analyser, situations, spoken, thesaurus);
            let (mut words, mut within): (BTreeMap<String, Vec<u16>>, BTreeMap<String, Vec<u16>>) = Default::default();
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
                    for feature in of.features(&tokens, &thesaurus.terms(&language.code, &tokens)) {
                        let words = if feature.within { &mut within } else { &mut words };
                        words.entry(feature.word).or_default().push(id);
                    }
                }
            }
            let alike = spoken.map_or("", |spoken| &spoken.alike);
            for token in analyser.words(alike) {
                if let Some(typed) = analyser.plain_of_text(&token.folded) {
                    plain.entry(typed).or_insert_with(|| of.said(&token.stem).to_owned());
                }
            }
            of.words = words.into_iter().collect();
            of.within = within.into_iter().collect();
            of.plain = plain.into_iter().collect();
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
        let mut asked: Vec<(f32, Told<'_>, &Feature)> = Vec::new();
        let mut total = 0.0;
        let features = phrases.features(&tokens, &thesaurus.terms_typed(lang, &tokens, analyser));
        for feature in &features {
            match phrases.find(&feature.word, &tokens, analyser) {
                Some(told) => {
                    let weight = all.weight(phrases.told_in(told));
                    total += weight * feature.counts();
                    asked.push((weight, told, feature));
                }
                None => total += all.weight(1) * UNKNOWN * feature.counts(),
            }
        }
        if asked.is_empty() || total == 0.0 {
            return Vec::new();
        }
        let mut shared = vec![0.0f32; phrases.phrases.len()];
        let mut common = vec![0usize; phrases.phrases.len()];
        let mut together: BTreeMap<u16, f32> = BTreeMap::new();
        for (weight, told, feature) in &asked {
            for list in [told.words, told.within] {
                let counts = feature.counts();
                for phrase in list {
                    if let (Some(sum), Some(count)) =
                        (shared.get_mut(usize::from(*phrase)), common.get_mut(usize::from(*phrase)))
                    {
                        *sum += weight * counts;
                        *count += usize::from(!feature.within);
                    }
                }
                for (situation, often) in phrases.situations_with(list) {
                    let often = often as f32;
                    let soon = SOON * (1.0 - LENGTH + LENGTH * all.length(situation));
                    *together.entry(situation).or_default() += weight * counts * often * (SOON + 1.0) / (often + soon);
                }
            }
        }
        let mut best: BTreeMap<u16, (f32, usize)> = BTreeMap::new();
        for (n, ((situation, _), sum)) in phrases.phrases.iter().zip(&shared).enumerate() {
            let own = all.phrases.get(n).copied().unwrap_or(1.0);
            let alike = (2.0 * sum / (total + own)).min(1.0);
            let entry = best.entry(*situation).or_insert((0.0, n));
            if alike > entry.0 {
                *entry = (alike, n);
            }
        }
        // A phrase as it stands is meant, however usual its words are.
        let share = |situation: u16, alike: f32| {
            let together = together.get(&situation).copied().unwrap_or_default() / total;
            (alike * (1.0 - TOGETHER) + together * TOGETHER).min(1.0).max(alike.powi(3))
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

    /// Whether a word tells little of a situation in a language.
    pub fn is_light(&self, lang: &str, word: &Token) -> bool {
        self.languages.get(lang).is_some_and(|phrases| phrases.light.binary_search(&word.stem).is_ok())
    }

    /// How the words are spelt that people use at a table, in a language.
    pub fn spelt(&self, lang: &str) -> impl Iterator<Item = Spelt<'_>> {
        spelling::each(self.languages.get(lang).map_or("", |phrases| &phrases.spelt))
    }

    /// The spellings of a word in plain letters (see [`Analyser::plainly`]), in a language.
    pub fn spelt_so(&self, lang: &str, plain: &str) -> impl Iterator<Item = Spelt<'_>> {
        spelling::of(self.languages.get(lang).map_or("", |phrases| &phrases.spelt), plain)
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

    /// What of a run of words is compared: stems, one for all that mean much the same, and one name for all terms of a concept.
    /// Each once, in order.
    fn features(&self, tokens: &[Token], terms: &[ConceptSpan]) -> Vec<Feature> {
        let mut all: Vec<Feature> = Vec::new();
        let mut add = |feature: Feature| match all.iter_mut().find(|other| other.word == feature.word) {
            Some(other) => other.within &= feature.within,
            None => all.push(feature),
        };
        let word = |token: &Token, within: bool| {
            let light = self.light.binary_search(&token.stem).is_ok();
            Feature { word: self.said(&token.stem).to_owned(), light, within }
        };
        let mut at = 0;
        for span in terms.iter().filter(|span| span.concepts.len() == 1) {
            let before = tokens.get(at..span.words.start).unwrap_or_default();
            before.iter().for_each(|token| add(word(token, false)));
            let concept = span.concepts.first().copied().unwrap_or_default();
            add(Feature { word: format!("#{concept}"), light: false, within: false });
            // Another phrase may have a word of a term without the rest of it.
            let own = tokens.get(span.words.clone()).unwrap_or_default();
            own.iter().for_each(|token| add(word(token, true)));
            at = span.words.end;
        }
        tokens.get(at..).unwrap_or_default().iter().for_each(|token| add(word(token, false)));
        // A term alone is what it is, in whatever words.
        if all.iter().filter(|feature| !feature.within).count() == 1 {
            all.retain(|feature| !feature.within);
        }
        all
    }

    /// The phrases with a word: as it is, or in plain letters.
    fn find(&self, word: &str, tokens: &[Token], analyser: &Analyser) -> Option<Told<'_>> {
        let at = |word: &str| {
            let list =
                |words: &[(String, Vec<u16>)]| words.binary_search_by(|(other, _)| other.as_str().cmp(word)).ok();
            let words = list(&self.words).and_then(|n| self.words.get(n)).map(|(_, list)| list.as_slice());
            let within = list(&self.within).and_then(|n| self.within.get(n)).map(|(_, list)| list.as_slice());
            let told = Told { words: words.unwrap_or_default(), within: within.unwrap_or_default() };
            (!told.words.is_empty() || !told.within.is_empty()).then_some(told)
        };
        if let Some(told) = at(word) {
            return Some(told);
        }
        let token = tokens.iter().find(|token| self.said(&token.stem) == word)?;
        let plain = analyser.plain_of_query(&token.folded)?;
        let place = self.plain.binary_search_by(|(other, _)| other.cmp(&plain)).ok()?;
        self.plain.get(place).and_then(|(_, word)| at(word))
    }

    /// How many situations have a word.
    fn told_in(&self, told: Told<'_>) -> usize {
        self.situations_with(told.words).count().max(self.situations_with(told.within).count())
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
        let words = phrases.words.iter().map(|of| (of, 1.0)).chain(phrases.within.iter().map(|of| (of, OWN)));
        for ((word, list), own) in words {
            let light = own * if phrases.light.binary_search(word).is_ok() { LIGHT } else { 1.0 };
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
