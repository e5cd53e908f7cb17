//! In which ways a query can be meant.

use std::{cell::RefCell, collections::HashMap};

use lawgrep_search::{Analyser, Asked, Concept, Group, Kind, Level, Likeness, Query, Token, Way, allowed, distance};
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
const MOSTLY: f32 = 0.65;
/// So like a situation that it is meant.
pub(super) const SURE: f32 = 0.9;
/// A longer word is none of any language: nobody meant another one by it. In bytes.
const LONGEST: usize = 60;
/// Of two words that make a compound each has so many letters at least.
const SHORTEST: usize = 3;
/// A word that is glued to another has so many bytes at least.
const GLUED: usize = 4;
/// So many situations are looked at.
const SITUATIONS: usize = 5;

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
        };
        let words = ways.base.groups.iter().filter(|group| is_word(group)).count();
        // One word is a situation only where it is neither in a text nor a term.
        let alone = terms && words == 1 && {
            let word = ways.base.groups.iter().find(|group| is_word(group)).map_or("", text);
            reader.known(word)?.is_none() && !reader.is_term(word)
        };
        if terms {
            ways.join(&mut reader)?;
            ways.correct(&mut reader)?;
            if words > 1 || ways.base.groups.len() > 1 || (alone && ways.corrected.is_empty()) {
                ways.alike = reader.alike(&ways.base, if alone { ALONE } else { ALIKE });
            }
            ways.cover(&mut reader)?;
        }
        // One term is no situation, however many words it has.
        if words > 1 && ways.base.groups.len() == 1 {
            ways.alike.retain(|alike| alike.alike > SURE);
        }
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

    /// What is asked for in a language.
    pub(super) fn asked(&self, lang: &str) -> Asked {
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
            let (a, b) = (text(a).to_owned(), text(b).to_owned());
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
        for mut group in std::mem::take(&mut self.base.groups) {
            let word = text(&group).to_owned();
            let unknown =
                is_word(&group) && word.len() <= LONGEST && reader.known(&word)?.is_none() && !reader.is_term(&word);
            if !unknown {
                self.base.groups.push(group);
                continue;
            }
            // What it is glued together of counts as if it had been typed apart, unless a slip made it of one word.
            let used = reader.used(&word) || reader.is_in_term(&word);
            let mut parts = reader.parted(&word, false)?;
            let meant = if used || parts.is_some() { None } else { reader.meant(&word)? };
            if parts.is_none() && meant.as_ref().is_none_or(|(errors, _)| *errors > 1) {
                parts = reader.parted(&word, true)?;
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
            // A word that people use at the table is spelt as they do.
            if let Some((_, meant)) = meant {
                let via = Some(self.vias.len());
                self.vias.push(meant.clone());
                group.ways.push(Way { text: meant.clone(), kind: Kind::Words, factor: CORRECTED, via });
                self.corrected.push((word, meant));
            }
            self.base.groups.push(group);
        }
        Ok(())
    }

    /// Finds the concepts that the words name, and makes the words of one term one group.
    fn cover(&mut self, reader: &mut Reading<'_, '_>) -> Result<(), Stop> {
        let thesaurus = reader.library.thesaurus();
        // A term as it is typed in any language goes before one in plain letters.
        for (plainly, (lang, analyser)) in
            [false, true].into_iter().flat_map(|plainly| reader.analysers.iter().map(move |of| (plainly, of)))
        {
            // One word a group: what a concept or compound took already counts as it is.
            let words: Vec<Option<Token>> = self.base.groups.iter().map(|g| reader.token(g, analyser)).collect();
            let mut from = 0;
            while from < words.len() {
                let run: Vec<Token> = words.iter().skip(from).map_while(Clone::clone).collect();
                let terms = match plainly {
                    true => thesaurus.terms_typed(lang, &run, analyser),
                    false => thesaurus.terms(lang, &run),
                };
                for span in terms {
                    for number in &span.concepts {
                        let Some(concept) = thesaurus.concept(*number) else { continue };
                        self.found(lang, from + span.words.start..from + span.words.end, concept);
                    }
                }
                from += run.len() + 1;
            }
            if !self.concepts.is_empty() {
                break;
            }
        }
        self.merge();
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
        Ok(())
    }

    fn found(&mut self, lang: &str, groups: std::ops::Range<usize>, concept: Concept) {
        let name = concept.terms("en").first().cloned().unwrap_or_else(|| concept.id.clone());
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

/// Whether a group is a word as it was typed.
fn is_word(group: &Group) -> bool {
    matches!(group.ways.as_slice(), [Way { kind: Kind::Words, .. }, ..])
}

fn text(group: &Group) -> &str {
    group.ways.first().map_or("", |way| &way.text)
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
    /// are only terms or words of situations.
    fn parted(&self, word: &str, spoken: bool) -> Result<Option<Vec<String>>, Stop> {
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

    /// Whether a word is a term.
    fn is_term(&self, word: &str) -> bool {
        let thesaurus = self.library.thesaurus();
        self.analysers.iter().any(|(lang, analyser)| {
            let words = analyser.words(word);
            !words.is_empty()
                && thesaurus.terms_typed(lang, &words, analyser).iter().any(|t| t.words.len() == words.len())
        })
    }

    /// The word of a text that is nearest to one that no text has: fewest errors, then the user's language, then the most
    /// frequent. With the number of errors.
    fn meant(&self, word: &str) -> Result<Option<(usize, String)>, Stop> {
        type Near = (usize, usize, std::cmp::Reverse<u32>, String);
        let best: RefCell<Option<Near>> = RefCell::new(None);
        for (lang, analyser) in self.analysers {
            let Some(token) = analyser.words(word).into_iter().next() else { continue };
            let letters = token.folded.chars().count();
            let most = allowed(letters);
            if most == 0 || !token.folded.chars().all(char::is_alphabetic) {
                continue;
            }
            let places = self.texts.order.iter().enumerate().map(|(place, at)| (*at, place));
            let places: HashMap<usize, usize> = places.filter(|(at, _)| self.is_in(*at, lang)).collect();
            let mut of: Vec<usize> = places.keys().copied().collect();
            of.sort_by_key(|at| places.get(at));
            // An error at the very beginning is rare, and a word of another length by more is another word.
            let errors = |other: &str| {
                let within = best.borrow().as_ref().map_or(most, |(errors, ..)| *errors);
                distance(&token.folded, other, within)
            };
            self.texts.each_word(
                &of,
                |other| errors(other).is_some(),
                |other, at, count| {
                    let Some(found) = errors(other)
                        .zip(places.get(&at))
                        .map(|(errors, place)| (errors, *place, std::cmp::Reverse(count), other.to_owned()))
                    else {
                        return;
                    };
                    let mut best = best.borrow_mut();
                    if best.as_ref().is_none_or(|other| found < *other) {
                        *best = Some(found);
                    }
                },
            )?;
        }
        let mut best = best.into_inner();
        // Terms that no text at hand has are known all the same.
        let thesaurus = self.library.thesaurus();
        for (place, (lang, analyser)) in self.analysers.iter().enumerate() {
            let Some(token) = analyser.words(word).into_iter().next() else { continue };
            let stem = token.stem.chars().count();
            let most = allowed(token.folded.chars().count()).min(allowed(stem));
            let within = best.as_ref().map_or(most, |(errors, ..)| errors.saturating_sub(1));
            for term in thesaurus.words(lang).filter(|_| most > 0) {
                if let Some(errors) = distance(&token.stem, term, within) {
                    let found = (errors, place, std::cmp::Reverse(0), term.to_owned());
                    if best.as_ref().is_none_or(|other| found < *other) {
                        best = Some(found);
                    }
                }
            }
        }
        // So are words of the table.
        let situations = self.library.situations();
        for (place, (lang, analyser)) in self.analysers.iter().enumerate().filter(|(_, (lang, _))| self.reads(lang)) {
            let Some(token) = analyser.words(word).into_iter().next() else { continue };
            // Their stems alone are known, of which a short one is soon another word.
            let most = allowed(token.stem.chars().count().saturating_sub(1));
            let within = best.as_ref().map_or(most, |(errors, ..)| errors.saturating_sub(1));
            for known in situations.words(lang).filter(|_| within > 0) {
                if let Some(errors) = distance(&token.stem, known, within) {
                    let found = (errors, place, std::cmp::Reverse(0), known.to_owned());
                    if best.as_ref().is_none_or(|other| found < *other) {
                        best = Some(found);
                    }
                }
            }
        }
        Ok(best.map(|(errors, .., word)| (errors, word)))
    }

    /// The one word of a group, in a language.
    fn token(&self, group: &Group, analyser: &Analyser) -> Option<Token> {
        let way = group.ways.iter().rev().find(|way| way.kind == Kind::Words && !way.text.contains(' '))?;
        let mut words = analyser.words(&way.text);
        if words.len() == 1 { words.pop() } else { None }
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
            let mut here = library.situations().like(&text, lang, analyser, library.thesaurus(), SITUATIONS);
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
