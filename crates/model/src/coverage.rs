use std::collections::BTreeMap;

use crate::{Document, Piece, Role, Span, UnitKey};

/// What bytes of a source were read as, coarse enough for a table. Orders as a table prints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// The number or letter of a provision, with the words that go with it.
    ProvisionLabel,
    /// The heading of a provision.
    ProvisionHeading,
    /// The text of a provision.
    ProvisionText,
    /// Footnotes, inline notes and remarks, with their marks.
    Note,
    /// A definition, with its term.
    Definition,
    /// The table of contents.
    Contents,
    /// The foreword.
    Foreword,
    /// The introduction.
    Introduction,
    /// A chapter's heading and the words under it.
    Chapter,
    /// An exercise.
    Exercise,
    /// The answer to an exercise.
    Answer,
    /// A rule for play with screens.
    ScreenRule,
    /// Title page, imprint and the like.
    Matter,
    /// The heading of a part (of the definitions, of the exercises), and labels of which no unit was made.
    PartHeading,
    /// A line that the print repeats on its pages.
    RunningHeader,
    /// A page number.
    PageNumber,
    /// Blank lines, indents, leaders: what only arranges.
    Layout,
    /// Words that were not understood; each has a finding.
    Finding,
}

impl Category {
    /// Every category, in the order of a table.
    pub const ALL: [Self; 18] = [
        Self::ProvisionLabel,
        Self::ProvisionHeading,
        Self::ProvisionText,
        Self::Note,
        Self::Definition,
        Self::Contents,
        Self::Foreword,
        Self::Introduction,
        Self::Chapter,
        Self::Exercise,
        Self::Answer,
        Self::ScreenRule,
        Self::Matter,
        Self::PartHeading,
        Self::RunningHeader,
        Self::PageNumber,
        Self::Layout,
        Self::Finding,
    ];

    /// The word for it in output: `provision-label`.
    pub fn name(self) -> &'static str {
        match self {
            Self::ProvisionLabel => "provision-label",
            Self::ProvisionHeading => "provision-heading",
            Self::ProvisionText => "provision-text",
            Self::Note => "note",
            Self::Definition => "definition",
            Self::Contents => "contents",
            Self::Foreword => "foreword",
            Self::Introduction => "introduction",
            Self::Chapter => "chapter",
            Self::Exercise => "exercise",
            Self::Answer => "answer",
            Self::ScreenRule => "screen-rule",
            Self::Matter => "matter",
            Self::PartHeading => "part-heading",
            Self::RunningHeader => "running-header",
            Self::PageNumber => "page-number",
            Self::Layout => "layout",
            Self::Finding => "finding",
        }
    }

    /// What the bytes of a piece were read as.
    pub fn of(document: &Document, piece: &Piece) -> Self {
        let key = piece.unit.and_then(|unit| document.unit(unit)).map(|unit| &unit.key);
        match (piece.role, key) {
            (Role::RunningHeader, _) => Self::RunningHeader,
            (Role::PageNumber, _) => Self::PageNumber,
            (Role::Layout, _) => Self::Layout,
            (Role::Unread, _) => Self::Finding,
            (Role::Note | Role::NoteMark, _) | (_, Some(UnitKey::Remark(_))) => Self::Note,
            (_, None) => Self::PartHeading,
            (Role::Label, Some(UnitKey::Provision(_) | UnitKey::Section(_))) => Self::ProvisionLabel,
            (Role::Heading, Some(UnitKey::Provision(_) | UnitKey::Section(_))) => Self::ProvisionHeading,
            (Role::Body, Some(UnitKey::Provision(_) | UnitKey::Section(_))) => Self::ProvisionText,
            (_, Some(UnitKey::Definition(_))) => Self::Definition,
            (_, Some(UnitKey::Contents(_))) => Self::Contents,
            (_, Some(UnitKey::Foreword)) => Self::Foreword,
            (_, Some(UnitKey::Introduction)) => Self::Introduction,
            (_, Some(UnitKey::Chapter(_))) => Self::Chapter,
            (_, Some(UnitKey::Exercise(_))) => Self::Exercise,
            (_, Some(UnitKey::Answer(_))) => Self::Answer,
            (_, Some(UnitKey::ScreenRule(_))) => Self::ScreenRule,
            (_, Some(UnitKey::Matter(_))) => Self::Matter,
        }
    }
}

/// How much of a source was read as one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// As what.
    pub category: Category,
    /// How many bytes.
    pub bytes: usize,
    /// In how many pieces.
    pub pieces: usize,
}

/// What became of every byte of a document's source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// The categories that the source has anything of, in the order of [`Category`].
    pub rows: Vec<Row>,
    /// From the first byte of the first provision to the last byte of the last; `None` where there is no provision.
    pub laws: Option<Span>,
    /// The pieces inside `laws` that were not understood.
    pub unread: Vec<Span>,
}

impl Coverage {
    /// Counts the document's pieces.
    pub fn of(document: &Document) -> Self {
        let mut counts: BTreeMap<Category, (usize, usize)> = BTreeMap::new();
        for piece in &document.pieces {
            let (bytes, pieces) = counts.entry(Category::of(document, piece)).or_default();
            *bytes += piece.span.len();
            *pieces += 1;
        }
        let provisions = document.units.iter().filter(|unit| unit.key.is_provision() || unit.key.own().is_some());
        let provisions = provisions.map(|unit| unit.span);
        let laws = provisions.reduce(|a, b| Span { start: a.start.min(b.start), end: a.end.max(b.end) });
        let inside = |piece: &&Piece| piece.role == Role::Unread && laws.is_some_and(|laws| laws.encloses(piece.span));
        Self {
            rows: counts.into_iter().map(|(category, (bytes, pieces))| Row { category, bytes, pieces }).collect(),
            laws,
            unread: document.pieces.iter().filter(inside).map(|piece| piece.span).collect(),
        }
    }

    /// All bytes that were counted: the length of the source, or a byte was lost.
    pub fn bytes(&self) -> usize {
        self.rows.iter().map(|row| row.bytes).sum()
    }

    /// All pieces that were counted.
    pub fn pieces(&self) -> usize {
        self.rows.iter().map(|row| row.pieces).sum()
    }

    /// How many bytes between the first law and the last were not understood.
    pub fn unread_bytes(&self) -> usize {
        self.unread.iter().map(|span| span.len()).sum()
    }

    /// Which part of the bytes between the first law and the last was not understood, from 0 to 1.
    pub fn unread_share(&self) -> f64 {
        share(self.unread_bytes(), self.laws.map_or(0, Span::len))
    }
}

/// Which part `part` is of `whole`, from 0 to 1; 0 of nothing.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Citation, Unit, UnitId, testing};

    fn document(pieces: &[(usize, Role, Option<u32>)], keys: Vec<UnitKey>) -> Document {
        let mut document = testing::document("");
        let mut at = 0;
        for (length, role, unit) in pieces {
            let span = Span::new(at, at + length);
            document.pieces.push(Piece { span, role: *role, unit: unit.map(UnitId) });
            at += length;
        }
        document.units = keys.into_iter().map(Unit::new).collect();
        for (n, unit) in document.units.iter_mut().enumerate() {
            let own = |p: &&Piece| p.unit == Some(UnitId(n as u32));
            let start = document.pieces.iter().find(own).map_or(0, |p| p.span.start);
            let end = document.pieces.iter().rev().find(own).map_or(0, |p| p.span.end);
            unit.span = Span { start, end };
        }
        document.source_len = at as u32;
        document
    }

    #[test]
    fn every_byte_is_counted_once() {
        let law = UnitKey::provision(Citation::law(16));
        let keys = vec![UnitKey::Foreword, law, UnitKey::Remark(Citation::law(16))];
        let document = document(
            &[
                (5, Role::Heading, None),
                (2, Role::Layout, Some(0)),
                (7, Role::Body, Some(0)),
                (3, Role::Unread, None),
                (4, Role::Label, Some(1)),
                (10, Role::Body, Some(1)),
                (6, Role::Unread, None),
                (1, Role::PageNumber, None),
                (8, Role::NoteMark, Some(1)),
                (9, Role::Body, Some(1)),
                (11, Role::Body, Some(2)),
            ],
            keys,
        );
        let coverage = Coverage::of(&document);
        let rows: Vec<_> = coverage.rows.iter().map(|row| (row.category.name(), row.bytes, row.pieces)).collect();
        let expected = [
            ("provision-label", 4, 1),
            ("provision-text", 19, 2),
            ("note", 19, 2),
            ("foreword", 7, 1),
            ("part-heading", 5, 1),
            ("page-number", 1, 1),
            ("layout", 2, 1),
            ("finding", 9, 2),
        ];
        assert_eq!(rows, expected);
        assert_eq!((coverage.bytes(), coverage.pieces()), (document.source_len as usize, 11));
        // What was not understood before the first law does not count between the laws.
        assert_eq!(coverage.laws, Some(Span::new(17, 55)));
        assert_eq!(coverage.unread, [Span::new(31, 37)]);
        assert_eq!(coverage.unread_share(), 6.0 / 38.0);
    }

    #[test]
    fn nothing_has_no_rows() {
        let coverage = Coverage::of(&document(&[], Vec::new()));
        assert_eq!((coverage.bytes(), coverage.laws, coverage.unread_share()), (0, None, 0.0));
    }

    #[test]
    fn the_list_of_categories_is_in_order() {
        assert!(Category::ALL.windows(2).all(|w| w[0] < w[1]));
    }
}
