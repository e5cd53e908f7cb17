//! The reader as its user meets it: keys in, screens out, over invented law books.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a panic of a helper is the report of the test that calls it")]

mod codes;
mod document;
mod drive;
mod endless;
mod finding;
mod fixture;
mod keys;
mod own;
mod panes;
mod screens;
mod staying;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod tmux;
mod words;
