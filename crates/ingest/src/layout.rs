//! One module a layout family, and what they share.

pub(crate) mod flowing;
pub(crate) mod lists;
pub(crate) mod notes;
pub(crate) mod pages;
pub(crate) mod tabbed;
pub(crate) mod table;

use lawgrep_lexicon::Language;

/// What every layout parser is given.
pub(crate) struct Context<'t> {
    /// The decoded source.
    pub(crate) text: &'t str,
    /// Its language.
    pub(crate) language: &'t Language,
    /// Number of the code's last law.
    pub(crate) laws: u16,
}
