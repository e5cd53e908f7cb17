use lawgrep_model::{EditionId, Standing};
use serde::{Deserialize, Serialize};

/// What is known of one published edition: how to recognise it, and what its print does not say.
///
/// A profile never tells the layout or where a provision stands; those are read from the text.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The edition's id.
    pub id: EditionId,
    /// Its language code.
    pub lang: String,
    /// Year of its code.
    pub code: u16,
    /// What weight it carries.
    pub standing: Standing,
    /// Title as the publisher gives it.
    pub title: String,
    /// Who published it.
    pub publisher: String,
    /// Where it applies.
    #[serde(default)]
    pub jurisdiction: String,
    /// First day in force where it differs from the code's.
    pub in_force_from: Option<String>,
    /// Holds parts of a law book, not all of it.
    #[serde(default)]
    pub extract: bool,
    /// Short phrases, any of which speaks for this edition (compared in small letters, white space collapsed). A text is
    /// this edition when its language and code agree and it holds at least `enough` of them.
    pub phrases: Vec<String>,
    /// How many of the phrases are enough.
    pub enough: usize,
    /// The print lost its section signs, so that a bare number can be a law.
    #[serde(default)]
    pub bare_numbers: bool,
}
