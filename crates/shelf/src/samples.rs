//! Small documents for the tests of this crate.

use lawgrep_model::{Citation, Document, Edition, Standing, Unit, UnitId, UnitKey};

/// An invented edition with two laws and a definition.
pub(crate) fn document(id: &str) -> Document {
    let rows: [(&str, Option<u32>, &str); 6] = [
        ("16", None, ""),
        ("16A", Some(0), "An invented sentence, see 50D1."),
        ("def", None, "An invented definition."),
        ("50", None, "An invented law."),
        ("50D", Some(3), "An invented section."),
        ("50D1", Some(4), "An invented subsection."),
    ];
    let units = rows.iter().map(|(name, parent, text)| unit(name, *parent, text)).collect();
    Document { edition: edition(id), units, pieces: Vec::new(), findings: Vec::new(), source_len: 0 }
}

/// Metadata of an invented edition.
pub(crate) fn edition(id: &str) -> Edition {
    Edition {
        title: "An invented law book".to_owned(),
        publisher: "Nobody".to_owned(),
        source_name: "invented.txt".to_owned(),
        ..Edition::new(id.parse().unwrap(), "en", 2017, Standing::Official)
    }
}

fn unit(name: &str, parent: Option<u32>, text: &str) -> Unit {
    let key = match name.parse::<Citation>() {
        Ok(cite) => UnitKey::provision(cite),
        Err(_) => UnitKey::Definition("Invented term".to_owned()),
    };
    Unit { parent: parent.map(UnitId), text: text.to_owned(), label: name.to_owned(), ..Unit::new(key) }
}
