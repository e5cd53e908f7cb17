use lawgrep_model::Citation;

use super::Wanted;
use crate::{
    fragment::Fragment,
    tokens::{Kind, Tokens},
    words::{Marks, Role, Words},
};

/// A number after a section up to here may stand apart from it: `16 c 2`. A higher one begins another citation.
const LOOSE: u16 = 9;

/// A list of citations.
#[derive(Debug, Default)]
pub(super) struct Typing {
    pub(super) wanted: Vec<Wanted>,
    /// Members with nothing between them, one of which is a number alone: `16 50`.
    pub(super) loose: bool,
    /// The highest number that stands alone, without law word or letter.
    pub(super) highest_bare: u16,
}

/// What is wrong, and at which byte.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) why: String,
}

/// What was read of one member.
struct Member {
    part: Fragment,
    end: usize,
    bare: bool,
}

struct Reader<'a> {
    tokens: Tokens<'a>,
    marks: Marks,
}

pub(super) fn read(text: &str, words: &Words) -> Result<Typing, Fault> {
    let tokens = Tokens::of(text);
    let marks = words.mark(&tokens);
    Reader { tokens, marks }.list()
}

impl Reader<'_> {
    fn list(&self) -> Result<Typing, Fault> {
        let mut typing = Typing::default();
        let mut at = 0;
        let mut last: Option<Member> = None;
        loop {
            let member = self.member(at, last.as_ref().map(|m| m.part))?;
            let from = self.cite(&member, at)?;
            if let Some(before) = last.as_ref().filter(|m| m.end == at) {
                let lone = |m: &Member| m.part.lone_number().is_some();
                typing.loose |= lone(before) || lone(&member);
            }
            if member.bare {
                typing.highest_bare = typing.highest_bare.max(from.law_number());
            }
            let mut end = member.end;
            let mut part = member.part;
            match self.range(end) {
                Some(next) => {
                    let to = self.range_end(next, part)?;
                    let cite = self.cite(&to, next)?;
                    if cite <= from {
                        return Err(self.fault(
                            next,
                            format!("a range ends after its beginning, and {cite} does not stand after {from}"),
                        ));
                    }
                    if to.bare {
                        typing.highest_bare = typing.highest_bare.max(cite.law_number());
                    }
                    typing.wanted.push(Wanted::Range(from, cite));
                    (part, end) = (to.part, to.end);
                }
                None => typing.wanted.push(Wanted::One(from)),
            }
            if end >= self.tokens.len() {
                return Ok(typing);
            }
            at = self.separator(end)?;
            last = Some(Member { part, end, bare: member.bare });
        }
    }

    /// A citation, with what it takes over from the one before.
    fn member(&self, at: usize, last: Option<Fragment>) -> Result<Member, Fault> {
        let t = &self.tokens;
        let start = self.after_law_words(at);
        let worded = start > at;
        if let Some(number) = t.number(start) {
            let mut part = Fragment { law: Some(number), ..Fragment::default() };
            let end = self.below_law(&mut part, start + 1)?;
            let lone = end == start + 1;
            // "12C1, 2": the 2 goes on with the subsections, unless it says that it is a law.
            let before = last.filter(|l| lone && !worded && l.subsection.is_some_and(|s| number > u16::from(s)));
            let subsection = u8::try_from(number).ok().filter(|_| number <= LOOSE);
            let taken = before.and_then(|l| l.inherited_by(Fragment { subsection, ..Fragment::default() }));
            let bare = lone && !worded && taken.is_none();
            return Ok(Member { part: taken.unwrap_or(part), end, bare });
        }
        if t.is(start, Kind::Number) {
            return Err(self.fault(start, "a law has a number from 1 to 999".to_owned()));
        }
        let (Some(before), Some(_)) = (last.filter(|_| !worded), t.letter(start)) else {
            let why = match t.get(start) {
                Some(_) => format!("a citation begins with the number of a law, not with `{}`", t.str(start)),
                None if worded || at > 0 => "a citation is missing at the end".to_owned(),
                None => "it is empty".to_owned(),
            };
            return Err(self.fault(start, why));
        };
        let mut part = Fragment::default();
        let end = self.letter_member(&mut part, start, before)?;
        match before.inherited_by(part) {
            Some(part) => Ok(Member { part, end, bare: false }),
            None => Err(self.fault(start, format!("`{}` goes on with nothing that stands before it", t.str(start)))),
        }
    }

    /// A member that begins with a letter: an item after an item, else a section.
    fn letter_member(&self, part: &mut Fragment, start: usize, before: Fragment) -> Result<usize, Fault> {
        let letter = self.tokens.letter(start).unwrap_or('a');
        if before.item.is_some() && letter.is_ascii_lowercase() {
            part.item = Some(letter);
            let closed = usize::from(self.tokens.sign(start + 1) == Some(')'));
            return self.subitem(part, start + 1 + closed);
        }
        self.below_law(part, start)
    }

    /// What follows a law's number.
    fn below_law(&self, part: &mut Fragment, at: usize) -> Result<usize, Fault> {
        let t = &self.tokens;
        if t.sign(at) == Some('#') {
            part.subsection = Some(self.small(at + 1)?);
            return self.item(part, at + 2);
        }
        // "12Cb", as a pipe prints an item right below a section.
        let mut letters = t.str(at).chars();
        if let (true, Some(section), Some(item), None) = (t.glued(at), letters.next(), letters.next(), letters.next())
            && section.is_ascii_uppercase()
            && item.is_ascii_lowercase()
        {
            (part.section, part.item) = (Some(section), Some(item));
            return self.subitem(part, at + 1);
        }
        if self.is_joint(at) || !t.is(at, Kind::Word) {
            return self.ends(at);
        }
        let Some(letter) = t.letter(at) else {
            return Err(self.fault(at, format!("a section is one letter, and `{}` is not", t.str(at))));
        };
        part.section = Some(letter.to_ascii_uppercase());
        let next = at + 1;
        if t.is(next, Kind::Number) && (t.glued(next) || t.number(next).is_some_and(|n| n <= LOOSE)) {
            part.subsection = Some(self.small(next)?);
            return self.item(part, next + 1);
        }
        if t.sign(next) == Some('(') && t.is(next + 1, Kind::Number) && t.sign(next + 2) == Some(')') {
            part.subsection = Some(self.small(next + 1)?);
            return self.item(part, next + 3);
        }
        self.item(part, next)
    }

    /// An item: `b`, `b)`, `(b)`.
    fn item(&self, part: &mut Fragment, at: usize) -> Result<usize, Fault> {
        let t = &self.tokens;
        let enclosed = t.sign(at) == Some('(') && t.sign(at + 2) == Some(')');
        if let Some(letter) = t.letter(at + 1).filter(|_| enclosed) {
            part.item = Some(letter.to_ascii_lowercase());
            return self.subitem(part, at + 3);
        }
        let below = part.subsection.is_some() && !self.is_joint(at);
        let Some(letter) = t.letter(at).filter(|_| below) else { return self.ends(at) };
        part.item = Some(letter.to_ascii_lowercase());
        let closed = usize::from(t.sign(at + 1) == Some(')'));
        self.subitem(part, at + 1 + closed)
    }

    /// A sub-item: `(i)`.
    fn subitem(&self, part: &mut Fragment, at: usize) -> Result<usize, Fault> {
        let t = &self.tokens;
        // "20.F.5.b.ii"
        if t.sign(at) == Some('.')
            && t.glued(at)
            && t.glued(at + 1)
            && let Some(number) = Citation::roman(t.str(at + 1))
        {
            part.subitem = Some(number);
            return self.ends(at + 2);
        }
        if t.sign(at) != Some('(') {
            return self.ends(at);
        }
        match Citation::roman(t.str(at + 1)).filter(|_| t.sign(at + 2) == Some(')')) {
            Some(number) => {
                part.subitem = Some(number);
                self.ends(at + 3)
            }
            None => Err(self.fault(at, "a sub-item is a roman number in brackets, from (i) to (xx)".to_owned())),
        }
    }

    /// Whether a citation may end before token `at`; gives `at` back.
    fn ends(&self, at: usize) -> Result<usize, Fault> {
        let t = &self.tokens;
        if t.glued(at) && !self.is_joint(at) && (t.is(at, Kind::Word) || t.is(at, Kind::Number)) {
            return Err(self.fault(at, format!("`{}` goes on with nothing that stands before it", t.str(at))));
        }
        Ok(at)
    }

    /// The token after a dash or a word such as "til", when that is what stands at `at`.
    fn range(&self, at: usize) -> Option<usize> {
        if self.tokens.is_dash(at) { Some(at + 1) } else { self.marks.after(Role::To, at) }
    }

    /// The end of a range: `32`, `E`, `3`, `16C`.
    fn range_end(&self, at: usize, from: Fragment) -> Result<Member, Fault> {
        let mut to = self.member(at, Some(from))?;
        // "16A1-3" and "16A5-10" count subsections whatever their size.
        let lone = to.part.lone_number().filter(|_| self.after_law_words(at) == at);
        if let Some(subsection) =
            lone.and_then(|n| u8::try_from(n).ok()).filter(|n| from.subsection.is_some() && *n <= 99)
            && let Some(part) = from.inherited_by(Fragment { subsection: Some(subsection), ..Fragment::default() })
        {
            to = Member { part, end: to.end, bare: false };
        }
        Ok(to)
    }

    /// The token after what stands between two members.
    fn separator(&self, at: usize) -> Result<usize, Fault> {
        let t = &self.tokens;
        if matches!(t.sign(at), Some(',' | ';' | '+')) {
            return Ok(self.marks.after(Role::And, at + 1).unwrap_or(at + 1));
        }
        if let Some(next) = self.marks.after(Role::And, at) {
            return Ok(next);
        }
        if t.number(at).is_some() || self.marks.at(Role::Law, at) {
            return Ok(at);
        }
        Err(self.fault(at, format!("`{}` belongs to no citation", t.str(at))))
    }

    fn after_law_words(&self, at: usize) -> usize {
        std::iter::successors(Some(at), |i| self.marks.after(Role::Law, *i)).take(4).last().unwrap_or(at)
    }

    /// Whether token `at` joins members and is no letter of a citation.
    fn is_joint(&self, at: usize) -> bool {
        let joins = [Role::And, Role::To, Role::Law].into_iter().any(|role| self.marks.at(role, at));
        joins && !(self.tokens.glued(at) && self.tokens.letter(at).is_some())
    }

    fn small(&self, at: usize) -> Result<u8, Fault> {
        let number = self.tokens.number(at).filter(|n| *n <= 99).and_then(|n| u8::try_from(n).ok());
        number.ok_or_else(|| self.fault(at, "a subsection has a number from 1 to 99".to_owned()))
    }

    fn cite(&self, member: &Member, at: usize) -> Result<Citation, Fault> {
        let missing = || self.fault(at, "it names no provision".to_owned());
        member.part.absolute().ok_or_else(missing)
    }

    fn fault(&self, at: usize, why: String) -> Fault {
        Fault { at: self.tokens.start(at), why }
    }
}
