//! The reader over invented law books: `cargo run -p lawgrep-tui --example demo [CITATION]`. With `PANIC=1` the books
//! fail while they are searched, to see what becomes of the terminal.

#![expect(clippy::unwrap_used, clippy::panic, clippy::print_stderr, reason = "an example over fixed books")]

#[path = "../tests/reader/fixture.rs"]
mod fixture;

use lawgrep_align::Alignment;
use lawgrep_model::{Citation, Document, Edition, UnitId};
use lawgrep_tui::{Mistyped, Problem, Reader, Search, Start, run};

struct Failing(fixture::Shelf);

impl Reader for Failing {
    fn editions(&self) -> &[Edition] {
        self.0.editions()
    }
    fn document(&self, edition: usize) -> Option<&Document> {
        self.0.document(edition)
    }
    fn problem(&self, edition: usize) -> Option<Problem> {
        self.0.problem(edition)
    }
    fn alignment(&self) -> &Alignment {
        self.0.alignment()
    }
    fn cited_by(&self, edition: usize, cite: Citation) -> Vec<UnitId> {
        self.0.cited_by(edition, cite)
    }
    fn search(&self, words: &str, editions: &[usize]) -> Search {
        if std::env::var_os("PANIC").is_some() {
            panic!("the index is wet");
        }
        self.0.search(words, editions)
    }
    fn typed(&self, text: &str) -> Result<Vec<Citation>, Mistyped> {
        self.0.typed(text)
    }
}

fn main() {
    let at = std::env::args().nth(1).and_then(|cite| cite.parse().ok());
    let books = Failing(fixture::lanterns().with(Alignment::default()));
    if let Err(error) = run(&books, Start { at, ..Start::default() }, &()) {
        eprintln!("demo: {error}");
        std::process::exit(2);
    }
}
