//! Characters that a format leaves in a text and that are none of its words.

/// Without soft hyphens and marks of no width, ligatures as letters. A low quotation mark or a sign of negation between two
/// small letters is what a soft hyphen became in another encoding. Tells how many hyphens it took out.
pub(crate) fn characters(text: &str, hyphens: &mut usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        match c {
            '\u{ad}' => *hyphens += 1,
            '\u{201e}' | '\u{ac}' if before.is_lowercase() && chars.peek().is_some_and(|n| n.is_lowercase()) => {
                *hyphens += 1;
            }
            '\u{200b}' | '\u{2060}' | '\u{feff}' => {}
            '\u{fb00}' => out.push_str("ff"),
            '\u{fb01}' => out.push_str("fi"),
            '\u{fb02}' => out.push_str("fl"),
            '\u{fb03}' => out.push_str("ffi"),
            '\u{fb04}' => out.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => out.push_str("st"),
            _ => out.push(c),
        }
        before = c;
    }
    out
}

/// A note that tells of hyphens taken out.
pub(crate) fn hyphen_note(hyphens: usize) -> Option<String> {
    (hyphens > 0).then(|| format!("{hyphens} soft hyphens inside words were taken out"))
}

/// The suit that a word or the name of a picture stands for.
pub(crate) fn suit(name: &str) -> Option<char> {
    let name = name.to_ascii_lowercase();
    let suits = [("spade", '\u{2660}'), ("heart", '\u{2665}'), ("diamond", '\u{2666}'), ("club", '\u{2663}')];
    suits.iter().find(|(word, _)| name.strip_prefix(word).is_some_and(|rest| matches!(rest, "" | "s"))).map(|s| s.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hyphens_that_are_none_go_and_quotation_marks_stay() {
        let mut hyphens = 0;
        let text = "tur\u{201e}nering mot\u{ad}spiller regel\u{ac}messig \u{201e}kort\u{201c} \u{fb01}re\u{200b}";
        assert_eq!(characters(text, &mut hyphens), "turnering motspiller regelmessig \u{201e}kort\u{201c} fire");
        assert_eq!(hyphens, 3);
        assert_eq!(characters("♠ ♥ \u{2666}\u{fe0f} æøå", &mut hyphens), "♠ ♥ \u{2666}\u{fe0f} æøå");
    }

    #[test]
    fn pictures_of_suits() {
        assert_eq!(suit("Spades"), Some('♠'));
        assert_eq!(suit("club"), Some('♣'));
        assert_eq!(suit("clubhouse"), None);
    }
}
