//! The rows of the reading text: one edition in its print order, or several joined by rule.
//!
//! The join is [`lawgrep_align::join`]: an outer one, in the order and numbering of the code being read. What another code
//! has stands in the row of its rule, under whatever number it has there; what has no home in the code being read has a
//! row of its own.

mod offers;

use std::collections::{BTreeMap, BTreeSet};

use lawgrep_align::{Piece, RowKind, print_order, tail_start};
use lawgrep_model::{Citation, Document, Level, Unit, UnitId, UnitKey};

use crate::own::words::t;
use crate::reader::{Problem, Reader};

/// The words of one unit, before or after its children.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Block {
    pub(crate) edition: usize,
    pub(crate) unit: UnitId,
    /// The part of the text that is printed after the children.
    pub(crate) tail: bool,
}

/// What an edition has to say in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content {
    /// The words of these units.
    Blocks(Vec<Block>),
    /// It prints the provision together with another one, whose row has the words.
    With(Citation),
    /// The rule is part of another provision of its code, whose words stand in the row of that one's chief home.
    See(Citation),
    /// It has no such provision, nor anything below it.
    Missing,
    /// Nothing, and nothing need be said.
    Nothing,
}

/// One edition's part of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) edition: usize,
    pub(crate) content: Content,
    /// Further provisions of its code of which a part belongs here, beside what `content` has.
    pub(crate) see: Vec<Citation>,
}

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    Provision(Level),
    /// The end of a provision, after its children.
    Tail,
    Remark,
    Definition,
    Exercise,
    Answer,
    ScreenRule,
    Chapter,
    Contents,
    /// Foreword, introduction, other front and back matter; sections of a regulation.
    Matter,
}

impl What {
    fn of(key: &UnitKey) -> Self {
        match key {
            UnitKey::Provision(cites) => What::Provision(cites.first().map_or(Level::Law, |c| c.level())),
            UnitKey::Remark(_) => What::Remark,
            UnitKey::Definition(_) => What::Definition,
            UnitKey::Exercise(_) => What::Exercise,
            UnitKey::Answer(_) => What::Answer,
            UnitKey::ScreenRule(_) => What::ScreenRule,
            UnitKey::Chapter(_) => What::Chapter,
            UnitKey::Contents(_) => What::Contents,
            UnitKey::Foreword | UnitKey::Introduction | UnitKey::Matter(_) | UnitKey::Section(_) => What::Matter,
        }
    }
}

/// A row: one provision, or one other unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) what: What,
    /// The provision; for a remark the one it stands by.
    pub(crate) cite: Option<Citation>,
    /// Year of the code whose numbering `cite` is. Another one than the code being read only where that has no such rule.
    pub(crate) code: u16,
    /// Its short name: `16C2`, `42B1+42B2`, `def/Bet`.
    pub(crate) name: String,
    /// Its heading or term, from the first edition that has one; empty where none has.
    pub(crate) heading: String,
    pub(crate) cells: Vec<Cell>,
}

impl Row {
    /// The blocks of all its cells.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = Block> {
        self.cells
            .iter()
            .flat_map(|cell| match &cell.content {
                Content::Blocks(blocks) => blocks.as_slice(),
                _ => &[],
            })
            .copied()
    }

    /// Whether n and p stop here.
    pub(crate) fn is_provision(&self) -> bool {
        matches!(self.what, What::Provision(_))
    }
}

/// All rows of what is shown, with ways to find one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Arrangement {
    pub(crate) rows: Vec<Row>,
    /// The code being read.
    pub(crate) code: u16,
    /// The editions shown, the one being read first.
    pub(crate) shown: Vec<usize>,
    /// What cites a provision without being law: exercises and the like, by the row below which it is offered.
    pub(crate) offers: BTreeMap<usize, Vec<(usize, UnitId)>>,
    /// Those that could not be read, and why.
    pub(crate) broken: Vec<(usize, String)>,
    by_block: ByBlock,
    by_cite: BTreeMap<(u16, Citation), usize>,
}

impl Arrangement {
    /// Rows of `reading` and, where `beside` names others, of those too.
    pub(crate) fn of(reader: &dyn Reader, reading: usize, beside: &[usize]) -> Self {
        let shown = shown(reader, reading, beside);
        let code = reader.editions().get(reading).map_or(0, |e| e.code);
        let rows = if shown.len() > 1 { joined(reader, &shown, code) } else { alone(reader, reading) };
        Self::with(reader, shown, code, rows)
    }

    /// The same with another of the editions read, without joining them again: the rows stay, their cells and what has no
    /// citation are put in the order of the edition read. `None` where which rows there are depends on that: with editions of
    /// several codes, or with others than these.
    pub(crate) fn turned(&self, reader: &dyn Reader, reading: usize, beside: &[usize]) -> Option<Self> {
        let shown = shown(reader, reading, beside);
        let mut sets = [shown.clone(), self.shown.clone()];
        sets.iter_mut().for_each(|set| set.sort_unstable());
        let [new, old] = sets;
        let of_code = |n: &usize| reader.editions().get(*n).is_some_and(|e| e.code == self.code);
        if new != old || shown.len() < 2 || !shown.iter().all(of_code) || !self.broken.is_empty() {
            return None;
        }
        let at = |edition: usize| shown.iter().position(|n| *n == edition);
        let mut rows = self.rows.clone();
        let unit = |b: Block| reader.document(b.edition).and_then(|d| d.unit(b.unit));
        for row in &mut rows {
            row.cells.sort_by_key(|cell| at(cell.edition));
            if loose(row) {
                let bare = row.blocks().next().and_then(|b| Some(self::bare(unit(b)?, b.tail, self.code)));
                if let Some(bare) = bare {
                    *row = Row { cells: std::mem::take(&mut row.cells), ..bare };
                }
            } else {
                let heading = row.blocks().filter_map(unit).find_map(|u| u.heading.as_deref());
                if heading.unwrap_or_default() != row.heading {
                    row.heading = heading.unwrap_or_default().to_owned();
                }
            }
        }
        for run in rows.chunk_by_mut(|a, b| loose(a) && loose(b)).filter(|run| run.first().is_some_and(loose)) {
            run.sort_by_key(|row| row.blocks().next().map(|b| (at(b.edition), b.unit, b.tail)));
        }
        Some(Self::with(reader, shown, self.code, rows))
    }

    fn with(reader: &dyn Reader, shown: Vec<usize>, code: u16, rows: Vec<Row>) -> Self {
        let mut all = Self { shown, code, rows, ..Self::default() };
        for &edition in &all.shown {
            match reader.document(edition) {
                Some(document) => all.by_block.0.push((edition, vec![[NONE; 2]; document.units.len()])),
                None => {
                    let why = match reader.problem(edition) {
                        Some(Problem::Damaged(why)) => t!("problem_damaged", why),
                        Some(Problem::Program(why)) => t!("problem_program", why),
                        Some(Problem::Outside(why)) => why,
                        None => t!("text_unreadable"),
                    };
                    all.broken.push((edition, why));
                }
            }
        }
        let mut together = Vec::new();
        for (n, row) in all.rows.iter().enumerate() {
            let own = row.cite.filter(|_| row.is_provision()).map(|cite| (row.code, cite));
            for block in row.blocks() {
                all.by_block.add(block, n);
                let Some(document) = reader.document(block.edition) else { continue };
                let unit = document.unit(block.unit).filter(|u| u.key.is_provision());
                // Under its own code's number, whatever the row is called.
                let code = document.edition.code;
                let cites = unit.iter().flat_map(|u| u.key.citations()).map(|cite| (code, *cite));
                together.extend(cites.filter(|cite| Some(*cite) != own).map(|cite| (cite, n)));
            }
            if let Some(own) = own {
                all.by_cite.entry(own).or_insert(n);
            }
        }
        // A combined row answers for its further provisions only where they have no row of their own.
        for (cite, n) in together {
            all.by_cite.entry(cite).or_insert(n);
        }
        all.offers = offers::of(reader, &all);
        all
    }

    /// The row with that block.
    pub(crate) fn row_of_block(&self, block: Block) -> Option<usize> {
        self.by_block.get(block).or_else(|| self.by_block.get(Block { tail: false, ..block }))
    }

    /// The row's name for the margin: `16C2`, or `1997 16B` where the code being read has no such rule.
    pub(crate) fn label(&self, row: &Row) -> String {
        if row.code == self.code { row.name.clone() } else { format!("{} {}", row.code, row.name) }
    }

    /// The provisions of that code that stand in a row.
    pub(crate) fn provisions_in(&self, row: usize, code: u16) -> Vec<Citation> {
        self.by_cite.iter().filter(|((year, _), n)| *year == code && **n == row).map(|((_, cite), _)| *cite).collect()
    }

    /// The row in which the edition prints the provision.
    pub(crate) fn row_in(&self, reader: &dyn Reader, edition: usize, cite: Citation) -> Option<(usize, UnitId)> {
        let unit = reader.document(edition)?.find(cite).next()?.0;
        Some((self.row_of_block(Block { edition, unit, tail: false })?, unit))
    }

    /// The row of a provision of that code; where only provisions below it are printed, the first of those.
    pub(crate) fn row_of(&self, code: u16, cite: Citation) -> Option<usize> {
        let (found, row) = self.by_cite.range((code, cite)..).next()?;
        (found.0 == code && cite.contains(found.1)).then_some(*row)
    }

    /// The provision shown that is nearest to one that is not: what stands before it under the deepest provision that is
    /// there, else what stands after it.
    pub(crate) fn nearest(&self, code: u16, cite: Citation) -> Option<Citation> {
        let mut wanted = cite;
        for up in cite.ancestors().map(Some).chain([None]) {
            let inside = |c: &Citation| up.is_none_or(|up| up.contains(*c) && up != *c);
            let siblings: BTreeSet<Citation> = self
                .by_cite
                .range((code, Citation::law(0))..)
                .take_while(|((year, _), _)| *year == code)
                .map(|((_, c), _)| *c)
                .filter(inside)
                .filter_map(|c| std::iter::successors(Some(c), |c| c.parent()).find(|c| c.parent() == up))
                .collect();
            let near = siblings.range(..=wanted).next_back().or_else(|| siblings.iter().next());
            if let Some(near) = near {
                return Some(*near);
            }
            if let Some(up) = up.filter(|up| self.row_of(code, *up).is_some()) {
                return Some(up);
            }
            wanted = up.unwrap_or(wanted);
        }
        None
    }
}

/// The editions that can be shown, each once, the one being read first.
fn shown(reader: &dyn Reader, reading: usize, beside: &[usize]) -> Vec<usize> {
    let mut shown = vec![reading];
    for edition in beside {
        if !shown.contains(edition) && *edition < reader.editions().len() {
            shown.push(*edition);
        }
    }
    shown
}

/// Whether the row has no citation: nothing but its edition's print says where it belongs.
fn loose(row: &Row) -> bool {
    !matches!(row.what, What::Provision(_) | What::Tail | What::Remark)
}

/// The row of every block: by edition, and there by unit, for text before and after the children.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct ByBlock(Vec<(usize, Vec<[u32; 2]>)>);

/// No row.
const NONE: u32 = u32::MAX;

impl ByBlock {
    fn add(&mut self, block: Block, row: usize) {
        let of = self.0.iter_mut().find(|(edition, _)| *edition == block.edition);
        let slot = of.and_then(|(_, units)| units.get_mut(block.unit.index())?.get_mut(usize::from(block.tail)));
        if let Some(slot) = slot.filter(|slot| **slot == NONE) {
            *slot = u32::try_from(row).unwrap_or(NONE);
        }
    }

    fn get(&self, block: Block) -> Option<usize> {
        let (_, units) = self.0.iter().find(|(edition, _)| *edition == block.edition)?;
        let row = *units.get(block.unit.index())?.get(usize::from(block.tail))?;
        (row != NONE).then_some(row as usize)
    }
}

/// One edition in print order.
fn alone(reader: &dyn Reader, edition: usize) -> Vec<Row> {
    some(reader, edition, |_, _| true)
}

/// Those of its blocks.
fn some(reader: &dyn Reader, edition: usize, wanted: impl Fn(Block, &Unit) -> bool) -> Vec<Row> {
    let Some(document) = reader.document(edition) else { return Vec::new() };
    let code = document.edition.code;
    let row = |Piece { unit, tail }: Piece| {
        let block = Block { edition, unit, tail };
        let unit = document.unit(unit).filter(|unit| wanted(block, unit))?;
        let cell = Cell { edition, content: Content::Blocks(vec![block]), see: Vec::new() };
        Some(Row { cells: vec![cell], ..bare(unit, tail, code) })
    };
    print_order(document).into_iter().filter_map(row).collect()
}

/// Several editions by rule, in the order of the code being read.
fn joined(reader: &dyn Reader, shown: &[usize], base: u16) -> Vec<Row> {
    let read: Vec<(usize, &Document)> = shown.iter().filter_map(|n| Some((*n, reader.document(*n)?))).collect();
    let documents: Vec<&Document> = read.iter().map(|(_, document)| *document).collect();
    let row = |row: lawgrep_align::Row| {
        let cell = |cell: lawgrep_align::Cell| {
            let (edition, _) = read.get(cell.column)?;
            Some(Cell { edition: *edition, content: content(*edition, cell.content), see: cell.see })
        };
        let cells: Vec<Cell> = row.cells.into_iter().filter_map(cell).collect();
        let mut out = Row {
            what: What::Tail,
            cite: row.cite,
            code: row.code,
            name: String::new(),
            heading: String::new(),
            cells,
        };
        let unit = |b: Block| reader.document(b.edition).and_then(|d| d.unit(b.unit));
        match (row.kind, row.cite) {
            (RowKind::Provision | RowKind::Tail, Some(cite)) => {
                if row.kind == RowKind::Provision {
                    out.what = What::Provision(cite.level());
                }
                out.name = cite.to_string();
                let heading = out.blocks().filter_map(unit).find_map(|u| u.heading.clone());
                out.heading = heading.unwrap_or_default();
                Some(out)
            }
            _ => {
                let first = out.blocks().next()?;
                let years = || out.cells.iter().filter_map(|cell| reader.editions().get(cell.edition)).map(|e| e.code);
                let code = if years().any(|year| year == base) { base } else { years().next()? };
                let bare = bare(unit(first)?, first.tail, code);
                Some(Row { cells: out.cells, ..bare })
            }
        }
    };
    lawgrep_align::join(&documents, reader.alignment()).into_iter().filter_map(row).collect()
}

fn content(edition: usize, content: lawgrep_align::Content) -> Content {
    use lawgrep_align::{Content as Joined, Piece};
    let block = |piece: Piece| Block { edition, unit: piece.unit, tail: piece.tail };
    match content {
        Joined::Pieces(pieces) => Content::Blocks(pieces.into_iter().map(block).collect()),
        Joined::With(cite) => Content::With(cite),
        Joined::See(cite) => Content::See(cite),
        Joined::Missing => Content::Missing,
        Joined::Nothing => Content::Nothing,
    }
}

/// The rows of the provision and of what stands below it, of one edition.
pub(crate) fn under(reader: &dyn Reader, edition: usize, cite: Citation) -> Vec<Row> {
    some(reader, edition, |_, unit| unit.key.citations().iter().any(|own| cite.contains(*own)))
}

/// The rows of the unit and of what stands below it.
pub(crate) fn below(reader: &dyn Reader, edition: usize, unit: UnitId) -> Vec<Row> {
    let inside = reader.document(edition).map(|d| d.subtree(unit)).unwrap_or_default();
    some(reader, edition, |block, _| inside.contains(&block.unit))
}

/// The rows of these units, without what stands below them. The end of one that is printed after its parts stands there if all
/// its parts do.
pub(crate) fn those(reader: &dyn Reader, edition: usize, units: &[UnitId]) -> Vec<Row> {
    let Some(document) = reader.document(edition) else { return Vec::new() };
    let ended = |block: Block| !block.tail || document.subtree(block.unit).iter().all(|unit| units.contains(unit));
    some(reader, edition, |block, _| units.contains(&block.unit) && ended(block))
}

/// A row for the unit, still without cells.
fn bare(unit: &Unit, tail: bool, code: u16) -> Row {
    Row {
        what: if tail { What::Tail } else { What::of(&unit.key) },
        cite: unit.key.citation(),
        code,
        name: unit.key.pipe(),
        heading: heading(unit),
        cells: Vec::new(),
    }
}

/// A unit's heading, or what stands for one.
pub(crate) fn heading(unit: &Unit) -> String {
    match (&unit.heading, &unit.key) {
        (Some(heading), _) => heading.clone(),
        (None, UnitKey::Definition(term)) => term.clone(),
        (None, UnitKey::Exercise(n)) => t!("heading_exercise", n),
        (None, UnitKey::Answer(n)) => t!("heading_answer", n),
        (None, UnitKey::ScreenRule(name)) => t!("heading_screen", name),
        (None, UnitKey::Foreword) => t!("heading_foreword"),
        (None, UnitKey::Introduction) => t!("heading_introduction"),
        (None, UnitKey::Remark(cite)) => t!("heading_remark", cite),
        (None, _) => String::new(),
    }
}

/// The words of a block: what stands before the children, or after them.
pub(crate) fn part(document: &Document, block: Block) -> &str {
    let Some(unit) = document.unit(block.unit) else { return "" };
    let part = match tail_start(unit) {
        Some(at) if block.tail => unit.text.get(at..),
        Some(at) if document.children(block.unit).next().is_some() => unit.text.get(..at),
        _ => Some(unit.text.as_str()),
    };
    part.unwrap_or("").trim()
}
