//! What every parsed document must keep to, whatever the source was.
#![allow(dead_code, clippy::panic, reason = "each test file uses its own part; a panic is the report")]

pub(crate) mod tree;

use std::collections::BTreeMap;

use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Document, FindingKind, Role, Span, Unit, UnitId, UnitKey};

/// The language data of this build.
pub(crate) fn lexicon() -> Lexicon {
    Lexicon::embedded().unwrap_or_else(|e| panic!("{e}"))
}

/// Holds the document to its promises. Panics with the first one that it breaks.
#[track_caller]
pub(crate) fn check(document: &Document, source: &str) {
    if let Err(broken) = verify(document, source) {
        panic!("{broken}\nin {source:?}");
    }
}

/// What [`check`] checks, as a message for tests that have more to say.
pub(crate) fn verify(document: &Document, source: &str) -> Result<(), String> {
    pieces(document, source)?;
    words(document, source)?;
    places(document)?;
    family(document)?;
    findings(document, source)
}

macro_rules! hold {
    ($true:expr, $($message:tt)+) => { if !$true { return Err(format!($($message)+)); } };
}

/// The pieces are the source: in order, adjacent, on character boundaries, from its first byte to its last.
fn pieces(document: &Document, source: &str) -> Result<(), String> {
    hold!(document.source_len as usize == source.len(), "source_len {} of {}", document.source_len, source.len());
    let mut at = 0;
    for piece in &document.pieces {
        hold!(piece.span.start == at, "piece {piece:?} does not begin at {at}");
        hold!(!piece.span.is_empty(), "piece {piece:?} is empty");
        hold!(source.get(piece.span.range()).is_some(), "piece {piece:?} cuts a character");
        let known = piece.unit.is_none_or(|u| document.unit(u).is_some());
        hold!(known, "piece {piece:?} is of no unit");
        let own = matches!(piece.role, Role::Body | Role::Note | Role::NoteMark);
        hold!(!own || piece.unit.is_some(), "piece {piece:?} has words of no unit");
        if piece.role == Role::Layout && piece.unit.is_none() {
            let words = piece.span.of(source);
            hold!(!words.chars().any(char::is_alphabetic), "layout holds words: {words:?}");
        }
        at = piece.span.end;
    }
    hold!(at as usize == source.len(), "the pieces end at {at} of {}", source.len());
    Ok(())
}

/// All characters but white space, and but the hyphens of words that a page cut in two.
fn marks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect()
}

fn sorted(text: &str) -> Vec<char> {
    let mut chars: Vec<char> = text.chars().collect();
    chars.sort_unstable();
    chars
}

/// Text, heading and notes of a unit are its pieces, no character more or less.
fn words(document: &Document, source: &str) -> Result<(), String> {
    let mut of_role: BTreeMap<(UnitId, Role), String> = BTreeMap::new();
    for piece in &document.pieces {
        if let Some(unit) = piece.unit {
            of_role.entry((unit, piece.role)).or_default().push_str(&marks(piece.span.of(source)));
        }
    }
    for (id, unit) in document.iter() {
        let printed = |role| of_role.get(&(id, role)).map_or("", String::as_str);
        let name = unit.key.pipe();
        let heading = marks(unit.heading.as_deref().unwrap_or(""));
        hold!(printed(Role::Body) == marks(&unit.text), "{name}: {:?} became {:?}", printed(Role::Body), unit.text);
        hold!(printed(Role::Heading) == heading, "{name}: {:?} became {heading:?}", printed(Role::Heading));
        // Notes stand in the order of their marks, which need not be the order of their words.
        let notes = sorted(&unit.notes.iter().map(|n| marks(&n.text)).collect::<String>());
        hold!(sorted(printed(Role::Note)) == notes, "{name}: {:?} became {:?}", printed(Role::Note), unit.notes);
        for note in &unit.notes {
            let mark: String = note.mark.chars().filter(|c| c.is_alphanumeric()).collect();
            hold!(printed(Role::NoteMark).contains(&mark), "{name}: the mark {mark:?} is not printed");
        }
        let texts = [unit.text.as_str(), unit.heading.as_deref().unwrap_or("x"), unit.label.as_str()];
        for text in texts.into_iter().chain(unit.notes.iter().map(|n| n.text.as_str())) {
            // Of white space there are blanks and, between the paragraphs of a companion, line ends; one at a time.
            let collapsed = text.split([' ', '\n']).all(|word| !word.is_empty() && !word.contains(char::is_whitespace));
            hold!(text.is_empty() || collapsed, "{name}: white space is not collapsed in {text:?}");
        }
        hold!(unit.heading.as_deref() != Some(""), "{name}: an empty heading");
    }
    Ok(())
}

/// Tails and anchors are places in their texts.
fn places(document: &Document) -> Result<(), String> {
    for unit in &document.units {
        let name = unit.key.pipe();
        if let Some(tail) = unit.tail {
            let rest = unit.text.get(tail as usize..);
            hold!(rest.is_some_and(|r| !r.is_empty() && !r.starts_with(' ')), "{name}: tail {tail} of {:?}", unit.text);
        }
        for note in &unit.notes {
            let text = if note.in_heading { unit.heading.as_deref().unwrap_or("") } else { &unit.text };
            let fits = note.anchor.is_none_or(|a| text.is_char_boundary(a as usize));
            hold!(fits, "{name}: anchor {:?} is no place in {text:?}", note.anchor);
        }
        hold!(unit.refs.is_empty(), "{name}: references before linking");
    }
    Ok(())
}

/// Parents come first and enclose; no provision is a name without words; printings are counted.
fn family(document: &Document) -> Result<(), String> {
    let mut seen: BTreeMap<&UnitKey, u16> = BTreeMap::new();
    let mut last = 0;
    let mut has_children = vec![false; document.units.len()];
    for (id, unit) in document.iter() {
        let name = unit.key.pipe();
        let count = seen.entry(&unit.key).or_default();
        hold!(unit.occurrence == *count, "{name}: printing {} is counted as {}", count, unit.occurrence);
        *count += 1;
        hold!(unit.span.start >= last, "{name}: begins at {} and follows {last}", unit.span.start);
        last = unit.span.start;
        hold!(unit.span.end <= document.source_len, "{name}: ends outside the source");
        let Some(parent) = unit.parent else { continue };
        hold!(parent < id, "{name}: its parent comes later");
        let Some(above) = document.unit(parent) else { return Err(format!("{name}: no parent {parent:?}")) };
        hold!(above.span.encloses(unit.span), "{name}: {:?} is not inside {:?}", unit.span, above.span);
        let own = unit.key.own().zip(above.key.own()).is_some_and(|(c, a)| a.contains(c));
        let contains =
            own || unit.key.citations().first().is_some_and(|c| above.key.citations().iter().any(|a| a.contains(*c)));
        hold!(contains, "{name}: stands under {}", above.key.pipe());
        if let Some(slot) = has_children.get_mut(parent.index()) {
            *slot = true;
        }
    }
    for (unit, parent) in document.units.iter().zip(has_children) {
        let empty = unit.key.is_provision() && !unit.has_words() && !parent;
        hold!(!empty, "{}: a provision without words", unit.key.pipe());
        hold!(!unit.key.is_provision() || !unit.key.citations().is_empty(), "a provision without a citation");
    }
    own_pieces(document)
}

/// A unit spans its own pieces.
fn own_pieces(document: &Document) -> Result<(), String> {
    for piece in &document.pieces {
        let unit: Option<&Unit> = piece.unit.and_then(|u| document.unit(u));
        let inside = unit.is_none_or(|u| u.span.encloses(piece.span));
        hold!(inside, "{piece:?} lies outside {:?}", unit.map(|u| u.key.pipe()));
    }
    Ok(())
}

/// Findings are places in the source, in order; each unread piece has one.
fn findings(document: &Document, source: &str) -> Result<(), String> {
    let mut last = 0;
    for finding in &document.findings {
        hold!(source.get(finding.span.range()).is_some(), "{finding:?} is no place in the source");
        hold!(finding.span.start >= last, "{finding:?} is out of order");
        last = finding.span.start;
        let line = 1 + source[..finding.span.start as usize].matches('\n').count();
        hold!(finding.line as usize == line, "{finding:?} is on line {line}");
        hold!(finding.words.chars().count() <= 81, "{finding:?} quotes too much");
        hold!(!finding.message.ends_with('.'), "{finding:?} ends in a full stop");
    }
    let told =
        |span: Span| document.findings.iter().any(|f| f.kind == FindingKind::NotUnderstood && f.span.encloses(span));
    for piece in document.pieces.iter().filter(|p| p.role == Role::Unread) {
        hold!(told(piece.span), "no finding tells of {:?}", piece.span.of(source));
    }
    Ok(())
}

/// Share of the unread bytes among those from the first law to the last, in per cent.
pub(crate) fn unread_share(document: &Document) -> f64 {
    let laws = document.units.iter().filter(|u| u.key.is_provision());
    let (start, end) = laws.fold((u32::MAX, 0), |(s, e), u| (s.min(u.span.start), e.max(u.span.end)));
    let inside = Span { start, end: end.max(start) };
    let unread = document.pieces.iter().filter(|p| p.role == Role::Unread && inside.encloses(p.span));
    let bytes: usize = unread.map(|p| p.span.len()).sum();
    if inside.is_empty() { 0.0 } else { bytes as f64 * 100.0 / inside.len() as f64 }
}
