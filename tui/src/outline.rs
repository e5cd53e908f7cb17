//! The outline: chapters, laws and sections, and everything else that a book has, as places in the rows.

use lawgrep_model::{Citation, Level};

use crate::{
    arrange::{Arrangement, Row, What},
    choose::Contents,
    own::words::t,
};

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
    /// Open unless the user closes it: a chapter. The sections of a law are seen only while the law is open.
    pub(crate) opens: bool,
}

/// All entries; the sections of a law are seen only while the law is open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    pub(crate) entries: Vec<Entry>,
}

impl Outline {
    /// The outline of the rows.
    pub(crate) fn of(rows: &Arrangement) -> Self {
        let mut maker = Maker { entries: Vec::new(), chapter: None, law: None, other: None, group: None };
        for (n, row) in rows.rows.iter().enumerate() {
            maker.row(n, row, rows.code);
        }
        Self { entries: maker.entries }
    }

    /// The last entry at or before the row.
    pub(crate) fn at_row(&self, row: usize) -> usize {
        self.entries.partition_point(|entry| entry.row <= row).saturating_sub(1)
    }

    /// The entries seen while the user walks the outline so.
    pub(crate) fn listed(&self, walk: &Contents) -> Vec<usize> {
        let all = self.entries.iter().enumerate();
        if walk.filter.trim().is_empty() {
            // From above to below, so that each entry finds its parent judged.
            let mut seen: Vec<bool> = Vec::with_capacity(self.entries.len());
            for entry in &self.entries {
                let above = |up: usize| seen.get(up).copied().unwrap_or(false) && self.is_open(up, walk);
                seen.push(entry.parent.is_none_or(above));
            }
            return all.filter(|(n, _)| seen.get(*n).copied().unwrap_or(false)).map(|(n, _)| n).collect();
        }
        let words: Vec<String> = walk.filter.split_whitespace().map(str::to_lowercase).collect();
        let holds = |entry: &Entry| {
            let text = format!("{} {}", entry.label, entry.text).to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        all.filter(|(_, entry)| holds(entry)).map(|(n, _)| n).collect()
    }

    /// Whether what is below the entry is seen.
    pub(crate) fn is_open(&self, n: usize, walk: &Contents) -> bool {
        if let Some(set) = walk.set.get(&n) {
            return *set;
        }
        let opens = self.entries.get(n).is_some_and(|entry| entry.opens);
        // The law in which one stands shows its sections by itself.
        opens || walk.cursor == n || self.entries.get(walk.cursor).is_some_and(|entry| entry.parent == Some(n))
    }

    /// Whether anything is below the entry.
    pub(crate) fn has_parts(&self, n: usize) -> bool {
        self.entries.get(n + 1).is_some_and(|next| next.parent == Some(n))
    }
}

struct Maker {
    entries: Vec<Entry>,
    /// The chapter that has begun: laws stand below it.
    chapter: Option<usize>,
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
            |text: &str| if row.code == code { text.to_owned() } else { t!("of_code", name = text, code = row.code) };
        match (row.what, row.cite) {
            (What::Provision(level), Some(cite)) => self.provision(n, row, level, cite, code),
            (What::Tail | What::Remark | What::Provision(_), _) => {}
            (What::Chapter, _) => {
                self.group = None;
                // Chapters of another code would part the laws of the one being read.
                if row.code == code {
                    self.chapter = Some(self.add(0, "", &row.heading, n, None));
                    if let Some(entry) = self.entries.last_mut() {
                        entry.opens = true;
                    }
                }
            }
            (What::Matter, _) => {
                self.group = None;
                let text = if row.heading.is_empty() { t!("front_matter") } else { row.heading.clone() };
                self.add(0, "", &of_code(&text), n, None);
            }
            (what, _) => {
                let title = match what {
                    What::Definition => t!("outline_definition"),
                    What::Exercise => t!("outline_exercise"),
                    What::Answer => t!("outline_answer"),
                    What::ScreenRule => t!("outline_screenrule"),
                    _ => t!("outline_contents"),
                };
                let group = match self.group {
                    Some((kind, year, entry)) if kind == what && year == row.code => entry,
                    _ => self.add(usize::from(self.chapter.is_some()), "", &of_code(&title), n, self.chapter),
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
        let depth = usize::from(self.chapter.is_some());
        let number = cite.law_number();
        if row.code != code {
            // What stands among a law of the code being read is found by that.
            let listed = self.law.is_some_and(|(law, _)| law == number) || self.other == Some((row.code, number));
            if level == Level::Law && !listed {
                self.other = Some((row.code, number));
                let text = t!("code_then", code = row.code, heading = row.heading);
                self.add(depth, &number.to_string(), text.trim_end(), n, self.chapter);
            }
            return;
        }
        let law = match self.law {
            Some((law, entry)) if law == number => entry,
            _ => {
                let heading = if level == Level::Law { row.heading.as_str() } else { "" };
                let entry = self.add(depth, &number.to_string(), heading, n, self.chapter);
                self.law = Some((number, entry));
                entry
            }
        };
        if level == Level::Section {
            self.add(depth + 1, &cite.to_string(), &row.heading, n, Some(law));
        }
    }

    fn add(&mut self, depth: usize, label: &str, text: &str, row: usize, parent: Option<usize>) -> usize {
        self.entries.push(Entry { depth, label: label.to_owned(), text: text.to_owned(), row, parent, opens: false });
        self.entries.len() - 1
    }
}
