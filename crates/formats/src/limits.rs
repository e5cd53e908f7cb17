//! How much a file may ask for. A law book is a few hundred pages, half a megabyte of text; every limit lies far above that
//! and far below what would hurt.

use std::time::Duration;

/// Bytes of HTML or Markdown.
pub const MARKUP: usize = 8 << 20;
/// Attributes of one tag.
pub const ATTRIBUTES: usize = 1_000;
/// Bytes of text that any file may give.
pub const TEXT: usize = 16 << 20;
/// Bytes that the parts of a DOCX may inflate to, all that are read together.
pub const INFLATED: u64 = 32 << 20;
/// How many times longer than its packed form a part of a DOCX may be, from a megabyte on. Text packs to a fifth; XML that
/// says little to a thirtieth.
pub const RATIO: u64 = 200;
/// Entries of an archive.
pub const ENTRIES: usize = 10_000;
/// Elements within elements of an XML part.
pub const DEPTH: usize = 256;
/// Pages of a PDF.
pub const PAGES: usize = 2_000;
/// Runs of characters on a page of a PDF.
pub const RUNS: usize = 200_000;
/// For one PDF. One that is damaged or made to hurt ends here; a law book takes a tenth of a second.
pub const TIME: Duration = Duration::from_secs(20);
/// Depth of lists that is still shown by indents.
pub(crate) const INDENT: usize = 12;
