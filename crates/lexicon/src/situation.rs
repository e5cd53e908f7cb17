use std::collections::BTreeMap;

use lawgrep_model::Citation;
use serde::{Deserialize, Deserializer};

/// What happens at a table, in the words of those who sit there, and the provisions that rule it. Read from
/// `corpus/situations/`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Situation {
    /// Its name in the data.
    pub id: String,
    /// The provisions of the code in force, the chief one first. A file that only adds phrases leaves them out.
    #[serde(default, deserialize_with = "citations")]
    pub laws: Vec<Citation>,
    /// Ways to say it, by language code; the first is the one that is shown.
    #[serde(flatten)]
    pub phrases: BTreeMap<String, Vec<String>>,
}

/// A file of them.
#[derive(Deserialize)]
pub(crate) struct File {
    #[serde(default)]
    pub(crate) situation: Vec<Situation>,
}

fn citations<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Citation>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| text.parse().map_err(serde::de::Error::custom)).collect()
}
