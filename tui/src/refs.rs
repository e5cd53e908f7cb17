//! Which references can be followed, and from which of their words.

use std::ops::Range;

use lawgrep_model::{Citation, Document, RefKind, Reference, Resolution, Target, Unit, UnitId};

use crate::ink::Ink;

/// Which words of a reference are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    /// All of them.
    Whole,
    /// The first end of a range.
    First,
    /// The last end of a range.
    Last,
}

/// Names something that can be followed, in all editions at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LinkId {
    pub(crate) edition: usize,
    pub(crate) unit: UnitId,
    pub(crate) origin: Origin,
}

/// Where something that can be followed stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// In the words of the unit: one of its references, by index.
    Words(usize, End),
    /// In a line of ours below that row; it leads to the unit.
    Row(usize),
}

impl LinkId {
    /// The provision that the reference names; `None` for what leads to a unit.
    pub(crate) fn target(self, document: &Document) -> Option<Citation> {
        let Origin::Words(reference, end) = self.origin else { return None };
        let reference = document.unit(self.unit)?.refs.get(reference)?;
        match (reference.target, end) {
            (Target::One(cite), _) | (Target::Range(cite, _), End::Whole | End::First) => Some(cite),
            (Target::Range(_, cite), End::Last) => Some(cite),
            (Target::Nothing | Target::Own(_) | Target::OwnRange(..), _) => None,
        }
    }
}

/// The section of a regulation that the reference names in the regulation's own numbers.
pub(crate) fn own_target(link: LinkId, document: &Document) -> Option<UnitId> {
    let Origin::Words(reference, _) = link.origin else { return None };
    let (Target::Own(cite) | Target::OwnRange(cite, _)) = document.unit(link.unit)?.refs.get(reference)?.target else {
        return None;
    };
    document.iter().find(|(_, unit)| unit.key.own().is_some_and(|own| cite.contains(own))).map(|(id, _)| id)
}

/// A stretch of words that is, or belongs to, a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) bytes: Range<usize>,
    pub(crate) ink: Ink,
    /// Index into the unit's references and the end, where it can be followed.
    pub(crate) follow: Option<(usize, End)>,
}

/// The stretches of the references that stand in `place` of the unit. Later ones lie inside earlier ones or after them.
pub(crate) fn stretches(unit: &Unit, place: lawgrep_model::Place) -> Vec<Stretch> {
    let mut all = Vec::new();
    for (n, reference) in unit.refs.iter().enumerate().filter(|(_, r)| r.place == place) {
        let ink = ink(reference);
        let follow = |end| (ink != Ink::DeadRef).then_some((n, end));
        let whole = reference.span.range();
        match (reference.target, reference.ends) {
            (Target::Range(..), Some((first, last))) => {
                all.push(Stretch { bytes: whole, ink, follow: None });
                all.push(Stretch { bytes: first.range(), ink, follow: follow(End::First) });
                all.push(Stretch { bytes: last.range(), ink, follow: follow(End::Last) });
            }
            _ => all.push(Stretch { bytes: whole, ink, follow: follow(End::Whole) }),
        }
    }
    all
}

/// Whether and how it can be followed. What is ambiguous or outside the code is shown, never linked.
fn ink(reference: &Reference) -> Ink {
    // A national number or a statute's is no law of the code, whatever the resolution says.
    let outside = matches!(reference.kind, RefKind::National | RefKind::Statute | RefKind::Definition);
    match reference.resolution {
        _ if outside || reference.target == Target::Nothing => Ink::DeadRef,
        Resolution::InEdition => Ink::Link,
        Resolution::NotInEdition => Ink::FarLink,
        Resolution::NotInCode | Resolution::Ambiguous | Resolution::NoTarget => Ink::DeadRef,
    }
}
