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

mod ways;

use std::collections::{BTreeMap, BTreeSet};

use lawgrep_model::{Citation, Standing, Unit, UnitId, UnitKey};
use lawgrep_search::{Analyser, Asked, Concept, Likeness, Match, Query, Within};
use lawgrep_shelf::Library;

use crate::{
    failure::{Failure, Stop},
    text::quoted,
};
pub(crate) use ways::FalseFriend;
use ways::Ways;

/// What was found, and what must be said about it.
pub(crate) struct Found<'a> {
    /// By language, in the order in which they are shown.
    pub(crate) languages: Vec<Language<'a>>,
    /// How many of the words a hit must have.
    pub(crate) how: Match,
    /// Terms in other languages or other terms that were looked for too: language code and term.
    pub(crate) also: Vec<(String, String)>,
    /// Terms that mean another thing in another language.
    pub(crate) friends: Vec<FalseFriend>,
    /// Words that nothing has, and what was looked for instead.
    pub(crate) corrected: Vec<(String, String)>,
    /// The situation that the query is most like.
    pub(crate) situation: Option<String>,
}

/// The hits in one language.
pub(crate) struct Language<'a> {
    /// Its code.
    pub(crate) lang: String,
    /// What was looked for in it, for marking words.
    pub(crate) asked: Asked,
    /// Best first.
    pub(crate) rules: Vec<Rule<'a>>,
    /// Its texts have everything as it was typed.
    typed: bool,
}

/// One rule, definition or other unit, in all editions of the language that were found to have it.
pub(crate) struct Rule<'a> {
    /// In the order of the editions.
    pub(crate) places: Vec<Place<'a>>,
    tier: u8,
    held: usize,
    score: f32,
}

/// Where a rule stands in an edition.
pub(crate) struct Place<'a> {
    pub(crate) edition: usize,
    what: What<'a>,
    /// The concept, correction or situation that led here.
    pub(crate) via: Option<String>,
}

/// A unit, or the number by which it is found: of many hits few are shown, and only these are read.
#[derive(Clone, Copy)]
enum What<'a> {
    Unit(&'a Unit),
    Number(UnitId),
}

impl Place<'_> {
    /// The unit that stands there.
    pub(crate) fn unit<'a>(&'a self, library: &'a Library) -> Result<&'a Unit, Stop> {
        match self.what {
            What::Unit(unit) => Ok(unit),
            What::Number(id) => match library.unit(self.edition, id)? {
                Some(unit) => Ok(unit),
                None => Err(Failure::new("an edition is damaged; import it again, or install lawgrep again").into()),
            },
        }
    }
}

impl Found<'_> {
    /// All places, best first.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&Language<'_>, &Place<'_>)> {
        self.languages
            .iter()
            .flat_map(|of| of.rules.iter().flat_map(move |rule| rule.places.iter().map(move |p| (of, p))))
    }
}

/// By what hits of several editions are one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Rule(Citation),
    Definition(String),
    Other(usize, UnitKey),
}

/// A query of more words is a text, and would take long.
const MOST_WORDS: usize = 200;
/// How like a query must be to a situation for its provisions to count.
const ALIKE: f32 = 0.3;
/// What a situation adds at most, against 1 for the best hit of the words.
const SITUATION: f32 = 2.0;
/// What a situation adds at most where a text has all the words, unless it is surely meant.
const BESIDE: f32 = 0.7;
/// A query of more words than these tells what happened; that a text has them all may be chance.
const PHRASE: usize = 3;
/// What a situation adds at most to such a query where a text has all the words.
const TOLD: f32 = 1.4;
/// What the second, third and fourth provision of a situation count against the first.
const LATER: [f32; 4] = [1.0, 0.75, 0.65, 0.55];
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
pub(crate) fn find<'a>(library: &'a Library, order: &[usize], query: &Query, terms: bool) -> Result<Found<'a>, Stop> {
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
    let ways = Ways::new(library, query, &order, terms)?;
    let mut all = Found {
        languages: Vec::new(),
        how: Match::All,
        also: ways.also.clone(),
        friends: ways.friends.clone(),
        corrected: ways.corrected.clone(),
        situation: ways.alike.first().map(|alike| alike.phrase.clone()),
    };
    for how in [Match::All, Match::Any] {
        all.how = how;
        let mut langs: Vec<&str> = Vec::new();
        for at in &order {
            if !langs.contains(&lang(at)) {
                langs.push(lang(at));
            }
        }
        for code in langs {
            let members: Vec<usize> = order.iter().copied().filter(|at| lang(at) == code).collect();
            let found = in_language(library, query, &ways, code, &members, how)?;
            if !found.rules.is_empty() {
                all.languages.push(found);
            }
        }
        // What is typed as it stands goes before what only means the same.
        all.languages.sort_by_key(|found| !found.typed);
        if !all.languages.is_empty() {
            break;
        }
    }
    Ok(all)
}

fn in_language<'a>(
    library: &'a Library,
    query: &Query,
    ways: &Ways,
    code: &str,
    members: &[usize],
    how: Match,
) -> Result<Language<'a>, Stop> {
    let asked = ways.asked(code, how);
    let mut rules: BTreeMap<Key, Rule<'a>> = BTreeMap::new();
    // A large shelf asks for the same rule in every edition.
    let mut homes: BTreeMap<(u16, u64), Option<Citation>> = BTreeMap::new();
    let newest = library.lexicon().code_in_force().map_or(0, |code| code.year);
    let mut typed = false;
    for at in members {
        let Some(index) = library.index(*at).transpose()? else { continue };
        let hits = index.search(&asked, library.analyser(*at), how).map_err(|e| {
            Failure::new(format!("the search failed ({e}); import the edition again, or install lawgrep again"))
        })?;
        if hits.is_empty() {
            continue;
        }
        let Some(edition) = library.editions().get(*at) else { continue };
        let weight = if edition.in_force() { 1.0 } else { SUPERSEDED };
        let (mut seen, mut provisions) = (BTreeSet::new(), BTreeSet::new());
        for hit in hits {
            // A law that is printed twice is one hit.
            let provision = index.provision(hit.unit).filter(|_| query.filters.leave_editions_whole());
            let (key, what) = match provision {
                Some(cite) if !provisions.insert(cite.number()) => continue,
                Some(cite) => {
                    let home = match edition.code == newest {
                        true => Some(cite),
                        false => *homes
                            .entry((edition.code, cite.number()))
                            .or_insert_with(|| in_force(library, edition.code, cite)),
                    };
                    let other = || Key::Other(*at, UnitKey::Provision(vec![cite]));
                    (home.map_or_else(other, Key::Rule), What::Number(hit.unit))
                }
                None => {
                    let Some(unit) = library.unit(*at, hit.unit)?.filter(|unit| seen.insert(&unit.key)) else {
                        continue;
                    };
                    if !fits(query, unit) {
                        continue;
                    }
                    (key(library, *at, unit), What::Unit(unit))
                }
            };
            typed |= hit.via.is_none() && hit.all;
            let via = hit.via.and_then(|n| ways.vias.get(n)).cloned();
            let rule = entry(&mut rules, key);
            rule.tier = rule.tier.min(index.tier(hit.unit));
            rule.held = rule.held.max(hit.held);
            rule.score = rule.score.max(hit.score * weight);
            rule.places.push(Place { edition: *at, what, via });
        }
    }
    let found = !rules.is_empty();
    ruled(library, query, ways, members, &mut rules)?;
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
    situations(library, query, ways, members, worth, &mut rules)?;
    let mut rules: Vec<(Key, Rule<'a>)> = rules.into_iter().collect();
    rules.sort_by(|(ka, a), (kb, b)| {
        // Where not all words are needed, more of them go first.
        let first = (a.tier, b.held).cmp(&(b.tier, a.held));
        first.then(b.score.total_cmp(&a.score)).then(ka.cmp(kb))
    });
    Ok(Language { lang: code.to_owned(), asked, rules: rules.into_iter().map(|(_, rule)| rule).collect(), typed })
}

/// Adds what chiefly rules the very concept that was asked for, whether its text names it or not.
fn ruled<'a>(
    library: &'a Library,
    query: &Query,
    ways: &Ways,
    members: &[usize],
    rules: &mut BTreeMap<Key, Rule<'a>>,
) -> Result<(), Stop> {
    for (concept, name) in ways.named() {
        for cite in concept.laws.iter().filter_map(|law| law.parse().ok()) {
            lead(library, query, members, cite, name, ways.groups(), rules)?;
        }
    }
    Ok(())
}

/// Adds a provision of the code in force that something else than its words leads to, in every edition that has it.
fn lead<'a>(
    library: &'a Library,
    query: &Query,
    members: &[usize],
    cite: Citation,
    via: &str,
    held: usize,
    rules: &mut BTreeMap<Key, Rule<'a>>,
) -> Result<(), Stop> {
    let in_force = library.lexicon().code_in_force().map_or(0, |code| code.year);
    for at in members {
        let Some(edition) = library.editions().get(*at) else { continue };
        let here = match edition.code == in_force {
            true => vec![cite],
            false => library.alignment().homes(in_force, cite, edition.code).map(|h| h.to).unwrap_or_default(),
        };
        for cite in here {
            let Some(unit) = library.find(*at, cite)?.filter(|unit| fits(query, unit)) else { continue };
            let rule = entry(rules, key(library, *at, unit));
            rule.tier = 0;
            rule.held = rule.held.max(held);
            rule.score = rule.score.max(0.0);
            if !rule.places.iter().any(|place| place.edition == *at) {
                rule.places.push(Place { edition: *at, what: What::Unit(unit), via: Some(via.to_owned()) });
            }
        }
    }
    Ok(())
}

/// Adds what rules the situations that the query is like.
fn situations<'a>(
    library: &'a Library,
    query: &Query,
    ways: &Ways,
    members: &[usize],
    worth_most: f32,
    rules: &mut BTreeMap<Key, Rule<'a>>,
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
        lead(library, query, members, cite, &format!("situation: {}", alike.phrase), ways.groups(), rules)?;
        if let Some(rule) = rules.get_mut(&Key::Rule(cite)) {
            rule.score += share * if alike.alike > ways::SURE { SITUATION } else { worth_most };
        }
    }
    Ok(())
}

fn entry<'a, 'b>(rules: &'b mut BTreeMap<Key, Rule<'a>>, key: Key) -> &'b mut Rule<'a> {
    rules.entry(key).or_insert_with(|| Rule { places: Vec::new(), tier: u8::MAX, held: 0, score: 0.0 })
}

fn key(library: &Library, at: usize, unit: &Unit) -> Key {
    let Some(edition) = library.editions().get(at) else { return Key::Other(at, unit.key.clone()) };
    let key = match (&unit.key, unit.key.citation()) {
        (UnitKey::Provision(_), Some(cite)) => in_force(library, edition.code, cite).map(Key::Rule),
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
