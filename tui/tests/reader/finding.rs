//! Finding and coming back: completions, situations, terms, hits, marks, the outline.

use lawgrep_tui::{
    Start,
    keymap::{KEYMAP, Key, Scope},
};

use crate::{drive::Desk, fixture::lanterns};

const SIZE: (u16, u16) = (80, 24);

fn has(desk: &Desk, words: &str) {
    assert!(desk.screen().contains(words), "{words} in\n{}", desk.screen());
}

#[test]
fn what_enter_opens_is_seen_while_it_is_typed() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "", SIZE);
    desk.press("12c");
    has(&desk, "12C · no-2017");
    has(&desk, "Vokteren kan blåse ut en lykt som ryker.");
    has(&desk, " 12C1  Vokteren kan låne");
    desk.press("<Esc>");
    assert!(!desk.screen().contains("12C · no-2017"));
}

#[test]
fn laws_that_begin_with_the_digits_are_completions() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "50", SIZE);
    desk.press("1<Down>");
    has(&desk, ">12");
    desk.press("<Down>");
    has(&desk, ">16");
    desk.press("<Enter>");
    assert_eq!(desk.trail(), "50 > 16");
    desk.press("1<Down><Up><Up>");
    has(&desk, ">16");
}

#[test]
fn tab_types_the_completion() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "", SIZE);
    desk.press("16<Down><Down><Tab>");
    assert!(desk.bar().starts_with("Go to: 16C"), "{}", desk.bar());
    desk.press("<Enter>");
    assert_eq!(desk.trail(), "16C");
}

#[test]
fn a_peek_goes_deeper_and_comes_out_again() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "50E2", SIZE);
    desk.press("<Space>");
    let first = desk.screen();
    desk.press("<Tab><Space>");
    has(&desk, "16C > 12C1 · no-2017");
    desk.press("<Back><BackTab><Esc>");
    assert!(desk.first_line().starts_with("50E2"));
    desk.press("<Space>");
    assert_eq!(desk.screen(), first);
    desk.press("<Space>");
    assert!(!desk.screen().contains("16C · no-2017"));
}

#[test]
fn what_was_looked_at_on_the_way_is_on_the_trail() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "50E2", SIZE);
    desk.press("<Space><Tab><Enter>");
    assert_eq!(desk.trail(), "50E2 > 16C > 12C1");
    desk.press("<Back><Back>");
    assert_eq!(desk.trail(), "50E2");
    desk.press("<Space><Tab><Space><Tab><Enter>");
    assert_eq!(desk.trail(), "50E2 > 16C > 12C1 > 50E");
}

#[test]
fn forward_undoes_back() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "50E2", SIZE);
    desk.press("<Tab><Enter><Tab><Enter>j");
    let last = desk.screen();
    desk.press("<Back><Back>");
    assert_eq!(desk.trail(), "50E2");
    desk.press("f");
    assert_eq!(desk.trail(), "50E2 > 16C");
    desk.press("f");
    assert_eq!(desk.screen(), last);
    desk.press("f");
    assert_eq!(desk.bar(), "nothing was left by going back");
    // Who goes elsewhere from there has no way forward.
    desk.press("<Back>93<Enter>f");
    assert_eq!(desk.bar(), "nothing was left by going back");
}

#[test]
fn laws_are_stepped_through() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "12C1", SIZE);
    desk.press("P");
    assert!(desk.first_line().starts_with("12 "), "{}", desk.first_line());
    desk.press("NN");
    assert!(desk.first_line().starts_with("50 "), "{}", desk.first_line());
    desk.press("P");
    assert!(desk.first_line().starts_with("16 "), "{}", desk.first_line());
    desk.press("PPP");
    assert_eq!(desk.bar(), "this is the first law");
    desk.press("NNNNN");
    assert_eq!(desk.bar(), "this is the last law");
}

#[test]
fn found_words_are_stepped_through() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "", (80, 9));
    desk.press(".");
    assert_eq!(desk.bar(), "nothing has been searched for; / searches");
    desk.press("/skygge<Enter><Enter>");
    assert_eq!(desk.selected(), "skygge");
    desk.press(".");
    assert_eq!((desk.bar().as_str(), desk.selected().as_str()), ("found 2 of 4", "skygge"));
    desk.press("...");
    assert_eq!(desk.bar(), "found 1 of 4");
    desk.press(",");
    assert_eq!(desk.bar(), "found 4 of 4");
    assert!(desk.screen().contains("50E2"));
    desk.press("<Esc>,");
    assert_eq!(desk.bar(), "nothing has been searched for; / searches");
}

#[test]
fn a_search_looks_in_this_law_in_definitions_and_in_exercises() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "12", SIZE);
    desk.press("/lykt");
    has(&desk, "3 found for lykt in no-2017");
    desk.press("<BackTab>");
    has(&desk, "2 found for lykt in law 12 of no-2017");
    desk.press("<BackTab>");
    has(&desk, "1 found for lykt in definitions of no-2017");
    desk.press("<BackTab>");
    has(&desk, "0 found for lykt in notes of no-2017");
    desk.press("<BackTab>");
    has(&desk, "0 found for lykt in exercises of no-2017");
    desk.press("<BackTab><Enter>");
    has(&desk, "3 found for lykt in no-2017");
}

#[test]
fn a_rule_that_several_editions_have_is_found_once() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", (80, 60));
    desk.press("/e<Tab>");
    let screen = desk.screen();
    let own = screen.lines().filter(|line| line.contains("16C ") && line.contains("no-2017 +")).count();
    assert_eq!(own, 1, "{screen}");
}

#[test]
fn how_it_was_found_is_said() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "", SIZE);
    desk.press("/vokter");
    has(&desk, "also as: wachter (nl)");
    desk.press("<Enter>");
    has(&desk, "also as: wachter (nl)");
}

#[test]
fn what_happened_at_the_table_opens_what_rules_it() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "93", SIZE);
    desk.press("s");
    has(&desk, "What happened? 3 situations");
    has(&desk, "50E1, 50E2");
    desk.press("forsvant");
    has(&desk, "Situations like forsvant: 1");
    desk.press("<Enter>");
    assert_eq!((desk.trail().as_str(), desk.bar().as_str()), ("93 > 16C", "en skygge forsvant; also 12C1"));
    // The same again, for its other provisions.
    desk.press("s<Tab>");
    has(&desk, "12C1 · no-2017 · 2 of 2, Tab the next");
    desk.press("<Up><Tab><Enter>");
    assert_eq!(desk.trail(), "93 > 16C > 50E2");
    desk.press("sxyz<Enter>");
    assert_eq!(desk.screen().lines().rev().nth(1).unwrap().trim(), "nothing is listed to open");
    desk.press("<Esc>");
    assert_eq!(desk.trail(), "93 > 16C > 50E2");
}

#[test]
fn terms_are_named_in_all_languages_and_lead_to_their_definitions() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "12C1", SIZE);
    desk.press("t");
    has(&desk, "Terms in 12C1 of no-2017");
    has(&desk, "lantaarn");
    has(&desk, "En lampe med håndtak");
    // Where the term stands is marked in the text; what a search has marked comes again.
    let marked = |desk: &Desk| {
        let buffer = desk.buffer();
        let yellow = buffer.content().iter().filter(|cell| cell.bg == ratatui::style::Color::Yellow);
        yellow.map(|cell| cell.symbol().to_owned()).collect::<String>()
    };
    assert_eq!(marked(&desk), "lykt");
    desk.press("<Esc>/skygge<Enter><Enter>12c1<Enter>");
    let searched = marked(&desk);
    desk.press("t<Esc>");
    assert_eq!((searched.is_empty(), marked(&desk)), (false, searched));
    desk.press("t");
    desk.press("<Enter>");
    assert!(desk.trail().ends_with("12C1 > def/Lykt"), "{}", desk.trail());
    desk.press("<Back>t<Esc>93<Enter>t");
    assert_eq!(desk.bar(), "no term is known in 93");
    desk.press("16a<Enter>t<Enter>");
    assert_eq!(desk.bar(), "skygge has no definition");
}

#[test]
fn marks_are_places_to_come_back_to() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    desk.press("'");
    assert_eq!(desk.bar(), "there is no mark; m and a letter sets one");
    desk.press("jma");
    assert_eq!(desk.bar(), "16C is marked a");
    let marked = desk.first_line();
    desk.press("l93<Enter>'");
    assert_eq!(desk.bar(), "which mark? a: 16C");
    desk.press("a");
    assert_eq!(desk.first_line(), marked);
    has(&desk, "no-2017 · 2017 code");
    desk.press("'b");
    assert_eq!(desk.bar(), "nothing is marked b");
    desk.press("m<Esc>'<Esc><Back>");
    assert_eq!(desk.trail(), "16C > 93");
}

#[test]
fn the_outline_opens_and_closes_and_is_filtered() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    desk.press("o<Left>");
    has(&desk, "> 16 SKYGGER");
    desk.press("<Left>");
    has(&desk, "> 16 SKYGGER +");
    assert!(!desk.screen().contains("  16A Lovlige"));
    desk.press("<Left><Left>");
    has(&desk, ">OM LYKTER +");
    desk.press("<Right><Right>");
    has(&desk, "> 8 LYKTENE");
    desk.press("/skygge");
    has(&desk, "Filter: skygge");
    assert!(!desk.screen().contains("8 LYKTENE TENNES \n"));
    desk.press("<Down><Enter>");
    assert_eq!(desk.trail(), "16C > 16A");
    desk.press("o/qqq<Enter>");
    has(&desk, "nothing in the outline has these words");
    desk.press("<Esc><Esc>");
    assert_eq!(desk.trail(), "16C > 16A");
}

#[test]
fn in_columns_tab_goes_through_one_edition_before_the_next() {
    let shelf = lanterns();
    let start = Start { edition: Some(1), at: "16C".parse().ok(), parallel: true, beside: vec![0], ..Start::default() };
    let mut desk = Desk::new(&shelf, start, (120, 40));
    let seen: Vec<String> = (0..4).map(|_| desk.press("<Tab>").selected()).collect();
    assert_eq!(seen, ["12C1", "12C1", "16D", "§ 16A"]);
    desk.press("<Tab><Tab>");
    assert!(desk.bar().contains("12C1"), "{}", desk.bar());
}

#[test]
fn every_key_does_something_where_it_is_bound_or_says_why_not() {
    let shelf = lanterns();
    for binding in KEYMAP {
        let (at, open) = match binding.scope {
            Scope::Reading | Scope::Anywhere | Scope::Always => {
                ("16C", "/skygge<Enter><Enter>93<Enter>16<Enter>jjj<Tab>ma")
            }
            Scope::Outline => ("16", "o"),
            Scope::OutlineFilter => ("16C", "o/e<Down>"),
            Scope::Editions => ("16C", "Lj"),
            Scope::Results | Scope::Moving => ("16C", "/skygge<Enter>j"),
            Scope::CitedBy => ("12C1", "c"),
            Scope::Peek => ("50E2", "<Space><Tab>"),
            Scope::Terms => ("12C1", "t"),
            Scope::Marking => ("16C", "m"),
            Scope::Help => ("16C", "?"),
            Scope::GoTo => ("50", "1<Down>"),
            Scope::Choosing => ("50", "s<Down>"),
            Scope::Search | Scope::Typing => ("50", "/lykt"),
            Scope::Situations => ("50", "s"),
            Scope::Aloud => ("16C", "r"),
            Scope::Bookmarks => ("16C", "bB"),
            Scope::Note => ("16C", "bBex"),
        };
        for key in binding.keys {
            let mut desk = Desk::at(&shelf, at, SIZE);
            desk.press(open);
            desk.effects.clear();
            let before = desk.buffer();
            desk.key(match key {
                Key::Digit => Key::Char('1'),
                Key::Text => Key::Char('x'),
                key => *key,
            });
            assert!(
                desk.ended || !desk.effects.is_empty() || desk.buffer() != before,
                "{key} in {:?} ({})",
                binding.scope,
                binding.help
            );
        }
    }
}

#[test]
fn fast_typing_is_searched_for_once() {
    use lawgrep_tui::{State, enter, keymap::Action, settle, update};
    let shelf = lanterns();
    let mut state = State::new(&shelf, &Start::default(), SIZE);
    update(&mut state, Action::Search, &shelf);
    let before = shelf.searches();
    for c in "skygge".chars() {
        enter(&mut state, Action::Type(c), &shelf);
    }
    assert_eq!(shelf.searches(), before);
    settle(&mut state, &shelf);
    settle(&mut state, &shelf);
    assert_eq!(shelf.searches(), before + 1);
    // Enter right behind the last letter opens what that finds.
    enter(&mut state, Action::EraseAll, &shelf);
    for c in "blyant".chars() {
        enter(&mut state, Action::Type(c), &shelf);
    }
    enter(&mut state, Action::Open, &shelf);
    enter(&mut state, Action::Open, &shelf);
    assert_eq!(shelf.searches(), before + 2);
    assert!(state.leaving(&shelf).unwrap().1.contains("at = \"93\""));
}

#[test]
fn what_is_wrong_with_a_citation_is_told_in_the_language_of_the_user() {
    let shelf = lanterns();
    let start = |lang: &str| Start { lang: lang.to_owned(), ..Start::default() };
    for (lang, typed, bar) in [
        ("en", "16+q", "`16+q` is no citation; one looks like 16C2"),
        ("no", "16+q", "`16+q` er ingen paragraf fra og med `+q`; en ser ut som 16C2"),
        ("no", "gqq", "`qq` er ingen bestemmelse; en ser ut som 16C2"),
    ] {
        let mut desk = Desk::new(&shelf, start(lang), SIZE);
        desk.press(typed);
        has(&desk, bar);
    }
    let mut desk = Desk::new(&shelf, Start { edition: Some(4), ..start("no") }, SIZE);
    desk.press("j");
    has(&desk, "sv-1997 kan ikke leses: skadet i hylla, importer den på nytt (its pages are wet)");
}
