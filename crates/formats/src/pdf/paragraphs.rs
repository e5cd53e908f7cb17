//! Lines put together to paragraphs, and notes told from the text above them.

use std::collections::HashSet;

use super::lines::{Line, SPACE};
use crate::{
    flow::{Block, Kind},
    label,
    render::is_title,
};

/// What lines of these pages have in common.
pub(super) struct Paragraphs {
    /// Size of most letters.
    size: f32,
    /// From one baseline to the next within a paragraph.
    leading: f32,
    /// Where pages begin.
    top: f32,
    /// Most paragraphs have a blank line after them.
    parted: bool,
    /// See [`broken_by_letters`].
    letters: Option<f32>,
    /// Words that stand inside a line, in small letters.
    words: HashSet<String>,
}

/// A column: lines that follow each other downwards.
struct Column<'p> {
    lines: &'p [Line],
    left: f32,
    right: f32,
    /// Letters on its longest line, where lines were broken by counting letters.
    letters: Option<f32>,
}

impl Paragraphs {
    pub(super) fn new(pages: &[Vec<Line>]) -> Self {
        let lines = || pages.iter().flatten();
        let size = most(lines().map(|l| (l.size, l.text.len())));
        let steps = pages.iter().flat_map(|page| page.windows(2)).filter_map(|pair| {
            let [a, b] = pair else { return None };
            let step = a.base - b.base;
            (step > 0.5 * size && step < 3.0 * size && (a.size - size).abs() < 0.3).then_some((step, 1))
        });
        let leading = most(steps);
        let mut words = HashSet::new();
        for line in lines() {
            let mut parts: Vec<&str> = line.text.split_whitespace().collect();
            // The last may be half a word.
            parts.pop();
            words.extend(parts.into_iter().map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()));
        }
        let leading = if leading > 0.0 { leading } else { 1.2 * size };
        let top = pages.iter().filter_map(|page| page.first()).map(|line| line.base).fold(f32::NEG_INFINITY, f32::max);
        let letters = broken_by_letters(pages);
        let (mut ends, mut gaps) = (0, 0);
        for column in pages.iter().flat_map(|page| columns(page, letters)) {
            for pair in column.lines.windows(2) {
                if let [before, line] = pair
                    && !is_full(before, column.edge(), line)
                {
                    ends += 1;
                    gaps += usize::from(before.base - line.base > 1.35 * leading);
                }
            }
        }
        Self { size, leading, top, parted: gaps * 10 >= ends * 7, letters, words }
    }

    /// Each page by itself, its notes at its end.
    pub(super) fn paged(&self, pages: &[Vec<Line>]) -> Vec<Block> {
        let mut out = Vec::new();
        for page in pages {
            let (mut text, mut notes) = (Vec::new(), Vec::new());
            for column in columns(page, self.letters) {
                self.column(&column, &mut text, &mut notes);
            }
            text.append(&mut notes);
            if let Some(first) = text.first_mut() {
                first.page = true;
            }
            out.append(&mut text);
        }
        out
    }

    /// The text over all pages and columns, notes behind the paragraph that goes on from their page to the next. Whether a page
    /// ends with a blank line is not seen: `parted` says that it does where most paragraphs do.
    pub(super) fn joined(&self, pages: &[Vec<Line>], parted: bool) -> Vec<Block> {
        let mut out: Vec<Block> = Vec::new();
        let mut waiting: Vec<Block> = Vec::new();
        let mut last: Option<(&Line, Edge)> = None;
        for page in pages {
            let mut of_page = Vec::new();
            for column in columns(page, self.letters) {
                let mut text = Vec::new();
                self.column(&column, &mut text, &mut of_page);
                let first = column.lines.first().filter(|line| !self.is_small(line));
                if let (Some((before, right)), Some(first), Some(block)) = (last, first, out.last_mut())
                    && self.goes_on_over(before, right, first)
                    && !text.is_empty()
                {
                    let rest = text.remove(0);
                    self.glue(&mut block.text, rest.text.trim_start());
                } else if let (Some((before, right)), Some(line), Some(block)) = (last, first, text.first_mut()) {
                    // The blank line at the end of a page is not seen, one at its start by how low the page begins.
                    let low = line.base < self.top - 0.5 * self.leading && column.lines.len() == page.len();
                    block.gap |= low || (parted && self.parted && !is_full(before, right, line));
                }
                if !text.is_empty() || !of_page.is_empty() {
                    out.append(&mut waiting);
                }
                out.append(&mut text);
                let body = column.lines.iter().rev().find(|line| !self.is_small(line));
                last = body.map(|line| (line, column.edge())).or(last);
            }
            waiting.append(&mut of_page);
        }
        out.append(&mut waiting);
        out
    }

    fn is_small(&self, line: &Line) -> bool {
        line.size < 0.93 * self.size
    }

    fn column(&self, column: &Column<'_>, text: &mut Vec<Block>, notes: &mut Vec<Block>) {
        let mut before: Option<&Line> = None;
        let mut in_notes = false;
        // The number of the last label.
        let mut number = 0;
        for (n, line) in column.lines.iter().enumerate() {
            let marked = line.text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '*' | '†'));
            // Small print with a mark, and only small print after it.
            if !in_notes && marked && self.is_small(line) {
                in_notes = column.lines.iter().skip(n).all(|line| self.is_small(line));
            }
            let out = if in_notes { &mut *notes } else { &mut *text };
            let step = before.map_or(0.0, |before| before.base - line.base);
            let gap = before.is_some() && step > 1.35 * self.leading;
            let joins = before.is_some_and(|before| {
                !gap && (self.goes_on(before, column, line, in_notes)
                    || is_ordinal(before, column.edge(), line, number))
            });
            match out.last_mut().filter(|_| joins) {
                Some(block) => self.glue(&mut block.text, &line.text),
                None => {
                    number = number_of(&line.text).unwrap_or(number);
                    let kind = if in_notes { Kind::Note } else { Kind::Text };
                    let words = if in_notes { part_mark(&line.text) } else { self.indented(column, line) };
                    let mut block = Block::new(kind, words);
                    block.gap = gap;
                    out.push(block);
                }
            }
            before = Some(line);
        }
    }

    /// The line behind the blanks that its place stands for; none before a line in the middle of its column.
    fn indented(&self, column: &Column<'_>, line: &Line) -> String {
        let (left, right) = (line.start - column.left, column.right - line.end);
        // What nearly fills the width is indented: to be as far from the other side it has but to end there.
        let short = line.end - line.start < 0.7 * (column.right - column.left);
        let centred = short && left > 2.0 * line.size && (left - right).abs() < line.size;
        let blanks = (left / (SPACE * line.size)).round().clamp(0.0, 40.0) as usize;
        if centred || blanks < 2 || is_title(&line.text) {
            return line.text.clone();
        }
        format!("{}{}", " ".repeat(blanks), line.text)
    }

    /// Whether a line goes on with the paragraph of the one before it: that one is full, or this one hangs below a label; and
    /// this one begins with nothing that begins a paragraph.
    fn goes_on(&self, before: &Line, column: &Column<'_>, line: &Line, in_notes: bool) -> bool {
        let note = in_notes && line.text.starts_with(|c: char| c.is_ascii_digit() || c == '*');
        let width = column.right - column.left;
        let below = label::split(&before.text).is_some_and(|(kind, _, _)| kind != label::Kind::Section);
        let hangs = below && line.start > before.start + 0.5 * before.size;
        // A heading that has its text below it and indented is rarely as long; one of a section often is.
        let long = before.end > column.left + 0.75 * width;
        may_join(before, line) && !note && (is_full(before, column.edge(), line) || (hangs && long))
    }

    /// The same from the last line of a column to the first of the next.
    fn goes_on_over(&self, before: &Line, right: Edge, line: &Line) -> bool {
        let ended = is_ended(&before.text);
        let small = line.text.starts_with(char::is_lowercase);
        may_join(before, line) && is_full(before, right, line) && (small || !ended)
    }

    /// Puts a line behind the one before it; a word that a hyphen parted becomes whole.
    fn glue(&self, text: &mut String, line: &str) {
        let soft = text.ends_with('\u{ad}');
        if text.ends_with('/') && line.starts_with(char::is_alphanumeric) {
            text.push_str(line);
            return;
        }
        let hyphen = soft || text.ends_with(['-', '\u{2010}']);
        let bare = text.trim_end_matches(['-', '\u{ad}', '\u{2010}']);
        let parted = hyphen && bare.ends_with(char::is_alphabetic) && line.starts_with(char::is_lowercase);
        if !(parted || soft) {
            text.push(' ');
            text.push_str(line);
            return;
        }
        let letters = |c: char| c.is_alphanumeric() || c == '-';
        let start = bare.rsplit(|c: char| !letters(c)).next().unwrap_or("");
        let end = line.split(|c: char| !letters(c)).next().unwrap_or("");
        // A hyphen of the word's own stays where the text has the word with it elsewhere, and never without.
        let own = self.words.contains(&format!("{start}-{end}").to_lowercase());
        let whole = self.words.contains(&format!("{start}{end}").to_lowercase());
        if soft || whole || !own {
            let length = bare.len();
            text.truncate(length);
        }
        text.push_str(line);
    }
}

/// Whether nothing about two lines parts them.
fn may_join(before: &Line, line: &Line) -> bool {
    let alike = (before.size - line.size).abs() < 0.05 * before.size.max(line.size) && before.bold == line.bold;
    let labelled = label::split(&line.text).is_some() || line.text.contains('\t') || before.text.contains('\t');
    let ended = is_ended(&before.text);
    alike && !labelled && !(ended && is_title(&line.text))
}

/// The number that a line has as its label.
fn number_of(text: &str) -> Option<u32> {
    label::split(text).filter(|(kind, _, _)| *kind == label::Kind::Number)?.1.trim_end_matches('.').parse().ok()
}

/// Whether a line that begins like a subsection goes on with a sentence ("in the / 12. trick"): the line before is full and no
/// end of a sentence, and no such number is due.
fn is_ordinal(before: &Line, right: Edge, line: &Line, last: u32) -> bool {
    let due = |number: u32| number == 1 || number == last + 1;
    number_of(&line.text).is_some_and(|number| !due(number))
        && !is_ended(&before.text)
        && (before.size - line.size).abs() < 0.05 * line.size
        && is_full(before, right, line)
}

/// Whether a line ends like a sentence or an item; not with a label whose words stand on the next line.
fn is_ended(text: &str) -> bool {
    let last = text.rsplit(char::is_whitespace).next().unwrap_or("");
    text.ends_with(['.', ':', ';', '!', '?']) && label::split(&format!("{last} x")).is_none()
}

/// Where lines end at the latest.
#[derive(Clone, Copy)]
struct Edge {
    left: f32,
    right: f32,
    letters: Option<f32>,
}

impl Column<'_> {
    fn edge(&self) -> Edge {
        Edge { left: self.left, right: self.right, letters: self.letters }
    }
}

/// Whether the first word of `line` would not have fitted on the line before it.
fn is_full(before: &Line, edge: Edge, line: &Line) -> bool {
    let first = line.text.split_whitespace().next().map_or(0, |w| w.chars().count()) as f32;
    if let Some(most) = edge.letters {
        // Two less, since indents are blanks that are only reckoned.
        return letters_of(before, edge.left) + 1.0 + first > most - 2.0;
    }
    let letters = line.text.chars().count().max(1) as f32;
    let letter = (line.end - line.start) / letters;
    // Half a letter less, since letters differ in width.
    before.end + (first + 0.5) * letter > edge.right
}

/// How many letters a line has, its indent reckoned as blanks.
fn letters_of(line: &Line, left: f32) -> f32 {
    line.text.chars().count() as f32 + (line.start - left).max(0.0) / (SPACE * line.size)
}

/// Where lines were broken by counting letters, as programs do that know nothing of their widths: how many the longest has.
/// Lines that surely go on (the next begins with a small letter) tell which of the two edges they keep to.
fn broken_by_letters(pages: &[Vec<Line>]) -> Option<f32> {
    let all = || pages.iter().flat_map(|page| columns(page, None));
    let most = all().flat_map(|c| c.lines.iter().map(move |l| letters_of(l, c.left))).fold(0.0, f32::max);
    let (mut sure, mut width, mut letters) = (0, 0, 0);
    for column in all() {
        for pair in column.lines.windows(2) {
            let [before, line] = pair else { continue };
            if line.text.starts_with(char::is_lowercase) && label::split(&line.text).is_none() {
                sure += 1;
                width += usize::from(is_full(before, column.edge(), line));
                letters += usize::from(is_full(before, Edge { letters: Some(most), ..column.edge() }, line));
            }
        }
    }
    (letters > width && letters * 10 >= sure * 9).then_some(most)
}

/// A note with a blank between its mark and its words.
fn part_mark(text: &str) -> String {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '*' || c == '†')).unwrap_or(text.len());
    let (mark, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    // "2. Words" has its own sign between.
    if rest.starts_with(char::is_alphabetic) { format!("{mark} {rest}") } else { text.to_owned() }
}

/// Runs of lines that go downwards.
fn columns(page: &[Line], letters: Option<f32>) -> Vec<Column<'_>> {
    let mut out = Vec::new();
    let mut start = 0;
    for n in 1..=page.len() {
        let (Some(before), here) = (page.get(n - 1), page.get(n)) else { continue };
        let up = here.is_none_or(|line| line.base > before.base + 1.5 * before.size.max(line.size));
        if !up {
            continue;
        }
        if let Some(lines) = page.get(start..n).filter(|lines| !lines.is_empty()) {
            let left = lines.iter().map(|l| l.start).fold(f32::INFINITY, f32::min);
            let right = lines.iter().map(|l| l.end).fold(f32::NEG_INFINITY, f32::max);
            out.push(Column { lines, left, right, letters });
        }
        start = n;
    }
    out
}

/// The value that most speaks for, to a tenth; 0 where there is none.
fn most(values: impl Iterator<Item = (f32, usize)>) -> f32 {
    let mut counts: std::collections::BTreeMap<i32, usize> = std::collections::BTreeMap::new();
    for (value, weight) in values {
        *counts.entry((value * 10.0).round() as i32).or_default() += weight;
    }
    counts.into_iter().max_by_key(|(_, weight)| *weight).map_or(0.0, |(value, _)| value as f32 / 10.0)
}
