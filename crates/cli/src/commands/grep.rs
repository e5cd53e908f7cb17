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

use std::collections::{BTreeMap, BTreeSet};

use lawgrep_model::{Span, Unit};
use lawgrep_search::Highlighter;

use super::search;
use crate::{
    Outcome,
    failure::{Failure, Stop},
    finder,
    flags::Search,
    output::Output,
    session::Session,
    text::line_of,
};
use matcher::{How, Matcher};

pub(crate) use print::{asked_for, counts, ordinary};

/// Said to who wants to see what stands around a citation.
pub(crate) const AROUND_CITATIONS: &str =
    "`-C` shows what stands around words; around a citation a range does: lawgrep 49-51";

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
    if in_the_text(args) {
        let it = &args.grep;
        let how = How { ignore_case: !it.case_sensitive, whole_word: it.whole_word };
        let matcher = if it.regex { Matcher::regex(&patterns, how)? } else { Matcher::fixed(&patterns, how)? };
        let session = Session::open(bundle, &args.pick)?;
        let hits = texts(session, &matcher, args.list.quiet)?;
        return print::told(args, session, &Found { hits, marks: Marks::Text(&matcher) }, &patterns, output);
    }
    let queries = patterns::queries(&patterns)?;
    let session = Session::open(bundle, &args.pick)?;
    let mut each = Vec::new();
    for query in &queries {
        each.push(finder::find(&session.library, &session.by_language(), query, !args.no_terms)?.full());
    }
    if !args.list.quiet && !args.shape.json {
        let mut said = BTreeSet::new();
        for line in each.iter().filter(|found| !found.languages.is_empty()).flat_map(search::remarks) {
            if said.insert(line.clone()) {
                output.notice(&line)?;
            }
        }
    }
    print::told(args, session, &united(session, &each.iter().collect::<Vec<_>>())?, &patterns, output)
}

/// What was found, in the order in which it counts.
pub(crate) struct Found<'a> {
    hits: Vec<Hit<'a>>,
    marks: Marks<'a>,
}

#[derive(Clone, Copy)]
struct Hit<'a> {
    edition: usize,
    unit: &'a Unit,
    /// The concept, correction or situation that led here.
    via: Option<&'a str>,
}

/// What of a text is a match.
enum Marks<'a> {
    Text(&'a Matcher),
    /// By language.
    Words(BTreeMap<String, Vec<Highlighter<'a>>>),
}

impl Marks<'_> {
    fn spans(&self, lang: &str, line: &str) -> Result<Vec<Span>, Stop> {
        match self {
            Marks::Text(matcher) => matcher.spans(line),
            Marks::Words(all) => {
                Ok(joined(all.get(lang).into_iter().flatten().flat_map(|one| one.spans(line)).collect()))
            }
        }
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
fn texts<'a>(session: &'a Session, matcher: &Matcher, one: bool) -> Result<Vec<Hit<'a>>, Stop> {
    let mut hits = Vec::new();
    for edition in session.by_language() {
        let Some(document) = session.library.document(edition).transpose()? else { continue };
        let mut seen = BTreeSet::new();
        for unit in document.units.iter().filter(|unit| unit.has_words()) {
            let line = line_of(unit);
            if matcher.is_match(&line)? && seen.insert((&unit.key, line)) {
                hits.push(Hit { edition, unit, via: None });
                if one {
                    return Ok(hits);
                }
            }
        }
    }
    Ok(hits)
}

/// What any of the queries finds, language by language: first the best hit of each query, then the second of each, and so on.
fn united<'a>(session: &'a Session, each: &[&'a finder::Found]) -> Result<Found<'a>, Stop> {
    let mut langs: Vec<&str> = Vec::new();
    for lang in turns(each.iter().map(|found| found.languages.iter().map(|of| of.lang.as_str()).collect()).collect()) {
        if !langs.contains(&lang) {
            langs.push(lang);
        }
    }
    let (mut hits, mut marks) = (Vec::new(), BTreeMap::new());
    for lang in langs {
        let of_lang = || each.iter().flat_map(|found| &found.languages).filter(|of| of.lang == lang);
        let lists = each.iter().map(|found| {
            let of_lang = found.languages.iter().filter(|of| of.lang == lang);
            of_lang.flat_map(|of| &of.rules).flat_map(|rule| &rule.places).map(|place| (*found, place)).collect()
        });
        let mut seen = BTreeSet::new();
        for (found, place) in turns(lists.collect()) {
            let unit = place.unit(&session.library)?;
            if seen.insert((place.edition(), &unit.key)) {
                hits.push(Hit { edition: place.edition(), unit, via: found.via(place) });
            }
        }
        let analyser = session.library.analyser_of(lang);
        marks.insert(lang.to_owned(), of_lang().map(|of| Highlighter::new(&of.asked, analyser)).collect());
    }
    Ok(Found { hits, marks: Marks::Words(marks) })
}

/// The first of each list, the second of each, and so on.
fn turns<T: Copy>(lists: Vec<Vec<T>>) -> Vec<T> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest).flat_map(|n| lists.iter().filter_map(move |list| list.get(n).copied())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_overlaps_is_marked_once() {
        let spans = vec![Span::new(4, 9), Span::new(0, 2), Span::new(6, 12), Span::new(2, 3)];
        assert_eq!(joined(spans), [Span::new(0, 2), Span::new(2, 3), Span::new(4, 12)]);
    }

    #[test]
    fn several_queries_take_turns() {
        assert_eq!(turns(vec![vec![1, 2, 3], vec![], vec![4, 5]]), [1, 4, 2, 5, 3]);
        assert!(turns::<u8>(Vec::new()).is_empty());
    }
}
