//! A unit's words as output prints them.

use std::borrow::Cow;

use lawgrep_model::{Note, Span, Unit, make_safe};

/// TEXT of pipe output: heading, own text and notes on one line, filtered, nothing left out.
///
/// A heading is parted from the text by a colon unless it ends in a sign of its own; a note stands at the end as
/// `[note 5: ...]`, or as the print opens it.
pub(crate) fn line_of(unit: &Unit) -> String {
    Line::of(unit).text
}

/// TEXT of pipe output, and which bytes of it are whose.
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) heading: Span,
    pub(crate) body: Span,
    /// The text of each note, without its mark and brackets.
    pub(crate) notes: Vec<Span>,
}

impl Line {
    /// The line of [`line_of`].
    pub(crate) fn of(unit: &Unit) -> Self {
        let mut line = unit.heading.clone().unwrap_or_default();
        let heading = Span::new(0, line.len());
        if !unit.text.is_empty() {
            if line.ends_with(char::is_alphanumeric) || line.ends_with([')', '"', '”', '»']) {
                line.push(':');
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&unit.text);
        }
        let body = Span::new(line.len() - unit.text.len(), line.len());
        let mut notes = Vec::new();
        for note in &unit.notes {
            if !line.is_empty() {
                line.push(' ');
            }
            let at = line.len();
            line.push_str(&bracketed(note));
            // It ends in its text and a bracket, or in its mark and a bracket where it has no text.
            notes.push(Span::new((line.len() - 1).saturating_sub(note.text.len()).max(at), line.len() - 1));
        }
        let safe = Safe::of(&line);
        let shown = |span: Span| -> Span {
            let [start, end] = safe.span(span);
            Span { start, end }
        };
        let (heading, body) = (shown(heading), shown(body));
        let notes = notes.into_iter().map(shown).collect();
        let filtered = match safe.text {
            Cow::Owned(text) => Some(text),
            Cow::Borrowed(_) => None,
        };
        Self { text: in_one_line(filtered.unwrap_or(line)), heading, body, notes }
    }
}

/// The parts of `spans` that lie inside `of`, counted from its start.
pub(crate) fn inside(spans: &[Span], of: Span) -> Vec<Span> {
    let cut = |span: &Span| Span { start: span.start.max(of.start), end: span.end.min(of.end) };
    let within = spans.iter().map(cut).filter(|span| span.start < span.end);
    within.map(|span| Span { start: span.start - of.start, end: span.end - of.start }).collect()
}

/// A note as pipe output prints it.
fn bracketed(note: &Note) -> String {
    match (note.mark.is_empty(), note.text.is_empty()) {
        (true, _) => format!("[note: {}]", note.text),
        (false, true) => format!("[note {}]", note.mark),
        // The mark is itself the word for a note.
        (false, false) if note.mark.ends_with(':') => format!("[{} {}]", note.mark, note.text),
        (false, false) => format!("[note {}: {}]", note.mark, note.text),
    }
}

/// A text on one line, filtered: line ends and tabs become blanks.
pub(crate) fn one_line(text: &str) -> String {
    in_one_line(make_safe(text).into_owned())
}

/// A filtered text with a blank for each line end and tab, so that nothing moves.
fn in_one_line(text: String) -> String {
    // No branch, so that many bytes are one step of the machine.
    match text.bytes().fold(false, |any, byte| any | (byte == b'\n') | (byte == b'\t')) {
        true => text.replace(['\n', '\t'], " "),
        false => text,
    }
}

/// A text whose line ends stay (they part paragraphs and the rows of a table), filtered.
pub(crate) fn lines(text: &str) -> String {
    make_safe(text).replace('\t', " ")
}

/// An argument or file name inside a message: filtered, and line ends and tabs are pictures too.
pub(crate) fn quoted(text: impl AsRef<std::ffi::OsStr>) -> String {
    make_safe(&text.as_ref().to_string_lossy()).replace('\n', "\u{240a}").replace('\t', "\u{2409}")
}

/// A filtered text, and where the bytes of the unfiltered one went.
pub(crate) struct Safe<'a> {
    raw: &'a str,
    pub(crate) text: Cow<'a, str>,
}

impl<'a> Safe<'a> {
    pub(crate) fn of(raw: &'a str) -> Self {
        Self { raw, text: make_safe(raw) }
    }

    /// The span of the filtered text that shows the span of the unfiltered one.
    pub(crate) fn span(&self, span: Span) -> [u32; 2] {
        [self.offset(span.start), self.offset(span.end)]
    }

    fn offset(&self, at: u32) -> u32 {
        match (&self.text, self.raw.get(..at as usize)) {
            (Cow::Owned(_), Some(before)) => u32::try_from(make_safe(before).len()).unwrap_or(u32::MAX),
            _ => at,
        }
    }
}

#[cfg(test)]
mod tests {
    use lawgrep_model::{NoteKind, UnitKey};

    use super::*;

    fn unit(heading: Option<&str>, text: &str, notes: &[(&str, &str)]) -> Unit {
        let note = |(mark, text): &(&str, &str)| Note {
            kind: NoteKind::Footnote,
            mark: (*mark).to_owned(),
            text: (*text).to_owned(),
            anchor: None,
            in_heading: false,
        };
        Unit {
            heading: heading.map(str::to_owned),
            text: text.to_owned(),
            notes: notes.iter().map(note).collect(),
            ..Unit::new(UnitKey::Foreword)
        }
    }

    #[test]
    fn nothing_is_left_out_of_a_line() {
        let line = |heading, text, notes: &[(&str, &str)]| line_of(&unit(heading, text, notes));
        assert_eq!(line(Some("Heading"), "Text.", &[]), "Heading: Text.");
        assert_eq!(line(Some("Heading."), "Text.", &[]), "Heading. Text.");
        assert_eq!(line(Some("Heading"), "", &[]), "Heading");
        assert_eq!(
            line(None, "Text.", &[("5", "Five."), ("", "Bare."), ("6", "")]),
            "Text. [note 5: Five.] [note: Bare.] [note 6]"
        );
        assert_eq!(line(None, "", &[("", "Bare.")]), "[note: Bare.]");
        assert_eq!(line(None, "a\u{1b}[31m\nb\tc", &[]), "a\u{241b}[31m b c");
    }

    #[test]
    fn a_line_knows_whose_its_bytes_are() {
        let unit = unit(Some("He\u{1b}ad"), "Te\u{7}xt\nmore", &[("5", "Fi\u{1b}ve."), ("6", ""), ("", "Bare.")]);
        let line = Line::of(&unit);
        assert_eq!(line.text, line_of(&unit));
        assert_eq!(line.heading.of(&line.text), "He\u{241b}ad");
        assert_eq!(line.body.of(&line.text), "Te\u{2407}xt more");
        let notes: Vec<&str> = line.notes.iter().map(|n| n.of(&line.text)).collect();
        assert_eq!(notes, ["Fi\u{241b}ve.", "", "Bare."]);
        assert_eq!(inside(&[Span::new(0, 3), Span::new(5, 9)], Span::new(2, 7)), [Span::new(0, 1), Span::new(3, 5)]);
    }

    #[test]
    fn spans_follow_the_filter() {
        let raw = "a\u{1b}b";
        let safe = Safe::of(raw);
        assert_eq!(safe.text, "a\u{241b}b");
        assert_eq!(safe.span(Span::new(2, 3)), [4, 5]);
        assert_eq!(Safe::of("abc").span(Span::new(1, 2)), [1, 2]);
    }

    #[test]
    fn arguments_stay_on_one_line() {
        assert_eq!(quoted("a\n\u{7}\tb"), "a\u{240a}\u{2407}\u{2409}b");
    }
}
