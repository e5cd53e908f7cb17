//! Citations as typed, and the units of a document that they stand for.

use std::{collections::BTreeSet, ffi::OsString};

use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Citation, Document, UnitId};
use lawgrep_shelf::Library;
use lawgrep_xref::{Typed, Wanted};

use crate::{
    failure::{Failure, Stop},
    text::quoted,
};

/// Reads the arguments of a command that takes citations.
///
/// # Errors
/// When they are none: where it goes wrong, and what a citation looks like.
pub(crate) fn read(args: &[OsString], lexicon: &Lexicon) -> Result<Vec<Wanted>, Stop> {
    let text = list(args, lexicon);
    match lawgrep_xref::typed(&text, lexicon) {
        Typed::Citations(wanted) if !wanted.is_empty() => Ok(wanted),
        Typed::Malformed { why, .. } => Err(malformed(&text, &why)),
        _ => Err(malformed(&text, "there is none in it")),
    }
}

fn malformed(text: &str, why: &str) -> Stop {
    let what = quoted(text);
    let line = format!("`{what}` is no citation: {why}; one looks like 50, 50D, 16C2, 26-32 or def/Bonus");
    Failure::new(line).into()
}

/// Reads a query: citations, if all of it is a citation list.
pub(crate) fn query(text: &str, lexicon: &Lexicon) -> Option<Vec<Wanted>> {
    match lawgrep_xref::query(text, lexicon) {
        Typed::Citations(wanted) => Some(wanted),
        _ => None,
    }
}

/// The arguments as one list. A name (`def/Den blinde`) may have been typed without quotation marks, so words after one
/// belong to it; citations just follow each other.
fn list(args: &[OsString], lexicon: &Lexicon) -> String {
    let mut text = String::new();
    let mut in_name = false;
    for arg in args {
        let arg = arg.to_string_lossy();
        let named = matches!(
            lawgrep_xref::typed(&arg, lexicon),
            Typed::Citations(all) if all.iter().any(|w| matches!(w, Wanted::Named(_)))
        );
        let goes_on = in_name && !named && !arg.starts_with(|c: char| c.is_ascii_digit() || c == '§');
        if !text.is_empty() {
            text.push_str(if goes_on || !(named || in_name) { " " } else { ", " });
        }
        text.push_str(&arg);
        in_name = named || goes_on;
    }
    text
}

/// A wanted thing as messages name it.
pub(crate) fn name(wanted: &Wanted) -> String {
    match wanted {
        Wanted::One(cite) => cite.to_string(),
        Wanted::Range(from, to) => format!("{from}-{to}"),
        Wanted::Named(name) => quoted(name),
    }
}

/// What an edition holds of everything wanted: cut down to the laws concerned where that is enough.
pub(crate) fn document(library: &Library, edition: usize, wanted: &[Wanted]) -> Result<Document, Stop> {
    let mut cites = Vec::new();
    for want in wanted {
        match want {
            Wanted::One(cite) => cites.push(*cite),
            Wanted::Range(from, to) => cites.extend((from.law_number()..=to.law_number()).map(Citation::law)),
            Wanted::Named(_) => {
                let document = library.document(edition).transpose()?;
                return document.cloned().ok_or_else(|| Failure::new("no such edition").into());
            }
        }
    }
    let excerpt = library.excerpt(edition, &cites).transpose()?;
    excerpt.ok_or_else(|| Failure::new("no such edition").into())
}

/// The units that a wanted thing stands for, in print order: the provisions named, everything below them, and the remarks
/// on them. Only those that have words.
pub(crate) fn units(document: &Document, wanted: &Wanted) -> Vec<UnitId> {
    let fits = |cite: Citation| match wanted {
        Wanted::One(want) => want.contains(cite),
        Wanted::Range(from, to) => (*from <= cite && cite <= *to) || from.contains(cite) || to.contains(cite),
        Wanted::Named(_) => false,
    };
    let mut all: BTreeSet<UnitId> = BTreeSet::new();
    let named = match wanted {
        Wanted::Named(name) => by_name(document, name),
        _ => Vec::new(),
    };
    for (id, unit) in document.iter() {
        if unit.key.citations().iter().any(|c| fits(*c)) || named.contains(&id) {
            all.insert(id);
        }
        if unit.parent.is_some_and(|p| all.contains(&p)) {
            all.insert(id);
        }
    }
    all.into_iter().filter(|id| document.unit(*id).is_some_and(|u| u.has_words())).collect()
}

/// The units of that name: as printed, else in any case of letters.
fn by_name(document: &Document, name: &str) -> Vec<UnitId> {
    let find = |same: &dyn Fn(&str) -> bool| -> Vec<UnitId> {
        document.iter().filter(|(_, u)| same(&u.key.pipe()) || same(&u.key.json())).map(|(id, _)| id).collect()
    };
    let exact = find(&|key| key == name);
    if exact.is_empty() { find(&|key| key.to_lowercase() == name.to_lowercase()) } else { exact }
}

/// What the editions hold that is nearest to a thing that they do not hold: the provision above it, else the nearest law,
/// or the name that begins most like it.
pub(crate) fn nearest(library: &Library, editions: &[usize], wanted: &Wanted) -> Result<Option<String>, Stop> {
    let mut best: Option<(u32, String)> = None;
    for edition in editions {
        let Some(document) = library.document(*edition).transpose()? else { continue };
        let near = match wanted {
            Wanted::One(cite) | Wanted::Range(cite, _) => near_cite(document, *cite),
            Wanted::Named(name) => near_name(document, name),
        };
        if let Some((distance, name)) = near.filter(|(d, _)| best.as_ref().is_none_or(|(b, _)| d < b)) {
            best = Some((distance, format!("{name} in {}", document.edition.id)));
        }
    }
    Ok(best.map(|(_, name)| name))
}

fn near_cite(document: &Document, cite: Citation) -> Option<(u32, String)> {
    // A regulation's section of that number is no law, and what may have been meant.
    if let Some(section) = document.units.iter().map(|u| &u.key).find(|key| key.own() == Some(cite)) {
        return Some((0, section.pipe()));
    }
    let up = cite.ancestors().enumerate().find(|(_, up)| document.holds(*up));
    if let Some((steps, up)) = up {
        return Some((u32::try_from(steps).unwrap_or(u32::MAX), up.to_string()));
    }
    let provisions = document.units.iter().filter(|u| u.key.is_provision());
    let laws = provisions.flat_map(|u| u.key.citations()).map(|c| c.law_number());
    let far = |law: &u16| u32::from(law.abs_diff(cite.law_number()));
    laws.min_by_key(far).map(|law| (100 + far(&law), law.to_string()))
}

fn near_name(document: &Document, name: &str) -> Option<(u32, String)> {
    let wanted = name.to_lowercase();
    let same = |key: &str| key.to_lowercase().chars().zip(wanted.chars()).take_while(|(a, b)| a == b).count();
    // More than the kind must be alike: `def/` and a letter.
    let kind = wanted.find(['/', ':']).map_or(0, |at| at + 1);
    let keys = document.units.iter().map(|u| u.key.pipe()).map(|key| (same(&key), key));
    let (alike, key) = keys.filter(|(alike, _)| *alike > kind).max_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)))?;
    Some((1000u32.saturating_sub(u32::try_from(alike).unwrap_or(u32::MAX)), key))
}
