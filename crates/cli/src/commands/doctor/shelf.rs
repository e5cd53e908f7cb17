//! The shelf: where it is and why, what stands on it, and in which state.

use std::{fs, io, path::Path};

use lawgrep_model::EditionId;
use lawgrep_shelf::store::{Kept, Store};
use lawgrep_tui::Brought;

use super::{Check, settings};
use crate::{failure::Failure, platform};

pub(super) fn checks() -> Vec<Check> {
    let store = match Store::of_user(platform::home()) {
        Ok(store) => store,
        Err(error) => return vec![Check::note("shelf", Failure::from(&error).lines.join("; "))],
    };
    let mut all = vec![place(store.home())];
    match ids(&store.home().join("editions")) {
        Ok(ids) => {
            if ids.is_empty() {
                all.push(Check::well("editions", "none imported; lawgrep import PATH brings one"));
            }
            all.extend(ids.iter().map(|id| edition(&store, id)));
        }
        Err(error) => {
            let found = format!("{} cannot be read ({error})", store.home().join("editions").display());
            all.push(Check::broken("editions", found, "mend that, or set LAWGREP_HOME to another folder"));
        }
    }
    all.push(lock(&store));
    let path = store.own_path("config.toml").display().to_string();
    let text = store.own("config.toml").map_err(|error| error.to_string()).transpose();
    all.push(settings(text.map(|text| Brought { path, text })));
    all
}

/// Where the shelf is and why, and whether it can be written.
fn place(home: &Path) -> Check {
    let why = match platform::home() {
        Some(_) => format!("{} names it", platform::HOME),
        None => format!("the platform's data folder, since {} is not set", platform::HOME),
    };
    let shown = home.display();
    match fs::metadata(home) {
        Ok(meta) if !meta.is_dir() => {
            Check::broken("shelf", format!("{shown} is no folder ({why})"), "set LAWGREP_HOME to a folder of your own")
        }
        Ok(meta) if meta.permissions().readonly() => {
            Check::note("shelf", format!("{shown} ({why}); it cannot be written, so nothing can be imported"))
        }
        Ok(_) => Check::well("shelf", format!("{shown} ({why})")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Check::well("shelf", format!("{shown} ({why}); it is made by the first import"))
        }
        Err(error) => Check::broken(
            "shelf",
            format!("{shown} cannot be read ({error}; {why})"),
            "mend that, or set LAWGREP_HOME to another folder",
        ),
    }
}

/// The editions on the shelf, in whatever state. What a killed import left is no edition.
fn ids(folder: &Path) -> io::Result<Vec<EditionId>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut ids = Vec::new();
    for entry in entries {
        ids.extend(entry?.file_name().to_str().and_then(|name| name.parse::<EditionId>().ok()));
    }
    ids.sort();
    Ok(ids)
}

fn edition(store: &Store, id: &EditionId) -> Check {
    let kept = match store.edition(id) {
        Ok(Some(kept)) => kept,
        Ok(None) => return Check::note("edition", format!("{id}: nothing but leftovers; the next import clears them")),
        Err(error) => {
            let told = Failure::from(&error).lines.join("; ");
            let (found, remedy) = told.rsplit_once("; ").unwrap_or((told.as_str(), "import it again"));
            return Check::broken("edition", format!("{id}: {found}"), remedy);
        }
    };
    judged(id, &kept)
}

/// An edition that opens: whole, to be made again from its source, or lost.
fn judged(id: &EditionId, kept: &Kept) -> Check {
    let ours = kept.described().into_iter().next().is_some();
    let (tree, index) = (kept.tree().is_some(), kept.index().is_some());
    let sources = kept.sources();
    let state = match (ours, tree, index) {
        (true, true, true) => "whole",
        (false, _, _) => "not in this version's format",
        (true, false, true) => "its text is missing or damaged",
        (true, true, false) => "its search index is missing or damaged",
        (true, false, false) => "its text and its search index are missing or damaged",
    };
    let again = format!("import it again or run `lawgrep forget {id}`");
    match (ours && tree && index, sources) {
        (true, Ok(_)) => Check::well("edition", format!("{id}: {state}, and so is its kept source")),
        (true, Err(error)) => {
            let found = format!("{id}: {state}, but {error}, so that it could not be made again");
            Check::broken("edition", found, again)
        }
        (false, Ok(_)) => {
            Check::note("edition", format!("{id}: {state}; it is made again from its kept source when it is read"))
        }
        (false, Err(error)) => Check::broken("edition", format!("{id}: {state}, and {error}"), again),
    }
}

fn lock(store: &Store) -> Check {
    match store.is_being_written() {
        Some(true) => Check::note("lock", "held: another lawgrep is writing"),
        Some(false) => Check::well("lock", "free"),
        None => Check::well("lock", "none yet"),
    }
}
