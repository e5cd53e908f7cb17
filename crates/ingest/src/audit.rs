//! Looks at a finished document once more: brackets and quotation marks without a partner, and where the provisions are others
//! than those of the code. What a layout saw while it read (gaps, doubles, marks without a note) has its finding already.
//!
//! Nothing is changed but the list of findings.

use std::ops::Range;

use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Document, Finding, FindingKind, Span};

use crate::{builder::LineTable, patterns::collapse};

mod pairs;
mod spine;

/// Characters that a finding shows on either side of a mark.
const AROUND: usize = 30;

/// Appends what is odd about the document, which was read from `text`.
pub(crate) fn audit(document: &mut Document, text: &str, lexicon: &Lexicon) {
    let mut odd = pairs::alone(document, text);
    odd.extend(spine::others(document, text, lexicon));
    if odd.is_empty() {
        return;
    }
    let lines = LineTable::new(text);
    document.findings.extend(odd.into_iter().map(|Odd { kind, range, words, message }| Finding {
        kind,
        span: Span::new(range.start, range.end),
        line: lines.line(range.start),
        words,
        message,
    }));
    document.findings.sort_by_key(|finding| (finding.span.start, finding.kind));
}

/// A finding whose line is still to be counted.
struct Odd {
    kind: FindingKind,
    range: Range<usize>,
    words: String,
    message: String,
}

/// A mark with the words around it, whole ones, white space collapsed.
pub(crate) fn around(text: &str, mark: &Range<usize>) -> String {
    let before = text.get(..mark.start).unwrap_or("");
    let after = text.get(mark.end..).unwrap_or("");
    let from = before.char_indices().rev().nth(AROUND).map_or(0, |(at, _)| at);
    let to = after.char_indices().nth(AROUND + 1).map_or(after.len(), |(at, _)| at);
    let (mut left, mut right) = (before.get(from..).unwrap_or(""), after.get(..to).unwrap_or(""));
    if from > 0 {
        left = left.split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
    }
    if to < after.len() {
        right = right.rsplit_once(char::is_whitespace).map_or("", |(rest, _)| rest);
    }
    collapse(&[left, text.get(mark.clone()).unwrap_or(""), right].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_around_a_mark_are_whole() {
        let text = "an unfinished tale of many words, told ( by nobody\n to everybody who came in the night";
        let at = text.find('(').unwrap();
        assert_eq!(around(text, &(at..at + 1)), "tale of many words, told ( by nobody to everybody who");
        assert_eq!(around("((", &(0..1)), "((");
    }
}
