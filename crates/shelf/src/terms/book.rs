//! What is known of the terms: `corpus/concepts.toml`, which tells the terms of each concept, and `corpus/terms.toml`, which
//! tells how to look for them.

use std::collections::BTreeMap;

use lawgrep_ingest::CorpusFault;
use serde::Deserialize;

use super::NUMBERS;

/// By language code.
type ByLanguage<T> = BTreeMap<String, T>;

/// Concepts with their terms, and how to look for them.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    /// Terms by language, by concept.
    concepts: BTreeMap<String, ByLanguage<Vec<String>>>,
    rules: Rules,
}

#[derive(Deserialize)]
struct Concepts {
    concept: Vec<toml::Table>,
}

/// `corpus/terms.toml`; its head explains the fields.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Rules {
    equal: Vec<String>,
    left_out: Vec<LeftOut>,
    everyday: ByLanguage<Vec<String>>,
    also: ByLanguage<BTreeMap<String, Vec<String>>>,
    numbers: ByLanguage<BTreeMap<String, Vec<String>>>,
    exception: Vec<Exception>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct LeftOut {
    concept: String,
    /// Everywhere if it names none.
    #[serde(default)]
    langs: Vec<String>,
    reason: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    concept: String,
    langs: Vec<String>,
    at: Vec<String>,
    reason: String,
}

impl Terms {
    /// Reads both files, each as (name, text).
    ///
    /// # Errors
    /// When one is no TOML of its shape, names a concept that is not there, or leaves a reason empty.
    pub fn read(concepts: (&str, &str), rules: (&str, &str)) -> Result<Self, CorpusFault> {
        let list: Concepts = parsed(concepts)?;
        let rules_of = parsed::<Rules>(rules)?;
        let mut terms = Self { rules: rules_of, ..Self::default() };
        for table in list.concept {
            let id = table.get("id").and_then(toml::Value::as_str).unwrap_or("").to_owned();
            let lists = table.into_iter().filter_map(|(key, value)| {
                let list = value.as_array()?.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect();
                Some((key, list))
            });
            terms.concepts.insert(id, lists.collect());
        }
        terms.check().map_err(|(what, remedy)| CorpusFault { file: rules.0.to_owned(), line: 1, what, remedy })?;
        Ok(terms)
    }

    fn check(&self) -> Result<(), (String, String)> {
        let rules = &self.rules;
        let named = rules.equal.iter().chain(rules.left_out.iter().map(|l| &l.concept));
        let named = named.chain(rules.also.values().flat_map(BTreeMap::keys));
        let mut named = named.chain(rules.exception.iter().map(|e| &e.concept).filter(|c| *c != NUMBERS));
        if let Some(unknown) = named.find(|c| !self.concepts.contains_key(*c)) {
            return Err((format!("`{unknown}` is no concept"), "take the id from corpus/concepts.toml".to_owned()));
        }
        let mut reasons = rules.left_out.iter().map(|l| (&l.concept, &l.reason));
        let excepted = rules.exception.iter().map(|e| (&e.concept, &e.reason));
        if let Some((concept, _)) = reasons.by_ref().chain(excepted).find(|(_, reason)| reason.trim().is_empty()) {
            return Err((format!("`{concept}` has no reason"), "say why it is passed over".to_owned()));
        }
        Ok(())
    }

    /// Concept, place of every exception of that language.
    pub(super) fn exceptions(&self, lang: &str) -> impl Iterator<Item = (&str, &str)> {
        let of_lang = self.rules.exception.iter().filter(move |e| e.langs.iter().any(|l| l == lang));
        of_lang.flat_map(|e| e.at.iter().map(|at| (e.concept.as_str(), at.as_str())))
    }

    /// Each concept's id, its terms in that language, and further words that tell of it there.
    pub(super) fn concepts(&self, lang: &str) -> impl Iterator<Item = (&str, &[String], &[String])> {
        let also = self.rules.also.get(lang);
        self.concepts.iter().map(move |(id, lists)| {
            let more = also.and_then(|a| a.get(id)).map_or(&[][..], Vec::as_slice);
            (id.as_str(), lists.get(lang).map_or(&[][..], Vec::as_slice), more)
        })
    }

    /// Phrases that hold a word of a term and mean nothing of the game.
    pub(super) fn everyday(&self, lang: &str) -> &[String] {
        self.rules.everyday.get(lang).map_or(&[], Vec::as_slice)
    }

    /// Value and words of the numbers.
    pub(super) fn numbers(&self, lang: &str) -> impl Iterator<Item = (&str, &[String])> {
        let list = self.rules.numbers.get(lang);
        list.into_iter().flatten().map(|(value, words)| (value.as_str(), words.as_slice()))
    }

    pub(super) fn is_equal(&self, concept: &str) -> bool {
        self.rules.equal.iter().any(|c| c == concept)
    }

    pub(super) fn is_left_out(&self, concept: &str, lang: &str) -> bool {
        let here = |l: &LeftOut| l.langs.is_empty() || l.langs.iter().any(|l| l == lang);
        self.rules.left_out.iter().any(|l| l.concept == concept && here(l))
    }
}

fn parsed<T: for<'de> Deserialize<'de>>((name, text): (&str, &str)) -> Result<T, CorpusFault> {
    toml::from_str(text).map_err(|e| {
        let before = e.span().and_then(|s| text.get(..s.start)).unwrap_or("");
        CorpusFault {
            file: name.to_owned(),
            line: u32::try_from(before.matches('\n').count() + 1).unwrap_or(1),
            what: e.message().to_owned(),
            remedy: "write it as its neighbours".to_owned(),
        }
    })
}
