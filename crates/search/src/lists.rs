//! Where words stand, volume by volume.

use std::{cell::Cell, collections::HashMap, ops::Range};

use tantivy::{
    DocSet, SegmentReader, Term,
    fieldnorm::FieldNormReader,
    postings::{Postings, SegmentPostings},
    schema::{Field, IndexRecordOption},
};

use crate::{
    SearchError,
    schema::{FIELDS, Fields, Filled},
};

/// A unit in which a word stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    /// Counted from the first unit of the volume.
    pub(crate) unit: usize,
    /// How often it stands there.
    pub(crate) times: u32,
    /// How many words the place has, as exactly as the engine keeps it; 1 where it keeps none.
    pub(crate) length: u32,
}

/// A word as it is looked up, and where its lists are once they were looked for.
#[derive(Debug)]
pub(crate) struct Spelling {
    pub(crate) text: String,
    /// By [`place`]: the number of the list; [`NONE`] where the index does not have the word there, [`UNKNOWN`] before.
    lists: [Cell<u32>; PLACES],
}

/// Fields twice: without the positions of words and with them.
const PLACES: usize = 2 * FIELDS;
const UNKNOWN: u32 = u32::MAX;
const NONE: u32 = u32::MAX - 1;

impl Spelling {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), lists: [const { Cell::new(UNKNOWN) }; PLACES] }
    }
}

/// The lists of an index. Each is opened once and read on from volume to volume; going back to an earlier volume opens it
/// again. A [`Spelling`] belongs to the lists that it was first looked up in.
pub(crate) struct Lists<'a> {
    segment: &'a SegmentReader,
    fields: &'a Fields,
    filled: &'a Filled,
    open: Vec<List>,
    norms: HashMap<Field, Option<FieldNormReader>>,
}

struct List {
    placed: bool,
    postings: SegmentPostings,
    norms: Option<FieldNormReader>,
    /// The volume whose part of the list is at hand.
    volume: Range<u32>,
    entries: Vec<Entry>,
    /// Where in the place the word stands, one entry after the other, each as often as it stands there. Only where asked for.
    positions: Vec<u32>,
}

impl<'a> Lists<'a> {
    pub(crate) fn new(segment: &'a SegmentReader, fields: &'a Fields, filled: &'a Filled) -> Self {
        Self { segment, fields, filled, open: Vec::new(), norms: HashMap::new() }
    }

    /// The units of a volume in which a word stands, in order.
    pub(crate) fn entries(
        &mut self,
        field: Field,
        word: &Spelling,
        volume: &Range<u32>,
    ) -> Result<&[Entry], SearchError> {
        Ok(self.list(field, word, false, volume)?.map_or(&[], |list| &list.entries))
    }

    /// In how many units of a volume words stand side by side in that order, how often in each, and in how many each word stands.
    pub(crate) fn phrase(
        &mut self,
        field: Field,
        words: &[Spelling],
        volume: &Range<u32>,
    ) -> Result<(Vec<Entry>, Vec<u64>), SearchError> {
        let mut together: Vec<(Entry, Vec<u32>)> = Vec::new();
        let mut frequencies = Vec::with_capacity(words.len());
        for (n, word) in words.iter().enumerate() {
            let Some(list) = self.list(field, word, true, volume)? else { return Ok((Vec::new(), Vec::new())) };
            frequencies.push(list.entries.len() as u64);
            if n == 0 {
                together = list.placed().map(|(entry, positions)| (entry, positions.to_vec())).collect();
                continue;
            }
            let mut here = list.placed().peekable();
            let offset = u32::try_from(n).unwrap_or(u32::MAX);
            together.retain_mut(|(entry, starts)| {
                while here.next_if(|(other, _)| other.unit < entry.unit).is_some() {}
                let Some((_, positions)) = here.next_if(|(other, _)| other.unit == entry.unit) else { return false };
                starts.retain(|start| positions.binary_search(&start.saturating_add(offset)).is_ok());
                !starts.is_empty()
            });
        }
        let count =
            |(entry, starts): (Entry, Vec<u32>)| Entry { times: u32::try_from(starts.len()).unwrap_or(1), ..entry };
        Ok((together.into_iter().map(count).collect(), frequencies))
    }

    /// The words in a field that begin so, at most so many.
    pub(crate) fn beginning(&self, field: Field, prefix: &str, most: usize) -> Result<Vec<String>, SearchError> {
        let mut words = Vec::new();
        if self.filled.has(field) {
            let inverted = self.segment.inverted_index(field)?;
            let from = inverted.terms().range().ge(prefix.as_bytes()).into_stream();
            let mut stream = from.map_err(tantivy::TantivyError::from)?;
            while words.len() < most && stream.advance() {
                let Ok(word) = std::str::from_utf8(stream.key()) else { continue };
                if !word.starts_with(prefix) {
                    break;
                }
                words.push(word.to_owned());
            }
        }
        Ok(words)
    }

    fn list(
        &mut self,
        field: Field,
        word: &Spelling,
        placed: bool,
        volume: &Range<u32>,
    ) -> Result<Option<&List>, SearchError> {
        let Some(known) = word.lists.get(place(field, placed)) else { return Ok(None) };
        if known.get() == UNKNOWN {
            let opened = self.open(field, &word.text, placed)?;
            known.set(opened.as_ref().map_or(NONE, |_| u32::try_from(self.open.len()).unwrap_or(NONE)));
            self.open.extend(opened);
        }
        let at = known.get() as usize;
        let passed = |list: &List| list.volume != *volume && list.volume.end > volume.start;
        if self.open.get(at).is_some_and(passed)
            && let Some(again) = self.open(field, &word.text, placed)?
            && let Some(list) = self.open.get_mut(at)
        {
            *list = again;
        }
        let Some(list) = self.open.get_mut(at) else { return Ok(None) };
        if list.volume != *volume {
            list.read(volume);
        }
        Ok(Some(list))
    }

    fn open(&mut self, field: Field, word: &str, placed: bool) -> Result<Option<List>, SearchError> {
        if !self.filled.has(field) {
            return Ok(None);
        }
        let segment = self.segment;
        let what = if placed { IndexRecordOption::WithFreqsAndPositions } else { IndexRecordOption::WithFreqs };
        let inverted = segment.inverted_index(field)?;
        let postings = inverted.read_postings(&Term::from_field_text(field, word), what);
        let Some(postings) = postings.map_err(tantivy::TantivyError::from)? else { return Ok(None) };
        let field = self.fields.lengths(field);
        let norms = match self.norms.get(&field) {
            Some(norms) => norms.clone(),
            None => {
                let norms = segment.fieldnorms_readers().get_field(field)?;
                self.norms.insert(field, norms.clone());
                norms
            }
        };
        let (entries, positions) = (Vec::new(), Vec::new());
        Ok(Some(List { placed, postings, norms, volume: 0..0, entries, positions }))
    }
}

impl List {
    /// Reads on to a later volume.
    fn read(&mut self, volume: &Range<u32>) {
        self.volume = volume.clone();
        self.entries.clear();
        self.positions.clear();
        let mut document = self.postings.doc();
        if document < volume.start {
            document = self.postings.seek(volume.start);
        }
        let mut positions = Vec::new();
        while document < volume.end {
            let length = self.norms.as_ref().map_or(1, |norms| norms.fieldnorm(document));
            let mut times = self.postings.term_freq();
            if self.placed {
                self.postings.positions(&mut positions);
                times = u32::try_from(positions.len()).unwrap_or(times);
                self.positions.extend(&positions);
            }
            self.entries.push(Entry { unit: (document - volume.start) as usize, times, length });
            document = self.postings.advance();
        }
    }

    /// Each unit with where in it the word stands.
    fn placed(&self) -> impl Iterator<Item = (Entry, &[u32])> {
        let mut at = 0;
        self.entries.iter().map(move |entry| {
            let end = at + entry.times as usize;
            let positions = self.positions.get(at..end).unwrap_or_default();
            at = end;
            (*entry, positions)
        })
    }
}

fn place(field: Field, placed: bool) -> usize {
    2 * field.field_id() as usize + usize::from(placed)
}
