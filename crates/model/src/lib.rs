//! The shared vocabulary of lawgrep: what a citation is, what an edition is, and the tree that a law text becomes.
//!
//! This crate knows no file, no language and no screen. Everything that the other crates hand to each other is defined
//! here, so that an arrow between two of them is always an arrow to this one.
//!
//! * [`Citation`] names a provision: `16`, `16C2`, `12C2a`, `20F5b(i)`, `71#1`.
//! * [`Edition`] describes one printed or companion text and says whether it is law today.
//! * [`Document`] is the parsed text: [`Unit`]s in print order, and [`Piece`]s that account for every byte of the source.
//! * [`Reference`] is a link found in a unit, with the words it stands on and what became of it.
//! * [`Finding`] is what the program did not understand, with place and words.
//! * [`Coverage`] says of every byte of a source what became of it; [`Placed`] where in it the bytes of a unit's text stand.

mod checksum;
mod citation;
mod coverage;
mod document;
mod edition;
mod finding;
mod placed;
mod reference;
mod safe;
mod span;

pub use checksum::{checksum, checksum_of_page};
pub use citation::{Citation, CitationError, Level};
pub use coverage::{Category, Coverage, Row};
pub use document::{Document, Note, NoteKind, Piece, Role, Unit, UnitId, UnitKey};
pub use edition::{Edition, EditionId, EditionIdError, Standing};
pub use finding::{Finding, FindingKind};
pub use placed::Placed;
pub use reference::{Place, RefKind, Reference, Resolution, Target};
pub use safe::{is_unsafe, make_safe};
pub use span::Span;

#[cfg(test)]
mod testing;
