use std::collections::BTreeSet;

use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Citation, Document, Resolution, UnitKey};

use crate::tokens::{Tokens, fold};

/// What an edition holds, laid out for quick questions.
#[derive(Debug, Clone, Default)]
pub struct Holdings {
    /// Every provision and every provision above one.
    held: BTreeSet<Citation>,
    /// Laws with words or provisions of their own below the heading.
    read: BTreeSet<u16>,
    terms: BTreeSet<String>,
    extract: bool,
    /// Number of the last law of the code.
    laws: u16,
    /// Numbers that the document's own sections have: those of a regulation. None of them is a law's.
    own: BTreeSet<u16>,
}

impl Holdings {
    /// Of a parsed edition. Where its code is unknown, the number of laws is that of the code in force.
    pub fn of(document: &Document, lexicon: &Lexicon) -> Self {
        let edition = &document.edition;
        let code = lexicon.code(edition.code).or_else(|| lexicon.code_in_force());
        let mut all = Self { extract: edition.extract, laws: code.map_or(u16::MAX, |c| c.laws), ..Self::default() };
        for unit in &document.units {
            match &unit.key {
                UnitKey::Provision(cites) => {
                    for cite in cites {
                        all.held.insert(*cite);
                        all.held.extend(cite.ancestors());
                        if cite.parent().is_some() || !unit.text.is_empty() {
                            all.read.insert(cite.law_number());
                        }
                    }
                }
                UnitKey::Section(cite) => {
                    all.held.insert(*cite);
                    all.held.extend(cite.ancestors());
                    all.own.insert(cite.law_number());
                    all.read.insert(cite.law_number());
                }
                UnitKey::Definition(term) => all.terms.extend(spellings(term)),
                _ => {}
            }
        }
        all
    }

    /// Whether the edition holds the provision or something below it.
    pub fn holds(&self, cite: Citation) -> bool {
        self.held.contains(&cite)
    }

    /// Whether the number is that of a section of the regulation itself, and so no law's.
    pub fn is_own(&self, cite: Citation) -> bool {
        self.own.contains(&cite.law_number())
    }

    /// Whether a term is defined; in any case, whatever its white space.
    pub fn defines(&self, term: &str) -> bool {
        self.terms.contains(&plain(term))
    }

    /// What becomes of a reference to this provision. `NoTarget` for a number outside the code.
    pub fn status(&self, cite: Citation) -> Resolution {
        if !(1..=self.laws).contains(&cite.law_number()) && !self.is_own(cite) {
            Resolution::NoTarget
        } else if self.holds(cite) {
            Resolution::InEdition
        } else if self.extract || !self.read.contains(&cite.law_number()) {
            Resolution::NotInEdition
        } else {
            Resolution::NotInCode
        }
    }

    /// What becomes of a reference to all provisions from one to another: one end at hand, or something between, is enough.
    pub fn status_of_range(&self, from: Citation, to: Citation) -> Resolution {
        let between = self.held.range(from..).next().is_some_and(|c| *c <= to || to.contains(*c));
        match (self.status(from), self.status(to)) {
            (Resolution::NoTarget, Resolution::NoTarget) => Resolution::NoTarget,
            _ if between => Resolution::InEdition,
            (Resolution::NotInCode, Resolution::NotInCode) => Resolution::NotInCode,
            _ => Resolution::NotInEdition,
        }
    }

    /// Of the provisions from one to another those of their level that the edition holds, both ends included.
    pub fn of_range(&self, from: Citation, to: Citation) -> Vec<Citation> {
        let beside = |cite: &Citation| cite.level() == from.level() && cite.parent() == from.parent();
        self.held.range(from..=from.max(to)).copied().filter(beside).collect()
    }

    /// Whether the edition prints anything of the law that `own` stands in, beside `own` and what it stands in: then it can
    /// tell that a part is missing from it.
    pub(crate) fn has_more_of_law(&self, own: Citation) -> bool {
        let law = Citation::law(own.law_number());
        let of_law = self.held.range(law..).take_while(|c| law.contains(**c));
        of_law.into_iter().any(|c| !c.contains(own))
    }
}

fn plain(term: &str) -> String {
    let words: Vec<_> = term.split_whitespace().map(fold).collect();
    words.join(" ")
}

/// How a defined term can be called: "Korrigering(er)" also "korrigering" and "korrigeringer", "Feilaktig opplysning
/// (FO)" also without its bracket and by what the bracket holds.
fn spellings(term: &str) -> Vec<String> {
    let mut all = vec![plain(term)];
    if let (Some(open), true) = (term.find('('), term.ends_with(')')) {
        let head = term.get(..open).unwrap_or("");
        let inner = term.get(open + 1..term.len() - 1).unwrap_or("");
        all.push(plain(head));
        if head.ends_with(char::is_whitespace) {
            all.push(plain(inner));
        } else {
            all.push(plain(&format!("{head}{inner}")));
        }
    }
    all.retain(|t| !t.is_empty());
    all
}

/// A term as a text prints it, without what is glued to it.
pub(crate) fn term_in(words: &str) -> String {
    let tokens = Tokens::of(words);
    plain(words.get(tokens.start(0)..tokens.end_before(tokens.len())).unwrap_or(""))
}
