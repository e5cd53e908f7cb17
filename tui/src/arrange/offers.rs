use std::collections::BTreeMap;

use lawgrep_model::{Citation, Document, RefKind, Reference, Resolution, Target, Unit, UnitId, UnitKey};

use super::{Arrangement, Block};
use crate::reader::Reader;

/// What cites a provision without being law, of all editions at hand, by the row that has the provision's rule.
pub(super) fn of(reader: &dyn Reader, rows: &Arrangement) -> BTreeMap<usize, Vec<(usize, UnitId)>> {
    let mut all: BTreeMap<usize, Vec<(usize, UnitId)>> = BTreeMap::new();
    for edition in 0..reader.editions().len() {
        let Some(document) = reader.document(edition) else { continue };
        for (id, unit) in document.iter().filter(|(_, unit)| is_offered(unit)) {
            let own = rows.row_of_block(Block { edition, unit: id, tail: false });
            for row in cited(unit).filter_map(|cite| home(reader, rows, document, cite)) {
                let offers = all.entry(row).or_default();
                if own != Some(row) && !offers.contains(&(edition, stands_for(document, id, unit))) {
                    offers.push((edition, stands_for(document, id, unit)));
                }
            }
        }
    }
    all.retain(|_, offers| !offers.is_empty());
    all
}

fn is_offered(unit: &Unit) -> bool {
    matches!(unit.key, UnitKey::Exercise(_) | UnitKey::Answer(_) | UnitKey::ScreenRule(_) | UnitKey::Remark(_))
}

/// The provisions that it speaks of: those that it cites, and the one that a remark stands by.
fn cited(unit: &Unit) -> impl Iterator<Item = Citation> + '_ {
    let target = |reference: &Reference| match (reference.kind, reference.resolution, reference.target) {
        (RefKind::National | RefKind::Statute | RefKind::Definition, ..) => None,
        (_, Resolution::InEdition | Resolution::NotInEdition, Target::One(cite)) => Some(cite),
        // A range speaks of no provision in particular.
        _ => None,
    };
    unit.key.citation().into_iter().chain(unit.refs.iter().filter_map(target))
}

/// The row that has the rule of a provision.
fn home(reader: &dyn Reader, rows: &Arrangement, document: &Document, cite: Citation) -> Option<usize> {
    let code = document.edition.code;
    if code == rows.code {
        return rows.row_of(code, cite);
    }
    let homes = reader.alignment().homes(code, cite, rows.code);
    let first = homes.and_then(|homes| homes.to.first().copied());
    first.and_then(|first| rows.row_of(rows.code, first)).or_else(|| rows.row_of(code, cite))
}

/// An answer is read with its exercise.
fn stands_for(document: &Document, id: UnitId, unit: &Unit) -> UnitId {
    let UnitKey::Answer(n) = unit.key else { return id };
    let exercise = document.iter().find(|(_, other)| other.key == UnitKey::Exercise(n));
    exercise.map_or(id, |(id, _)| id)
}
