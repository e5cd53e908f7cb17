//! Damage on the disk: flipped bits, cut and missing files, other formats.

use std::{fs, path::PathBuf};

use super::Texts;
use crate::{
    env::{Env, Ran, contents, data},
    seed::Chance,
};

/// What is asked of a damaged shelf. Between them they read the pointer, the tree, the index and the sources.
const LINES: [&str; 5] = [
    "show 50 51 --edition nl-2017",
    "honger --edition nl-2017 --no-terms",
    "refs 50A --edition nl-2017",
    "export --edition nl-2017",
    "editions --edition nl-2017 --json",
];

/// How many bits of each file.
const FLIPS: usize = 24;

/// The right answers, and the shelf that gives them.
struct Whole {
    texts: Texts,
    answers: Vec<(i32, String)>,
    shelf: Vec<(PathBuf, Vec<u8>)>,
}

impl Whole {
    fn new() -> Self {
        let texts = Texts::new();
        let answers = LINES.map(|line| texts.env.line(line)).map(|ran| (ran.code, ran.out));
        let shelf = contents(&texts.place());
        Self { texts, answers: answers.to_vec(), shelf }
    }

    fn mend(&self) {
        fs::remove_dir_all(self.texts.place()).unwrap();
        for (path, bytes) in &self.shelf {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.shelf.iter().map(|(path, _)| path).find(|path| path.ends_with(name)).unwrap().clone()
    }

    /// Asks everything. Each answer is the right one, with at most one notice that the edition was made again; or one line that
    /// names a file of the shelf and the remedy. Gives how many were refused and how many said they made it again.
    #[track_caller]
    fn ask(&self, what: &str) -> (usize, usize) {
        let (mut refused, mut again) = (0, 0);
        for (line, (code, out)) in LINES.iter().zip(&self.answers) {
            let ran = self.texts.env.line(line);
            again += self.notices(&ran, what);
            if ran.code == *code && ran.out == *out {
                continue;
            }
            self.check_refusal(&ran, &format!("{what}: {line}"));
            refused += 1;
        }
        (refused, again)
    }

    #[track_caller]
    fn notices(&self, ran: &Ran, what: &str) -> usize {
        let count = ran.err.lines().filter(|line| line.contains("made again from the kept source")).count();
        assert!(count <= 1 && (count == 0 || ran.err.starts_with("lawgrep: nl-2017: ")), "{what}: {}", ran.err);
        count
    }

    #[track_caller]
    fn check_refusal(&self, ran: &Ran, what: &str) {
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{what}: {}{}", ran.out, ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{what}: {}", ran.err);
        assert!(ran.err.contains(&*self.texts.place().to_string_lossy()), "{what}: {}", ran.err);
        assert!(ran.err.contains("or run `lawgrep forget nl-2017`"), "{what}: {}", ran.err);
    }
}

#[test]
fn flipped_bits_are_mended_or_named_and_never_answered_from() {
    let whole = Whole::new();
    let chance = Chance::new();
    let (mut refused, mut again) = (0, 0);
    for (n, (path, bytes)) in whole.shelf.iter().enumerate() {
        let mut chance = chance.row(n as u64);
        for _ in 0..FLIPS {
            let at = usize::try_from(chance.below(bytes.len() as u64)).unwrap();
            let bit = chance.below(8);
            let mut altered = bytes.clone();
            altered[at] ^= 1 << bit;
            fs::write(path, altered).unwrap();
            let what = format!("byte {at} bit {bit} of {}", path.display());
            let (no, yes) = whole.ask(&what);
            // Where everything else is whole, only what the pointer says can be beyond mending.
            assert!(no == 0 || path.ends_with("current"), "{what}");
            assert!(path.parent().unwrap().ends_with("source") || no + yes > 0, "{what}: overlooked");
            refused += no;
            again += yes;
            whole.mend();
        }
    }
    println!("{refused} refused, {again} made again");
    assert!(refused > 0 && again >= FLIPS * 2);
}

#[test]
fn a_flipped_bit_of_the_kept_source_is_named_once_the_source_is_needed() {
    let whole = Whole::new();
    let mut chance = Chance::new();
    let source = whole.shelf.iter().find(|(path, _)| path.parent().unwrap().ends_with("source")).unwrap();
    for n in 0..10 {
        let mut altered = source.1.clone();
        let at = usize::try_from(chance.below(altered.len() as u64)).unwrap();
        altered[at] ^= 1 << chance.below(8);
        fs::write(&source.0, altered).unwrap();
        fs::write(whole.file("tree"), "").unwrap();
        let ran = whole.texts.env.line(LINES[0]);
        whole.check_refusal(&ran, "source and tree");
        assert!(ran.err.contains(&*source.0.to_string_lossy()), "{}", ran.err);
        // Both remedies work.
        match n % 2 {
            0 => whole.texts.import(0).code(0),
            _ => whole.texts.env.line("forget nl-2017").code(0),
        };
        whole.texts.env.line("editions").code(0);
        let _ = fs::create_dir(whole.texts.place());
        whole.mend();
    }
}

#[test]
fn cut_empty_foreign_and_longer_files_are_mended() {
    let whole = Whole::new();
    let other = Env::new();
    other.run(&["import".into(), data("tabbed.txt")]).code(0);
    let foreign = contents(&other.home().join("editions/da-1997"));
    for name in ["tree", "index"] {
        let path = whole.file(name);
        let bytes = fs::read(&path).unwrap();
        let longer = [bytes.as_slice(), b"x"].concat();
        let (_, swapped) = foreign.iter().find(|(path, _)| path.ends_with(name)).unwrap().clone();
        for altered in [Vec::new(), bytes[..bytes.len() / 2].to_vec(), longer, swapped, vec![0; bytes.len()]] {
            fs::write(&path, &altered).unwrap();
            assert_eq!(whole.ask(name), (0, 1), "{} bytes for {name}", altered.len());
            // It was put back: the next command finds nothing to mend.
            assert_eq!(whole.ask(name), (0, 0));
            whole.mend();
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(whole.ask(name), (0, 1), "a folder in the place of {name}");
        fs::remove_dir_all(whole.texts.place()).unwrap();
        fs::create_dir(whole.texts.place()).unwrap();
        whole.mend();
    }
}

#[test]
fn another_format_is_named_and_made_again_once() {
    let whole = Whole::new();
    let pointer = whole.file("current");
    let text = fs::read_to_string(&pointer).unwrap();
    let format = text.lines().find(|line| line.starts_with("format = ")).unwrap();
    for other in ["format = \"0.0.9/1\"", "format = \"9.0.0/12\""] {
        fs::write(&pointer, text.replace(format, other)).unwrap();
        let ran = whole.texts.env.line(LINES[0]).code(0);
        assert_eq!((ran.out.as_str(), ran.code), (whole.answers[0].1.as_str(), 0));
        let told = "lawgrep: nl-2017: another version of lawgrep prepared it; made again from the kept source\n";
        assert_eq!(ran.err, told);
        assert_eq!(whole.ask(other), (0, 0));
        whole.mend();
    }
    // An index of another format, as an older program would have left it, with a pointer that fits it.
    for (name, at) in [("index", 8), ("tree", 7)] {
        let path = whole.file(name);
        let mut bytes = fs::read(&path).unwrap();
        bytes[at] = bytes[at].wrapping_add(9);
        fs::write(&path, bytes).unwrap();
        assert_eq!(whole.ask(name), (0, 1), "{name}");
        whole.mend();
    }
}

#[test]
fn a_damaged_pointer_stops_every_reading_command_and_no_remedy() {
    let whole = Whole::new();
    for text in ["", "\0", "# sha256 0 0\nformat = 1\n", "[[[[[[[[", "folder = \"../../..\""] {
        for remedy in ["import", "forget"] {
            fs::write(whole.file("current"), text).unwrap();
            for line in ["show 50", "strafkort", "editions", "check", "diff companion-da companion-nl"] {
                whole.check_refusal(&whole.texts.env.line(line), line);
            }
            match remedy {
                "import" => whole.texts.import(0).code(0),
                _ => whole.texts.env.line("forget nl-2017").code(0),
            };
            assert_eq!(whole.texts.env.line("editions").code(0).err, "");
            let _ = fs::create_dir(whole.texts.place());
            whole.mend();
        }
    }
}

#[test]
fn a_damaged_page_of_a_tree_changes_no_answer() {
    let whole = Whole::new();
    let tree = whole.file("tree");
    let bytes = fs::read(&tree).unwrap();
    let mut again = 0;
    for line in [
        "honger --edition nl-2017",
        "honger law:50 --edition nl-2017",
        "honger -law:51 -c --edition nl-2017",
        "honger in:notes --edition nl-2017",
        "honger --json --edition nl-2017",
        "strafkaart -l",
        "check nl-2017",
    ] {
        whole.mend();
        let right = whole.texts.env.line(line);
        // Behind the head, whose sum is looked at when the file is opened.
        for part in 1..8 {
            whole.mend();
            let mut altered = bytes.clone();
            altered[bytes.len() - 1 - part * bytes.len() / 16] ^= 0x08;
            fs::write(&tree, altered).unwrap();
            let ran = whole.texts.env.line(line);
            assert_eq!((ran.code, &ran.out), (right.code, &right.out), "{line}, part {part}: {}", ran.err);
            again += ran.err.matches("made again from the kept source").count();
        }
    }
    assert!((20..50).contains(&again), "{again}");
}
