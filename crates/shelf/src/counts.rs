use lawgrep_model::{Document, Resolution, UnitKey};
use serde::{Deserialize, Serialize};

/// How much an edition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Law numbers that at least one provision has words for; of a regulation its section numbers.
    pub laws: u32,
    /// Provisions with a heading, a text or a note of their own, laws included.
    pub provisions: u32,
    /// Definitions.
    pub definitions: u32,
    /// Footnotes, inline notes and remarks.
    pub notes: u32,
    /// References that open in the edition.
    pub linked: u32,
    /// References to provisions of the code that the edition does not hold.
    pub elsewhere: u32,
    /// References that no provision answers to, or more than one.
    pub unresolved: u32,
    /// References to what has no citation in the code: statutes, national numbers, definitions.
    pub without_target: u32,
    /// Findings.
    pub findings: u32,
}

impl Counts {
    /// Counts the document.
    pub fn of(document: &Document) -> Self {
        let mut counts = Self { findings: clip(document.findings.len()), ..Self::default() };
        let (mut laws, mut sections) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
        for unit in &document.units {
            match &unit.key {
                UnitKey::Provision(cites) if unit.has_words() => {
                    counts.provisions += 1;
                    laws.extend(cites.iter().map(|c| c.law_number()));
                }
                UnitKey::Section(cite) if unit.has_words() => {
                    counts.provisions += 1;
                    sections.insert(cite.law_number());
                }
                UnitKey::Remark(_) => counts.notes += 1,
                UnitKey::Definition(_) => counts.definitions += 1,
                _ => {}
            }
            counts.notes += clip(unit.notes.len());
            for reference in &unit.refs {
                match reference.resolution {
                    Resolution::InEdition => counts.linked += 1,
                    Resolution::NotInEdition => counts.elsewhere += 1,
                    Resolution::NotInCode | Resolution::Ambiguous => counts.unresolved += 1,
                    Resolution::NoTarget => counts.without_target += 1,
                }
            }
        }
        counts.laws = clip(if laws.is_empty() { sections.len() } else { laws.len() });
        counts
    }

    /// All references.
    pub fn references(&self) -> u32 {
        self.linked + self.elsewhere + self.unresolved + self.without_target
    }
}

fn clip(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
