//! The elements that are open, as far as they mean something. Mis-nested tags close what they can.

use std::collections::HashMap;

use crate::label::Count;

/// How many open elements are remembered; pages have some dozens.
const MOST: usize = 500;

/// An open element.
#[derive(Debug, Clone)]
pub(super) enum Open {
    /// Its words are nobody's.
    Mute,
    /// Its words are around the text.
    Aside,
    /// What the page calls its content.
    Content,
    /// A list: what it counts in and the number of its next item.
    List { count: Count, next: i64, step: i64 },
    /// An item with its label, as long as no words of it were met.
    Item,
    /// A row of a table, and per cell how many blocks there were before it.
    Row(Vec<usize>),
    /// A table, which rows do not reach beyond.
    Table,
    /// White space counts.
    Verbatim,
    /// A heading.
    Heading,
    /// A link; to this page or to another one.
    Link { here: bool },
    /// Raised words: a mark of a note.
    Raised,
    /// Anything else, only where it can hold one of these by its name.
    Other,
}

/// The open elements. Looking for one costs nothing where none of its name is open, and what it costs else is paid by what
/// it closes.
#[derive(Debug, Default)]
pub(super) struct Stack {
    open: Vec<(String, Open)>,
    names: HashMap<String, usize>,
    mute: usize,
    aside: usize,
    content: usize,
    lists: usize,
    verbatim: usize,
    heading: usize,
    links: [usize; 2],
}

impl Stack {
    /// Deeper than [`MOST`] nothing is remembered, so that no look at the stack takes long.
    pub(super) fn push(&mut self, name: &str, element: Open) {
        if self.open.len() >= MOST {
            return;
        }
        self.count(&element, true);
        *self.names.entry(name.to_owned()).or_default() += 1;
        self.open.push((name.to_owned(), element));
    }

    fn pop(&mut self) -> Option<Open> {
        let (name, element) = self.open.pop()?;
        self.count(&element, false);
        if let Some(count) = self.names.get_mut(&name) {
            *count -= 1;
        }
        Some(element)
    }

    fn count(&mut self, element: &Open, more: bool) {
        let counter = match element {
            Open::Mute => &mut self.mute,
            Open::Aside => &mut self.aside,
            Open::Content => &mut self.content,
            Open::List { .. } => &mut self.lists,
            Open::Verbatim => &mut self.verbatim,
            Open::Heading => &mut self.heading,
            Open::Link { here } => &mut self.links[usize::from(*here)],
            _ => return,
        };
        *counter = if more { *counter + 1 } else { counter.saturating_sub(1) };
    }

    /// Closes the innermost element of that name with everything in it; gives it back. Nothing where none is open.
    pub(super) fn close(&mut self, name: &str) -> Option<Open> {
        if !self.has(name) {
            return None;
        }
        loop {
            let hit = self.open.last().is_some_and(|(n, _)| n == name);
            let element = self.pop()?;
            if hit {
                return Some(element);
            }
        }
    }

    /// Closes the innermost element of that name unless one of `walls` stands between.
    pub(super) fn close_within(&mut self, name: &str, walls: &[&str]) -> Option<Open> {
        if !self.has(name) {
            return None;
        }
        let near = self.open.iter().rev().find(|(n, _)| n == name || walls.contains(&n.as_str()));
        if near.is_some_and(|(n, _)| n == name) { self.close(name) } else { None }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|count| *count > 0)
    }

    /// The innermost list.
    pub(super) fn list(&mut self) -> Option<(Count, &mut i64, i64)> {
        if self.lists == 0 {
            return None;
        }
        self.open.iter_mut().rev().find_map(|(_, element)| match element {
            Open::List { count, next, step } => Some((*count, next, *step)),
            _ => None,
        })
    }

    /// The innermost row of the innermost table.
    pub(super) fn row(&mut self) -> Option<&mut Vec<usize>> {
        self.has("tr").then_some(())?;
        self.open.iter_mut().rev().find_map(|(_, element)| match element {
            Open::Row(cells) => Some(cells),
            _ => None,
        })
    }

    pub(super) fn is_mute(&self) -> bool {
        self.mute > 0
    }

    pub(super) fn is_aside(&self) -> bool {
        self.aside > 0
    }

    pub(super) fn is_content(&self) -> bool {
        self.content > 0
    }

    pub(super) fn is_verbatim(&self) -> bool {
        self.verbatim > 0
    }

    pub(super) fn is_heading(&self) -> bool {
        self.heading > 0
    }

    pub(super) fn lists(&self) -> usize {
        self.lists
    }

    /// Whether words stand in a link to another page, to this one.
    pub(super) fn in_link(&self) -> [bool; 2] {
        self.links.map(|n| n > 0)
    }
}
