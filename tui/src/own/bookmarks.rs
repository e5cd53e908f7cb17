//! Bookmarks with notes, and their file.

use serde::{Deserialize, Serialize};

/// A place that the user has marked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bookmark {
    /// The edition's name on the command line.
    pub(crate) edition: String,
    /// The unit's name there: `16C2`, `def/Bet`.
    pub(crate) at: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) note: String,
}

/// All bookmarks, in the order in which they were set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bookmarks {
    #[serde(default, rename = "bookmark", skip_serializing_if = "Vec::is_empty")]
    pub(crate) all: Vec<Bookmark>,
}

impl Bookmarks {
    /// Reads the file.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|e| super::first_line(&e, text))
    }

    /// The file.
    pub(crate) fn write(&self) -> String {
        // Nothing in it can fail to be written.
        toml::to_string(self).unwrap_or_default()
    }

    pub(crate) fn position(&self, edition: &str, at: &str) -> Option<usize> {
        self.all.iter().position(|mark| mark.edition == edition && mark.at == at)
    }

    /// Sets a bookmark, or takes it away. Says whether it is set now.
    pub(crate) fn toggle(&mut self, edition: &str, at: &str) -> bool {
        match self.position(edition, at) {
            Some(n) => {
                self.all.remove(n);
                false
            }
            None => {
                let (edition, at) = (edition.to_owned(), at.to_owned());
                self.all.push(Bookmark { edition, at, note: String::new() });
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_comes_back_as_it_was() {
        let mut marks = Bookmarks::default();
        assert!(marks.toggle("no-2017", "16C"));
        assert!(marks.toggle("no-2017", "def/Bet"));
        marks.all[0].note = "bord 7: \"hun\" sa\nnei".to_owned();
        assert_eq!(Bookmarks::read(&marks.write()), Ok(marks.clone()));
        assert!(!marks.toggle("no-2017", "16C"));
        assert_eq!(marks.all.len(), 1);
    }

    #[test]
    fn a_broken_file_says_where() {
        let why = Bookmarks::read("[[bookmark]]\nedition = \"a\"\nat = 7\n").unwrap_err();
        assert!(why.starts_with("line 3: "), "{why}");
    }
}
