//! Where the words of a text are: Unicode word boundaries (UAX #29), with two corrections for law texts.

use unicode_segmentation::UnicodeSegmentation;

/// The words of a text with the byte where each begins. Signs (`§`, `♠`, dashes) are no words.
///
/// UAX #29 keeps `16C2` and `f.eks` whole. It also keeps `62C1,2`, `jf.17` and `_word_` whole, which print several
/// citations, an abbreviation before a number, or emphasis; these are cut at their signs.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.unicode_word_indices().flat_map(|(at, word)| {
        let numeric = word.chars().any(char::is_numeric);
        let cut = move |c: char| c == '_' || (numeric && (c.is_ascii_punctuation() || c == '’'));
        word.split_inclusive(cut)
            .scan(at, move |from, part| {
                let start = *from;
                *from += part.len();
                Some((start, part.trim_end_matches(cut)))
            })
            .filter(|(_, part)| part.chars().any(char::is_alphanumeric))
    })
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
        assert_eq!(all("straf\u{ad}kort a\u{30a}r"), ["straf\u{ad}kort", "a\u{30a}r"]);
    }

    #[test]
    fn a_part_is_found_where_it_stands() {
        let text = "1,1,11,1";
        assert_eq!(words(text).collect::<Vec<_>>(), [(0, "1"), (2, "1"), (4, "11"), (7, "1")]);
    }
}
