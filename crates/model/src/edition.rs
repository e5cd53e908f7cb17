use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The name of an edition on the command line and on the shelf: `no-2017`, `companion-sv`. Matches `[a-z0-9-]+`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EditionId(String);

/// Why a text is no edition id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no edition id; use small letters, digits and hyphens, at most 64 of them")]
pub struct EditionIdError(pub String);

impl EditionId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for EditionId {
    type Err = EditionIdError;

    fn from_str(text: &str) -> Result<Self, EditionIdError> {
        let good = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        // A leading hyphen would read as a flag.
        if !text.is_empty() && text.len() <= 64 && !text.starts_with('-') && text.bytes().all(good) {
            Ok(Self(text.to_owned()))
        } else {
            Err(EditionIdError(text.to_owned()))
        }
    }
}

impl TryFrom<String> for EditionId {
    type Error = EditionIdError;

    fn try_from(text: String) -> Result<Self, EditionIdError> {
        text.parse()
    }
}

impl From<EditionId> for String {
    fn from(id: EditionId) -> Self {
        id.0
    }
}

impl fmt::Display for EditionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// What weight a text carries at the table. Orders by it: official before regulation before companion before training.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// The law book of a federation.
    Official,
    /// A regulation with numbers of its own, under the laws.
    Regulation,
    /// Our own explanation; not the law book.
    Companion,
    /// Course material that quotes the laws.
    Training,
}

impl Standing {
    /// The word for it in exports: `official`, `regulation`, `companion`, `training`.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Official => "official",
            Standing::Regulation => "regulation",
            Standing::Companion => "companion",
            Standing::Training => "training",
        }
    }
}

/// One text: what it is, whose it is, and whether it is law today.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edition {
    /// Its name on the command line.
    pub id: EditionId,
    /// Language code: `no`, `da`, `sv`, `nl`, `en`, or that of a language added by files.
    pub lang: String,
    /// The year of the code that it follows: 1997, 2007, 2017. Data, never an enum.
    pub code: u16,
    /// What weight it carries.
    pub standing: Standing,
    /// Title as its publisher gives it.
    pub title: String,
    /// Who published it.
    pub publisher: String,
    /// Where it applies; empty where nowhere in particular.
    pub jurisdiction: String,
    /// First day in force, `YYYY-MM-DD`, as far as known.
    pub in_force_from: Option<String>,
    /// Last day in force, `YYYY-MM-DD`; `None` while it is law.
    pub in_force_until: Option<String>,
    /// The code that took its place.
    pub superseded_by: Option<u16>,
    /// Holds parts of a law book, not all of it.
    pub extract: bool,
    /// Name of the file or files it was read from, without folders.
    pub source_name: String,
    /// SHA-256 of the source bytes, hexadecimal.
    pub source_hash: String,
}

impl Edition {
    /// A whole text of that code of which nothing else is known; it counts as in force.
    pub fn new(id: EditionId, lang: &str, code: u16, standing: Standing) -> Self {
        Self {
            id,
            lang: lang.to_owned(),
            code,
            standing,
            title: String::new(),
            publisher: String::new(),
            jurisdiction: String::new(),
            in_force_from: None,
            in_force_until: None,
            superseded_by: None,
            extract: false,
            source_name: String::new(),
            source_hash: String::new(),
        }
    }

    /// Whether its code is the law today. A companion of the present code counts; that it only explains is its standing.
    pub fn in_force(&self) -> bool {
        self.in_force_until.is_none() && self.superseded_by.is_none()
    }

    /// Where it stands in a list of several: in force first, newer code first, then by standing, then by id.
    pub fn rank(&self) -> impl Ord + use<> {
        (!self.in_force(), std::cmp::Reverse(self.code), self.standing, self.id.clone())
    }

    /// What must be said beside its text: `1997 code, superseded`. Empty for a law book in force.
    pub fn warning(&self) -> String {
        let mut parts = Vec::new();
        if !self.in_force() {
            parts.push(format!("{} code, superseded", self.code));
        }
        match self.standing {
            Standing::Official => {}
            Standing::Regulation => parts.push("regulation".to_owned()),
            Standing::Companion => parts.push("companion text: explains, is not the law book".to_owned()),
            Standing::Training => parts.push("training material, not a law book".to_owned()),
        }
        parts.join("; ")
    }
}
