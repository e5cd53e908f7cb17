//! `lawgrep doctor`: what the program has found of itself and around it, and what to do where something is broken. It looks and
//! changes nothing.

mod shelf;

use lawgrep_shelf::{Library, bundle::Bundle};
use lawgrep_tui::{Brought, config_faults};
use serde::Serialize;

use crate::{
    Outcome,
    failure::{Failure, Stop},
    flags::Doctor,
    json::record,
    output::Output,
    paint::{Ink, run as ink},
    platform,
    text::one_line,
};

pub(crate) fn run(args: &Doctor, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let opened = Bundle::open(bundle);
    let mut all = vec![program(opened.as_ref().ok())];
    all.push(match &opened {
        Ok(opened) => texts(opened, bundle.len()),
        Err(error) => Check::broken("texts", error.to_string(), AGAIN),
    });
    all.extend(shelf::checks());
    all.push(language(opened.as_ref().ok()));
    all.push(terminal(output));
    let broken: Vec<String> = all.iter().filter_map(Check::complaint).collect();
    for check in &all {
        print(check, args.shape.json, output)?;
    }
    if args.shape.json {
        output.json(&record("end", End { checks: all.len(), broken: broken.len() }))?;
    }
    if broken.is_empty() { Ok(Outcome::Done) } else { Err(Failure::all(broken).into()) }
}

/// What to do about a fault of the program's own bytes.
const AGAIN: &str = "install lawgrep again";

/// Something that was looked at.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Check {
    /// What.
    name: &'static str,
    state: State,
    /// What was found, one line.
    found: String,
    /// What to do, where something is broken.
    remedy: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum State {
    Well,
    /// Works, and should be known.
    Note,
    Broken,
}

impl Check {
    fn well(name: &'static str, found: impl Into<String>) -> Self {
        Self { name, state: State::Well, found: one_line(&found.into()), remedy: None }
    }

    fn note(name: &'static str, found: impl Into<String>) -> Self {
        Self { state: State::Note, ..Self::well(name, found) }
    }

    fn broken(name: &'static str, found: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { state: State::Broken, remedy: Some(one_line(&remedy.into())), ..Self::well(name, found) }
    }

    /// The line on standard error.
    fn complaint(&self) -> Option<String> {
        let remedy = self.remedy.as_deref()?;
        Some(format!("{}: {}; {remedy}", self.name, self.found))
    }
}

#[derive(Serialize)]
struct End {
    checks: usize,
    broken: usize,
}

/// `shelf: well: /home/...`
fn print(check: &Check, json: bool, output: &mut Output) -> Result<(), Stop> {
    if json {
        return output.json(&record("check", check));
    }
    let (ink_of, word) = match check.state {
        State::Well => (Ink::Plain, "well"),
        State::Note => (Ink::Strong, "note"),
        State::Broken => (Ink::Warning, "broken"),
    };
    let (name, found) = (format!("{}: ", check.name), format!(": {}", check.found));
    output.painted(&[ink(Ink::Strong, &name), ink(ink_of, word), ink(Ink::Plain, &found)])
}

fn program(bundle: Option<&Bundle>) -> Check {
    let private = bundle.is_some_and(Bundle::is_private);
    let build = if private { "private build, not for distribution" } else { "public build" };
    let version = env!("CARGO_PKG_VERSION");
    Check::well("program", format!("lawgrep {version}, {build}, for {}", platform::built_for()))
}

/// Decodes everything that the program carries.
fn texts(bundle: &Bundle, bytes: usize) -> Check {
    let library = match Library::open(bundle, None) {
        Ok(library) => library,
        Err(error) => return Check::broken("texts", error.to_string(), AGAIN),
    };
    for (at, edition) in library.editions().iter().enumerate() {
        let text = library.document(at).transpose().map(|document| document.map_or(0, |d| d.units.len()));
        let index = library.index(at).transpose().map(|index| index.is_some());
        match (text, index) {
            (Ok(1..), Ok(true)) => {}
            (Err(error), _) | (_, Err(error)) => {
                return Check::broken("texts", format!("{}: {error}", edition.id), AGAIN);
            }
            _ => return Check::broken("texts", format!("{} is empty", edition.id), AGAIN),
        }
    }
    let editions: Vec<String> = library.editions().iter().map(|e| e.id.to_string()).collect();
    let mut codes: Vec<String> = library.alignment().codes().map(|code| code.to_string()).collect();
    codes.sort();
    if editions.is_empty() || codes.is_empty() {
        return Check::broken("texts", "the program carries no texts", AGAIN);
    }
    let (n, kilobytes) = (editions.len(), bytes / 1024);
    let (editions, codes) = (editions.join(", "), codes.join(", "));
    Check::well("texts", format!("{n} editions, {kilobytes} KB, all read: {editions}; codes {codes} compared"))
}

fn language(bundle: Option<&Bundle>) -> Check {
    let lexicon = bundle.and_then(|bundle| bundle.lexicon().ok());
    let Some((locale, source)) = platform::locale() else {
        return Check::well("language", "English, since nothing names one; --lang or LANG chooses");
    };
    if platform::is_plain(&locale) {
        return Check::well("language", format!("English, since {source} is {locale}; --lang or LANG chooses"));
    }
    match lexicon.as_ref().and_then(|lexicon| lexicon.language(&locale)) {
        Some(language) => Check::well("language", format!("{} from {source}={locale}", language.name)),
        None => {
            let known = lexicon.map_or_else(String::new, |lexicon| {
                lexicon.languages.iter().map(|l| l.code.as_str()).collect::<Vec<_>>().join(", ")
            });
            Check::note("language", format!("{source}={locale} is none of {known}; all count alike, --lang chooses"))
        }
    }
}

fn terminal(output: &Output) -> Check {
    let term = platform::variable("TERM").map_or_else(|| "not set".to_owned(), |t| t.to_string_lossy().into_owned());
    let utf8 = platform::is_utf8();
    let letters = if utf8 { "UTF-8" } else { "no UTF-8 by its locale" };
    let yes = |is: bool| if is { "yes" } else { "no" };
    let wide = if output.is_terminal() { format!("{} columns, ", platform::columns()) } else { String::new() };
    let where_to = if output.is_terminal() { "a terminal" } else { "no terminal (a pipe or file)" };
    let (colour, links) = (yes(output.is_coloured()), yes(output.is_linked()));
    let found = format!("output is {where_to}, {wide}TERM {term}, colour {colour}, links {links}, {letters}");
    if output.is_terminal() && !utf8 {
        return Check::note("terminal", format!("{found}; letters such as å need a locale that ends in UTF-8"));
    }
    Check::well("terminal", found)
}

/// What the settings say that is not understood.
fn settings(brought: Option<Brought>) -> Check {
    let Some(path) = brought.as_ref().map(|b| b.path.clone()) else {
        return Check::well("config.toml", "none; docs/tui.md tells what it may hold");
    };
    let readable = brought.as_ref().is_some_and(|b| b.text.is_ok());
    let faults = config_faults(&brought);
    match (readable, faults.as_slice()) {
        (true, []) => Check::well("config.toml", path),
        (false, faults) => Check::broken("config.toml", faults.join("; "), "mend or remove the file"),
        (true, faults) => Check::broken("config.toml", faults.join("; "), "mend these lines; the others count"),
    }
}
