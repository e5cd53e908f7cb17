use lawgrep_model::Citation;
use unicode_normalization::char::is_combining_mark;

use crate::{analyse::Analyser, words::words};

/// What somebody typed: words, phrases in `"`, what must not stand there, and where to look.
///
/// ```text
/// query  = { part }
/// part   = word | '"' words '"' | word '*' | '-' part | law ':' citation | lang ':' code | in ':' place
/// place  = definitions | notes | exercises
/// ```
///
/// Nothing is an error: what fits no rule is words.
///
/// ```
/// use lawgrep_search::Query;
///
/// let query = Query::parse("major \"penalty card\" -minor law:50 \"led");
/// assert!(!query.is_empty());
/// assert!(Query::parse(" § \"—\" ").is_empty());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Query {
    parts: Vec<Part>,
    without: Vec<Part>,
    /// Where to look.
    pub filters: Filters,
    /// What looks like a filter and is none, as it was typed; its words are looked for.
    pub misread: Vec<String>,
}

/// Where a query looks. Empty lists: everywhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filters {
    /// In these provisions and below them.
    pub laws: Vec<Citation>,
    /// In editions of these languages, as typed.
    pub langs: Vec<String>,
    /// In these places.
    pub places: Vec<Within>,
    /// Not in these provisions.
    pub not_laws: Vec<Citation>,
    /// Not in these languages.
    pub not_langs: Vec<String>,
    /// Not in these places.
    pub not_places: Vec<Within>,
}

impl Filters {
    /// Whether an edition that is looked into is looked into everywhere.
    pub fn leave_editions_whole(&self) -> bool {
        self.laws.is_empty() && self.places.is_empty() && self.not_laws.is_empty() && self.not_places.is_empty()
    }
}

/// A place that a query can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// Definitions.
    Definitions,
    /// Footnotes, notes and remarks.
    Notes,
    /// Exercises and their answers.
    Exercises,
}

/// Words, a phrase or the beginning of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// As it was typed, without signs.
    pub text: String,
    /// How its words are compared.
    pub kind: Kind,
}

/// How the words of a part are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Each in any of its forms.
    Words,
    /// As they stand, one after the other.
    Phrase,
    /// Words that begin so.
    Prefix,
}

impl Query {
    /// Reads what was typed. Only a literal `"` makes a phrase, one that is left open runs to the end, and nothing is an
    /// error.
    pub fn parse(text: &str) -> Self {
        let mut query = Self::default();
        let mut minus = false;
        for (n, piece) in text.split('"').enumerate() {
            if n % 2 == 1 {
                query.add(Part { text: piece.to_owned(), kind: Kind::Phrase }, minus);
                minus = false;
                continue;
            }
            // A minus glued to a quotation mark takes the phrase out.
            let (piece, before_phrase) = match piece.strip_suffix('-') {
                Some(rest) if rest.is_empty() || rest.ends_with(char::is_whitespace) => (rest, true),
                _ => (piece, false),
            };
            for word in spaced(piece) {
                query.word(word);
            }
            minus = before_phrase;
        }
        query
    }

    /// Of words alone: no sign in them means anything.
    pub fn words(text: &str) -> Self {
        let mut query = Self::default();
        query.add(Part { text: text.to_owned(), kind: Kind::Words }, false);
        query
    }

    fn word(&mut self, word: &str) {
        match self.filter(word) {
            Some(true) => return,
            Some(false) if self.misread.iter().any(|known| known == word) => {}
            Some(false) => self.misread.push(word.to_owned()),
            None => {}
        }
        let (text, minus) = match word.strip_prefix('-').filter(|rest| rest.starts_with(char::is_alphanumeric)) {
            Some(rest) => (rest, true),
            None => (word, false),
        };
        let stem = text.strip_suffix('*').filter(|stem| stem.chars().filter(|c| c.is_alphanumeric()).count() > 1);
        let (text, kind) = stem.map_or((text, Kind::Words), |stem| (stem, Kind::Prefix));
        self.add(Part { text: text.to_owned(), kind }, minus);
    }

    /// Takes `law:16C`, `lang:no`, `in:notes`; whatever else has a colon is words. `Some(false)` where it begins like one of these.
    fn filter(&mut self, word: &str) -> Option<bool> {
        let (word, minus) = word.strip_prefix('-').map_or((word, false), |rest| (rest, true));
        let (name, value) = word.split_once(':')?;
        let Filters { laws, langs, places, not_laws, not_langs, not_places } = &mut self.filters;
        let (laws, langs, places) = if minus { (not_laws, not_langs, not_places) } else { (laws, langs, places) };
        match name.to_ascii_lowercase().as_str() {
            "law" => {
                let value = value.replace(['.', '§'], "");
                let law = value.parse().ok().or_else(|| citation(&value.to_lowercase()));
                laws.extend(law);
                Some(law.is_some())
            }
            "lang" => {
                let is_code = !value.is_empty() && value.bytes().all(|b| b.is_ascii_alphabetic());
                langs.extend(is_code.then(|| value.to_ascii_lowercase()));
                Some(is_code)
            }
            "in" => {
                let place = match value.to_ascii_lowercase().as_str() {
                    "definitions" | "definition" => Some(Within::Definitions),
                    "notes" | "note" => Some(Within::Notes),
                    "exercises" | "exercise" => Some(Within::Exercises),
                    _ => None,
                };
                places.extend(place);
                Some(place.is_some())
            }
            _ => None,
        }
    }

    fn add(&mut self, mut part: Part, minus: bool) {
        // Accents and quotation marks that are typed for an apostrophe would part `dummy´s`. A phrase is looked for as it stands.
        if part.kind != Kind::Phrase && part.text.contains(APOSTROPHES) {
            part.text = with_apostrophes(&part.text);
        }
        if words(&part.text).next().is_some() {
            if minus { &mut self.without } else { &mut self.parts }.push(part);
        }
    }

    /// Whether it holds no word, only signs and blanks. What must not stand there is no word to find.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Its parts, in the order in which they were typed.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// What is asked for, word by word and phrase by phrase, in one way each.
    pub fn asked(&self) -> Asked {
        let mut groups: Vec<Group> = Vec::new();
        for part in &self.parts {
            let texts: Vec<String> = match part.kind {
                Kind::Words => words(&part.text).map(|(_, word)| word.to_owned()).collect(),
                Kind::Phrase | Kind::Prefix => vec![part.text.clone()],
            };
            for text in texts {
                let group = Group { ways: vec![Way { text, kind: part.kind, factor: 1.0, via: None }] };
                if !groups.contains(&group) {
                    groups.push(group);
                }
            }
        }
        Asked { groups, without: self.without.clone() }
    }
}

/// With an apostrophe for each of the [`APOSTROPHES`] that stands between two letters.
fn with_apostrophes(text: &str) -> String {
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(c) = rest.next() {
        let within = before.is_alphabetic() && rest.peek().is_some_and(|next| next.is_alphabetic());
        out.push(if within && APOSTROPHES.contains(&c) { '’' } else { c });
        before = c;
    }
    out
}

const APOSTROPHES: [char; 4] = ['´', '`', '‘', '′'];

/// What stands between blanks. A blank with a mark over it is part of a word.
fn spaced(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c.is_whitespace() && !chars.peek().is_some_and(|(_, next)| is_combining_mark(*next)) {
            pieces.extend(text.get(start..at));
            start = at + c.len_utf8();
        }
    }
    pieces.extend(text.get(start..));
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// What a search looks for: groups, of which each is one thing that a unit can hold.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Asked {
    /// The things, in the order in which they were typed.
    pub groups: Vec<Group>,
    /// Units that hold one of these are no hits.
    pub without: Vec<Part>,
}

/// One thing, in any of several ways: the word as typed, another term for it, what a typing error may have meant.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Group {
    /// The ways, the one that was typed first.
    pub ways: Vec<Way>,
}

/// One way to hold a thing: all of its words.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// Its words, not analysed.
    pub text: String,
    /// How they are compared.
    pub kind: Kind,
    /// What a match counts against the word as typed.
    pub factor: f32,
    /// What led to it, if it was not typed: a number of the caller's.
    pub via: Option<usize>,
}

/// One thing that a unit must hold to match, in the language of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A word in any of its forms.
    Word { folded: String, stem: String },
    /// These folded words one after the other. Never empty.
    Phrase(Vec<String>),
    /// Words that begin so, folded.
    Prefix(String),
}

/// What a text asks for in the language of that analyser. What is asked for twice is there once.
pub(crate) fn wanted(text: &str, kind: Kind, analyser: &Analyser) -> Vec<Wanted> {
    let tokens = analyser.words(text);
    match kind {
        Kind::Phrase => vec![Wanted::Phrase(tokens.into_iter().map(|t| t.folded).collect())],
        Kind::Prefix => {
            let Some((last, first)) = tokens.split_last() else { return Vec::new() };
            let word = |t: &crate::Token| Wanted::Word { folded: t.folded.clone(), stem: t.stem.clone() };
            first.iter().map(word).chain([Wanted::Prefix(last.folded.clone())]).collect()
        }
        Kind::Words => {
            let mut all = Vec::new();
            for token in tokens {
                let word = Wanted::Word { folded: token.folded, stem: token.stem };
                if !all.contains(&word) {
                    all.push(word);
                }
            }
            all
        }
    }
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

    fn parts(text: &str) -> Vec<(String, Kind)> {
        Query::parse(text).parts.into_iter().map(|p| (p.text.trim().to_owned(), p.kind)).collect()
    }

    #[test]
    fn only_a_literal_quote_makes_a_phrase() {
        let word = |text: &str| (text.to_owned(), Kind::Words);
        let phrase = |text: &str| (text.to_owned(), Kind::Phrase);
        assert_eq!(parts("stort strafkort"), [word("stort"), word("strafkort")]);
        assert_eq!(parts("a \"b c\" d"), [word("a"), phrase("b c"), word("d")]);
        assert_eq!(parts("a \"b c"), [word("a"), phrase("b c")]);
        assert_eq!(parts("«b c» 'd' “e”"), [word("«b"), word("c»"), word("'d'"), word("“e”")]);
        assert_eq!(parts("\"\" \"§\" -"), []);
        assert_eq!(parts("dummy´s dummy`s"), [word("dummy’s"), word("dummy’s")]);
    }

    #[test]
    fn signs_that_fit_mean_something_and_others_are_words() {
        let query = Query::parse("kort -stort -\"lite kort\" straff* law:16c2 lang:NO in:notes");
        let texts = |parts: &[Part]| parts.iter().map(|p| (p.text.clone(), p.kind)).collect::<Vec<_>>();
        assert_eq!(texts(&query.parts), [("kort".to_owned(), Kind::Words), ("straff".to_owned(), Kind::Prefix)]);
        assert_eq!(texts(&query.without), [("stort".to_owned(), Kind::Words), ("lite kort".to_owned(), Kind::Phrase)]);
        assert_eq!(query.filters.laws, ["16C2".parse().unwrap()]);
        assert_eq!((query.filters.langs, query.filters.places), (vec!["no".to_owned()], vec![Within::Notes]));
        let query = Query::parse("kort -law:50 -lang:no -in:definitions");
        assert_eq!((query.parts.len(), query.without.len()), (1, 0));
        assert_eq!(
            (query.filters.not_laws.len(), query.filters.not_langs.len(), query.filters.not_places.len()),
            (1, 1, 1)
        );
        for words in ["law:xx", "in:bed", "lang:", "a:b", "- a", "a*b", "*", "x*"] {
            let query = Query::parse(words);
            assert!(query.without.is_empty() && query.filters == Filters::default(), "{words}");
            assert!(query.parts.iter().all(|p| p.kind == Kind::Words), "{words}");
        }
        assert!(Query::parse("-stort").is_empty());
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
