//! Putting editions on the shelf and taking them off it.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use lawgrep_model::EditionId;

use super::{
    CURRENT, EDITIONS, FORMAT, Kept, Store, StoreError,
    catalogue::Catalogue,
    hash_of, in_hex,
    lock::{Lock, PATIENCE},
    paged,
    pointer::{self, Original, Pointer, Prepared, Settings, Source},
    sum_of,
    sweep::{sweep, sweep_edition},
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
        let lock = self.lock(PATIENCE)?;
        sweep(self);
        self.put(&lock, made, files, originals, settings)?;
        self.helps();
        Ok(())
    }

    /// Puts back an edition that was made again of the sources of `kept`. Does not wait: whoever reads wants an answer. Says
    /// whether it was done; it is not where an import has put another text there meanwhile, or the shelf cannot be written.
    pub fn repair(&self, kept: &Kept, made: &Made, files: &[&SourceFile]) -> bool {
        let Ok(lock) = self.lock(std::time::Duration::ZERO) else { return false };
        match self.edition(kept.id()) {
            Ok(Some(now)) if now.pointer == kept.pointer => {
                self.put(&lock, made, files, &kept.originals(), kept.settings()).is_ok()
            }
            _ => false,
        }
    }

    /// Makes what makes reading quick fit again after [`repair`](Self::repair)s. Does not wait either.
    pub(crate) fn settle(&self) {
        if let Ok(_lock) = self.lock(std::time::Duration::ZERO) {
            self.helps();
        }
    }

    fn put(
        &self,
        _: &Lock,
        made: &Made,
        files: &[&SourceFile],
        originals: &[Vec<SourceFile>],
        settings: &Settings,
    ) -> Result<(), StoreError> {
        let plan = Plan::new(self, made, files, originals, settings)?;
        let done = plan.steps().try_for_each(|step| step.run());
        if done.is_err() {
            // A full disk is not kept full by what it had no room for.
            sweep(self);
        }
        done
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
        let _lock = self.lock(PATIENCE)?;
        let pointer = folder.join(CURRENT);
        let known = pointer.exists();
        // The pointer first: without it the rest counts for nothing.
        if known {
            fs::remove_file(&pointer).map_err(|e| StoreError::io("remove", &pointer, &e))?;
        }
        fs::remove_dir_all(&folder).map_err(|e| StoreError::io("remove", &folder, &e))?;
        self.helps();
        Ok(known)
    }

    /// Writes what makes reading quick and can be missing.
    fn helps(&self) {
        Catalogue::write(self);
        self.join();
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
    /// Makes the names in a folder as lasting as the files.
    Settle(PathBuf),
    /// Removes what the edition's new folder, of that name, took the place of.
    Sweep(PathBuf, String),
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
        let (tree, tree_sum) = paged::encode(&tree);
        let sources: Vec<Source> = files
            .iter()
            .enumerate()
            .map(|(n, file)| source(n, file, originals.get(n).map_or(&[], Vec::as_slice)))
            .collect();
        let folder = free_folder(&place, &sources, settings);
        let prepared = Prepared {
            tree: in_hex(tree_sum),
            index: sum_of(&made.index),
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
        // All that the pointer leads to must last before it does.
        steps.extend([inside.join("source"), inside, place.clone()].map(Step::Settle));
        steps.push(Step::Swap(place.join(CURRENT), text.into_bytes()));
        steps.push(Step::Sweep(place, folder));
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
                path.parent().map_or(Ok(()), |folder| Step::Settle(folder.to_owned()).run())
            }
            Step::Settle(folder) => {
                // Not every system lets folders be opened or synced; those that do keep them through a power cut.
                let _ = File::open(folder).and_then(|folder| folder.sync_all());
                Ok(())
            }
            Step::Sweep(place, folder) => {
                sweep_edition(place, Some(folder));
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
