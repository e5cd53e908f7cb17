use serde::{Deserialize, Serialize};

use crate::Span;

/// What kind of oddity was met in a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// Words that belong to no unit that the program knows.
    NotUnderstood,
    /// A number or letter is missing from a sequence.
    GapInNumbering,
    /// A number or letter comes twice, or out of its sequence.
    OutOfSequence,
    /// A law or section heading with nothing under it.
    HeadingWithoutBody,
    /// A provision whose number the print lost; the program inferred it.
    InferredNumber,
    /// A note mark in the text without a note.
    MarkWithoutNote,
    /// A note without a mark in the text.
    NoteWithoutMark,
    /// A law that is printed more than once.
    PrintedAgain,
    /// A bracket or quotation mark without its partner.
    UnbalancedBracket,
    /// A reference that no provision of its code answers to.
    ReferenceToNothing,
    /// A provision that the spine of its code does not have.
    NotInCode,
    /// A slip of the print that a patch of the edition corrected before reading.
    PatchApplied,
    /// A patch of the edition that does not fit this source.
    PatchRefused,
    /// Provisions of the code that a law of this text lacks.
    MissingProvision,
}

impl FindingKind {
    /// The word for it in output, as in JSON: `gap-in-numbering`.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::NotUnderstood => "not-understood",
            FindingKind::GapInNumbering => "gap-in-numbering",
            FindingKind::OutOfSequence => "out-of-sequence",
            FindingKind::HeadingWithoutBody => "heading-without-body",
            FindingKind::InferredNumber => "inferred-number",
            FindingKind::MarkWithoutNote => "mark-without-note",
            FindingKind::NoteWithoutMark => "note-without-mark",
            FindingKind::PrintedAgain => "printed-again",
            FindingKind::UnbalancedBracket => "unbalanced-bracket",
            FindingKind::ReferenceToNothing => "reference-to-nothing",
            FindingKind::NotInCode => "not-in-code",
            FindingKind::PatchApplied => "patch-applied",
            FindingKind::PatchRefused => "patch-refused",
            FindingKind::MissingProvision => "missing-provision",
        }
    }
}

/// Something that a reader of the result should know: what, where, and what the program did about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What kind of oddity.
    pub kind: FindingKind,
    /// Where, in the source.
    pub span: Span,
    /// Line of the source, counted from 1.
    pub line: u32,
    /// The words that raised it, white space collapsed, at most some 80 characters.
    pub words: String,
    /// What it means and what was done, one English sentence without a full stop.
    pub message: String,
}
