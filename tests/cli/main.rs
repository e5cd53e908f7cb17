//! Drives the real program, in an empty environment with a shelf of its own.
//!
//! What a command works out is tested in its crate; here it is proved that the wiring keeps the contract: exit codes, output
//! forms, notices, the shelf.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic in a test is its report")]
#![expect(clippy::print_stdout, reason = "what a test prints stands beside its failure")]

mod attacks;
mod bad_files;
mod check;
mod codes;
mod completions;
mod diff;
mod doctor;
mod env;
mod exit_codes;
mod export;
mod formats;
mod grep;
mod hostile;
mod joined;
mod json;
mod languages;
mod links;
mod national;
mod output;
#[cfg(unix)]
mod reader;
mod refs;
mod regulations;
mod schema;
mod search;
mod seed;
mod shelf;
mod survival;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(unix)]
#[path = "../../tui/tests/reader/tmux.rs"]
mod tmux;
mod usage;
