use std::{borrow::Cow, collections::BTreeMap};

use lawgrep_lexicon::{Analysis, Language};
use lawgrep_model::Span;
use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::{
    blob::sum,
    words::{is_hidden, words},
};

/// One word of a text in the two forms that are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Where it stands: bytes of the text that was analysed.
    pub span: Span,
    /// Small letters, with the letters that its language counts as the same made one.
    pub folded: String,
    /// What it has in common with its other forms.
    pub stem: String,
}

/// Cuts texts of one language into [`Token`]s.
///
/// The steps, in this order: words, composed letters (NFC) without hidden characters, small letters, `same` letters
/// folded, lemma table, stemmer. Folding comes before stemming, since a stemmer that sees `å` and one that sees `aa` cut
/// differently. Every word is kept; there is no list of words to leave out.
pub struct Analyser {
    same: Vec<[String; 2]>,
    plain: Vec<[String; 2]>,
    stemmer: Option<Stemmer>,
    forms: Forms,
    plain_forms: Forms,
    tables: u64,
}

/// A second round of stemming may leave no less than this: by then what looks like an ending is the word.
const SHORT: usize = 4;
/// A stemmer settles in two or three rounds. The limit is for one that turns in a circle.
const ROUNDS: usize = 8;

impl Analyser {
    /// The analyser of that language. Without a stemmer that is known, words meet through the lemma table alone.
    pub fn new(language: &Language) -> Self {
        let Analysis { stemmer, same, plain, lemmas, tails } = &language.analysis;
        let fold = |form: &str| replaced(form, same).into_owned();
        let to_plain = |form: &str| without_accents(&replaced(&fold(form), plain));
        Self {
            stemmer: algorithm(stemmer).map(Stemmer::create),
            forms: Forms::of(lemmas, tails, fold),
            plain_forms: Forms::of(lemmas, tails, to_plain),
            same: same.clone(),
            plain: plain.clone(),
            tables: name(&language.analysis),
        }
    }

    /// A number that names the tables of the language: another one says that words may be stemmed otherwise.
    pub(crate) fn tables(&self) -> u64 {
        self.tables
    }

    /// The words of a text, in its order.
    pub fn words(&self, text: &str) -> Vec<Token> {
        let token = |(at, word): (usize, &str)| {
            let folded = self.fold(word);
            let stem = self.stem(&folded, &self.forms);
            Token { span: Span::new(at, at + word.len()), folded, stem }
        };
        words(text).map(token).collect()
    }

    /// The stem of a folded word written in plain letters; `None` where its letters are plain already.
    pub(crate) fn plain_of_text(&self, folded: &str) -> Option<String> {
        let plain = self.plain(folded);
        (plain != folded).then(|| self.stem(&plain, &self.plain_forms))
    }

    /// The plain stem by which a typed word finds others; `None` for a word with an accent, which says what it means.
    pub(crate) fn plain_of_query(&self, folded: &str) -> Option<String> {
        folded.is_ascii().then(|| self.stem(&self.plain(folded), &self.plain_forms))
    }

    fn fold(&self, word: &str) -> String {
        // Word boundaries are the same before and after composing, so the text can be cut first and keep its spans.
        let straight = |c: char| if c == '’' { '\'' } else { c };
        let lower: String = word.nfc().filter(|c| !is_hidden(*c)).flat_map(char::to_lowercase).map(straight).collect();
        replaced(&lower, &self.same).into_owned()
    }

    fn plain(&self, folded: &str) -> String {
        without_accents(&replaced(folded, &self.plain))
    }

    /// Takes endings off until the table knows the word or nothing more comes off.
    fn stem(&self, folded: &str, forms: &Forms) -> String {
        let mut word = without_genitive(folded).to_owned();
        for round in 0..ROUNDS {
            if let Some(first) = forms.first(&word) {
                return first;
            }
            let Some(stemmer) = self.stemmer.as_ref().filter(|_| word.chars().all(char::is_alphabetic)) else { break };
            let shorter = stemmer.stem(&word);
            if shorter == word || (round > 0 && shorter.chars().count() < SHORT) {
                break;
            }
            word = shorter.into_owned();
        }
        word
    }
}

/// The lemma table, letters folded.
struct Forms {
    whole: BTreeMap<String, String>,
    tails: BTreeMap<String, String>,
}

impl Forms {
    fn of(lemmas: &[Vec<String>], tails: &[Vec<String>], fold: impl Fn(&str) -> String) -> Self {
        let table = |groups: &[Vec<String>]| {
            let mut table = BTreeMap::new();
            for group in groups {
                let Some(first) = group.first() else { continue };
                for form in group {
                    table.entry(fold(form)).or_insert_with(|| fold(first));
                }
            }
            table
        };
        Self { whole: table(lemmas), tails: table(tails) }
    }

    /// The first form of the word's group: of the whole word, else of the longest tail that leaves two letters before it.
    fn first(&self, word: &str) -> Option<String> {
        if let Some(first) = self.whole.get(word).or_else(|| self.tails.get(word)) {
            return Some(first.clone());
        }
        word.char_indices().skip(2).find_map(|(at, _)| {
            let (before, tail) = word.split_at_checked(at)?;
            self.tails.get(tail).map(|first| format!("{before}{first}"))
        })
    }
}

fn name(analysis: &Analysis) -> u64 {
    let Analysis { stemmer, same, plain, lemmas, tails } = analysis;
    let pairs =
        [same, plain].map(|pairs| pairs.iter().map(|pair| pair.join("\u{1}")).collect::<Vec<_>>().join("\u{2}"));
    let groups =
        [lemmas, tails].map(|groups| groups.iter().map(|group| group.join("\u{1}")).collect::<Vec<_>>().join("\u{2}"));
    sum([stemmer.clone(), pairs.join("\u{3}"), groups.join("\u{3}")].join("\u{3}").as_bytes())
}

/// Without the genitive of abbreviations and foreign words, which no Nordic stemmer takes off: `TL's`, `IMP:s`.
fn without_genitive(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix(":s")).or_else(|| word.strip_suffix('\'')).unwrap_or(word)
}

fn replaced<'a>(text: &'a str, pairs: &[[String; 2]]) -> Cow<'a, str> {
    let mut out = Cow::Borrowed(text);
    for [from, to] in pairs {
        if !from.is_empty() && out.contains(from.as_str()) {
            out = Cow::Owned(out.replace(from.as_str(), to));
        }
    }
    out
}

fn without_accents(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    text.nfd().filter(|c| !is_combining_mark(*c)).collect()
}

/// The Snowball algorithm of that name, small letters.
fn algorithm(name: &str) -> Option<Algorithm> {
    Some(match name {
        "arabic" => Algorithm::Arabic,
        "danish" => Algorithm::Danish,
        "dutch" => Algorithm::Dutch,
        "english" => Algorithm::English,
        "finnish" => Algorithm::Finnish,
        "french" => Algorithm::French,
        "german" => Algorithm::German,
        "greek" => Algorithm::Greek,
        "hungarian" => Algorithm::Hungarian,
        "italian" => Algorithm::Italian,
        "norwegian" => Algorithm::Norwegian,
        "portuguese" => Algorithm::Portuguese,
        "romanian" => Algorithm::Romanian,
        "russian" => Algorithm::Russian,
        "spanish" => Algorithm::Spanish,
        "swedish" => Algorithm::Swedish,
        "tamil" => Algorithm::Tamil,
        "turkish" => Algorithm::Turkish,
        _ => return None,
    })
}
