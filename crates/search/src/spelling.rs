//! How the words are spelt that people use at the table: those of terms, of situations, and the forms that a language lists.
//!
//! Stems are enough to compare words with; whoever looks for what a typing error may have meant needs whole words, in the
//! letters of any keyboard. Kept as one text a language, whose lines are in order and searched as they are.

use std::collections::BTreeMap;

use lawgrep_lexicon::{Language, Situation, Spoken};

use crate::{Thesaurus, analyse::Analyser, packed::Lines};

/// A word that people use, or a term of several written as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spelt<'a> {
    /// In plain letters.
    pub plain: &'a str,
    /// As it is written; with blanks where a term of several words was written as one.
    pub shown: &'a str,
    /// Where it is from.
    pub from: Source,
}

/// Where a spelling is from, the likeliest to be meant first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// A term or a word of one.
    Term,
    /// A word that people tell situations in.
    Said,
    /// A form in the tables of the language.
    Form,
}

impl Source {
    const ALL: [(Self, &'static str); 3] = [(Self::Term, "t"), (Self::Said, "s"), (Self::Form, "f")];

    fn letter(self) -> &'static str {
        Self::ALL.iter().find(|(source, _)| *source == self).map_or("", |(_, letter)| letter)
    }

    fn of(letter: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, other)| *other == letter).map(|(source, _)| *source)
    }
}

/// Shorter words are misspelt into each other too easily to be looked for.
const SHORTEST: usize = 3;

/// The lines of a language: `plain word TAB as it is written TAB source`.
pub(crate) fn lines(
    language: &Language,
    analyser: &Analyser,
    situations: &[Situation],
    spoken: Option<&Spoken>,
    thesaurus: &Thesaurus,
) -> Lines {
    let code = &language.code;
    let mut all: BTreeMap<(String, String), Source> = BTreeMap::new();
    let mut add = |folded: &str, source: Source| {
        let letters = folded.chars().filter(|c| *c != '\'').all(char::is_alphabetic);
        if letters && folded.chars().count() >= SHORTEST {
            let entry = all.entry((analyser.plainly(folded), folded.to_owned())).or_insert(source);
            *entry = (*entry).min(source);
        }
    };
    let concepts: Vec<_> = thesaurus.all().collect();
    let terms = concepts.iter().flat_map(|concept| concept.terms(code));
    let others = spoken.into_iter().flat_map(|spoken| spoken.terms.values().flatten());
    let mut glued: Vec<(String, String)> = Vec::new();
    for term in terms.chain(others) {
        let words: Vec<String> = analyser.words(term).into_iter().map(|token| token.folded).collect();
        words.iter().for_each(|word| add(word, Source::Term));
        if words.len() > 1 {
            glued.push((words.concat(), words.join(" ")));
        }
    }
    let phrases = situations.iter().filter_map(|situation| situation.phrases.get(code)).flatten();
    let said = spoken.into_iter().flat_map(|spoken| [spoken.alike.as_str(), spoken.light.as_str()]);
    for text in phrases.map(String::as_str).chain(said) {
        analyser.words(text).iter().for_each(|token| add(&token.folded, Source::Said));
    }
    let forms = language.analysis.lemmas.as_str().lines().filter(|line| !line.trim_start().starts_with('#'));
    for token in forms.flat_map(|line| analyser.words(line)) {
        add(&token.folded, Source::Form);
    }
    for (one, apart) in glued {
        if one.chars().all(char::is_alphabetic) {
            all.entry((analyser.plainly(&one), apart)).or_insert(Source::Term);
        }
    }
    let line =
        |((plain, shown), source): ((String, String), Source)| format!("{plain}\t{shown}\t{}\n", source.letter());
    all.into_iter().map(line).collect::<String>().into()
}

/// All spellings.
pub(crate) fn each(lines: &Lines) -> impl Iterator<Item = Spelt<'_>> {
    lines.iter().filter_map(Spelt::read)
}

/// The spellings of a word in plain letters.
pub(crate) fn of<'a>(lines: &'a Lines, plain: &str) -> impl Iterator<Item = Spelt<'a>> {
    let own = plain.to_owned();
    lines.with_key(plain).filter_map(Spelt::read).take_while(move |spelt| spelt.plain == own)
}

impl<'a> Spelt<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let mut fields = line.split('\t');
        Some(Self { plain: fields.next()?, shown: fields.next()?, from: Source::of(fields.next()?)? })
    }
}
