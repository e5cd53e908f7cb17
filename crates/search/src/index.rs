use lawgrep_model::UnitId;
use tantivy::{DocSet, SegmentReader, directory::OwnedBytes, index::SegmentId, schema::IndexRecordOption};

use crate::{
    Asked, Blob, SearchError,
    analyse::Analyser,
    blob::unpack,
    cites::{Cites, Provisions},
    common::{COMMON, Common, SCORES},
    directory::Packed,
    lists::Lists,
    rank::Rank,
    schema::{Fields, Filled},
    score::{Look, Looked, Parted, Scorer, Scores},
    volume::{self, Volume},
    write::{CITED, CITES, FILLED, PARTS, RANKS, SEGMENT, VOLUMES},
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

/// What is said of an index without one of its files.
pub(crate) const FILES: &str = "a file is missing or does not fit the others";

/// The index of one edition, or of several that were [joined](crate::join), open for searching. Each edition is a volume, counted
/// from 0.
pub struct Index {
    segment: SegmentReader,
    fields: Fields,
    /// A [`Rank`] byte a unit.
    ranks: OwnedBytes,
    /// How many references lead to each unit.
    cited: OwnedBytes,
    cites: Cites,
    /// See [`PARTS`].
    parts: OwnedBytes,
    filled: Filled,
    volumes: Vec<Volume>,
    tables: u64,
    common: Option<Common>,
}

/// Opens what the engine wrote.
pub(crate) fn engine(files: Packed) -> Result<tantivy::Index, SearchError> {
    let index = tantivy::Index::open(files)?;
    if index.schema() == Fields::new().schema { Ok(index) } else { Err(SearchError::Damaged("its fields are others")) }
}

/// Opens the one segment of an index, which has so many documents. Asking the engine which segments there are would read the
/// list of them a second time.
fn segment(index: &tantivy::Index, documents: usize) -> Result<SegmentReader, SearchError> {
    let other = |_| SearchError::Damaged("it holds other units than it names");
    let documents = u32::try_from(documents).map_err(other)?;
    let id = SegmentId::from_uuid_string(SEGMENT).map_err(|_| SearchError::Damaged(FILES))?;
    Ok(SegmentReader::open(&index.segment(index.new_segment_meta(id, documents)))?)
}

impl Index {
    /// Opens a packed index. Copies none of its postings, writes nothing and starts no thread.
    ///
    /// # Errors
    /// When the bytes are no index, one of another format, or damaged.
    pub fn open(blob: Blob) -> Result<Self, SearchError> {
        let mut unpacked = unpack(&blob)?;
        let mut file = |name| unpacked.take(name)?.ok_or(SearchError::Damaged(FILES));
        let (ranks, cited, cites) = (file(RANKS)?, file(CITED)?, file(CITES)?);
        let (parts, filled, volumes) = (file(PARTS)?, file(FILLED)?, file(VOLUMES)?);
        if ranks.iter().max().is_some_and(|byte| Rank::from_byte(*byte).is_none()) {
            return Err(SearchError::Damaged("a rank that does not exist"));
        }
        let filled = Filled::from_bytes(&filled).ok_or(SearchError::Damaged(FILES))?;
        let volumes = volume::decode(&volumes, ranks.len()).ok_or(SearchError::Damaged(FILES))?;
        let cites = Cites::open(cites, ranks.len()).ok_or(SearchError::Damaged(FILES))?;
        if cited.len() != ranks.len() {
            return Err(SearchError::Damaged(FILES));
        }
        let scores = unpacked.files.remove(SCORES);
        let common = unpacked.take(COMMON).unwrap_or_default().zip(scores);
        let common = common.and_then(|(head, scores)| Common::open(&head, scores, volumes.len()));
        let segment = segment(&engine(Packed::new(unpacked.files))?, ranks.len())?;
        let (fields, tables) = (Fields::new(), unpacked.tables);
        Ok(Self { segment, fields, ranks, cited, cites, parts, filled, volumes, tables, common })
    }

    /// Whether it was built with the tables of that language. If not, [`search`](Self::search) refuses, and the index
    /// must be built again.
    pub fn fits(&self, analyser: &Analyser) -> bool {
        analyser.tables() == self.tables
    }

    /// What its volumes were called when they were joined.
    pub fn volumes(&self) -> impl Iterator<Item = &str> {
        self.volumes.iter().map(|volume| volume.name.as_str())
    }

    /// How many units each volume has.
    pub(crate) fn volume_sizes(&self) -> impl Iterator<Item = usize> {
        self.volumes.iter().map(|volume| volume.units.len())
    }

    /// Calls `scored` with each unit that has a word and what it scores, volume by volume, and `end` after each volume with how many
    /// there were so far and how near the volume comes to the word.
    ///
    /// # Errors
    /// When the index is damaged.
    pub(crate) fn each_score(
        &self,
        look: &Look,
        analyser: &Analyser,
        mut end: impl FnMut(u32, Option<Level>),
        mut scored: impl FnMut(u16, f32),
    ) -> Result<(), SearchError> {
        let mut lists = Some(self.lists());
        let mut count = 0;
        for volume in 0..self.volumes.len() {
            let level = self.scoring(&mut lists, analyser, volume, |scorer, volume| {
                let scores = scorer.scores(look)?;
                for (unit, number) in (0..volume.units.len()).zip(0..) {
                    if let Some(score) = scores.of(unit) {
                        scored(number, score);
                        count += 1;
                    }
                }
                scorer.level(look)
            })?;
            end(count, level);
        }
        Ok(())
    }

    /// The units that match, best first; units of equal score in print order. Where nothing is asked for nothing is found. Of an
    /// index of one edition; see [`begin`](Self::begin) for others.
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
        let mut hits = Vec::new();
        self.begin(asked, analyser)?.hits(0, how, &mut hits)?;
        let tiers = self.tiers(0);
        let tier = |hit: &Hit| tiers(hit.unit);
        hits.sort_by(|a, b| {
            let first = (tier(a), b.held).cmp(&(tier(b), a.held));
            first.then(b.score.total_cmp(&a.score)).then(a.unit.cmp(&b.unit))
        });
        Ok(hits)
    }

    /// Begins a search of its volumes.
    ///
    /// # Errors
    /// [`SearchError::OtherAnalysis`] for another language than the index was built for; [`SearchError::OneByOne`] for beginnings
    /// of words in an index of several volumes.
    pub fn begin<'a>(&'a self, asked: &Asked, analyser: &'a Analyser) -> Result<Search<'a>, SearchError> {
        self.check(analyser)?;
        let looked = Looked::new(asked, analyser);
        if self.volumes.len() > 1 && looked.has_prefix() {
            return Err(SearchError::OneByOne);
        }
        Ok(Search { index: self, lists: Some(self.lists()), analyser, looked, about: About::default() })
    }

    /// Which tier the hits of a volume's units are in: those of a higher one come after all others.
    pub fn tiers(&self, volume: usize) -> impl Fn(UnitId) -> u8 {
        let ranks = self.of_volume(&self.ranks, volume);
        let tiers = Rank::ALL.map(Rank::tier);
        move |unit| ranks.get(unit.index()).and_then(|byte| tiers.get(usize::from(*byte))).copied().unwrap_or_default()
    }

    /// Which provisions the units of a volume are.
    pub fn provisions(&self, volume: usize) -> Provisions<'_> {
        let units = self.volumes.get(volume).map_or(0..0, |volume| volume.units.clone());
        self.cites.of_units(units.start as usize..units.end as usize)
    }

    /// What has a byte a unit.
    fn of_volume<'a>(&self, all: &'a [u8], volume: usize) -> &'a [u8] {
        let units = self.volumes.get(volume).map(|volume| &volume.units);
        units.and_then(|units| all.get(units.start as usize..units.end as usize)).unwrap_or_default()
    }

    /// How near the edition comes to a word; `None` where it has nothing like it.
    ///
    /// # Errors
    /// [`SearchError::OtherAnalysis`] for another language than the index was built for.
    pub fn level(&self, word: &str, analyser: &Analyser) -> Result<Option<Level>, SearchError> {
        self.word(word, analyser)?.level(0)
    }

    /// Begins to look a word up in its volumes.
    ///
    /// # Errors
    /// [`SearchError::OtherAnalysis`] for another language than the index was built for.
    pub fn word<'a>(&'a self, word: &str, analyser: &'a Analyser) -> Result<Word<'a>, SearchError> {
        self.check(analyser)?;
        Ok(Word { index: self, lists: Some(self.lists()), analyser, looks: Look::words(word, analyser) })
    }

    /// Calls `found` with every word that is `wanted` and stands in the text or a heading of a volume, folded, with the volume and in
    /// how many of its units it stands there.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn each_word(
        &self,
        mut wanted: impl FnMut(&str) -> bool,
        mut found: impl FnMut(&str, usize, u32),
    ) -> Result<(), SearchError> {
        for field in [self.fields.heading.word, self.fields.body.word] {
            if self.filled.has(field) {
                let inverted = self.segment.inverted_index(field)?;
                let mut words = inverted.terms().stream().map_err(tantivy::TantivyError::from)?;
                while words.advance() {
                    let Some(word) = std::str::from_utf8(words.key()).ok().filter(|word| wanted(word)) else {
                        continue;
                    };
                    if self.volumes.len() == 1 {
                        found(word, 0, words.value().doc_freq);
                        continue;
                    }
                    let postings = inverted.read_postings_from_terminfo(words.value(), IndexRecordOption::Basic);
                    let mut postings = postings.map_err(tantivy::TantivyError::from)?;
                    for (number, volume) in self.volumes.iter().enumerate() {
                        let mut count = 0;
                        while postings.doc() < volume.units.end {
                            count += 1;
                            postings.advance();
                        }
                        if count > 0 {
                            found(word, number, count);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn check(&self, analyser: &Analyser) -> Result<(), SearchError> {
        if self.fits(analyser) { Ok(()) } else { Err(SearchError::OtherAnalysis) }
    }

    fn lists(&self) -> Lists<'_> {
        Lists::new(&self.segment, &self.fields, &self.filled)
    }

    /// Runs `f` with the lists on one volume; nothing where there is none of that number.
    fn scoring<'a, T: Default>(
        &'a self,
        lists: &mut Option<Lists<'a>>,
        analyser: &'a Analyser,
        volume: usize,
        f: impl FnOnce(&mut Scorer<'a>, &'a Volume) -> Result<T, SearchError>,
    ) -> Result<T, SearchError> {
        let number = volume;
        let Some(volume) = self.volumes.get(number) else { return Ok(T::default()) };
        let Self { fields, parts, .. } = self;
        let common = self.common.as_ref();
        let ranks = self.ranks.get(volume.units.start as usize..volume.units.end as usize).unwrap_or_default();
        let own = lists.take().unwrap_or_else(|| self.lists());
        let mut scorer = Scorer { lists: own, fields, ranks, analyser, compounds: parts, common, number, volume };
        let done = f(&mut scorer, volume);
        *lists = Some(scorer.lists);
        done
    }
}

/// A search of the volumes of an index. Lists of words are read on from volume to volume, so they are best asked in order.
pub struct Search<'a> {
    index: &'a Index,
    lists: Option<Lists<'a>>,
    analyser: &'a Analyser,
    looked: Looked,
    about: About,
}

impl Search<'_> {
    /// Puts the units of a volume that match in the place of what is in `hits`, in print order; see [`Index::search`] for what
    /// counts. Nothing for a volume that there is not.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn hits(&mut self, volume: usize, how: Match, hits: &mut Vec<Hit>) -> Result<(), SearchError> {
        let Self { index, lists, analyser, looked, about } = self;
        hits.clear();
        if looked.groups.is_empty() {
            return Ok(());
        }
        index.scoring(lists, analyser, volume, |scorer, volume| {
            let parts = looked.groups.iter().map(|group| scorer.group(group)).collect::<Result<Vec<_>, _>>()?;
            let enough = match how {
                Match::All => parts.len(),
                Match::Any => parts.iter().filter(|part| part.found()).count().div_ceil(2).max(1),
            };
            let together = scorer.together(looked)?;
            let barred = looked.without.iter().map(|part| scorer.holds(part)).collect::<Result<Vec<_>, _>>()?;
            let free = |unit: usize| barred.iter().all(|scores| scores.of(unit).is_none());
            let cited = index.cited.get(volume.units.start as usize..volume.units.end as usize).unwrap_or_default();
            let mut cited = |unit: usize| about.factor(cited.get(unit).copied().unwrap_or_default());
            // Most queries are one thing, of which there are no neighbours.
            if let ([part], true, true) = (parts.as_slice(), barred.is_empty(), !together.found()) {
                let hit =
                    |(unit, score, via)| Hit { unit: id(unit), score: score * cited(unit), held: 1, all: true, via };
                hits.extend(part.each().map(hit));
                return Ok(());
            }
            let all = (0..volume.units.len())
                .filter(|unit| parts.iter().any(|part| part.of(*unit).is_some()) && free(*unit))
                .map(|unit| hit(unit, &parts, &together, cited(unit)))
                .filter(|hit| hit.held >= enough);
            hits.extend(all);
            Ok(())
        })
    }
}

/// What a unit has of each part, `together` on top where it has any; all of it `about` times.
fn hit(unit: usize, parts: &[Parted], together: &Scores, about: f32) -> Hit {
    let (mut held, mut sum, mut via) = (0, 0.0, None);
    for (score, way) in parts.iter().filter_map(|part| part.of(unit)) {
        held += 1;
        sum += score;
        via = via.or(way);
    }
    let score = (sum + together.of(unit).unwrap_or_default()) * about;
    Hit { unit: id(unit), score, held, all: held == parts.len(), via }
}

fn id(unit: usize) -> UnitId {
    UnitId(u32::try_from(unit).unwrap_or(u32::MAX))
}

/// What a unit gains by how many references lead to it. The same few numbers come again and again.
struct About([Option<f32>; 256]);

impl Default for About {
    fn default() -> Self {
        Self([None; 256])
    }
}

impl About {
    /// Only tells apart what is nearly alike: a doubling of references is worth a fiftieth.
    fn factor(&mut self, cited: u8) -> f32 {
        let work_out = || 1.0 + 0.02 * f32::from(cited).ln_1p() / std::f32::consts::LN_2;
        match self.0.get_mut(usize::from(cited)) {
            Some(known) => *known.get_or_insert_with(work_out),
            None => work_out(),
        }
    }
}

/// A word that is looked up in the volumes of an index, best in their order.
pub struct Word<'a> {
    index: &'a Index,
    lists: Option<Lists<'a>>,
    analyser: &'a Analyser,
    looks: Vec<Look>,
}

impl Word<'_> {
    /// How near a volume comes to the word; `None` where it has nothing like it.
    ///
    /// # Errors
    /// When the index is damaged.
    pub fn level(&mut self, volume: usize) -> Result<Option<Level>, SearchError> {
        let Self { index, lists, analyser, looks } = self;
        index.scoring(lists, analyser, volume, |scorer, _| {
            let mut worst = None;
            for look in looks.iter() {
                match scorer.level(look)? {
                    Some(level) => worst = worst.max(Some(level)),
                    None => return Ok(None),
                }
            }
            Ok(worst)
        })
    }
}
