//! `lawgrep diff`: what two texts do not have in common.
//!
//! ```text
//! summary   A and B with their standing; how many provisions were compared; differences by level
//! gap       what a partial text does not hold, once, as ranges
//! row       in a pipe  CITE:LEVEL:KIND: a | b (why)        CITE is A's; `16B=16D` where B has another number
//!           on a terminal a provision, then its levels: side by side where wide, else one below the other
//! ```

mod source;
mod table;

use std::collections::BTreeMap;

use lawgrep_compare::{Difference, Differences, Gap, Level, Name, Which, compare};
use lawgrep_model::{Citation, Edition};
use lawgrep_xref::Wanted;

use self::source::Text;
use crate::{
    Outcome, cites,
    failure::Stop,
    flags::{Diff, Pick},
    json::record,
    output::Output,
    paint::{Ink, run as ink},
    session::Session,
    standing,
    text::one_line,
};

pub(crate) fn run(args: &Diff, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let session = Session::open(bundle, &Pick::default())?;
    let lexicon = session.library.lexicon();
    let wanted = if args.cites.is_empty() { Vec::new() } else { cites::read(&args.cites, lexicon)? };
    let [a, b] = source::pair(session, [&args.a, &args.b], output)?;
    let mut all = compare(&a.document, &b.document, session.library.alignment(), lexicon);
    let levels: Vec<Level> =
        Level::ALL.into_iter().filter(|l| args.level.iter().any(|name| name == l.name())).collect();
    all.rows.retain(|row| levels.is_empty() || levels.contains(&row.level));
    let mut absent = false;
    if !wanted.is_empty() {
        let of_row = |row: &Difference| {
            wanted.iter().any(|want| concerns(want, &row.at) || row.at_b.as_ref().is_some_and(|b| concerns(want, b)))
        };
        all.rows.retain(of_row);
        all.compared.retain(|name| wanted.iter().any(|want| concerns(want, name)));
        for want in wanted.iter().filter(|want| !holds(&a, want) && !holds(&b, want)) {
            absent = true;
            output.notice(&format!("neither {} nor {} holds {}", a.name, b.name, cites::name(want)))?;
        }
    }
    let report = Report { a: &a, b: &b, all: &all };
    match (args.shape.json, args.csv) {
        (true, _) => report.json(output)?,
        (_, true) => report.csv(output)?,
        _ => report.text(output)?,
    }
    Ok(if absent || all.faults().next().is_some() { Outcome::Nothing } else { Outcome::Done })
}

/// Whether a row of that name is of what was asked for.
fn concerns(want: &Wanted, name: &Name) -> bool {
    match (want, name) {
        (Wanted::One(cite), Name::Provision(at)) => cite.contains(*at),
        (Wanted::Range(from, to), Name::Provision(at)) => {
            (from <= at && at <= to) || from.contains(*at) || to.contains(*at)
        }
        (Wanted::Named(wanted), name) => {
            let wanted = wanted.to_lowercase();
            wanted == name.to_string().to_lowercase() || wanted == json_name(name).to_lowercase()
        }
        _ => false,
    }
}

fn holds(text: &Text, want: &Wanted) -> bool {
    !cites::units(&text.document, want).is_empty()
}

/// What is printed.
struct Report<'a> {
    a: &'a Text,
    b: &'a Text,
    all: &'a Differences,
}

impl Report<'_> {
    fn text(&self, output: &mut Output) -> Result<(), Stop> {
        for (sign, text) in [("a", self.a), ("b", self.b)] {
            let edition = &text.document.edition;
            let rest = format!(": {}", standing::of(edition));
            output.painted(&[
                ink(Ink::Faint, sign),
                ink(Ink::Plain, " "),
                ink(Ink::Strong, &text.name),
                ink(Ink::Plain, &rest),
            ])?;
        }
        output.line(&self.counts())?;
        for gap in &self.all.gaps {
            output.line(&self.gap(gap))?;
        }
        if output.is_terminal() {
            return table::print(&self.all.rows, output);
        }
        for row in &self.all.rows {
            output.line(&line(row))?;
        }
        Ok(())
    }

    /// `214 provisions compared: 12 differences (3 structure, 9 numbers); 40 more that are explained`
    fn counts(&self) -> String {
        let mut by_level: BTreeMap<Level, usize> = BTreeMap::new();
        for row in self.all.faults() {
            *by_level.entry(row.level).or_default() += 1;
        }
        let total: usize = by_level.values().sum();
        let levels: Vec<String> = by_level.iter().map(|(level, n)| format!("{n} {}", level.name())).collect();
        let levels = if levels.is_empty() { String::new() } else { format!(" ({})", levels.join(", ")) };
        let known = self.all.rows.len() - total;
        let known = if known > 0 { format!("; {known} more that are explained") } else { String::new() };
        let plural = |n: usize, what: &str| if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") };
        format!(
            "{} compared: {}{levels}{known}",
            plural(self.all.compared.len(), "provision"),
            plural(total, "difference")
        )
    }

    /// `nl-2017 does not hold laws 1-15, 17-49, 69 definitions (extracts)`
    fn gap(&self, gap: &Gap) -> String {
        let text = self.side(gap.of);
        let mut parts = Vec::new();
        if let [first, rest @ ..] = gap.laws.as_slice() {
            let many = !rest.is_empty() || first.0 != first.1;
            let laws: Vec<String> = gap.laws.iter().map(|(from, to)| range(from, to)).collect();
            parts.push(format!("{} {}", if many { "laws" } else { "law" }, laws.join(", ")));
        }
        parts.extend(gap.parts.iter().map(|(from, to)| range(from, to)));
        match gap.definitions {
            0 => {}
            1 => parts.push("1 definition".to_owned()),
            n => parts.push(format!("{n} definitions")),
        }
        let why = if text.document.edition.extract { " (extracts)" } else { "" };
        format!("{} does not hold {}{why}", text.name, parts.join(", "))
    }

    fn side(&self, which: Which) -> &Text {
        match which {
            Which::A => self.a,
            Which::B => self.b,
        }
    }

    fn json(&self, output: &mut Output) -> Result<(), Stop> {
        output.json(&record("begin", Begin { a: Side::of(self.a), b: Side::of(self.b) }))?;
        for gap in &self.all.gaps {
            let laws =
                gap.laws.iter().map(|(from, to)| if from == to { from.to_string() } else { format!("{from}..{to}") });
            let part =
                |(from, to): &(Citation, Citation)| if from == to { from.to_string() } else { format!("{from}..{to}") };
            let parts = gap.parts.iter().map(part).collect();
            let edition = self.side(gap.of).name.as_str();
            output
                .json(&record("gap", Lacks { edition, laws: laws.collect(), parts, definitions: gap.definitions }))?;
        }
        for row in &self.all.rows {
            output.json(&record("diff", Row::of(row)))?;
        }
        let differences = self.all.faults().count();
        let known = self.all.rows.len() - differences;
        output.json(&record("end", End { compared: self.all.compared.len(), differences, known }))
    }

    fn csv(&self, output: &mut Output) -> Result<(), Stop> {
        output.record("cite,cite_b,level,kind,a,b,known")?;
        for row in &self.all.rows {
            let cite_b = row.at_b.as_ref().unwrap_or(&row.at).to_string();
            let (a, b) = (row.a.join(" "), row.b.join(" "));
            let known = row.known.clone().unwrap_or_default();
            let fields =
                [row.at.to_string(), cite_b, row.level.name().to_owned(), row.kind.name().to_owned(), a, b, known];
            output.record(&fields.map(|f| field(&f)).join(","))?;
        }
        Ok(())
    }
}

fn range<T: PartialEq + std::fmt::Display>(from: &T, to: &T) -> String {
    if from == to { from.to_string() } else { format!("{from}-{to}") }
}

/// `65A:numbers:changed: 4 | 3`; a hyphen where one of them has nothing.
fn line(row: &Difference) -> String {
    let known = row.known.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
    let told = |values: &[String]| if values.is_empty() { "-".to_owned() } else { values.join(" ") };
    let (a, b) = (told(&row.a), told(&row.b));
    one_line(&format!("{}:{}:{}: {a} | {b}{known}", place(row), row.level.name(), row.kind.name()))
}

/// What a row is of: A's citation, and B's where that is another.
fn place(row: &Difference) -> String {
    let clean = |name: &Name| name.to_string().replace([':', ','], "_");
    match &row.at_b {
        Some(b) => format!("{}={}", clean(&row.at), clean(b)),
        None => clean(&row.at),
    }
}

/// A field of a table as RFC 4180 has it. One that a spreadsheet would take for a formula is given a quote mark before.
fn field(text: &str) -> String {
    let mut text = one_line(text);
    if text.starts_with(['=', '+', '-', '@']) {
        text.insert(0, '\'');
    }
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

fn json_name(name: &Name) -> String {
    match name {
        Name::Provision(cite) => cite.to_string(),
        Name::Definition(term) => format!("DEF:{term}"),
        Name::Other(key) => key.json(),
    }
}

#[derive(serde::Serialize)]
struct Begin<'a> {
    a: Side<'a>,
    b: Side<'a>,
}

#[derive(serde::Serialize)]
struct Side<'a> {
    name: &'a str,
    edition: &'a str,
    lang: &'a str,
    code: u16,
    extract: bool,
}

impl<'a> Side<'a> {
    fn of(text: &'a Text) -> Self {
        let Edition { id, lang, code, extract, .. } = &text.document.edition;
        Self { name: &text.name, edition: id.as_str(), lang, code: *code, extract: *extract }
    }
}

#[derive(serde::Serialize)]
struct Lacks<'a> {
    edition: &'a str,
    laws: Vec<String>,
    parts: Vec<String>,
    definitions: usize,
}

#[derive(serde::Serialize)]
struct Row {
    level: &'static str,
    cite: String,
    a: Vec<String>,
    b: Vec<String>,
    kind: &'static str,
    cite_b: String,
    known: Option<String>,
}

impl Row {
    fn of(row: &Difference) -> Self {
        let safe = |all: &[String]| all.iter().map(|v| one_line(v)).collect();
        Self {
            level: row.level.name(),
            cite: one_line(&json_name(&row.at)),
            a: safe(&row.a),
            b: safe(&row.b),
            kind: row.kind.name(),
            cite_b: one_line(&json_name(row.at_b.as_ref().unwrap_or(&row.at))),
            known: row.known.as_deref().map(one_line),
        }
    }
}

#[derive(serde::Serialize)]
struct End {
    compared: usize,
    differences: usize,
    known: usize,
}
