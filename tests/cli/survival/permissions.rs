//! Folders and files that the user has no right to. Tried as another user, where the tests run as root.

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
    process::Command,
};

use super::Texts;
use crate::env::{Env, Ran, finish};

const NOBODY: &str = "65534";

/// Runs the program as somebody whom no file here belongs to.
struct Other<'a> {
    env: &'a Env,
}

impl<'a> Other<'a> {
    /// `None` where the tests do not run as root, or without the program that changes users.
    #[expect(clippy::print_stderr, reason = "a test that could not be run says so")]
    fn new(env: &'a Env) -> Option<Self> {
        fs::copy(env!("CARGO_BIN_EXE_lawgrep"), env.path("lawgrep")).unwrap();
        open(&env.path(""), true);
        let other = Self { env };
        let root = fs::metadata(env.path("")).unwrap().uid() == 0;
        if root && other.command(NOBODY).arg("--version").output().is_ok_and(|output| output.status.success()) {
            return Some(other);
        }
        eprintln!("no right to be another user: permissions were not tried");
        None
    }

    fn command(&self, user: &str) -> Command {
        let mut command = Command::new("setpriv");
        command.args([&format!("--reuid={user}"), &format!("--regid={user}"), "--clear-groups"]);
        command.arg(self.env.path("lawgrep")).env_clear().current_dir(self.env.path(""));
        command.env("LAWGREP_HOME", self.env.home()).env("HOME", self.env.path("")).env("LANG", "C");
        command.stdin(std::process::Stdio::null());
        command
    }

    fn line(&self, line: &str) -> Ran {
        finish(self.command(NOBODY).args(line.split(' ')))
    }
}

/// Everybody may read it, or nobody but its owner.
fn open(path: &Path, everybody: bool) {
    let folder = path.is_dir();
    let mode = if everybody { if folder { 0o755 } else { 0o644 } } else { 0o700 };
    let mode = if path.ends_with("lawgrep") { 0o755 } else { mode };
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    if folder && everybody {
        fs::read_dir(path).unwrap().for_each(|entry| open(&entry.unwrap().path(), everybody));
    }
}

#[track_caller]
fn check_refusal(ran: Ran, words: &[&str]) {
    let ran = ran.code(2);
    assert_eq!((ran.err.lines().count(), ran.out.as_str()), (1, ""), "{}", ran.err);
    for word in words {
        assert!(ran.err.contains(word), "no {word:?} in {}", ran.err);
    }
}

#[test]
fn a_shelf_that_may_only_be_read_is_read() {
    let texts = Texts::new();
    let Some(other) = Other::new(&texts.env) else { return };
    for line in [
        "strafkort",
        "show 50A --edition nl-2017",
        "honger --edition nl-2017",
        "refs 50A --edition nl-2017",
        "where 50A",
        "check nl-2017",
        "editions",
        "export --edition nl-2017",
        "-F honger",
    ] {
        let (mine, others) = (texts.env.line(line), other.line(line).code(0));
        assert_eq!((others.out, others.err), (mine.out, mine.err), "{line}");
    }
    let home = texts.env.home().display().to_string();
    let remedy = "set LAWGREP_HOME to another folder";
    check_refusal(other.line("import dorst.txt"), &[&home, "Permission denied", remedy]);
    check_refusal(other.line("forget nl-2017"), &[&home, "Permission denied", remedy]);
    assert_eq!((texts.wording(), texts.entries()), (0, 2));
}

#[test]
fn what_is_damaged_on_a_shelf_that_may_only_be_read_is_made_again_for_the_run() {
    let texts = Texts::new();
    let Some(other) = Other::new(&texts.env) else { return };
    let folder = fs::read_dir(texts.place()).unwrap().map(|e| e.unwrap().path()).find(|p| p.is_dir()).unwrap();
    for (name, line) in [("tree", "show 50A --edition nl-2017"), ("index", "honger --edition nl-2017")] {
        let right = texts.env.line(line).code(0).out;
        let bytes = fs::read(folder.join(name)).unwrap();
        fs::write(folder.join(name), "damaged").unwrap();
        let ran = other.line(line).code(0);
        assert_eq!(ran.out, right);
        assert!(ran.err.contains("for this run only, since the shelf cannot be written now"), "{}", ran.err);
        fs::write(folder.join(name), bytes).unwrap();
    }
}

#[test]
fn files_that_may_not_be_read_are_named() {
    let texts = Texts::new();
    let Some(other) = Other::new(&texts.env) else { return };
    open(&texts.files[1], false);
    let remedy = "name a file or folder that can be read";
    check_refusal(other.line("import dorst.txt"), &["cannot read dorst.txt", "Permission denied", remedy]);
    let folder = texts.env.path("folder");
    fs::create_dir(&folder).unwrap();
    open(&folder, false);
    check_refusal(other.line("import folder"), &["cannot read folder", "Permission denied", remedy]);
    // With it no pointer would be read.
    fs::remove_file(texts.env.home().join("catalogue")).unwrap();
    for (path, line) in [
        (texts.place().join("current"), "show 50"),
        (texts.env.home().join("editions"), "strafkort"),
        (texts.env.home(), "editions"),
    ] {
        open(&path, false);
        check_refusal(other.line(line), &[&path.display().to_string(), "Permission denied", "LAWGREP_HOME"]);
        open(&path, true);
    }
}

#[test]
fn who_has_no_home_reads_what_is_built_in_and_is_told_what_an_import_needs() {
    let texts = Texts::new();
    let Some(other) = Other::new(&texts.env) else { return };
    // No such user is known to the system, so that it knows no home either.
    let homeless = |line: &str| {
        let mut command = other.command("54321");
        finish(command.env_remove("LAWGREP_HOME").env_remove("HOME").args(line.split(' ')))
    };
    homeless("show 50").code(0);
    homeless("strafkort").code(0);
    homeless("editions").code(0);
    check_refusal(homeless("import dorst.txt"), &["no data folder", "set LAWGREP_HOME to a folder of your own"]);
    check_refusal(homeless("forget nl-2017"), &["set LAWGREP_HOME to a folder of your own"]);
}
