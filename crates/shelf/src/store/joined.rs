//! The indexes of a large shelf, joined by language, so that a word is looked up once and not once a book.
//!
//! ```text
//! $LAWGREP_HOME/joined/LANG     = a paged file with the joined index of the editions of that language
//! $LAWGREP_HOME/joined/LANG.new = the same of those that came later, until they are many
//! ```
//!
//! Only a help. A volume counts while the edition that it is named after has the index that it was made of; editions without one
//! are searched by themselves. It is written by whoever holds the lock, after the pointers.

use std::{
    collections::{BTreeMap, HashSet},
    fs::{self, File},
    path::PathBuf,
};

use lawgrep_lexicon::Lexicon;
use lawgrep_search::{Analyser, Blob, Index, join};

use super::{Kept, Store, paged, paged::Paged, pointer::Prepared};

const FOLDER: &str = "joined";
/// Fewer books are searched one by one as quickly.
pub(crate) const FEWEST: usize = 8;
/// The ends of the names of the two files of a language.
const OLD: &str = "";
const NEW: &str = ".new";
const PART: &str = ".part";
/// One volume in so many may be missing or out of date before all are joined anew.
const SHARE: usize = 32;

/// What a volume is named: the edition and its index.
pub(crate) fn name(kept: &Kept) -> Option<String> {
    kept.prepared.as_ref().ok().map(|prepared| volume(kept, prepared))
}

/// The language of a file that joining gives, and whether it was never finished; `None` for any other name.
fn language_of(name: &str) -> Option<(&str, bool)> {
    let part = name.strip_suffix(PART);
    let lang = part.or(name.strip_suffix(NEW)).unwrap_or(name);
    let is_code = (2..=3).contains(&lang.len()) && lang.bytes().all(|b| b.is_ascii_lowercase());
    is_code.then_some((lang, part.is_some()))
}

fn volume(kept: &Kept, prepared: &Prepared) -> String {
    format!("{} {}", kept.id, prepared.index)
}

impl Store {
    fn joined_file(&self, lang: &str, end: &str) -> PathBuf {
        self.home.join(FOLDER).join(format!("{lang}{end}"))
    }

    /// The joined indexes of a language, as far as there are any that are not damaged.
    pub(crate) fn joined(&self, lang: &str) -> Vec<Index> {
        [OLD, NEW].iter().filter_map(|end| self.joined_in(lang, end)).collect()
    }

    fn joined_in(&self, lang: &str, end: &str) -> Option<Index> {
        let path = self.joined_file(lang, end);
        if !fs::metadata(&path).ok()?.is_file() {
            return None;
        }
        Index::open(Blob::paged(Paged::open(File::open(path).ok()?, None)?)).ok()
    }

    /// Joins the indexes of each language that has many editions, where that was not done or too many have changed since. Only who
    /// holds the lock may. Where it cannot be written there is none, or an older one whose volumes count as far as they hold.
    pub(super) fn join(&self) {
        let Ok(all) = self.editions() else { return };
        let mut by_lang: BTreeMap<&str, Vec<(&Kept, String)>> = BTreeMap::new();
        for kept in &all {
            if let Ok(prepared) = &kept.prepared {
                by_lang.entry(&prepared.edition.lang).or_default().push((kept, volume(kept, prepared)));
            }
        }
        let folder = self.home.join(FOLDER);
        // A link may lead to files of somebody.
        if fs::symlink_metadata(&folder).is_ok_and(|known| !known.is_dir()) {
            return;
        }
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let lang = name.to_str().and_then(language_of);
            // Also the language of the last edition that was forgotten, and what a killed write left.
            if let Some((lang, part)) = lang
                && (part || by_lang.get(lang).is_none_or(|books| books.len() < FEWEST))
            {
                let _ = fs::remove_file(entry.path());
            }
        }
        for (lang, books) in by_lang.iter().filter(|(_, books)| books.len() >= FEWEST) {
            let volumes = |index: Index| index.volumes().map(str::to_owned).collect();
            let known: HashSet<String> = self.joined_in(lang, OLD).map(volumes).unwrap_or_default();
            let missing: Vec<_> = books.iter().filter(|(_, name)| !known.contains(name)).cloned().collect();
            let outdated = known.len() + missing.len() - books.len();
            let few = FEWEST.max(known.len() / SHARE);
            if missing.len() >= few || outdated >= few {
                self.join_language(lang, OLD, books);
                self.join_language(lang, NEW, &[]);
            } else {
                self.join_language(lang, NEW, &missing);
            }
        }
    }

    fn join_language(&self, lang: &str, end: &str, books: &[(&Kept, String)]) {
        let (path, part) = (self.joined_file(lang, end), self.joined_file(lang, PART));
        if books.is_empty() {
            let _ = fs::remove_file(path);
            return;
        }
        let blob = |(kept, name): &(&Kept, String)| Some((name.clone(), Blob::sound(kept.index()?)));
        let blobs: Vec<(String, Blob)> = books.iter().filter_map(blob).collect();
        // What came later is joined often, and is little.
        let lexicon = if end == OLD { Lexicon::embedded().ok() } else { None };
        let analyser = lexicon.as_ref().and_then(|lexicon| lexicon.language(lang)).map(Analyser::new);
        let Ok(whole) = join(&blobs, analyser.as_ref()) else { return };
        let written = fs::create_dir_all(self.home.join(FOLDER)).and_then(|()| {
            fs::write(&part, paged::encode(&whole).0)?;
            fs::rename(&part, &path)
        });
        if written.is_err() {
            let _ = fs::remove_file(&part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_our_own_are_swept() {
        assert_eq!(language_of("da"), Some(("da", false)));
        assert_eq!(language_of("da.new"), Some(("da", false)));
        assert_eq!(language_of("da.part"), Some(("da", true)));
        for name in ["thesis.txt", "DA", "d", "danish", "da.old", "", ".new"] {
            assert_eq!(language_of(name), None, "{name}");
        }
    }
}
