use lawgrep_model::Citation;
use serde::{Deserialize, Deserializer, Serialize};

/// Where the provisions of one code stand in another: read from `corpus/concordance/FROM-TO.toml`.
///
/// A row stands for everything below its provision that has no row of its own.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Concordance {
    /// The year of the older code.
    pub from: u16,
    /// The year of the newer code.
    pub to: u16,
    /// What became of what.
    #[serde(rename = "row", default)]
    pub rows: Vec<ConcordanceRow>,
}

/// What became of one provision.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConcordanceRow {
    /// The provision of the older code; `None` for what is new.
    #[serde(default, deserialize_with = "one", skip_serializing_if = "Option::is_none")]
    pub from: Option<Citation>,
    /// It is a footnote to that provision, not the provision.
    #[serde(default)]
    pub footnote: bool,
    /// Its homes in the newer code; none for what was dropped.
    #[serde(default, deserialize_with = "many")]
    pub to: Vec<Citation>,
    /// What happened to it.
    pub relation: Relation,
    /// How well that is known.
    pub sure: Sure,
    /// What the rule is, or what happened, in a few words.
    pub note: Option<String>,
    /// Why it does not equal the two shorter steps taken one after the other.
    pub differs: Option<String>,
}

/// What happened to a provision from one code to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// The same rule under the same number.
    Same,
    /// The same number, and the rule says something else in part.
    Reworded,
    /// The same rule under another number.
    Moved,
    /// One provision became several.
    Split,
    /// It became part of another provision, or several became one.
    Merged,
    /// The rule is gone.
    Dropped,
    /// The rule was not there before.
    New,
    /// A warning and no home: the number is now that of another rule.
    Replaced,
}

impl Relation {
    /// The word for it in output and data.
    pub fn name(self) -> &'static str {
        match self {
            Relation::Same => "same",
            Relation::Reworded => "reworded",
            Relation::Moved => "moved",
            Relation::Split => "split",
            Relation::Merged => "merged",
            Relation::Dropped => "dropped",
            Relation::New => "new",
            Relation::Replaced => "replaced",
        }
    }
}

/// How well a fact is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Sure {
    /// Seen in a print of the code.
    #[serde(rename = "E")]
    Print,
    /// Read off a national text.
    #[serde(rename = "G")]
    Text,
    /// From knowledge of the game's law; not checked against a print.
    #[serde(rename = "K")]
    Knowledge,
}

impl Sure {
    /// Whether a reader must be told that it was not checked.
    pub fn is_doubtful(self) -> bool {
        self == Sure::Knowledge
    }
}

fn one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Citation>, D::Error> {
    String::deserialize(deserializer)?.parse().map(Some).map_err(serde::de::Error::custom)
}

fn many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Citation>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| text.parse().map_err(serde::de::Error::custom)).collect()
}
