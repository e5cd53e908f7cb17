//! The terminal reader: the window a director keeps open beside the table.
//!
//! It knows what is on the screen and what a key does to it. It knows no disk, no index and no parser: laws, searches and
//! typed citations come through [`Reader`], which the command line implements over its library.
//!
//! ```text
//! key ─ keymap ─ Action ─ update(State) ─ Effect        no drawing, no terminal
//!                            │
//!        documents ─ arrange ─ flow ─ Screen             rows by rule, then lines of the present width; kept
//!                            │
//!                     view(State) ─ Buffer               no decisions
//! ```
//!
//! Only `terminal` touches the terminal; everything else runs in tests.

mod aloud;
mod arrange;
mod choose;
mod codes;
mod flow;
mod ink;
pub mod keymap;
mod layout;
mod outline;
mod own;
mod pane;
mod reader;
mod refs;
mod screen;
mod state;
mod terminal;
mod update;
mod view;
mod word;
mod world;
mod wrap;

pub use own::config::{config_faults, wanted_editions};
pub use reader::{Found, Mistyped, Problem, Reader, Search, Situation, Start, Term, TuiError};
pub use state::State;
pub use terminal::run;
pub use update::{Effect, enter, settle, update};
pub use view::view;
pub use world::{Brought, Keepsake, Kept, World};
