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
    super::{
        Context,
        pages::{Pages, tokens},
    },
    cell::{Cell, Finder, Name},
};
use crate::{
    builder::Builder,
    heading,
    patterns::{collapse, trim},
};

/// What a row is worth; every misfit takes off from it.
const ROW: i64 = 100;
/// A number after a word for "law" is a reference, not a cell.
const CITED: i64 = 130;
/// Of two citations after a word for "law" one may be a cell that came between.
const PAIRED: i64 = 60;
/// A plain number may be a cell, but seldom is.
const PLAIN: i64 = 40;
/// A row that names several provisions has a sentence for each.
const FEW: i64 = 60;
/// The most that a misfit of lines takes off.
const MISFIT: i64 = 150;

/// A place where a row can begin.
struct Start {
    at: usize,
    cost: i64,
}

pub(super) fn read(context: &Context<'_>, builder: &mut Builder<'_>, pages: &Pages, region: Range<usize>) {
    let words = pages.words(region.clone());
    let cells = Finder::new(context).find(words, region.start);
    let starts = starts(context, words, region.start);
    let measure = Measure::new(words, region.start);
    let widths = (60..=170).step_by(8);
    let fits = widths.map(|width| fit(pages, &cells, &starts, &measure, width, region.clone()));
    let Some((_, rows)) = fits.max_by_key(|(score, _)| *score) else { return };
    for (n, (cell, start)) in rows.iter().enumerate() {
        let Some(cell) = cells.get(*cell) else { continue };
        let end = rows.get(n + 1).map_or(region.end, |(_, start)| *start);
        row(context, builder, pages, cell, *start..end);
    }
}

/// Opens the unit of a row and claims its words.
pub(super) fn row(
    context: &Context<'_>,
    builder: &mut Builder<'_>,
    pages: &Pages,
    cell: &Cell,
    range: Range<usize>,
) -> Option<UnitId> {
    let before = range.start..cell.range.start.max(range.start);
    let after = cell.range.end.max(range.start)..range.end;
    let label = context.text.get(cell.range.clone()).unwrap_or("");
    let unit = match &cell.name {
        Name::Definition => {
            let whole = format!("{} {}", pages.words(before.clone()), pages.words(after.clone()));
            let lead = whole.len() - whole.trim_start().len();
            let split = heading::split(whole.trim_start(), &context.language.structure).map_or(0, |at| at + lead);
            let term = whole.get(..split).map(collapse).unwrap_or_default();
            let unit = builder.open(cell.name.key(&term), None, label);
            // The term is in the part that begins the row: before its cell, or after it where nothing is before.
            let lead_part = if before.is_empty() { after.clone() } else { before.clone() };
            let skip = if before.is_empty() { 1 } else { 0 };
            let at = (lead_part.start + split).saturating_sub(skip).clamp(lead_part.start, lead_part.end);
            builder.claim(trim(context.text, lead_part.start..at), Role::Heading, Some(unit));
            for part in pages.shown(at..lead_part.end) {
                builder.claim(part, Role::Body, Some(unit));
            }
            if !before.is_empty() {
                for part in pages.shown(after.clone()) {
                    builder.claim(part, Role::Body, Some(unit));
                }
            }
            builder.claim(cell.range.clone(), Role::Label, Some(unit));
            return Some(unit);
        }
        Name::Provisions(cites) => builder.provision(cites.clone(), label),
        Name::Remark(_) => builder.open(cell.name.key(""), None, label),
    };
    builder.claim(cell.range.clone(), Role::Label, Some(unit));
    for part in pages.shown(before).into_iter().chain(pages.shown(after)) {
        builder.claim(part, Role::Body, Some(unit));
    }
    Some(unit)
}

/// Every capital, and what it costs to begin a row there.
fn starts(context: &Context<'_>, words: &str, offset: usize) -> Vec<Start> {
    let acronyms = &context.language.structure.acronyms;
    let mut out = Vec::new();
    let mut last = "";
    for (at, word) in tokens(words) {
        let first = word.chars().next();
        if first.is_some_and(char::is_uppercase) {
            let stem = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            let acronym = acronyms.iter().any(|a| a == stem);
            let cost = match (ends(last), acronym) {
                (true, false) => 0,
                (true, true) => 10,
                (false, false) if last.ends_with(':') => 25,
                (false, false) => 30,
                (false, true) => 90,
            };
            out.push(Start { at: offset + at, cost: if at == 0 { 0 } else { cost } });
        }
        last = word;
    }
    out
}

fn ends(word: &str) -> bool {
    heading::ends_sentence(word) && !word.ends_with(':')
}

/// Order of a cell in the table.
fn key(cell: &Cell) -> u64 {
    let number = |n: Option<u64>| n.map_or(0, |n| n + 1);
    match &cell.name {
        Name::Definition => 0,
        Name::Remark(law) => u64::from(law.law_number()) << 24 | 0xff_ffff,
        Name::Provisions(_) => cell.name.first().map_or(0, |c| {
            u64::from(c.law_number()) << 24
                | number(c.section().map(|l| l as u64 - 'A' as u64)) << 16
                | number(c.subsection().map(u64::from)) << 8
                | number(c.item().map(|l| l as u64 - 'a' as u64))
        }),
    }
}

/// Lengths of stretches of the table, answered without reading them again.
struct Measure {
    offset: usize,
    /// Characters before each byte, white space collapsed.
    chars: Vec<u32>,
    /// Ends of sentences before each byte.
    stops: Vec<u32>,
}

impl Measure {
    fn new(words: &str, offset: usize) -> Self {
        let mut chars = vec![0; words.len() + 1];
        let mut stops = vec![0; words.len() + 1];
        let (mut count, mut last_blank) = (0, true);
        for (at, c) in words.char_indices() {
            let blank = c.is_whitespace();
            count += u32::from(!(blank && last_blank));
            last_blank = blank;
            for slot in chars.iter_mut().skip(at + 1).take(c.len_utf8()) {
                *slot = count;
            }
        }
        for (at, word) in tokens(words).filter(|(_, w)| ends(w)) {
            if let Some(slot) = stops.get_mut(at + word.len()) {
                *slot = 1;
            }
        }
        let mut sum = 0;
        for slot in &mut stops {
            sum += *slot;
            *slot = sum;
        }
        Self { offset, chars, stops }
    }

    fn between(&self, table: &[u32], range: Range<usize>) -> usize {
        let at = |n: usize| table.get(n.saturating_sub(self.offset)).copied().unwrap_or(0);
        at(range.end).saturating_sub(at(range.start)) as usize
    }

    /// Characters in a range.
    fn chars(&self, range: Range<usize>) -> usize {
        self.between(&self.chars, range)
    }

    /// Sentences that end in a range.
    fn sentences(&self, range: Range<usize>) -> usize {
        self.between(&self.stops, range)
    }
}

struct Step {
    cell: usize,
    start: usize,
    /// Best score of all rows before this one, with this row's own beginning counted.
    score: i64,
    before: Option<usize>,
}

/// The best rows for a line width: score, and for each row its cell and where it begins.
fn fit(
    pages: &Pages,
    cells: &[Cell],
    starts: &[Start],
    measure: &Measure,
    width: usize,
    region: Range<usize>,
) -> (i64, Vec<(usize, usize)>) {
    /// No row is longer than this many bytes on either side of its number.
    const FAR: usize = 1500;
    let mut steps: Vec<Step> = Vec::new();
    let mut best: (i64, Option<usize>) = (i64::MIN, None);
    let first = region.start + leading_blank(pages, &region);
    for (n, cell) in cells.iter().enumerate() {
        let own = own_cost(cells, n);
        let from = starts.partition_point(|s| s.at + FAR < cell.range.start);
        let near = starts.iter().skip(from).take_while(|s| s.at < cell.range.start).map(|s| (s.at, s.cost));
        let at_cell = std::iter::once((cell.range.start, cell_start_cost(pages, cell)));
        for (start, cost) in near.chain(at_cell) {
            let lead = pages.words(start..cell.range.start);
            let base = ROW - own - cost - lead_cost(lead, measure.chars(start..cell.range.start), width);
            // The first row begins where the table begins.
            let mut choice = (start == first).then_some((base, None));
            for (m, step) in steps.iter().enumerate().rev() {
                let Some(other) = cells.get(step.cell) else { continue };
                if other.range.end + FAR < start {
                    break;
                }
                if other.range.end > start || (key(other) >= key(cell) && key(other) + key(cell) != 0) {
                    continue;
                }
                let score = step.score + base - row_cost(measure, other, step.start, start, width);
                if choice.is_none_or(|(s, _)| score > s) {
                    choice = Some((score, Some(m)));
                }
            }
            let Some((score, before)) = choice else { continue };
            let total = score - row_cost(measure, cell, start, region.end, width);
            if total > best.0 {
                best = (total, Some(steps.len()));
            }
            steps.push(Step { cell: n, start, score, before });
        }
    }
    let mut rows = Vec::new();
    let mut at = best.1;
    while let Some(step) = at.and_then(|n| steps.get(n)) {
        rows.push((step.cell, step.start));
        at = step.before;
    }
    rows.reverse();
    (best.0, rows)
}

fn leading_blank(pages: &Pages, region: &Range<usize>) -> usize {
    let words = pages.words(region.clone());
    words.len() - words.trim_start().len()
}

/// What speaks against the cell being one.
fn own_cost(cells: &[Cell], n: usize) -> i64 {
    let Some(cell) = cells.get(n) else { return MISFIT };
    let last = n.checked_sub(1).and_then(|k| cells.get(k));
    let second = last.is_some_and(|l| l.paired && l.cited && cell.range.start.saturating_sub(l.range.end) <= 1);
    let cited = match (cell.cited, cell.paired, second) {
        (false, ..) => 0,
        (true, true, _) => 10,
        (true, _, true) => PAIRED,
        (true, ..) => CITED,
    };
    cited + if cell.lettered { 0 } else { PLAIN }
}

/// What it costs that a row begins with its own number: it must be followed by a capital and follow an end.
fn cell_start_cost(pages: &Pages, cell: &Cell) -> i64 {
    let before = pages.masked.get(..cell.range.start).unwrap_or("");
    let last = before.split_whitespace().next_back().unwrap_or("");
    let next = pages.masked.get(cell.range.end..).unwrap_or("");
    let capital = next.trim_start().chars().next().is_some_and(char::is_uppercase);
    i64::from(!capital) * 60 + if last.is_empty() || ends(last) { 0 } else { 30 }
}

/// Misfit of the text before a number: it should fill whole lines, unless it ends where a line may end early.
fn lead_cost(lead: &str, length: usize, width: usize) -> i64 {
    let last = lead.split_whitespace().next_back().unwrap_or("");
    if last.is_empty() || last.ends_with(':') {
        return 0;
    }
    (1..=8)
        .map(|lines| outside(length, lines * width * 83 / 100, lines * width * 110 / 100))
        .min()
        .unwrap_or(MISFIT)
        .min(MISFIT)
}

/// Misfit of the text after a number, given how many lines stand before it.
fn row_cost(measure: &Measure, cell: &Cell, start: usize, end: usize, width: usize) -> i64 {
    let lead = measure.chars(start..cell.range.start);
    let rest = measure.chars(cell.range.end..end);
    if lead + rest < 4 {
        // Blanks only: a number without any text is no row.
        return MISFIT * 2;
    }
    let lines = ((lead + width / 2) / width.max(1)).max(usize::from(lead > 0));
    let (least, most) = if lines == 0 {
        (1, width * 112 / 100)
    } else {
        ((lines - 1) * width * 83 / 100 + 1, (lines + 1) * width * 112 / 100)
    };
    let sentences = measure.sentences(start..end);
    let few = match &cell.name {
        Name::Provisions(cites) => cites.len() > sentences.max(1),
        _ => false,
    };
    outside(rest, least, most).min(MISFIT) + if few { FEW } else { 0 }
}

fn outside(value: usize, least: usize, most: usize) -> i64 {
    let by = least.saturating_sub(value).max(value.saturating_sub(most));
    i64::try_from(by).unwrap_or(MISFIT)
}

/// Says that a row's place was inferred.
pub(super) fn inferred(builder: &mut Builder<'_>, range: Range<usize>, message: String) {
    builder.finding(FindingKind::InferredNumber, range, message);
}
