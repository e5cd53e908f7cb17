//! `lawgrep check`: what is odd in an edition, with line and words.

mod coverage;
pub(super) mod recognised;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use lawgrep_ingest::{Overrides, Reason};
use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Document, Finding, FindingKind, Role};
use lawgrep_shelf::{
    Library, Origin,
    pipeline::{self, Options},
};

use super::import;
use crate::{
    Outcome,
    failure::{Failure, Stop},
    flags::{Check, Pick},
    json::record,
    output::Output,
    paint::{Ink, run as ink},
    session::Session,
    sources::{self, How, Sources},
    text::{one_line, quoted},
};

pub(crate) fn run(args: &Check, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let mut pick: Pick = args.pick.clone();
    // An edition of that id goes before a file of that name.
    let library = Session::open(bundle, &Pick::default())?;
    let is_file = |id: &&String| library.library.position(id).is_none() && Path::new(id.as_str()).exists();
    let files: Vec<PathBuf> = args.ids.iter().filter(is_file).map(PathBuf::from).collect();
    pick.edition.extend(args.ids.iter().filter(|id| !is_file(id)).cloned());
    let mut total = 0;
    if !files.is_empty() {
        if args.coverage {
            let line = "--coverage tells of editions on the shelf; import the file first";
            return Err(Failure::new(line).into());
        }
        total += check_files(args, &files, library.library.lexicon(), output)?;
    }
    // Beside files, language and code are theirs.
    let named = !pick.edition.is_empty() || (files.is_empty() && !(pick.lang.is_empty() && pick.code.is_empty()));
    if files.is_empty() || named {
        let session = Session::open(bundle, &pick)?;
        if !named {
            // What comes with the program was checked when it was built.
            let own = |at: &&usize| session.library.origin(**at) != Some(Origin::Embedded);
            let own: Vec<usize> = session.chosen.iter().filter(own).copied().collect();
            if !own.is_empty() {
                session.chosen = own;
            }
        }
        if args.coverage {
            return coverage::run(session, args.shape.json, args.strict, output);
        }
        for at in &session.chosen {
            let Some(document) = session.library.document(*at).transpose()? else { continue };
            let lines = Lines::of(&session.library, *at, document)?;
            let reasons = session.library.reasons(*at).transpose()?.unwrap_or_default();
            total += report(args, document, &lines, &reasons, output)?;
        }
    }
    if args.shape.json {
        output.json(&record("end", End { findings: total }))?;
    }
    Ok(if args.strict && total > 0 { Outcome::Nothing } else { Outcome::Done })
}

/// Checks files as an import would read them, and keeps nothing. Says how many findings there were.
fn check_files(args: &Check, paths: &[PathBuf], lexicon: &Lexicon, output: &mut Output) -> Result<usize, Stop> {
    let encoding = sources::encoding(args.encoding.as_deref())?;
    // What an import would be told; --lang and --code choose one of each.
    let [lang, code] = [&args.pick.lang, &args.pick.code].map(|given| given.first().cloned());
    let (lang, code) = import::said(lang.as_deref(), code.as_deref(), lexicon)?;
    let overrides = Overrides { id: None, lang, code };
    let how = How { encoding, pdftotext: args.pdftotext, patches: true, overrides };
    let Sources { files, places, mut wrong, notes, .. } = sources::read(paths, &how, lexicon);
    for note in &notes {
        output.notice(note)?;
    }
    let batch = pipeline::make(&files, &how.overrides, lexicon, Options { patches: how.patches });
    let mut total = 0;
    for made in &batch.made {
        let lines = Lines::of_parts(&made.text, made.parts.clone());
        total += report(args, &made.document, &lines, &made.reasons, output)?;
    }
    for fault in &batch.faults {
        let all = fault.files.iter().filter_map(|n| places.get(*n));
        let names: Vec<String> = all.clone().map(|(path, _)| quoted(path)).collect();
        match fault.kind {
            pipeline::FaultKind::NotLaw(_) if !all.clone().any(|(_, named)| *named) => {
                output.notice(&format!("{} skipped: {}", names.join(", "), fault.kind))?;
            }
            pipeline::FaultKind::NotLaw(ref why) => {
                wrong.push(format!("{}: {why}; {}", names.join(" and "), why.remedy()));
            }
            _ => wrong.push(format!("{}: {}; name files of one law text", names.join(" and "), fault.kind)),
        }
    }
    if wrong.is_empty() { Ok(total) } else { Err(Failure::all(wrong).into()) }
}

/// Prints the findings of a document; says how many there are.
fn report(
    args: &Check,
    document: &Document,
    lines: &Lines,
    reasons: &[Reason],
    output: &mut Output,
) -> Result<usize, Stop> {
    let mut by_kind: BTreeMap<FindingKind, Vec<&Finding>> = BTreeMap::new();
    for finding in &document.findings {
        by_kind.entry(finding.kind).or_default().push(finding);
    }
    if args.shape.json {
        recognised::records(document.edition.id.as_str(), reasons, output)?;
        for finding in by_kind.values().flatten() {
            output.json(&record("finding", Found::of(document, finding, lines)))?;
        }
        return Ok(document.findings.len());
    }
    let id = document.edition.id.as_str();
    output.painted(&[ink(Ink::Strong, id), ink(Ink::Plain, &summary(document, &by_kind))])?;
    recognised::lines(reasons, output)?;
    for finding in by_kind.into_values().flatten() {
        line(document, finding, lines, output)?;
    }
    Ok(document.findings.len())
}

/// `da-1997:12:gap-in-numbering: what was made of it: the words (file)`
fn line(document: &Document, finding: &Finding, lines: &Lines, output: &mut Output) -> Result<(), Stop> {
    let id = document.edition.id.as_str();
    let (file, line) = lines.place(finding);
    let words = if finding.words.is_empty() { String::new() } else { format!(": {}", one_line(&finding.words)) };
    let file = file.map_or_else(String::new, |f| format!(" ({})", one_line(f)));
    let message = one_line(&finding.message);
    output.line(&format!("{id}:{line}:{}: {message}{words}{file}", finding.kind.name()))
}

/// `: 12 findings (3 gap-in-numbering, 9 not-understood); 0.1 % of the text not understood`
fn summary(document: &Document, by_kind: &BTreeMap<FindingKind, Vec<&Finding>>) -> String {
    let kinds: Vec<String> = by_kind.iter().map(|(kind, all)| format!("{} {}", all.len(), kind.name())).collect();
    let kinds = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
    let unread: usize = document.pieces.iter().filter(|p| p.role == Role::Unread).map(|p| p.span.len()).sum();
    let share = unread as f64 * 100.0 / f64::from(document.source_len.max(1));
    let findings = if document.findings.len() == 1 { "finding" } else { "findings" };
    format!(": {} {findings}{kinds}; {share:.1} % of the text not understood", document.findings.len())
}

/// Lines of the files that an edition came in. A finding counts lines of the whole; who reads it has the files.
struct Lines {
    /// Name of a file, and the number of lines before it.
    files: Vec<(String, u32)>,
}

impl Lines {
    fn of(library: &Library, at: usize, document: &Document) -> Result<Self, Stop> {
        // Only an edition of several files needs its source for this; `source_name` lists them.
        if document.findings.is_empty() || !document.edition.source_name.contains(", ") {
            return Ok(Self { files: Vec::new() });
        }
        let Some((text, parts)) = library.source(at).transpose()? else { return Ok(Self { files: Vec::new() }) };
        Ok(Self::of_parts(&text, parts))
    }

    /// Of parts that begin at these bytes of the text.
    fn of_parts(text: &str, parts: Vec<(String, u32)>) -> Self {
        if parts.len() < 2 {
            return Self { files: Vec::new() };
        }
        let before = |at: u32| text.get(..at as usize).map_or(0, |t| t.matches('\n').count());
        let line = |at: u32| u32::try_from(before(at)).unwrap_or(u32::MAX);
        Self { files: parts.into_iter().map(|(name, at)| (name, line(at))).collect() }
    }

    fn place(&self, finding: &Finding) -> (Option<&str>, u32) {
        match self.files.iter().rev().find(|(_, before)| *before < finding.line) {
            Some((name, before)) => (Some(name), finding.line - before),
            None => (None, finding.line),
        }
    }
}

#[derive(serde::Serialize)]
struct Found<'a> {
    edition: &'a str,
    kind: &'static str,
    file: String,
    line: u32,
    /// Bytes of the decoded source, of several files one after the other.
    span: [u32; 2],
    words: String,
    message: String,
}

impl<'a> Found<'a> {
    fn of(document: &'a Document, finding: &Finding, lines: &Lines) -> Self {
        let (file, line) = lines.place(finding);
        Self {
            edition: document.edition.id.as_str(),
            kind: finding.kind.name(),
            file: one_line(file.unwrap_or(&document.edition.source_name)),
            line,
            span: [finding.span.start, finding.span.end],
            words: one_line(&finding.words),
            message: one_line(&finding.message),
        }
    }
}

#[derive(serde::Serialize)]
struct End {
    findings: usize,
}
