use std::collections::BTreeMap;

use lawgrep_lexicon::References;

use crate::tokens::{Kind, Tokens, fold};

/// What a phrase of the language does beside a reference. The names are those of [`References`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Law,
    Part,
    Direction,
    DirectionEnd,
    ThisLaw,
    And,
    To,
    Of,
    See,
    Cue,
    Within,
    BareCue,
    BareVerb,
    Statute,
    Footnote,
    Homonym,
    HomonymCue,
}

const ROLES: usize = Role::HomonymCue as usize + 1;

/// Shortest word that also counts as the beginning of a longer one.
const STEM: usize = 4;

/// The phrases of one or more languages, cut as texts are.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    /// By first token: role, the other tokens.
    phrases: BTreeMap<String, Vec<(Role, Vec<String>)>>,
    /// Phrases whose last word may go on: statutes.
    open: Vec<(Role, Vec<String>)>,
    /// Endings of the names of other rule books.
    statute_endings: Vec<String>,
    units: Vec<String>,
    letter_words: Vec<char>,
    possessive: Vec<String>,
}

impl Words {
    pub(crate) fn add(&mut self, references: &References) {
        let roles = [
            (Role::Law, &references.law),
            (Role::Part, &references.part),
            (Role::Direction, &references.direction),
            (Role::DirectionEnd, &references.direction_end),
            (Role::ThisLaw, &references.this_law),
            (Role::And, &references.and),
            (Role::To, &references.to),
            (Role::Of, &references.of),
            (Role::See, &references.see),
            (Role::Cue, &references.cue),
            (Role::Within, &references.within),
            (Role::BareCue, &references.bare_cue),
            (Role::BareVerb, &references.bare_verb),
            (Role::Footnote, &references.footnote),
            (Role::Homonym, &references.homonym),
            (Role::HomonymCue, &references.homonym_cue),
        ];
        for (role, phrases) in roles {
            for phrase in phrases {
                let mut cut = cut(phrase).into_iter();
                if let Some(first) = cut.next() {
                    self.phrases.entry(first).or_default().push((role, cut.collect()));
                }
            }
        }
        for phrase in &references.statute {
            self.open.push((Role::Statute, cut(phrase)));
        }
        self.statute_endings.extend(references.statute_ending.iter().map(|e| fold(e)));
        self.units.extend(references.unit.iter().map(|u| fold(u)));
        self.possessive.extend(references.possessive.iter().cloned());
        self.letter_words.extend(references.letter_words.iter().filter_map(|l| l.chars().next()));
    }

    /// Finds all phrases of a text.
    pub(crate) fn mark(&self, tokens: &Tokens<'_>) -> Marks {
        let folded: Vec<String> = (0..tokens.len()).map(|i| tokens.folded(i)).collect();
        let mut marks = Marks { at: vec![[0; ROLES]; tokens.len() + 1], before: vec![[0; ROLES]; tokens.len() + 1] };
        for (i, word) in folded.iter().enumerate() {
            for (role, rest) in self.phrases.get(word).into_iter().flatten() {
                if folded.get(i + 1..).is_some_and(|after| after.starts_with(rest)) {
                    marks.set(*role, i, rest.len() + 1);
                }
            }
            if self.statute_endings.iter().any(|e| word.strip_suffix(e.as_str()).is_some_and(|name| name.len() > 2)) {
                marks.set(Role::Statute, i, 1);
            }
            for (role, phrase) in &self.open {
                if begins(folded.get(i..).unwrap_or(&[]), phrase) {
                    marks.set(*role, i, phrase.len());
                }
            }
        }
        marks
    }

    /// Whether token `i` says what the number before it counts: "12 kort".
    pub(crate) fn counts(&self, tokens: &Tokens<'_>, i: usize) -> bool {
        if tokens.sign(i) == Some('%') {
            return true;
        }
        if !tokens.is(i, Kind::Word) {
            return false;
        }
        let word = tokens.folded(i);
        self.units.iter().any(|unit| is_or_begins(&word, unit))
    }

    /// Whether it is an ending of the genitive.
    pub(crate) fn is_possessive(&self, ending: &str) -> bool {
        self.possessive.iter().any(|p| p == ending)
    }

    /// The endings of the genitive.
    pub(crate) fn endings(&self) -> impl Iterator<Item = &str> {
        self.possessive.iter().map(String::as_str)
    }

    /// Whether the letter alone is a word of the language.
    pub(crate) fn is_letter_word(&self, letter: char) -> bool {
        self.letter_words.contains(&letter.to_ascii_lowercase())
    }
}

/// Which phrases stand where in one text.
#[derive(Debug)]
pub(crate) struct Marks {
    at: Vec<[u8; ROLES]>,
    before: Vec<[u8; ROLES]>,
}

impl Marks {
    fn set(&mut self, role: Role, i: usize, len: usize) {
        let short = u8::try_from(len).unwrap_or(u8::MAX);
        for (table, place) in [(&mut self.at, i), (&mut self.before, i + len)] {
            if let Some(slot) = table.get_mut(place).and_then(|row| row.get_mut(role as usize)) {
                *slot = (*slot).max(short);
            }
        }
    }

    /// The token after the longest phrase of that role that begins at token `i`.
    pub(crate) fn after(&self, role: Role, i: usize) -> Option<usize> {
        let len = self.at.get(i).and_then(|row| row.get(role as usize)).copied().unwrap_or(0);
        (len > 0).then(|| i + usize::from(len))
    }

    /// Whether a phrase of that role begins at token `i`.
    pub(crate) fn at(&self, role: Role, i: usize) -> bool {
        self.after(role, i).is_some()
    }

    /// Whether a phrase of that role ends right before token `i`.
    pub(crate) fn before(&self, role: Role, i: usize) -> bool {
        self.before.get(i).and_then(|row| row.get(role as usize)).is_some_and(|len| *len > 0)
    }
}

fn cut(phrase: &str) -> Vec<String> {
    let tokens = Tokens::of(phrase);
    (0..tokens.len()).map(|i| tokens.folded(i)).collect()
}

/// Whether the phrase stands at the head of `words`, its last word perhaps longer there.
fn begins(words: &[String], phrase: &[String]) -> bool {
    let Some((last, firsts)) = phrase.split_last() else { return false };
    words.starts_with(firsts) && words.get(firsts.len()).is_some_and(|word| is_or_begins(word, last))
}

fn is_or_begins(word: &str, stem: &str) -> bool {
    word == stem || (stem.len() >= STEM && word.starts_with(stem))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        let list = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        let mut all = Words::default();
        all.add(&References {
            law: list(&["§§", "§"]),
            cue: list(&["i henhold til", "til"]),
            statute: list(&["vedtægt"]),
            unit: list(&["kort", "par", "%"]),
            ..References::default()
        });
        all
    }

    #[test]
    fn the_longest_phrase_counts() {
        let tokens = Tokens::of("I henhold\u{a0}til §§ 13");
        let marks = words().mark(&tokens);
        assert_eq!(marks.after(Role::Cue, 0), Some(3));
        assert_eq!(marks.after(Role::Law, 3), Some(5));
        assert!(marks.before(Role::Law, 5) && marks.before(Role::Cue, 3) && !marks.before(Role::Cue, 2));
    }

    #[test]
    fn long_words_also_count_as_beginnings() {
        let all = words();
        let counts = |text: &str| all.counts(&Tokens::of(text), 0);
        assert!(counts("Kortene") && counts("%") && counts("par"));
        assert!(!counts("paragraf") && !counts("(kort"));
        let tokens = Tokens::of("vedtægternes §§ 13");
        assert!(all.mark(&tokens).at(Role::Statute, 0));
    }
}
