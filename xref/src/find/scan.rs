use lawgrep_model::Span;

use super::{
    Mention, Shape, Strength,
    list::{Head, List, Member},
    printed::Reader,
};
use crate::{
    tokens::Kind,
    words::{Role, Words},
};

/// How many law words may follow each other: "lovens §§".
const LAW_WORDS: usize = 3;

pub(super) fn scan(text: &str, words: &Words, strength: Strength, bare: bool) -> Vec<Mention> {
    Reader::new(text, words).scan(strength, bare)
}

impl Reader<'_> {
    fn scan(&self, strength: Strength, bare: bool) -> Vec<Mention> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let next = self.attempt(at, strength, bare, &mut found);
            at = next.unwrap_or(at + 1).max(at + 1);
        }
        found
    }

    /// Whatever begins at token `at`; the token after it.
    fn attempt(&self, at: usize, strength: Strength, bare: bool, found: &mut Vec<Mention>) -> Option<usize> {
        let mut take = |(mentions, next): (Vec<Mention>, usize)| {
            found.extend(mentions);
            next
        };
        if let Some(list) = self.law(at, strength) {
            return Some(take(list));
        }
        if strength != Strength::Full {
            return self.number(at, strength, bare).map(take);
        }
        if let Some((mention, next)) = self.this_law(at) {
            return Some(take((vec![mention], next)));
        }
        if let Some(list) = self.part(at, bare) {
            return Some(take(list));
        }
        if let Some(list) = self.letters(at) {
            return Some(take(list));
        }
        if let Some(list) = self.number(at, strength, bare) {
            return Some(take(list));
        }
        found.extend(self.terms(at));
        None
    }

    /// A list after a law word at `at`.
    fn law(&self, at: usize, strength: Strength) -> Option<(Vec<Mention>, usize)> {
        let t = &self.tokens;
        let mut next = self.marks.after(Role::Law, at)?;
        for _ in 1..LAW_WORDS {
            next = self.marks.after(Role::Law, next).unwrap_or(next);
        }
        let worded = t.is(at, Kind::Word);
        if worded && !self.is_free(at) {
            return None;
        }
        let first = self.absolute(next, true)?;
        let lone = first.part.lone_number().is_some();
        // A word such as "lag" (team) or "lov" can be followed by a count or a date; a section sign cannot.
        // "lag 75. Lag 3 kom" begins a sentence, "lov 16. mai" does not.
        let goes_on = t.str(first.end + 1).starts_with(char::is_lowercase);
        let stop = usize::from(t.sign(first.end) == Some('.') && goes_on);
        if worded && lone && self.words.counts(t, first.end + stop) {
            return None;
        }
        // "L70E1": one letter is a law word only glued to a citation.
        if let Some(letter) = t.letter(at).filter(|_| next == at + 1)
            && (!letter.is_ascii_uppercase() || !t.glued(next) || lone)
        {
            return None;
        }
        let list = self.list(first, t.start(at), Head::LawWord);
        let other = strength == Strength::Free && self.is_numbered_otherwise(&list);
        let statute = other || self.marks.before(Role::Statute, at) || self.is_statute_after(list.end);
        let named_by_more = strength == Strength::Free && self.is_homonym(at, next, &list);
        let shape = match (statute, self.marks.before(Role::Footnote, at)) {
            (true, _) => Shape::Statute,
            (false, true) => Shape::Footnote,
            (false, false) if named_by_more => Shape::Homonym,
            (false, false) => Shape::Provision,
        };
        let end = list.end;
        Some((mentions(list, shape, true), end))
    }
}

impl Reader<'_> {
    /// Whether a list ends in a number and a part that is no end of a range: "§ 4-3" is how other rules number theirs.
    fn is_numbered_otherwise(&self, list: &List) -> bool {
        let t = &self.tokens;
        let dash = t.is_dash(list.end) && t.glued(list.end) && t.glued(list.end + 1);
        dash && t.is(list.end + 1, Kind::Number) && list.members.last().is_some_and(Member::is_only_laws)
    }

    /// Whether the words before the numbers of a list name other things too, and nothing else says that laws are meant: a
    /// letter in the list, or words that only go with a law.
    fn is_homonym(&self, at: usize, next: usize, list: &List) -> bool {
        let only = self.marks.after(Role::Homonym, at) == Some(next);
        let led = [Role::See, Role::Cue, Role::HomonymCue].iter().any(|role| self.marks.before(*role, at));
        only && !led && list.members.iter().all(Member::is_only_laws)
    }
}

/// One mention for each member.
pub(super) fn mentions(list: List, shape: Shape, sure: bool) -> Vec<Mention> {
    let members = list.members.into_iter();
    members
        .map(|member| Mention {
            span: Span::new(member.start, member.end),
            ends: member.ends,
            shape,
            readings: member.readings,
            rivals: false,
            sure,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use lawgrep_lexicon::Lexicon;

    use super::*;

    /// Work grows with the text, not with its square: no attempt may read on to the end of a long list or bracket.
    #[test]
    fn twice_the_text_is_twice_the_work() {
        let lexicon = Lexicon::embedded().unwrap();
        let mut words = Words::default();
        words.add(&lexicon.language("no").unwrap().references);
        let work = |text: &str| {
            let reader = Reader::new(text, &words);
            reader.scan(Strength::Full, true);
            reader.tokens.reads.get()
        };
        for piece in [
            "§",
            "A og ",
            "a) ",
            "se ",
            "(",
            "16, ",
            "§ 16 (",
            "punkt A, ",
            "i 5, ",
            "lov 16-",
            "16C2 og ",
            "se a og ",
            "se x ",
        ] {
            let (once, twice) = (work(&piece.repeat(1000)), work(&piece.repeat(2000)));
            assert!(twice < once * 9 / 4 + 1000, "{piece:?}: {once} reads, then {twice}");
        }
    }
}
