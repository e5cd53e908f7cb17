//! One step: from a code to a newer one, by one concordance.

use std::collections::{BTreeMap, BTreeSet};

use lawgrep_lexicon::{Concordance, ConcordanceRow, Relation};
use lawgrep_model::Citation;

use crate::Homes;

/// A concordance, laid out for questions.
pub(crate) struct Step<'a> {
    /// The rows that give homes, by the older provision; the warnings are not among them.
    rows: BTreeMap<Citation, &'a ConcordanceRow>,
    /// What the newer code has and the older had not.
    new: BTreeMap<Citation, &'a ConcordanceRow>,
    replaced: BTreeMap<Citation, &'a ConcordanceRow>,
    /// What footnotes became, by the newer provision.
    footnotes: BTreeMap<Citation, &'a ConcordanceRow>,
    /// The provisions of the newer code.
    target: &'a BTreeSet<Citation>,
}

impl<'a> Step<'a> {
    pub(crate) fn new(concordance: &'a Concordance, target: &'a BTreeSet<Citation>) -> Self {
        let (rows, new, replaced, footnotes) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut all = Self { rows, new, replaced, footnotes, target };
        for row in concordance.rows.iter().filter(|row| row.footnote) {
            all.footnotes.extend(row.to.iter().map(|to| (*to, row)));
        }
        for row in concordance.rows.iter().filter(|row| !row.footnote) {
            match (row.relation, row.from) {
                (Relation::Replaced, Some(from)) => _ = all.replaced.insert(from, row),
                (_, Some(from)) => _ = all.rows.insert(from, row),
                (_, None) => all.new.extend(row.to.iter().map(|to| (*to, row))),
            }
        }
        all
    }

    /// The warning that the number is now another rule's.
    pub(crate) fn replaced(&self, cite: Citation) -> Option<&'a ConcordanceRow> {
        self.replaced.get(&cite).copied()
    }

    /// Where a provision of the newer code came from that was a footnote: to be found at that provision, not the whole of it.
    pub(crate) fn footnote(&self, cite: Citation) -> Option<Homes> {
        let row = self.footnotes.get(&cite)?;
        let note = Some(row.note.clone().unwrap_or_else(|| "a footnote".to_owned()));
        let to = row.from.into_iter().collect();
        Some(Homes { relation: Relation::Moved, to, exact: false, doubtful: row.sure.is_doubtful(), note, year: None })
    }

    /// The row that says that a provision of the newer code is new: its own or one above it.
    pub(crate) fn new_row(&self, cite: Citation) -> Option<&'a ConcordanceRow> {
        std::iter::once(cite).chain(cite.ancestors()).find_map(|c| self.new.get(&c).copied())
    }

    /// How far above the provision the row stands that speaks for it: 0 for its own.
    pub(crate) fn distance(&self, cite: Citation) -> Option<usize> {
        std::iter::once(cite).chain(cite.ancestors()).position(|c| self.rows.contains_key(&c))
    }

    /// Where a provision of the older code went. `None` where no row speaks for it.
    pub(crate) fn homes(&self, cite: Citation) -> Option<Homes> {
        let (above, row) =
            std::iter::once(cite).chain(cite.ancestors()).find_map(|c| self.rows.get(&c).map(|row| (c, *row)))?;
        let mut homes = Homes {
            relation: row.relation,
            to: row.to.clone(),
            exact: true,
            doubtful: row.sure.is_doubtful(),
            note: row.note.clone().filter(|_| above == cite),
            year: None,
        };
        if above == cite || row.relation == Relation::Dropped {
            return Some(homes);
        }
        // The part keeps its place below the new home, where there is one and no row tells otherwise.
        let kept: Vec<Citation> =
            row.to.iter().filter_map(|to| moved(cite, above, *to)).filter(|c| self.free(cite, *c)).collect();
        if kept.is_empty() {
            homes.exact = false;
        } else {
            homes.relation = match (row.relation, kept.as_slice()) {
                (Relation::Split | Relation::Merged, [one]) if *one == cite => Relation::Reworded,
                (Relation::Split | Relation::Merged, [_]) => Relation::Moved,
                (relation, _) => relation,
            };
            homes.to = kept;
        }
        Some(homes)
    }

    /// Whether a provision may be taken to have gone to `to` without a row of its own. Where it keeps its number a warning
    /// would say that it does not; another number may be another row's.
    fn free(&self, cite: Citation, to: Citation) -> bool {
        let other_rule = match cite == to {
            true => self.replaced.contains_key(&cite),
            false => self.rows.values().any(|row| row.to.contains(&to)),
        };
        self.target.contains(&to) && self.new_row(to).is_none() && !other_rule
    }
}

/// The provision that stands below `to` as `cite` stands below `above`; `None` where the levels differ, since a number may
/// not become a letter on the way.
fn moved(cite: Citation, above: Citation, to: Citation) -> Option<Citation> {
    if above.level() != to.level() || !above.contains(cite) {
        return None;
    }
    let mut out = to;
    // Only what stands deeper than `above`.
    if let (None, Some(letter)) = (above.section(), cite.section()) {
        out = out.with_section(letter)?;
    }
    if let (None, Some(number)) = (above.subsection(), cite.subsection()) {
        out = out.with_subsection(number);
    }
    if let (None, Some(letter)) = (above.item(), cite.item()) {
        out = out.with_item(letter)?;
    }
    if let (None, Some(number)) = (above.subitem(), cite.subitem()) {
        out = out.with_subitem(number)?;
    }
    Some(out)
}
