use std::fmt;

use lawgrep_model::{Citation, UnitKey};

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Which provisions there are, and where.
    Structure,
    /// Which of them have a heading.
    Headings,
    /// What they refer to.
    References,
    /// Numbers, in digits or in words.
    Numbers,
    /// Suits, by name or sign.
    Suits,
    /// Cards that are no numbers.
    Cards,
    /// Percentages.
    Percentages,
    /// How many notes they have.
    Footnotes,
}

impl Level {
    /// All of them, in the order of output.
    pub const ALL: [Self; 8] = [
        Self::Structure,
        Self::Headings,
        Self::References,
        Self::Numbers,
        Self::Suits,
        Self::Cards,
        Self::Percentages,
        Self::Footnotes,
    ];

    /// The word for it in output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Structure => "structure",
            Self::Headings => "headings",
            Self::References => "references",
            Self::Numbers => "numbers",
            Self::Suits => "suits",
            Self::Cards => "cards",
            Self::Percentages => "percentages",
            Self::Footnotes => "footnotes",
        }
    }
}

/// What the difference is, told from the first text to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The second lacks what the first has.
    Missing,
    /// The second has what the first lacks.
    Extra,
    /// Both have something here, and not the same.
    Changed,
    /// The same words stand under another number.
    Moved,
    /// One provision became several.
    Split,
    /// The words stand in another provision, with its own.
    Merged,
    /// One of them prints it more often.
    Repeated,
    /// One of them has only the number.
    Empty,
    /// A reference that leads to nothing in its own text.
    Dangling,
}

impl Kind {
    /// The word for it in output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::Changed => "changed",
            Self::Moved => "moved",
            Self::Split => "split",
            Self::Merged => "merged",
            Self::Repeated => "repeated",
            Self::Empty => "empty",
            Self::Dangling => "dangling",
        }
    }
}

/// What a row is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Name {
    /// A provision.
    Provision(Citation),
    /// A definition, by its term.
    Definition(String),
    /// Anything else that a reader can ask for: an exercise, a chapter.
    Other(UnitKey),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Provision(cite) => cite.fmt(f),
            Self::Definition(term) => write!(f, "def/{term}"),
            Self::Other(key) => f.write_str(&key.pipe()),
        }
    }
}

/// One way in which a provision is not the same in both texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The provision, in the numbering of the first text; for one that only the second has, in the numbering of that.
    pub at: Name,
    /// Its name in the second text, where that is another.
    pub at_b: Option<Name>,
    /// What was compared.
    pub level: Level,
    /// What came out.
    pub kind: Kind,
    /// What the first text has and the second has not.
    pub a: Vec<String>,
    /// What the second text has and the first has not.
    pub b: Vec<String>,
    /// Why it is no fault: what the concordance of the two codes says.
    pub known: Option<String>,
}

/// One of the two texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Which {
    /// The first.
    A,
    /// The second.
    B,
}

/// What a partial text leaves out, so that nothing of it is missing: in its own numbering.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// Whose.
    pub of: Which,
    /// Whole laws, from and to.
    pub laws: Vec<(u16, u16)>,
    /// Provisions of laws of which it holds others.
    pub parts: Vec<(Citation, Citation)>,
    /// How many definitions.
    pub definitions: usize,
}

/// What two texts do not have in common.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    /// In print order of the first text.
    pub rows: Vec<Difference>,
    /// What was not compared since one of the texts does not claim to have it.
    pub gaps: Vec<Gap>,
    /// The provisions and definitions that were compared, in the numbering of the first text; of several that belong together
    /// the first.
    pub compared: Vec<Name>,
}

impl Differences {
    /// The rows that nothing explains.
    pub fn faults(&self) -> impl Iterator<Item = &Difference> {
        self.rows.iter().filter(|row| row.known.is_none())
    }
}
