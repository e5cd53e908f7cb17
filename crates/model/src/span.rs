use serde::{Deserialize, Serialize};

/// A half-open range of bytes, always on character boundaries of the text it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span `start..end`. Offsets past `u32::MAX` saturate; no law book is that long.
    pub fn new(start: usize, end: usize) -> Self {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { start: clip(start), end: clip(end.max(start)) }
    }

    /// The span as a range that slices a string.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Number of bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The words it covers; empty where the span does not fit the text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }

    /// Whether `other` lies wholly inside.
    pub fn encloses(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The same span, moved right by `by` bytes.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        Self::new(self.start as usize + by, self.end as usize + by)
    }
}
