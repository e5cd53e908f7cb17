use std::collections::BTreeSet;

use lawgrep_align::{Alignment, Homes};
use lawgrep_lexicon::{Lexicon, Relation};
use lawgrep_model::{Citation, Document, NoteKind, Standing, Unit, UnitKey};

use crate::{
    bag::Bag,
    definitions::Definitions,
    difference::{Difference, Differences, Kind, Level, Name, Which},
    facts::{Facts, exchanged, is_worded, unlike},
    headings,
    links::{Links, links},
    moved,
    references::{self, Pointer},
    side::{Node, Side},
    structure::{Structure, why},
};

/// Why a companion may say more, or less, in words.
const OWN_WORDS: &str = "a companion puts it in its own words";

/// Compares two linked documents. What stands where in another code is what the alignment says.
pub fn compare(a: &Document, b: &Document, alignment: &Alignment, lexicon: &Lexicon) -> Differences {
    let (a, b) = (Side::of(a, lexicon), Side::of(b, lexicon));
    let found = moved::find(&a, &b);
    let links = links(&a, &b, alignment, &found);
    let structure = Structure::of(&a, &b, &links, &found);
    let Structure { rows, lacking_a, mut lacking_b, .. } = structure;
    let mut lacking_a = lacking_a;
    let explains = [&a, &b].iter().filter(|s| s.document.edition.standing == Standing::Companion).count() == 1;
    let mut pair =
        Pair { a: &a, b: &b, alignment, copies: headings::are_copies(&a, &b), explains, rows, compared: Vec::new() };
    for (x, y) in &links.groups {
        pair.group(x, y, &links);
    }
    let defined = Definitions::of(&a, &b, alignment);
    (lacking_a.definitions, lacking_b.definitions) = defined.lacking;
    for (x, y) in &defined.pairs {
        let names = [x, y].map(|all| all.iter().next().map(|(term, _)| Name::Definition((*term).to_owned())));
        let [Some(at), at_b] = names else { continue };
        let head = Head { at_b: at_b.filter(|b| *b != at), at, known: None };
        let [x, y] = [x, y].map(|all| all.iter().map(|(_, unit)| *unit).collect::<Vec<&Unit>>());
        pair.compared.push(head.at.clone());
        pair.units(&head, &x, &y, (&[], &[]));
    }
    pair.rows.extend(defined.rows());
    pair.others();
    let gaps = [lacking_a.gap(Which::A), lacking_b.gap(Which::B)].into_iter().flatten().collect();
    Differences { rows: folded(pair.rows), gaps, compared: pair.compared }
}

struct Pair<'a, 'd> {
    a: &'a Side<'d>,
    b: &'a Side<'d>,
    alignment: &'a Alignment,
    /// One text is the other but for some places.
    copies: bool,
    /// One of them is a law book, and the other explains the laws in its own words.
    explains: bool,
    rows: Vec<Difference>,
    compared: Vec<Name>,
}

/// What a row of a group has in common with the others.
struct Head {
    at: Name,
    at_b: Option<Name>,
    known: Option<String>,
}

impl Pair<'_, '_> {
    fn group(&mut self, x: &[usize], y: &[usize], links: &Links) {
        let held = |side: &Side<'_>, n: &Node<'_>| n.cites.iter().any(|c| side.laws.contains(&c.law_number()));
        let x: Vec<(usize, &Node<'_>)> =
            x.iter().filter_map(|n| Some((*n, self.a.nodes.get(*n)?))).filter(|(_, n)| held(self.a, n)).collect();
        let y: Vec<(usize, &Node<'_>)> =
            y.iter().filter_map(|n| Some((*n, self.b.nodes.get(*n)?))).filter(|(_, n)| held(self.b, n)).collect();
        let (Some((_, first)), Some((_, other))) = (x.first(), y.first()) else { return };
        self.compared.push(Name::Provision(first.cite()));
        let homes = x.iter().filter_map(|(n, _)| links.homes_a.get(*n)?.as_ref());
        let homes = homes.chain(y.iter().filter_map(|(n, _)| links.homes_b.get(*n)?.as_ref()));
        let at = Name::Provision(first.cite());
        let at_b = Some(Name::Provision(other.cite())).filter(|b| *b != at);
        let head = Head { at, at_b, known: explained(homes) };
        if let ([(_, one)], [(_, other)]) = (x.as_slice(), y.as_slice()) {
            if let Some((kind, a, b)) = headings::unlike(one, other, self.copies) {
                let bare = if kind == Kind::Missing { self.b } else { self.a };
                let quoted = || bare.quotes.then(|| "an extract leaves headings out".to_owned());
                let known = head.known.clone().or_else(|| if kind == Kind::Changed { None } else { quoted() });
                self.rows.push(of(&head, Level::Headings, kind, a, b, known));
            }
            let empty = |full: &Node<'_>, bare: &Node<'_>| {
                let (x, y) = (full.unit, bare.unit);
                let lost = !x.text.is_empty() && y.text.is_empty() && x.heading.is_some() == y.heading.is_some();
                lost && !headings::runs_in(full, bare)
            };
            let sides = |a: bool| {
                if a {
                    (vec![one.cite().to_string()], Vec::new())
                } else {
                    (Vec::new(), vec![other.cite().to_string()])
                }
            };
            for (bare, full_is_a) in [(empty(one, other), true), (empty(other, one), false)] {
                if bare {
                    let (a, b) = sides(full_is_a);
                    let companion =
                        if full_is_a { self.a } else { self.b }.document.edition.standing == Standing::Companion;
                    let known =
                        head.known.clone().or_else(|| (self.explains && companion).then(|| OWN_WORDS.to_owned()));
                    self.rows.push(of(&head, Level::Structure, Kind::Empty, a, b, known));
                    return;
                }
            }
        }
        let cites = |all: &[(usize, &Node<'_>)]| all.iter().flat_map(|(_, n)| n.cites.clone()).collect::<Vec<_>>();
        let own = (cites(&x), cites(&y));
        let x: Vec<&Unit> = x.iter().map(|(_, node)| node.unit).collect();
        let y: Vec<&Unit> = y.iter().map(|(_, node)| node.unit).collect();
        self.units(&head, &x, &y, (&own.0, &own.1));
    }

    /// Compares what can be counted in some units of each side.
    fn units(&mut self, head: &Head, x: &[&Unit], y: &[&Unit], own: (&[Citation], &[Citation])) {
        let own_notes = |unit: &Unit| unit.notes.iter().filter(|note| note.kind != NoteKind::Doubt).count();
        let notes = |units: &[&Unit]| units.iter().map(|u| own_notes(u)).sum::<usize>();
        let (notes_a, notes_b) = (notes(x), notes(y));
        let mut rows = self.counted(head, x, y, own, true);
        // What is merged or split has its notes elsewhere.
        let one_code = self.a.document.edition.code == self.b.document.edition.code;
        if notes_a != notes_b && !(one_code && x.len() + y.len() > 2) {
            // A note that only one of them has is one difference, not one for each number in it.
            let bare = self.counted(head, x, y, own, false);
            if bare.len() < rows.len() {
                rows = bare;
            }
            let kind = match (notes_a, notes_b) {
                (_, 0) => Kind::Missing,
                (0, _) => Kind::Extra,
                _ => Kind::Changed,
            };
            self.row(head, Level::Footnotes, kind, vec![notes_a.to_string()], vec![notes_b.to_string()]);
        }
        self.rows.append(&mut rows);
    }

    fn counted(
        &self,
        head: &Head,
        x: &[&Unit],
        y: &[&Unit],
        own: (&[Citation], &[Citation]),
        notes: bool,
    ) -> Vec<Difference> {
        let a = Facts::of(x.iter().copied(), &self.a.counter, notes);
        let b = Facts::of(y.iter().copied(), &self.b.counter, notes);
        let mut rows: Vec<Difference> = self.references(head, &a, &b, own).into_iter().collect();
        let tallies = |f: &Facts| {
            let c = &f.counted;
            [c.numbers.clone(), c.suits.clone(), c.cards.clone(), c.percentages.clone()]
        };
        let numbers = [&a, &b].map(|f| f.counted.numbers.clone());
        let levels = [Level::Numbers, Level::Suits, Level::Cards, Level::Percentages];
        for ((level, a), b) in levels.into_iter().zip(tallies(&a)).zip(tallies(&b)) {
            let (a, b) = exchanged(&a, &b).filter(|_| self.copies).unwrap_or_else(|| unlike(&a, &b));
            if !a.is_empty() || !b.is_empty() {
                let mut known = head.known.clone();
                let [x, y] = &numbers;
                let words = level == Level::Numbers && a.iter().chain(&b).all(|value| is_worded(x, y, value));
                // One for another is no matter of style.
                if self.explains && words && (a.len(), b.len()) != (1, 1) {
                    known.get_or_insert_with(|| OWN_WORDS.to_owned());
                }
                rows.push(of(head, level, kind(&a, &b), a, b, known));
            }
        }
        rows
    }

    fn references(&self, head: &Head, a: &Facts, b: &Facts, own: (&[Citation], &[Citation])) -> Option<Difference> {
        let (from, to) = (self.a.document.edition.code, self.b.document.edition.code);
        let there = |cite: Citation| self.alignment.homes(from, cite, to);
        let homes = |cite: Citation| match there(cite) {
            Some(homes) if from != to => homes.to,
            _ => vec![cite],
        };
        let mut unlike = references::unlike(&a.pointers, &b.pointers, &homes, own);
        let mut dangling = false;
        let lost =
            |pointers: &[Pointer], side: &Side<'_>, other: &Side<'_>, alone: &[Citation]| -> BTreeSet<Citation> {
                // What both refer to and only the other text has is told as missing.
                let told = |cite: &Citation| from == to && other.has(*cite) && !alone.contains(cite);
                let nothing = |p: &&Pointer| {
                    p.dangling
                        || p.to.is_some_and(|cite| {
                            (p.outside && alone.contains(&cite))
                                || (p.absent && from == to && !side.may_lack(cite, false))
                        })
                };
                pointers.iter().filter(nothing).filter_map(|p| p.to).filter(|cite| !told(cite)).collect()
            };
        let lost = [lost(&a.pointers, self.a, self.b, &unlike.a), lost(&b.pointers, self.b, self.a, &unlike.b)];
        for (list, lost) in [&mut unlike.a, &mut unlike.b].into_iter().zip(lost) {
            dangling |= !lost.is_empty();
            // Both may point to the same nothing.
            let more: Vec<Citation> = lost.into_iter().filter(|cite| !list.contains(cite)).collect();
            list.extend(more);
            list.sort();
        }
        if unlike.a.is_empty() && unlike.b.is_empty() {
            return None;
        }
        let gone = |homes: Option<Homes>| homes.filter(|h| h.to.is_empty());
        let mut known = head.known.clone().filter(|_| !dangling);
        if from != to && known.is_none() && !dangling {
            let dropped: Option<Vec<Homes>> = unlike.a.iter().map(|c| gone(there(*c))).collect();
            let new: Option<Vec<Homes>> = unlike.b.iter().map(|c| gone(self.alignment.homes(to, *c, from))).collect();
            known = dropped.zip(new).and_then(|(d, n)| d.first().or(n.first()).map(why));
        }
        let told = |list: &[Citation]| list.iter().map(Citation::to_string).collect::<Vec<_>>();
        let (a, b) = (told(&unlike.a), told(&unlike.b));
        let kind = if dangling { Kind::Dangling } else { kind(&a, &b) };
        Some(of(head, Level::References, kind, a, b, known))
    }

    /// Compares what is no law: exercises, screen rules, chapters, an introduction. Every print has its own, so only copies of one
    /// text are asked for them.
    fn others(&mut self) {
        let (one, other) = (self.a.document, self.b.document);
        if !self.copies || one.edition.id != other.edition.id {
            return;
        }
        let counted = |key: &UnitKey| {
            !key.is_provision() && !matches!(key, UnitKey::Definition(_) | UnitKey::Contents(_) | UnitKey::Matter(_))
        };
        let wanted = |unit: &&Unit| counted(&unit.key) && unit.occurrence == 0;
        let units_a: Vec<&Unit> = one.units.iter().filter(wanted).collect();
        let units_b: Vec<&Unit> = other.units.iter().filter(wanted).collect();
        let head = |unit: &Unit| Head { at: Name::Other(unit.key.clone()), at_b: None, known: None };
        for unit in &units_a {
            let head = head(unit);
            let Some(like) = units_b.iter().find(|like| like.key == unit.key) else {
                self.row(&head, Level::Structure, Kind::Missing, vec![unit.key.pipe()], Vec::new());
                continue;
            };
            self.compared.push(head.at.clone());
            let bag = |unit: &Unit| Bag::of(unit.heading.as_deref().unwrap_or_default());
            if bag(unit) != bag(like) {
                let told = |unit: &Unit| unit.heading.iter().cloned().collect::<Vec<String>>();
                let (a, b) = (told(unit), told(like));
                self.row(&head, Level::Headings, kind(&a, &b), a, b);
            }
            self.units(&head, &[unit], &[like], (&[], &[]));
        }
        for unit in units_b.iter().filter(|unit| !units_a.iter().any(|like| like.key == unit.key)) {
            self.row(&head(unit), Level::Structure, Kind::Extra, Vec::new(), vec![unit.key.pipe()]);
        }
    }

    fn row(&mut self, head: &Head, level: Level, kind: Kind, a: Vec<String>, b: Vec<String>) {
        self.rows.push(of(head, level, kind, a, b, head.known.clone()));
    }
}

fn of(head: &Head, level: Level, kind: Kind, a: Vec<String>, b: Vec<String>, known: Option<String>) -> Difference {
    Difference { at: head.at.clone(), at_b: head.at_b.clone(), level, kind, a, b, known }
}

fn kind(a: &[String], b: &[String]) -> Kind {
    match (a.is_empty(), b.is_empty()) {
        (false, true) => Kind::Missing,
        (true, false) => Kind::Extra,
        _ => Kind::Changed,
    }
}

/// Why the words may say something else: the concordance knows that the rule was changed, or finds it only in part.
fn explained<'a>(homes: impl Iterator<Item = &'a Homes>) -> Option<String> {
    let mut part = None;
    for homes in homes {
        if homes.relation == Relation::Reworded {
            return Some(why(homes));
        }
        if !homes.exact {
            part.get_or_insert_with(|| "only a part of the rule".to_owned());
        }
    }
    part
}

/// One row for a provision, level and kind, in print order; first of a provision its structure.
fn folded(mut rows: Vec<Difference>) -> Vec<Difference> {
    rows.sort_by(|x, y| (&x.at, x.level, x.kind).cmp(&(&y.at, y.level, y.kind)));
    let mut all: Vec<Difference> = Vec::new();
    for row in rows {
        match all.last_mut().filter(|l| {
            (&l.at, l.level, l.kind, l.known.is_some()) == (&row.at, row.level, row.kind, row.known.is_some())
        }) {
            Some(last) => {
                for (own, more) in [(&mut last.a, row.a), (&mut last.b, row.b)] {
                    let new: Vec<String> = more.into_iter().filter(|v| !own.contains(v)).collect();
                    own.extend(new);
                }
            }
            None => all.push(row),
        }
    }
    all
}
