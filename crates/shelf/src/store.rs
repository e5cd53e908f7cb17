//! The shelf on disk, and the only place that touches it.
//!
//! ```text
//! $LAWGREP_HOME/lock                       held while writing, then with the number of the process in it
//! $LAWGREP_HOME/config.toml                the user's settings, never written
//! $LAWGREP_HOME/bookmarks.toml, place.toml what the reader keeps
//! $LAWGREP_HOME/catalogue                  what all pointers say, so that a large shelf is opened as quickly as a small one
//! $LAWGREP_HOME/joined/LANG                the search indexes of a language's editions as one, where they are many
//! $LAWGREP_HOME/editions/ID/current        the pointer: which folder counts, and what is known of it
//! $LAWGREP_HOME/editions/ID/HASH/source/   the imported files, byte for byte; of PDF, HTML and the like their text beside them
//! $LAWGREP_HOME/editions/ID/HASH/tree      the parsed document
//! $LAWGREP_HOME/editions/ID/HASH/index     the search index
//! ```
//!
//! A write fills a new folder and renames the pointer last, so whoever reads sees the old state or the new one. What a killed
//! write left is swept out by the next one. Reading creates nothing.
//!
//! Everything is summed: the pointer names the SHA-256 of each source and a quick sum of the tree and of the index, and its
//! first line has the SHA-256 of itself. Tree and index are made again from the sources when they are not what the pointer says, or of another format;
//! they are put back where the shelf can be written, and the user is told. A damaged pointer or source is an error.

mod catalogue;
mod folder;
pub(crate) mod joined;
mod lock;
mod notice;
mod own;
mod paged;
mod pointer;
mod sweep;
mod write;

use std::{
    cell::OnceCell,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use lawgrep_model::{Edition, EditionId, checksum};
use sha2::{Digest, Sha256};

use crate::{Counts, pipeline::SourceFile, tree::Bytes};
use catalogue::Catalogue;
pub use folder::{Gathered, gather};
pub use notice::{Cause, Notice};
use notice::{Holder, Teller};
use paged::Paged;
pub use pointer::Settings;
use pointer::{Original, Pointer, Prepared, Source};

/// What must change when tree or index bytes change: kept editions of another format are made again from their sources.
pub(crate) const FORMAT: &str = concat!(env!("CARGO_PKG_VERSION"), "/6");

/// How often a pointer is read again when an import has just replaced what it led to.
const TRIES: usize = 5;

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
    /// Another process is writing and did not come to an end.
    #[error("{holder} holds {path}", holder = Holder(*.holder), path = path.display())]
    Busy {
        /// The lock file.
        path: PathBuf,
        /// The number of that process, where known.
        holder: Option<u32>,
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
    #[error("{path} is missing or damaged", path = path.display())]
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
    teller: Teller,
}

/// An edition on the shelf.
#[derive(Debug)]
pub struct Kept {
    id: EditionId,
    /// The folder `editions/ID`.
    place: PathBuf,
    pointer: Pointer,
    prepared: Result<Prepared, Cause>,
    files: OnceCell<Files>,
}

/// The files of an edition, opened together, so that a later import pulls none of them away and none is of another import
/// than the rest.
#[derive(Debug)]
struct Files {
    folder: PathBuf,
    pointer: Pointer,
    prepared: Result<Prepared, Cause>,
    tree: Option<File>,
    index: Option<File>,
}

impl Store {
    /// The shelf in that folder.
    pub fn at(home: PathBuf) -> Self {
        Self { home, teller: Teller::default() }
    }

    /// The same shelf, with somebody to tell what a user should know although the work goes on.
    #[must_use]
    pub fn telling(self, tell: impl Fn(&Notice) + 'static) -> Self {
        Self { teller: Teller::new(tell), ..self }
    }

    /// Tells it.
    pub(crate) fn tell(&self, notice: Notice) {
        self.teller.tell(&notice);
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
            // Whose home folder is a device or a file has no shelf there; a shelf that is a file itself is a mistake.
            Err(e) if e.kind() == io::ErrorKind::NotADirectory && std::fs::metadata(&self.home).is_err() => {
                return Ok(Vec::new());
            }
            Err(e) => return Err(fail(&e)),
        };
        let mut ids: Vec<EditionId> = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|e| fail(&e))?;
            ids.extend(entry.file_name().to_str().and_then(|name| name.parse().ok()));
        }
        ids.sort();
        let mut known = Catalogue::read(self);
        let mut kept = Vec::new();
        for id in ids {
            match known.take(self, &id) {
                Some((pointer, prepared)) => kept.push(Kept::new(id, &folder, pointer, Ok(prepared))),
                None => kept.extend(self.edition(&id)?),
            }
        }
        Ok(kept)
    }

    /// The edition of that id; `None` where the shelf has none.
    ///
    /// # Errors
    /// When it cannot be read, or its pointer is damaged.
    pub fn edition(&self, id: &EditionId) -> Result<Option<Kept>, StoreError> {
        let folder = self.home.join(EDITIONS);
        let read = read_pointer(&folder.join(id.as_str()), id)?;
        Ok(read.map(|(pointer, prepared)| Kept::new(id.clone(), &folder, pointer, prepared)))
    }
}

/// What a pointer says: all versions of the program can read the first part, the one that wrote it the second.
type Said = (Pointer, Result<Prepared, Cause>);

/// Reads the pointer in the folder `editions/ID`; `None` where there is none.
fn read_pointer(place: &Path, id: &EditionId) -> Result<Option<Said>, StoreError> {
    let path = place.join(CURRENT);
    let bad = |message: String| StoreError::BadPointer { path: path.clone(), id: id.clone(), message };
    let text = match read_file(&path) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Err(bad("it is no file".to_owned())),
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => return Ok(None),
        Err(e) => return Err(StoreError::io("read", &path, &e)),
    };
    let said = pointer::read(&text).map_err(bad)?;
    match &said.1 {
        // One that was copied or renamed would show another text under the name of this one.
        Ok(prepared) if prepared.edition.id != *id => Err(bad(format!("it belongs to {}", prepared.edition.id))),
        _ => Ok(Some(said)),
    }
}

/// The bytes of a file; `None` for what is none: a pipe or a device might never end.
fn read_file(path: &Path) -> io::Result<Option<Vec<u8>>> {
    if std::fs::metadata(path)?.is_file() { std::fs::read(path).map(Some) } else { Ok(None) }
}

impl Files {
    fn open(place: &Path, (pointer, prepared): Said) -> Self {
        let folder = place.join(&pointer.folder);
        // A pipe or a device might never end.
        let is_file = |path: &PathBuf| std::fs::metadata(path).is_ok_and(|known| known.is_file());
        let open = |name: &str| File::open(Some(folder.join(name)).filter(is_file)?).ok();
        let (tree, index) = (open("tree"), open("index"));
        Self { folder, pointer, prepared, tree, index }
    }

    fn are_whole(&self) -> bool {
        self.tree.is_some() && self.index.is_some()
    }
}

impl Kept {
    fn new(id: EditionId, editions: &Path, pointer: Pointer, prepared: Result<Prepared, Cause>) -> Self {
        Self { place: editions.join(id.as_str()), id, pointer, prepared, files: OnceCell::new() }
    }

    fn files(&self) -> &Files {
        self.files.get_or_init(|| {
            let mut files = Files::open(&self.place, (self.pointer.clone(), self.prepared.clone()));
            for _ in 0..TRIES {
                // An import may have taken the folder away since the pointer was read; then the pointer says more by now.
                if files.are_whole() {
                    break;
                }
                match read_pointer(&self.place, &self.id) {
                    Ok(Some(now)) if now.0 != files.pointer => files = Files::open(&self.place, now),
                    _ => break,
                }
            }
            files
        })
    }

    /// Its id.
    pub fn id(&self) -> &EditionId {
        &self.id
    }

    /// With what settings it was imported.
    pub fn settings(&self) -> &Settings {
        &self.pointer.settings
    }

    /// Metadata and counts.
    ///
    /// # Errors
    /// Why it must be made again: another version of the program wrote them, or they were altered.
    pub fn described(&self) -> Result<(&Edition, Counts), Cause> {
        self.prepared.as_ref().map(|p| (&p.edition, p.counts)).map_err(|cause| *cause)
    }

    /// The tree; `None` where it is missing, damaged or of another format.
    pub fn tree(&self) -> Option<Vec<u8>> {
        self.paged_tree()?.all().ok()
    }

    /// The tree, of which only what is asked for is read; `None` where it is missing, of another format, or damaged at its head.
    pub fn tree_in_parts(&self) -> Option<impl Bytes + use<>> {
        self.paged_tree()
    }

    fn paged_tree(&self) -> Option<Paged> {
        let files = self.files();
        let sum = u64::from_str_radix(&files.prepared.as_ref().ok()?.tree, 16).ok()?;
        Paged::open(files.tree.as_ref()?.try_clone().ok()?, Some(sum))
    }

    /// The index; `None` where it is missing, damaged or of another format.
    pub fn index(&self) -> Option<Vec<u8>> {
        let files = self.files();
        intact(files.index.as_ref()?, &files.prepared.as_ref().ok()?.index)
    }

    /// The imported files, byte for byte, or the texts that they were converted to.
    ///
    /// # Errors
    /// When one is gone or is not what was imported.
    pub fn sources(&self) -> Result<Vec<SourceFile>, StoreError> {
        self.files().pointer.sources.iter().map(|source| self.kept(&source.file, &source.name, &source.hash)).collect()
    }

    /// Per source what it was converted from: nothing where it is its own original. One that is gone is left out, since
    /// nothing is made of it.
    pub fn originals(&self) -> Vec<Vec<SourceFile>> {
        let of = |source: &Source| {
            let kept = |o: &Original| self.kept(&o.file, &o.name, &o.hash).ok();
            source.originals.iter().filter_map(kept).collect()
        };
        self.files().pointer.sources.iter().map(of).collect()
    }

    fn kept(&self, file: &str, name: &str, hash: &str) -> Result<SourceFile, StoreError> {
        let path = self.files().folder.join("source").join(file);
        match read_file(&path).map(Option::unwrap_or_default) {
            Ok(bytes) if hash_of(&bytes) == hash => Ok(SourceFile { name: name.to_owned(), bytes }),
            Ok(_) => Err(StoreError::BadSource { path, id: self.id.clone() }),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Err(StoreError::BadSource { path, id: self.id.clone() }),
            Err(e) => Err(StoreError::io("read", &path, &e)),
        }
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

/// The sum of what can be made again, hexadecimal.
pub(crate) fn sum_of(bytes: &[u8]) -> String {
    in_hex(checksum(bytes))
}

fn in_hex(sum: u64) -> String {
    format!("{sum:016x}")
}

fn intact(mut file: &File, sum: &str) -> Option<Vec<u8>> {
    use std::io::Seek;
    let mut bytes = Vec::new();
    file.rewind().ok()?;
    file.read_to_end(&mut bytes).ok()?;
    (sum_of(&bytes) == sum).then_some(bytes)
}

#[cfg(test)]
mod tests;
