//! What provisions refer to.

use std::collections::BTreeSet;

use lawgrep_model::{Citation, Level, Place, RefKind, Resolution, Target, Unit};

/// A range of more provisions than this is taken by its ends.
const LONGEST: u16 = 100;

/// One provision that is referred to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pointer {
    /// `None` where the words could mean more than one provision, or stand for the law being read.
    pub(crate) to: Option<Citation>,
    pub(crate) this_law: bool,
    /// A number of a national book; where only one text has it, it may as well be a slip.
    pub(crate) outside: bool,
    /// The code has no such provision.
    pub(crate) dangling: bool,
    /// The code has it, and the text has not.
    pub(crate) absent: bool,
}

/// The provisions that a unit refers to at one place, ranges spelt out. References to definitions and statutes are none.
pub(crate) fn pointers(unit: &Unit, place: Place) -> Vec<Pointer> {
    let mut all = Vec::new();
    for reference in unit.refs.iter().filter(|r| r.place == place) {
        let this_law = reference.kind == RefKind::ThisLaw;
        if matches!(reference.kind, RefKind::Statute | RefKind::Definition | RefKind::Own) {
            continue;
        }
        let outside = reference.kind == RefKind::National;
        let dangling = reference.resolution == Resolution::NotInCode;
        let absent = reference.resolution == Resolution::NotInEdition;
        let pointer = |to| Pointer { to, this_law, outside, dangling, absent };
        match reference.target {
            _ if reference.resolution == Resolution::Ambiguous => all.push(pointer(None)),
            Target::One(cite) => all.push(pointer(Some(cite))),
            Target::Range(from, to) => all.extend(between(from, to).into_iter().map(|cite| pointer(Some(cite)))),
            Target::Nothing | Target::Own(_) | Target::OwnRange(..) => all.push(pointer(None)),
        }
    }
    all
}

/// The provisions from one to another that stand side by side; both ends where they do not.
fn between(from: Citation, to: Citation) -> Vec<Citation> {
    let mut all = vec![from];
    while let Some(next) = all.last().and_then(|last| next(*last)) {
        if all.len() > usize::from(LONGEST) || from.level() != to.level() || next > to {
            break;
        }
        all.push(next);
    }
    if all.last() == Some(&to) { all } else { vec![from, to] }
}

/// The provision that stands next to another.
pub(crate) fn next(cite: Citation) -> Option<Citation> {
    let after = |c: char| char::from_u32(c as u32 + 1);
    match cite.level() {
        Level::Law => Some(Citation::law(cite.law_number() + 1)),
        Level::Section => cite.with_section(after(cite.section()?)?),
        Level::Subsection => Some(cite.with_subsection(cite.subsection()?.checked_add(1)?)),
        Level::Item => cite.with_item(after(cite.item()?)?),
        Level::Subitem => cite.with_subitem(cite.subitem()?.checked_add(1)?),
    }
}

/// The targets that only one of two sides has.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Unlike {
    pub(crate) a: Vec<Citation>,
    pub(crate) b: Vec<Citation>,
}

/// Compares what two sides refer to. `homes` tells where a provision of the first text's code stands in the other's; `own`
/// are the provisions themselves, which "this law" may name.
pub(crate) fn unlike(
    a: &[Pointer],
    b: &[Pointer],
    homes: &dyn Fn(Citation) -> Vec<Citation>,
    own: (&[Citation], &[Citation]),
) -> Unlike {
    let mut left: Vec<Option<&Pointer>> = b.iter().map(Some).collect();
    let mut alone: Vec<&Pointer> = Vec::new();
    // What was found already may be met by further targets: one provision that became two.
    let mut met: BTreeSet<Citation> = BTreeSet::new();
    let mut pending: Vec<(&Pointer, Citation, Vec<Citation>)> = Vec::new();
    for pointer in a {
        let Some(cite) = pointer.to else { continue };
        let homes = homes(cite);
        // The chief home first, so that two that share one do not take each other's.
        pending.push((pointer, cite, homes));
    }
    for first in [true, false] {
        pending.retain(|(_, _, homes)| {
            let wanted = |p: &Pointer| {
                p.to.is_some_and(|to| if first { homes.first() == Some(&to) } else { homes.contains(&to) })
            };
            let found = left.iter_mut().find(|p| p.is_some_and(wanted));
            let Some(found) = found else { return true };
            *found = None;
            if homes.len() > 1 {
                met.extend(homes);
            }
            false
        });
    }
    for (pointer, _, homes) in pending {
        // Two of the first text that became one.
        let merged = homes.iter().any(|home| met.contains(home));
        if !merged {
            alone.push(pointer);
        }
    }
    let mut rest: Vec<&Pointer> =
        left.into_iter().flatten().filter(|p| p.to.is_none_or(|to| !met.contains(&to))).collect();
    // "This law", or words that could mean several provisions, may be any of those that have no partner.
    let wild = |all: &[Pointer]| {
        (all.iter().filter(|p| p.to.is_none() && !p.this_law).count(), all.iter().any(|p| p.this_law))
    };
    let (wild_a, wild_b) = (wild(a), wild(b));
    rest.retain(|p| p.to.is_some());
    spare(&mut alone, wild_b, own.0);
    spare(&mut rest, wild_a, own.1);
    let cites = |all: &[&Pointer]| -> Vec<Citation> {
        let mut all: Vec<Citation> = all.iter().filter_map(|p| p.to).collect();
        all.sort();
        all
    };
    Unlike { a: cites(&alone), b: cites(&rest) }
}

/// Takes out what words of the other text may mean that point to no certain provision.
fn spare(alone: &mut Vec<&Pointer>, (ambiguous, this_law): (usize, bool), own: &[Citation]) {
    if this_law {
        alone.retain(|p| p.to.is_none_or(|to| !own.iter().any(|cite| to.contains(*cite))));
    }
    // A provision of the law being read is what such words mean.
    for _ in 0..ambiguous {
        let near = |p: &&Pointer| p.to.is_some_and(|to| own.iter().any(|cite| cite.law_number() == to.law_number()));
        if let Some(at) = alone.iter().position(near) {
            alone.remove(at);
        }
    }
}
