//! In which ways a query can be meant.

use lawgrep_search::{
    Analyser, Asked, Concept, Group, Kind, Level, Likeness, Match, Query, Source, Token, Way, allowed, distance,
};
use lawgrep_shelf::Library;

use super::{ALIKE, analysers, languages, texts::Texts};
use crate::failure::Stop;

/// Another term of the same concept in the language of the query.
const SYNONYM: f32 = 0.55;
/// The term of another language.
const TRANSLATED: f32 = 0.9;
/// What a word may have meant that nothing has.
const CORRECTED: f32 = 0.7;
/// Two words that are one, or one that is two.
const JOINED: f32 = 1.1;
/// How like a single word that nothing has must be to a situation.
const ALONE: f32 = 0.3;
/// What a phrase of another language than the user's first counts.
const ELSEWHERE: f32 = 0.85;
/// How like a query of several words must be of which a phrase has only one (a term of several words counts as one).
const MOSTLY: f32 = 0.52;
/// So like a situation that it is meant.
pub(super) const SURE: f32 = 0.9;
/// So like one that nothing else was said.
const WHOLLY: f32 = 0.97;
/// A longer word is none of any language: nobody meant another one by it. In bytes.
const LONGEST: usize = 60;
/// Of two words that make a compound each has so many letters at least.
const SHORTEST: usize = 3;
/// A word that is glued to another has so many bytes at least.
const GLUED: usize = 4;
/// What a query counts that is read with the letters that it was typed without.
const MARKED: f32 = 0.76;
/// More words that nothing has are no slips of anybody, and would take long.
const MOST_CORRECTED: usize = 16;
/// So many situations are looked at.
const SITUATIONS: usize = 5;

/// A word of so many letters may have been misspelt whatever stands beside it.
const SURELY: usize = 5;
/// An error in the first letter counts so much more.
const FIRST: f32 = 0.3;
/// So much more costs a term whose words were written as one.
const APART: f32 = 0.2;
/// What costs so much more than the best is not meant.
const NEAR: f32 = 0.8;
/// So many words are tried for one that was misspelt.
const MOST_MEANT: usize = 8;
/// What it is worth that a word makes the query like a situation, and that it makes a term with its neighbours.
const FITTING: f32 = 0.8;
const MAKES_TERM: f32 = 0.5;
/// How much a short word must gain so.
const SHORT_GAIN: f32 = 0.08;

/// What a word may have meant.
struct Meant {
    text: String,
    errors: usize,
    with: With,
}

/// A word that is near to another.
struct Candidate {
    text: String,
    errors: usize,
    /// Of the word that was typed.
    letters: usize,
    cost: f32,
    with: With,
}

/// With which of its neighbours a word is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum With {
    Nothing,
    Before,
    After,
}

/// A word that others are compared with.
struct Near<'a> {
    word: &'a str,
    letters: usize,
    signs: u64,
    most: usize,
}

impl<'a> Near<'a> {
    fn new(word: &'a str, most: usize) -> Self {
        Self { word, letters: word.chars().count(), signs: signs(word), most }
    }

    /// How many errors another word is away; `None` where they are too many.
    fn errors(&self, other: &str) -> Option<usize> {
        // Each error brings in or takes out one letter at most: most words are told apart by that alone.
        let theirs = signs(other);
        let most = self.most as u32;
        if other.chars().count().abs_diff(self.letters) > self.most
            || (self.signs & !theirs).count_ones() > most
            || (theirs & !self.signs).count_ones() > most
        {
            return None;
        }
        distance(self.word, other, self.most)
    }
}

/// Which letters a word has, as bits.
fn signs(word: &str) -> u64 {
    word.chars().fold(0, |all, c| all | 1 << (u32::from(c) % 64))
}

/// Everything that a query is taken to ask for.
pub(super) struct Ways {
    /// As it was typed, with corrections.
    base: Asked,
    /// Which groups a concept covers, and the concept.
    concepts: Vec<Covered>,
    /// What led to a hit, by the number in its way.
    pub(super) vias: Vec<String>,
    /// Terms that are looked for too.
    pub(super) also: Vec<(String, String)>,
    /// Words that nothing has, and what is looked for instead.
    pub(super) corrected: Vec<(String, String)>,
    /// Situations, the likest first.
    pub(super) alike: Vec<Likeness>,
    /// Terms that mean another thing in another language.
    pub(super) friends: Vec<FalseFriend>,
    /// The groups that tell little.
    light: Vec<usize>,
}

/// A term that is one of another language too, for another thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FalseFriend {
    /// As it was typed.
    pub(crate) term: String,
    /// The language that it was taken to be of.
    pub(crate) lang: String,
    /// What it means there, in English.
    pub(crate) concept: String,
    /// What it means elsewhere, in English, with the languages.
    pub(crate) others: Vec<(String, Vec<String>)>,
}

/// A concept named by a query.
struct Covered {
    /// The group that stands for its words.
    group: usize,
    /// The language of the term that was typed.
    lang: String,
    concept: Concept,
    /// In `vias`.
    via: usize,
}

impl Ways {
    pub(super) fn new(library: &Library, query: &Query, texts: &Texts<'_>, terms: bool) -> Result<Self, Stop> {
        let langs = languages(library, &texts.order);
        let analysers = analysers(library, &langs);
        let mut reader = Reading { library, texts, analysers: &analysers };
        let mut ways = Self {
            base: query.asked(),
            concepts: Vec::new(),
            vias: Vec::new(),
            also: Vec::new(),
            corrected: Vec::new(),
            alike: Vec::new(),
            friends: Vec::new(),
            light: Vec::new(),
        };
        let words = ways.base.groups.iter().filter(|group| is_word(group)).count();
        // One word is a situation only where it is neither in a text nor a term.
        let alone = terms && words == 1 && {
            let word = ways.base.groups.iter().find(|group| is_word(group)).map_or("", text);
            reader.known(word)?.is_none() && !reader.is_term(word)
        };
        if terms && ways.name_alone(&mut reader) {
            // The same words may be all that is said of a situation.
            if words > 1 {
                let told = reader.alike(&query.asked(), ALIKE);
                ways.alike = told.into_iter().filter(|alike| alike.alike > WHOLLY).collect();
            }
        } else if terms {
            ways.join(&mut reader)?;
            ways.correct(&mut reader)?;
            // What a correction made known may be part of a compound, or name something with the rest.
            let mended = !ways.corrected.is_empty();
            if mended {
                ways.join(&mut reader)?;
            }
            if !(mended && ways.name_alone(&mut reader)) {
                if words > 1 || ways.base.groups.len() > 1 || (alone && !mended) {
                    ways.alike = reader.alike(&ways.base, if alone { ALONE } else { ALIKE });
                }
                ways.cover(&mut reader)?;
                ways.light = ways.light(&reader)?;
                // One term is no situation, however many words it has, unless that is all that is said of one and no law is about it.
                if (words > 1 || mended) && ways.base.groups.len() == 1 {
                    let ruled = ways.named().any(|(concept, _)| !concept.laws.is_empty());
                    ways.alike.retain(|alike| alike.alike > WHOLLY && !ruled);
                }
            }
        }
        ways.also_in(&reader);
        Ok(ways)
    }

    /// The concepts that the whole query names, with what they are called.
    pub(super) fn named(&self) -> impl Iterator<Item = (&Concept, &str)> {
        let covered = self.concepts.iter().filter(|_| self.base.groups.len() == 1);
        covered.filter_map(|covered| Some((&covered.concept, self.vias.get(covered.via)?.as_str())))
    }

    /// The concepts that the query names among other things.
    pub(super) fn touched(&self) -> impl Iterator<Item = &Concept> {
        let whole = self.base.groups.len() == 1;
        self.concepts.iter().filter(move |_| !whole).map(|covered| &covered.concept)
    }

    /// How many things are asked for.
    pub(super) fn groups(&self) -> usize {
        self.base.groups.len()
    }

    /// The words that tell little where others tell more.
    fn light(&self, reader: &Reading<'_, '_>) -> Result<Vec<usize>, Stop> {
        if self.base.groups.len() < 2 {
            return Ok(Vec::new());
        }
        let Some((lang, analyser)) = reader.main(&self.base.groups)?.and_then(|main| reader.analysers.get(main)) else {
            return Ok(Vec::new());
        };
        let situations = reader.library.situations();
        let tells_little = |at: &usize| {
            let Some(group) = self.base.groups.get(*at) else { return false };
            let words = if is_word(group) { analyser.words(meant(group)) } else { Vec::new() };
            let covered = self.concepts.iter().any(|covered| covered.group == *at);
            matches!(words.as_slice(), [word] if !covered && situations.is_light(lang, word))
        };
        let light: Vec<usize> = (0..self.base.groups.len()).filter(tells_little).collect();
        Ok(if light.len() < self.base.groups.len() { light } else { Vec::new() })
    }

    /// Whether several things are asked for and all are words: who quotes a phrase or cuts a word off means it so.
    pub(super) fn are_words(&self) -> bool {
        let words = |group: &Group| group.ways.iter().all(|way| way.kind == Kind::Words);
        self.base.groups.len() > 1 && self.base.without.is_empty() && self.base.groups.iter().all(words)
    }

    /// What is asked for in a language; of words that tell little only where all must be there.
    pub(super) fn asked(&self, lang: &str, how: Match) -> Asked {
        let mut asked = self.base.clone();
        for covered in &self.concepts {
            let Some(group) = asked.groups.get_mut(covered.group) else { continue };
            let factor = if covered.lang == lang { SYNONYM } else { TRANSLATED };
            for term in covered.concept.terms(lang) {
                if !group.ways.iter().any(|way| way.text.eq_ignore_ascii_case(term)) {
                    let way = Way { text: term.clone(), kind: Kind::Words, factor, via: Some(covered.via) };
                    group.ways.push(way);
                }
            }
        }
        if how == Match::Any {
            let mut at = 0;
            asked.groups.retain(|_| {
                at += 1;
                !self.light.contains(&(at - 1))
            });
        }
        asked
    }

    /// Takes two words for the compound that they make, where a text has it.
    fn join(&mut self, reader: &mut Reading<'_, '_>) -> Result<(), Stop> {
        let mut at = 0;
        while at + 1 < self.base.groups.len() {
            let pair = self.base.groups.get(at).zip(self.base.groups.get(at + 1));
            let Some((a, b)) = pair.filter(|(a, b)| is_word(a) && is_word(b)) else {
                at += 1;
                continue;
            };
            let (a, b) = (meant(a).to_owned(), meant(b).to_owned());
            // An article or ending is no part of a compound: `tabte et`.
            if a.len() + b.len() > LONGEST || [&a, &b].iter().any(|part| part.chars().count() < SHORTEST) {
                at += 1;
                continue;
            }
            if let Some(joined) = reader.compound(&a, &b)? {
                let both = Way { text: format!("{a} {b}"), kind: Kind::Words, factor: 1.0, via: None };
                let one = Way { text: joined, kind: Kind::Words, factor: JOINED, via: None };
                if let Some(group) = self.base.groups.get_mut(at) {
                    *group = Group { ways: vec![both, one] };
                }
                self.base.groups.remove(at + 1);
            }
            at += 1;
        }
        Ok(())
    }

    /// Finds out what the words may mean that nothing has.
    fn correct(&mut self, reader: &mut Reading<'_, '_>) -> Result<(), Stop> {
        // A word that a text has needs nothing more; most queries are one, and the words of situations are long to read.
        if let [group] = self.base.groups.as_slice()
            && is_word(group)
            && (reader.is_term(text(group)) || reader.known(text(group))?.is_some())
        {
            return Ok(());
        }
        let groups = std::mem::take(&mut self.base.groups);
        let Some(main) = reader.main(&groups)? else {
            self.base.groups = groups;
            return Ok(());
        };
        let words: Vec<String> =
            groups.iter().map(|group| if is_word(group) { text(group).to_owned() } else { String::new() }).collect();
        let mut taken = false;
        let mut left = MOST_CORRECTED;
        for (at, mut group) in groups.into_iter().enumerate() {
            // The neighbour before took it in.
            if std::mem::take(&mut taken) {
                continue;
            }
            let word = text(&group).to_owned();
            if left == 0
                || !is_word(&group)
                || word.len() > LONGEST
                || word.contains(' ')
                || reader.at_home(&word, main)?
            {
                self.base.groups.push(group);
                continue;
            }
            left -= 1;
            let elsewhere = reader.known(&word)?.is_some();
            let used = reader.used(&word) || reader.is_in_term(&word);
            let meant = reader.meant(&words, at, main, elsewhere || used)?;
            if elsewhere || used {
                // A word of another language stays beside what it may be a slip of here.
                if let Some(Meant { text, errors, .. }) = meant {
                    self.also_as(&mut group, &word, text, errors);
                }
                self.base.groups.push(group);
                continue;
            }
            let near = meant.as_ref().is_some_and(|meant| meant.errors < 2);
            // What it is glued together of counts as if it had been typed apart, unless a slip made it of one word.
            let mut parts = reader.parted(&word, false, near)?;
            if parts.is_none() && !near {
                parts = reader.parted(&word, true, false)?;
            }
            if let Some(parts) = parts {
                let one = |text: String| Group { ways: vec![Way { text, kind: Kind::Words, factor: 1.0, via: None }] };
                for group in parts.into_iter().map(one) {
                    if !self.base.groups.contains(&group) {
                        self.base.groups.push(group);
                    }
                }
                continue;
            }
            match meant {
                // A term that was written as one word.
                Some(Meant { text, errors, .. }) if text.contains(' ') => {
                    let via = (errors > 0).then_some(self.vias.len());
                    if errors > 0 {
                        self.vias.push(text.clone());
                        self.corrected.push((word, text.clone()));
                    }
                    for part in text.split(' ') {
                        let way = Way { text: part.to_owned(), kind: Kind::Words, factor: 1.0, via };
                        self.base.groups.push(Group { ways: vec![way] });
                    }
                }
                Some(Meant { text, errors, with }) => {
                    if with == With::Before {
                        self.base.groups.pop();
                    }
                    taken = with == With::After;
                    let typed = match with {
                        With::Nothing => word,
                        With::Before => format!("{} {word}", words.get(at.wrapping_sub(1)).map_or("", String::as_str)),
                        With::After => format!("{word} {}", words.get(at + 1).map_or("", String::as_str)),
                    };
                    self.also_as(&mut group, &typed, text, errors);
                    self.base.groups.push(group);
                }
                None => {
                    // Of a compound that nothing has, the part that something has.
                    if let Some(part) = reader.part(&word, main) {
                        self.also_as(&mut group, &word, part, 1);
                    }
                    self.base.groups.push(group);
                }
            }
        }
        Ok(())
    }

    /// Looks for another word beside the one that was typed.
    fn also_as(&mut self, group: &mut Group, typed: &str, meant: String, errors: usize) {
        let mut via = None;
        if errors > 0 {
            via = Some(self.vias.len());
            self.vias.push(meant.clone());
            self.corrected.push((typed.to_owned(), meant.clone()));
        }
        let factor = if errors > 0 { CORRECTED } else { 1.0 };
        group.ways.push(Way { text: meant, kind: Kind::Words, factor, via });
    }

    /// Finds the concepts that the words name, and makes the words of one term one group.
    fn cover(&mut self, reader: &mut Reading<'_, '_>) -> Result<(), Stop> {
        let thesaurus = reader.library.thesaurus();
        // The language of one word is the user's own; to look for another would read what people say in all.
        let main = if self.base.groups.len() > 1 { reader.main(&self.base.groups)? } else { Some(0) };
        let main = main.and_then(|main| reader.analysers.get(main));
        // A term as it is typed in any language goes before one in plain letters, and one that is the whole query before parts of it.
        let is_whole = |(lang, analyser): &&(String, &Analyser)| {
            let words = self.base.groups.iter().map(|group| reader.token(group, analyser)).collect::<Option<Vec<_>>>();
            words
                .filter(|words| words.len() > 1)
                .is_some_and(|words| thesaurus.terms(lang, &words).iter().any(|span| span.words.len() == words.len()))
        };
        let whole: Vec<&(String, &Analyser)> = reader.analysers.iter().filter(is_whole).take(1).collect();
        let others = [false, true].into_iter().flat_map(|plainly| reader.analysers.iter().map(move |of| (plainly, of)));
        for (plainly, (lang, analyser)) in whole.into_iter().map(|of| (false, of)).chain(others) {
            // One word a group: what a concept or compound took already counts as it is.
            let words: Vec<Option<Token>> = self.base.groups.iter().map(|g| reader.token(g, analyser)).collect();
            let spans = |plainly: bool| {
                let mut spans: Vec<(std::ops::Range<usize>, Vec<u16>)> = Vec::new();
                let mut from = 0;
                while from < words.len() {
                    let run: Vec<Token> = words.iter().skip(from).map_while(Clone::clone).collect();
                    let terms = match plainly {
                        true => thesaurus.terms_typed(lang, &run, analyser),
                        false => thesaurus.terms(lang, &run),
                    };
                    spans.extend(terms.into_iter().map(|t| (from + t.words.start..from + t.words.end, t.concepts)));
                    from += run.len() + 1;
                }
                spans
            };
            let covers =
                |spans: &[(std::ops::Range<usize>, Vec<u16>)]| spans.iter().map(|(at, _)| at.len()).sum::<usize>();
            let mut found = spans(plainly);
            // One word of a term may have its letters and another not.
            let plain = if plainly || found.is_empty() { Vec::new() } else { spans(true) };
            if covers(&plain) > covers(&found) {
                found = plain;
            }
            for (at, concepts) in found {
                let taken: Vec<&Token> = words.get(at.clone()).unwrap_or_default().iter().flatten().collect();
                let none = match self.base.groups.len() {
                    // All of a query that has several words is no chance.
                    groups if groups > 1 && groups == at.len() => false,
                    1 => main.is_some_and(|(main, _)| main != lang && reader.is_in_texts(main, &taken)),
                    _ => reader.says_little(&taken, lang, main),
                };
                if none {
                    continue;
                }
                if !plainly {
                    let typed = self.base.groups.get(at.clone()).unwrap_or_default();
                    let typed = typed.iter().map(meant).collect::<Vec<_>>().join(" ");
                    self.friends.extend(reader.friend(&typed, lang, &concepts));
                }
                for concept in concepts.iter().filter_map(|number| thesaurus.concept(*number)) {
                    self.found(lang, at.clone(), concept);
                }
            }
            if !self.concepts.is_empty() {
                break;
            }
        }
        self.merge();
        // One line says enough; a query of many words tells by the others what is meant.
        let most = usize::from(self.base.groups.len() <= super::PHRASE);
        self.friends.truncate(most);
        Ok(())
    }

    /// Looks for the terms of other languages too.
    fn also_in(&mut self, reader: &Reading<'_, '_>) {
        for covered in &self.concepts {
            for (lang, terms) in &covered.concept.terms {
                if let Some(term) = terms.first().filter(|_| *lang != covered.lang && reader.reads(lang)) {
                    let also = (lang.clone(), term.clone());
                    if !self.also.contains(&also) {
                        self.also.push(also);
                    }
                }
            }
        }
    }

    /// Finds the concepts that all words together name, where they do so only together. Says whether there are any.
    fn name_alone(&mut self, reader: &mut Reading<'_, '_>) -> bool {
        if !self.base.without.is_empty() || !self.base.groups.iter().all(is_word) {
            return false;
        }
        let thesaurus = reader.library.thesaurus();
        let groups = self.base.groups.len();
        let tokens =
            |analyser| self.base.groups.iter().map(|group| reader.token(group, analyser)).collect::<Option<Vec<_>>>();
        let mut named = None;
        for (lang, analyser) in reader.analysers {
            let Some(words) = tokens(analyser).filter(|words: &Vec<Token>| !words.is_empty()) else { continue };
            if thesaurus.terms_typed(lang, &words, analyser).iter().any(|span| span.words.len() == groups) {
                return false;
            }
            let concepts = thesaurus.alone(lang, &words, analyser);
            if named.is_none() && !concepts.is_empty() {
                named = Some((lang.as_str(), concepts));
            }
        }
        let Some((lang, concepts)) = named else { return false };
        for concept in concepts.into_iter().filter_map(|number| thesaurus.concept(number)) {
            self.found(lang, 0..groups, concept);
        }
        self.merge();
        true
    }

    fn found(&mut self, lang: &str, groups: std::ops::Range<usize>, concept: Concept) {
        let name = name_of(&concept);
        let via = self.vias.len();
        self.vias.push(name);
        // The number of words is kept in the group's place until all are known.
        let group = groups.start;
        self.concepts.push(Covered { group, lang: lang.to_owned(), concept, via });
        for at in groups.skip(1) {
            if let Some(other) = self.base.groups.get_mut(at) {
                other.ways.insert(0, Way { text: String::new(), kind: Kind::Words, factor: 0.0, via: Some(group) });
            }
        }
    }

    /// Puts the groups together that one term covers.
    fn merge(&mut self) {
        let groups = std::mem::take(&mut self.base.groups);
        let mut places: Vec<usize> = Vec::new();
        for group in groups {
            let begins = group.ways.first().filter(|way| way.text.is_empty()).and_then(|way| way.via);
            let into = begins.and_then(|begin| places.get(begin).copied());
            match into.and_then(|into| Some((into, self.base.groups.get_mut(into)?))) {
                Some((into, first)) => {
                    let rest = group.ways.iter().find(|way| !way.text.is_empty());
                    if let (Some(way), Some(rest)) = (first.ways.first_mut(), rest) {
                        way.text = format!("{} {}", way.text, rest.text);
                        // Corrections of single words do not fit a term of several.
                        first.ways.truncate(1);
                    }
                    places.push(into);
                }
                None => {
                    let ways = group.ways.into_iter().filter(|way| !way.text.is_empty()).collect();
                    self.base.groups.push(Group { ways });
                    places.push(self.base.groups.len() - 1);
                }
            }
        }
        for covered in &mut self.concepts {
            covered.group = places.get(covered.group).copied().unwrap_or(covered.group);
        }
    }
}

/// What a concept is called, in English.
fn name_of(concept: &Concept) -> String {
    concept.terms("en").first().cloned().unwrap_or_else(|| concept.id.clone())
}

/// Whether a group is a word as it was typed.
fn is_word(group: &Group) -> bool {
    matches!(group.ways.as_slice(), [Way { kind: Kind::Words, .. }, ..])
}

fn text(group: &Group) -> &str {
    group.ways.first().map_or("", |way| &way.text)
}

/// The one word that a group stands for: what it may have meant, else as it was typed.
fn meant(group: &Group) -> &str {
    let mut words = group.ways.iter().rev().filter(|way| way.kind == Kind::Words && !way.text.contains(' '));
    words.next().map_or_else(|| text(group), |way| &way.text)
}

/// The words of a query with another one in the place of one.
fn with_instead(words: &[String], at: usize, instead: &str) -> String {
    let word = |(n, word)| if n == at { instead } else { word };
    words.iter().map(String::as_str).enumerate().map(word).collect::<Vec<_>>().join(" ")
}

/// The editions and languages that a query is read against.
struct Reading<'a, 't> {
    library: &'a Library,
    texts: &'a Texts<'t>,
    /// In the order of likelihood.
    analysers: &'a [(String, &'a Analyser)],
}

impl Reading<'_, '_> {
    fn is_in(&self, at: usize, lang: &str) -> bool {
        self.library.editions().get(at).is_some_and(|edition| edition.lang == lang)
    }

    fn reads(&self, lang: &str) -> bool {
        self.texts.order.iter().filter_map(|at| self.library.editions().get(*at)).any(|e| e.lang == lang)
    }

    /// How near any edition comes to a word.
    fn known(&self, word: &str) -> Result<Option<Level>, Stop> {
        let mut best: Option<Level> = None;
        for at in &self.texts.order {
            let level = self.texts.level(*at, word)?;
            best = match (best, level) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
            if best == Some(Level::Exact) {
                break;
            }
        }
        Ok(best)
    }

    /// The compound that two words make in a language, as a text has it.
    fn compound(&self, a: &str, b: &str) -> Result<Option<String>, Stop> {
        let lexicon = self.library.lexicon();
        for at in &self.texts.order {
            let language = self.library.language(*at);
            let Some(known) = lexicon.language(&language.code) else { continue };
            for link in std::iter::once("").chain(known.analysis.links.iter().map(String::as_str)) {
                let joined = format!("{a}{link}{b}");
                if matches!(self.texts.level(*at, &joined)?, Some(Level::Exact | Level::Form)) || self.is_term(&joined)
                {
                    return Ok(Some(joined));
                }
            }
        }
        Ok(None)
    }

    /// The two words, or the parts, that a word is glued together of, where a text has them all; with `spoken` also where they
    /// are only terms or words of situations. With `only_known` its parts must be such as the language lists.
    fn parted(&self, word: &str, spoken: bool, only_known: bool) -> Result<Option<Vec<String>>, Stop> {
        for (_, analyser) in self.analysers {
            let Some(token) = analyser.words(word).into_iter().next() else { continue };
            let parts = analyser.parts(&token.folded);
            let texts: Vec<&str> = parts.iter().filter_map(|(range, _)| token.folded.get(range.clone())).collect();
            let known = |all: bool, part: &&str| {
                let said = spoken && (self.is_term(part) || self.used(part));
                Ok::<_, Stop>(all && (said || self.known(part)?.is_some()))
            };
            if texts.len() > 1 && texts.iter().try_fold(true, known)? {
                return Ok(Some(texts.into_iter().map(str::to_owned).collect()));
            }
        }
        if only_known {
            return Ok(None);
        }
        for at in &self.texts.order {
            let has = |part: &str| matches!(self.texts.level(*at, part), Ok(Some(Level::Exact | Level::Form)));
            let cuts = word.char_indices().map(|(at, _)| at).filter(|at| *at >= GLUED && word.len() - *at >= GLUED);
            // The longer the shorter half, the less it is chance.
            let mut cuts: Vec<usize> = cuts.collect();
            cuts.sort_by_key(|at| std::cmp::Reverse((*at).min(word.len() - *at)));
            for (first, second) in cuts.into_iter().filter_map(|at| word.split_at_checked(at)) {
                if has(second) && (has(first) || first.strip_suffix('s').is_some_and(has)) {
                    let first = if has(first) { first } else { first.trim_end_matches('s') };
                    return Ok(Some(vec![first.to_owned(), second.to_owned()]));
                }
            }
        }
        Ok(None)
    }

    /// The longest term that a word begins or ends with.
    fn part(&self, word: &str, main: usize) -> Option<String> {
        let (lang, analyser) = self.analysers.get(main).filter(|_| word.chars().all(char::is_alphabetic))?;
        let thesaurus = self.library.thesaurus();
        let cuts = word.char_indices().map(|(at, _)| at).filter(|at| *at >= GLUED && word.len() - *at >= SHORTEST);
        let parts = cuts.filter_map(|at| word.split_at_checked(at)).flat_map(|(first, rest)| [first, rest]);
        let is_term = |part: &&str| {
            let words = analyser.words(part);
            part.len() >= GLUED && words.len() == 1 && !thesaurus.terms_typed(lang, &words, analyser).is_empty()
        };
        parts.filter(is_term).max_by_key(|part| part.len()).map(str::to_owned)
    }

    /// Whether a situation in a language of the editions has the word.
    fn used(&self, word: &str) -> bool {
        let situations = self.library.situations();
        let knows = |(lang, analyser): &(String, &Analyser)| {
            self.reads(lang) && analyser.words(word).iter().all(|token| situations.knows(lang, token))
        };
        self.analysers.iter().any(knows)
    }

    /// Whether a term has the word among others.
    fn is_in_term(&self, word: &str) -> bool {
        let thesaurus = self.library.thesaurus();
        let has = |(lang, analyser): &(String, &Analyser)| {
            analyser.words(word).first().is_some_and(|token| thesaurus.has(lang, token))
        };
        self.analysers.iter().any(has)
    }

    /// Whether words that are a term of a language are none where they stand among others: they tell little there, are a number, or are
    /// everyday words of the language that the query is in.
    fn says_little(&self, words: &[&Token], lang: &str, main: Option<&(String, &Analyser)>) -> bool {
        let situations = self.library.situations();
        words.iter().all(|word| {
            situations.is_light(lang, word)
                || word.folded.chars().all(|c| c.is_ascii_digit())
                || main.is_some_and(|(main, analyser)| {
                    let words = analyser.words(&word.folded);
                    main != lang && !words.is_empty() && self.are_everyday(main, &words)
                })
        })
    }

    /// Whether a text of a language has all of some words.
    fn is_in_texts(&self, lang: &str, words: &[&Token]) -> bool {
        let of = self.texts.order.iter().filter(|at| self.is_in(**at, lang));
        let has = |at: usize, word: &Token| {
            matches!(self.texts.level(at, &word.folded), Ok(Some(Level::Exact | Level::Form)))
        };
        of.into_iter().any(|at| words.iter().all(|word| has(*at, word)))
    }

    /// Whether people say words at the table in a language, be it in another form.
    fn are_everyday(&self, lang: &str, words: &[Token]) -> bool {
        let situations = self.library.situations();
        words.iter().all(|word| situations.knows(lang, word) || situations.is_light(lang, word))
    }

    /// Whether a word is a term.
    fn is_term(&self, word: &str) -> bool {
        let thesaurus = self.library.thesaurus();
        self.analysers.iter().any(|(lang, analyser)| {
            let words = analyser.words(word);
            !words.is_empty()
                && thesaurus.terms_typed(lang, &words, analyser).iter().any(|t| t.words.len() == words.len())
        })
    }

    /// The language that most of the words are of, by its place among the analysers: the likeliest of them where several are.
    fn main(&self, groups: &[Group]) -> Result<Option<usize>, Stop> {
        let mut best: Option<(usize, usize)> = None;
        for (place, (lang, _)) in self.analysers.iter().enumerate().filter(|(_, (lang, _))| self.reads(lang)) {
            if best.is_none() && self.analysers.iter().filter(|(lang, _)| self.reads(lang)).count() == 1 {
                return Ok(Some(place));
            }
            let mut count = 0;
            for group in groups.iter().filter(|group| is_word(group)) {
                count += usize::from(self.at_home(text(group), place)?);
            }
            let _ = lang;
            if best.is_none_or(|(most, _)| count > most) {
                best = Some((count, place));
            }
        }
        Ok(best.map(|(_, place)| place))
    }

    /// Whether a word needs no correction where most of a query is of that language: a text of it has the word, people use it,
    /// or it is a term of any language.
    fn at_home(&self, word: &str, main: usize) -> Result<bool, Stop> {
        let Some((lang, analyser)) = self.analysers.get(main) else { return Ok(true) };
        if self.is_term(word) || self.are_everyday(lang, &analyser.words(word)) {
            return Ok(true);
        }
        for at in self.texts.order.iter().filter(|at| self.is_in(**at, lang)) {
            if self.texts.level(*at, word)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What a word may have meant that nothing in its language has: the fewest errors, then a term before other words and what
    /// fits the rest of the query before what does not. Where the word is `known` elsewhere only what is sure.
    fn meant(&self, words: &[String], at: usize, main: usize, known: bool) -> Result<Option<Meant>, Stop> {
        let Some(word) = words.get(at) else { return Ok(None) };
        let alone = words.iter().filter(|word| !word.is_empty()).count() < 2;
        let mut found = self.candidates(word, main)?;
        if !known {
            for (from, beside, with) in [(at, at + 1, With::After), (at.wrapping_sub(1), at, With::Before)] {
                let (Some(a), Some(b)) = (words.get(from), words.get(beside)) else { continue };
                // Two words that are one are long enough for an error.
                if a.is_empty()
                    || b.is_empty()
                    || a.len() + b.len() > LONGEST
                    || a.chars().count() < SHORTEST
                    || b.chars().count() < SHORTEST
                {
                    continue;
                }
                let joined = self.candidates(&format!("{a}{b}"), main)?;
                let whole = joined.into_iter().filter(|one| !one.text.contains(' ') && one.letters > 2 * SHORTEST);
                found.extend(whole.map(|one| Candidate { with, cost: one.cost - 0.1, ..one }));
            }
            if found.is_empty() {
                // A term of another language that is read nowhere may be misspelt too.
                for other in (0..self.analysers.len()).filter(|other| *other != main) {
                    found.extend(self.candidates(word, other)?.into_iter().filter(|one| one.letters >= SURELY));
                }
            }
        }
        if known {
            found.retain(|one| one.errors < 2 && one.letters >= SURELY && one.with == With::Nothing);
        }
        found.sort_by(|a, b| a.cost.total_cmp(&b.cost).then_with(|| a.text.cmp(&b.text)));
        let least = found.first().map_or(0.0, |one| one.cost);
        found.retain(|one| one.cost < least + NEAR);
        found.truncate(MOST_MEANT);
        let usual = self.fit(words, at, word, main);
        let mut best: Option<(f32, Candidate)> = None;
        for one in found {
            let mut gain = 0.0;
            if !alone && one.with == With::Nothing {
                gain = FITTING * (self.fit(words, at, &one.text, main) - usual);
                if self.makes_term(words, at, &one.text, main)? {
                    gain += MAKES_TERM;
                }
            }
            // Of a short word any other is near: the rest of the query must speak for it.
            let short = one.letters < SURELY && one.errors > 0;
            if short && gain < SHORT_GAIN || known && gain <= 0.0 {
                continue;
            }
            let value = gain - one.cost;
            if best.as_ref().is_none_or(|(other, _)| value > *other) {
                best = Some((value, one));
            }
        }
        Ok(best.map(|(_, one)| Meant { text: one.text, errors: one.errors, with: one.with }))
    }

    /// How like the query is to a situation, with that word in the place of one.
    fn fit(&self, words: &[String], at: usize, instead: &str, main: usize) -> f32 {
        let Some((lang, analyser)) = self.analysers.get(main) else { return 0.0 };
        let text = with_instead(words, at, instead);
        let like = self.library.situations().like(&text, lang, analyser, self.library.thesaurus(), 1);
        like.first().map_or(0.0, |like| like.share)
    }

    /// Whether a word is part of a term, or of a compound, with its neighbours in the query, or of a topic with all of it.
    fn makes_term(&self, words: &[String], at: usize, instead: &str, main: usize) -> Result<bool, Stop> {
        let Some((lang, analyser)) = self.analysers.get(main) else { return Ok(false) };
        let (from, to) = (at.saturating_sub(3), (at + 4).min(words.len()));
        let near = (from..to).map(|n| if n == at { instead } else { words.get(n).map_or("", String::as_str) });
        let near: Vec<&str> = near.filter(|word| !word.is_empty()).collect();
        let tokens = analyser.words(&near.join(" "));
        let own = analyser.words(instead).into_iter().map(|token| token.folded).next().unwrap_or_default();
        let spans = self.library.thesaurus().terms_typed(lang, &tokens, analyser);
        let covers = |words: &std::ops::Range<usize>| {
            words.len() > 1 && tokens.get(words.clone()).is_some_and(|run| run.iter().any(|token| token.folded == own))
        };
        if spans.iter().any(|span| covers(&span.words)) {
            return Ok(true);
        }
        let all = analyser.words(&with_instead(words, at, instead));
        if all.len() > 1 && !self.library.thesaurus().alone(lang, &all, analyser).is_empty() {
            return Ok(true);
        }
        for (a, b) in [
            (words.get(at.wrapping_sub(1)).map(String::as_str), Some(instead)),
            (Some(instead), words.get(at + 1).map(String::as_str)),
        ] {
            let (Some(a), Some(b)) = (a, b) else { continue };
            if [a, b].iter().all(|part| part.chars().count() >= SHORTEST) && self.compound(a, b)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The words of a language that are near to one: those of its texts, its terms, and those that people use at the table.
    fn candidates(&self, word: &str, place: usize) -> Result<Vec<Candidate>, Stop> {
        let mut found: Vec<Candidate> = Vec::new();
        let Some((lang, analyser)) = self.analysers.get(place) else { return Ok(found) };
        let Some(token) = analyser.words(word).into_iter().next() else { return Ok(found) };
        let letters = token.folded.chars().count();
        if !token.folded.chars().all(char::is_alphabetic) || letters > LONGEST {
            return Ok(found);
        }
        let most = allowed(letters).max(usize::from(letters >= SHORTEST));
        let plain = analyser.plainly(&token.folded);
        let marked = !token.folded.is_ascii();
        let meant = analyser.typed_for(&token.folded).map(|meant| analyser.plainly(&meant));
        // `oe` may be an `ø` or a slip in `score`; letters typed for others are an error themselves.
        let as_typed = Some(token.folded.as_str()).filter(|typed| typed.is_ascii() && *typed != plain);
        let readings = [(Some(plain.as_str()), 0), (as_typed, 0), (meant.as_deref(), 1)];
        let readings: Vec<(Near<'_>, usize)> = readings
            .into_iter()
            .filter_map(|(word, errors)| Some((Near::new(word?, most.saturating_sub(errors)), errors)))
            .collect();
        let errors =
            |other: &str| readings.iter().filter_map(|(near, errors)| Some(near.errors(other)? + errors)).min();
        let mut add = |shown: &str, errors: usize, other: &str, gain: f32| {
            // The same letters but for their marks: typed on another keyboard, or another word.
            let errors = errors + usize::from(errors == 0 && marked && shown != token.folded && !shown.is_ascii());
            // An error at the very beginning is rare.
            let first = other.chars().next() != plain.chars().next();
            // A word is likelier misspelt than a term of several written as one.
            let apart = if shown.contains(' ') { APART } else { 0.0 };
            let cost = errors as f32 + if first { FIRST } else { 0.0 } + apart - gain;
            if let Some(known) = found.iter_mut().find(|known| known.text == shown) {
                known.cost = known.cost.min(cost);
            } else {
                found.push(Candidate { text: shown.to_owned(), errors, letters, cost, with: With::Nothing });
            }
        };
        let of: Vec<usize> = self.texts.order.iter().copied().filter(|at| self.is_in(*at, lang)).collect();
        let wanted = |other: &str| errors(&analyser.plainly(other)).is_some();
        self.texts.each_word(&of, wanted, |other, _, count| {
            let typed = analyser.plainly(other);
            if let Some(errors) = errors(&typed) {
                add(other, errors, &typed, 0.03 * (count as f32).ln_1p());
            }
        })?;
        for spelt in self.library.situations().spelt(lang) {
            if let Some(errors) = errors(spelt.plain) {
                let gain = match spelt.from {
                    Source::Term => 0.25,
                    Source::Said => 0.15,
                    Source::Form => 0.0,
                };
                add(spelt.shown, errors, spelt.plain, gain);
            }
        }
        Ok(found)
    }

    /// What a term of a language means in others, where that is nothing that it means here.
    fn friend(&self, term: &str, lang: &str, concepts: &[u16]) -> Option<FalseFriend> {
        let thesaurus = self.library.thesaurus();
        let name = |number: u16| thesaurus.concept(number).map(|concept| name_of(&concept));
        let mut others: Vec<(String, Vec<String>)> = Vec::new();
        for (other, analyser) in self.analysers.iter().filter(|(other, _)| other != lang) {
            let words = analyser.words(term);
            let spans = thesaurus.terms(other, &words);
            let Some(span) = spans.iter().find(|span| span.words.len() == words.len()) else { continue };
            if span.concepts.iter().any(|number| concepts.contains(number)) {
                continue;
            }
            let Some(means) = span.concepts.first().and_then(|number| name(*number)) else { continue };
            match others.iter_mut().find(|(known, _)| *known == means) {
                Some((_, langs)) => langs.push(other.clone()),
                None => others.push((means, vec![other.clone()])),
            }
        }
        let concept = concepts.first().and_then(|number| name(*number))?;
        (!others.is_empty()).then(|| FalseFriend { term: term.to_owned(), lang: lang.to_owned(), concept, others })
    }

    /// The one word of a group, in a language.
    fn token(&self, group: &Group, analyser: &Analyser) -> Option<Token> {
        let way = group.ways.iter().rev().find(|way| way.kind == Kind::Words && !way.text.contains(' '))?;
        let mut words = analyser.words(&way.text);
        if words.len() == 1 { words.pop() } else { None }
    }

    /// A text that was typed in plain letters, with the letters that its words have where people use them at a table; `None` where
    /// that is the same text.
    fn marked(&self, text: &str, lang: &str, analyser: &Analyser) -> Option<String> {
        if !text.is_ascii() {
            return None;
        }
        let situations = self.library.situations();
        let mut any = false;
        let word = |word: &str| {
            let token = analyser.words(word).into_iter().next();
            let folded = token.map(|token| token.folded).unwrap_or_default();
            let plain = analyser.plainly(&folded);
            let spelt = situations.spelt_so(lang, &plain).filter(|spelt| folded == plain && spelt.shown != folded);
            let spelt = spelt.filter(|spelt| !spelt.shown.contains(' ')).min_by_key(|spelt| spelt.from);
            any |= spelt.is_some();
            spelt.map_or_else(|| word.to_owned(), |spelt| spelt.shown.to_owned())
        };
        let marked = text.split(' ').map(word).collect::<Vec<_>>().join(" ");
        any.then_some(marked)
    }

    /// The situations that a query is like, in the languages in which its words are known best.
    fn alike(&self, asked: &Asked, least: f32) -> Vec<Likeness> {
        // What a word may have meant, or two make together, stands last.
        let word = |group: &Group| {
            let mut ways = group.ways.iter().rev().filter(|way| way.kind == Kind::Words);
            ways.find(|way| !way.text.contains(' ')).map(|way| way.text.clone())
        };
        let words: Vec<String> = asked.groups.iter().filter_map(word).collect();
        let text = words.join(" ");
        let library = self.library;
        let mut all: Vec<Likeness> = Vec::new();
        for (place, (lang, analyser)) in self.analysers.iter().filter(|(lang, _)| self.reads(lang)).enumerate() {
            let like = |text: &str| library.situations().like(text, lang, analyser, library.thesaurus(), SITUATIONS);
            let mut here = like(&text);
            // Without its letters a word may be another one: `lagt` is laid, or too low.
            for mut marked in self.marked(&text, lang, analyser).map(|text| like(&text)).unwrap_or_default() {
                marked.share *= MARKED;
                if !here.iter().any(|other| other.laws == marked.laws && other.share >= marked.share) {
                    here.retain(|other| other.laws != marked.laws);
                    here.push(marked);
                }
            }
            if place > 0 {
                here.iter_mut().for_each(|alike| alike.share *= ELSEWHERE);
            }
            all.extend(here);
        }
        // One word of several that are alike is chance.
        let few = |alike: &Likeness| words.len() > 1 && alike.common < 2 && alike.alike < MOSTLY;
        all.retain(|alike| alike.share >= least && !few(alike));
        // Of two that are as like, the one in the likelier language.
        all.sort_by(|a, b| b.share.total_cmp(&a.share));
        let best = all.first().map_or(0.0, |alike| alike.share);
        all.retain(|alike| alike.share > 0.65 * best);
        all.truncate(SITUATIONS);
        all
    }
}
