//! One file a subcommand, and what leads to them.

mod check;
mod completions;
mod diff;
mod doctor;
mod editions;
mod export;
mod forget;
mod grep;
mod import;
mod links;
mod parallel;
mod refs;
mod search;
mod show;
mod term;
mod tui;
mod where_;

use std::{ffi::OsString, io::IsTerminal};

use clap::{CommandFactory, FromArgMatches, error::ContextKind, error::ContextValue, error::ErrorKind};

use crate::{
    Outcome,
    argv::{Arranged, arrange},
    failure::{Failure, Stop},
    flags::{self, Command, Shape, Typed},
    link,
    output::Output,
    session,
    text::quoted,
};

/// Finds out what was asked for and does it.
pub(crate) fn dispatch(args: Vec<OsString>, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let linked = match args.as_slice() {
        [one] => link::arguments(one),
        _ => None,
    };
    let args = linked.unwrap_or(args);
    // Made once: it is a third of what a short run takes.
    let parser = Typed::command();
    let mut names: Vec<&str> = parser.get_subcommands().map(clap::Command::get_name).collect();
    names.push("help");
    let arranged = arrange(&args, &names, &flags::arity(&parser));
    let asks = |flags: [&str; 2]| arranged.rest.iter().any(|a| flags.iter().any(|f| a == f));
    if arranged.subcommand.is_none() && !arranged.has_words {
        if asks(["-h", "--help"]) {
            return help(parser, &["--help".into()], output);
        }
        if asks(["-V", "--version"]) {
            return version(bundle, output);
        }
        let bare = !arranged.rest.iter().any(names_patterns);
        if bare && std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
            return run(parse(parser, "tui", &arranged.rest, output)?, false, bundle, output);
        }
        if arranged.rest.is_empty() {
            let usage = "usage: lawgrep [FLAGS] QUERY... or lawgrep SUBCOMMAND [FLAGS] ARGS...; see lawgrep --help";
            return Err(Failure::new(usage).into());
        }
    }
    match &arranged.subcommand {
        Some(name) if name == "help" => {
            let mut args = vec![OsString::from("help")];
            args.extend(arranged.rest);
            help(parser, &args, output)
        }
        Some(name) => run(parse(parser, name, &arranged.rest, output)?, false, bundle, output),
        None => {
            let Arranged { rest, literal, .. } = arranged;
            run(parse(parser, "search", &rest, output)?, !literal, bundle, output)
        }
    }
}

/// Whether an argument is `-e` or `-f`, by itself or behind other letters: then there is a query without a word.
fn names_patterns(arg: &OsString) -> bool {
    let letters = arg.as_encoded_bytes().strip_prefix(b"-").filter(|rest| !rest.starts_with(b"-"));
    letters.is_some_and(|letters| letters.iter().any(|letter| matches!(letter, b'e' | b'f')))
}

/// What a command line asks for.
enum Asked {
    Command(Box<Command>),
    /// Its help, or the program's version; already printed.
    Told,
}

fn run(asked: Asked, may_cite: bool, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let Asked::Command(command) = asked else { return Ok(Outcome::Done) };
    shape(command.shape(), matches!(*command, Command::Tui(_) | Command::Show(_) | Command::Search(_)), output)?;
    match *command {
        Command::Search(it) => search::run(&it, may_cite, bundle, output),
        Command::Show(it) => show::run(&it, bundle, output),
        Command::Refs(it) => refs::run(&it, bundle, output),
        Command::Links(it) => links::run(&it, bundle, output),
        Command::Where(it) => where_::run(&it, bundle, output),
        Command::Term(it) => term::run(&it, bundle, output),
        Command::Check(it) => check::run(&it, bundle, output),
        Command::Diff(it) => diff::run(&it, bundle, output),
        Command::Import(it) => import::run(&it, bundle, output),
        Command::Editions(it) => editions::run(&it, bundle, output),
        Command::Forget(it) => forget::run(&it, bundle, output),
        Command::Export(it) => export::run(&it, bundle, output),
        Command::Tui(it) => tui::run(&it, bundle, output),
        Command::Doctor(it) => doctor::run(&it, bundle, output),
        Command::Completions(it) => completions::run(&it, bundle, output),
    }
}

/// Takes the flags about output as read. Only some commands can set editions side by side.
fn shape(shape: &Shape, beside: bool, output: &mut Output) -> Result<(), Stop> {
    output.set_colour(shape.color);
    output.set_links(shape.hyperlink);
    if shape.null {
        output.end_with_zero();
    }
    if shape.parallel && !beside {
        return Err(Failure::not_yet("`--parallel`").into());
    }
    match shape.format_version {
        None | Some(1) => Ok(()),
        Some(n) => Err(Failure::new(format!("format version {n} is not known; this lawgrep writes version 1")).into()),
    }
}

fn parse(parser: clap::Command, subcommand: &str, rest: &[OsString], output: &mut Output) -> Result<Asked, Stop> {
    let program = [OsString::from("lawgrep"), OsString::from(subcommand)];
    let parsed = parser.try_get_matches_from(program.iter().chain(rest));
    let typed = parsed.and_then(|mut matches| Typed::from_arg_matches_mut(&mut matches));
    match typed {
        Ok(typed) => Ok(Asked::Command(Box::new(typed.command))),
        Err(error) if !error.use_stderr() => {
            output.text(&error.render().to_string())?;
            Ok(Asked::Told)
        }
        Err(error) => Err(wrong_use(&error, subcommand).into()),
    }
}

fn help(parser: clap::Command, args: &[OsString], output: &mut Output) -> Result<Outcome, Stop> {
    let program = [OsString::from("lawgrep")];
    match parser.try_get_matches_from(program.iter().chain(args)) {
        Err(error) if !error.use_stderr() => {
            output.text(&error.render().to_string())?;
            Ok(Outcome::Done)
        }
        Err(error) => Err(wrong_use(&error, "").into()),
        Ok(_) => Ok(Outcome::Done),
    }
}

fn version(bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let private = session::bundle(bundle)?.is_private();
    let word = if private { " (private build, not for distribution)" } else { "" };
    output.line(&format!("lawgrep {}{word}", env!("CARGO_PKG_VERSION")))?;
    Ok(Outcome::Done)
}

/// A fault in the command line, in one line.
fn wrong_use(error: &clap::Error, subcommand: &str) -> Failure {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => quoted(text),
        Some(ContextValue::Strings(all)) => all.iter().map(quoted).collect::<Vec<_>>().join(", "),
        Some(other) => quoted(other.to_string()),
        None => String::new(),
    };
    let (arg, value) = (context(ContextKind::InvalidArg), context(ContextKind::InvalidValue));
    let what = match error.kind() {
        ErrorKind::UnknownArgument => match context(ContextKind::SuggestedArg) {
            near if near.is_empty() => format!("unknown flag `{arg}`"),
            near => format!("unknown flag `{arg}`; perhaps you mean `{near}`"),
        },
        ErrorKind::InvalidSubcommand => format!("unknown subcommand `{}`", context(ContextKind::InvalidSubcommand)),
        ErrorKind::InvalidValue if value.is_empty() => format!("`{arg}` needs a value"),
        ErrorKind::InvalidValue => match context(ContextKind::ValidValue) {
            known if known.is_empty() => format!("`{value}` is no value for `{arg}`"),
            known => format!("`{value}` is no value for `{arg}`; there are {known}"),
        },
        ErrorKind::ValueValidation => format!("`{value}` is no value for `{arg}`"),
        ErrorKind::MissingRequiredArgument => format!("{arg} is missing"),
        ErrorKind::ArgumentConflict => format!("`{arg}` does not go with `{}`", context(ContextKind::PriorArg)),
        ErrorKind::InvalidUtf8 => "a flag's value is not UTF-8".to_owned(),
        _ => {
            let text = error.render().to_string();
            quoted(text.lines().next().unwrap_or_default().trim_start_matches("error: "))
        }
    };
    let space = if subcommand.is_empty() { "" } else { " " };
    Failure::new(format!("{what}; see lawgrep{space}{subcommand} --help"))
}
