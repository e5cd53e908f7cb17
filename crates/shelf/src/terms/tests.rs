//! Invented sentences in two languages, held against each other.

use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Document, Edition, Note, NoteKind, Standing, Unit, UnitKey};

use super::{Terms, compare};

const CONCEPTS: &str = r#"
[[concept]]
id = "card"
en = ["card"]
no = ["kort"]

[[concept]]
id = "lead"
en = ["lead"]
no = ["utspill"]

[[concept]]
id = "opening-lead"
en = ["opening lead"]
no = ["åpningsutspill"]

[[concept]]
id = "penalty"
en = ["penalty"]
no = ["straff"]

[[concept]]
id = "penalty-card"
en = ["penalty card"]
no = ["straffekort"]

[[concept]]
id = "sufficient-bid"
en = ["sufficient bid"]
no = ["tilstrekkelig bud"]

[[concept]]
id = "call"
en = ["call"]
no = ["melding"]

[[concept]]
id = "adjusted-score"
en = ["adjusted score", "AS"]
no = ["justert resultat"]

[[concept]]
id = "rho"
en = ["RHO"]
no = ["HM"]

[[concept]]
id = "system"
en = ["system"]
no = []
"#;

const RULES: &str = r#"
equal = ["rho"]
everyday.en = ["call* the Director"]
also.no.call = ["melde"]
[numbers.en]
2 = ["two"]
"2?" = ["both"]
7 = ["seven"]
percent = ["%"]
[numbers.no]
2 = ["to"]
7 = ["sju"]
percent = ["prosent"]
"#;

fn document(lang: &str, text: &str, note: &str) -> Document {
    let note =
        Note { kind: NoteKind::Note, mark: "1".to_owned(), text: note.to_owned(), anchor: None, in_heading: false };
    let key = UnitKey::provision("16A".parse().unwrap());
    let unit = Unit { text: text.to_owned(), notes: vec![note], ..Unit::new(key) };
    let edition = Edition::new("invented".parse().unwrap(), lang, 2017, Standing::Companion);
    Document { edition, units: vec![unit], pieces: Vec::new(), findings: Vec::new(), source_len: 0 }
}

/// What differs, `concept at place`, and the exceptions that nothing needs.
fn differences(rules: &str, english: [&str; 2], other: [&str; 2]) -> (Vec<String>, Vec<String>) {
    let terms = Terms::read(("concepts.toml", CONCEPTS), ("terms.toml", &format!("{RULES}{rules}"))).unwrap();
    let [english, other] = [("en", english), ("no", other)].map(|(lang, [text, note])| document(lang, text, note));
    let found = compare(&english, &other, &terms, &Lexicon::embedded().unwrap());
    (found.misses.iter().map(|m| format!("{} at {}", m.concept, m.place)).collect(), found.idle)
}

#[track_caller]
fn check(english: &str, other: &str, expected: &[&str]) {
    let (misses, _) = differences("", [english, ""], [other, ""]);
    let expected: Vec<String> = expected.iter().map(|concept| format!("{concept} at 16A")).collect();
    assert_eq!(misses, expected, "{english} / {other}");
}

#[test]
fn a_term_is_found_inflected_in_compounds_and_parted() {
    check("The cards lie here.", "Her ligger kortene.", &[]);
    check("A penalty card.", "Straffekortets plass.", &[]);
    check("A sufficient bid.", "Budet på tre er ikke tilstrekkelig.", &[]);
    check("The lead.", "Åpningsutspillet.", &[]);
    check("A call.", "Den som melder.", &[]);
}

#[test]
fn a_term_that_is_not_there_is_told() {
    check("The card and the lead.", "Kortet.", &["lead"]);
    check("A penalty card.", "Et kort.", &["penalty-card"]);
    check("A penalty.", "Et straffekort.", &["penalty"]);
    check("The opening lead.", "Utspillet.", &["opening-lead"]);
    check("A sufficient bid.", "Et bud.", &["sufficient-bid"]);
}

#[test]
fn the_longest_english_term_and_everyday_phrases_win() {
    check("A penalty card.", "Straffekort.", &[]);
    check("They called the Director.", "TL tilkalles.", &[]);
    check("As it was.", "Slik det var.", &[]);
    check("It gets an AS.", "Ingenting.", &["adjusted-score"]);
    check("A system.", "Ingenting.", &[]);
}

#[test]
fn suits_ranks_and_seats_may_stand_in_neither_alone() {
    check("The player.", "HM.", &["rho"]);
    check("RHO.", "Spilleren.", &["rho"]);
    check("The player.", "Kortet.", &[]);
}

#[test]
fn numbers_are_equal_and_as_often() {
    check("Seven of two, and 60%.", "7 av to, og 60 prosent.", &[]);
    check("Seven.", "To.", &["numbers"]);
    check("Two and two.", "To.", &["numbers"]);
    check("Both and two.", "To og to.", &[]);
    check("Both.", "Ingen.", &[]);
    check("60%.", "60.", &["numbers"]);
}

#[test]
fn notes_are_compared_apart() {
    let (misses, _) = differences("", ["Text.", "The card."], ["Kort.", "Tekst."]);
    assert_eq!(misses, ["card at 16A/note 1"]);
}

#[test]
fn an_exception_explains_a_difference_and_is_needed() {
    let exception = |concept: &str, at: &str| {
        format!("[[exception]]\nconcept = \"{concept}\"\nlangs = [\"no\"]\nat = [\"{at}\"]\nreason = \"invented\"\n")
    };
    let with = |rules: &str| differences(rules, ["The card.", ""], ["Det.", ""]);
    assert_eq!(with(&exception("card", "16A")), (vec![], vec![]));
    assert_eq!(with(&exception("card", "16B")), (vec!["card at 16A".to_owned()], vec!["card at 16B".to_owned()]));
    assert_eq!(with(&exception("numbers", "16A")).1, ["numbers at 16A"]);
}

#[test]
fn rules_name_known_concepts_and_give_reasons() {
    let read = |rules: &str| Terms::read(("concepts.toml", CONCEPTS), ("terms.toml", rules)).map(|_| ());
    assert_eq!(read("equal = [\"trump\"]").unwrap_err().what, "`trump` is no concept");
    assert_eq!(read("[[left_out]]\nconcept = \"card\"\nreason = \" \"").unwrap_err().what, "`card` has no reason");
    assert_eq!(read("\nequal = 1").unwrap_err().line, 2);
    assert_eq!(read(""), Ok(()));
}
