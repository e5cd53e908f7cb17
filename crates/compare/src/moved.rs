//! Provisions that stand under another number, in another provision, or as several, though both texts follow one code.
//!
//! Only what is certain. Under another number: nearly the same words in one language, unlike what stands under its own. In
//! another provision, or as several: the words are found there; between languages the length and what can be counted.

use std::collections::BTreeMap;

use lawgrep_model::Citation;

use crate::{
    bag::Bag,
    facts::{Facts, unlike},
    side::{Node, Side},
};

/// Words that are alike by so much (in hundredths) are the same words.
const SAME: usize = 80;
/// By so much more than what stands under the own number.
const BETTER: usize = 25;
/// A text of fewer words than this is alike by chance.
const FEW: usize = 3;

/// Words of one text that stand in a provision of the other together with that one's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Joined {
    /// The provision that is gone as such.
    pub(crate) gone: Citation,
    /// Its nodes, with all below it.
    pub(crate) nodes: Vec<usize>,
    /// Where the words stand in the other text.
    pub(crate) host: usize,
    /// The provision that answers to it in the same text.
    pub(crate) own_host: usize,
}

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Node of A, node of B.
    pub(crate) moved: Vec<(usize, usize)>,
    /// Nodes of A in one of B.
    pub(crate) merged: Vec<Joined>,
    /// Nodes of B in one of A.
    pub(crate) split: Vec<Joined>,
}

impl Found {
    pub(crate) fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let merged = self.merged.iter().flat_map(|j| j.nodes.iter().map(|n| (*n, j.host)));
        let split = self.split.iter().flat_map(|j| j.nodes.iter().map(|n| (j.host, *n)));
        self.moved.iter().copied().chain(merged).chain(split)
    }

    /// Whether a node of A does not answer to its number in B.
    pub(crate) fn frees_a(&self, node: usize) -> bool {
        self.moved.iter().any(|(a, _)| *a == node)
    }

    /// The same for a node of B.
    pub(crate) fn frees_b(&self, node: usize) -> bool {
        self.moved.iter().any(|(_, b)| *b == node)
    }
}

/// Looks for them.
pub(crate) fn find(a: &Side<'_>, b: &Side<'_>) -> Found {
    let mut found = Found::default();
    if a.document.edition.code != b.document.edition.code {
        return found;
    }
    let one_language = a.document.edition.lang == b.document.edition.lang;
    if one_language {
        found.moved = moved(a, b);
    }
    let ahead: BTreeMap<usize, usize> = found.moved.iter().copied().collect();
    let back: BTreeMap<usize, usize> = found.moved.iter().map(|(a, b)| (*b, *a)).collect();
    found.merged = joined(a, b, &ahead, &back, one_language);
    found.split = joined(b, a, &back, &ahead, one_language);
    found
}

/// How alike the words of two nodes are, in hundredths.
pub(crate) fn alike(a: &Node<'_>, b: &Node<'_>) -> usize {
    200 * a.bag.common(&b.bag) / (a.bag.size() + b.bag.size()).max(1)
}

fn moved(a: &Side<'_>, b: &Side<'_>) -> Vec<(usize, usize)> {
    let own = |n: usize| a.nodes.get(n).filter(|x| !x.again).and_then(|x| b.node(x.cite()));
    let own_b = |n: usize| b.nodes.get(n).filter(|x| !x.again).and_then(|x| a.node(x.cite()));
    let likeness = |x: usize, y: Option<usize>| match (a.nodes.get(x), y.and_then(|y| b.nodes.get(y))) {
        (Some(x), Some(y)) => alike(x, y),
        _ => 0,
    };
    // What both print again is where it was.
    let again = |x: &Side<'_>, y: &Side<'_>, n: usize| {
        let own = x.nodes.get(n).filter(|node| node.again);
        own.is_some_and(|own| {
            y.nodes.iter().any(|node| node.again && node.cite() == own.cite() && alike(own, node) >= SAME)
        })
    };
    let mut best_a: BTreeMap<usize, (usize, usize, bool)> = BTreeMap::new();
    let mut best_b: BTreeMap<usize, (usize, usize, bool)> = BTreeMap::new();
    let settled: Vec<bool> = (0..b.nodes.len()).map(|n| again(b, a, n)).collect();
    for (x, node) in a.nodes.iter().enumerate().filter(|(n, node)| node.bag.size() >= FEW && !again(a, b, *n)) {
        let here = likeness(x, own(x));
        for (y, other) in
            b.nodes.iter().enumerate().filter(|(y, o)| own(x) != Some(*y) && !(o.again && o.cite() == node.cite()))
        {
            if settled.get(y) == Some(&true) {
                continue;
            }
            // Of texts so unlike in length no more words can be the same.
            let (few, many) = (node.bag.size().min(other.bag.size()), node.bag.size().max(other.bag.size()));
            if few * 200 < (few + many) * SAME {
                continue;
            }
            let there = alike(node, other);
            let own_there = own_b(y).map_or(0, |x| likeness(x, Some(y)));
            if there < SAME || there < here.max(own_there) + BETTER {
                continue;
            }
            // In the provision above, or below, it lost its number and did not get another.
            let (own, new) = (node.cite(), other.cite());
            if own.contains(new) || new.contains(own) {
                continue;
            }
            // Both may stand there together.
            let kept = own_b(y).and_then(|x| a.nodes.get(x)).is_some_and(|own| {
                let room = other.bag.without(&node.bag);
                own.bag.size() >= FEW && room.common(&own.bag) * 100 >= own.bag.size() * SAME
            });
            if kept {
                continue;
            }
            for (best, from, to) in [(&mut best_a, x, y), (&mut best_b, y, x)] {
                let entry = best.entry(from).or_insert((0, to, false));
                if there > entry.0 {
                    *entry = (there, to, false);
                } else if there == entry.0 {
                    // Two that are as good: neither is certain.
                    entry.2 = true;
                }
            }
        }
    }
    let mutual = |(x, (_, y, twice)): (&usize, &(usize, usize, bool))| {
        let back = best_b.get(y).is_some_and(|(_, to, twice)| to == x && !twice);
        (!twice && back).then_some((*x, *y))
    };
    let mut pairs: Vec<(usize, usize)> = best_a.iter().filter_map(mutual).collect();
    with_children(a, b, &mut pairs);
    pairs.sort_unstable();
    pairs
}

/// What stands below a provision goes with it.
fn with_children(a: &Side<'_>, b: &Side<'_>, pairs: &mut Vec<(usize, usize)>) {
    let cite = |side: &Side<'_>, n: usize| side.nodes.get(n).map(Node::cite);
    let mut heads: Vec<(Citation, Citation)> = pairs
        .iter()
        .filter_map(|(x, y)| Some((cite(a, *x)?, cite(b, *y)?)))
        .filter(|(x, y)| x.level() == y.level())
        .collect();
    heads.sort();
    for (from, to) in heads {
        for node in a.below(from) {
            let there = cite(a, node).and_then(|c| rebased(c, from, to)).and_then(|c| b.node(c));
            let Some(there) = there else { continue };
            if !pairs.iter().any(|(x, y)| *x == node || *y == there) {
                pairs.push((node, there));
            }
        }
    }
}

/// A provision below `from`, below `to` instead.
pub(crate) fn rebased(cite: Citation, from: Citation, to: Citation) -> Option<Citation> {
    let (cite, from) = (cite.to_string(), from.to_string());
    format!("{to}{}", cite.strip_prefix(&from)?).parse().ok()
}

fn joined(
    x: &Side<'_>,
    y: &Side<'_>,
    ahead: &BTreeMap<usize, usize>,
    back: &BTreeMap<usize, usize>,
    one_language: bool,
) -> Vec<Joined> {
    let image = |n: usize| {
        let own =
            || x.nodes.get(n).filter(|n| !n.again).and_then(|n| y.node(n.cite())).filter(|m| !back.contains_key(m));
        ahead.get(&n).copied().or_else(own)
    };
    let mut all: Vec<Joined> = Vec::new();
    let scale = scale(x, y, &image);
    for (n, node) in x.nodes.iter().enumerate().filter(|(n, node)| image(*n).is_none() && !node.again) {
        let gone = node.cite();
        if all.iter().any(|j| j.gone.contains(gone)) || y.node(gone).is_some_and(|m| !back.contains_key(&m)) {
            continue;
        }
        let nodes = x.below(gone);
        if nodes.iter().any(|n| image(*n).is_some()) {
            continue;
        }
        let before = (0..n).rev().find(|m| !nodes.contains(m) && image(*m).is_some());
        // Also after the last child of what stands above.
        let up = gone.ancestors().filter_map(|up| x.node(up));
        let aside = gone.parent().map(|up| x.below(up)).unwrap_or_default();
        let aside = aside
            .into_iter()
            .rev()
            .find(|m| *m < n && x.nodes.get(*m).is_some_and(|m| m.cite().parent() == gone.parent()));
        let mut hosts: Vec<usize> = [before, aside].into_iter().flatten().chain(up).collect();
        hosts.dedup();
        let fits = |host: &usize| image(*host).is_some_and(|to| holds(x, y, &nodes, *host, to, scale, one_language));
        if let Some((own_host, host)) = hosts.into_iter().find(fits).and_then(|host| Some((host, image(host)?))) {
            all.push(Joined { gone, nodes, host, own_host });
        }
    }
    all
}

/// How long the texts of `y` are for those of `x`, in hundredths.
fn scale(x: &Side<'_>, y: &Side<'_>, image: &dyn Fn(usize) -> Option<usize>) -> usize {
    let (mut here, mut there) = (0, 0);
    for (n, node) in x.nodes.iter().enumerate() {
        if let Some(other) = image(n).and_then(|m| y.nodes.get(m)) {
            here += node.length;
            there += other.length;
        }
    }
    100 * there / here.max(1)
}

/// Whether the words of `nodes` stand in `to` beside those of `host`.
fn holds(
    x: &Side<'_>,
    y: &Side<'_>,
    nodes: &[usize],
    host: usize,
    to: usize,
    scale: usize,
    one_language: bool,
) -> bool {
    let gone: Vec<&Node<'_>> = nodes.iter().filter_map(|n| x.nodes.get(*n)).collect();
    let (Some(host), Some(to)) = (x.nodes.get(host), y.nodes.get(to)) else { return false };
    if one_language {
        // A text without its number may be taken for a note.
        let room = to.bag.with(&to.notes).without(&host.bag.with(&host.notes));
        let words = gone.iter().fold(Bag::default(), |all, node| all.with(&node.bag));
        if words.size() >= FEW && room.common(&words) * 100 >= words.size() * SAME {
            return true;
        }
    }
    // By length: with the words it is as long as both, and much longer than the host alone.
    let more: usize = gone.iter().map(|node| node.length).sum();
    let (alone, both, found) = (host.length * scale, (host.length + more) * scale, to.length * 100);
    if found * 100 < both * 75 || found * 75 < alone * 100 {
        return false;
    }
    let facts =
        |units: Vec<&Node<'_>>, side: &Side<'_>| Facts::of(units.into_iter().map(|n| n.unit), &side.counter, true);
    let (own, before, after) = (facts(gone, x), facts(vec![host], x), facts(vec![to], y));
    let mut wanted = before.clone();
    wanted.join(&own);
    let tallies = |f: &Facts| {
        [f.counted.numbers.clone(), f.counted.percentages.clone(), f.counted.suits.clone(), f.counted.cards.clone()]
    };
    let counted =
        own.pointers.len() + tallies(&own).iter().map(|t| t.values().map(|c| c.surely).sum::<usize>()).sum::<usize>();
    let pointed = |f: &Facts| {
        let mut all: Vec<_> = f.pointers.iter().filter_map(|p| p.to).collect();
        all.sort();
        all
    };
    let none_left = tallies(&wanted).iter().zip(tallies(&after)).all(|(w, a)| unlike(w, &a).0.is_empty());
    counted > 0 && none_left && pointed(&wanted) == pointed(&after)
}
