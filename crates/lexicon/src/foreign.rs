use serde::{Deserialize, Serialize};

/// A language that lawgrep can name and not read: so that a text in it is refused by its name, and not read as a neighbour.
/// A file in `data/lang/` of the same code takes its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foreign {
    /// Its code, ISO 639-1.
    pub code: String,
    /// Its name in English.
    pub name: String,
    /// Frequent words, small letters, that a law text in no known language has but by chance.
    pub telling: Vec<String>,
    /// Those of the frequent words of known languages that are words of this one too; they tell nothing between the two.
    #[serde(default)]
    pub shared: Vec<String>,
}
