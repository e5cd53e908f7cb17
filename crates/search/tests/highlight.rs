//! Which bytes of a text are marked.
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::LazyLock;

use lawgrep_lexicon::{Language, Lexicon};
use lawgrep_search::{Highlighter, Kind, Query, Way, highlight};
use proptest::prelude::*;

fn language(code: &str) -> Language {
    static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::embedded().unwrap());
    LEXICON.language(code).unwrap().clone()
}

/// The text with `[ ]` around what is marked.
fn marked(lang: &str, query: &str, text: &str) -> String {
    let mut out = text.to_owned();
    for span in highlight(text, &Query::parse(query).asked(), &language(lang)).iter().rev() {
        out.insert(span.end as usize, ']');
        out.insert(span.start as usize, '[');
    }
    out
}

#[test]
fn words_are_marked_in_all_their_forms() {
    assert_eq!(
        marked("da", "strafkort", "Strafkortet – et stort STRAFKORT – og straf."),
        "[Strafkortet] – et stort [STRAFKORT] – og straf."
    );
    assert_eq!(marked("no", "hånd spiller", "Spillerens hender på bordet"), "[Spillerens] [hender] på bordet");
    // A part of a compound; the whole word where a hidden hyphen keeps its letters from counting as they are printed.
    assert_eq!(marked("da", "svigt", "kulørsvigt"), "kulør[svigt]");
    assert_eq!(marked("da", "svigt", "kulør\u{ad}svigt"), "[kulør\u{ad}svigt]");
    assert_eq!(marked("da", "kulørsvigt", "en «kulør\u{ad}svigt»"), "en «[kulør\u{ad}svigt]»");
    assert_eq!(marked("da", "å", "a\u{30a} ål"), "[a\u{30a}] ål");
}

#[test]
fn a_part_is_marked_inside_its_compound_and_a_correction_where_it_stands() {
    assert_eq!(marked("no", "kort", "Straffekortene, forkortelse"), "Straffe[kortene], forkortelse");
    assert_eq!(marked("no", "utspill", "utspillsrestriksjoner"), "[utspill]srestriksjoner");
    assert_eq!(marked("sv", "straff", "ett straffkort"), "ett [straff]kort");
    assert_eq!(marked("nl", "kaart", "de strafkaarten, afkorting"), "de straf[kaarten], afkorting");
    assert_eq!(marked("en", "trick", "two overtricks"), "two over[tricks]");
    // What was typed with an error, where a text has it, and what it may have meant, in any of its forms.
    let mut asked = Query::parse("strafkrot").asked();
    let meant = Way { text: "strafkort".to_owned(), kind: Kind::Words, factor: 0.7, via: Some(0) };
    asked.groups[0].ways.push(meant);
    let spans = highlight("Et strafkrot er Strafkortet.", &asked, &language("da"));
    assert_eq!(spans.iter().map(|s| (s.start, s.end)).collect::<Vec<_>>(), [(3, 12), (16, 27)]);
}

#[test]
fn phrases_are_marked_from_their_first_word_to_their_last() {
    assert_eq!(
        marked("da", "\"stort strafkort\"", "Stort, strafkort; stort kort; et stort  strafkort"),
        "[Stort, strafkort]; stort kort; et [stort  strafkort]"
    );
    assert_eq!(marked("da", "\"a b a\"", "a b a b a c"), "[a b a b a] c");
    assert_eq!(
        marked("da", "strafkort \"stort strafkort\"", "Strafkort, stort strafkort"),
        "[Strafkort], [stort strafkort]"
    );
    assert_eq!(marked("da", "\"strafkort\"", "strafkort strafkortet"), "[strafkort] strafkortet");
}

#[test]
fn plain_letters_are_marked_where_nothing_else_is() {
    assert_eq!(marked("da", "kulorsvigt", "En kulørsvigt rettes."), "En [kulørsvigt] rettes.");
    assert_eq!(marked("no", "for", "for sent, før tiden"), "[for] sent, før tiden");
    assert_eq!(marked("no", "før", "for sent"), "for sent");
}

#[test]
fn citations_and_signs() {
    assert_eq!(marked("da", "§47e2", "§47E2, §47E"), "§[47E2], §47E");
    assert_eq!(marked("da", "§ – \"", "§ – \""), "§ – \"");
    assert_eq!(marked("da", "ord", ""), "");
}

proptest! {
    #[test]
    fn spans_lie_on_boundaries_in_order(text in "\\PC*|[abå ø\u{30a}\u{ad}\"']*", query in "\\PC*|[abå ø\u{30a}\"']*") {
        for lang in ["no", "nl", "en"] {
            let analyser = lawgrep_search::Analyser::new(&language(lang));
            let highlighter = Highlighter::new(&Query::parse(&query).asked(), &analyser);
            let mut end = 0;
            for span in highlighter.spans(&text) {
                prop_assert!(text.get(span.range()).is_some_and(|words| !words.is_empty()));
                prop_assert!(span.start >= end);
                end = span.end;
            }
        }
    }

    #[test]
    fn any_text_is_a_query(text in any::<String>()) {
        let query = Query::words(&text);
        let _ = Query::parse(&text).asked();
        prop_assert_eq!(query.is_empty(), !lawgrep_search::Analyser::new(&Language::default()).words(&text).iter().any(|_| true));
    }
}
