use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::Path,
};

use lawgrep_lexicon::Language;
use lawgrep_model::{Citation, Document, Resolution, Target, Unit, UnitId, UnitKey};
use tantivy::{
    Directory, IndexBuilder, IndexSettings, ReloadPolicy, Searcher, TantivyDocument, directory::RamDirectory,
    query::Bm25StatisticsProvider, schema::Field, store::Compressor, tokenizer::TokenizerManager,
};

use crate::{
    SearchError,
    analyse::Analyser,
    blob::pack,
    cites::Cites,
    cut::{Cut, Row},
    rank::Rank,
    schema::{CUT, Fields, Filled, Forms},
    volume::{self, Volume},
    words::words,
};

/// The file of a blob that holds one [`Rank`] byte a unit.
pub(crate) const RANKS: &str = "ranks";
/// The file that holds for each unit how many references lead to it, one byte, at most 255.
pub(crate) const CITED: &str = "cited";
/// The file that holds, for each part of a compound, the words of the document that are made of it: lines in order,
/// `part TAB word { BLANK word }`.
pub(crate) const PARTS: &str = "parts";
/// The file that holds for each unit which one provision it is: a [`Cites`].
pub(crate) const CITES: &str = "cites";
/// The file that says which fields have any word: the bytes of [`Filled`].
pub(crate) const FILLED: &str = "filled";
/// The file that says which editions the units are of, see [`volume`].
pub(crate) const VOLUMES: &str = "volumes";
pub(crate) const META: &str = "meta.json";
/// What the one segment of every index is called.
pub(crate) const SEGMENT: &str = "00000000000000000000000000000000";

/// What the engine expects to use while it writes: it sizes its first table of terms by that, which grows as it must. A law
/// book has some thousand terms.
const MEMORY: usize = 1_000_000;
/// Positions left free between a unit's text and its notes, so that no phrase reaches from one into the other.
const GAP: usize = 10;

/// Builds the index of a document, packed into one run of bytes. The same document and language give the same bytes.
///
/// Document `n` of the index is unit `n`; every unit has one, also those without words.
///
/// # Errors
/// When the engine fails; no document is known to make it.
pub fn build(document: &Document, language: &Language) -> Result<Vec<u8>, SearchError> {
    let fields = Fields::new();
    let analyser = Analyser::new(language);
    let ram = RamDirectory::create();
    let cutters = TokenizerManager::new();
    cutters.register(CUT, Cut);
    // The one writer that starts no thread and makes exactly one segment in the order of its documents.
    let mut writer = IndexBuilder::new()
        .schema(fields.schema.clone())
        .settings(settings())
        .tokenizers(cutters)
        .single_segment_index_writer::<TantivyDocument>(ram.clone(), MEMORY)?;
    let mut known = Known { analyser: &analyser, words: HashMap::new() };
    for (id, unit) in document.iter() {
        writer.add_document(indexed(document, id, unit, &fields, &mut known))?;
    }
    let index = writer.finalize()?;

    let mut files = files(&index, &ram)?;
    files.insert(FILLED.to_owned(), filled(&index, &fields)?.bytes().to_vec());
    let units = 0..u32::try_from(document.units.len()).unwrap_or(u32::MAX);
    let volume = Volume { name: String::new(), units, words: length(&index, fields.body.word)? };
    files.insert(VOLUMES.to_owned(), volume::encode(&[volume]).map_err(|e| SearchError::Engine(e.to_string()))?);
    files.insert(PARTS.to_owned(), known.parts().into_bytes());
    files.insert(CITED.to_owned(), cited(document));
    files.insert(CITES.to_owned(), Cites::of(document.units.iter().map(provision))?);
    files.insert(RANKS.to_owned(), document.units.iter().map(|unit| Rank::of(unit).byte()).collect());
    pack(analyser.tables(), &files)
}

/// How the engine writes.
pub(crate) fn settings() -> IndexSettings {
    IndexSettings {
        docstore_compression: Compressor::None,
        docstore_compress_dedicated_thread: false,
        ..IndexSettings::default()
    }
}

/// The files that the engine wrote.
pub(crate) fn files(index: &tantivy::Index, ram: &RamDirectory) -> Result<BTreeMap<String, Vec<u8>>, SearchError> {
    let mut files = BTreeMap::new();
    let ids = index.searchable_segment_ids()?;
    let names: BTreeSet<_> = index.directory().list_managed_files().into_iter().collect();
    for path in names {
        let name = path.to_string_lossy().into_owned();
        let bytes = if name == META {
            ram.atomic_read(Path::new(META)).map_err(tantivy::TantivyError::from)?
        } else {
            let file = ram.open_read(&path).map_err(tantivy::TantivyError::from)?;
            file.read_bytes().map_err(tantivy::TantivyError::from)?.to_vec()
        };
        // A segment is named by a random number, which stands in file names and in the list of segments only.
        let (name, bytes) = ids.iter().fold((name, bytes), |(name, bytes), id| {
            let plain = id.uuid_string();
            let bytes = if name == META { without_id(&bytes, &plain) } else { bytes };
            (name.replace(&plain, SEGMENT), bytes)
        });
        files.insert(name, bytes);
    }
    Ok(files)
}

/// Opens what the engine wrote for reading. No thread watches it.
fn searcher(index: &tantivy::Index) -> Result<Searcher, SearchError> {
    Ok(index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?.searcher())
}

/// The file [`PARTS`].
pub(crate) fn parts<W: AsRef<str> + Ord>(made_of: BTreeMap<String, BTreeSet<W>>) -> String {
    let line = |(part, words): (String, BTreeSet<W>)| {
        format!("{part}\t{}\n", words.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" "))
    };
    made_of.into_iter().map(line).collect()
}

/// How many words a field has in all units together.
fn length(index: &tantivy::Index, field: Field) -> Result<u64, SearchError> {
    Ok(searcher(index)?.total_num_tokens(field)?)
}

fn provision(unit: &Unit) -> u64 {
    match &unit.key {
        UnitKey::Provision(cites) => match cites.as_slice() {
            [cite] => cite.number(),
            _ => 0,
        },
        _ => 0,
    }
}

fn filled(index: &tantivy::Index, fields: &Fields) -> Result<Filled, SearchError> {
    let searcher = searcher(index)?;
    let mut filled = Vec::new();
    for (field, _) in fields.schema.fields() {
        for segment in searcher.segment_readers() {
            if segment.inverted_index(field)?.terms().num_terms() > 0 {
                filled.push(field);
            }
        }
    }
    Ok(Filled::of(filled.into_iter()))
}

/// The list of segments with a constant in place of that id, which it writes with dashes: 8-4-4-4-12 digits.
fn without_id(meta: &[u8], plain: &str) -> Vec<u8> {
    let dashed = |digits: &str| {
        let mut out = String::new();
        for (n, digit) in digits.chars().enumerate() {
            if [8, 12, 16, 20].contains(&n) {
                out.push('-');
            }
            out.push(digit);
        }
        out
    };
    String::from_utf8_lossy(meta).replace(&dashed(plain), &dashed(SEGMENT)).replace(plain, SEGMENT).into_bytes()
}

/// How many references of the document lead to each unit or to something below it. What others refer to is about its words
/// more than what only uses them.
fn cited(document: &Document) -> Vec<u8> {
    let mut counts: HashMap<Citation, u32> = HashMap::new();
    for reference in document.units.iter().flat_map(|unit| &unit.refs) {
        if let (Target::One(cite), Resolution::InEdition) = (reference.target, reference.resolution) {
            *counts.entry(cite).or_default() += 1;
        }
    }
    let count = |unit: &Unit| unit.key.citations().iter().filter_map(|cite| counts.get(cite)).sum::<u32>();
    document.units.iter().map(|unit| u8::try_from(count(unit)).unwrap_or(u8::MAX)).collect()
}

fn indexed<'d>(
    document: &'d Document,
    id: UnitId,
    unit: &'d Unit,
    fields: &Fields,
    known: &mut Known<'_, 'd>,
) -> TantivyDocument {
    let mut out = TantivyDocument::default();
    let heading = unit.heading.as_deref().or(match &unit.key {
        UnitKey::Definition(term) => Some(term.as_str()),
        _ => None,
    });
    let body = std::iter::once(unit.text.as_str()).chain(unit.notes.iter().map(|note| note.text.as_str()));
    // A unit that only holds others has nothing to show for a match.
    let above = document.ancestors(id).filter(|(_, up)| unit.has_words() && rules(&up.key));
    let above = above.filter_map(|(_, up)| up.heading.as_deref());
    add(&mut out, fields.heading, known, heading.into_iter());
    add(&mut out, fields.body, known, body);
    add(&mut out, fields.above, known, above);
    for cite in unit.key.citations() {
        let mut row = Row::default();
        row.push(0, &cite.to_string());
        row.add_to(&mut out, fields.cite);
    }
    out
}

/// Whether the heading says what the units below are about. That of a chapter is about everything.
fn rules(key: &UnitKey) -> bool {
    matches!(key, UnitKey::Provision(_) | UnitKey::Remark(_) | UnitKey::ScreenRule(_) | UnitKey::Section(_))
}

fn add<'d>(out: &mut TantivyDocument, to: Forms, known: &mut Known<'_, 'd>, texts: impl Iterator<Item = &'d str>) {
    let (mut folded, mut stems, mut plain) = (Row::default(), Row::default(), Row::default());
    let mut at = 0;
    for text in texts {
        for (_, word) in words(text) {
            let forms = known.forms(word);
            folded.push(at, &forms.folded);
            stems.push(at, &forms.stem);
            if let Some(form) = &forms.plain {
                plain.push(at, form);
            }
            at += 1;
        }
        at += GAP;
    }
    folded.add_to(out, to.word);
    stems.add_to(out, to.stem);
    plain.add_to(out, to.plain);
}

/// The words of a document that have been analysed: each comes many times.
struct Known<'a, 'd> {
    analyser: &'a Analyser,
    words: HashMap<&'d str, Analysed>,
}

/// A word in the forms that are indexed.
struct Analysed {
    folded: String,
    stem: String,
    plain: Option<String>,
}

impl<'d> Known<'_, 'd> {
    /// See [`PARTS`].
    fn parts(&self) -> String {
        let mut made_of: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        let words: BTreeSet<&str> = self.words.values().map(|forms| forms.folded.as_str()).collect();
        for word in words {
            for (_, part) in self.analyser.parts(word) {
                made_of.entry(part).or_default().insert(word);
            }
        }
        parts(made_of)
    }

    fn forms(&mut self, word: &'d str) -> &Analysed {
        self.words.entry(word).or_insert_with(|| {
            let (folded, stem) = self.analyser.forms_of(word);
            let plain = self.analyser.plain_of_text(&folded);
            Analysed { folded, stem, plain }
        })
    }
}
