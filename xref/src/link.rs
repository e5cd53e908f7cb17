use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Citation, Document, Finding, FindingKind, Place, Reference, Resolution, Target, Unit, UnitKey};

use crate::{
    find::{Finder, Strength},
    holdings::Holdings,
    resolve::resolve,
};

/// Characters of context, each side, that a finding shows around a reference.
const CONTEXT: usize = 25;

/// Fills the references of every unit (text, heading, notes, in that order, by place), and appends a finding for each
/// that no provision of its code answers to. What was linked before is linked anew.
///
/// A finding's place is the start of its unit, its line 0: no source is at hand here, and the caller knows better. A
/// document in a language that the lexicon lacks stays without references.
pub fn link(document: &mut Document, lexicon: &Lexicon, bare_numbers: bool) {
    document.findings.retain(|f| f.kind != FindingKind::ReferenceToNothing);
    let Some(language) = lexicon.language(&document.edition.lang) else { return };
    let finder = Finder::new(language, bare_numbers);
    let holdings = Holdings::of(document, lexicon);
    let code = document.edition.code;
    for unit in &mut document.units {
        unit.refs = references(unit, &finder, &holdings);
        let unit = &*unit;
        let missing = unit.refs.iter().filter(|r| r.resolution == Resolution::NotInCode);
        document.findings.extend(missing.map(|r| finding(unit, r, code)));
    }
    document.findings.sort_by_key(|f| f.span.start);
}

fn references(unit: &Unit, finder: &Finder, holdings: &Holdings) -> Vec<Reference> {
    let (strength, own): (Strength, &[Citation]) = match &unit.key {
        UnitKey::Provision(_) | UnitKey::Remark(_) => (Strength::Full, unit.key.citations()),
        UnitKey::Definition(_) | UnitKey::ScreenRule(_) => (Strength::Full, &[]),
        _ => (Strength::Absolute, &[]),
    };
    let notes = (0..unit.notes.len()).filter_map(|n| u16::try_from(n).ok()).map(Place::Note);
    let mut all = Vec::new();
    for place in [Place::Text, Place::Heading].into_iter().chain(notes) {
        let text = unit.text_at(place);
        for mention in finder.find(text, strength) {
            let Some(resolved) = resolve(&mention, mention.span.of(text), own, holdings) else { continue };
            all.push(Reference {
                place,
                span: mention.span,
                ends: mention.ends,
                kind: resolved.kind,
                target: resolved.target,
                resolution: resolved.resolution,
                source: resolved.source,
            });
        }
    }
    all
}

fn finding(unit: &Unit, reference: &Reference, code: u16) -> Finding {
    let target = match reference.target {
        Target::One(cite) => cite.to_string(),
        Target::Range(from, to) => format!("{from} to {to}"),
        Target::Nothing => "it".to_owned(),
    };
    Finding {
        kind: FindingKind::ReferenceToNothing,
        span: unit.span,
        line: 0,
        words: context(unit.text_at(reference.place), reference.span.range()),
        message: format!(
            "the edition has the law but not {target}, so this reference under the {code} code is not linked"
        ),
    }
}

/// The words with some of what stands around them, white space collapsed.
fn context(text: &str, words: std::ops::Range<usize>) -> String {
    let before = text.get(..words.start).unwrap_or("");
    let after = text.get(words.end..).unwrap_or("");
    let from = before.char_indices().rev().nth(CONTEXT).map_or(0, |(i, c)| i + c.len_utf8());
    let to = after.char_indices().nth(CONTEXT).map_or(after.len(), |(i, _)| i);
    let shown = [before.get(from..), text.get(words), after.get(..to)].map(Option::unwrap_or_default).concat();
    let words: Vec<_> = shown.split_whitespace().collect();
    words.join(" ")
}
