//! Lists and ranges. Each member takes over from the one before what it does not print itself.

use lawgrep_model::{Level, Span};

use super::{
    Reading,
    printed::{Printed, Reader},
};
use crate::{fragment::Fragment, tokens::Kind, words::Role};

/// No law book lists more; the bound keeps every attempt short.
const MOST: usize = 40;
/// Tokens of an explanation in brackets that may stand between two members.
const GLOSS: usize = 60;
/// Highest number that a subsection plausibly has where it could be a law as well.
const SMALL: u16 = 9;

/// What a list stands on, which decides what may go on in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    /// A law word: numbers that follow are laws too.
    LawWord,
    /// A number in a print that lost its section signs.
    Bare,
    /// A number with letters and no law word; lone numbers that follow are no laws.
    Named,
    /// A part of the law being read.
    Part,
}

/// One member of a list, or a range.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub(super) readings: Vec<Reading>,
    /// Bytes.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) ends: Option<(Span, Span)>,
}

impl Member {
    /// Laws without any part, one or a range of them.
    pub(super) fn is_only_laws(&self) -> bool {
        self.readings.iter().all(|r| r.from.level() == Some(Level::Law))
    }

    /// A law number and nothing else.
    pub(super) fn is_lone_number(&self) -> bool {
        self.readings.iter().any(|r| r.to.is_none() && r.from.law.is_some() && r.from.lone_number().is_some())
    }
}

/// The members of a list and the token after it.
#[derive(Debug, Clone)]
pub(super) struct List {
    pub(super) members: Vec<Member>,
    pub(super) end: usize,
    /// The list would have gone on, but its next number counts something: "5, 6 or 7 tricks".
    pub(super) counted: bool,
}

/// How a list goes on.
enum Next {
    Member(Printed, Vec<Reading>),
    /// Members of the law being read, since a word for a direction follows them: "86B3 og d) under".
    Tail(List),
    Counted,
    Nothing,
}

impl Reader<'_> {
    /// The longest list that begins with `first`; its first member's span begins at byte `start`.
    pub(super) fn list(&self, first: Printed, start: usize, head: Head) -> List {
        let mut list = List { members: Vec::new(), end: first.end, counted: false };
        let mut start = start;
        let mut next = (first, vec![Reading { from: first.part, to: None }]);
        loop {
            let (printed, readings) = next;
            let last = self.push(&mut list, printed, readings, start, head);
            if list.members.len() >= MOST {
                return list;
            }
            let Some(at) = self.separator(list.end, last, head) else { return list };
            match self.next(at, last, head) {
                Next::Member(printed, readings) => {
                    start = self.tokens.start(at);
                    next = (printed, readings);
                }
                Next::Tail(tail) => {
                    list.members.extend(tail.members);
                    list.end = tail.end;
                    return list;
                }
                Next::Counted => {
                    list.counted = true;
                    return list;
                }
                Next::Nothing => return list,
            }
        }
    }

    /// Adds a member with what hangs on it (a part, the end of a range); gives back what the next one takes over from.
    fn push(
        &self,
        list: &mut List,
        printed: Printed,
        mut readings: Vec<Reading>,
        start: usize,
        head: Head,
    ) -> Fragment {
        let mut last = readings.first().map_or(printed.part, |r| r.from);
        let mut end = printed.end;
        if let Some((deeper, after)) = self.part_of(last, end) {
            last = deeper;
            end = after;
            readings = vec![Reading { from: deeper, to: None }];
        }
        let mut ends = None;
        if let Some((to, target)) = self.range_end(last, end, head) {
            readings = vec![Reading { from: last, to: Some(target) }];
            let span = |from: usize, to: usize| Span::new(self.tokens.start(from), self.tokens.end_before(to));
            ends = Some((span(printed.start, end), span(to.start, to.end)));
            last = target;
            end = to.end;
        }
        list.members.push(Member { readings, start, end: self.tokens.end_before(end), ends });
        list.end = end;
        last
    }

    /// "§ 43, punkt A1", "punkt 2 litra b": the part belongs to what stands before it. Between two parts of the law being
    /// read a comma parts them.
    fn part_of(&self, last: Fragment, end: usize) -> Option<(Fragment, usize)> {
        let comma = usize::from(last.law.is_some() && self.tokens.sign(end) == Some(','));
        let part = self.relative(self.marks.after(Role::Part, end + comma)?)?;
        let whole = Fragment { law: last.law.or(Some(1)), ..last };
        let deeper = whole.joined(part.part).filter(|_| self.is_letter(part))?;
        Some((Fragment { law: last.law, ..deeper }, part.end))
    }

    /// The end of a range that begins with `from` and whose dash would be token `at`.
    fn range_end(&self, from: Fragment, at: usize, head: Head) -> Option<(Printed, Fragment)> {
        let t = &self.tokens;
        let worded = matches!(head, Head::LawWord | Head::Part);
        let mut next = if t.is_dash(at) {
            // A dash between spaces is more often a pause than a range.
            Some(at + 1).filter(|_| t.glued(at) || worded)
        } else {
            self.marks.after(Role::To, at).filter(|_| worded)
        }?;
        let repeated = self.marks.after(Role::Law, next).filter(|_| head == Head::LawWord);
        next = repeated.unwrap_or(next);
        let (printed, to) = if head != Head::Part && t.is(next, Kind::Number) {
            let printed = self.absolute(next, head == Head::LawWord)?;
            match printed.part.lone_number() {
                None => (printed, printed.part),
                Some(_) if self.words.counts(t, printed.end) => return None,
                Some(n) => match from.level()? {
                    Level::Law => (printed, printed.part),
                    Level::Subsection if repeated.is_none() => {
                        let number = Fragment { subsection: u8::try_from(n).ok(), ..Fragment::default() };
                        (printed, from.inherited_by(number)?)
                    }
                    _ => return None,
                },
            }
        } else {
            let printed = self.relative(next).filter(|p| self.is_letter(*p))?;
            (printed, from.inherited_by(printed.part)?)
        };
        from.precedes(to).then_some((printed, to))
    }

    /// The token after a comma, an "and" or both, or a semicolon.
    fn separator(&self, at: usize, last: Fragment, head: Head) -> Option<usize> {
        let t = &self.tokens;
        let at = if head == Head::LawWord { self.after_gloss(at) } else { at };
        // After a law word a semicolon goes on with the list, if a number follows it.
        if t.sign(at) == Some(';') && head == Head::LawWord && t.is(at + 1, Kind::Number) {
            return Some(at + 1);
        }
        if t.sign(at) == Some(',') {
            let next = at + 1;
            let decimals = t.glued(next) && t.is(next, Kind::Number) && head != Head::LawWord && last.section.is_none();
            return Some(self.marks.after(Role::And, next).unwrap_or(next)).filter(|_| !decimals);
        }
        // "Law 16B1/16B3"; "16/3" is a date.
        if t.sign(at) == Some('/') && head == Head::LawWord && t.glued(at) && t.glued(at + 1) {
            return self.absolute(at + 1, true).filter(|p| p.part.section.is_some()).map(|_| at + 1);
        }
        self.marks.after(Role::And, at)
    }

    /// The token after an explanation in brackets that stands at `at`, if one stands there.
    fn after_gloss(&self, at: usize) -> usize {
        let t = &self.tokens;
        if t.sign(at) != Some('(') || t.glued(at) {
            return at;
        }
        let closes = |i: &usize| t.sign(*i) == Some(')') && t.depth(*i) == t.depth(at) + 1;
        (at + 1..at + GLOSS).find(closes).map_or(at, |i| i + 1)
    }

    fn next(&self, at: usize, last: Fragment, head: Head) -> Next {
        if self.marks.at(Role::Law, at) || self.marks.at(Role::Part, at) {
            return Next::Nothing;
        }
        if head == Head::Part {
            return self.next_part(at, last);
        }
        if self.tokens.is(at, Kind::Number) {
            return self.next_number(at, last, head);
        }
        let Some(printed) = self.relative(at).filter(|p| self.is_letter(*p)) else { return Next::Nothing };
        let mut tail = self.list(printed, self.tokens.start(at), Head::Part);
        if self.take_direction(&mut tail) {
            return Next::Tail(tail);
        }
        match last.inherited_by(printed.part) {
            Some(from) => Next::Member(printed, vec![Reading { from, to: None }]),
            None => Next::Nothing,
        }
    }

    fn next_part(&self, at: usize, last: Fragment) -> Next {
        let Some(printed) = self.relative(at).filter(|p| self.is_letter(*p)) else { return Next::Nothing };
        if printed.part.lone_number().is_some() && !printed.bracketed && self.is_count(printed.end) {
            return Next::Counted;
        }
        match last.inherited_by(printed.part) {
            Some(from) => Next::Member(printed, vec![Reading { from, to: None }]),
            None => Next::Nothing,
        }
    }

    fn next_number(&self, at: usize, last: Fragment, head: Head) -> Next {
        let Some(printed) = self.absolute(at, head == Head::LawWord) else { return Next::Nothing };
        // "12C1(a) en 2(b)"
        let deep = self.relative(at).filter(|p| p.part.item.is_some());
        if let Some((deep, from)) = deep.and_then(|p| Some((p, last.inherited_by(p.part)?))) {
            return Next::Member(deep, vec![Reading { from, to: None }]);
        }
        let law = Reading { from: printed.part, to: None };
        let Some(n) = printed.part.lone_number() else {
            let accepted = !printed.loose || head == Head::LawWord;
            return if accepted { Next::Member(printed, vec![law]) } else { Next::Nothing };
        };
        if self.is_count(printed.end) {
            return Next::Counted;
        }
        // After "12C1" a 2 goes on with 12C2; a 91 cannot; a 5 can, if there is a 12C5.
        let above = last.subsection.map_or(u16::MAX, u16::from);
        let number = Fragment { subsection: u8::try_from(n).ok(), ..Fragment::default() };
        let sibling = last.inherited_by(number).filter(|_| n > above && n <= SMALL);
        let rises = last.law.is_some_and(|before| n > before) || self.is_closing(printed.end);
        let is_law = matches!(head, Head::LawWord | Head::Bare) && rises && n <= 999;
        let readings = match sibling {
            Some(from) if n == above + 1 || !is_law => vec![Reading { from, to: None }],
            Some(from) => vec![Reading { from, to: None }, law],
            None if is_law => vec![law],
            None => return Next::Nothing,
        };
        Next::Member(printed, readings)
    }

    /// The word for a direction after a list goes with its last member. Whether there is one.
    pub(super) fn take_direction(&self, list: &mut List) -> bool {
        let Some(end) = self.direction(list.end) else { return false };
        list.end = end;
        if let Some(last) = list.members.last_mut() {
            last.end = self.tokens.end_before(end);
        }
        true
    }

    /// The token after a word for a direction ("ovenfor") at `at`.
    pub(super) fn direction(&self, at: usize) -> Option<usize> {
        let whole = |next: &usize| !(self.tokens.glued(*next) && self.tokens.is_dash(*next));
        let ends = |next: &usize| !self.tokens.is(*next, Kind::Word) && !self.tokens.is(*next, Kind::Number);
        self.marks
            .after(Role::Direction, at)
            .filter(whole)
            .or_else(|| self.marks.after(Role::DirectionEnd, at).filter(|n| whole(n) && ends(n)))
    }

    /// Whether what was read can be a letter of a law: not a word of one letter, as "i" and "a" are.
    pub(super) fn is_letter(&self, printed: Printed) -> bool {
        let lone = printed.end == printed.start + 1;
        let Some(letter) = self.tokens.letter(printed.start).filter(|_| lone) else { return true };
        let next = printed.end;
        let joined = self.marks.at(Role::And, next)
            || self.marks.at(Role::Of, next)
            || self.direction(next).is_some()
            || self.marks.after(Role::To, next).is_some_and(|to| self.tokens.letter(to).is_some());
        let goes_on = self.tokens.is(next, Kind::Word) && !joined;
        !self.words.is_letter_word(letter) || (letter.is_ascii_uppercase() && !goes_on)
    }

    /// Whether the number before token `at` counts or orders something: "13 kort", "12. stikk", "50 %".
    pub(super) fn is_count(&self, at: usize) -> bool {
        let t = &self.tokens;
        let small = t.str(at + 1).chars().next().is_some_and(char::is_lowercase);
        let goes_on = small && !self.marks.at(Role::Law, at + 1) || (t.sign(at + 1) == Some(',') && t.glued(at + 1));
        let ordinal = t.sign(at) == Some('.') && goes_on;
        ordinal || self.words.counts(t, at)
    }

    /// Whether the clause ends at token `at`.
    pub(super) fn is_closing(&self, at: usize) -> bool {
        match self.tokens.sign(at) {
            Some(c) => matches!(c, '.' | ',' | ';' | ':' | ')' | ']' | '»' | '"' | '”' | '’' | '?' | '!'),
            None => self.tokens.get(at).is_none(),
        }
    }

    /// Whether token `at` can be the first of a reference: nothing is glued to it but an opening sign.
    pub(super) fn is_free(&self, at: usize) -> bool {
        let before = at.wrapping_sub(1);
        if !self.tokens.glued(at) {
            return true;
        }
        match self.tokens.sign(before) {
            Some(',') => !self.tokens.is(at, Kind::Number),
            Some(c) => matches!(c, '(' | '[' | '{' | '«' | '»' | '"' | '“' | '”' | '„' | '‘' | ';' | '`'),
            None => false,
        }
    }
}
