//! Where the same rule stands: in other codes, in other editions.
//!
//! The same citation means different rules in different codes. [`Alignment`] knows, for every provision of every code that
//! data names, its homes in the other codes, and whether a number deceives; it is computed once, from the concordances and
//! spines, and embedded. [`join`] puts the texts of several editions side by side by rule.
//!
//! Nothing here guesses: a provision that the concordance does not place has no home, and what is not certain says so.

mod build;
mod homes;
mod join;
mod key;
mod step;
mod table;

pub use build::AlignFault;
pub use homes::{Alignment, FalseFriend, Homes, Stage};
pub use join::{Cell, Content, Piece, Row, RowKind, join, print_order, tail_start};
pub use key::RowKey;
pub use table::TableError;
