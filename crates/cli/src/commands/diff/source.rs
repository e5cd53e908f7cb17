//! The texts that are compared: editions at hand, or files as import would read them.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use lawgrep_ingest::Overrides;
use lawgrep_model::Document;
use lawgrep_shelf::pipeline::{self, FaultKind, Options};

use crate::{
    failure::{Failure, Stop},
    output::Output,
    session::Session,
    sources::{self, How, Sources},
    text::quoted,
};

/// A text and the name it goes by in output.
pub(super) struct Text {
    pub(super) name: String,
    pub(super) document: Document,
}

/// Finds both texts: editions, else paths.
///
/// A file does not always say which code it follows, least of all a draft; then it is taken for one of the other's code, and
/// that is told.
///
/// # Errors
/// When there is neither, and when a path gives no text of one edition.
pub(super) fn pair(session: &Session, names: [&OsStr; 2], output: &mut Output) -> Result<[Text; 2], Stop> {
    let [a, b] = names.map(|name| text(session, name, None));
    match (a, b) {
        (Ok(a), Ok(b)) => Ok([a, b]),
        (Ok(a), Err(stop)) => {
            let b = read_like(session, names[1], &a, stop, output)?;
            Ok([a, b])
        }
        (Err(stop), Ok(b)) => Ok([read_like(session, names[0], &b, stop, output)?, b]),
        (Err(stop), Err(_)) => Err(stop),
    }
}

/// A text that was refused, read as one of the other's code.
fn read_like(session: &Session, name: &OsStr, other: &Text, refused: Stop, output: &mut Output) -> Result<Text, Stop> {
    let code = other.document.edition.code;
    let text = text(session, name, Some(code)).map_err(|_| refused)?;
    output
        .notice(&format!("{}: read as a text of the {code} code, as {} is; it does not tell", text.name, other.name))?;
    Ok(text)
}

fn text(session: &Session, name: &OsStr, code: Option<u16>) -> Result<Text, Stop> {
    let shown = quoted(name);
    if let Some(at) = name.to_str().and_then(|id| session.library.position(id)) {
        let document = session.library.document(at).transpose()?;
        let document = document.cloned().ok_or_else(|| Failure::new("no such edition"))?;
        return Ok(Text { name: shown, document });
    }
    if Path::new(name).exists() {
        return Ok(Text { document: read(session, name, &shown, code)?, name: shown });
    }
    let ids: Vec<&str> = session.library.editions().iter().map(|e| e.id.as_str()).collect();
    Err(Failure::new(format!("no edition `{shown}` is at hand, nor such a file; there are {}", ids.join(", "))).into())
}

fn read(session: &Session, path: &OsStr, shown: &str, code: Option<u16>) -> Result<Document, Stop> {
    let overrides = Overrides { code, ..Overrides::default() };
    let how = How { overrides, patches: Options::default().patches, ..How::default() };
    let Sources { files, wrong, .. } = sources::read(&[PathBuf::from(path)], &how, session.library.lexicon());
    if let Some(line) = wrong.into_iter().next() {
        return Err(Failure::new(line).into());
    }
    let batch = pipeline::make(&files, &how.overrides, session.library.lexicon(), Options::default());
    let mut made = batch.made;
    let fault = batch.faults.iter().find(|f| !matches!(f.kind, FaultKind::NotLaw(_)) || made.is_empty());
    if let Some(fault) = fault {
        return Err(Failure::new(match &fault.kind {
            FaultKind::NotLaw(why) => {
                format!("{shown}: no law text: {why}; if it is one, import it with --lang and --code")
            }
            FaultKind::Overlap { .. } => {
                format!("{shown}: not parts of one edition: {}; name one of the files", fault.kind)
            }
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
