//! Who answers to whom in the other text.

use std::collections::BTreeMap;

use lawgrep_align::{Alignment, Homes};
use lawgrep_model::Citation;

use crate::{moved::Found, side::Side};

/// What became of one side's node.
#[derive(Debug, Clone)]
pub(crate) enum Fate {
    /// It has its like, or what stands below it has.
    Linked,
    /// The other text lacks the provisions where it ought to stand.
    Absent(Vec<Citation>),
    /// The other code has no such rule.
    Gone(Homes),
    /// The concordance does not tell.
    Unplaced,
}

/// Both sides put together.
pub(crate) struct Links {
    /// Nodes of A, nodes of B that are compared as a whole; in the order of A.
    pub(crate) groups: Vec<(Vec<usize>, Vec<usize>)>,
    pub(crate) a: Vec<Fate>,
    pub(crate) b: Vec<Fate>,
    /// What the concordance says of A's nodes, and of B's.
    pub(crate) homes_a: Vec<Option<Homes>>,
    pub(crate) homes_b: Vec<Option<Homes>>,
}

/// Links two sides by their codes, after `found` told which provisions stand under another number, in others, or as several.
pub(crate) fn links(a: &Side<'_>, b: &Side<'_>, alignment: &Alignment, found: &Found) -> Links {
    let mut edges: Vec<(usize, usize)> = found.edges().collect();
    let (homes_a, fates_a, forward) = place(a, b, alignment, &|n| found.frees_a(n), &|n| found.frees_b(n));
    edges.extend(&forward);
    let (homes_b, mut fates_b, back) = place(b, a, alignment, &|n| found.frees_b(n), &|n| found.frees_a(n));
    let reached: Vec<bool> = (0..b.nodes.len()).map(|n| edges.iter().any(|(_, to)| *to == n)).collect();
    edges.extend(back.into_iter().filter(|(n, _)| reached.get(*n) == Some(&false)).map(|(n, to)| (to, n)));
    let mut fates_a = fates_a;
    for (from, to) in &edges {
        for (fates, at) in [(&mut fates_a, *from), (&mut fates_b, *to)] {
            if let Some(fate) = fates.get_mut(at) {
                *fate = Fate::Linked;
            }
        }
    }
    Links { groups: groups(&edges), a: fates_a, b: fates_b, homes_a, homes_b }
}

/// Where each node of `x` stands in `y`, going by number and concordance only.
#[expect(clippy::type_complexity, reason = "three lists that are made together and used apart")]
fn place(
    x: &Side<'_>,
    y: &Side<'_>,
    alignment: &Alignment,
    skip_x: &dyn Fn(usize) -> bool,
    skip_y: &dyn Fn(usize) -> bool,
) -> (Vec<Option<Homes>>, Vec<Fate>, Vec<(usize, usize)>) {
    let (from, to) = (x.document.edition.code, y.document.edition.code);
    let (mut all, mut fates, mut edges) = (Vec::new(), Vec::new(), Vec::new());
    for (n, node) in x.nodes.iter().enumerate() {
        let mut absent = Vec::new();
        let mut linked = false;
        let mut gone = None;
        let mut first = None;
        for cite in node.cites.iter().filter(|_| !skip_x(n) && !node.again) {
            let Some(homes) = alignment.homes(from, *cite, to) else { continue };
            first.get_or_insert_with(|| homes.clone());
            if homes.to.is_empty() {
                gone = Some(homes);
                continue;
            }
            let parts = !homes.exact && x.has_below(*cite);
            for home in &homes.to {
                match y.node_or_alias(*home).filter(|other| !skip_y(*other)) {
                    // A provision whose parts went to several places is only where its own words are.
                    Some(_) if parts && homes.to.len() > 1 => linked = true,
                    Some(other) => {
                        edges.push((n, other));
                        linked = true;
                    }
                    None if y.has_below(*home) => linked = true,
                    None => absent.push(*home),
                }
            }
        }
        let own = || node.cites.clone();
        fates.push(match (linked, gone, first.is_some()) {
            (true, ..) => Fate::Linked,
            (_, Some(homes), _) => Fate::Gone(homes),
            (_, None, true) => Fate::Absent(absent),
            _ if node.again => Fate::Linked,
            _ if skip_x(n) => Fate::Absent(own()),
            _ => Fate::Unplaced,
        });
        all.push(first.filter(|_| from != to));
    }
    (all, fates, edges)
}

/// What hangs together.
fn groups(edges: &[(usize, usize)]) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut group_a: BTreeMap<usize, usize> = BTreeMap::new();
    let mut group_b: BTreeMap<usize, usize> = BTreeMap::new();
    let mut all: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for (a, b) in edges {
        let at = match (group_a.get(a).copied(), group_b.get(b).copied()) {
            (Some(one), Some(other)) if one != other => {
                let (more_a, more_b) = all.get_mut(other).map(std::mem::take).unwrap_or_default();
                group_a.extend(more_a.iter().map(|n| (*n, one)));
                group_b.extend(more_b.iter().map(|n| (*n, one)));
                if let Some((own_a, own_b)) = all.get_mut(one) {
                    own_a.extend(more_a);
                    own_b.extend(more_b);
                }
                one
            }
            (Some(one), _) | (_, Some(one)) => one,
            (None, None) => {
                all.push(Default::default());
                all.len() - 1
            }
        };
        group_a.insert(*a, at);
        group_b.insert(*b, at);
        if let Some((own_a, own_b)) = all.get_mut(at) {
            own_a.push(*a);
            own_b.push(*b);
        }
    }
    for (a, b) in &mut all {
        for list in [a, b] {
            list.sort_unstable();
            list.dedup();
        }
    }
    all.retain(|(a, _)| !a.is_empty());
    all.sort();
    all
}
