use lawgrep_lexicon::Lexicon;
use lawgrep_model::{
    Citation, Document, Finding, FindingKind, Place, Placed, Reference, Resolution, Span, Target, Unit, UnitKey,
};

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
/// `source` is what the document's pieces count in: a finding stands where its words stand there, else at its unit's
/// beginning. A document in a language that the lexicon lacks stays without references.
pub fn link(document: &mut Document, source: &str, lexicon: &Lexicon, bare_numbers: bool) {
    document.findings.retain(|f| f.kind != FindingKind::ReferenceToNothing);
    let Some(language) = lexicon.language(&document.edition.lang) else { return };
    let finder = Finder::new(language, bare_numbers);
    let holdings = Holdings::of(document, lexicon);
    for unit in &mut document.units {
        unit.refs = references(unit, &finder, &holdings);
    }
    let mut missing = Vec::new();
    for (id, unit) in document.iter() {
        let mut placed: Option<(Place, Placed)> = None;
        for reference in unit.refs.iter().filter(|r| r.resolution == Resolution::NotInCode) {
            let place = reference.place;
            let known = placed.take().filter(|(at, _)| *at == place);
            let (_, places) = placed.insert(known.unwrap_or_else(|| (place, Placed::new(document, source, id, place))));
            let beginning = Span { start: unit.span.start, end: unit.span.start };
            missing.push(finding(
                unit,
                reference,
                places.span(reference.span).unwrap_or(beginning),
                document.edition.code,
            ));
        }
    }
    count_lines(&mut missing, source);
    document.findings.extend(missing);
    document.findings.sort_by_key(|f| f.span.start);
}

/// Gives findings the lines that their spans begin on.
fn count_lines(findings: &mut [Finding], source: &str) {
    findings.sort_by_key(|f| f.span.start);
    let (mut line, mut at) = (1, 0);
    for finding in findings {
        let start = (finding.span.start as usize).min(source.len());
        line += source.as_bytes().get(at..start).map_or(0, |passed| passed.iter().filter(|b| **b == b'\n').count());
        at = start;
        finding.line = u32::try_from(line).unwrap_or(u32::MAX);
    }
}

fn references(unit: &Unit, finder: &Finder, holdings: &Holdings) -> Vec<Reference> {
    let (strength, own): (Strength, &[Citation]) = match &unit.key {
        UnitKey::Provision(_) | UnitKey::Remark(_) => (Strength::Full, unit.key.citations()),
        UnitKey::Section(cite) => (Strength::Full, std::slice::from_ref(cite)),
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

fn finding(unit: &Unit, reference: &Reference, span: Span, code: u16) -> Finding {
    let target = match reference.target {
        Target::One(cite) | Target::Own(cite) => cite.to_string(),
        Target::Range(from, to) | Target::OwnRange(from, to) => format!("{from} to {to}"),
        Target::Nothing => "it".to_owned(),
    };
    Finding {
        kind: FindingKind::ReferenceToNothing,
        span,
        line: 1,
        words: context(unit.text_at(reference.place), reference.span.range()),
        message: format!(
            "the edition has the law but not {target}, so this reference under the {code} code is not linked"
        ),
    }
}

/// The words with some of what stands around them, whole words only, white space collapsed.
fn context(text: &str, words: std::ops::Range<usize>) -> String {
    let before: String = text.get(..words.start).unwrap_or("").chars().rev().take(CONTEXT + 1).collect();
    let before: String = before.chars().rev().collect();
    let after: String = text.get(words.end..).unwrap_or("").chars().take(CONTEXT + 1).collect();
    let cut = |side: &str| side.chars().count() > CONTEXT;
    let before =
        if cut(&before) { before.split_once(char::is_whitespace).map_or("", |(_, rest)| rest) } else { &before };
    let after = if cut(&after) { after.rsplit_once(char::is_whitespace).map_or("", |(rest, _)| rest) } else { &after };
    let shown = [before, text.get(words).unwrap_or(""), after].concat();
    let words: Vec<_> = shown.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use lawgrep_model::{Note, NoteKind, Piece, RefKind, Role, UnitId};

    use super::*;
    use crate::testing::{cite, document, linked, unit};

    #[test]
    fn text_heading_and_notes_are_linked_in_that_order() {
        let mut document = document(&[("16A", "see Law 16B"), ("16B", "x")]);
        let note =
            Note { kind: NoteKind::Note, mark: String::new(), text: "Law 16B".into(), anchor: None, in_heading: false };
        document.units[0].heading = Some("Under Law 16B".into());
        document.units[0].notes = vec![note.clone(), note];
        link(&mut document, "", &Lexicon::embedded().unwrap(), false);
        let unit = &document.units[0];
        let places: Vec<_> = unit.refs.iter().map(|r| r.place).collect();
        assert_eq!(places, [Place::Text, Place::Heading, Place::Note(0), Place::Note(1)]);
        assert!(unit.refs.iter().all(|r| unit.words(r) == "Law 16B"));
    }

    #[test]
    fn a_reference_to_nothing_is_a_finding_and_linking_twice_changes_nothing() {
        let mut document =
            linked(&[("16A", "It has always been known (see Law 16E) that nothing is there to be seen.")]);
        assert_eq!(document.findings.len(), 1);
        let finding = &document.findings[0];
        assert_eq!(finding.kind, FindingKind::ReferenceToNothing);
        assert_eq!(finding.words, "always been known (see Law 16E) that nothing is there");
        let before = document.clone();
        link(&mut document, "", &Lexicon::embedded().unwrap(), false);
        assert_eq!(document, before);
    }

    #[test]
    fn a_finding_stands_where_its_words_are_printed() {
        let source = "16. A Words.\n\n7 HEADER\n\nSee Law\n16E.\n";
        let mut document = document(&[("16A", "Words. See Law 16E.")]);
        document.units[0].span = Span::new(4, source.len());
        for (start, end) in [(6, 13), (24, source.len())] {
            let span = Span::new(start, end);
            document.pieces.push(Piece { span, role: Role::Body, unit: Some(UnitId(0)) });
        }
        link(&mut document, source, &Lexicon::embedded().unwrap(), false);
        let finding = &document.findings[0];
        assert_eq!((finding.span.of(source), finding.line), ("Law\n16E", 5));
    }

    #[test]
    fn prose_has_absolute_references_only() {
        let text = "See Law 16A, or B above, or this law.";
        let mut document = document(&[("16A", "x"), ("16B", text)]);
        for key in [UnitKey::Foreword, UnitKey::Answer(1), UnitKey::Definition("Term".into())] {
            document.units.push(unit(key, text));
        }
        link(&mut document, "", &Lexicon::embedded().unwrap(), false);
        let kinds = |n: usize| document.units[n].refs.iter().map(|r| r.kind).collect::<Vec<_>>();
        assert_eq!(kinds(1), [RefKind::Absolute, RefKind::Relative, RefKind::ThisLaw]);
        for n in 2..5 {
            assert_eq!(kinds(n), [RefKind::Absolute], "{n}");
        }
    }

    #[test]
    fn a_remark_counts_from_its_law() {
        let mut document = document(&[("47E", "x")]);
        document.units.push(unit(UnitKey::Remark(cite("47")), "see E above"));
        link(&mut document, "", &Lexicon::embedded().unwrap(), false);
        assert_eq!(document.units[1].refs[0].target, Target::One(cite("47E")));
    }

    #[test]
    fn a_language_without_data_has_no_references() {
        let mut document = document(&[("16A", "see Law 16A")]);
        document.edition.lang = "xx".into();
        link(&mut document, "", &Lexicon::embedded().unwrap(), false);
        assert!(document.units[0].refs.is_empty());
    }
}
