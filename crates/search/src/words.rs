//! Where the words of a text are: Unicode word boundaries (UAX #29), with two corrections for law texts.

use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

/// The words of a text with the byte where each begins. Signs (`§`, `♠`, dashes) are no words.
///
/// UAX #29 keeps `16C2` and `f.eks` whole. It also keeps `62C1,2`, `jf.17`, `Lag69A` and `_word_` whole, which print
/// several citations, a number after a word that lost its blank, and emphasis; these are cut.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.unicode_word_indices().flat_map(|(at, word)| parts(at, word))
}

fn parts(at: usize, word: &str) -> Vec<(usize, &str)> {
    // A mark belongs to the sign or blank before it; no word that is typed begins with one.
    let begins = |c: char| c.is_alphanumeric() && !is_combining_mark(c);
    let begun = |(at, part): (usize, &'_ str)| part.find(begins).map(|skip| (at + skip, skip));
    let numeric = word.chars().any(char::is_numeric);
    if !numeric && !word.contains('_') {
        return begun((at, word)).and_then(|(at, skip)| Some((at, word.get(skip..)?))).into_iter().collect();
    }
    let sign = |c: char| c == '_' || (numeric && (c.is_ascii_punctuation() || c == '’'));
    let mut parts = Vec::new();
    let mut start = 0;
    let mut letters = 0;
    for (here, c) in word.char_indices() {
        // Two letters before a digit are a word; one is a section or item: `c2`.
        if sign(c) || (c.is_numeric() && letters > 1) {
            parts.extend(word.get(start..here).map(|part| (at + start, part)));
            start = here + if sign(c) { c.len_utf8() } else { 0 };
            letters = 0;
        } else if c.is_numeric() {
            letters = 0;
        } else if c.is_alphabetic() {
            letters += 1;
        }
    }
    parts.extend(word.get(start..).map(|part| (at + start, part)));
    let begun = |(at, part)| begun((at, part)).and_then(|(at, skip)| Some((at, part.get(skip..)?)));
    parts.into_iter().filter_map(begun).collect()
}

/// Characters that a reader does not see inside a word: soft hyphen, zero-width signs.
pub(crate) fn is_hidden(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{34F}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<&str> {
        words(text).map(|(at, word)| text.get(at..at + word.len()).unwrap()).collect()
    }

    #[test]
    fn citations_stay_whole_and_signs_vanish() {
        assert_eq!(all("§47E2, se §§ 16C2 og 12C1(b) – ♠ …"), ["47E2", "se", "16C2", "og", "12C1", "b"]);
        assert_eq!(
            all("62C1,2 jf.17 63A1.2; 1.5 a_b _ord_ 57A’s"),
            ["62C1", "2", "jf", "17", "63A1", "2", "1", "5", "a", "b", "ord", "57A", "s"]
        );
    }

    #[test]
    fn words_of_letters_follow_unicode() {
        assert_eq!(all("f.eks. ikke-fejlende makker’s"), ["f.eks", "ikke", "fejlende", "makker’s"]);
        assert_eq!(all("Lag69A enn13 c2 20F5b b4a"), ["Lag", "69A", "enn", "13", "c2", "20F5b", "b4a"]);
        assert_eq!(all("straf\u{ad}kort a\u{30a}r"), ["straf\u{ad}kort", "a\u{30a}r"]);
    }

    #[test]
    fn a_mark_goes_with_the_sign_before_it() {
        assert_eq!(all("1a'\u{11d3c}b"), ["1a", "b"]);
        assert_eq!(all(" \u{308}a `\u{11d3a}x `\u{11d3a}"), ["a", "x"]);
        assert_eq!(all("a_\u{308}b 1,\u{308}2 a\u{308}_b"), ["a", "b", "1", "2", "a\u{308}", "b"]);
    }

    #[test]
    fn a_part_is_found_where_it_stands() {
        let text = "1,1,11,1";
        assert_eq!(words(text).collect::<Vec<_>>(), [(0, "1"), (2, "1"), (4, "11"), (7, "1")]);
    }
}
