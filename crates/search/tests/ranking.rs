//! What a search finds and in which order.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use common::{Book, note, provisions, unit};
use lawgrep_model::UnitKey;
use lawgrep_search::{Match, SearchError};

/// A Danish book in which Law 50 is about penalty cards and others mention them.
fn danish() -> Book {
    let mut units = vec![
        unit(UnitKey::Contents(1), "Strafkort", ""),
        unit(UnitKey::Foreword, "Forord", "Strafkort, strafkort og atter strafkort fylder denne bog."),
        unit(UnitKey::Chapter(1), "Strafkort", ""),
        unit(UnitKey::Definition("Strafkort".to_owned()), "Strafkort", "Et kort, der ligger åbent."),
        unit(UnitKey::Definition("Honnør".to_owned()), "", "Es, konge, dame, knægt og ti."),
    ];
    let laws = provisions(
        "
        24  | Kort set for tidligt | Et strafkort opstår, hvis nogen taber en honnør.
        49  | Åbne kort | Modspilleren får et strafkort for sin kulørsvigt.
        50  | Om strafkort | Reglerne gælder modspillerne.
        50A | Strafkortets plads | Det bliver liggende, til det er spillet.
        50D | To slags | Et stort strafkort er værre end et lille.
        50D1 | | Kortet spilles så snart det kan lade sig gøre.
        62  | Kulørsvigt rettes | Den rettes, til makker har vendt stikket.
        70  | Honnører | Et strafkort er her nævnt af hensyn til strafkort i andre love.
        ",
    );
    let offset = units.len() as u32;
    units.extend(laws.into_iter().map(|mut unit| {
        unit.parent = unit.parent.map(|up| lawgrep_model::UnitId(up.0 + offset));
        unit
    }));
    Book::new("da", units)
}

#[test]
fn the_law_about_a_word_comes_before_those_that_mention_it_and_front_matter_last() {
    let expected = ["50", "50A", "def/Strafkort", "50D", "70", "49", "24", "50D1", "chapter/1", "foreword", "toc/1"];
    assert_eq!(danish().all("strafkort"), expected);
}

#[test]
fn a_unit_stands_in_its_law_but_a_container_without_words_matches_nothing() {
    let book = Book::new("da", provisions("9 | Om strafkort | \n 9B | | \n 9B1 | | Kortet spilles."));
    assert_eq!(book.all("strafkort"), ["9", "9B1"]);
    // A compound holds its parts too.
    assert_eq!(book.all("kortet strafkort"), ["9", "9B1"]);
}

#[test]
fn the_word_as_typed_counts_more_than_its_other_forms() {
    let book =
        Book::new("no", provisions("1 | | Han har spillet. \n 2 | | Han kan spille. \n 3 | | Han har et spill."));
    assert_eq!(book.all("spille")[0], "2");
    assert_eq!(book.all("spillet")[0], "1");
    assert_eq!(book.all("SPILL")[0], "3");
    assert_eq!(book.all("spilles").len(), 3);
}

#[test]
fn plain_letters_find_the_word_where_they_are_no_word_themselves() {
    let book = danish();
    for typed in ["kulorsvigt", "kuloersvigt", "KULØRSVIGTEN", "kulörsvigt", "kulorsvigten"] {
        assert_eq!(book.all(typed), ["62", "49"], "{typed}");
    }
    assert_eq!(book.all("slags"), ["50D", "50D1"]);

    let book = Book::new("no", provisions("1 | | Meldt før tiden. \n 2 | | Et kort for mye. \n 3 | | Hånden ligger."));
    assert_eq!(book.all("for"), ["2"]);
    assert_eq!(book.all("før"), ["1"]);
    assert_eq!(book.all("hand"), ["3"]);
    assert_eq!(book.all("haand"), ["3"]);
    // An accent says which letter is meant.
    assert_eq!(book.all("får"), [""; 0]);

    let book = Book::new("sv", provisions("1 | | Träkarlen lägger upp korten. \n 2 | | Spelföraren väljer."));
    for typed in ["trakarl", "traekarl", "trækarl", "träkarl"] {
        assert_eq!(book.all(typed), ["1"], "{typed}");
    }
    assert_eq!(book.all("spelforare"), ["2"]);

    let book = Book::new("nl", provisions("1 | | Er is één kaart geëist."));
    assert_eq!(book.all("een geeist"), ["1"]);
}

#[test]
fn all_words_must_match_and_any_puts_most_words_first() {
    let book = danish();
    assert_eq!(book.all("honnør strafkort"), ["70", "24"]);
    assert_eq!(book.all("honnør strafkort kulørsvigt"), [""; 0]);
    assert_eq!(book.all("strafkort findesikke"), [""; 0]);

    let any = book.hits("honnør strafkort makker", Match::Any);
    assert_eq!(book.any("honnør strafkort makker"), ["70", "24"]);
    assert!(any.iter().all(|hit| hit.held == 2 && !hit.all));
    // A word that the edition does not have is not held against a unit.
    assert_eq!(book.any("findesikke makker"), ["62"]);
    assert_eq!(book.any("findesikke hellerikke"), [""; 0]);

    let book = Book::new("da", provisions("1 | | rød \n 2 | | rød grøn \n 3 | | grøn blå rød \n 4 | | gul sort hvid"));
    assert_eq!(book.any("rød grøn blå gul"), ["3", "2"]);
    assert!(book.hits("blå grøn", Match::All)[0].all);
}

#[test]
fn signs_and_repeated_words_do_not_count() {
    let book = danish();
    assert_eq!(book.all("§ strafkort – honnør !"), book.all("strafkort honnør"));
    assert_eq!(book.all("strafkort Strafkort STRAFKORT"), book.all("strafkort"));
    for empty in ["", " ", "§", "\"\"", "\" - \""] {
        assert_eq!(book.all(empty), [""; 0]);
        assert_eq!(book.any(empty), [""; 0]);
    }
}

#[test]
fn a_phrase_is_the_words_as_typed_one_after_the_other() {
    let mut units = provisions(
        "
        1 | Stort strafkort | Det ligger på bordet.
        2 | | Et stort, åbent strafkort.
        3 | | Et STORT strafkort!
        4 | | Strafkort er stort.
        5 | | Store strafkort.
        6 | Noget stort | Strafkort ligger.
        ",
    );
    units[3].notes = vec![note("Strafkort koster.")];
    let book = Book::new("da", units);
    assert_eq!(book.all("\"stort strafkort\""), ["1", "3"]);
    assert_eq!(book.all("\"et stort strafkort"), ["3"]);
    assert_eq!(book.all("\"stort strafkort\" bord"), ["1"]);
    assert_eq!(book.all("\"strafkort koster\""), ["4"]);
    // One word in quotes is that form of it.
    assert_eq!(book.all("\"store\""), ["5"]);
    // Side by side counts without quotes too.
    assert_eq!(book.all("stort strafkort"), ["1", "6", "3", "4", "5", "2"]);
}

#[test]
fn notes_are_searched_and_no_phrase_reaches_into_one() {
    let mut units = provisions("1 | | Makker må spørge");
    units[0].notes = vec![note("modspillerne"), note("aldrig")];
    let book = Book::new("da", units);
    assert_eq!(book.all("spørge modspiller aldrig"), ["1"]);
    assert_eq!(book.all("\"spørge modspillerne\""), [""; 0]);
    assert_eq!(book.all("\"modspillerne aldrig\""), [""; 0]);
}

#[test]
fn a_citation_among_words_finds_the_provision_and_its_mentions() {
    let mut units = provisions(
        "16C | Tilbagetaget | Oplysninger. \n 16C2 | | Den fejlende side. \n 47E2 | | Se §16C2, den siger mere. \n 13 | | Kort.",
    );
    units.push(unit(
        UnitKey::Provision(["42B1", "42B2"].map(|c| c.parse().unwrap()).to_vec()),
        "",
        "Den blinde må spørge.",
    ));
    let book = Book::new("da", units);
    assert_eq!(book.all("16c2"), ["16C2", "47E2"]);
    assert_eq!(book.all("§47E2"), ["47E2"]);
    assert_eq!(book.all("42B2 spørge"), ["42B1+42B2"]);
    // A bare number is a number.
    assert_eq!(book.all("13"), [""; 0]);
}

#[test]
fn an_index_is_searched_with_the_tables_it_was_built_with() {
    let book = danish();
    let other = common::language("no");
    assert!(
        book.index.fits(&lawgrep_search::Analyser::new(&book.language))
            && !book.index.fits(&lawgrep_search::Analyser::new(&other))
    );
    let result = book.index.search(
        &lawgrep_search::Query::parse("strafkort").asked(),
        &lawgrep_search::Analyser::new(&other),
        Match::All,
    );
    assert_eq!(result.unwrap_err(), SearchError::OtherAnalysis);
}
