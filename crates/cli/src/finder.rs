//! What a query finds in all editions: the texts' own words, other terms for them, situations at the table, and what a typing
//! error may have meant.
//!
//! ```text
//! query ─ words ─┬─ joined or parted compounds ─┐
//!                ├─ terms of the same concept  ─┼─ Asked, one a language ─ Index::search ─ scores ─┐
//!                ├─ corrections, if nothing has the word                                           ├─ rules, best first
//!                └─ situations that are worded alike ─ provisions that rule them ──────────────────┘
//! ```
//!
//! Hits are merged by rule: a provision that several editions of a language hold is one hit, with its best score. Scores of
//! one language are put on one scale, the best hit being 1; a situation adds to it what share of its words it has in
//! common with the query. Languages follow each other: first those whose texts have the words as they were typed, among
//! these the user's own first.

mod texts;
mod ways;

use std::collections::{BTreeMap, HashMap, HashSet};

use lawgrep_model::{Citation, Standing, Unit, UnitId, UnitKey};
use lawgrep_search::{Analyser, Asked, Concept, Hit, Likeness, Match, Query, Within};
use lawgrep_shelf::Library;

use crate::{
    failure::{Failure, Stop},
    text::quoted,
};
use texts::{Hits, Texts};
pub(crate) use ways::FalseFriend;
use ways::Ways;

/// What was found, and what must be said about it.
pub(crate) struct Found {
    /// By language, in the order in which they are shown.
    pub(crate) languages: Vec<Language>,
    /// How many of the words a hit must have.
    pub(crate) how: Match,
    /// After the few that have all words there are some that have most.
    pub(crate) filled: bool,
    /// Terms in other languages or other terms that were looked for too: language code and term.
    pub(crate) also: Vec<(String, String)>,
    /// Terms that mean another thing in another language.
    pub(crate) friends: Vec<FalseFriend>,
    /// Words that nothing has, and what was looked for instead.
    pub(crate) corrected: Vec<(String, String)>,
    /// The situation that the query is most like.
    pub(crate) situation: Option<String>,
    /// What led to places that do not have the words as they were typed: concepts, corrections, situations.
    vias: Vec<String>,
}

/// The hits in one language.
pub(crate) struct Language {
    /// Its code.
    pub(crate) lang: String,
    /// What was looked for in it, for marking words.
    pub(crate) asked: Asked,
    /// Best first.
    pub(crate) rules: Vec<Rule>,
    /// How many of them came first; those behind have only most of the words.
    full: usize,
    /// Its texts have everything as it was typed.
    typed: bool,
    /// Its texts have everything, in whatever way.
    found: bool,
}

impl Language {
    /// Adds the best of those rules that it does not have, until there are no longer few. Says whether there was one.
    fn fill(&mut self, more: Vec<Rule>) -> bool {
        let places = |rule: &Rule| rule.places.iter().map(|place| (place.edition, place.id)).collect::<Vec<_>>();
        let known: HashSet<_> = self.rules.iter().flat_map(places).collect();
        let new = more.into_iter().filter(|rule| !places(rule).iter().any(|place| known.contains(place)));
        self.rules.extend(new.take(FEW.saturating_sub(self.full)));
        self.rules.len() > self.full
    }
}

/// One rule, definition or other unit, in all editions of the language that were found to have it.
pub(crate) struct Rule {
    /// In the order of the editions.
    pub(crate) places: Vec<Place>,
    tier: u8,
    held: usize,
    score: f32,
}

impl Default for Rule {
    fn default() -> Self {
        Self { places: Vec::new(), tier: u8::MAX, held: 0, score: 0.0 }
    }
}

/// Where a rule stands in an edition. Numbers only: of many hits few are shown, and only these are read.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    edition: u32,
    /// The unit that stands there.
    pub(crate) id: UnitId,
    /// Among [`Found::vias`]; [`NONE`] where the words stand there as they were typed.
    via: u32,
}

const NONE: u32 = u32::MAX;

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(NONE)
}

impl Place {
    fn new(edition: usize, id: UnitId, via: Option<usize>) -> Self {
        Self { edition: number(edition), id, via: via.map_or(NONE, number) }
    }

    /// The edition's place in the library.
    pub(crate) fn edition(&self) -> usize {
        self.edition as usize
    }

    /// The unit that stands there.
    pub(crate) fn unit<'a>(&self, library: &'a Library) -> Result<&'a Unit, Stop> {
        match library.unit(self.edition(), self.id)? {
            Some(unit) => Ok(unit),
            None => Err(Failure::new("an edition is damaged; import it again, or install lawgrep again").into()),
        }
    }
}

impl Found {
    /// The same without what has only most of the words, for who counts or lists.
    pub(crate) fn full(mut self) -> Self {
        self.filled = false;
        self.languages.iter_mut().for_each(|of| of.rules.truncate(of.full));
        self
    }

    /// Whether any text has all words.
    pub(crate) fn any_has_all(&self) -> bool {
        self.how == Match::All && self.languages.iter().any(|of| of.found)
    }

    /// All places, best first.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&Language, &Place)> {
        self.languages
            .iter()
            .flat_map(|of| of.rules.iter().flat_map(move |rule| rule.places.iter().map(move |p| (of, p))))
    }

    /// The concept, correction or situation that led to a place.
    pub(crate) fn via(&self, place: &Place) -> Option<&str> {
        self.vias.get(place.via as usize).map(String::as_str)
    }
}

/// By what hits of several editions are one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Key {
    /// A provision of the code in force, or what is exactly that in another code.
    Rule(Citation),
    /// A provision of another code that the code in force has not, or not as one.
    Older(u16, Citation),
    Definition(String),
    Other(usize, UnitKey),
}

/// Fewer rules than these that have all words are followed by some that have most.
const FEW: usize = 5;
/// A query of more words is a text, and would take long.
const MOST_WORDS: usize = 200;
/// How like a query must be to a situation for its provisions to count.
const ALIKE: f32 = 0.38;
/// What a situation adds at most, against 1 for the best hit of the words.
const SITUATION: f32 = 1.6;
/// What a situation adds at most where a text has all the words, unless it is surely meant.
const BESIDE: f32 = 0.56;
/// A query of more words than these tells what happened; that a text has them all may be chance.
const PHRASE: usize = 3;
/// What a situation adds at most to such a query where a text has all the words.
const TOLD: f32 = 1.4;
/// What the second, third and fourth provision of a situation count against the first.
const LATER: [f32; 4] = [1.0, 0.75, 0.45, 0.4];
/// What the definition of the very term that was asked for counts at least, against 1 for the best hit.
const DEFINED: f32 = 0.97;
/// What the provision that chiefly rules the very term that was asked for gains.
const RULED: f32 = 0.3;
/// What it counts at least, whether its text has the term or not, against 1 for the best hit; and how much less each next one
/// that rules it.
const CHIEF: f32 = 1.05;
/// The same where a definition says what the term means, which then goes first.
const CHIEF_BESIDE_DEFINITION: f32 = 0.9;
const NEXT: f32 = 0.15;
/// The same where no text has the term as it was typed.
const CALLED: f32 = 0.6;
/// The same where the query has other words beside the term.
const TOUCHED: f32 = 0.1;
/// A text that is no longer law counts so much.
const SUPERSEDED: f32 = 0.9;

/// Searches those of the editions given that the query leaves. The order is that of the user's languages. Without `terms` only
/// the words as they are typed count.
pub(crate) fn find(library: &Library, order: &[usize], query: &Query, terms: bool) -> Result<Found, Stop> {
    if query.asked().groups.len() > MOST_WORDS {
        return Err(
            Failure::new(format!("a query has at most {MOST_WORDS} words; -F or -E search longer texts")).into()
        );
    }
    if let Some(lang) = query.filters.langs.iter().find(|lang| library.lexicon().language(lang).is_none()) {
        let known: Vec<&str> = library.lexicon().languages.iter().map(|l| l.code.as_str()).collect();
        let line = format!("no language `{}` is known; there are {}", quoted(lang), known.join(", "));
        return Err(Failure::new(line).into());
    }
    let filtered: Vec<String> =
        query.filters.langs.iter().filter_map(|l| library.lexicon().language(l)).map(|l| l.code.clone()).collect();
    let lang = |at: &usize| library.editions().get(*at).map_or("", |e| e.lang.as_str());
    let mut order = order.to_vec();
    order.retain(|at| filtered.is_empty() || filtered.iter().any(|l| l == lang(at)));
    let left_out = |at: &usize| query.filters.not_langs.iter().any(|l| l == lang(at));
    order.retain(|at| !left_out(at));
    let texts = Texts::new(library, order);
    let ways = Ways::new(library, query, &texts, terms)?;
    let mut all = Found {
        languages: Vec::new(),
        how: Match::All,
        filled: false,
        also: ways.also.clone(),
        friends: ways.friends.clone(),
        corrected: ways.corrected.clone(),
        situation: ways.alike.first().map(|alike| alike.phrase.clone()),
        vias: ways.vias.clone(),
    };
    for how in [Match::All, Match::Any] {
        all.how = how;
        let mut langs: Vec<&str> = Vec::new();
        for at in &texts.order {
            if !langs.contains(&lang(at)) {
                langs.push(lang(at));
            }
        }
        for code in langs {
            let members: Vec<usize> = texts.order.iter().copied().filter(|at| lang(at) == code).collect();
            let members = (code, members.as_slice());
            let mut found = in_language(library, query, &texts, &ways, members, how, &mut all.vias)?;
            if found.rules.is_empty() {
                continue;
            }
            if how == Match::All && found.rules.len() < FEW && ways.are_words() {
                let more = in_language(library, query, &texts, &ways, members, Match::Any, &mut all.vias)?;
                all.filled |= found.fill(more.rules);
            }
            all.languages.push(found);
        }
        // What is typed as it stands goes before what only means the same.
        all.languages.sort_by_key(|found| !found.typed);
        if !all.languages.is_empty() {
            break;
        }
    }
    Ok(all)
}

/// What the texts of a language hold, provision by provision.
struct Gathered<'a, 'q> {
    library: &'a Library,
    query: &'q Query,
    rules: Vec<(Key, Rule)>,
    /// Where in `rules` a key is.
    keys: HashMap<Key, u32>,
    /// The same by index, code and place among the provisions of the index, [`NONE`] where it was not met yet: a large shelf has the
    /// same rule in every edition.
    slots: HashMap<(usize, u16), Vec<u32>>,
    /// A text has everything as it was typed.
    typed: bool,
    /// How many editions there are.
    editions: usize,
}

impl<'a, 'q> Gathered<'a, 'q> {
    fn new(library: &'a Library, query: &'q Query, editions: usize) -> Self {
        let (rules, keys, slots) = Default::default();
        Self { library, query, rules, keys, slots, typed: false, editions }
    }

    /// Adds what was found in an edition.
    fn take(&mut self, found: Hits<'_>) -> Result<(), Stop> {
        let Hits { edition: at, index, volume, hits } = found;
        let Some(edition) = self.library.editions().get(at) else { return Ok(()) };
        let weight = if edition.in_force() { 1.0 } else { SUPERSEDED };
        let whole = self.query.filters.leave_editions_whole();
        let provisions = index.provisions(volume);
        let provision = |hit: &Hit| provisions.place(hit.unit).filter(|_| whole);
        let tiers = index.tiers(volume);
        let tier = |hit: &Hit| tiers(hit.unit);
        let best_first = |a: &Hit, b: &Hit| {
            let first = (tier(a), b.held).cmp(&(tier(b), a.held));
            first.then(b.score.total_cmp(&a.score)).then(a.unit.cmp(&b.unit))
        };
        let all: Vec<Hit>;
        let mut others: Vec<&Hit> = Vec::new();
        let ascending = |hits: &[Hit]| {
            let mut next = 0;
            hits.iter().filter_map(provision).all(|place| place >= std::mem::replace(&mut next, place + 1))
        };
        // A law that is printed twice is one hit.
        let hits = if ascending(hits) {
            hits
        } else {
            let mut seen = HashSet::new();
            let mut best = hits.to_vec();
            best.sort_by(best_first);
            best.retain(|hit| provision(hit).is_none_or(|place| seen.insert(place)));
            all = best;
            &all
        };
        let of_index = (std::ptr::from_ref(index).addr(), edition.code);
        let mut slots = self.slots.remove(&of_index).unwrap_or_default();
        for hit in hits {
            let Some(place) = provision(hit) else {
                others.push(hit);
                continue;
            };
            let mut slot = slots.get(place).copied().unwrap_or(NONE);
            if slot == NONE {
                let Some(cite) = provisions.citation(place) else {
                    others.push(hit);
                    continue;
                };
                slot = self.slot(rule_of(self.library, edition.code, cite));
                slots.resize(slots.len().max(place + 1), NONE);
                slots.get_mut(place).into_iter().for_each(|known| *known = slot);
            }
            self.add(slot, at, hit, tier(hit), weight);
        }
        self.slots.insert(of_index, slots);
        others.sort_by(|a, b| best_first(a, b));
        let mut seen = HashSet::new();
        for hit in others {
            let unit = self.library.unit(at, hit.unit)?.filter(|unit| seen.insert(&unit.key));
            let Some(unit) = unit.filter(|unit| fits(self.query, unit)) else { continue };
            let slot = self.slot(key(self.library, at, unit));
            self.add(slot, at, hit, tier(hit), weight);
        }
        Ok(())
    }

    fn slot(&mut self, key: Key) -> u32 {
        *self.keys.entry(key).or_insert_with_key(|key| {
            let places = Vec::with_capacity(self.editions);
            self.rules.push((key.clone(), Rule { places, ..Rule::default() }));
            number(self.rules.len() - 1)
        })
    }

    fn add(&mut self, slot: u32, edition: usize, hit: &Hit, tier: u8, weight: f32) {
        let Some((_, rule)) = self.rules.get_mut(slot as usize) else { return };
        self.typed |= hit.via.is_none() && hit.all;
        rule.tier = rule.tier.min(tier);
        rule.held = rule.held.max(hit.held);
        rule.score = rule.score.max(hit.score * weight);
        rule.places.push(Place::new(edition, hit.unit, hit.via));
    }

    /// The rules, each with its places in the order of the editions.
    fn rules(self, members: &[usize]) -> BTreeMap<Key, Rule> {
        let mut order = vec![0; members.iter().max().map_or(0, |most| most + 1)];
        for (n, at) in members.iter().enumerate() {
            if let Some(place) = order.get_mut(*at) {
                *place = n;
            }
        }
        let mut rules: BTreeMap<Key, Rule> = self.rules.into_iter().collect();
        for rule in rules.values_mut() {
            let place = |place: &Place| order.get(place.edition());
            if !rule.places.is_sorted_by_key(place) {
                rule.places.sort_by_key(place);
            }
        }
        rules
    }
}

fn in_language(
    library: &Library,
    query: &Query,
    texts: &Texts<'_>,
    ways: &Ways,
    (code, members): (&str, &[usize]),
    how: Match,
    vias: &mut Vec<String>,
) -> Result<Language, Stop> {
    let asked = ways.asked(code, how);
    let mut gathered = Gathered::new(library, query, members.len());
    texts.search(members, &asked, how, |found| match found {
        Some(found) => gathered.take(found),
        None => {
            gathered = Gathered::new(library, query, members.len());
            Ok(())
        }
    })?;
    let typed = gathered.typed;
    let mut rules = gathered.rules(members);
    let found = !rules.is_empty();
    ruled(library, query, ways, members, vias, &mut rules)?;
    let best = rules.values().map(|rule| rule.score).fold(0.0f32, f32::max).max(f32::EPSILON);
    let most = asked.groups.len();
    let named: Vec<(&Concept, Vec<Citation>)> = ways
        .named()
        .map(|(concept, _)| (concept, concept.laws.iter().filter_map(|law| law.parse().ok()).collect()))
        .collect();
    let touched: Vec<Citation> =
        ways.touched().flat_map(|concept| concept.laws.iter().filter_map(|law| law.parse().ok())).collect();
    for (key, rule) in &mut rules {
        rule.score /= best;
        for (concept, laws) in &named {
            match key {
                Key::Rule(cite) if laws.contains(cite) => {
                    rule.score += if typed { RULED } else { CALLED };
                    let defined = concept.definition.is_some();
                    if found && let Some(n) = laws.iter().position(|law| law == cite) {
                        let least = if defined { CHIEF_BESIDE_DEFINITION } else { CHIEF };
                        rule.score = rule.score.max(least - NEXT * n as f32);
                    }
                }
                // What a term means comes right after the law that is about it, and first where there is none.
                Key::Definition(id) if concept.definition.as_ref() == Some(id) => {
                    rule.score = rule.score.max(DEFINED) + if concept.laws.is_empty() { RULED } else { 0.0 };
                }
                _ => {}
            }
        }
        if matches!(key, Key::Rule(cite) if touched.contains(cite)) {
            rule.score += TOUCHED;
        }
        // Beside a situation, words that are missing only count less.
        if !ways.alike.is_empty() {
            rule.score *= rule.held as f32 / most.max(1) as f32;
            rule.held = most;
        }
    }
    let worth = match (typed, ways.groups() > PHRASE) {
        (false, _) => SITUATION,
        (true, false) => BESIDE,
        (true, true) => TOLD,
    };
    situations(library, query, ways, members, worth, vias, &mut rules)?;
    let mut rules: Vec<(Key, Rule)> = rules.into_iter().collect();
    rules.sort_by(|(ka, a), (kb, b)| {
        // Where not all words are needed, more of them go first.
        let first = (a.tier, b.held).cmp(&(b.tier, a.held));
        first.then(b.score.total_cmp(&a.score)).then(ka.cmp(kb))
    });
    let rules: Vec<Rule> = rules.into_iter().map(|(_, rule)| rule).collect();
    Ok(Language { lang: code.to_owned(), asked, full: rules.len(), rules, typed, found })
}

/// Adds what chiefly rules the very concept that was asked for, whether its text names it or not.
fn ruled(
    library: &Library,
    query: &Query,
    ways: &Ways,
    members: &[usize],
    vias: &mut Vec<String>,
    rules: &mut BTreeMap<Key, Rule>,
) -> Result<(), Stop> {
    for (concept, name) in ways.named() {
        for cite in concept.laws.iter().filter_map(|law| law.parse().ok()) {
            // A text that has it was found by its words.
            if rules.contains_key(&Key::Rule(cite)) {
                continue;
            }
            lead(library, query, members, cite, named(name, vias), ways.groups(), rules)?;
        }
    }
    Ok(())
}

/// Adds a provision of the code in force that something else than its words leads to, in every edition that has it.
fn lead(
    library: &Library,
    query: &Query,
    members: &[usize],
    cite: Citation,
    via: usize,
    held: usize,
    rules: &mut BTreeMap<Key, Rule>,
) -> Result<(), Stop> {
    let in_force = library.lexicon().code_in_force().map_or(0, |code| code.year);
    for at in members {
        let Some(edition) = library.editions().get(*at) else { continue };
        let here = match edition.code == in_force {
            true => vec![cite],
            false => library.alignment().homes(in_force, cite, edition.code).map(|h| h.to).unwrap_or_default(),
        };
        for cite in here {
            let Some((id, unit)) = library.find(*at, cite)?.filter(|(_, unit)| fits(query, unit)) else { continue };
            let rule = rules.entry(key(library, *at, unit)).or_default();
            rule.tier = 0;
            rule.held = rule.held.max(held);
            rule.score = rule.score.max(0.0);
            if !rule.places.iter().any(|place| place.edition() == *at) {
                rule.places.push(Place::new(*at, id, Some(via)));
            }
        }
    }
    Ok(())
}

/// Adds what rules the situations that the query is like.
fn situations(
    library: &Library,
    query: &Query,
    ways: &Ways,
    members: &[usize],
    worth_most: f32,
    vias: &mut Vec<String>,
    rules: &mut BTreeMap<Key, Rule>,
) -> Result<(), Stop> {
    let mut worth: BTreeMap<Citation, (f32, &Likeness)> = BTreeMap::new();
    for alike in &ways.alike {
        for (cite, later) in alike.laws.iter().zip(LATER) {
            let share = alike.share * later;
            let entry = worth.entry(*cite).or_insert((share, alike));
            if share > entry.0 {
                *entry = (share, alike);
            }
        }
    }
    for (cite, (share, alike)) in worth {
        let via = named(&format!("situation: {}", alike.phrase), vias);
        lead(library, query, members, cite, via, ways.groups(), rules)?;
        if let Some(rule) = rules.get_mut(&Key::Rule(cite)) {
            rule.score += share * if alike.alike > ways::SURE { SITUATION } else { worth_most };
        }
    }
    Ok(())
}

/// The number of a name, which it has from now on.
fn named(name: &str, vias: &mut Vec<String>) -> usize {
    vias.iter().position(|other| other == name).unwrap_or_else(|| {
        vias.push(name.to_owned());
        vias.len() - 1
    })
}

/// What a provision of a code is one with.
fn rule_of(library: &Library, code: u16, cite: Citation) -> Key {
    in_force(library, code, cite).map_or(Key::Older(code, cite), Key::Rule)
}

fn key(library: &Library, at: usize, unit: &Unit) -> Key {
    let Some(edition) = library.editions().get(at) else { return Key::Other(at, unit.key.clone()) };
    let key = match (&unit.key, unit.key.citation()) {
        (UnitKey::Provision(_), Some(cite)) => Some(rule_of(library, edition.code, cite)),
        // A companion says which definition it is.
        (UnitKey::Definition(_), _) if edition.standing == Standing::Companion => {
            Some(Key::Definition(unit.label.clone()))
        }
        (UnitKey::Definition(term), _) => {
            library.alignment().concept(&edition.lang, term).map(|concept| Key::Definition(concept.to_owned()))
        }
        _ => None,
    };
    key.unwrap_or_else(|| Key::Other(at, unit.key.clone()))
}

/// The rule of the code in force that a provision of a code is; `None` where there is not exactly one.
fn in_force(library: &Library, code: u16, cite: Citation) -> Option<Citation> {
    let in_force = library.lexicon().code_in_force().map_or(0, |code| code.year);
    if code == in_force {
        return Some(cite);
    }
    let homes = library.alignment().homes(code, cite, in_force).filter(|homes| homes.exact)?;
    homes.to.first().copied()
}

/// Whether a unit stands where the query looks.
fn fits(query: &Query, unit: &Unit) -> bool {
    let filters = &query.filters;
    let law = |law: &Citation| unit.key.citations().iter().any(|cite| law.contains(*cite));
    let place = |place: &Within| match place {
        Within::Definitions => matches!(unit.key, UnitKey::Definition(_)),
        Within::Exercises => matches!(unit.key, UnitKey::Exercise(_) | UnitKey::Answer(_)),
        Within::Notes => matches!(unit.key, UnitKey::Remark(_)) || !unit.notes.is_empty(),
    };
    (filters.laws.is_empty() || filters.laws.iter().any(law))
        && (filters.places.is_empty() || filters.places.iter().any(place))
        && !filters.not_laws.iter().any(law)
        && !filters.not_places.iter().any(place)
}

/// The languages in whose words a query may be typed, the likeliest first: the user's own, then those of the other editions.
fn languages(library: &Library, order: &[usize]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for at in order {
        if let Some(edition) = library.editions().get(*at)
            && !all.contains(&edition.lang)
        {
            all.push(edition.lang.clone());
        }
    }
    // Terms of a language none of whose editions is looked at lead to those that are.
    for lang in library.thesaurus().languages() {
        if !all.iter().any(|other| other == lang) {
            all.push(lang.to_owned());
        }
    }
    all
}

/// An analyser of each language, made once.
fn analysers<'a>(library: &'a Library, langs: &[String]) -> Vec<(String, &'a Analyser)> {
    let known = langs.iter().filter(|lang| library.lexicon().language(lang).is_some());
    known.map(|lang| (lang.clone(), library.analyser_of(lang))).collect()
}
