//! `lawgrep show --parallel`: editions side by side, by rule.
//!
//! The first edition's code orders the rows. Every unit's text is printed once, in the row of its rule; what belongs to
//! several rows is pointed to from the others.

use std::collections::BTreeSet;

use lawgrep_align::{Alignment, Content, Row, RowKind, join};
use lawgrep_model::{Citation, Document, Edition, Standing, Unit, UnitId};
use lawgrep_xref::Wanted;

use super::{show, where_};
use crate::{
    Outcome, by_rule, cites,
    failure::{Failure, Stop},
    flags::{List, Shape},
    json::record,
    output::Output,
    paint::{Ink, run as ink},
    session::Session,
    standing,
    text::{line_of, one_line},
};

/// What is printed of a view.
struct View<'a> {
    alignment: &'a Alignment,
    columns: Vec<&'a Document>,
    /// The code that orders the rows.
    base: u16,
}

/// Shows what is wanted in all editions that the flags leave, by rule. One edition that is named is the first; the others at
/// hand stand beside it.
pub(crate) fn show(
    session: &Session,
    wanted: &[Wanted],
    list: &List,
    shape: &Shape,
    output: &mut Output,
) -> Result<Outcome, Stop> {
    let order = in_view(session, wanted)?;
    let Some(first) = order.first() else { return Err(Failure::new("there is no edition to show").into()) };
    let base = session.edition(*first)?.code;
    let alignment = session.library.alignment();
    let mut documents: Vec<Document> = Vec::new();
    for at in &order {
        let code = session.edition(*at)?.code;
        documents.push(cites::document(&session.library, *at, &needed(alignment, base, code, wanted))?);
    }
    let view = View { alignment, columns: documents.iter().collect(), base };
    let rows = join(&view.columns, alignment);
    let mut left = list.max_count.map_or(usize::MAX, |n| n as usize);
    let mut absent: Vec<&Wanted> = Vec::new();
    let mut heads = Heads::default();
    let mut shown = 0;
    let mut printed: BTreeSet<usize> = BTreeSet::new();
    for want in wanted {
        let found: Vec<usize> =
            (0..rows.len()).filter(|n| rows.get(*n).is_some_and(|row| view.fits(row, want))).collect();
        if found.is_empty() {
            absent.push(want);
            continue;
        }
        if list.quiet {
            continue;
        }
        if let Wanted::One(cite) = want {
            view.warn(*cite, shape, output)?;
        }
        for n in found {
            let Some(row) = rows.get(n).filter(|_| left > 0 && printed.insert(n)) else { continue };
            left -= 1;
            shown += view.row(row, n, list, shape, &mut heads, output)?;
        }
        if let (Wanted::One(cite), false, false) = (want, shape.json, list.list || list.count) {
            beside(session, &order, &view, *cite, output)?;
        }
    }
    if shape.json && !list.quiet {
        output.json(&record("end", End { provisions: shown }))?;
    }
    for want in &absent {
        output.notice(&show::absent(session, want)?)?;
    }
    Ok(if absent.is_empty() { Outcome::Done } else { Outcome::Nothing })
}

/// The editions to set side by side. Where the first one lacks all that is wanted under its numbers, one of another code that
/// has it goes first: then the numbers are those of that code.
fn in_view(session: &Session, wanted: &[Wanted]) -> Result<Vec<usize>, Stop> {
    let mut order = session.side_by_side();
    let Some(base) = order.first().map(|at| session.edition(*at)).transpose()?.map(|e| e.code) else {
        return Ok(order);
    };
    let holds = |at: &usize| -> Result<bool, Stop> {
        let document = cites::document(&session.library, *at, wanted)?;
        Ok(wanted.iter().any(|want| !cites::units(&document, want).is_empty()))
    };
    for at in &order {
        if session.edition(*at)?.code == base && holds(at)? {
            return Ok(order);
        }
    }
    for at in order.clone() {
        if holds(&at)? {
            order.retain(|other| *other != at);
            order.insert(0, at);
            break;
        }
    }
    Ok(order)
}

#[derive(serde::Serialize)]
struct End {
    provisions: usize,
}

/// What an edition of a code must be asked for so that no rule that is wanted is missing: the laws wanted, and those where
/// their provisions stand.
fn needed(alignment: &Alignment, base: u16, code: u16, wanted: &[Wanted]) -> Vec<Wanted> {
    let mut laws: BTreeSet<u16> = BTreeSet::new();
    for want in wanted {
        let (from, to) = match want {
            Wanted::One(cite) => (cite.law_number(), cite.law_number()),
            Wanted::Range(from, to) => (from.law_number(), to.law_number()),
            // A definition can stand anywhere.
            Wanted::Named(_) => return wanted.to_vec(),
        };
        laws.extend(from..=to);
    }
    let own: Vec<u16> = laws.iter().copied().collect();
    for law in own {
        laws.extend(alignment.laws_of(base, law, code));
    }
    laws.into_iter().map(|law| Wanted::One(Citation::law(law))).collect()
}

/// What of the heads has been printed.
#[derive(Default)]
struct Heads {
    editions: BTreeSet<usize>,
    companion: bool,
}

impl View<'_> {
    fn unit(&self, column: usize, unit: UnitId) -> Option<(&Edition, &Unit)> {
        let document = self.columns.get(column)?;
        Some((&document.edition, document.unit(unit)?))
    }

    /// Whether a row is wanted: its rule, or what stands near it, or the name of one of its units.
    fn fits(&self, row: &Row, want: &Wanted) -> bool {
        match want {
            Wanted::One(cite) => row.anchor.is_some_and(|anchor| cite.contains(anchor)),
            Wanted::Range(from, to) => row.anchor.is_some_and(|a| (*from <= a && a <= *to) || to.contains(a)),
            Wanted::Named(name) => {
                let name = name.to_lowercase();
                let named =
                    |unit: &Unit| unit.key.pipe().to_lowercase() == name || unit.key.json().to_lowercase() == name;
                self.units(row).any(|(_, _, unit)| named(unit))
            }
        }
    }

    /// The units of a row that have their words in it, with their column.
    fn units<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = (usize, &'a Edition, &'a Unit)> {
        row.cells.iter().flat_map(move |cell| {
            let pieces = match &cell.content {
                Content::Pieces(pieces) => pieces.as_slice(),
                _ => &[],
            };
            pieces.iter().filter(|p| !p.tail).filter_map(move |piece| {
                let (edition, unit) = self.unit(cell.column, piece.unit)?;
                unit.has_words().then_some((cell.column, edition, unit))
            })
        })
    }

    /// The number that was asked for is another rule's elsewhere.
    fn warn(&self, cite: Citation, shape: &Shape, output: &mut Output) -> Result<(), Stop> {
        for warning in by_rule::warnings(self.alignment, self.base, cite) {
            show::warning(&warning, cite, shape, output)?;
        }
        Ok(())
    }

    fn row(
        &self,
        row: &Row,
        number: usize,
        list: &List,
        shape: &Shape,
        heads: &mut Heads,
        output: &mut Output,
    ) -> Result<usize, Stop> {
        if row.kind == RowKind::Tail {
            // A unit's whole text was printed where it begins.
            return Ok(0);
        }
        let marks = self.marks(row);
        if shape.json {
            let provision = row.cite.map(|cite| cite.to_string());
            output.json(&record("row", Joined { row: number, code: row.code, provision, marks: &marks }))?;
            let mut count = 0;
            for (_, edition, unit) in self.units(row) {
                let numbered =
                    Numbered { row: number, printed_again: unit.occurrence > 0, unit: show::provision(edition, unit) };
                output.json(&record("provision", numbered))?;
                count += 1;
            }
            return Ok(count);
        }
        if list.list || list.count {
            for (_, edition, unit) in self.units(row) {
                output.line(&format!("{}:{}", edition.id, one_line(&unit.key.pipe())))?;
            }
            return Ok(self.units(row).count());
        }
        self.heads(row, heads, output)?;
        let title = row.cite.map_or_else(String::new, |cite| format!("{cite} of the {} code", row.code));
        if output.is_terminal() && !title.is_empty() {
            output.painted(&[ink(Ink::Strong, &title)])?;
        }
        for mark in &marks {
            output.painted(&[ink(Ink::Warning, mark)])?;
        }
        let mut count = 0;
        for (_, edition, unit) in self.units(row) {
            let again = if unit.occurrence > 0 { "[printed again] " } else { "" };
            let name = one_line(&unit.key.pipe());
            if output.is_terminal() {
                output.painted(&[
                    ink(Ink::Faint, edition.id.as_str()),
                    ink(Ink::Plain, "  "),
                    ink(Ink::Strong, &name),
                ])?;
                show::paragraph(&format!("{again}{}", line_of(unit)), 1, output)?;
            } else {
                output.line(&format!("{}:{name}:{again}{}", edition.id, line_of(unit)))?;
            }
            count += 1;
        }
        for pointer in self.pointers(row) {
            output.painted(&[ink(Ink::Faint, &pointer)])?;
        }
        if output.is_terminal() {
            output.line("")?;
        }
        Ok(count)
    }

    /// The standing of every edition, above its first text.
    fn heads(&self, row: &Row, heads: &mut Heads, output: &mut Output) -> Result<(), Stop> {
        let columns: Vec<(usize, &Edition)> = self.units(row).map(|(column, edition, _)| (column, edition)).collect();
        for (column, edition) in columns {
            if edition.standing == Standing::Companion && !std::mem::replace(&mut heads.companion, true) {
                output.line(standing::COMPANION)?;
            }
            if heads.editions.insert(column) {
                output.line(&format!("{}: {}", edition.id, standing::of(edition)))?;
            }
        }
        Ok(())
    }

    /// What a reader must know of the numbers in a row: `1997: 16B -> 2017: 16D`; and which codes have no such rule.
    fn marks(&self, row: &Row) -> Vec<String> {
        let Some(cite) = row.cite else { return Vec::new() };
        let mut marks: Vec<String> = Vec::new();
        let mut codes: Vec<u16> = self.columns.iter().map(|d| d.edition.code).filter(|c| *c != row.code).collect();
        codes.sort_unstable();
        codes.dedup();
        for code in codes {
            let Some(homes) = self.alignment.homes(row.code, cite, code) else { continue };
            if homes.exact && homes.to == [cite] && !homes.doubtful {
                continue;
            }
            let there = by_rule::place(code, &homes);
            // The older code stands first, whichever is being read.
            marks.push(match (homes.to.is_empty(), row.code < code) {
                (true, _) | (false, true) => format!("{}: {cite} -> {there}", row.code),
                (false, false) => format!("{there} -> {}: {cite}", row.code),
            });
        }
        marks
    }

    /// Where the words are that belong here too.
    fn pointers(&self, row: &Row) -> Vec<String> {
        let mut lines = Vec::new();
        for cell in &row.cells {
            let Some(document) = self.columns.get(cell.column) else { continue };
            let edition = &document.edition;
            let first = match &cell.content {
                Content::See(cite) => Some(*cite),
                Content::With(cite) => {
                    lines.push(format!("{}: printed together with {cite}", edition.id));
                    None
                }
                _ => None,
            };
            for cite in first.iter().chain(&cell.see) {
                let home = self.alignment.homes(edition.code, *cite, self.base).and_then(|h| h.to.first().copied());
                let at =
                    home.map_or_else(String::new, |home| format!(", printed at {} of the {} code", home, self.base));
                lines.push(format!("{}: {cite} belongs here too{at}", edition.id));
            }
        }
        lines
    }
}

/// A row of the view.
#[derive(serde::Serialize)]
struct Joined<'a> {
    row: usize,
    code: u16,
    provision: Option<String>,
    marks: &'a [String],
}

#[derive(serde::Serialize)]
struct Numbered<'a> {
    row: usize,
    printed_again: bool,
    #[serde(flatten)]
    unit: crate::json::Provision<'a>,
}

/// Exercises, screen rules and remarks that cite the rule, whatever its number in their code.
fn beside(
    session: &Session,
    order: &[usize],
    view: &View<'_>,
    cite: Citation,
    output: &mut Output,
) -> Result<(), Stop> {
    let mut names: Vec<String> = Vec::new();
    for at in order {
        let code = session.edition(*at)?.code;
        let homes = view.alignment.homes(view.base, cite, code).map(|h| h.to).unwrap_or_default();
        for home in homes {
            for name in where_::hanging(session, *at, home)? {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
    }
    if !names.is_empty() {
        output.painted(&[ink(Ink::Faint, &format!("{cite} is cited in {}", names.join(", ")))])?;
    }
    Ok(())
}
