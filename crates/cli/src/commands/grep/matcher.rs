//! Patterns over one printed line.
//!
//! Fixed strings go through an automaton whose time does not grow with their number; regular expressions through the engine
//! of the `regex` crate, which is asked for several patterns at once. That engine never takes more than the size of the
//! expression times that of the text, which for an expression that means harm is still minutes: so both its size and its
//! time are limited.

use std::{
    cell::Cell,
    collections::BTreeMap,
    time::{Duration, Instant},
};

use aho_corasick::{AhoCorasick, MatchKind};
use lawgrep_model::Span;
use regex_automata::meta;
use regex_syntax::{
    ParserBuilder,
    hir::{ClassUnicode, ClassUnicodeRange, Hir, Look},
};

use super::patterns::Pattern;
use crate::failure::{Failure, Stop};

/// Bytes of a compiled expression. A page of ordinary alternatives fits.
const COMPILED: usize = 1 << 22;

/// Bytes of the expressions as typed. Each may name a class of a thousand ranges in five bytes.
const TYPED: usize = 1 << 14;

/// How long an expression may search, over all texts. An ordinary one takes less than a hundredth of it.
const PATIENCE: Duration = Duration::from_secs(10);

/// Strings longer than this are looked for one by one: building the automaton takes the square of a string that repeats
/// itself. Few lines are as long, so that it costs next to nothing.
const LONG: usize = 1000;

/// What is meant by a match.
#[derive(Debug, Clone, Copy)]
pub(super) struct How {
    pub(super) ignore_case: bool,
    pub(super) whole_word: bool,
}

/// Finds what any of the patterns matches.
pub(super) enum Matcher {
    Fixed(Fixed),
    Regex(Box<Timed>),
}

/// An expression, and how long it has searched.
pub(super) struct Timed {
    regex: meta::Regex,
    spent: Cell<Duration>,
}

/// What helps where many expressions are too large.
const MANY: &str = "shorten their repetitions, search for fewer at once, or with -F for plain words";

impl Matcher {
    /// Strings as they stand.
    pub(super) fn fixed(patterns: &[Pattern], how: How) -> Result<Self, Stop> {
        let texts: Vec<String> = match how.ignore_case {
            true => patterns.iter().map(|p| p.text.chars().map(fold).collect()).collect(),
            false => patterns.iter().map(|p| p.text.clone()).collect(),
        };
        let (short, long): (Vec<String>, Vec<String>) = texts.into_iter().partition(|text| text.len() <= LONG);
        // Which of several matches is a whole word is only known when all are seen.
        let kind = if how.whole_word { MatchKind::Standard } else { MatchKind::LeftmostLongest };
        let automaton = AhoCorasick::builder().match_kind(kind).build(short);
        let automaton =
            automaton.map_err(|e| Failure::new(format!("the patterns cannot be searched together ({e})")))?;
        Ok(Self::Fixed(Fixed { automaton, long, how }))
    }

    /// Regular expressions.
    pub(super) fn regex(patterns: &[Pattern], how: How) -> Result<Self, Stop> {
        let too_large = |pattern: Option<&Pattern>| -> Stop {
            let (what, remedy) = match (pattern, patterns) {
                (_, [pattern]) => {
                    (format!("the pattern {} is", pattern.named()), "shorten its repetitions, or search for words")
                }
                // It may be the one, or all before it.
                (Some(pattern), _) => (format!("the patterns up to {} are", pattern.named()), MANY),
                (None, _) => (format!("the {} patterns together are", patterns.len()), MANY),
            };
            Failure::new(format!("{what} too large to search for; {remedy}")).into()
        };
        let mut left = TYPED;
        let mut parser = ParserBuilder::new().case_insensitive(how.ignore_case).build();
        let mut expressions = Vec::new();
        for pattern in patterns {
            left = left.checked_sub(pattern.text.len()).ok_or_else(|| too_large(Some(pattern)))?;
            let expression = parser.parse(&pattern.text).map_err(|error| faulty(pattern, &error))?;
            expressions.push(match how.whole_word {
                true => Hir::concat(vec![
                    Hir::look(Look::WordStartHalfUnicode),
                    expression,
                    Hir::look(Look::WordEndHalfUnicode),
                ]),
                false => expression,
            });
        }
        let limits = meta::Config::new().nfa_size_limit(Some(COMPILED));
        match meta::Regex::builder().configure(limits).build_many_from_hir(&expressions) {
            Ok(regex) => Ok(Self::Regex(Box::new(Timed { regex, spent: Cell::default() }))),
            Err(error) => Err(too_large(error.pattern().and_then(|id| patterns.get(id.as_usize())))),
        }
    }

    pub(super) fn is_match(&self, line: &str) -> Result<bool, Stop> {
        match self {
            Matcher::Regex(timed) => {
                let start = Instant::now();
                let found = timed.regex.is_match(line);
                timed.spend(start.elapsed())?;
                Ok(found)
            }
            Matcher::Fixed(fixed) if fixed.how.whole_word => Ok(!fixed.spans(line).is_empty()),
            Matcher::Fixed(fixed) if fixed.how.ignore_case => Ok(fixed.has(&folded(line))),
            Matcher::Fixed(fixed) => Ok(fixed.has(line)),
        }
    }

    /// The matches: sorted, without overlap, none of them empty.
    pub(super) fn spans(&self, line: &str) -> Result<Vec<Span>, Stop> {
        match self {
            Matcher::Regex(timed) => timed.spans(line),
            Matcher::Fixed(fixed) => Ok(fixed.spans(line)),
        }
    }
}

impl Timed {
    fn spans(&self, line: &str) -> Result<Vec<Span>, Stop> {
        let mut spans = Vec::new();
        let mut start = Instant::now();
        for m in self.regex.find_iter(line) {
            // Between two matches, for all of a line can take the square of its length.
            self.spend(start.elapsed())?;
            start = Instant::now();
            if !m.is_empty() {
                spans.push(Span::new(m.start(), m.end()));
            }
        }
        self.spend(start.elapsed())?;
        Ok(spans)
    }

    /// Only time spent searching counts, not what a slow reader of our output takes.
    fn spend(&self, time: Duration) -> Result<(), Stop> {
        self.spent.set(self.spent.get() + time);
        if self.spent.get() < PATIENCE {
            return Ok(());
        }
        let line = format!(
            "the search was given up after {} s, for the pattern takes too long; shorten its repetitions, or search for words",
            PATIENCE.as_secs()
        );
        Err(Failure::new(line).into())
    }
}

/// What is wrong with an expression, and where.
fn faulty(pattern: &Pattern, error: &regex_syntax::Error) -> Stop {
    let (what, span) = match error {
        regex_syntax::Error::Parse(error) => (error.kind().to_string(), Some(error.span())),
        regex_syntax::Error::Translate(error) => (error.kind().to_string(), Some(error.span())),
        // The enum may grow.
        _ => ("it is not understood".to_owned(), None),
    };
    let before = span.and_then(|span| pattern.text.get(..span.start.offset));
    let at = before.map_or_else(String::new, |before| format!(" at character {}", before.chars().count() + 1));
    let line =
        format!("the pattern {} is no regular expression: {what}{at}; -F searches it as it stands", pattern.named());
    Failure::new(line).into()
}

/// Strings, all at once.
pub(super) struct Fixed {
    automaton: AhoCorasick,
    long: Vec<String>,
    how: How,
}

impl Fixed {
    /// Whether a line, folded if case is ignored, holds one of them.
    fn has(&self, line: &str) -> bool {
        self.automaton.is_match(line) || self.long.iter().any(|text| text.len() <= line.len() && line.contains(text))
    }

    fn spans(&self, line: &str) -> Vec<Span> {
        if !self.how.ignore_case {
            return self.raw(line, line, |at| at);
        }
        let folded = folded(line);
        if !self.has(&folded) {
            return Vec::new();
        }
        // Where the bytes of each folded character came from.
        let mut origin = Vec::with_capacity(folded.len() + 1);
        for (at, c) in line.char_indices() {
            origin.resize(origin.len() + fold(c).len_utf8(), at);
        }
        origin.push(line.len());
        self.raw(&folded, line, |at| origin.get(at).copied().unwrap_or(line.len()))
    }

    /// Matches in `folded`, told in bytes of `line`: of those that overlap the leftmost, of those that begin at one place the
    /// longest.
    fn raw(&self, folded: &str, line: &str, origin: impl Fn(usize) -> usize) -> Vec<Span> {
        let mut longest: BTreeMap<usize, usize> = BTreeMap::new();
        let mut add = |start: usize, end: usize| {
            let (start, end) = (origin(start), origin(end));
            if !self.how.whole_word || parted(line, start, end) {
                longest.entry(start).and_modify(|known| *known = end.max(*known)).or_insert(end);
            }
        };
        match self.how.whole_word {
            true => self.automaton.find_overlapping_iter(folded).for_each(|m| add(m.start(), m.end())),
            false => self.automaton.find_iter(folded).for_each(|m| add(m.start(), m.end())),
        }
        for text in self.long.iter().filter(|text| text.len() <= folded.len()) {
            folded.match_indices(text.as_str()).for_each(|(at, text)| add(at, at + text.len()));
        }
        let mut spans: Vec<Span> = Vec::new();
        let mut from = 0;
        for (start, end) in longest {
            if start >= from {
                spans.push(Span::new(start, end));
                from = end;
            }
        }
        spans
    }
}

/// Whether no letter or digit stands beside a match. What the match itself begins with is free, as in grep.
fn parted(line: &str, start: usize, end: usize) -> bool {
    let before = line.get(..start).and_then(|text| text.chars().next_back());
    let after = line.get(end..).and_then(|text| text.chars().next());
    !before.is_some_and(regex_syntax::is_word_character) && !after.is_some_and(regex_syntax::is_word_character)
}

fn folded(line: &str) -> String {
    line.chars().map(fold).collect()
}

/// One letter for all that differ only in case, the same ones as in a regular expression.
fn fold(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_uppercase();
    }
    // Signs, and scripts without capital letters.
    if !c.is_alphabetic() {
        return c;
    }
    let mut class = ClassUnicode::new([ClassUnicodeRange::new(c, c)]);
    class.case_fold_simple();
    class.ranges().first().map_or(c, ClassUnicodeRange::start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(texts: &[&str]) -> Vec<Pattern> {
        texts.iter().map(|text| Pattern { text: (*text).to_owned(), place: None }).collect()
    }

    /// The line with its matches in brackets, and whether it counts as a match.
    #[track_caller]
    fn check(matcher: Result<Matcher, Stop>, line: &str, expected: &str) {
        let matcher = matcher.unwrap();
        let mut shown = line.to_owned();
        let spans = matcher.spans(line).unwrap();
        for span in spans.iter().rev() {
            shown.insert(span.end as usize, ']');
            shown.insert(span.start as usize, '[');
        }
        assert_eq!(shown, expected);
        assert_eq!(matcher.is_match(line), Ok(!spans.is_empty()), "{line}");
    }

    const PLAIN: How = How { ignore_case: true, whole_word: false };
    const EXACT: How = How { ignore_case: false, whole_word: false };
    const WORD: How = How { ignore_case: true, whole_word: true };

    #[test]
    fn fixed_strings_and_expressions_agree() {
        for (pattern, how, line, expected) in [
            ("kort", PLAIN, "Et Strafkort, KORT, kor", "Et Straf[kort], [KORT], kor"),
            ("kort", EXACT, "Et Strafkort, KORT", "Et Straf[kort], KORT"),
            ("kort", WORD, "Et strafkort, KORT.", "Et strafkort, [KORT]."),
            ("kort kort", PLAIN, "kort kort kort", "[kort kort] kort"),
            ("ÆRE", PLAIN, "ære Være", "[ære] V[ære]"),
            ("ære", WORD, "ære være æres", "[ære] være æres"),
            // The long s and the sign for kelvin are a letter each in another width.
            ("risk", PLAIN, "ri\u{17f}\u{212a} RISK", "[ri\u{17f}\u{212a}] [RISK]"),
            ("σ", PLAIN, "ς Σ", "[ς] [Σ]"),
            ("ß", PLAIN, "ẞ ss", "[ẞ] ss"),
            ("x", WORD, "ax x", "ax [x]"),
            ("♠", WORD, "a♠ ♠", "a♠ [♠]"),
        ] {
            check(Matcher::fixed(&patterns(&[pattern]), how), line, expected);
            check(Matcher::regex(&patterns(&[pattern]), how), line, expected);
        }
    }

    #[test]
    fn any_of_several_patterns_matches() {
        let some = ["stort kort", "kort", "strafkort", "straf"];
        check(Matcher::fixed(&patterns(&some), PLAIN), "et stort kort, strafkort", "et [stort kort], [strafkort]");
        check(Matcher::fixed(&patterns(&some), WORD), "et stort kort, strafkort", "et [stort kort], [strafkort]");
        check(Matcher::fixed(&patterns(&["a b", "b c"]), WORD), "a b c", "[a b] c");
        check(Matcher::fixed(&patterns(&["ab", "b"]), WORD), "abc b", "abc [b]");
        check(Matcher::regex(&patterns(&["^a", "c$", "(?x) b # a remark"]), PLAIN), "a b c", "[a] [b] [c]");
        check(Matcher::fixed(&[], PLAIN), "a", "a");
        let long = "kage ".repeat(LONG);
        let line = format!("en {long}til");
        check(Matcher::fixed(&patterns(&["TIL", &long.to_uppercase()]), PLAIN), &line, &format!("en [{long}][til]"));
        check(Matcher::fixed(&patterns(&[long.trim_end()]), WORD), &line, &format!("en [{}] til", long.trim_end()));
        check(Matcher::regex(&[], PLAIN), "a", "a");
    }

    #[test]
    fn signs_are_signs_only_in_fixed_strings() {
        check(Matcher::fixed(&patterns(&["a.b*"]), PLAIN), "axb a.b*", "axb [a.b*]");
        check(Matcher::regex(&patterns(&["a.b*"]), PLAIN), "axb a.b*", "[axb] [a.b]*");
        // The whole word is the whole pattern.
        check(Matcher::regex(&patterns(&["a|ab"]), WORD), "ab a abc", "[ab] [a] abc");
        check(Matcher::regex(&patterns(&["(?-i)a"]), PLAIN), "A a", "A [a]");
    }

    #[test]
    fn an_empty_match_counts_and_marks_nothing() {
        let matcher = Matcher::regex(&patterns(&["x*"]), PLAIN).unwrap();
        assert_eq!(matcher.is_match("abc"), Ok(true));
        assert_eq!(matcher.spans("abc"), Ok(Vec::new()));
    }

    #[test]
    fn patience_ends() {
        let matcher = Matcher::regex(&patterns(&["a"]), PLAIN).unwrap();
        let Matcher::Regex(timed) = &matcher else { panic!("it is an expression") };
        assert_eq!(timed.spend(PATIENCE / 2), Ok(()));
        assert!(timed.spend(PATIENCE / 2).is_err());
        assert!(matcher.is_match("a").is_err() && matcher.spans("a").is_err());
    }

    #[test]
    fn a_fault_is_named_with_its_place() {
        let told = |text: &str| match Matcher::regex(&patterns(&[text]), PLAIN).err() {
            Some(Stop::Failed(failure)) => failure.lines.join("\n"),
            _ => String::new(),
        };
        let said =
            "the pattern `æ(b` is no regular expression: unclosed group at character 2; -F searches it as it stands";
        assert_eq!(told("æ(b"), said);
        assert!(told("a{2,1}").contains("at character 2"), "{}", told("a{2,1}"));
        assert!(told(r"\p{Nothing}").contains("property not found"), "{}", told(r"\p{Nothing}"));
        for bomb in ["(((a{100}){100}){100}){100}", r"\pL{5000}", &"(".repeat(5000), &r"\pL".repeat(30_000)] {
            assert!(!told(bomb).is_empty() && told(bomb).len() < 250, "{}", told(bomb));
        }
    }
}
