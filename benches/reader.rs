//! What the terminal reader takes from a key to the screen it asked for, on 200 columns and 60 rows with five editions side by
//! side, in the longest law; and what the first screen takes.
//!
//! ```text
//! cargo bench --bench reader
//! ```

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "a panic is the report; criterion's macros make items without docs"
)]

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use lawgrep_align::Alignment;
use lawgrep_model::{Citation, Document, Edition, UnitId};
use lawgrep_shelf::{Library, bundle::Bundle};
use lawgrep_tui::{Mistyped, Problem, Reader, Search, Start, State, keymap::Action, update, view};
use ratatui::{Terminal, backend::TestBackend};

static BUNDLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bundle"));

const SIZE: (u16, u16) = (200, 60);

struct Shelf(Library);

impl Reader for Shelf {
    fn editions(&self) -> &[Edition] {
        self.0.editions()
    }
    fn document(&self, edition: usize) -> Option<&Document> {
        self.0.document(edition)?.ok()
    }
    fn problem(&self, _: usize) -> Option<Problem> {
        None
    }
    fn alignment(&self) -> &Alignment {
        self.0.alignment()
    }
    fn cited_by(&self, _: usize, _: Citation) -> Vec<UnitId> {
        Vec::new()
    }
    fn search(&self, _: &str, _: &[usize]) -> Search {
        Search::default()
    }
    fn typed(&self, text: &str) -> Result<Vec<Citation>, Mistyped> {
        text.parse().map(|cite| vec![cite]).map_err(|_| Mistyped::default())
    }
}

fn open() -> Shelf {
    Shelf(Library::open(&Bundle::open(BUNDLE).unwrap(), None).unwrap())
}

fn start(at: &str, parallel: bool) -> Start {
    Start { edition: Some(0), at: at.parse().ok(), parallel, ..Start::default() }
}

fn draw(terminal: &mut Terminal<TestBackend>, state: &State) {
    terminal.draw(|frame| view(state, frame.area(), frame.buffer_mut())).unwrap();
}

/// The law with most text in all editions together.
fn longest(shelf: &Shelf) -> String {
    let documents: Vec<&Document> = (0..shelf.editions().len()).filter_map(|n| shelf.document(n)).collect();
    let long = |law: u16| -> usize {
        let units = documents.iter().flat_map(|d| &d.units);
        units.filter(|u| u.key.citation().is_some_and(|c| c.law_number() == law)).map(|u| u.text.len()).sum()
    };
    (1..=93).max_by_key(|law| long(*law)).unwrap().to_string()
}

fn keys(c: &mut Criterion) {
    let shelf = open();
    let law = longest(&shelf);
    let mut group = c.benchmark_group("key to frame");
    group.sample_size(20);
    let all = start(&law, true);
    let fresh = || State::new(&shelf, &all, SIZE);
    let mut terminal = Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).unwrap();
    for (name, before, actions) in [
        ("a line down", &[][..], &[Action::Down][..]),
        ("a screen down, not seen before", &[], &[Action::PageDown]),
        ("to the end, not seen before", &[], &[Action::End]),
        ("next reference", &[], &[Action::NextReference]),
        ("peek", &[Action::NextReference], &[Action::Peek]),
        ("follow, not seen before", &[Action::NextReference], &[Action::Open]),
        ("one edition", &[], &[Action::Parallel]),
        ("several editions again", &[Action::Parallel], &[Action::Parallel]),
        ("next language", &[], &[Action::NextEdition]),
        ("narrower", &[], &[Action::Resize(190, 60)]),
        ("outline", &[], &[Action::Outline]),
        ("read aloud", &[], &[Action::Aloud]),
        ("copy", &[], &[Action::Copy]),
    ] {
        let ready = || {
            let mut state = fresh();
            for action in before {
                update(&mut state, *action, &shelf);
            }
            state
        };
        group.bench_function(name, |b| {
            b.iter_batched(
                ready,
                |mut state| {
                    for action in actions {
                        update(&mut state, *action, &shelf);
                    }
                    draw(&mut terminal, &state);
                    state
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

fn first(c: &mut Criterion) {
    let mut group = c.benchmark_group("first frame");
    group.sample_size(20);
    for (name, parallel) in [("one edition", false), ("five editions", true)] {
        group.bench_function(name, |b| {
            b.iter(|| {
                let shelf = open();
                let state = State::new(&shelf, &start("", parallel), SIZE);
                let mut terminal = Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).unwrap();
                draw(&mut terminal, &state);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, first, keys);
criterion_main!(benches);
