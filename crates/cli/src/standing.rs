//! What must be said beside a text: whether it is law today, and whether it is a law book at all.

use lawgrep_model::{Edition, Standing};

/// Said once per output that shows companion text.
pub(crate) const COMPANION: &str = "companion text: explains, is not the law book";

/// One edition's standing: `1997 code, superseded`, `2017 code, in force`, `2017 code, in force; training material, ...`.
pub(crate) fn of(edition: &Edition) -> String {
    let force = if edition.in_force() { "in force" } else { "superseded" };
    let weight = match edition.standing {
        Standing::Official => "",
        Standing::Regulation => "; regulation",
        Standing::Companion => "; companion text",
        Standing::Training => "; training material, not a law book",
    };
    let extract = if edition.extract { "; extracts" } else { "" };
    format!("{} code, {force}{weight}{extract}", edition.code)
}

/// The notices beside a search: one line for each edition that needs one, and one for all companions.
pub(crate) fn notices<'a>(editions: impl IntoIterator<Item = &'a Edition>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut companion = false;
    for edition in editions {
        companion |= edition.standing == Standing::Companion;
        let plain = matches!(edition.standing, Standing::Official | Standing::Companion);
        if !edition.in_force() || !plain {
            lines.push(format!("{}: {}", edition.id, of(edition)));
        }
    }
    if companion {
        lines.push(COMPANION.to_owned());
    }
    lines
}
