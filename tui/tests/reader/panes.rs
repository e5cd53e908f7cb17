//! Two panes.

use lawgrep_tui::keymap::Action;

use crate::{drive::Desk, fixture::lanterns};

const SIZE: (u16, u16) = (80, 24);
const HUGE: (u16, u16) = (200, 60);

#[test]
fn a_reference_is_followed_in_the_other_pane() {
    let shelf = lanterns();
    for size in [HUGE, (120, 40), SIZE, (40, 12)] {
        let mut desk = Desk::at(&shelf, "50E2", size);
        desk.press("<Tab>F");
        insta::assert_snapshot!(format!("panes-{}x{}", size.0, size.1), desk.screen());
    }
}

#[test]
fn the_place_stays_and_each_pane_has_its_trail() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "50E2", SIZE);
    desk.press("<Tab>F");
    assert_eq!(desk.bar(), "16C in the other pane; z goes there, Z closes it");
    assert_eq!(desk.trail(), "50E2");
    assert!(desk.screen().contains("Forsvinner en skygge"), "{}", desk.screen());
    // The next one too.
    desk.press("<Tab>F");
    assert_eq!(desk.trail(), "50E2");
    assert!(desk.screen().contains("12C       Rettigheter"), "{}", desk.screen());
    desk.press("z");
    assert_eq!(desk.trail(), "16C > 12C");
    desk.press("<Back>");
    assert_eq!(desk.trail(), "16C");
    desk.press("<Back>");
    assert_eq!(desk.bar(), "this is where you began");
    // Scrolling and editions are its own.
    desk.press("ljz");
    assert_eq!(desk.trail(), "50E2");
    assert!(desk.screen().contains(" 50E2") && desk.screen().contains("nl-2017 · 16"), "{}", desk.screen());
    desk.press("Z");
    assert!(!desk.screen().contains("nl-2017"), "{}", desk.screen());
    desk.press("z");
    assert_eq!(desk.bar(), "there is one pane; F opens a second one");
    desk.press("Z");
    assert_eq!(desk.bar(), "there is one pane; F opens a second one");
}

#[test]
fn without_a_reference_the_place_itself_is_shown_there() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    desk.press("F93<Enter>");
    let screen = desk.screen();
    assert!(screen.contains("Forsvinner en skygge") && screen.contains("93        KLAGER"), "{screen}");
    assert_eq!(desk.trail(), "16C > 93");
    // Again: the other pane comes to this place, and has a way back.
    desk.press("Fz");
    assert_eq!(desk.trail(), "16C > 93");
    desk.press("<Back>");
    assert_eq!(desk.trail(), "16C");
}

#[test]
fn a_peek_goes_to_the_other_pane() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "50E2", SIZE);
    desk.press("<Space><Tab>Fz");
    assert_eq!(desk.trail(), "16C > 12C1");
    desk.press("z");
    assert_eq!(desk.trail(), "50E2");
}

#[test]
fn a_small_screen_shows_one_pane_at_a_time() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "50E2", (40, 12));
    desk.press("<Tab>F");
    assert!(desk.screen().contains("Forsvinner en skygge"), "{}", desk.screen());
    assert!(desk.screen().ends_with("the screen shows one of two panes; z\nshows the other"), "{}", desk.screen());
    desk.press("z");
    assert!(desk.screen().contains("Annen kunnskap"), "{}", desk.screen());
    // Wider, both are there.
    desk.act(Action::Resize(80, 24));
    let screen = desk.screen();
    assert!(screen.contains("Forsvinner en skygge") && screen.contains("Annen kunnskap"), "{screen}");
}

#[test]
fn a_click_in_the_other_pane_gives_it_the_keys() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "50E2", HUGE);
    desk.press("<Tab>F");
    let screen = desk.screen();
    let (y, line) = screen.lines().enumerate().find(|(_, line)| line.contains("12C1, og")).unwrap();
    let x = line.split("12C1, og").next().unwrap().chars().count();
    desk.act(Action::Click(x as u16, y as u16));
    assert_eq!(desk.trail(), "16C > 12C1");
    assert!(desk.screen().contains("Annen kunnskap"));
}

#[test]
fn lists_open_in_the_pane_with_the_keys() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "50E2", HUGE);
    desk.press("<Tab>Fz/lykt<Enter><Enter>");
    assert!(desk.screen().contains("Annen kunnskap"), "{}", desk.screen());
    assert_eq!(desk.selected(), "16C lykt");
}
