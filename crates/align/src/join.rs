//! Several editions side by side, by rule.
//!
//! The join is an outer one: every unit of every edition stands in exactly one row. Rows are ordered by the first edition's
//! code; a provision of another code stands in the row of its home, with pointers in the rows of its further homes; one that
//! has no home gets a row of its own near its kin. Definitions meet by concept, introductions and forewords by being that.

use std::collections::{BTreeMap, BTreeSet};

use lawgrep_model::{Citation, Document, Unit, UnitId, UnitKey};

use crate::{Alignment, RowKey, key::rows_of};

/// The words of a unit, before or after its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// The unit.
    pub unit: UnitId,
    /// The part of its text that is printed after its children.
    pub tail: bool,
}

/// What an edition has to say in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// The words of these.
    Pieces(Vec<Piece>),
    /// It prints the provision together with another one of its own, whose row has the words.
    With(Citation),
    /// The rule is part of another provision of its own code, whose words stand in the row of that one's chief home.
    See(Citation),
    /// It has no such provision, nor anything below it.
    Missing,
    /// Nothing, and nothing need be said.
    Nothing,
}

/// One edition's part of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The edition: its place among the documents that were joined.
    pub column: usize,
    /// What it has.
    pub content: Content,
    /// Provisions of its own code of which a part belongs here too, beside what `content` has.
    pub see: Vec<Citation>,
}

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowKind {
    /// A provision, with the remarks on it.
    Provision,
    /// The end of a provision, after its children.
    Tail,
    /// A definition.
    Definition,
    /// Anything else, of one edition or of several.
    Other,
}

/// One rule, or one other unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What it is.
    pub kind: RowKind,
    /// The provision, in the numbering of `code`.
    pub cite: Option<Citation>,
    /// The year of the code whose numbering `cite` is.
    pub code: u16,
    /// The provision of the first edition's code whose row it is or near which it stands.
    pub anchor: Option<Citation>,
    /// In the order of the documents; for a row of kind `Other` and for definitions only those that have something.
    pub cells: Vec<Cell>,
}

/// One edition's units by where they belong.
struct Source<'a> {
    column: usize,
    document: &'a Document,
    cited: BTreeMap<RowKey, Vec<Piece>>,
    tails: BTreeMap<RowKey, Vec<Piece>>,
    /// Further provisions of a combined row, and the one whose row has the words.
    with: BTreeMap<RowKey, Citation>,
    /// Further homes, and the provisions that they are homes of.
    see: BTreeMap<RowKey, Vec<Citation>>,
    /// What has no citation, by the row that is printed after it.
    before: BTreeMap<RowKey, Vec<Piece>>,
    /// What has no citation and stands before the first provision, or after the last.
    around: Vec<Piece>,
    /// Every row that this edition has a part in, each once.
    keys: BTreeSet<RowKey>,
}

/// Puts editions side by side, in the order and numbering of the first one's code.
pub fn join(documents: &[&Document], alignment: &Alignment) -> Vec<Row> {
    let Some(base) = documents.first().map(|d| d.edition.code) else { return Vec::new() };
    let sources: Vec<Source<'_>> =
        documents.iter().enumerate().map(|(n, document)| Source::of(n, document, alignment, base)).collect();
    let mut rows = Vec::new();
    let back = around(&sources, alignment, base, &mut rows);
    let keys: BTreeSet<RowKey> = sources.iter().flat_map(|s| s.keys.iter().copied()).collect();
    // A provision's end waits until what stands below it is out.
    let mut open: Vec<RowKey> = Vec::new();
    for key in keys {
        while let Some(up) = open.pop_if(|up| !encloses(*up, key)) {
            tail(&sources, base, up, &mut rows);
        }
        for source in &sources {
            for piece in source.before.get(&key).into_iter().flatten() {
                rows.push(single(source, *piece, base));
            }
        }
        let cells: Vec<Cell> = sources.iter().map(|source| source.cell(key)).collect();
        let (code, cite) = key.own().unwrap_or((base, key.cite().unwrap_or(Citation::law(0))));
        let says = |cell: &Cell| matches!(cell.content, Content::Pieces(_) | Content::See(_)) || !cell.see.is_empty();
        // Where all editions print the provision with another one, that one's row says it.
        if cells.iter().any(says) {
            rows.push(Row { kind: RowKind::Provision, cite: Some(cite), code, anchor: Some(key.anchor()), cells });
        }
        open.push(key);
    }
    while let Some(up) = open.pop() {
        tail(&sources, base, up, &mut rows);
    }
    rows.extend(back);
    rows
}

/// Whether the row of `key` stands below that of `up`.
fn encloses(up: RowKey, key: RowKey) -> bool {
    match (up.cite(), key.cite(), up.own(), key.own()) {
        (Some(up), Some(cite), ..) => up.contains(cite),
        (None, None, Some((a, up)), Some((b, cite))) => a == b && up.contains(cite),
        _ => false,
    }
}

impl<'a> Source<'a> {
    fn of(column: usize, document: &'a Document, alignment: &Alignment, base: u16) -> Self {
        let mut all = Self {
            column,
            document,
            cited: BTreeMap::new(),
            tails: BTreeMap::new(),
            with: BTreeMap::new(),
            see: BTreeMap::new(),
            before: BTreeMap::new(),
            around: Vec::new(),
            keys: BTreeSet::new(),
        };
        let code = document.edition.code;
        let mut loose: Vec<Piece> = Vec::new();
        let mut first = true;
        for piece in print_order(document) {
            let Some(unit) = document.unit(piece.unit) else { continue };
            let Some(cite) = unit.key.citation() else {
                loose.push(piece);
                continue;
            };
            let (key, further) = rows_of(alignment, base, code, cite);
            if piece.tail {
                all.tails.entry(key).or_default().push(piece);
                continue;
            }
            if first {
                all.around.append(&mut loose);
                first = false;
            } else if !loose.is_empty() {
                all.before.entry(key).or_default().append(&mut loose);
            }
            all.cited.entry(key).or_default().push(piece);
            all.keys.insert(key);
            if unit.key.is_provision() {
                for key in further {
                    all.point(key, cite);
                }
            }
            for other in unit.key.citations().iter().filter(|other| **other != cite) {
                let (key, _) = rows_of(alignment, base, code, *other);
                all.with.entry(key).or_insert(cite);
                all.keys.insert(key);
            }
        }
        all.around.append(&mut loose);
        all
    }

    fn point(&mut self, key: RowKey, cite: Citation) {
        let see = self.see.entry(key).or_default();
        if !see.contains(&cite) {
            see.push(cite);
        }
        self.keys.insert(key);
    }

    fn cell(&self, key: RowKey) -> Cell {
        // Only another code than the one being read has any.
        let see = if self.see.is_empty() { Vec::new() } else { self.see.get(&key).cloned().unwrap_or_default() };
        // Nearly every provision; nothing else need be looked up for it.
        if let Some(pieces) = self.cited.get(&key) {
            return Cell { column: self.column, content: Content::Pieces(pieces.clone()), see };
        }
        let below = || self.keys.range(key..).nth(1).is_some_and(|next| encloses(key, *next));
        let holds = self.keys.contains(&key);
        let (content, see) = match (self.with.get(&key), see.split_first()) {
            (Some(first), _) => (Content::With(*first), see),
            (None, Some((first, more))) => (Content::See(*first), more.to_vec()),
            (None, None) if holds && below() => (Content::Nothing, see),
            (None, None) if self.keys.range(key..).next().is_some_and(|next| encloses(key, *next)) => {
                (Content::Nothing, see)
            }
            (None, None) => (Content::Missing, see),
        };
        Cell { column: self.column, content, see }
    }
}

fn tail(sources: &[Source<'_>], base: u16, key: RowKey, rows: &mut Vec<Row>) {
    if sources.iter().all(|source| !source.tails.contains_key(&key)) {
        return;
    }
    let cell = |source: &Source<'_>| {
        let content = source.tails.get(&key).map_or(Content::Nothing, |pieces| Content::Pieces(pieces.clone()));
        Cell { column: source.column, content, see: Vec::new() }
    };
    let (code, cite) = key.own().unwrap_or((base, key.cite().unwrap_or(Citation::law(0))));
    let cells = sources.iter().map(cell).collect();
    rows.push(Row { kind: RowKind::Tail, cite: Some(cite), code, anchor: Some(key.anchor()), cells });
}

fn single(source: &Source<'_>, piece: Piece, base: u16) -> Row {
    let cell = Cell { column: source.column, content: Content::Pieces(vec![piece]), see: Vec::new() };
    Row { kind: RowKind::Other, cite: None, code: base, anchor: None, cells: vec![cell] }
}

/// By what units without a citation meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Meeting<'a> {
    Concept(&'a str),
    Foreword,
    Introduction,
}

fn meeting<'a>(alignment: &'a Alignment, document: &Document, unit: &Unit) -> Option<Meeting<'a>> {
    match &unit.key {
        UnitKey::Definition(term) => alignment.concept(&document.edition.lang, term).map(Meeting::Concept),
        UnitKey::Foreword => Some(Meeting::Foreword),
        UnitKey::Introduction => Some(Meeting::Introduction),
        _ => None,
    }
}

/// Writes the rows of what stands before the first provision, and gives those of what stands after the last.
fn around(sources: &[Source<'_>], alignment: &Alignment, base: u16, front: &mut Vec<Row>) -> Vec<Row> {
    let mut back = Vec::new();
    let mut met: BTreeMap<Meeting<'_>, Vec<Cell>> = BTreeMap::new();
    let first_provision =
        |source: &Source<'_>| source.document.iter().find(|(_, u)| u.key.is_provision()).map(|(id, _)| id);
    let mut all = Vec::new();
    for source in sources {
        for piece in &source.around {
            let Some(unit) = source.document.unit(piece.unit) else { continue };
            let meeting = meeting(alignment, source.document, unit);
            all.push((source, *piece, unit, meeting));
            let Some(meeting) = meeting else { continue };
            let cells = met.entry(meeting).or_default();
            match cells.iter_mut().find(|cell| cell.column == source.column) {
                Some(Cell { content: Content::Pieces(pieces), .. }) => pieces.push(*piece),
                _ => {
                    cells.push(Cell { column: source.column, content: Content::Pieces(vec![*piece]), see: Vec::new() })
                }
            }
        }
    }
    let borders: Vec<Option<UnitId>> = sources.iter().map(first_provision).collect();
    for (source, piece, unit, meeting) in all {
        let kind = if matches!(unit.key, UnitKey::Definition(_)) { RowKind::Definition } else { RowKind::Other };
        let row = match meeting {
            // Whoever met it before has printed it.
            Some(meeting) => {
                met.remove(&meeting).map(|cells| Row { kind, cite: None, code: base, anchor: None, cells })
            }
            None => Some(Row { kind, ..single(source, piece, base) }),
        };
        let border = borders.get(source.column).copied().flatten();
        let side = if border.is_none_or(|border| piece.unit < border) { &mut *front } else { &mut back };
        side.extend(row);
    }
    back
}

/// The units in the order in which a book prints them: text after the children after the children. Units that are neither
/// provisions nor have words are left out.
pub fn print_order(document: &Document) -> Vec<Piece> {
    let parents: BTreeSet<UnitId> = document.units.iter().filter_map(|u| u.parent).collect();
    let mut order = Vec::new();
    let mut open: Vec<UnitId> = Vec::new();
    for (id, unit) in document.iter() {
        while let Some(last) = open.last().copied() {
            if document.ancestors(id).any(|(up, _)| up == last) {
                break;
            }
            order.push(Piece { unit: last, tail: true });
            open.pop();
        }
        if unit.key.is_provision() || unit.has_words() {
            order.push(Piece { unit: id, tail: false });
        }
        if tail_start(unit).is_some() && parents.contains(&id) {
            open.push(id);
        }
    }
    order.extend(open.into_iter().rev().map(|unit| Piece { unit, tail: true }));
    order
}

/// From which byte of the unit's text on it is printed after the children.
pub fn tail_start(unit: &Unit) -> Option<usize> {
    let at = unit.tail? as usize;
    (at < unit.text.len() && unit.text.is_char_boundary(at)).then_some(at)
}
