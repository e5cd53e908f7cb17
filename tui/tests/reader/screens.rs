//! What the screens look like.

use lawgrep_tui::Start;

use crate::{drive::Desk, fixture::lanterns};

const HUGE: (u16, u16) = (200, 60);
const WIDE: (u16, u16) = (120, 40);
const USUAL: (u16, u16) = (80, 24);
const SMALL: (u16, u16) = (40, 12);

#[track_caller]
fn check(name: &str, cite: &str, keys: &str) {
    let shelf = lanterns();
    for size in [HUGE, WIDE, USUAL, SMALL] {
        let mut desk = Desk::at(&shelf, cite, size);
        desk.press(keys);
        insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), desk.screen());
    }
}

#[test]
fn beginning() {
    check("beginning", "", "");
}

#[test]
fn a_provision_with_note_and_references() {
    check("provision", "16C", "<Tab>");
}

#[test]
fn the_trail() {
    check("trail", "50E2", "<Tab><Enter><Tab><Enter>");
}

#[test]
fn two_editions_of_one_code() {
    check("parallel", "16", "=L<Down><Down><Space><Esc>");
}

#[test]
fn an_edition_of_another_code_beside() {
    check("codes", "16C", "L<End><Up><Space><Esc>");
}

#[test]
fn three_editions_and_an_older_code() {
    let shelf = lanterns();
    for size in [HUGE, (150, 30), WIDE, USUAL, SMALL] {
        let start = Start {
            edition: Some(0),
            at: "16".parse().ok(),
            parallel: true,
            beside: vec![1, 2, 3],
            ..Start::default()
        };
        let desk = Desk::new(&shelf, start, size);
        insta::assert_snapshot!(format!("many-{}x{}", size.0, size.1), desk.screen());
    }
}

#[test]
fn peek() {
    check("peek", "50E2", "<Tab><Space>");
}

#[test]
fn help() {
    check("help", "", "?");
}

#[test]
fn typing_words() {
    check("search", "", "/skygge");
}

#[test]
fn results() {
    check("results", "", "/skygge<Enter>jj");
}

#[test]
fn typing_a_citation() {
    check("goto", "", "12c1");
}

#[test]
fn typing_an_absent_citation() {
    check("goto-absent", "", "16q");
}

#[test]
fn choosing_a_completion() {
    check("goto-chosen", "", "12<Down><Down>");
}

#[test]
fn situations() {
    check("situations", "", "s<Down><Tab>");
}

#[test]
fn terms() {
    check("terms", "12C1", "t");
}

#[test]
fn a_deeper_peek() {
    check("peek-deeper", "50E2", "<Space><Tab><Space>");
}

#[test]
fn the_rule_in_several_languages() {
    check("by-rule", "", "/skygge<Tab><Enter>j");
}

#[test]
fn a_filtered_outline() {
    check("outline-filter", "16C", "o/skygge");
}

#[test]
fn editions() {
    check("editions", "", "L");
}

#[test]
fn outline() {
    check("outline", "16C", "ojj");
}

#[test]
fn cited_by() {
    check("cited-by", "16C", "c");
}

#[test]
fn superseded() {
    check("superseded", "16C", "L<End><Up><Enter>");
}

#[test]
fn unreadable() {
    check("unreadable", "16C", "L<End><Enter>");
}

#[test]
fn styles() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", (60, 12));
    desk.press("<Tab>");
    insta::assert_debug_snapshot!("styles", desk.buffer());
    let mut desk = Desk::new(&shelf, Start { edition: Some(3), ..Start::default() }, (60, 12));
    desk.press("/skygge<Enter><Enter>");
    insta::assert_debug_snapshot!("styles-hits", desk.buffer());
}
