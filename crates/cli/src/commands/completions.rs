//! `lawgrep completions`: what a shell needs to complete our flags and subcommands.

use clap::CommandFactory;

use crate::{
    Outcome,
    failure::Stop,
    flags::{Completions, Typed},
    output::Output,
};

pub(crate) fn run(args: &Completions, output: &mut Output) -> Result<Outcome, Stop> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Typed::command(), "lawgrep", &mut script);
    output.text(&String::from_utf8_lossy(&script))?;
    Ok(Outcome::Done)
}
