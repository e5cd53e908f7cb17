//! A terminal of its own, which tmux is, with a shell in it. Each step waits for what the screen says, never for a time.

use std::{
    process::{Command, id},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

pub(crate) struct Tmux {
    socket: String,
}

static COUNT: AtomicUsize = AtomicUsize::new(0);

impl Tmux {
    /// So many columns and rows; the shell has these variables and no others but PATH. `None` where there is no tmux: CI
    /// installs it.
    pub(crate) fn open((columns, rows): (u16, u16), variables: &str) -> Option<Self> {
        let socket = format!("lawgrep-test-{}-{}", id(), COUNT.fetch_add(1, Ordering::SeqCst));
        let screen = Self { socket };
        let shell = format!("env -i PATH=\"$PATH\" TERM=screen {variables} PS1='ready> ' sh");
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let made = screen.command().args(["new-session", "-d", "-x", &columns, "-y", &rows, &shell]).status();
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

    pub(crate) fn tmux(&self, args: &[&str]) -> String {
        let output = self.command().args(args).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    pub(crate) fn text(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until the screen holds the words.
    #[track_caller]
    pub(crate) fn see(&self, words: &str) {
        self.wait(|text| text.contains(words), words);
    }

    /// Waits until the screen is as it should be.
    #[track_caller]
    pub(crate) fn wait(&self, right: impl Fn(&str) -> bool, what: &str) {
        let begun = Instant::now();
        while !right(&self.text()) {
            assert!(begun.elapsed() < Duration::from_secs(60), "never saw {what:?} in\n{}", self.text());
            thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Types a line for the shell.
    pub(crate) fn line(&self, line: &str) {
        self.tmux(&["send-keys", "-l", line]);
        self.keys(&["Enter"]);
    }

    /// The terminal is as a shell wants it: no other screen, no mouse, a cursor.
    #[track_caller]
    pub(crate) fn is_plain(&self) {
        assert_eq!(self.tmux(&["display", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"]), "0 0 1\n");
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
