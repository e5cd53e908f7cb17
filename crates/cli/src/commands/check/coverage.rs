//! `lawgrep check --coverage`: what became of every byte of a source.

use lawgrep_model::{Coverage, Document, Finding};
use lawgrep_shelf::LibraryError;

use super::{Found, Lines};
use crate::{
    Outcome,
    failure::Stop,
    json::record,
    output::Output,
    paint::{Ink, run as ink},
    session::Session,
};

/// Prints the table of each chosen edition, and every place between its first law and its last that was not understood.
pub(super) fn run(session: &Session, json: bool, strict: bool, output: &mut Output) -> Result<Outcome, Stop> {
    let (mut editions, mut findings) = (0, 0);
    for at in &session.chosen {
        let Some(document) = session.library.document(*at).transpose().map_err(|e: &LibraryError| Stop::from(e))?
        else {
            continue;
        };
        editions += 1;
        let coverage = Coverage::of(document);
        let lines = Lines::of(&session.library, *at, document)?;
        let unread = unread(document, &coverage);
        findings += unread.len();
        if json {
            as_json(document, &coverage, output)?;
        } else {
            table(document, &coverage, output)?;
        }
        for finding in unread {
            if json {
                output.json(&record("finding", Found::of(document, finding, &lines)))?;
            } else {
                super::line(document, finding, &lines, output)?;
            }
        }
    }
    if json {
        output.json(&record("end", End { editions, findings }))?;
    }
    Ok(if strict && findings > 0 { Outcome::Nothing } else { Outcome::Done })
}

/// The findings that tell of what was not understood between the laws.
fn unread<'d>(document: &'d Document, coverage: &Coverage) -> Vec<&'d Finding> {
    let told = |finding: &&Finding| {
        finding.kind == lawgrep_model::FindingKind::NotUnderstood
            && coverage.unread.iter().any(|span| finding.span.encloses(*span))
    };
    document.findings.iter().filter(told).collect()
}

fn table(document: &Document, coverage: &Coverage, output: &mut Output) -> Result<(), Stop> {
    let id = document.edition.id.as_str();
    let whole = coverage.bytes();
    let mut row = |name: &str, bytes: usize, pieces: usize| {
        let share = percent(bytes, whole);
        let cells = format!(": {name:<18} {bytes:>9} bytes {share:>7.2} % {pieces:>7} {}", plural(pieces, "piece"));
        output.painted(&[ink(Ink::Strong, id), ink(Ink::Plain, &cells)])
    };
    for part in &coverage.rows {
        row(part.category.name(), part.bytes, part.pieces)?;
    }
    row("all", whole, coverage.pieces())?;
    let lost = (document.source_len as usize).abs_diff(whole);
    if lost > 0 {
        output.line(&format!("{id}: {lost} bytes of {} are not accounted for", document.source_len))?;
    }
    let between = match coverage.laws {
        Some(laws) => format!(
            "between the first law and the last: {} of {} bytes not understood, {:.2} %",
            coverage.unread_bytes(),
            laws.len(),
            coverage.unread_share() * 100.0
        ),
        None => "it has no law".to_owned(),
    };
    output.line(&format!("{id}: {between}"))
}

fn as_json(document: &Document, coverage: &Coverage, output: &mut Output) -> Result<(), Stop> {
    let edition = document.edition.id.as_str();
    let whole = coverage.bytes();
    let row = |category, bytes, pieces| Row { edition, category, bytes, share: percent(bytes, whole) / 100.0, pieces };
    for part in &coverage.rows {
        output.json(&record("coverage", row(part.category.name(), part.bytes, part.pieces)))?;
    }
    output.json(&record("coverage", row("all", whole, coverage.pieces())))?;
    let laws = Laws {
        edition,
        source: document.source_len,
        bytes: coverage.laws.map_or(0, lawgrep_model::Span::len),
        unread: coverage.unread_bytes(),
        share: coverage.unread_share(),
    };
    output.json(&record("coverage-laws", laws))
}

fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 }
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

/// How much of the source is of one category; `all` at the end.
#[derive(serde::Serialize)]
struct Row<'a> {
    edition: &'a str,
    category: &'static str,
    bytes: usize,
    /// From 0 to 1.
    share: f64,
    pieces: usize,
}

/// What lies between the first law and the last, and how much of it was not understood.
#[derive(serde::Serialize)]
struct Laws<'a> {
    edition: &'a str,
    /// Bytes of the whole source.
    source: u32,
    bytes: usize,
    unread: usize,
    share: f64,
}

#[derive(serde::Serialize)]
struct End {
    editions: usize,
    findings: usize,
}
