//! Search inside the process: opening an index, words of several kinds, a typing error, a situation. Whole runs against
//! ripgrep are in `benches/compare.sh`.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a panic is the report; criterion's macros make items without docs"
)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use lawgrep_search::{Blob, Index, Match, Query, distance, join};
use lawgrep_shelf::{Library, bundle::Bundle};

static BUNDLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bundle"));

fn search(c: &mut Criterion) {
    let bundle = Bundle::open(BUNDLE).expect("the program's own bundle");
    let library = Library::open(&bundle, None).expect("the program's own editions");
    let at = library.position("companion-da").expect("a Danish companion");
    let bytes = bundle.editions().find(|e| e.edition.id.as_str() == "companion-da").expect("its bytes").index;
    let index = library.index(at).expect("an edition").expect("its index");
    let analyser = library.analyser(at);

    let mut group = c.benchmark_group("search");
    group.bench_function("open an index", |b| b.iter(|| Index::open(black_box(Blob::from(bytes))).expect("an index")));
    let queries = [
        ("word", "strafkort"),
        ("part of compounds", "kort"),
        ("plain letters", "kulorsvigt"),
        ("three words", "kort ud af tur"),
        ("phrase", "\"ikke-fejlende side\""),
        ("beginning", "spil*"),
    ];
    for (name, text) in queries {
        let asked = Query::parse(text).asked();
        group.bench_function(name, |b| {
            b.iter(|| black_box(index.search(black_box(&asked), analyser, Match::All)).expect("a search"))
        });
    }
    group.bench_function("nearest word of a typing error", |b| {
        b.iter(|| {
            let mut best = usize::MAX;
            let mut near = |word: &str| {
                best = best.min(distance("strafkrot", word, 2).unwrap_or(best));
                false
            };
            let found = index.each_word(&mut near, |_, _, _| ());
            found.expect("a sound index");
            black_box(best)
        });
    });
    let parts: Vec<(String, Blob)> = (0..50).map(|n| (n.to_string(), Blob::from(bytes))).collect();
    let joined = Index::open(Blob::from(join(&parts, Some(analyser)).expect("indexes"))).expect("an index");
    for (name, text) in [("word in 50 joined", "strafkort"), ("part of compounds in 50 joined", "kort")] {
        let asked = Query::parse(text).asked();
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut search = joined.begin(black_box(&asked), analyser).expect("a search");
                let mut hits = Vec::new();
                for volume in 0..50 {
                    search.hits(volume, Match::All, &mut hits).expect("hits");
                    black_box(&hits);
                }
            });
        });
    }
    let (situations, thesaurus) = (library.situations(), library.thesaurus());
    group.bench_function("situation", |b| {
        b.iter(|| black_box(situations.like("makker tænkte længe og meldte pas", "da", analyser, thesaurus, 5)));
    });
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
