//! Small documents for tests.

use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Citation, Document, Edition, Standing, Unit, UnitKey};

pub(crate) fn cite(text: &str) -> Citation {
    text.parse().unwrap()
}

pub(crate) fn unit(key: UnitKey, text: &str) -> Unit {
    Unit { text: text.to_owned(), ..Unit::new(key) }
}

/// An English document of the 2017 code with these provisions. Several citations with commas make one row.
pub(crate) fn document(provisions: &[(&str, &str)]) -> Document {
    let key = |cites: &str| UnitKey::Provision(cites.split(',').map(cite).collect());
    let edition = Edition::new("test".parse().unwrap(), "en", 2017, Standing::Official);
    let units = provisions.iter().map(|(cites, text)| unit(key(cites), text)).collect();
    Document { edition, units, pieces: Vec::new(), findings: Vec::new(), source_len: 0 }
}

/// The same, linked.
pub(crate) fn linked(provisions: &[(&str, &str)]) -> Document {
    let mut document = document(provisions);
    crate::link(&mut document, "", &Lexicon::embedded().unwrap(), false);
    document
}
