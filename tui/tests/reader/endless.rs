//! Whatever is pressed, on whatever screen, the reader goes on.

use lawgrep_model::{Span, Standing, UnitKey};
use lawgrep_tui::{
    Start,
    keymap::{Action, KEYMAP},
};

use crate::{
    drive::Desk,
    fixture::{Shelf, edition, lanterns, law, noted, unit},
};

/// A pseudo-random sequence, the same on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// Books with everything that is hard to set.
fn nasty() -> Shelf {
    let word = "overordentlig".repeat(40);
    let wide = "日本語のテキスト".repeat(9);
    let marks = "e\u{301}\u{323}o\u{308}".repeat(30);
    let hostile = "a\u{1b}[31mb\u{7}c\u{202e}d\u{200b}e\u{0}\r\n\tf\u{200d}g\u{ad}h";
    let mut stray = law("16C", "x", "Short.");
    stray.notes.push(lawgrep_model::Note {
        kind: lawgrep_model::NoteKind::Footnote,
        mark: "999999999".to_owned(),
        text: String::new(),
        anchor: Some(4_000_000),
        in_heading: false,
    });
    stray.tail = Some(3_000_000);
    let mut split = law("16D", "å", "ååå {{åå|16C}} åå");
    split.refs[0].span = Span::new(1, 8);
    split.tail = Some(1);
    let one = vec![
        unit(UnitKey::Matter(1), "", &word),
        unit(UnitKey::Contents(1), "", "16 ........ 9"),
        unit(UnitKey::Definition("Bokstavlig: et, ord\n".to_owned()), "", &marks),
        law("16", &wide, &format!("{{{{{word}|16C}}}} {wide} {{{{{wide}|17}}}}~~ slutt {{{{her|12}}}}")),
        noted(law("16A", "", hostile), hostile),
        stray,
        split,
        law("16D1", "", ""),
        law("16D1a", "", ""),
        law("20F5b(i)", "", "{{16A-16C|16A..16C}} og {{?|?}}"),
        law("42B1+42B2", "", "To i en."),
        law("16C", "", "En gang til."),
        unit(UnitKey::Remark("16".parse().unwrap()), "", "En merknad."),
        unit(UnitKey::Exercise(3), "", "Hva nå?"),
        unit(UnitKey::Answer(3), "", "Se {{16|16}}."),
        unit(UnitKey::ScreenRule("D".to_owned()), "", "Bak skjermen."),
    ];
    let two = vec![law("42B2", "", "Andre."), law("16", "", "{{16C|16C}}"), law("99", "", "")];
    let three = vec![law("16C", "", "Gammel {{16|16}} {{42B|42B}}"), law("17", "", "Bare her.")];
    Shelf::of(vec![
        (edition("no-2017", &wide, 2017, Standing::Official), one),
        (edition("da-2017", "", 2017, Standing::Regulation), two),
        (edition("sv-1997", "", 1997, Standing::Official), three),
        (edition("nl-2017", "", 2017, Standing::Official), Vec::new()),
        (edition("xx-2027", &word, 2027, Standing::Training), vec![unit(UnitKey::Foreword, "", "")]),
    ])
}

fn any_action(dice: &mut Dice) -> Action {
    match dice.roll(8) {
        3 => Action::Click(dice.roll(160) as u16, dice.roll(55) as u16),
        4 => Action::Wheel(dice.roll(2) == 0),
        0 => Action::Resize(1 + dice.roll(150) as u16, 1 + dice.roll(50) as u16),
        1 => Action::Resize(1 + dice.roll(12) as u16, 1 + dice.roll(8) as u16),
        2 => Action::Type("16cabD(ie) 7".chars().nth(dice.roll(12)).unwrap()),
        _ => KEYMAP[dice.roll(KEYMAP.len())].action,
    }
}

/// The seeds to try: sixteen, or for so many seconds as `LAWGREP_ENDLESS` says, from `LAWGREP_SEED` on.
fn seeds() -> impl Iterator<Item = u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = number("LAWGREP_SEED").unwrap_or(0);
    let long = number("LAWGREP_ENDLESS");
    let begun = std::time::Instant::now();
    (0u64..).map(move |n| first + n).take_while(move |seed| match long {
        Some(long) => begun.elapsed().as_secs() < long,
        None => seed - first < 16,
    })
}

#[test]
fn no_sequence_of_actions_ends_it() {
    let shelves = [lanterns(), nasty(), Shelf::of(Vec::new())];
    for seed in seeds() {
        for shelf in &shelves {
            let mut dice = Dice(seed);
            let start = Start {
                edition: Some(dice.roll(6)),
                at: None,
                parallel: dice.roll(2) == 0,
                beside: (0..dice.roll(5)).map(|_| dice.roll(6)).collect(),
                ..Start::default()
            };
            let mut desk = Desk::new(shelf, start, (80, 24));
            for _ in 0..120 {
                desk.act(any_action(&mut dice));
                desk.screen();
            }
        }
    }
}

#[test]
fn every_size_is_drawn_in_every_mode() {
    let shelf = nasty();
    for keys in [
        "",
        "?",
        "o",
        "L",
        "g",
        "12q",
        "/o",
        "/e<Enter>",
        "c",
        "<Tab><Space>",
        "=",
        "=v",
        "16d<Enter><Tab>",
        "r",
        "bB",
        "bBe7",
        "12<Down>",
        "s",
        "s<Tab>",
        "t",
        "m",
        "ma'",
        "o/e",
        "/e<BackTab>",
        "<Space><Tab><Space>",
    ] {
        let mut desk = Desk::at(&shelf, "16", (80, 24));
        desk.press(keys);
        for width in (1..=12).chain([39, 59, 60, 100, 119, 150]) {
            for height in (0..=9).chain([24, 50]) {
                desk.act(Action::Resize(width, height));
                if height > 0 {
                    desk.screen();
                }
            }
        }
    }
}

#[test]
fn nothing_is_lost_in_lines() {
    // Every word of a provision is on the screen, at any width that has room for a character.
    let text = "Vokteren avgjør alt som gjelder lys, unntatt fyrtårnbetjeningsforskriftene.";
    let shelf = Shelf::of(vec![(edition("no-2017", "", 2017, Standing::Official), vec![law("12", "", text)])]);
    let squeezed: String = text.split_whitespace().collect();
    for width in 1..60 {
        let desk = Desk::at(&shelf, "12", (width, 120));
        let screen = desk.screen();
        let lines: Vec<&str> = screen.lines().collect();
        // Without title, status and bar.
        let shown: String = lines[1..118].iter().flat_map(|line| line.split_whitespace()).collect();
        assert_eq!(shown, format!("12{squeezed}"), "width {width}");
    }
}

#[test]
fn no_control_character_reaches_the_screen() {
    let shelf = nasty();
    for keys in ["16a<Enter>", "16a<Enter>=", "/a<Enter>", "g\u{1b}\u{7}", "/\u{9b}"] {
        let mut desk = Desk::at(&shelf, "16", (100, 40));
        desk.press(keys);
        let screen = desk.screen();
        assert!(!screen.chars().any(|c| c != '\n' && lawgrep_model::is_unsafe(c)), "{keys:?}");
    }
}
