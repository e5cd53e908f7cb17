//! The national texts themselves. They are not part of this repository: set LAWGREP_EDITIONS to the folder that has them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is the report")]

mod common;

use std::path::PathBuf;

use common::{check, lexicon};
use lawgrep_ingest::{Overrides, decode, parse, recognise};

/// Name and text of each edition, in the order of their names.
fn editions() -> Vec<(String, String)> {
    let folder = PathBuf::from(std::env::var_os("LAWGREP_EDITIONS").expect("LAWGREP_EDITIONS"));
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    files.sort();
    assert!(!files.is_empty(), "no texts in LAWGREP_EDITIONS");
    let name = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), decode(&std::fs::read(path).unwrap()).text)).collect()
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn the_real_texts_keep_every_promise() {
    let lexicon = lexicon();
    for (name, text) in editions() {
        let recognised = recognise(&text, "text.txt", &lexicon, &Overrides::default()).unwrap();
        let told = (recognised.id.as_str(), &name[..2], &name[3..7], recognised.profile.as_deref());
        let code = recognised.code.to_string();
        assert_eq!(told, (name.as_str(), recognised.lang.as_str(), code.as_str(), Some(name.as_str())));
        let document = parse(&text, "text.txt", &recognised, &lexicon);
        check(&document, &text);
        assert_eq!(common::unread_share(&document), 0.0, "{name}");
    }
}

/// Numbers that look random and are the same on every machine (an xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// The text with one to three things done to it that happen to prints: lines or pages lost, doubled, in another order, a
/// page's first words somewhere else, an end or a beginning torn off.
fn worn(text: &str, dice: &mut Dice) -> String {
    let mut text = text.to_owned();
    for _ in 0..=dice.below(3) {
        let gap = ["\n", "\n\n"][dice.below(2)];
        let mut parts: Vec<String> = text.split(gap).map(str::to_owned).collect();
        let (one, two) = (dice.below(parts.len()), dice.below(parts.len()));
        let torn = (0..=text.len()).rev().filter(|at| text.is_char_boundary(*at)).nth(dice.below(text.len() / 4));
        match dice.below(6) {
            0 => drop(parts.drain(one..(one + 1 + dice.below(4)).min(parts.len()))),
            1 => parts.insert(two, parts[one].clone()),
            2 => parts.swap(one, two),
            3 => {
                let words = parts[one].split(' ').take(1 + dice.below(6)).collect::<Vec<_>>().join(" ");
                parts[one] = parts[one][words.len()..].trim_start().to_owned();
                parts[two] = format!("{words} {}", parts[two]);
            }
            4 => parts = vec![text[..torn.unwrap()].to_owned()],
            _ => {
                let from = text.len() - torn.unwrap();
                let from = (from..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(0);
                parts = vec![text[from..].to_owned()];
            }
        }
        text = parts.join(gap);
    }
    text
}

#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn worn_texts_keep_every_promise_too() {
    const TIMES: usize = 40;
    const MOST_UNREAD: f64 = 5.0;
    let lexicon = lexicon();
    let mut dice = Dice(0x2017_1997);
    for (name, text) in editions() {
        let recognised = recognise(&text, "text.txt", &lexicon, &Overrides::default()).unwrap();
        for n in 0..TIMES {
            let worn = worn(&text, &mut dice);
            let document = parse(&worn, "text.txt", &recognised, &lexicon);
            if let Err(broken) = common::verify(&document, &worn) {
                panic!("{name}, number {n}: {broken}");
            }
            let unread = common::unread_share(&document);
            assert!(unread < MOST_UNREAD, "{name}, number {n}: {unread:.1} % are not understood");
            if n % 8 == 0 {
                // What is left of it may be no law text any more, but that is no reason to panic.
                let _ = recognise(&worn, "text.txt", &lexicon, &Overrides::default());
            }
        }
    }
}
