//! The user's own files beside the editions: settings, bookmarks, the place where reading ended.

use std::{
    fs,
    hash::{Hash, Hasher},
    io,
    path::PathBuf,
};

use super::{CURRENT, EDITIONS, Store, StoreError, lock::AT_SCREEN, write::Step};

impl Store {
    /// Where the user's file of that name is.
    pub fn own_path(&self, name: &str) -> PathBuf {
        self.home.join(name)
    }

    /// The user's file of that name; `None` where there is none.
    ///
    /// # Errors
    /// When it cannot be read, or is no UTF-8.
    pub fn own(&self, name: &str) -> Result<Option<String>, StoreError> {
        let path = self.own_path(name);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
            Err(e) => Err(StoreError::io("read", &path, &e)),
        }
    }

    /// Writes it anew: beside, then renamed, so that the old file or the new one is there at any moment.
    ///
    /// # Errors
    /// When it cannot be written; then the old one is as it was.
    pub fn keep_own(&self, name: &str, text: &str) -> Result<(), StoreError> {
        let _lock = self.lock(AT_SCREEN)?;
        Step::Swap(self.own_path(name), text.as_bytes().to_vec()).run()
    }

    /// The folder in which something changes whenever the stamp does. It is made where there is none yet, so that it can be
    /// watched; `None` where it cannot be made.
    pub fn watchable(&self) -> Option<std::path::PathBuf> {
        let folder = self.home.join(EDITIONS);
        fs::create_dir_all(&folder).ok()?;
        Some(folder)
    }

    /// A number that changes when an edition is imported, imported again or forgotten.
    pub fn stamp(&self) -> u64 {
        let mut pointers: Vec<(std::ffi::OsString, Option<std::time::SystemTime>)> = Vec::new();
        for entry in fs::read_dir(self.home.join(EDITIONS)).into_iter().flatten().flatten() {
            let modified = fs::metadata(entry.path().join(CURRENT)).and_then(|meta| meta.modified()).ok();
            // Without a pointer a folder is no edition yet, or none any more.
            if modified.is_some() {
                pointers.push((entry.file_name(), modified));
            }
        }
        pointers.sort();
        let mut hasher = std::hash::DefaultHasher::new();
        pointers.hash(&mut hasher);
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_whole_and_read_back() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path().join("lawgrep"));
        assert_eq!(store.own("place.toml"), Ok(None));
        store.keep_own("place.toml", "at = 1\n").unwrap();
        store.keep_own("place.toml", "at = 2\n").unwrap();
        assert_eq!(store.own("place.toml"), Ok(Some("at = 2\n".to_owned())));
        let mut names: Vec<_> = fs::read_dir(store.home()).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["lock", "place.toml"]);
    }

    #[test]
    fn the_stamp_follows_the_pointers() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path().to_owned());
        let before = store.stamp();
        let folder = home.path().join(EDITIONS).join("no-2017");
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(store.stamp(), before);
        fs::write(folder.join(CURRENT), "x").unwrap();
        assert_ne!(store.stamp(), before);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(store.stamp(), before);
    }
}
