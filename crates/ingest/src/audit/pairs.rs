//! Brackets and quotation marks without a partner.
//!
//! Each text, heading and note of a unit is looked at for itself, in its pieces, so that a mark has its place in the source.
//! The bracket of an item's name needs no partner ("a)", "12C1b)"), but may be one: "(see 12C1b)".

use std::{collections::BTreeMap, ops::Range};

use lawgrep_model::{Citation, Document, FindingKind, Piece, Role, UnitId};

use super::{Odd, around};

/// Of one text no more marks of a kind are told: who has more has not lost single marks.
const MOST: usize = 50;

const BRACKETS: [(char, char); 3] = [('(', ')'), ('[', ']'), ('{', '}')];
/// Marks that open and close quotations, in any direction; single ones are apostrophes too and tell nothing.
const QUOTES: [&[char]; 3] = [&['«', '»'], &['“', '”', '„'], &['"']];

/// The marks without a partner, in no particular order.
pub(super) fn alone(document: &Document, text: &str) -> Vec<Odd> {
    let mut open: BTreeMap<(UnitId, Role), Marks> = BTreeMap::new();
    let mut out = Vec::new();
    let mut tell = |unit: UnitId, role: Role, marks: Marks| {
        let name = document.unit(unit).map_or_else(String::new, |unit| unit.key.pipe());
        let place = match role {
            Role::Heading => "the heading",
            Role::Note => "a note",
            _ => "the text",
        };
        for (range, what) in marks.alone() {
            let message = format!("{what} in {place} of {name}; kept as it is printed");
            let words = around(text, &range);
            out.push(Odd { kind: FindingKind::UnbalancedBracket, range, words, message });
        }
    };
    for piece in &document.pieces {
        let Some(unit) = piece.unit else { continue };
        match piece.role {
            Role::Body | Role::Heading | Role::Note => {
                open.entry((unit, piece.role)).or_default().read(text, piece);
            }
            // The next note of the unit begins here, or the last one ends.
            Role::NoteMark => {
                if let Some(marks) = open.remove(&(unit, Role::Note)) {
                    tell(unit, Role::Note, marks);
                }
            }
            _ => {}
        }
    }
    for ((unit, role), marks) in open {
        tell(unit, role, marks);
    }
    out
}

/// The marks of one text. Each kind of bracket pairs for itself.
#[derive(Default)]
struct Marks {
    /// Brackets that wait for their partner, by kind.
    open: [Vec<usize>; 3],
    /// Closing brackets that none waits for.
    closed: Vec<(usize, char)>,
    /// Round brackets of items' names inside open brackets: each may close one.
    perhaps: Vec<usize>,
    /// Quotation marks by family, and whether each looks like one that opens.
    quotes: [Vec<(Range<usize>, bool)>; 3],
}

impl Marks {
    fn read(&mut self, text: &str, piece: &Piece) {
        let words = piece.span.of(text);
        let start = piece.span.start as usize;
        let mut before = ' ';
        for (at, c) in words.char_indices() {
            if let Some(open) = BRACKETS.iter().position(|(open, _)| *open == c).and_then(|n| self.open.get_mut(n)) {
                open.push(start + at);
            } else if let Some(kind) = BRACKETS.iter().position(|(_, close)| *close == c) {
                self.close(start + at, kind, c, last_word(words.get(..at).unwrap_or("")));
            } else if let Some(family) = QUOTES.iter().position(|family| family.contains(&c)) {
                let opens = before.is_whitespace() || matches!(before, '(' | '[' | '–' | '—' | '/');
                if let Some(quotes) = self.quotes.get_mut(family) {
                    quotes.push((start + at..start + at + c.len_utf8(), opens));
                }
            }
            before = c;
        }
    }

    /// A closing bracket after `word`.
    fn close(&mut self, at: usize, kind: usize, mark: char, word: &str) {
        let Some(open) = self.open.get_mut(kind) else { return };
        match open.last() {
            // "(a)" and "(ii)" are whole.
            Some(last) if mark == ')' && is_item(word) && last + 1 + word.len() != at => self.perhaps.push(at),
            Some(_) => {
                open.pop();
            }
            None if mark == ')' && (is_item(word) || is_number(word)) => {}
            None => self.closed.push((at, mark)),
        }
    }

    /// What has no partner, with the words for it.
    fn alone(self) -> Vec<(Range<usize>, String)> {
        let mut out = Vec::new();
        for (open, (mark, partner)) in self.open.into_iter().zip(BRACKETS) {
            let closing: &[usize] = if mark == '(' { &self.perhaps } else { &[] };
            for at in unclosed(&open, closing).into_iter().take(MOST) {
                out.push((at..at + mark.len_utf8(), format!("{mark} without a {partner} after it")));
            }
        }
        for (at, mark) in self.closed.into_iter().take(MOST) {
            let partner = BRACKETS.iter().find(|(_, close)| *close == mark).map_or('(', |(open, _)| *open);
            out.push((at..at + mark.len_utf8(), format!("{mark} without a {partner} before it")));
        }
        for range in self.quotes.iter().filter_map(|marks| odd_one(marks)) {
            out.push((range, "a quotation mark without its partner".to_owned()));
        }
        out
    }
}

/// What stays open when each of `closing` closes the last open one before it. Both in order.
fn unclosed(open: &[usize], closing: &[usize]) -> Vec<usize> {
    let mut left = Vec::new();
    let mut open = open.iter().copied().peekable();
    for close in closing {
        while let Some(at) = open.next_if(|at| at < close) {
            left.push(at);
        }
        left.pop();
    }
    left.extend(open);
    left
}

/// Of an odd number of quotation marks the one that does not fit the others: it opens where one is open, or closes where none
/// is.
fn odd_one(marks: &[(Range<usize>, bool)]) -> Option<Range<usize>> {
    if marks.len().is_multiple_of(2) {
        return None;
    }
    let mut open: Option<&Range<usize>> = None;
    for (range, opens) in marks {
        open = match (open, opens) {
            (None, true) => Some(range),
            (None, false) => return Some(range.clone()),
            (Some(before), true) => return Some(before.clone()),
            (Some(_), false) => None,
        };
    }
    open.cloned()
}

/// The letters and digits that a text ends in.
fn last_word(text: &str) -> &str {
    text.get(text.trim_end_matches(char::is_alphanumeric).len()..).unwrap_or("")
}

/// Whether a word before a closing bracket can be an item's name, with or without what stands before it: "a", "iv", "2c",
/// "C1d", "12C1b".
fn is_item(word: &str) -> bool {
    let single = word.chars().next().is_some_and(char::is_alphabetic) && word.chars().nth(1).is_none();
    let above = word.strip_suffix(|c: char| c.is_ascii_lowercase()).unwrap_or("").as_bytes();
    let named = (1..=6).contains(&above.len())
        && above.iter().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
        && above.iter().filter(|b| b.is_ascii_uppercase()).count() <= 1;
    single || named || Citation::roman(word).is_some()
}

fn is_number(word: &str) -> bool {
    (1..=3).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use lawgrep_model::Span;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let mut marks = Marks::default();
        marks.read(text, &Piece { span: Span::new(0, text.len()), role: Role::Body, unit: None });
        let mut found: Vec<_> = marks.alone().into_iter().map(|(range, _)| range).collect();
        found.sort_by_key(|range| range.start);
        let found: Vec<_> = found.into_iter().map(|range| &text[range.start..]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn pairs_are_no_finding() {
        for text in [
            "",
            "(one) [two] {three} (four (five) [six])",
            "a) one b) two (c) three (ii) four 1) five",
            "as in 12C1b) and (see 12C1b) and (see 12C1(b)) or (C1d)), 2c) and A2b)",
            "(see Law 16) and (both a) and b))",
            "«one» »two« »three» „four“ “five” ”six” \"seven\"",
            "it's the players' own ‘word’",
        ] {
            check(text, &[]);
        }
    }

    #[test]
    fn a_mark_alone_is_one() {
        check("one (two", &["(two"]);
        check("one) two", &[") two"]);
        check("(one) (two three) four) five", &[") five"]);
        check("(one [two) three", &["[two) three"]);
        check("one] (two", &["] (two", "(two"]);
        check("[ ( ] ( ]", &["( ] ( ]", "( ]", "]"]);
        check("(see Law 16 and more (a) words", &["(see Law 16 and more (a) words"]);
        check("«one» two»", &["»"]);
        check("«one «two» three", &["«one «two» three"]);
        check("\"one\" and \"two", &["\"two"]);
    }

    #[test]
    fn a_text_in_several_pieces_is_one_text() {
        let text = "one (two HEADER three)";
        let mut marks = Marks::default();
        for span in [Span::new(0, 9), Span::new(15, text.len())] {
            marks.read(text, &Piece { span, role: Role::Body, unit: None });
        }
        assert_eq!(marks.alone(), []);
    }
}
