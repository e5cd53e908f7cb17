//! `lawgrep search`: words in the texts of every edition at hand. A query that is a citation is shown instead.

use std::collections::BTreeSet;

use lawgrep_model::{Document, Edition, Span, Unit};
use lawgrep_search::{Highlighter, Match, Query};
use lawgrep_xref::Wanted;

use super::{grep, parallel, show};
use crate::{
    Outcome, cites,
    failure::{Failure, Stop},
    flags::Search,
    json::{self, Hit, Source, record},
    output::Output,
    paint::{Ink, run as ink, wrap},
    session::Session,
    standing,
    text::{Safe, line_of, one_line, quoted},
};

/// Provisions on a terminal unless `-m` says otherwise.
pub(crate) const ON_A_TERMINAL: usize = 20;

/// Said where no unit has all words of a query.
pub(crate) const MOST: &str = "no text has all words; showing those with most of them";

pub(crate) fn run(args: &Search, may_cite: bool, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    if grep::is_asked(args) {
        return grep::run(args, bundle, output);
    }
    let words: Vec<String> = args.words.iter().map(|w| w.to_string_lossy().into_owned()).collect();
    let text = words.join(" ");
    if text.trim().is_empty() {
        return Err(Failure::new("no words to search for; see lawgrep search --help").into());
    }
    let session = Session::open(bundle, &args.pick)?;
    if let Some(wanted) = cites::query(&text, session.library.lexicon()).filter(|_| may_cite) {
        if let [Wanted::One(cite)] = wanted.as_slice()
            && text.trim().bytes().all(|b| b.is_ascii_digit())
            && !args.list.quiet
        {
            output.notice(&format!("Law {cite}; words: lawgrep search {cite}"))?;
        }
        if args.grep.context.is_some() {
            let line = "`-C` shows what stands around words; for citations give a range: lawgrep 49-51";
            return Err(Failure::new(line).into());
        }
        return match args.shape.parallel {
            true => parallel::show(&session, &wanted, &args.list, &args.shape, output),
            false => show::show(&session, &wanted, &args.list, &args.shape, output),
        };
    }
    if args.shape.parallel {
        return Err(Failure::not_yet("`--parallel` with words").into());
    }
    let query = Query::parse(&text);
    let (found, how) = find(&session, &query)?;
    if found.is_empty() {
        if !args.list.quiet {
            if args.list.count {
                counts(args, &session, &found, &text, output)?;
            } else if args.shape.json {
                output.json(&record("begin", Begin::of(&session, &text)?))?;
                output.json(&record("end", End { hits: 0 }))?;
            }
            output.notice(&nothing(&session, query.is_empty(), &text)?)?;
        }
        return Ok(Outcome::Nothing);
    }
    if !args.list.quiet {
        print(args, &session, &query, &text, &found, how, output)?;
    }
    Ok(Outcome::Done)
}

/// One edition's hits, best first.
pub(crate) struct Found<'a> {
    pub(crate) edition: usize,
    pub(crate) document: &'a Document,
    pub(crate) units: Vec<&'a Unit>,
}

/// Units with all words; where no edition has one, those with the most of them.
pub(crate) fn find<'a>(session: &'a Session, query: &Query) -> Result<(Vec<Found<'a>>, Match), Stop> {
    for how in [Match::All, Match::Any] {
        let mut all = Vec::new();
        for at in session.by_language() {
            let library = &session.library;
            let Some(index) = library.index(at).transpose()? else { continue };
            let language = library.language(at);
            let hits = index.search(query, &language, how).map_err(|e| {
                Failure::new(format!("the search failed ({e}); import the edition again, or install lawgrep again"))
            })?;
            if hits.is_empty() {
                continue;
            }
            let Some(document) = library.document(at).transpose()? else { continue };
            let mut seen = BTreeSet::new();
            // A law that is printed twice is one hit.
            let units: Vec<&Unit> =
                hits.iter().filter_map(|hit| document.unit(hit.unit)).filter(|unit| seen.insert(&unit.key)).collect();
            all.push(Found { edition: at, document, units });
        }
        if !all.is_empty() {
            return Ok((all, how));
        }
    }
    Ok((Vec::new(), Match::All))
}

/// The notice that nothing was found, with what was searched and what the flags left out.
pub(crate) fn nothing(session: &Session, wordless: bool, text: &str) -> Result<String, Stop> {
    let what = quoted(text);
    if wordless {
        return Ok(format!("nothing found: `{what}` holds no word"));
    }
    let editions = session.library.editions().iter().enumerate();
    let (searched, not): (Vec<_>, Vec<_>) = editions.partition(|(at, _)| session.chosen.contains(at));
    let ids = |list: &[(usize, &Edition)]| list.iter().map(|(_, e)| e.id.to_string()).collect::<Vec<_>>().join(", ");
    let rest = if not.is_empty() { String::new() } else { format!("; not searched: {}", ids(&not)) };
    Ok(format!("nothing found for `{what}`; searched: {}{rest}", ids(&searched)))
}

fn print(
    args: &Search,
    session: &Session,
    query: &Query,
    text: &str,
    found: &[Found<'_>],
    how: Match,
    output: &mut Output,
) -> Result<(), Stop> {
    if how == Match::Any {
        output.notice(MOST)?;
    }
    if args.list.count {
        return counts(args, session, found, text, output);
    }
    if grep::asked_for(args) {
        return grep::ordinary(args, session, query, text, found, output);
    }
    let arranged = output.is_terminal() && !args.shape.json && !args.list.list && !args.only_matching;
    let most = args.list.max_count.map(|n| n as usize);
    let most = most.unwrap_or(if output.is_terminal() { ON_A_TERMINAL } else { usize::MAX });
    let all: usize = found.iter().map(|f| f.units.len()).sum();
    let mut left = most;
    let mut shown: Vec<(&Found<'_>, &[&Unit])> = Vec::new();
    for of in found {
        let some = of.units.get(..of.units.len().min(left)).unwrap_or_default();
        left -= some.len();
        if !some.is_empty() {
            shown.push((of, some));
        }
    }
    let editions: Vec<&Edition> = shown.iter().map(|(of, _)| &of.document.edition).collect();
    if !args.shape.json {
        for notice in standing::notices(editions.iter().copied()) {
            output.notice(&notice)?;
        }
    } else {
        output.json(&record("begin", Begin::of(session, text)?))?;
    }
    let mut rank = 0;
    for (of, units) in &shown {
        let edition = &of.document.edition;
        let marks = Highlighter::new(query, &session.library.language(of.edition));
        if arranged {
            show::head_on_terminal(edition, output)?;
        }
        for unit in *units {
            rank += 1;
            let (id, cite) = (&edition.id, one_line(&unit.key.pipe()));
            if args.shape.json {
                output.json(&record("hit", hit(rank, edition, unit, &marks)))?;
            } else if args.list.list {
                output.line(&format!("{id}:{cite}"))?;
            } else if args.only_matching {
                let line = line_of(unit);
                for span in marks.spans(&line) {
                    output.line(&format!("{id}:{cite}:{}", span.of(&line)))?;
                }
            } else if arranged {
                on_terminal(unit, &marks, output)?;
            } else {
                let line = line_of(unit);
                let (id, cite) = (format!("{id}:"), format!("{cite}:"));
                let mut runs = vec![ink(Ink::Faint, &id), ink(Ink::Strong, &cite)];
                let spans = if output.is_coloured() { marks.spans(&line) } else { Vec::new() };
                runs.extend(crate::paint::marked(&line, &spans));
                output.painted(&runs)?;
            }
        }
        if arranged {
            output.line("")?;
        }
    }
    if args.shape.json {
        output.json(&record("end", End { hits: rank }))?;
    }
    if all > rank {
        output.notice(&format!("{} more provisions match; -m {all} shows them all", all - rank))?;
    }
    Ok(())
}

fn counts(args: &Search, session: &Session, found: &[Found<'_>], text: &str, output: &mut Output) -> Result<(), Stop> {
    let number = |at| found.iter().find(|f| f.edition == at).map_or(0, |f| f.units.len());
    grep::counts(session, text, args.shape.json, number, output)
}

fn on_terminal(unit: &Unit, marks: &Highlighter, output: &mut Output) -> Result<(), Stop> {
    const INDENT: &str = "      ";
    let cite = one_line(&unit.key.pipe());
    let heading = unit.heading.as_deref().map(one_line).unwrap_or_default();
    let mut runs = vec![ink(Ink::Plain, "  "), ink(Ink::Strong, &cite), ink(Ink::Plain, "  ")];
    runs.extend(crate::paint::marked(&heading, &marks.spans(&heading)));
    output.painted(&runs)?;
    let bare = Unit { heading: None, ..unit.clone() };
    let text = line_of(&bare);
    let spans: Vec<Span> = marks.spans(&text);
    for mut line in wrap(&text, output.width().saturating_sub(INDENT.len()).max(20), Ink::Plain, &spans) {
        line.insert(0, ink(Ink::Plain, INDENT));
        output.painted(&line)?;
    }
    Ok(())
}

fn hit<'a>(rank: usize, edition: &'a Edition, unit: &'a Unit, marks: &Highlighter) -> Hit<'a> {
    let text = Safe::of(&unit.text).text.into_owned();
    let matches = marks.spans(&text).iter().map(|s| [s.start, s.end]).collect();
    Hit {
        rank,
        source: Source::of(edition),
        cite: json::cite(unit),
        heading: json::heading(unit),
        text,
        matches,
        via: None,
        kind: unit.key.kind(),
        standing: edition.standing.name(),
        notes: json::notes(unit),
    }
}

#[derive(serde::Serialize)]
pub(crate) struct Begin<'a> {
    query: String,
    editions: Vec<&'a str>,
}

impl<'a> Begin<'a> {
    pub(crate) fn of(session: &'a Session, text: &str) -> Result<Self, Stop> {
        let mut editions = Vec::new();
        for at in session.by_language() {
            editions.push(session.edition(at)?.id.as_str());
        }
        Ok(Self { query: quoted(text), editions })
    }
}

#[derive(serde::Serialize)]
pub(crate) struct End {
    pub(crate) hits: usize,
}
