//! Plants faults in a law text by rule, as a hasty translator would make them.

use std::{collections::BTreeSet, ops::Range};

use lawgrep_align::Alignment;
use lawgrep_compare::{Differences, Level, Name, compare};
use lawgrep_ingest::Overrides;
use lawgrep_lexicon::{Counts, Lexicon};
use lawgrep_model::{Citation, Document, Place, Placed, RefKind, Resolution, Role, Span, Target, Unit, UnitId};
use lawgrep_shelf::pipeline::{Options, SourceFile, make};

/// A text and its document.
pub(crate) struct Text {
    pub(crate) document: Document,
    pub(crate) source: String,
}

/// One fault: what is to be changed in the source, and the rows that may tell of it; the first of them must.
#[derive(Debug, Clone)]
pub(crate) struct Plant {
    pub(crate) what: &'static str,
    edits: Vec<(Range<usize>, String)>,
    pub(crate) rows: Vec<(Citation, Level)>,
}

pub(crate) struct World {
    pub(crate) lexicon: Lexicon,
    pub(crate) alignment: Alignment,
}

impl World {
    pub(crate) fn new() -> Self {
        let lexicon = Lexicon::embedded().unwrap();
        let alignment = Alignment::build(&lexicon).unwrap();
        Self { lexicon, alignment }
    }

    pub(crate) fn read(&self, text: &str) -> Text {
        let file = SourceFile { name: "text.txt".to_owned(), bytes: text.as_bytes().to_vec() };
        let batch = make(&[file], &Overrides::default(), &self.lexicon, Options { patches: false });
        assert!(batch.faults.is_empty(), "{:?}", batch.faults);
        let made = batch.made.into_iter().next().unwrap();
        Text { document: made.document, source: made.text }
    }

    pub(crate) fn compare(&self, a: &Text, b: &Text) -> Differences {
        compare(&a.document, &b.document, &self.alignment, &self.lexicon)
    }

    /// Plants one fault of each kind after the other, never two in one provision or near each other, `most` in all.
    ///
    /// `headings`: that a heading is dropped does not make the numbers of its text unreadable.
    pub(crate) fn plant(&self, text: &Text, most: usize, headings: bool) -> Vec<Plant> {
        let counts = self.lexicon.language(&text.document.edition.lang).unwrap().counts.clone();
        let ways: [Way<'_>; 14] = [
            &|at| at.number(),
            &|at| at.word("a number word", Level::Numbers, &numbers(&counts)),
            &|at| at.word("a suit", Level::Suits, &counts.suits.values().cloned().collect::<Vec<_>>()),
            &|at| at.word("a card", Level::Cards, &counts.cards.values().cloned().collect::<Vec<_>>()),
            &|at| at.percent(),
            &|at| at.reference("a changed reference", |n| Some((n + 1).to_string())),
            &|at| at.reference("a reference to nothing", |_| Some("198".to_owned())),
            &|at| at.reference("a dropped reference", |_| None),
            &|at| at.heading().filter(|_| headings),
            &|at| at.deleted(),
            &|at| at.swapped(),
            &|at| at.merged(),
            &|at| at.split(),
            &|at| at.renumbered(),
        ];
        let mut taken: BTreeSet<(Citation, Level)> = BTreeSet::new();
        let mut all: Vec<Plant> = Vec::new();
        // The rarest first, so that what all provisions have does not take their places.
        for _ in 0..most {
            let before = all.len();
            for way in ways {
                let at = |(id, unit)| Spot { text, id, unit };
                let fresh = |plant: &Plant| {
                    // Items that are moved about need their neighbours as they were.
                    let beside = |t: Citation, cite: Citation| t.parent() == cite.parent() && t.parent().is_some();
                    let near = |(cite, level): &(Citation, Level)| {
                        let moves = |other: &Level| [*level, *other].contains(&Level::Structure);
                        let close = |(t, l): &(Citation, Level)| {
                            t == cite || (moves(l) && (t.contains(*cite) || cite.contains(*t) || beside(*t, *cite)))
                        };
                        taken.iter().any(close)
                    };
                    plant.rows.iter().all(|row| !near(row))
                };
                let spots = text.document.iter().filter(|(_, u)| u.key.is_provision() && u.occurrence == 0);
                if let Some(plant) = spots.map(at).filter_map(|spot| way(&spot)).find(fresh) {
                    taken.extend(plant.rows.iter().copied());
                    all.push(plant);
                }
                if all.len() == most {
                    return all;
                }
            }
            if all.len() == before {
                break;
            }
        }
        all
    }
}

type Way<'a> = &'a dyn Fn(&Spot<'_>) -> Option<Plant>;

/// The text with these faults.
pub(crate) fn doctored(text: &Text, plants: &[Plant]) -> String {
    let mut edits: Vec<&(Range<usize>, String)> = plants.iter().flat_map(|p| &p.edits).collect();
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut out = text.source.clone();
    for (range, words) in edits {
        out.replace_range(range.clone(), words);
    }
    out
}

/// Faults that no row tells of, and rows that no fault explains.
pub(crate) fn unlike(plants: &[Plant], found: &Differences) -> (Vec<String>, Vec<String>) {
    let fits = |row: &lawgrep_compare::Difference, plant: &Plant| {
        let names = [Some(&row.at), row.at_b.as_ref()];
        plant
            .rows
            .iter()
            .any(|(cite, level)| row.level == *level && names.iter().flatten().any(|n| **n == Name::Provision(*cite)))
    };
    let first = |plant: &Plant| Plant { rows: plant.rows.iter().take(1).copied().collect(), ..plant.clone() };
    let missed = plants.iter().filter(|p| !found.rows.iter().any(|row| fits(row, &first(p))));
    let missed =
        missed.map(|p| format!("{} at {:?}", p.what, p.rows.iter().map(|(c, _)| c.to_string()).collect::<Vec<_>>()));
    let odd = found.rows.iter().filter(|row| !plants.iter().any(|p| fits(row, p)));
    let odd = odd.map(|row| format!("{}:{}:{}: {:?} | {:?}", row.at, row.level.name(), row.kind.name(), row.a, row.b));
    (missed.collect(), odd.collect())
}

/// The words of each number that is certainly one.
fn numbers(counts: &Counts) -> Vec<Vec<String>> {
    let sure = counts.numbers.iter().filter(|(value, _)| value.parse::<u32>().is_ok());
    sure.map(|(_, words)| words.clone()).collect()
}

struct Spot<'a> {
    text: &'a Text,
    id: UnitId,
    unit: &'a Unit,
}

impl Spot<'_> {
    fn cite(&self) -> Citation {
        self.unit.key.citation().unwrap()
    }

    fn one(&self, what: &'static str, level: Level, edits: Vec<(Range<usize>, String)>) -> Option<Plant> {
        (!edits.is_empty()).then(|| Plant { what, edits, rows: vec![(self.cite(), level)] })
    }

    /// Where a part of the unit's text stands in the source.
    fn place(&self, range: Range<usize>) -> Option<Range<usize>> {
        let placed = Placed::new(&self.text.document, &self.text.source, self.id, Place::Text);
        placed.span(Span::new(range.start, range.end)).map(Span::range)
    }

    fn in_reference(&self, range: &Range<usize>) -> bool {
        let near = |span: Span| (span.start as usize) < range.end + 3 && range.start < span.end as usize + 3;
        self.unit.refs.iter().any(|r| r.place == Place::Text && near(r.span))
    }

    fn words(&self) -> Vec<Range<usize>> {
        let text = &self.unit.text;
        let mut all = Vec::new();
        let mut start = None;
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            match (c.is_alphanumeric(), start) {
                (true, None) => start = Some(at),
                (false, Some(from)) => {
                    all.push(from..at);
                    start = None;
                }
                _ => {}
            }
        }
        all.retain(|range| !self.in_reference(range));
        all
    }

    fn number(&self) -> Option<Plant> {
        let text = &self.unit.text;
        let plain = |range: &Range<usize>| {
            let digits = text[range.clone()].bytes().all(|b| b.is_ascii_digit());
            digits
                && text[..range.start].ends_with(' ')
                && text[range.end..].starts_with(' ')
                && !text[range.end..].trim_start().starts_with('%')
        };
        let range = self.words().into_iter().find(plain)?;
        let more = (text[range.clone()].parse::<u32>().ok()? + 1).to_string();
        self.one("a number", Level::Numbers, vec![(self.place(range)?, more)])
    }

    fn percent(&self) -> Option<Plant> {
        let text = &self.unit.text;
        let percent = |range: &Range<usize>| text[range.end..].trim_start().starts_with('%');
        let range = self.words().into_iter().find(percent)?;
        self.one("a percentage", Level::Percentages, vec![(self.place(range)?, "55".to_owned())])
    }

    fn word(&self, what: &'static str, level: Level, lists: &[Vec<String>]) -> Option<Plant> {
        for range in self.words() {
            let word = self.unit.text[range.clone()].to_lowercase();
            let Some(at) = lists.iter().position(|words| words.contains(&word)) else { continue };
            let other = lists[(at + 1) % lists.len()].iter().find(|w| w.chars().all(char::is_alphabetic))?;
            return self.one(what, level, vec![(self.place(range)?, other.clone())]);
        }
        None
    }

    fn reference(&self, what: &'static str, law: fn(u16) -> Option<String>) -> Option<Plant> {
        let fits = |r: &&lawgrep_model::Reference| {
            let absolute = matches!(r.kind, RefKind::Absolute | RefKind::Law);
            r.place == Place::Text
                && absolute
                && r.resolution != Resolution::NoTarget
                && self.unit.words(r).contains(|c: char| c.is_ascii_digit())
        };
        // A list would give its members another law.
        let refs: Vec<_> = self.unit.refs.iter().filter(|r| r.place == Place::Text).collect();
        let reference = *refs.iter().find(|r| fits(r) && refs.len() == 1)?;
        let Target::One(cite) = reference.target else { return None };
        let words = self.unit.words(reference);
        let start = reference.span.start as usize;
        let digits = words.find(|c: char| c.is_ascii_digit())?;
        let length = words[digits..].bytes().take_while(u8::is_ascii_digit).count();
        let edit = match law(cite.law_number()) {
            Some(number) => (self.place(start + digits..start + digits + length)?, number),
            None => (self.place(start..start + words.len())?, "xx".to_owned()),
        };
        // A number that can be no law may be taken for a plain one.
        let rows = vec![(self.cite(), Level::References), (self.cite(), Level::Numbers)];
        Some(Plant { what, edits: vec![edit], rows })
    }

    fn pieces(&self, role: Role) -> Vec<Range<usize>> {
        let own = self.text.document.pieces.iter().filter(|p| p.unit == Some(self.id) && p.role == role);
        own.map(|p| p.span.range()).collect()
    }

    fn heading(&self) -> Option<Plant> {
        // Above items a parser needs the heading to tell which of two labels is whose.
        let bare = self.text.document.children(self.id).next().is_none() && !self.unit.text.is_empty();
        self.unit.heading.as_ref().filter(|_| self.cite().parent().is_some() && bare)?;
        let gone = self.pieces(Role::Heading).into_iter().map(|range| (range, String::new())).collect();
        self.one("a heading", Level::Headings, gone)
    }

    /// The last of its siblings, without anything below it.
    fn leaf(&self) -> bool {
        self.cite().parent().is_some()
            && self.text.document.children(self.id).next().is_none()
            && self.unit.notes.is_empty()
            && self.unit.text.split(' ').count() > 6
    }

    fn sibling(&self, step: isize) -> Option<Spot<'_>> {
        let all: Vec<(UnitId, &Unit)> = self.text.document.children(self.unit.parent?).collect();
        let at = all.iter().position(|(id, _)| *id == self.id)?;
        let (id, unit) = *all.get(at.checked_add_signed(step)?)?;
        Some(Spot { text: self.text, id, unit })
    }

    fn deleted(&self) -> Option<Plant> {
        // The numbers of what follows would tell a parser that something is lost; the last one is gone without a trace.
        let (true, None, Some(_)) = (self.leaf(), self.sibling(1), self.sibling(-1)) else { return None };
        self.one("a deleted item", Level::Structure, vec![(self.unit.span.range(), String::new())])
    }

    fn swapped(&self) -> Option<Plant> {
        let other = self.sibling(1).filter(|other| other.leaf() && self.leaf())?;
        let body = |spot: &Spot<'_>| match spot.pieces(Role::Body).as_slice() {
            [only] if spot.unit.heading.is_none() => Some(only.clone()),
            _ => None,
        };
        let (one, two) = (body(self)?, body(&other)?);
        let words = |range: &Range<usize>| self.text.source[range.clone()].to_owned();
        let edits = vec![(one.clone(), words(&two)), (two.clone(), words(&one))];
        let rows = vec![(self.cite(), Level::Structure), (other.cite(), Level::Structure)];
        Some(Plant { what: "a swapped pair", edits, rows })
    }

    fn merged(&self) -> Option<Plant> {
        let (true, None, Some(before)) =
            (self.leaf() && self.unit.heading.is_none(), self.sibling(1), self.sibling(-1))
        else {
            return None;
        };
        if !before.leaf() {
            return None;
        }
        let label = self.pieces(Role::Label).into_iter().map(|range| (range, String::new())).collect();
        self.one("a merged item", Level::Structure, label)
    }

    fn split(&self) -> Option<Plant> {
        let (true, None, Some(_)) = (self.leaf() && self.unit.heading.is_none(), self.sibling(1), self.sibling(-1))
        else {
            return None;
        };
        let words = self.words();
        let starts = |range: &&Range<usize>| self.unit.text[..range.start].ends_with(". ") && range.start > 30;
        let half = words.iter().find(starts).filter(|range| range.start + 40 < self.unit.text.len())?;
        let at = self.place(half.clone())?;
        let line = self.text.source[..self.unit.span.start as usize].rfind('\n').map_or(0, |n| n + 1);
        let indent = self.text.source[line..self.unit.span.start as usize].to_owned();
        let indent = if indent.trim().is_empty() { format!("\n{indent}") } else { " ".to_owned() };
        let label = next_label(&self.unit.label)?;
        let gap = if indent.starts_with('\n') && self.text.source[..at.start].contains('\t') { "\t" } else { " " };
        self.one("a split item", Level::Structure, vec![(at.start..at.start, format!("{indent}{label}{gap}"))])
    }

    fn renumbered(&self) -> Option<Plant> {
        let (true, None, Some(_)) = (self.leaf(), self.sibling(1), self.sibling(-1)) else { return None };
        let label = self.pieces(Role::Label).into_iter().next()?;
        let old = self.unit.label.trim();
        let at = self.text.source[label.clone()].find(old)? + label.start;
        self.one("a renumbered item", Level::Structure, vec![(at..at + old.len(), next_label(&next_label(old)?)?)])
    }
}

/// `B.` after `A.`, `3)` after `2)`.
fn next_label(label: &str) -> Option<String> {
    let label = label.trim();
    let end = label.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    let own = label.strip_suffix(end)?;
    let next = match own.parse::<u32>() {
        Ok(number) => (number + 1).to_string(),
        Err(_) if own.len() == 1 => char::from(own.bytes().next()? + 1).to_string(),
        Err(_) => return None,
    };
    Some(format!("{next}{end}"))
}
