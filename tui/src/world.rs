//! What the reader needs from the world beside laws and terminal.

use std::any::Any;

use crate::reader::Reader;

/// Files that outlive a session, and the shelf as other processes change it. The command line implements it over the data
/// folder; `()` is a world that keeps nothing.
pub trait World {
    /// Writes a file anew, so that whoever reads sees the old text or the new one.
    ///
    /// # Errors
    /// Words for the user: which file, and what is wrong.
    fn keep(&self, file: Keepsake, text: &str) -> Result<(), String>;

    /// A number that changes whenever another process changes the editions at hand.
    fn stamp(&self) -> u64;

    /// Has `changed` called after another process may have changed the editions at hand, for as long as what it gives lives.
    /// `None` where the system cannot tell; the reader then looks from time to time.
    fn watch(&self, changed: Box<dyn Fn() + Send>) -> Option<Box<dyn Any>> {
        drop(changed);
        None
    }

    /// The laws as they are at hand now.
    ///
    /// # Errors
    /// Words for the user.
    fn reopen(&self) -> Result<Option<Box<dyn Reader>>, String>;
}

impl World for () {
    fn keep(&self, _: Keepsake, _: &str) -> Result<(), String> {
        Ok(())
    }

    fn stamp(&self) -> u64 {
        0
    }

    fn reopen(&self) -> Result<Option<Box<dyn Reader>>, String> {
        Ok(None)
    }
}

/// A file that the reader writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keepsake {
    /// Bookmarks and their notes.
    Bookmarks,
    /// Where the user left.
    Place,
}

impl Keepsake {
    /// Its name in the data folder.
    pub fn file_name(self) -> &'static str {
        match self {
            Keepsake::Bookmarks => "bookmarks.toml",
            Keepsake::Place => "place.toml",
        }
    }
}

/// A file as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brought {
    /// How the user knows it.
    pub path: String,
    /// What it says, or why it cannot be read.
    pub text: Result<String, String>,
}

/// The files found at the start; `None` where there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// The user's settings.
    pub config: Option<Brought>,
    /// Bookmarks and their notes.
    pub bookmarks: Option<Brought>,
    /// Where the user left.
    pub place: Option<Brought>,
}
