//! The canonical name of a provision.
//!
//! ```text
//! citation   = law [ section ] [ subsection ] [ item ] [ subitem ]
//! law        = 1 .. 999                 the code has 1-93; national books number on
//! section    = "A" .. "Z"
//! subsection = 1 .. 99                  printed "#1" where the law has no section letters: 71#1
//! item       = "a" .. "z"
//! subitem    = "(" roman ")"            20F5b(i)
//! ```

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// Names one provision, in any edition and any code: law, section, subsection, item, sub-item.
///
/// Citations order as a law book prints them: a parent before its children, `9` before `10`, `16C2` before `16D`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    law: u16,
    section: Option<u8>,
    subsection: Option<u8>,
    item: Option<u8>,
    subitem: Option<u8>,
}

impl std::hash::Hash for Citation {
    // One number instead of five parts.
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.number().hash(state);
    }
}

impl Ord for Citation {
    // Field by field, as one number: citations are the keys of nearly every table there is.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.number().cmp(&other.number())
    }
}

impl PartialOrd for Citation {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// How deep a citation reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Level {
    /// A whole law: `16`.
    Law,
    /// A lettered section: `16C`.
    Section,
    /// A numbered subsection: `16C2`, `71#1`.
    Subsection,
    /// A lettered item: `12C2a`.
    Item,
    /// A sub-item in roman numerals: `20F5b(i)`.
    Subitem,
}

impl Level {
    /// The word for it in exports: `law`, `section`, `subsection`, `item`, `subitem`.
    pub fn name(self) -> &'static str {
        match self {
            Level::Law => "law",
            Level::Section => "section",
            Level::Subsection => "subsection",
            Level::Item => "item",
            Level::Subitem => "subitem",
        }
    }
}

/// Why a text is no canonical citation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no citation; one looks like 16, 16C2, 12C2a, 20F5b(i) or 71#1")]
pub struct CitationError(pub String);

const ROMANS: [&str; 20] = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii",
    "xviii", "xix", "xx",
];

impl Citation {
    /// The whole law `number`.
    pub fn law(number: u16) -> Self {
        Self { law: number, section: None, subsection: None, item: None, subitem: None }
    }

    /// One number that orders as the citation does. No citation has the number 0.
    pub fn number(self) -> u64 {
        let parts = [self.section, self.subsection, self.item, self.subitem];
        parts.iter().fold(u64::from(self.law), |number, part| number << 9 | part.map_or(0, |part| u64::from(part) + 1))
    }

    /// The citation of a number that [`number`](Self::number) gave; `None` for 0 and for what it never gives.
    pub fn from_number(number: u64) -> Option<Self> {
        let part = |shift: u32| u8::try_from(((number >> shift) & 0x1FF).checked_sub(1)?).ok();
        let law = u16::try_from(number >> 36).ok().filter(|law| *law > 0)?;
        let cite = Self { law, section: part(27), subsection: part(18), item: part(9), subitem: part(0) };
        (cite.number() == number).then_some(cite)
    }

    /// The law's number.
    pub fn law_number(self) -> u16 {
        self.law
    }

    /// The section letter, upper case.
    pub fn section(self) -> Option<char> {
        self.section.map(char::from)
    }

    /// The subsection's number.
    pub fn subsection(self) -> Option<u8> {
        self.subsection
    }

    /// The item letter, lower case.
    pub fn item(self) -> Option<char> {
        self.item.map(char::from)
    }

    /// The sub-item's number, 1 for `(i)`.
    pub fn subitem(self) -> Option<u8> {
        self.subitem
    }

    /// The same provision's section `letter`; `None` unless it is a Latin letter. What stood deeper is dropped.
    pub fn with_section(self, letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        letter.is_ascii_uppercase().then(|| Self { section: Some(letter as u8), ..Self::law(self.law) })
    }

    /// The subsection `number` of this law or section. What stood deeper is dropped.
    #[must_use]
    pub fn with_subsection(self, number: u8) -> Self {
        Self { subsection: Some(number), item: None, subitem: None, ..self }
    }

    /// The item `letter` of this section or subsection; `None` unless it is a Latin letter, and for a bare law, since
    /// `16c` would read as section C. What stood deeper is dropped.
    pub fn with_item(self, letter: char) -> Option<Self> {
        let letter = letter.to_ascii_lowercase();
        let below_law = self.section.is_some() || self.subsection.is_some();
        (below_law && letter.is_ascii_lowercase()).then_some(Self { item: Some(letter as u8), subitem: None, ..self })
    }

    /// The sub-item `number` (1 for `(i)`) of this provision; `None` past `(xx)`.
    pub fn with_subitem(self, number: u8) -> Option<Self> {
        (1..=ROMANS.len() as u8).contains(&number).then_some(Self { subitem: Some(number), ..self })
    }

    /// How deep it reaches.
    pub fn level(self) -> Level {
        if self.subitem.is_some() {
            Level::Subitem
        } else if self.item.is_some() {
            Level::Item
        } else if self.subsection.is_some() {
            Level::Subsection
        } else if self.section.is_some() {
            Level::Section
        } else {
            Level::Law
        }
    }

    /// The provision one level up; `None` for a law.
    pub fn parent(self) -> Option<Self> {
        let mut up = self;
        match self.level() {
            Level::Law => return None,
            Level::Section => up.section = None,
            Level::Subsection => up.subsection = None,
            Level::Item => up.item = None,
            Level::Subitem => up.subitem = None,
        }
        Some(up)
    }

    /// The provisions above it, nearest first.
    pub fn ancestors(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.parent(), |c| c.parent())
    }

    /// Whether `other` is this provision or stands somewhere below it.
    pub fn contains(self, other: Self) -> bool {
        // Asked so often that the steps up are not walked: what is above is the same down to its own depth.
        let level = self.level();
        self.law == other.law
            && (level < Level::Section || self.section == other.section)
            && (level < Level::Subsection || self.subsection == other.subsection)
            && (level < Level::Item || self.item == other.item)
            && (level < Level::Subitem || self.subitem == other.subitem)
    }

    /// Reads a roman numeral from `i` to `xx`, either case.
    pub fn roman(text: &str) -> Option<u8> {
        let text = text.to_ascii_lowercase();
        ROMANS.iter().position(|r| *r == text).map(|n| n as u8 + 1)
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Every line of output begins with one: without a detour over other formatters.
        let mut out = String::with_capacity(16);
        push_number(&mut out, self.law);
        if let Some(letter) = self.section() {
            out.push(letter);
        }
        if let Some(number) = self.subsection {
            if self.section.is_none() {
                out.push('#');
            }
            push_number(&mut out, number.into());
        }
        if let Some(letter) = self.item() {
            out.push(letter);
        }
        if let Some(roman) = self.subitem.and_then(|n| ROMANS.get(usize::from(n) - 1)) {
            out.push('(');
            out.push_str(roman);
            out.push(')');
        }
        f.pad(&out)
    }
}

fn push_number(out: &mut String, number: u16) {
    let digits =
        [10_000, 1_000, 100, 10, 1].map(|unit| char::from(b'0' + u8::try_from(number / unit % 10).unwrap_or(0)));
    let first = digits.iter().position(|digit| *digit != '0').unwrap_or(digits.len() - 1);
    out.extend(digits.iter().skip(first));
}

impl FromStr for Citation {
    type Err = CitationError;

    /// Reads the canonical form only, what [`Display`](fmt::Display) writes. What people type is read by `lawgrep-xref`.
    fn from_str(text: &str) -> Result<Self, CitationError> {
        let fail = || CitationError(text.to_owned());
        let number = |s: &str, longest: usize| -> Option<(u16, usize)> {
            let n = s.bytes().take_while(u8::is_ascii_digit).count();
            if n == 0 || n > longest || s.starts_with('0') {
                return None;
            }
            s.get(..n)?.parse().ok().map(|v| (v, n))
        };
        let (law, used) = number(text, 3).ok_or_else(fail)?;
        let mut cite = Self::law(law);
        let mut rest = text.get(used..).unwrap_or("");
        if let Some(c) = rest.chars().next().filter(char::is_ascii_uppercase) {
            cite.section = Some(c as u8);
            rest = rest.get(1..).unwrap_or("");
        }
        let digits = match (cite.section, rest.strip_prefix('#')) {
            (None, Some(after)) => Some(after),
            (None, None) => None,
            (Some(_), _) => Some(rest).filter(|r| r.starts_with(|c: char| c.is_ascii_digit())),
        };
        if let Some(digits) = digits {
            let (value, used) = number(digits, 2).ok_or_else(fail)?;
            cite.subsection = u8::try_from(value).ok();
            rest = digits.get(used..).unwrap_or("");
        }
        if let Some(c) = rest.chars().next().filter(char::is_ascii_lowercase) {
            cite = cite.with_item(c).ok_or_else(fail)?;
            rest = rest.get(1..).unwrap_or("");
        }
        if let Some(roman) = rest.strip_prefix('(').and_then(|r| r.strip_suffix(')')) {
            let value = Self::roman(roman).ok_or_else(fail)?;
            cite.subitem = Some(value);
            rest = "";
        }
        if rest.is_empty() && cite.to_string() == text { Ok(cite) } else { Err(fail()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cite(text: &str) -> Citation {
        text.parse().unwrap()
    }

    #[test]
    fn canonical_forms_survive_a_round_trip() {
        for text in ["1", "16", "93", "112", "16C", "16C2", "12C2a", "20F5b(i)", "71#1", "57A4", "40B2c(iv)", "71#1a"] {
            assert_eq!(cite(text).to_string(), text);
        }
    }

    #[test]
    fn a_number_stands_for_its_citation() {
        for text in ["1", "93", "16C", "16C2", "12C2a", "20F5b(i)", "71#1", "999Z255z(xx)"] {
            if let Ok(cite) = text.parse::<Citation>() {
                assert_eq!(Citation::from_number(cite.number()), Some(cite), "{text}");
            }
        }
        assert_eq!(Citation::from_number(cite("20F5b(i)").number()), Some(cite("20F5b(i)")));
        assert_eq!([0, 1, u64::MAX, 1 << 60].map(Citation::from_number), [None; 4]);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "0", "016", "16c", "16CC", "16C0", "16C2A", "16C2(i", "C2", "16#", "1600", "16C2(q)", "16 C"] {
            assert!(text.parse::<Citation>().is_err(), "{text}");
        }
    }

    #[test]
    fn they_order_as_a_book_prints_them() {
        let printed = ["9", "10", "16", "16A", "16A1", "16A1a", "16A2", "16C", "16C2", "16D", "20F5b(i)", "20F5b(ii)"];
        let mut sorted: Vec<_> = printed.iter().rev().map(|t| cite(t)).collect();
        sorted.sort();
        assert_eq!(sorted.iter().map(Citation::to_string).collect::<Vec<_>>(), printed);
    }

    #[test]
    fn containment_follows_the_tree() {
        assert!(cite("16").contains(cite("16C2")));
        assert!(cite("16C2").contains(cite("16C2")));
        assert!(!cite("16C").contains(cite("16D")));
        assert!(!cite("1").contains(cite("16")));
        assert!(!cite("16C2").contains(cite("16C")));
    }

    #[test]
    fn levels_and_parents() {
        let all: Vec<_> = cite("20F5b(i)").ancestors().map(|c| (c.to_string(), c.level())).collect();
        let expected =
            [("20F5b", Level::Item), ("20F5", Level::Subsection), ("20F", Level::Section), ("20", Level::Law)];
        assert_eq!(all, expected.map(|(c, l)| (c.to_owned(), l)));
    }
}
