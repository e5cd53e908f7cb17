//! The reader on a real terminal, which tmux is: taken, given back, left for a while, told of an import. Each step waits for
//! what the screen says, never for a time.

use std::{
    fs,
    process::{Command, id},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::env::{Env, data};

/// A terminal of its own with a shell in it.
struct Screen<'a> {
    env: &'a Env,
    socket: String,
}

static COUNT: AtomicUsize = AtomicUsize::new(0);

impl<'a> Screen<'a> {
    /// `None` where there is no tmux: CI installs it.
    fn open(env: &'a Env) -> Option<Self> {
        let socket = format!("lawgrep-test-{}-{}", id(), COUNT.fetch_add(1, Ordering::SeqCst));
        let screen = Self { env, socket };
        let shell =
            format!("env -i PATH=\"$PATH\" TERM=screen LAWGREP_HOME='{}' PS1='ready> ' sh", env.home().display());
        let made = screen.command().args(["new-session", "-d", "-x", "100", "-y", "30", &shell]).status();
        if made.is_err() {
            return Self::absent();
        }
        screen.tmux(&["set", "-g", "set-clipboard", "on"]);
        screen.see("ready>");
        Some(screen)
    }

    #[expect(clippy::print_stderr, reason = "a test that could not be run says so")]
    fn absent() -> Option<Self> {
        eprintln!("tmux is not installed: the reader is not tried on a terminal");
        None
    }

    fn command(&self) -> Command {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.socket, "-f", "/dev/null"]);
        command
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output = self.command().args(args).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn text(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until the screen holds the words.
    #[track_caller]
    fn see(&self, words: &str) {
        let begun = Instant::now();
        while !self.text().contains(words) {
            assert!(begun.elapsed() < Duration::from_secs(60), "never saw {words:?} in\n{}", self.text());
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Types a line for the shell.
    fn line(&self, line: &str) {
        self.tmux(&["send-keys", "-l", line]);
        self.keys(&["Enter"]);
    }

    /// Starts the reader between two looks at how the terminal is set.
    fn start(&self, args: &str) {
        let (program, folder) = (env!("CARGO_BIN_EXE_lawgrep"), self.env.path("").display().to_string());
        self.line(&format!(
            "clear; stty -a >{folder}/before; {program} tui {args}; echo code=$?; stty -a >{folder}/after; echo back"
        ));
    }

    /// The reader has ended with that code and the terminal is as it was.
    #[track_caller]
    fn given_back(&self, code: i32) {
        self.see("back\nready>");
        let text = self.text();
        assert!(text.contains(&format!("code={code}")), "{text}");
        let stty = |name: &str| fs::read_to_string(self.env.path(name)).unwrap();
        assert_eq!(stty("before"), stty("after"));
        assert_eq!(self.tmux(&["display", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"]), "0 0 1\n");
    }

    /// The process id of the reader.
    fn reader(&self) -> String {
        let shell = self.tmux(&["display", "-p", "#{pane_pid}"]);
        let children = Command::new("pgrep").args(["-P", shell.trim(), "lawgrep"]).output().unwrap();
        String::from_utf8(children.stdout).unwrap().trim().to_owned()
    }

    fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([&format!("-{name}"), &self.reader()]).status().unwrap().success());
    }
}

impl Drop for Screen<'_> {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn the_terminal_is_given_back_by_a_key_and_by_signals() {
    let env = Env::new();
    let Some(screen) = Screen::open(&env) else { return };
    for end in ["q", "C-c", "TERM", "HUP", "INT"] {
        screen.start("16C");
        screen.see("? keys");
        if end.len() < 4 && end != "INT" && end != "HUP" {
            screen.keys(&[end]);
        } else {
            screen.signal(end);
        }
        screen.given_back(0);
    }
}

#[test]
fn the_reader_goes_to_the_shell_and_comes_back() {
    let env = Env::new();
    let Some(screen) = Screen::open(&env) else { return };
    screen.start("16C");
    screen.see("? keys");
    screen.keys(&["C-z"]);
    screen.see("ready>");
    screen.line("fg");
    screen.see("? keys");
    // Whoever stops it from outside gets the terminal too.
    screen.signal("TSTP");
    screen.see("ready>");
    screen.line("fg");
    screen.see("? keys");
    screen.keys(&["q"]);
    screen.see("ready>");
}

#[test]
fn a_place_is_kept_and_a_text_is_copied_through_the_terminal() {
    let env = Env::new();
    let Some(screen) = Screen::open(&env) else { return };
    screen.start("");
    screen.see("? keys");
    screen.keys(&["5", "0", "D", "Enter", "y"]);
    screen.see("copied 50D (companion-en, companion)");
    let copied = screen.tmux(&["show-buffer"]);
    assert!(copied.starts_with("50D ") && copied.contains("companion: explains, is not the law book"), "{copied}");
    screen.keys(&["q"]);
    screen.given_back(0);
    screen.start("");
    screen.see("where you left: 50D");
    screen.keys(&["q"]);
    screen.given_back(0);
}

#[test]
fn an_import_is_noticed_and_the_place_stays() {
    let env = Env::new();
    let Some(screen) = Screen::open(&env) else { return };
    screen.start("--edition companion-en 50D");
    screen.see("With a major penalty card");
    env.run(&[std::ffi::OsString::from("import"), data("lists.txt").into()]).code(0);
    screen.see("the shelf has changed");
    assert!(screen.text().contains("companion-en · 2017 code"), "{}", screen.text());
    screen.keys(&["L"]);
    screen.see("nl-2017");
    screen.keys(&["q"]);
    screen.given_back(0);
}

#[test]
fn a_terminal_that_cannot_place_words_is_refused() {
    let env = Env::new();
    let Some(screen) = Screen::open(&env) else { return };
    screen.line("export TERM=dumb");
    screen.start("");
    screen.see("lawgrep: TERM=dumb");
    screen.given_back(2);
}

#[test]
fn a_damaged_shelf_is_read_and_told_of_when_the_reader_ends() {
    let env = Env::with_texts();
    let Some(screen) = Screen::open(&env) else { return };
    let place = env.home().join("editions/nl-2017");
    let folder = fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().path()).find(|path| path.is_dir()).unwrap();
    fs::write(folder.join("tree"), "damaged").unwrap();
    fs::write(folder.join("index"), "damaged").unwrap();
    screen.start("--edition nl-2017 50A");
    screen.see("Een kleine reep mag op tafel blijven");
    screen.keys(&["q"]);
    screen.given_back(0);
    screen.see("lawgrep: nl-2017: its parsed text on the shelf was missing or damaged;");
    // It was put back, so that there is nothing to tell the next time.
    screen.start("--edition nl-2017 50A");
    screen.see("Een kleine reep mag op tafel blijven");
    screen.keys(&["q"]);
    screen.given_back(0);
    assert!(!screen.text().contains("damaged"), "{}", screen.text());
    // What cannot be mended is told before the screen is taken.
    fs::write(place.join("current"), "damaged").unwrap();
    screen.start("50A");
    screen.see("lawgrep: the shelf is broken: ");
    screen.given_back(2);
}
