//! Corrections of slips in a print, put in before a text is read.

use std::fmt::Write;

use lawgrep_lexicon::{Patch, is_plain};
use lawgrep_model::{Finding, FindingKind, Span};
use sha2::{Digest, Sha256};

use crate::{audit::around, builder::LineTable};

/// A text with its corrections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patched {
    /// The corrected text: what is parsed, shown and counted in.
    pub text: String,
    /// A finding for each correction that was put in, in the order of their places.
    pub applied: Vec<Finding>,
    /// The corrections that were left out: other words stand in their place, or words that no correction may touch.
    pub refused: Vec<Patch>,
}

/// Puts corrections into a decoded text. `patches` are in the order of their places and do not overlap.
pub fn patch(text: &str, patches: &[Patch]) -> Patched {
    let mut out = Patched { text: String::with_capacity(text.len()), applied: Vec::new(), refused: Vec::new() };
    let mut put_in = Vec::new();
    let mut at = 0;
    for patch in patches {
        let [from, to] = patch.at.map(|n| n as usize);
        let before = text.get(at..from);
        let old = text.get(from..to).filter(|old| is_plain(old) && is_plain(&patch.now) && hash(old) == patch.was);
        let (Some(before), Some(old)) = (before, old) else {
            out.refused.push(patch.clone());
            continue;
        };
        out.text.push_str(before);
        put_in.push((out.text.len()..out.text.len() + patch.now.len(), old, patch));
        out.text.push_str(&patch.now);
        at = to;
    }
    out.text.push_str(text.get(at..).unwrap_or(""));
    if !put_in.is_empty() {
        let lines = LineTable::new(&out.text);
        let finding = |(range, old, patch): (std::ops::Range<usize>, &str, &Patch)| Finding {
            kind: FindingKind::PatchApplied,
            span: Span::new(range.start, range.end),
            line: lines.line(range.start),
            words: around(&out.text, &range),
            message: format!("read {} for the printed {old}: {}", patch.now, patch.reason),
        };
        out.applied = put_in.into_iter().map(finding).collect();
    }
    out
}

/// The finding for a correction that fits no part of an edition, whose text this is.
pub fn refusal(patch: &Patch, text: &str) -> Finding {
    let mut at = (patch.at[0] as usize).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let line = LineTable::new(text).line(at);
    let [from, to] = patch.at;
    let what = format!("the correction of bytes {from} to {to} ({})", patch.reason);
    Finding {
        kind: FindingKind::PatchRefused,
        span: Span::new(at, at),
        line,
        words: String::new(),
        message: format!("{what} was made for another print and is left out; this one is read as it stands"),
    }
}

fn hash(words: &str) -> String {
    Sha256::digest(words.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replace(text: &str, old: &str, now: &str) -> Patch {
        let from = text.find(old).unwrap() as u32;
        let at = [from, from + old.len() as u32];
        Patch { at, was: hash(old), now: now.to_owned(), reason: "a letter too few".to_owned() }
    }

    const TEXT: &str = "One an two.\nÆn tree adn four.";

    #[test]
    fn corrections_are_put_in_and_told() {
        let patches = [replace(TEXT, "tree", "three"), replace(TEXT, "adn", "and")];
        let patched = patch(TEXT, &patches);
        assert_eq!(patched.text, "One an two.\nÆn three and four.");
        assert_eq!(patched.refused, []);
        let told: Vec<_> = patched
            .applied
            .iter()
            .map(|f| (f.kind, f.line, f.span.of(&patched.text), f.words.as_str(), f.message.as_str()))
            .collect();
        let words = "One an two. Æn three and four.";
        let expected = [
            (FindingKind::PatchApplied, 2, "three", words, "read three for the printed tree: a letter too few"),
            (FindingKind::PatchApplied, 2, "and", words, "read and for the printed adn: a letter too few"),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn another_text_is_left_as_it_is() {
        let fits = replace(TEXT, "adn", "and");
        let other = Patch { was: hash("other"), ..replace(TEXT, "tree", "three") };
        let patched = patch(TEXT, &[other.clone(), fits]);
        assert_eq!(patched.text, "One an two.\nÆn tree and four.");
        assert_eq!((patched.refused, patched.applied.len()), (vec![other], 1));
    }

    #[test]
    fn nothing_but_letters_and_digits_comes_or_goes() {
        let blank = replace(TEXT, "an two", "antwo");
        let bracket = replace(TEXT, "an", "(an)");
        let outside = Patch { at: [900, 902], ..replace(TEXT, "an", "and") };
        let inside_a_letter = Patch { at: [13, 14], ..replace(TEXT, "an", "and") };
        for refused in [blank, bracket, outside, inside_a_letter] {
            let patched = patch(TEXT, std::slice::from_ref(&refused));
            assert_eq!((patched.text.as_str(), patched.refused.len()), (TEXT, 1), "{refused:?}");
            let finding = refusal(&refused, TEXT);
            assert!(TEXT.is_char_boundary(finding.span.start as usize) && finding.span.is_empty());
        }
    }
}
