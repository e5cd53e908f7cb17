//! One module a layout family, and what they share.

pub(crate) mod flowing;
pub(crate) mod lines;
pub(crate) mod lists;
pub(crate) mod notes;
pub(crate) mod pages;
pub(crate) mod tabbed;
pub(crate) mod table;

use lawgrep_lexicon::Language;

use crate::{Layout, builder::Builder};

/// What every layout parser is given.
pub(crate) struct Context<'t> {
    /// The decoded source.
    pub(crate) text: &'t str,
    /// Its language.
    pub(crate) language: &'t Language,
    /// Number of the code's last law.
    pub(crate) laws: u16,
}

/// Reads a text of that layout.
pub(crate) fn parse<'t>(layout: Layout, context: &Context<'t>) -> Builder<'t> {
    let mut builder = Builder::new(context.text);
    builder.joined_by(&context.language.references.and);
    match layout {
        Layout::Flowing => flowing::parse(context, &mut builder),
        Layout::Tabbed => tabbed::parse(context, &mut builder),
        Layout::Lists => lists::parse(context, &mut builder),
        Layout::Table => table::parse(context, &mut builder),
        Layout::Lines => lines::parse(context, &mut builder),
    }
    builder
}
