use std::cell::OnceCell;

use tantivy::schema::Field;

use crate::{
    Asked, Group, Kind, Level, Part, SearchError, Token, Way,
    analyse::Analyser,
    lists::{Entry, Lists},
    query::{Wanted, citation, wanted},
    rank::Rank,
    schema::{Fields, Forms},
    thesaurus::from_key,
    volume::Volume,
};

// What a match counts, before the rarity of the word. A heading is worth more than any number of mentions in a text (a
// text's BM25 cannot pass 2.2). What stands above a unit is worth less than one mention, but comes on top of one.
const HEADING: f32 = 3.0;
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

/// What each unit has of one part of a query.
pub(crate) struct Scores(Vec<Option<Score>>);

#[derive(Clone, Copy, Default)]
struct Score {
    best: f32,
    sum: f32,
    above: f32,
}

impl Scores {
    fn new(units: usize) -> Self {
        Self(vec![None; units])
    }

    fn add(&mut self, unit: usize, place: Place, score: f32) {
        let Some(unit) = self.0.get_mut(unit) else { return };
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
        let Score { best, sum, above } = self.0.get(unit).copied().flatten()?;
        Some(best + REST * (sum - best) + above)
    }

    /// Whether any unit has it.
    pub(crate) fn found(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }
}

/// What each unit has of one group of ways, and by which way.
pub(crate) struct Parted(Vec<Option<(f32, Option<usize>)>>);

impl Parted {
    /// The best way that the unit has, with what led to it.
    pub(crate) fn of(&self, unit: usize) -> Option<(f32, Option<usize>)> {
        self.0.get(unit).copied().flatten()
    }

    /// Whether any unit has it.
    pub(crate) fn found(&self) -> bool {
        self.0.iter().any(Option::is_some)
    }
}

/// A query in the language of an index. What its words are there is looked up once for all volumes.
pub(crate) struct Looked<'a> {
    pub(crate) groups: Vec<Vec<LookedWay<'a>>>,
    /// Neighbours of the query, as they were typed.
    pairs: Vec<[String; 2]>,
    pub(crate) without: Vec<Vec<Look<'a>>>,
}

/// A [`Way`] in the language of an index.
pub(crate) struct LookedWay<'a> {
    words: Vec<Look<'a>>,
    /// Neighbours among its words.
    pairs: Vec<[String; 2]>,
    factor: f32,
    via: Option<usize>,
}

/// A [`Wanted`] with what an index has like it.
pub(crate) struct Look<'a> {
    wanted: Wanted,
    /// The provision that a word names.
    cite: Option<String>,
    /// The words that are made of it.
    compounds: OnceCell<Vec<&'a str>>,
    plain: OnceCell<Option<String>>,
}

impl Look<'_> {
    fn new(wanted: Wanted) -> Self {
        let cite = match &wanted {
            Wanted::Word { folded, .. } => citation(folded).map(|cite| cite.to_string()),
            _ => None,
        };
        Self { wanted, cite, compounds: OnceCell::new(), plain: OnceCell::new() }
    }

    fn all(text: &str, kind: Kind, analyser: &Analyser) -> Vec<Self> {
        wanted(text, kind, analyser).into_iter().map(Self::new).collect()
    }
}

impl Looked<'_> {
    pub(crate) fn new(asked: &Asked, analyser: &Analyser) -> Self {
        let way = |way: &Way| {
            let words = Look::all(&way.text, way.kind, analyser);
            let pairs = pairs(words.iter().map(|look| Some(&look.wanted)));
            LookedWay { words, pairs, factor: way.factor, via: way.via }
        };
        let group = |group: &Group| group.ways.iter().map(way).collect();
        let without = |part: &Part| Look::all(&part.text, part.kind, analyser);
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
        ways.chain(self.without.iter().flatten()).any(|look| matches!(look.wanted, Wanted::Prefix(_)))
    }
}

/// Single words that are neighbours.
fn pairs<'w>(words: impl Iterator<Item = Option<&'w Wanted>>) -> Vec<[String; 2]> {
    let word = |wanted: Option<&Wanted>| match wanted {
        Some(Wanted::Word { folded, .. }) => Some(folded.clone()),
        _ => None,
    };
    let words: Vec<Option<String>> = words.map(word).collect();
    let pair = |pair: &[Option<String>]| match pair {
        [Some(a), Some(b)] => Some([a.clone(), b.clone()]),
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

/// The words in a field that begin so, at most so many.
type Begin<'a> = Box<dyn Fn(Field, &str, usize) -> Result<Vec<String>, SearchError> + 'a>;

/// Scores parts of a query, each over all units of one volume. The engine finds the words; what a place is worth and how places
/// add up is said here.
pub(crate) struct Scorer<'a> {
    pub(crate) lists: Lists<'a>,
    pub(crate) fields: &'a Fields,
    pub(crate) ranks: &'a [Rank],
    pub(crate) analyser: &'a Analyser,
    /// Which words are made of which parts, see [`PARTS`](crate::write::PARTS).
    pub(crate) compounds: &'a [u8],
    /// What is scored: its units, and the lengths of its texts.
    pub(crate) volume: &'a Volume,
    /// All words of the index in a field, for the beginnings of words.
    pub(crate) begin: Begin<'a>,
}

impl<'a> Scorer<'a> {
    fn units(&self) -> usize {
        self.volume.units.len()
    }

    /// Those of the volume's units.
    fn ranks(&self) -> &'a [Rank] {
        self.ranks.get(self.volume.units.start as usize..self.volume.units.end as usize).unwrap_or_default()
    }

    /// What each unit has of a group: the best of its ways.
    pub(crate) fn group(&mut self, ways: &[LookedWay<'a>]) -> Result<Parted, SearchError> {
        let mut best: Vec<Option<(f32, Option<usize>)>> = vec![None; self.units()];
        for way in ways {
            let parts = way.words.iter().map(|look| self.scores(look)).collect::<Result<Vec<_>, _>>()?;
            let together = if parts.len() > 1 { Some(self.pairs(&way.pairs)?) } else { None };
            if parts.is_empty() {
                continue;
            }
            for (unit, best) in best.iter_mut().enumerate() {
                // A way has all its words, and counts as one word: as much as the mean of them, more where they stand together.
                let Some(sum) = parts.iter().map(|part| part.of(unit)).sum::<Option<f32>>() else { continue };
                let near = together.as_ref().and_then(|pairs| pairs.of(unit)).unwrap_or_default();
                let score = (sum / parts.len() as f32 + near) * way.factor;
                if best.is_none_or(|(other, _)| score > other) {
                    *best = Some((score, way.via));
                }
            }
        }
        Ok(Parted(best))
    }

    /// What each unit has of a part that must not be there, its own words only.
    pub(crate) fn holds(&mut self, part: &[Look<'a>]) -> Result<Scores, SearchError> {
        let mut all = Scores::new(self.units());
        for look in part {
            match &look.wanted {
                Wanted::Word { folded, stem } => {
                    self.add_own(&mut all, |forms| forms.word, folded, 1, 1.0)?;
                    self.add_own(&mut all, |forms| forms.stem, stem, 1, 1.0)?;
                }
                Wanted::Phrase(words) => self.add_phrase(&mut all, words, 1.0)?,
                Wanted::Prefix(prefix) => self.add_prefix(&mut all, prefix)?,
            }
        }
        Ok(all)
    }

    /// How near the volume comes to a word.
    pub(crate) fn level(&mut self, token: &Token) -> Result<Option<Level>, SearchError> {
        if self.rarity(|forms| forms.word, &token.folded)? > 0 {
            return Ok(Some(Level::Exact));
        }
        if self.rarity(|forms| forms.stem, &token.stem)? > 0 || citation(&token.folded).is_some() {
            return Ok(Some(Level::Form));
        }
        for compound in made_of(self.compounds, &token.stem) {
            if self.rarity(|forms| forms.word, compound)? > 0 {
                return Ok(Some(Level::Part));
            }
        }
        match self.analyser.plain_of_query(&token.folded) {
            Some(plain) if self.rarity(|forms| forms.plain, &plain)? > 0 => Ok(Some(Level::Plain)),
            _ => Ok(None),
        }
    }

    fn scores(&mut self, look: &Look<'a>) -> Result<Scores, SearchError> {
        let mut scores = Scores::new(self.units());
        match &look.wanted {
            Wanted::Phrase(words) => self.add_phrase(&mut scores, words, 1.0)?,
            Wanted::Prefix(prefix) => self.add_prefix(&mut scores, prefix)?,
            Wanted::Word { folded, stem } => {
                let rarity = self.rarity(|forms| forms.stem, stem)?;
                self.add_word(&mut scores, |forms| forms.word, folded, rarity, EXACT)?;
                self.add_word(&mut scores, |forms| forms.stem, stem, rarity, 1.0)?;
                if let Some(cite) = &look.cite {
                    self.add(&mut scores, Place::Cite, self.fields.cite, cite, 1, 1.0)?;
                }
                for compound in look.compounds.get_or_init(|| made_of(self.compounds, stem).collect()) {
                    let own = self.rarity(|forms| forms.word, compound)?;
                    self.add_own(&mut scores, |forms| forms.word, compound, own.max(rarity), PART)?;
                }
                if scores.found() {
                    return Ok(scores);
                }
                if let Some(plain) = look.plain.get_or_init(|| self.analyser.plain_of_query(folded)) {
                    let rarity = self.rarity(|forms| forms.plain, plain)?;
                    self.add_word(&mut scores, |forms| forms.plain, plain, rarity, PLAIN)?;
                }
            }
        }
        Ok(scores)
    }

    /// What a unit gains where things that are side by side in the query are so in the unit. Makes no unit match.
    pub(crate) fn together(&mut self, looked: &Looked<'a>) -> Result<Scores, SearchError> {
        self.pairs(&looked.pairs)
    }

    fn pairs(&mut self, pairs: &[[String; 2]]) -> Result<Scores, SearchError> {
        let mut scores = Scores::new(self.units());
        for pair in pairs {
            self.add_phrase(&mut scores, pair, ADJACENT)?;
        }
        Ok(scores)
    }

    fn add_prefix(&mut self, scores: &mut Scores, prefix: &str) -> Result<(), SearchError> {
        let mut words: Vec<String> = Vec::new();
        for field in [self.fields.heading.word, self.fields.body.word] {
            words.extend((self.begin)(field, prefix, MOST_WORDS.saturating_sub(words.len()))?);
        }
        words.sort_unstable();
        words.dedup();
        for word in &words {
            let rarity = self.rarity(|forms| forms.word, word)?;
            self.add_own(scores, |forms| forms.word, word, rarity, if word == prefix { EXACT } else { PREFIX })?;
        }
        Ok(())
    }

    fn add_phrase(&mut self, scores: &mut Scores, words: &[String], factor: f32) -> Result<(), SearchError> {
        if let [word] = words {
            let rarity = self.rarity(|forms| forms.word, word)?;
            return self.add_own(scores, |forms| forms.word, word, rarity, factor);
        }
        for (place, forms) in [(Place::Heading, self.fields.heading), (Place::Body, self.fields.body)] {
            let (entries, frequencies) = self.lists.phrase(forms.word, words, &self.volume.units)?;
            let idf: f32 = frequencies.iter().map(|frequency| idf(*frequency, self.units())).sum();
            Weigh { idf, mean: self.mean(forms.word), place, factor }.add(scores, &entries, self.ranks());
        }
        Ok(())
    }

    fn add_word(
        &mut self,
        scores: &mut Scores,
        form: impl Fn(Forms) -> Field,
        word: &str,
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
        word: &str,
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
        word: &str,
        rarity: u64,
        factor: f32,
    ) -> Result<(), SearchError> {
        let weigh = Weigh { idf: idf(rarity, self.units()), mean: self.mean(field), place, factor };
        let ranks = self.ranks();
        weigh.add(scores, self.lists.entries(field, word, &self.volume.units)?, ranks);
        Ok(())
    }

    /// How many words a place has in the mean.
    fn mean(&self, field: Field) -> f32 {
        let Fields { heading, body, .. } = self.fields;
        let words = |words: u64| words.max(1) as f32 / self.units() as f32;
        if [heading.word, heading.stem].contains(&field) {
            // Most units have no heading, and the mean over all would make each heading a long one.
            HEADING_LENGTH
        } else if field == body.word {
            words(self.volume.words)
        } else if field == body.stem {
            words(self.volume.stems)
        } else {
            // Fields without lengths: each unit counts as one word.
            1.0
        }
    }

    /// In how many units a word stands: heading and text taken together, since a word is not rare for being rare in
    /// headings.
    fn rarity(&mut self, form: impl Fn(Forms) -> Field, word: &str) -> Result<u64, SearchError> {
        let mut both = 0;
        for place in [self.fields.heading, self.fields.body] {
            both += self.lists.entries(form(place), word, &self.volume.units)?.len();
        }
        Ok(both.min(self.units()) as u64)
    }
}

/// The words that are made of a part.
fn made_of<'a>(compounds: &'a [u8], part: &str) -> impl Iterator<Item = &'a str> {
    let line = from_key(compounds, part).split(|byte| *byte == b'\n').next();
    let words = line.and_then(|line| line.split(|byte| *byte == b'\t').nth(1));
    let words = words.and_then(|words| std::str::from_utf8(words).ok());
    words.unwrap_or_default().split(' ').filter(|word| !word.is_empty())
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
    fn add(&self, scores: &mut Scores, entries: &[Entry], ranks: &[Rank]) {
        for entry in entries {
            if let Some(rank) = ranks.get(entry.unit) {
                scores.add(entry.unit, self.place, self.score(entry) * self.factor * self.place.weight(*rank));
            }
        }
    }

    fn score(&self, entry: &Entry) -> f32 {
        const K1: f32 = 1.2;
        const B: f32 = 0.75;
        let times = entry.times as f32;
        self.idf * (1.0 + K1) * (times / (times + K1 * (1.0 - B + B * entry.length as f32 / self.mean)))
    }
}
