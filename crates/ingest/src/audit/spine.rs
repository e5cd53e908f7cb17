//! Where the provisions of a text are others than those of its code.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use lawgrep_lexicon::{Lexicon, Spine};
use lawgrep_model::{Citation, Document, FindingKind, Role, Unit, UnitId};

use super::Odd;
use crate::patterns::clip;

/// Of the provisions that the code has in the laws of a text, so many in ten must stand in it before one that does not is
/// missing and not just left out.
const NEARLY_ALL: usize = 9;
/// A finding names no more provisions than this.
const NAMED: usize = 8;

/// The provisions that the code lacks, and those that the text lacks. A code whose provisions are not known as a whole is asked
/// for nothing.
pub(super) fn others(document: &Document, text: &str, lexicon: &Lexicon) -> Vec<Odd> {
    let spine = lexicon.spine(document.edition.code).filter(|spine| spine.is_whole());
    let Some(spine) = spine else { return Vec::new() };
    let laws = lexicon.code(document.edition.code).map_or(0, |code| code.laws);
    let mut out = not_in_code(document, text, spine, laws);
    if !document.edition.extract {
        out.extend(not_in_text(document, text, spine));
    }
    out
}

/// Provisions that the code does not have, the topmost of each tree.
fn not_in_code(document: &Document, text: &str, spine: &Spine, laws: u16) -> Vec<Odd> {
    let code = document.edition.code;
    let known: BTreeSet<Citation> = spine.provisions.iter().map(|p| p.cite).chain(spine_in_print(spine)).collect();
    let labels = labels(document);
    let mut out = Vec::new();
    for (id, unit) in document.iter().filter(|(_, unit)| unit.key.is_provision()) {
        let lacking = |cite: &&Citation| !known.contains(cite) && cite.parent().is_none_or(|up| known.contains(&up));
        for cite in unit.key.citations().iter().filter(lacking) {
            let message = if (1..=laws).contains(&cite.law_number()) {
                format!("the {code} code has no {cite}; kept as it is printed")
            } else {
                format!("the {code} code has no law {cite}; kept as it is printed, and no reference to it is a link")
            };
            let range = labels.get(&id).cloned().unwrap_or_else(|| unit.span.range());
            out.push(Odd { kind: FindingKind::NotInCode, words: beginning(unit, text), range, message });
        }
    }
    out
}

/// For each law of the text what the code has in it and the text has not, the topmost of each tree.
fn not_in_text(document: &Document, text: &str, spine: &Spine) -> Vec<Odd> {
    let have: BTreeSet<Citation> =
        document.units.iter().flat_map(|unit| unit.key.citations().iter().copied()).collect();
    let law = |unit: &Unit| unit.key.citation().filter(|c| unit.key.is_provision() && c.parent().is_none());
    let mut laws: BTreeMap<u16, (UnitId, &Unit)> = BTreeMap::new();
    for (id, unit) in document.iter() {
        if let Some(cite) = law(unit) {
            laws.entry(cite.law_number()).or_insert((id, unit));
        }
    }
    let wanted = || spine.provisions.iter().filter(|p| laws.contains_key(&p.cite.law_number()));
    let printed = |p: &&lawgrep_lexicon::SpineProvision| {
        have.contains(&p.cite) || p.in_print.as_ref().and_then(|c| c.parse().ok()).is_some_and(|c| have.contains(&c))
    };
    if wanted().filter(printed).count() * 10 < wanted().count() * NEARLY_ALL {
        return Vec::new();
    }
    let mut missing: BTreeMap<u16, Vec<Citation>> = BTreeMap::new();
    for p in wanted().filter(|p| !printed(p)) {
        let list = missing.entry(p.cite.law_number()).or_default();
        if !list.iter().any(|up| up.contains(p.cite)) {
            list.push(p.cite);
        }
    }
    let labels = labels(document);
    let mut out = Vec::new();
    for (law, cites) in missing {
        let Some((id, unit)) = laws.get(&law) else { continue };
        let more = cites.len().saturating_sub(NAMED);
        let named: Vec<String> = cites.iter().take(NAMED).map(Citation::to_string).collect();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let code = document.edition.code;
        let message = format!(
            "law {law} of the {code} code has {}{more}, this text has not; nothing was put there",
            named.join(", ")
        );
        let range = labels.get(id).cloned().unwrap_or_else(|| unit.span.range());
        out.push(Odd { kind: FindingKind::MissingProvision, words: beginning(unit, text), range, message });
    }
    out
}

/// The other numbers that some prints give to provisions.
fn spine_in_print(spine: &Spine) -> impl Iterator<Item = Citation> + '_ {
    spine.provisions.iter().filter_map(|p| p.in_print.as_ref()?.parse().ok())
}

/// Where the label of each unit that has one is printed.
fn labels(document: &Document) -> BTreeMap<UnitId, Range<usize>> {
    let mut labels = BTreeMap::new();
    for piece in document.pieces.iter().filter(|piece| piece.role == Role::Label) {
        if let Some(unit) = piece.unit {
            labels.entry(unit).or_insert(piece.span.range());
        }
    }
    labels
}

/// The first words of a unit as printed.
fn beginning(unit: &Unit, text: &str) -> String {
    clip(unit.span.of(text), 60)
}

#[cfg(test)]
mod tests {
    use lawgrep_model::{Edition, Standing};

    use super::*;
    use crate::builder::Builder;

    /// A document of these provisions, each with the word "Words." as its text, and its source.
    fn document(cites: &[&str]) -> (Document, String) {
        let text: String = cites.iter().map(|cite| format!("{cite} Words.\n")).collect();
        let mut builder = Builder::new(&text);
        let mut at = 0;
        for cite in cites {
            let unit = builder.provision(vec![cite.parse().unwrap()], "");
            let label = at..at + cite.len();
            at = label.end + " Words.\n".len();
            builder.claim(label.clone(), Role::Label, Some(unit));
            builder.claim(label.end..at, Role::Body, Some(unit));
        }
        let document = builder.finish(Edition::new("xx-2017".parse().unwrap(), "en", 2017, Standing::Official));
        (document, text)
    }

    #[track_caller]
    fn check(cites: &[&str], expected: &[(FindingKind, &str, &str)]) {
        let (document, text) = document(cites);
        let odd = others(&document, &text, &Lexicon::embedded().unwrap());
        let found: Vec<_> = odd.iter().map(|o| (o.kind, &text[o.range.clone()], o.message.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn provisions_that_the_code_lacks_are_told_once_a_tree() {
        check(
            &["16", "16Q", "16Q3", "95", "95A"],
            &[
                (FindingKind::NotInCode, "16Q", "the 2017 code has no 16Q; kept as it is printed"),
                (
                    FindingKind::NotInCode,
                    "95",
                    "the 2017 code has no law 95; kept as it is printed, and no reference to it is a link",
                ),
            ],
        );
    }

    #[test]
    fn other_numbers_of_a_print_are_known() {
        let lexicon = Lexicon::embedded().unwrap();
        let other = spine_in_print(lexicon.spine(2017).unwrap()).next().unwrap().to_string();
        check(&["22", &other], &[]);
    }

    #[test]
    fn provisions_that_the_text_lacks_are_told_once_a_law() {
        let lexicon = Lexicon::embedded().unwrap();
        let spine = lexicon.spine(2017).unwrap();
        let some = |without: &[&str]| -> Vec<String> {
            let all = spine.provisions.iter().filter(|p| (1..=20).contains(&p.cite.law_number()));
            all.map(|p| p.cite.to_string()).filter(|c| !without.iter().any(|w| c.starts_with(w))).collect()
        };
        let cites = |all: &'static [String]| -> Vec<&'static str> { all.iter().map(String::as_str).collect() };
        let whole: &'static [String] = some(&[]).leak();
        check(&cites(whole), &[]);
        let cut: &'static [String] = some(&["16D", "20F5"]).leak();
        check(
            &cites(cut),
            &[
                (
                    FindingKind::MissingProvision,
                    "16",
                    "law 16 of the 2017 code has 16D, this text has not; nothing was put there",
                ),
                (
                    FindingKind::MissingProvision,
                    "20",
                    "law 20 of the 2017 code has 20F5, this text has not; nothing was put there",
                ),
            ],
        );
        // What holds a few provisions of its laws quotes them.
        check(&["16", "16A"], &[]);
    }

    #[test]
    fn a_code_without_a_spine_is_asked_for_nothing() {
        let (mut document, text) = document(&["16Q"]);
        document.edition.code = 1997;
        assert!(others(&document, &text, &Lexicon::embedded().unwrap()).is_empty());
    }
}
