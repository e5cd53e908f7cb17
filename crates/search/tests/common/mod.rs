//! Small law books with invented wording.

use std::sync::LazyLock;

use lawgrep_lexicon::{Language, Lexicon};
use lawgrep_model::{Document, Edition, Note, NoteKind, Standing, Unit, UnitId, UnitKey};
use lawgrep_search::{Blob, Hit, Index, Match, Query, build};

pub(crate) fn language(code: &str) -> Language {
    static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::embedded().unwrap());
    LEXICON.language(code).unwrap().clone()
}

pub(crate) fn document(lang: &str, units: Vec<Unit>) -> Document {
    let edition = Edition::new("invented".parse().unwrap(), lang, 2017, Standing::Companion);
    Document { edition, units, pieces: Vec::new(), findings: Vec::new(), source_len: 0 }
}

/// A unit with heading and text; an empty heading is none.
pub(crate) fn unit(key: UnitKey, heading: &str, text: &str) -> Unit {
    Unit { heading: (!heading.is_empty()).then(|| heading.to_owned()), text: text.to_owned(), ..Unit::new(key) }
}

/// Provisions as `citation | heading | text`, each under the nearest one above it.
pub(crate) fn provisions(lines: &str) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let parts: Vec<_> = line.split('|').map(str::trim).collect();
        let cite: lawgrep_model::Citation = parts[0].parse().unwrap();
        let parent = units.iter().rposition(|u| u.key.citation().is_some_and(|up| up != cite && up.contains(cite)));
        let mut unit = unit(UnitKey::provision(cite), parts[1], parts[2]);
        unit.parent = parent.map(|n| UnitId(n as u32));
        units.push(unit);
    }
    units
}

pub(crate) fn note(text: &str) -> Note {
    Note { kind: NoteKind::Footnote, mark: "1".to_owned(), text: text.to_owned(), anchor: None, in_heading: false }
}

/// A document with its open index.
pub(crate) struct Book {
    pub(crate) document: Document,
    pub(crate) language: Language,
    pub(crate) index: Index,
}

impl Book {
    pub(crate) fn new(lang: &str, units: Vec<Unit>) -> Self {
        let (document, language) = (document(lang, units), language(lang));
        let index = Index::open(Blob::from(build(&document, &language).unwrap())).unwrap();
        Self { document, language, index }
    }

    pub(crate) fn hits(&self, query: &str, how: Match) -> Vec<Hit> {
        self.index.search(&Query::parse(query).asked(), &lawgrep_search::Analyser::new(&self.language), how).unwrap()
    }

    /// Names of what matches all words, best first.
    pub(crate) fn all(&self, query: &str) -> Vec<String> {
        self.named(&self.hits(query, Match::All))
    }

    /// Names of what matches some words, best first.
    pub(crate) fn any(&self, query: &str) -> Vec<String> {
        self.named(&self.hits(query, Match::Any))
    }

    fn named(&self, hits: &[Hit]) -> Vec<String> {
        hits.iter().map(|hit| self.document.unit(hit.unit).unwrap().key.pipe()).collect()
    }
}
