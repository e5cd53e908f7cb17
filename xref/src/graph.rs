use std::{
    collections::BTreeMap,
    ops::Bound::{Excluded, Unbounded},
};

use lawgrep_model::{Citation, Document, Level, RefKind, Resolution, Target, UnitId};

/// A reference that comes in from somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Incoming {
    /// The unit that refers.
    pub unit: UnitId,
    /// Which of its references: an index into `Unit::refs`.
    pub reference: usize,
}

/// Who refers to what in one edition. References to provisions that the edition lacks count too; ambiguous ones, and
/// numbers outside the code, do not.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    incoming: BTreeMap<Citation, Vec<Incoming>>,
    /// By the numbers of a regulation, which are no laws.
    own: BTreeMap<Citation, Vec<Incoming>>,
}

impl Graph {
    /// The graph of a document that has been linked.
    pub fn of(document: &Document) -> Self {
        let mut all = Self::default();
        for (unit, of) in document.iter() {
            for (reference, found) in of.refs.iter().enumerate() {
                let linked = matches!(found.resolution, Resolution::InEdition | Resolution::NotInEdition);
                if !linked || matches!(found.kind, RefKind::National | RefKind::Statute) {
                    continue;
                }
                let here = Incoming { unit, reference };
                let table = match found.target {
                    Target::Own(_) | Target::OwnRange(..) => &mut all.own,
                    _ => &mut all.incoming,
                };
                let targets = match found.target {
                    Target::One(cite) | Target::Own(cite) => vec![cite],
                    Target::Range(from, to) | Target::OwnRange(from, to) => between(from, to),
                    Target::Nothing => Vec::new(),
                };
                for cite in targets {
                    table.entry(cite).or_default().push(here);
                }
            }
        }
        all
    }

    /// References whose target is exactly this provision or a range that covers it, in print order.
    pub fn incoming(&self, cite: Citation) -> &[Incoming] {
        self.incoming.get(&cite).map_or(&[], Vec::as_slice)
    }

    /// References to provisions below this one, in print order, each once.
    pub fn incoming_below(&self, cite: Citation) -> Vec<Incoming> {
        below(&self.incoming, cite)
    }

    /// References to exactly this section of the regulation, in its own numbers, in print order.
    pub fn incoming_own(&self, cite: Citation) -> &[Incoming] {
        self.own.get(&cite).map_or(&[], Vec::as_slice)
    }

    /// References to what stands below this section of the regulation, in print order, each once.
    pub fn incoming_own_below(&self, cite: Citation) -> Vec<Incoming> {
        below(&self.own, cite)
    }
}

fn below(table: &BTreeMap<Citation, Vec<Incoming>>, cite: Citation) -> Vec<Incoming> {
    // What stands below a provision follows it without a gap in the order of citations.
    let below = table.range((Excluded(cite), Unbounded)).take_while(|(c, _)| cite.contains(**c));
    let mut all: Vec<Incoming> = below.flat_map(|(_, list)| list.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// All provisions from one to another that stand on their level: 26 to 32, 47A to 47E. The two ends alone where the levels
/// or the provisions above them differ.
fn between(from: Citation, to: Citation) -> Vec<Citation> {
    let mut all = vec![from];
    let siblings = from.level() == to.level() && from.parent() == to.parent();
    while let Some(last) = all.last().copied().filter(|last| siblings && *last < to) {
        match next(last) {
            Some(cite) => all.push(cite),
            None => break,
        }
    }
    if all.last() != Some(&to) {
        all.push(to);
    }
    all
}

/// The provision that a book would print after this one on the same level.
fn next(cite: Citation) -> Option<Citation> {
    let letter = |c: char| char::from_u32(u32::from(c) + 1);
    match (cite.level(), cite.parent()) {
        (Level::Law, _) => cite.law_number().checked_add(1).map(Citation::law),
        (Level::Section, Some(up)) => up.with_section(letter(cite.section()?)?),
        (Level::Subsection, Some(up)) => Some(up.with_subsection(cite.subsection()?.checked_add(1)?)),
        (Level::Item, Some(up)) => up.with_item(letter(cite.item()?)?),
        (Level::Subitem, Some(up)) => up.with_subitem(cite.subitem()?.checked_add(1)?),
        (_, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cite, linked};

    fn units(incoming: &[Incoming]) -> Vec<u32> {
        incoming.iter().map(|i| i.unit.0).collect()
    }

    #[test]
    fn references_come_in_where_they_point() {
        let document = linked(&[
            ("16A", "see Law 16B and Law 50"),
            ("16B", "see Laws 48-51, the by-laws § 50, Law 112"),
            ("16C", "see C2 below; see Law 16"),
            ("16C2", "see Law 16Z"),
        ]);
        let graph = Graph::of(&document);
        assert_eq!(units(graph.incoming(cite("16B"))), [0]);
        assert_eq!(units(graph.incoming(cite("50"))), [0, 1]);
        assert_eq!(units(graph.incoming(cite("49"))), [1]);
        assert_eq!(units(graph.incoming(cite("52"))), [] as [u32; 0]);
        assert_eq!(units(graph.incoming(cite("112"))), [] as [u32; 0]);
        assert_eq!(units(graph.incoming(cite("16Z"))), [] as [u32; 0]);
        assert_eq!(units(&graph.incoming_below(cite("16"))), [0, 2]);
        assert_eq!(units(&graph.incoming_below(cite("16C"))), [2]);
        let found = graph.incoming(cite("16"))[0];
        assert_eq!(
            document.units[found.unit.index()].words(&document.units[found.unit.index()].refs[found.reference]),
            "Law 16"
        );
    }

    #[test]
    fn ranges_cover_what_stands_between_their_ends() {
        let all = |from: &str, to: &str| {
            between(cite(from), cite(to)).iter().map(Citation::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(all("26", "29"), "26 27 28 29");
        assert_eq!(all("47A", "47D"), "47A 47B 47C 47D");
        assert_eq!(all("16A1", "16A3"), "16A1 16A2 16A3");
        assert_eq!(all("12C2b", "12C2d"), "12C2b 12C2c 12C2d");
        assert_eq!(all("20F5b(i)", "20F5b(iii)"), "20F5b(i) 20F5b(ii) 20F5b(iii)");
        assert_eq!(all("16A", "17"), "16A 17");
    }
}
