//! How what was found is printed: in a pipe, on a terminal, as JSON; with what stands around it.

use std::collections::BTreeMap;

use lawgrep_model::{Edition, Span, Unit};
use lawgrep_search::{Highlighter, Query};

use super::{Found, Marks};
use crate::{
    Outcome,
    commands::{search, show},
    failure::Stop,
    flags::Search,
    json::{self, Hit, Source, record},
    link,
    output::Output,
    paint::{Ink, Run, linked, marked, run as ink, wrap},
    session::Session,
    standing,
    text::{Line, Safe, inside, one_line, quoted},
};

/// Whether what the ordinary search found is printed here, since grep's flags say how.
pub(crate) fn asked_for(args: &Search) -> bool {
    let records = args.shape.json && (args.list.list || args.only_matching);
    records || (args.grep.context.is_some() && !args.list.count)
}

/// Prints what the ordinary search found.
pub(crate) fn ordinary(
    args: &Search,
    session: &Session,
    query: &Query,
    text: &str,
    found: &[search::Found<'_>],
    output: &mut Output,
) -> Result<(), Stop> {
    let mark = |of: &search::Found<'_>| Highlighter::new(query, &session.library.language(of.edition));
    let found: Vec<Found<'_>> = found
        .iter()
        .map(|of| Found {
            edition: of.edition,
            document: of.document,
            units: of.units.clone(),
            marks: Marks::Words(vec![mark(of)]),
        })
        .collect();
    print(args, session, &found, text, output)
}

/// Prints what patterns found, and tells how it ended.
pub(super) fn told(
    args: &Search,
    session: &Session,
    found: &[Found<'_>],
    name: &str,
    output: &mut Output,
) -> Result<Outcome, Stop> {
    let outcome = if found.is_empty() { Outcome::Nothing } else { Outcome::Done };
    if args.list.quiet {
        return Ok(outcome);
    }
    if args.list.count {
        let number = |edition| found.iter().find(|f| f.edition == edition).map_or(0, |f| f.units.len());
        counts(session, name, args.shape.json, number, output)?;
    } else {
        print(args, session, found, name, output)?;
    }
    if found.is_empty() {
        output.notice(&search::nothing(session, name.trim().is_empty(), name)?)?;
    }
    Ok(outcome)
}

/// Prints how many there are in each edition, also where there is none.
pub(crate) fn counts(
    session: &Session,
    text: &str,
    json: bool,
    number: impl Fn(usize) -> usize,
    output: &mut Output,
) -> Result<(), Stop> {
    let mut all = 0;
    if json {
        output.json(&record("begin", search::Begin::of(session, text)?))?;
    }
    for at in session.by_language() {
        let (edition, count) = (session.edition(at)?.id.as_str(), number(at));
        all += count;
        match json {
            true => output.json(&record("count", Count { edition, count }))?,
            false => output.line(&format!("{edition}:{count}"))?,
        }
    }
    if json {
        output.json(&record("end", search::End { hits: all }))?;
    }
    Ok(())
}

#[derive(serde::Serialize)]
struct Count<'a> {
    edition: &'a str,
    count: usize,
}

fn print(args: &Search, session: &Session, found: &[Found<'_>], text: &str, output: &mut Output) -> Result<(), Stop> {
    let most = args.list.max_count.map(|n| n as usize);
    let most = most.unwrap_or(if output.is_terminal() { search::ON_A_TERMINAL } else { usize::MAX });
    let all: usize = found.iter().map(|of| of.units.len()).sum();
    let mut left = most;
    let mut shown: Vec<(&Found<'_>, &[&Unit])> = Vec::new();
    for of in found {
        let some = of.units.get(..of.units.len().min(left)).unwrap_or_default();
        left -= some.len();
        if !some.is_empty() {
            shown.push((of, some));
        }
    }
    if args.shape.json {
        output.json(&record("begin", search::Begin::of(session, text)?))?;
    } else {
        for notice in standing::notices(shown.iter().map(|(of, _)| of.of())) {
            output.notice(&notice)?;
        }
    }
    let mut printer = Printer::of(args, output);
    for (of, units) in &shown {
        printer.edition(of, units)?;
    }
    let rank = printer.rank;
    if args.shape.json {
        output.json(&record("end", search::End { hits: rank }))?;
    }
    if all > rank {
        output.notice(&format!("{} more provisions match; -m {all} shows them all", all - rank))?;
    }
    Ok(())
}

/// What a record or a line is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Json,
    /// `EDITION:CITE`
    List,
    /// Only what matches.
    Only,
    Line,
    /// For a person on a terminal.
    Arranged,
}

struct Printer<'o> {
    form: Form,
    /// As JSON: the form that the flags ask for.
    asked: Form,
    /// How many to show on either side; `None` where nobody asked, so that no groups are told apart.
    context: Option<usize>,
    /// Hits so far.
    rank: usize,
    /// Something was printed, so that what does not follow it is set off.
    begun: bool,
    output: &'o mut Output,
}

impl<'o> Printer<'o> {
    fn of(args: &Search, output: &'o mut Output) -> Self {
        let asked = match (args.list.list, args.only_matching, output.is_terminal()) {
            (true, ..) => Form::List,
            (_, true, _) => Form::Only,
            (.., true) => Form::Arranged,
            _ => Form::Line,
        };
        let form = if args.shape.json { Form::Json } else { asked };
        let words = matches!(asked, Form::Line | Form::Arranged);
        let context = args.grep.context.filter(|_| words).map(|n| n as usize);
        Self { form, asked, context, rank: 0, begun: false, output }
    }

    /// The hits of one edition; with context in print order, each unit once.
    fn edition(&mut self, of: &Found<'_>, hits: &[&Unit]) -> Result<(), Stop> {
        if self.form == Form::Arranged {
            show::head_on_terminal(of.of(), self.output)?;
        }
        let first = self.rank;
        self.rank += hits.len();
        let ranks = (first + 1..).zip(hits);
        match self.context {
            None => {
                for (rank, unit) in ranks {
                    self.hit(of, unit, rank)?;
                }
            }
            Some(around) => {
                // A unit's address is its identity: a law can be printed twice.
                let ranks: BTreeMap<*const Unit, usize> = ranks.map(|(rank, unit)| (&raw const **unit, rank)).collect();
                let units: Vec<&Unit> = of.document.units.iter().filter(|unit| unit.has_words()).collect();
                let hit = |n: usize| units.get(n).and_then(|unit| ranks.get(&(&raw const **unit))).copied();
                let mut before: Option<usize> = None;
                for (n, rank) in near(units.len(), around, hit) {
                    let Some(unit) = units.get(n) else { continue };
                    let follows = before.is_some_and(|before| before + 1 == n);
                    if !follows
                        && self.begun
                        && (before.is_some() || self.form == Form::Line)
                        && self.form != Form::Json
                    {
                        self.output.painted(&[ink(Ink::Faint, "--")])?;
                    }
                    before = Some(n);
                    match rank {
                        Some(rank) => self.hit(of, unit, rank)?,
                        None => self.context(of, unit)?,
                    }
                    self.begun = true;
                }
            }
        }
        if self.form == Form::Arranged {
            self.output.line("")?;
        }
        Ok(())
    }

    fn hit(&mut self, of: &Found<'_>, unit: &Unit, rank: usize) -> Result<(), Stop> {
        let edition = of.of();
        let place = Place::of(edition, unit, self.output);
        if self.asked == Form::List {
            return match self.form {
                Form::Json => self.output.json(&record("hit", Listed::of(rank, edition, unit))),
                _ => self.output.painted(&place.runs(":", "")),
            };
        }
        let line = Line::of(unit);
        let wanted = self.form != Form::Line || self.output.is_coloured();
        let spans = if wanted { of.marks.spans(&line.text) } else { Vec::new() };
        match self.form {
            Form::Json => {
                let matched = (self.asked == Form::Only).then(|| spans.iter().map(|s| s.of(&line.text)).collect());
                self.output.json(&record("hit", Matched { hit: hit(rank, edition, unit, &line, &spans), matched }))
            }
            Form::Only => {
                for span in spans {
                    let mut runs = place.runs(":", ":");
                    runs.push(ink(Ink::Match, span.of(&line.text)));
                    self.output.painted(&runs)?;
                }
                Ok(())
            }
            Form::Arranged => self.arranged(&place, &line, &spans, Ink::Strong),
            _ => {
                let mut runs = place.runs(":", ":");
                runs.extend(marked(&line.text, &spans));
                self.output.painted(&runs)
            }
        }
    }

    /// What stands near a hit and is none.
    fn context(&mut self, of: &Found<'_>, unit: &Unit) -> Result<(), Stop> {
        let edition = of.of();
        if self.form == Form::Json {
            return self.output.json(&record("provision", show::provision(edition, unit)));
        }
        let (place, line) = (Place::of(edition, unit, self.output), Line::of(unit));
        if self.form == Form::Arranged {
            return self.arranged(&place, &line, &[], Ink::Faint);
        }
        let mut runs = place.runs("-", "-");
        runs.push(ink(Ink::Plain, &line.text));
        self.output.painted(&runs)
    }

    fn arranged(&mut self, place: &Place, line: &Line, spans: &[Span], of_cite: Ink) -> Result<(), Stop> {
        const INDENT: &str = "      ";
        let heading = line.heading.of(&line.text);
        let cite = linked(of_cite, &place.cite, place.link.as_deref());
        let mut runs = vec![ink(Ink::Plain, "  "), cite, ink(Ink::Plain, "  ")];
        runs.extend(marked(heading, &inside(spans, line.heading)));
        self.output.painted(&runs)?;
        let rest = Span::new(line.body.start as usize, line.text.len());
        let width = self.output.width().saturating_sub(INDENT.len()).max(20);
        for mut line in wrap(rest.of(&line.text), width, Ink::Plain, &inside(spans, rest)) {
            line.insert(0, ink(Ink::Plain, INDENT));
            self.output.painted(&line)?;
        }
        Ok(())
    }
}

/// Places of hits and of what is at most `around` away from one, in their order; with the rank of each hit.
fn near(
    len: usize,
    around: usize,
    hit: impl Fn(usize) -> Option<usize>,
) -> impl Iterator<Item = (usize, Option<usize>)> {
    let mut all: BTreeMap<usize, Option<usize>> = BTreeMap::new();
    let mut done = 0;
    for n in 0..len {
        let Some(rank) = hit(n) else { continue };
        let end = n.saturating_add(around).saturating_add(1).min(len);
        for near in n.saturating_sub(around).max(done)..end {
            all.entry(near).or_default();
        }
        done = end;
        all.insert(n, Some(rank));
    }
    all.into_iter()
}

/// Where a unit stands, as output names it.
struct Place {
    edition: String,
    cite: String,
    link: Option<String>,
}

impl Place {
    fn of(edition: &Edition, unit: &Unit, output: &Output) -> Self {
        let (edition, cite) = (edition.id.to_string(), one_line(&unit.key.pipe()));
        let link = if output.is_linked() { link::to(&edition, &cite) } else { None };
        Self { edition, cite, link }
    }

    fn runs<'a>(&'a self, between: &'a str, after: &'a str) -> Vec<Run<'a>> {
        let link = self.link.as_deref();
        let mut runs = vec![
            linked(Ink::Faint, &self.edition, link),
            linked(Ink::Faint, between, link),
            linked(Ink::Strong, &self.cite, link),
        ];
        if !after.is_empty() {
            runs.push(ink(Ink::Faint, after));
        }
        runs
    }
}

fn hit<'a>(rank: usize, edition: &'a Edition, unit: &'a Unit, line: &Line, spans: &[Span]) -> Hit<'a> {
    let matches = |of: Span| inside(spans, of).iter().map(|s| [s.start, s.end]).collect::<Vec<_>>();
    let mut notes = json::notes(unit);
    for (note, of) in notes.iter_mut().zip(&line.notes) {
        note.matches = matches(*of);
    }
    Hit {
        rank,
        source: Source::of(edition),
        cite: json::cite(unit),
        heading: json::heading(unit),
        text: Safe::of(&unit.text).text.into_owned(),
        matches: matches(line.body),
        via: None,
        kind: unit.key.kind(),
        standing: edition.standing.name(),
        notes,
    }
}

/// A hit of `-o`: with what that prints.
#[derive(serde::Serialize)]
struct Matched<'a> {
    #[serde(flatten)]
    hit: Hit<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matched: Option<Vec<&'a str>>,
}

/// A hit of `-l`: without its words.
#[derive(serde::Serialize)]
struct Listed<'a> {
    rank: usize,
    #[serde(flatten)]
    source: Source<'a>,
    cite: String,
    kind: &'static str,
    standing: &'static str,
}

impl<'a> Listed<'a> {
    fn of(rank: usize, edition: &'a Edition, unit: &Unit) -> Self {
        Self {
            rank,
            source: Source::of(edition),
            cite: json::cite(unit),
            kind: unit.key.kind(),
            standing: edition.standing.name(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn what_stands_near_a_hit_is_there_once() {
        let near = |around, hits: &'static [usize]| -> Vec<(usize, bool)> {
            near(10, around, |n| hits.contains(&n).then_some(1)).map(|(n, rank)| (n, rank.is_some())).collect()
        };
        assert_eq!(near(0, &[3, 4]), [(3, true), (4, true)]);
        assert_eq!(near(1, &[0, 2]), [(0, true), (1, false), (2, true), (3, false)]);
        assert_eq!(near(1, &[9]), [(8, false), (9, true)]);
        assert_eq!(near(usize::MAX, &[5]).len(), 10);
    }
}
