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
    packed::{Lines, Lists, Pairs, Row, Texts},
    spelling,
};

/// All situations, by the words of their phrases. Laid out by a build, read where it lies.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Situations {
    /// By situation: the [numbers](Citation::number) of its provisions.
    laws: Lists<u64>,
    languages: BTreeMap<String, Phrases>,
}

/// The phrases of one language. Those of a situation follow each other.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
struct Phrases {
    /// By phrase: its situation.
    situations: Row<u16>,
    /// By phrase: how it is worded.
    texts: Texts,
    /// By phrase: what its words weigh together.
    weights: Row<f32>,
    /// By situation: how many words all its phrases have, against the mean.
    lengths: Row<f32>,
    words: Told,
    /// Words that are part of a term where they stand.
    within: Told,
    /// Words in plain letters where these are others, each with the word.
    plain: Pairs,
    /// Words that another one stands for: stems.
    alike: Pairs,
    /// Stems that tell little, in order.
    light: Texts,
    /// See [`spelling`].
    spelt: Lines,
}

/// Words in order, each with the phrases that hold it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
struct Told {
    words: Texts,
    phrases: Lists<u16>,
}

impl Told {
    fn of(words: BTreeMap<String, Vec<u16>>) -> Self {
        let (words, phrases): (Vec<String>, Vec<Vec<u16>>) = words.into_iter().unzip();
        Self { words: words.into_iter().collect(), phrases: phrases.into_iter().collect() }
    }

    /// The phrases with a word; none where no phrase has it.
    fn of_word(&self, word: &str) -> impl Iterator<Item = u16> + Clone {
        self.phrases.get(self.words.find(word).unwrap_or(usize::MAX))
    }

    fn has(&self, word: &str) -> bool {
        self.words.find(word).is_some()
    }

    fn each(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = u16> + Clone)> {
        self.words.iter().zip(0..).map(|(word, at)| (word, self.phrases.get(at)))
    }
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
const SOON: f32 = 2.0;
const LENGTH: f32 = 0.75;
/// What all phrases of a situation together count against the one that is likest.
const TOGETHER: f32 = 0.45;
/// So like a phrase that it is the phrase.
const AS_IT_STANDS: f32 = 0.97;

impl Situations {
    /// Of the situations of the data.
    pub fn build(
        situations: &[Situation],
        spoken: &BTreeMap<String, Spoken>,
        lexicon: &Lexicon,
        thesaurus: &Thesaurus,
    ) -> Self {
        let numbers = |situation: &Situation| situation.laws.iter().map(|law| law.number()).collect::<Vec<_>>();
        let mut all = Self { laws: situations.iter().map(numbers).collect(), languages: BTreeMap::new() };
        for language in &lexicon.languages {
            let analyser = Analyser::new(language);
            let spoken = spoken.get(&language.code);
            let mut of = spoken.map(|spoken| Phrases::saying(spoken, &analyser)).unwrap_or_default();
            of.spelt = spelling::lines(language, &analyser, situations, spoken, thesaurus);
            let (mut words, mut within): (BTreeMap<String, Vec<u16>>, BTreeMap<String, Vec<u16>>) = Default::default();
            let mut plain: BTreeMap<String, String> = BTreeMap::new();
            let mut phrases: Vec<(u16, &str)> = Vec::new();
            for (n, situation) in (0u16..).zip(situations) {
                for phrase in situation.phrases.get(&language.code).into_iter().flatten() {
                    let Ok(id) = u16::try_from(phrases.len()) else { break };
                    phrases.push((n, phrase));
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
            (of.words, of.within, of.plain) = (Told::of(words), Told::of(within), plain.into_iter().collect());
            of.situations = phrases.iter().map(|(situation, _)| *situation).collect();
            of.texts = phrases.iter().map(|(_, text)| *text).collect();
            of.weigh();
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
        let terms = thesaurus.terms_typed(lang, &tokens, analyser);
        let mut shared = vec![0.0f32; phrases.texts.len()];
        let mut common = vec![0usize; phrases.texts.len()];
        let mut together: BTreeMap<u16, f32> = BTreeMap::new();
        let mut total = 0.0;
        let mut any = false;
        for feature in phrases.features(&tokens, &terms) {
            let counts = feature.counts();
            let Some(word) = phrases.find(&feature.word, &tokens, analyser) else {
                total += phrases.weight(1) * UNKNOWN * counts;
                continue;
            };
            any = true;
            let lists = [phrases.words.of_word(word), phrases.within.of_word(word)];
            let told_in = lists.clone().map(|list| phrases.situations_with(list).count());
            let weight = phrases.weight(told_in.into_iter().max().unwrap_or_default());
            total += weight * counts;
            for list in lists {
                for phrase in list.clone() {
                    if let (Some(sum), Some(count)) =
                        (shared.get_mut(usize::from(phrase)), common.get_mut(usize::from(phrase)))
                    {
                        *sum += weight * counts;
                        *count += usize::from(!feature.within);
                    }
                }
                for (situation, often) in phrases.situations_with(list) {
                    let often = often as f32;
                    let soon = SOON * (1.0 - LENGTH + LENGTH * phrases.length(situation));
                    *together.entry(situation).or_default() += weight * counts * often * (SOON + 1.0) / (often + soon);
                }
            }
        }
        if !any || total == 0.0 {
            return Vec::new();
        }
        let mut best: BTreeMap<u16, (f32, usize)> = BTreeMap::new();
        for (n, ((situation, own), sum)) in
            phrases.situations.iter().zip(phrases.weights.iter()).zip(&shared).enumerate()
        {
            let alike = (2.0 * sum / (total + own)).min(1.0);
            let entry = best.entry(situation).or_insert((0.0, n));
            if alike > entry.0 {
                *entry = (alike, n);
            }
        }
        // A phrase as it stands is meant, however usual its words are.
        let share = |situation: u16, alike: f32| {
            let together = together.get(&situation).copied().unwrap_or_default() / total;
            let share = (alike * (1.0 - TOGETHER) + together * TOGETHER).max(alike.powi(3));
            if alike > AS_IT_STANDS { share + 1.0 } else { share }
        };
        let mut found: Vec<(f32, u16, f32, usize)> = best
            .into_iter()
            .filter(|(_, (alike, _))| *alike > 0.0)
            .map(|(s, (alike, n))| (share(s, alike), s, alike, n))
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        found.truncate(most);
        // Words that many phrases of a situation have can make it more than wholly like.
        let wholly = found.first().map_or(1.0, |(share, ..)| share.max(1.0));
        found.iter_mut().for_each(|(share, ..)| *share /= wholly);
        let told = |(share, situation, alike, n): (f32, u16, f32, usize)| {
            let laws = self.laws_of(situation);
            let phrase = phrases.texts.get(n)?.to_owned();
            let common = common.get(n).copied().unwrap_or_default();
            Some(Likeness { share, alike, common, lang: lang.to_owned(), phrase, laws })
        };
        found.into_iter().filter_map(told).collect()
    }

    /// Whether a phrase of a language has a word, or one that means much the same.
    pub fn knows(&self, lang: &str, word: &Token) -> bool {
        self.languages.get(lang).is_some_and(|phrases| phrases.words.has(phrases.said(&word.stem)))
    }

    /// Whether a word tells little of a situation in a language.
    pub fn is_light(&self, lang: &str, word: &Token) -> bool {
        self.languages.get(lang).is_some_and(|phrases| phrases.light.find(&word.stem).is_some())
    }

    /// How the words are spelt that people use at a table, in a language.
    pub fn spelt(&self, lang: &str) -> impl Iterator<Item = Spelt<'_>> {
        self.languages.get(lang).into_iter().flat_map(|phrases| spelling::each(&phrases.spelt))
    }

    /// The spellings of a word in plain letters (see [`Analyser::plainly`]), in a language.
    pub fn spelt_so(&self, lang: &str, plain: &str) -> impl Iterator<Item = Spelt<'_>> {
        self.languages.get(lang).into_iter().flat_map(|phrases| spelling::of(&phrases.spelt, plain))
    }

    /// The situations in a language, in the order of the data: how the first phrase words each, and its provisions.
    pub fn list(&self, lang: &str) -> Vec<(String, Vec<Citation>)> {
        let mut all = Vec::new();
        let Some(phrases) = self.languages.get(lang) else { return all };
        let mut last = None;
        for (situation, phrase) in phrases.situations.iter().zip(phrases.texts.iter()) {
            if last.replace(situation) != Some(situation) {
                all.push((phrase.to_owned(), self.laws_of(situation)));
            }
        }
        all
    }

    fn laws_of(&self, situation: u16) -> Vec<Citation> {
        self.laws.get(usize::from(situation)).filter_map(Citation::from_number).collect()
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
        Self { alike: alike.into_iter().collect(), light: light.into_iter().collect(), ..Self::default() }
    }

    /// The word that stands for one and all that mean much the same.
    fn said<'a>(&'a self, stem: &'a str) -> &'a str {
        self.alike.get(stem).unwrap_or(stem)
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
            let light = self.light.find(&token.stem).is_some();
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

    /// A word as phrases have it: as it is, or with the letters for which it has plain ones.
    fn find<'a>(&'a self, word: &'a str, tokens: &[Token], analyser: &Analyser) -> Option<&'a str> {
        let told = |word: &&str| self.words.has(word) || self.within.has(word);
        Some(word).filter(told).or_else(|| {
            let token = tokens.iter().find(|token| self.said(&token.stem) == word)?;
            self.plain.get(&analyser.plain_of_query(&token.folded)?).filter(told)
        })
    }

    /// The situations of phrases that are in order, each with the number of its phrases among them.
    fn situations_with(&self, phrases: impl Iterator<Item = u16>) -> impl Iterator<Item = (u16, usize)> {
        let mut all = phrases.map(|phrase| self.situations.get(usize::from(phrase)).unwrap_or(u16::MAX)).peekable();
        std::iter::from_fn(move || {
            let situation = all.next()?;
            let mut often = 1;
            while all.next_if_eq(&situation).is_some() {
                often += 1;
            }
            Some((situation, often))
        })
    }

    /// What a word weighs that so many situations have.
    fn weight(&self, situations: usize) -> f32 {
        (1.0 + self.lengths.len() as f32 / situations.max(1) as f32).ln()
    }

    fn length(&self, situation: u16) -> f32 {
        self.lengths.get(usize::from(situation)).unwrap_or(1.0)
    }

    /// Fills in what phrases weigh and how long situations are, from the words of all.
    fn weigh(&mut self) {
        let count = self.situations.iter().last().map_or(0, |last| usize::from(last) + 1);
        self.lengths = vec![1.0; count].into_iter().collect();
        let (mut weights, mut lengths) = (vec![0.0f32; self.texts.len()], vec![0.0f32; count]);
        for (told, other, own) in [(&self.words, &self.within, 1.0), (&self.within, &self.words, OWN)] {
            for (word, list) in told.each() {
                let light = own * if self.light.find(word).is_some() { LIGHT } else { 1.0 };
                // As rare as a query takes it to be, so that a phrase as it stands is wholly like itself.
                let elsewhere = self.situations_with(other.of_word(word)).count();
                let weight = light * self.weight(self.situations_with(list.clone()).count().max(elsewhere));
                for phrase in list.map(usize::from) {
                    let situation = self.situations.get(phrase).map(usize::from).and_then(|at| lengths.get_mut(at));
                    if let (Some(sum), Some(length)) = (weights.get_mut(phrase), situation) {
                        *sum += weight;
                        *length += light;
                    }
                }
            }
        }
        let mean = (lengths.iter().sum::<f32>() / (count as f32).max(1.0)).max(f32::EPSILON);
        self.lengths = lengths.into_iter().map(|length| length / mean).collect();
        self.weights = weights.into_iter().collect();
    }
}
