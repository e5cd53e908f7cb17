//! Search: how words of a language are compared, and the index that finds them.
//!
//! ```text
//! text ─ words ─ fold ─ lemma table, stem ─ Token            one chain for index, query and highlighting
//! Document ─ build ─ one packed blob ─ Blob ─ Index::open    nothing is written, no thread is started
//! typed ─ Query ─ Asked ─ Index::search ─ Hit                which units, best first
//!                    └─ highlight ─ Span                     which bytes of a shown text
//! ```
//!
//! Nobody but this crate sees tantivy. It knows languages only through their [`Analysis`](lawgrep_lexicon::Analysis)
//! tables; it knows no law, no edition and no screen.

mod analyse;
mod blob;
mod cites;
mod common;
mod cut;
mod directory;
mod error;
mod forms;
mod highlight;
mod index;
mod join;
mod lists;
mod packed;
mod parts;
mod query;
mod rank;
mod schema;
mod score;
mod situations;
mod spelling;
mod thesaurus;
mod typing;
mod volume;
mod words;
mod write;

pub use analyse::{Analyser, Token, prepare};
pub use blob::{Blob, FORMAT, Pages};
pub use cites::Provisions;
pub use error::SearchError;
pub use highlight::{Highlighter, highlight};
pub use index::{Hit, Index, Level, Match, Search, Word};
pub use join::join;
pub use query::{Asked, Filters, Group, Kind, Part, Query, Way, Within};
pub use situations::{Likeness, Situations};
pub use spelling::{Source, Spelt};
/// Bytes that somebody holds.
pub use tantivy::directory::OwnedBytes;
pub use thesaurus::{Concept, Span as ConceptSpan, Thesaurus};
pub use typing::{allowed, distance};
pub use write::build;
