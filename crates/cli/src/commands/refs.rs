//! `lawgrep refs`: what a provision refers to, and what refers to it, in each edition; in editions of another code under the
//! number that the rule has there.

use std::collections::BTreeSet;

use lawgrep_align::Alignment;
use lawgrep_model::{
    Citation, Document, Edition, Place, Reference, Resolution, Standing, Target, Unit, UnitId, UnitKey,
};
use lawgrep_shelf::Library;
use lawgrep_xref::{Graph, Incoming, Wanted};

use super::show;
use crate::{
    Outcome, by_rule, cites,
    failure::Stop,
    flags::{Refs, Shape},
    json::{self, Source, record},
    link::Name,
    output::Output,
    paint::{Ink, run as ink},
    session::Session,
    standing,
    text::{Safe, one_line},
};

pub(crate) fn run(args: &Refs, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let session = Session::open(bundle, &args.pick)?;
    let wanted = cites::read(&args.cites, session.library.lexicon())?;
    let alignment = session.library.alignment();
    let reading = by_rule::reading_code(session);
    let mut held: BTreeSet<usize> = BTreeSet::new();
    let mut pages = Vec::new();
    for at in &session.chosen {
        let (document, graph) = (session.library.document(*at).transpose()?, session.library.graph(*at).transpose()?);
        let (Some(document), Some(graph)) = (document, graph) else { continue };
        let code = document.edition.code;
        let mut page = Page { document, lacks: Vec::new(), read_as: Vec::new(), links: Vec::new() };
        for (n, want) in wanted.iter().enumerate() {
            // The same rule, under the number that it has in this edition's code.
            let here = by_rule::translated(alignment, reading, want, code);
            let mut holds = false;
            for want in &here {
                let units = cites::units(document, want);
                holds |= !units.is_empty();
                page.links.extend(links(document, graph, want, &units));
            }
            if let Some(line) = read_as(want, reading, &here, code) {
                page.read_as.push(line);
            }
            if holds {
                held.insert(n);
            } else {
                page.lacks.push(n);
            }
        }
        pages.push(page);
    }
    let found: usize = pages.iter().map(|page| page.links.len()).sum();
    let in_force = session.library.lexicon().code_in_force().map_or(0, |code| code.year);
    let present = Present { alignment, code: in_force, library: &session.library };
    for page in &pages {
        let edition = &page.document.edition;
        if !args.shape.json && !page.links.is_empty() {
            head(edition, output)?;
            for line in &page.read_as {
                output.painted(&[ink(Ink::Warning, line)])?;
            }
        }
        print(page.document, &page.links, present, &args.shape, output)?;
        let lacks = page.lacks.iter().filter(|n| held.contains(n)).filter_map(|n| wanted.get(*n));
        for want in lacks.filter(|_| !args.shape.json) {
            output.line(&format!("{} does not hold {}", edition.id, cites::name(want)))?;
        }
    }
    if args.shape.json {
        output.json(&record("end", End { refs: found }))?;
    }
    let absent: Vec<&Wanted> = (0..).zip(&wanted).filter(|(n, _)| !held.contains(n)).map(|(_, want)| want).collect();
    for want in &absent {
        output.notice(&show::absent(session, want)?)?;
    }
    if absent.is_empty() && found == 0 {
        output.notice("it refers to nothing, and nothing refers to it")?;
    }
    Ok(if absent.is_empty() && found > 0 { Outcome::Done } else { Outcome::Nothing })
}

/// What one edition has of it.
struct Page<'a> {
    document: &'a Document,
    /// Places in the list of what is wanted that it does not hold.
    lacks: Vec<usize>,
    /// Under which numbers it was looked for here, where these are others.
    read_as: Vec<String>,
    links: Vec<Link<'a>>,
}

/// `2017: 72C -> 1997: 72B1`: under which number a rule was looked for.
fn read_as(want: &Wanted, from: u16, here: &[Wanted], to: u16) -> Option<String> {
    let numbers = here.iter().map(cites::name).collect::<Vec<_>>().join(", ");
    let numbers = if numbers.is_empty() { "none" } else { &numbers };
    (from != to && *here != [want.clone()]).then(|| format!("{from}: {} -> {to}: {numbers}", cites::name(want)))
}

/// The code in which a rule is looked for that an edition's own code no longer answers for.
#[derive(Clone, Copy)]
struct Present<'a> {
    alignment: &'a Alignment,
    code: u16,
    library: &'a Library,
}

impl Present<'_> {
    /// Which law book of its language and code has the law that a regulation cites, the first in rank: `; da-2017 has it`.
    fn holder(self, edition: &Edition, reference: &Reference) -> Result<String, Stop> {
        let Target::One(cite) = reference.target else { return Ok(String::new()) };
        if edition.standing != Standing::Regulation || reference.resolution != Resolution::NotInEdition {
            return Ok(String::new());
        }
        for (at, other) in self.library.editions().iter().enumerate() {
            let fits =
                other.standing != Standing::Regulation && other.lang == edition.lang && other.code == edition.code;
            if fits && self.library.document(at).transpose()?.is_some_and(|document| document.holds(cite)) {
                return Ok(format!("; {} has it", other.id));
            }
        }
        Ok(String::new())
    }

    /// Where a reference's target stands today, for what its own edition lacks and whose code is no longer law: ` -> 2017: 72C`.
    fn home(self, edition: &Edition, reference: &Reference) -> Option<(u16, Vec<Citation>, String)> {
        let lacking = matches!(reference.resolution, Resolution::NotInEdition | Resolution::NotInCode);
        let Target::One(cite) = reference.target else { return None };
        if !lacking || edition.code == self.code {
            return None;
        }
        let homes = self.alignment.homes(edition.code, cite, self.code)?;
        let words = by_rule::place(self.code, &homes);
        Some((self.code, homes.to, words))
    }
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
    for cite in sections(document, units) {
        incoming.extend(graph.incoming_own(cite));
        incoming.extend(graph.incoming_own_below(cite));
    }
    for one in incoming {
        let Some(unit) = document.unit(one.unit) else { continue };
        if let Some(reference) = unit.refs.get(one.reference) {
            links.push(Link { direction: "in", unit, reference });
        }
    }
    links
}

/// The topmost sections of a regulation among the units.
fn sections(document: &Document, units: &[UnitId]) -> Vec<Citation> {
    let all: Vec<Citation> = units.iter().filter_map(|id| document.unit(*id)?.key.own()).collect();
    let first = |cite: &&Citation| !all.iter().any(|up| up != *cite && up.contains(**cite));
    all.iter().filter(first).copied().collect()
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

fn print(
    document: &Document,
    links: &[Link<'_>],
    present: Present<'_>,
    shape: &Shape,
    output: &mut Output,
) -> Result<(), Stop> {
    let edition = &document.edition;
    let arranged = output.is_terminal() && !shape.json;
    let mut direction = "";
    for link in links {
        if shape.json {
            output.json(&record("ref", Ref::of(edition, link, present)))?;
            continue;
        }
        let cite = source(link);
        let target = targets_of(link.reference);
        let words = one_line(link.unit.words(link.reference));
        let mut remark = remark(edition, link.reference, &present.holder(edition, link.reference)?);
        if let Some((.., words)) = present.home(edition, link.reference) {
            remark.push_str(&format!(" -> {words}"));
        }
        if !arranged {
            let name = Name::cited(edition, &cite, output);
            let rest = format!("{}:{target}:{words}{remark}", link.direction);
            let mut runs = name.runs(":", ":");
            runs.push(ink(Ink::Plain, &rest));
            output.painted(&runs)?;
            continue;
        }
        if direction != link.direction {
            direction = link.direction;
            output
                .painted(&[ink(Ink::Faint, if direction == "out" { "  refers to" } else { "  is referred to by" })])?;
        }
        // The other end comes first, and is what a click opens.
        let (end, rest) = match direction {
            "out" => (&target, format!(" in {cite}: {words}{remark}")),
            _ => (&cite, format!(" to {target}: {words}{remark}")),
        };
        let name = Name::cited(edition, end, output);
        let held = link.reference.resolution == Resolution::InEdition
            && matches!(link.reference.target, Target::One(_) | Target::Own(_));
        let opens = direction != "out" || held;
        let end = if opens { name.linked(Ink::Plain) } else { ink(Ink::Plain, &name.cite) };
        let blanks = " ".repeat(10usize.saturating_sub(name.cite.len()));
        output.painted(&[ink(Ink::Plain, "    "), end, ink(Ink::Plain, &blanks), ink(Ink::Plain, &rest)])?;
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
    match reference.target {
        Target::Own(cite) => UnitKey::Section(cite).pipe(),
        Target::OwnRange(from, to) => format!("{}..{to}", UnitKey::Section(from).pipe()),
        other => json::targets(other).first().cloned().unwrap_or_else(|| "-".to_owned()),
    }
}

/// What a reader must know of a reference that does not open.
fn remark(edition: &Edition, reference: &Reference, holder: &str) -> String {
    match reference.resolution {
        Resolution::InEdition => String::new(),
        Resolution::NotInEdition => format!(" (not in {}{holder})", edition.id),
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
    /// Where the target stands in the law in force, for what the edition lacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    today: Option<Today>,
}

#[derive(serde::Serialize)]
struct Today {
    code: u16,
    targets: Vec<String>,
}

impl<'a> Ref<'a> {
    fn of(edition: &'a Edition, link: &Link<'a>, present: Present<'_>) -> Self {
        let reference = link.reference;
        let today = present.home(edition, reference);
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
            today: today.map(|(code, to, _)| Today { code, targets: to.iter().map(Citation::to_string).collect() }),
        }
    }
}
