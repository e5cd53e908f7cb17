/// Why an index could not be built, opened or searched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// The bytes are no index of lawgrep's.
    #[error("not a lawgrep index")]
    NotAnIndex,
    /// The index was written in another format than [`FORMAT`](crate::FORMAT). Build it again from the kept source.
    #[error("index format {found}, this program reads format {}", crate::FORMAT)]
    OtherFormat {
        /// The format that the index names.
        found: u32,
    },
    /// The index was built with other tables of the language than it is searched with, so that words would be missed
    /// without a sign. Build it again from the kept source.
    #[error("the index was built with other word tables than this program has for its language")]
    OtherAnalysis,
    /// The bytes are cut short or altered; what was noticed.
    #[error("damaged index: {0}")]
    Damaged(&'static str),
    /// The beginning of a word stands for other words in each edition; joined indexes are not searched for it.
    #[error("each edition must be searched by itself")]
    OneByOne,
    /// The index engine failed; its own words.
    #[error("index engine: {0}")]
    Engine(String),
}

impl From<tantivy::TantivyError> for SearchError {
    fn from(error: tantivy::TantivyError) -> Self {
        Self::Engine(error.to_string())
    }
}
