//! Labels of list items: what a list counts in, and what a printed label looks like.

/// What a list counts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    /// 1, 2, 3
    Decimal,
    /// A, B, C
    Upper,
    /// a, b, c
    Lower,
    /// I, II, III
    UpperRoman,
    /// i, ii, iii
    LowerRoman,
    /// Bullets, or nothing at all.
    Nothing,
}

impl Count {
    /// The number as it is counted here, without a sign after it. What a way of counting has no sign for is decimal.
    pub(crate) fn sign(self, number: i64) -> String {
        let letters = |base: u8| {
            let place = usize::try_from(number).ok().filter(|n| (1..=26 * 30).contains(n))? - 1;
            // Past the alphabet: aa, bb, cc, as Word and browsers differ and no law gets there.
            let letter = char::from(base + u8::try_from(place % 26).ok()?);
            Some(std::iter::repeat_n(letter, place / 26 + 1).collect::<String>())
        };
        let found = match self {
            Count::Decimal => None,
            Count::Upper => letters(b'A'),
            Count::Lower => letters(b'a'),
            Count::UpperRoman => roman(number),
            Count::LowerRoman => roman(number).map(|r| r.to_lowercase()),
            Count::Nothing => Some(String::new()),
        };
        found.unwrap_or_else(|| number.to_string())
    }
}

fn roman(number: i64) -> Option<String> {
    const SIGNS: [(i64, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut rest = Some(number).filter(|n| (1..4000).contains(n))?;
    let mut out = String::new();
    for (value, sign) in SIGNS {
        while rest >= value {
            out.push_str(sign);
            rest -= value;
        }
    }
    Some(out)
}

/// The kind of a printed label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `A.`
    Section,
    /// `1.`
    Number,
    /// `a.` `a)` `(a)` `(i)`
    Letter,
}

/// The label that a line begins with, and the words after it.
pub(crate) fn split(line: &str) -> Option<(Kind, &str, &str)> {
    let blank = |c: char| c.is_whitespace();
    let word_end = line.find(blank)?;
    let (label, rest) = line.split_at_checked(word_end)?;
    let rest = rest.trim_start();
    if rest.is_empty() {
        return None;
    }
    let bare = label.strip_suffix(['.', ')'])?;
    let inner = bare.strip_prefix('(').filter(|_| label.ends_with(')'));
    let dot = label.ends_with('.');
    let one = |text: &str| text.chars().count() == 1;
    let kind = if dot && one(bare) && bare.chars().all(|c| c.is_ascii_uppercase()) {
        Kind::Section
    } else if dot && bare.len() <= 2 && !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit()) {
        Kind::Number
    } else {
        let text = inner.unwrap_or(bare);
        let roman = text.len() <= 4 && text.chars().all(|c| matches!(c, 'i' | 'v' | 'x'));
        let letter = one(text) && text.chars().all(|c| c.is_ascii_lowercase());
        ((letter || (roman && inner.is_some())) && !text.is_empty()).then_some(Kind::Letter)?
    };
    Some((kind, label, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_count_in_many_ways() {
        let signs = |count: Count| [1, 4, 26, 27, 0].map(|n| count.sign(n));
        assert_eq!(signs(Count::Decimal), ["1", "4", "26", "27", "0"]);
        assert_eq!(signs(Count::Upper), ["A", "D", "Z", "AA", "0"]);
        assert_eq!(signs(Count::Lower), ["a", "d", "z", "aa", "0"]);
        assert_eq!(signs(Count::LowerRoman), ["i", "iv", "xxvi", "xxvii", "0"]);
        assert_eq!(Count::UpperRoman.sign(1997), "MCMXCVII");
        assert_eq!(Count::Lower.sign(i64::MAX), i64::MAX.to_string());
    }

    #[test]
    fn printed_labels() {
        assert_eq!(split("A.\tBordet"), Some((Kind::Section, "A.", "Bordet")));
        assert_eq!(split("12. Een reep"), Some((Kind::Number, "12.", "Een reep")));
        for label in ["a.", "a)", "(a)", "(ii)"] {
            assert_eq!(split(&format!("{label} x")).map(|l| l.0), Some(Kind::Letter), "{label}");
        }
        for line in ["A Bordet", "AB. x", "123. x", "§42. x", "ii. x", "(1997) x", "a.", "() x"] {
            assert_eq!(split(line), None, "{line}");
        }
    }
}
