//! The program: its arguments and the editions inside it, handed to `lawgrep-cli`.

use std::process::ExitCode;

/// The editions that `build.rs` packed.
static BUNDLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bundle"));

fn main() -> ExitCode {
    lawgrep_cli::run(std::env::args_os(), BUNDLE)
}
