//! Reads one citation, or the end of one, as a text prints it.
//!
//! ```text
//! absolute = NUMBER [ SECTION [ NUMBER | "(" NUMBER ")" ] [ item ] | "#" NUMBER ]     16, 16C2, 12C1b), 12C1 (b), 86 B, 12 C 1 b
//! relative = SECTION [ NUMBER ] [ item ] | NUMBER [ item ] | item                     C2, C1d), 2(c), 2, b), (b), (ii)
//! item     = ( "(" letter ")" | letter [ ")" ] ) [ "(" roman ")" ]
//! ```

use lawgrep_model::Citation;

use crate::{
    fragment::Fragment,
    tokens::{Kind, Tokens},
    words::{Marks, Role, Words},
};

/// A text with its phrases marked.
pub(crate) struct Reader<'a> {
    pub(crate) tokens: Tokens<'a>,
    pub(crate) marks: Marks,
    pub(crate) words: &'a Words,
}

/// A fragment and where it ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Printed {
    pub(crate) part: Fragment,
    /// First token.
    pub(crate) start: usize,
    /// The token after the last.
    pub(crate) end: usize,
    /// White space stands before its section letter.
    pub(crate) loose: bool,
    /// It ends in a bracket of its own: "a)", "2(c)".
    pub(crate) bracketed: bool,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str, words: &'a Words) -> Self {
        let tokens = Tokens::of(text);
        let marks = words.mark(&tokens);
        Self { tokens, marks, words }
    }

    /// A citation that begins with a law's number. After a law word its section may be in small letters ("§12c1").
    pub(crate) fn absolute(&self, start: usize, after_law: bool) -> Option<Printed> {
        let t = &self.tokens;
        let mut part = Fragment { law: Some(t.number(start)?), ..Fragment::default() };
        let mut end = start + 1;
        let mut loose = false;
        let mut bracketed = false;
        if t.sign(end) == Some('#') && t.glued(end) && t.glued(end + 1) {
            part.subsection = Some(self.small(end + 1)?);
            end += 2;
        } else if let Some(letter) = t.letter(end).filter(|l| self.is_section(end, *l, after_law)) {
            part.section = Some(letter.to_ascii_uppercase());
            loose = !t.glued(end);
            end += 1;
            if t.is(end, Kind::Number) && t.glued(end) {
                part.subsection = Some(self.small(end)?);
                end += 1;
            } else if self.is_enclosed(end) && t.glued(end) && t.is(end + 1, Kind::Number) {
                part.subsection = Some(self.small(end + 1)?);
                end += 3;
            } else if loose && self.is_loose_number(end) {
                part.subsection = self.small(end);
                end += 1;
            }
            (end, bracketed) = self.item(&mut part, end, loose);
        }
        self.is_clean(end).then_some(Printed { part, start, end, loose, bracketed })
    }

    /// The end of a citation, whose beginning is where the reader is.
    pub(crate) fn relative(&self, start: usize) -> Option<Printed> {
        let t = &self.tokens;
        let mut part = Fragment::default();
        let (end, bracketed) = match (t.letter(start), t.sign(start)) {
            (Some(letter), _) if letter.is_ascii_uppercase() => {
                part.section = Some(letter);
                let mut end = start + 1;
                if t.is(end, Kind::Number) && t.glued(end) {
                    part.subsection = Some(self.small(end)?);
                    end += 1;
                }
                self.item(&mut part, end, false)
            }
            (None, None) if t.is(start, Kind::Number) => {
                part.subsection = Some(self.small(start)?);
                self.item(&mut part, start + 1, false)
            }
            (Some(letter), _) => {
                part.item = Some(letter);
                let closed = self.closes(start + 1);
                self.subitem(&mut part, start + 1 + usize::from(closed), closed)
            }
            (None, Some('(')) => self.enclosed(&mut part, start)?,
            (None, _) => {
                part.subitem = Some(Citation::roman(t.str(start))?);
                if !self.closes(start + 1) {
                    return None;
                }
                (start + 2, true)
            }
        };
        let compound = t.is_dash(end) && t.glued(end) && t.glued(end + 1) && t.str(end + 1).chars().nth(1).is_some();
        let abbreviation =
            end == start + 1 && t.sign(end) == Some('.') && t.glued(end + 1) && t.is(end + 1, Kind::Word);
        // "B's hand" is a player's.
        let owner = self.is_possessive(end)
            || (t.glued(end) && matches!(t.sign(end), Some('\'' | '’')) && self.is_possessive(end + 1));
        let goes_on = compound && t.is(end + 1, Kind::Word);
        let other = owner || goes_on || abbreviation;
        (self.is_clean(end) && !other).then_some(Printed { part, start, end, loose: false, bracketed })
    }

    /// "(b)", "(ii)", "(2)" at `start`.
    fn enclosed(&self, part: &mut Fragment, start: usize) -> Option<(usize, bool)> {
        let t = &self.tokens;
        if !self.is_enclosed(start) {
            return None;
        }
        let inner = t.str(start + 1);
        match t.letter(start + 1) {
            Some(letter) if letter.is_ascii_lowercase() => part.item = Some(letter),
            Some(_) => return None,
            None if t.is(start + 1, Kind::Number) => part.subsection = Some(self.small(start + 1)?),
            None => part.subitem = Some(Citation::roman(inner).filter(|_| inner.len() > 1)?),
        }
        Some(self.subitem(part, start + 3, true))
    }

    /// An item after a section or subsection: token after it, and whether it has a bracket.
    fn item(&self, part: &mut Fragment, end: usize, loose: bool) -> (usize, bool) {
        let t = &self.tokens;
        let lower = |i: usize| t.letter(i).filter(char::is_ascii_lowercase);
        let near = t.glued(end) || part.subsection.is_some();
        if let Some(letter) = lower(end + 1).filter(|_| near && self.is_enclosed(end)) {
            part.item = Some(letter);
            return self.subitem(part, end + 3, true);
        }
        let Some(letter) = lower(end).filter(|_| part.subsection.is_some()) else { return (end, false) };
        let closed = self.closes(end + 1);
        let abbreviation = t.sign(end + 1) == Some('.') && t.glued(end + 1) && t.is(end + 2, Kind::Word);
        let word = self.words.is_letter_word(letter);
        if t.glued(end) || closed || (loose && !word && !(abbreviation && t.glued(end + 2))) {
            part.item = Some(letter);
            return self.subitem(part, end + 1 + usize::from(closed), closed);
        }
        (end, false)
    }

    /// A sub-item "(i)" after an item.
    fn subitem(&self, part: &mut Fragment, end: usize, bracketed: bool) -> (usize, bool) {
        let t = &self.tokens;
        match Citation::roman(t.str(end + 1)).filter(|_| self.is_enclosed(end) && part.item.is_some()) {
            Some(number) => {
                part.subitem = Some(number);
                (end + 3, true)
            }
            None => (end, bracketed),
        }
    }

    /// Whether a bracket opens at `i` that holds one token and nothing else: "(b)".
    fn is_enclosed(&self, i: usize) -> bool {
        let t = &self.tokens;
        t.sign(i) == Some('(') && t.glued(i + 1) && t.glued(i + 2) && t.sign(i + 2) == Some(')')
    }

    /// Whether token `i` is the bracket of the item before it ("b)") and not the end of a bracket around it. Inside a
    /// bracket it is the item's only if something goes on after it: "(se 12C1b))", "(se a) og b) over)".
    fn closes(&self, i: usize) -> bool {
        let t = &self.tokens;
        if t.sign(i) != Some(')') || !t.glued(i) {
            return false;
        }
        let goes_on = |k: usize| t.letter(k).is_some() || t.is(k, Kind::Number) || t.sign(k) == Some('(');
        let next = i + 1;
        t.depth(i) == 0
            || (t.sign(next) == Some(')') && t.glued(next))
            || self.marks.at(Role::Direction, next)
            || self.marks.at(Role::DirectionEnd, next)
            || self.marks.after(Role::And, next).is_some_and(goes_on)
            || (t.sign(next) == Some(',') && goes_on(next + 1))
    }

    /// Whether the letter at `i`, after a law's number, is its section.
    fn is_section(&self, i: usize, letter: char, after_law: bool) -> bool {
        let t = &self.tokens;
        if t.glued(i) {
            return letter.is_ascii_uppercase() || (after_law && !self.is_possessive(i));
        }
        let next = i + 1;
        let compound = t.glued(next) && (t.is_dash(next) || matches!(t.sign(next), Some('\'' | '’')));
        let ends = !t.is(next, Kind::Word) || self.marks.at(Role::And, next);
        letter.is_ascii_uppercase() && !compound && (ends || !self.words.is_letter_word(letter))
    }

    /// Whether an ending of the genitive is glued on at `i`, and nothing more: "§ 16s", "Law 16's".
    fn is_possessive(&self, i: usize) -> bool {
        let t = &self.tokens;
        let more = t.glued(i + 1) && (t.is(i + 1, Kind::Word) || t.is(i + 1, Kind::Number));
        t.is(i, Kind::Word) && !more && self.words.is_possessive(t.str(i))
    }

    /// Whether the number at `i`, after a section letter that stands apart, is its subsection: "47 E 2".
    fn is_loose_number(&self, i: usize) -> bool {
        let t = &self.tokens;
        t.number(i).is_some_and(|n| n <= 9)
            && !self.words.counts(t, i + 1)
            && !(t.glued(i + 1) && t.letter(i + 1).is_some_and(|l| l.is_ascii_uppercase()))
    }

    /// The number of a subsection: one or two digits.
    fn small(&self, i: usize) -> Option<u8> {
        self.tokens.number(i).filter(|n| *n <= 99).and_then(|n| u8::try_from(n).ok())
    }

    /// Whether what ends before token `i` ends there: no letter or digit goes on, no decimals, no genitive.
    pub(crate) fn is_clean(&self, i: usize) -> bool {
        let t = &self.tokens;
        if !t.glued(i) {
            return t.sign(i) != Some('%');
        }
        let goes_on = |kind: Kind| t.is(i + 1, kind) && t.glued(i + 1);
        match t.sign(i) {
            None => self.is_possessive(i),
            Some('%') => false,
            Some('.' | ':') => !goes_on(Kind::Number),
            Some('\'' | '’') => !goes_on(Kind::Word) || self.is_possessive(i + 1),
            Some(_) => true,
        }
    }
}
