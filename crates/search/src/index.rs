use lawgrep_model::{Citation, UnitId};
use tantivy::{ReloadPolicy, Searcher, directory::OwnedBytes};

use crate::{
    Asked, Blob, SearchError,
    analyse::Analyser,
    blob::{Files, unpack},
    directory::Packed,
    rank::Rank,
    schema::{Fields, Filled},
    score::{Parted, Scorer, Scores},
    write::{CITED, CITES, FILLED, PARTS, RANKS},
};

/// How many of the things asked for a unit must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// All of them.
    All,
    /// At least half of those that the edition has at all. For when [`Match::All`] finds nothing.
    Any,
}

/// A unit that matches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Which unit of the document.
    pub unit: UnitId,
    /// How well it matches; comparable within one search of one edition, and not alone what hits are ordered by.
    pub score: f32,
    /// How many of the things asked for it holds.
    pub held: usize,
    /// It holds them all.
    pub all: bool,
    /// What led to it, where it holds something in another way than it was typed: [`Way::via`](crate::Way::via).
    pub via: Option<usize>,
}

/// How near a word comes to one that an edition has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The word itself.
    Exact,
    /// Another form of it.
    Form,
    /// It is part of a compound.
    Part,
    /// It is there with other letters: `ø` for `o`.
    Plain,
}

/// The index of one edition, open for searching.
pub struct Index {
    searcher: Searcher,
    fields: Fields,
    ranks: Vec<Rank>,
    /// How many references lead to each unit.
    cited: Vec<u8>,
    /// See [`CITES`].
    cites: OwnedBytes,
    /// See [`PARTS`].
    parts: OwnedBytes,
    filled: Filled,
    tables: u64,
}

impl Index {
    /// Opens a packed index. Copies none of its postings, writes nothing and starts no thread.
    ///
    /// # Errors
    /// When the bytes are no index, one of another format, or damaged.
    pub fn open(blob: Blob) -> Result<Self, SearchError> {
        let Files { tables, mut files } = unpack(&blob)?;
        let fields = Fields::new();
        let ranks = files.remove(RANKS).ok_or(SearchError::Damaged("the ranks of its units are missing"))?;
        let ranks = ranks.iter().map(|byte| Rank::from_byte(*byte)).collect::<Option<Vec<_>>>();
        let ranks = ranks.ok_or(SearchError::Damaged("a rank that does not exist"))?;
        let parts = files.remove(PARTS).ok_or(SearchError::Damaged("the parts of its words are missing"))?;
        let cites = files.remove(CITES).filter(|cites| cites.len() == 8 * ranks.len());
        let cites = cites.ok_or(SearchError::Damaged("the citations of its units are missing"))?;
        let filled = files.remove(FILLED).and_then(|bytes| Filled::from_bytes(&bytes));
        let filled = filled.ok_or(SearchError::Damaged("which of its fields have words is missing"))?;
        let cited = files.remove(CITED).filter(|cited| cited.len() == ranks.len());
        let cited = cited.ok_or(SearchError::Damaged("the counts of its references are missing"))?.to_vec();
        let index = tantivy::Index::open(Packed::new(files))?;
        if index.schema() != fields.schema {
            return Err(SearchError::Damaged("its fields are others"));
        }
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let searcher = reader.searcher();
        let documents: u64 = searcher.num_docs();
        if searcher.segment_readers().len() > 1 || documents != ranks.len() as u64 {
            return Err(SearchError::Damaged("it holds other units than it names"));
        }
        Ok(Self { searcher, fields, ranks, cited, cites, parts, filled, tables })
    }

    /// Whether it was built with the tables of that language. If not, [`search`](Self::search) refuses, and the index
    /// must be built again.
    pub fn fits(&self, analyser: &Analyser) -> bool {
        analyser.tables() == self.tables
    }

    /// The units that match, best first; units of equal score in print order. Where nothing is asked for nothing is found.
    ///
    /// A word in a heading counts more than one in a definition's term, and that more than one in a text; the word as
    /// typed more than another form of it, and that more than a compound it is part of. Where none of these is in the
    /// edition, the word in plain letters is looked for. A word in the heading of a law or section that a unit stands in
    /// counts a little, and so do references that lead to the unit. Chapter headings, then front matter, then the table
    /// of contents come after everything else.
    ///
    /// # Errors
    /// [`SearchError::OtherAnalysis`] for another language than the index was built for.
    pub fn search(&self, asked: &Asked, analyser: &Analyser, how: Match) -> Result<Vec<Hit>, SearchError> {
        self.check(analyser)?;
        if asked.groups.is_empty() || self.ranks.is_empty() {
            return Ok(Vec::new());
        }
        let scorer = self.scorer(analyser);
        let parts = asked.groups.iter().map(|group| scorer.group(group)).collect::<Result<Vec<_>, _>>()?;
        let enough = match how {
            Match::All => parts.len(),
            Match::Any => parts.iter().filter(|part| part.found()).count().div_ceil(2).max(1),
        };
        let together = scorer.together(asked)?;
        let barred = asked.without.iter().map(|part| scorer.holds(part)).collect::<Result<Vec<_>, _>>()?;
        let free = |unit: usize| barred.iter().all(|scores| scores.of(unit).is_none());
        let mut hits: Vec<Hit> = (0..self.ranks.len())
            .filter(|unit| parts.iter().any(|part| part.of(*unit).is_some()) && free(*unit))
            .map(|unit| self.hit(unit, &parts, &together))
            .filter(|hit| hit.held >= enough)
            .collect();
        let tier = |hit: &Hit| self.tier(hit.unit);
        hits.sort_by(|a, b| {
            let first = (tier(a), b.held).cmp(&(tier(b), a.held));
            first.then(b.score.total_cmp(&a.score)).then(a.unit.cmp(&b.unit))
        });
        Ok(hits)
    }

    /// Which tier a unit's hits are in: those of a higher one come after all others.
    pub fn tier(&self, unit: UnitId) -> u8 {
        self.ranks.get(unit.index()).map_or(0, |rank| rank.tier())
    }

    /// The one provision that a unit is; `None` for any other unit.
    pub fn provision(&self, unit: UnitId) -> Option<Citation> {
        let number = self.cites.as_chunks::<8>().0.get(unit.index())?;
        Citation::from_number(u64::from_le_bytes(*number))
    }

    /// How near the edition comes to a word; `None` where it has nothing like it.
    ///
    /// # Errors
    /// [`SearchError::OtherAnalysis`] for another language than the index was built for.
    pub fn level(&self, word: &str, analyser: &Analyser) -> Result<Option<Level>, SearchError> {
        self.check(analyser)?;
        let scorer = self.scorer(analyser);
        let mut worst = None;
        for token in analyser.words(word) {
            match scorer.level(&token)? {
                Some(level) => worst = worst.max(Some(level)),
                None => return Ok(None),
            }
        }
        Ok(worst)
    }

    /// Calls `f` with every word of the edition, folded, and in how many of its units it stands.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn each_word(&self, mut f: impl FnMut(&str, u32)) -> Result<(), SearchError> {
        for field in [self.fields.heading.word, self.fields.body.word] {
            for segment in self.searcher.segment_readers().iter().filter(|_| self.filled.has(field)) {
                let inverted = segment.inverted_index(field)?;
                let mut words = inverted.terms().stream().map_err(tantivy::TantivyError::from)?;
                while words.advance() {
                    if let Ok(word) = std::str::from_utf8(words.key()) {
                        f(word, words.value().doc_freq);
                    }
                }
            }
        }
        Ok(())
    }

    fn check(&self, analyser: &Analyser) -> Result<(), SearchError> {
        if self.fits(analyser) { Ok(()) } else { Err(SearchError::OtherAnalysis) }
    }

    fn scorer<'a>(&'a self, analyser: &'a Analyser) -> Scorer<'a> {
        let Self { searcher, fields, ranks, parts, filled, .. } = self;
        Scorer { searcher, fields, ranks, analyser, compounds: parts, filled }
    }

    /// What a unit has of each part, `together` on top where it has any.
    fn hit(&self, unit: usize, parts: &[Parted], together: &Scores) -> Hit {
        let scores = parts.iter().filter_map(|part| part.of(unit));
        let held = scores.clone().count();
        let sum: f32 = scores.clone().map(|(score, _)| score).sum();
        let via = scores.clone().find_map(|(_, via)| via);
        let cited = self.cited.get(unit).copied().unwrap_or_default();
        // Only tells apart what is nearly alike: a doubling of references is worth a fiftieth.
        let about = 1.0 + 0.02 * f32::from(cited).ln_1p() / std::f32::consts::LN_2;
        let score = (sum + together.of(unit).unwrap_or_default()) * about;
        Hit { unit: UnitId(u32::try_from(unit).unwrap_or(u32::MAX)), score, held, all: held == parts.len(), via }
    }
}
