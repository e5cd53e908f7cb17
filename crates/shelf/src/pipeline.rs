//! From source files to editions that are ready to read: the one function behind `build.rs` and `lawgrep import`.
//!
//! Pure: bytes in, documents and indexes out. It knows no disk, and the same input gives the same output, on however many
//! threads.

use lawgrep_ingest::{Companion, CorpusFault, NotLaw, Overrides, Read, Reason, Recognised};
use lawgrep_lexicon::{Language, Lexicon, Patch};
use lawgrep_model::{Document, Edition, EditionId};

use crate::{
    corpus::{self, Complete},
    doubts::{self, Doubts},
    parallel,
    store::hash_of,
};

/// A file as it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name, without folders.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// How editions are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Corrections of known slips of a print are put in before it is read.
    pub patches: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { patches: true }
    }
}

/// An edition, ready to read.
#[derive(Debug, Clone)]
pub struct Made {
    /// The document, linked.
    pub document: Document,
    /// The decoded source with its corrections, of several files one after the other. What the document's pieces count in.
    pub text: String,
    /// The packed search index.
    pub index: Vec<u8>,
    /// Which of the given files it was made of, in the order of their laws.
    pub files: Vec<usize>,
    /// Per file its name and the byte of `text` where it begins.
    pub parts: Vec<(String, u32)>,
    /// What it was recognised as, how surely and why: of several files what the first one told. Empty for a companion.
    pub reasons: Vec<Reason>,
}

/// A given file, or a group of them, that gave no edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Which of the given files, at least one.
    pub files: Vec<usize>,
    /// Why.
    pub kind: FaultKind,
}

/// Why given files gave no edition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// It is no law text.
    #[error("{0}")]
    NotLaw(NotLaw),
    /// Files of one edition that hold the same law, so that they are no parts of it.
    #[error("both hold law {law} of {id}")]
    Overlap {
        /// The edition.
        id: EditionId,
        /// The first law that both hold.
        law: u16,
    },
    /// The search index could not be built.
    #[error("the search index failed: {0}")]
    Index(String),
}

/// What became of the files that were given.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// The editions, in the order in which their first files were given.
    pub made: Vec<Made>,
    /// The files that gave none.
    pub faults: Vec<Fault>,
}

/// Makes editions of source files: decodes, recognises, parses, puts the parts of one edition together, finds and
/// resolves references, builds the index. A file that gives nothing does not hinder the others.
pub fn make(files: &[SourceFile], overrides: &Overrides, lexicon: &Lexicon, options: Options) -> Batch {
    let mut batch = Batch::default();
    let mut groups: Vec<Group> = Vec::new();
    let read = parallel::each(files.iter().collect(), |file: &SourceFile| {
        let text = lawgrep_ingest::decode(&file.bytes).text;
        lawgrep_ingest::read(text, &file.name, lexicon, overrides, options.patches)
    });
    for (n, (file, read)) in files.iter().zip(read).enumerate() {
        match read {
            Ok(Read { recognised, text, document, refused }) => {
                let part = Part { file: n, text, document, refused };
                match groups.iter_mut().find(|g| g.recognised.id == recognised.id) {
                    // The same bytes under two names are one source.
                    Some(group)
                        if group.parts.iter().any(|p| files.get(p.file).map(|f| &f.bytes) == Some(&file.bytes)) => {}
                    Some(group) => group.parts.push(part),
                    None => groups.push(Group { recognised, parts: vec![part] }),
                }
            }
            Err(why) => batch.faults.push(Fault { files: vec![n], kind: FaultKind::NotLaw(why) }),
        }
    }
    let finished = parallel::each(groups, |group| {
        let members: Vec<usize> = group.parts.iter().map(|p| p.file).collect();
        (members, finish(group, files, lexicon))
    });
    for (members, finished) in finished {
        match finished {
            Ok(made) => batch.made.push(made),
            Err(kind) => batch.faults.push(Fault { files: members, kind }),
        }
    }
    batch
}

/// Makes a companion edition of its metadata file, its files and its `doubts.toml`, each `(name, text)`, and holds it against
/// the spine of its code as far as `complete` says that it is finished.
///
/// # Errors
/// Every fault of the corpus, with file and line. It is ours, so it is read strictly.
pub fn companion(
    edition_toml: (&str, &str),
    files: &[(String, String)],
    doubts: Option<(&str, &str)>,
    lexicon: &Lexicon,
    complete: &Complete,
) -> Result<Made, Vec<CorpusFault>> {
    let mut read = companion_linked(edition_toml, files, lexicon)?;
    read.document.edition.source_hash = hash_of(read.source.as_bytes());
    let doubts = doubts.map(|(name, text)| Doubts::read(name, text)).transpose()?;
    let faults = corpus::check(&read, doubts.as_ref(), lexicon, complete);
    if !faults.is_empty() {
        return Err(faults);
    }
    let index = index(&read.document, lexicon).map_err(|what| {
        vec![CorpusFault {
            file: edition_toml.0.to_owned(),
            line: 1,
            what,
            remedy: "mend the index builder".to_owned(),
        }]
    })?;
    if let Some(spine) = lexicon.spine(read.document.edition.code) {
        doubts::mark(&mut read.document, spine, doubts.as_ref());
    }
    Ok(Made {
        document: read.document,
        text: read.source,
        index,
        files: Vec::new(),
        parts: read.files,
        reasons: Vec::new(),
    })
}

/// Only its words and references: what texts are compared by. Nothing is checked or indexed.
///
/// # Errors
/// Every fault of the files as such.
pub fn companion_linked(
    edition_toml: (&str, &str),
    files: &[(String, String)],
    lexicon: &Lexicon,
) -> Result<Companion, Vec<CorpusFault>> {
    let mut read = lawgrep_ingest::companion(edition_toml, files, lexicon)?;
    let bare_numbers = companion_has_bare_numbers(&read.document.edition, lexicon);
    lawgrep_xref::link(&mut read.document, &read.source, lexicon, bare_numbers);
    Ok(read)
}

struct Group {
    recognised: Recognised,
    parts: Vec<Part>,
}

struct Part {
    file: usize,
    text: String,
    document: Document,
    /// Corrections of the edition that do not fit this part.
    refused: Vec<Patch>,
}

/// The corrections that fit no part of the edition.
fn refused_by_all(parts: &[Part]) -> Vec<Patch> {
    let Some((first, others)) = parts.split_first() else { return Vec::new() };
    first.refused.iter().filter(|patch| others.iter().all(|part| part.refused.contains(patch))).cloned().collect()
}

fn finish(mut group: Group, files: &[SourceFile], lexicon: &Lexicon) -> Result<Made, FaultKind> {
    // The order of the laws, so that it does not matter in which order the files were named.
    group.parts.sort_by_key(|part| {
        let keys = part.document.units.iter().map(|u| &u.key);
        let numbered = keys.filter(|key| key.is_provision() || key.own().is_some());
        (numbered.filter_map(|key| key.citation().or(key.own())).min(), part.file)
    });
    let members: Vec<usize> = group.parts.iter().map(|p| p.file).collect();
    let sources: Vec<&SourceFile> = members.iter().filter_map(|n| files.get(*n)).collect();
    let texts: Vec<String> = group.parts.iter().map(|p| p.text.clone()).collect();
    let refused = refused_by_all(&group.parts);
    let (id, reasons) = (group.recognised.id, group.recognised.reasons);
    let documents = group.parts.into_iter().map(|p| (p.text, p.document)).collect();
    let merged = lawgrep_ingest::merge(documents).map_err(|overlap| FaultKind::Overlap { id, law: overlap.law })?;
    // A group has at least one part, so there is always a whole.
    let (text, mut document) = merged.ok_or(FaultKind::NotLaw(NotLaw::Empty))?;

    let mut parts = Vec::new();
    let mut at = 0;
    for (source, part) in sources.iter().zip(&texts) {
        at += text.get(at..).and_then(|rest| rest.find(part.as_str())).unwrap_or(0);
        parts.push((source.name.clone(), u32::try_from(at).unwrap_or(u32::MAX)));
        at += part.len();
    }
    let all: Vec<u8> = sources.iter().flat_map(|s| s.bytes.iter().copied()).collect();
    document.edition.source_hash = hash_of(&all);
    document.edition.source_name = sources.iter().map(|s| s.name.as_str()).collect::<Vec<_>>().join(", ");
    document.findings.extend(refused.iter().map(|patch| lawgrep_ingest::refusal(patch, &text)));
    document.findings.sort_by_key(|finding| (finding.span.start, finding.kind));
    // By the profile and not by the id, which `--as` may have changed.
    let profile = group.recognised.profile.as_deref().and_then(|id| lexicon.profile(id));
    lawgrep_xref::link(&mut document, &text, lexicon, profile.is_some_and(|p| p.bare_numbers));
    let index = index(&document, lexicon).map_err(FaultKind::Index)?;
    Ok(Made { document, text, index, files: members, parts, reasons })
}

/// Whether a bare number can be a law in a companion: where a law book of its language and code was printed without
/// section signs, it follows that habit.
fn companion_has_bare_numbers(edition: &Edition, lexicon: &Lexicon) -> bool {
    lexicon.profiles.iter().any(|p| p.bare_numbers && p.lang == edition.lang && p.code == edition.code)
}

fn index(document: &Document, lexicon: &Lexicon) -> Result<Vec<u8>, String> {
    let fallback = Language::default();
    let language = lexicon.language(&document.edition.lang).unwrap_or(&fallback);
    lawgrep_search::build(document, language).map_err(|e| e.to_string())
}
