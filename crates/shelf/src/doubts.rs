//! What could not be checked about a provision, told to the reader in the companion's language.
//!
//! The spine has the doubts, in its own language. `doubts.toml` of a companion has their texts in another one:
//!
//! ```toml
//! mark = "tvil:"
//!
//! [doubts]
//! "50A" = "..."
//! ```
//!
//! A companion without the file shows the spine's texts. Where there is a file, it has no text that the spine has no doubt for;
//! a language that `corpus/complete.toml` names under `doubts` has a text for each of them.

use std::collections::{BTreeMap, BTreeSet};

use lawgrep_ingest::CorpusFault;
use lawgrep_lexicon::Spine;
use lawgrep_model::{Citation, Document, Note, NoteKind};
use serde::Deserialize;
use toml::Spanned;

use crate::corpus::line_at;

/// What stands before a doubt in the spine's own words.
const MARK: &str = "doubt:";

/// `doubts.toml` of a companion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubts {
    file: String,
    mark: String,
    texts: BTreeMap<Citation, (u32, String)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    mark: String,
    doubts: BTreeMap<String, Spanned<String>>,
}

impl Doubts {
    /// Reads `doubts.toml`.
    ///
    /// # Errors
    /// Every fault: no TOML of that shape, a key that is no citation or names a provision again, an empty text or mark.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<CorpusFault>> {
        let fault = |line: u32, what: String, remedy: &str| CorpusFault {
            file: file.to_owned(),
            line,
            what,
            remedy: remedy.to_owned(),
        };
        let read: File = toml::from_str(text).map_err(|e| {
            let line = line_at(text, e.span().map_or(0, |span| span.start));
            vec![fault(line, e.message().to_owned(), "see another doubts.toml for the fields")]
        })?;
        let mut faults = Vec::new();
        if read.mark.trim().is_empty() {
            faults.push(fault(1, "`mark` is empty".to_owned(), "write the word that stands before a doubt"));
        }
        let mut texts = BTreeMap::new();
        for (key, doubt) in read.doubts {
            let line = line_at(text, doubt.span().start);
            let doubt = doubt.into_inner();
            if doubt.trim().is_empty() {
                faults.push(fault(line, format!("the doubt about {key} is empty"), "write it"));
            }
            match key.parse::<Citation>() {
                Ok(cite) => {
                    if texts.insert(cite, (line, doubt)).is_some() {
                        faults.push(fault(line, format!("{cite} has two doubts"), "leave one"));
                    }
                }
                Err(_) => faults.push(fault(line, format!("`{key}` is no citation"), "write it as 40B2a(iv)")),
            }
        }
        if faults.is_empty() { Ok(Self { file: file.to_owned(), mark: read.mark, texts }) } else { Err(faults) }
    }

    /// What it has too much against the spine, and, if it must be `whole`, what it lacks.
    pub fn check(&self, spine: &Spine, whole: bool) -> Vec<CorpusFault> {
        let fault = |line: u32, what: String, remedy: &str| CorpusFault {
            file: self.file.clone(),
            line,
            what,
            remedy: remedy.to_owned(),
        };
        let wanted: BTreeSet<Citation> = spine_doubts(spine).map(|(cite, _)| cite).collect();
        let mut faults: Vec<CorpusFault> = self
            .texts
            .iter()
            .filter(|(cite, _)| !wanted.contains(cite))
            .map(|(cite, (line, _))| {
                let what = format!("the spine has no doubt about {cite}");
                fault(*line, what, "take it out, or write the doubt into the spine")
            })
            .collect();
        // A missing text belongs below the one before it.
        let mut last = 1;
        for (cite, _) in spine_doubts(spine) {
            match self.texts.get(&cite) {
                Some((line, _)) => last = *line,
                None if whole => {
                    let what = format!("the spine's doubt about {cite} has no text here");
                    faults.push(fault(last, what, "write it in this language, or take it out of the spine"));
                }
                None => {}
            }
        }
        faults
    }
}

/// Hangs the doubts on the provisions that they concern, each as a note, so that whoever reads the text sees them: in the words
/// of `doubts`, and in the spine's where it has none. They are no part of the text: neither searched nor linked.
pub fn mark(document: &mut Document, spine: &Spine, doubts: Option<&Doubts>) {
    let own: BTreeMap<Citation, &str> = spine_doubts(spine).collect();
    for unit in document.units.iter_mut().filter(|u| u.key.is_provision()) {
        let Some((cite, doubt)) = unit.key.citation().and_then(|cite| Some((cite, *own.get(&cite)?))) else { continue };
        let told = doubts.and_then(|d| Some((d.mark.as_str(), d.texts.get(&cite)?.1.as_str())));
        let (mark, text) = told.unwrap_or((MARK, doubt));
        unit.notes.push(Note {
            kind: NoteKind::Doubt,
            mark: mark.to_owned(),
            text: text.to_owned(),
            anchor: None,
            in_heading: false,
        });
    }
}

fn spine_doubts(spine: &Spine) -> impl Iterator<Item = (Citation, &str)> {
    spine.provisions.iter().filter_map(|p| Some((p.cite, p.doubt.as_deref()?)))
}
