//! Rows of a table whose number cells were centred vertically and so stand in the middle of their own text.
//!
//! The text of a row of n lines has its number before line n/2 + 1 (counting down): a single line after its number, two lines
//! around it, of three one before and two after. Nothing marks where a row begins but a capital letter. So the rows are those
//! that together fit best:
//!
//! * the citations rise from row to row;
//! * a row begins with a capital, at best after the end of a sentence, or at its own number;
//! * the text before a number fills as many lines as a number so placed has before it, and the text after it fits too.
//!
//! The width of a line is not known; the one under which the whole table fits best is taken.

use std::ops::Range;

use lawgrep_model::{FindingKind, Role, UnitId};

use super::{
    super::{Context, pages::Pages},
    cell::{Cell, Finder, Name},
    fit,
};
use crate::{builder::Builder, heading, patterns::collapse};

pub(super) fn read(
    context: &Context<'_>,
    finder: &Finder,
    builder: &mut Builder<'_>,
    pages: &Pages,
    region: Range<usize>,
) {
    let cells = finder.find(pages.words(region.clone()), region.start);
    let rows = fit::rows(context, pages, &cells, region.clone());
    for (n, found) in rows.iter().enumerate() {
        let Some(cell) = cells.get(found.cell) else { continue };
        let end = rows.get(n + 1).map_or(region.end, |next| next.start);
        row(context, builder, pages, cell, found.start..end);
        if !found.rises {
            let message = "a row whose number does not follow the one before it; kept as printed";
            builder.finding(FindingKind::OutOfSequence, cell.range.clone(), message);
        }
    }
}

/// Opens the unit of a row and claims its words.
pub(super) fn row(
    context: &Context<'_>,
    builder: &mut Builder<'_>,
    pages: &Pages,
    cell: &Cell,
    range: Range<usize>,
) -> UnitId {
    let before = range.start..cell.range.start.max(range.start);
    let mut after = cell.range.end.max(range.start)..range.end;
    let label = context.text.get(cell.range.clone()).unwrap_or("");
    let mut body = before.clone();
    let unit = match &cell.name {
        Name::Definition => {
            // The term is in the part that begins the row: before its cell, or after it where nothing is before.
            let mut whole = String::new();
            for part in [&before, &after] {
                whole.push_str(pages.words(part.clone()).trim_start());
            }
            let split = heading::split(&whole, &context.language.structure).unwrap_or(0);
            let lead = if pages.words(before.clone()).trim().is_empty() { &mut after } else { &mut body };
            let words = pages.words(lead.clone());
            let at = (lead.start + words.len() - words.trim_start().len() + split).min(lead.end);
            let term = lead.start..at;
            lead.start = at;
            let unit = builder.open(cell.name.key(&collapse(pages.words(term.clone()))), None, label);
            for part in pages.shown(term) {
                builder.claim(part, Role::Heading, Some(unit));
            }
            unit
        }
        Name::Provisions(cites) => builder.provision(cites.clone(), label),
        Name::Remark(_) => builder.open(cell.name.key(""), None, label),
    };
    builder.claim(cell.range.clone(), Role::Label, Some(unit));
    for part in pages.shown(body).into_iter().chain(pages.shown(after)) {
        builder.claim(part, Role::Body, Some(unit));
    }
    unit
}
