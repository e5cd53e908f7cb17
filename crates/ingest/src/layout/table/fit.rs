//! The search for the rows that together fit best, as told in [`rows`](super::rows).
//!
//! A row is a pair of a cell and the place where its text begins; the next row's beginning is its end. Rows are found from
//! left to right: for each place where a row can begin the best rows that end there are known, so each pair is looked at
//! once for every line width. How far back one looks is bounded, so the time is linear in the text.

use std::ops::Range;

use super::{
    super::{
        Context,
        pages::{Pages, tokens},
    },
    cell::{Cell, Name},
};
use crate::heading;

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
/// A row whose number does not rise: two pages may have changed places, but a reference is no row.
const BACK: i64 = 250;
/// No row is longer than this many bytes on either side of its number, or passes over more cells.
const FAR: usize = 1500;
const NEAR: usize = 40;

/// A row: its cell, where its text begins, and whether its number rises as those of a table do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) cell: usize,
    pub(super) start: usize,
    pub(super) rises: bool,
}

/// The best rows of `region` for the line width under which they fit best. Its text from the first row on is theirs: a row
/// ends where the next begins.
pub(super) fn rows(context: &Context<'_>, pages: &Pages, cells: &[Cell], region: Range<usize>) -> Vec<Row> {
    let words = pages.words(region.clone());
    let first = region.start + (words.len() - words.trim_start().len());
    let table = Table {
        numbers: cells.iter().enumerate().map(|(n, cell)| Number::new(pages, cells, n, cell)).collect(),
        starts: starts(context, pages, cells, words, &region),
        measure: Measure::new(words, region.start),
        first,
        end: region.end,
    };
    // The widths that lines have, then those around the best.
    let mut best = (i64::MIN, 0, Vec::new());
    for width in (60..=172).step_by(16) {
        best = better_width(best, &table, width);
    }
    for width in [best.1 - 8, best.1 + 8] {
        best = better_width(best, &table, width);
    }
    best.2
}

fn better_width(best: (i64, usize, Vec<Row>), table: &Table, width: usize) -> (i64, usize, Vec<Row>) {
    let (score, rows) = table.fit(width);
    if score > best.0 || best.1 == 0 { (score, width, rows) } else { best }
}

/// What the search needs to know of a cell.
struct Number {
    range: Range<usize>,
    /// Order in the table; definitions come first and are equal among each other.
    key: u64,
    /// What speaks against its being a cell at all.
    cost: i64,
    /// How many provisions it names.
    names: usize,
    /// The word before it ends in a colon.
    after_colon: bool,
}

impl Number {
    fn new(pages: &Pages, cells: &[Cell], n: usize, cell: &Cell) -> Self {
        let before = pages.masked.get(..cell.range.start).unwrap_or("");
        let names = match &cell.name {
            Name::Provisions(cites) => cites.len(),
            _ => 1,
        };
        Self {
            range: cell.range.clone(),
            key: key(cell),
            cost: own_cost(cells, n, cell),
            names,
            after_colon: before.trim_end().ends_with(':'),
        }
    }
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

/// What speaks against the cell being one.
fn own_cost(cells: &[Cell], n: usize, cell: &Cell) -> i64 {
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

/// A place where a row can begin.
struct Start {
    at: usize,
    cost: i64,
    /// The one cell that it is a beginning for: its own. `None` for a capital, where any row can begin.
    cell: Option<usize>,
}

/// Every capital and every cell, and what it costs to begin a row there; in order.
fn starts(context: &Context<'_>, pages: &Pages, cells: &[Cell], words: &str, region: &Range<usize>) -> Vec<Start> {
    let acronyms = &context.language.structure.acronyms;
    let mut out = Vec::new();
    let mut last = "";
    let mut cells = cells.iter().enumerate().peekable();
    for (at, word) in tokens(words) {
        let at = region.start + at;
        while cells.next_if(|(_, cell)| cell.range.start < at).is_some() {}
        if let Some((n, cell)) = cells.next_if(|(_, cell)| cell.range.start == at) {
            out.push(Start { at, cost: at_cell(pages, cell, last), cell: Some(n) });
        }
        let capital = word.starts_with(char::is_uppercase);
        if capital || last.is_empty() {
            let stem = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            let acronym = acronyms.iter().any(|a| a == stem);
            let cost = match (ends(last), acronym) {
                // The table begins somewhere, be it in the middle of a sentence.
                _ if last.is_empty() => 0,
                (true, false) => 0,
                (true, true) => 10,
                (false, false) if last.ends_with(':') => 25,
                (false, false) => 30,
                (false, true) => 90,
            };
            out.push(Start { at, cost, cell: None });
        }
        last = word;
    }
    out
}

/// What it costs that a row begins with its own number: it must be followed by a capital and follow an end.
fn at_cell(pages: &Pages, cell: &Cell, last: &str) -> i64 {
    let next = pages.masked.get(cell.range.end..).unwrap_or("");
    let capital = next.trim_start().chars().next().is_some_and(char::is_uppercase);
    i64::from(!capital) * 60 + if last.is_empty() || ends(last) { 0 } else { 30 }
}

fn ends(word: &str) -> bool {
    heading::ends_sentence(word) && !word.ends_with(':')
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

    fn between(&self, table: &[u32], from: usize, to: usize) -> usize {
        let at = |n: usize| table.get(n.saturating_sub(self.offset)).copied().unwrap_or(0);
        at(to).saturating_sub(at(from)) as usize
    }

    /// Characters between two places.
    fn chars(&self, from: usize, to: usize) -> usize {
        self.between(&self.chars, from, to)
    }

    /// Sentences that end between two places.
    fn sentences(&self, from: usize, to: usize) -> usize {
        self.between(&self.stops, from, to)
    }
}

/// A row whose end is not decided yet.
struct Step {
    row: Row,
    /// Score of all rows before it, with its own beginning counted.
    score: i64,
    before: Option<usize>,
    /// Characters and lines before its number.
    lead: usize,
    lines: usize,
}

/// Best rows that end at some place: score, last step and its key.
#[derive(Clone, Copy)]
struct Ended {
    score: i64,
    step: usize,
    key: u64,
}

/// Rows that end at one place, by key: the best of those that a number may follow, and of those that it may not.
struct Rising {
    keys: Vec<u64>,
    up_to: Vec<Ended>,
    from: Vec<Ended>,
}

impl Rising {
    fn new(mut ended: Vec<Ended>) -> Self {
        let better = |a: Ended, b: Ended| if (b.score, b.step) > (a.score, a.step) { b } else { a };
        ended.sort_by_key(|e| (e.key, e.step));
        let keys = ended.iter().map(|e| e.key).collect();
        let mut up_to = ended.clone();
        for n in 1..up_to.len() {
            if let (Some(before), Some(slot)) = (up_to.get(n - 1).copied(), up_to.get_mut(n)) {
                *slot = better(before, *slot);
            }
        }
        let mut from = ended;
        for n in (1..from.len()).rev() {
            if let (Some(after), Some(slot)) = (from.get(n).copied(), from.get_mut(n - 1)) {
                *slot = better(after, *slot);
            }
        }
        Self { keys, up_to, from }
    }

    /// The best row before a number of that key: one whose key is smaller (or a definition, for a definition), and another.
    fn around(&self, key: u64) -> (Option<Ended>, Option<Ended>) {
        let split = self.keys.partition_point(|k| *k < key || *k + key == 0);
        (split.checked_sub(1).and_then(|n| self.up_to.get(n)).copied(), self.from.get(split).copied())
    }
}

struct Table {
    numbers: Vec<Number>,
    starts: Vec<Start>,
    measure: Measure,
    first: usize,
    end: usize,
}

impl Table {
    /// The best rows for a line width, and their score.
    fn fit(&self, width: usize) -> (i64, Vec<Row>) {
        let mut steps: Vec<Step> = Vec::new();
        // Steps of each number, the best for each count of lines before it (or all, where sentences count).
        let mut open: Vec<Vec<usize>> = vec![Vec::new(); self.numbers.len()];
        // Numbers that a row that ends here can have.
        let mut near = 0..0;
        let mut far: Option<Ended> = None;
        for start in &self.starts {
            while self.numbers.get(near.end).is_some_and(|n| n.range.end <= start.at) {
                near.end += 1;
            }
            let left = |n: usize| self.numbers.get(n).is_some_and(|number| number.range.end + FAR < start.at);
            while near.len() > NEAR || (!near.is_empty() && left(near.start)) {
                far = self.better(far, &steps, open.get(near.start));
                near.start += 1;
            }
            let ended = near.clone().filter_map(|n| self.ending(&steps, open.get(n)?, start.at, width));
            let ended = Rising::new(ended.chain(far).collect());
            self.begin(start, &ended, near.end, width, &mut steps, &mut open);
        }
        let last = open.iter().filter_map(|open| self.ending(&steps, open, self.end, width));
        let best = last.max_by_key(|e| (e.score, std::cmp::Reverse(e.step)));
        let mut rows = Vec::new();
        let mut at = best.map(|b| b.step);
        while let Some(step) = at.and_then(|n| steps.get(n)) {
            rows.push(step.row);
            at = step.before;
        }
        rows.reverse();
        (best.map_or(i64::MIN, |b| b.score), rows)
    }

    /// Opens the rows that begin at `start`, one for each cell that its text can have.
    fn begin(
        &self,
        start: &Start,
        ended: &Rising,
        from: usize,
        width: usize,
        steps: &mut Vec<Step>,
        open: &mut [Vec<usize>],
    ) {
        let cells = match start.cell {
            Some(n) => n..n + 1,
            None => from..self.numbers.len().min(from + NEAR),
        };
        for n in cells {
            let (Some(number), Some(open)) = (self.numbers.get(n), open.get_mut(n)) else { return };
            if number.range.start < start.at || (start.cell.is_none() && number.range.start == start.at) {
                continue;
            }
            if number.range.start > start.at + FAR {
                return;
            }
            let (rising, back) = ended.around(number.key);
            let lead = self.measure.chars(start.at, number.range.start);
            let base = ROW - number.cost - start.cost - lead_cost(lead, number.after_colon, width);
            let (score, before, rises) = match (rising, back) {
                (Some(up), Some(back)) if back.score - BACK > up.score => (back.score - BACK, Some(back.step), false),
                (None, Some(back)) => (back.score - BACK, Some(back.step), false),
                (Some(up), _) => (up.score, Some(up.step), true),
                // The first row begins where the table begins.
                (None, None) if start.at == self.first => (0, None, true),
                (None, None) => continue,
            };
            let lines = ((lead + width / 2) / width.max(1)).max(usize::from(lead > 0));
            let row = Row { cell: n, start: start.at, rises };
            let step = Step { row, score: score + base, before, lead, lines };
            // Of two beginnings with as many lines before the number the better one stays better.
            let same = (number.names <= 1)
                .then(|| {
                    open.iter_mut()
                        .find(|s| steps.get(**s).is_some_and(|s| s.lines == lines && (s.lead < 4) == (lead < 4)))
                })
                .flatten();
            match same {
                Some(slot) => {
                    if steps.get(*slot).is_none_or(|s| step.score > s.score) {
                        *slot = steps.len();
                        steps.push(step);
                    }
                }
                None => {
                    open.push(steps.len());
                    steps.push(step);
                }
            }
        }
    }

    /// The best of a number's open rows, if they end at `end`.
    fn ending(&self, steps: &[Step], open: &[usize], end: usize, width: usize) -> Option<Ended> {
        let scored = open.iter().filter_map(|n| {
            let step = steps.get(*n)?;
            let number = self.numbers.get(step.row.cell)?;
            Some(Ended { score: step.score - self.row_cost(number, step, end, width), step: *n, key: number.key })
        });
        scored.max_by_key(|e| (e.score, e.step))
    }

    /// The better of `far` and a number's open rows, which are too far back to end well.
    fn better(&self, far: Option<Ended>, steps: &[Step], open: Option<&Vec<usize>>) -> Option<Ended> {
        let scored = open.into_iter().flatten().filter_map(|n| {
            let step = steps.get(*n)?;
            let key = self.numbers.get(step.row.cell)?.key;
            Some(Ended { score: step.score - MISFIT, step: *n, key })
        });
        scored.chain(far).max_by_key(|e| (e.score, e.step))
    }

    /// Misfit of the text after a number, given how many lines stand before it.
    fn row_cost(&self, number: &Number, step: &Step, end: usize, width: usize) -> i64 {
        let rest = self.measure.chars(number.range.end, end);
        if step.lead + rest < 4 {
            // Blanks only: a number without any text is no row.
            return MISFIT * 2;
        }
        let (least, most) = if step.lines == 0 {
            (1, width * 112 / 100)
        } else {
            ((step.lines - 1) * width * 83 / 100 + 1, (step.lines + 1) * width * 112 / 100)
        };
        let few = number.names > 1 && number.names > self.measure.sentences(step.row.start, end).max(1);
        outside(rest, least, most).min(MISFIT) + if few { FEW } else { 0 }
    }
}

/// Misfit of the text before a number: it should fill whole lines, unless it ends where a line may end early.
fn lead_cost(length: usize, after_colon: bool, width: usize) -> i64 {
    if length == 0 || after_colon {
        return 0;
    }
    (1..=8)
        .map(|lines| outside(length, lines * width * 83 / 100, lines * width * 110 / 100))
        .min()
        .unwrap_or(MISFIT)
        .min(MISFIT)
}

fn outside(value: usize, least: usize, most: usize) -> i64 {
    let by = least.saturating_sub(value).max(value.saturating_sub(most));
    i64::try_from(by).unwrap_or(MISFIT)
}
