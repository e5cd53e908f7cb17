//! A fault of the program on a real terminal.

use std::{fs, io::Write};

use lawgrep_align::Alignment;
use lawgrep_model::{Citation, Document, Edition, UnitId};
use lawgrep_tui::{Mistyped, Problem, Reader, Search, Start};

use crate::{
    fixture::{Shelf, lanterns},
    tmux::Tmux,
};

/// A shelf whose search fails.
struct Faulty(Shelf);

impl Reader for Faulty {
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

    fn search(&self, _: &str, _: &[usize]) -> Search {
        panic!("the index is soaked")
    }

    fn typed(&self, text: &str) -> Result<Vec<Citation>, Mistyped> {
        self.0.typed(text)
    }
}

#[test]
#[ignore = "needs a terminal; the test below gives it one"]
fn a_reader_that_fails() {
    let said = match lawgrep_tui::run(&Faulty(lanterns()), Start::default(), &()) {
        Ok(()) => "ended well".to_owned(),
        Err(error) => error.to_string(),
    };
    writeln!(std::io::stdout(), "said: {said}").unwrap();
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let Some(screen) = Tmux::open((100, 30), "") else { return };
    let folder = tempfile::tempdir().unwrap();
    let (path, program) = (folder.path().display(), std::env::current_exe().unwrap());
    let program = program.display();
    screen.line(&format!(
        "stty -a >{path}/before; {program} --ignored --exact --nocapture terminal::a_reader_that_fails; stty -a >{path}/after; echo back"
    ));
    screen.see("? keys");
    screen.keys(&["/", "x"]);
    screen.see("said: internal fault: the index is soaked at ");
    screen.see("back\nready>");
    let stty = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(stty("before"), stty("after"));
    screen.is_plain();
}
