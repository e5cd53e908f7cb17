use std::{
    io,
    path::{Path, PathBuf},
};

use super::StoreError;
use crate::pipeline::SourceFile;

/// More than any law book; who names a disk image gets an answer instead of a full memory.
const MOST_BYTES: u64 = 64 << 20;

/// The files that a list of paths stands for.
#[derive(Debug, Default)]
pub struct Gathered {
    /// The files, in the order of the paths; a folder's by name.
    pub files: Vec<SourceFile>,
    /// Per file: where it is, and whether it was named itself and not only its folder.
    pub places: Vec<(PathBuf, bool)>,
    /// What could not be read.
    pub failed: Vec<StoreError>,
}

/// Reads the named files, and the files that stand directly in the named folders. Hidden files are passed over.
pub fn gather(paths: &[PathBuf]) -> Gathered {
    let mut all = Gathered::default();
    for path in paths {
        if path.is_dir() {
            match names(path) {
                Ok(inside) => inside.into_iter().for_each(|file| all.read(file, false)),
                Err(e) => all.failed.push(StoreError::io("read", path, &e)),
            }
        } else {
            all.read(path.clone(), true);
        }
    }
    all
}

impl Gathered {
    fn read(&mut self, path: PathBuf, named: bool) {
        let same = |other: &Path| match (other.canonicalize(), path.canonicalize()) {
            (Ok(a), Ok(b)) => a == b,
            _ => false,
        };
        // Named twice, by itself or through its folder, it is still one file.
        if let Some((_, already)) = self.places.iter_mut().find(|(place, _)| same(place)) {
            *already |= named;
            return;
        }
        match read_file(&path) {
            Ok(bytes) => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                self.files.push(SourceFile { name, bytes });
                self.places.push((path, named));
            }
            Err(e) => self.failed.push(StoreError::io("read", &path, &e)),
        }
    }
}

fn names(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if !hidden && entry.path().is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let about = std::fs::metadata(path)?;
    if !about.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    if about.len() > MOST_BYTES {
        return Err(io::Error::other(format!("it is larger than {} MiB, no law book is", MOST_BYTES >> 20)));
    }
    std::fs::read(path)
}
