//! Small helpers over regular expressions and characters that several layouts share.

use regex::Regex;

/// Compiles a pattern that is written in this crate (or built from escaped lexicon words).
#[expect(clippy::expect_used, reason = "patterns are constants of this crate; the tests compile every one")]
pub(crate) fn re(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern of this crate")
}

/// An alternation of literal words, longest first, for use inside a pattern. `$^` (matches nothing) for no words.
pub(crate) fn any_of<S: AsRef<str>>(words: &[S]) -> String {
    let mut words: Vec<&str> = words.iter().map(AsRef::as_ref).filter(|w| !w.is_empty()).collect();
    words.sort_by_key(|w| std::cmp::Reverse(w.len()));
    if words.is_empty() {
        return "[^\\s\\S]".to_owned();
    }
    words.iter().map(|w| regex::escape(w)).collect::<Vec<_>>().join("|")
}

/// White space collapsed to single blanks, ends trimmed. Soft hyphens stay; search passes over them.
pub(crate) fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// The first `most` characters, for messages.
pub(crate) fn clip(text: &str, most: usize) -> String {
    let text = collapse(text);
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or("")),
        None => text,
    }
}

/// Length of the beginning of `text` that reads `name` in small letters; `None` if it begins with something else.
pub(crate) fn begins_with(text: &str, name: &str) -> Option<usize> {
    let mut rest = name;
    for (at, c) in text.char_indices() {
        if rest.is_empty() {
            return Some(at);
        }
        for small in c.to_lowercase() {
            rest = rest.strip_prefix(small)?;
        }
    }
    rest.is_empty().then_some(text.len())
}

/// The span of `range` without white space at its ends.
pub(crate) fn trim(text: &str, range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let slice = text.get(range.clone()).unwrap_or("");
    let start = range.start + (slice.len() - slice.trim_start().len());
    let end = range.start + slice.trim_end().len();
    if start <= end { start..end } else { range.start..range.start }
}

/// Whether the words are a heading in capitals: at least one word of three capital letters, and no small letter.
pub(crate) fn in_capitals(text: &str) -> bool {
    !text.chars().any(char::is_lowercase)
        && text.split(|c: char| !c.is_alphabetic()).any(|w| w.chars().filter(|c| c.is_uppercase()).count() >= 3)
}
