//! The system's clipboard, through the program that the system has for it. A library would be asked for as long as the text
//! should stay: on X11 and Wayland a clipboard is a program that answers, and these stay behind when the reader ends.

use std::{
    env,
    io::Write,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A program that does not take the text in this time is not there for us.
const LIMIT: Duration = Duration::from_millis(400);

/// Puts the text on the clipboard of the machine where the user sits; false where no program can: over SSH that is another
/// machine, which only the terminal reaches.
pub(super) fn put(text: &str) -> bool {
    let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    programs(env::consts::OS, set).into_iter().any(|program| give(program, text, LIMIT))
}

/// Programs and their arguments, the likeliest first.
fn programs(system: &str, set: impl Fn(&str) -> bool) -> Vec<&'static [&'static str]> {
    if ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].into_iter().any(&set) {
        return Vec::new();
    }
    match system {
        "macos" => vec![&["pbcopy"]],
        "windows" => vec![&["clip"]],
        _ => {
            let mut all: Vec<&'static [&'static str]> = Vec::new();
            if set("WAYLAND_DISPLAY") {
                all.push(&["wl-copy"]);
            }
            if set("DISPLAY") {
                all.push(&["xclip", "-selection", "clipboard"]);
                all.push(&["xsel", "--clipboard", "--input"]);
            }
            all
        }
    }
}

/// Starts the program, gives it the text and waits until it is done; true if it says that it is.
fn give(program: &[&str], text: &str, limit: Duration) -> bool {
    let Some((name, arguments)) = program.split_first() else { return false };
    let mut command = Command::new(name);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    let Some(mut input) = child.stdin.take() else { return false };
    let bytes = encoded(text);
    // One that does not read must not hold us up.
    thread::spawn(move || {
        let _ = input.write_all(&bytes);
    });
    done(&mut child, limit)
}

fn done(child: &mut Child, limit: Duration) -> bool {
    let until = Instant::now() + limit;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// What the program reads: `clip` takes anything but this for the console's code page.
fn encoded(text: &str) -> Vec<u8> {
    if cfg!(windows) {
        let marked = std::iter::once(0xfeff).chain(text.encode_utf16());
        marked.flat_map(u16::to_le_bytes).collect()
    } else {
        text.as_bytes().to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(system: &str, set: &[&str]) -> Vec<&'static str> {
        programs(system, |name| set.contains(&name)).into_iter().map(|program| program[0]).collect()
    }

    #[test]
    fn each_system_has_its_program_and_none_over_ssh() {
        assert_eq!(names("macos", &[]), ["pbcopy"]);
        assert_eq!(names("windows", &[]), ["clip"]);
        assert_eq!(names("linux", &["WAYLAND_DISPLAY", "DISPLAY"]), ["wl-copy", "xclip", "xsel"]);
        assert_eq!(names("freebsd", &["DISPLAY"]), ["xclip", "xsel"]);
        assert_eq!(names("linux", &[]), [""; 0]);
        for ssh in ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"] {
            assert_eq!(names("linux", &["DISPLAY", ssh]), [""; 0]);
            assert_eq!(names("macos", &[ssh]), [""; 0]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_program_gets_the_text_or_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("clip");
        let long = "Lykt é\n".repeat(50_000);
        let script = format!("cat > '{}'", file.display());
        assert!(give(&["sh", "-c", &script], &long, Duration::from_secs(60)));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), long);
        let brief = Duration::from_millis(50);
        assert!(!give(&["tail", "-f", "/dev/null"], &long, brief), "it never ends");
        assert!(!give(&["false"], &long, LIMIT));
        assert!(!give(&["no-program-is-called-so"], &long, LIMIT));
        assert!(!give(&[], &long, LIMIT));
    }
}
