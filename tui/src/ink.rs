//! What a run of characters on the screen is. The view turns it into a style; nothing before it knows a colour.

use lawgrep_model::{Edition, Standing};

/// What weight the text has that a label or tag stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tone {
    /// A law book in force.
    Law,
    /// Its code is no longer law.
    Superseded,
    /// In force, but no law book: companion, regulation, training.
    Lesser,
}

impl Tone {
    pub(crate) fn of(edition: &Edition) -> Self {
        match edition.standing {
            _ if !edition.in_force() => Tone::Superseded,
            Standing::Official => Tone::Law,
            _ => Tone::Lesser,
        }
    }
}

/// What a run of characters is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ink {
    /// Text of a unit.
    Text,
    /// A heading of a unit.
    Heading,
    /// The citation beside a provision.
    Label(Tone),
    /// The name of an edition beside its text.
    Tag(Tone),
    /// A reference that the edition can follow.
    Link,
    /// A reference whose target this edition lacks.
    FarLink,
    /// A reference without a single target.
    DeadRef,
    /// A note's mark.
    NoteMark,
    /// A note's text.
    Note,
    /// Our own words where a text is lacking.
    Missing,
    /// Lines that part columns and codes.
    Rule,
    /// What must be seen: superseded, companion.
    Warning(Tone),
}

/// A run's ink, and what else is true of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) ink: Ink,
    /// Found by the last search.
    pub(crate) hit: bool,
    /// Index into the flow's links.
    pub(crate) link: Option<u32>,
}

impl From<Ink> for Mark {
    fn from(ink: Ink) -> Self {
        Self { ink, hit: false, link: None }
    }
}

/// Neighbouring characters with one mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    /// First column, from the left edge of the pane.
    pub(crate) col: usize,
    /// Columns that it takes.
    pub(crate) width: usize,
    /// The characters, already safe to print.
    pub(crate) text: String,
    pub(crate) mark: Mark,
    /// Where in a law its first character stands; `None` for words of our own.
    pub(crate) source: Option<Source>,
}

/// A character of a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Source {
    /// Index into the flow's places.
    pub(crate) place: u32,
    /// Byte of the text there.
    pub(crate) byte: u32,
}

impl Source {
    /// So many bytes further.
    pub(crate) fn after(self, bytes: usize) -> Self {
        Self { byte: self.byte.saturating_add(u32::try_from(bytes).unwrap_or(u32::MAX)), ..self }
    }
}

/// One line of a pane.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) runs: Vec<Run>,
}

impl Line {
    /// Moves the line right.
    pub(crate) fn shifted(mut self, by: usize) -> Self {
        for run in &mut self.runs {
            run.col += by;
        }
        self
    }
}
