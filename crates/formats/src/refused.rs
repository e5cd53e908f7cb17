/// Why a file gave no text. [`Refused::remedy`] says what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// A format that is known and not read.
    #[error("it is {what}")]
    Format {
        /// What it is, with its article.
        what: &'static str,
        /// What to do.
        remedy: &'static str,
    },
    /// More than [`crate::limits`] allows.
    #[error("{place}: more than {most}, which no law book has")]
    TooMuch {
        /// Where in the file.
        place: String,
        /// The limit.
        most: String,
    },
    /// It took too long.
    #[error("{place}: reading it took more than {seconds} s")]
    TooSlow {
        /// Where in the file.
        place: String,
        /// The limit.
        seconds: u64,
    },
    /// It does not keep to its format.
    #[error("{place}: damaged: {why}")]
    Damaged {
        /// Where in the file.
        place: String,
        /// What is wrong, in the words of its reader.
        why: String,
    },
    /// A PDF that asks for a password.
    #[error("it is locked with a password")]
    Locked,
    /// A PDF of pictures.
    #[error("{}: pictures without text, as a scanner makes them", if *pages == 1 { "its page".to_owned() } else { format!("all {pages} pages") })]
    Scan {
        /// How many pages it has.
        pages: usize,
    },
    /// Nothing to read in it.
    #[error("{place}: it holds no text")]
    Empty {
        /// Where a text was looked for.
        place: String,
    },
    /// A page that only says which other pages to show.
    #[error("it holds no text, only frames that show {}", parts.join(", "))]
    Frames {
        /// Addresses of its parts as it names them, at most ten.
        parts: Vec<String>,
    },
}

impl Refused {
    /// What to do about it, in the imperative.
    pub fn remedy(&self) -> &'static str {
        match self {
            Refused::Format { remedy, .. } => remedy,
            Refused::TooMuch { .. } => "save its text as a file of its own and name that",
            Refused::TooSlow { .. } => {
                "save its text as a file of its own, or have a PDF read by pdftotext (--pdftotext)"
            }
            Refused::Damaged { .. } => "open it in a program that reads it and save it anew",
            Refused::Locked => "save a copy without the password",
            Refused::Scan { .. } => "have its text recognised (OCR) and name the result",
            Refused::Empty { .. } => "look whether it is the right file",
            Refused::Frames { .. } => "save these and name them, or the folder that they are in",
        }
    }

    pub(crate) fn damaged(place: impl Into<String>, why: impl std::fmt::Display) -> Self {
        Self::Damaged { place: place.into(), why: why.to_string() }
    }

    pub(crate) fn too_much(place: impl Into<String>, most: impl Into<String>) -> Self {
        Self::TooMuch { place: place.into(), most: most.into() }
    }
}

/// A number of bytes, as a limit is told.
pub(crate) fn mib(bytes: usize) -> String {
    format!("{} MiB", bytes >> 20)
}
