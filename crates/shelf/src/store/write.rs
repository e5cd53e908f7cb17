//! Putting editions on the shelf and taking them off it.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use fs4::FileExt;
use lawgrep_model::EditionId;

use super::{
    CURRENT, EDITIONS, FORMAT, Store, StoreError, hash_of,
    pointer::{self, Original, Pointer, Prepared, Settings, Source},
};
use crate::{
    Counts,
    pipeline::{Made, SourceFile},
    tree,
};

impl Store {
    /// Puts an edition on the shelf, in the place of the one with its id. `files` are the sources it was made of.
    ///
    /// # Errors
    /// When something cannot be written; then the shelf is as it was.
    pub fn install(&self, made: &Made, files: &[&SourceFile], settings: &Settings) -> Result<(), StoreError> {
        self.install_converted(made, files, &[], settings)
    }

    /// The same for sources that were converted to text: `originals` has, in the order of `files`, what each was converted
    /// from; nothing where a file is its own original. They are kept beside the text, which alone is needed to make the rest
    /// again: how a format is read changes with the program, what was imported does not.
    ///
    /// # Errors
    /// When something cannot be written; then the shelf is as it was.
    pub fn install_converted(
        &self,
        made: &Made,
        files: &[&SourceFile],
        originals: &[Vec<SourceFile>],
        settings: &Settings,
    ) -> Result<(), StoreError> {
        let _lock = self.lock()?;
        Plan::new(self, made, files, originals, settings)?.steps().try_for_each(|step| step.run())
    }

    /// Takes an edition off the shelf, whatever state it is in. Says whether there was one.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn forget(&self, id: &EditionId) -> Result<bool, StoreError> {
        let folder = self.home.join(EDITIONS).join(id.as_str());
        if !folder.is_dir() {
            return Ok(false);
        }
        let _lock = self.lock()?;
        let pointer = folder.join(CURRENT);
        let known = pointer.exists();
        // The pointer first: without it the rest counts for nothing.
        if known {
            fs::remove_file(&pointer).map_err(|e| StoreError::io("remove", &pointer, &e))?;
        }
        fs::remove_dir_all(&folder).map_err(|e| StoreError::io("remove", &folder, &e))?;
        Ok(known)
    }

    /// Holds the lock until dropped. Two imports wait for each other; readers need no lock.
    pub(super) fn lock(&self) -> Result<File, StoreError> {
        let path = self.home.join("lock");
        fs::create_dir_all(&self.home).map_err(|e| StoreError::io("create", &self.home, &e))?;
        let fail = |e: io::Error| StoreError::io("lock", &path, &e);
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(fail)?;
        FileExt::lock(&file).map_err(fail)?;
        Ok(file)
    }
}

/// What an installation writes, step by step. After any number of steps the shelf shows the old state or the new one.
pub(super) struct Plan {
    steps: Vec<Step>,
}

pub(super) enum Step {
    Folder(PathBuf),
    File(PathBuf, Vec<u8>),
    /// Makes a file of that content by renaming, so that nobody sees half of it.
    Swap(PathBuf, Vec<u8>),
    /// Removes every entry of the folder but these two. What does not go now goes next time.
    Sweep(PathBuf, [String; 2]),
}

impl Plan {
    pub(super) fn new(
        store: &Store,
        made: &Made,
        files: &[&SourceFile],
        originals: &[Vec<SourceFile>],
        settings: &Settings,
    ) -> Result<Self, StoreError> {
        let edition = &made.document.edition;
        let place = store.home.join(EDITIONS).join(edition.id.as_str());
        let unwritable = |message: String| StoreError::Io { doing: "write", path: place.clone(), message };
        let tree = tree::encode(&made.document).map_err(|e| unwritable(e.to_string()))?;
        let sources: Vec<Source> = files
            .iter()
            .enumerate()
            .map(|(n, file)| source(n, file, originals.get(n).map_or(&[], Vec::as_slice)))
            .collect();
        let folder = free_folder(&place, &sources, settings);
        let prepared = Prepared {
            tree: hash_of(&tree),
            index: hash_of(&made.index),
            counts: Counts::of(&made.document),
            edition: edition.clone(),
        };
        let pointer =
            Pointer { format: FORMAT.to_owned(), folder: folder.clone(), settings: settings.clone(), sources };
        let text = pointer::write(&pointer, &prepared).map_err(unwritable)?;

        let inside = place.join(&folder);
        let mut steps = vec![Step::Folder(inside.join("source"))];
        for (source, file) in pointer.sources.iter().zip(files) {
            steps.push(Step::File(inside.join("source").join(&source.file), file.bytes.clone()));
        }
        for (source, originals) in pointer.sources.iter().zip(originals) {
            for (kept, original) in source.originals.iter().zip(originals) {
                steps.push(Step::File(inside.join("source").join(&kept.file), original.bytes.clone()));
            }
        }
        steps.push(Step::File(inside.join("tree"), tree));
        steps.push(Step::File(inside.join("index"), made.index.clone()));
        steps.push(Step::Swap(place.join(CURRENT), text.into_bytes()));
        steps.push(Step::Sweep(place, [CURRENT.to_owned(), folder]));
        Ok(Self { steps })
    }

    pub(super) fn steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter()
    }
}

impl Step {
    pub(super) fn run(&self) -> Result<(), StoreError> {
        match self {
            Step::Folder(path) => fs::create_dir_all(path).map_err(|e| StoreError::io("create", path, &e)),
            Step::File(path, bytes) => write_through(path, bytes).map_err(|e| StoreError::io("write", path, &e)),
            Step::Swap(path, bytes) => {
                let part = path.with_extension("part");
                write_through(&part, bytes).map_err(|e| StoreError::io("write", &part, &e))?;
                fs::rename(&part, path).map_err(|e| StoreError::io("write", path, &e))?;
                if let Some(folder) = path.parent().and_then(|p| File::open(p).ok()) {
                    // So that the rename survives a power cut; not every system lets folders be synced.
                    let _ = folder.sync_all();
                }
                Ok(())
            }
            Step::Sweep(folder, keep) => {
                for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                    if keep.iter().any(|k| entry.file_name() == k.as_str()) {
                        continue;
                    }
                    let _ = fs::remove_dir_all(entry.path()).or_else(|_| fs::remove_file(entry.path()));
                }
                Ok(())
            }
        }
    }
}

fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A folder name that says what went in, and that nothing has yet: the pointer may stand on the folder of that name.
fn free_folder(place: &Path, sources: &[Source], settings: &Settings) -> String {
    let mut what = format!("{FORMAT} {settings:?}");
    for source in sources {
        what.push_str(&format!(" {} {}", source.name, source.hash));
        for original in &source.originals {
            what.push_str(&format!(" {} {}", original.name, original.hash));
        }
    }
    let hash: String = hash_of(what.as_bytes()).chars().take(16).collect();
    let later = (2..=u32::MAX).map(|n| format!("{hash}-{n}"));
    std::iter::once(hash.clone()).chain(later).find(|name| !place.join(name).exists()).unwrap_or(hash)
}

fn source(n: usize, file: &SourceFile, originals: &[SourceFile]) -> Source {
    let originals = originals.iter().enumerate();
    let originals = originals.map(|(m, original)| Original {
        file: format!("{:02}-{:04}-{}.original", n + 1, m + 1, plain_stem(&original.name)),
        name: original.name.clone(),
        hash: hash_of(&original.bytes),
    });
    Source {
        file: format!("{:02}-{}.txt", n + 1, plain_stem(&file.name)),
        name: file.name.clone(),
        hash: hash_of(&file.bytes),
        originals: originals.collect(),
    }
}

/// A file's name without its ending, as every system takes it. The name itself is kept in the pointer.
fn plain_stem(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' };
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.chars().take(40).map(plain).collect()
}
