//! Small documents for the tests of this crate.

use crate::{Document, Edition, Span, Standing, Unit, UnitKey};

/// An invented edition without units, of a source of that length.
pub(crate) fn document(source: &str) -> Document {
    let edition = Edition {
        id: "xx-2017".parse().unwrap(),
        lang: "en".to_owned(),
        code: 2017,
        standing: Standing::Official,
        title: String::new(),
        publisher: String::new(),
        jurisdiction: String::new(),
        in_force_from: None,
        in_force_until: None,
        superseded_by: None,
        extract: false,
        source_name: String::new(),
        source_hash: String::new(),
    };
    let source_len = Span::new(0, source.len()).end;
    Document { edition, units: Vec::new(), pieces: Vec::new(), findings: Vec::new(), source_len }
}

/// A unit without words.
pub(crate) fn unit(key: UnitKey) -> Unit {
    Unit {
        key,
        occurrence: 0,
        parent: None,
        heading: None,
        text: String::new(),
        tail: None,
        notes: Vec::new(),
        refs: Vec::new(),
        span: Span::default(),
        label: String::new(),
    }
}
