//! What all pointers say, in one file: opening a shelf of two hundred editions then costs what opening one of two does.
//!
//! ```text
//! catalogue = magic  sum u64 little endian  entries
//! ```
//!
//! Only a help. An entry counts while its pointer is the very file it was read from; whoever cannot use it reads the pointers,
//! which alone say what is on the shelf. It is written by whoever holds the lock, after the pointers.

use std::{collections::BTreeMap, fs, time::UNIX_EPOCH};

use lawgrep_model::{EditionId, checksum};
use serde::{Deserialize, Serialize};

use super::{
    CURRENT, EDITIONS, FORMAT, Store,
    pointer::{Pointer, Prepared},
    read_file,
};

const NAME: &str = "catalogue";
const MAGIC: &[u8; 8] = b"lgcat\x001\n";

/// The entries that have not been asked for yet.
#[derive(Default)]
pub(super) struct Catalogue(BTreeMap<EditionId, Entry>);

#[derive(Serialize, Deserialize)]
struct Entry {
    stamp: Stamp,
    pointer: Pointer,
    prepared: Prepared,
}

/// By what a pointer file is told from one that took its place: when it was written, to the nanosecond, and its length.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    seconds: u64,
    nanoseconds: u32,
    length: u64,
}

impl Catalogue {
    /// The catalogue of a shelf; empty where there is none, or one that is damaged or of another version.
    pub(super) fn read(store: &Store) -> Self {
        let entries = || {
            let bytes = read_file(&store.home.join(NAME)).ok()??;
            let (sum, rest) = bytes.strip_prefix(MAGIC)?.split_first_chunk::<8>()?;
            let sound = checksum(rest) == u64::from_le_bytes(*sum);
            let (format, entries) = postcard::from_bytes::<(&str, _)>(rest).ok().filter(|_| sound)?;
            (format == FORMAT).then_some(Self(entries))
        };
        entries().unwrap_or_default()
    }

    /// What the pointer of an edition says, if it is known.
    pub(super) fn take(&mut self, store: &Store, id: &EditionId) -> Option<(Pointer, Prepared)> {
        let Entry { stamp, pointer, prepared } = self.0.remove(id)?;
        (Stamp::of(store, id)? == stamp).then_some((pointer, prepared))
    }

    /// Writes it anew from the pointers. Only who holds the lock may. Where it cannot be written there is none, or an older one
    /// whose entries count as far as they hold.
    pub(super) fn write(store: &Store) {
        let mut entries = BTreeMap::new();
        let Ok(all) = store.editions() else { return };
        for kept in all {
            // Nobody else puts a pointer in the place of this one while the lock is held.
            if let (Some(stamp), Ok(prepared)) = (Stamp::of(store, &kept.id), kept.prepared) {
                entries.insert(kept.id, Entry { stamp, pointer: kept.pointer, prepared });
            }
        }
        let Ok(rest) = postcard::to_stdvec(&(FORMAT, &entries)) else { return };
        let bytes = [MAGIC.as_slice(), &checksum(&rest).to_le_bytes(), &rest].concat();
        let (path, part) = (store.home.join(NAME), store.home.join("catalogue.part"));
        if fs::write(&part, bytes).and_then(|()| fs::rename(&part, &path)).is_err() {
            let _ = fs::remove_file(&part);
        }
    }
}

impl Stamp {
    fn of(store: &Store, id: &EditionId) -> Option<Self> {
        let known = fs::metadata(store.home.join(EDITIONS).join(id.as_str()).join(CURRENT)).ok()?;
        let written = known.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Self { seconds: written.as_secs(), nanoseconds: written.subsec_nanos(), length: known.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{id, shelf};
    use super::*;

    fn known(store: &Store) -> bool {
        Catalogue::read(store).take(store, &id()).is_some()
    }

    #[test]
    fn an_entry_counts_only_for_the_pointer_that_it_was_read_from() {
        let (_folder, store) = shelf("one");
        assert!(known(&store), "an import catalogues");
        let pointer = store.home().join(EDITIONS).join(id().as_str()).join(CURRENT);
        let text = fs::read(&pointer).unwrap();
        fs::write(&pointer, [text.as_slice(), b"x"].concat()).unwrap();
        assert!(!known(&store));
        assert_eq!(store.editions().unwrap_err().to_string(), store.edition(&id()).unwrap_err().to_string());
    }

    #[test]
    fn a_damaged_or_foreign_catalogue_is_none() {
        let (_folder, store) = shelf("one");
        let path = store.home().join(NAME);
        let bytes = fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut altered = bytes.clone();
            if let Some(byte) = altered.get_mut(at) {
                *byte ^= 0x10;
            }
            fs::write(&path, altered).unwrap();
            assert!(!known(&store), "byte {at}");
            assert_eq!(store.editions().unwrap().len(), 1);
        }
        fs::remove_file(&path).unwrap();
        assert!(!known(&store) && store.editions().unwrap().len() == 1);
    }
}
