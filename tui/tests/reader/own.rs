//! Copying, reading aloud, bookmarks, settings, the place to come back to.

use lawgrep_tui::{Brought, Effect, Keepsake, Kept, Reader, Start, State, keymap::Action};

use crate::{
    drive::Desk,
    fixture::{Shelf, lanterns},
};

const SIZE: (u16, u16) = (80, 24);

fn copied(desk: &mut Desk<'_>) -> String {
    match desk.effects.pop() {
        Some(Effect::Copy(text)) => text,
        other => panic!("{other:?}"),
    }
}

fn brought(text: &str) -> Option<Brought> {
    Some(Brought { path: "the/file.toml".to_owned(), text: Ok(text.to_owned()) })
}

#[test]
fn a_provision_is_copied_with_edition_and_standing() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    desk.press("y");
    assert_eq!(
        copied(&mut desk),
        "16C Skygger som forsvinner  Forsvinner en skygge, gjelder 12C1, og 16D for den andre siden.\n\
         [1]  Skyggen av en måke teller ikke, se § 16A.\n\
         (no-2017: Lover for lykter, 2017 code, official)\n"
    );
    assert!(desk.bar().ends_with("y adds the next provision"), "{}", desk.bar());
    // Right after that one more, as Markdown.
    desk.press("Y");
    let text = copied(&mut desk);
    assert!(text.starts_with("**16C Skygger som forsvinner**  Forsvinner"), "{text}");
    assert!(text.contains("\\[1\\]"), "{text}");
    assert!(text.contains("**16D Fremmede skygger**"), "{text}");
    assert!(text.ends_with("*no-2017: Lover for lykter, 2017 code, official*\n"), "{text}");
    // Something else done, it begins anew.
    desk.press("jky");
    assert!(!copied(&mut desk).contains("16D Fremmede"));
}

#[test]
fn what_is_below_comes_along_and_no_law_says_so() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "12", SIZE);
    desk.press("y");
    let text = copied(&mut desk);
    let heads: Vec<&str> = text.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(heads, ["12", "12A", "12C", "12C1", "12C2", "Alt", "(no-2017:"]);
    let mut desk = Desk::new(&shelf, Start { edition: Some(2), ..Start::default() }, SIZE);
    desk.press("16c<Enter>y");
    let text = copied(&mut desk);
    assert!(text.ends_with("2017 code, companion: explains, is not the law book)\n"), "{text}");
}

#[test]
fn a_peek_is_copied_as_it_is_shown() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    desk.press("<Tab><Space>y");
    assert!(copied(&mut desk).starts_with("12C1  Vokteren kan låne bort"));
}

#[test]
fn reading_aloud() {
    let shelf = lanterns();
    for size in [(80, 24), (40, 12)] {
        let mut desk = Desk::at(&shelf, "12C", size);
        desk.press("r");
        insta::assert_snapshot!(format!("aloud-{}x{}", size.0, size.1), desk.screen());
    }
    let mut desk = Desk::new(&shelf, Start { edition: Some(2), ..Start::default() }, SIZE);
    desk.press("16c<Enter>r");
    let first = desk.screen().lines().next().unwrap().trim().to_owned();
    assert_eq!(first, "This explains the law. It is not the law itself.");
    // The next provision, and the text has come along.
    let mut desk = Desk::at(&shelf, "12C1", SIZE);
    desk.press("rn<Esc>");
    assert!(desk.first_line().starts_with("12C2"), "{}", desk.first_line());
}

#[test]
fn a_companion_is_read_aloud_from_the_law_book_where_that_is_at_hand() {
    use crate::fixture::{edition, law};
    use lawgrep_model::Standing;
    let shelf = Shelf::of(vec![
        (edition("en-2017", "Laws", 2017, Standing::Official), vec![law("16C", "", "The law of shadows.")]),
        (edition("companion-en", "", 2017, Standing::Companion), vec![law("16C", "", "Explains shadows.")]),
    ]);
    let mut desk = Desk::new(&shelf, Start { edition: Some(1), at: "16C".parse().ok(), ..Start::default() }, SIZE);
    desk.press("r");
    let screen = desk.screen();
    assert!(screen.contains("The law of shadows.") && !screen.contains("Explains"), "{screen}");
}

#[test]
fn bookmarks_are_set_noted_listed_opened_and_taken_away() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", SIZE);
    desk.press("b93<Enter>bB");
    assert!(desk.screen().contains("Bookmarks: 2"));
    desk.press("etable 7<Enter>");
    let Some(Effect::Keep(Keepsake::Bookmarks, text)) = desk.effects.pop() else { panic!("nothing kept") };
    assert_eq!(
        text,
        "[[bookmark]]\nedition = \"no-2017\"\nat = \"16C\"\nnote = \"table 7\"\n\n\
         [[bookmark]]\nedition = \"no-2017\"\nat = \"93\"\n"
    );
    desk.press("<Enter>");
    assert!(desk.first_line().starts_with("16C"));
    assert_eq!(desk.bar(), "table 7");
    desk.press("b");
    assert_eq!(desk.bar(), "no bookmark on 16C any more");
    // They come back at the next start.
    let kept = Kept { bookmarks: brought(&text), ..Kept::default() };
    let mut desk = Desk::new(&shelf, Start { kept, ..Start::default() }, SIZE);
    desk.press("B");
    assert!(desk.screen().contains("16C no-2017"), "{}", desk.screen());
    insta::assert_snapshot!("bookmarks-80x24", desk.screen());
}

#[test]
fn a_broken_file_is_named_and_not_written() {
    let shelf = lanterns();
    let kept = Kept { bookmarks: brought("[[bookmark]\n"), place: brought("line = ["), ..Kept::default() };
    let mut desk = Desk::new(&shelf, Start { kept, resume: true, ..Start::default() }, SIZE);
    assert!(desk.screen().contains("the/file.toml is broken (line 1: "), "{}", desk.screen());
    desk.press("b");
    assert_eq!(desk.effects, []);
    assert!(desk.screen().contains("nothing is written there"), "{}", desk.screen());
    assert_eq!(desk.leaving(), None);
}

#[test]
fn the_reader_opens_where_it_was_left() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16C", (80, 9));
    desk.press("=jjj");
    let (file, place) = desk.leaving().unwrap();
    assert_eq!(file, Keepsake::Place);
    let first = desk.first_line();
    let kept = Kept { place: brought(&place), ..Kept::default() };
    let start = Start { resume: true, kept: kept.clone(), ..Start::default() };
    let again = Desk::new(&shelf, start, (80, 9));
    assert_eq!(again.first_line(), first);
    assert_eq!(again.leaving().unwrap().1, place);
    // Who names a place gets that.
    let start = Start { resume: true, at: "93".parse().ok(), kept, ..Start::default() };
    assert!(Desk::new(&shelf, start, SIZE).first_line().starts_with("93"));
}

#[test]
fn settings_are_used_and_faults_are_said() {
    let shelf = lanterns();
    let config =
        brought("language = 'no'\neditions = ['xx-1']\n[keys.anywhere]\nquit = 'x'\n[keys.reading]\npeek = 'y'");
    let start = Start { kept: Kept { config, ..Kept::default() }, ..Start::default() };
    let mut desk = Desk::new(&shelf, start, (100, 40));
    let screen = desk.screen();
    assert!(screen.contains("the/file.toml, linje 2: `xx-1` er ingen utgave for hånden"), "{screen}");
    assert!(screen.contains("linje 6: `y` gjør allerede `copy` der; det vanlige brukes: Space"), "{screen}");
    desk.press("j");
    assert!(desk.bar().ends_with("x avslutt"), "{}", desk.bar());
    desk.press("?");
    assert!(desk.screen().contains("I teksten"), "{}", desk.screen());
    desk.press("q<Esc>");
    assert!(!desk.ended);
    desk.press("x");
    assert!(desk.ended);
}

#[test]
fn a_changed_shelf_is_read_at_the_same_place() {
    let shelf = lanterns();
    let mut state = State::new(&shelf, &Start { at: "50E2".parse().ok(), ..Start::default() }, SIZE);
    lawgrep_tui::update(&mut state, Action::NextReference, &shelf);
    lawgrep_tui::update(&mut state, Action::Open, &shelf);
    // Another edition comes first by now.
    let new = lanterns().with_first("en-2017");
    let before = state.leaving(&shelf).unwrap().1;
    state.reload(&shelf, &new);
    assert_eq!(state.leaving(&new).unwrap().1, before);
    assert_ne!(new.editions()[0].id, shelf.editions()[0].id);
    lawgrep_tui::update(&mut state, Action::Back, &new);
    assert!(state.leaving(&new).unwrap().1.contains("at = \"50E2\""));
}

#[test]
fn the_mouse_scrolls_follows_and_opens() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16", SIZE);
    let first = desk.first_line();
    desk.act(Action::Wheel(true));
    assert_ne!(desk.first_line(), first);
    desk.act(Action::Wheel(false));
    assert_eq!(desk.first_line(), first);
    let find = |desk: &Desk<'_>, words: &str| {
        let screen = desk.screen();
        let (y, line) = screen.lines().enumerate().find(|(_, line)| line.contains(words)).unwrap();
        let x = line.split(words).next().unwrap().chars().count();
        (x as u16, y as u16)
    };
    let (x, y) = find(&desk, "12C1, og");
    desk.act(Action::Click(x, y));
    assert_eq!(desk.trail(), "16C > 12C1");
    let (x, y) = find(&desk, "93 KLAGER");
    desk.act(Action::Click(x, y));
    assert!(desk.first_line().starts_with("93"));
    // Nothing under it, nothing done.
    desk.act(Action::Click(79, 23));
    desk.act(Action::Click(500, 500));
    assert!(desk.first_line().starts_with("93"));
}

#[test]
fn a_range_of_provisions_is_copied() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "12A", SIZE);
    desk.press("V");
    assert!(desk.screen().contains("from 12A on: go to the last provision"), "{}", desk.screen());
    desk.press("nn");
    // What would be copied is to be seen.
    assert_eq!(desk.selected(), "12C1");
    desk.press("y");
    assert_eq!(
        copied(&mut desk),
        "12A Plikter  Vokteren skal holde vekene tørre.\n\
         12C Rettigheter\n\
         12C1  Vokteren kan låne bort sin lykt, men ikke etter 50E.\n\
         (no-2017: Lover for lykter, 2017 code, official)\n"
    );
    assert!(desk.bar().contains("copied 12A - 12C1 (no-2017, official)"), "{}", desk.bar());
    // One more, as Markdown; then the range is gone.
    desk.press("Y");
    let text = copied(&mut desk);
    assert!(text.starts_with("**12A Plikter**") && text.contains("**12C2**"), "{text}");
    desk.press("jky");
    assert!(!copied(&mut desk).contains("12A"));
}

#[test]
fn a_range_goes_upwards_and_across_laws_and_can_be_left() {
    let shelf = lanterns();
    let mut desk = Desk::at(&shelf, "16A", SIZE);
    desk.press("VPPY");
    let text = copied(&mut desk);
    let heads: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("**")?.split("**").next()).collect();
    assert_eq!(
        heads,
        ["12 VOKTEREN", "12A Plikter", "12C Rettigheter", "12C1", "12C2", "16 SKYGGER", "16A Lovlige skygger"]
    );
    assert!(text.contains("Alt dette gjelder også om natta"), "the end of 12 stands after its parts: {text}");
    desk.press("VV");
    assert_eq!(desk.bar(), "no range any more");
    desk.press("V<Esc>ny");
    assert!(!copied(&mut desk).contains("\n12A"));
}

#[test]
fn the_reader_speaks_every_language_that_there_is_a_file_for() {
    let shelf = lanterns();
    for (lang, first, bar) in [
        ("da", "I teksten", "ingen henvisning på skærmen"),
        ("nl", "In de tekst", "geen verwijzing in beeld"),
        ("no", "I teksten", "ingen henvisning på skjermen"),
        ("sv", "I texten", "ingen hänvisning i bild"),
        ("xx", "In the text", "no reference in view"),
    ] {
        let start = Start { lang: lang.to_owned(), at: "93".parse().ok(), ..Start::default() };
        let mut desk = Desk::new(&shelf, start, SIZE);
        desk.press("<Tab>");
        assert_eq!(desk.bar(), bar);
        desk.press("?");
        assert!(desk.screen().contains(first), "{}", desk.screen());
    }
}
