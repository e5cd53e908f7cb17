//! References between provisions: found in the words, resolved against the edition, turned round into backlinks.
//!
//! Three steps in three modules, since each changes for its own reason. [`find`](fn@find) depends on the language and
//! knows no edition; resolving depends on the edition and knows no language; [`Graph`] only counts. A fourth module reads
//! what people [type](typed()).
//!
//! Precision comes first: a director rules on what a link shows. What could mean two provisions is [`Ambiguous`], and a
//! number without a sign that makes it a reference is none.
//!
//! [`Ambiguous`]: lawgrep_model::Resolution::Ambiguous

mod find;
mod fragment;
mod free;
mod graph;
mod holdings;
mod link;
mod resolve;
#[cfg(test)]
mod testing;
mod tokens;
mod typed;
mod words;

pub use find::{Finder, Mention, Reading, Shape, Strength, find};
pub use fragment::Fragment;
pub use free::unquoted;
pub use graph::{Graph, Incoming};
pub use holdings::Holdings;
pub use link::link;
pub use resolve::{Resolved, resolve};
pub use typed::{Typed, Wanted, query, typed};
