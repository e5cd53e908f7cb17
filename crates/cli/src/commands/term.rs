//! `lawgrep term`: a concept of the laws in every language, where it is defined and where it is used most.

use std::collections::BTreeMap;

use lawgrep_model::UnitKey;
use lawgrep_search::{Concept, Match, Query};

use crate::{
    Outcome,
    failure::{Failure, Stop},
    flags::Term,
    json::record,
    output::Output,
    paint::{Ink, run as ink},
    session::Session,
    text::{line_of, one_line, quoted},
};

/// So many of the provisions that use a term most are named.
const MOST_USED: usize = 5;

pub(crate) fn run(args: &Term, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let session = Session::open(bundle, &args.pick)?;
    let words: Vec<String> = args.words.iter().map(|w| w.to_string_lossy().into_owned()).collect();
    let text = words.join(" ");
    if Query::words(&text).is_empty() {
        return Err(Failure::new(format!("`{}` holds no word", quoted(&text))).into());
    }
    let found = concepts(session, &text);
    for (lang, concept) in &found {
        print(session, lang, concept, args.shape.json, output)?;
    }
    if args.shape.json {
        output.json(&record("end", End { concepts: found.len() }))?;
    }
    if found.is_empty() {
        output
            .notice(&format!("no term like `{}` is known; to search the texts: lawgrep search {0}", quoted(&text)))?;
        return Ok(Outcome::Nothing);
    }
    Ok(Outcome::Done)
}

#[derive(serde::Serialize)]
struct End {
    concepts: usize,
}

/// The concepts that the whole of a text names, with the language of the term: the user's languages first, each concept once.
/// Where no language has the whole of it as a term, the longest terms in it.
fn concepts(session: &Session, text: &str) -> Vec<(String, Concept)> {
    let thesaurus = session.library.thesaurus();
    let mut langs: Vec<String> = Vec::new();
    for at in session.by_language() {
        if let Some(edition) = session.library.editions().get(at)
            && !langs.contains(&edition.lang)
        {
            langs.push(edition.lang.clone());
        }
    }
    langs.extend(thesaurus.languages().map(str::to_owned).filter(|lang| !langs.contains(lang)).collect::<Vec<_>>());
    let mut found: Vec<(usize, String, Concept)> = Vec::new();
    for lang in langs {
        let words = session.library.analyser_of(&lang).words(text);
        for span in thesaurus.terms(&lang, &words) {
            // The whole of it counts more than any part.
            let covers = if span.words.len() == words.len() { usize::MAX } else { span.words.len() };
            for concept in span.concepts.iter().filter_map(|n| thesaurus.concept(*n)) {
                if !found.iter().any(|(_, _, other)| other.id == concept.id) {
                    found.push((covers, lang.clone(), concept));
                }
            }
        }
    }
    let most = found.iter().map(|(covers, ..)| *covers).max().unwrap_or_default();
    found.retain(|(covers, ..)| *covers == most);
    found.into_iter().map(|(_, lang, concept)| (lang, concept)).collect()
}

/// A line, wrapped on a terminal.
fn lines(start: &str, text: &str, output: &mut Output) -> Result<(), Stop> {
    let line = one_line(&format!("{start}{text}"));
    match output.is_terminal() {
        true => super::show::paragraph(&line, 0, output),
        false => output.line(&line),
    }
}

/// What an edition says of a concept.
struct Said {
    edition: String,
    /// The definition, as output names it, and its text.
    definition: Option<(String, String)>,
    /// The provisions that use the term most.
    used: Vec<String>,
}

fn print(session: &Session, lang: &str, concept: &Concept, json: bool, output: &mut Output) -> Result<(), Stop> {
    // Only the languages that the flags name, or all.
    let shown = |lang: &str| session.langs.is_empty() || session.langs.iter().any(|named| named == lang);
    let mut said: Vec<Said> = Vec::new();
    for at in &session.chosen {
        said.extend(of_edition(session, *at, concept)?);
    }
    if json {
        let editions = said.iter().map(|said| Edition {
            edition: &said.edition,
            definition: said.definition.as_ref().map(|(name, _)| name.as_str()),
            text: said.definition.as_ref().map(|(_, text)| text.as_str()),
            used: &said.used,
        });
        return output.json(&record(
            "term",
            Record {
                concept: &concept.id,
                lang,
                terms: concept
                    .terms
                    .iter()
                    .filter(|(lang, _)| shown(lang))
                    .map(|(lang, terms)| (lang.as_str(), terms.as_slice()))
                    .collect(),
                provisions: &concept.laws,
                false_friends: concept.false_friends.iter().map(|(l, t)| (l.as_str(), t.as_str())).collect(),
                doubt: concept.doubt.as_deref(),
                editions: editions.collect(),
            },
        ));
    }
    if output.is_terminal() {
        output.painted(&[ink(Ink::Strong, &one_line(&concept.id))])?;
    }
    for (lang, terms) in concept.terms.iter().filter(|(lang, terms)| shown(lang) && !terms.is_empty()) {
        let terms = one_line(&terms.join(", "));
        output.line(&format!("{lang}:{}:{terms}", concept.id))?;
    }
    if !concept.laws.is_empty() {
        output.line(&format!("laws:{}:{}", concept.id, concept.laws.join(", ")))?;
    }
    for (lang, text) in &concept.false_friends {
        lines(&format!("beware:{}:{lang}: ", concept.id), text, output)?;
    }
    if let Some(doubt) = &concept.doubt {
        lines(&format!("doubt:{}:", concept.id), doubt, output)?;
    }
    for said in &said {
        if let Some((name, text)) = &said.definition {
            lines(&format!("{}:{name}:", said.edition), text, output)?;
        }
        if !said.used.is_empty() {
            output.line(&format!("used:{}:{}", said.edition, said.used.join(", ")))?;
        }
    }
    if output.is_terminal() {
        output.line("")?;
    }
    Ok(())
}

fn of_edition(session: &Session, at: usize, concept: &Concept) -> Result<Option<Said>, Stop> {
    let library = &session.library;
    let (Some(document), Some(index)) = (library.document(at).transpose()?, library.index(at).transpose()?) else {
        return Ok(None);
    };
    let edition = &document.edition;
    let same = |term: &str| {
        concept.definition.is_some()
            && library.alignment().concept(&edition.lang, term) == concept.definition.as_deref()
    };
    let definition = document.units.iter().find(|unit| matches!(&unit.key, UnitKey::Definition(term) if same(term)));
    let definition = definition.map(|unit| (one_line(&unit.key.pipe()), line_of(unit)));
    let mut used = Vec::new();
    if let Some(term) = concept.terms(&edition.lang).first() {
        let hits = index.search(&Query::words(term).asked(), library.analyser(at), Match::All).unwrap_or_default();
        // Of what is found only provisions: the definition is named already.
        let units = hits.iter().filter_map(|hit| document.unit(hit.unit)).filter(|unit| unit.key.is_provision());
        used = units.take(MOST_USED).map(|unit| one_line(&unit.key.pipe())).collect();
    }
    Ok((definition.is_some() || !used.is_empty()).then(|| Said { edition: edition.id.to_string(), definition, used }))
}

#[derive(serde::Serialize)]
struct Record<'a> {
    concept: &'a str,
    lang: &'a str,
    terms: BTreeMap<&'a str, &'a [String]>,
    provisions: &'a [String],
    false_friends: BTreeMap<&'a str, &'a str>,
    doubt: Option<&'a str>,
    editions: Vec<Edition<'a>>,
}

#[derive(serde::Serialize)]
struct Edition<'a> {
    edition: &'a str,
    definition: Option<&'a str>,
    text: Option<&'a str>,
    used: &'a [String],
}
