use lawgrep_model::Citation;
use serde::{Deserialize, Serialize};

/// One code of the laws, as the World Bridge Federation promulgated it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Code {
    /// The year that names it.
    pub year: u16,
    /// First day in force, `YYYY-MM-DD`, where it is known.
    pub in_force_from: Option<String>,
    /// Last day in force.
    pub in_force_until: Option<String>,
    /// The code that took its place.
    pub superseded_by: Option<u16>,
    /// Number of its last law.
    pub laws: u16,
    /// Citations that this code has and others lack; a text that prints one speaks for this code.
    #[serde(default)]
    pub has: Vec<String>,
    /// Citations that this code lacks and others have; a text that prints one speaks against it.
    #[serde(default)]
    pub lacks: Vec<String>,
    /// Words in any language that only texts under this code use (small letters, word beginnings).
    #[serde(default)]
    pub words: Vec<String>,
}

impl Code {
    /// Whether the number is that of a law of this code.
    pub fn has_law(&self, cite: Citation) -> bool {
        (1..=self.laws).contains(&cite.law_number())
    }
}
