use std::{fmt, rc::Rc};

use lawgrep_model::EditionId;

/// What a user should know of the shelf although the work goes on. One line each, by `Display`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Another process writes; this one waits.
    Waiting {
        /// The number of that process, where known.
        holder: Option<u32>,
        /// For how many seconds at most.
        seconds: u64,
    },
    /// An edition was made again from its kept source.
    Remade {
        /// The edition.
        id: EditionId,
        /// Why.
        cause: Cause,
        /// It was put back on the shelf. If not, the shelf cannot be written now, and only this run has it.
        kept: bool,
    },
}

/// Why an edition was made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// Another version of the program prepared it.
    OtherVersion,
    /// What was known of it was altered.
    Pointer,
    /// Its parsed text is missing or damaged.
    Tree,
    /// Its search index is missing or damaged.
    Index,
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Waiting { holder, seconds } => {
                let holder = Holder(*holder);
                write!(f, "{holder} is writing to the shelf; waiting for it, at most {seconds} s")
            }
            Notice::Remade { id, cause, kept } => {
                let cause = match cause {
                    Cause::OtherVersion => "another version of lawgrep prepared it",
                    Cause::Pointer => "what the shelf knew of it was altered",
                    Cause::Tree => "its parsed text on the shelf was missing or damaged",
                    Cause::Index => "its search index on the shelf was missing or damaged",
                };
                let kept = if *kept { "" } else { ", for this run only, since the shelf cannot be written now" };
                write!(f, "{id}: {cause}; made again from the kept source{kept}")
            }
        }
    }
}

/// A process by its number.
pub(super) struct Holder(pub(super) Option<u32>);

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(process) => write!(f, "another lawgrep (process {process})"),
            None => f.write_str("another lawgrep"),
        }
    }
}

/// Who is told.
#[derive(Clone)]
pub(super) struct Teller(Rc<dyn Fn(&Notice)>);

impl Default for Teller {
    /// Nobody.
    fn default() -> Self {
        Self::new(|_| {})
    }
}

impl Teller {
    pub(super) fn new(tell: impl Fn(&Notice) + 'static) -> Self {
        Self(Rc::new(tell))
    }

    pub(super) fn tell(&self, notice: &Notice) {
        (self.0)(notice);
    }
}

impl fmt::Debug for Teller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Teller")
    }
}
