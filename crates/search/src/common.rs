//! What words score that stand nearly everywhere: worked out when indexes are joined, since to add them up anew for each query would
//! take longer than everything else.
//!
//! ```text
//! COMMON = what the scores were worked out by  the words in order, each with its bytes of SCORES
//! SCORES = for each word  u32 where each volume ends  u8 how near it comes to the word  u16 its units  f32 their scores
//!                                                                                            little endian
//! ```
//!
//! Only a help: where it is missing, or of another way to score, the lists of the words are read.

use std::{collections::BTreeMap, ops::Range};

use serde::{Deserialize, Serialize};
use tantivy::directory::{FileSlice, OwnedBytes};

use crate::{
    Index, Level, SearchError,
    analyse::Analyser,
    score::{self, Look},
};

/// The files of a blob.
pub(crate) const COMMON: &str = "common";
pub(crate) const SCORES: &str = "scores";

/// A word that stands in one of so many units is common.
const SHARE: usize = 16;
/// So many words and scores are kept at most.
const MOST_WORDS: usize = 200;
const MOST_SCORES: usize = 4_000_000;

/// By the bytes that stand for them.
const LEVELS: [Option<Level>; 5] = [None, Some(Level::Exact), Some(Level::Form), Some(Level::Part), Some(Level::Plain)];

#[derive(Serialize, Deserialize)]
struct Head {
    /// See [`score::name`].
    way: u64,
    words: Vec<(String, Range<u64>)>,
}

/// The scores of common words, open.
pub(crate) struct Common {
    words: Vec<(String, Range<u64>)>,
    scores: FileSlice,
    volumes: usize,
}

/// The scores of one word.
pub(crate) struct Scored {
    bytes: OwnedBytes,
    volumes: usize,
}

impl Common {
    /// Works out the two files for the words that are common in an index.
    pub(crate) fn of(index: &Index, analyser: &Analyser) -> Result<Option<[Vec<u8>; 2]>, SearchError> {
        let volumes: Vec<usize> = index.volume_sizes().collect();
        if volumes.iter().any(|units| *units > usize::from(u16::MAX)) || !index.fits(analyser) {
            return Ok(None);
        }
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        index.each_word(
            |_| true,
            |word, _, count| match counts.get_mut(word) {
                Some(known) => *known += count as usize,
                None => _ = counts.insert(word.to_owned(), count as usize),
            },
        )?;
        let units: usize = volumes.iter().sum();
        let mut common: Vec<(usize, String)> =
            counts.into_iter().map(|(word, count)| (count, word)).filter(|(count, _)| count * SHARE >= units).collect();
        common.sort_by(|a, b| b.cmp(a));
        common.truncate(MOST_WORDS);
        let mut head = Head { way: score::name(), words: Vec::new() };
        let mut scores = Vec::new();
        let mut left = MOST_SCORES;
        for (_, word) in common {
            let looks = Look::words(&word, analyser);
            let [look] = looks.as_slice() else { continue };
            if look.folded() != Some(word.as_str()) {
                continue;
            }
            let (mut ends, mut levels, mut here, mut counted) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            let volume = |end: u32, level: Option<Level>| {
                ends.push(end);
                levels.push(LEVELS.iter().position(|other| *other == level).and_then(|n| u8::try_from(n).ok()));
            };
            index.each_score(look, analyser, volume, |unit, score| {
                here.push(unit);
                counted.push(score);
            })?;
            let Some(rest) = left.checked_sub(here.len()) else { break };
            left = rest;
            let start = scores.len() as u64;
            scores.extend(ends.iter().flat_map(|end: &u32| end.to_le_bytes()));
            scores.extend(levels.iter().map(|level| level.unwrap_or_default()));
            scores.extend(here.iter().flat_map(|unit: &u16| unit.to_le_bytes()));
            scores.extend(counted.iter().flat_map(|score: &f32| score.to_bits().to_le_bytes()));
            head.words.push((word, start..scores.len() as u64));
        }
        head.words.sort_by(|(a, _), (b, _)| a.cmp(b));
        let head = postcard::to_stdvec(&head).map_err(|e| SearchError::Engine(e.to_string()))?;
        Ok(Some([head, scores]))
    }

    /// Opens the files of an index of so many volumes; `None` where they are of another way to score.
    pub(crate) fn open(head: &[u8], scores: FileSlice, volumes: usize) -> Option<Self> {
        let head: Head = postcard::from_bytes(head).ok()?;
        (head.way == score::name()).then_some(Self { words: head.words, scores, volumes })
    }

    /// The scores of a folded word; `None` for one that is not common, or whose scores cannot be read.
    pub(crate) fn word(&self, folded: &str) -> Option<Scored> {
        let at = self.words.binary_search_by(|(word, _)| word.as_str().cmp(folded)).ok()?;
        let range = &self.words.get(at)?.1;
        let (start, end) = (usize::try_from(range.start).ok()?, usize::try_from(range.end).ok()?);
        let bytes = self.scores.read_bytes_slice(start..end).ok()?;
        let scored = Scored { bytes, volumes: self.volumes };
        (scored.bytes.len() == scored.count()?.checked_mul(6)?.checked_add(5 * self.volumes)?).then_some(scored)
    }
}

impl Scored {
    fn ends(&self) -> &[[u8; 4]] {
        self.bytes.as_chunks().0.get(..self.volumes).unwrap_or_default()
    }

    fn end(&self, volume: usize) -> Option<usize> {
        self.ends().get(volume).map(|end| u32::from_le_bytes(*end) as usize)
    }

    fn count(&self) -> Option<usize> {
        self.end(self.volumes.checked_sub(1)?)
    }

    /// How near a volume comes to the word.
    pub(crate) fn level(&self, volume: usize) -> Option<Level> {
        let levels = self.bytes.get(4 * self.volumes..5 * self.volumes)?;
        LEVELS.get(usize::from(*levels.get(volume)?)).copied().flatten()
    }

    /// The units of a volume that have the word, in order, each with its score.
    pub(crate) fn of(&self, volume: usize) -> impl Iterator<Item = (u32, f32)> {
        let here = || {
            let start = if volume == 0 { 0 } else { self.end(volume - 1)? };
            let (end, count) = (self.end(volume)?, self.count()?);
            let (units, scores) = self.bytes.get(5 * self.volumes..)?.split_at_checked(2 * count)?;
            Some((units.as_chunks::<2>().0.get(start..end)?, scores.as_chunks::<4>().0.get(start..end)?))
        };
        let (units, scores) = here().unwrap_or_default();
        let unit = |unit: &[u8; 2]| u32::from(u16::from_le_bytes(*unit));
        units.iter().map(unit).zip(scores.iter().map(|score| f32::from_bits(u32::from_le_bytes(*score))))
    }
}
