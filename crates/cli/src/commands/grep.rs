//! Search as grep does it: patterns in the texts as they are printed (`-F`, `-E`, `-w`, `-s`), several patterns at once (`-e`,
//! `-f`), and what stands around a hit (`-C`).
//!
//! ```text
//! patterns (arguments, files) ─┬─ matcher: over the printed line of every provision ─┬─ Found, one an edition ─ print
//!                              └─ queries of the ordinary search, united ────────────┘
//! ```
//!
//! Searching the printed texts needs no index and decodes none.

mod matcher;
mod patterns;
mod print;

use std::collections::BTreeSet;

use lawgrep_model::{Document, Edition, Span, Unit};
use lawgrep_search::{Highlighter, Match, Query};

use super::search;
use crate::{
    Outcome,
    failure::{Failure, Stop},
    flags::Search,
    output::Output,
    session::Session,
    text::line_of,
};
use matcher::{How, Matcher};
use patterns::Pattern;

pub(crate) use print::{asked_for, counts, ordinary};

/// Whether the command line asks for patterns.
pub(crate) fn is_asked(args: &Search) -> bool {
    let it = &args.grep;
    in_the_text(args) || !it.pattern.is_empty() || !it.file.is_empty()
}

/// Whether the printed texts are searched, and not the words in them.
fn in_the_text(args: &Search) -> bool {
    let it = &args.grep;
    it.fixed || it.regex || it.whole_word || it.case_sensitive
}

pub(crate) fn run(args: &Search, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    if args.shape.parallel {
        return Err(Failure::not_yet("`--parallel` with patterns").into());
    }
    let patterns = patterns::read(args)?;
    let name = patterns::name(&patterns);
    if in_the_text(args) {
        let it = &args.grep;
        let how = How { ignore_case: !it.case_sensitive, whole_word: it.whole_word };
        let matcher = if it.regex { Matcher::regex(&patterns, how)? } else { Matcher::fixed(&patterns, how)? };
        let session = Session::open(bundle, &args.pick)?;
        let found = texts(&session, &matcher, args.list.quiet)?;
        return print::told(args, &session, &found, &name, output);
    }
    let session = Session::open(bundle, &args.pick)?;
    let queries = patterns::queries(&patterns)?;
    let (found, how) = united(&session, &queries)?;
    if how == Match::Any && !found.is_empty() && !args.list.quiet {
        output.notice(search::MOST)?;
    }
    print::told(args, &session, &found, &name, output)
}

/// What of one edition was found.
pub(crate) struct Found<'a> {
    edition: usize,
    document: &'a Document,
    /// In the order in which they count: as ranked, or as printed.
    units: Vec<&'a Unit>,
    marks: Marks<'a>,
}

/// What of a text is a match.
enum Marks<'a> {
    Text(&'a Matcher),
    Words(Vec<Highlighter>),
}

impl Marks<'_> {
    fn spans(&self, line: &str) -> Vec<Span> {
        match self {
            Marks::Text(matcher) => matcher.spans(line),
            Marks::Words(all) => joined(all.iter().flat_map(|one| one.spans(line)).collect()),
        }
    }
}

impl Found<'_> {
    fn of(&self) -> &Edition {
        &self.document.edition
    }
}

/// Spans in their order, those that overlap made one.
fn joined(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut apart: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match apart.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => apart.push(span),
        }
    }
    apart
}

/// Every unit whose printed line matches, in print order. A law that is printed twice with the same words is one hit. `one`
/// is enough for who only asks whether there is any.
fn texts<'a>(session: &'a Session, matcher: &'a Matcher, one: bool) -> Result<Vec<Found<'a>>, Stop> {
    let mut all = Vec::new();
    for edition in session.by_language() {
        let Some(document) = session.library.document(edition).transpose()? else { continue };
        let mut seen = BTreeSet::new();
        let mut units = Vec::new();
        for unit in document.units.iter().filter(|unit| unit.has_words()) {
            let line = line_of(unit);
            if matcher.is_match(&line) && seen.insert((&unit.key, line)) {
                units.push(unit);
                if one {
                    break;
                }
            }
        }
        if units.is_empty() {
            continue;
        }
        all.push(Found { edition, document, units, marks: Marks::Text(matcher) });
        if one {
            break;
        }
    }
    Ok(all)
}

/// What any of the queries finds: first the best hit of each, then the second of each, and so on. A query whose words no text
/// has together counts only where no query has better.
fn united<'a>(session: &'a Session, queries: &[Query]) -> Result<(Vec<Found<'a>>, Match), Stop> {
    let mut each = Vec::new();
    for query in queries {
        each.push(search::find(session, query)?);
    }
    let best =
        if each.iter().any(|(found, how)| *how == Match::All && !found.is_empty()) { Match::All } else { Match::Any };
    each.retain(|(_, how)| *how == best);
    let mut all = Vec::new();
    for edition in session.by_language() {
        let lists: Vec<&search::Found<'_>> =
            each.iter().flat_map(|(found, _)| found).filter(|found| found.edition == edition).collect();
        let Some(first) = lists.first() else { continue };
        let longest = lists.iter().map(|list| list.units.len()).max().unwrap_or(0);
        let mut seen = BTreeSet::new();
        let mut units: Vec<&Unit> = Vec::new();
        for n in 0..longest {
            units.extend(lists.iter().filter_map(|list| list.units.get(n)).filter(|unit| seen.insert(&unit.key)));
        }
        let language = session.library.language(edition);
        let marks = Marks::Words(queries.iter().map(|query| Highlighter::new(query, &language)).collect());
        all.push(Found { edition, document: first.document, units, marks });
    }
    Ok((all, best))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_overlaps_is_marked_once() {
        let spans = vec![Span::new(4, 9), Span::new(0, 2), Span::new(6, 12), Span::new(2, 3)];
        assert_eq!(joined(spans), [Span::new(0, 2), Span::new(2, 3), Span::new(4, 12)]);
    }
}
