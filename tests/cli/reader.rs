//! The reader on a real terminal, which tmux is: taken, given back, left for a while, told of an import. Each step waits for
//! what the screen says, never for a time.

use std::{fs, ops::Deref, os::unix::fs::PermissionsExt, process::Command};

use crate::{
    env::{Env, data},
    tmux::Tmux,
};

/// A terminal with a data folder of its own.
struct Screen<'a> {
    env: &'a Env,
    tmux: Tmux,
}

impl Deref for Screen<'_> {
    type Target = Tmux;

    fn deref(&self) -> &Tmux {
        &self.tmux
    }
}

impl<'a> Screen<'a> {
    fn open(env: &'a Env) -> Option<Self> {
        Self::sized(env, (100, 30))
    }

    fn sized(env: &'a Env, size: (u16, u16)) -> Option<Self> {
        let tmux = Tmux::open(size, &format!("LAWGREP_HOME='{}'", env.home().display()))?;
        Some(Self { env, tmux })
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
        self.is_plain();
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

/// A program on the path that tmux's shell has, which does that.
fn program(env: &Env, name: &str, does: &str) -> String {
    let folder = env.path("programs");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{does}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    folder.display().to_string()
}

#[test]
fn the_system_has_a_clipboard_and_over_ssh_the_terminal() {
    let env = Env::new();
    let Some(screen) = Screen::open(&env) else { return };
    let file = env.path("clip");
    let folder = program(&env, "wl-copy", &format!("cat >'{0}.part'; mv '{0}.part' '{0}'", file.display()));
    screen.line(&format!("export WAYLAND_DISPLAY=wayland-0 PATH=\"{folder}:$PATH\""));
    screen.start("50D");
    screen.see("? keys");
    screen.keys(&["y"]);
    screen.see("copied 50D");
    let copied = fs::read_to_string(&file).unwrap();
    assert!(copied.starts_with("50D ") && copied.ends_with("is not the law book)\n"), "{copied}");
    assert_eq!(screen.tmux.tmux(&["show-buffer"]), "");
    screen.keys(&["q"]);
    screen.given_back(0);
    // Over SSH the user's clipboard is that of the terminal; likewise where the program never ends.
    for line in ["export SSH_TTY=/dev/pts/9", &format!("unset SSH_TTY; {}", never(&env))] {
        fs::remove_file(&file).ok();
        screen.line(line);
        screen.start("16C");
        screen.see("? keys");
        screen.keys(&["y"]);
        screen.see("copied 16C");
        screen.wait(|_| screen.tmux.tmux(&["show-buffer"]).starts_with("16C "), "the terminal's clipboard");
        screen.tmux.tmux(&["delete-buffer"]);
        assert!(!file.exists());
        screen.keys(&["q"]);
        screen.given_back(0);
    }
}

/// Has the clipboard program never end.
fn never(env: &Env) -> String {
    format!("printf '#!/bin/sh\\nexec tail -f /dev/null\\n' >'{}/wl-copy'", env.path("programs").display())
}

/// The judge's keys: each one counts, on a small screen and on a large one.
#[test]
fn few_keys_lead_to_a_ruling() {
    for size in [(80, 24), (200, 60)] {
        let env = Env::new();
        let Some(screen) = Screen::sized(&env, size) else { return };
        let trail = |trail: &str| {
            let wanted = format!(" {trail} ");
            let right = |text: &str| text.lines().rev().take(3).any(|line| format!("{line} ").starts_with(&wanted));
            screen.wait(right, trail);
        };
        // From a cold start to a provision: four.
        screen.start("");
        screen.see("? keys");
        screen.keys(&["5", "0", "D", "Enter"]);
        trail("50D");
        screen.keys(&["q"]);
        screen.given_back(0);
        // Along two references and back: eight.
        screen.start("50E2 --edition companion-en");
        screen.see("? keys");
        screen.keys(&["Tab", "Tab", "Enter"]);
        trail("50E2 > 16C");
        screen.keys(&["Tab", "Tab", "Enter"]);
        trail("50E2 > 16C > 12C1");
        screen.keys(&["BSpace", "BSpace"]);
        trail("50E2");
        // Another language: one.
        screen.keys(&["l"]);
        screen.wait(|text| !text.lines().next().unwrap_or_default().contains("companion-en"), "another language");
        screen.see(" 50E2 ");
        screen.keys(&["q"]);
        screen.given_back(0);
        // What follows a hesitation, from a word: ten.
        screen.start("--edition companion-en 50D");
        screen.see("? keys");
        screen.keys(&["s", "h", "e", "s", "i", "t", "a", "t", "e", "Enter"]);
        trail("50D > 16B1");
        // A word under the cursor in all languages: two; the second pane: two.
        screen.keys(&["Right", "t"]);
        screen.see("makker");
        // Escape and another key in one breath are one key.
        screen.keys(&["Escape"]);
        screen.wait(|text| !text.contains("makker"), "the text again");
        screen.keys(&["Tab", "F"]);
        screen.see("in the other pane");
        screen.keys(&["q"]);
        screen.given_back(0);
    }
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
