//! Definitions meet by concept, and within a language by term.

use std::collections::BTreeMap;

use lawgrep_align::Alignment;
use lawgrep_model::{Unit, UnitKey};

use crate::{
    difference::{Difference, Kind, Level, Name},
    side::Side,
};

/// A term and its definition; several where a text explains a concept in several places.
type Entries<'a> = Vec<(&'a str, &'a Unit)>;

/// The definitions of both sides.
pub(crate) struct Definitions<'a> {
    /// Those of one concept.
    pub(crate) pairs: Vec<(Entries<'a>, Entries<'a>)>,
    alone_a: Vec<&'a str>,
    alone_b: Vec<&'a str>,
    /// How many each side lacks that need not have them: it has none, or is an extract.
    pub(crate) lacking: (usize, usize),
}

impl<'a> Definitions<'a> {
    pub(crate) fn of(a: &Side<'a>, b: &Side<'a>, alignment: &Alignment) -> Self {
        let (x, mut y) = (defined(a, alignment), defined(b, alignment));
        let mut all = Self { pairs: Vec::new(), alone_a: Vec::new(), alone_b: Vec::new(), lacking: (0, 0) };
        if x.is_empty() || y.is_empty() {
            let count = |all: &BTreeMap<String, Entries<'_>>| all.values().map(Vec::len).sum();
            all.lacking = (count(&y), count(&x));
            return all;
        }
        let one_language = a.document.edition.lang == b.document.edition.lang;
        let mut rest = Vec::new();
        for (concept, own) in x {
            match y.remove(&concept) {
                Some(other) => all.pairs.push((own, other)),
                None => rest.push(own),
            }
        }
        for own in rest {
            let near = |(_, other): &(&String, &Entries<'_>)| {
                own.iter().any(|(t, _)| other.iter().any(|(o, _)| one_word(t, o)))
            };
            let near = y.iter().filter(|_| one_language).find(near).map(|(concept, _)| concept.clone());
            match near.and_then(|concept| y.remove(&concept)) {
                Some(other) => all.pairs.push((own, other)),
                None => all.alone_a.extend(own.first().map(|(term, _)| *term)),
            }
        }
        all.alone_b = y.values().filter_map(|other| other.first()).map(|(term, _)| *term).collect();
        // Between languages two that are alone may be one concept under terms that data does not know.
        if !one_language && !all.alone_a.is_empty() && !all.alone_b.is_empty() {
            all.alone_a.clear();
            all.alone_b.clear();
        }
        // One that stands below a concept with others may be what the other text has under a concept of its own.
        let crowded =
            |one: fn(&(Entries<'_>, Entries<'_>)) -> (usize, usize)| all.pairs.iter().map(one).any(|(n, m)| n > m);
        if !one_language && crowded(|(x, y)| (y.len(), x.len())) {
            all.alone_a.clear();
        }
        if !one_language && crowded(|(x, y)| (x.len(), y.len())) {
            all.alone_b.clear();
        }
        let same = a.document.edition.id == b.document.edition.id;
        if b.document.edition.extract && !same {
            all.lacking.1 = std::mem::take(&mut all.alone_a).len();
        }
        if a.document.edition.extract && !same {
            all.lacking.0 = std::mem::take(&mut all.alone_b).len();
        }
        all
    }

    /// Those that only one has.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Difference> + '_ {
        let row = |term: &str, kind, a, b| Difference {
            at: Name::Definition(term.to_owned()),
            at_b: None,
            level: Level::Structure,
            kind,
            a,
            b,
            known: None,
        };
        let told = |term: &str| vec![term.to_owned()];
        let lost = self.alone_a.iter().map(move |term| row(term, Kind::Missing, told(term), Vec::new()));
        lost.chain(self.alone_b.iter().map(move |term| row(term, Kind::Extra, Vec::new(), told(term))))
    }
}

fn defined<'a>(side: &Side<'a>, alignment: &Alignment) -> BTreeMap<String, Entries<'a>> {
    let document = side.document;
    let mut all: BTreeMap<String, Entries<'a>> = BTreeMap::new();
    for unit in &document.units {
        let UnitKey::Definition(term) = &unit.key else { continue };
        let concept = alignment.concept(&document.edition.lang, term);
        let key = concept.map_or_else(|| format!("={}", term.to_lowercase()), str::to_owned);
        all.entry(key).or_default().push((term, unit));
    }
    all
}

/// Whether two terms are forms of one word: but for a short ending they are the same.
fn one_word(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let same = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    same >= 5 && a.chars().count().max(b.chars().count()) <= same + 3
}
