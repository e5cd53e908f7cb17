//! The tree that a law text becomes.
//!
//! A [`Document`] holds two views of one source. The **units** are what a reader asks for: provisions, definitions,
//! exercises, each with its own text, notes and references. The **pieces** partition the source: every byte belongs to
//! exactly one piece, every piece says what its bytes are. A unit's text is its body pieces put together, so a byte
//! cannot be lost between the two.

use serde::{Deserialize, Serialize};

use crate::{Citation, Edition, Finding, Reference, Span};

/// Index of a unit in [`Document::units`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u32);

impl UnitId {
    /// As an index into a slice.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a unit is, and by which name it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum UnitKey {
    /// A provision; several citations where one table row names several. Never empty.
    Provision(Vec<Citation>),
    /// A remark that stands in a provision's place ("note on 47" as a table row of its own).
    Remark(Citation),
    /// A definition, by its term.
    Definition(String),
    /// An exercise, by its number.
    Exercise(u16),
    /// The answer to the exercise of that number.
    Answer(u16),
    /// A screen rule: its letter, or a name where it has none.
    ScreenRule(String),
    /// A chapter heading, counted from 1 in print order.
    Chapter(u16),
    /// An entry of the table of contents, counted from 1 in print order.
    Contents(u16),
    /// The foreword.
    Foreword,
    /// The introduction.
    Introduction,
    /// Any other front or back matter (title page, imprint), counted from 1 in print order.
    Matter(u16),
    /// A section of a regulation, in the regulation's own numbers: never a law, whatever its number.
    Section(Citation),
}

impl UnitKey {
    /// A provision with one citation.
    pub fn provision(cite: Citation) -> Self {
        Self::Provision(vec![cite])
    }

    /// The first citation of a provision; the provision that a remark stands by; else `None`.
    pub fn citation(&self) -> Option<Citation> {
        match self {
            Self::Provision(cites) => cites.first().copied(),
            Self::Remark(cite) => Some(*cite),
            _ => None,
        }
    }

    /// All citations of a provision.
    pub fn citations(&self) -> &[Citation] {
        match self {
            Self::Provision(cites) => cites,
            Self::Remark(cite) => std::slice::from_ref(cite),
            _ => &[],
        }
    }

    /// The number of a regulation's section, in the regulation's own numbers; else `None`. It is no citation: those name laws.
    pub fn own(&self) -> Option<Citation> {
        match self {
            Self::Section(cite) => Some(*cite),
            _ => None,
        }
    }

    /// Whether it is a provision of the laws (and not a remark, definition, exercise ...).
    pub fn is_provision(&self) -> bool {
        matches!(self, Self::Provision(_))
    }

    /// The kind as exports name it: `law`, `section`, ..., `note`, `definition`, `exercise`, `answer`, `screen`,
    /// `chapter`, `contents`, `foreword`, `introduction`, `matter`, `regulation`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Provision(cites) => cites.first().map_or("law", |c| c.level().name()),
            Self::Remark(_) => "note",
            Self::Definition(_) => "definition",
            Self::Exercise(_) => "exercise",
            Self::Answer(_) => "answer",
            Self::ScreenRule(_) => "screen",
            Self::Chapter(_) => "chapter",
            Self::Contents(_) => "contents",
            Self::Foreword => "foreword",
            Self::Introduction => "introduction",
            Self::Matter(_) => "matter",
            Self::Section(_) => "regulation",
        }
    }

    /// The CITE field of pipe output: `50D1`, `42B1+42B2`, `def/Bet`, `ans/14`, `screen/D`, `reg/104A`. Holds no colon, comma or line
    /// end: in terms these become `_`.
    pub fn pipe(&self) -> String {
        let clean = |s: &str| -> String {
            s.chars().map(|c| if matches!(c, ':' | ',' | '\n' | '\t' | '\r') { '_' } else { c }).collect()
        };
        match self {
            Self::Provision(cites) => cites.iter().map(Citation::to_string).collect::<Vec<_>>().join("+"),
            Self::Remark(cite) => format!("note/{cite}"),
            Self::Definition(term) => format!("def/{}", clean(term)),
            Self::Exercise(n) => format!("ex/{n}"),
            Self::Answer(n) => format!("ans/{n}"),
            Self::ScreenRule(name) => format!("screen/{}", clean(name)),
            Self::Chapter(n) => format!("chapter/{n}"),
            Self::Contents(n) => format!("toc/{n}"),
            Self::Foreword => "foreword".to_owned(),
            Self::Introduction => "intro".to_owned(),
            Self::Matter(n) => format!("matter/{n}"),
            Self::Section(cite) => format!("reg/{cite}"),
        }
    }

    /// The `cite` of JSON exports: `50D1`, `42B1,42B2`, `DEF:Bet`, `ANS:14`, `SCREEN:D`, `CHAPTER:2`, `TOC:7`, `FOREWORD`,
    /// `REG:104A`.
    pub fn json(&self) -> String {
        match self {
            Self::Provision(cites) => cites.iter().map(Citation::to_string).collect::<Vec<_>>().join(","),
            Self::Remark(cite) => cite.to_string(),
            Self::Definition(term) => format!("DEF:{term}"),
            Self::Exercise(n) => format!("EX:{n}"),
            Self::Answer(n) => format!("ANS:{n}"),
            Self::ScreenRule(name) => format!("SCREEN:{name}"),
            Self::Chapter(n) => format!("CHAPTER:{n}"),
            Self::Contents(n) => format!("TOC:{n}"),
            Self::Foreword => "FOREWORD".to_owned(),
            Self::Introduction => "INTRO".to_owned(),
            Self::Matter(n) => format!("MATTER:{n}"),
            Self::Section(cite) => format!("REG:{cite}"),
        }
    }
}

/// What kind of note it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoteKind {
    /// A footnote with a mark in the text.
    Footnote,
    /// A note inside the text, or a national remark after a law.
    Note,
    /// What could not be checked about a provision of a companion: added by this program, not printed anywhere.
    Doubt,
}

/// A footnote, an inline note or a remark that belongs to a unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Footnote or remark.
    pub kind: NoteKind,
    /// The mark as printed; empty where there is none.
    pub mark: String,
    /// The note's text, white space collapsed, without its mark. Empty where the print lost the note.
    pub text: String,
    /// Where in the unit's text the mark stood (a byte offset); `None` where it has no place there. The offset may stand
    /// in the heading's stead: see `in_heading`.
    pub anchor: Option<u32>,
    /// The anchor counts in the heading.
    pub in_heading: bool,
}

/// One thing that a reader can ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// What it is.
    pub key: UnitKey,
    /// 0 where its citation is printed first, 1 where it is printed again, and so on.
    pub occurrence: u16,
    /// The unit it stands in; always an earlier one.
    pub parent: Option<UnitId>,
    /// Its heading, white space collapsed.
    pub heading: Option<String>,
    /// Its own text: without heading, notes and children, white space collapsed. Text that the print has after the last
    /// child stands at the end; `tail` says from which byte.
    pub text: String,
    /// Where in `text` the part begins that is printed after the children.
    pub tail: Option<u32>,
    /// Its notes, in the order of their marks.
    pub notes: Vec<Note>,
    /// References in text, heading and notes, in that order and by place.
    pub refs: Vec<Reference>,
    /// From its label to the end of its last child, in the source. Encloses the spans of its children.
    pub span: Span,
    /// The label as printed: `63A1,2,3,B`, `2.`; empty where it has none or lost it.
    pub label: String,
}

impl Unit {
    /// A unit without words, references or a place in a tree: to be filled in.
    pub fn new(key: UnitKey) -> Self {
        Self {
            key,
            occurrence: 0,
            parent: None,
            heading: None,
            text: String::new(),
            tail: None,
            notes: Vec::new(),
            refs: Vec::new(),
            span: Span::default(),
            label: String::new(),
        }
    }

    /// The text that a reference's span counts in: text, heading or a note.
    pub fn text_at(&self, place: crate::Place) -> &str {
        match place {
            crate::Place::Text => &self.text,
            crate::Place::Heading => self.heading.as_deref().unwrap_or(""),
            crate::Place::Note(n) => self.notes.get(usize::from(n)).map_or("", |note| &note.text),
        }
    }

    /// The words that a reference stands on.
    pub fn words(&self, reference: &Reference) -> &str {
        reference.span.of(self.text_at(reference.place))
    }

    /// Whether it has words of its own: a heading, a text or a note.
    pub fn has_words(&self) -> bool {
        self.heading.is_some() || !self.text.is_empty() || !self.notes.is_empty()
    }
}

/// What the bytes of a piece are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The printed number or letter of a unit: "§50.", "A.", "2." and the words that go with it.
    Label,
    /// A unit's heading; the term of a definition.
    Heading,
    /// A unit's own text.
    Body,
    /// The mark of a note in the text.
    NoteMark,
    /// A note's text, with its mark and brackets.
    Note,
    /// A line that the print repeats on its pages.
    RunningHeader,
    /// A page number.
    PageNumber,
    /// Blank lines, indents, table heads, list marks: what only arranges.
    Layout,
    /// Words that the program did not understand; a finding tells of each.
    Unread,
}

impl Role {
    /// The word for it in output.
    pub fn name(self) -> &'static str {
        match self {
            Role::Label => "label",
            Role::Heading => "heading",
            Role::Body => "body",
            Role::NoteMark => "note-mark",
            Role::Note => "note",
            Role::RunningHeader => "running-header",
            Role::PageNumber => "page-number",
            Role::Layout => "layout",
            Role::Unread => "unread",
        }
    }
}

/// A run of source bytes and what became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Which bytes.
    pub span: Span,
    /// What they are.
    pub role: Role,
    /// Whose they are; `None` for what belongs to the page and not to a unit.
    pub unit: Option<UnitId>,
}

/// A parsed edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// What it is a text of.
    pub edition: Edition,
    /// Everything a reader can ask for, in print order, parents before children.
    pub units: Vec<Unit>,
    /// What became of every byte of the source: in order, without gap or overlap.
    pub pieces: Vec<Piece>,
    /// What was odd, in source order.
    pub findings: Vec<Finding>,
    /// Length of the decoded source in bytes; the pieces add up to it.
    pub source_len: u32,
}

impl Document {
    /// The unit of that id. Ids come from this document, so one that does not fit is answered with `None`, not a panic.
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(id.index())
    }

    /// All units with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.iter().enumerate().map(|(n, unit)| (UnitId(n as u32), unit))
    }

    /// Every printing of the provision `cite`, first printing first.
    pub fn find(&self, cite: Citation) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.iter().filter(move |(_, unit)| unit.key.is_provision() && unit.key.citations().contains(&cite))
    }

    /// Whether the edition holds the provision itself, or provisions below it (a container without words).
    pub fn holds(&self, cite: Citation) -> bool {
        self.units.iter().any(|u| u.key.is_provision() && u.key.citations().iter().any(|c| cite.contains(*c)))
    }

    /// The unit whose pipe or JSON name is `name`: `def/Bet`, `DEF:Bet`, `ans/14`.
    pub fn named(&self, name: &str) -> Option<(UnitId, &Unit)> {
        self.iter().find(|(_, unit)| unit.key.pipe() == name || unit.key.json() == name)
    }

    /// The direct children of a unit, in print order.
    pub fn children(&self, id: UnitId) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.iter().skip(id.index() + 1).filter(move |(_, unit)| unit.parent == Some(id))
    }

    /// The units above it, nearest first.
    pub fn ancestors(&self, id: UnitId) -> impl Iterator<Item = (UnitId, &Unit)> {
        let up = |id: UnitId| self.unit(id).and_then(|u| u.parent).filter(|p| *p < id);
        std::iter::successors(up(id), move |id| up(*id)).filter_map(|id| self.unit(id).map(|u| (id, u)))
    }

    /// The unit and everything below it, in print order: the unit's own id first.
    pub fn subtree(&self, id: UnitId) -> Vec<UnitId> {
        let mut inside = vec![id];
        for (n, unit) in self.iter().skip(id.index() + 1) {
            if unit.parent.is_some_and(|p| inside.contains(&p)) {
                inside.push(n);
            }
        }
        inside
    }
}
