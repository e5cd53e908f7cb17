//! The packed file that a program embeds: editions, ready to read.
//!
//! ```text
//! bundle = magic  u32 length of head  head  padding  blobs
//! head   = a word on the build, then per edition: metadata, counts, ranges of its tree, source text and index
//! ```
//!
//! Blobs begin at multiples of 16. Opening decodes the head only; everything else is decoded by whoever asks for it.

use lawgrep_align::Alignment;
use lawgrep_lexicon::{Late, Lexicon, Table};
use lawgrep_model::Edition;
use lawgrep_search::{Situations, Thesaurus};
use serde::{Deserialize, Serialize};

use crate::{Counts, pipeline::Made, tree};

const MAGIC: &[u8; 8] = b"lgbundle";
const ALIGN: usize = 16;

/// An embedded file that is no bundle of this program. Only a faulty build can meet one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the editions inside the program are damaged")]
pub struct BundleError;

#[derive(Serialize, Deserialize)]
struct Head {
    private: bool,
    lexicon: LexiconRanges,
    tables: Vec<Apart>,
    alignment: Range,
    thesaurus: Range,
    situations: Range,
    entries: Vec<Entry>,
}

/// The lexicon: what every run reads, and what only reading a text needs.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct LexiconRanges {
    /// Languages and codes.
    words: Range,
    foreign: Range,
    profiles: Range,
    patches: Range,
}

/// The long texts and lists of a language, apart from the rest of it: few runs look into them.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Apart {
    lemmas: Range,
    tails: Range,
    parts: Range,
    /// See [`lawgrep_search::prepare`].
    prepared: Range,
    structure: Range,
    counts: Range,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Entry {
    edition: Edition,
    counts: Counts,
    /// Came from the folder of texts that a private build names.
    private: bool,
    parts: Vec<(String, u32)>,
    tree: Range,
    source: Range,
    index: Range,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Range {
    at: u32,
    len: u32,
}

/// An opened bundle.
#[derive(Debug, Clone)]
pub struct Bundle {
    private: bool,
    lexicon: LexiconRanges,
    tables: Vec<Apart>,
    alignment: Range,
    thesaurus: Range,
    situations: Range,
    entries: Vec<Entry>,
    blobs: &'static [u8],
}

/// One edition of a bundle.
#[derive(Debug, Clone, Copy)]
pub struct Embedded<'a> {
    /// Metadata.
    pub edition: &'a Edition,
    /// How much it holds.
    pub counts: Counts,
    /// Came from the folder of texts that a private build names.
    pub private: bool,
    /// Names of the source files, each with the byte of the source text where it begins.
    pub parts: &'a [(String, u32)],
    /// The document, see [`tree`].
    pub tree: &'static [u8],
    /// The decoded source text.
    pub source: &'static [u8],
    /// The packed search index.
    pub index: &'static [u8],
}

/// What stands beside the editions, computed by the build so that a program only looks it up.
#[derive(Debug, Clone, Default)]
pub struct Tables {
    /// Where the same rule stands in other codes.
    pub alignment: Alignment,
    /// The terms of the game's law.
    pub thesaurus: Thesaurus,
    /// Situations at the table.
    pub situations: Situations,
}

/// Packs editions for embedding. `shipped` come from the corpus, `private` from the builder's own texts; of two editions
/// with one id the private one is packed. The same input gives the same bytes.
///
/// # Errors
/// When an edition is past 4 GiB.
pub fn pack(shipped: &[Made], private: &[Made], lexicon: &Lexicon, tables: &Tables) -> Result<Vec<u8>, BundleError> {
    let fail = |_| BundleError;
    let mut blobs: Vec<u8> = Vec::new();
    let mut append = |bytes: &[u8]| -> Result<Range, BundleError> {
        blobs.resize(blobs.len().next_multiple_of(ALIGN), 0);
        let range = Range { at: u32::try_from(blobs.len()).map_err(|_| BundleError)?, len: clip(bytes.len())? };
        blobs.extend_from_slice(bytes);
        Ok(range)
    };
    let mut languages = lexicon.languages.clone();
    let mut apart = Vec::new();
    for language in &mut languages {
        let prepared = append(&lawgrep_search::prepare(language).map_err(|_| BundleError)?)?;
        let [lemmas, tails, parts] =
            [&mut language.analysis.lemmas, &mut language.analysis.tails, &mut language.analysis.parts]
                .map(|table| append(std::mem::take(table).as_str().as_bytes()));
        let structure = append(&postcard::to_stdvec(&std::mem::take(&mut language.structure)).map_err(fail)?)?;
        let counts = append(&postcard::to_stdvec(&std::mem::take(&mut language.counts)).map_err(fail)?)?;
        let (lemmas, tails, parts) = (lemmas?, tails?, parts?);
        apart.push(Apart { lemmas, tails, parts, prepared, structure, counts });
    }
    let words = append(&postcard::to_stdvec(&(&languages, &lexicon.codes)).map_err(fail)?)?;
    let foreign = append(&postcard::to_stdvec(&lexicon.foreign).map_err(fail)?)?;
    let profiles = append(&postcard::to_stdvec(&lexicon.profiles).map_err(fail)?)?;
    let patches = append(&postcard::to_stdvec(&lexicon.patches).map_err(fail)?)?;
    let words = LexiconRanges { words, foreign, profiles, patches };
    let alignment = append(&tables.alignment.pack().map_err(|_| BundleError)?)?;
    let thesaurus = append(&postcard::to_stdvec(&tables.thesaurus).map_err(fail)?)?;
    let situations = append(&postcard::to_stdvec(&tables.situations).map_err(fail)?)?;
    let replaced = |made: &&Made| !private.iter().any(|p| p.document.edition.id == made.document.edition.id);
    let mut all: Vec<(&Made, bool)> = shipped.iter().filter(replaced).map(|m| (m, false)).collect();
    all.extend(private.iter().map(|m| (m, true)));
    all.sort_by_key(|(made, _)| made.document.edition.rank());
    let mut entries = Vec::new();
    for (made, private) in all {
        entries.push(Entry {
            edition: made.document.edition.clone(),
            counts: Counts::of(&made.document),
            private,
            parts: made.parts.clone(),
            tree: append(&tree::encode(&made.document).map_err(|_| BundleError)?)?,
            source: append(made.text.as_bytes())?,
            index: append(&made.index)?,
        });
    }
    let (private, lexicon, tables) = (!private.is_empty(), words, apart);
    let head = Head { private, lexicon, tables, alignment, thesaurus, situations, entries };
    let head = postcard::to_stdvec(&head).map_err(fail)?;
    let mut out = MAGIC.to_vec();
    out.extend(clip(head.len())?.to_le_bytes());
    out.extend(head);
    out.resize(out.len().next_multiple_of(ALIGN), 0);
    out.extend(blobs);
    Ok(out)
}

impl Bundle {
    /// Opens what [`pack`] wrote.
    ///
    /// # Errors
    /// When the bytes are no bundle of this program.
    pub fn open(bytes: &'static [u8]) -> Result<Self, BundleError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BundleError)?;
        let (len, rest) = rest.split_first_chunk::<4>().ok_or(BundleError)?;
        let len = u32::from_le_bytes(*len) as usize;
        let head: Head = postcard::from_bytes(rest.get(..len).ok_or(BundleError)?).map_err(|_| BundleError)?;
        let start = (MAGIC.len() + 4 + len).next_multiple_of(ALIGN);
        let blobs = bytes.get(start..).ok_or(BundleError)?;
        let ranges = head.entries.iter().flat_map(|e| [e.tree, e.source, e.index]);
        let ranges =
            ranges.chain([head.lexicon.words, head.lexicon.foreign, head.lexicon.profiles, head.lexicon.patches]);
        let ranges = ranges.chain([head.alignment, head.thesaurus, head.situations]);
        let ranges = ranges.chain(head.tables.iter().flat_map(|of| [of.lemmas, of.tails, of.parts, of.prepared]));
        let ranges = ranges.chain(head.tables.iter().flat_map(|of| [of.structure, of.counts]));
        if ranges.into_iter().any(|r| blob(blobs, r).is_none()) {
            return Err(BundleError);
        }
        let Head { private, lexicon, tables, alignment, thesaurus, situations, entries } = head;
        Ok(Self { private, lexicon, tables, alignment, thesaurus, situations, entries, blobs })
    }

    /// Whether it was built with texts of the builder's own: not for distribution.
    pub fn is_private(&self) -> bool {
        self.private
    }

    /// The data on languages, editions and codes, as the build knew it. Quicker than reading the TOML again.
    ///
    /// # Errors
    /// When it does not decode.
    pub fn lexicon(&self) -> Result<Lexicon, BundleError> {
        let (languages, codes) =
            postcard::from_bytes(blob(self.blobs, self.lexicon.words).unwrap_or_default()).map_err(|_| BundleError)?;
        let mut lexicon = Lexicon::default();
        (lexicon.languages, lexicon.codes) = (languages, codes);
        let bytes = |range| blob(self.blobs, range).unwrap_or_default();
        let table = |range| Table::embedded(bytes(range));
        lexicon.foreign = Late::embedded(bytes(self.lexicon.foreign));
        lexicon.profiles = Late::embedded(bytes(self.lexicon.profiles));
        lexicon.patches = Late::embedded(bytes(self.lexicon.patches));
        for (language, of) in lexicon.languages.iter_mut().zip(&self.tables) {
            let analysis = &mut language.analysis;
            (analysis.lemmas, analysis.tails, analysis.parts) = (table(of.lemmas), table(of.tails), table(of.parts));
            language.structure = Late::embedded(bytes(of.structure));
            language.counts = Late::embedded(bytes(of.counts));
        }
        Ok(lexicon)
    }

    /// The bytes of what stands beside the editions; [`alignment`], [`thesaurus`] and [`situations`] read them.
    pub fn tables(&self) -> Packed {
        let of = |range| blob(self.blobs, range).unwrap_or_default();
        let prepared = self.tables.iter().map(|tables| of(tables.prepared)).collect();
        let (alignment, thesaurus, situations) = (of(self.alignment), of(self.thesaurus), of(self.situations));
        Packed { alignment, thesaurus, situations, prepared }
    }

    /// Its editions, in the order of [`Edition::rank`].
    pub fn editions(&self) -> impl Iterator<Item = Embedded<'_>> {
        self.entries.iter().map(|e| Embedded {
            edition: &e.edition,
            counts: e.counts,
            private: e.private,
            parts: &e.parts,
            tree: blob(self.blobs, e.tree).unwrap_or_default(),
            source: blob(self.blobs, e.source).unwrap_or_default(),
            index: blob(self.blobs, e.index).unwrap_or_default(),
        })
    }
}

/// [`Tables`], not read yet.
#[derive(Debug, Clone, Default)]
pub struct Packed {
    /// See [`alignment`].
    pub alignment: &'static [u8],
    /// See [`thesaurus`].
    pub thesaurus: &'static [u8],
    /// See [`situations`].
    pub situations: &'static [u8],
    /// The word tables of each language of the lexicon, in its order; see [`lawgrep_search::prepare`].
    pub prepared: Vec<&'static [u8]>,
}

/// Reads the terms of the game's law.
///
/// # Errors
/// When they do not decode.
pub fn thesaurus(bytes: &'static [u8]) -> Result<Thesaurus, BundleError> {
    postcard::from_bytes(bytes).map_err(|_| BundleError)
}

/// Reads the situations at the table.
///
/// # Errors
/// When they do not decode.
pub fn situations(bytes: &'static [u8]) -> Result<Situations, BundleError> {
    postcard::from_bytes(bytes).map_err(|_| BundleError)
}

/// Reads the table of where the same rule stands in other codes.
///
/// # Errors
/// When it does not decode.
pub fn alignment(bytes: &'static [u8]) -> Result<Alignment, BundleError> {
    Alignment::open(bytes).map_err(|_| BundleError)
}

fn blob(blobs: &'static [u8], range: Range) -> Option<&'static [u8]> {
    blobs.get(range.at as usize..)?.get(..range.len as usize)
}

fn clip(n: usize) -> Result<u32, BundleError> {
    u32::try_from(n).map_err(|_| BundleError)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    fn made(id: &str) -> Made {
        Made {
            document: samples::document(id),
            text: format!("text of {id}"),
            index: b"index".to_vec(),
            files: vec![0],
            parts: vec![("invented.txt".to_owned(), 0)],
            reasons: Vec::new(),
        }
    }

    fn leaked(shipped: &[Made], private: &[Made]) -> &'static [u8] {
        Vec::leak(pack(shipped, private, &Lexicon::embedded().unwrap(), &Tables::default()).unwrap())
    }

    #[test]
    fn what_is_packed_comes_out() {
        let bundle = Bundle::open(leaked(&[made("xx-2017"), made("aa-2017")], &[])).unwrap();
        let ids: Vec<_> = bundle.editions().map(|e| e.edition.id.to_string()).collect();
        assert_eq!(ids, ["aa-2017", "xx-2017"]);
        assert!(!bundle.is_private());
        for edition in bundle.editions() {
            assert_eq!(tree::decode(edition.tree).unwrap(), samples::document(edition.edition.id.as_str()));
            assert_eq!(edition.source, format!("text of {}", edition.edition.id).as_bytes());
            assert_eq!((edition.index, edition.counts.provisions), (b"index".as_slice(), 4));
        }
        let (lexicon, given) = (bundle.lexicon().unwrap(), Lexicon::embedded().unwrap());
        let many = |lexicon: &Lexicon| [lexicon.foreign.len(), lexicon.profiles.len(), lexicon.patches.len()];
        assert_eq!(many(&lexicon), many(&given));
        let languages = lexicon.languages;
        for (read, given) in languages.iter().zip(Lexicon::embedded().unwrap().languages) {
            assert_eq!(read.counts.numbers, given.counts.numbers, "{}", given.code);
            assert_eq!(read.structure.law, given.structure.law, "{}", given.code);
            assert_eq!(read.analysis, given.analysis, "{}", given.code);
        }
        assert_eq!(languages.len(), Lexicon::embedded().unwrap().languages.len());
    }

    #[test]
    fn the_same_input_gives_the_same_bytes() {
        assert_eq!(leaked(&[made("xx-2017"), made("aa-2017")], &[]), leaked(&[made("aa-2017"), made("xx-2017")], &[]));
    }

    #[test]
    fn a_private_text_marks_the_build_and_wins_its_id() {
        let bundle = Bundle::open(leaked(&[made("xx-2017")], &[made("xx-2017")])).unwrap();
        assert!(bundle.is_private());
        assert_eq!(bundle.editions().map(|e| e.private).collect::<Vec<_>>(), [true]);
    }

    #[test]
    fn cut_bytes_are_refused() {
        let bytes = leaked(&[made("xx-2017")], &[]);
        for len in 0..bytes.len() {
            assert!(Bundle::open(&bytes[..len]).is_err(), "{len} bytes");
        }
        assert!(Bundle::open(b"").is_err());
    }
}
