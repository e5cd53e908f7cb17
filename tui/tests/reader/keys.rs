//! What the keys do.

use lawgrep_tui::{Reader, Start, keymap::Action};

use crate::{
    drive::Desk,
    fixture::{lanterns, unit},
};

const SIZE: (u16, u16) = (80, 24);

#[test]
fn a_trail_is_walked_back_to_the_exact_place() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "50E2", SIZE);
    desk.press("k<Tab><Tab>");
    let first = desk.buffer();
    assert_eq!(desk.selected(), "vokterens rettigheter i 12C");
    desk.press("<Enter>");
    assert_eq!(desk.trail(), "50E2 > 12C");
    desk.press("<Tab>");
    let second = desk.buffer();
    desk.press("<Enter>");
    assert_eq!(desk.trail(), "50E2 > 12C > 50E");
    desk.press("jj<Back>");
    // The hint bar has its keys again where the reference's target stood.
    desk.press("<BackTab><Tab>");
    assert_eq!(desk.buffer(), second);
    desk.press("<Back><BackTab><Tab>");
    assert_eq!(desk.buffer(), first);
    desk.press("<Back>");
    assert_eq!(desk.bar(), "this is where you began");
}

#[test]
fn back_returns_to_the_edition_and_the_view() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    desk.press("=");
    let before = desk.screen();
    desk.press("93<Enter>l=L<Down><Enter><Back>");
    assert_eq!(desk.screen(), before);
}

#[test]
fn after_a_go_to_tab_begins_at_the_provision_gone_to() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "", SIZE);
    desk.press("16c<Enter>");
    assert_eq!(desk.first_line(), "16C       Skygger som forsvinner");
    assert_eq!(desk.trail(), "16C");
    desk.press("<Tab>");
    assert_eq!(desk.selected(), "12C1");
    // The last provision stands first too, though there is room above it.
    desk.press("93<Enter>");
    assert_eq!(desk.first_line(), "93        KLAGER");
    assert_eq!(desk.trail(), "16C > 93");
}

#[test]
fn tab_stays_in_view_and_goes_round() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", (80, 9));
    let mut seen = Vec::new();
    for _ in 0..4 {
        desk.press("<Tab>");
        seen.push(desk.selected());
    }
    assert_eq!(seen, ["12C1", "16D", "§ 16A", "12C1"]);
    desk.press("<BackTab>");
    assert_eq!(desk.selected(), "§ 16A");
    desk.press("93<Enter><Tab>");
    assert_eq!(desk.bar(), "no reference in view");
}

#[test]
fn both_ends_of_a_range_can_be_followed() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "8", SIZE);
    desk.press("<Tab>");
    assert_eq!(desk.selected(), "§§ 8");
    desk.press("<Tab>");
    assert_eq!(desk.selected(), "12");
    desk.press("<Enter>");
    assert_eq!(desk.trail(), "8 > 12");
}

#[test]
fn what_leads_nowhere_is_no_stop() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16D", (80, 8));
    desk.press("<Tab>");
    assert_eq!(desk.selected(), "§ 80");
}

#[test]
fn scrolling_a_reference_away_forgets_it() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "8", (80, 8));
    desk.press("<Tab>jjj<Enter>");
    assert_eq!(desk.bar(), "Tab selects a reference, Enter then follows it");
}

#[test]
fn a_target_that_the_edition_lacks_opens_in_another_of_its_code() {
    let shelf = lanterns();
    let start = Start { edition: Some(1), at: "16C".parse().ok(), ..Start::default() };
    let mut desk = Desk::new(&shelf, start, SIZE);
    desk.press("<Tab>");
    assert_eq!(desk.bar(), "12C1 is not in nl-2017; Enter opens it in no-2017");
    desk.press("<Enter>");
    assert_eq!(desk.bar(), "12C1 is not in nl-2017: shown from no-2017");
    assert!(desk.screen().contains("no-2017 · 2017 code · official"));
    assert_eq!(desk.trail(), "16C > 12C1");
    desk.press("<Back>");
    assert!(desk.screen().contains("nl-2017 · 2017 code · official"));
}

#[test]
fn no_reference_is_followed_into_another_code() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16D", (100, 24));
    desk.press("<Tab>");
    let before = desk.first_line();
    desk.press("<Enter>");
    assert_eq!(desk.first_line(), before);
    let words =
        "80 (2017 code) is in no edition at hand; nearest: 50; da-1997 has a 80, but of the 1997 code: it may be";
    assert!(desk.screen().replace('\n', " ").contains(words), "{}", desk.screen());
    // Nor is it peeked at.
    desk.press("<Space>");
    assert!(!desk.screen().contains("Gamle"));
}

#[test]
fn no_reference_leads_out_of_the_superseded_code() {
    let shelf = lanterns();
    let start = Start { edition: Some(3), at: "16C".parse().ok(), ..Start::default() };
    let mut desk = Desk::new(&shelf, start, (100, 24));
    desk.press("<Tab>");
    assert_eq!(desk.selected(), "§ 12C1");
    desk.press("<Enter>");
    assert!(desk.screen().contains("12C1 (1997 code) is in no edition at hand"), "{}", desk.screen());
    assert!(desk.first_line().starts_with("1997 code, superseded"));
    desk.press("<Tab>");
    assert_eq!(desk.selected(), "§ 80");
    desk.press("<Enter>");
    assert_eq!(desk.trail(), "16C > 80");
}

#[test]
fn beside_another_code_each_reference_stays_in_its_own() {
    let shelf = lanterns();
    let start = Start { edition: Some(0), at: "16D".parse().ok(), parallel: true, beside: vec![3], ..Start::default() };
    let mut desk = Desk::new(&shelf, start, (90, 30));
    // Where nothing is known of the older code's law, it stands in a row of its own, never beside.
    let screen = desk.screen();
    let label = screen.lines().position(|l| l.contains("1997 16C")).unwrap();
    let old = screen.lines().position(|l| l.contains("da-1997 (1997 code, superseded)  Fremmede skygger")).unwrap();
    assert!(label < old, "{screen}");
    desk.press("<Tab><Tab>");
    assert_eq!(desk.selected(), "§ 12C1");
    desk.press("<Enter>");
    assert!(desk.screen().contains("12C1 (1997 code) is in no edition at hand"));
    desk.press("<Tab>");
    assert_eq!(desk.selected(), "§ 80");
    desk.press("<Enter>");
    assert_eq!(desk.trail(), "16C (1997 code) > 80 (1997 code)");
    assert!(desk.first_line().contains("1997"), "{}", desk.screen());
    // n and p pass over the other code.
    desk.press("16d<Enter>n");
    assert_eq!(desk.trail().rsplit(" > ").next(), Some("50"));
    desk.press("p");
    assert_eq!(desk.trail().rsplit(" > ").next(), Some("16D"));
    // Scrolled there, the place says which code it is of.
    desk.press("jjjj");
    assert!(desk.trail().ends_with("16 (1997 code)"), "{}", desk.trail());
}

#[test]
fn next_and_previous_provision_stop_at_the_ends() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "", SIZE);
    desk.press("p");
    assert_eq!(desk.bar(), "8 is the first provision");
    desk.press("n");
    assert_eq!(desk.first_line(), "12        VOKTEREN");
    desk.press("jp");
    assert_eq!(desk.first_line(), "12        VOKTEREN");
    desk.press("p");
    assert_eq!(desk.first_line(), "8         LYKTENE TENNES");
    for _ in 0..40 {
        desk.press("n");
    }
    assert_eq!(desk.bar(), "93 is the last provision");
    assert_eq!(desk.first_line(), "93        KLAGER");
    // Walking is no step of the trail.
    assert_eq!(desk.trail(), "93");
}

#[test]
fn text_after_the_parts_is_shown_after_them() {
    let shelf = lanterns();
    let desk = Desk::at(&shelf, "12", SIZE);
    let screen = desk.screen();
    let at = |words: &str| screen.find(words).unwrap();
    assert!(at("Vokteren avgjør") < at("blåse ut"));
    assert!(at("blåse ut") < at("(12, after its parts) Alt dette gjelder"));
}

#[test]
fn a_malformed_citation_is_named_and_stays() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "", SIZE);
    desk.press("16%");
    let says = |desk: &Desk, words: &str| {
        assert!(desk.screen().contains(words), "{}", desk.screen());
    };
    says(&desk, "`16%` is no citation; one looks like 16C2");
    desk.press("<Enter>");
    says(&desk, "`16%` is no citation; one looks like 16C2");
    assert!(desk.bar().starts_with("Go to: 16%"));
    desk.press("<Back>c<Enter>");
    assert_eq!(desk.trail(), "16C");
}

#[test]
fn a_name_that_is_no_provision_opens_nothing() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "", SIZE);
    desk.press("gdef/Lykt<Enter>");
    assert!(desk.screen().contains("`def/Lykt` names no provision"));
    assert!(desk.bar().starts_with("Go to: def/Lykt"));
}

#[test]
fn an_absent_citation_names_the_nearest() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "", SIZE);
    for (typed, says) in [
        ("16q", "16Q (2017 code) is in no edition at hand; nearest: 16D"),
        ("50e9", "50E9 (2017 code) is in no edition at hand; nearest: 50E2"),
        ("12c2b", "12C2b (2017 code) is in no edition at hand; nearest: 12C2"),
        ("94", "94 (2017 code) is in no edition at hand; nearest: 93"),
        ("1", "1 (2017 code) is in no edition at hand; nearest: 8"),
        ("16c1", "16C1 is not in no-2017; Enter opens it in nl-2017"),
    ] {
        desk.press(&format!("g{typed}"));
        assert!(desk.screen().contains(says), "{}", desk.screen());
        desk.press("<Esc>");
    }
    desk.press("94<Enter>");
    assert!(desk.bar().starts_with("Go to: 94"));
    desk.press("<Ctrl-U>16c1<Enter>");
    assert_eq!(desk.bar(), "16C1 is not in no-2017: shown from nl-2017");
}

#[test]
fn a_provision_without_words_of_its_own_opens_at_its_first_part() {
    let shelf = crate::fixture::Shelf::of(vec![(
        crate::fixture::edition("no-2017", "", 2017, lawgrep_model::Standing::Official),
        vec![crate::fixture::law("12", "", "x"), crate::fixture::law("12C1a", "", "Første ledd.")],
    )]);
    let mut desk = Desk::at(&shelf, "", SIZE);
    desk.press("12c1");
    assert!(desk.screen().contains("12C1 · no-2017") && desk.screen().contains("12C1a     Første ledd."));
    desk.press("<Enter>");
    assert_eq!((desk.first_line().as_str(), desk.trail().as_str()), ("12C1a     Første ledd.", "12C1"));
}

#[test]
fn escape_cancels_a_go_to_and_so_does_backspace_on_nothing() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    let before = desk.screen();
    desk.press("50<Esc>");
    assert_eq!(desk.screen(), before);
    desk.press("5<Back><Back>");
    assert_eq!(desk.screen(), before);
}

#[test]
fn editions_of_the_code_take_turns_at_the_same_place() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16D", SIZE);
    desk.press("l");
    assert_eq!(desk.bar(), "16D is not in nl-2017; nearest: 16C");
    desk.press("l");
    assert_eq!(desk.bar(), "reading companion-en");
    assert!(desk.screen().contains("companion text: explains, is not the law book"));
    desk.press("l");
    assert_eq!(desk.bar(), "reading no-2017");
    assert!(desk.first_line().starts_with("16C "));
}

#[test]
fn another_code_is_chosen_by_name_and_says_so() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    desk.press("L<Down><Down><Down><Enter>");
    assert_eq!(desk.bar(), "da-1997 reads the 1997 code: this 16C may be another rule");
    assert!(desk.screen().contains("da-1997 · 1997 code, superseded · official"));
    desk.press("l");
    assert_eq!(desk.bar(), "da-1997 is the only edition of the 1997 code at hand; L lists all");
}

#[test]
fn an_unreadable_edition_says_why_and_keeps_the_place() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    desk.press("L<End><Enter>");
    assert!(desk.screen().contains("sv-1997 cannot be read: damaged on the shelf, import it again"));
    desk.press("L<Home><Enter>");
    assert!(desk.first_line().starts_with("16C "), "{}", desk.screen());
}

#[test]
fn peek_shows_the_target_and_follows() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "50E2", SIZE);
    let before = desk.screen();
    desk.press("<Space>");
    assert!(desk.screen().contains("gjelder 12C1"));
    desk.press("<Esc><Esc>");
    assert_eq!(desk.screen(), before);
    desk.press("<Space><Enter>");
    assert_eq!(desk.trail(), "50E2 > 16C");
}

#[test]
fn peek_looks_into_another_edition_of_the_code() {
    let shelf = lanterns();
    let start = Start { edition: Some(1), at: "16C".parse().ok(), ..Start::default() };
    let mut desk = Desk::new(&shelf, start, SIZE);
    desk.press("<Space>");
    assert!(desk.screen().contains("12C1 · no-2017"));
    assert_eq!(desk.bar(), "12C1 is not in nl-2017: shown from no-2017");
}

#[test]
fn parallel_shows_one_edition_of_each_other_language() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    desk.press("=");
    let screen = desk.screen();
    assert!(screen.lines().next().unwrap().contains("no-2017 + nl-2017 + companion-en"));
    for words in ["Skygger som forsvinner", "Verdwenen schaduwen", "companion-en (companion)", "Skyggen av en måke"] {
        assert!(screen.contains(words), "{words} in {screen}");
    }
    desk.press("=");
    assert!(!desk.screen().contains("Verdwenen"));
    assert_eq!(desk.first_line(), "16C       Skygger som forsvinner");
}

#[test]
fn parallel_says_which_edition_lacks_a_provision() {
    let shelf = lanterns();
    let start = Start { edition: Some(0), at: "16D".parse().ok(), parallel: true, beside: vec![1], ..Start::default() };
    for size in [(80, 24), (120, 30)] {
        let desk = Desk::new(&shelf, start.clone(), size);
        assert!(desk.screen().contains("not in this edition"), "{}", desk.screen());
    }
}

#[test]
fn side_by_side_and_stacked_take_turns() {
    let shelf = lanterns();
    let start = Start { edition: Some(0), at: "16A".parse().ok(), parallel: true, beside: vec![1], ..Start::default() };
    let mut desk = Desk::new(&shelf, start, (120, 30));
    let beside = |desk: &Desk| desk.screen().lines().any(|l| l.contains("Lovlige") && l.contains("Toegestane"));
    assert!(beside(&desk));
    desk.press("v");
    assert!(!beside(&desk));
    desk.press("v");
    assert!(beside(&desk));
    desk.act(Action::Resize(80, 24));
    assert!(!beside(&desk));
}

#[test]
fn results_open_marked_and_come_again() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "93", SIZE);
    desk.press("/lykt<Enter>j<Enter>");
    assert_eq!(desk.trail(), "93 > 12C1");
    let yellow = |desk: &Desk| {
        let buffer = desk.buffer();
        let hit = |cell: &&ratatui::buffer::Cell| cell.bg == ratatui::style::Color::Yellow;
        buffer.content().iter().filter(hit).map(|cell| cell.symbol().to_owned()).collect::<String>()
    };
    assert_eq!(yellow(&desk), "lyktlykt");
    desk.press("/<Enter>");
    assert!(desk.screen().contains(">12C1"));
    desk.press("<Esc><Esc>");
    assert_eq!(yellow(&desk), "");
    desk.press("<Back>");
    assert_eq!(desk.trail(), "93");
}

#[test]
fn a_search_can_be_widened_to_all_editions() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "", SIZE);
    desk.press("/schaduw<Enter>");
    assert!(desk.screen().contains("nothing found for schaduw here; Tab searches all editions"));
    desk.press("<Tab><Enter><Enter>");
    assert!(desk.screen().contains("nl-2017 · 2017 code"));
    desk.press("/gamle<Enter>");
    desk.press("<Tab><Enter><Enter>");
    assert!(desk.screen().contains("nothing found in any edition"));
    desk.press("<Esc>/lygter<Tab><Enter><Enter>");
    assert_eq!(desk.bar(), "da-1997 reads the 1997 code");
}

#[test]
fn what_refers_here_opens_at_the_reference() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "12C1", SIZE);
    desk.press("c<Enter>");
    assert_eq!(desk.trail(), "12C1 > 16C");
    assert_eq!(desk.selected(), "12C1");
    desk.press("93<Enter>c");
    assert_eq!(desk.bar(), "nothing here refers to 93");
}

#[test]
fn the_outline_reaches_everything() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    desk.press("o<Home><Enter>");
    assert!(desk.screen().contains("│Forord") || desk.first_line() == "Forord", "{}", desk.screen());
    desk.press("oj");
    assert!(desk.screen().contains(" Vokter"), "{}", desk.screen());
    desk.press("jj<Enter>");
    assert_eq!(desk.trail(), "16C > foreword > def/Vokter");
    desk.press("o<End><Enter>");
    assert!(desk.first_line().starts_with("93 "));
}

#[test]
fn the_outline_keeps_step_with_the_text() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    assert!(desk.screen().contains(">  16C"));
    desk.press("n");
    assert!(desk.screen().contains(">  16D"));
    desk.press("n");
    assert!(desk.screen().contains("> 50"));
    assert!(!desk.screen().contains("  16A Lovlige"));
}

#[test]
fn a_new_width_keeps_the_place() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    for (width, height) in [(40, 12), (120, 30), (60, 8), (33, 9)] {
        desk.act(Action::Resize(width, height));
        assert!(desk.first_line().starts_with("16C "), "{}", desk.screen());
    }
}

#[test]
fn quitting() {
    let shelf = lanterns();
    for keys in ["q", "<Ctrl-C>", "/q<Ctrl-C>", "?q", "g<Ctrl-C>"] {
        let mut desk = Desk::at(&shelf, "", SIZE);
        desk.press(keys);
        assert!(desk.ended, "{keys}");
    }
    let mut desk = Desk::at(&shelf, "", SIZE);
    desk.press("/q<Esc>");
    assert!(!desk.ended);
}

#[test]
fn help_returns_to_what_was_open() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "", SIZE);
    desk.press("/skygge<Enter>j");
    let before = desk.screen();
    desk.press("?<End><Esc>");
    assert_eq!(desk.screen(), before);
}

#[test]
fn the_start_says_where_to_open() {
    let shelf = lanterns();
    let at = |cite: &str| Start { at: cite.parse().ok(), ..Start::default() };
    let mut desk = Desk::new(&shelf, at("16C1"), SIZE);
    assert!(desk.screen().contains("nl-2017 · 2017 code"));
    desk = Desk::new(&shelf, at("80"), SIZE);
    assert!(desk.screen().contains("da-1997 · 1997 code, superseded"));
    desk = Desk::new(&shelf, at("70"), SIZE);
    assert!(desk.screen().contains("70 (2017 code) is in no edition at hand; nearest: 50"));
    let beside = Start { edition: Some(3), parallel: true, ..Start::default() };
    desk = Desk::new(&shelf, beside, SIZE);
    assert!(shelf.document(4).is_none() && desk.screen().contains("sv-1997 cannot be read"));
}

#[test]
fn combined_rows_answer_for_each_of_their_provisions() {
    let book = |id: &str, units| (crate::fixture::edition(id, "", 2017, lawgrep_model::Standing::Official), units);
    let law = crate::fixture::law;
    let shelf = crate::fixture::Shelf::of(vec![
        book("no-2017", vec![law("42B1+42B2", "", "To i en."), law("42C", "", "Etter.")]),
        book("nl-2017", vec![law("42B1", "", "Een."), law("42B2", "", "Twee.")]),
    ]);
    let mut desk = Desk::at(&shelf, "", SIZE);
    desk.press("42b2<Enter>");
    assert!(desk.screen().contains("42B1+42B2"));
    desk.press("=42b2<Enter>");
    assert!(desk.first_line().contains("printed with 42B1"), "{}", desk.screen());
    desk.press("p");
    assert!(desk.first_line().contains("(also 42B2) To i en."), "{}", desk.screen());
}

#[test]
fn a_second_printing_says_so() {
    let law = crate::fixture::law;
    let shelf = crate::fixture::Shelf::of(vec![(
        crate::fixture::edition("no-2017", "", 2017, lawgrep_model::Standing::Official),
        vec![
            law("16C", "", "En."),
            law("17", "", "To."),
            law("16C", "", "Tre."),
            unit(lawgrep_model::UnitKey::Remark("17".parse().unwrap()), "", "Fire."),
        ],
    )]);
    let mut desk = Desk::at(&shelf, "", SIZE);
    desk.press("16c<Enter>");
    assert!(desk.first_line().contains("En."));
    assert!(desk.screen().contains("(printed again) Tre."));
    assert!(desk.screen().contains("Note on 17"));
}

#[test]
fn another_language_read_first_shows_what_a_fresh_start_shows() {
    let shelf = lanterns();
    let start = |edition: usize, beside: &[usize]| Start {
        edition: Some(edition),
        at: "8".parse().ok(),
        parallel: true,
        beside: beside.to_vec(),
        ..Start::default()
    };
    let lines = |desk: &Desk<'_>| desk.screen().lines().take(300).map(str::to_owned).collect::<Vec<_>>();
    for (from, to) in [(0, [1, 0, 2]), (1, [2, 1, 0]), (2, [0, 2, 1])] {
        let others: Vec<usize> = (0..3).filter(|n| *n != from).collect();
        let mut turned = Desk::new(&shelf, start(from, &others), (200, 302));
        turned.press("l<Home>");
        let mut fresh = Desk::new(&shelf, start(to[0], &to[1..]), (200, 302));
        fresh.press("<Home>");
        assert_eq!(lines(&turned), lines(&fresh), "{from}");
    }
}
