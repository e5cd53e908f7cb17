//! `lawgrep check`: what is odd in an edition, with line and words.

mod coverage;
pub(super) mod recognised;

use std::collections::BTreeMap;

use lawgrep_model::{Document, Finding, FindingKind, Role};
use lawgrep_shelf::{Library, Origin};

use crate::{
    Outcome,
    failure::Stop,
    flags::{Check, Pick},
    json::record,
    output::Output,
    paint::{Ink, run as ink},
    session::Session,
    text::one_line,
};

pub(crate) fn run(args: &Check, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let mut pick: Pick = args.pick.clone();
    pick.edition.extend(args.ids.iter().cloned());
    let session = Session::open(bundle, &pick)?;
    if pick.edition.is_empty() && pick.lang.is_empty() && pick.code.is_empty() {
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
    let mut total = 0;
    for at in &session.chosen {
        let Some(document) = session.library.document(*at).transpose()? else { continue };
        let lines = Lines::of(&session.library, *at, document)?;
        total += document.findings.len();
        let reasons = session.library.reasons(*at).transpose()?.unwrap_or_default();
        let mut by_kind: BTreeMap<FindingKind, Vec<&Finding>> = BTreeMap::new();
        for finding in &document.findings {
            by_kind.entry(finding.kind).or_default().push(finding);
        }
        if args.shape.json {
            recognised::records(document.edition.id.as_str(), &reasons, output)?;
            for finding in by_kind.values().flatten() {
                output.json(&record("finding", Found::of(document, finding, &lines)))?;
            }
            continue;
        }
        let id = document.edition.id.as_str();
        output.painted(&[ink(Ink::Strong, id), ink(Ink::Plain, &summary(document, &by_kind))])?;
        recognised::lines(&reasons, output)?;
        for finding in by_kind.into_values().flatten() {
            line(document, finding, &lines, output)?;
        }
    }
    if args.shape.json {
        output.json(&record("end", End { findings: total }))?;
    }
    Ok(if args.strict && total > 0 { Outcome::Nothing } else { Outcome::Done })
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
        if parts.len() < 2 {
            return Ok(Self { files: Vec::new() });
        }
        let before = |at: u32| text.get(..at as usize).map_or(0, |t| t.matches('\n').count());
        let line = |at: u32| u32::try_from(before(at)).unwrap_or(u32::MAX);
        Ok(Self { files: parts.into_iter().map(|(name, at)| (name, line(at))).collect() })
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
