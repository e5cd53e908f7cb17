use std::collections::BTreeMap;

use serde::Deserialize;

/// How people at the table say things beside the terms of a language. For finding only. Read from `corpus/spoken.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spoken {
    /// Words that tell little of a situation, between blanks.
    pub light: String,
    /// Words that mean much the same at a table, a group a line.
    pub alike: String,
    /// What else a concept is called, by its id.
    pub terms: BTreeMap<String, Vec<String>>,
    /// What else it is called where nothing else is said: too loose to be known among other words.
    #[serde(default)]
    pub alone: BTreeMap<String, Vec<String>>,
}
