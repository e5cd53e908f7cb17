//! Which provisions each text has, and where.

use std::collections::{BTreeMap, BTreeSet};

use lawgrep_align::Homes;
use lawgrep_lexicon::Relation;
use lawgrep_model::Citation;

use crate::{
    difference::{Difference, Kind, Level, Name},
    gaps::Lacking,
    links::{Fate, Links},
    moved::{Found, rebased},
    side::{Node, Side},
};

/// What is missing, extra, moved, split, merged or repeated; and what each side lacks without fault.
pub(crate) struct Structure<'a, 'd> {
    pub(crate) a: &'a Side<'d>,
    pub(crate) b: &'a Side<'d>,
    /// Both are texts of one edition, so what one has the other must have.
    pub(crate) same: bool,
    pub(crate) rows: Vec<Difference>,
    pub(crate) lacking_a: Lacking,
    pub(crate) lacking_b: Lacking,
}

impl<'a, 'd> Structure<'a, 'd> {
    pub(crate) fn of(a: &'a Side<'d>, b: &'a Side<'d>, links: &Links, found: &Found) -> Self {
        let same = a.document.edition.id == b.document.edition.id;
        let (lacking_a, lacking_b) = (Lacking::default(), Lacking::default());
        let mut it = Self { a, b, same, rows: Vec::new(), lacking_a, lacking_b };
        it.found(found);
        it.lost(links);
        it.gained(links);
        it.renumbered(links);
        it.repeated(found);
        it
    }

    fn row(
        &mut self,
        at: Citation,
        at_b: Option<Citation>,
        kind: Kind,
        sides: [Vec<Citation>; 2],
        known: Option<String>,
    ) {
        let [a, b] = sides.map(|all| all.iter().map(Citation::to_string).collect());
        let at_b = at_b.filter(|b| *b != at).map(Name::Provision);
        self.rows.push(Difference { at: Name::Provision(at), at_b, level: Level::Structure, kind, a, b, known });
    }

    /// What the words told.
    fn found(&mut self, found: &Found) {
        let cites = |(x, y): &(usize, usize)| Some((cite(self.a, *x)?, cite(self.b, *y)?));
        let moved: Vec<(Citation, Citation)> = found.moved.iter().filter_map(cites).collect();
        let told: Vec<_> =
            moved.iter().filter(|(x, y)| !moved.iter().any(|up| follows(*up, (*x, *y)))).copied().collect();
        for (x, y) in told {
            self.row(x, Some(y), Kind::Moved, [vec![x], vec![y]], None);
        }
        for joined in &found.merged {
            let host = cite(self.b, joined.host);
            self.row(joined.gone, host, Kind::Merged, [vec![joined.gone], host.into_iter().collect()], None);
        }
        for joined in &found.split {
            let (host, own) = (cite(self.a, joined.host), cite(self.b, joined.own_host));
            let parts = own.into_iter().chain([joined.gone]).collect();
            let at = host.unwrap_or(joined.gone);
            self.row(at, own, Kind::Split, [host.into_iter().collect(), parts], None);
        }
    }

    /// What A has and B has not.
    fn lost(&mut self, links: &Links) {
        let mut told: BTreeSet<Citation> = BTreeSet::new();
        for (n, node) in self.a.nodes.iter().enumerate() {
            let at = node.cite();
            let below_told = at.ancestors().any(|up| told.contains(&up));
            match links.a.get(n) {
                Some(Fate::Absent(homes)) => {
                    if homes.iter().all(|home| self.b.may_lack(*home, self.same)) {
                        homes.iter().for_each(|home| self.lacking_b.add(*home, self.b));
                    } else if !below_told && !stands_by_its_parts(self.a, node, &links.a) {
                        told.insert(at);
                        self.row(at, homes.first().copied(), Kind::Missing, [vec![at], Vec::new()], None);
                    }
                }
                Some(Fate::Gone(homes)) if !below_told => {
                    told.insert(at);
                    // What B does not hold at all need not be told of.
                    if self.b.laws.contains(&at.law_number()) {
                        self.row(at, None, Kind::Missing, [vec![at], Vec::new()], Some(why(homes)));
                    }
                }
                Some(Fate::Unplaced) if !below_told => {
                    told.insert(at);
                    let known = "the concordance does not place it".to_owned();
                    self.row(at, None, Kind::Missing, [vec![at], Vec::new()], Some(known));
                }
                _ => {}
            }
        }
    }

    /// What B has and A has not.
    fn gained(&mut self, links: &Links) {
        let mut told: BTreeSet<Citation> = BTreeSet::new();
        for (n, node) in self.b.nodes.iter().enumerate() {
            let own = node.cite();
            let below_told = own.ancestors().any(|up| told.contains(&up));
            match links.b.get(n) {
                Some(Fate::Absent(homes)) => {
                    if homes.iter().all(|home| self.a.may_lack(*home, self.same)) {
                        homes.iter().for_each(|home| self.lacking_a.add(*home, self.a));
                    } else if !below_told && !stands_by_its_parts(self.b, node, &links.b) {
                        told.insert(own);
                        let at = homes.first().copied().unwrap_or(own);
                        self.row(at, Some(own), Kind::Extra, [Vec::new(), vec![own]], None);
                    }
                }
                Some(Fate::Gone(homes)) if !below_told => {
                    told.insert(own);
                    // What A does not hold at all need not be told of.
                    if self.a.laws.contains(&own.law_number()) {
                        self.row(own, None, Kind::Extra, [Vec::new(), vec![own]], Some(why(homes)));
                    }
                }
                Some(Fate::Unplaced) if !below_told => {
                    told.insert(own);
                    let known = "the concordance does not place it".to_owned();
                    self.row(own, None, Kind::Extra, [Vec::new(), vec![own]], Some(known));
                }
                _ => {}
            }
        }
    }

    /// What the concordance tells of numbers that changed.
    fn renumbered(&mut self, links: &Links) {
        let homes: BTreeMap<Citation, &Homes> = (self.a.nodes.iter().zip(&links.homes_a))
            .filter_map(|(node, homes)| Some((node.cite(), homes.as_ref()?)))
            .collect();
        for (node, fate) in self.a.nodes.iter().zip(&links.a) {
            let at = node.cite();
            let Some(own) = homes.get(&at).filter(|h| h.exact && !h.to.is_empty() && h.to.as_slice() != [at]) else {
                continue;
            };
            if !matches!(fate, Fate::Linked) || !own.to.iter().any(|home| self.b.has(*home)) {
                continue;
            }
            let implied = at.ancestors().any(|up| match (homes.get(&up).map(|h| h.to.as_slice()), own.to.as_slice()) {
                (Some([there]), [home]) => rebased(at, up, *there) == Some(*home),
                _ => false,
            });
            if implied {
                continue;
            }
            let kind = match own.relation {
                Relation::Split => Kind::Split,
                Relation::Merged => Kind::Merged,
                _ => Kind::Moved,
            };
            let (homes, known) = (own.to.clone(), why(own));
            self.row(at, homes.first().copied(), kind, [vec![at], homes], Some(known));
        }
    }

    /// What one of them prints more often.
    fn repeated(&mut self, found: &Found) {
        let mut times: BTreeMap<Citation, [usize; 2]> = BTreeMap::new();
        let taken = |side: usize, n: usize| found.moved.iter().any(|(a, b)| [*a, *b].get(side) == Some(&n));
        for (which, side) in [self.a, self.b].into_iter().enumerate() {
            for (n, node) in side.nodes.iter().enumerate() {
                // Under another number it counts as what it is.
                if node.again && taken(which, n) {
                    continue;
                }
                if let Some(count) = times.entry(node.cite()).or_default().get_mut(which) {
                    *count += 1;
                }
            }
        }
        let one_code = self.a.document.edition.code == self.b.document.edition.code;
        let odd: Vec<_> = times.into_iter().filter(|(_, [a, b])| a != b && *a > 0 && *b > 0).collect();
        for (cite, [a, b]) in odd.iter().filter(|_| one_code) {
            if !odd.iter().any(|(up, _)| cite.ancestors().any(|c| c == *up)) {
                self.row(*cite, None, Kind::Repeated, [vec![*cite; *a], vec![*cite; *b]], None);
            }
        }
    }
}

fn cite(side: &Side<'_>, n: usize) -> Option<Citation> {
    side.nodes.get(n).map(Node::cite)
}

/// Whether a provision went where the one above it went.
fn follows(up: (Citation, Citation), down: (Citation, Citation)) -> bool {
    up.0 != down.0 && up.0.contains(down.0) && rebased(down.0, up.0, up.1) == Some(down.1)
}

/// A number without words is there if what stands below it is.
fn stands_by_its_parts(side: &Side<'_>, node: &Node<'_>, fates: &[Fate]) -> bool {
    let linked = |n: &usize| matches!(fates.get(*n), Some(Fate::Linked));
    !node.unit.has_words() && side.below(node.cite()).iter().any(linked)
}

/// What happened to a provision, as data tells it.
pub(crate) fn why(homes: &Homes) -> String {
    let mut text = match (homes.relation, homes.year) {
        (Relation::Dropped, Some(year)) => format!("dropped in {year}"),
        (Relation::New, Some(year)) => format!("new in {year}"),
        (relation, _) => relation.name().to_owned(),
    };
    if let Some(note) = &homes.note {
        text.push_str(": ");
        text.push_str(note);
    }
    if homes.doubtful {
        text.push_str(" (not checked against a print)");
    }
    text
}
