//! How what was found is printed: in a pipe, on a terminal, as JSON; with what stands around it.

use std::collections::BTreeMap;

use lawgrep_model::{Edition, Span, Unit};

use super::{
    Found, Hit, Marks,
    patterns::{self, Pattern},
    united,
};
use crate::{
    Outcome,
    commands::{
        search::{self, Begin},
        show,
    },
    failure::Stop,
    finder,
    flags::Search,
    json::{self, Count, Source, record},
    link::Name,
    output::Output,
    paint::{Ink, marked, run as ink, wrap},
    session::Session,
    standing,
    text::{Line, Safe, inside, quoted},
};

/// Whether what the ordinary search found is printed here, since grep's flags say how.
pub(crate) fn asked_for(args: &Search) -> bool {
    let records = args.shape.json && (args.list.list || args.only_matching);
    records || args.grep.context.is_some()
}

/// Prints what the ordinary search found.
pub(crate) fn ordinary(
    args: &Search,
    session: &Session,
    text: &str,
    found: &finder::Found,
    output: &mut Output,
) -> Result<(), Stop> {
    print(args, session, &united(session, &[found])?, &Begin::of(session, text, found)?, output)
}

/// Prints what patterns found, and tells how it ended.
pub(super) fn told(
    args: &Search,
    session: &Session,
    found: &Found<'_>,
    patterns: &[Pattern],
    output: &mut Output,
) -> Result<Outcome, Stop> {
    let name = patterns::name(patterns);
    // A record is read by programs, so that a long pattern is no trouble there.
    let query = if let [one] = patterns { quoted(&one.text) } else { name.clone() };
    let outcome = if found.hits.is_empty() { Outcome::Nothing } else { Outcome::Done };
    if args.list.quiet {
        return Ok(outcome);
    }
    let mut editions = Vec::new();
    for at in session.by_language() {
        editions.push(session.edition(at)?.id.as_str());
    }
    let begin =
        Begin { query, editions, also: Vec::new(), corrected: Vec::new(), situation: None, false_friends: Vec::new() };
    if args.list.count {
        let number = |edition| found.hits.iter().filter(|hit| hit.edition == edition).count();
        counts(session, args.shape.json.then_some(&begin), number, output)?;
    } else {
        print(args, session, found, &begin, output)?;
    }
    if found.hits.is_empty() && name.is_empty() {
        output.notice("nothing found: there is no pattern in the files of -f")?;
    } else if found.hits.is_empty() {
        output.notice(&search::nothing(session, None, &name)?)?;
    }
    Ok(outcome)
}

/// Prints how many there are in each edition, also where there is none; as JSON if there is a record to begin with.
pub(crate) fn counts(
    session: &Session,
    begin: Option<&Begin<'_>>,
    number: impl Fn(usize) -> usize,
    output: &mut Output,
) -> Result<(), Stop> {
    if let Some(begin) = begin {
        output.json(&record("begin", begin))?;
    }
    let mut all = 0;
    for at in session.by_language() {
        let (edition, count) = (session.edition(at)?.id.as_str(), number(at));
        all += count;
        match begin {
            Some(_) => output.json(&record("count", Count { edition, count }))?,
            None => output.line(&format!("{edition}:{count}"))?,
        }
    }
    if begin.is_some() {
        output.json(&record("end", search::End { hits: all }))?;
    }
    Ok(())
}

fn print(
    args: &Search,
    session: &Session,
    found: &Found<'_>,
    begin: &Begin<'_>,
    output: &mut Output,
) -> Result<(), Stop> {
    let most = args.list.max_count.map(|n| n as usize);
    let most = most.unwrap_or(if output.is_terminal() { search::ON_A_TERMINAL } else { usize::MAX });
    let all = found.hits.len();
    let shown = found.hits.get(..all.min(most)).unwrap_or_default();
    // Editions by the first hit in each.
    let mut editions: Vec<usize> = Vec::new();
    for hit in shown {
        if !editions.contains(&hit.edition) {
            editions.push(hit.edition);
        }
    }
    if args.shape.json {
        output.json(&record("begin", begin))?;
    } else {
        let known: Vec<&Edition> = editions.iter().map(|at| session.edition(*at)).collect::<Result<_, _>>()?;
        for notice in standing::notices(known) {
            output.notice(&notice)?;
        }
    }
    let mut printer = Printer::of(args, session, &found.marks, output);
    match printer.context {
        Some(around) => {
            for edition in editions {
                let ranks: Vec<(usize, Hit<'_>)> =
                    (1..).zip(shown.iter().copied()).filter(|(_, hit)| hit.edition == edition).collect();
                printer.with_context(edition, &ranks, around)?;
            }
        }
        None => {
            let mut head = None;
            for (rank, hit) in (1..).zip(shown) {
                if head.replace(hit.edition) != Some(hit.edition) {
                    printer.head(hit.edition)?;
                }
                printer.hit(rank, *hit)?;
            }
        }
    }
    printer.finish()?;
    if args.shape.json {
        output.json(&record("end", search::End { hits: shown.len() }))?;
    }
    if all > shown.len() {
        output.notice(&format!("{} more provisions match; -m {all} shows them all", all - shown.len()))?;
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

struct Printer<'a> {
    session: &'a Session,
    marks: &'a Marks<'a>,
    form: Form,
    /// As JSON: the form that the flags ask for.
    asked: Form,
    /// How many to show on either side; `None` where nobody asked, so that no groups are told apart.
    context: Option<usize>,
    /// Something was printed, so that what does not follow it is set off.
    begun: bool,
    output: &'a mut Output,
}

impl<'a> Printer<'a> {
    fn of(args: &Search, session: &'a Session, marks: &'a Marks<'a>, output: &'a mut Output) -> Self {
        let asked = match (args.list.list, args.only_matching, output.is_terminal()) {
            (true, ..) => Form::List,
            (_, true, _) => Form::Only,
            (.., true) => Form::Arranged,
            _ => Form::Line,
        };
        let form = if args.shape.json { Form::Json } else { asked };
        let words = matches!(asked, Form::Line | Form::Arranged);
        let context = args.grep.context.filter(|_| words).map(|n| n as usize);
        Self { session, marks, form, asked, context, begun: false, output }
    }

    /// The line above the hits of an edition, for a person.
    fn head(&mut self, edition: usize) -> Result<(), Stop> {
        if self.form != Form::Arranged {
            return Ok(());
        }
        if std::mem::replace(&mut self.begun, true) {
            self.output.line("")?;
        }
        show::head_on_terminal(self.session.edition(edition)?, self.output)
    }

    fn finish(&mut self) -> Result<(), Stop> {
        if self.form == Form::Arranged && self.begun { self.output.line("") } else { Ok(()) }
    }

    /// The hits of one edition and what stands around them, in print order, each unit once.
    fn with_context(&mut self, edition: usize, hits: &[(usize, Hit<'_>)], around: usize) -> Result<(), Stop> {
        let Some(document) = self.session.library.document(edition).transpose()? else { return Ok(()) };
        self.head(edition)?;
        let units: Vec<&Unit> = document.units.iter().filter(|unit| unit.has_words()).collect();
        // A law can be printed twice.
        let identity = |unit: &Unit| (unit.key.clone(), unit.occurrence);
        let hits: BTreeMap<_, &(usize, Hit<'_>)> = hits.iter().map(|hit| (identity(hit.1.unit), hit)).collect();
        let hit_at = |n: usize| units.get(n).and_then(|unit| hits.get(&identity(unit)));
        let mut before: Option<usize> = None;
        for n in near(units.len(), around, |n| hit_at(n).is_some()) {
            let Some(unit) = units.get(n) else { continue };
            // As in grep: between groups, also of two editions; there a person has the head of the second.
            let parted = match before {
                Some(before) => before + 1 != n,
                None => self.begun && self.form == Form::Line,
            };
            if parted && self.form != Form::Json {
                self.output.painted(&[ink(Ink::Faint, "--")])?;
            }
            (before, self.begun) = (Some(n), true);
            match hit_at(n) {
                Some((rank, hit)) => self.hit(*rank, *hit)?,
                None => self.beside(edition, unit)?,
            }
        }
        Ok(())
    }

    fn hit(&mut self, rank: usize, hit: Hit<'_>) -> Result<(), Stop> {
        let edition = self.session.edition(hit.edition)?;
        let name = Name::of(edition, hit.unit, self.output);
        if self.asked == Form::List {
            return match self.form {
                Form::Json => self.output.json(&record("hit", Listed::of(rank, edition, hit))),
                _ => self.output.painted(&name.runs(":", "")),
            };
        }
        let line = Line::of(hit.unit);
        let wanted = self.form != Form::Line || self.output.is_coloured();
        let spans = if wanted { self.marks.spans(&edition.lang, &line.text)? } else { Vec::new() };
        match self.form {
            Form::Json => {
                let matched = (self.asked == Form::Only).then(|| spans.iter().map(|s| s.of(&line.text)).collect());
                self.output.json(&record("hit", Matched { hit: full(rank, edition, hit, &line, &spans), matched }))
            }
            Form::Only => {
                for span in spans {
                    let mut runs = name.runs(":", ":");
                    runs.push(ink(Ink::Match, span.of(&line.text)));
                    self.output.painted(&runs)?;
                }
                Ok(())
            }
            Form::Arranged => self.arranged(&name, &line, &spans, hit.via, Ink::Strong),
            _ => {
                let mut runs = name.runs(":", ":");
                runs.extend(marked(&line.text, &spans));
                self.output.painted(&runs)
            }
        }
    }

    /// What stands near a hit and is none.
    fn beside(&mut self, edition: usize, unit: &Unit) -> Result<(), Stop> {
        let edition = self.session.edition(edition)?;
        if self.form == Form::Json {
            return self.output.json(&record("provision", show::provision(edition, unit)));
        }
        let (name, line) = (Name::of(edition, unit, self.output), Line::of(unit));
        if self.form == Form::Arranged {
            return self.arranged(&name, &line, &[], None, Ink::Faint);
        }
        let mut runs = name.runs("-", "-");
        runs.push(ink(Ink::Plain, &line.text));
        self.output.painted(&runs)
    }

    fn arranged(
        &mut self,
        name: &Name,
        line: &Line,
        spans: &[Span],
        via: Option<&str>,
        of_cite: Ink,
    ) -> Result<(), Stop> {
        const INDENT: &str = "      ";
        let heading = line.heading.of(&line.text);
        let via = via.map(|via| format!("  {via}")).unwrap_or_default();
        let mut runs = vec![ink(Ink::Plain, "  "), name.linked(of_cite), ink(Ink::Plain, "  ")];
        runs.extend(marked(heading, &inside(spans, line.heading)));
        runs.push(ink(Ink::Faint, &via));
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

/// Places of hits and of what is at most `around` away from one, in their order.
fn near(len: usize, around: usize, hit: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut all = Vec::new();
    let mut done = 0;
    for n in (0..len).filter(|n| hit(*n)) {
        let end = n.saturating_add(around).saturating_add(1).min(len);
        all.extend(n.saturating_sub(around).max(done)..end);
        done = end;
    }
    all
}

fn full<'a>(rank: usize, edition: &'a Edition, hit: Hit<'a>, line: &Line, spans: &[Span]) -> json::Hit<'a> {
    let matches = |of: Span| inside(spans, of).iter().map(|s| [s.start, s.end]).collect::<Vec<_>>();
    let unit = hit.unit;
    let mut notes = json::notes(unit);
    for (note, of) in notes.iter_mut().zip(&line.notes) {
        note.matches = matches(*of);
    }
    json::Hit {
        rank,
        source: Source::of(edition),
        cite: json::cite(unit),
        heading: json::heading(unit),
        heading_matches: matches(line.heading),
        text: Safe::of(&unit.text).text.into_owned(),
        matches: matches(line.body),
        via: hit.via,
        kind: unit.key.kind(),
        standing: edition.standing.name(),
        notes,
    }
}

/// A hit of `-o`: with what that prints.
#[derive(serde::Serialize)]
struct Matched<'a> {
    #[serde(flatten)]
    hit: json::Hit<'a>,
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
    via: Option<&'a str>,
    kind: &'static str,
    standing: &'static str,
}

impl<'a> Listed<'a> {
    fn of(rank: usize, edition: &'a Edition, hit: Hit<'a>) -> Self {
        Self {
            rank,
            source: Source::of(edition),
            cite: json::cite(hit.unit),
            via: hit.via,
            kind: hit.unit.key.kind(),
            standing: edition.standing.name(),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_stands_near_a_hit_is_there_once() {
        let near = |around, hits: &'static [usize]| super::near(10, around, |n| hits.contains(&n));
        assert_eq!(near(0, &[3, 4]), [3, 4]);
        assert_eq!(near(1, &[0, 2]), [0, 1, 2, 3]);
        assert_eq!(near(1, &[9]), [8, 9]);
        assert_eq!(near(usize::MAX, &[5]).len(), 10);
    }
}
