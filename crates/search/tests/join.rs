//! A joined index finds in each volume what the index that it was finds, with the same scores.

#![expect(clippy::unwrap_used, reason = "a panic in a test is its report")]

#[expect(dead_code, reason = "other tests use the rest")]
mod common;

use std::collections::BTreeMap;

use common::{Book, provisions};
use lawgrep_model::UnitKey;
use lawgrep_search::{
    Analyser, Blob, Group, Hit, Index, Kind, Match, OwnedBytes, Pages, Query, SearchError, Way, build, join,
};
use proptest::prelude::*;

fn books() -> Vec<Book> {
    let texts = [
        "50 | Strafkort | Et kort der er vist for tidligt er et strafkort.
         50A | Bliver liggende | Det ligger med billedsiden op. Det store strafkort spilles først.
         16 | Oplysninger | En spiller bruger ikke sin makkers tøven.",
        "12 | Erstatning | Lederen justerer. Strafkort og stik.
         50 | Kort der er straf | Kulørsvigt, se 16C2. Spilføreren vælger.
         50B | Lille kort | Et lille strafkort er et kort under en honnør.",
        "",
        "61 | Svigt | Den der svigter kulør giver stik fra sig. Modspillerne må spørge.
         62 | At rette et svigt | Et svigt rettes før det er endeligt. Kort tages tilbage.
         16 | Ulovlig oplysning | strafkort strafkort strafkort",
    ];
    texts.map(|text| Book::new("da", provisions(text))).into_iter().collect()
}

fn blob(book: &Book) -> Vec<u8> {
    build(&book.document, &book.language).unwrap()
}

fn joined(books: &[Book]) -> Index {
    let parts: Vec<_> = books.iter().enumerate().map(|(n, b)| (format!("book {n}"), Blob::from(blob(b)))).collect();
    Index::open(Blob::from(join(&parts, None).unwrap())).unwrap()
}

/// The same, with what common words score.
fn scored(books: &[Book]) -> Index {
    let analyser = Analyser::new(&books[0].language);
    let parts: Vec<_> = books.iter().map(|b| (String::new(), Blob::from(blob(b)))).collect();
    Index::open(Blob::from(join(&parts, Some(&analyser)).unwrap())).unwrap()
}

fn hits(search: &mut lawgrep_search::Search<'_>, volume: usize, how: Match) -> Vec<Hit> {
    let mut hits = Vec::new();
    search.hits(volume, how, &mut hits).unwrap();
    hits
}

fn provision(index: &Index, volume: usize, hit: &Hit) -> Option<lawgrep_model::Citation> {
    let provisions = index.provisions(volume);
    provisions.citation(provisions.place(hit.unit)?)
}

fn in_print_order(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by_key(|hit| hit.unit);
    hits
}

/// Asserts that every volume answers as its book does.
fn agrees(books: &[Book], whole: &Index, queries: &[String]) {
    let analyser = Analyser::new(&books[0].language);
    for text in queries {
        for how in [Match::All, Match::Any] {
            let mut asked = Query::parse(text).asked();
            for group in &mut asked.groups {
                let way = Way { text: "kulørsvigt".to_owned(), kind: Kind::Words, factor: 0.5, via: Some(3) };
                group.ways.push(way);
            }
            let mut search = whole.begin(&asked, &analyser).unwrap();
            for (n, book) in books.iter().enumerate() {
                let alone = in_print_order(book.index.search(&asked, &analyser, how).unwrap());
                assert_eq!(hits(&mut search, n, how), alone, "{text}, {how:?}, volume {n}");
                for hit in alone {
                    assert_eq!(provision(whole, n, &hit), provision(&book.index, 0, &hit));
                    assert_eq!(whole.tiers(n)(hit.unit), book.index.tiers(0)(hit.unit));
                }
            }
        }
        let mut word = whole.word(text, &analyser).unwrap();
        for (n, book) in books.iter().enumerate() {
            assert_eq!(word.level(n).unwrap(), book.index.level(text, &analyser).unwrap(), "{text}, volume {n}");
        }
    }
}

#[test]
fn a_volume_answers_as_the_index_that_it_was() {
    let books = books();
    let whole = joined(&books);
    assert_eq!(whole.volumes().collect::<Vec<_>>(), ["book 0", "book 1", "book 2", "book 3"]);
    let queries = [
        "strafkort",
        "kort",
        "kulorsvigt",
        "strafkort kort",
        "\"et strafkort\"",
        "\"strafkort\" -lille",
        "50B",
        "svigt ret",
        "spilforer",
        "strafkortene er",
        "intet",
        "",
    ];
    let queries = queries.map(str::to_owned);
    agrees(&books, &whole, &queries);
    agrees(&books, &scored(&books), &queries);
}

#[test]
fn words_are_counted_by_volume() {
    let books = books();
    let (whole, mut counts) = (joined(&books), BTreeMap::new());
    whole
        .each_word(
            |word| word.starts_with("straf"),
            |word, volume, count| {
                *counts.entry((word.to_owned(), volume)).or_insert(0) += count;
            },
        )
        .unwrap();
    let mut alone = BTreeMap::new();
    for (n, book) in books.iter().enumerate() {
        let count = |word: &str, _, count| *alone.entry((word.to_owned(), n)).or_insert(0) += count;
        book.index.each_word(|word| word.starts_with("straf"), count).unwrap();
    }
    assert_eq!(counts, alone);
    assert_eq!(counts[&("strafkort".to_owned(), 0)], 3);
}

#[test]
fn a_volume_can_be_asked_again_and_out_of_order() {
    let books = books();
    let whole = joined(&books);
    let analyser = Analyser::new(&books[0].language);
    let asked = Query::parse("strafkort").asked();
    let mut search = whole.begin(&asked, &analyser).unwrap();
    let third = hits(&mut search, 3, Match::All);
    assert_eq!(third.len(), 1);
    assert_eq!(hits(&mut search, 0, Match::All).len(), 2);
    assert_eq!(hits(&mut search, 3, Match::All), third);
    assert_eq!(hits(&mut search, 4, Match::All), []);
}

#[test]
fn the_beginning_of_a_word_is_looked_up_book_by_book() {
    let books = books();
    let analyser = Analyser::new(&books[0].language);
    let asked = Query::parse("straf*").asked();
    assert_eq!(joined(&books).begin(&asked, &analyser).err(), Some(SearchError::OneByOne));
    let one = joined(&books[..1]);
    assert_eq!(hits(&mut one.begin(&asked, &analyser).unwrap(), 0, Match::All).len(), 2);
}

#[test]
fn the_same_indexes_give_the_same_bytes() {
    let books = books();
    let parts = || books.iter().map(|book| ("b".to_owned(), Blob::from(blob(book)))).collect::<Vec<_>>();
    assert_eq!(join(&parts(), None).unwrap(), join(&parts(), None).unwrap());
    assert_eq!(join(&[], None).err(), Some(SearchError::NotAnIndex));
}

#[test]
fn what_does_not_belong_together_is_not_joined() {
    let (danish, dutch) = (Book::new("da", Vec::new()), Book::new("nl", Vec::new()));
    let parts = |bytes: Vec<u8>| [("a".to_owned(), Blob::from(blob(&danish))), ("b".to_owned(), Blob::from(bytes))];
    assert_eq!(join(&parts(blob(&dutch)), None).err(), Some(SearchError::OtherAnalysis));
    assert_eq!(join(&parts(b"none".to_vec()), None).err(), Some(SearchError::NotAnIndex));
    let two = join(&parts(blob(&danish)), None).unwrap();
    assert!(matches!(join(&parts(two), None).err(), Some(SearchError::Damaged(_))));
}

/// Pages that count what is read of them, and fail beyond a length.
#[derive(Debug)]
struct Counted(Vec<u8>, std::sync::Arc<std::sync::atomic::AtomicUsize>, usize);

impl Pages for Counted {
    fn length(&self) -> usize {
        self.0.len()
    }

    fn read(&self, range: std::ops::Range<usize>) -> std::io::Result<OwnedBytes> {
        let read = self.1.fetch_add(range.len(), std::sync::atomic::Ordering::Relaxed);
        if read > self.2 {
            return Err(std::io::Error::other("gone"));
        }
        Ok(OwnedBytes::new(self.0[range].to_vec()))
    }
}

#[test]
fn of_pages_only_what_is_needed_is_read_and_a_failure_is_told() {
    let text = |n: usize| format!("{n} | | strafkort {}", (0..400).map(|w| format!("ord{w} ")).collect::<String>());
    let books: Vec<Book> = (1..60).map(|n| Book::new("da", provisions(&text(n)))).collect();
    let parts: Vec<_> = books.iter().map(|book| (String::new(), Blob::from(blob(book)))).collect();
    let bytes = join(&parts, None).unwrap();
    let analyser = Analyser::new(&books[0].language);
    let (whole, read) = (bytes.len(), std::sync::Arc::default());
    let pages = |most| Blob::paged(Counted(bytes.clone(), std::sync::Arc::clone(&read), most));
    let index = Index::open(pages(usize::MAX)).unwrap();
    let asked = Query::parse("strafkort").asked();
    assert_eq!(hits(&mut index.begin(&asked, &analyser).unwrap(), 7, Match::All).len(), 1);
    let needed = read.load(std::sync::atomic::Ordering::Relaxed);
    assert!(needed < whole / 2, "{needed} of {whole}");
    for most in [0, needed / 4, needed / 2] {
        read.store(0, std::sync::atomic::Ordering::Relaxed);
        let result = Index::open(pages(most))
            .and_then(|index| index.begin(&asked, &analyser)?.hits(7, Match::All, &mut Vec::new()));
        assert!(result.is_err(), "{most} of {needed}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn any_volumes_answer_as_their_indexes(
        texts in proptest::collection::vec(proptest::collection::vec("(kort|stik|strafkort|trumf|tøven| |\\.){1,12}", 0..5), 1..5),
        queries in proptest::collection::vec("(kort|stik|strafkort|trumf|toven|\"kort stik\"| -stik| ){1,4}", 1..4),
    ) {
        let book = |texts: Vec<String>| {
            let units = texts.into_iter().enumerate().map(|(n, text)| {
                common::unit(UnitKey::provision((n + 1).to_string().parse().unwrap()), "", &text)
            });
            Book::new("da", units.collect())
        };
        let books: Vec<Book> = texts.into_iter().map(book).collect();
        agrees(&books, &joined(&books), &queries);
        agrees(&books, &scored(&books), &queries);
    }
}

#[test]
fn groups_keep_what_led_to_a_hit() {
    let books = books();
    let whole = joined(&books);
    let analyser = Analyser::new(&books[0].language);
    let way = Way { text: "svigt".to_owned(), kind: Kind::Words, factor: 1.0, via: Some(7) };
    let asked = lawgrep_search::Asked { groups: vec![Group { ways: vec![way] }], ..Query::parse("x").asked() };
    let hits = hits(&mut whole.begin(&asked, &analyser).unwrap(), 3, Match::All);
    assert_eq!(hits.iter().map(|hit| hit.via).collect::<Vec<_>>(), [Some(7), Some(7)]);
}
