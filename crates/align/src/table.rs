//! Rows by law, each law's rows decoded when they are first asked for: who opens one citation pays for one law.

use std::cell::OnceCell;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Bytes that are no table of this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the table of codes is damaged")]
pub struct TableError;

/// Rows in print order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table<T> {
    /// By law.
    chunks: Vec<(u16, Chunk<T>)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Chunk<T> {
    bytes: &'static [u8],
    rows: OnceCell<Vec<T>>,
}

/// Where a law's rows stand.
#[derive(Serialize, Deserialize)]
struct Place {
    law: u16,
    at: u32,
    len: u32,
}

/// The directory of a table: its places, and where its body begins and ends in the bytes that follow all directories.
#[derive(Serialize, Deserialize)]
pub(crate) struct Directory {
    places: Vec<Place>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { chunks: Vec::new() }
    }
}

impl<T: Serialize + DeserializeOwned> Table<T> {
    /// Of rows in order, each with its law.
    pub(crate) fn new(rows: impl IntoIterator<Item = (u16, T)>) -> Self {
        let mut laws: Vec<(u16, Vec<T>)> = Vec::new();
        for (law, row) in rows {
            match laws.last_mut() {
                Some((last, of)) if *last == law => of.push(row),
                _ => laws.push((law, vec![row])),
            }
        }
        let chunk = |(law, rows)| (law, Chunk { bytes: &[], rows: OnceCell::from(rows) });
        Self { chunks: laws.into_iter().map(chunk).collect() }
    }

    /// The rows of a law.
    pub(crate) fn of(&self, law: u16) -> &[T] {
        match self.chunks.binary_search_by_key(&law, |(law, _)| *law) {
            Ok(at) => self.chunks.get(at).map_or(&[], |(_, chunk)| chunk.rows()),
            Err(_) => &[],
        }
    }

    /// All rows.
    pub(crate) fn all(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flat_map(|(_, chunk)| chunk.rows())
    }

    /// Appends the rows to `body`.
    pub(crate) fn pack(&self, body: &mut Vec<u8>) -> Result<Directory, TableError> {
        let mut places = Vec::new();
        for (law, chunk) in &self.chunks {
            let bytes = postcard::to_stdvec(chunk.rows()).map_err(|_| TableError)?;
            let number = |n: usize| u32::try_from(n).map_err(|_| TableError);
            places.push(Place { law: *law, at: number(body.len())?, len: number(bytes.len())? });
            body.extend(bytes);
        }
        Ok(Directory { places })
    }

    /// The rows that [`pack`](Self::pack) appended.
    pub(crate) fn open(directory: Directory, body: &'static [u8]) -> Result<Self, TableError> {
        let chunk = |place: Place| {
            let bytes = body.get(place.at as usize..).and_then(|rest| rest.get(..place.len as usize));
            Ok((place.law, Chunk { bytes: bytes.ok_or(TableError)?, rows: OnceCell::new() }))
        };
        Ok(Self { chunks: directory.places.into_iter().map(chunk).collect::<Result<_, _>>()? })
    }
}

impl<T: DeserializeOwned> Chunk<T> {
    fn rows(&self) -> &[T] {
        self.rows.get_or_init(|| postcard::from_bytes(self.bytes).unwrap_or_default())
    }
}
