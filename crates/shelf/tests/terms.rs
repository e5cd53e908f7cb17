//! The companions in other languages say what the English one says: numbers, and terms of concepts.

#![expect(clippy::unwrap_used, reason = "a panic in a test is its report")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use lawgrep_lexicon::Lexicon;
use lawgrep_model::Document;
use lawgrep_shelf::{
    pipeline::companion_linked,
    terms::{Terms, compare},
};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

fn read(name: &str) -> String {
    fs::read_to_string(corpus().join(name)).unwrap()
}

fn companion(lang: &str, lexicon: &Lexicon) -> Document {
    let folder = corpus().join("companion").join(lang);
    let mut files: Vec<(String, String)> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    let toml = fs::read_to_string(folder.join("edition.toml")).unwrap();
    companion_linked(("edition.toml", &toml), &files, lexicon).unwrap().document
}

/// With `TERMS_OUT=DIR` the differences are written to `DIR/terms-LANG.txt`, one a line, fields parted by tabs.
#[track_caller]
fn check(lang: &str) {
    let lexicon = Lexicon::embedded().unwrap();
    let terms = Terms::read(("concepts.toml", &read("concepts.toml")), ("terms.toml", &read("terms.toml"))).unwrap();
    let found = compare(&companion("en", &lexicon), &companion(lang, &lexicon), &terms, &lexicon);
    let misses: Vec<String> = found.misses.iter().map(ToString::to_string).collect();
    if let Some(folder) = std::env::var_os("TERMS_OUT") {
        let lines: String = misses.iter().map(|miss| format!("{miss}\n")).collect();
        fs::write(Path::new(&folder).join(format!("terms-{lang}.txt")), lines).unwrap();
    }
    assert!(
        misses.is_empty() && found.idle.is_empty(),
        "{} differences (mend the text, or see corpus/terms.toml):\n{}\nexceptions that nothing needs: {:?}",
        misses.len(),
        misses.join("\n"),
        found.idle
    );
}

#[test]
fn danish() {
    check("da");
}

#[test]
fn dutch() {
    check("nl");
}

#[test]
fn norwegian() {
    check("no");
}

#[test]
fn swedish() {
    check("sv");
}

/// A language without a test above would never be compared.
#[test]
fn every_companion_is_compared() {
    let folders = fs::read_dir(corpus().join("companion")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut langs: Vec<String> = folders.map(|name| name.to_string_lossy().into_owned()).collect();
    langs.sort();
    assert_eq!(langs, ["da", "en", "nl", "no", "sv"]);
}
