use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A concept of the game or its law, with its terms in every language that data gives. Read from `corpus/concepts.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concept {
    /// Its name in the data.
    pub id: String,
    /// The definition of the laws that explains it, by id.
    pub definition: Option<String>,
    /// Where it is chiefly ruled.
    #[serde(default)]
    pub laws: Vec<String>,
    /// By language code: what misleads a reader who knows a neighbouring language.
    #[serde(default)]
    pub false_friends: BTreeMap<String, String>,
    /// What could not be checked.
    pub doubt: Option<String>,
    /// Its terms by language code, the one that is printed today first.
    #[serde(flatten)]
    pub terms: BTreeMap<String, Vec<String>>,
}

/// The file as a whole.
#[derive(Deserialize)]
pub(crate) struct File {
    pub(crate) concept: Vec<Concept>,
}

/// The file of topics as a whole.
#[derive(Deserialize)]
pub(crate) struct Topics {
    pub(crate) topic: Vec<Concept>,
}
