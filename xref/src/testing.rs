//! Small documents for tests.

use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Citation, Document, Edition, Span, Standing, Unit, UnitKey};

pub(crate) fn cite(text: &str) -> Citation {
    text.parse().unwrap()
}

pub(crate) fn unit(key: UnitKey, text: &str) -> Unit {
    Unit {
        key,
        occurrence: 0,
        parent: None,
        heading: None,
        text: text.to_owned(),
        tail: None,
        notes: Vec::new(),
        refs: Vec::new(),
        span: Span::default(),
        label: String::new(),
    }
}

/// An English document of the 2017 code with these provisions. Several citations with commas make one row.
pub(crate) fn document(provisions: &[(&str, &str)]) -> Document {
    let key = |cites: &str| UnitKey::Provision(cites.split(',').map(cite).collect());
    let edition = Edition {
        id: "test".parse().unwrap(),
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
    let units = provisions.iter().map(|(cites, text)| unit(key(cites), text)).collect();
    Document { edition, units, pieces: Vec::new(), findings: Vec::new(), source_len: 0 }
}

/// The same, linked.
pub(crate) fn linked(provisions: &[(&str, &str)]) -> Document {
    let mut document = document(provisions);
    crate::link(&mut document, "", &Lexicon::embedded().unwrap(), false);
    document
}
