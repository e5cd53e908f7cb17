//! The language of a text: one of those that lawgrep reads, or the name of one that it does not.

use std::{borrow::Cow, collections::HashMap};

use lawgrep_lexicon::{Foreign, Language, Lexicon};

use super::{Confidence, NotLaw, Overrides, Reason};

/// Which part of a text's words must be frequent ones of a language: a twelfth is far below any law text in its own language
/// and far above one in another.
const SHARE: usize = 12;
/// Which part must be words that tell a language that is not known: they are rarer.
const TELLING: usize = 25;
/// So many words tell nothing.
const FEW: usize = 5;

/// The language of a text.
pub(super) fn language<'l>(
    text: &str,
    lexicon: &'l Lexicon,
    overrides: &Overrides,
) -> Result<(&'l Language, Reason), NotLaw> {
    let codes = || lexicon.languages.iter().map(|l| l.code.as_str()).collect::<Vec<_>>().join(", ");
    let none = || NotLaw::Language { known: codes() };
    if let Some(code) = &overrides.lang {
        let language = lexicon.language(code).ok_or_else(none)?;
        return Ok((language, Reason::new("language", &language.code, Confidence::Told, "by the user")));
    }
    let (counts, count) = count(text);
    let hits = |words: &[String]| words.iter().filter_map(|w| counts.get(w.as_str())).sum::<usize>();
    let mut known: Vec<(&Language, usize)> = lexicon.languages.iter().map(|l| (l, hits(&l.frequent))).collect();
    // Of equals the last one, as ever.
    known.reverse();
    known.sort_by_key(|(_, hits)| std::cmp::Reverse(*hits));
    let (best, most) = known.first().copied().ok_or_else(none)?;
    if let Some(foreign) = foreign(lexicon, best, count, hits) {
        return Err(NotLaw::Foreign { name: foreign.name.clone(), known: codes() });
    }
    if most * SHARE < count || most < FEW {
        return Err(none());
    }
    let (next, second) = known.get(1).copied().unwrap_or((best, 0));
    let confidence = match () {
        () if most * 4 >= second * 5 && most >= FEW * 4 => Confidence::High,
        () if most > second => Confidence::Medium,
        () => Confidence::Low,
    };
    let why = format!("{most} of {count} words are frequent in {}, {second} in {}", best.name, next.name);
    Ok((best, Reason::new("language", &best.code, confidence, why)))
}

/// The language that lawgrep cannot read whose own words the text has more of than of those that only `best` has of the two.
fn foreign<'l>(
    lexicon: &'l Lexicon,
    best: &Language,
    count: usize,
    hits: impl Fn(&[String]) -> usize,
) -> Option<&'l Foreign> {
    let tells = |foreign: &&Foreign| {
        let telling = hits(&foreign.telling);
        let only: Vec<String> = best.frequent.iter().filter(|w| !foreign.shared.contains(w)).cloned().collect();
        telling >= FEW && telling * TELLING >= count && telling > hits(&only)
    };
    let unread = lexicon.foreign.iter().filter(|f| lexicon.language(&f.code).is_none_or(|l| l.code != f.code));
    unread.filter(tells).max_by_key(|f| hits(&f.telling))
}

/// How often each word stands in a text, in small letters, and how many words there are.
pub(crate) fn count(text: &str) -> (HashMap<Cow<'_, str>, usize>, usize) {
    let mut counts: HashMap<Cow<'_, str>, usize> = HashMap::new();
    let mut count = 0;
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|w| !w.is_empty()) {
        count += 1;
        let capital = word.chars().any(char::is_uppercase);
        *counts.entry(if capital { Cow::Owned(word.to_lowercase()) } else { Cow::Borrowed(word) }).or_default() += 1;
    }
    (counts, count)
}
