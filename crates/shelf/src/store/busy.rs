use std::fs::OpenOptions;

use fs4::{FileExt, TryLockError};

use super::Store;

impl Store {
    /// Whether a process is writing on the shelf; `None` where nobody ever has, or it cannot be told.
    pub fn is_being_written(&self) -> Option<bool> {
        let file = OpenOptions::new().read(true).open(self.home.join("lock")).ok()?;
        match FileExt::try_lock_shared(&file) {
            Ok(()) => Some(false),
            Err(TryLockError::WouldBlock) => Some(true),
            Err(TryLockError::Error(_)) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use fs4::FileExt;

    use super::*;

    #[test]
    fn a_held_lock_is_seen() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path().to_owned());
        assert_eq!(store.is_being_written(), None);
        let file = std::fs::File::create(home.path().join("lock")).unwrap();
        assert_eq!(store.is_being_written(), Some(false));
        FileExt::lock(&file).unwrap();
        assert_eq!(store.is_being_written(), Some(true));
        FileExt::unlock(&file).unwrap();
        assert_eq!(store.is_being_written(), Some(false));
    }
}
