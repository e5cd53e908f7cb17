//! Which provisions have a heading.

use crate::{
    bag::Bag,
    difference::Kind,
    moved::alike,
    side::{Node, Side},
};

/// Compares the headings of a pair. Their words only where both texts are in one language and nearly the same: `copies`.
pub(crate) fn unlike(a: &Node<'_>, b: &Node<'_>, copies: bool) -> Option<(Kind, Vec<String>, Vec<String>)> {
    let told = |h: &str| vec![h.to_owned()];
    // Without its heading a text can be taken for one.
    match (runs_in(a, b), runs_in(b, a)) {
        (true, _) => return a.unit.heading.as_deref().map(|h| (Kind::Missing, told(h), Vec::new())),
        (_, true) => return b.unit.heading.as_deref().map(|h| (Kind::Extra, Vec::new(), told(h))),
        _ => {}
    }
    match (a.unit.heading.as_deref(), b.unit.heading.as_deref()) {
        (Some(a), None) => Some((Kind::Missing, told(a), Vec::new())),
        (None, Some(b)) => Some((Kind::Extra, Vec::new(), told(b))),
        (Some(a), Some(b)) if copies && Bag::of(a) != Bag::of(b) => Some((Kind::Changed, told(a), told(b))),
        _ => None,
    }
}

/// Whether what stands as the heading of `bare` is the text that `full` has below its own.
pub(crate) fn runs_in(full: &Node<'_>, bare: &Node<'_>) -> bool {
    let (Some(heading), Some(text)) = (full.unit.heading.as_deref(), bare.unit.heading.as_deref()) else {
        return false;
    };
    let (heading, text, wanted) = (heading.chars().count(), text.chars().count(), full.unit.text.chars().count());
    bare.unit.text.is_empty() && wanted > 0 && text >= heading * 2 && text * 2 >= wanted
}

/// Whether one text is the other but for some places.
pub(crate) fn are_copies(a: &Side<'_>, b: &Side<'_>) -> bool {
    let (x, y) = (&a.document.edition, &b.document.edition);
    if x.lang != y.lang || x.code != y.code {
        return false;
    }
    let pairs = a.nodes.iter().filter(|n| !n.again).filter_map(|n| Some((n, b.nodes.get(b.node(n.cite())?)?)));
    let worded: Vec<_> = pairs.filter(|(x, y)| x.bag.size() > 0 && y.bag.size() > 0).collect();
    let same = worded.iter().filter(|(x, y)| alike(x, y) >= 80).count();
    !worded.is_empty() && same * 10 >= worded.len() * 7
}
