//! `lawgrep where`: the life of a provision, from code to code.

use std::collections::BTreeMap;

use lawgrep_align::{Alignment, Homes, Stage};
use lawgrep_model::{Citation, Document, UnitKey};
use lawgrep_xref::Wanted;

use super::show;
use crate::{
    Outcome,
    by_rule::{self, UNCHECKED},
    cites,
    failure::{Failure, Stop},
    flags::{Pick, Where},
    json::record,
    output::Output,
    paint::{Ink, run as ink},
    session::Session,
    text::{one_line, quoted},
};

pub(crate) fn run(args: &Where, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    // A code is asked about here, not chosen: no edition of it need be at hand.
    let pick = Pick { code: Vec::new(), ..args.pick.clone() };
    let session = Session::open(bundle, &pick)?;
    let alignment = session.library.alignment();
    let code = code(args, session, alignment)?;
    let wanted = cites::read(&args.cites, session.library.lexicon())?;
    let mut asked: Vec<Asked> = Vec::new();
    let mut absent: Vec<&Wanted> = Vec::new();
    for want in &wanted {
        let found = asked_of(session, alignment, code, want)?;
        if found.is_empty() {
            absent.push(want);
        }
        asked.extend(found);
    }
    let mut homes = 0;
    let mut told = false;
    for one in &asked {
        if let Asked::Provision(life) = one {
            let codes_differ = life.stages.iter().any(|s| s.differs(life.cite));
            if codes_differ && args.pick.code.is_empty() && !told && !args.shape.json {
                output.notice(&format!("read in the {code} code; --code asks another"))?;
                told = true;
            }
        }
        homes += match one {
            Asked::Provision(life) if args.shape.json => life.json(session, output)?,
            Asked::Provision(life) if output.is_terminal() => life.arranged(output)?,
            Asked::Provision(life) => life.lines(output)?,
            Asked::Definition(terms) => definition(terms, args.shape.json, output)?,
        };
    }
    if args.shape.json {
        output.json(&record("end", End { homes }))?;
    }
    for want in &absent {
        output.notice(&lacking(session, alignment, code, want)?)?;
    }
    Ok(if absent.is_empty() && homes > 0 { Outcome::Done } else { Outcome::Nothing })
}

#[derive(serde::Serialize)]
struct End {
    homes: usize,
}

/// The code in which the citations are read.
fn code(args: &Where, session: &Session, alignment: &Alignment) -> Result<u16, Stop> {
    let [asked] = args.pick.code.as_slice() else {
        return match args.pick.code.as_slice() {
            [] => Ok(by_rule::reading_code(session)),
            _ => Err(Failure::new("a citation is read in one code; give --code once").into()),
        };
    };
    let known = || alignment.codes().map(|year| year.to_string()).collect::<Vec<_>>().join(", ");
    let year = asked.parse().ok().filter(|year| alignment.codes().any(|known| known == *year));
    year.ok_or_else(|| Failure::new(format!("no code `{}` is known; there are {}", quoted(asked), known())).into())
}

/// What one citation asks for.
enum Asked {
    Provision(Box<Life>),
    /// Editions and the term that each has for it.
    Definition(Vec<(String, String)>),
}

/// A provision in all codes.
struct Life {
    code: u16,
    cite: Citation,
    presumed: bool,
    stages: Vec<Place>,
    /// Exercises, screen rules and remarks that cite it, as output names them.
    beside: Vec<String>,
}

/// One code of a life.
struct Place {
    stage: Stage,
    homes: Vec<Home>,
}

/// One provision of a code that holds the rule.
struct Home {
    cite: Citation,
    topic: String,
    /// Ids of the editions at hand that hold it.
    editions: Vec<String>,
}

impl Place {
    /// Whether the number alone would mislead.
    fn differs(&self, cite: Citation) -> bool {
        self.stage.false_friend.is_some() || self.homes.iter().any(|home| home.cite != cite)
    }

    fn homes_are(&self) -> Option<&Homes> {
        self.stage.homes.as_ref()
    }
}

fn asked_of(session: &Session, alignment: &Alignment, code: u16, want: &Wanted) -> Result<Vec<Asked>, Stop> {
    let cites = match want {
        Wanted::Named(name) => return definitions(session, alignment, name),
        Wanted::One(cite) => vec![*cite],
        Wanted::Range(from, to) => alignment.between(code, *from, *to),
    };
    let mut all = Vec::new();
    for cite in cites {
        // A number that only a national print has is none of the code's, and goes where the one above it goes.
        let printed = || session.chosen.iter().any(|at| of_code(session, *at, code) && holds(session, *at, cite));
        if alignment.has(code, cite) || printed() {
            all.push(Asked::Provision(Box::new(life(session, alignment, code, cite)?)));
        }
    }
    Ok(all)
}

fn of_code(session: &Session, at: usize, code: u16) -> bool {
    session.library.editions().get(at).is_some_and(|edition| edition.code == code)
}

fn holds(session: &Session, at: usize, cite: Citation) -> bool {
    matches!(session.library.excerpt(at, &[cite]), Some(Ok(document)) if document.holds(cite))
}

fn life(session: &Session, alignment: &Alignment, code: u16, cite: Citation) -> Result<Life, Stop> {
    let mut stages = Vec::new();
    let mut beside = Vec::new();
    for stage in alignment.life(code, cite) {
        let mut homes = Vec::new();
        for home in stage.homes.iter().flat_map(|h| h.to.iter().copied()) {
            let topic = alignment.topic(stage.code, home).unwrap_or_default().to_owned();
            let mut editions = Vec::new();
            for at in &session.chosen {
                let Some(edition) = session.library.editions().get(*at).filter(|e| e.code == stage.code) else {
                    continue;
                };
                if holds(session, *at, home) {
                    editions.push(edition.id.to_string());
                }
                beside.extend(hanging(session, *at, home)?);
            }
            homes.push(Home { cite: home, topic, editions });
        }
        stages.push(Place { stage, homes });
    }
    beside.dedup();
    Ok(Life { code, cite, presumed: alignment.is_presumed(code, cite), stages, beside })
}

/// What is no provision and cites one: exercises, answers, screen rules, remarks. `EDITION:ex/10`.
pub(crate) fn hanging(session: &Session, at: usize, cite: Citation) -> Result<Vec<String>, Stop> {
    let apart = |document: &Document| {
        document
            .units
            .iter()
            .any(|u| matches!(u.key, UnitKey::Exercise(_) | UnitKey::Answer(_) | UnitKey::ScreenRule(_)))
    };
    let Some(document) = session.library.document(at).transpose()? else { return Ok(Vec::new()) };
    if !apart(document) {
        return Ok(Vec::new());
    }
    let Some(graph) = session.library.graph(at).transpose()? else { return Ok(Vec::new()) };
    let mut names = Vec::new();
    for incoming in graph.incoming(cite) {
        let Some(unit) = document.unit(incoming.unit) else { continue };
        if matches!(unit.key, UnitKey::Exercise(_) | UnitKey::Answer(_) | UnitKey::ScreenRule(_) | UnitKey::Remark(_)) {
            let name = format!("{}:{}", document.edition.id, one_line(&unit.key.pipe()));
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    Ok(names)
}

impl Life {
    /// One home a line: `2017:16D:moved: topic; in companion-en, companion-no`.
    fn lines(&self, output: &mut Output) -> Result<usize, Stop> {
        let mut count = 0;
        for place in &self.stages {
            for home in &place.homes {
                output.line(&format!("{}:{}:{}", place.stage.code, home.cite, self.words(place, home)))?;
                count += 1;
            }
        }
        for warning in self.warnings() {
            output.notice(&warning)?;
        }
        for place in &self.stages {
            if let Some(why) = self.missing(place) {
                output.notice(&why)?;
            }
        }
        Ok(count)
    }

    fn arranged(&self, output: &mut Output) -> Result<usize, Stop> {
        let mut count = 0;
        let title = format!("{} of the {} code", self.cite, self.code);
        output.painted(&[ink(Ink::Strong, &title)])?;
        for place in &self.stages {
            let year = format!("  {}  ", place.stage.code);
            for home in &place.homes {
                let cite = format!("{:<10} ", home.cite.to_string());
                output.painted(&[
                    ink(Ink::Faint, &year),
                    ink(Ink::Strong, &cite),
                    ink(Ink::Plain, &self.words(place, home)),
                ])?;
                count += 1;
            }
            if let Some(why) = self.missing(place) {
                output.painted(&[ink(Ink::Faint, &year), ink(Ink::Plain, &why)])?;
            }
        }
        for warning in self.warnings() {
            output.painted(&[ink(Ink::Warning, &warning)])?;
        }
        if !self.beside.is_empty() {
            output.painted(&[ink(Ink::Faint, &format!("  cited in {}", self.beside.join(", ")))])?;
        }
        output.line("")?;
        Ok(count)
    }

    /// What is said of a home beside its number.
    fn words(&self, place: &Place, home: &Home) -> String {
        let mut words = Vec::new();
        if place.stage.code == self.code {
            words.push("asked".to_owned());
        } else if let Some(homes) = place.homes_are() {
            let mut relation = homes.relation.name().to_owned();
            if !homes.exact {
                relation.push_str(", in part");
            }
            words.push(relation);
        }
        let doubtful =
            place.homes_are().is_some_and(|h| h.doubtful) || (place.stage.code == self.code && self.presumed);
        let topic = one_line(&home.topic);
        let mut line = words.join(", ");
        if !topic.is_empty() {
            line = format!("{line}: {topic}");
        }
        if let Some(note) = place.homes_are().and_then(|h| h.note.as_deref()).filter(|note| *note != home.topic) {
            line.push_str(&format!(" ({})", one_line(note)));
        }
        if doubtful {
            line.push_str(&format!(" [{UNCHECKED}]"));
        }
        if !home.editions.is_empty() {
            line.push_str(&format!("; in {}", home.editions.join(", ")));
        }
        line
    }

    /// Why a code has no home for it.
    fn missing(&self, place: &Place) -> Option<String> {
        if !place.homes.is_empty() {
            return None;
        }
        let year = place.stage.code;
        let Some(homes) = place.homes_are() else {
            return Some(format!("the concordance does not tell where {} stands in the {year} code", self.cite));
        };
        let doubt = if homes.doubtful { format!(" [{UNCHECKED}]") } else { String::new() };
        let note = homes.note.as_deref().map(|note| format!(" ({})", one_line(note))).unwrap_or_default();
        Some(format!("the {year} code: {}{note}{doubt}", by_rule::absence(homes)))
    }

    fn warnings(&self) -> Vec<String> {
        let warn = |place: &Place| {
            let friend = place.stage.false_friend.as_ref()?;
            let topic = if friend.topic.is_empty() { String::new() } else { format!(": {}", one_line(&friend.topic)) };
            let partly = if friend.homes.to.contains(&self.cite) { "in part " } else { "" };
            Some(format!("{} is {partly}another rule in the {} code{topic}", self.cite, place.stage.code))
        };
        self.stages.iter().filter_map(warn).collect()
    }

    fn json(&self, session: &Session, output: &mut Output) -> Result<usize, Stop> {
        let in_force = session.library.lexicon().code_in_force().map(|code| code.year);
        let asked = Reading { provision: self.cite.to_string(), code: self.code };
        let mut count = 0;
        for place in &self.stages {
            let homes = place.homes_are();
            for home in place.homes.iter().map(Some).chain(place.homes.is_empty().then_some(None)) {
                count += usize::from(home.is_some());
                let fact = Record {
                    asked: &asked,
                    code: place.stage.code,
                    in_force: Some(place.stage.code) == in_force,
                    provision: home.map(|h| h.cite.to_string()),
                    relation: homes.map(|h| h.relation.name()),
                    exact: homes.is_some_and(|h| h.exact),
                    doubtful: homes.is_none_or(|h| h.doubtful) || (place.stage.code == self.code && self.presumed),
                    year: homes.and_then(|h| h.year),
                    topic: home.map(|h| one_line(&h.topic)).unwrap_or_default(),
                    note: homes.and_then(|h| h.note.as_deref()).map(one_line),
                    editions: home.map(|h| h.editions.as_slice()).unwrap_or_default(),
                    other_rule: place.stage.false_friend.as_ref().map(|friend| one_line(&friend.topic)),
                };
                output.json(&record("home", fact))?;
            }
        }
        for name in &self.beside {
            output.json(&record("beside", Beside { asked: &asked, unit: name }))?;
        }
        Ok(count)
    }
}

#[derive(serde::Serialize)]
struct Reading {
    provision: String,
    code: u16,
}

/// A home in a code, or none.
#[derive(serde::Serialize)]
struct Record<'a> {
    asked: &'a Reading,
    code: u16,
    in_force: bool,
    provision: Option<String>,
    relation: Option<&'static str>,
    exact: bool,
    doubtful: bool,
    /// Where it was dropped, or from when on it is there.
    year: Option<u16>,
    topic: String,
    note: Option<String>,
    editions: &'a [String],
    /// What the asked number means in this code, where that is another rule.
    other_rule: Option<String>,
}

#[derive(serde::Serialize)]
struct Beside<'a> {
    asked: &'a Reading,
    unit: &'a str,
}

/// The definition of that name in all editions, by its concept.
fn definitions(session: &Session, alignment: &Alignment, name: &str) -> Result<Vec<Asked>, Stop> {
    let mut all: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let mut asked: Vec<String> = Vec::new();
    for at in &session.chosen {
        let Some(document) = session.library.document(*at).transpose()? else { continue };
        for unit in &document.units {
            let UnitKey::Definition(term) = &unit.key else { continue };
            let (pipe, lang) = (unit.key.pipe(), document.edition.lang.as_str());
            let concept = alignment.concept(lang, term).map_or_else(|| format!("{lang}:{pipe}"), str::to_owned);
            if (pipe.to_lowercase() == name.to_lowercase() || unit.key.json().to_lowercase() == name.to_lowercase())
                && !asked.contains(&concept)
            {
                asked.push(concept.clone());
            }
            all.entry(concept).or_default().push((document.edition.id.to_string(), one_line(&pipe)));
        }
    }
    Ok(asked.iter().filter_map(|concept| all.remove(concept)).map(Asked::Definition).collect())
}

fn definition(terms: &[(String, String)], json: bool, output: &mut Output) -> Result<usize, Stop> {
    for (edition, term) in terms {
        if json {
            output.json(&record("definition", Definition { edition, unit: term }))?;
        } else {
            output.line(&format!("{edition}:{term}"))?;
        }
    }
    Ok(terms.len())
}

#[derive(serde::Serialize)]
struct Definition<'a> {
    edition: &'a str,
    unit: &'a str,
}

/// The notice that the code has no such provision, with what comes nearest: the provision above it, or the codes that have it.
fn lacking(session: &Session, alignment: &Alignment, code: u16, want: &Wanted) -> Result<String, Stop> {
    let Wanted::One(cite) = want else { return show::absent(session, want) };
    let up = cite.ancestors().find(|up| alignment.has(code, *up));
    let others: Vec<String> = alignment.codes().filter(|c| alignment.has(*c, *cite)).map(|c| c.to_string()).collect();
    let mut line = format!("the {code} code has no {cite}");
    if let Some(up) = up {
        line.push_str(&format!("; nearest is {up}"));
    }
    if !others.is_empty() {
        line.push_str(&format!("; {cite} stands in the code of {} (--code)", others.join(" and ")));
    }
    Ok(line)
}
