//! The editions in an index: one, or several that were [joined](crate::join).

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// What an index holds of one edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Volume {
    /// What it was called when it was joined; empty in an index of one edition.
    pub(crate) name: String,
    /// Its units among those of the index.
    pub(crate) units: Range<u32>,
    /// How many words its texts have together.
    pub(crate) words: u64,
}

/// The volumes of an index as bytes.
pub(crate) fn encode(volumes: &[Volume]) -> Result<Vec<u8>, postcard::Error> {
    postcard::to_stdvec(volumes)
}

/// Reads volumes that follow each other without gaps and have as many units together.
pub(crate) fn decode(bytes: &[u8], units: usize) -> Option<Vec<Volume>> {
    let volumes: Vec<Volume> = postcard::from_bytes(bytes).ok()?;
    let follow = |end: Option<u32>, volume: &Volume| {
        (end == Some(volume.units.start) && volume.units.start <= volume.units.end).then_some(volume.units.end)
    };
    let end = volumes.iter().fold(Some(0), follow)?;
    (end as usize == units).then_some(volumes)
}
