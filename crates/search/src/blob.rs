//! The packed form of an index: one run of bytes that holds every file of it.
//!
//! ```text
//! magic 8 | format u32 | sum u64 | length u64 | tables u64 | number of files u32    header, little endian
//! name length u32, name, start u32, length u32                                      one entry a file, by name
//! data                                                                              each file at a multiple of 16
//! ```
//!
//! `tables` names the word tables that the index was built with, `sum` is over all that follows it.

use std::{collections::BTreeMap, fmt, io, ops::Range, sync::Arc};

use tantivy::{
    HasLen,
    directory::{FileHandle, FileSlice, OwnedBytes},
};

use lawgrep_model::checksum;

use crate::SearchError;

/// The format of a packed index. It changes with the fields, the analysis chain, the stemmer, the scores and the engine; an index
/// with another one is refused and must be built again.
pub const FORMAT: u32 = 6;

const MAGIC: &[u8; 8] = b"lawgrepi";
const HEADER: usize = 40;
/// Where the bytes begin that the sum is over.
const SUMMED: usize = 20;
const ALIGN: usize = 16;

/// The table of a blob has so many bytes at most.
const TABLE: usize = 1 << 13;

/// A packed index. Cloning it copies no bytes.
#[derive(Clone)]
pub struct Blob {
    file: FileSlice,
    /// Who gave it knows that its bytes are what was packed.
    sound: bool,
}

/// Bytes of which only those are read that are needed, such as a file's.
pub trait Pages: fmt::Debug + Send + Sync + 'static {
    /// How many there are.
    fn length(&self) -> usize;

    /// Some of them, as they were packed.
    ///
    /// # Errors
    /// When there are not so many, they cannot be read, or they are not what was packed.
    fn read(&self, range: Range<usize>) -> io::Result<OwnedBytes>;
}

/// Pages as the engine asks for them.
#[derive(Debug)]
struct Handle<P>(P);

impl<P: Pages> FileHandle for Handle<P> {
    fn read_bytes(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        let length = range.len();
        let bytes = self.0.read(range)?;
        if bytes.len() == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

impl<P: Pages> HasLen for Handle<P> {
    fn len(&self) -> usize {
        self.0.length()
    }
}

impl Blob {
    /// Of bytes whose sum has been looked at already.
    pub fn sound(bytes: Vec<u8>) -> Self {
        Self { file: bytes.into(), sound: true }
    }

    /// Of pages that look at their sums themselves.
    pub fn paged(pages: impl Pages) -> Self {
        Self { file: FileSlice::new(Arc::new(Handle(pages))), sound: true }
    }
}

/// Bytes of the program itself, as sound as the program is.
impl From<&'static [u8]> for Blob {
    fn from(bytes: &'static [u8]) -> Self {
        Self { file: FileSlice::new(Arc::new(OwnedBytes::new(bytes))), sound: true }
    }
}

impl From<Vec<u8>> for Blob {
    fn from(bytes: Vec<u8>) -> Self {
        Self { file: bytes.into(), sound: false }
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blob({} bytes)", self.file.len())
    }
}

/// The files of an index, and the name of the word tables it was built with.
pub(crate) struct Files {
    pub(crate) tables: u64,
    pub(crate) files: BTreeMap<String, FileSlice>,
}

impl Files {
    /// Takes a file out, read whole; `None` where there is none of that name.
    pub(crate) fn take(&mut self, name: &str) -> Result<Option<OwnedBytes>, SearchError> {
        self.files.remove(name).map(|file| read(&file)).transpose()
    }
}

fn read(file: &FileSlice) -> Result<OwnedBytes, SearchError> {
    file.read_bytes().map_err(|e| SearchError::Engine(e.to_string()))
}

/// Packs files into one run of bytes. The same files give the same bytes.
pub(crate) fn pack(tables: u64, files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, SearchError> {
    let number = |n: usize| u32::try_from(n).map_err(|_| SearchError::Engine("index larger than 4 GiB".to_owned()));
    let mut start = HEADER + files.keys().map(|name| 12 + name.len()).sum::<usize>();
    let mut table = Vec::new();
    let mut data = Vec::new();
    for (name, bytes) in files {
        let gap = start.next_multiple_of(ALIGN) - start;
        table.extend(number(name.len())?.to_le_bytes());
        table.extend(name.as_bytes());
        table.extend(number(start + gap)?.to_le_bytes());
        table.extend(number(bytes.len())?.to_le_bytes());
        data.extend(std::iter::repeat_n(0, gap));
        data.extend(bytes);
        start += gap + bytes.len();
    }
    let mut summed = (start as u64).to_le_bytes().to_vec();
    summed.extend(tables.to_le_bytes());
    summed.extend(number(files.len())?.to_le_bytes());
    summed.extend(table);
    summed.extend(data);

    let mut out = MAGIC.to_vec();
    out.extend(FORMAT.to_le_bytes());
    out.extend(checksum(&summed).to_le_bytes());
    out.extend(summed);
    Ok(out)
}

/// Takes a blob apart. The files are slices of it, not copies.
pub(crate) fn unpack(blob: &Blob) -> Result<Files, SearchError> {
    let whole = blob.file.len();
    let head = if blob.sound { blob.file.slice_to(whole.min(TABLE)) } else { blob.file.clone() };
    let head = read(&head)?;
    let all = head.as_slice();
    if all.get(..MAGIC.len()) != Some(MAGIC) {
        return Err(SearchError::NotAnIndex);
    }
    let mut at = Cursor { all, at: MAGIC.len() };
    let found = at.u32()?;
    if found != FORMAT {
        return Err(SearchError::OtherFormat { found });
    }
    let expected = at.u64()?;
    if at.u64()? != whole as u64 {
        return Err(SearchError::Damaged("its length is not the one it names"));
    }
    if !blob.sound && checksum(all.get(SUMMED..).unwrap_or(&[])) != expected {
        return Err(SearchError::Damaged("its bytes were altered"));
    }
    let tables = at.u64()?;
    let count = at.u32()?;
    let mut files = BTreeMap::new();
    for _ in 0..count {
        let length = at.u32()? as usize;
        let name = std::str::from_utf8(at.take(length)?).map_err(|_| SearchError::Damaged("a name in its table"))?;
        let start = at.u32()? as usize;
        let range = start..start + at.u32()? as usize;
        files.insert(name.to_owned(), slice(blob, range)?);
    }
    Ok(Files { tables, files })
}

fn slice(blob: &Blob, range: Range<usize>) -> Result<FileSlice, SearchError> {
    if range.start <= range.end && range.end <= blob.file.len() {
        Ok(blob.file.slice(range))
    } else {
        Err(SearchError::Damaged("a file in its table reaches past its end"))
    }
}

struct Cursor<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], SearchError> {
        let end = self.at.saturating_add(length);
        let bytes = self.all.get(self.at..end).ok_or(SearchError::Damaged("cut short"))?;
        self.at = end;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], SearchError> {
        self.take(N)?.try_into().map_err(|_| SearchError::Damaged("cut short"))
    }

    fn u32(&mut self) -> Result<u32, SearchError> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, SearchError> {
        self.array().map(u64::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let files = [("a.idx", &b"first"[..]), ("empty", b""), ("meta.json", b"{}")];
        pack(7, &files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec())).into()).unwrap()
    }

    #[test]
    fn what_was_packed_comes_out() {
        let files = unpack(&Blob::from(sample())).unwrap();
        assert_eq!(files.tables, 7);
        let all: Vec<_> =
            files.files.iter().map(|(name, file)| (name.as_str(), read(file).unwrap().to_vec())).collect();
        assert_eq!(all, [("a.idx", b"first".to_vec()), ("empty", Vec::new()), ("meta.json", b"{}".to_vec())]);
    }

    #[test]
    fn a_cut_or_altered_blob_is_refused() {
        let whole = sample();
        for length in 0..whole.len() {
            assert!(unpack(&Blob::from(whole[..length].to_vec())).is_err(), "cut at {length}");
        }
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut altered = whole.clone();
                altered[at] ^= 1 << bit;
                assert!(unpack(&Blob::from(altered)).is_err(), "byte {at} bit {bit}");
            }
        }
    }

    #[test]
    fn a_refusal_says_why() {
        let refusal = |bytes: Vec<u8>| unpack(&Blob::from(bytes)).err().unwrap();
        assert_eq!(refusal(b"%PDF-1.7".to_vec()), SearchError::NotAnIndex);
        let mut other = sample();
        other[8..12].copy_from_slice(&99u32.to_le_bytes());
        assert_eq!(refusal(other), SearchError::OtherFormat { found: 99 });
    }
}
