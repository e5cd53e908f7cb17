//! What partial texts do not hold, named once.

use std::collections::BTreeSet;

use lawgrep_model::Citation;

use crate::{
    difference::{Gap, Which},
    references::next,
    side::Side,
};

/// Collects what one side lacks and need not have.
#[derive(Debug, Default)]
pub(crate) struct Lacking {
    laws: BTreeSet<u16>,
    parts: BTreeSet<Citation>,
    pub(crate) definitions: usize,
}

impl Lacking {
    /// Notes one provision of the side's own code.
    pub(crate) fn add(&mut self, cite: Citation, side: &Side<'_>) {
        if side.laws.contains(&cite.law_number()) {
            self.parts.insert(cite);
        } else {
            self.laws.insert(cite.law_number());
        }
    }

    /// As ranges; `None` where there is nothing.
    pub(crate) fn gap(&self, of: Which) -> Option<Gap> {
        let mut laws: Vec<(u16, u16)> = Vec::new();
        for law in &self.laws {
            match laws.last_mut() {
                Some((_, to)) if *to + 1 == *law => *to = *law,
                _ => laws.push((*law, *law)),
            }
        }
        // What stands below another one that is lacking goes without saying.
        let top: Vec<Citation> =
            self.parts.iter().copied().filter(|c| !c.ancestors().any(|up| self.parts.contains(&up))).collect();
        let mut parts: Vec<(Citation, Citation)> = Vec::new();
        for cite in top {
            match parts.last_mut() {
                Some((_, to)) if next(*to) == Some(cite) => *to = cite,
                _ => parts.push((cite, cite)),
            }
        }
        let gap = Gap { of, laws, parts, definitions: self.definitions };
        (!gap.laws.is_empty() || !gap.parts.is_empty() || gap.definitions > 0).then_some(gap)
    }
}
