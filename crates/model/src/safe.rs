use std::borrow::Cow;

/// Whether a character could drive a terminal or hide text: controls, bidirectional overrides, zero-width marks, line
/// and paragraph separators, invisible annotations and tags. A soft hyphen is none: it is where a word may be parted.
pub fn is_unsafe(c: char) -> bool {
    let hidden = matches!(
        c,
        '\u{061C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}'
    );
    (c.is_control() && c != '\n' && c != '\t') || hidden
}

/// The one filter between imported text, arguments or file names and any output: control characters become pictures of
/// themselves (U+2400 block), invisible format characters the replacement character. New line and tab stay.
///
/// ```
/// assert_eq!(lawgrep_model::make_safe("a\u{1b}[31mb"), "a\u{241b}[31mb");
/// ```
pub fn make_safe(text: &str) -> Cow<'_, str> {
    if is_plain(text) || !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let picture = |c: char| match c {
        _ if !is_unsafe(c) => c,
        '\u{00}'..='\u{1f}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{FFFD}'),
        '\u{7f}' => '\u{2421}',
        _ => '\u{FFFD}',
    };
    Cow::Owned(text.chars().map(picture).collect())
}

/// Whether the bytes of a text tell that it holds nothing unsafe. Nearly every text is such, and everything printed is asked.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let hides = |at: usize| match bytes.get(at..).unwrap_or_default() {
        [b'\n' | b'\t', ..] => false,
        [0xC2, next, ..] => *next < 0xA0,
        [0xE2, 0x80, last, ..] => matches!(last, 0x8B..=0x8F | 0xA8..=0xAE),
        [0xE2, 0x81, last, ..] => *last >= 0xA0,
        [0xEF, next, ..] => matches!(next, 0xBB | 0xBF),
        [0xD8, next, ..] => *next == 0x9C,
        [0xE1, 0xA0, last, ..] => *last == 0x8E,
        [0xF3, 0xA0, next, ..] => *next < 0x82,
        [byte, ..] => *byte < 0x80 && begins(*byte),
        [] => false,
    };
    // Many bytes at a time, by few comparisons and without a branch: few runs hold any that is worth a look.
    let suspect = |run: &[u8]| {
        run.iter().fold(false, |any, byte| any | (*byte < b' ') | (*byte == 0x7F) | (*byte == 0xC2) | (*byte >= 0xD8))
    };
    let hidden = |(n, run): (usize, &[u8])| {
        suspect(run) && run.iter().zip(n * RUN..).any(|(byte, at)| begins(*byte) && hides(at))
    };
    !bytes.chunks(RUN).enumerate().any(hidden)
}

/// So many bytes are looked at together.
const RUN: usize = 64;

/// Whether an unsafe character may begin with that byte.
const fn begins(byte: u8) -> bool {
    (byte < b' ')
        | (byte == 0x7F)
        | (byte == 0xC2)
        | (byte == 0xD8)
        | (byte == 0xE1)
        | (byte == 0xE2)
        | (byte == 0xEF)
        | (byte == 0xF3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unsafe_character_is_met_alone_in_a_plain_text() {
        for c in (0..0x3000).chain(0xF000..0x1_0000).chain(0xE_0000..0xE_0100).filter_map(char::from_u32) {
            let made = make_safe(&format!("ab{c}cd")).chars().any(|c| !"abcd".contains(c) && is_unsafe(c));
            assert!(!made, "U+{:04X}", u32::from(c));
            assert!(c == '\n' || c == '\t' || !is_unsafe(c) || !is_plain(&c.to_string()), "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn controls_become_pictures_and_text_stays() {
        assert_eq!(make_safe("blå ♠ \n\t«x»"), "blå ♠ \n\t«x»");
        assert_eq!(make_safe("\0\r\u{7f}\u{9b}\u{202e}"), "\u{2400}\u{240d}\u{2421}\u{fffd}\u{fffd}");
    }
}
