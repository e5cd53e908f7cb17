//! What the tests of this crate share.

use std::fs;

use lawgrep_shelf::pipeline::SourceFile;

/// The national texts, without their names.
pub(crate) fn national_texts() -> Vec<SourceFile> {
    let folder = std::env::var_os("LAWGREP_EDITIONS").ok_or("LAWGREP_EDITIONS names the folder of the texts").unwrap();
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "txt") {
            files.push(SourceFile { name: "text.txt".to_owned(), bytes: fs::read(path).unwrap() });
        }
    }
    assert!(!files.is_empty(), "no texts in LAWGREP_EDITIONS");
    files
}
