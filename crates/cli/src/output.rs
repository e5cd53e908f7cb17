use std::io::{self, BufWriter, IsTerminal, Write};

use lawgrep_model::make_safe;

use crate::{
    failure::{Failure, Stop},
    flags::When,
    paint::{Ink, Run},
};

/// Lines on a terminal are not made longer than this; long lines are hard to read.
const WIDEST: usize = 100;

/// The two outputs. Everything goes through here: filtered, and with a closed pipe as a quiet end.
pub(crate) struct Output {
    out: BufWriter<Box<dyn Write>>,
    terminal: bool,
    colour: bool,
    width: usize,
}

impl Output {
    pub(crate) fn new() -> Self {
        let terminal = io::stdout().is_terminal();
        Self {
            out: BufWriter::with_capacity(1 << 16, Box::new(io::stdout())),
            terminal,
            colour: false,
            width: if terminal { width() } else { usize::MAX },
        }
    }

    pub(crate) fn set_colour(&mut self, when: When) {
        let set = |name| std::env::var_os(name).filter(|v| !v.is_empty());
        self.colour = match when {
            When::Always => true,
            When::Never => false,
            When::Auto => self.terminal && set("NO_COLOR").is_none() && set("TERM").is_none_or(|t| t != "dumb"),
        };
    }

    /// Whether words are set off by colour, so that it is worth finding which.
    pub(crate) fn is_coloured(&self) -> bool {
        self.colour
    }

    /// Whether a person reads: then output is arranged, else it is one record a line.
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Columns to use; no limit in a pipe.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Prints one line.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Stop> {
        self.out.write_all(make_safe(text).as_bytes())?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Prints a text of several lines that ends in a line end.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Stop> {
        Ok(self.out.write_all(make_safe(text).as_bytes())?)
    }

    /// Prints one line of runs, each in its ink if colour is on.
    pub(crate) fn painted(&mut self, runs: &[Run<'_>]) -> Result<(), Stop> {
        for run in runs {
            let text = make_safe(run.text);
            match run.ink {
                Ink::Plain => self.out.write_all(text.as_bytes())?,
                _ if !self.colour => self.out.write_all(text.as_bytes())?,
                ink => write!(self.out, "\u{1b}[{}m{text}\u{1b}[0m", ink.code())?,
            }
        }
        Ok(self.out.write_all(b"\n")?)
    }

    /// Prints one record as JSON. Texts in it have been filtered by whoever made it.
    pub(crate) fn json(&mut self, record: &impl serde::Serialize) -> Result<(), Stop> {
        serde_json::to_writer(&mut self.out, record).map_err(io::Error::from)?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Prints one record of a table. The fields have been made such; the line end is the one that tables have.
    pub(crate) fn record(&mut self, text: &str) -> Result<(), Stop> {
        self.out.write_all(make_safe(text).as_bytes())?;
        Ok(self.out.write_all(b"\r\n")?)
    }

    /// Says something beside the output, on standard error.
    pub(crate) fn notice(&mut self, text: &str) -> Result<(), Stop> {
        self.out.flush()?;
        let _ = writeln!(io::stderr(), "lawgrep: {}", make_safe(text));
        Ok(())
    }

    /// Tells what went wrong, one line each. Never fails: there is nowhere left to tell it.
    pub(crate) fn complain(&self, failure: &Failure) {
        for line in &failure.lines {
            let _ = writeln!(io::stderr(), "lawgrep: {}", make_safe(line).replace('\n', " "));
        }
    }

    pub(crate) fn flush(&mut self) -> Result<(), Stop> {
        Ok(self.out.flush()?)
    }
}

fn width() -> usize {
    let named = std::env::var("COLUMNS").ok().and_then(|n| n.parse().ok());
    let columns = named.or_else(|| crossterm::terminal::size().ok().map(|(columns, _)| usize::from(columns)));
    columns.unwrap_or(80).clamp(20, WIDEST)
}
