//! Texts on a terminal: wrapped at blanks, with some words in another ink.

use lawgrep_model::Span;
use unicode_width::UnicodeWidthStr;

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
}

pub(crate) fn run(ink: Ink, text: &str) -> Run<'_> {
    Run { ink, text }
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
