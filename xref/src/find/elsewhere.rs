//! What is no provision: other rule books, defined terms, the law being read.

use lawgrep_model::Span;

use super::{Mention, Shape, printed::Reader};
use crate::{tokens::Kind, words::Role};

/// Words that a defined term has at most.
const LONGEST: usize = 6;
/// Words that may stand between a number and the name of its rule book: "i NBFs vedtekter".
const BETWEEN: usize = 1;
/// The same (marks of a genitive too), where the last of them is a name in the genitive: "i Norges Bridgeforbunds vedtekter".
const OWNER: usize = 6;

impl Reader<'_> {
    /// Whether the name of another rule book follows at `at`: "§ 13 i vedtægterne".
    pub(super) fn is_statute_after(&self, at: usize) -> bool {
        let Some(next) = self.marks.after(Role::Of, at) else { return false };
        for i in next..=next + OWNER {
            if self.marks.at(Role::Statute, i) {
                return i <= next + BETWEEN || self.is_owner(i - 1);
            }
            let mark = self.tokens.glued(i) && matches!(self.tokens.sign(i), Some('\'' | '’'));
            if !(mark || self.tokens.is(i, Kind::Word)) || self.marks.at(Role::And, i) {
                return false;
            }
        }
        false
    }

    /// Whether token `i` ends as a genitive does.
    fn is_owner(&self, i: usize) -> bool {
        let word = self.tokens.folded(i);
        let marked = self.tokens.glued(i) && i > 0 && matches!(self.tokens.sign(i - 1), Some('\'' | '’'));
        self.words.endings().any(|ending| word.ends_with(ending) && (marked || word.len() > ending.len()))
    }

    /// "denne loven" at `at`.
    pub(super) fn this_law(&self, at: usize) -> Option<(Mention, usize)> {
        let t = &self.tokens;
        let end = self.marks.after(Role::ThisLaw, at)?;
        // "this section-leader" is a word of its own.
        let compound = t.is_dash(end) && t.glued(end) && t.glued(end + 1) && t.is(end + 1, Kind::Word);
        if compound || t.is(end, Kind::Number) {
            return None;
        }
        let span = Span::new(t.start(at), t.end_before(end));
        Some((other(span, Shape::ThisLaw), end))
    }

    /// Terms after "see" at `at`, where they fill a clause: "(se også melding)", "se Tilbaketrukket". Whether they are terms
    /// is for the edition to say.
    pub(super) fn terms(&self, at: usize) -> Vec<Mention> {
        let t = &self.tokens;
        let Some(mut next) = self.marks.after(Role::See, at) else { return Vec::new() };
        let before = at.checked_sub(1).and_then(|p| t.sign(p));
        let opens = |c: char| matches!(c, '(' | '[' | '.' | ',' | ';' | ':' | '–' | '—' | '-' | '«' | '"');
        if at > 0 && !before.is_some_and(opens) {
            return Vec::new();
        }
        let mut found = Vec::new();
        loop {
            next += usize::from(t.sign(next).is_some_and(is_quote));
            let start = next;
            while next < start + LONGEST && self.is_term_word(start, next) {
                next += 1;
            }
            let end = next;
            next += usize::from(t.sign(next).is_some_and(is_quote));
            if start == end {
                return Vec::new();
            }
            found.push(other(Span::new(t.start(start), t.end_before(end)), Shape::Definition));
            match self.marks.after(Role::And, next) {
                Some(after) if found.len() < LONGEST => next = after,
                _ if self.is_closing(next) => return found,
                _ => return Vec::new(),
            }
        }
    }

    fn is_term_word(&self, start: usize, i: usize) -> bool {
        let t = &self.tokens;
        let hyphen = t.is_dash(i) && i > start && t.glued(i) && t.glued(i + 1);
        let barred = [Role::And, Role::Law, Role::Part, Role::ThisLaw];
        let word = t.is(i, Kind::Word) && t.letter(i).is_none() && !barred.into_iter().any(|r| self.marks.at(r, i));
        hyphen || word
    }
}

fn is_quote(c: char) -> bool {
    matches!(c, '«' | '»' | '"' | '“' | '”' | '„' | '‘' | '’' | '\'')
}

fn other(span: Span, shape: Shape) -> Mention {
    Mention { span, ends: None, shape, readings: Vec::new(), rivals: false, sure: true }
}
