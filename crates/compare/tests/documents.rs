//! Differences between documents that were made up for it.

#![expect(clippy::unwrap_used, reason = "a panic in a test is its report")]

use lawgrep_align::Alignment;
use lawgrep_compare::{Differences, Gap, Which, compare};
use lawgrep_lexicon::Lexicon;
use lawgrep_model::{
    Document, Edition, NoteKind, Place, RefKind, Reference, Resolution, Span, Standing, Target, Unit, UnitKey,
};

/// A text of these provisions: citation, heading, text. `{16C}` in a text is a reference, `{!16Z}` one to nothing, `[words]` at
/// its end a footnote.
fn document(id: &str, lang: &str, code: u16, rows: &[(&str, &str, &str)]) -> Document {
    let edition = Edition::new(id.parse().unwrap(), lang, code, Standing::Official);
    let mut document = Document { edition, units: Vec::new(), pieces: Vec::new(), findings: Vec::new(), source_len: 0 };
    for (cite, heading, text) in rows {
        let key = match cite.strip_prefix("def/") {
            Some(term) => UnitKey::Definition(term.to_owned()),
            None => UnitKey::Provision(cite.split('+').map(|c| c.parse().unwrap()).collect()),
        };
        let mut unit = Unit::new(key);
        unit.heading = Some((*heading).to_owned()).filter(|h| !h.is_empty());
        let (text, note) = text.split_once('[').map_or((*text, None), |(text, note)| (text, Some(note)));
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap();
            unit.text.push_str(before);
            let start = unit.text.len();
            unit.text.push_str(name.trim_start_matches('!'));
            let lost = name.starts_with('!');
            unit.refs.push(Reference {
                place: Place::Text,
                span: Span::new(start, unit.text.len()),
                ends: None,
                kind: RefKind::Absolute,
                target: match name.trim_start_matches('!').split_once("..") {
                    Some((from, to)) => Target::Range(from.parse().unwrap(), to.parse().unwrap()),
                    None => Target::One(name.trim_start_matches('!').parse().unwrap()),
                },
                resolution: if lost { Resolution::NotInCode } else { Resolution::InEdition },
                source: None,
            });
            rest = after;
        }
        unit.text.push_str(rest);
        unit.notes.extend(note.map(|note| lawgrep_model::Note {
            kind: NoteKind::Footnote,
            mark: "1".to_owned(),
            text: note.trim_end_matches(']').to_owned(),
            anchor: None,
            in_heading: false,
        }));
        document.units.push(unit);
    }
    document
}

fn differences(a: &Document, b: &Document) -> Differences {
    let lexicon = Lexicon::embedded().unwrap();
    compare(a, b, &Alignment::build(&lexicon).unwrap(), &lexicon)
}

fn rows(found: &Differences) -> Vec<String> {
    let at = |row: &lawgrep_compare::Difference| match &row.at_b {
        Some(b) => format!("{}={b}", row.at),
        None => row.at.to_string(),
    };
    let known = |row: &lawgrep_compare::Difference| if row.known.is_some() { " (known)" } else { "" };
    let line = |row: &lawgrep_compare::Difference| {
        let (a, b) = (row.a.join(" "), row.b.join(" "));
        format!("{}:{}:{}: {a} | {b}{}", at(row), row.level.name(), row.kind.name(), known(row))
    };
    found.rows.iter().map(line).collect()
}

#[track_caller]
fn check(a: &[(&str, &str, &str)], b: &[(&str, &str, &str)], expected: &[&str]) {
    let (a, b) = (document("en-2017", "en", 2017, a), document("xx-2017", "en", 2017, b));
    assert_eq!(rows(&differences(&a, &b)), expected);
}

/// Between English and another language.
#[track_caller]
fn abroad(en: &[(&str, &str, &str)], lang: &str, other: &[(&str, &str, &str)], expected: &[&str]) {
    let (a, b) = (document("en-2017", "en", 2017, en), document("xx-2017", lang, 2017, other));
    assert_eq!(rows(&differences(&a, &b)), expected);
}

#[test]
fn the_same_in_other_words_is_no_difference() {
    abroad(
        &[("8", "Cake", "Four players cut {16C} and {26..28}; 60 % of the ace of spades or ♥.")],
        "no",
        &[("8", "Kake", "De fire skjærer {26}, {27}, {28} og {16C}. Det er 60 prosent av sparess eller hjerter.")],
        &[],
    );
}

#[test]
fn what_can_be_counted_is_told_by_level() {
    abroad(
        &[("8", "", "Four players see {16C}, 60 % of the ace of spades."), ("8A", "", "Nothing.")],
        "da",
        &[("8", "", "De fem ser {16D}, 40 % af hjerter konge."), ("8A", "Ting", "Intet.[Note.]")],
        &[
            "8:references:changed: 16C | 16D",
            "8:numbers:changed: 4 | 5",
            "8:suits:changed: spades | hearts",
            "8:cards:changed: ace | king",
            "8:percentages:changed: 60 | 40",
            "8A:headings:extra:  | Ting",
            "8A:footnotes:extra: 0 | 1",
        ],
    );
}

#[test]
fn a_word_that_may_be_a_number_is_no_difference() {
    abroad(&[("8", "", "Both sides.")], "sv", &[("8", "", "De två sidorna.")], &[]);
    abroad(&[("8", "", "A ten.")], "sv", &[("8", "", "Ett kort.")], &[]);
    abroad(&[("8", "", "Three sides.")], "sv", &[("8", "", "De två sidorna.")], &["8:numbers:changed: 3 | 2"]);
}

#[test]
fn in_the_same_words_one_that_may_be_a_number_is_one() {
    let words = |n: &str| format!("The {n} player at the table may look into the box and take a card.");
    let (first, second, that) = (words("first"), words("second"), words("other"));
    check(&[("8", "", &first)], &[("8", "", &second)], &["8:numbers:changed: 1 | 2"]);
    check(&[("8", "", &first)], &[("8", "", &that)], &[]);
}

#[test]
fn a_law_is_not_its_section_and_a_target_counts_as_often_as_it_stands() {
    check(&[("8", "", "See {50} and {50}.")], &[("8", "", "See {50E} and {50}.")], &["8:references:changed: 50 | 50E"]);
}

#[test]
fn a_reference_to_nothing_is_told_even_if_both_have_it() {
    check(
        &[("8", "", "See {!16Z}."), ("9", "", "See {16C}.")],
        &[("8", "", "See {!16Z}."), ("9", "", "See {!99}.")],
        &["8:references:dangling: 16Z | 16Z", "9:references:dangling: 16C | 99"],
    );
}

const CAKES: [(&str, &str, &str); 5] = [
    ("8", "Cakes", ""),
    ("8A", "", "The baker brings a cake with icing to the table."),
    ("8B", "", "Guests wash their hands before they see it."),
    ("8C", "", "Crumbs belong to the dog of the house."),
    ("8D", "", "Nobody sings while the candles burn down slowly."),
];

#[test]
fn items_that_are_gone_new_or_elsewhere() {
    check(&CAKES, &CAKES, &[]);
    check(&CAKES, &CAKES[..4], &["8D:structure:missing: 8D | "]);
    check(&CAKES[..4], &CAKES, &["8D:structure:extra:  | 8D"]);
    let mut swapped = CAKES;
    (swapped[1].2, swapped[2].2) = (swapped[2].2, swapped[1].2);
    check(&CAKES, &swapped, &["8A=8B:structure:moved: 8A | 8B", "8B=8A:structure:moved: 8B | 8A"]);
    let mut renumbered = CAKES;
    renumbered[4].0 = "8F";
    check(&CAKES, &renumbered, &["8D=8F:structure:moved: 8D | 8F"]);
    let together = format!("{} {}", CAKES[2].2, CAKES[3].2);
    let merged = [CAKES[0], CAKES[1], ("8B", "", &together), CAKES[4]];
    check(&CAKES, &merged, &["8C=8B:structure:merged: 8C | 8B"]);
    check(&merged, &CAKES, &["8B:structure:split: 8B | 8B 8C"]);
    let mut bare = CAKES;
    bare[2].2 = "";
    check(&CAKES, &bare, &["8B:structure:empty: 8B | "]);
    let again = [CAKES[0], CAKES[1], CAKES[2], CAKES[3], CAKES[4], CAKES[2]];
    check(&CAKES, &again, &["8B:structure:repeated: 8B | 8B 8B"]);
}

#[test]
fn a_section_that_is_gone_is_one_row_and_so_is_one_that_moved() {
    let a = [
        ("8", "", "Top."),
        ("8A", "", "The first of all cakes."),
        ("8A1", "", "One with nuts inside."),
        ("8A2", "", "One without any nuts."),
    ];
    check(&a, &a[..1], &["8A:structure:missing: 8A | "]);
    let b = [a[0], ("8C", "", a[1].2), ("8C1", "", a[2].2), ("8C2", "", a[3].2)];
    check(&a, &b, &["8A=8C:structure:moved: 8A | 8C"]);
}

#[test]
fn between_languages_a_merged_item_is_known_by_length_and_counts() {
    // What stands in both tells how long one language is for the other.
    let ruler = (
        "9",
        "",
        "Whoever eats the last piece of the cake washes the dishes, and the others sweep the floor of the hall.",
    );
    let linjal = (
        "9",
        "",
        "Den som spiser det siste stykket av kaken, vasker opp, og de andre feier gulvet i salen etterpå, helt uten hast.",
    );
    abroad(
        &[
            ("8A", "", "The baker brings a cake to 4 guests."),
            ("8B", "", "The dog gets 7 crumbs of it, see {16C}."),
            ruler,
        ],
        "no",
        &[("8A", "", "Bakeren bringer en kake til 4 gjester. Hunden får 7 smuler av den, se {16C}."), linjal],
        &["8B=8A:structure:merged: 8B | 8A"],
    );
    // Without anything to count it is only missing.
    abroad(
        &[("8A", "", "The baker brings a cake to the guests."), ("8B", "", "The dog gets the crumbs."), ruler],
        "no",
        &[("8A", "", "Bakeren bringer en kake til gjestene. Hunden får smulene."), linjal],
        &["8B:structure:missing: 8B | "],
    );
}

#[test]
fn across_codes_the_concordance_leads() {
    // 1997's 16B is 2017's 16D, and 2017's 16B is another rule.
    let a = document("aa-1997", "en", 1997, &[("16B", "", "Take 4 and see {16B}."), ("26", "", "Pay 2 eggs.")]);
    let b = document(
        "bb-2017",
        "en",
        2017,
        &[("16D", "", "Take 4 and see {16D}."), ("16B", "", "Take 9."), ("26", "", "Pay 3 eggs.")],
    );
    let found = rows(&differences(&a, &b));
    assert!(found.contains(&"16B=16D:structure:moved: 16B | 16D (known)".to_owned()), "{found:#?}");
    assert!(!found.iter().any(|row| row.starts_with("16B=16D:") && !row.contains("structure")), "{found:#?}");
    assert!(found.iter().any(|row| row.contains(":numbers:changed: 2 | 3")), "{found:#?}");
}

#[test]
fn what_a_partial_text_does_not_hold_is_named_once() {
    let whole: Vec<(String, String)> = (1..=93).map(|n| (n.to_string(), "Words.".to_owned())).collect();
    let rows_of = |laws: &[u16]| -> Vec<(String, String)> {
        whole.iter().filter(|(n, _)| laws.contains(&n.parse().unwrap())).cloned().collect()
    };
    let make = |id: &str, rows: &[(String, String)]| {
        let rows: Vec<(&str, &str, &str)> = rows.iter().map(|(c, t)| (c.as_str(), "", t.as_str())).collect();
        document(id, "en", 2017, &rows)
    };
    let a = make("aa-2017", &whole);
    // A part of a book: the law that is missing in the middle is a fault, the others are not there.
    let part = make("bb-2017", &rows_of(&[5, 6, 8]));
    let found = differences(&a, &part);
    let gap = Gap { of: Which::B, laws: vec![(1, 4), (9, 93)], parts: Vec::new(), definitions: 0 };
    assert_eq!((rows(&found), found.gaps), (vec!["7:structure:missing: 7 | ".to_owned()], vec![gap]));
    // Extracts may leave out any.
    let mut extract = make("bb-2017", &rows_of(&[5, 6, 8]));
    extract.edition.extract = true;
    let found = differences(&a, &extract);
    let gap = Gap { of: Which::B, laws: vec![(1, 4), (7, 7), (9, 93)], parts: Vec::new(), definitions: 0 };
    assert_eq!((rows(&found), found.gaps), (Vec::new(), vec![gap]));
    // Of one edition, one copy tells what the other must have.
    let mut copy = make("bb-2017", &rows_of(&[5, 6]));
    copy.edition.extract = true;
    assert_eq!(rows(&differences(&extract, &copy)), ["8:structure:missing: 8 | "]);
    // A whole text misses what it lacks.
    let nearly = make("bb-2017", &whole[..92]);
    assert_eq!(rows(&differences(&a, &nearly)), ["93:structure:missing: 93 | "]);
}

#[test]
fn definitions_meet_by_term_within_a_language() {
    check(
        &[("def/Cake", "", "Has 4 corners."), ("def/Periods", "", "Time."), ("def/Tea", "", "A drink.")],
        &[("def/Cake", "", "Has 5 corners."), ("def/Period", "", "Time."), ("def/Milk", "", "A drink.")],
        &["def/Cake:numbers:changed: 4 | 5", "def/Milk:structure:extra:  | Milk", "def/Tea:structure:missing: Tea | "],
    );
}

#[test]
fn a_companion_has_its_own_words() {
    let a = document("en-2017", "en", 2017, &[("8", "", "Any player."), ("9", "", "12 cards."), ("10", "", "Two.")]);
    let mut b =
        document("bb-2017", "en", 2017, &[("8", "", "Any of the four."), ("9", "", "13 cards."), ("10", "", "Three.")]);
    b.edition.standing = Standing::Companion;
    let expected = ["8:numbers:extra:  | 4 (known)", "9:numbers:changed: 12 | 13", "10:numbers:changed: 2 | 3"];
    assert_eq!(rows(&differences(&a, &b)), expected);
}

#[test]
fn a_provision_of_several_numbers_is_compared_as_a_whole() {
    check(
        &[("42B1+42B2", "", "Take 4, then 5.")],
        &[("42B1", "", "Take 4."), ("42B2", "", "Then 6.")],
        &["42B1:numbers:changed: 5 | 6"],
    );
}
