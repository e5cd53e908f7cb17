//! Texts on a terminal: wrapped at blanks, with some words in another ink.

use lawgrep_model::Span;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How words are set off. Only the terminal's own palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    Plain,
    /// Citations, headings.
    Strong,
    /// What stands beside the text.
    Faint,
    /// What must be seen: that a text is no longer law.
    Warning,
    /// Words that match.
    Match,
}

impl Ink {
    /// The parameters of the terminal's colour sequence.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Ink::Plain => "0",
            Ink::Strong => "1",
            Ink::Faint => "2",
            Ink::Warning => "33",
            Ink::Match => "1;31",
        }
    }
}

/// Some words in one ink.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run<'a> {
    pub(crate) ink: Ink,
    pub(crate) text: &'a str,
    /// Where a click on them leads.
    pub(crate) link: Option<&'a str>,
}

pub(crate) fn run(ink: Ink, text: &str) -> Run<'_> {
    Run { ink, text, link: None }
}

pub(crate) fn linked<'a>(ink: Ink, text: &'a str, link: Option<&'a str>) -> Run<'a> {
    Run { ink, text, link }
}

/// Cuts one line of runs into lines of at most `width` columns: at blanks, a longer word where it must be. What follows the
/// first is indented by two more columns than that, where there is room.
pub(crate) fn fold<'a>(runs: &[Run<'a>], width: usize) -> Vec<Vec<Run<'a>>> {
    let columns: usize = runs.iter().map(|r| r.text.width()).sum();
    if columns <= width {
        return vec![runs.to_vec()];
    }
    let whole: String = runs.iter().map(|r| r.text).collect();
    let blanks = whole.len() - whole.trim_start_matches(' ').len();
    let indent = BLANKS.get(..(blanks + 2).min(width / 2)).unwrap_or(BLANKS);
    let mut lines = Vec::new();
    let mut start = 0;
    while start < whole.len() {
        let hanging = if lines.is_empty() { "" } else { indent };
        let end = start + cut(whole.get(start..).unwrap_or_default(), width.saturating_sub(hanging.len()).max(1));
        let mut line =
            part(runs, start, whole.get(start..end).map_or(end, |text| start + text.trim_end_matches(' ').len()));
        if !hanging.is_empty() {
            line.insert(0, run(Ink::Plain, hanging));
        }
        lines.push(line);
        start = end;
    }
    lines
}

const BLANKS: &str = "                                                                ";

/// Where to end a line: a byte offset past the blanks after the last word that fits; inside a word that alone is too long.
fn cut(text: &str, width: usize) -> usize {
    let mut columns = 0;
    let mut blank = None;
    let mut begun = false;
    for (at, c) in text.char_indices() {
        columns += c.width().unwrap_or(0);
        if c == ' ' && begun {
            blank = Some(at + 1);
        } else if columns > width {
            // A character that alone is wider than the line stands on it all the same.
            return blank.unwrap_or(if at == 0 { c.len_utf8() } else { at });
        }
        begun |= c != ' ';
    }
    text.len()
}

/// The runs between two byte offsets of their text.
fn part<'a>(runs: &[Run<'a>], start: usize, end: usize) -> Vec<Run<'a>> {
    let mut at = 0;
    let mut inside = Vec::new();
    for one in runs {
        let (from, to) = (start.max(at) - at, end.min(at + one.text.len()).saturating_sub(at));
        if let Some(text) = one.text.get(from.min(to)..to).filter(|text| !text.is_empty()) {
            inside.push(Run { text, ..*one });
        }
        at += one.text.len();
    }
    inside
}

/// The beginning of a text that fits, cut at a blank, with a sign that it goes on. For pointers only; a text that is shown is
/// never cut.
pub(crate) fn clipped(text: &str, width: usize) -> String {
    if UnicodeWidthStr::width(text) <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    for word in text.split_inclusive(' ') {
        if UnicodeWidthStr::width(out.as_str()) + UnicodeWidthStr::width(word) + 1 > width {
            break;
        }
        out.push_str(word);
    }
    format!("{}…", out.trim_end())
}

/// Cuts a text into lines of at most `width` columns, at blanks; a longer word stands alone. A line end in the text (between
/// paragraphs, or the rows of a table) ends a line too. Words inside `marks` (sorted,
/// without overlap) are in the ink for matches, the others in `ink`.
pub(crate) fn wrap<'a>(text: &'a str, width: usize, ink: Ink, marks: &[Span]) -> Vec<Vec<Run<'a>>> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut end = 0;
    for (at, word) in words(text) {
        let stop = at + word.len();
        let columns = text.get(start..stop).map_or(0, UnicodeWidthStr::width);
        let parted = text.get(end..at).is_some_and(|gap| gap.contains('\n'));
        if end > start && (columns > width || parted) {
            lines.push(Span::new(start, end));
            start = at;
        }
        end = stop;
    }
    if end > start {
        lines.push(Span::new(start, end));
    }
    lines.into_iter().map(|line| inked(text, line, ink, marks)).collect()
}

/// A text in which the rows of each table (lines with " | " between their cells) stand in columns, where these fit into
/// `width`. The blanks that do it are no-break spaces, so that they are wrapped as a part of their row.
pub(crate) fn aligned(text: &str, width: usize) -> String {
    const BAR: &str = " | ";
    if !text.contains(BAR) || !text.contains('\n') {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.split('\n').collect();
    let mut out = Vec::with_capacity(lines.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rows: Vec<Vec<&str>> =
            lines.iter().skip(at).take_while(|l| l.contains(BAR)).map(|l| l.split(BAR).collect()).collect();
        if rows.len() < 2 {
            out.push((*line).to_owned());
            at += 1;
            continue;
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = |n: usize| rows.iter().filter_map(|r| r.get(n)).map(|c| c.width()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(widest).collect();
        let fits = widths.iter().sum::<usize>() + columns.saturating_sub(1) * BAR.len() <= width;
        for (row, line) in rows.iter().zip(lines.iter().skip(at)) {
            let pad = |(n, cell): (usize, &&str)| {
                let last = n + 1 == row.len();
                let blanks = widths.get(n).map_or(0, |w| w.saturating_sub(cell.width()));
                let blanks = if last { String::new() } else { "\u{a0}".repeat(blanks) };
                format!("{}{blanks}", cell.replace(' ', "\u{a0}"))
            };
            let set = || row.iter().enumerate().map(pad).collect::<Vec<_>>().join("\u{a0}|\u{a0}");
            out.push(if fits { set() } else { (*line).to_owned() });
        }
        at += rows.len();
    }
    out.join("\n")
}

/// A whole text with its marks in the ink for matches.
pub(crate) fn marked<'a>(text: &'a str, marks: &[Span]) -> Vec<Run<'a>> {
    inked(text, Span::new(0, text.len()), Ink::Plain, marks)
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let base = text.as_ptr() as usize;
    // A word's address minus the text's is its offset; both are in the same string.
    text.split_ascii_whitespace().map(move |word| (word.as_ptr() as usize - base, word))
}

fn inked<'a>(text: &'a str, line: Span, ink: Ink, marks: &[Span]) -> Vec<Run<'a>> {
    let mut runs = Vec::new();
    let mut at = line.start;
    for mark in marks.iter().filter(|m| m.end > line.start && m.start < line.end) {
        let (start, end) = (mark.start.max(at), mark.end.min(line.end));
        runs.push(run(ink, Span { start: at, end: start }.of(text)));
        runs.push(run(Ink::Match, Span { start, end }.of(text)));
        at = end;
    }
    runs.push(run(ink, Span { start: at, end: line.end }.of(text)));
    runs.retain(|r| !r.text.is_empty());
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, width: usize, marks: &[Span]) -> Vec<String> {
        let show = |runs: &Vec<Run<'_>>| -> String {
            runs.iter().map(|r| if r.ink == Ink::Match { format!("<{}>", r.text) } else { r.text.to_owned() }).collect()
        };
        wrap(text, width, Ink::Plain, marks).iter().map(show).collect()
    }

    #[test]
    fn lines_break_at_blanks_and_keep_every_word() {
        assert_eq!(lines("one two three", 7, &[]), ["one two", "three"]);
        assert_eq!(lines("one", 1, &[]), ["one"]);
        assert_eq!(lines("a | b\n1 | 2", 20, &[]), ["a | b", "1 | 2"]);
        assert_eq!(lines("blå ♠ ære", 5, &[]), ["blå ♠", "ære"]);
        assert!(lines("", 10, &[]).is_empty());
    }

    #[test]
    fn a_line_too_long_is_folded_and_keeps_its_inks() {
        let folded = |texts: &[&str], width| -> Vec<String> {
            let runs: Vec<Run<'_>> =
                (0..).zip(texts).map(|(n, t)| run(if n == 1 { Ink::Match } else { Ink::Plain }, t)).collect();
            let shown = |r: &Run<'_>| if r.ink == Ink::Match { format!("<{}>", r.text) } else { r.text.to_owned() };
            let lines = fold(&runs, width);
            for line in &lines {
                assert!(line.iter().map(|r| r.text.width()).sum::<usize>() <= width, "{line:?}");
            }
            lines.iter().map(|line| line.iter().map(shown).collect()).collect()
        };
        assert_eq!(folded(&["one two"], 7), ["one two"]);
        assert_eq!(folded(&["  50A  ", "one two", " three four"], 13), ["  50A  <one>", "    <two> three", "    four"]);
        assert_eq!(folded(&["abcdefghij"], 4), ["abcd", "  ef", "  gh", "  ij"]);
        assert_eq!(folded(&["ab cdefgh"], 5), ["ab", "  cde", "  fgh"]);
        assert_eq!(folded(&["blå♠ ære øre"], 8), ["blå♠ ære", "  øre"]);
    }

    #[test]
    fn rows_of_a_table_stand_in_columns_where_they_fit() {
        let text = "Before.\na | bb | c\naaa | b | cc dd\nAfter.";
        let blank = |s: &str| s.replace('\u{a0}', " ");
        assert_eq!(blank(&aligned(text, 40)), "Before.\na   | bb | c\naaa | b  | cc dd\nAfter.");
        assert_eq!(aligned(text, 8), text);
        assert_eq!(aligned("a | b", 40), "a | b");
    }

    #[test]
    fn marks_are_inked_also_across_a_line_end() {
        assert_eq!(lines("one two three", 20, &[Span::new(4, 7)]), ["one <two> three"]);
        assert_eq!(lines("one two three", 7, &[Span::new(4, 13)]), ["one <two>", "<three>"]);
    }
}
