//! Where a run-in heading ends and the text begins, when the print puts no mark between them.
//!
//! ```text
//! Vending av stikket Ingen spiller skal vende ...
//! ^^^^^^^^^^^^^^^^^^ heading
//! ```
//!
//! A heading is one capital and then small letters, so the text begins at the next word with a capital. Abbreviations
//! ("TL") and names ("Nord") keep their capital inside a heading; one of them begins the text only if a verb follows it, or
//! if the sentence has no other capital. A full stop after a number ("12. stik") ends nothing.

use lawgrep_lexicon::Structure;

/// Byte offset in `text` at which the body begins; `None` if all of `text` is one heading (or one sentence without a
/// heading: the caller knows which of the two can be).
pub(crate) fn split(text: &str, structure: &Structure) -> Option<usize> {
    let words = words(text);
    let mut first_name = None;
    for (n, (at, word)) in words.iter().enumerate().skip(1) {
        let bare = word.trim_start_matches(['«', '“', '"', '\'', '‘', '(', '»', '”', '„']);
        let opens = word.len() != bare.len();
        if bare.chars().next().is_some_and(char::is_uppercase) {
            if is_name(bare, structure) {
                let next = words.get(n + 1).map_or("", |(_, w)| *w);
                if structure.verbs.iter().any(|v| v == next) {
                    return Some(*at);
                }
                first_name.get_or_insert(*at);
            } else if !opens || !word.starts_with('(') {
                return Some(*at);
            }
        }
        if ends_sentence(word) {
            break;
        }
    }
    first_name
}

/// Whether the text is a heading and nothing more: no capital after its first word but those of abbreviations and names.
pub(crate) fn is_one(text: &str, structure: &Structure) -> bool {
    split(text, structure)
        .is_none_or(|at| is_name(text.get(at..).unwrap_or("").split_whitespace().next().unwrap_or(""), structure))
}

/// Whether a word ends a sentence: a full stop, not after a number or a single letter.
pub(crate) fn ends_sentence(word: &str) -> bool {
    let bare = word.trim_end_matches([')', '»', '”', '"', '’']);
    let Some(stem) = bare.strip_suffix(['.', '!', '?']) else { return bare.ends_with(':') };
    let short = stem.chars().filter(|c| c.is_alphanumeric()).count() <= 1;
    !(short || stem.chars().all(|c| c.is_ascii_digit()))
}

fn is_name(word: &str, structure: &Structure) -> bool {
    let stem = word.trim_end_matches(|c: char| !c.is_alphanumeric());
    let part =
        |w: &str| structure.acronyms.iter().any(|a| a == w || w.strip_prefix(a.as_str()).is_some_and(|r| r == "s"));
    part(stem) || (stem.contains(['-', '/']) && stem.split(['-', '/']).all(part))
}

fn words(text: &str) -> Vec<(usize, &str)> {
    let mut out = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        match (c.is_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(s)) => {
                out.push((s, text.get(s..at).unwrap_or("")));
                start = None;
            }
            _ => {}
        }
    }
    if let Some(s) = start {
        out.push((s, text.get(s..).unwrap_or("")));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, heading: &str) {
        let structure = Structure {
            acronyms: ["TL", "Nord", "Syd"].map(str::to_owned).to_vec(),
            verbs: ["skal", "kan"].map(str::to_owned).to_vec(),
            ..Structure::default()
        };
        let got = split(text, &structure).map_or(text, |at| &text[..at]);
        assert_eq!(got.trim(), heading);
    }

    #[test]
    fn the_text_begins_at_the_next_capital() {
        check("Flytting av bord Spillerne flytter når de vil.", "Flytting av bord");
        check("spill av kort En spiller legger kortet.", "spill av kort");
        check("Én mappe Den deles.", "Én mappe");
    }

    #[test]
    fn a_heading_alone_is_all_heading() {
        check("Kort som vises fram", "Kort som vises fram");
        check("Feil mappe (eller bord)", "Feil mappe (eller bord)");
    }

    #[test]
    fn a_number_with_a_full_stop_ends_nothing() {
        check("Feil i det 12. stikk Når feilen ses, rettes den.", "Feil i det 12. stikk");
    }

    #[test]
    fn abbreviations_and_names_may_stand_in_a_heading() {
        check("Plikten til å kalle TL Den som ser feilen, sier fra.", "Plikten til å kalle TL");
        check("Start TL deler ut plasser til alle.", "Start");
        check("Retting av feil TL kan rette den for Nord.", "Retting av feil");
        check("Kall på TL når kortet vises TL skal kalles.", "Kall på TL når kortet vises");
        check("Nord-Syd mot resten Alle spiller.", "Nord-Syd mot resten");
    }
}
