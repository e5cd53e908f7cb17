//! What differs between systems, and nothing else of this crate does: the system's wishes, the way to the shell and back, how a
//! thread that reads keys is woken.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(super) use other::{LAG, Signals, stop_here, wake};
#[cfg(unix)]
pub(super) use unix::{LAG, Signals, stop_here, wake};
