//! The outline: chapters, laws and sections, and everything else that a book has, as places in the rows.

use lawgrep_model::{Citation, Level};

use crate::arrange::{Arrangement, Row, What};

/// One line of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) depth: usize,
    /// `16C` or nothing.
    pub(crate) label: String,
    pub(crate) text: String,
    /// Where it leads.
    pub(crate) row: usize,
    /// The entry that must be open for this one to be seen.
    pub(crate) parent: Option<usize>,
}

/// All entries; the sections of a law are seen only while the law is open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    pub(crate) entries: Vec<Entry>,
}

impl Outline {
    /// The outline of the rows.
    pub(crate) fn of(rows: &Arrangement) -> Self {
        let mut maker = Maker { entries: Vec::new(), chapter: false, law: None, other: None, group: None };
        for (n, row) in rows.rows.iter().enumerate() {
            maker.row(n, row, rows.code);
        }
        Self { entries: maker.entries }
    }

    /// The last entry at or before the row.
    pub(crate) fn at_row(&self, row: usize) -> usize {
        self.entries.partition_point(|entry| entry.row <= row).saturating_sub(1)
    }

    /// The entries seen while the one at `cursor` is the present one, as indices.
    pub(crate) fn visible(&self, cursor: usize) -> Vec<usize> {
        let open = self.entries.get(cursor).map(|entry| entry.parent.unwrap_or(cursor));
        let seen = |entry: &Entry| entry.parent.is_none() || entry.parent == open;
        self.entries.iter().enumerate().filter(|(_, entry)| seen(entry)).map(|(n, _)| n).collect()
    }
}

struct Maker {
    entries: Vec<Entry>,
    /// A chapter has begun: laws stand below it.
    chapter: bool,
    /// The law whose sections are being listed: its number, its entry.
    law: Option<(u16, usize)>,
    /// The last law listed that the code being read has not: code, number.
    other: Option<(u16, u16)>,
    /// The run of definitions, exercises ... being listed, its code and its entry.
    group: Option<(What, u16, usize)>,
}

impl Maker {
    fn row(&mut self, n: usize, row: &Row, code: u16) {
        let of_code =
            |text: &str| if row.code == code { text.to_owned() } else { format!("{text} ({} code)", row.code) };
        match (row.what, row.cite) {
            (What::Provision(level), Some(cite)) => self.provision(n, row, level, cite, code),
            (What::Tail | What::Remark | What::Provision(_), _) => {}
            (What::Chapter, _) => {
                self.group = None;
                // Chapters of another code would part the laws of the one being read.
                if row.code == code {
                    self.chapter = true;
                    self.add(0, "", &row.heading, n, None);
                }
            }
            (What::Matter, _) => {
                self.group = None;
                let text = if row.heading.is_empty() { "Front matter" } else { &row.heading };
                self.add(0, "", &of_code(text), n, None);
            }
            (what, _) => {
                let title = match what {
                    What::Definition => "Definitions",
                    What::Exercise => "Exercises",
                    What::Answer => "Answers",
                    What::ScreenRule => "Screen rules",
                    _ => "Contents",
                };
                let group = match self.group {
                    Some((kind, year, entry)) if kind == what && year == row.code => entry,
                    _ => self.add(usize::from(self.chapter), "", &of_code(title), n, None),
                };
                self.group = Some((what, row.code, group));
                let depth = self.entries.get(group).map_or(1, |e| e.depth + 1);
                if what != What::Contents && !row.heading.is_empty() {
                    self.add(depth, "", &row.heading, n, Some(group));
                }
            }
        }
    }

    fn provision(&mut self, n: usize, row: &Row, level: Level, cite: Citation, code: u16) {
        self.group = None;
        let depth = usize::from(self.chapter);
        let number = cite.law_number();
        if row.code != code {
            // What stands among a law of the code being read is found by that.
            let listed = self.law.is_some_and(|(law, _)| law == number) || self.other == Some((row.code, number));
            if level == Level::Law && !listed {
                self.other = Some((row.code, number));
                let text = format!("({} code) {}", row.code, row.heading);
                self.add(depth, &number.to_string(), text.trim_end(), n, None);
            }
            return;
        }
        let law = match self.law {
            Some((law, entry)) if law == number => entry,
            _ => {
                let heading = if level == Level::Law { row.heading.as_str() } else { "" };
                let entry = self.add(depth, &number.to_string(), heading, n, None);
                self.law = Some((number, entry));
                entry
            }
        };
        if level == Level::Section {
            self.add(depth + 1, &cite.to_string(), &row.heading, n, Some(law));
        }
    }

    fn add(&mut self, depth: usize, label: &str, text: &str, row: usize, parent: Option<usize>) -> usize {
        self.entries.push(Entry { depth, label: label.to_owned(), text: text.to_owned(), row, parent });
        self.entries.len() - 1
    }
}
