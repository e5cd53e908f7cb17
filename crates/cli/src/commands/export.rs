//! `lawgrep export`: an edition for other programs, one JSON object a unit, in document order.

use std::{fs::File, io::BufWriter, io::Write, path::Path};

use lawgrep_model::{Document, Place, Reference, Unit};
use serde::Serialize;

use crate::{
    Outcome,
    failure::{Failure, Stop},
    flags::Export,
    json,
    output::Output,
    session::Session,
    text::{Safe, quoted},
};

/// Formats whose names are kept for later.
const RESERVED: [&str; 10] = ["json", "csv", "tsv", "md", "tmx", "xliff", "akn", "dot", "svg", "html"];

pub(crate) fn run(args: &Export, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    if RESERVED.contains(&args.format.as_str()) {
        return Err(Failure::not_yet(&format!("the format {}", args.format)).into());
    }
    if args.format != "jsonl" {
        let line = format!("format `{}` is not known; there is jsonl", quoted(&args.format));
        return Err(Failure::new(line).into());
    }
    let session = Session::open(bundle, &args.pick)?;
    let [edition] = session.chosen.as_slice() else {
        let ids: Vec<&str> = session.library.editions().iter().map(|e| e.id.as_str()).collect();
        let line = format!("name one edition with --edition ID; there are {}", ids.join(", "));
        return Err(Failure::new(line).into());
    };
    let Some(document) = session.library.document(*edition).transpose()? else { return Ok(Outcome::Nothing) };
    match &args.output {
        Some(path) => to_file(path, document)?,
        None => {
            for unit in &document.units {
                output.json(&Row::of(document, unit))?;
            }
        }
    }
    Ok(Outcome::Done)
}

fn to_file(path: &Path, document: &Document) -> Result<(), Stop> {
    let write = || -> std::io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        for unit in &document.units {
            serde_json::to_writer(&mut file, &Row::of(document, unit))?;
            file.write_all(b"\n")?;
        }
        file.flush()
    };
    write().map_err(|e| Failure::new(format!("cannot write {} ({e}); name another --output", quoted(path))).into())
}

#[derive(Serialize)]
struct Row<'a> {
    edition: &'a str,
    lang: &'a str,
    cite: String,
    kind: &'static str,
    heading: Option<String>,
    text: String,
    refs: Vec<Ref>,
    notes: Vec<Note>,
}

#[derive(Serialize)]
struct Note {
    mark: String,
    text: String,
    refs: Vec<Ref>,
}

#[derive(Serialize)]
struct Ref {
    raw: String,
    targets: Vec<String>,
    span: [u32; 2],
    kind: &'static str,
    resolution: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#in: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<[[u32; 2]; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

impl<'a> Row<'a> {
    fn of(document: &'a Document, unit: &'a Unit) -> Self {
        let refs_in = |of: &dyn Fn(Place) -> bool| -> Vec<Ref> {
            unit.refs.iter().filter(|r| of(r.place)).map(|r| Ref::of(unit, r)).collect()
        };
        let notes = (0u16..).zip(&unit.notes).map(|(n, note)| Note {
            mark: Safe::of(&note.mark).text.into_owned(),
            text: Safe::of(&note.text).text.into_owned(),
            refs: refs_in(&|place| place == Place::Note(n)),
        });
        Self {
            edition: document.edition.id.as_str(),
            lang: &document.edition.lang,
            cite: json::cite(unit),
            kind: unit.key.kind(),
            heading: unit.heading.as_deref().map(|h| Safe::of(h).text.into_owned()),
            text: Safe::of(&unit.text).text.into_owned(),
            refs: refs_in(&|place| matches!(place, Place::Text | Place::Heading)),
            notes: notes.collect(),
        }
    }
}

impl Ref {
    fn of(unit: &Unit, reference: &Reference) -> Self {
        let text = Safe::of(unit.text_at(reference.place));
        Self {
            raw: Safe::of(unit.words(reference)).text.into_owned(),
            targets: json::targets(reference.target),
            span: text.span(reference.span),
            kind: reference.kind.name(),
            resolution: reference.resolution.name(),
            r#in: (reference.place == Place::Heading).then_some("heading"),
            ends: reference.ends.map(|(from, to)| [text.span(from), text.span(to)]),
            source: reference.source.map(|cite| cite.to_string()),
        }
    }
}
