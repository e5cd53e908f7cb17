//! What killed writes leave behind, and its end.

use std::{ffi::OsStr, fs, path::Path};

use lawgrep_model::EditionId;

use super::{CURRENT, EDITIONS, Store};

/// Removes the folders that no pointer counts and the pointers that were never finished, of all editions. Only who holds the
/// lock may do it. What does not go now goes next time; what we did not make stays.
pub(super) fn sweep(store: &Store) {
    for entry in fs::read_dir(store.home.join(EDITIONS)).into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<EditionId>().ok()) else { continue };
        // Behind a pointer that cannot be read any folder may be the one that holds the user's text.
        let Ok(kept) = store.edition(&id) else { continue };
        let counts = kept.as_ref().map(|kept| kept.pointer.folder.as_str());
        sweep_edition(&entry.path(), counts);
        if counts.is_none() {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// The same of one edition, whose folder `counts`.
pub(super) fn sweep_edition(place: &Path, counts: Option<&str>) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if is_left_over(&name) && counts.is_none_or(|counts| name != counts) {
            let _ = fs::remove_dir_all(entry.path()).or_else(|_| fs::remove_file(entry.path()));
        }
    }
}

/// Whether a name is one that installing gives: a hash, a number behind it if need be; or an unfinished pointer.
fn is_left_over(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return false };
    let (hash, number) = name.split_once('-').unwrap_or((name, "2"));
    let is_hash = hash.len() == 16 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    (is_hash && number.parse::<u32>().is_ok()) || name.strip_prefix(CURRENT).is_some_and(|end| end == ".part")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_our_own_are_left_over() {
        for name in ["0123456789abcdef", "0123456789abcdef-2", "current.part"] {
            assert!(is_left_over(name.as_ref()), "{name}");
        }
        for name in ["current", "notes", "0123456789abcde", "0123456789ABCDEF", "0123456789abcdef-x", "my.part"] {
            assert!(!is_left_over(name.as_ref()), "{name}");
        }
    }
}
