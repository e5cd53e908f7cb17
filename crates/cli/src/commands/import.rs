//! `lawgrep import`: law texts to the shelf.

use lawgrep_ingest::{NotLaw, Overrides};
use lawgrep_lexicon::Lexicon;
use lawgrep_model::{EditionId, Standing};
use lawgrep_shelf::{
    Counts,
    pipeline::{self, Fault, FaultKind, Made, SourceFile},
    store::Settings,
};

use super::check::recognised;
use crate::{
    Outcome,
    failure::{Failure, Stop},
    flags::Import,
    json::{Source, record},
    output::Output,
    session,
    sources::{self, How, Sources},
    standing,
    text::quoted,
};

pub(crate) fn run(args: &Import, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let lexicon =
        session::bundle(bundle)?.lexicon().map_err(|e| Failure::new(format!("{e}; install lawgrep again")))?;
    let settings = settings(args, &lexicon)?;
    let store = session::store()?;
    let overrides = Overrides { id: settings.id.clone(), lang: settings.lang.clone(), code: settings.code };
    let encoding = sources::encoding(args.encoding.as_deref())?;
    let how = How { encoding, pdftotext: args.pdftotext, overrides, patches: settings.patches };
    let Sources { files, originals, places, mut wrong, notes } = sources::read(&args.paths, &how, &lexicon);
    for note in &notes {
        output.notice(note)?;
    }

    let batch = pipeline::make(&files, &how.overrides, &lexicon, pipeline::Options { patches: settings.patches });
    for fault in &batch.faults {
        let names: Vec<String> =
            fault.files.iter().filter_map(|n| places.get(*n)).map(|(path, _)| quoted(path)).collect();
        let named = fault.files.iter().filter_map(|n| places.get(*n)).any(|(_, named)| *named);
        match (&fault.kind, named) {
            (FaultKind::NotLaw(why), false) => output.notice(&format!("{} skipped: {why}", names.join(", ")))?,
            _ => wrong.push(told(fault, &names.join(" and "))),
        }
    }
    for made in &batch.made {
        let sources: Vec<&SourceFile> = made.files.iter().filter_map(|n| files.get(*n)).collect();
        let originals: Vec<Vec<SourceFile>> = made.files.iter().filter_map(|n| originals.get(*n).cloned()).collect();
        let edition = &made.document.edition;
        // A broken entry on the shelf is no hindrance: this import mends it.
        let before = store.edition(&edition.id).ok().flatten();
        let other = before
            .as_ref()
            .and_then(|kept| kept.sources().ok())
            .is_some_and(|old| old.iter().ne(sources.iter().copied()));
        let had = before.as_ref().and_then(|kept| kept.described().ok()).map_or(0, |(_, counts)| counts.laws);
        match store.install_converted(made, &sources, &originals, &settings) {
            Ok(()) => {
                told_apart(made, args.shape.json, output)?;
                let laws = Counts::of(&made.document).laws;
                if laws < had {
                    let id = &edition.id;
                    let line = format!("{id}: {laws} laws took the place of {had}; parts go into one import together");
                    output.notice(&line)?;
                } else if other && settings.id.is_none() {
                    let id = &edition.id;
                    output.notice(&format!("{id}: took the place of another text of that name; --as ID keeps both"))?;
                }
            }
            Err(e) => wrong.extend(Failure::from(&e).lines),
        }
    }
    if batch.made.is_empty() && wrong.is_empty() {
        let paths: Vec<String> = args.paths.iter().map(quoted).collect();
        wrong.push(format!("{} holds no law text; nothing was imported", paths.join(", ")));
    }
    if args.shape.json {
        output.json(&record("end", End { editions: batch.made.len() }))?;
    }
    if wrong.is_empty() { Ok(Outcome::Done) } else { Err(Failure::all(wrong).into()) }
}

fn settings(args: &Import, lexicon: &Lexicon) -> Result<Settings, Stop> {
    let id = match &args.id {
        Some(id) => Some(id.parse::<EditionId>().map_err(|_| {
            Failure::new(format!("`{}` is no edition id; use small letters, digits and hyphens", quoted(id)))
        })?),
        None => None,
    };
    let (lang, code) = said(args.lang.as_deref(), args.code.as_deref(), lexicon)?;
    Ok(Settings { id, lang, code, patches: !args.no_patches })
}

/// The language and the code that the user says a text is of.
pub(super) fn said(
    lang: Option<&str>,
    code: Option<&str>,
    lexicon: &Lexicon,
) -> Result<(Option<String>, Option<u16>), Stop> {
    let lang = match lang {
        Some(lang) => Some(lexicon.language(lang).map(|l| l.code.clone()).ok_or_else(|| {
            let known: Vec<&str> = lexicon.languages.iter().map(|l| l.code.as_str()).collect();
            Failure::new(format!("language `{}` is not known; there are {}", quoted(lang), known.join(", ")))
        })?),
        None => None,
    };
    let code = match code {
        Some(code) => Some(code.parse().ok().filter(|year| lexicon.code(*year).is_some()).ok_or_else(|| {
            let known: Vec<String> = lexicon.codes.iter().map(|c| c.year.to_string()).collect();
            Failure::new(format!("code `{}` is not known; there are {}", quoted(code), known.join(", ")))
        })?),
        None => None,
    };
    Ok((lang, code))
}

/// A fault with what to do about it.
fn told(fault: &Fault, names: &str) -> String {
    match &fault.kind {
        FaultKind::NotLaw(why @ (NotLaw::Code { .. } | NotLaw::Foreign { .. } | NotLaw::TooLong)) => {
            format!("{names}: {why}; {}", why.remedy())
        }
        FaultKind::NotLaw(why) => format!("{names}: no law text: {why}; {}", why.remedy()),
        FaultKind::Overlap { id, law } => {
            format!(
                "{names}: not parts of one edition, since more than one holds law {law} of {id}; import one of them, or each with its own --as ID"
            )
        }
        FaultKind::Index(_) => format!("{names}: {}; please report it", fault.kind),
    }
}

/// What came of an import of one edition, and how it was recognised.
fn told_apart(made: &Made, json: bool, output: &mut Output) -> Result<(), Stop> {
    let edition = &made.document.edition;
    if !json {
        output.line(&report(made))?;
        return recognised::lines(&made.reasons, output);
    }
    let counts = Counts::of(&made.document);
    output.json(&record(
        "imported",
        Imported {
            source: Source::of(edition),
            standing: edition.standing.name(),
            files: made.files.len(),
            laws: counts.laws,
            provisions: counts.provisions,
            definitions: counts.definitions,
            notes: counts.notes,
            references: counts.references(),
            findings: counts.findings,
        },
    ))?;
    recognised::records(edition.id.as_str(), &made.reasons, output)
}

#[derive(serde::Serialize)]
struct Imported<'a> {
    #[serde(flatten)]
    source: Source<'a>,
    standing: &'static str,
    files: usize,
    laws: u32,
    provisions: u32,
    definitions: u32,
    notes: u32,
    references: u32,
    findings: u32,
}

#[derive(serde::Serialize)]
struct End {
    editions: usize,
}

/// The line that an import ends with.
fn report(made: &Made) -> String {
    let edition = &made.document.edition;
    let Counts { laws, provisions, definitions, notes, findings, linked, unresolved, .. } = Counts::of(&made.document);
    let references = Counts::of(&made.document).references();
    let sections = if edition.standing == Standing::Regulation { "sections" } else { "laws" };
    let aside = references - linked - unresolved;
    let parts = if made.files.len() > 1 { format!(" from {} files", made.files.len()) } else { String::new() };
    format!(
        "{}{parts}: {}: {laws} {sections}, {provisions} provisions, {definitions} definitions, {notes} notes, {references} \
         references ({linked} open here, {aside} lead elsewhere, {unresolved} unresolved), {findings} findings",
        edition.id,
        standing::of(edition),
    )
}
