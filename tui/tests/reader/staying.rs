//! Where a print has gaps: a companion stands in, and going on returns to what the user had chosen.

use lawgrep_model::Standing;
use lawgrep_tui::Start;

use crate::{
    drive::Desk,
    fixture::{Shelf, edition, lanterns, law},
};

const SIZE: (u16, u16) = (80, 24);

/// Two prints of one code with gaps, and the companions in their languages.
fn gaps() -> Shelf {
    let no = vec![
        law("8", "LYKTENE TENNES", "Tennes som i {{12C|12C}}."),
        law("12", "VOKTEREN", "Vokteren avgjør."),
        law("50", "LYS", "Et lys."),
    ];
    let nl = vec![law("8", "HET AANSTEKEN", "Aansteken."), law("50", "LICHT", "Een licht.")];
    let explained = |words: [&str; 4]| {
        vec![
            law("8", "", words[0]),
            law("12", "", words[1]),
            law("12C", "", words[2]),
            law("12C1", "", "Se {{50|50}}."),
            law("50", "", words[3]),
        ]
    };
    Shelf::of(vec![
        (edition("no-2017", "", 2017, Standing::Official), no),
        (edition("nl-2017", "", 2017, Standing::Official), nl),
        (
            edition("companion-no", "", 2017, Standing::Companion),
            explained(["Om å tenne.", "Om vokteren.", "Om rettigheter.", "Om lys."]),
        ),
        (
            edition("companion-nl", "", 2017, Standing::Companion),
            explained(["Over aansteken.", "Over de wachter, zie {{50|50}}.", "Over rechten.", "Over licht."]),
        ),
    ])
}

#[test]
fn a_companion_stands_in_for_what_a_print_beside_lacks() {
    let shelf = gaps();
    for size in [(200, 60), SIZE, (40, 12)] {
        let start =
            Start { edition: Some(0), at: "12".parse().ok(), parallel: true, beside: vec![1], ..Start::default() };
        let desk = Desk::new(&shelf, start, size);
        insta::assert_snapshot!(format!("standing-in-{}x{}", size.0, size.1), desk.screen());
    }
    // Where it stands beside anyway, once is enough.
    let start =
        Start { edition: Some(0), at: "12".parse().ok(), parallel: true, beside: vec![1, 3], ..Start::default() };
    let desk = Desk::new(&shelf, start, SIZE);
    assert_eq!(desk.screen().matches("Over de wachter").count(), 1, "{}", desk.screen());
}

#[test]
fn a_reference_in_words_that_stand_in_is_followed_and_named() {
    let shelf = gaps();
    let start = Start { edition: Some(0), at: "12".parse().ok(), parallel: true, beside: vec![1], ..Start::default() };
    let mut desk = Desk::new(&shelf, start, SIZE);
    desk.press("<Tab><Enter>");
    assert_eq!(desk.trail(), "12 > 50");
}

#[test]
fn going_on_returns_to_the_edition_chosen() {
    let shelf = gaps();
    let away = |keys: &str| {
        let mut desk = Desk::at(&shelf, "8", SIZE);
        desk.press("<Tab><Enter>");
        assert!(desk.screen().contains("12C       Om rettigheter"), "{}", desk.screen());
        desk.press(keys);
        desk
    };
    for (keys, first) in [("n", "50 "), ("p", "12 "), ("N", "50 "), ("P", "12 "), ("50<Enter>", "50 ")] {
        let desk = away(keys);
        let screen = desk.screen();
        assert!(screen.contains("no-2017 · 2017 code · official"), "{keys}: {screen}");
        assert!(desk.first_line().starts_with(first), "{keys}: {}", desk.first_line());
    }
    assert_eq!(away("n").bar(), "reading no-2017 again");
    // What is typed is looked up where it will be opened, and back leads to where one was.
    let mut desk = away("12");
    assert!(desk.screen().contains("12 · no-2017"), "{}", desk.screen());
    desk.press("<Enter>");
    assert_eq!(desk.trail(), "8 > 12C > 12");
    desk.press("<Back>");
    assert!(desk.screen().contains("12C       Om rettigheter"), "{}", desk.screen());
    desk.press("n");
    assert!(desk.screen().contains("no-2017 · 2017 code · official"));
    // A place that the print lacks opens in the companion once more.
    let desk = away("12c1<Enter>");
    assert!(desk.screen().contains("companion-no"), "{}", desk.screen());
}

#[test]
fn who_stays_by_choice_stays() {
    let shelf = gaps();
    for keys in ["L<Enter>", "ll", "=="] {
        let mut desk = Desk::at(&shelf, "8", SIZE);
        desk.press("<Tab><Enter>");
        desk.press(keys);
        let before = desk.screen();
        let edition = |screen: &str| screen.lines().nth(22).unwrap().split("  ").last().unwrap().trim().to_owned();
        desk.press("n");
        if keys != "L<Enter>" {
            assert_eq!(edition(&desk.screen()), edition(&before), "{keys}");
        }
    }
}

#[test]
fn scrolling_and_references_stay_where_they_are() {
    let shelf = gaps();
    let mut desk = Desk::at(&shelf, "8", SIZE);
    desk.press("<Tab><Enter>j<Tab><Enter>");
    assert!(desk.screen().contains("companion-no"), "{}", desk.screen());
}

#[test]
fn what_refers_to_a_part_is_listed_with_it() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "12", (120, 40));
    desk.press("c");
    let screen = desk.screen();
    // 8 is a range up to 12; 16C refers to 12C1, 50E2 to 12C.
    assert!(screen.contains("(12C1) Skygger som forsvinner"), "{screen}");
    assert!(screen.contains("(12C) Annen kunnskap"), "{screen}");
    desk.press("<End><Enter>");
    assert!(!desk.selected().is_empty());
}

#[test]
fn a_label_has_the_weight_of_the_words_that_are_there() {
    use ratatui::style::Color;
    let shelf = gaps();
    for (at, colour) in [("12", Color::Magenta), ("8", Color::Reset)] {
        let start =
            Start { edition: Some(3), at: at.parse().ok(), parallel: true, beside: vec![1], ..Start::default() };
        let desk = Desk::new(&shelf, start, SIZE);
        let (screen, buffer) = (desk.screen(), desk.buffer());
        let wanted = format!("│{at} ");
        let (y, line) = screen.lines().enumerate().find(|(_, line)| line.contains(&wanted)).unwrap();
        let x = line.split('│').next().unwrap().chars().count() + 1;
        assert_eq!(buffer[(x as u16, y as u16)].fg, colour, "{at}\n{screen}");
    }
}

#[test]
fn the_title_of_a_box_is_not_pale() {
    use ratatui::style::Modifier;
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "50E2", SIZE);
    desk.press("<Tab><Space>");
    let (screen, buffer) = (desk.screen(), desk.buffer());
    let (y, line) = screen.lines().enumerate().find(|(_, line)| line.contains("┌─ 16C")).unwrap();
    let x = line.split("16C").next().unwrap().chars().count();
    assert!(!buffer[(x as u16, y as u16)].modifier.contains(Modifier::DIM), "{screen}");
}
