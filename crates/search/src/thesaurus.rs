//! The terms of the game's law: what they are called in other words and other languages.
//!
//! Made by a build, laid out as texts that are searched as they are, so that a program that looks one term up decodes nothing
//! else.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use lawgrep_lexicon::{Concept as Facts, Lexicon, Spoken};
use serde::{Deserialize, Serialize};

use crate::{
    analyse::{Analyser, Token},
    packed::{Lines, Texts},
};

/// A term has at most so many words.
const LONGEST: usize = 7;

/// All concepts, by their terms.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Thesaurus {
    /// By language code: lines in order, each `stems of a term, blank between TAB number of its concept`.
    keys: BTreeMap<String, Lines>,
    /// The same for terms whose letters are not all plain, with the stems as they are typed on another keyboard.
    plain: BTreeMap<String, Lines>,
    /// Both of these for terms that are known only where a query is nothing else.
    alone: BTreeMap<String, [Lines; 2]>,
    /// One a concept, see [`Concept::line`].
    concepts: Texts,
}

/// A concept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concept {
    /// Its name in the data.
    pub id: String,
    /// The definition that explains it, by id.
    pub definition: Option<String>,
    /// Where it is chiefly ruled, as citations.
    pub laws: Vec<String>,
    /// Its terms by language code, the one in use today first.
    pub terms: Vec<(String, Vec<String>)>,
    /// What misleads a reader who knows a neighbouring language, by language code.
    pub false_friends: Vec<(String, String)>,
    /// What could not be checked.
    pub doubt: Option<String>,
}

/// A term found in a run of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Which words.
    pub words: Range<usize>,
    /// The concepts that have this term; several where it is ambiguous.
    pub concepts: Vec<u16>,
}

impl Thesaurus {
    /// Of the concepts of the data, each by its terms and by what people call it beside them, by language code; and of the topics,
    /// which are known only where a query is nothing else.
    pub fn build(concepts: &[Facts], topics: &[Facts], spoken: &BTreeMap<String, Spoken>, lexicon: &Lexicon) -> Self {
        let mut all = Self::default();
        let known: Vec<&Facts> = concepts.iter().chain(topics).collect();
        for language in &lexicon.languages {
            let code = &language.code;
            let analyser = Analyser::new(language);
            let said = spoken.get(code);
            let is_topic = |n: usize| n >= concepts.len();
            let own = |concept: &Facts| concept.terms.get(code).cloned().unwrap_or_default();
            let terms = |n: usize, concept: &Facts| {
                let others = said.and_then(|spoken| spoken.terms.get(&concept.id)).into_iter().flatten().cloned();
                if is_topic(n) { Vec::new() } else { own(concept).into_iter().chain(others).collect() }
            };
            let alone = |n: usize, concept: &Facts| {
                let others = said.and_then(|spoken| spoken.alone.get(&concept.id)).cloned().unwrap_or_default();
                if is_topic(n) { own(concept) } else { others }
            };
            let [keys, plain] = lines(&known, &analyser, terms, |words| vec![words]);
            all.keys.insert(code.clone(), keys);
            all.plain.insert(code.clone(), plain);
            // Nobody but the whole query says what it is, so the same words may be written together or apart.
            let alone = lines(&known, &analyser, alone, |words| {
                let written = [apart(&words, &analyser), together(&words, &analyser)];
                std::iter::once(words).chain(written.into_iter().flatten()).collect()
            });
            all.alone.insert(code.clone(), alone);
        }
        all.concepts = known.iter().map(|facts| Concept::of(facts).line()).collect();
        all
    }

    /// The concept of that number.
    pub fn concept(&self, number: u16) -> Option<Concept> {
        self.concepts.get(usize::from(number)).and_then(Concept::read)
    }

    /// All concepts, in the order of the data.
    pub fn all(&self) -> impl Iterator<Item = Concept> {
        self.concepts.iter().filter_map(Concept::read)
    }

    /// The languages that have terms.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.keys.keys().map(String::as_str)
    }

    /// Whether a term of a language has a word among others.
    pub fn has(&self, lang: &str, word: &Token) -> bool {
        self.stems(lang).any(|key| key.split(' ').any(|stem| stem == word.stem))
    }

    fn stems(&self, lang: &str) -> impl Iterator<Item = &str> {
        let lines = self.keys.get(lang).into_iter().flat_map(Lines::iter);
        lines.filter_map(|line| line.split('\t').next())
    }

    /// The terms of a language in a run of its words: the longest first found counts, none overlaps another.
    pub fn terms(&self, lang: &str, words: &[Token]) -> Vec<Span> {
        self.spans(words, |words| self.exact(lang, words))
    }

    /// The same in words that somebody typed: also terms in plain letters, where no term is typed so.
    pub fn terms_typed(&self, lang: &str, words: &[Token], analyser: &Analyser) -> Vec<Span> {
        let plain = self.plain.get(lang);
        let plainly = |words: &[Token]| Some(lookup(plain?, &plain_of_query(words, analyser)?));
        self.spans(words, |words| {
            let concepts = self.exact(lang, words);
            match concepts.is_empty() {
                true => plainly(words).unwrap_or_default(),
                false => concepts,
            }
        })
    }

    /// The concepts that words name of which a query has no others; none where they are a term among others too.
    pub fn alone(&self, lang: &str, words: &[Token], analyser: &Analyser) -> Vec<u16> {
        let Some([keys, plain]) = self.alone.get(lang) else { return Vec::new() };
        let concepts = lookup(keys, &key(words));
        match concepts.is_empty() {
            true => plain_of_query(words, analyser).map(|key| lookup(plain, &key)).unwrap_or_default(),
            false => concepts,
        }
    }

    fn exact(&self, lang: &str, words: &[Token]) -> Vec<u16> {
        self.keys.get(lang).map(|keys| lookup(keys, &key(words))).unwrap_or_default()
    }

    fn spans(&self, words: &[Token], concepts: impl Fn(&[Token]) -> Vec<u16>) -> Vec<Span> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let longest = LONGEST.min(words.len() - at);
            let term = (1..=longest).rev().find_map(|count| {
                let concepts = concepts(words.get(at..at + count)?);
                (!concepts.is_empty()).then_some(Span { words: at..at + count, concepts })
            });
            at = term.as_ref().map_or(at + 1, |span| span.words.end);
            found.extend(term);
        }
        found
    }
}

/// The keys of terms, and those of which are not all plain, see [`Thesaurus`]. `written`: how the words of a term may be written.
fn lines(
    concepts: &[&Facts],
    analyser: &Analyser,
    terms: impl Fn(usize, &Facts) -> Vec<String>,
    written: impl Fn(Vec<Token>) -> Vec<Vec<Token>>,
) -> [Lines; 2] {
    let (mut lines, mut plain) = (BTreeSet::new(), BTreeSet::new());
    for (n, concept) in concepts.iter().enumerate() {
        let terms = terms(n, concept);
        let words = terms.iter().map(|term| analyser.words(term)).filter(|words| !words.is_empty());
        for words in words.flat_map(&written) {
            lines.insert(format!("{}\t{n}\n", key(&words)));
            plain.extend(plain_of_term(&words, analyser).map(|key| format!("{key}\t{n}\n")));
        }
    }
    [lines, plain].map(|lines| lines.into_iter().collect::<String>().into())
}

/// A term whose compounds are written apart; `None` where it has none.
fn apart(words: &[Token], analyser: &Analyser) -> Option<Vec<Token>> {
    let parts = |word: &Token| {
        let parts: Vec<&str> =
            analyser.parts(&word.folded).into_iter().filter_map(|(range, _)| word.folded.get(range)).collect();
        if parts.len() > 1 { analyser.words(&parts.join(" ")) } else { vec![word.clone()] }
    };
    let all: Vec<Token> = words.iter().flat_map(parts).collect();
    (all.len() > words.len()).then_some(all)
}

/// A term of two words written as one; `None` for any other.
fn together(words: &[Token], analyser: &Analyser) -> Option<Vec<Token>> {
    match words {
        [first, second] => Some(analyser.words(&format!("{}{}", first.folded, second.folded))),
        _ => None,
    }
}

/// A term in plain letters, as [`plain_of_query`] finds it; `None` where all its letters are plain.
fn plain_of_term(words: &[Token], analyser: &Analyser) -> Option<String> {
    let plain: Vec<Option<String>> = words.iter().map(|word| analyser.plain_of_text(&word.folded)).collect();
    let any = plain.iter().any(Option::is_some);
    let each = words.iter().zip(plain).map(|(word, plain)| plain.unwrap_or_else(|| word.stem.clone()));
    any.then(|| each.collect::<Vec<_>>().join(" "))
}

/// Words that may be plain spellings of others; `None` where an accent says that none of them is.
fn plain_of_query(words: &[Token], analyser: &Analyser) -> Option<String> {
    let plain: Vec<Option<String>> = words.iter().map(|word| analyser.plain_of_query(&word.folded)).collect();
    let any = plain.iter().any(Option::is_some);
    let each = words.iter().zip(plain).map(|(word, plain)| plain.unwrap_or_else(|| word.stem.clone()));
    any.then(|| each.collect::<Vec<_>>().join(" "))
}

/// The stems of a term in one text.
fn key(words: &[Token]) -> String {
    words.iter().map(|token| token.stem.as_str()).collect::<Vec<_>>().join(" ")
}

/// The numbers on the lines of that key.
fn lookup(lines: &Lines, key: &str) -> Vec<u16> {
    let start = format!("{key}\t");
    let numbers = lines.with_key(key).map_while(|line| line.strip_prefix(&start));
    numbers.filter_map(|number| number.parse().ok()).collect()
}

// Stand between the fields of a line, between items, and inside an item. No term holds them.
const FIELD: char = '\t';
const ITEM: char = '\u{1e}';
const PART: char = '\u{1f}';

impl Concept {
    fn of(facts: &Facts) -> Self {
        Self {
            id: facts.id.clone(),
            definition: facts.definition.clone(),
            laws: facts.laws.clone(),
            terms: facts.terms.iter().map(|(lang, terms)| (lang.clone(), terms.clone())).collect(),
            false_friends: facts.false_friends.iter().map(|(lang, text)| (lang.clone(), text.clone())).collect(),
            doubt: facts.doubt.clone(),
        }
    }

    /// The terms of a language.
    pub fn terms(&self, lang: &str) -> &[String] {
        self.terms.iter().find(|(other, _)| other == lang).map_or(&[], |(_, terms)| terms)
    }

    /// Its line: fields between tabs, items between `ITEM`, parts of an item between `PART`.
    fn line(&self) -> String {
        let joined = |parts: Vec<String>, by: char| parts.join(&by.to_string());
        let terms = self
            .terms
            .iter()
            .map(|(lang, terms)| joined(std::iter::once(lang.clone()).chain(terms.iter().cloned()).collect(), PART));
        let friends = self.false_friends.iter().map(|(lang, text)| format!("{lang}{PART}{text}"));
        let fields = vec![
            self.id.clone(),
            self.definition.clone().unwrap_or_default(),
            joined(self.laws.clone(), ITEM),
            joined(terms.collect(), ITEM),
            joined(friends.collect(), ITEM),
            self.doubt.clone().unwrap_or_default(),
        ];
        let clean = |text: String| text.replace(['\n', '\r'], " ");
        joined(fields.into_iter().map(clean).collect(), FIELD)
    }

    fn read(line: &str) -> Option<Self> {
        let mut fields = line.split(FIELD);
        let mut field = || fields.next().unwrap_or_default();
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let items = |text: &str| -> Vec<String> {
            text.split(ITEM).filter(|item| !item.is_empty()).map(str::to_owned).collect()
        };
        let id = some(field())?;
        let definition = some(field());
        let laws = items(field());
        let terms = items(field());
        let terms = terms.iter().filter_map(|item| {
            let mut parts = item.split(PART).map(str::to_owned);
            Some((parts.next()?, parts.filter(|term| !term.is_empty()).collect()))
        });
        let terms = terms.collect();
        let friends = items(field());
        let friends = friends.iter().filter_map(|item| item.split_once(PART));
        let false_friends = friends.map(|(lang, text)| (lang.to_owned(), text.to_owned())).collect();
        Some(Self { id, definition, laws, terms, false_friends, doubt: some(field()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thesaurus() -> (Thesaurus, Lexicon) {
        let lexicon = Lexicon::embedded().unwrap();
        let concepts = lexicon.concepts().unwrap();
        let topics = lexicon.topics().unwrap();
        (Thesaurus::build(&concepts, &topics, &lexicon.spoken(&concepts).unwrap(), &lexicon), lexicon)
    }

    fn found(lang: &str, text: &str) -> Vec<(Range<usize>, Vec<String>)> {
        let (thesaurus, lexicon) = thesaurus();
        let analyser = Analyser::new(lexicon.language(lang).unwrap());
        let words = analyser.words(text);
        let id = |n: &u16| thesaurus.concept(*n).unwrap().id;
        thesaurus
            .terms_typed(lang, &words, &analyser)
            .into_iter()
            .map(|s| (s.words, s.concepts.iter().map(id).collect()))
            .collect()
    }

    #[test]
    fn the_longest_term_counts_in_any_of_its_forms() {
        let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        assert_eq!(found("da", "strafkortet"), [(0..1, ids(&["penalty-card"]))]);
        assert!(found("en", "two penalty cards").contains(&(1..3, ids(&["penalty-card"]))));
        assert_eq!(found("en", "zzz"), []);
    }

    #[test]
    fn a_term_is_found_by_what_people_call_it_and_in_plain_letters() {
        let one = |lang: &str, text: &str| found(lang, text).into_iter().flat_map(|(_, ids)| ids).collect::<Vec<_>>();
        for (lang, text, id) in [
            ("no", "fargesvikt", "revoke"),
            ("sv", "zonläge", "vulnerability"),
            ("nl", "te laag bod", "insufficient-bid"),
            ("da", "spilforeren", "declarer"),
            ("da", "spilfoereren", "declarer"),
            ("sv", "trakarlens rattigheter", "dummys-rights"),
            ("sv", "spelförare", "declarer"),
        ] {
            assert_eq!(one(lang, text), [id], "{lang} {text}");
        }
        // A letter with an accent is meant.
        assert_eq!(one("da", "spilfårer"), [""; 0]);
    }

    #[test]
    fn a_topic_is_known_where_a_query_is_nothing_else_written_together_or_apart() {
        let (thesaurus, lexicon) = thesaurus();
        let topic = |lang: &str, text: &str| {
            let analyser = Analyser::new(lexicon.language(lang).unwrap());
            let concepts = thesaurus.alone(lang, &analyser.words(text), &analyser);
            concepts.into_iter().filter_map(|n| Some(thesaurus.concept(n)?.laws.first()?.clone())).next()
        };
        for (lang, text, law) in [
            ("en", "table number", "3"),
            ("da", "bordnummer", "3"),
            ("da", "bord nummer", "3"),
            ("da", "bordnumre", "3"),
            ("en", "tablenumber", "3"),
            ("sv", "bordsnumret", "3"),
        ] {
            assert_eq!(topic(lang, text).as_deref(), Some(law), "{lang} {text}");
        }
        assert_eq!(topic("en", "the table number was wrong"), None);
        assert!(found("en", "table number").iter().all(|(words, _)| words.len() < 2));
    }

    #[test]
    fn a_concept_keeps_all_that_is_known_of_it() {
        let (thesaurus, lexicon) = thesaurus();
        for (n, facts) in lexicon.concepts().unwrap().iter().enumerate() {
            assert_eq!(thesaurus.concept(u16::try_from(n).unwrap()), Some(Concept::of(facts)), "{}", facts.id);
        }
        assert_eq!(thesaurus.concept(u16::MAX), None);
    }
}
