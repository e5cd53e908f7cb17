/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A run of letters.
    Word,
    /// A run of the digits 0 to 9.
    Number,
    /// Any other single character but white space.
    Sign,
}

/// A word, a number or a sign, and where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// White space stands before it.
    pub(crate) spaced: bool,
}

/// A text cut into tokens. `16C2` is three of them, glued to each other, and so is `16.C.2`; `§ 16` is two with a space between.
///
/// Everything that reads references works on tokens, so that no-break spaces, line breaks and soft hyphens are dealt with
/// here alone, and every span falls on a boundary.
pub(crate) struct Tokens<'t> {
    text: &'t str,
    list: Vec<Token>,
    /// How many round brackets are open before each token.
    depth: Vec<u16>,
    /// How often a token has been looked at; the measure of work in tests.
    #[cfg(test)]
    pub(crate) reads: std::cell::Cell<usize>,
}

/// Whether a full stop after the tokens `before` only parts a citation as some books print it, `27.B.1.b`: between a law's number and
/// its section, that and a subsection, that and an item, that and a sub-item in brackets. `end`: where it ends.
fn joins(text: &str, before: &[Token], end: usize) -> bool {
    let mut rest = text.get(end..).unwrap_or_default().chars();
    let (Some(next), after) = (rest.next(), rest.next()) else { return false };
    // From the end: the parts that are glued to each other.
    let mut parts = Vec::new();
    for token in before.iter().rev().take(4) {
        parts.push((token.kind, text.get(token.start..token.end).unwrap_or_default()));
        if token.spaced {
            break;
        }
    }
    let short = |digits: &str| digits.len() <= 3;
    let section = |word: &str| word.len() == 1 && word.starts_with(|c: char| c.is_ascii_alphabetic());
    let alone = !after.is_some_and(char::is_alphabetic);
    match parts.as_slice() {
        [(Kind::Number, law)] | [(Kind::Number, law), (Kind::Sign, _), ..] if short(law) => {
            let third = rest.next();
            // "Law 27.A player": a blank was forgotten.
            let goes_on = third.is_some_and(char::is_lowercase) && after.is_some_and(char::is_whitespace);
            // A small letter is a section only where more of a citation follows.
            let small = next.is_ascii_lowercase() && after == Some('.') && third.is_some_and(|c| c.is_ascii_digit());
            (next.is_ascii_uppercase() && alone && !goes_on) || small
        }
        [(Kind::Word, item), (Kind::Number, number), (Kind::Word, letter), (Kind::Number, law)]
            if section(item) && number.len() <= 2 && section(letter) && short(law) =>
        {
            next == '('
        }
        [(Kind::Word, letter), (Kind::Number, law), ..] if section(letter) && short(law) => next.is_ascii_digit(),
        [(Kind::Number, number), (Kind::Word, letter), (Kind::Number, law), ..]
            if number.len() <= 2 && section(letter) && short(law) =>
        {
            next == '(' || (next.is_ascii_lowercase() && alone)
        }
        _ => false,
    }
}

impl<'t> Tokens<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        let mut list: Vec<Token> = Vec::new();
        let mut spaced = false;
        let mut glue = false;
        for (at, c) in text.char_indices() {
            if c.is_whitespace() {
                (spaced, glue) = (true, false);
                continue;
            }
            let end = at + c.len_utf8();
            if c == '.' && glue && joins(text, &list, end) {
                continue;
            }
            let kind = kind(c);
            if kind.is_none() {
                // Invisible marks belong to the word they stand in and part nothing.
                continue;
            }
            let kind = kind.unwrap_or(Kind::Sign);
            match list.last_mut() {
                Some(last) if glue && kind != Kind::Sign && last.kind == kind => last.end = end,
                _ => list.push(Token { kind, start: at, end, spaced }),
            }
            (spaced, glue) = (false, true);
        }
        let mut depth = Vec::with_capacity(list.len());
        let mut open = 0u16;
        for token in &list {
            depth.push(open);
            match text.as_bytes().get(token.start) {
                Some(b'(') => open = open.saturating_add(1),
                Some(b')') => open = open.saturating_sub(1),
                _ => {}
            }
        }
        Self {
            text,
            list,
            depth,
            #[cfg(test)]
            reads: std::cell::Cell::new(0),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn get(&self, i: usize) -> Option<&Token> {
        #[cfg(test)]
        self.reads.set(self.reads.get() + 1);
        self.list.get(i)
    }

    /// First byte of token `i`; the end of the text past the last.
    pub(crate) fn start(&self, i: usize) -> usize {
        self.get(i).map_or(self.text.len(), |t| t.start)
    }

    /// One past the last byte of the token before `i`: where something that ends before token `i` ends.
    pub(crate) fn end_before(&self, i: usize) -> usize {
        i.checked_sub(1).and_then(|p| self.get(p)).map_or(0, |t| t.end)
    }

    pub(crate) fn is(&self, i: usize, kind: Kind) -> bool {
        self.get(i).is_some_and(|t| t.kind == kind)
    }

    /// The token's characters.
    pub(crate) fn str(&self, i: usize) -> &'t str {
        self.get(i).and_then(|t| self.text.get(t.start..t.end)).unwrap_or("")
    }

    /// The character of a sign.
    pub(crate) fn sign(&self, i: usize) -> Option<char> {
        if self.is(i, Kind::Sign) { self.str(i).chars().next() } else { None }
    }

    /// Whether token `i` follows the one before it without white space.
    pub(crate) fn glued(&self, i: usize) -> bool {
        i > 0 && self.get(i).is_some_and(|t| !t.spaced)
    }

    /// The value of a number of one to three digits that does not begin with 0.
    pub(crate) fn number(&self, i: usize) -> Option<u16> {
        let digits = self.str(i);
        (self.is(i, Kind::Number) && digits.len() <= 3 && !digits.starts_with('0'))
            .then(|| digits.parse().ok())
            .flatten()
    }

    /// A word that is one Latin letter.
    pub(crate) fn letter(&self, i: usize) -> Option<char> {
        let mut chars = self.str(i).chars();
        let first = chars.next().filter(char::is_ascii_alphabetic)?;
        (self.is(i, Kind::Word) && chars.next().is_none()).then_some(first)
    }

    /// How many round brackets are open before token `i`.
    pub(crate) fn depth(&self, i: usize) -> u16 {
        self.depth.get(i).copied().unwrap_or(0)
    }

    pub(crate) fn is_dash(&self, i: usize) -> bool {
        matches!(self.sign(i), Some('-' | '‐' | '‑' | '‒' | '–' | '—' | '―' | '−'))
    }

    /// The token's characters as they are compared: small letters, without invisible marks.
    pub(crate) fn folded(&self, i: usize) -> String {
        fold(self.str(i))
    }
}

/// Small letters, without invisible marks.
pub(crate) fn fold(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).flat_map(char::to_lowercase).collect()
}

fn kind(c: char) -> Option<Kind> {
    match c {
        _ if is_invisible(c) => None,
        // Ordinal marks are letters to Unicode, but marks of notes to a reader.
        'ª' | 'º' => Some(Kind::Sign),
        _ if c.is_ascii_digit() => Some(Kind::Number),
        _ if c.is_alphabetic() || is_combining(c) => Some(Kind::Word),
        _ => Some(Kind::Sign),
    }
}

/// Soft hyphens, zero-width marks.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        let tokens = Tokens::of(text);
        (0..tokens.len()).map(|i| tokens.str(i)).collect()
    }

    #[test]
    fn a_citation_is_cut_into_its_parts() {
        assert_eq!(cut("§47E2, Lag69A"), ["§", "47", "E", "2", ",", "Lag", "69", "A"]);
        assert_eq!(cut("12\u{a0}C\n1 b)"), ["12", "C", "1", "b", ")"]);
    }

    #[test]
    fn invisible_marks_part_nothing() {
        let tokens = Tokens::of("para\u{ad}graf 1\u{200b}6");
        assert_eq!(tokens.len(), 2);
        assert_eq!(tokens.folded(0), "paragraf");
        assert!(!tokens.glued(1));
    }

    #[test]
    fn brackets_are_counted() {
        let tokens = Tokens::of("a (b) ) c");
        let depth: Vec<_> = (0..tokens.len()).map(|i| tokens.depth(i)).collect();
        assert_eq!(depth, [0, 0, 1, 1, 0, 0]);
    }

    #[test]
    fn numbers_are_short_and_do_not_begin_with_zero() {
        let tokens = Tokens::of("16 2017 012 7");
        let numbers: Vec<_> = (0..tokens.len()).map(|i| tokens.number(i)).collect();
        assert_eq!(numbers, [Some(16), None, None, Some(7)]);
    }
}
