//! Small documents for the tests of this crate.

use crate::{Document, Edition, Span, Standing};

/// An invented edition without units, of a source of that length.
pub(crate) fn document(source: &str) -> Document {
    let edition = Edition::new("xx-2017".parse().unwrap(), "en", 2017, Standing::Official);
    let source_len = Span::new(0, source.len()).end;
    Document { edition, units: Vec::new(), pieces: Vec::new(), findings: Vec::new(), source_len }
}
