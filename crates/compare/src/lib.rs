//! What two law texts do not have in common, whatever their languages and codes: for translators.
//!
//! ```text
//! Document ─ side: provisions by citation ┐
//!                                         ├ links: who answers to whom ─ groups ─ facts of each side ─ rows
//! Document ─ side ────────────────────────┘        (code, concordance, or moved words)
//! ```
//!
//! Words are never compared as words. What counts is structure (which provisions there are), headings, references by their
//! targets, numbers in digits or words, suits, cards, percentages and notes. A row must be certain: where one text may say
//! the same as the other, there is none.

mod bag;
mod compare;
mod definitions;
mod difference;
mod facts;
mod gaps;
mod headings;
mod links;
mod moved;
mod references;
mod side;
mod structure;
mod words;

pub use compare::compare;
pub use difference::{Difference, Differences, Gap, Kind, Level, Name, Which};
