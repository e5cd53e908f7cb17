//! Which editions are at hand: those inside the program and those that the user imported.
//!
//! ```text
//! corpus/, LAWGREP_EMBED ─ embed ─┐
//!                                 ├─ pipeline::make ─┬─ bundle (inside the program) ─┐
//! lawgrep import ─ store::gather ─┘                  └─ store (on disk) ─────────────┴─ Library
//! ```
//!
//! [`pipeline`] is pure; [`store`] is the only module that touches the disk. Nothing here words an error for the user or
//! knows a screen.

pub mod bundle;
pub mod corpus;
mod counts;
pub mod doubts;
pub mod embed;
mod library;
mod parallel;
pub mod pipeline;
pub mod store;
pub mod terms;
pub mod tree;

pub use counts::Counts;
pub use library::{Joined, Library, LibraryError, Origin};

#[cfg(test)]
mod samples;
