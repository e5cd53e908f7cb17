use std::cell::OnceCell;

use lawgrep_model::checksum;
use tantivy::schema::Field;

use crate::{
    Asked, Group, Kind, Level, Part, SearchError, Way,
    analyse::Analyser,
    common::{Common, Scored},
    lists::{Entry, Lists, Spelling},
    packed::from_key,
    query::{Wanted, citation, wanted},
    rank::Rank,
    schema::{Fields, Forms},
    volume::Volume,
};

// What a match counts, before the rarity of the word. A heading is worth more than any number of mentions in a text (a
// text's BM25 cannot pass 2.2). What stands above a unit is worth less than one mention, but comes on top of one.
const HEADING: f32 = 3.75;
const BODY: f32 = 1.0;
const ABOVE: f32 = 0.4;
/// The word as typed against another form of it.
const EXACT: f32 = 1.25;
/// A compound that the word is part of.
const PART: f32 = 0.45;
/// A word found in plain letters only.
const PLAIN: f32 = 0.5;
/// A word that only begins as asked.
const PREFIX: f32 = 0.8;
/// The beginning of a word stands for so many words at most.
const MOST_WORDS: usize = 500;
/// The provision that a word names.
const CITE: f32 = 3.0;
/// Two words of the query that stand side by side in the unit too.
const ADJACENT: f32 = 0.5;
/// What places beside the best one add.
const REST: f32 = 0.2;
/// Words of a usual heading.
const HEADING_LENGTH: f32 = 4.0;
/// BM25: how soon more mentions add little, and how much the length of a text counts.
const K1: f32 = 1.2;
const B: f32 = 0.75;

/// What each unit has of one part of a query.
pub(crate) struct Scores {
    /// How many units there are.
    units: usize,
    /// Empty until one of them has anything: most words stand in few of many volumes.
    all: Vec<Option<Score>>,
}

#[derive(Clone, Copy, Default)]
struct Score {
    best: f32,
    sum: f32,
    above: f32,
}

impl Scores {
    fn new(units: usize) -> Self {
        Self { units, all: Vec::new() }
    }

    fn add(&mut self, unit: usize, place: Place, score: f32) {
        if self.all.is_empty() {
            self.all = vec![None; self.units];
        }
        let Some(unit) = self.all.get_mut(unit) else { return };
        let unit = unit.get_or_insert_default();
        if place == Place::Above {
            unit.above = unit.above.max(score);
        } else {
            unit.best = unit.best.max(score);
            unit.sum += score;
        }
    }

    /// The best place of its own, a share of the others, and what stands above; `None` where the unit does not have it.
    pub(crate) fn of(&self, unit: usize) -> Option<f32> {
        let Score { best, sum, above } = self.all.get(unit).copied().flatten()?;
        Some(best + REST * (sum - best) + above)
    }

    /// Whether any unit has it.
    pub(crate) fn found(&self) -> bool {
        !self.all.is_empty()
    }
}

/// What each unit has of one group of ways, and by which way.
pub(crate) struct Parted(Vec<Best>);

/// The best way that a unit has.
#[derive(Clone, Copy)]
struct Best {
    /// No number where it has none.
    score: f32,
    /// What led to it, counted from 1; 0 where it was typed so.
    via: u32,
}

impl Best {
    const NONE: Self = Self { score: f32::NAN, via: 0 };

    fn take(&mut self, score: f32, via: Option<usize>) {
        // Also where there is none yet, with which nothing compares.
        let better = self.score.partial_cmp(&score).is_none_or(std::cmp::Ordering::is_lt);
        if better {
            *self = Self { score, via: via.and_then(|via| u32::try_from(via + 1).ok()).unwrap_or_default() };
        }
    }

    fn get(self) -> Option<(f32, Option<usize>)> {
        (!self.score.is_nan()).then(|| (self.score, (self.via as usize).checked_sub(1)))
    }
}

impl Parted {
    /// The units that have it, each with its best way and what led to it.
    pub(crate) fn each(&self) -> impl Iterator<Item = (usize, f32, Option<usize>)> {
        self.0.iter().enumerate().filter_map(|(unit, best)| best.get().map(|(score, via)| (unit, score, via)))
    }

    /// The best way that the unit has, with what led to it.
    pub(crate) fn of(&self, unit: usize) -> Option<(f32, Option<usize>)> {
        self.0.get(unit).and_then(|best| best.get())
    }

    /// Whether any unit has it.
    pub(crate) fn found(&self) -> bool {
        self.0.iter().any(|best| best.get().is_some())
    }
}

/// A query in the language of an index. What its words are there is looked up once for all volumes.
pub(crate) struct Looked {
    pub(crate) groups: Vec<Vec<LookedWay>>,
    /// Neighbours of the query, as they were typed.
    pairs: Vec<[Spelling; 2]>,
    pub(crate) without: Vec<Vec<Look>>,
}

/// A [`Way`] in the language of an index.
pub(crate) struct LookedWay {
    words: Vec<Look>,
    /// Neighbours among its words.
    pairs: Vec<[Spelling; 2]>,
    factor: f32,
    via: Option<usize>,
}

/// A [`Wanted`] with what an index has like it.
pub(crate) enum Look {
    Word(Box<LookedWord>),
    Phrase(Vec<Spelling>),
    Prefix(String),
}

/// A word in all forms in which it can stand in an index.
pub(crate) struct LookedWord {
    folded: Spelling,
    stem: Spelling,
    /// The provision that it names.
    cite: Option<Spelling>,
    /// The words that are made of it.
    compounds: OnceCell<Vec<Spelling>>,
    plain: OnceCell<Option<Spelling>>,
    scored: OnceCell<Option<Scored>>,
}

impl LookedWord {
    /// What it scores, where that was worked out before.
    fn scored(&self, common: Option<&Common>) -> Option<&Scored> {
        self.scored.get_or_init(|| common?.word(&self.folded.text)).as_ref()
    }
}

impl Look {
    /// Each word of a text.
    pub(crate) fn words(text: &str, analyser: &Analyser) -> Vec<Self> {
        wanted(text, Kind::Words, analyser).into_iter().map(Self::new).collect()
    }

    /// A single word, folded; `None` for anything else.
    pub(crate) fn folded(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(&word.folded.text),
            _ => None,
        }
    }

    fn new(wanted: Wanted) -> Self {
        match wanted {
            Wanted::Word { folded, stem } => {
                let cite = citation(&folded).map(|cite| Spelling::new(cite.to_string()));
                let (folded, stem) = (Spelling::new(folded), Spelling::new(stem));
                let (compounds, plain, scored) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
                Self::Word(Box::new(LookedWord { folded, stem, cite, compounds, plain, scored }))
            }
            Wanted::Phrase(words) => Self::Phrase(words.into_iter().map(Spelling::new).collect()),
            Wanted::Prefix(prefix) => Self::Prefix(prefix),
        }
    }
}

impl Looked {
    pub(crate) fn new(asked: &Asked, analyser: &Analyser) -> Self {
        let way = |way: &Way| {
            let words = wanted(&way.text, way.kind, analyser);
            let pairs = pairs(words.iter().map(Some));
            LookedWay { words: words.into_iter().map(Look::new).collect(), pairs, factor: way.factor, via: way.via }
        };
        let group = |group: &Group| group.ways.iter().map(way).collect();
        let without = |part: &Part| wanted(&part.text, part.kind, analyser).into_iter().map(Look::new).collect();
        let typed = asked.groups.iter().map(|group| {
            let way = group.ways.first().filter(|way| way.kind == Kind::Words)?;
            match wanted(&way.text, way.kind, analyser).as_slice() {
                [word] => Some(word.clone()),
                _ => None,
            }
        });
        let typed: Vec<Option<Wanted>> = typed.collect();
        Self {
            groups: asked.groups.iter().map(group).collect(),
            pairs: pairs(typed.iter().map(Option::as_ref)),
            without: asked.without.iter().map(without).collect(),
        }
    }

    /// Whether it asks for words by their beginning.
    pub(crate) fn has_prefix(&self) -> bool {
        let ways = self.groups.iter().flatten().flat_map(|way| &way.words);
        ways.chain(self.without.iter().flatten()).any(|look| matches!(look, Look::Prefix(_)))
    }
}

/// Single words that are neighbours.
fn pairs<'w>(words: impl Iterator<Item = Option<&'w Wanted>>) -> Vec<[Spelling; 2]> {
    let word = |wanted: Option<&Wanted>| match wanted {
        Some(Wanted::Word { folded, .. }) => Some(folded.clone()),
        _ => None,
    };
    let words: Vec<Option<String>> = words.map(word).collect();
    let pair = |pair: &[Option<String>]| match pair {
        [Some(a), Some(b)] => Some([a.as_str(), b.as_str()].map(Spelling::new)),
        _ => None,
    };
    words.windows(2).filter_map(pair).collect()
}

/// Where in a unit a word can stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Heading,
    Body,
    Above,
    Cite,
}

impl Place {
    fn weight(self, rank: Rank) -> f32 {
        let place = match self {
            Self::Heading => HEADING * rank.heading(),
            Self::Body => BODY,
            Self::Above => ABOVE,
            Self::Cite => CITE,
        };
        place * rank.weight()
    }
}

/// A number for the way to score a word: another one says that what was worked out before does not count. Whatever else changes
/// scores changes the [format](crate::FORMAT).
pub(crate) fn name() -> u64 {
    let places = [Place::Heading, Place::Body, Place::Above, Place::Cite];
    let weights = places.iter().flat_map(|place| Rank::ALL.map(|rank| place.weight(rank)));
    let all = [EXACT, PART, PLAIN, REST, HEADING_LENGTH, K1, B].into_iter().chain(weights);
    checksum(&all.flat_map(|weight| weight.to_bits().to_le_bytes()).collect::<Vec<u8>>())
}

/// Scores parts of a query, each over all units of one volume. The engine finds the words; what a place is worth and how places
/// add up is said here.
pub(crate) struct Scorer<'a> {
    pub(crate) lists: Lists<'a>,
    pub(crate) fields: &'a Fields,
    /// A [`Rank`] byte for each unit of the volume.
    pub(crate) ranks: &'a [u8],
    pub(crate) analyser: &'a Analyser,
    /// Which words are made of which parts, see [`PARTS`](crate::write::PARTS).
    pub(crate) compounds: &'a [u8],
    /// What was worked out before.
    pub(crate) common: Option<&'a Common>,
    /// The number of the volume.
    pub(crate) number: usize,
    /// What is scored: its units, and the lengths of its texts.
    pub(crate) volume: &'a Volume,
}

impl<'a> Scorer<'a> {
    fn units(&self) -> usize {
        self.volume.units.len()
    }

    /// What each unit has of a group: the best of its ways.
    pub(crate) fn group(&mut self, ways: &[LookedWay]) -> Result<Parted, SearchError> {
        let mut all: Vec<Best> = Vec::new();
        for way in ways {
            if let [Look::Word(word)] = way.words.as_slice()
                && let Some(scored) = word.scored(self.common)
            {
                all.resize(self.units(), Best::NONE);
                for (unit, score) in scored.of(self.number) {
                    if let Some(best) = all.get_mut(unit as usize) {
                        best.take(score * way.factor, way.via);
                    }
                }
                continue;
            }
            let parts = way.words.iter().map(|look| self.scores(look)).collect::<Result<Vec<_>, _>>()?;
            if parts.is_empty() || !parts.iter().all(Scores::found) {
                continue;
            }
            let together = self.pairs(&way.pairs)?;
            all.resize(self.units(), Best::NONE);
            for (unit, best) in all.iter_mut().enumerate() {
                // A way has all its words, and counts as one word: as much as the mean of them, more where they stand together.
                let sum = match parts.as_slice() {
                    [one] => one.of(unit),
                    parts => parts.iter().map(|part| part.of(unit)).sum(),
                };
                let Some(sum) = sum else { continue };
                let score = (sum / parts.len() as f32 + together.of(unit).unwrap_or_default()) * way.factor;
                best.take(score, way.via);
            }
        }
        Ok(Parted(all))
    }

    /// What each unit has of a part that must not be there, its own words only.
    pub(crate) fn holds(&mut self, part: &[Look]) -> Result<Scores, SearchError> {
        let mut all = Scores::new(self.units());
        for look in part {
            match look {
                Look::Word(word) => {
                    let LookedWord { folded, stem, .. } = &**word;
                    self.add_own(&mut all, |forms| forms.word, folded, 1, 1.0)?;
                    self.add_own(&mut all, |forms| forms.stem, stem, 1, 1.0)?;
                }
                Look::Phrase(words) => self.add_phrase(&mut all, words, 1.0)?,
                Look::Prefix(prefix) => self.add_prefix(&mut all, prefix)?,
            }
        }
        Ok(all)
    }

    /// How near the volume comes to a word.
    pub(crate) fn level(&mut self, look: &Look) -> Result<Option<Level>, SearchError> {
        let Look::Word(word) = look else { return Ok(None) };
        if let Some(scored) = word.scored(self.common) {
            return Ok(scored.level(self.number));
        }
        let LookedWord { folded, stem, cite, compounds, plain, .. } = &**word;
        if self.rarity(|forms| forms.word, folded)? > 0 {
            return Ok(Some(Level::Exact));
        }
        if self.rarity(|forms| forms.stem, stem)? > 0 || cite.is_some() {
            return Ok(Some(Level::Form));
        }
        for compound in compounds.get_or_init(|| made_of(self.compounds, &stem.text)) {
            if self.rarity(|forms| forms.word, compound)? > 0 {
                return Ok(Some(Level::Part));
            }
        }
        match plain.get_or_init(|| self.plain(folded)) {
            Some(plain) if self.rarity(|forms| forms.plain, plain)? > 0 => Ok(Some(Level::Plain)),
            _ => Ok(None),
        }
    }

    fn plain(&self, folded: &Spelling) -> Option<Spelling> {
        self.analyser.plain_of_query(&folded.text).map(Spelling::new)
    }

    /// What each unit has of a word, phrase or beginning.
    pub(crate) fn scores(&mut self, look: &Look) -> Result<Scores, SearchError> {
        let mut scores = Scores::new(self.units());
        match look {
            Look::Phrase(words) => self.add_phrase(&mut scores, words, 1.0)?,
            Look::Prefix(prefix) => self.add_prefix(&mut scores, prefix)?,
            Look::Word(word) => {
                let LookedWord { folded, stem, cite, compounds, plain, .. } = &**word;
                if let Some(scored) = word.scored(self.common) {
                    scored.of(self.number).for_each(|(unit, score)| scores.add(unit as usize, Place::Body, score));
                    return Ok(scores);
                }
                let rarity = self.rarity(|forms| forms.stem, stem)?;
                self.add_word(&mut scores, |forms| forms.word, folded, rarity, EXACT)?;
                self.add_word(&mut scores, |forms| forms.stem, stem, rarity, 1.0)?;
                if let Some(cite) = cite {
                    self.add(&mut scores, Place::Cite, self.fields.cite, cite, 1, 1.0)?;
                }
                for compound in compounds.get_or_init(|| made_of(self.compounds, &stem.text)) {
                    let own = self.rarity(|forms| forms.word, compound)?;
                    self.add_own(&mut scores, |forms| forms.word, compound, own.max(rarity), PART)?;
                }
                if scores.found() {
                    return Ok(scores);
                }
                if let Some(plain) = plain.get_or_init(|| self.plain(folded)) {
                    let rarity = self.rarity(|forms| forms.plain, plain)?;
                    self.add_word(&mut scores, |forms| forms.plain, plain, rarity, PLAIN)?;
                }
            }
        }
        Ok(scores)
    }

    /// What a unit gains where things that are side by side in the query are so in the unit. Makes no unit match.
    pub(crate) fn together(&mut self, looked: &Looked) -> Result<Scores, SearchError> {
        self.pairs(&looked.pairs)
    }

    fn pairs(&mut self, pairs: &[[Spelling; 2]]) -> Result<Scores, SearchError> {
        let mut scores = Scores::new(self.units());
        for pair in pairs {
            self.add_phrase(&mut scores, pair, ADJACENT)?;
        }
        Ok(scores)
    }

    fn add_prefix(&mut self, scores: &mut Scores, prefix: &str) -> Result<(), SearchError> {
        let mut words: Vec<String> = Vec::new();
        for field in [self.fields.heading.word, self.fields.body.word] {
            words.extend(self.lists.beginning(field, prefix, MOST_WORDS.saturating_sub(words.len()))?);
        }
        words.sort_unstable();
        words.dedup();
        for word in words {
            let factor = if word == prefix { EXACT } else { PREFIX };
            let word = Spelling::new(word);
            let rarity = self.rarity(|forms| forms.word, &word)?;
            self.add_own(scores, |forms| forms.word, &word, rarity, factor)?;
        }
        Ok(())
    }

    fn add_phrase(&mut self, scores: &mut Scores, words: &[Spelling], factor: f32) -> Result<(), SearchError> {
        if let [word] = words {
            let rarity = self.rarity(|forms| forms.word, word)?;
            return self.add_own(scores, |forms| forms.word, word, rarity, factor);
        }
        for (place, forms) in [(Place::Heading, self.fields.heading), (Place::Body, self.fields.body)] {
            let (entries, frequencies) = self.lists.phrase(forms.word, words, &self.volume.units)?;
            let idf: f32 = frequencies.iter().map(|frequency| idf(*frequency, self.units())).sum();
            Weigh { idf, mean: self.mean(forms.word), place, factor }.add(scores, &entries, self.ranks);
        }
        Ok(())
    }

    fn add_word(
        &mut self,
        scores: &mut Scores,
        form: impl Fn(Forms) -> Field,
        word: &Spelling,
        rarity: u64,
        factor: f32,
    ) -> Result<(), SearchError> {
        self.add_own(scores, &form, word, rarity, factor)?;
        self.add(scores, Place::Above, form(self.fields.above), word, rarity, factor)
    }

    /// As [`add_word`](Self::add_word), and what stands above the unit counts nothing.
    fn add_own(
        &mut self,
        scores: &mut Scores,
        form: impl Fn(Forms) -> Field,
        word: &Spelling,
        rarity: u64,
        factor: f32,
    ) -> Result<(), SearchError> {
        for (place, forms) in [(Place::Heading, self.fields.heading), (Place::Body, self.fields.body)] {
            self.add(scores, place, form(forms), word, rarity, factor)?;
        }
        Ok(())
    }

    /// `rarity`: in how many units the word stands, the same for all its forms and places.
    fn add(
        &mut self,
        scores: &mut Scores,
        place: Place,
        field: Field,
        word: &Spelling,
        rarity: u64,
        factor: f32,
    ) -> Result<(), SearchError> {
        let weigh = Weigh { idf: idf(rarity, self.units()), mean: self.mean(field), place, factor };
        weigh.add(scores, self.lists.entries(field, word, &self.volume.units)?, self.ranks);
        Ok(())
    }

    /// How many words a place has in the mean.
    fn mean(&self, field: Field) -> f32 {
        let Fields { heading, body, .. } = self.fields;
        if [heading.word, heading.stem].contains(&field) {
            // Most units have no heading, and the mean over all would make each heading a long one.
            HEADING_LENGTH
        } else if [body.word, body.stem].contains(&field) {
            self.volume.words.max(1) as f32 / self.units() as f32
        } else {
            // Fields without lengths: each unit counts as one word.
            1.0
        }
    }

    /// In how many units a word stands: heading and text taken together, since a word is not rare for being rare in
    /// headings.
    fn rarity(&mut self, form: impl Fn(Forms) -> Field, word: &Spelling) -> Result<u64, SearchError> {
        let mut both = 0;
        for place in [self.fields.heading, self.fields.body] {
            both += self.lists.entries(form(place), word, &self.volume.units)?.len();
        }
        Ok(both.min(self.units()) as u64)
    }
}

/// The words that are made of a part.
fn made_of(compounds: &[u8], part: &str) -> Vec<Spelling> {
    let line = from_key(compounds, part).split(|byte| *byte == b'\n').next();
    let words = line.and_then(|line| line.split(|byte| *byte == b'\t').nth(1));
    let words = words.and_then(|words| std::str::from_utf8(words).ok());
    words.unwrap_or_default().split(' ').filter(|word| !word.is_empty()).map(Spelling::new).collect()
}

/// How much a word tells that stands in so many of the units.
fn idf(frequency: u64, units: usize) -> f32 {
    let rest = (units as u64).saturating_sub(frequency);
    (1.0 + (rest as f32 + 0.5) / (frequency as f32 + 0.5)).ln()
}

/// Okapi BM25 with the constants of the engine, whose own makes a table of 256 lengths for every word: more work than the
/// scores of one book.
struct Weigh {
    idf: f32,
    /// How many words the place has in the mean.
    mean: f32,
    place: Place,
    factor: f32,
}

impl Weigh {
    /// Adds what a word counts that stands there. `ranks`: those of all units.
    fn add(&self, scores: &mut Scores, entries: &[Entry], ranks: &[u8]) {
        if entries.is_empty() {
            return;
        }
        let weights = Rank::ALL.map(|rank| self.place.weight(rank));
        for entry in entries {
            if let Some(weight) = ranks.get(entry.unit).and_then(|byte| weights.get(usize::from(*byte))) {
                scores.add(entry.unit, self.place, self.score(entry) * self.factor * weight);
            }
        }
    }

    fn score(&self, entry: &Entry) -> f32 {
        let times = entry.times as f32;
        self.idf * (1.0 + K1) * (times / (times + K1 * (1.0 - B + B * entry.length as f32 / self.mean)))
    }
}
