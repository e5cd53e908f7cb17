//! What the shelf outlives: kills, full disks, folders that cannot be written, damage, others at work.

use std::{fs, path::PathBuf};

use super::env::{Env, Ran, data};

mod damage;
mod disk;
mod kills;
mod others;
#[cfg(target_os = "linux")]
mod permissions;
mod places;

/// One edition, of two wordings.
struct Texts {
    env: Env,
    files: [PathBuf; 2],
    shown: [String; 2],
}

const WORDS: [&str; 2] = ["honger", "dorst"];

impl Texts {
    /// With the first wording imported.
    fn new() -> Self {
        Self::on(Env::new())
    }

    fn on(env: Env) -> Self {
        let text = fs::read_to_string(data("lists.txt")).unwrap();
        let files = WORDS.map(|word| env.file(format!("{word}.txt"), text.replace(WORDS[0], word)));
        let show = |n: usize| {
            let file: &PathBuf = &files[n];
            env.run(&["import".as_ref(), file.as_os_str()]).code(0);
            env.line("show 50A --edition nl-2017").code(0).out
        };
        let second = show(1);
        let first = show(0);
        assert!(first.contains(WORDS[0]) && second.contains(WORDS[1]));
        Self { env, files, shown: [first, second] }
    }

    fn import(&self, wording: usize) -> Ran {
        self.env.run(&["import".as_ref(), self.files[wording].as_os_str()])
    }

    /// Which wording the shelf has, whole: shown and found alike, with nothing to remark.
    #[track_caller]
    fn wording(&self) -> usize {
        let has = self.shows();
        let other = self.env.line(&format!("{} --edition nl-2017 -l --no-terms", WORDS[1 - has])).code(1);
        assert!(!other.err.contains("made again"), "{}", other.err);
        has
    }

    /// The same without a look for what should not be there: half the time.
    #[track_caller]
    fn shows(&self) -> usize {
        let shown = self.env.line("show 50A --edition nl-2017").code(0);
        assert_eq!(shown.err, "");
        let has = self.shown.iter().position(|text| *text == shown.out).expect("one of both");
        let found = self.env.line(&format!("{} --edition nl-2017 -l --no-terms", WORDS[has])).code(0);
        assert!(!found.err.contains("made again"), "{}", found.err);
        has
    }

    fn place(&self) -> PathBuf {
        self.env.home().join("editions/nl-2017")
    }

    /// What stands in the edition's folder: the pointer and one folder, if nothing is left over.
    fn entries(&self) -> usize {
        fs::read_dir(self.place()).map_or(0, Iterator::count)
    }
}
