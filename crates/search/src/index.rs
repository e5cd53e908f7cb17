use lawgrep_lexicon::Language;
use lawgrep_model::UnitId;
use tantivy::{ReloadPolicy, Searcher};

use crate::{
    Blob, Query, SearchError,
    analyse::Analyser,
    blob::{Files, unpack},
    directory::Packed,
    rank::Rank,
    schema::Fields,
    score::{Scorer, Scores},
    write::RANKS,
};

/// How many of a query's words and phrases a unit must hold.
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
    /// How many of the query's words and phrases it holds.
    pub held: usize,
    /// It holds them all.
    pub all: bool,
}

/// The index of one edition, open for searching.
pub struct Index {
    searcher: Searcher,
    fields: Fields,
    ranks: Vec<Rank>,
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
        Ok(Self { searcher, fields, ranks, tables })
    }

    /// Whether it was built with the tables of that language. If not, [`search`](Self::search) refuses, and the index
    /// must be built again.
    pub fn fits(&self, language: &Language) -> bool {
        Analyser::new(language).tables() == self.tables
    }

    /// The units that match, best first; units of equal score in print order. A query without words finds nothing.
    ///
    /// A word in a heading counts more than one in a definition's term, and that more than one in a text; the word as
    /// typed more than another form of it. Where neither is in the edition, the word in plain letters is looked for. A
    /// word in the heading of a law or section that a unit stands in counts a little. Chapter headings, then front
    /// matter, then the table of contents come after everything else.
    ///
    /// # Errors
    /// [`SearchError::OtherAnalysis`] for another language than the index was built for.
    pub fn search(&self, query: &Query, language: &Language, how: Match) -> Result<Vec<Hit>, SearchError> {
        let analyser = Analyser::new(language);
        if analyser.tables() != self.tables {
            return Err(SearchError::OtherAnalysis);
        }
        let wanted = query.wanted(&analyser);
        if wanted.is_empty() || self.ranks.is_empty() {
            return Ok(Vec::new());
        }
        let Self { searcher, fields, ranks, .. } = self;
        let scorer = Scorer { searcher, fields, ranks, analyser: &analyser };
        let parts = wanted.iter().map(|wanted| scorer.scores(wanted)).collect::<Result<Vec<_>, _>>()?;
        let enough = match how {
            Match::All => parts.len(),
            Match::Any => parts.iter().filter(|part| part.found()).count().div_ceil(2).max(1),
        };
        let together = scorer.together(&wanted)?;
        let mut hits: Vec<Hit> =
            (0..self.ranks.len()).map(|unit| hit(unit, &parts, &together)).filter(|hit| hit.held >= enough).collect();
        let tier = |hit: &Hit| self.ranks.get(hit.unit.index()).map_or(0, |rank| rank.tier());
        hits.sort_by(|a, b| {
            let first = (tier(a), b.held).cmp(&(tier(b), a.held));
            first.then(b.score.total_cmp(&a.score)).then(a.unit.cmp(&b.unit))
        });
        Ok(hits)
    }
}

/// What a unit has of each part, `together` on top where it has any.
fn hit(unit: usize, parts: &[Scores], together: &Scores) -> Hit {
    let scores = parts.iter().filter_map(|part| part.of(unit));
    let held = scores.clone().count();
    let score = scores.chain(together.of(unit)).sum();
    Hit { unit: UnitId(u32::try_from(unit).unwrap_or(u32::MAX)), score, held, all: held == parts.len() }
}
