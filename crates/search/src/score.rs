use tantivy::{
    Searcher, Term,
    query::{Bm25StatisticsProvider, EnableScoring, PhraseQuery, Query, TermQuery},
    schema::{Field, IndexRecordOption},
};

use crate::{
    Asked, Group, Kind, Level, Part, SearchError, Token,
    analyse::Analyser,
    query::{Wanted, citation, wanted},
    rank::Rank,
    schema::{Fields, Filled, Forms},
    thesaurus::from_key,
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
const HEADING_LENGTH: u64 = 4;

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

/// Scores parts of a query, each over all units. The engine finds and weighs single terms and phrases; what a place is
/// worth and how places add up is said here.
pub(crate) struct Scorer<'a> {
    pub(crate) searcher: &'a Searcher,
    pub(crate) fields: &'a Fields,
    pub(crate) ranks: &'a [Rank],
    pub(crate) analyser: &'a Analyser,
    /// Which words are made of which parts, see [`PARTS`](crate::write::PARTS).
    pub(crate) compounds: &'a [u8],
    /// The fields that have any word, see [`FILLED`](crate::write::FILLED).
    pub(crate) filled: &'a Filled,
}

impl Scorer<'_> {
    /// What each unit has of a group: the best of its ways.
    pub(crate) fn group(&self, group: &Group) -> Result<Parted, SearchError> {
        let mut best: Vec<Option<(f32, Option<usize>)>> = vec![None; self.ranks.len()];
        for way in &group.ways {
            let words = wanted(&way.text, way.kind, self.analyser);
            let parts = words.iter().map(|word| self.scores(word)).collect::<Result<Vec<_>, _>>()?;
            let together = if parts.len() > 1 { Some(self.pairs(&words)?) } else { None };
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
    pub(crate) fn holds(&self, part: &Part) -> Result<Scores, SearchError> {
        let mut all = Scores::new(self.ranks.len());
        for word in wanted(&part.text, part.kind, self.analyser) {
            match &word {
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

    /// How near the edition comes to a word.
    pub(crate) fn level(&self, token: &Token) -> Result<Option<Level>, SearchError> {
        if self.rarity(|forms| forms.word, &token.folded)? > 0 {
            return Ok(Some(Level::Exact));
        }
        if self.rarity(|forms| forms.stem, &token.stem)? > 0 || citation(&token.folded).is_some() {
            return Ok(Some(Level::Form));
        }
        if self.made_of(&token.stem).next().is_some() {
            return Ok(Some(Level::Part));
        }
        match self.analyser.plain_of_query(&token.folded) {
            Some(plain) if self.rarity(|forms| forms.plain, &plain)? > 0 => Ok(Some(Level::Plain)),
            _ => Ok(None),
        }
    }

    fn scores(&self, wanted: &Wanted) -> Result<Scores, SearchError> {
        let mut scores = Scores::new(self.ranks.len());
        match wanted {
            Wanted::Phrase(words) => self.add_phrase(&mut scores, words, 1.0)?,
            Wanted::Prefix(prefix) => self.add_prefix(&mut scores, prefix)?,
            Wanted::Word { folded, stem } => {
                let rarity = self.rarity(|forms| forms.stem, stem)?;
                self.add_word(&mut scores, |forms| forms.word, folded, rarity, EXACT)?;
                self.add_word(&mut scores, |forms| forms.stem, stem, rarity, 1.0)?;
                if let Some(cite) = citation(folded) {
                    let query = term(self.fields.cite, &cite.to_string());
                    self.add(&mut scores, Place::Cite, self.fields.cite, &query, Some(1), 1.0)?;
                }
                for compound in self.made_of(stem) {
                    let own = self.rarity(|forms| forms.word, compound)?;
                    self.add_own(&mut scores, |forms| forms.word, compound, own.max(rarity), PART)?;
                }
                if scores.found() {
                    return Ok(scores);
                }
                if let Some(plain) = self.analyser.plain_of_query(folded) {
                    let rarity = self.rarity(|forms| forms.plain, &plain)?;
                    self.add_word(&mut scores, |forms| forms.plain, &plain, rarity, PLAIN)?;
                }
            }
        }
        Ok(scores)
    }

    /// The words of the edition that are made of a part.
    fn made_of(&self, part: &str) -> impl Iterator<Item = &str> {
        let line = from_key(self.compounds, part).split(|byte| *byte == b'\n').next();
        let words = line.and_then(|line| line.split(|byte| *byte == b'\t').nth(1));
        let words = words.and_then(|words| std::str::from_utf8(words).ok());
        words.unwrap_or_default().split(' ').filter(|word| !word.is_empty())
    }

    /// What a unit gains where things that are side by side in the query are so in the unit. Makes no unit match.
    pub(crate) fn together(&self, asked: &Asked) -> Result<Scores, SearchError> {
        let typed = asked.groups.iter().map(|group| group.ways.first()).map(|way| {
            let way = way.filter(|way| way.kind == Kind::Words)?;
            match wanted(&way.text, way.kind, self.analyser).as_slice() {
                [word] => Some(word.clone()),
                _ => None,
            }
        });
        let typed: Vec<Option<Wanted>> = typed.collect();
        let mut scores = Scores::new(self.ranks.len());
        for pair in typed.windows(2) {
            if let [Some(a), Some(b)] = pair {
                self.add_pair(&mut scores, a, b)?;
            }
        }
        Ok(scores)
    }

    /// What a unit gains where neighbours among these stand side by side.
    fn pairs(&self, words: &[Wanted]) -> Result<Scores, SearchError> {
        let mut scores = Scores::new(self.ranks.len());
        for pair in words.windows(2) {
            if let [a, b] = pair {
                self.add_pair(&mut scores, a, b)?;
            }
        }
        Ok(scores)
    }

    fn add_pair(&self, scores: &mut Scores, a: &Wanted, b: &Wanted) -> Result<(), SearchError> {
        if let (Wanted::Word { folded: a, .. }, Wanted::Word { folded: b, .. }) = (a, b) {
            self.add_phrase(scores, &[a.clone(), b.clone()], ADJACENT)?;
        }
        Ok(())
    }

    fn add_prefix(&self, scores: &mut Scores, prefix: &str) -> Result<(), SearchError> {
        let mut words: Vec<String> = Vec::new();
        for field in [self.fields.heading.word, self.fields.body.word] {
            for segment in self.searcher.segment_readers().iter().filter(|_| self.filled.has(field)) {
                let inverted = segment.inverted_index(field)?;
                let from = inverted.terms().range().ge(prefix.as_bytes()).into_stream();
                let mut stream = from.map_err(tantivy::TantivyError::from)?;
                while stream.advance() && words.len() < MOST_WORDS {
                    let Ok(word) = std::str::from_utf8(stream.key()) else { continue };
                    if !word.starts_with(prefix) {
                        break;
                    }
                    words.push(word.to_owned());
                }
            }
        }
        words.sort_unstable();
        words.dedup();
        for word in &words {
            let rarity = self.rarity(|forms| forms.word, word)?;
            self.add_own(scores, |forms| forms.word, word, rarity, if word == prefix { EXACT } else { PREFIX })?;
        }
        Ok(())
    }

    fn add_phrase(&self, scores: &mut Scores, words: &[String], factor: f32) -> Result<(), SearchError> {
        for (place, forms) in [(Place::Heading, self.fields.heading), (Place::Body, self.fields.body)] {
            if let [word] = words {
                let rarity = self.rarity(|forms| forms.word, word)?;
                self.add(scores, place, forms.word, &term(forms.word, word), Some(rarity), factor)?;
            } else {
                let words = words.iter().map(|word| Term::from_field_text(forms.word, word)).collect();
                self.add(scores, place, forms.word, &PhraseQuery::new(words), None, factor)?;
            }
        }
        Ok(())
    }

    fn add_word(
        &self,
        scores: &mut Scores,
        form: impl Fn(Forms) -> Field,
        word: &str,
        rarity: u64,
        factor: f32,
    ) -> Result<(), SearchError> {
        self.add_own(scores, &form, word, rarity, factor)?;
        let field = form(self.fields.above);
        self.add(scores, Place::Above, field, &term(field, word), Some(rarity), factor)
    }

    /// As [`add_word`](Self::add_word), and what stands above the unit counts nothing.
    fn add_own(
        &self,
        scores: &mut Scores,
        form: impl Fn(Forms) -> Field,
        word: &str,
        rarity: u64,
        factor: f32,
    ) -> Result<(), SearchError> {
        for (place, forms) in [(Place::Heading, self.fields.heading), (Place::Body, self.fields.body)] {
            let field = form(forms);
            self.add(scores, place, field, &term(field, word), Some(rarity), factor)?;
        }
        Ok(())
    }

    fn add(
        &self,
        scores: &mut Scores,
        place: Place,
        field: Field,
        query: &dyn Query,
        rarity: Option<u64>,
        factor: f32,
    ) -> Result<(), SearchError> {
        if !self.filled.has(field) {
            return Ok(());
        }
        let statistics = Statistics { scorer: self, rarity };
        let query = query.weight(EnableScoring::enabled_from_statistics_provider(&statistics, self.searcher))?;
        for segment in self.searcher.segment_readers() {
            query.for_each(segment, &mut |document, score| {
                let unit = document as usize;
                if let Some(rank) = self.ranks.get(unit) {
                    scores.add(unit, place, score * factor * place.weight(*rank));
                }
            })?;
        }
        Ok(())
    }

    /// In how many units a word stands: heading and text taken together, since a word is not rare for being rare in
    /// headings.
    fn rarity(&self, form: impl Fn(Forms) -> Field, word: &str) -> Result<u64, SearchError> {
        let in_field = |place: Forms| match form(place) {
            field if self.filled.has(field) => self.searcher.doc_freq(&Term::from_field_text(field, word)),
            _ => Ok(0),
        };
        let both = in_field(self.fields.heading)? + in_field(self.fields.body)?;
        Ok(both.min(self.ranks.len() as u64))
    }
}

fn term(field: Field, word: &str) -> TermQuery {
    TermQuery::new(Term::from_field_text(field, word), IndexRecordOption::WithFreqs)
}

/// The numbers that the engine's BM25 asks for.
struct Statistics<'a> {
    scorer: &'a Scorer<'a>,
    /// In how many units the word stands, the same for all its forms and places; `None` for each word's own.
    rarity: Option<u64>,
}

impl Bm25StatisticsProvider for Statistics<'_> {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        let Fields { heading, body, .. } = self.scorer.fields;
        if [heading.word, heading.stem].contains(&field) {
            // Most units have no heading, and the mean over all would make each heading a long one.
            Ok(self.total_num_docs()? * HEADING_LENGTH)
        } else if [body.word, body.stem].contains(&field) {
            Ok(Bm25StatisticsProvider::total_num_tokens(self.scorer.searcher, field)?.max(1))
        } else {
            // Fields without lengths: each unit counts as one word.
            self.total_num_docs()
        }
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        Ok(self.scorer.ranks.len() as u64)
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        match self.rarity {
            Some(rarity) => Ok(rarity),
            None => self.scorer.searcher.doc_freq(term),
        }
    }
}
