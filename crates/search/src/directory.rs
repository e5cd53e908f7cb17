use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use tantivy::directory::{
    DirectoryLock, FileHandle, FileSlice, Lock, WatchCallback, WatchHandle, WritePtr,
    error::{DeleteError, LockError, OpenReadError, OpenWriteError},
};

/// A directory of files that can only be read. The engine has no such directory of its own.
#[derive(Debug, Clone)]
pub(crate) struct Packed {
    files: Arc<BTreeMap<String, FileSlice>>,
}

impl Packed {
    pub(crate) fn new(files: BTreeMap<String, FileSlice>) -> Self {
        Self { files: Arc::new(files) }
    }

    fn file(&self, path: &Path) -> Option<&FileSlice> {
        path.to_str().and_then(|name| self.files.get(name))
    }

    fn read(&self, path: &Path) -> Result<&FileSlice, OpenReadError> {
        self.file(path).ok_or_else(|| OpenReadError::FileDoesNotExist(path.to_owned()))
    }
}

fn read_only() -> io::Error {
    io::Error::new(io::ErrorKind::ReadOnlyFilesystem, "a packed index can only be read")
}

impl tantivy::Directory for Packed {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        Ok(Arc::new(self.read(path)?.clone()))
    }

    fn open_read(&self, path: &Path) -> Result<FileSlice, OpenReadError> {
        Ok(self.read(path)?.clone())
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        Ok(self.file(path).is_some())
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        let bytes = self.read(path)?.read_bytes();
        Ok(bytes.map_err(|e| OpenReadError::wrap_io_error(e, path.to_owned()))?.to_vec())
    }

    /// A reader locks against a writer that cleans up; there is none here. The default would write a lock file.
    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, _: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        Err(DeleteError::IoError { io_error: Arc::new(read_only()), filepath: path.to_owned() })
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        Err(OpenWriteError::wrap_io_error(read_only(), PathBuf::from(path)))
    }

    fn atomic_write(&self, _: &Path, _: &[u8]) -> io::Result<()> {
        Err(read_only())
    }
}
