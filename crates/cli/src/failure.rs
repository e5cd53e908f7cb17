use lawgrep_shelf::{LibraryError, store::StoreError};

/// Why a command could not do its work: one line that says what, where, and what to do. Always exit code 2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) lines: Vec<String>,
}

/// Why a command ended early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Whoever read our output went away. No error.
    Closed,
    /// Something to tell.
    Failed(Failure),
}

impl Failure {
    pub(crate) fn new(line: impl Into<String>) -> Self {
        Self { lines: vec![line.into()] }
    }

    /// Several things that went wrong, one line each.
    pub(crate) fn all(lines: Vec<String>) -> Self {
        Self { lines }
    }

    /// A name that is reserved for later.
    pub(crate) fn not_yet(what: &str) -> Self {
        Self::new(format!("{what} is not there yet; lawgrep --help lists what is"))
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Failure::new(format!("cannot write to standard output ({error}); is the disk full?")).into(),
        }
    }
}

impl From<&StoreError> for Failure {
    fn from(error: &StoreError) -> Self {
        let again = |id| format!("import the edition again or run `lawgrep forget {id}`");
        Self::new(match error {
            StoreError::NoHome => format!("{error}; set LAWGREP_HOME to a folder of your own"),
            StoreError::Io { .. } => {
                format!("the shelf: {error}; mend that, or set LAWGREP_HOME to another folder")
            }
            StoreError::Busy { .. } => format!("the shelf: {error}; try again when it has ended"),
            StoreError::BadPointer { id, .. } => format!("the shelf is broken: {error}; {}", again(id)),
            StoreError::BadSource { id, .. } => format!("the shelf is broken: {error}; {}", again(id)),
        })
    }
}

impl From<&LibraryError> for Failure {
    fn from(error: &LibraryError) -> Self {
        match error {
            LibraryError::Store(error) => error.into(),
            LibraryError::Bundle(_) => Self::new(format!("{error}; install lawgrep again")),
            LibraryError::Remake { id, .. } => {
                Self::new(format!("the shelf is broken: {error}; import it again or run `lawgrep forget {id}`"))
            }
            LibraryError::Index { id, .. } => {
                Self::new(format!("{error}; import {id} again, or install lawgrep again if it is part of it"))
            }
        }
    }
}

impl From<&StoreError> for Stop {
    fn from(error: &StoreError) -> Self {
        Failure::from(error).into()
    }
}

impl From<&LibraryError> for Stop {
    fn from(error: &LibraryError) -> Self {
        Failure::from(error).into()
    }
}

impl From<LibraryError> for Stop {
    fn from(error: LibraryError) -> Self {
        Failure::from(&error).into()
    }
}
