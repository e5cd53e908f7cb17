use std::borrow::Cow;

/// Whether a character could drive a terminal or hide text: controls, bidirectional overrides, zero-width marks, line
/// and paragraph separators.
pub fn is_unsafe(c: char) -> bool {
    let hidden = matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}');
    (c.is_control() && c != '\n' && c != '\t') || hidden
}

/// The one filter between imported text, arguments or file names and any output: control characters become pictures of
/// themselves (U+2400 block), invisible format characters the replacement character. New line and tab stay.
///
/// ```
/// assert_eq!(lawgrep_model::make_safe("a\u{1b}[31mb"), "a\u{241b}[31mb");
/// ```
pub fn make_safe(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_become_pictures_and_text_stays() {
        assert_eq!(make_safe("blå ♠ \n\t«x»"), "blå ♠ \n\t«x»");
        assert_eq!(make_safe("\0\r\u{7f}\u{9b}\u{202e}"), "\u{2400}\u{240d}\u{2421}\u{fffd}\u{fffd}");
    }
}
