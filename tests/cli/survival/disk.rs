//! Disks that are full, and limits on the size of files.

use std::{fs, path::Path, process::Command};

use super::Texts;
use crate::env::{Env, Ran, finish};

/// The program under `ulimit -f`, which counts blocks of 512 bytes.
#[cfg(unix)]
fn limited(env: &Env, blocks: u32, args: &[&std::ffi::OsStr]) -> Command {
    let program = env.command();
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -f $1; shift; exec \"$@\"", "sh", &blocks.to_string()]);
    command.arg(program.get_program()).args(args).env_clear().current_dir(env.path(""));
    command.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    command.stdin(std::process::Stdio::null());
    command
}

/// An import that failed for want of room has changed nothing and left nothing.
#[track_caller]
fn check_refused(texts: &Texts, ran: &Ran, words: &str) {
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
    assert_eq!((ran.err.lines().count(), ran.out.as_str()), (1, ""), "{}", ran.err);
    assert!(ran.err.starts_with("lawgrep: the shelf: cannot ") && ran.err.contains(words), "{}", ran.err);
    assert_eq!((texts.wording(), texts.entries()), (0, 2));
}

#[test]
#[cfg(unix)]
fn a_limit_on_the_size_of_files_is_an_error_and_no_death() {
    let texts = Texts::new();
    let args = ["import".as_ref(), texts.files[1].as_os_str()];
    // From less than a source to more than any file of the edition.
    for (refused, blocks) in [0, 1, 2, 4, 8, 16, 32, 64, 4096].into_iter().enumerate() {
        let ran = finish(&mut limited(&texts.env, blocks, &args));
        if ran.code == 0 {
            assert!(refused >= 3, "{blocks} blocks were enough");
            assert_eq!((texts.wording(), texts.entries()), (1, 2));
            return;
        }
        check_refused(&texts, &ran, "File too large");
    }
    panic!("no limit was enough");
}

#[test]
#[cfg(unix)]
fn output_past_the_limit_is_an_error() {
    let env = Env::new();
    let line = ["export", "--edition", "companion-da"].map(std::ffi::OsStr::new);
    let mut command = limited(&env, 8, &line);
    let ran = command.stdout(fs::File::create(env.path("out")).unwrap()).output().unwrap();
    let err = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{err}");
    assert!(err.contains("cannot write to standard output (File too large") && err.lines().count() == 1, "{err}");
    let to_file = line.into_iter().chain(["--output", "to"].map(std::ffi::OsStr::new)).collect::<Vec<_>>();
    let ran = finish(&mut limited(&env, 8, &to_file)).code(2);
    assert!(ran.err.contains("cannot write to (File too large"), "{}", ran.err);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_output_is_an_error_of_every_command() {
    let texts = Texts::new();
    for line in [
        "strafkort",
        "-F strafkort",
        "-c strafkort",
        "show 50",
        "show 50 --json",
        "refs 50",
        "where 50",
        "term strafkort",
        "check",
        "editions",
        "editions --json",
        "export --edition nl-2017",
        "diff nl-2017 companion-nl",
        "--help",
        "help show",
        "--version",
        "completions bash",
        "import dorst.txt",
        "forget nl-2017",
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = texts.env.command();
        let output = command.args(line.split(' ')).stdout(full).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}: {err}");
        let told = err.lines().filter(|line| line.contains("cannot write to standard output")).count();
        assert_eq!(told, 1, "{line}: {err}");
    }
    // A full standard error hinders nothing.
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = texts.env.command().args(["show", "93Z"]).stderr(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
}

/// A small disk, gone when dropped.
#[cfg(target_os = "linux")]
struct Small<'a>(&'a Path);

#[cfg(target_os = "linux")]
impl<'a> Small<'a> {
    /// `None` where the test may not mount.
    #[expect(clippy::print_stderr, reason = "a test that could not be run says so")]
    fn mount(place: &'a Path) -> Option<Self> {
        fs::create_dir_all(place).unwrap();
        let mut command = Command::new("mount");
        let mounted = command.args(["-t", "tmpfs", "-o", "size=256k", "tmpfs"]).arg(place).output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(Self(place));
        }
        eprintln!("no right to mount: the full disk was not tried");
        None
    }
}

#[cfg(target_os = "linux")]
impl Drop for Small<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_keeps_the_old_edition_and_room_helps() {
    use std::io::Write;
    let env = Env::new();
    let home = env.home();
    let Some(_small) = Small::mount(&home) else { return };
    let texts = Texts::on(env);
    let filler = home.join("filler");
    let mut file = fs::File::create(&filler).unwrap();
    while file.write_all(&[0; 512]).is_ok() {}
    drop(file);
    // From not a byte of room to nearly enough: each time another step of the import fails.
    let full = fs::metadata(&filler).unwrap().len();
    for (refused, free) in [0, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64, 96].into_iter().enumerate() {
        fs::OpenOptions::new().write(true).open(&filler).unwrap().set_len(full.saturating_sub(free << 10)).unwrap();
        let ran = texts.import(1);
        if ran.code == 0 {
            assert!(refused >= 3, "{free} KiB were enough");
            assert_eq!((texts.wording(), texts.entries()), (1, 2));
            return;
        }
        check_refused(&texts, &ran, "No space left on device");
    }
    panic!("no room was enough");
}
