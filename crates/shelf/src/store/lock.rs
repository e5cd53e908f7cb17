//! The one lock of the shelf. Who writes holds it; readers need none.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Write},
    path::Path,
    time::{Duration, Instant},
};

use fs4::{FileExt, TryLockError};

use super::{Notice, Store, StoreError};

/// How long a command waits for another one that writes. An import holds the lock for less than a second.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// How long a person at the reader waits for a bookmark to be kept.
pub(super) const AT_SCREEN: Duration = Duration::from_millis(500);

/// Between two looks at the lock. The system offers no waiting that ends by itself.
const LOOK: Duration = Duration::from_millis(20);

/// The lock, held until dropped. The system lets it go when a process ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // The number of a process that has ended means nothing. Should that fail, the next holder writes its own.
        let _ = self.0.set_len(0);
    }
}

impl Store {
    /// Takes the lock; waits for another process that holds it, and tells so.
    pub(super) fn lock(&self, patience: Duration) -> Result<Lock, StoreError> {
        let path = self.home.join("lock");
        std::fs::create_dir_all(&self.home).map_err(|e| StoreError::io("create", &self.home, &e))?;
        if std::fs::metadata(&path).is_ok_and(|known| !known.is_file()) {
            return Err(StoreError::io("lock", &path, &io::Error::other("it is no file")));
        }
        let mut options = OpenOptions::new();
        // What hinders is that the folder cannot be written, not that this one file cannot.
        let fail = |e: io::Error| StoreError::io("write in", &self.home, &e);
        let mut file = options.create(true).truncate(false).write(true).open(&path).map_err(fail)?;
        let end = Instant::now() + patience;
        let mut told = false;
        loop {
            match FileExt::try_lock(&file) {
                Ok(()) => break,
                Err(TryLockError::Error(e)) => return Err(StoreError::io("lock", &path, &e)),
                Err(TryLockError::WouldBlock) if Instant::now() >= end => {
                    return Err(StoreError::Busy { holder: holder(&path), path });
                }
                Err(TryLockError::WouldBlock) => {
                    if !told && !patience.is_zero() {
                        self.tell(Notice::Waiting { holder: holder(&path), seconds: patience.as_secs() });
                        told = true;
                    }
                    std::thread::sleep(LOOK);
                }
            }
        }
        // Only a help for whoever waits: a full disk is told by what is written next.
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Lock(file))
    }
}

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

/// The process that holds the lock, as far as its file tells. Some systems let nobody read a locked file.
fn holder(path: &Path) -> Option<u32> {
    let mut text = String::new();
    File::open(path).ok()?.take(32).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_lock_is_seen() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path().to_owned());
        assert_eq!(store.is_being_written(), None);
        let held = store.lock(Duration::ZERO).unwrap();
        assert_eq!(store.is_being_written(), Some(true));
        drop(held);
        assert_eq!(store.is_being_written(), Some(false));
    }
}
