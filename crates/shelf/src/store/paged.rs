//! Files of which a part can be read and looked over without the rest.
//!
//! ```text
//! paged = magic  sum u64  length u64  sum of each page u64  pages        sums and length little endian
//! ```
//!
//! The first sum is over what stands between it and the pages, so it is one of the whole file; the pages have [`PAGE`] bytes, the
//! last what is left.

use std::{
    borrow::Cow,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    ops::Range,
    sync::Mutex,
};

use lawgrep_model::{checksum, checksum_of_page};
use lawgrep_search::{OwnedBytes, Pages};

use crate::tree::Bytes;

const MAGIC: &[u8; 8] = b"lgpage\x002";
/// What stands before the sums of the pages.
const FRONT: usize = 24;
const PAGE: usize = 1 << 14;

/// The bytes as a paged file, with its first sum.
pub(super) fn encode(bytes: &[u8]) -> (Vec<u8>, u64) {
    let mut head = (bytes.len() as u64).to_le_bytes().to_vec();
    head.extend(bytes.chunks(PAGE).flat_map(|page| checksum_of_page(page).to_le_bytes()));
    let sum = checksum(&head);
    ([MAGIC.as_slice(), &sum.to_le_bytes(), &head, bytes].concat(), sum)
}

/// A paged file, open.
#[derive(Debug)]
pub(super) struct Paged {
    file: Mutex<File>,
    /// Where the pages begin.
    start: usize,
    length: usize,
    sums: Vec<u64>,
}

impl Paged {
    /// Opens a file, which must have that first sum if one is given. `None` for any other file, and one whose head is damaged.
    pub(super) fn open(file: File, expected: Option<u64>) -> Option<Self> {
        let size = usize::try_from(file.metadata().ok()?.len()).ok()?;
        let mut paged = Self { file: Mutex::new(file), start: 0, length: 0, sums: Vec::new() };
        let front = paged.bytes(0..FRONT).ok()?;
        let (words, _) = front.as_chunks::<8>();
        let [magic, sum, length] = words else { return None };
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let pages = length.div_ceil(PAGE);
        let start = pages.checked_mul(8)?.checked_add(FRONT)?;
        if magic != MAGIC || start.checked_add(length)? != size {
            return None;
        }
        // The length is summed too.
        let head = paged.bytes(FRONT - 8..start).ok()?;
        let found = checksum(&head);
        if found != u64::from_le_bytes(*sum) || expected.is_some_and(|expected| expected != found) {
            return None;
        }
        (paged.start, paged.length) = (start, length);
        paged.sums = head.as_chunks::<8>().0.iter().skip(1).map(|sum| u64::from_le_bytes(*sum)).collect();
        (paged.sums.len() == pages).then_some(paged)
    }

    /// Some bytes of the file. It is read and not mapped: who cuts a mapped file short ends the program.
    fn bytes(&self, range: Range<usize>) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; range.len()];
        let mut file = self.file.lock().map_err(|_| io::Error::other("another reader failed"))?;
        file.seek(SeekFrom::Start(range.start as u64))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// All of its bytes.
    pub(super) fn all(&self) -> io::Result<Vec<u8>> {
        Ok(self.pages(0..self.length)?.0)
    }

    /// The pages that hold some bytes, and where among them these begin.
    fn pages(&self, range: Range<usize>) -> io::Result<(Vec<u8>, usize)> {
        let altered = || io::Error::new(io::ErrorKind::InvalidData, "a page was altered");
        if range.start > range.end || range.end > self.length {
            return Err(altered());
        }
        if range.is_empty() {
            return Ok((Vec::new(), 0));
        }
        let first = range.start / PAGE;
        let from = first * PAGE;
        let end = range.end.next_multiple_of(PAGE).min(self.length);
        let bytes = self.bytes(self.start + from..self.start + end)?;
        let sums = self.sums.get(first..).unwrap_or_default();
        let sound = bytes.chunks(PAGE).zip(sums).all(|(page, sum)| checksum_of_page(page) == *sum);
        if sound { Ok((bytes, range.start - from)) } else { Err(altered()) }
    }
}

impl Pages for Paged {
    fn length(&self) -> usize {
        self.length
    }

    fn read(&self, range: Range<usize>) -> io::Result<OwnedBytes> {
        let length = range.len();
        let (bytes, at) = self.pages(range)?;
        Ok(OwnedBytes::new(bytes).slice(at..at + length))
    }
}

impl Bytes for Paged {
    fn part(&self, range: Range<usize>) -> Option<Cow<'_, [u8]>> {
        let length = range.len();
        let (mut bytes, at) = self.pages(range).ok()?;
        bytes.truncate(at + length);
        bytes.drain(..at);
        Some(Cow::Owned(bytes))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn sample() -> Vec<u8> {
        (0..3 * PAGE + 77).map(|n| u8::try_from(n % 251).unwrap()).collect()
    }

    fn file(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    #[test]
    fn any_part_comes_out_as_it_went_in() {
        for bytes in [sample(), sample()[..PAGE].to_vec(), b"x".to_vec(), Vec::new()] {
            let (packed, sum) = encode(&bytes);
            let paged = Paged::open(file(&packed), Some(sum)).unwrap();
            assert_eq!(paged.all().unwrap(), bytes);
            for range in [0..1, 5..5, PAGE - 1..PAGE + 1, 2 * PAGE..3 * PAGE, 1..3 * PAGE + 77] {
                let expected = bytes.get(range.clone());
                assert_eq!(paged.part(range.clone()).as_deref(), expected, "{range:?} of {}", bytes.len());
            }
            assert!(Paged::open(file(&packed), Some(sum ^ 1)).is_none());
        }
    }

    #[test]
    fn an_altered_page_is_refused_and_the_others_are_read() {
        let bytes = sample();
        let (packed, sum) = encode(&bytes);
        let head = packed.len() - bytes.len();
        for at in 0..head {
            let mut altered = packed.clone();
            altered[at] ^= 4;
            assert!(Paged::open(file(&altered), Some(sum)).is_none(), "byte {at}");
            assert!(Paged::open(file(&altered), None).is_none(), "byte {at}");
        }
        let mut altered = packed.clone();
        altered[head + PAGE + 3] ^= 4;
        let paged = Paged::open(file(&altered), Some(sum)).unwrap();
        assert!(paged.all().is_err() && paged.read(PAGE..PAGE + 1).is_err());
        assert_eq!(paged.part(2 * PAGE..2 * PAGE + 5).as_deref(), bytes.get(2 * PAGE..2 * PAGE + 5));
        for length in [0, 10, head, packed.len() - 1] {
            assert!(Paged::open(file(&packed[..length]), None).is_none(), "{length} bytes");
        }
    }
}
