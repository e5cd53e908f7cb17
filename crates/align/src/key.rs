use std::cmp::Ordering;

use lawgrep_model::Citation;

use crate::Alignment;

/// Where a row stands among the provisions of the code being read. What has no home there stands near its kin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowKey {
    /// A provision in the numbering of the code being read.
    anchor: Citation,
    place: Place,
    /// For a provision of another code in a row of its own: its code and citation.
    own: Option<(u16, Citation)>,
}

/// Where a row stands beside its anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Just before it: what only holds together what stands there.
    Before,
    /// It is the anchor's row.
    At,
    /// Just after its own words.
    After,
    /// After everything below it.
    Last,
}

impl RowKey {
    /// The row of a provision of the code being read.
    pub fn of(cite: Citation) -> Self {
        Self { anchor: cite, place: Place::At, own: None }
    }

    /// The provision of the code being read whose row it is or near which it stands.
    pub fn anchor(&self) -> Citation {
        self.anchor
    }

    /// The provision of the code being read whose row it is; `None` for a row of another code's own.
    pub fn cite(&self) -> Option<Citation> {
        self.own.is_none().then_some(self.anchor)
    }

    /// The code and citation of a row that the code being read has not.
    pub fn own(&self) -> Option<(u16, Citation)> {
        self.own
    }
}

/// The row of a provision in a view that is ordered by `base`, and the rows that should point to it.
pub(crate) fn rows_of(alignment: &Alignment, base: u16, code: u16, cite: Citation) -> (RowKey, Vec<RowKey>) {
    // Most of every view: its own code.
    if code == base {
        return (RowKey::of(cite), Vec::new());
    }
    let homes = alignment.homes(code, cite, base);
    if let Some((first, more)) = homes.as_ref().filter(|h| h.exact).and_then(|h| h.to.split_first()) {
        return (RowKey::of(*first), more.iter().map(|cite| RowKey::of(*cite)).collect());
    }
    let own = |anchor, place| (RowKey { anchor, place, own: Some((code, cite)) }, Vec::new());
    let above = |homes: &[Citation]| {
        cite.ancestors().any(|up| alignment.homes(code, up, base).is_some_and(|h| h.exact && h.to == homes))
    };
    if let Some(homes) = homes
        && let Some(first) = homes.to.first()
    {
        return own(*first, if above(&homes.to) { Place::After } else { Place::Before });
    }
    for up in cite.ancestors() {
        if let Some(first) = alignment.homes(code, up, base).and_then(|h| h.to.first().copied()) {
            return own(first, Place::Last);
        }
    }
    own(Citation::law(cite.law_number()), Place::Last)
}

impl Ord for RowKey {
    fn cmp(&self, other: &Self) -> Ordering {
        // Where nothing waits for what stands below it, this is the order of citations.
        if self.place != Place::Last && other.place != Place::Last {
            return self.anchor.cmp(&other.anchor).then_with(|| (self.place, self.own).cmp(&(other.place, other.own)));
        }
        let side = |key: &Self| if key.place == Place::Last { Ordering::Greater } else { Ordering::Less };
        if self.anchor == other.anchor {
            (self.place, self.own).cmp(&(other.place, other.own))
        } else if self.anchor.contains(other.anchor) {
            side(self)
        } else if other.anchor.contains(self.anchor) {
            side(other).reverse()
        } else {
            self.anchor.cmp(&other.anchor)
        }
    }
}

impl PartialOrd for RowKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(anchor: &str, place: Place) -> RowKey {
        let own = (place != Place::At).then(|| (1, Citation::law(1)));
        RowKey { anchor: anchor.parse().unwrap(), place, own }
    }

    #[test]
    fn what_has_no_home_stands_near_its_kin() {
        let printed = [
            key("16", Place::Before),
            key("16", Place::At),
            key("16", Place::After),
            key("16A", Place::At),
            key("16B", Place::Before),
            key("16B", Place::At),
            key("16B", Place::After),
            key("16B1", Place::At),
            key("16B1", Place::Last),
            key("16B2", Place::At),
            key("16B", Place::Last),
            key("16C", Place::At),
            key("16", Place::Last),
            key("17", Place::At),
        ];
        let mut sorted = printed.to_vec();
        sorted.reverse();
        sorted.sort();
        assert_eq!(sorted, printed);
    }
}
