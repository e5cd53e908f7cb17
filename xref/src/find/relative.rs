//! Parts of the law being read: "punkt A1 og A2", "C2 hierboven", "(zie C)", "under 1 og 2 ovenfor".

use super::{
    Mention, Reading, Shape,
    list::{Head, List},
    printed::{Printed, Reader},
    scan::mentions,
};
use crate::{tokens::Kind, words::Role};

/// A lone number up to here could be a subsection.
const SMALL: u16 = 20;

impl Reader<'_> {
    /// A list after a part word at `at`, and the token after it.
    pub(super) fn part(&self, at: usize, bare: bool) -> Option<(Vec<Mention>, usize)> {
        let t = &self.tokens;
        let next = self.marks.after(Role::Part, at)?;
        if !self.is_free(at) {
            return None;
        }
        let start = t.start(at);
        if let Some(first) = self.absolute(next, true).filter(|p| p.part.section.is_some() && !p.loose) {
            let list = self.list(first, start, Head::LawWord);
            let end = list.end;
            return Some((mentions(list, Shape::Provision, true), end));
        }
        let first = self.relative(next).filter(|p| self.is_letter(*p))?;
        let lone = first.part.lone_number().is_some() && !first.bracketed;
        if lone && self.is_count(first.end) {
            return None;
        }
        let mut list = self.list(first, start, Head::Part);
        if list.counted {
            return None;
        }
        if !self.of_law(&mut list, bare) {
            self.take_direction(&mut list);
        }
        let end = list.end;
        Some((mentions(list, Shape::Provision, !lone), end))
    }

    /// "punkt A1 og A2 i § 43": the parts belong to the law named after them.
    fn of_law(&self, list: &mut List, bare: bool) -> bool {
        let Some(after) = self.marks.after(Role::Of, list.end) else { return false };
        let law = self.marks.after(Role::Law, after);
        if law.is_none() && !bare {
            return false;
        }
        let Some(base) = self.absolute(law.unwrap_or(after), law.is_some()) else { return false };
        let joined = |reading: &Reading| -> Option<Reading> {
            let to = reading.to.map(|to| base.part.joined(to));
            if to == Some(None) {
                return None;
            }
            Some(Reading { from: base.part.joined(reading.from)?, to: to.flatten() })
        };
        let all: Option<Vec<Vec<Reading>>> =
            list.members.iter().map(|m| m.readings.iter().map(joined).collect()).collect();
        let Some(all) = all.filter(|_| !self.is_count(base.end)) else { return false };
        for (member, readings) in list.members.iter_mut().zip(all) {
            member.readings = readings;
        }
        list.end = base.end;
        if let Some(last) = list.members.last_mut() {
            last.end = self.tokens.end_before(base.end);
        }
        true
    }

    /// A list without a part word at `at`, if the words around it say that it is one.
    pub(super) fn letters(&self, at: usize) -> Option<(Vec<Mention>, usize)> {
        if !self.is_free(at) {
            return None;
        }
        let first = self.relative(at)?;
        let mut list = self.list(first, self.tokens.start(at), Head::Part);
        if list.counted {
            return None;
        }
        let sure = self.sureness(at, first, &list)?;
        self.take_direction(&mut list);
        let end = list.end;
        Some((mentions(list, Shape::Provision, sure), end))
    }

    /// Whether a list of letters and numbers is a reference (`None`: it is not), and whether it is one for sure.
    fn sureness(&self, at: usize, first: Printed, list: &List) -> Option<bool> {
        let before = |role: Role| self.marks.before(role, at);
        let strong = self.marks.at(Role::Direction, list.end) && self.direction(list.end).is_some();
        let directed = self.direction(list.end).is_some();
        let cued = before(Role::See) || before(Role::Cue);
        let within = before(Role::Within);
        let after = within || before(Role::BareCue);
        let part = first.part;
        if let Some(n) = part.lone_number().filter(|_| !first.bracketed) {
            let next = list.end;
            let ends = !self.tokens.is(next, Kind::Word) && !self.tokens.is(next, Kind::Number);
            let goes_on = self.marks.at(Role::And, next) || self.marks.at(Role::BareVerb, next);
            let counts = self.is_count(next);
            let accepted = (strong && (cued || after)) || (within && (ends || goes_on) && !counts && n <= SMALL);
            return accepted.then_some(false);
        }
        let lettered = part.section.is_some() && part.subsection.is_some();
        if first.bracketed || lettered || part.subsection.is_some() {
            // "C2", "2(c)", "(b)": the shape itself speaks.
            return if directed || cued { Some(true) } else { ((after && lettered) || within).then_some(false) };
        }
        // One letter alone. "Figure B below" and "player A above" are named by the word before them.
        let is_letter = self.is_letter(first);
        let directed = directed && (cued || after || self.begins_clause(at));
        match part.section {
            Some(_) => (is_letter && (directed || cued)).then_some(true),
            None => (directed && (is_letter || cued || after)).then_some(is_letter),
        }
    }

    /// Whether a clause begins at `at`, or goes on there after an "and".
    fn begins_clause(&self, at: usize) -> bool {
        match at.checked_sub(1) {
            None => true,
            Some(before) => self.tokens.is(before, Kind::Sign) || self.marks.before(Role::And, at),
        }
    }
}
