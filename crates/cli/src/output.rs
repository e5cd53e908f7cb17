use std::{
    borrow::Cow,
    io::{self, BufWriter, Write},
};

use lawgrep_model::make_safe;

use crate::{
    failure::{Failure, Stop},
    flags::When,
    link,
    paint::{Ink, Run, fold, run as ink},
    platform,
};

/// Lines on a terminal are not made longer than this; long lines are hard to read.
const WIDEST: usize = 100;

/// The two outputs. Everything goes through here: filtered, and with a closed pipe as a quiet end.
pub(crate) struct Output {
    out: BufWriter<Box<dyn Write>>,
    terminal: bool,
    colour: bool,
    links: bool,
    /// What ends a line.
    end: &'static [u8],
    /// Columns of the terminal: no line is longer.
    columns: usize,
}

impl Output {
    pub(crate) fn new() -> Self {
        let terminal = platform::is_terminal();
        Self {
            out: BufWriter::with_capacity(1 << 16, Box::new(io::stdout())),
            terminal,
            colour: false,
            links: false,
            end: b"\n",
            columns: if terminal { platform::columns() } else { usize::MAX },
        }
    }

    pub(crate) fn set_links(&mut self, when: When) {
        self.links = link::wanted(when, self.terminal, |name| platform::variable(name)?.into_string().ok());
    }

    /// Ends lines with a zero byte, for programs that take names apart there.
    pub(crate) fn end_with_zero(&mut self) {
        self.end = b"\0";
    }

    /// Whether citations are links.
    pub(crate) fn is_linked(&self) -> bool {
        self.links
    }

    pub(crate) fn set_colour(&mut self, when: When) {
        self.colour = match when {
            When::Always => true,
            When::Never => false,
            When::Auto => self.terminal && platform::has_colours(),
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

    /// Columns for a text; no limit in a pipe.
    pub(crate) fn width(&self) -> usize {
        if self.terminal { self.columns.min(WIDEST) } else { usize::MAX }
    }

    /// Prints one line.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Stop> {
        self.painted(&[ink(Ink::Plain, text)])
    }

    /// Prints a text of several lines that ends in a line end.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Stop> {
        Ok(self.out.write_all(make_safe(text).as_bytes())?)
    }

    /// Prints one line of runs, each in its ink if colour is on. On a terminal that is narrower it becomes several.
    pub(crate) fn painted(&mut self, runs: &[Run<'_>]) -> Result<(), Stop> {
        if !self.terminal && !self.colour && !self.links {
            for run in runs {
                self.out.write_all(make_safe(run.text).as_bytes())?;
            }
            return Ok(self.out.write_all(self.end)?);
        }
        let safe: Vec<Cow<'_, str>> = runs.iter().map(|run| make_safe(run.text)).collect();
        let runs: Vec<Run<'_>> = runs.iter().zip(&safe).map(|(run, text)| Run { text, ..*run }).collect();
        if !self.terminal {
            return self.whole(&runs);
        }
        for line in fold(&runs, self.columns) {
            self.whole(&line)?;
        }
        Ok(())
    }

    /// Writes one line as it is. Runs side by side that lead to the same place are one link.
    fn whole(&mut self, runs: &[Run<'_>]) -> Result<(), Stop> {
        let mut open = None;
        for run in runs {
            let link = run.link.filter(|_| self.links);
            if link != open {
                // Our own links hold nothing but plain letters, digits and signs, see `link`.
                write!(self.out, "\u{1b}]8;;{}\u{1b}\\", link.unwrap_or_default())?;
                open = link;
            }
            match run.ink {
                ink if self.colour && ink != Ink::Plain => {
                    write!(self.out, "\u{1b}[{}m{}\u{1b}[0m", ink.code(), run.text)?;
                }
                _ => self.out.write_all(run.text.as_bytes())?,
            }
        }
        if open.is_some() {
            self.out.write_all(b"\x1b]8;;\x1b\\")?;
        }
        Ok(self.out.write_all(self.end)?)
    }

    /// Prints one record as JSON. Texts in it have been filtered by whoever made it.
    pub(crate) fn json(&mut self, record: &impl serde::Serialize) -> Result<(), Stop> {
        serde_json::to_writer(&mut self.out, record).map_err(io::Error::from)?;
        Ok(self.out.write_all(self.end)?)
    }

    /// Prints one record of a table. The fields have been made such; the line end is the one that tables have.
    pub(crate) fn record(&mut self, text: &str) -> Result<(), Stop> {
        self.out.write_all(make_safe(text).as_bytes())?;
        Ok(self.out.write_all(b"\r\n")?)
    }

    /// Says something beside the output, on standard error.
    pub(crate) fn notice(&mut self, text: &str) -> Result<(), Stop> {
        self.out.flush()?;
        aside(text);
        Ok(())
    }

    /// Tells what went wrong, one line each. Never fails: there is nowhere left to tell it.
    pub(crate) fn complain(&self, failure: &Failure) {
        failure.lines.iter().for_each(|line| aside(line));
    }

    pub(crate) fn flush(&mut self) -> Result<(), Stop> {
        Ok(self.out.flush()?)
    }
}

/// Says something beside the work, on standard error, in one line.
pub(crate) fn aside(text: &str) {
    let _ = writeln!(io::stderr(), "lawgrep: {}", make_safe(text).replace('\n', " "));
}
