//! The cursor on words, and what is told of them.

use lawgrep_tui::{Start, keymap::Action};

use crate::{
    drive::Desk,
    fixture::{lanterns, law, noted, unit},
};

const SIZE: (u16, u16) = (80, 24);

#[test]
fn the_cursor_goes_from_word_to_word() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "12C1", SIZE);
    let mut seen = Vec::new();
    for _ in 0..5 {
        desk.press("<Right>");
        seen.push(desk.selected());
    }
    assert_eq!(seen, ["Vokteren", "kan", "låne", "bort", "sin"]);
    desk.press("<Left><Left>");
    assert_eq!(desk.selected(), "låne");
    desk.press("<Left><Left><Left>");
    // Before the first word in view stands the provision above, which scrolls in.
    assert_eq!(desk.selected(), "Rettigheter");
    assert!(desk.first_line().starts_with("12C "), "{}", desk.first_line());
}

#[test]
fn the_cursor_goes_from_line_to_line() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "12C1", SIZE);
    desk.press("<Right><Right>w");
    assert_eq!(desk.selected(), "50E");
    desk.press("w");
    assert_eq!(desk.selected(), "Vokteren");
    desk.press("w");
    assert_eq!(desk.selected(), "Alt");
    desk.press("W");
    assert_eq!(desk.selected(), "en");
    // Far down the screen goes along.
    desk.press("wwwwwwwwwwwwwwwwwwwwwwww");
    assert!(!desk.selected().is_empty());
    assert!(!desk.first_line().starts_with("12C1"));
}

#[test]
fn side_by_side_the_cursor_stays_in_its_column() {
    let shelf = lanterns();
    let start = Start { edition: Some(0), at: "16A".parse().ok(), parallel: true, ..Start::default() };
    let mut desk = Desk::new(&shelf, start, (200, 60));
    desk.press("<Right>");
    assert_eq!(desk.selected(), "Lovlige");
    desk.press("w");
    assert_eq!(desk.selected(), "En");
    for _ in 0..8 {
        desk.press("<Right>");
    }
    // All of the first column, then the second.
    assert_eq!(desk.selected(), "Toegestane");
}

#[test]
fn the_word_under_the_cursor_is_told_in_all_languages() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "12C1", SIZE);
    desk.press("<Right>t");
    let screen = desk.screen();
    assert!(screen.contains(">vokter") && screen.contains("nl  wachter"), "{screen}");
    desk.press("<Esc><Right><Right><Right><Right><Right>");
    assert_eq!(desk.selected(), "lykt");
    desk.press("t");
    let screen = desk.screen();
    assert!(screen.contains(">lykt") && screen.contains("nl  lantaarn"), "{screen}");
    // Its definition is opened, and back is the word.
    desk.press("<Enter>");
    assert!(desk.first_line().starts_with("Lykt"), "{}", desk.first_line());
}

#[test]
fn a_word_that_is_no_term_lists_those_of_the_provision() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "12C1", SIZE);
    desk.press("<Right><Right>t");
    assert!(desk.screen().contains(">lykt"), "{}", desk.screen());
    assert_eq!(desk.bar(), "`kan` is no term that is known; these are in 12C1");
    // Without a cursor likewise.
    desk.press("<Esc><Esc>t");
    assert!(desk.screen().contains(">lykt"), "{}", desk.screen());
    let mut desk = Desk::at(&shelf, "93", SIZE);
    desk.press("<Right>t");
    assert_eq!(desk.bar(), "no term is known in 93");
}

#[test]
fn a_reference_under_the_cursor_is_selected() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    desk.press("<Right><Right><Right><Right><Right><Right><Right><Right>");
    assert_eq!(desk.selected(), "12C1");
    assert!(desk.bar().starts_with("12C1: "), "{}", desk.bar());
    desk.press("<Enter>");
    assert_eq!(desk.trail(), "16C > 12C1");
    // Tab takes the cursor away.
    desk.press("<Right><Tab>");
    assert_eq!(desk.selected(), "50E");
}

#[test]
fn what_is_out_of_view_is_forgotten() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "12C1", (80, 9));
    desk.press("<Right>");
    assert_eq!(desk.selected(), "Vokteren");
    desk.press("jjjj");
    assert_eq!(desk.selected(), "");
    desk.press("t");
    assert!(!desk.bar().contains("Vokteren"));
}

#[test]
fn a_click_puts_the_cursor_on_a_word_and_tells_of_a_term() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "12C1", SIZE);
    let at = |desk: &Desk<'_>, words: &str| {
        let screen = desk.screen();
        let (y, line) = screen.lines().enumerate().find(|(_, line)| line.contains(words)).unwrap();
        (line.split(words).next().unwrap().chars().count() as u16 + 2, y as u16)
    };
    let (x, y) = at(&desk, "bort sin");
    desk.act(Action::Click(x, y));
    assert_eq!(desk.selected(), "bort");
    let (x, y) = at(&desk, "Vokteren kan låne");
    desk.act(Action::Click(x, y));
    assert!(desk.screen().contains(">vokter"), "{}", desk.screen());
}

#[test]
fn words_are_found_whole_whatever_stands_between() {
    use crate::fixture::{Shelf, edition};
    use lawgrep_model::{Standing, UnitKey};
    let shelf = Shelf::of(vec![(
        edition("no-2017", "", 2017, Standing::Official),
        vec![
            noted(law("1", "Lys", "Fyr\u{200d}tårnet^1 og natt-\u{1b}vakta sover.\nIkke vi."), "Note her."),
            unit(UnitKey::Exercise(1), "", "Hva?"),
        ],
    )]);
    let mut desk = Desk::at(&shelf, "1", (40, 12));
    let mut seen = Vec::new();
    for _ in 0..9 {
        desk.press("<Right>");
        seen.push(desk.selected());
    }
    assert_eq!(seen.last().map(String::as_str), Some("Note"), "{seen:?}");
    assert!(seen.contains(&"Ikke".to_owned()) && seen.contains(&"sover".to_owned()), "{seen:?}");
}
