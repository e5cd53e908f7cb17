//! Breaks text into lines by the width that characters take on a terminal. No character is ever cut or dropped: what is
//! too long for a line goes on in the next one.

use std::borrow::Cow;

use lawgrep_model::make_safe;
use ratatui::buffer::CellWidth;
use unicode_segmentation::UnicodeSegmentation;

use crate::ink::{Line, Mark, Run, Source};

/// Collects words and sets them in lines.
pub(crate) struct Wrapper {
    width: usize,
    hang: usize,
    lines: Vec<Line>,
    line: Line,
    col: usize,
    /// No word stands on the line yet.
    fresh: bool,
    /// Something (a label, a word) stands on the line.
    open: bool,
    word: Vec<Run>,
    space: Option<(usize, Mark, Option<Source>)>,
}

impl Wrapper {
    /// Lines `width` columns wide (at least one) that begin in column `hang`.
    pub(crate) fn new(width: usize, hang: usize) -> Self {
        let width = width.max(1);
        let hang = if hang * 2 > width { 0 } else { hang };
        Self {
            width,
            hang,
            lines: Vec::new(),
            line: Line::default(),
            col: hang,
            fresh: true,
            open: false,
            word: Vec::new(),
            space: None,
        }
    }

    /// Sets `text` in the margin, left of where lines begin. One that is too long for it takes a line of its own.
    pub(crate) fn label(&mut self, text: &str, mark: impl Into<Mark>) {
        self.end_line();
        if width_of(text) + 2 > self.hang {
            let hang = std::mem::take(&mut self.hang);
            self.col = 0;
            self.push(text, mark);
            self.end_word();
            self.hang = hang;
            if hang > 0 {
                self.end_line();
            } else {
                self.gap(2);
            }
            return;
        }
        self.col = 0;
        let mark = mark.into();
        for cluster in text.graphemes(true) {
            self.put(&one_line(cluster), width_of(cluster), mark, None);
        }
        self.col = self.hang;
        self.fresh = true;
    }

    /// Adds text; white space in it parts words, a line end (between paragraphs, or the rows of a table) also lines,
    /// everything else does not.
    pub(crate) fn push(&mut self, text: &str, mark: impl Into<Mark>) {
        self.push_from(text, mark, None);
    }

    /// The same with words of a law, of which the first character stands there.
    pub(crate) fn push_from(&mut self, text: &str, mark: impl Into<Mark>, source: Option<Source>) {
        let mark = mark.into();
        let at = |byte: usize| source.map(|source| source.after(byte));
        if text.chars().all(|c| simple(c) || c == ' ') {
            let mut byte = 0;
            for (n, word) in text.split(' ').enumerate() {
                if n > 0 {
                    self.blank(mark, at(byte));
                    byte += 1;
                }
                if !word.is_empty() {
                    add(&mut self.word, None, word, word.chars().count(), mark, at(byte));
                    byte += word.len();
                }
            }
            return;
        }
        for (byte, cluster) in text.grapheme_indices(true) {
            if cluster.contains('\n') {
                self.end_words();
                continue;
            }
            if cluster.chars().all(parts_words) {
                self.blank(mark, at(byte));
                continue;
            }
            let safe = make_safe(cluster);
            // A picture of a character is not in the law.
            let source = at(byte).filter(|_| safe == cluster);
            // A picture in the place of a joiner parts the cluster.
            for cluster in safe.graphemes(true) {
                add(&mut self.word, None, cluster, width_of(cluster), mark, source);
            }
        }
    }

    /// Ends the word at a blank of the text.
    fn blank(&mut self, mark: Mark, source: Option<Source>) {
        self.end_word();
        self.space = Some((self.space.map_or(1, |(n, ..)| n.max(1)), mark, source));
    }

    /// Ends the word and leaves `columns` blank before the next one on the same line.
    pub(crate) fn gap(&mut self, columns: usize) {
        self.end_word();
        self.space = Some((columns, crate::ink::Ink::Text.into(), None));
    }

    /// Ends the line, if anything stands on it.
    pub(crate) fn end_line(&mut self) {
        self.end_word();
        self.space = None;
        if self.open {
            self.break_line();
        }
    }

    /// Ends the line unless only a label stands on it.
    pub(crate) fn end_words(&mut self) {
        self.end_word();
        if self.fresh {
            self.space = None;
        } else {
            self.end_line();
        }
    }

    /// Lines that begin `by` columns further right. The line before ends unless only a label stands on it.
    pub(crate) fn indented(&mut self, by: usize, set: impl FnOnce(&mut Self)) {
        self.end_words();
        let hang = self.hang;
        self.hang = if (hang + by) * 2 > self.width { hang } else { hang + by };
        set(self);
        self.end_line();
        self.hang = hang;
        self.col = hang;
    }

    /// Ends the text and gives its lines.
    pub(crate) fn finish(mut self) -> Vec<Line> {
        self.end_line();
        self.lines
    }

    fn break_line(&mut self) {
        self.lines.push(std::mem::take(&mut self.line));
        self.col = self.hang;
        self.fresh = true;
        self.open = false;
    }

    fn end_word(&mut self) {
        let word = std::mem::take(&mut self.word);
        if word.is_empty() {
            return;
        }
        let length: usize = word.iter().map(|run| run.width).sum();
        let space = self.space.take().filter(|_| !self.fresh);
        let gap = space.map_or(0, |(n, ..)| n);
        if self.col + gap + length <= self.width {
            if let Some((n, mark, source)) = space {
                self.put(&" ".repeat(n), n, mark, source);
            }
            for run in &word {
                self.put(&run.text, run.width, run.mark, run.source);
            }
            return;
        }
        if !self.fresh {
            self.break_line();
        }
        for run in &word {
            for (byte, cluster) in run.text.grapheme_indices(true) {
                let width = width_of(cluster);
                if !self.fresh && self.col + width > self.width {
                    self.break_line();
                }
                self.put(cluster, width, run.mark, run.source.map(|source| source.after(byte)));
            }
        }
    }

    fn put(&mut self, text: &str, width: usize, mark: Mark, source: Option<Source>) {
        add(&mut self.line.runs, Some(self.col), text, width, mark, source);
        self.col += width;
        self.fresh = false;
        self.open = true;
    }
}

/// Columns that the text takes; ratatui's own measure, so that what is set is what is drawn.
pub(crate) fn width_of(text: &str) -> usize {
    if text.chars().all(simple) {
        return text.chars().count();
    }
    let text = one_line(text);
    if text.is_empty() { 0 } else { usize::from(text.cell_width()) }
}

/// The text safe to print in one line.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    let text = make_safe(text);
    if text.contains(['\n', '\t']) { Cow::Owned(text.replace(['\n', '\t'], " ")) } else { text }
}

/// The beginning of `text` that fits `width` columns, with an ellipsis where something is left off.
pub(crate) fn fit(text: &str, width: usize) -> String {
    let text = one_line(text);
    if width_of(&text) <= width {
        return text.into_owned();
    }
    let mut out = String::new();
    let mut used = 0;
    for cluster in text.graphemes(true) {
        let more = width_of(cluster);
        if used + more + 1 > width {
            break;
        }
        used += more;
        out.push_str(cluster);
    }
    if width > 0 {
        out.push('…');
    }
    out
}

/// The end of `text` that fits `width` columns, with an ellipsis where something is left off.
pub(crate) fn fit_end(text: &str, width: usize) -> String {
    let text = one_line(text);
    if width_of(&text) <= width {
        return text.into_owned();
    }
    let mut from = text.len();
    let mut used = 0;
    for (at, cluster) in text.grapheme_indices(true).rev() {
        let more = width_of(cluster);
        if used + more + 1 > width {
            break;
        }
        used += more;
        from = at;
    }
    if width > 0 { format!("…{}", text.get(from..).unwrap_or("")) } else { String::new() }
}

/// Adds text of that width to the last run if that has the same mark, ends at `col` (in a word, where columns are not
/// known yet: in any case) and the text goes on in the law where the run ends, else as a new run.
fn add(runs: &mut Vec<Run>, col: Option<usize>, text: &str, width: usize, mark: Mark, source: Option<Source>) {
    match runs.last_mut() {
        Some(last)
            if last.mark == mark
                && col.is_none_or(|col| last.col + last.width == col)
                && last.source.map(|source| source.after(last.text.len())) == source =>
        {
            last.text.push_str(text);
            last.width += width;
        }
        _ => runs.push(Run { col: col.unwrap_or(0), width, text: text.to_owned(), mark, source }),
    }
}

/// Characters that are one column wide and a cluster each, whatever stands beside them as long as that is simple too:
/// nearly all of every law book, so that the slow way is seldom gone.
fn simple(c: char) -> bool {
    matches!(c, '!'..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{24f}' | '–' | '—' | '‘'..='„' | '…' | '♠'..='♦')
}

/// White space at which a line may end. A no-break space is none: "§ 16" stays together.
fn parts_words(c: char) -> bool {
    c.is_whitespace() && !matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ink::Ink;

    fn wrapped(text: &str, width: usize, hang: usize) -> Vec<String> {
        let mut wrapper = Wrapper::new(width, hang);
        wrapper.push(text, Ink::Text);
        wrapper.finish().iter().map(plain).collect()
    }

    fn plain(line: &Line) -> String {
        let mut out = String::new();
        for run in &line.runs {
            out.push_str(&" ".repeat(run.col.saturating_sub(width_of(&out))));
            out.push_str(&run.text);
        }
        out
    }

    #[test]
    fn words_go_to_the_next_line_whole() {
        assert_eq!(wrapped("one two three", 7, 0), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 9, 2), ["  one two", "  three"]);
        assert_eq!(wrapped("a | b\nc | d", 9, 2), ["  a | b", "  c | d"]);
    }

    #[test]
    fn a_word_longer_than_the_line_goes_on_in_the_next() {
        assert_eq!(wrapped("a abcdefgh b", 3, 0), ["a", "abc", "def", "gh", "b"]);
        assert_eq!(wrapped("abc", 0, 5), ["a", "b", "c"]);
    }

    #[test]
    fn wide_and_combining_characters_count_as_they_show() {
        assert_eq!(wrapped("日本語", 4, 0), ["日本", "語"]);
        assert_eq!(wrapped("日本", 1, 0), ["日", "本"]);
        assert_eq!(wrapped("e\u{301}e\u{301}e\u{301}", 2, 0), ["e\u{301}e\u{301}", "e\u{301}"]);
    }

    #[test]
    fn a_no_break_space_does_not_break() {
        assert_eq!(wrapped("see §\u{a0}16", 6, 0), ["see", "§\u{a0}16"]);
    }

    #[test]
    fn hostile_characters_become_pictures() {
        assert_eq!(wrapped("a\u{1b}b\u{200d}c", 9, 0), ["a\u{241b}b\u{fffd}c"]);
    }

    #[test]
    fn marks_survive_a_break() {
        let mut wrapper = Wrapper::new(6, 0);
        let link = Mark { ink: Ink::Link, hit: false, link: Some(7) };
        wrapper.push("see ", Ink::Text);
        wrapper.push("law sixteen", link);
        wrapper.push(".", Ink::Text);
        let lines = wrapper.finish();
        let marked: Vec<_> = lines
            .iter()
            .map(|l| l.runs.iter().filter(|r| r.mark.link == Some(7)).map(|r| r.text.as_str()).collect::<String>())
            .collect();
        assert_eq!(marked, ["", "law", "sixtee", "n"]);
    }

    #[test]
    fn every_run_knows_where_in_the_law_it_stands() {
        let text = "Vokteren  avgjør\u{1b} alt\nsom gjelder fyrtårnbetjeningsforskriftene e\u{301}n gang";
        for width in 1..40 {
            let mut wrapper = Wrapper::new(width, 2);
            wrapper.push_from(text, Ink::Text, Some(Source { place: 3, byte: 0 }));
            let mut letters = String::new();
            for run in wrapper.finish().iter().flat_map(|line| &line.runs) {
                match run.source {
                    Some(source) => assert_eq!(text.get(source.byte as usize..).unwrap().find(&run.text), Some(0)),
                    None => assert_eq!(run.text, "\u{241b}"),
                }
                letters.push_str(&run.text);
            }
            let squeezed = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(squeezed(&letters), squeezed(&make_safe(text)), "{width}");
        }
    }

    #[test]
    fn simple_characters_are_measured_as_ratatui_does() {
        for c in ('\u{20}'..='\u{2fff}').filter(|c| simple(*c)) {
            assert_eq!(c.to_string().cell_width(), 1, "{c:?}");
            assert_eq!(format!("{c}{c}").graphemes(true).count(), 2, "{c:?}");
        }
    }

    #[test]
    fn labels_stand_in_the_margin_or_above() {
        let mut wrapper = Wrapper::new(20, 6);
        wrapper.label("16C", Ink::Text);
        wrapper.push("words", Ink::Text);
        wrapper.label("42B1+42B2", Ink::Text);
        wrapper.push("words", Ink::Text);
        let lines: Vec<_> = wrapper.finish().iter().map(plain).collect();
        assert_eq!(lines, ["16C   words", "42B1+42B2", "      words"]);
        let mut wrapper = Wrapper::new(20, 0);
        wrapper.label("16C", Ink::Text);
        wrapper.push("words", Ink::Text);
        assert_eq!(plain(&wrapper.finish()[0]), "16C  words");
    }

    #[test]
    fn text_is_shortened_at_either_end() {
        assert_eq!(fit("abcdef", 4), "abc…");
        assert_eq!(fit("日本語", 4), "日…");
        assert_eq!(fit_end("abcdef", 4), "…def");
        assert_eq!(fit("abc", 0), "");
        assert_eq!(fit_end("abc", 1), "…");
    }
}
