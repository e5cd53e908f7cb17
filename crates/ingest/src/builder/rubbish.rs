//! What conversions leave inside words: soft hyphens and what stands for them.
//!
//! A soft hyphen is printed at a line's end only, so one inside a text says where a line ended once; it goes, and the blank
//! after it. Some conversions write a not-sign or two low quotation marks in its place; between two letters these are no
//! signs of their own. They stay in the source as pieces of layout.

use lawgrep_model::Role;

use super::Claim;

/// Whether the bytes are such rubbish.
pub(super) fn is(words: &str) -> bool {
    words.starts_with(is_mark)
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' | '¬' | '„')
}

/// Adds a claim to `out`, without the rubbish in its words. Before the words of `and` a hyphen cuts no word.
pub(super) fn part(text: &str, claim: Claim, and: &[String], out: &mut Vec<Claim>) {
    let words = text.get(claim.range.clone()).unwrap_or("");
    let own = claim.unit.is_some() && matches!(claim.role, Role::Body | Role::Heading | Role::Note);
    if !own || !words.contains(is_mark) {
        return out.push(claim);
    }
    let mut at = claim.range.start;
    let mut push = |from: usize, to: usize, role: Role| {
        if from < to {
            let note = claim.note.filter(|_| role == claim.role);
            out.push(Claim { range: from..to, role, unit: claim.unit, note });
        }
    };
    for (offset, mark) in words.char_indices().filter(|(_, c)| is_mark(*c)) {
        let start = claim.range.start + offset;
        if start < at {
            continue;
        }
        let end = (start + length(text, start, mark, and)).min(claim.range.end);
        if start < end {
            push(at, start, claim.role);
            push(start, end, Role::Layout);
            at = end;
        }
    }
    push(at, claim.range.end, claim.role);
}

/// How many bytes go; 0 where the sign is one of the text.
fn length(text: &str, at: usize, mark: char, and: &[String]) -> usize {
    let before = text.get(..at).and_then(|w| w.chars().next_back()).is_some_and(char::is_alphabetic);
    let rest = text.get(at + mark.len_utf8()..).unwrap_or("");
    let next = rest.trim_start();
    let blank = rest.len() - next.len();
    let word = next.split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    let joined = blank > 0 && and.iter().any(|w| w == word);
    let goes_on = before && next.starts_with(char::is_lowercase) && !joined;
    match mark {
        '\u{ad}' if goes_on => mark.len_utf8() + blank,
        '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' => mark.len_utf8(),
        '¬' if goes_on => mark.len_utf8() + blank,
        '„' if before && rest.starts_with(char::is_lowercase) => mark.len_utf8(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;
    use lawgrep_model::{Citation, Edition, Standing, UnitKey};

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut builder = Builder::new(text);
        let unit = builder.open(UnitKey::provision(Citation::law(1)), None, "");
        builder.joined_by(&["and".to_owned()]);
        builder.claim(0..text.len(), Role::Body, Some(unit));
        let document = builder.finish(Edition::new("xx-2017".parse().unwrap(), "en", 2017, Standing::Official));
        assert_eq!(document.units[0].text, expected);
        assert!(document.pieces.windows(2).all(|p| p[0].span.end == p[1].span.start));
        assert_eq!(document.pieces.last().map(|p| p.span.end as usize), Some(text.len()));
    }

    #[test]
    fn words_are_whole_again() {
        check("mar\u{ad}bles and mar\u{ad}\n  bles and mar\u{ad} bles", "marbles and marbles and marbles");
        check("mar¬\nbles, mar„bles, m\u{200b}arbles", "marbles, marbles, marbles");
        check("the last\u{ad}", "the last");
        check("\u{ad}\u{ad}a", "a");
    }

    #[test]
    fn signs_of_the_text_stay() {
        check("he said „Yes“, ¬p and 3¬4", "he said „Yes“, ¬p and 3¬4");
        check("mar\u{ad} Bles", "mar Bles");
        check("marble\u{ad} and bag", "marble and bag");
    }
}
