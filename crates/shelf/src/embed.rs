//! What `build.rs` does: read the corpus and, for a private build, a folder of the builder's own texts.

use std::path::{Path, PathBuf};

use lawgrep_align::Alignment;
use lawgrep_ingest::Overrides;
use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Citation, Document, UnitKey};
use lawgrep_search::{Situations, Thesaurus};

use crate::{
    bundle::{self, Tables},
    corpus::Complete,
    pipeline,
    store::{Gathered, gather},
};

/// A bundle, and what its builder should know.
#[derive(Debug)]
pub struct Embedding {
    /// The packed editions.
    pub bundle: Vec<u8>,
    /// Every file and folder that was read; a change in one of them asks for a new build.
    pub inputs: Vec<PathBuf>,
    /// One line each: files of the private folder that are no law text.
    pub notes: Vec<String>,
}

/// Builds the bundle from the folder of companion editions (one folder a language, with `edition.toml`, the laws'
/// Markdown files and, if the spine's doubts are told in it, `doubts.toml`) and the folder that `LAWGREP_EMBED` names.
///
/// # Errors
/// Every fault, one line each: file, line, what is wrong, what to do.
pub fn embed(companions: &Path, private: Option<&Path>) -> Result<Embedding, Vec<String>> {
    let lexicon = Lexicon::embedded().map_err(|e| vec![format!("crates/lexicon/data/{e}")])?;
    let mut inputs = vec![companions.to_owned()];
    let mut faults = Vec::new();
    let mut shipped = Vec::new();
    let complete = complete(companions, &mut inputs)?;
    for folder in folders(companions).map_err(|e| vec![e])? {
        inputs.push(folder.clone());
        match companion(&folder, &lexicon, &complete, &mut inputs) {
            Ok(made) => shipped.push(made),
            Err(lines) => faults.extend(lines),
        }
    }
    if shipped.is_empty() && faults.is_empty() {
        faults.push(format!("{}: holds no companion edition; restore the folder", companions.display()));
    }
    let mut notes = Vec::new();
    let mut own = Vec::new();
    if let Some(folder) = private {
        inputs.push(folder.to_owned());
        if !folder.is_dir() {
            let line = format!("{}: is no folder; let LAWGREP_EMBED name a folder of law texts", folder.display());
            return Err(vec![line]);
        }
        let Gathered { files, places, failed, .. } = gather(&[folder.to_owned()]);
        inputs.extend(places.iter().map(|(path, _)| path.clone()));
        faults.extend(failed.iter().map(|e| format!("{e}; make it readable or take it out of the folder")));
        let batch = pipeline::make(&files, &Overrides::default(), &lexicon, pipeline::Options::default());
        for fault in &batch.faults {
            let names: Vec<_> = fault.files.iter().filter_map(|n| files.get(*n)).map(|f| f.name.as_str()).collect();
            match &fault.kind {
                pipeline::FaultKind::NotLaw(why) => notes.push(format!("{} skipped: {why}", names.join(", "))),
                kind => faults.push(format!("{}: {kind}; take one of them out of the folder", names.join(", "))),
            }
        }
        own = batch.made;
    }
    if !faults.is_empty() {
        return Err(faults.iter().map(|f| in_one_line(f)).collect());
    }
    let notes = notes.iter().map(|n| in_one_line(n)).collect();
    let tables = tables(&lexicon, shipped.iter().map(|made| &made.document))?;
    let bundle = bundle::pack(&shipped, &own, &lexicon, &tables).map_err(|e| vec![e.to_string()])?;
    Ok(Embedding { bundle, inputs, notes })
}

/// Everything beside the editions: homes, terms, situations.
fn tables<'a>(lexicon: &Lexicon, companions: impl Iterator<Item = &'a Document>) -> Result<Tables, Vec<String>> {
    let concepts = lexicon.concepts().map_err(|e| vec![format!("corpus/{e}")])?;
    let known = lexicon.situations().map_err(|e| vec![format!("corpus/{e}")])?;
    let in_force = lexicon.code_in_force().and_then(|code| lexicon.spine(code.year)).map(|spine| spine.by_citation());
    for situation in &known {
        let lost = |cite: &&Citation| in_force.as_ref().is_some_and(|spine| !spine.contains_key(cite));
        if let Some(cite) = situation.laws.iter().find(lost) {
            let line = format!(
                "corpus/situations: {} names {cite}, which the code in force has not; correct the citation",
                situation.id
            );
            return Err(vec![line]);
        }
    }
    let spoken = lexicon.spoken(&concepts).map_err(|e| vec![format!("corpus/{e}")])?;
    let topics = lexicon.topics().map_err(|e| vec![format!("corpus/{e}")])?;
    let thesaurus = Thesaurus::build(&concepts, &topics, &spoken, lexicon);
    let situations = Situations::build(&known, &spoken, lexicon, &thesaurus);
    Ok(Tables { alignment: alignment(lexicon, companions)?, thesaurus, situations })
}

/// Where the same rule stands in other codes, and by which terms definitions of several languages meet: computed here, so that
/// a program only looks it up. The companions say of each of their definitions which one it is; other texts are met by the
/// terms of the concepts.
///
/// # Errors
/// Every fault of spines, concordances and concepts, one line each.
pub fn alignment<'a>(
    lexicon: &Lexicon,
    companions: impl Iterator<Item = &'a Document>,
) -> Result<Alignment, Vec<String>> {
    let concepts = lexicon.concepts().map_err(|e| vec![format!("corpus/{e}")])?;
    let table = Alignment::build(lexicon)
        .map_err(|faults| faults.iter().map(|f| format!("corpus/{f}")).collect::<Vec<String>>())?;
    let defined = companions.flat_map(|document| {
        let lang = document.edition.lang.as_str();
        document.units.iter().filter_map(move |unit| match &unit.key {
            UnitKey::Definition(term) => Some((unit.label.as_str(), lang, term.as_str())),
            _ => None,
        })
    });
    let terms = concepts.iter().filter_map(|c| Some((c.definition.as_deref()?, &c.terms)));
    let terms = terms.flat_map(|(id, terms)| {
        terms.iter().flat_map(move |(lang, all)| all.iter().map(move |term| (id, lang.as_str(), term.as_str())))
    });
    Ok(table.with_terms(defined).with_terms(terms))
}

/// `complete.toml` beside the companions: what of them is finished. Without it nothing is.
fn complete(companions: &Path, inputs: &mut Vec<PathBuf>) -> Result<Complete, Vec<String>> {
    let path = companions.with_file_name("complete.toml");
    inputs.push(path.clone());
    match std::fs::read_to_string(&path) {
        Ok(text) => Complete::read(&path.display().to_string(), &text).map_err(|fault| vec![fault.to_string()]),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Complete::default()),
        Err(e) => Err(vec![format!("{}: cannot be read ({e}); restore it", path.display())]),
    }
}

fn companion(
    folder: &Path,
    lexicon: &Lexicon,
    complete: &Complete,
    inputs: &mut Vec<PathBuf>,
) -> Result<pipeline::Made, Vec<String>> {
    let Gathered { files, places, failed, .. } = gather(&[folder.to_owned()]);
    if !failed.is_empty() {
        return Err(failed.iter().map(|e| format!("{e}; make it readable")).collect());
    }
    inputs.extend(places.iter().map(|(path, _)| path.clone()));
    let (mut toml, mut doubts) = (None, None);
    let mut laws = Vec::new();
    for (file, (place, _)) in files.into_iter().zip(&places) {
        let shown = place.display().to_string();
        let text =
            String::from_utf8(file.bytes).map_err(|_| vec![format!("{shown}: is not UTF-8; save it as UTF-8")])?;
        if file.name == "edition.toml" {
            toml = Some((shown, text));
        } else if file.name == "doubts.toml" {
            doubts = Some((shown, text));
        } else if file.name.ends_with(".md") {
            laws.push((shown, text));
        }
    }
    let Some((name, text)) = toml else {
        return Err(vec![format!("{}: has no edition.toml; write one as its neighbours have", folder.display())]);
    };
    let doubts = doubts.as_ref().map(|(name, text)| (name.as_str(), text.as_str()));
    pipeline::companion((&name, &text), &laws, doubts, lexicon, complete)
        .map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn folders(inside: &Path) -> Result<Vec<PathBuf>, String> {
    let fail = |e: std::io::Error| format!("{}: cannot be read ({e}); restore the folder", inside.display());
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(inside).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    Ok(folders)
}

/// Cargo reads a build script line by line, so a file's name must not begin a line of its own.
fn in_one_line(text: &str) -> String {
    lawgrep_model::make_safe(text).replace('\n', " ")
}
