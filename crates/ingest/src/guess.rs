//! What language a text is in and which code it is about, where it is no law book: a few lines may be all there is.

use std::collections::BTreeSet;

use lawgrep_lexicon::{Code, Language, Lexicon};
use lawgrep_model::Citation;

use crate::recognise::count;

/// Fewer words of a language than this tell nothing.
const FEWEST: usize = 3;
/// Of all words at least one in so many is one of the language's; a text in another language has fewer.
const SHARE: usize = 8;
/// How much a year that stands in the text counts beside its citations, and how much a code that is named there.
const YEAR: i64 = 2;
const NAMED: i64 = 2;
/// So many words from the year on a word for the laws names a code, and so many before it.
const AFTER: usize = 2;
const BEFORE: usize = 4;
/// A word for the laws of so many bytes may be the end of another one: `bridgelovene`.
const LONG: usize = 5;

/// The language of a text; `None` where two are as likely, or none is. Told by everyday words, by those of the laws, and by the
/// words that stand around references.
pub fn language<'l>(text: &str, lexicon: &'l Lexicon) -> Option<&'l Language> {
    fn telling(language: &Language) -> BTreeSet<&str> {
        let own = &language.references;
        let around = [
            &own.law,
            &own.part,
            &own.direction,
            &own.and,
            &own.to,
            &own.of,
            &own.see,
            &own.cue,
            &own.bare_cue,
            &own.bare_verb,
            &own.unit,
            &own.statute,
        ];
        let words = around.into_iter().flatten().flat_map(|phrase| phrase.split_whitespace());
        let words = words.chain(language.frequent.iter().chain(&language.everyday).map(String::as_str));
        // One letter is too often an initial.
        words.filter(|word| word.chars().count() > 1 && word.chars().all(char::is_alphabetic)).collect()
    }
    let (counts, count) = count(text);
    let hits = |words: BTreeSet<&str>| words.iter().filter_map(|word| counts.get(*word)).sum::<usize>();
    let mut ranked: Vec<(usize, &Language)> = lexicon.languages.iter().map(|l| (hits(telling(l)), l)).collect();
    ranked.sort_by_key(|(hits, _)| std::cmp::Reverse(*hits));
    let (most, best) = *ranked.first()?;
    let next = ranked.get(1).map_or(0, |(hits, _)| *hits);
    // Neighbours share most of their words; one word more may be a name.
    let apart = most >= next + 2 && (most - next) * 50 >= most;
    (most >= FEWEST && most * SHARE >= count && apart).then_some(best)
}

/// Which code a text is about, and by what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuessedCode {
    /// The year of the code.
    pub year: u16,
    /// Something in the text speaks for it; else it is the code in force.
    pub told: bool,
    /// What speaks for a code in the text speaks for several.
    pub torn: bool,
}

/// Guesses the code by provisions that only one code has, by words, by being named, and by the latest year that stands in the text
/// otherwise: nobody rules by a code of later years. `None` only where the lexicon knows no code.
pub fn code(text: &str, cites: &[Citation], lexicon: &Lexicon) -> Option<GuessedCode> {
    let in_force = lexicon.code_in_force()?.year;
    let words = text.to_lowercase();
    let count = |list: &[String]| {
        list.iter().filter(|c| c.parse::<Citation>().is_ok_and(|c| cites.contains(&c))).count() as i64
    };
    let Years { named, latest } = Years::of(text, lexicon);
    let votes: Vec<(u16, i64)> = (lexicon.codes.iter())
        .map(|code| {
            let words = code.words.iter().filter(|w| words.contains(w.as_str())).count() as i64;
            let dated = latest.is_some_and(|year| was_in_force(code, year));
            let named = named == [code.year];
            let years = if dated { YEAR } else { 0 } + if named { NAMED } else { 0 };
            (code.year, count(&code.has) + words - count(&code.lacks) * 2 + years)
        })
        .collect();
    let most = votes.iter().map(|(_, vote)| *vote).max().unwrap_or(0);
    let mut best = votes.iter().filter(|(_, vote)| *vote == most).map(|(year, _)| *year);
    // What the code in force has too speaks for no other code: a letter of today may cite it.
    let dated = |year: u16| latest.is_some_and(|at| lexicon.code(year).is_some_and(|code| was_in_force(code, at)));
    let told = |year: u16| year == in_force || dated(year) || named == [year] || lacks_some(lexicon, in_force, cites);
    match (best.next(), best.next()) {
        (Some(year), None) if most > 0 && told(year) => Some(GuessedCode { year, told: true, torn: false }),
        _ => Some(GuessedCode { year: in_force, told: false, torn: !named.is_empty() }),
    }
}

/// Whether a code has not all of these provisions.
fn lacks_some(lexicon: &Lexicon, year: u16, cites: &[Citation]) -> bool {
    lexicon.spine(year).is_none_or(|spine| {
        let has = spine.by_citation();
        cites.iter().any(|cite| !has.contains_key(cite))
    })
}

/// Whether a code was the law at the end of a year, as far as its first and last year tell.
fn was_in_force(code: &Code, year: u16) -> bool {
    let year_of = |date: &Option<String>| date.as_deref().and_then(|d| d.get(..4)).and_then(|y| y.parse::<u16>().ok());
    let from = year_of(&code.in_force_from).unwrap_or(code.year);
    let until = year_of(&code.in_force_until).or(code.superseded_by).unwrap_or(u16::MAX);
    from <= year && year <= until
}

/// The years that a text names in four digits.
pub(crate) struct Years {
    /// The codes that are named by theirs, in order: "the 2007 code", "Laws of 2017".
    pub(crate) named: Vec<u16>,
    /// The latest of the others, among those that could be one of a code.
    latest: Option<u16>,
}

impl Years {
    pub(crate) fn of(text: &str, lexicon: &Lexicon) -> Self {
        // Each word, and whether it only goes on after the one before: nothing but blanks, hyphens or a bracket stand between, and few.
        let mut words: Vec<(bool, String)> = Vec::new();
        let mut between = String::new();
        for piece in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
            let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
            if !word.is_empty() {
                let goes_on = between.chars().all(|c| c.is_whitespace() || c == '-' || c == '(') && between.len() < 4;
                words.push((goes_on, word.to_lowercase()));
                between.clear();
            }
            between.push_str(piece.get(word.len()..).unwrap_or_default());
        }
        let is_code = |word: &str, is_after: bool| {
            let own = lexicon.languages.iter().map(|language| &language.references);
            let after = own.clone().flat_map(|own| &own.code_after).filter(|_| is_after);
            own.flat_map(|own| &own.code)
                .any(|code| code == word || (code.len() >= LONG && word.ends_with(code.as_str())))
                || after.into_iter().any(|code| code == word)
        };
        let (mut named, mut bare, mut latest) = (Vec::new(), Vec::new(), None);
        let years = words
            .iter()
            .enumerate()
            .filter(|(_, (_, word))| word.len() == 4 && (word.starts_with("19") || word.starts_with("20")));
        for (at, year) in years.filter_map(|(at, (_, word))| Some((at, word.parse::<u16>().ok()?))) {
            // "2007 års lagar", and "Laws of Duplicate Bridge 2007".
            let after = words.iter().skip(at + 1).take(AFTER).take_while(|(goes_on, _)| *goes_on);
            let before = words.get(at.saturating_sub(BEFORE)..=at).unwrap_or_default();
            let together = before
                .iter()
                .rev()
                .scan(true, |goes_on, (next, word)| std::mem::replace(goes_on, *goes_on && *next).then_some(word));
            let names = after.into_iter().any(|(_, word)| is_code(word, true))
                || together.into_iter().any(|word| is_code(word, false));
            match lexicon.code(year) {
                Some(_) if names => named.push(year),
                Some(_) => bare.push(year),
                None if (1997..2100).contains(&year) => latest = latest.max(Some(year)),
                None => {}
            }
        }
        // Where codes are named their years are no dates: "the laws of 1997 and those of 2007".
        if named.is_empty() {
            latest = latest.max(bare.into_iter().max());
        } else {
            named.append(&mut bare);
        }
        named.sort_unstable();
        named.dedup();
        Self { named, latest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_lines_tell_their_language() {
        let lexicon = Lexicon::embedded().unwrap();
        for (text, lang) in [
            ("TL ble tilkalt etter at Nord hadde spilt ut. Han dømte etter § 16C2.", Some("no")),
            ("TL blev tilkaldt efter udspillet fra Nord, og makker fik ikke lov.", Some("da")),
            ("TL kallades efter utspelet och dömde enligt lag 16C2 att ruter inte får spelas.", Some("sv")),
            ("De arbiter werd geroepen na het bod van Oost, zie artikel 16.", Some("nl")),
            ("The director was called by declarer and ruled under Law 16.", Some("en")),
            ("L'arbitre fut appelé par le déclarant, article 16.", None),
            ("Der Turnierleiter wurde nach dem Reizen gerufen und entschied nach Paragraph 16.", None),
            ("16C2", None),
            ("§ 16C2 og § 50", None),
            ("", None),
        ] {
            assert_eq!(language(text, &lexicon).map(|l| l.code.as_str()), lang, "{text}");
        }
    }

    #[test]
    fn the_code_is_told_by_citations_and_years() {
        let lexicon = Lexicon::embedded().unwrap();
        let guess = |text: &str, cites: &[&str]| {
            let cites: Vec<Citation> = cites.iter().map(|c| c.parse().unwrap()).collect();
            code(text, &cites, &lexicon).map(|g| (g.year, g.told)).unwrap()
        };
        assert_eq!(guess("nothing", &["16C2"]), (2017, false));
        assert_eq!(guess("nothing", &["12C3", "72B4"]), (1997, true));
        assert_eq!(guess("nothing", &["16D", "50D2a"]), (2017, false), "both codes have them");
        assert_eq!(guess("nothing", &["23A"]), (2017, true));
        assert_eq!(guess("played on 3 May 1999", &[]), (1997, true));
        assert_eq!(guess("12.03.2012, founded 1932", &[]), (2007, true));
        assert_eq!(guess("2024-05-01; the 2007 laws", &[]), (2017, false), "by which of them?");
        assert_eq!(guess("on 3 May 2016 of the new laws of 2017", &[]), (2017, false));
        assert_eq!(guess("Under the Laws of 1997, Law 16C2; today 16D", &["16C2", "16D"]), (1997, true));
        for other in ["Zip code 2012", "Appeal 2012: code of practice"] {
            assert_eq!(guess(other, &[]), (2007, true), "{other} is a date");
        }
        assert_eq!(guess("Zip code 2017", &[]), (2017, false));
        assert_eq!(guess("in 2017", &[]), (2017, false), "a year of two codes");
        for named in [
            "the 2007 code, 16C2",
            "Laws 2007",
            "Laws of 2007",
            "2007-lovene",
            "Lover 2007",
            "spelregels 2007",
            "According to the Laws of Duplicate Bridge 2007 the player broke Law 16C.",
            "Enligt lagarna från 2007 gällde lag 16C",
            "Enligt 2007 års lagar",
            "Efter lovene fra 2007 gjaldt § 16C",
            "Bridgelovene 2007",
            "Spelregels voor wedstrijdbridge 2007",
        ] {
            assert_eq!(guess(named, &[]), (2007, true), "{named}");
        }
        assert_eq!(guess("the laws of 1997 and those of 2007", &[]), (2017, false), "which of them?");
        assert_eq!(guess("Laws 2007, 2017 code", &["16C2"]), (2017, false), "two are named");
        assert_eq!(guess("We read the laws. 2007 was a good year.", &[]), (1997, true), "a date");
        let torn = |text: &str| code(text, &[], &lexicon).is_some_and(|guess| guess.torn);
        assert!(torn("Laws 2007, 2017 code") && !torn("nothing") && !torn("Laws 2007"));
        assert_eq!(guess("NS +1430, id 20123, x2012", &[]), (2017, false));
    }
}
