use lawgrep_model::Citation;

use crate::{analyse::Analyser, words::words};

/// What somebody typed: words, and phrases in `"`.
///
/// ```
/// use lawgrep_search::Query;
///
/// let query = Query::parse("major \"penalty card\" \"led");
/// assert!(!query.is_empty());
/// assert!(Query::parse(" § \"—\" ").is_empty());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Query {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    text: String,
    phrase: bool,
}

impl Query {
    /// Reads what was typed. Only a literal `"` makes a phrase, one that is left open runs to the end, and nothing is an
    /// error.
    pub fn parse(text: &str) -> Self {
        let part = |(n, text): (usize, &str)| Part { text: text.to_owned(), phrase: n % 2 == 1 };
        Self {
            parts: text.split('"').enumerate().map(part).filter(|part| words(&part.text).next().is_some()).collect(),
        }
    }

    /// Whether it holds no word, only signs and blanks.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// What it asks for in the language of that analyser. What is asked for twice is there once.
    pub(crate) fn wanted(&self, analyser: &Analyser) -> Vec<Wanted> {
        let mut all: Vec<Wanted> = Vec::new();
        let mut add = |wanted: Wanted| {
            if !all.contains(&wanted) {
                all.push(wanted);
            }
        };
        for part in &self.parts {
            let tokens = analyser.words(&part.text);
            if part.phrase {
                add(Wanted::Phrase(tokens.into_iter().map(|t| t.folded).collect()));
                continue;
            }
            for token in tokens {
                add(Wanted::Word { folded: token.folded, stem: token.stem });
            }
        }
        all
    }
}

/// One thing that a unit must hold to match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A word in any of its forms.
    Word { folded: String, stem: String },
    /// These folded words one after the other. Never empty.
    Phrase(Vec<String>),
}

/// The provision that a word names. A bare number is a word here: `13 cards` asks for no law.
pub(crate) fn citation(folded: &str) -> Option<Citation> {
    let law = folded.find(|c: char| !c.is_ascii_digit()).filter(|at| *at > 0)?;
    let (number, rest) = folded.split_at_checked(law)?;
    let mut letters = rest.chars();
    let section = letters.next()?.to_ascii_uppercase();
    format!("{number}{section}{}", letters.as_str()).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<(String, bool)> {
        Query::parse(text).parts.into_iter().map(|p| (p.text.trim().to_owned(), p.phrase)).collect()
    }

    #[test]
    fn only_a_literal_quote_makes_a_phrase() {
        let part = |text: &str, phrase| (text.to_owned(), phrase);
        assert_eq!(parts("stort strafkort"), [part("stort strafkort", false)]);
        assert_eq!(parts("a \"b c\" d"), [part("a", false), part("b c", true), part("d", false)]);
        assert_eq!(parts("a \"b c"), [part("a", false), part("b c", true)]);
        assert_eq!(parts("«b c» 'd' “e”"), [part("«b c» 'd' “e”", false)]);
        assert_eq!(parts("\"\" \"§\" -"), []);
    }

    #[test]
    fn words_that_name_a_provision_are_read_in_either_case() {
        let name = |word: &str| citation(word).map(|c| c.to_string());
        assert_eq!(name("16c2").as_deref(), Some("16C2"));
        assert_eq!(name("12c2a").as_deref(), Some("12C2a"));
        assert_eq!(name("50d").as_deref(), Some("50D"));
        for word in ["13", "kort", "16ccc", "1600a", "016a", "", "é1"] {
            assert_eq!(name(word), None, "{word}");
        }
    }
}
