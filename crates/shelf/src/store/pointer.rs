use lawgrep_model::{Edition, EditionId};
use serde::{Deserialize, Serialize};

use super::{Cause, FORMAT, hash_of};
use crate::Counts;

/// Begins the first line of a pointer file. Behind it stand the SHA-256 of what every version reads, but for its format, and
/// that of what only the version that wrote it does.
const SUMS: &str = "# sha256 ";
/// Begins what only the version that wrote it can use.
const PREPARED: &str = "\n[prepared]\n";

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
    #[serde(default)]
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
    /// The sum of the file `tree`, see [`sum_of`](super::sum_of).
    pub(super) tree: String,
    /// The sum of the file `index`.
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

/// Reads a pointer file. For the second part there is the reason why it cannot be used, if so: another version of the program
/// wrote it, or it was altered.
pub(super) fn read(bytes: &[u8]) -> Result<(Pointer, Result<Prepared, Cause>), String> {
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
    let ours = pointer.format == FORMAT;
    let sums = text.strip_prefix(SUMS).and_then(|text| text.split_once('\n'));
    let sums = sums.and_then(|(sums, rest)| Some((sums.split_once(' ')?, self::sums(rest))));
    match sums {
        Some(((common, _), (found, _))) if common != found => return Err("it was altered".to_owned()),
        // Older formats had no sums.
        None if ours => return Err("it was altered".to_owned()),
        _ if !ours => return Ok((pointer, Err(Cause::OtherVersion))),
        Some(((_, own), (_, found))) if own != found => return Ok((pointer, Err(Cause::Pointer))),
        _ => {}
    }
    let second: Second = toml::from_str(text).map_err(|e| e.message().to_owned())?;
    Ok((pointer, Ok(second.prepared)))
}

/// The text of a pointer file.
pub(super) fn write(pointer: &Pointer, prepared: &Prepared) -> Result<String, String> {
    let text = toml::to_string(&Both { pointer, prepared }).map_err(|e| e.to_string())?;
    let (common, own) = sums(&text);
    Ok(format!("{SUMS}{common} {own}\n{text}"))
}

/// The sums of both parts of a pointer without its first line.
fn sums(text: &str) -> (String, String) {
    let (common, own) = text.split_at(text.find(PREPARED).unwrap_or(text.len()));
    let common: Vec<&str> = common.trim_end().lines().filter(|line| !line.starts_with("format = ")).collect();
    (hash_of(common.join("\n").as_bytes()), hash_of(own.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn no_altered_bit_is_taken_for_true() {
        let edition = samples::document("xx-2017").edition;
        let (file, name, hash) = ("01-x.txt".to_owned(), "x.txt".to_owned(), "0".repeat(64));
        let source = Source { file, name, hash, originals: Vec::new() };
        let pointer = Pointer {
            format: FORMAT.to_owned(),
            folder: "0123456789abcdef".to_owned(),
            settings: Settings { patches: true, ..Settings::default() },
            sources: vec![source],
        };
        let prepared = Prepared { tree: String::new(), index: String::new(), counts: Counts::default(), edition };
        let text = write(&pointer, &prepared).unwrap().into_bytes();
        assert_eq!(read(&text), Ok((pointer.clone(), Ok(prepared))));
        let made_again = |bytes: &[u8]| match read(bytes) {
            Err(_) => false,
            Ok((read, Err(_))) => Pointer { format: FORMAT.to_owned(), ..read } == pointer,
            Ok((_, Ok(_))) => panic!("{}", String::from_utf8_lossy(bytes)),
        };
        let mut again = 0;
        for at in 0..text.len() {
            for bit in 0..8 {
                let mut altered = text.clone();
                altered[at] ^= 1 << bit;
                again += usize::from(made_again(&altered));
            }
            made_again(&text[..at]);
        }
        assert!(again > 100, "what is altered only in what can be made again is made again");
    }
}
