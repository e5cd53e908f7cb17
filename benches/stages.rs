//! What each stage of an import takes: over the national texts in the folder that `LAWGREP_EDITIONS` names, else over the
//! invented ones of the tests.
//!
//! ```text
//! LAWGREP_EDITIONS=DIR cargo bench --bench stages
//! ```

#![allow(
    missing_docs,
    clippy::unwrap_used,
    reason = "a panic is the report; criterion's macros make items without docs"
)]

use std::{
    fs,
    hint::black_box,
    path::{Path, PathBuf},
    time::Duration,
};

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use lawgrep_ingest::{Overrides, Recognised, decode, parse, recognise};
use lawgrep_lexicon::{Language, Lexicon};
use lawgrep_model::{Document, Unit, UnitKey};
use lawgrep_shelf::{
    bundle::Bundle,
    pipeline::{Options, SourceFile, make},
    tree,
};
use lawgrep_xref::{Finder, Strength};

static BUNDLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bundle"));

/// A text, and what must be said about one that is too short to tell.
struct Text {
    file: SourceFile,
    overrides: Overrides,
}

fn texts() -> Vec<Text> {
    if let Some(folder) = std::env::var_os("LAWGREP_EDITIONS") {
        return read(Path::new(&folder), &Overrides::default());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = read(&root.join("tests/data"), &Overrides::default());
    for (layout, lang, code) in
        [("flowing", "no", 2017), ("tabbed", "da", 1997), ("lists", "nl", 2017), ("table", "sv", 1997)]
    {
        let overrides = Overrides { lang: Some(lang.to_owned()), code: Some(code), id: None };
        all.extend(read(&root.join("crates/ingest/tests/data").join(layout), &overrides));
    }
    all
}

fn read(folder: &Path, overrides: &Overrides) -> Vec<Text> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    paths.sort();
    let file = |path: PathBuf| SourceFile {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        bytes: fs::read(path).unwrap(),
    };
    paths.into_iter().map(|path| Text { file: file(path), overrides: overrides.clone() }).collect()
}

/// A text on its way.
struct Read {
    text: String,
    overrides: Overrides,
    recognised: Recognised,
    document: Document,
    bare_numbers: bool,
    language: Language,
}

fn prepare(text: &Text, lexicon: &Lexicon) -> Read {
    let decoded = decode(&text.file.bytes).text;
    let recognised = recognise(&decoded, &text.file.name, lexicon, &text.overrides).unwrap();
    let document = parse(&decoded, &text.file.name, &recognised, lexicon);
    let profile = recognised.profile.as_deref().and_then(|id| lexicon.profile(id));
    Read {
        bare_numbers: profile.is_some_and(|p| p.bare_numbers),
        language: lexicon.language(&recognised.lang).unwrap().clone(),
        overrides: text.overrides.clone(),
        text: decoded,
        recognised,
        document,
    }
}

fn find(read: &Read) -> usize {
    let finder = Finder::new(&read.language, read.bare_numbers);
    let of = |unit: &Unit| {
        let strength = match unit.key {
            UnitKey::Provision(_) | UnitKey::Remark(_) | UnitKey::Definition(_) => Strength::Full,
            _ => Strength::Absolute,
        };
        let notes = unit.notes.iter().map(|note| note.text.as_str());
        let texts = [unit.text.as_str(), unit.heading.as_deref().unwrap_or("")].into_iter().chain(notes);
        texts.map(|text| finder.find(text, strength).len()).sum::<usize>()
    };
    read.document.units.iter().map(of).sum()
}

fn stages(c: &mut Criterion) {
    let lexicon = Lexicon::embedded().unwrap();
    let texts = texts();
    let read: Vec<Read> = texts.iter().map(|text| prepare(text, &lexicon)).collect();
    let mut linked: Vec<Document> = read.iter().map(|r| r.document.clone()).collect();
    for (document, read) in linked.iter_mut().zip(&read) {
        lawgrep_xref::link(document, &read.text, &lexicon, read.bare_numbers);
    }
    let mut group = c.benchmark_group("stages");
    group.sample_size(20).measurement_time(Duration::from_secs(4));
    group.throughput(Throughput::Bytes(texts.iter().map(|t| t.file.bytes.len() as u64).sum()));
    group.bench_function("words", |b| b.iter(|| black_box(Bundle::open(BUNDLE).unwrap().lexicon().unwrap())));
    group.bench_function("decode", |b| b.iter(|| texts.iter().for_each(|t| drop(black_box(decode(&t.file.bytes))))));
    group.bench_function("recognise", |b| {
        b.iter(|| read.iter().for_each(|r| drop(black_box(recognise(&r.text, "x", &lexicon, &r.overrides)))));
    });
    group.bench_function("parse", |b| {
        b.iter(|| read.iter().for_each(|r| drop(black_box(parse(&r.text, "x", &r.recognised, &lexicon)))));
    });
    group.bench_function("find", |b| b.iter(|| read.iter().map(|r| black_box(find(r))).sum::<usize>()));
    group.bench_function("find and resolve", |b| {
        let fresh = || read.iter().map(|r| r.document.clone()).collect::<Vec<_>>();
        b.iter_batched_ref(
            fresh,
            |documents| {
                for (document, read) in documents.iter_mut().zip(&read) {
                    lawgrep_xref::link(document, &read.text, &lexicon, read.bare_numbers);
                }
            },
            BatchSize::LargeInput,
        );
    });
    group.bench_function("index", |b| {
        b.iter(|| {
            for (document, read) in linked.iter().zip(&read) {
                drop(black_box(lawgrep_search::build(document, &read.language)));
            }
        });
    });
    group.bench_function("tree", |b| b.iter(|| linked.iter().for_each(|d| drop(black_box(tree::encode(d))))));
    group.bench_function("all", |b| {
        b.iter(|| {
            for text in &texts {
                black_box(make(std::slice::from_ref(&text.file), &text.overrides, &lexicon, Options::default()));
            }
        });
    });
    group.finish();
}

/// A text ten times as long must not take much more than ten times as long.
fn growth(c: &mut Criterion) {
    let lexicon = Lexicon::embedded().unwrap();
    let mut group = c.benchmark_group("growth");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for times in [1, 10] {
        let texts: Vec<Text> = texts()
            .into_iter()
            .map(|Text { mut file, overrides }| {
                file.bytes.extend(b"\n\n");
                file.bytes = file.bytes.repeat(times);
                Text { file, overrides }
            })
            .collect();
        group.throughput(Throughput::Bytes(texts.iter().map(|t| t.file.bytes.len() as u64).sum()));
        group.bench_function(format!("{times}-fold"), |b| {
            b.iter(|| {
                for text in &texts {
                    black_box(make(std::slice::from_ref(&text.file), &text.overrides, &lexicon, Options::default()));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, stages, growth);
criterion_main!(benches);
