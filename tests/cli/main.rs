//! Drives the real program, in an empty environment with a shelf of its own.
//!
//! What a command works out is tested in its crate; here it is proved that the wiring keeps the contract: exit codes, output
//! forms, notices, the shelf.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic in a test is its report")]

mod check;
mod codes;
mod diff;
mod env;
mod exit_codes;
mod export;
mod formats;
mod grep;
mod hostile;
mod json;
mod languages;
mod national;
mod output;
mod reader;
mod refs;
mod schema;
mod search;
mod shelf;
#[cfg(target_os = "linux")]
mod terminal;
mod usage;
