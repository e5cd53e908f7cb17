//! The shelf on disk, and the only place that touches it.
//!
//! ```text
//! $LAWGREP_HOME/lock                       held while writing
//! $LAWGREP_HOME/config.toml                the user's settings, never written
//! $LAWGREP_HOME/bookmarks.toml, place.toml what the reader keeps
//! $LAWGREP_HOME/editions/ID/current        the pointer: which folder counts, and what is known of it
//! $LAWGREP_HOME/editions/ID/HASH/source/   the imported files, byte for byte; of PDF, HTML and the like their text beside them
//! $LAWGREP_HOME/editions/ID/HASH/tree      the parsed document
//! $LAWGREP_HOME/editions/ID/HASH/index     the search index
//! ```
//!
//! A write fills a new folder and renames the pointer last, so whoever reads sees the old state or the new one. The kept
//! sources are enough to make tree and index again. Reading creates nothing.

mod folder;
mod own;
mod pointer;
mod write;

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use lawgrep_model::{Edition, EditionId};
use sha2::{Digest, Sha256};

use crate::{Counts, pipeline::SourceFile};
pub use folder::{Gathered, gather};
pub use pointer::Settings;
use pointer::{Original, Pointer, Prepared, Source};

/// What must change when tree or index bytes change: kept editions of another format are made again from their sources.
pub(crate) const FORMAT: &str = concat!(env!("CARGO_PKG_VERSION"), "/2");

const EDITIONS: &str = "editions";
const CURRENT: &str = "current";

/// What can be wrong with the shelf.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Nothing says where the shelf is.
    #[error("there is no data folder on this system")]
    NoHome,
    /// A file or folder cannot be read or written.
    #[error("cannot {doing} {path}: {message}", path = path.display())]
    Io {
        /// `read`, `write`, ...
        doing: &'static str,
        /// Which.
        path: PathBuf,
        /// The system's words.
        message: String,
    },
    /// A pointer file that does not read.
    #[error("{path} is damaged: {message}", path = path.display())]
    BadPointer {
        /// The file.
        path: PathBuf,
        /// The edition that it belongs to.
        id: EditionId,
        /// What is wrong in it.
        message: String,
    },
    /// A kept source is gone or is not what was imported, and what was made of it cannot be used either.
    #[error("{path} is damaged", path = path.display())]
    BadSource {
        /// The file.
        path: PathBuf,
        /// The edition that it belongs to.
        id: EditionId,
    },
}

impl StoreError {
    fn io(doing: &'static str, path: &Path, error: &io::Error) -> Self {
        Self::Io { doing, path: path.to_owned(), message: error.to_string() }
    }
}

/// A shelf, which may not exist yet.
#[derive(Debug, Clone)]
pub struct Store {
    home: PathBuf,
}

/// An edition on the shelf. Its files are open, so that a later import does not pull them away.
#[derive(Debug)]
pub struct Kept {
    id: EditionId,
    folder: PathBuf,
    pointer: Pointer,
    prepared: Option<Prepared>,
    tree: Option<File>,
    index: Option<File>,
}

impl Store {
    /// The shelf in that folder.
    pub fn at(home: PathBuf) -> Self {
        Self { home }
    }

    /// The user's shelf: the folder `named` (`$LAWGREP_HOME`) unless that is empty, else the platform's data folder.
    ///
    /// # Errors
    /// When the platform has none.
    pub fn of_user(named: Option<std::ffi::OsString>) -> Result<Self, StoreError> {
        if let Some(home) = named.filter(|h| !h.is_empty()) {
            return Ok(Self::at(home.into()));
        }
        let dirs = directories::ProjectDirs::from("", "", "lawgrep").ok_or(StoreError::NoHome)?;
        Ok(Self::at(dirs.data_dir().to_owned()))
    }

    /// Where it is.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// The editions on it, in the order of their ids. A shelf that does not exist is empty.
    ///
    /// # Errors
    /// When something on it cannot be read, or a pointer is damaged.
    pub fn editions(&self) -> Result<Vec<Kept>, StoreError> {
        let folder = self.home.join(EDITIONS);
        let fail = |e: &io::Error| StoreError::io("read", &folder, e);
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(e) => return Err(fail(&e)),
        };
        let mut ids: Vec<EditionId> = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|e| fail(&e))?;
            ids.extend(entry.file_name().to_str().and_then(|name| name.parse().ok()));
        }
        ids.sort();
        let mut kept = Vec::new();
        for id in ids {
            kept.extend(self.edition(&id)?);
        }
        Ok(kept)
    }

    /// The edition of that id; `None` where the shelf has none.
    ///
    /// # Errors
    /// When it cannot be read, or its pointer is damaged.
    pub fn edition(&self, id: &EditionId) -> Result<Option<Kept>, StoreError> {
        // An import may take the folder away between the pointer and the files; then the pointer says more by now.
        let first = self.open(id)?;
        match first {
            Some(kept) if !kept.is_whole() => self.open(id),
            first => Ok(first),
        }
    }

    fn open(&self, id: &EditionId) -> Result<Option<Kept>, StoreError> {
        let folder = self.home.join(EDITIONS).join(id.as_str());
        let path = folder.join(CURRENT);
        let text = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => return Ok(None),
            Err(e) => return Err(StoreError::io("read", &path, &e)),
        };
        let bad = |message: String| StoreError::BadPointer { path: path.clone(), id: id.clone(), message };
        let (pointer, prepared) = pointer::read(&text).map_err(bad)?;
        let folder = folder.join(&pointer.folder);
        let open = |name: &str| File::open(folder.join(name)).ok();
        let (tree, index) = (open("tree"), open("index"));
        Ok(Some(Kept { id: id.clone(), folder, pointer, prepared, tree, index }))
    }
}

impl Kept {
    /// Its id.
    pub fn id(&self) -> &EditionId {
        &self.id
    }

    /// With what settings it was imported.
    pub fn settings(&self) -> &Settings {
        &self.pointer.settings
    }

    /// Metadata and counts; `None` where another version of the program wrote them, so that they must be made again.
    pub fn described(&self) -> Option<(&Edition, Counts)> {
        self.prepared.as_ref().map(|p| (&p.edition, p.counts))
    }

    /// The tree; `None` where it is missing, damaged or of another format.
    pub fn tree(&self) -> Option<Vec<u8>> {
        let prepared = self.prepared.as_ref()?;
        intact(self.tree.as_ref()?, &prepared.tree)
    }

    /// The index; `None` where it is missing, damaged or of another format.
    pub fn index(&self) -> Option<Vec<u8>> {
        let prepared = self.prepared.as_ref()?;
        intact(self.index.as_ref()?, &prepared.index)
    }

    /// The imported files, byte for byte, or the texts that they were converted to.
    ///
    /// # Errors
    /// When one is gone or is not what was imported.
    pub fn sources(&self) -> Result<Vec<SourceFile>, StoreError> {
        self.pointer.sources.iter().map(|source| self.kept(&source.file, &source.name, &source.hash)).collect()
    }

    /// Per source what it was converted from: nothing where it is its own original. One that is gone is left out, since
    /// nothing is made of it.
    pub fn originals(&self) -> Vec<Vec<SourceFile>> {
        let of = |source: &Source| {
            let kept = |o: &Original| self.kept(&o.file, &o.name, &o.hash).ok();
            source.originals.iter().filter_map(kept).collect()
        };
        self.pointer.sources.iter().map(of).collect()
    }

    fn kept(&self, file: &str, name: &str, hash: &str) -> Result<SourceFile, StoreError> {
        let path = self.folder.join("source").join(file);
        match std::fs::read(&path) {
            Ok(bytes) if hash_of(&bytes) == hash => Ok(SourceFile { name: name.to_owned(), bytes }),
            Ok(_) => Err(StoreError::BadSource { path, id: self.id.clone() }),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Err(StoreError::BadSource { path, id: self.id.clone() }),
            Err(e) => Err(StoreError::io("read", &path, &e)),
        }
    }

    fn is_whole(&self) -> bool {
        self.tree.is_some() && self.index.is_some()
    }
}

/// SHA-256, hexadecimal.
pub(crate) fn hash_of(bytes: &[u8]) -> String {
    use std::fmt::Write;
    Sha256::digest(bytes).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

fn intact(mut file: &File, hash: &str) -> Option<Vec<u8>> {
    use std::io::Seek;
    let mut bytes = Vec::new();
    file.rewind().ok()?;
    file.read_to_end(&mut bytes).ok()?;
    (hash_of(&bytes) == hash).then_some(bytes)
}

#[cfg(test)]
mod tests;
