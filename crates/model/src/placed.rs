use crate::{Document, Piece, Place, Role, Span, UnitId};

/// Where in the source the bytes of one of a unit's texts stand: the way back from a unit to the print.
///
/// A unit's text is its pieces put together, white space collapsed and page ends closed. Only white space and the hyphens
/// of words that a page cut in two differ, so the two are walked side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Where each character that is no white space begins: in the text, in the source; in order.
    places: Vec<(u32, Span)>,
}

impl Placed {
    /// Walks the pieces that the text at `place` of a unit was made of. Takes time in the length of the unit and of what
    /// stands below it, so make one for all that is asked of a text.
    pub fn new(document: &Document, source: &str, unit: UnitId, place: Place) -> Self {
        let Some(owner) = document.unit(unit) else { return Self { places: Vec::new() } };
        let role = match place {
            Place::Text => Role::Body,
            Place::Heading => Role::Heading,
            Place::Note(_) => Role::Note,
        };
        let first = document.pieces.partition_point(|piece| piece.span.end <= owner.span.start);
        let own = document.pieces.iter().skip(first).take_while(|piece| piece.span.start < owner.span.end);
        let printed = own.filter(|piece| piece.unit == Some(unit) && piece.role == role).flat_map(|p| marks(source, p));
        // The notes of a unit follow each other in its pieces.
        let before = match place {
            Place::Note(n) => owner.notes.iter().take(usize::from(n)).map(|note| solid(&note.text).count()).sum(),
            _ => 0,
        };
        let mut printed = printed.skip(before).peekable();
        let mut places = Vec::new();
        for (at, wanted) in solid(owner.text_at(place)) {
            while printed.next_if(|(_, c)| *c != wanted && *c == '-').is_some() {}
            match printed.next() {
                Some((span, c)) if c == wanted => places.push((Span::new(at, at).start, span)),
                // These pieces do not make this text; what was placed so far stays.
                _ => break,
            }
        }
        Self { places }
    }

    /// Where the words stand, from their first character to their last; `None` for blanks and for what the pieces do not
    /// hold.
    pub fn span(&self, words: Span) -> Option<Span> {
        let from = self.places.partition_point(|(at, _)| *at < words.start);
        let to = self.places.partition_point(|(at, _)| *at < words.end);
        let inside = self.places.get(from..to)?;
        Some(Span { start: inside.first()?.1.start, end: inside.last()?.1.end })
    }
}

/// The characters of a piece that are no white space, each with its place in the source.
fn marks<'a>(source: &'a str, piece: &'a Piece) -> impl Iterator<Item = (Span, char)> + 'a {
    let start = piece.span.start as usize;
    solid(piece.span.of(source)).map(move |(at, c)| (Span::new(start + at, start + at + c.len_utf8()), c))
}

fn solid(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    text.char_indices().filter(|(_, c)| !c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Citation, Note, NoteKind, Unit, UnitKey, testing};

    /// A unit whose pieces are the given words of the source, in order.
    fn document(source: &str, pieces: &[(&str, Role)]) -> Document {
        let mut document = testing::document(source);
        let mut at = 0;
        for (words, role) in pieces {
            let start = at + source[at..].find(words).unwrap();
            at = start + words.len();
            document.pieces.push(Piece { span: Span::new(start, at), role: *role, unit: Some(UnitId(0)) });
        }
        let mut unit = Unit::new(UnitKey::provision(Citation::law(16)));
        unit.span = Span::new(0, source.len());
        document.units.push(unit);
        document
    }

    #[track_caller]
    fn check(document: &Document, source: &str, place: Place, words: &str, printed: &str) {
        let text = document.units[0].text_at(place);
        let start = text.find(words).unwrap();
        let placed = Placed::new(document, source, UnitId(0), place);
        let span = placed.span(Span::new(start, start + words.len())).unwrap();
        assert_eq!(span.of(source), printed);
    }

    #[test]
    fn words_are_found_where_they_are_printed() {
        let source = "§16. see\n\n HEADER 7\n\nLaw 12C1 and  the ta- \n\n 8 ble";
        let mut document =
            document(source, &[("see", Role::Body), ("Law 12C1 and  the ta-", Role::Body), ("ble", Role::Body)]);
        document.units[0].text = "see Law 12C1 and the table".to_owned();
        check(&document, source, Place::Text, "Law 12C1", "Law 12C1");
        check(&document, source, Place::Text, "see Law", "see\n\n HEADER 7\n\nLaw");
        check(&document, source, Place::Text, "table", "ta- \n\n 8 ble");
        let placed = Placed::new(&document, source, UnitId(0), Place::Text);
        assert_eq!(placed.span(Span::new(3, 4)), None, "a blank");
    }

    #[test]
    fn a_note_follows_those_before_it() {
        let source = "x 1 One æ. y 2 Two é.";
        let mut document = document(source, &[("One æ.", Role::Note), ("Two é.", Role::Note)]);
        for text in ["One æ.", "Two é."] {
            let note = Note {
                kind: NoteKind::Footnote,
                mark: String::new(),
                text: text.to_owned(),
                anchor: None,
                in_heading: false,
            };
            document.units[0].notes.push(note);
        }
        check(&document, source, Place::Note(0), "æ", "æ");
        check(&document, source, Place::Note(1), "Two é", "Two é");
    }

    #[test]
    fn pieces_of_another_text_place_nothing() {
        let source = "One";
        let mut document = document(source, &[("One", Role::Body)]);
        document.units[0].text = "Two".to_owned();
        let placed = Placed::new(&document, source, UnitId(0), Place::Text);
        assert_eq!(placed.span(Span::new(0, 3)), None);
        assert_eq!(Placed::new(&document, source, UnitId(7), Place::Text).span(Span::new(0, 3)), None);
    }
}
