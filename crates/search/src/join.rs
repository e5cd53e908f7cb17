//! Several indexes of one language made into one.
//!
//! A shelf of two hundred law books has two hundred indexes, and opening each of them for a word takes longer than looking the
//! word up. Joined they are one index with a volume for each; what a search finds in a volume, and with what score, is exactly
//! what it finds in the index that the volume was.

use std::collections::{BTreeMap, BTreeSet};

use tantivy::directory::RamDirectory;

use crate::{
    Blob, Index, SearchError,
    analyse::Analyser,
    blob::{self, Files, unpack},
    cites::Cites,
    common::{COMMON, Common, SCORES},
    directory::Packed,
    index::{FILES, engine},
    schema::Filled,
    volume::{self, Volume},
    write::{self, CITED, CITES, FILLED, PARTS, RANKS, VOLUMES, files, settings},
};

/// Joins indexes, each of one edition and all built with the same word tables, in that order. The names are given to the volumes.
/// With an analyser of their language what common words score is worked out too, which takes time and makes finding them quick.
///
/// # Errors
/// When there is none, when one of them is no index or damaged, when their tables differ, or when they are too large together.
pub fn join(all: &[(String, Blob)], scored_by: Option<&Analyser>) -> Result<Vec<u8>, SearchError> {
    let (mut tables, mut segments, mut volumes) = (None, Vec::new(), Vec::new());
    let mut together: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    let mut parts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let (mut filled, mut units, mut numbers) = (Filled::default(), 0u32, Vec::new());
    for (name, blob) in all {
        let mut unpacked = unpack(blob)?;
        if *tables.get_or_insert(unpacked.tables) != unpacked.tables {
            return Err(SearchError::OtherAnalysis);
        }
        let own = Own::take(&mut unpacked)?;
        for (file, bytes) in own.rows {
            together.entry(file).or_default().extend_from_slice(&bytes);
        }
        numbers.extend(own.cites.all());
        filled = filled.or(&own.filled);
        for line in own.parts.lines() {
            let Some((part, words)) = line.split_once('\t') else { continue };
            parts.entry(part.to_owned()).or_default().extend(words.split(' ').map(str::to_owned));
        }
        let count = own.volume.units.end;
        let end = units.checked_add(count).ok_or_else(|| SearchError::Engine("too many units".to_owned()))?;
        volumes.push(Volume { name: name.clone(), units: units..end, ..own.volume });
        units = end;
        segments.extend(engine(Packed::new(unpacked.files))?.searchable_segments()?);
    }
    let tables = tables.ok_or(SearchError::NotAnIndex)?;
    let ram = RamDirectory::create();
    let whole = segments.iter().map(|_| None).collect();
    let merged = tantivy::indexer::merge_filtered_segments(&segments, settings(), whole, ram.clone())?;
    let mut out = files(&merged, &ram)?;
    out.insert(PARTS.to_owned(), write::parts(parts).into_bytes());
    out.insert(CITES.to_owned(), Cites::of(numbers.into_iter())?);
    out.insert(FILLED.to_owned(), filled.bytes().to_vec());
    out.insert(VOLUMES.to_owned(), volume::encode(&volumes).map_err(|e| SearchError::Engine(e.to_string()))?);
    out.extend(together.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)));
    let Some(analyser) = scored_by else { return blob::pack(tables, &out) };
    let index = Index::open(Blob::sound(blob::pack(tables, &out)?))?;
    if let Some([head, scores]) = Common::of(&index, analyser)? {
        out.insert(COMMON.to_owned(), head);
        out.insert(SCORES.to_owned(), scores);
    }
    blob::pack(tables, &out)
}

/// What an index of one edition has beside the engine's files.
struct Own {
    volume: Volume,
    filled: Filled,
    parts: String,
    cites: Cites,
    /// What has so many bytes a unit.
    rows: Vec<(&'static str, tantivy::directory::OwnedBytes)>,
}

impl Own {
    fn take(files: &mut Files) -> Result<Self, SearchError> {
        let mut file = |name: &'static str| files.take(name)?.ok_or(SearchError::Damaged(FILES));
        let rows = [RANKS, CITED].map(|name| file(name).map(|bytes| (name, bytes)));
        let rows = rows.into_iter().collect::<Result<Vec<_>, _>>()?;
        let units = rows.first().map_or(0, |(_, ranks)| ranks.len());
        let cites = Cites::open(file(CITES)?, units).ok_or(SearchError::Damaged(FILES))?;
        let volumes = volume::decode(&file(VOLUMES)?, units).unwrap_or_default();
        let Ok([volume]) = <[Volume; 1]>::try_from(volumes) else { return Err(SearchError::Damaged(FILES)) };
        let filled = Filled::from_bytes(&file(FILLED)?).ok_or(SearchError::Damaged(FILES))?;
        let parts = String::from_utf8_lossy(&file(PARTS)?).into_owned();
        Ok(Self { volume, filled, parts, cites, rows })
    }
}
