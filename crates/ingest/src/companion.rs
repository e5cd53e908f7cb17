//! Our own companion texts: Markdown, one file a law, read strictly.
//!
//! ```text
//! law          = provision { provision }
//! provision    = heading { paragraph | table } { footnote }
//! heading      = "#" ... citation [ words ]    one "#" for a law, two for a section, and so on; in the code's order
//! definitions  = "# " words { "## {" id "} " term paragraph }
//! introduction = "# " words { paragraph }
//! footnote     = "[^mark]: " words             marks count within their provision; a heading may hold one
//! ```
//!
//! Beyond paragraphs, tables, emphasis and footnotes no Markdown is allowed: what a reader of the terminal could not see
//! would be lost. Paragraphs and the rows of a table are parted by a line end in the unit's text. A fault is ours, so it is an
//! error with file, line and remedy, and stops the build.

use std::collections::BTreeSet;

use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Document, Edition, Standing};
use serde::Deserialize;

use crate::builder::{Builder, LineTable};

mod body;
mod file;

/// A fault in the companion corpus.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {what}; {remedy}")]
pub struct CorpusFault {
    /// The file's name as given.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub remedy: String,
}

/// `edition.toml` of a companion.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    id: String,
    lang: String,
    code: u16,
    standing: Standing,
    title: String,
    publisher: String,
    #[serde(default)]
    jurisdiction: String,
    in_force_from: Option<String>,
}

/// A companion edition as it was read.
#[derive(Debug, Clone)]
pub struct Companion {
    /// All files, one after the other; what the document's spans count in.
    pub source: String,
    /// The document; references are still empty.
    pub document: Document,
    /// Each file's name, and the byte of `source` where it begins.
    pub files: Vec<(String, u32)>,
}

impl Companion {
    /// The file and the line of a byte of the source.
    pub fn place(&self, at: u32) -> (&str, u32) {
        let file = self.files.iter().rev().find(|(_, start)| *start <= at);
        let (name, start) = file.map_or(("", 0), |(name, start)| (name.as_str(), *start));
        let before = self.source.get(start as usize..at as usize).unwrap_or("");
        (name, u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX))
    }
}

/// Reads one companion edition: its `edition.toml` and its files, each as (name, text): the introduction, the definitions and
/// the laws, told apart by the ends of their names.
///
/// # Errors
/// All faults found, in the order of files and lines.
pub fn companion(
    edition: (&str, &str),
    files: &[(String, String)],
    lexicon: &Lexicon,
) -> Result<Companion, Vec<CorpusFault>> {
    let header = header(edition, lexicon).map_err(|fault| vec![fault])?;
    let mut files: Vec<(String, String)> =
        files.iter().map(|(n, t)| (n.clone(), if t.ends_with('\n') { t.clone() } else { format!("{t}\n") })).collect();
    files.sort_by_key(|(name, text)| (file::Kind::of(name), file::first_law(text), name.clone()));
    let source: String = files.iter().map(|(_, text)| text.as_str()).collect();
    let mut builder = Builder::new(&source);
    let mut faults = Vec::new();
    let mut starts = Vec::new();
    let mut offset = 0;
    for (name, text) in &files {
        starts.push((name.clone(), u32::try_from(offset).unwrap_or(u32::MAX)));
        file::Reader::new(name, text, offset, &mut faults).read(&mut builder);
        offset += text.len();
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut document = builder.finish(header);
    let laws: BTreeSet<u16> = document.units.iter().flat_map(|u| u.key.citations()).map(|c| c.law_number()).collect();
    let all = lexicon.code(document.edition.code).map_or(0, |code| usize::from(code.laws));
    document.edition.extract = laws.len() < all;
    Ok(Companion { source, document, files: starts })
}

fn header((file, text): (&str, &str), lexicon: &Lexicon) -> Result<Edition, CorpusFault> {
    let fault =
        |what: String, remedy: &str| CorpusFault { file: file.to_owned(), line: 1, what, remedy: remedy.to_owned() };
    let header: Header = toml::from_str(text).map_err(|e| {
        let line = e.span().map_or(1, |s| LineTable::new(text).line(s.start));
        CorpusFault { line, ..fault(e.message().to_owned(), "see another edition.toml for the fields") }
    })?;
    let id = header.id.parse().map_err(|e| fault(format!("{e}"), "give the edition an id such as companion-en"))?;
    if lexicon.language(&header.lang).is_none() {
        return Err(fault(format!("language `{}` is not known", header.lang), "add it to the lexicon's data first"));
    }
    let code = lexicon
        .code(header.code)
        .ok_or_else(|| fault(format!("code {} is not known", header.code), "add it to the lexicon's data first"))?;
    Ok(Edition {
        id,
        lang: header.lang,
        code: header.code,
        standing: header.standing,
        title: header.title,
        publisher: header.publisher,
        jurisdiction: header.jurisdiction,
        in_force_from: header.in_force_from.or_else(|| code.in_force_from.clone()),
        in_force_until: code.in_force_until.clone(),
        superseded_by: code.superseded_by,
        extract: false,
        source_name: file.to_owned(),
        source_hash: String::new(),
    })
}
