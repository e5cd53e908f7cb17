use tantivy::{
    Searcher, Term,
    query::{Bm25StatisticsProvider, EnableScoring, PhraseQuery, Query, TermQuery},
    schema::{Field, IndexRecordOption},
};

use crate::{
    SearchError,
    analyse::Analyser,
    query::{Wanted, citation},
    rank::Rank,
    schema::{Fields, Forms},
};

// What a match counts, before the rarity of the word. A heading is worth more than any number of mentions in a text (a
// text's BM25 cannot pass 2.2). What stands above a unit is worth less than one mention, but comes on top of one.
const HEADING: f32 = 3.0;
const BODY: f32 = 1.0;
const ABOVE: f32 = 0.4;
/// The word as typed against another form of it.
const EXACT: f32 = 1.25;
/// A word found in plain letters only.
const PLAIN: f32 = 0.5;
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
}

impl Scorer<'_> {
    pub(crate) fn scores(&self, wanted: &Wanted) -> Result<Scores, SearchError> {
        let mut scores = Scores::new(self.ranks.len());
        match wanted {
            Wanted::Phrase(words) => self.add_phrase(&mut scores, words, 1.0)?,
            Wanted::Word { folded, stem } => {
                let rarity = self.rarity(|forms| forms.stem, stem)?;
                self.add_word(&mut scores, |forms| forms.word, folded, rarity, EXACT)?;
                self.add_word(&mut scores, |forms| forms.stem, stem, rarity, 1.0)?;
                if let Some(cite) = citation(folded) {
                    let query = term(self.fields.cite, &cite.to_string());
                    self.add(&mut scores, Place::Cite, &query, Some(1), 1.0)?;
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

    /// What a unit gains where words that are side by side in the query are so in the unit. Makes no unit match.
    pub(crate) fn together(&self, wanted: &[Wanted]) -> Result<Scores, SearchError> {
        let mut scores = Scores::new(self.ranks.len());
        for pair in wanted.windows(2) {
            if let [Wanted::Word { folded: a, .. }, Wanted::Word { folded: b, .. }] = pair {
                self.add_phrase(&mut scores, &[a.clone(), b.clone()], ADJACENT)?;
            }
        }
        Ok(scores)
    }

    fn add_phrase(&self, scores: &mut Scores, words: &[String], factor: f32) -> Result<(), SearchError> {
        for (place, forms) in [(Place::Heading, self.fields.heading), (Place::Body, self.fields.body)] {
            if let [word] = words {
                let rarity = self.rarity(|forms| forms.word, word)?;
                self.add(scores, place, &term(forms.word, word), Some(rarity), factor)?;
            } else {
                let words = words.iter().map(|word| Term::from_field_text(forms.word, word)).collect();
                self.add(scores, place, &PhraseQuery::new(words), None, factor)?;
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
        let Fields { heading, body, above, .. } = self.fields;
        for (place, forms) in [(Place::Heading, *heading), (Place::Body, *body), (Place::Above, *above)] {
            self.add(scores, place, &term(form(forms), word), Some(rarity), factor)?;
        }
        Ok(())
    }

    fn add(
        &self,
        scores: &mut Scores,
        place: Place,
        query: &dyn Query,
        rarity: Option<u64>,
        factor: f32,
    ) -> Result<(), SearchError> {
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
        let in_field = |place: Forms| self.searcher.doc_freq(&Term::from_field_text(form(place), word));
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
