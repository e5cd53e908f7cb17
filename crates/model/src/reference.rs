use serde::{Deserialize, Serialize};

use crate::{Citation, Span};

/// Where in a unit a reference stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Place {
    /// In the unit's own text.
    Text,
    /// In its heading.
    Heading,
    /// In its note with this index.
    Note(u16),
}

/// How a reference is worded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefKind {
    /// Names law and provision: "§ 16C2".
    Absolute,
    /// Names a whole law: "§ 50".
    Law,
    /// Counts from where it stands: "C2 above", "punkt a".
    Relative,
    /// From one provision to another: "Laws 26-32", "punkt A-E".
    Range,
    /// Names a footnote of a law; the target is the law that has it.
    Footnote,
    /// A number of a national book outside the code: "lag 112". Links to no law.
    National,
    /// A number of statutes or by-laws. Links to no law.
    Statute,
    /// Names a definition by its term. Links to no law.
    Definition,
    /// "This law", "this section". Links to no law.
    ThisLaw,
    /// A section of the regulation being read, in its own numbers: "se § 104". Links to no law.
    Own,
}

impl RefKind {
    /// The word for it in exports.
    pub fn name(self) -> &'static str {
        match self {
            RefKind::Absolute => "absolute",
            RefKind::Law => "law",
            RefKind::Relative => "relative",
            RefKind::Range => "range",
            RefKind::Footnote => "footnote",
            RefKind::National => "national",
            RefKind::Statute => "statute",
            RefKind::Definition => "definition",
            RefKind::ThisLaw => "this-law",
            RefKind::Own => "own",
        }
    }
}

/// What a reference points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Target {
    /// One provision. For [`RefKind::National`] the number outside the code.
    One(Citation),
    /// All provisions from one to another, both included; each end can be followed by itself.
    Range(Citation, Citation),
    /// Nothing that has a citation, or nothing that could be made out.
    Nothing,
    /// A section of the regulation being read, in its own numbers; never a law.
    Own(Citation),
    /// All sections of the regulation being read from one to another.
    OwnRange(Citation, Citation),
}

/// What became of a reference in its own edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resolution {
    /// The edition has the target (for a range: at least one end).
    InEdition,
    /// The target is a provision of the code that this edition does not hold. An honest end, not a fault.
    NotInEdition,
    /// No provision of the code answers to it, though its law is at hand. Shown, listed, never linked.
    NotInCode,
    /// More than one provision could be meant. Shown, listed, never linked.
    Ambiguous,
    /// It is recognised, but has nothing to link to (statutes, national numbers, definitions).
    NoTarget,
}

impl Resolution {
    /// The word for it in exports.
    pub fn name(self) -> &'static str {
        match self {
            Resolution::InEdition => "in-edition",
            Resolution::NotInEdition => "not-in-edition",
            Resolution::NotInCode => "not-in-code",
            Resolution::Ambiguous => "ambiguous",
            Resolution::NoTarget => "no-target",
        }
    }
}

/// A reference found in a unit. Each member of a list is a reference of its own; a range is one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// Where in the unit.
    pub place: Place,
    /// The words it stands on: bytes of the unit's text, heading or note. For a list member only its own words.
    pub span: Span,
    /// The spans of a range's two ends, inside `span`.
    pub ends: Option<(Span, Span)>,
    /// How it is worded.
    pub kind: RefKind,
    /// What it points to.
    pub target: Target,
    /// What became of it in its edition.
    pub resolution: Resolution,
    /// In a combined table row (42B1, 42B2): the provision it belongs to, where that can be told.
    pub source: Option<Citation>,
}
