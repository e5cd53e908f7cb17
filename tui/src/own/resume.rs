//! The place where the user left, and its file.

use serde::{Deserialize, Serialize};

/// Edition, provision, line, and what stood beside.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resume {
    /// The edition's name on the command line.
    pub(crate) edition: String,
    /// The edition and the unit that stood in the first line: not always of the edition being read.
    pub(crate) of: String,
    pub(crate) at: String,
    /// Line of its row, and how many lines the row had.
    pub(crate) line: usize,
    pub(crate) lines: usize,
    #[serde(default)]
    pub(crate) parallel: bool,
    #[serde(default)]
    pub(crate) beside: Vec<String>,
    /// `columns` or `stacked` where the user has chosen.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) shape: String,
}

impl Resume {
    /// Reads the file.
    pub(crate) fn read(text: &str) -> Result<Option<Self>, String> {
        toml::from_str(text).map(Some).map_err(|e| super::first_line(&e, text))
    }

    /// The file.
    pub(crate) fn write(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}
