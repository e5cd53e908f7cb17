//! The texts that are compared: editions at hand, or files as import would read them.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use lawgrep_ingest::Overrides;
use lawgrep_model::Document;
use lawgrep_shelf::{
    pipeline::{self, FaultKind, Options},
    store::{Gathered, gather},
};

use crate::{
    failure::{Failure, Stop},
    session::Session,
    text::quoted,
};

/// A text and the name it goes by in output.
pub(super) struct Text {
    pub(super) name: String,
    pub(super) document: Document,
}

/// Finds the text of that name: an edition, else a path.
///
/// # Errors
/// When there is neither, and when the path gives no text of one edition.
pub(super) fn text(session: &Session, name: &OsStr) -> Result<Text, Stop> {
    let shown = quoted(name);
    if let Some(at) = name.to_str().and_then(|id| session.library.position(id)) {
        let document = session.library.document(at).transpose()?;
        let document = document.cloned().ok_or_else(|| Failure::new("no such edition"))?;
        return Ok(Text { name: shown, document });
    }
    if Path::new(name).exists() {
        return Ok(Text { document: read(session, name, &shown)?, name: shown });
    }
    let ids: Vec<&str> = session.library.editions().iter().map(|e| e.id.as_str()).collect();
    Err(Failure::new(format!("no edition `{shown}` is at hand, nor such a file; there are {}", ids.join(", "))).into())
}

fn read(session: &Session, path: &OsStr, shown: &str) -> Result<Document, Stop> {
    let Gathered { files, failed, .. } = gather(&[PathBuf::from(path)]);
    if let Some(error) = failed.first() {
        return Err(Failure::new(format!("{error}; name a file or folder that can be read")).into());
    }
    let batch = pipeline::make(&files, &Overrides::default(), session.library.lexicon(), Options::default());
    let mut made = batch.made;
    let fault = batch.faults.iter().find(|f| !matches!(f.kind, FaultKind::NotLaw(_)) || made.is_empty());
    if let Some(fault) = fault {
        return Err(Failure::new(match &fault.kind {
            FaultKind::NotLaw(why) => format!("{shown}: no law text: {why}; if it is one, import it with --lang and --code"),
            FaultKind::Overlap { .. } => format!("{shown}: not parts of one edition: {}; name one of the files", fault.kind),
            FaultKind::Index(_) => format!("{shown}: {}; please report it", fault.kind),
        })
        .into());
    }
    let found: Vec<String> = made.iter().map(|m| m.document.edition.id.to_string()).collect();
    match made.pop() {
        Some(made) if found.len() == 1 => Ok(made.document),
        None => Err(Failure::new(format!("{shown} holds no law text")).into()),
        _ => Err(Failure::new(format!("{shown} holds several editions ({}); name one file", found.join(", "))).into()),
    }
}
