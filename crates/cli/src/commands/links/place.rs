use lawgrep_model::Span;

/// Where a reference stands, as editors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// From 1.
    pub(super) line: usize,
    /// In characters, from 1.
    pub(super) column: usize,
    /// Bytes from the beginning of the line; the end may lie behind the line's end.
    pub(super) span: [usize; 2],
}

/// Counts lines on the way through a text. Places are asked for in their order.
pub(super) struct Lines<'t> {
    text: &'t str,
    line: usize,
    /// Where the line begins.
    start: usize,
    /// Up to where characters of the line are counted, and how many there were.
    counted: (usize, usize),
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { text, line: 1, start: 0, counted: (0, 0) }
    }

    /// The place of a span that does not begin before the one asked for last.
    pub(super) fn place(&mut self, span: Span) -> Place {
        let (from, to) = (span.start as usize, span.end as usize);
        let bytes = self.text.as_bytes();
        let passed = bytes.get(self.counted.0..from).unwrap_or_default();
        let ends = passed.iter().filter(|b| **b == b'\n').count();
        if let Some(last) = passed.iter().rposition(|b| *b == b'\n') {
            self.line += ends;
            self.start = self.counted.0 + last + 1;
            self.counted = (self.start, 0);
        }
        let more = self.text.get(self.counted.0..from).map_or(0, |t| t.chars().count());
        self.counted = (from, self.counted.1 + more);
        Place { line: self.line, column: self.counted.1 + 1, span: [from - self.start, to - self.start] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_columns_and_bytes() {
        let text = "å 16 b 17\n\n  ø 18\n> law\n> 19";
        let mut lines = Lines::of(text);
        let mut at = |words: &str| {
            let start = text.find(words).unwrap();
            let place = lines.place(Span::new(start, start + words.len()));
            (place.line, place.column, place.span)
        };
        assert_eq!(at("16"), (1, 3, [3, 5]));
        assert_eq!(at("17"), (1, 8, [8, 10]));
        assert_eq!(at("18"), (3, 5, [5, 7]));
        assert_eq!(at("law\n> 19"), (4, 3, [2, 10]));
    }
}
