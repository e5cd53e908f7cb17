//! What putting editions side by side by rule takes: the embedded ones in five columns, and, where `LAWGREP_EDITIONS` names a
//! folder, the texts in it beside one embedded edition, across codes.
//!
//! ```text
//! LAWGREP_EDITIONS=DIR cargo bench --bench parallel
//! ```

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "a panic is the report; criterion's macros make items without docs"
)]

use std::{fs, hint::black_box, path::Path};

use criterion::{Criterion, criterion_group, criterion_main};
use lawgrep_align::join;
use lawgrep_ingest::Overrides;
use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Citation, Document};
use lawgrep_shelf::{
    Library,
    bundle::Bundle,
    pipeline::{Options, SourceFile, make},
    tree,
};

static BUNDLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bundle"));

/// Columns of an ordinary wide screen.
const COLUMNS: usize = 5;

fn read(folder: &Path, lexicon: &Lexicon) -> Vec<Document> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    paths.sort();
    let file = |path: &std::path::PathBuf| SourceFile {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        bytes: fs::read(path).unwrap(),
    };
    let files: Vec<SourceFile> = paths.iter().map(file).collect();
    let batch = make(&files, &Overrides::default(), lexicon, Options::default());
    batch.made.into_iter().map(|made| made.document).collect()
}

/// What the editions hold of one law.
fn law(documents: &[Document], law: u16) -> Vec<Document> {
    let cut = |document: &Document| tree::excerpt(&tree::encode(document).unwrap(), &[Citation::law(law)]).unwrap();
    documents.iter().map(cut).collect()
}

/// The law with most provisions in all of them together.
fn longest(documents: &[Document]) -> u16 {
    let in_law = |law: u16| {
        let cites = documents.iter().flat_map(|d| &d.units).filter_map(|u| u.key.citation());
        cites.filter(|cite| cite.law_number() == law).count()
    };
    (1..=93).max_by_key(|number| in_law(*number)).unwrap()
}

fn columns(c: &mut Criterion) {
    let bundle = Bundle::open(BUNDLE).unwrap();
    let library = Library::open(&bundle, None).unwrap();
    let alignment = library.alignment();
    let embedded: Vec<Document> =
        (0..library.editions().len()).map(|n| library.document(n).unwrap().unwrap().clone()).collect();
    let mut shelves = vec![("companions", embedded.iter().take(COLUMNS).cloned().collect::<Vec<_>>())];
    if let Some(folder) = std::env::var_os("LAWGREP_EDITIONS") {
        let mut texts = read(Path::new(&folder), library.lexicon());
        texts.truncate(COLUMNS - 1);
        texts.insert(0, embedded.first().unwrap().clone());
        shelves.push(("two codes", texts));
    }
    for (name, documents) in &shelves {
        let mut group = c.benchmark_group(*name);
        let number = longest(documents);
        let one = law(documents, number);
        for (what, documents) in [("longest law", &one), ("whole book", documents)] {
            let columns: Vec<&Document> = documents.iter().collect();
            group.bench_function(what, |b| b.iter(|| black_box(join(&columns, alignment))));
        }
        let packed: Vec<Vec<u8>> = documents.iter().map(|d| tree::encode(d).unwrap()).collect();
        group.bench_function("longest law, from bytes", |b| {
            b.iter(|| {
                let cut = |bytes: &Vec<u8>| tree::excerpt(bytes, &[Citation::law(number)]).unwrap();
                let one: Vec<Document> = packed.iter().map(cut).collect();
                black_box(join(&one.iter().collect::<Vec<_>>(), alignment))
            });
        });
        group.finish();
    }
}

criterion_group!(benches, columns);
criterion_main!(benches);
