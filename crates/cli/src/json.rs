//! The records of JSON Lines output. Field order is output order; all texts in them are filtered.

use lawgrep_model::{Edition, Target, Unit, UnitKey};
use serde::Serialize;

use crate::text::{Safe, one_line};

/// What every record begins with.
#[derive(Serialize)]
pub(crate) struct Record<T: Serialize> {
    v: u8,
    r#type: &'static str,
    #[serde(flatten)]
    rest: T,
}

pub(crate) fn record<T: Serialize>(r#type: &'static str, rest: T) -> Record<T> {
    Record { v: 1, r#type, rest }
}

/// The edition that a record is of.
#[derive(Serialize)]
pub(crate) struct Source<'a> {
    pub(crate) edition: &'a str,
    pub(crate) lang: &'a str,
    pub(crate) code: u16,
    pub(crate) in_force: bool,
}

impl<'a> Source<'a> {
    pub(crate) fn of(edition: &'a Edition) -> Self {
        Self { edition: edition.id.as_str(), lang: &edition.lang, code: edition.code, in_force: edition.in_force() }
    }
}

/// A unit that a search found.
#[derive(Serialize)]
pub(crate) struct Hit<'a> {
    pub(crate) rank: usize,
    #[serde(flatten)]
    pub(crate) source: Source<'a>,
    pub(crate) cite: String,
    pub(crate) heading: Option<String>,
    /// Byte spans in `heading`, where something in it matches.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) heading_matches: Vec<[u32; 2]>,
    pub(crate) text: String,
    /// Byte spans in `text`.
    pub(crate) matches: Vec<[u32; 2]>,
    pub(crate) via: Option<&'a str>,
    pub(crate) kind: &'static str,
    pub(crate) standing: &'static str,
    pub(crate) notes: Vec<Note<'a>>,
}

/// How many there are in an edition.
#[derive(Serialize)]
pub(crate) struct Count<'a> {
    pub(crate) edition: &'a str,
    pub(crate) count: usize,
}

/// A unit that was asked for.
#[derive(Serialize)]
pub(crate) struct Provision<'a> {
    #[serde(flatten)]
    pub(crate) source: Source<'a>,
    pub(crate) cite: String,
    pub(crate) kind: &'static str,
    pub(crate) heading: Option<String>,
    pub(crate) text: String,
    pub(crate) notes: Vec<Note<'a>>,
    pub(crate) standing: &'static str,
}

/// A note of a unit.
#[derive(Serialize)]
pub(crate) struct Note<'a> {
    pub(crate) mark: std::borrow::Cow<'a, str>,
    pub(crate) text: std::borrow::Cow<'a, str>,
    /// Byte spans in `text`, where a search found something in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) matches: Vec<[u32; 2]>,
}

/// The notes of a unit.
pub(crate) fn notes(unit: &Unit) -> Vec<Note<'_>> {
    unit.notes
        .iter()
        .map(|n| Note { mark: Safe::of(&n.mark).text, text: Safe::of(&n.text).text, matches: Vec::new() })
        .collect()
}

/// The `cite` of a record.
pub(crate) fn cite(unit: &Unit) -> String {
    one_line(&unit.key.json())
}

/// A heading, filtered.
pub(crate) fn heading(unit: &Unit) -> Option<String> {
    unit.heading.as_deref().map(one_line)
}

/// The targets of a reference: none, one, or a range as `26..32`; sections of a regulation as `REG:104`.
pub(crate) fn targets(target: Target) -> Vec<String> {
    match target {
        Target::One(cite) => vec![cite.to_string()],
        Target::Range(from, to) => vec![format!("{from}..{to}")],
        Target::Nothing => Vec::new(),
        Target::Own(cite) => vec![UnitKey::Section(cite).json()],
        Target::OwnRange(from, to) => vec![format!("REG:{from}..{to}")],
    }
}
