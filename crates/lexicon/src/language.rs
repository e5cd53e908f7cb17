use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Late, Table};

/// One language of the laws: how it names, refers, arranges and inflects. Words are in small letters unless said.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// Its code on the command line: `no`.
    pub code: String,
    /// Other codes for it, small letters: `nb`.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Its code where others expect BCP 47: `nb` for `no`.
    pub bcp47: String,
    /// Its name in English.
    pub name: String,
    /// Its name in itself.
    pub native: String,
    /// Frequent words that tell it from its neighbours; the share of them in a text decides the language.
    pub frequent: Vec<String>,
    /// Everyday words, also those that neighbours share: with `frequent` and the words of `references` they tell the language
    /// of a few lines that are no law book.
    #[serde(default)]
    pub everyday: Vec<String>,
    /// How it refers to provisions.
    pub references: References,
    /// How its law books are arranged.
    pub structure: Late<Structure>,
    /// The words for numbers, suits and cards.
    #[serde(default)]
    pub counts: Late<Counts>,
    /// How its words are folded and stemmed for search.
    pub analysis: Analysis,
}

/// The words by which references are found.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct References {
    /// How a citation is printed for a reader, `{}` in its place: `§ {}`, `lag {}`.
    pub print: String,
    /// Words before a law number, longest first where one begins another: `§§`, `§`, `lagarna`, `lag`, `artikel`.
    pub law: Vec<String>,
    /// Words before a part of the law that is being read: `punkt`, `pkt.`, `seksjon`.
    pub part: Vec<String>,
    /// Words after a part that say "in this law, before or after here": `ovenfor`, `ovan`, `hierboven`, `below`.
    pub direction: Vec<String>,
    /// The same for words that are prepositions too; they count only where the clause ends after them: `under`, `over`.
    pub direction_end: Vec<String>,
    /// Phrases for the law being read: `denne loven`, `this law`.
    pub this_law: Vec<String>,
    /// What joins the last two of a list: `og`, `eller`, `of`.
    pub and: Vec<String>,
    /// What stands between the ends of a range, beside every dash: `til`, `t/m`.
    pub to: Vec<String>,
    /// What joins a part to the law it belongs to: `i`, `av`, `van` ("punkt A1 i § 43").
    pub of: Vec<String>,
    /// Phrases that send the reader elsewhere: `se`, `se også`, `zie verder`. After them stands a provision or a defined term.
    pub see: Vec<String>,
    /// Further phrases after which a letter of the law being read is a reference: `enligt`, `som i`, `overtreding van`.
    pub cue: Vec<String>,
    /// Prepositions after which a number or letter alone points within the law being read: `under` ("som under 1").
    pub within: Vec<String>,
    /// Prepositions and verbs after which a letter with a number is a reference ("toepassen van E1") and, in a print that
    /// lost its section signs, a bare number is a law: `i`, `av`, `brukes`.
    pub bare_cue: Vec<String>,
    /// Words before which, in such a print and at the start of a sentence or bracket, a bare number is a law: `kan`, `gjelder`.
    pub bare_verb: Vec<String>,
    /// Letters that are words of the language: `i`, `a`. Alone between words they are no section or item.
    pub letter_words: Vec<String>,
    /// What the genitive glues to a citation: `s` in "§ 16s", "Law 16's".
    pub possessive: Vec<String>,
    /// What is counted, and months: a number before one of these words is no reference. Words of four letters and more also
    /// count as the beginning of a longer one (`kort`, `kortene`).
    pub unit: Vec<String>,
    /// Words of other rule books (or their beginnings); a number that goes with one links to no law: `vedtægterne`, `statuten`.
    pub statute: Vec<String>,
    /// Endings of names of other laws and rule books, which stand for any that end so: `loven` for `straffeloven`.
    pub statute_ending: Vec<String>,
    /// Words that name a code of the laws with its year beside them: `laws`, `code` for "the 2007 code", "Laws of 2017".
    pub code: Vec<String>,
    /// Words that do so only after the year: "the 2007 code", but not "zip code 2007".
    pub code_after: Vec<String>,
    /// Words of `law` that name other things too: `lag` is a law and a team. Outside law books a number after one of them is
    /// a law only beside a letter, or after a phrase of `see`, `cue` or `homonym_cue`.
    pub homonym: Vec<String>,
    /// Phrases after which such a word is a law: `tillämpade`.
    pub homonym_cue: Vec<String>,
    /// Words for a footnote: the reference is to the note of the law named: `fodnoten til`.
    pub footnote: Vec<String>,
}

/// The words by which the parts of a law book are told apart.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Structure {
    /// Words before the number in a law's heading line: `§`, `artikel`, `law`.
    pub law: Vec<String>,
    /// Headings of the table of contents.
    pub contents: Vec<String>,
    /// First words of the foreword's heading.
    pub foreword: Vec<String>,
    /// First words of the introduction's heading.
    pub introduction: Vec<String>,
    /// Headings of the definitions.
    pub definitions: Vec<String>,
    /// Headings of exercises.
    pub exercises: Vec<String>,
    /// Headings of their answers.
    pub answers: Vec<String>,
    /// Headings of screen rules.
    pub screens: Vec<String>,
    /// Words in a table's number cell that make the row a definition.
    pub definition_cell: Vec<String>,
    /// Words in a table's number cell before a number that make the row a remark on that law: `not om`.
    pub remark_cell: Vec<String>,
    /// Words before a page's number: `side`, `page`.
    pub page: Vec<String>,
    /// Words that stand for a number in a table's head: `nr`, `number`.
    pub number_word: Vec<String>,
    /// The letters in the order of its dictionaries, which is that of the definitions in a book; of a letter that is not among
    /// them the letter without its accent counts. Empty for the Latin ones.
    pub alphabet: String,
    /// Words after a law's number that make the page one of remarks on it: `bijlage`, `annex`.
    pub annex: Vec<String>,
    /// Words that open an inline note in brackets: `noot`.
    pub note: Vec<String>,
    /// Defined terms, written as the books print them. They tell where a run-in definition begins.
    pub terms: Vec<String>,
    /// Abbreviations and names that keep their capital inside a heading: `TL`, `Nord`.
    pub acronyms: Vec<String>,
    /// Verbs that may follow an abbreviation at the start of a sentence: `skal`, `kan`.
    pub verbs: Vec<String>,
    /// For tables whose numbers stand apart from their texts: subject words (beginnings) of laws and sections, by citation.
    pub subjects: BTreeMap<String, Vec<String>>,
}

/// The words by which two texts are compared whatever their language. Each in all its forms.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Counts {
    /// Words and signs after a number that make it a percentage.
    pub percent: Vec<String>,
    /// What may be glued to a number word: `kort` in "firekort".
    pub counted: Vec<String>,
    /// By value, the words for a number, ordinals too. A value that ends in `?` has words that may stand for the number but need
    /// not: both, either; one, which is an article; tens, which are also cards.
    pub numbers: BTreeMap<String, Vec<String>>,
    /// By name, the words and the sign of a suit.
    pub suits: BTreeMap<String, Vec<String>>,
    /// By name, the words for a card that is no number.
    pub cards: BTreeMap<String, Vec<String>>,
}

/// How words are folded and stemmed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Analysis {
    /// Name of the Snowball stemmer, as rust-stemmers spells it in small letters: `norwegian`.
    pub stemmer: String,
    /// Letters or letter pairs that count as the same letter, `[from, to]`: `["ä", "æ"]`. Applied before stemming.
    pub same: Vec<[String; 2]>,
    /// Plainer spellings that also find the word, in a weaker field, `[from, to]`: `["ø", "o"]`.
    pub plain: Vec<[String; 2]>,
    /// What people type for other letters, `[typed, meant]`: `["y", "ij"]`. Counts as one typing error.
    pub typed: Vec<[String; 2]>,
    /// Forms that are one word though the stemmer parts them, or several though it throws them together: one group a line,
    /// forms between blanks, the first stands for all. Lines that begin with `#` are remarks.
    ///
    /// One long string, since a list of some hundred lists would be most of what is read when the program starts.
    pub lemmas: Table,
    /// Groups like `lemmas` whose forms also end compounds: `lederen` stands for `leder` in `turneringslederen` too.
    pub tails: Table,
    /// The words that compounds are made of, small letters, between blanks; lines that begin with `#` are remarks. A word is a
    /// compound only if all of it is made of these, so that no `kort` is found in `forkortelse`.
    pub parts: Table,
    /// What may stand between two parts of a compound: `s`, `e`, `en`.
    pub links: Vec<String>,
}
