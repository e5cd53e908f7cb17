//! The lines of a text, without the marks that Markdown and conversions put around them.

use std::{borrow::Cow, ops::Range};

use crate::patterns::trim;

/// A line and what it says.
pub(super) struct Row<'t> {
    /// The whole line with its end.
    pub(super) line: Range<usize>,
    /// Its words, without blanks and marks around them; empty for a blank line.
    pub(super) words: Range<usize>,
    /// The words without invisible marks.
    pub(super) clean: Cow<'t, str>,
    /// Hashes of a Markdown heading before the words.
    pub(super) hashes: usize,
    /// A form feed stands in it: a page begins.
    pub(super) feed: bool,
}

impl Row<'_> {
    pub(super) fn is_blank(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether the words end as a sentence or a part of one does.
    pub(super) fn is_closed(&self) -> bool {
        let words = self.clean.trim_end_matches([')', ']', '»', '”', '"', '’', '*', '_']);
        words.ends_with(['.', ';', ':', '!', '?'])
    }

    /// Where a byte of the clean words stands in the source.
    pub(super) fn at(&self, source: &str, clean: usize) -> usize {
        if matches!(self.clean, Cow::Borrowed(_)) {
            return self.words.start + clean;
        }
        let mut passed = 0;
        for (at, c) in source.get(self.words.clone()).unwrap_or("").char_indices() {
            if passed >= clean && !is_invisible(c) {
                return self.words.start + at;
            }
            if !is_invisible(c) {
                passed += c.len_utf8();
            }
        }
        self.words.end
    }
}

pub(super) fn rows(text: &str) -> Vec<Row<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    // A star is a list mark in Markdown and the mark of a footnote elsewhere.
    let markdown = text.lines().any(|l| l.starts_with("# ") || l.starts_with("## "));
    for line in text.split_inclusive('\n') {
        out.push(row(text, at..at + line.len(), markdown));
        at += line.len();
    }
    out
}

fn row(text: &str, line: Range<usize>, markdown: bool) -> Row<'_> {
    let feed = text.get(line.clone()).is_some_and(|l| l.contains('\u{c}'));
    let mut words = trim(text, line.clone());
    let hashes = text.get(words.clone()).unwrap_or("").bytes().take_while(|b| *b == b'#').count();
    let hashes = if text.get(words.start + hashes..).is_some_and(|r| r.starts_with(' ')) { hashes } else { 0 };
    words = trim(text, words.start + hashes..words.end);
    words = bare(text, words, markdown);
    let slice = text.get(words.clone()).unwrap_or("");
    let clean = if slice.contains(is_invisible) {
        Cow::Owned(slice.chars().filter(|c| !is_invisible(*c)).collect())
    } else {
        Cow::Borrowed(slice)
    };
    Row { line, words, clean, hashes, feed }
}

/// The words without a quotation mark or list mark of Markdown before them and marks of emphasis around all of them.
fn bare(text: &str, mut words: Range<usize>, markdown: bool) -> Range<usize> {
    for mark in ["> ", "- ", "* ", "• ", "· "] {
        if (markdown || mark != "* ") && text.get(words.clone()).is_some_and(|w| w.starts_with(mark)) {
            words = trim(text, words.start + mark.len()..words.end);
        }
    }
    for mark in ["**", "__", "*", "_"] {
        let inner = text.get(words.clone()).and_then(|w| w.strip_prefix(mark)?.strip_suffix(mark));
        if inner.is_some_and(|inner| !inner.is_empty() && !inner.contains(mark)) {
            words = trim(text, words.start + mark.len()..words.end - mark.len());
        }
    }
    words
}

pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// How long the lines are where the text was wrapped: nearly all lines are shorter, and the longest not by much. `None` where
/// a line is a paragraph.
pub(super) fn width(rows: &[Row<'_>]) -> Option<usize> {
    const WIDEST: usize = 130;
    let mut lengths: Vec<usize> = rows.iter().filter(|r| !r.is_blank()).map(|r| r.clean.chars().count()).collect();
    lengths.sort_unstable();
    let most = lengths.get(lengths.len().checked_sub(1)? * 95 / 100).copied()?;
    (most <= WIDEST).then_some(most)
}
