//! References by number without a law word: "16C2" anywhere, "86 B" after a cue, and a lone "77" in a print that lost its
//! section signs.

use super::{
    Mention, Reading, Shape, Strength,
    list::{Head, List},
    printed::{Printed, Reader},
    scan::mentions,
};
use crate::{fragment::Fragment, tokens::Kind, words::Role};

/// Codes have fewer laws; a higher number needs a law word.
const MOST: u16 = 99;
/// A lone number up to here could be a subsection of the law being read.
const SMALL: u16 = 20;
/// A bid has at most this number; with a suit's letter it looks like a section: "4H".
const BIDS: u16 = 7;

/// The signs that a number at some token is a reference.
struct Signs {
    see: bool,
    cue: bool,
    /// A preposition or a verb such as "anvendes" stands before it.
    after: bool,
    /// A bracket opens before it.
    open: bool,
    /// A sentence begins with it.
    begins: bool,
}

impl Reader<'_> {
    /// The mentions of a list that begins with the number at `at`, and the token after them.
    pub(super) fn number(&self, at: usize, strength: Strength, bare: bool) -> Option<(Vec<Mention>, usize)> {
        let first = self.absolute(at, false).filter(|p| p.part.law <= Some(MOST) && self.is_free(at))?;
        let signs = self.signs(at);
        let lone = first.part.lone_number();
        let accepted = match (strength, lone) {
            (Strength::Absolute, Some(_)) => false,
            (Strength::Absolute, None) => signs.see && !first.loose,
            (Strength::Free, Some(_)) => false,
            (Strength::Free, None) => self.speaks_for_itself(first, &signs),
            (Strength::Full, Some(_)) => bare && self.is_bare_law(first, &signs),
            (Strength::Full, None) => self.is_lettered(first, &signs, bare),
        };
        if !accepted {
            return None;
        }
        let head = if bare && strength == Strength::Full { Head::Bare } else { Head::Named };
        let mut list = self.list(first, self.tokens.start(at), head);
        drop_counted(&mut list);
        let joined = lone.is_some() && !signs.see && self.marks.at(Role::And, list.end);
        if list.members.is_empty() || (joined && list.members.len() == 1) {
            return None;
        }
        let footnote = self.marks.before(Role::Footnote, at);
        let statute = self.marks.before(Role::Statute, at) || self.is_statute_after(list.end);
        let shape = match (statute, footnote) {
            (true, _) => Shape::Statute,
            (false, true) => Shape::Footnote,
            (false, false) => Shape::Provision,
        };
        let sure = lone.is_none() && (signs.see || signs.cue) && strength != Strength::Absolute;
        let alone = list.members.len() == 1 && !signs.open;
        let end = list.end;
        let mut found = mentions(list, shape, sure);
        if let Some(mention) = found.first_mut().filter(|m| alone && shape == Shape::Provision && m.ends.is_none()) {
            let number = lone.filter(|n| *n <= SMALL).and_then(|n| u8::try_from(n).ok());
            if let Some(number) = number {
                let from = Fragment { subsection: Some(number), ..Fragment::default() };
                mention.readings.push(Reading { from, to: None });
                mention.rivals = true;
            }
        }
        Some((found, end))
    }

    fn signs(&self, at: usize) -> Signs {
        let before = at.checked_sub(1).and_then(|p| self.tokens.sign(p));
        Signs {
            see: self.marks.before(Role::See, at),
            cue: self.marks.before(Role::Cue, at),
            after: self.marks.before(Role::BareCue, at) || self.marks.before(Role::Footnote, at),
            open: matches!(before, Some('(' | '[')),
            begins: at == 0 || matches!(before, Some('.' | '!' | '?' | ':')),
        }
    }

    /// A number with letters. Glued with a subsection ("16C2") it can be nothing else; the less there is, the more it
    /// needs beside it ("4H" is a bid).
    fn is_lettered(&self, first: Printed, signs: &Signs, bare: bool) -> bool {
        let cued = signs.see || signs.cue || signs.after;
        let deep = first.part.subsection.is_some();
        let closed = signs.open && self.tokens.sign(first.end) == Some(')');
        let lost = signs.open && !self.tokens.glued(first.start);
        match (first.loose, bare) {
            (false, true) => deep || cued || lost || first.part.law > Some(BIDS),
            (false, false) => deep || cued || closed,
            (true, true) => cued || signs.open,
            (true, false) => (signs.see || signs.cue) && deep,
        }
    }

    /// A number with letters in a text that need not be about laws. A contract ("6C") and a table ("12B") look the same, so
    /// only a whole citation ("16C2") needs nothing beside it.
    fn speaks_for_itself(&self, first: Printed, signs: &Signs) -> bool {
        let cued = signs.see || signs.cue;
        let deep = first.part.subsection.is_some();
        let closed = signs.open && self.tokens.sign(first.end) == Some(')');
        let bid = first.part.law <= Some(BIDS);
        // "room 16B1", "pair 12B" are numbered themselves.
        if first.start.checked_sub(1).is_some_and(|before| self.words.counts(&self.tokens, before)) {
            return false;
        }
        match first.loose {
            false => cued || (!bid && (deep || closed)),
            true => cued && deep,
        }
    }

    /// A lone number in a print without section signs. The sign left a space where it was lost: "( 90)".
    fn is_bare_law(&self, first: Printed, signs: &Signs) -> bool {
        let t = &self.tokens;
        let next = first.end;
        let decimals = t.sign(next) == Some(',') && t.glued(next) && t.glued(next + 1) && t.number(next + 1).is_some();
        if self.is_count(next) || decimals || (t.glued(next) && (t.is_dash(next) || t.sign(next) == Some('/'))) {
            return false;
        }
        // "3 av 4 kan", "å se 2 av dem"
        let share = signs.after && first.start.checked_sub(2).is_some_and(|i| t.is(i, Kind::Number));
        let of_some = self.marks.at(Role::Of, next) && t.depth(first.start) == 0;
        if share || of_some {
            return false;
        }
        let verb = self.marks.at(Role::BareVerb, next);
        let ends = self.is_closing(next) || self.marks.at(Role::And, next) || verb;
        signs.see
            || ((signs.cue || signs.after) && ends)
            || (signs.open && !t.glued(first.start) && ends)
            || (signs.begins && verb)
    }
}

/// In "5, 6 or 7 tricks" none of the numbers is a law.
fn drop_counted(list: &mut List) {
    if list.counted {
        while list.members.last().is_some_and(super::list::Member::is_lone_number) {
            list.members.pop();
        }
    }
}
