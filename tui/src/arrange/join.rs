use std::collections::{BTreeMap, BTreeSet};

use lawgrep_model::Citation;

use super::{Block, Cell, Content, Lead, Row, What, bare, print_order};
use crate::reader::Reader;

/// One edition's blocks by where they belong.
struct Source {
    edition: usize,
    cited: BTreeMap<Citation, Vec<Block>>,
    tails: BTreeMap<Citation, Vec<Block>>,
    /// The further provisions of a combined table row, and the one whose row has the words.
    with: BTreeMap<Citation, Citation>,
    /// What has no citation, by the provision that is printed after it.
    before: BTreeMap<Citation, Vec<Block>>,
    /// What has no citation and stands after the last provision.
    after: Vec<Block>,
}

/// Several editions, joined by citation inside each code.
pub(super) fn rows(reader: &dyn Reader, shown: &[usize], code: u16) -> Vec<Row> {
    let mut groups: Vec<(u16, Vec<Source>)> = Vec::new();
    for &edition in shown {
        let Some(source) = Source::of(reader, edition) else { continue };
        let year = reader.editions().get(edition).map_or(0, |e| e.code);
        match groups.iter_mut().find(|(other, _)| *other == year) {
            Some((_, members)) => members.push(source),
            None => groups.push((year, vec![source])),
        }
    }
    let laws: BTreeSet<u16> =
        groups.iter().flat_map(|(_, group)| group.iter().flat_map(Source::cites)).map(Citation::law_number).collect();
    let mut joined = Joined { reader, main: code, last: code, rows: Vec::new() };
    for law in laws {
        for (year, group) in &groups {
            joined.law(*year, group, law);
        }
    }
    for (year, group) in &groups {
        for source in group {
            joined.loose(*year, &source.after);
        }
    }
    joined.rows
}

impl Source {
    fn of(reader: &dyn Reader, edition: usize) -> Option<Self> {
        let document = reader.document(edition)?;
        let mut all = Self {
            edition,
            cited: BTreeMap::new(),
            tails: BTreeMap::new(),
            with: BTreeMap::new(),
            before: BTreeMap::new(),
            after: Vec::new(),
        };
        for (id, tail) in print_order(document) {
            let block = Block { edition, unit: id, tail };
            let Some(unit) = document.unit(id) else { continue };
            let Some(cite) = unit.key.citation() else {
                all.after.push(block);
                continue;
            };
            if tail {
                all.tails.entry(cite).or_default().push(block);
                continue;
            }
            all.before.entry(cite).or_default().append(&mut all.after);
            all.cited.entry(cite).or_default().push(block);
            for other in unit.key.citations().iter().filter(|other| **other != cite) {
                all.with.entry(*other).or_insert(cite);
            }
        }
        Some(all)
    }

    fn cites(&self) -> impl Iterator<Item = Citation> + '_ {
        self.cited.keys().chain(self.with.keys()).copied()
    }

    fn cell(&self, cite: Citation) -> Cell {
        let below = |map: &BTreeMap<Citation, _>| map.range(cite..).next().is_some_and(|(c, _)| cite.contains(*c));
        let content = match (self.cited.get(&cite), self.with.get(&cite)) {
            (Some(blocks), _) => Content::Blocks(blocks.clone()),
            (None, Some(first)) => Content::With(*first),
            (None, None) if below(&self.cited) || self.with.keys().any(|c| cite.contains(*c)) => Content::Nothing,
            (None, None) => Content::Missing,
        };
        Cell { edition: self.edition, content }
    }
}

struct Joined<'a> {
    reader: &'a dyn Reader,
    /// The code being read.
    main: u16,
    /// The code of the last row.
    last: u16,
    rows: Vec<Row>,
}

impl Joined<'_> {
    /// The rows of one law in the editions of one code.
    fn law(&mut self, year: u16, group: &[Source], law: u16) {
        let cites: BTreeSet<Citation> =
            group.iter().flat_map(Source::cites).filter(|c| c.law_number() == law).collect();
        let mut open: Vec<Citation> = Vec::new();
        for cite in cites {
            while let Some(up) = open.pop_if(|up| !up.contains(cite)) {
                self.tail(year, group, up);
            }
            for source in group {
                self.loose(year, source.before.get(&cite).map_or(&[], Vec::as_slice));
            }
            self.push(
                year,
                self.row(year, What::Provision(cite.level()), cite, group.iter().map(|s| s.cell(cite)).collect()),
            );
            open.push(cite);
        }
        while let Some(up) = open.pop() {
            self.tail(year, group, up);
        }
    }

    fn tail(&mut self, year: u16, group: &[Source], cite: Citation) {
        let cell = |source: &Source| {
            let content = source.tails.get(&cite).map_or(Content::Nothing, |b| Content::Blocks(b.clone()));
            Cell { edition: source.edition, content }
        };
        if group.iter().any(|source| source.tails.contains_key(&cite)) {
            self.push(year, self.row(year, What::Tail, cite, group.iter().map(cell).collect()));
        }
    }

    fn loose(&mut self, year: u16, blocks: &[Block]) {
        for block in blocks {
            let unit = self.reader.document(block.edition).and_then(|d| d.unit(block.unit));
            if let Some(unit) = unit {
                let content = Content::Blocks(vec![*block]);
                let cells = vec![Cell { edition: block.edition, content }];
                self.push(year, Row { cells, ..bare(unit, block.tail, year) });
            }
        }
    }

    fn row(&self, year: u16, what: What, cite: Citation, cells: Vec<Cell>) -> Row {
        let mut row = Row {
            what,
            cite: Some(cite),
            code: year,
            name: cite.to_string(),
            heading: String::new(),
            lead: None,
            cells,
        };
        let unit = |b: Block| self.reader.document(b.edition).and_then(|d| d.unit(b.unit));
        let heading = row.blocks().filter_map(unit).find_map(|u| u.heading.clone());
        row.heading = heading.unwrap_or_default();
        row
    }

    fn push(&mut self, year: u16, row: Row) {
        // Where all editions print the provision with another one, that one's row says it.
        if row.blocks().next().is_none() {
            return;
        }
        let lead = (year != self.last).then_some(if year == self.main { Lead::Back(year) } else { Lead::Other(year) });
        self.last = year;
        self.rows.push(Row { lead, ..row });
    }
}
