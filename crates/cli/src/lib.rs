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
//! | 2 | everything else: [`Failure`](failure::Failure) |

mod argv;
mod cites;
mod commands;
mod failure;
mod flags;
mod json;
mod output;
mod paint;
mod session;
mod standing;
mod text;

use std::{ffi::OsString, panic, process::ExitCode};

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
    let args: Vec<OsString> = args.skip(1).collect();
    // The default hook prints a back trace hint that no user can use; the line below takes its place.
    let place = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let noted = std::sync::Arc::clone(&place);
    panic::set_hook(Box::new(move |info| {
        if let (Ok(mut noted), Some(at)) = (noted.lock(), info.location()) {
            *noted = format!("{}:{}", at.file(), at.line());
        }
    }));
    let mut output = Output::new();
    let ended = panic::catch_unwind(panic::AssertUnwindSafe(|| {
        commands::dispatch(args, bundle, &mut output).and_then(|outcome| {
            output.flush()?;
            Ok(outcome)
        })
    }));
    match ended {
        Ok(Ok(Outcome::Done)) => ExitCode::SUCCESS,
        Ok(Ok(Outcome::Nothing)) => ExitCode::from(1),
        Ok(Err(Stop::Closed)) => ExitCode::SUCCESS,
        Ok(Err(Stop::Failed(failure))) => {
            // What was printed before the failure comes before it.
            let _ = output.flush();
            output.complain(&failure);
            ExitCode::from(2)
        }
        Err(_) => {
            let place = place.lock().map(|p| p.clone()).unwrap_or_default();
            output
                .complain(&Failure::new(format!("internal error at {place}; please report it with your command line")));
            ExitCode::from(2)
        }
    }
}
