use std::{borrow::Cow, ops::Range, sync::OnceLock};

use lawgrep_lexicon::{Analysis, Language};
use lawgrep_model::{Span, checksum};
use rust_stemmers::{Algorithm, Stemmer};
use serde::{Deserialize, Serialize};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::{
    SearchError,
    forms::Forms,
    parts::Splitter,
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
    analysis: Analysis,
    stemmer: Option<Stemmer>,
    forms: Forms<'static>,
    plain_forms: OnceLock<Forms<'static>>,
    splitter: OnceLock<Splitter>,
    tables: u64,
}

/// A second round of stemming may leave no less than this: by then what looks like an ending is the word.
const SHORT: usize = 4;
/// A longer word is none: it stays as it is. A stemmer may take a time that is the square of a word's length.
pub(crate) const LONGEST: usize = 80;
/// A stemmer settles in two or three rounds. The limit is for one that turns in a circle.
const ROUNDS: usize = 8;

impl Analyser {
    /// The analyser of that language. Without a stemmer that is known, words meet through the lemma table alone.
    pub fn new(language: &Language) -> Self {
        Self::of(&language.analysis, Prepared::of(&language.analysis))
    }

    /// The same, with tables that a build made of that language by [`prepare`]. `None` for bytes that are none.
    pub fn prepared(language: &Language, tables: &'static [u8]) -> Option<Self> {
        postcard::from_bytes(tables).ok().map(|tables| Self::of(&language.analysis, tables))
    }

    fn of(analysis: &Analysis, Prepared { name, forms, plain }: Prepared<'static>) -> Self {
        Self {
            stemmer: algorithm(&analysis.stemmer).map(Stemmer::create),
            forms,
            plain_forms: plain.map(OnceLock::from).unwrap_or_default(),
            splitter: OnceLock::new(),
            tables: name,
            analysis: analysis.clone(),
        }
    }

    /// A number that names the tables of the language: another one says that words may be stemmed otherwise.
    pub(crate) fn tables(&self) -> u64 {
        self.tables
    }

    /// The words of a text, in its order.
    pub fn words(&self, text: &str) -> Vec<Token> {
        let token = |(at, word): (usize, &str)| {
            let (folded, stem) = self.forms_of(word);
            Token { span: Span::new(at, at + word.len()), folded, stem }
        };
        words(text).map(token).collect()
    }

    /// One word, folded, and its stem.
    pub(crate) fn forms_of(&self, word: &str) -> (String, String) {
        let folded = self.fold(word);
        let stem = self.stem(&folded, &self.forms);
        (folded, stem)
    }

    /// The stem of a folded word written in plain letters; `None` where its letters are plain already.
    pub(crate) fn plain_of_text(&self, folded: &str) -> Option<String> {
        let plain = self.plainly(folded);
        (plain != folded).then(|| self.stem(&plain, self.plain_forms()))
    }

    /// The parts of a compound, each with its bytes in the folded word and its stem; none for any other word.
    pub fn parts(&self, folded: &str) -> Vec<(Range<usize>, String)> {
        let stem = |word: &str| self.stem(word, &self.forms);
        let ranges = self.splitter().split(folded, stem);
        let part = |range: Range<usize>| (range.clone(), stem(folded.get(range).unwrap_or_default()));
        ranges.into_iter().map(part).collect()
    }

    /// Made when first asked for; only writing an index and marking words need it.
    fn splitter(&self) -> &Splitter {
        self.splitter.get_or_init(|| {
            let parts = replaced(self.analysis.parts.as_str(), &self.analysis.same);
            let links = self.analysis.links.iter().map(|link| replaced(link, &self.analysis.same).into_owned());
            Splitter::new(&parts, links.collect(), |word| self.stem(word, &self.forms))
        })
    }

    /// The plain stem by which a typed word finds others; `None` for a word with an accent, which says which letter it
    /// means.
    pub(crate) fn plain_of_query(&self, folded: &str) -> Option<String> {
        // A letter that folding made of two plain ones (`aa`) was typed plainly.
        let made = |c: char| self.analysis.same.iter().any(|[from, to]| from.is_ascii() && to.chars().eq([c]));
        let plainly = folded.chars().all(|c| c.is_ascii() || made(c));
        plainly.then(|| self.stem(&self.plainly(folded), self.plain_forms()))
    }

    fn fold(&self, word: &str) -> String {
        // Letters below the combining marks are composed already; so are nearly all words of our languages.
        let composed = word.chars().all(|c| c < '\u{300}' && !is_hidden(c));
        // Word boundaries are the same before and after composing, so the text can be cut first and keep its spans.
        let word: Cow<'_, str> =
            if composed { Cow::Borrowed(word) } else { word.nfc().filter(|c| !is_hidden(*c)).collect() };
        let lower = word.to_lowercase().replace('’', "'");
        replaced(&lower, &self.analysis.same).into_owned()
    }

    /// A folded word in plain letters, no ending taken off: as it is typed on a keyboard without those of its language.
    pub fn plainly(&self, folded: &str) -> String {
        plain(folded, &self.analysis)
    }

    /// A folded word with the letters for which people type others; `None` where it has none of these.
    pub fn typed_for(&self, folded: &str) -> Option<String> {
        match replaced(folded, &self.analysis.typed) {
            Cow::Owned(meant) => Some(meant),
            Cow::Borrowed(_) => None,
        }
    }

    /// Made when first asked for, unless a build made them; most queries find their words as they are typed.
    fn plain_forms(&self) -> &Forms<'_> {
        self.plain_forms.get_or_init(|| plain_forms(&self.analysis))
    }

    /// Takes endings off until the table knows the word or nothing more comes off.
    fn stem(&self, folded: &str, forms: &Forms<'_>) -> String {
        let mut word = without_genitive(folded).to_owned();
        if word.len() > LONGEST {
            return word;
        }
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

/// What an [`Analyser`] is made of, as a build makes it once.
#[derive(Serialize, Deserialize)]
struct Prepared<'a> {
    /// See [`Analyser::tables`].
    name: u64,
    #[serde(borrow)]
    forms: Forms<'a>,
    /// The same tables in plain letters.
    #[serde(borrow)]
    plain: Option<Forms<'a>>,
}

impl Prepared<'_> {
    fn of(analysis: &Analysis) -> Self {
        let forms = Forms::new(analysis, |table| replaced(table, &analysis.same).into_owned());
        Self { name: name(analysis), forms, plain: None }
    }
}

/// The tables of a language as bytes that [`Analyser::prepared`] takes as they are.
///
/// # Errors
/// When they cannot be written; no language is known to make it.
pub fn prepare(language: &Language) -> Result<Vec<u8>, SearchError> {
    let prepared = Prepared { plain: Some(plain_forms(&language.analysis)), ..Prepared::of(&language.analysis) };
    postcard::to_stdvec(&prepared).map_err(|e| SearchError::Engine(e.to_string()))
}

fn plain_forms<'a>(analysis: &Analysis) -> Forms<'a> {
    Forms::new(analysis, |table| plain(&replaced(table, &analysis.same), analysis))
}

fn plain(folded: &str, analysis: &Analysis) -> String {
    without_accents(&replaced(folded, &analysis.plain))
}

/// One number for all tables, so that two versions of them can be told apart.
fn name(analysis: &Analysis) -> u64 {
    let Analysis { stemmer, same, plain, lemmas, tails, parts, links, typed: _ } = analysis;
    let end = String::new();
    let pairs = same.iter().flatten().chain([&end]).chain(plain.iter().flatten());
    let tables = [end.as_str(), stemmer, lemmas.as_str(), tails.as_str(), parts.as_str()];
    let texts = pairs.map(String::as_str).chain(tables).chain(links.iter().map(String::as_str));
    texts.fold(0, |name, text| {
        let text = checksum(text.as_bytes());
        checksum(&[name.to_le_bytes(), text.to_le_bytes()].concat())
    })
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
