//! `lawgrep show`: provisions by citation, from every edition at hand.

use std::collections::BTreeSet;

use lawgrep_model::{Citation, Document, Edition, Note, Standing, Unit, UnitId};
use lawgrep_xref::Wanted;
use unicode_width::UnicodeWidthStr;

use super::parallel;
use crate::{
    Outcome, by_rule, cites,
    failure::Stop,
    flags::{List, Shape, Show},
    json::{self, Count, Provision, Source, record},
    link::Name,
    output::Output,
    paint::{Ink, aligned, run as ink, wrap},
    session::Session,
    standing,
    text::{Safe, line_of, lines, one_line},
};

pub(crate) fn run(args: &Show, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    // What stands beside the edition that is named is at hand only where all are.
    let open = if args.shape.parallel { Session::open } else { Session::open_narrow };
    let session = open(bundle, &args.pick)?;
    let wanted = cites::read(&args.cites, session.library.lexicon())?;
    match args.shape.parallel {
        true => parallel::show(session, &wanted, &args.list, &args.shape, output),
        false => show(session, &wanted, &args.list, &args.shape, output),
    }
}

/// What one edition holds of what is wanted.
struct Page {
    document: Document,
    /// Places in the list of what is wanted that it does not hold.
    lacks: BTreeSet<usize>,
    /// What it holds, in print order, for each thing wanted.
    units: Vec<UnitId>,
}

/// Shows what is wanted from every chosen edition, and names the editions that lack it.
pub(crate) fn show(
    session: &Session,
    wanted: &[Wanted],
    list: &List,
    shape: &Shape,
    output: &mut Output,
) -> Result<Outcome, Stop> {
    let mut left = list.max_count.map_or(usize::MAX, |n| n as usize);
    let mut pages = Vec::new();
    for edition in &session.chosen {
        let document = cites::document(&session.library, *edition, wanted)?;
        let mut page = Page { document, lacks: BTreeSet::new(), units: Vec::new() };
        for (n, want) in wanted.iter().enumerate() {
            let found = cites::units(&page.document, want);
            if found.is_empty() {
                page.lacks.insert(n);
            }
            // What was asked for twice, by itself and as part of something, is shown where it was asked for first.
            for unit in found {
                if !page.units.contains(&unit) {
                    page.units.push(unit);
                }
            }
        }
        pages.push(page);
    }
    let nowhere: Vec<usize> = (0..wanted.len()).filter(|n| pages.iter().all(|p| p.lacks.contains(n))).collect();
    if !list.quiet {
        let mut cut = 0;
        for page in &mut pages {
            cut += page.units.len().saturating_sub(left);
            page.units.truncate(left);
            left -= page.units.len();
        }
        print(session, &pages, wanted, &nowhere, list, shape, output)?;
        if cut > 0 {
            output.notice(&format!("{cut} more provisions; a larger -m shows them"))?;
        }
        for n in &nowhere {
            let Some(want) = wanted.get(*n) else { continue };
            output.notice(&absent(session, want)?)?;
        }
    }
    Ok(if nowhere.is_empty() { Outcome::Done } else { Outcome::Nothing })
}

/// The notice that nobody has something, with the nearest thing that somebody has.
pub(crate) fn absent(session: &Session, want: &Wanted) -> Result<String, Stop> {
    let near = cites::nearest(&session.library, &session.chosen, want)?;
    let ids: Vec<&str> = session.library.editions().iter().map(|e| e.id.as_str()).collect();
    let who = if session.chosen.len() == ids.len() {
        "no edition at hand holds".to_owned()
    } else {
        let chosen: Vec<&str> = session.chosen.iter().filter_map(|at| ids.get(*at).copied()).collect();
        match chosen.as_slice() {
            [one] => format!("{one} does not hold"),
            many => format!("none of {} holds", many.join(", ")),
        }
    };
    let name = cites::name(want);
    Ok(match near {
        Some(near) => format!("{who} {name}; nearest is {near}"),
        None => format!("{who} {name}"),
    })
}

fn print(
    session: &Session,
    pages: &[Page],
    wanted: &[Wanted],
    nowhere: &[usize],
    list: &List,
    shape: &Shape,
    output: &mut Output,
) -> Result<(), Stop> {
    let mut shown = 0;
    let mut said = false;
    let mut warned: BTreeSet<u16> = BTreeSet::new();
    if list.count {
        for page in pages {
            let (edition, count) = (page.document.edition.id.as_str(), page.units.len());
            shown += count;
            match shape.json {
                true => output.json(&record("count", Count { edition, count }))?,
                false => output.line(&format!("{edition}:{count}"))?,
            }
        }
        if shape.json {
            output.json(&record("end", End { provisions: shown }))?;
        }
        return Ok(());
    }
    for page in pages.iter().filter(|p| !p.units.is_empty()) {
        let edition = &page.document.edition;
        let units = || page.units.iter().filter_map(|id| Some((*id, page.document.unit(*id)?)));
        shown += page.units.len();
        if list.list {
            for (_, unit) in units() {
                match shape.json {
                    true => output.json(&record("provision", Listed::of(edition, unit)))?,
                    false => output.painted(&Name::of(edition, unit, output).runs(":", ""))?,
                }
            }
            continue;
        }
        if warned.insert(edition.code) {
            warn(session, pages, wanted, edition, shape, output)?;
        }
        if shape.json {
            for (_, unit) in units() {
                output.json(&record("provision", provision(edition, unit)))?;
            }
            continue;
        }
        if edition.standing == Standing::Companion && !said {
            output.line(standing::COMPANION)?;
            said = true;
        }
        if output.is_terminal() {
            page_on_terminal(page, output)?;
            continue;
        }
        output.line(&format!("{}: {}", edition.id, standing::of(edition)))?;
        for (_, unit) in units() {
            let (name, line) = (Name::of(edition, unit, output), line_of(unit));
            let mut runs = name.runs(":", ":");
            runs.push(ink(Ink::Plain, &line));
            output.painted(&runs)?;
        }
    }
    for (page, n) in pages.iter().flat_map(|p| p.lacks.iter().map(move |n| (p, n))) {
        let Some(want) = wanted.get(*n).filter(|_| !nowhere.contains(n)) else { continue };
        let id = page.document.edition.id.as_str();
        if shape.json {
            output.json(&record("absent", Absent { edition: id, wanted: cites::name(want) }))?;
        } else if !list.list {
            output.line(&format!("{id} does not hold {}", cites::name(want)))?;
        }
    }
    if shape.json {
        output.json(&record("end", End { provisions: shown }))?;
    }
    Ok(())
}

/// What a reader of the wanted numbers must know in an edition's code, once for all editions of it. In a pipe it goes beside
/// the output where the numbers are those of the law in force.
fn warn(
    session: &Session,
    pages: &[Page],
    wanted: &[Wanted],
    edition: &Edition,
    shape: &Shape,
    output: &mut Output,
) -> Result<(), Stop> {
    let alignment = session.library.alignment();
    for (n, want) in wanted.iter().enumerate() {
        let Wanted::One(cite) = want else { continue };
        let held = pages.iter().any(|p| p.document.edition.code == edition.code && !p.lacks.contains(&n));
        if !held {
            continue;
        }
        for line in by_rule::warnings(alignment, edition.code, *cite) {
            if output.is_terminal() || shape.json || !edition.in_force() {
                warning(&line, *cite, shape, output)?;
            } else {
                output.notice(&line)?;
            }
        }
    }
    Ok(())
}

/// Says that a number is another rule's in another code.
pub(crate) fn warning(line: &str, cite: Citation, shape: &Shape, output: &mut Output) -> Result<(), Stop> {
    if shape.json {
        return output.json(&record("warning", Deceiving { provision: cite.to_string(), text: one_line(line) }));
    }
    output.painted(&[ink(Ink::Warning, &one_line(line))])
}

#[derive(serde::Serialize)]
struct Deceiving {
    provision: String,
    text: String,
}

#[derive(serde::Serialize)]
struct Absent<'a> {
    edition: &'a str,
    wanted: String,
}

/// A unit of `-l`: without its words.
#[derive(serde::Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    source: Source<'a>,
    cite: String,
    kind: &'static str,
    standing: &'static str,
}

impl<'a> Listed<'a> {
    fn of(edition: &'a Edition, unit: &Unit) -> Self {
        let (kind, standing) = (unit.key.kind(), edition.standing.name());
        Self { source: Source::of(edition), cite: json::cite(unit), kind, standing }
    }
}

#[derive(serde::Serialize)]
struct End {
    provisions: usize,
}

/// A unit as a record.
pub(crate) fn provision<'a>(edition: &'a Edition, unit: &'a Unit) -> Provision<'a> {
    Provision {
        source: Source::of(edition),
        cite: json::cite(unit),
        kind: unit.key.kind(),
        heading: json::heading(unit),
        text: Safe::of(&unit.text).text.into_owned(),
        notes: json::notes(unit),
        standing: edition.standing.name(),
    }
}

fn page_on_terminal(page: &Page, output: &mut Output) -> Result<(), Stop> {
    let edition = &page.document.edition;
    head_on_terminal(edition, output)?;
    // What the print has after the last child waits until the children are out.
    let mut tails: Vec<(usize, String)> = Vec::new();
    let mut place = String::new();
    for id in &page.units {
        let Some(unit) = page.document.unit(*id) else { continue };
        let depth = page.document.ancestors(*id).filter(|(up, _)| page.units.contains(up)).count();
        while let Some((_, tail)) = tails.pop_if(|(of, _)| *of >= depth) {
            paragraph(&tail, depth, output)?;
        }
        if depth == 0 {
            let above = above(&page.document, *id);
            if !above.is_empty() && above != place {
                output.painted(&[ink(Ink::Faint, "in "), ink(Ink::Faint, &above)])?;
            }
            place = above;
        }
        let (text, tail) = marked(unit);
        let indent = " ".repeat(2 * depth);
        let name = Name::of(edition, unit, output);
        let heading = unit.heading.as_deref().map(one_line).unwrap_or_default();
        let space = if heading.is_empty() { "" } else { "  " };
        output.painted(&[
            ink(Ink::Plain, &indent),
            name.linked(Ink::Strong),
            ink(Ink::Plain, space),
            ink(Ink::Strong, &heading),
        ])?;
        paragraph(&text, depth + 1, output)?;
        for note in unit.notes.iter().filter(|n| !stands_inside(n)) {
            let shown = match note.mark.ends_with(':') {
                true => format!("[{} {}]", note.mark, note.text),
                false => format!("[{}] {}", note.mark, note.text),
            };
            paragraph(&one_line(&shown), depth + 2, output)?;
        }
        if let Some(tail) = tail {
            tails.push((depth, tail));
        }
    }
    while let Some((depth, tail)) = tails.pop() {
        paragraph(&tail, depth + 1, output)?;
    }
    output.line("")
}

/// Where a unit stands: the provisions above it with their headings, `50 Heading > 50D Heading`. A part of a law means
/// little without them.
fn above(document: &Document, id: UnitId) -> String {
    let name = |unit: &Unit| match &unit.heading {
        Some(heading) => format!("{} {}", unit.key.pipe(), heading),
        None => unit.key.pipe(),
    };
    let mut names: Vec<String> = document.ancestors(id).map(|(_, unit)| one_line(&name(unit))).collect();
    names.reverse();
    names.join(" > ")
}

/// The line above an edition's texts on a terminal.
pub(crate) fn head_on_terminal(edition: &Edition, output: &mut Output) -> Result<(), Stop> {
    let weight = if edition.in_force() { Ink::Faint } else { Ink::Warning };
    let (id, standing, title) = (edition.id.as_str(), standing::of(edition), one_line(&edition.title));
    let mut runs = vec![ink(Ink::Strong, id), ink(Ink::Plain, "  "), ink(weight, &standing)];
    // The title only helps; it goes where it fits.
    if id.len() + standing.len() + UnicodeWidthStr::width(title.as_str()) + 4 <= output.width() {
        runs.extend([ink(Ink::Plain, "  "), ink(Ink::Faint, &title)]);
    }
    output.painted(&runs)
}

/// A text, indented and wrapped.
pub(crate) fn paragraph(text: &str, depth: usize, output: &mut Output) -> Result<(), Stop> {
    let indent = " ".repeat(2 * depth);
    let width = output.width().saturating_sub(indent.len()).max(20);
    let text = aligned(text, width);
    for mut line in wrap(&text, width, Ink::Plain, &[]) {
        line.insert(0, ink(Ink::Plain, &indent));
        output.painted(&line)?;
    }
    Ok(())
}

/// A note that the print has inside its text, opened by a word. A footnote's mark is a number, a letter or a star.
fn stands_inside(note: &Note) -> bool {
    note.mark.chars().count() > 3 && note.anchor.is_some() && !note.in_heading
}

/// A unit's text with its notes, or their marks, where they stood, and what of it the print has after the unit's children.
fn marked(unit: &Unit) -> (String, Option<String>) {
    let mut text = unit.text.clone();
    let mut tail = unit.tail.map(|at| at as usize);
    let mut marks: Vec<(usize, String)> = Vec::new();
    for note in unit.notes.iter().filter(|n| !n.in_heading && !n.mark.is_empty()) {
        let shown =
            if stands_inside(note) { format!(" [{} {}]", note.mark, note.text) } else { format!("[{}]", note.mark) };
        marks.extend(note.anchor.map(|at| (at as usize, shown)));
    }
    marks.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    for (at, mark) in marks.iter().filter(|(at, _)| unit.text.is_char_boundary(*at)) {
        text.insert_str(*at, mark);
        tail = tail.map(|t| if *at <= t { t + mark.len() } else { t });
    }
    match tail.filter(|at| *at > 0).and_then(|at| text.split_at_checked(at)) {
        Some((head, tail)) => (lines(head), Some(lines(tail))),
        None => (lines(&text), None),
    }
}
