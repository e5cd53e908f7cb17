use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Document, UnitKey};

use super::*;
use crate::{
    Finder, Strength,
    testing::{cite, document, unit},
};

/// What becomes of the only reference in `text`, read in English at `own`.
#[track_caller]
fn resolved(document: &Document, own: &[&str], text: &str) -> Option<Resolved> {
    let lexicon = Lexicon::embedded().unwrap();
    let finder = Finder::new(lexicon.language("en").unwrap(), true);
    let mentions = finder.find(text, Strength::Full);
    assert_eq!(mentions.len(), 1, "{text}: {mentions:?}");
    let own: Vec<_> = own.iter().map(|c| cite(c)).collect();
    resolve(&mentions[0], mentions[0].span.of(text), &own, &Holdings::of(document, &lexicon))
}

#[track_caller]
fn check(document: &Document, own: &str, text: &str, target: &str, resolution: Resolution) {
    let found = resolved(document, &[own], text).unwrap();
    let target = if target.is_empty() { Target::Nothing } else { Target::One(cite(target)) };
    assert_eq!((found.target, found.resolution), (target, resolution), "{text} at {own}");
}

fn law_12() -> Document {
    document(
        &["12A", "12A1", "12A2", "12C", "12C1", "12C1a", "12C1b", "12C2", "12C2a", "12C2b", "12D", "12Da", "12Db"]
            .map(|c| (c, "x")),
    )
}

#[test]
fn the_nearest_provision_is_meant() {
    use Resolution::InEdition;
    let law = law_12();
    check(&law, "12C2b", "(a) above", "12C2a", InEdition);
    check(&law, "12C1b", "(a) above", "12C1a", InEdition);
    check(&law, "12C2", "(a) below", "12C2a", InEdition);
    check(&law, "12C2b", "see 1 above", "12C1", InEdition);
    check(&law, "12A2", "see 1 above", "12A1", InEdition);
    check(&law, "12C2b", "A above", "12A", InEdition);
    check(&law, "12C2b", "A2 above", "12A2", InEdition);
    check(&law, "12A1", "2(b) above", "12A2b", Resolution::NotInCode);
    check(&law, "12C1", "2(b) below", "12C2b", InEdition);
    check(&law, "12Db", "(a) above", "12Da", InEdition);
    check(&law, "12", "C2 below", "12C2", InEdition);
}

#[test]
fn a_law_without_sections_has_numbered_parts() {
    let law = document(&[("71", "x"), ("71#1", "x"), ("71#2", "x")]);
    check(&law, "71#2", "see 1 above", "71#1", Resolution::InEdition);
    check(&law, "71", "see 2 below", "71#2", Resolution::InEdition);
}

/// A note on a law with lettered sections cannot mean a numbered part of the law, so the number is a law.
#[test]
fn a_bare_number_at_a_law_with_sections_is_a_law() {
    let law = document(&[("13", ""), ("13A", "x"), ("13B", "x"), ("14", "x")]);
    check(&law, "13", "see 14 for the rest", "14", Resolution::InEdition);
}

#[test]
fn a_lone_i_is_an_item_or_a_sub_item() {
    use Resolution::{Ambiguous, InEdition};
    let law = document(&[("20F5b(i)", "x"), ("20F5b(ii)", "x")]);
    check(&law, "20F5b(ii)", "(i) above", "20F5b(i)", InEdition);
    check(&law, "20F5b(i)", "(ii) below", "20F5b(ii)", InEdition);
    let law = document(&["80B2g", "80B2g(i)", "80B2i"].map(|c| (c, "x")));
    check(&law, "80B2g", "(i) below", "80B2g(i)", InEdition);
    check(&law, "80B2a", "(i) below", "80B2i", InEdition);
    // Two provisions at the same distance: no base takes both, so this needs a row of two.
    let found = resolved(&law_12(), &["12C1b", "12C2b"], "(a) above").unwrap();
    assert_eq!((found.target, found.resolution), (Target::Nothing, Ambiguous));
}

#[test]
fn rows_of_several_provisions_agree_or_are_ambiguous() {
    let found = resolved(&law_12(), &["12C2a", "12C2b"], "(a) above").unwrap();
    assert_eq!((found.target, found.source), (Target::One(cite("12C2a")), Some(cite("12C2b"))));
    let found = resolved(&law_12(), &["12C1", "12C2"], "A above").unwrap();
    assert_eq!((found.target, found.source), (Target::One(cite("12A")), None));
}

#[test]
fn what_is_not_at_hand_is_said_to_be_elsewhere_or_nowhere() {
    use Resolution::{InEdition, NotInCode, NotInEdition};
    let mut law = law_12();
    check(&law, "12A", "see Law 50D", "50D", NotInEdition);
    check(&law, "12A", "see Law 12", "12", InEdition);
    check(&law, "12A", "see Law 12E", "12E", NotInCode);
    check(&law, "12A", "E below", "12E", NotInCode);
    assert_eq!(resolved(&law, &["12A"], "see 9 below"), None, "a lone number that fits nothing is no reference");
    law.edition.extract = true;
    check(&law, "12A", "see Law 12E", "12E", NotInEdition);
    check(&law, "12A", "E below", "12E", NotInEdition);
}

#[test]
fn a_bare_heading_does_not_say_that_a_section_is_missing() {
    let law = document(&[("68", ""), ("69", "x")]);
    check(&law, "69", "see Law 68A", "68A", Resolution::NotInEdition);
    check(&law, "69", "see Law 68", "68", Resolution::InEdition);
    check(&law, "69", "see Law 69A", "69A", Resolution::NotInCode);
}

#[test]
fn where_no_sibling_is_printed_the_only_reading_stands() {
    let law = document(&[("43B2b", "x")]);
    check(&law, "43B2b", "(a) above", "43B2a", Resolution::NotInEdition);
    check(&law, "43B2b", "A2 above", "43A2", Resolution::NotInEdition);
}

#[test]
fn ranges_need_one_end_or_something_between() {
    let range = |text: &str| {
        let found = resolved(&law_12(), &["12A"], text).unwrap();
        assert_eq!(found.kind, RefKind::Range);
        found.resolution
    };
    assert_eq!(range("Laws 11-13"), Resolution::InEdition);
    assert_eq!(range("Laws 12-14"), Resolution::InEdition);
    assert_eq!(range("Laws 13-15"), Resolution::NotInEdition);
    assert_eq!(range("Law 12E-G"), Resolution::NotInCode);
    assert_eq!(range("sections B-D"), Resolution::InEdition);
    let found = resolved(&law_12(), &["12A"], "sections A-C").unwrap();
    assert_eq!(found.target, Target::Range(cite("12A"), cite("12C")));
}

#[test]
fn numbers_outside_the_code_are_never_laws() {
    let found = resolved(&law_12(), &["12A"], "Law 112").unwrap();
    assert_eq!((found.kind, found.target), (RefKind::National, Target::One(cite("112"))));
    assert_eq!(found.resolution, Resolution::NoTarget);
    let found = resolved(&law_12(), &["12A"], "Laws 101-104").unwrap();
    assert_eq!((found.kind, found.resolution), (RefKind::National, Resolution::NoTarget));
    // Without a law word it is no reference at all.
    assert_eq!(resolved(&law_12(), &["12A"], "see 95"), None);
}

#[test]
fn a_number_that_could_be_law_or_subsection_is_neither() {
    let found = resolved(&law_12(), &["12A1"], "see 2").unwrap();
    assert_eq!((found.target, found.resolution), (Target::Nothing, Resolution::Ambiguous));
    check(&law_12(), "12A1", "see 7", "7", Resolution::NotInEdition);
}

#[test]
fn where_no_law_is_at_hand_nothing_is_relative() {
    assert_eq!(resolved(&law_12(), &[], "A above"), None);
    assert_eq!(resolved(&law_12(), &[], "under this law"), None);
    assert_eq!(resolved(&law_12(), &[], "see 2").unwrap().target, Target::One(cite("2")));
}

#[test]
fn only_defined_terms_are_definitions() {
    let mut law = law_12();
    for term in ["Bet", "Correction(s)", "Unlawful knowledge (UK)"] {
        law.units.push(unit(UnitKey::Definition(term.into()), "x"));
    }
    for text in ["see bet", "(see correction)", "see corrections.", "see unlawful\u{a0}knowledge", "see «UK»"] {
        let found = resolved(&law, &[], text).unwrap();
        assert_eq!((found.kind, found.target), (RefKind::Definition, Target::Nothing), "{text}");
    }
    assert_eq!(resolved(&law, &[], "see dummy"), None);
}

#[test]
fn statutes_and_footnotes_keep_their_kind() {
    let found = resolved(&law_12(), &["12A"], "the by-laws § 12").unwrap();
    assert_eq!((found.kind, found.target), (RefKind::Statute, Target::Nothing));
    let found = resolved(&law_12(), &["12A"], "the footnote to Law 12C").unwrap();
    assert_eq!((found.kind, found.resolution), (RefKind::Footnote, Resolution::InEdition));
    assert_eq!(found.target, Target::One(cite("12C")));
}
