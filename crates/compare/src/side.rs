//! One of the two texts, by citation.

use std::collections::{BTreeMap, BTreeSet};

use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Citation, Document, Place, Unit};

use crate::{bag::Bag, words::Counter};

/// Of the laws of a code a text must hold so many in a hundred, or it is a part of a law book.
const WHOLE: usize = 75;
/// Of the provisions of the laws that it holds, an extract must hold so many in a hundred, or it quotes from them.
const COMPLETE: usize = 90;

/// A provision, or several that a text prints as one.
pub(crate) struct Node<'a> {
    /// Never empty.
    pub(crate) cites: Vec<Citation>,
    pub(crate) unit: &'a Unit,
    /// It was printed before under the same number.
    pub(crate) again: bool,
    /// How many characters it has, notes aside.
    pub(crate) length: usize,
    /// Its words in small letters, heading too, references aside.
    pub(crate) bag: Bag,
    /// The words of its notes.
    pub(crate) notes: Bag,
}

impl Node<'_> {
    pub(crate) fn cite(&self) -> Citation {
        self.cites.first().copied().unwrap_or(Citation::law(0))
    }
}

/// A text, and what is known of how much of its code it holds.
pub(crate) struct Side<'a> {
    pub(crate) document: &'a Document,
    pub(crate) counter: Counter,
    /// In print order.
    pub(crate) nodes: Vec<Node<'a>>,
    by_cite: BTreeMap<Citation, usize>,
    /// Other numbers that some prints give, and what the code calls them.
    aliases: BTreeMap<Citation, Citation>,
    /// Laws of which it has words.
    pub(crate) laws: BTreeSet<u16>,
    /// It holds some laws and is not meant to hold the others.
    pub(crate) partial: bool,
    /// It is meant to hold only some provisions of its laws.
    pub(crate) quotes: bool,
}

impl<'a> Side<'a> {
    pub(crate) fn of(document: &'a Document, lexicon: &Lexicon) -> Self {
        let edition = &document.edition;
        let mut side = Self {
            document,
            counter: Counter::new(&lexicon.language(&edition.lang).map(|l| l.counts.clone()).unwrap_or_default()),
            nodes: Vec::new(),
            by_cite: BTreeMap::new(),
            aliases: BTreeMap::new(),
            laws: BTreeSet::new(),
            partial: false,
            quotes: false,
        };
        for unit in document.units.iter().filter(|u| u.key.is_provision()) {
            side.laws.extend(unit.key.citations().iter().filter(|_| !unit.text.is_empty()).map(|c| c.law_number()));
            let again = unit.key.citations().iter().any(|c| side.by_cite.contains_key(c));
            for cite in unit.key.citations().iter().filter(|_| !again) {
                side.by_cite.insert(*cite, side.nodes.len());
            }
            let notes: Vec<&str> = unit.notes.iter().map(|note| note.text.as_str()).collect();
            side.nodes.push(Node {
                cites: unit.key.citations().to_vec(),
                unit,
                again,
                notes: Bag::of(&notes.join(" ")),
                length: unit.text.chars().count() + unit.heading.as_ref().map_or(0, |h| h.chars().count()),
                bag: Bag::of(&format!(
                    "{} {}",
                    masked(unit, Place::Heading, unit.text_at(Place::Heading)),
                    masked(unit, Place::Text, &unit.text)
                )),
            });
        }
        side.know(lexicon);
        side
    }

    fn know(&mut self, lexicon: &Lexicon) {
        let edition = &self.document.edition;
        let laws = lexicon.code(edition.code).map_or(0, |code| usize::from(code.laws));
        self.partial = edition.extract || self.laws.len() * 100 < laws * WHOLE;
        let Some(spine) = lexicon.spine(edition.code) else { return };
        let wanted: Vec<Citation> =
            spine.provisions.iter().map(|p| p.cite).filter(|c| self.laws.contains(&c.law_number())).collect();
        let held = wanted.iter().filter(|c| self.has(**c)).count();
        self.quotes = edition.extract && held * 100 < wanted.len() * COMPLETE;
        let named = spine.provisions.iter().filter_map(|p| Some((p.in_print.as_ref()?.parse().ok()?, p.cite)));
        self.aliases = named.filter(|(print, _)| spine.provision(*print).is_none()).collect();
    }

    /// The place of the node that is printed under that number.
    pub(crate) fn node(&self, cite: Citation) -> Option<usize> {
        self.by_cite.get(&cite).copied()
    }

    /// The same, also under another number that prints give the provision.
    pub(crate) fn node_or_alias(&self, cite: Citation) -> Option<usize> {
        let other = || self.aliases.iter().find(|(_, own)| **own == cite).and_then(|(print, _)| self.node(*print));
        let own = || self.aliases.get(&cite).and_then(|own| self.node(*own));
        self.node(cite).or_else(other).or_else(own)
    }

    /// Whether it prints the provision, or something below it.
    pub(crate) fn has(&self, cite: Citation) -> bool {
        self.by_cite.range(cite..).next().is_some_and(|(found, _)| cite.contains(*found))
    }

    /// Whether it prints something below the provision.
    pub(crate) fn has_below(&self, cite: Citation) -> bool {
        self.by_cite.range(cite..).take_while(|(c, _)| cite.contains(**c)).any(|(c, _)| *c != cite)
    }

    /// The nodes of a provision and of all below it.
    pub(crate) fn below(&self, cite: Citation) -> Vec<usize> {
        let inside = self.by_cite.range(cite..).take_while(|(c, _)| cite.contains(**c));
        let mut all: Vec<usize> = inside.map(|(_, node)| *node).collect();
        all.dedup();
        all
    }

    /// Whether it is no fault that it lacks the provision. `same`: the other text is of the same edition, which then tells
    /// what there must be.
    pub(crate) fn may_lack(&self, cite: Citation, same: bool) -> bool {
        if same {
            return false;
        }
        let law = cite.law_number();
        if self.laws.contains(&law) {
            // Extracts may leave out a section; inside one they are whole.
            let section = cite.section().and_then(|letter| cite.with_section(letter));
            return self.quotes || (self.document.edition.extract && section.is_some_and(|s| !self.has(s)));
        }
        let inside =
            self.laws.first().is_some_and(|first| *first < law) && self.laws.last().is_some_and(|last| law < *last);
        self.document.edition.extract || (self.partial && !inside)
    }
}

/// A text with a bar in place of each reference.
pub(crate) fn masked(unit: &Unit, place: Place, text: &str) -> String {
    let mut spans: Vec<_> = unit.refs.iter().filter(|r| r.place == place).map(|r| r.span).collect();
    spans.sort_by_key(|span| span.start);
    let mut out = String::new();
    let mut at = 0;
    for span in spans {
        out.push_str(text.get(at..span.start as usize).unwrap_or(""));
        out.push('|');
        at = at.max(span.end as usize);
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}
