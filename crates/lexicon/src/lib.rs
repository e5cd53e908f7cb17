//! What lawgrep knows about languages, editions and codes: data, read from the TOML files in `data/`.
//!
//! A new language is a file in `data/lang/`, a known edition a file in `data/editions/`, a code a file in `data/codes/`, the
//! provisions of a code a file in `corpus/spine/`; slips of an edition's print stand beside its profile, in
//! `ID.patches.toml`; no line of Rust names one of them. The files are embedded when this crate is built. Nothing here reads a disk.

mod code;
mod concept;
mod concordance;
mod foreign;
mod language;
mod late;
mod patch;
mod profile;
mod situation;
mod spine;
mod spoken;
mod table;

use std::{collections::BTreeMap, sync::OnceLock};

use include_dir::{Dir, include_dir};

pub use code::Code;
pub use concept::Concept;
pub use concordance::{Concordance, ConcordanceRow, Relation, Sure};
pub use foreign::Foreign;
pub use language::{Analysis, Counts, Language, References, Structure};
pub use late::Late;
pub use patch::{Patch, Patches, is_plain};
pub use profile::Profile;
pub use situation::Situation;
pub use spine::{Choice, Spine, SpineDefinition, SpineDefinitions, SpineProvision};
pub use spoken::Spoken;
pub use table::Table;

static DATA: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/data");
static SPINE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../corpus/spine");
static CONCORDANCE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../corpus/concordance");

static SITUATIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../corpus/situations");
static CONCEPTS: &str = include_str!("../../../corpus/concepts.toml");
static TOPICS: &str = include_str!("../../../corpus/topics.toml");
static SPOKEN: &str = include_str!("../../../corpus/spoken.toml");

/// A data file that does not read. Only a build of lawgrep itself can meet one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {message}")]
pub struct DataError {
    /// Path below `data/`.
    pub file: String,
    /// What is wrong, with line and column.
    pub message: String,
}

/// All language, edition and code data, in the order of their file names.
#[derive(Debug, Clone, Default)]
pub struct Lexicon {
    /// The languages.
    pub languages: Vec<Language>,
    /// Languages that are only known by name, so that a text in one is refused by it.
    pub foreign: Late<Vec<Foreign>>,
    /// The editions that are recognised by name.
    pub profiles: Late<Vec<Profile>>,
    /// Corrections of slips in the prints of known editions.
    pub patches: Late<Vec<Patches>>,
    /// The codes, oldest first.
    pub codes: Vec<Code>,
    /// The provisions of codes, as far as files gave them; the embedded ones are read when they are asked for.
    spines: Vec<Spine>,
    /// What became of the provisions of codes, as far as files gave it; the embedded ones are read when they are asked for.
    concordances: Vec<Concordance>,
}

impl Lexicon {
    /// The data that this build embeds.
    ///
    /// # Errors
    /// When a file under `data/` does not read; a test of this crate keeps that from happening.
    pub fn embedded() -> Result<Self, DataError> {
        let mut files = Vec::new();
        for folder in ["lang", "editions", "codes", "foreign"] {
            let mut found: Vec<_> = DATA.get_dir(folder).into_iter().flat_map(|d| d.files()).collect();
            found.sort_by_key(|f| f.path());
            for file in found {
                let name = file.path().to_string_lossy().replace('\\', "/");
                let text = file
                    .contents_utf8()
                    .ok_or_else(|| DataError { file: name.clone(), message: "is not UTF-8".to_owned() })?;
                files.push((name, text));
            }
        }
        Self::from_files(files.iter().map(|(name, text)| (name.as_str(), *text)))
    }

    /// Reads data files given as `(path below data/, text)`. What the embedded data goes through, and what a test uses to
    /// add a language by files alone.
    ///
    /// # Errors
    /// When one of them does not read.
    pub fn from_files<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, DataError> {
        let mut all = Self::default();
        let (mut foreign, mut profiles, mut patches) = (Vec::new(), Vec::new(), Vec::new());
        for (file, text) in files {
            let fail = |e: toml::de::Error| DataError { file: file.to_owned(), message: e.to_string() };
            if let Some(id) = file.strip_prefix("editions/").and_then(|name| name.strip_suffix(".patches.toml")) {
                let fail = |message| DataError { file: file.to_owned(), message };
                patches.push(Patches::read(id, text).map_err(fail)?);
                continue;
            }
            match file.split('/').next() {
                Some("foreign") => foreign.push(toml::from_str(text).map_err(fail)?),
                Some("lang") => all.languages.push(toml::from_str(text).map_err(fail)?),
                Some("editions") => profiles.push(toml::from_str(text).map_err(fail)?),
                Some("concordance") => all.concordances.push(toml::from_str(text).map_err(fail)?),
                Some("spine") => all.spines.push(toml::from_str(text).map_err(fail)?),
                Some("codes") => all.codes.push(toml::from_str(text).map_err(fail)?),
                _ => {}
            }
        }
        (all.foreign, all.profiles, all.patches) = (foreign.into(), profiles.into(), patches.into());
        all.codes.sort_by_key(|code| code.year);
        Ok(all)
    }

    /// The language with that code or alias, in any case; a region or encoding after it is passed over (`nb_NO.UTF-8`).
    pub fn language(&self, code: &str) -> Option<&Language> {
        let code = code.split(['_', '-', '.', '@']).next().unwrap_or("").to_ascii_lowercase();
        self.languages.iter().find(|l| l.code == code || l.aliases.contains(&code))
    }

    /// The code of that year.
    pub fn code(&self, year: u16) -> Option<&Code> {
        self.codes.iter().find(|code| code.year == year)
    }

    /// The provisions of the code of that year: from the files given, else from the embedded corpus. Large, and needed for
    /// checks only, so it is read at the first call.
    pub fn spine(&self, year: u16) -> Option<&Spine> {
        static EMBEDDED: OnceLock<Vec<Spine>> = OnceLock::new();
        let read = |file: &include_dir::File<'_>| toml::from_str(file.contents_utf8()?).ok();
        let embedded = || SPINE.files().filter(|f| is_spine(f.path())).filter_map(read).collect();
        let mut all = self.spines.iter().chain(EMBEDDED.get_or_init(embedded));
        all.find(|spine| spine.code == year)
    }

    /// All spines: those that files gave, then the embedded ones of other years, oldest code first.
    pub fn spines(&self) -> Vec<&Spine> {
        let mut all: Vec<&Spine> = self.codes.iter().filter_map(|code| self.spine(code.year)).collect();
        all.sort_by_key(|spine| spine.code);
        all
    }

    /// What became of the provisions from code to code: what files gave, then the embedded ones of other pairs of known
    /// codes.
    ///
    /// # Errors
    /// When an embedded file does not read; builds and tests meet that, a program never.
    pub fn concordances(&self) -> Result<Vec<Concordance>, DataError> {
        let mut all = self.concordances.clone();
        let mut files: Vec<_> = CONCORDANCE.files().collect();
        files.sort_by_key(|f| f.path());
        for file in files {
            let name = format!("concordance/{}", file.path().display());
            let fail = |message: String| DataError { file: name.clone(), message };
            let text = file.contents_utf8().ok_or_else(|| fail("is not UTF-8".to_owned()))?;
            let read: Concordance = toml::from_str(text).map_err(|e| fail(e.to_string()))?;
            let known = self.code(read.from).is_some() && self.code(read.to).is_some();
            if known && !all.iter().any(|other| (other.from, other.to) == (read.from, read.to)) {
                all.push(read);
            }
        }
        all.sort_by_key(|c| (c.from, c.to));
        Ok(all)
    }

    /// The definitions of the code of that year, from the embedded corpus; read at the first call.
    pub fn definitions(&self, year: u16) -> Option<&'static SpineDefinitions> {
        static EMBEDDED: OnceLock<Option<SpineDefinitions>> = OnceLock::new();
        let read = || toml::from_str(SPINE.get_file("definitions.toml")?.contents_utf8()?).ok();
        EMBEDDED.get_or_init(read).as_ref().filter(|all| all.code == year)
    }

    /// The number of the last law of any code; `None` where no code is known.
    pub fn last_law(&self) -> Option<u16> {
        self.codes.iter().map(|code| code.laws).max()
    }

    /// The concepts of the game and its law, with their terms in all languages. Large, and needed by builds only.
    ///
    /// # Errors
    /// When the embedded file does not read; builds and tests meet that, a program never.
    pub fn concepts(&self) -> Result<Vec<Concept>, DataError> {
        read(CONCEPTS, "concepts.toml").map(|file: concept::File| file.concept)
    }

    /// What provisions are about, by the names under which it is looked up. Large, and needed by builds only.
    ///
    /// # Errors
    /// When the embedded file does not read; builds and tests meet that, a program never.
    pub fn topics(&self) -> Result<Vec<Concept>, DataError> {
        read(TOPICS, "topics.toml").map(|file: concept::Topics| file.topic)
    }

    /// How people say things beside the terms, by language code. Needed by builds only.
    ///
    /// # Errors
    /// When the embedded file does not read or names a concept that is none; builds and tests meet that, a program never.
    pub fn spoken(&self, concepts: &[Concept]) -> Result<BTreeMap<String, Spoken>, DataError> {
        let fail = |message| DataError { file: "spoken.toml".to_owned(), message };
        let read: BTreeMap<String, Spoken> = toml::from_str(SPOKEN).map_err(|e| fail(e.to_string()))?;
        for (lang, of) in &read {
            if let Some(id) = of.terms.keys().find(|id| !concepts.iter().any(|concept| concept.id == **id)) {
                return Err(fail(format!("{lang}.terms names `{id}`, which is no concept; correct the id")));
            }
        }
        Ok(read)
    }

    /// What happens at a table, with the provisions that rule it; files are read in the order of their names, and a later one
    /// may add phrases to what an earlier one has. Large, and needed by builds only.
    ///
    /// # Errors
    /// When an embedded file does not read; builds and tests meet that, a program never.
    pub fn situations(&self) -> Result<Vec<Situation>, DataError> {
        let mut files: Vec<_> = SITUATIONS.files().collect();
        files.sort_by_key(|f| f.path());
        let mut all: Vec<Situation> = Vec::new();
        for file in files {
            let fail = |message| DataError { file: format!("situations/{}", file.path().display()), message };
            let text = file.contents_utf8().ok_or_else(|| fail("is not UTF-8".to_owned()))?;
            let read: situation::File = toml::from_str(text).map_err(|e| fail(e.to_string()))?;
            for one in read.situation {
                match (all.iter_mut().find(|other| other.id == one.id), one.laws.is_empty()) {
                    (Some(first), true) => {
                        for (lang, phrases) in one.phrases {
                            first.phrases.entry(lang).or_default().extend(phrases);
                        }
                    }
                    (None, false) => all.push(one),
                    (Some(_), false) => return Err(fail(format!("{} stands twice with laws", one.id))),
                    (None, true) => return Err(fail(format!("{} has no laws in any file before", one.id))),
                }
            }
        }
        Ok(all)
    }

    /// The code that is law today: the newest that nothing has superseded.
    pub fn code_in_force(&self) -> Option<&Code> {
        self.codes.iter().rev().find(|code| code.superseded_by.is_none())
    }

    /// The corrections of the print of that edition.
    pub fn patches(&self, id: &str) -> &[Patch] {
        self.patches.iter().find(|p| p.edition.as_str() == id).map_or(&[], |p| &p.patches)
    }

    /// The known edition of that id.
    pub fn profile(&self, id: &str) -> Option<&Profile> {
        self.profiles.iter().find(|p| p.id.as_str() == id)
    }
}

/// A spine is named by its year; other files beside it are not.
fn is_spine(path: &std::path::Path) -> bool {
    path.file_stem().is_some_and(|stem| stem.to_string_lossy().parse::<u16>().is_ok())
}

/// Reads an embedded file.
fn read<T: serde::de::DeserializeOwned>(text: &str, file: &str) -> Result<T, DataError> {
    toml::from_str(text).map_err(|e| DataError { file: file.to_owned(), message: e.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_data_reads() {
        let all = Lexicon::embedded().unwrap();
        let codes: Vec<_> = all.languages.iter().map(|l| l.code.as_str()).collect();
        assert_eq!(codes, ["da", "en", "nl", "no", "sv"]);
        assert_eq!(all.language("nb_NO.UTF-8").unwrap().code, "no");
        assert_eq!(all.code_in_force().unwrap().year, 2017);
        assert!(all.profiles.iter().all(|p| all.language(&p.lang).is_some() && all.code(p.code).is_some()));
    }

    /// A citation that every code has tells none, and one that a code has does not speak against it.
    #[test]
    fn telling_citations_agree_with_the_spines() {
        let all = Lexicon::embedded().unwrap();
        for code in &all.codes {
            let own = all.spine(code.year).unwrap().by_citation();
            let has = |cite: &String, spine: &Spine| spine.by_citation().contains_key(&cite.parse().unwrap());
            for cite in &code.has {
                assert!(own.contains_key(&cite.parse().unwrap()), "{} has no {cite}", code.year);
                assert!(!all.spines().into_iter().all(|spine| has(cite, spine)), "{cite} is in every code");
            }
            for cite in &code.lacks {
                assert!(!own.contains_key(&cite.parse().unwrap()), "{} has {cite}", code.year);
            }
        }
    }

    #[test]
    fn patches_are_few_and_of_known_editions() {
        let all = Lexicon::embedded().unwrap();
        assert!(!all.patches.is_empty());
        for of in all.patches.iter() {
            assert!(all.profile(of.edition.as_str()).is_some(), "{}", of.edition);
            assert!((1..=Patches::MOST).contains(&of.patches.len()), "{}", of.edition);
        }
        assert!(all.patches("xx-2017").is_empty());
    }

    #[test]
    fn a_faulty_patch_is_named() {
        let error = Lexicon::from_files([("editions/xx-2017.patches.toml", "[[patch]]")]).unwrap_err();
        assert_eq!(error.file, "editions/xx-2017.patches.toml");
    }

    #[test]
    fn the_spine_is_in_order_and_its_references_stand_in_it() {
        let all = Lexicon::embedded().unwrap();
        let spine = all.spine(2017).unwrap();
        let known = spine.by_citation();
        assert!(spine.provisions.windows(2).all(|w| w[0].cite < w[1].cite));
        assert_eq!(known.len(), 828);
        for p in &spine.provisions {
            assert!(p.cite.parent().is_none_or(|up| known.contains_key(&up)), "{} has no parent", p.cite);
            let lost: Vec<_> = p.targets().into_iter().filter(|t| !known.contains_key(t)).collect();
            assert!(lost.is_empty() && p.targets().len() >= p.refs.len(), "{}: {lost:?} of {:?}", p.cite, p.refs);
        }
    }

    #[test]
    fn the_definitions_read_and_their_references_stand_in_the_spine() {
        let all = Lexicon::embedded().unwrap();
        let definitions = all.definitions(2017).unwrap();
        let known = all.spine(2017).unwrap().by_citation();
        let concepts = all.concepts().unwrap();
        let explained: Vec<_> = concepts.iter().filter_map(|c| c.definition.as_deref()).collect();
        assert!(definitions.definitions.iter().all(|d| d.see.is_some() || explained.contains(&d.id.as_str())));
        assert_eq!(definitions.definitions.len(), 69);
        for one in &definitions.definitions {
            assert!(one.refs.iter().all(|r| known.contains_key(&r.parse().unwrap())), "{}", one.id);
        }
    }

    #[test]
    fn every_topic_has_a_name_of_its_own_and_provisions_that_there_are() {
        let all = Lexicon::embedded().unwrap();
        let known = all.spine(2017).unwrap().by_citation();
        let mut ids: Vec<String> = all.concepts().unwrap().into_iter().map(|concept| concept.id).collect();
        for topic in all.topics().unwrap() {
            assert!(!topic.laws.is_empty() && topic.terms.len() == 5, "{}", topic.id);
            assert!(topic.laws.iter().all(|law| known.contains_key(&law.parse().unwrap())), "{}", topic.id);
            assert!(topic.terms.values().all(|terms| !terms.is_empty()), "{}", topic.id);
            ids.push(topic.id);
        }
        let count = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }

    #[test]
    fn a_faulty_file_is_named() {
        let error = Lexicon::from_files([("lang/xx.toml", "code = 1")]).unwrap_err();
        assert_eq!(error.file, "lang/xx.toml");
    }
}
