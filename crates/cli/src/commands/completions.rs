//! `lawgrep completions`: what a shell needs to complete our command lines.
//!
//! The scripts know nothing themselves: they hand the words typed so far to `lawgrep completions --candidates`, which prints
//! what could stand next. So all shells complete alike, and citations are those of the editions at hand.

mod candidates;
mod citations;

use clap_complete::Shell;

use self::candidates::{Candidates, Line};
use crate::{
    Outcome,
    failure::{Failure, Stop},
    flags::{Completions, Pick},
    output::Output,
    session::Session,
    text::one_line,
};

pub(crate) fn run(args: &Completions, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    if args.candidates {
        return candidates(args, bundle, output);
    }
    let script = match args.shell {
        Some(Shell::Bash) => include_str!("completions/lawgrep.bash"),
        Some(Shell::Zsh) => include_str!("completions/lawgrep.zsh"),
        Some(Shell::Fish) => include_str!("completions/lawgrep.fish"),
        Some(Shell::PowerShell) => include_str!("completions/lawgrep.ps1"),
        _ => return Err(Failure::new("there are completions for bash, zsh, fish and powershell").into()),
    };
    output.text(script)?;
    Ok(Outcome::Done)
}

/// One candidate a line, a tab and what it is behind it. A last line `:files` says that files could stand there too.
fn candidates(args: &Completions, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    // Whatever is wrong with the shelf, nobody wants to read it in the middle of a line.
    let Ok(session) = Session::open(bundle, &Pick::default()) else { return Ok(Outcome::Done) };
    let mut words: Vec<String> = args.words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    words.extend(args.empty.then(String::new));
    let found = Candidates::of(&Line::of(&words), session);
    for (value, about) in found.list {
        output.line(&format!("{}\t{}", one_line(&value), one_line(&about)))?;
    }
    if found.files {
        output.line(":files")?;
    }
    Ok(Outcome::Done)
}
