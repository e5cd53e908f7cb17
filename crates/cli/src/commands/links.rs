//! `lawgrep links`: the references to laws in any text, and where they lead.

mod mentions;
mod place;

use std::{cell::OnceCell, ffi::OsStr};

use lawgrep_ingest::guess;
use lawgrep_lexicon::{Language, Lexicon};
use lawgrep_model::{Citation, Edition, Resolution, Target, UnitKey};
use lawgrep_xref::{Holdings, Mention, Resolved, Shape as Kind, resolve};

use self::{
    mentions::{Tongue, find},
    place::Lines,
};
use crate::{
    Outcome,
    failure::{Failure, Stop},
    flags::{Links, Pick},
    json::record,
    link::Name,
    output::Output,
    paint::{Ink, run as ink},
    session::Session,
    source::{self, Source},
    text::{one_line, quoted},
};

pub(crate) fn run(args: &Links, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let pick = Pick { edition: args.edition.clone(), ..Pick::default() };
    let session = Session::open(bundle, &pick)?;
    let lexicon = session.library.lexicon();
    let asked = Asked {
        language: args.lang.as_deref().map(|lang| language(lang, lexicon)).transpose()?,
        code: args.code.as_deref().map(|code| code_of(code, lexicon)).transpose()?,
    };
    let shelf = Shelf::of(session);
    let several = args.files.len() > 1;
    let mut wrong = Vec::new();
    let (mut links, mut resolved) = (0, 0);
    for file in &args.files {
        let source = match source::read(file) {
            Ok(source) => source,
            Err(why) => {
                wrong.push(format!("{} {why}", quoted(file)));
                continue;
            }
        };
        let reading = Reading::of(&source.text, &asked, &shelf, lexicon);
        let before = if several { format!("{}: ", quoted(file)) } else { String::new() };
        for line in reading.said(&asked, &shelf) {
            output.notice(&format!("{before}{line}"))?;
        }
        let mut lines = Lines::of(&source.text);
        for mention in &reading.mentions {
            let Some(answer) = reading.answer(mention, &source.text, &shelf)? else { continue };
            links += 1;
            resolved += usize::from(answer.status == Status::Resolved);
            let found = Found { source: &source, mention, answer, reading: &reading };
            let place = lines.place(mention.span);
            if args.shape.json {
                output.json(&record("link", found.row(file, &place)))?;
            } else {
                found.line(several.then_some(file.as_os_str()), &place, output)?;
            }
        }
    }
    if args.shape.json {
        output.json(&record("end", End { links, resolved }))?;
    }
    if !wrong.is_empty() {
        return Err(Failure::all(wrong).into());
    }
    Ok(if resolved > 0 { Outcome::Done } else { Outcome::Nothing })
}

fn language<'l>(lang: &str, lexicon: &'l Lexicon) -> Result<&'l Language, Stop> {
    lexicon.language(lang).ok_or_else(|| {
        let known: Vec<&str> = lexicon.languages.iter().map(|l| l.code.as_str()).collect();
        Failure::new(format!("language `{}` is not known; there are {}", quoted(lang), known.join(", "))).into()
    })
}

fn code_of(code: &str, lexicon: &Lexicon) -> Result<u16, Stop> {
    code.parse().ok().filter(|year| lexicon.code(*year).is_some()).ok_or_else(|| {
        let known: Vec<String> = lexicon.codes.iter().map(|c| c.year.to_string()).collect();
        Failure::new(format!("code `{}` is not known; there are {}", quoted(code), known.join(", "))).into()
    })
}

/// What the flags say of the texts.
struct Asked<'l> {
    language: Option<&'l Language>,
    code: Option<u16>,
}

/// The editions in which references are looked up, and what each holds.
struct Shelf<'s> {
    session: &'s Session,
    /// By the place in `order`.
    holdings: Vec<OnceCell<Holdings>>,
    /// Those that the flags leave, the user's languages first.
    order: Vec<usize>,
}

impl<'s> Shelf<'s> {
    fn of(session: &'s Session) -> Self {
        let order = session.by_language();
        Self { session, holdings: order.iter().map(|_| OnceCell::new()).collect(), order }
    }

    /// Those of the code, the text's language first; places in `order`.
    fn of_code(&self, code: u16, lang: Option<&str>) -> Vec<usize> {
        let editions = self.session.library.editions();
        let edition = |n: usize| self.order.get(n).and_then(|at| editions.get(*at));
        let mut all: Vec<usize> =
            (0..self.order.len()).filter(|n| edition(*n).is_some_and(|e| e.code == code)).collect();
        all.sort_by_key(|n| edition(*n).is_none_or(|e| Some(e.lang.as_str()) != lang));
        all
    }

    fn holdings(&self, n: usize) -> Result<Option<&Holdings>, Stop> {
        let (Some(cell), Some(at)) = (self.holdings.get(n), self.order.get(n)) else { return Ok(None) };
        if cell.get().is_none() {
            let Some(document) = self.session.library.document(*at).transpose()? else { return Ok(None) };
            let _ = cell.set(Holdings::of(document, self.session.library.lexicon()));
        }
        Ok(cell.get())
    }

    /// The heading of a provision: its own, else that of the nearest one above it that has one.
    fn heading(&self, at: usize, cite: Citation) -> Result<Option<String>, Stop> {
        for cite in std::iter::once(cite).chain(cite.ancestors()) {
            let unit = self.session.library.find(at, cite)?.map(|(_, unit)| unit);
            if let Some(heading) = unit.and_then(|u| u.heading.as_deref()) {
                return Ok(Some(one_line(heading)));
            }
        }
        Ok(None)
    }
}

/// How a text is read.
struct Reading<'l> {
    tongue: Tongue<'l>,
    code: u16,
    /// What is said of a code in the text is said of several.
    torn: bool,
    /// Something in the text tells the code, or somebody said it.
    told: bool,
    mentions: Vec<Mention>,
    /// Editions of the code; places in the shelf's order.
    editions: Vec<usize>,
}

impl<'l> Reading<'l> {
    fn of(text: &str, asked: &Asked<'l>, shelf: &Shelf<'_>, lexicon: &'l Lexicon) -> Self {
        let language = asked.language.or_else(|| guess::language(text, lexicon));
        let tongue = language.map_or(Tongue::Unknown, Tongue::Known);
        let mentions = find(text, tongue, lexicon);
        let cites: Vec<Citation> =
            mentions.iter().flat_map(|m| &m.readings).filter_map(|r| r.from.absolute()).collect();
        // A named edition has a code; the text is read by that.
        let named = shelf.session.first_named().and_then(|at| shelf.session.library.editions().get(at));
        let said = asked.code.or(named.map(|edition| edition.code));
        let guessed = guess::code(text, &cites, lexicon);
        let code = said.or(guessed.map(|g| g.year)).unwrap_or_default();
        let told = said.is_some() || guessed.is_some_and(|g| g.told);
        let lang = language.map(|l| l.code.as_str());
        let torn = guessed.is_some_and(|guess| guess.torn);
        Self { tongue, code, told, torn, mentions, editions: shelf.of_code(code, lang) }
    }

    /// What there is to say of how it was read.
    fn said(&self, asked: &Asked<'_>, shelf: &Shelf<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        let named = asked.code.is_some() || shelf.session.first_named().is_some();
        let code = match (named, self.told) {
            (true, _) => format!("{} code", self.code),
            (false, true) => format!("{} code", self.code),
            (false, false) if self.torn => format!("{} code since what names a code in it does not agree", self.code),
            (false, false) => format!("{} code since nothing in it tells", self.code),
        };
        match (self.tongue, named) {
            (Tongue::Known(_), true) if asked.language.is_some() => {}
            (Tongue::Known(language), _) => {
                lines.push(format!("read as {}, {code}; --lang, --code choose", language.name));
            }
            (Tongue::Unknown, _) => lines.push(format!(
                "its language could not be told, so only what all languages read alike is found; {code}; --lang, --code \
                 choose"
            )),
        }
        if self.editions.is_empty() {
            lines.push(format!(
                "no edition of the {} code is at hand here, so nothing opens; lawgrep import brings one",
                self.code
            ));
        }
        lines
    }

    /// What a mention turns out to be; `None` if it is no reference after all.
    fn answer<'s>(&self, mention: &Mention, text: &str, shelf: &Shelf<'s>) -> Result<Option<Answer<'s>>, Stop> {
        let words = mention.span.of(text);
        let mut first = None;
        for n in &self.editions {
            let (Some(holdings), Some(at)) = (shelf.holdings(*n)?, shelf.order.get(*n)) else { continue };
            let Some(resolved) = resolve(mention, words, &[], holdings) else { continue };
            if resolved.resolution == Resolution::InEdition {
                return Ok(Some(self.resolved(resolved, *at, holdings, shelf)?));
            }
            first.get_or_insert(resolved);
        }
        if self.editions.is_empty() {
            return Ok(self.without_editions(mention, shelf));
        }
        let Some(resolved) = first else { return Ok(None) };
        let (status, why) = match resolved.resolution {
            Resolution::NoTarget => (Status::Foreign, foreign(mention, resolved)),
            Resolution::Ambiguous => (Status::Ambiguous, ambiguous(mention)),
            _ => (Status::Absent, self.absent(resolved.target, shelf)),
        };
        let cites = match status {
            Status::Ambiguous => {
                mention.readings.iter().filter_map(|r| r.from.absolute()).map(|c| c.to_string()).collect()
            }
            _ => ends(resolved.target),
        };
        Ok(Some(Answer { status, kind: resolved.kind.name(), cites, edition: None, text: why }))
    }

    fn resolved<'s>(
        &self,
        resolved: Resolved,
        at: usize,
        holdings: &Holdings,
        shelf: &Shelf<'s>,
    ) -> Result<Answer<'s>, Stop> {
        let edition = shelf.session.edition(at)?;
        let (cites, headings) = match resolved.target {
            Target::One(cite) => (vec![cite.to_string()], vec![shelf.heading(at, cite)?]),
            Target::Range(from, to) => {
                let all: Vec<Citation> = holdings.of_range(from, to);
                let headings = vec![shelf.heading(at, from)?, shelf.heading(at, to)?];
                (all.iter().map(Citation::to_string).collect(), headings)
            }
            // A section of a regulation has no heading that a citation leads to.
            own @ (Target::Own(_) | Target::OwnRange(..)) => (ends(own), Vec::new()),
            Target::Nothing => (Vec::new(), Vec::new()),
        };
        let headings: Vec<String> = headings.into_iter().flatten().collect();
        let text = headings.join(" … ");
        Ok(Answer { status: Status::Resolved, kind: resolved.kind.name(), cites, edition: Some(edition), text })
    }

    /// Without an edition of the code its own list of provisions still tells what can be meant.
    fn without_editions<'s>(&self, mention: &Mention, shelf: &Shelf<'s>) -> Option<Answer<'s>> {
        let alignment = shelf.session.library.alignment();
        let laws = shelf.session.library.lexicon().code(self.code);
        let answer = |status, kind, cites, text| Some(Answer { status, kind, cites, edition: None, text });
        let reading = mention.readings.first();
        let from = reading.and_then(|r| r.from.absolute());
        let to = reading.and_then(|r| r.to).and_then(|to| to.absolute());
        let cites: Vec<String> = [from, to].into_iter().flatten().map(|c| c.to_string()).collect();
        let is_law = from.is_some_and(|cite| laws.is_some_and(|code| code.has_law(cite)));
        match (mention.shape, from) {
            (Kind::Statute, _) => answer(Status::Foreign, "statute", Vec::new(), STATUTE.to_owned()),
            (Kind::Homonym, _) => answer(Status::Ambiguous, "law", cites, ambiguous(mention)),
            (_, Some(_)) if !is_law && mention.sure => answer(Status::Foreign, "national", cites, NATIONAL.to_owned()),
            (_, Some(cite)) if mention.sure || alignment.has(self.code, cite) => {
                let target = to.map_or(Target::One(cite), |to| Target::Range(cite, to));
                answer(Status::Absent, "absolute", cites, self.absent(target, shelf))
            }
            _ => None,
        }
    }

    /// Why nothing opens: the code has no such provision, or no edition at hand holds it.
    fn absent(&self, target: Target, shelf: &Shelf<'_>) -> String {
        let alignment = shelf.session.library.alignment();
        let has = |cite: Citation| alignment.has(self.code, cite);
        match target {
            Target::One(cite) if !has(cite) => format!("the {} code has no {cite}", self.code),
            _ => format!("no edition of the {} code at hand holds it", self.code),
        }
    }
}

const STATUTE: &str = "a number of other rules";
const NATIONAL: &str = "no number of the code";

fn foreign(mention: &Mention, resolved: Resolved) -> String {
    let statute = mention.shape == Kind::Statute || resolved.target == Target::Nothing;
    if statute { STATUTE } else { NATIONAL }.to_owned()
}

fn ambiguous(mention: &Mention) -> String {
    let why = match mention.shape {
        Kind::Homonym => "a law, or what else the word names",
        _ => "more than one provision could be meant",
    };
    why.to_owned()
}

/// The ends of a target, as output names them.
fn ends(target: Target) -> Vec<String> {
    match target {
        Target::One(cite) => vec![cite.to_string()],
        Target::Range(from, to) => vec![from.to_string(), to.to_string()],
        Target::Own(cite) => vec![UnitKey::Section(cite).json()],
        Target::OwnRange(from, to) => [from, to].map(|cite| UnitKey::Section(cite).json()).to_vec(),
        Target::Nothing => Vec::new(),
    }
}

/// What became of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
enum Status {
    Resolved,
    Absent,
    Ambiguous,
    Foreign,
}

/// Where a reference leads.
struct Answer<'s> {
    status: Status,
    kind: &'static str,
    /// All that is meant, a range with what lies between.
    cites: Vec<String>,
    /// The edition in which it opens.
    edition: Option<&'s Edition>,
    /// The heading; else why there is none to show.
    text: String,
}

/// A reference, ready to be printed.
struct Found<'a> {
    source: &'a Source,
    mention: &'a Mention,
    answer: Answer<'a>,
    reading: &'a Reading<'a>,
}

impl Found<'_> {
    /// `FILE:LINE:COLUMN:EDITION:CITE:HEADING`; for what does not open `-` for the edition, and why for the heading.
    fn line(&self, file: Option<&OsStr>, place: &place::Place, output: &mut Output) -> Result<(), Stop> {
        let file = file.map_or_else(String::new, |file| format!("{}:", quoted(file)));
        let before = format!("{file}{}:{}:", place.line, place.column);
        let cite = match self.answer.cites.as_slice() {
            [] => "-".to_owned(),
            [one] => one.clone(),
            [first, .., last] if self.mention.ends.is_some() => format!("{first}-{last}"),
            several => several.join("/"),
        };
        // As a pipe prints a section of a regulation.
        let cite = cite.replace("REG:", "reg/");
        match &self.answer.edition {
            Some(edition) => {
                let name = Name::cited(edition, &cite, output);
                let mut runs = vec![ink(Ink::Faint, &before)];
                runs.extend(name.runs(":", ":"));
                runs.push(ink(Ink::Plain, &self.answer.text));
                output.painted(&runs)
            }
            None => {
                let status = format!("-:{cite}:{}: {}", self.answer.status.name(), self.answer.text);
                output.painted(&[ink(Ink::Faint, &before), ink(Ink::Warning, &status)])
            }
        }
    }

    fn row(&self, file: &OsStr, place: &place::Place) -> Row {
        let span = self.mention.span;
        let [start, end] = [span.start, span.end].map(|at| self.source.in_file(at as usize));
        let resolved = self.answer.status == Status::Resolved;
        Row {
            file: (file != "-").then(|| quoted(file)),
            line: place.line,
            column: place.column,
            span: place.span,
            bytes: start.zip(end).map(|(start, end)| [start, end]),
            words: words(span.of(&self.source.text)),
            kind: self.answer.kind,
            status: self.answer.status,
            cites: self.answer.cites.clone(),
            edition: self.answer.edition.map(|edition| edition.id.to_string()),
            lang: self.reading.tongue.code().map(str::to_owned),
            code: self.reading.code,
            heading: (resolved && !self.answer.text.is_empty()).then(|| self.answer.text.clone()),
        }
    }
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Status::Resolved => "resolved",
            Status::Absent => "absent",
            Status::Ambiguous => "ambiguous",
            Status::Foreign => "foreign",
        }
    }
}

/// The words of a reference on one line, without marks of quoted mail.
fn words(printed: &str) -> String {
    let plain = lawgrep_xref::unquoted(printed);
    one_line(&plain.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[derive(serde::Serialize)]
struct Row {
    file: Option<String>,
    line: usize,
    column: usize,
    span: [usize; 2],
    bytes: Option<[u64; 2]>,
    words: String,
    kind: &'static str,
    status: Status,
    cites: Vec<String>,
    edition: Option<String>,
    lang: Option<String>,
    code: u16,
    heading: Option<String>,
}

#[derive(serde::Serialize)]
struct End {
    links: usize,
    resolved: usize,
}
