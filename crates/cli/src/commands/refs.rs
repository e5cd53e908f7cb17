//! `lawgrep refs`: what a provision refers to, and what refers to it, in each edition by itself.

use std::collections::BTreeSet;

use lawgrep_model::{Citation, Document, Edition, Place, Reference, Resolution, Unit, UnitId};
use lawgrep_xref::{Graph, Incoming, Wanted};

use super::show;
use crate::{
    Outcome, cites,
    failure::Stop,
    flags::{Refs, Shape},
    json::{self, Source, record},
    output::Output,
    paint::{Ink, run as ink},
    session::Session,
    standing,
    text::{Safe, one_line},
};

pub(crate) fn run(args: &Refs, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let session = Session::open(bundle, &args.pick)?;
    let wanted = cites::read(&args.cites, session.library.lexicon())?;
    let mut held: BTreeSet<usize> = BTreeSet::new();
    let mut pages = Vec::new();
    for at in &session.chosen {
        let (document, graph) = (session.library.document(*at).transpose()?, session.library.graph(*at).transpose()?);
        let (Some(document), Some(graph)) = (document, graph) else { continue };
        let units: Vec<Vec<UnitId>> = wanted.iter().map(|want| cites::units(document, want)).collect();
        held.extend((0..).zip(&units).filter(|(_, u)| !u.is_empty()).map(|(n, _)| n));
        let links = wanted.iter().zip(&units).flat_map(|(want, units)| links(document, graph, want, units));
        pages.push((document, units.clone(), links.collect::<Vec<_>>()));
    }
    let found: usize = pages.iter().map(|(_, _, links)| links.len()).sum();
    for (document, units, links) in &pages {
        let lacks = || wanted.iter().enumerate().zip(units).filter(|((n, _), u)| u.is_empty() && held.contains(n));
        if !args.shape.json && !links.is_empty() {
            head(&document.edition, output)?;
        }
        print(document, links, &args.shape, output)?;
        for ((_, want), _) in lacks().filter(|_| !args.shape.json) {
            output.line(&format!("{} does not hold {}", document.edition.id, cites::name(want)))?;
        }
    }
    if args.shape.json {
        output.json(&record("end", End { refs: found }))?;
    }
    let absent: Vec<&Wanted> = (0..).zip(&wanted).filter(|(n, _)| !held.contains(n)).map(|(_, want)| want).collect();
    for want in &absent {
        output.notice(&show::absent(&session, want)?)?;
    }
    if absent.is_empty() && found == 0 {
        output.notice("it refers to nothing, and nothing refers to it")?;
    }
    Ok(if absent.is_empty() && found > 0 { Outcome::Done } else { Outcome::Nothing })
}

#[derive(serde::Serialize)]
struct End {
    refs: usize,
}

/// A reference, seen from a provision.
struct Link<'a> {
    direction: &'static str,
    unit: &'a Unit,
    reference: &'a Reference,
}

/// Outgoing ones in print order; then those that come in to the provision itself, and then to its parts.
fn links<'a>(document: &'a Document, graph: &Graph, want: &Wanted, units: &[UnitId]) -> Vec<Link<'a>> {
    let mut links: Vec<Link<'a>> = Vec::new();
    for unit in units.iter().filter_map(|id| document.unit(*id)) {
        links.extend(unit.refs.iter().map(|reference| Link { direction: "out", unit, reference }));
    }
    let mut incoming: Vec<Incoming> = Vec::new();
    let mut add = |some: &[Incoming]| {
        for one in some {
            if !incoming.contains(one) {
                incoming.push(*one);
            }
        }
    };
    for cite in targets(document, want) {
        add(graph.incoming(cite));
    }
    for cite in targets(document, want) {
        add(&graph.incoming_below(cite));
    }
    for one in incoming {
        let Some(unit) = document.unit(one.unit) else { continue };
        if let Some(reference) = unit.refs.get(one.reference) {
            links.push(Link { direction: "in", unit, reference });
        }
    }
    links
}

/// The provisions that a reference must name to count.
fn targets(document: &Document, want: &Wanted) -> Vec<Citation> {
    match want {
        Wanted::One(cite) => vec![*cite],
        Wanted::Range(from, to) => {
            let level = from.level().max(to.level());
            let inside = |c: &Citation| (from <= c && c <= to) && c.level() <= level;
            let all = document.units.iter().filter(|u| u.key.is_provision()).flat_map(|u| u.key.citations());
            all.copied().filter(inside).chain([*from, *to]).collect::<BTreeSet<_>>().into_iter().collect()
        }
        Wanted::Named(_) => Vec::new(),
    }
}

fn head(edition: &Edition, output: &mut Output) -> Result<(), Stop> {
    if output.is_terminal() {
        return show::head_on_terminal(edition, output);
    }
    output.line(&format!("{}: {}", edition.id, standing::of(edition)))
}

fn print(document: &Document, links: &[Link<'_>], shape: &Shape, output: &mut Output) -> Result<(), Stop> {
    let edition = &document.edition;
    let arranged = output.is_terminal() && !shape.json;
    let mut direction = "";
    for link in links {
        if shape.json {
            output.json(&record("ref", Ref::of(edition, link)))?;
            continue;
        }
        let cite = source(link);
        let target = targets_of(link.reference);
        let words = one_line(link.unit.words(link.reference));
        let remark = remark(edition, link.reference);
        if !arranged {
            output.line(&format!("{}:{cite}:{}:{target}:{words}{remark}", edition.id, link.direction))?;
            continue;
        }
        if direction != link.direction {
            direction = link.direction;
            output
                .painted(&[ink(Ink::Faint, if direction == "out" { "  refers to" } else { "  is referred to by" })])?;
        }
        let line = if direction == "out" {
            format!("{target:<10} in {cite}: {words}{remark}")
        } else {
            format!("{cite:<10} to {target}: {words}{remark}")
        };
        output.painted(&[ink(Ink::Plain, "    "), ink(Ink::Plain, &line)])?;
    }
    if arranged && !links.is_empty() {
        output.line("")?;
    }
    Ok(())
}

/// The provision in which it stands; of a combined row the one that it belongs to, where that can be told.
fn source(link: &Link<'_>) -> String {
    link.reference.source.map_or_else(|| one_line(&link.unit.key.pipe()), |cite| cite.to_string())
}

fn targets_of(reference: &Reference) -> String {
    json::targets(reference.target).first().cloned().unwrap_or_else(|| "-".to_owned())
}

/// What a reader must know of a reference that does not open.
fn remark(edition: &Edition, reference: &Reference) -> String {
    match reference.resolution {
        Resolution::InEdition => String::new(),
        Resolution::NotInEdition => format!(" (not in {})", edition.id),
        Resolution::NotInCode => format!(" (the {} code has no such provision)", edition.code),
        Resolution::Ambiguous => " (could be more than one provision)".to_owned(),
        Resolution::NoTarget => format!(" ({})", reference.kind.name()),
    }
}

#[derive(serde::Serialize)]
struct Ref<'a> {
    direction: &'static str,
    #[serde(flatten)]
    edition: Source<'a>,
    source: String,
    targets: Vec<String>,
    raw: String,
    kind: &'static str,
    resolution: &'static str,
    r#in: String,
    span: [u32; 2],
}

impl<'a> Ref<'a> {
    fn of(edition: &'a Edition, link: &Link<'a>) -> Self {
        let reference = link.reference;
        let place = match reference.place {
            Place::Text => "text".to_owned(),
            Place::Heading => "heading".to_owned(),
            Place::Note(n) => format!("note {}", u32::from(n) + 1),
        };
        Self {
            direction: link.direction,
            edition: Source::of(edition),
            source: reference.source.map_or_else(|| json::cite(link.unit), |cite| cite.to_string()),
            targets: json::targets(reference.target),
            raw: one_line(link.unit.words(reference)),
            kind: reference.kind.name(),
            resolution: reference.resolution.name(),
            r#in: place,
            span: Safe::of(link.unit.text_at(reference.place)).span(reference.span),
        }
    }
}
