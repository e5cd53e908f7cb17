//! The command line: reads what was typed, does it over the [`Library`](lawgrep_shelf::Library), words every error and
//! picks the exit code.
//!
//! ```text
//! arguments ─ argv (which subcommand) ─ flags (what was typed) ─ Session (what is needed) ─ commands, one file each
//!                                                                                  │
//!                                           exit code ─ Outcome or Failure ────────┴─ Output (filtered, never panics)
//! ```
//!
//! | exit code | when |
//! |---|---|
//! | 0 | found, shown, done; the reader of a pipe went away |
//! | 1 | nothing found; a citation that no edition at hand has; `check --strict` with findings |
//! | 2 | everything else: `Failure` |

mod argv;
mod by_rule;
mod cites;
mod commands;
mod failure;
mod finder;
mod flags;
mod json;
mod link;
#[cfg(test)]
mod man;
mod output;
mod paint;
mod platform;
mod session;
mod source;
mod sources;
mod standing;
mod text;

use std::{
    ffi::OsString,
    panic,
    process::ExitCode,
    sync::{Arc, Mutex},
};

use failure::{Failure, Stop};
use output::Output;

/// How a command that did its work ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Found, shown, done.
    Done,
    /// There was nothing to find or show.
    Nothing,
}

/// Runs the program. `args` begins with the program's name; `bundle` is what `lawgrep_shelf::embed` built.
///
/// Never panics: a fault of the program becomes one line on standard error and exit code 2.
pub fn run(args: impl Iterator<Item = OsString>, bundle: &'static [u8]) -> ExitCode {
    platform::outlive_file_limit();
    let args: Vec<OsString> = args.skip(1).collect();
    ExitCode::from(guarded(|output| commands::dispatch(args, bundle, output)))
}

/// Does the work and turns the way in which it ended into an exit code.
fn guarded(work: impl FnOnce(&mut Output) -> Result<Outcome, Stop>) -> u8 {
    // The default hook prints a hint on back traces that is of no use to a director; the line below takes its place.
    let place = Arc::new(Mutex::new(String::new()));
    let noted = Arc::clone(&place);
    panic::set_hook(Box::new(move |info| {
        if let (Ok(mut noted), Some(at)) = (noted.lock(), info.location()) {
            *noted = format!("{}:{}", at.file(), at.line());
        }
    }));
    let mut output = Output::new();
    let ended = panic::catch_unwind(panic::AssertUnwindSafe(|| {
        let outcome = work(&mut output)?;
        output.flush()?;
        Ok(outcome)
    }));
    let failure = match ended {
        Ok(Ok(Outcome::Done)) | Ok(Err(Stop::Closed)) => return 0,
        Ok(Ok(Outcome::Nothing)) => return 1,
        Ok(Err(Stop::Failed(failure))) => failure,
        Err(_) => {
            let place = place.lock().map(|p| p.clone()).unwrap_or_default();
            Failure::new(format!("internal error at {place}; please report it with what you typed"))
        }
    };
    // What was printed before the failure stands before it.
    let _ = output.flush();
    output.complain(&failure);
    2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_the_work_ends_there_is_an_exit_code() {
        assert_eq!(guarded(|_| Ok(Outcome::Done)), 0);
        assert_eq!(guarded(|_| Ok(Outcome::Nothing)), 1);
        assert_eq!(guarded(|_| Err(Stop::Closed)), 0);
        assert_eq!(guarded(|_| Err(Failure::new("a test").into())), 2);
        assert_eq!(guarded(|_| panic!("a test")), 2);
        let _ = panic::take_hook();
    }
}
