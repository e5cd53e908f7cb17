use lawgrep_model::{Citation, Level, RefKind, Resolution, Target};

use crate::{
    find::{Mention, Reading, Shape},
    fragment::Fragment,
    holdings::Holdings,
};

/// What a mention turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolved {
    /// How it is worded.
    pub kind: RefKind,
    /// What it points to.
    pub target: Target,
    /// What became of it in its edition.
    pub resolution: Resolution,
    /// In a row of two provisions: the one it must belong to, since it refers to the other.
    pub source: Option<Citation>,
}

/// One provision or range that could be meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Candidate {
    target: Target,
    resolution: Resolution,
    relative: bool,
}

/// What a mention means where it stands. `own` are the citations of the provision that it stands in; empty where no law is
/// at hand, as in definitions. `words` are the mention's own. `None` if it is no reference after all.
pub fn resolve(mention: &Mention, words: &str, own: &[Citation], holdings: &Holdings) -> Option<Resolved> {
    let plain = |kind| Resolved { kind, target: Target::Nothing, resolution: Resolution::NoTarget, source: None };
    match mention.shape {
        Shape::Statute => return Some(plain(RefKind::Statute)),
        Shape::Homonym => {
            let ambiguous = Resolution::Ambiguous;
            return Some(Resolved { resolution: ambiguous, ..plain(RefKind::Law) });
        }
        Shape::ThisLaw => return (!own.is_empty()).then(|| plain(RefKind::ThisLaw)),
        Shape::Definition => {
            return holdings.defines(&crate::holdings::term_in(words)).then(|| plain(RefKind::Definition));
        }
        Shape::Provision | Shape::Footnote => {}
    }
    let all: Vec<Candidate> = mention.readings.iter().flat_map(|r| candidates(*r, own, holdings)).collect();
    let chosen = choose(&all, mention.rivals)?;
    let kind = kind(chosen, mention.shape);
    if !mention.sure && (kind == RefKind::National || chosen.resolution == Resolution::NotInCode) {
        return None;
    }
    let resolved = Resolved { kind, target: chosen.target, resolution: chosen.resolution, source: source(chosen, own) };
    Some(in_its_space(resolved, holdings))
}

/// A number of the regulation being read is its section's, never a law's.
fn in_its_space(resolved: Resolved, holdings: &Holdings) -> Resolved {
    let target = match resolved.target {
        Target::One(cite) if holdings.is_own(cite) => Target::Own(cite),
        Target::Range(from, to) if holdings.is_own(from) || holdings.is_own(to) => Target::OwnRange(from, to),
        _ => return resolved,
    };
    Resolved { kind: RefKind::Own, target, ..resolved }
}

/// The first candidate that the edition holds, else the first. Among rivals none, if more than one is possible.
fn choose(all: &[Candidate], rivals: bool) -> Option<Candidate> {
    let first = *all.first()?;
    let possible = |c: &&Candidate| matches!(c.resolution, Resolution::InEdition | Resolution::NotInEdition);
    let several =
        rivals && all.iter().filter(possible).any(|c| all.iter().filter(possible).any(|d| d.target != c.target));
    if several {
        return Some(Candidate { target: Target::Nothing, resolution: Resolution::Ambiguous, ..first });
    }
    let held = all.iter().find(|c| c.resolution == Resolution::InEdition);
    Some(*held.or_else(|| all.iter().find(possible)).unwrap_or(&first))
}

fn kind(chosen: Candidate, shape: Shape) -> RefKind {
    match chosen.target {
        Target::Nothing if chosen.relative => RefKind::Relative,
        Target::Nothing => RefKind::Law,
        _ if chosen.resolution == Resolution::NoTarget => RefKind::National,
        _ if shape == Shape::Footnote => RefKind::Footnote,
        Target::Range(..) => RefKind::Range,
        Target::One(_) if chosen.relative => RefKind::Relative,
        Target::One(cite) if cite.level() == Level::Law => RefKind::Law,
        Target::One(_) => RefKind::Absolute,
        Target::Own(_) | Target::OwnRange(..) => RefKind::Own,
    }
}

/// "a ovan" in a row of 47E2a and 47E2b stands in 47E2b.
fn source(chosen: Candidate, own: &[Citation]) -> Option<Citation> {
    match (chosen.target, own) {
        (Target::One(target), [first, second]) if chosen.relative && target == *first => Some(*second),
        (Target::One(target), [first, second]) if chosen.relative && target == *second => Some(*first),
        _ => None,
    }
}

fn candidates(reading: Reading, own: &[Citation], holdings: &Holdings) -> Vec<Candidate> {
    if reading.from.law.is_some() {
        return absolute(reading, holdings).into_iter().collect();
    }
    let mut all: Vec<Candidate> = own.iter().filter_map(|cite| relative(reading, *cite, holdings)).collect();
    // A row of several provisions stands for each; one answer from those that the edition holds is enough.
    if all.iter().any(|c| c.resolution == Resolution::InEdition) {
        all.retain(|c| c.resolution == Resolution::InEdition);
    }
    all.dedup();
    if all.len() > 1 {
        return vec![AMBIGUOUS];
    }
    all
}

const AMBIGUOUS: Candidate = Candidate { target: Target::Nothing, resolution: Resolution::Ambiguous, relative: true };

fn absolute(reading: Reading, holdings: &Holdings) -> Option<Candidate> {
    let from = reading.from.absolute()?;
    let (target, resolution) = match reading.to {
        None => (Target::One(from), holdings.status(from)),
        Some(to) => {
            let to = to.absolute()?;
            (Target::Range(from, to), holdings.status_of_range(from, to))
        }
    };
    Some(Candidate { target, resolution, relative: false })
}

/// Tries a fragment against the provision that it stands in and those above it, nearest first.
fn relative(reading: Reading, own: Citation, holdings: &Holdings) -> Option<Candidate> {
    let ways: Vec<Fragment> = [Some(reading.from), reading.from.as_subitem()].into_iter().flatten().collect();
    let bases: Vec<Citation> = std::iter::once(own).chain(own.ancestors()).collect();
    for base in &bases {
        let mut held: Vec<Citation> =
            ways.iter().filter_map(|f| f.below(*base)).filter(|c| holdings.holds(*c)).collect();
        held.dedup();
        match held.as_slice() {
            [] => {}
            [cite] => return Some(found(*cite, *base, reading, holdings)),
            _ => return Some(AMBIGUOUS),
        }
    }
    // Nothing answers to it. Where it would stand: as a part of the nearest provision that can have such parts at all.
    let base = bases.iter().find(|base| takes(**base, own, reading.from))?;
    let cite = reading.from.below(*base)?;
    let mut missing = found(cite, *base, reading, holdings);
    // Where the edition prints nothing else of the law, it cannot tell that something is missing from it.
    if missing.resolution == Resolution::NotInCode && !holdings.has_more_of_law(own) {
        missing.resolution = Resolution::NotInEdition;
    }
    Some(missing)
}

fn found(cite: Citation, base: Citation, reading: Reading, holdings: &Holdings) -> Candidate {
    let end = reading.to.and_then(|to| to.below(base));
    let (target, resolution) = match end {
        Some(to) => (Target::Range(cite, to), holdings.status_of_range(cite, to)),
        None => (Target::One(cite), holdings.status(cite)),
    };
    Candidate { target, resolution, relative: true }
}

/// Whether, for a reader at `own`, a part such as `fragment` would be a part of `base`: a subsection of the section being
/// read, an item of the subsection being read, or of the section where that has no subsections.
fn takes(base: Citation, own: Citation, fragment: Fragment) -> bool {
    let item = fragment.section.is_none() && fragment.subsection.is_none();
    let within = match base.level() {
        Level::Law => fragment.section.is_some() || own.section().is_none(),
        Level::Section => !item || own.subsection().is_none(),
        _ => true,
    };
    within && fragment.below(base).is_some()
}

#[cfg(test)]
#[path = "resolve/tests.rs"]
mod tests;
