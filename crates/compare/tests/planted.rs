//! Every fault that is planted in a text is told, and nothing else.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a panic in a test is its report")]

mod common;

use common::{World, doctored, unlike};

#[track_caller]
fn check(source: &str, most: usize, least: usize, headings: bool) {
    let world = World::new();
    let text = world.read(source);
    assert!(world.compare(&text, &text).rows.is_empty(), "a text is like itself");
    let plants = world.plant(&text, most, headings);
    assert!(plants.len() >= least, "only {} faults could be planted", plants.len());
    let copy = world.read(&doctored(&text, &plants));
    let (missed, odd) = unlike(&plants, &world.compare(&text, &copy));
    let kinds: Vec<String> = plants
        .iter()
        .map(|p| format!("{} {:?}", p.what, p.rows.iter().map(|(c, _)| c.to_string()).collect::<Vec<_>>()))
        .collect();
    assert!(missed.is_empty() && odd.is_empty(), "missed {missed:#?}\nodd {odd:#?}\nof {} {kinds:?}", plants.len());
}

#[test]
fn in_a_text_of_cakes() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/diff.txt");
    check(&std::fs::read_to_string(path).unwrap(), 20, 12, true);
}

fn national(id: &str) -> String {
    let folder =
        std::env::var_os("LAWGREP_EDITIONS").map(std::path::PathBuf::from).expect("LAWGREP_EDITIONS names the folder");
    std::fs::read_to_string(folder.join(format!("{id}.txt"))).unwrap()
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn in_a_danish_book() {
    check(&national("da-1997"), 70, 60, true);
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn in_dutch_articles() {
    check(&national("nl-2017"), 40, 20, false);
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn in_a_norwegian_book() {
    check(&national("no-2017"), 70, 60, true);
}
