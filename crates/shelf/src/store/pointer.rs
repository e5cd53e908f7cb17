use lawgrep_model::{Edition, EditionId};
use serde::{Deserialize, Serialize};

use super::FORMAT;
use crate::Counts;

/// With what settings an edition was imported; making it again uses the same.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Settings {
    /// The id that `--as` gave.
    pub id: Option<EditionId>,
    /// The language that `--lang` gave.
    pub lang: Option<String>,
    /// The code that `--code` gave.
    pub code: Option<u16>,
    /// Source patches are used; `--no-patches` leaves them out.
    pub patches: bool,
}

/// What every version of the program can read of a pointer file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Pointer {
    pub(super) format: String,
    pub(super) folder: String,
    #[serde(default)]
    pub(super) settings: Settings,
    pub(super) sources: Vec<Source>,
}

/// One imported file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Source {
    /// Its name in the folder `source`.
    pub(super) file: String,
    /// The name it was imported by.
    pub(super) name: String,
    /// SHA-256 of its bytes.
    pub(super) hash: String,
    /// What it was converted from; nothing where it is text itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) originals: Vec<Original>,
}

/// A file that a text was made of, as it was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Original {
    /// Its name in the folder `source`.
    pub(super) file: String,
    /// The name it was imported by.
    pub(super) name: String,
    /// SHA-256 of its bytes.
    pub(super) hash: String,
}

/// What only the version that wrote it can use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Prepared {
    /// SHA-256 of the file `tree`.
    pub(super) tree: String,
    /// SHA-256 of the file `index`.
    pub(super) index: String,
    pub(super) counts: Counts,
    pub(super) edition: Edition,
}

#[derive(Serialize)]
struct Both<'a> {
    #[serde(flatten)]
    pointer: &'a Pointer,
    prepared: &'a Prepared,
}

#[derive(Deserialize)]
struct Second {
    prepared: Prepared,
}

/// Reads a pointer file. The second part is `None` where another version of the program wrote the file.
pub(super) fn read(bytes: &[u8]) -> Result<(Pointer, Option<Prepared>), String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
    let pointer: Pointer = toml::from_str(text).map_err(|e| e.message().to_owned())?;
    let plain = |name: &str| !name.is_empty() && !name.contains(['/', '\\']) && name != "." && name != "..";
    if !plain(&pointer.folder)
        || !pointer.sources.iter().all(|s| plain(&s.file) && s.originals.iter().all(|o| plain(&o.file)))
    {
        return Err("it names a file outside its folder".to_owned());
    }
    if pointer.sources.is_empty() {
        return Err("it names no source".to_owned());
    }
    if pointer.format != FORMAT {
        return Ok((pointer, None));
    }
    let second: Second = toml::from_str(text).map_err(|e| e.message().to_owned())?;
    Ok((pointer, Some(second.prepared)))
}

/// The text of a pointer file.
pub(super) fn write(pointer: &Pointer, prepared: &Prepared) -> Result<String, String> {
    toml::to_string(&Both { pointer, prepared }).map_err(|e| e.to_string())
}
