use std::{
    collections::HashMap,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::StoreError;
use crate::pipeline::SourceFile;

/// More than any law book; who names a disk image gets an answer instead of a full memory.
const MOST_BYTES: u64 = 64 << 20;
/// More than the law books of the world; who names a folder of films gets an answer too.
const MOST_TOGETHER: u64 = 256 << 20;

/// The files that a list of paths stands for.
#[derive(Debug, Default)]
pub struct Gathered {
    /// The files, in the order of the paths; a folder's by name.
    pub files: Vec<SourceFile>,
    /// Per file: where it is, and whether it was named itself and not only its folder.
    pub places: Vec<(PathBuf, bool)>,
    /// What could not be read.
    pub failed: Vec<StoreError>,
    /// What was passed over in a folder since no law book is so large, each with the reason.
    pub skipped: Vec<(PathBuf, String)>,
    /// Where files were met, links followed: their place in `places`, if they could be read.
    met: HashMap<PathBuf, Option<usize>>,
    /// Bytes read so far.
    bytes: u64,
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
        // Named twice, by itself or through its folder, it is still one file.
        let place = path.canonicalize().unwrap_or_else(|_| path.clone());
        if let Some(met) = self.met.get(&place) {
            if let Some((_, already)) = met.and_then(|at| self.places.get_mut(at)) {
                *already |= named;
            }
            return;
        }
        match read_file(&path, MOST_TOGETHER - self.bytes) {
            Ok(bytes) => {
                self.met.insert(place, Some(self.places.len()));
                self.bytes += bytes.len() as u64;
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                self.files.push(SourceFile { name, bytes });
                self.places.push((path, named));
            }
            Err(e) if e.kind() == io::ErrorKind::FileTooLarge && !named => {
                self.met.insert(place, None);
                self.skipped.push((path, e.to_string()));
            }
            Err(e) => {
                self.met.insert(place, None);
                self.failed.push(StoreError::io("read", &path, &e));
            }
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

/// What is no regular file is never opened: a pipe would wait for its writer, a device may have no end.
fn read_file(path: &Path, left: u64) -> io::Result<Vec<u8>> {
    let about = std::fs::metadata(path)?;
    if !about.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let most = MOST_BYTES.min(left);
    let mut bytes = Vec::new();
    if about.len() <= most {
        // A file can grow while it is read.
        File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    }
    match about.len().max(bytes.len() as u64) {
        len if len > MOST_BYTES => {
            let why = format!("it is larger than {} MiB, no law book is", MOST_BYTES >> 20);
            Err(io::Error::new(io::ErrorKind::FileTooLarge, why))
        }
        len if len > left => {
            let most = MOST_TOGETHER >> 20;
            Err(io::Error::other(format!(
                "with it the files are larger than {most} MiB together; import a few at a time"
            )))
        }
        _ => Ok(bytes),
    }
}
