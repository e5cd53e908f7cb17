//! `lawgrep tui`: the reader, over the library.

use std::{any::Any, cell::RefCell, rc::Rc};

use lawgrep_align::Alignment;
use lawgrep_model::{Citation, Document, Edition, Place, Span, UnitId, UnitKey};
use lawgrep_search::{Analyser, Concept, Highlighter, Query};
use lawgrep_shelf::{
    Library, LibraryError,
    store::{Store, StoreError},
};
use lawgrep_tui::{
    Brought, Found, Keepsake, Kept, Mistyped, Problem, Reader, Search, Situation, Start, Term, TuiError, World,
};
use lawgrep_xref::{Typed, Wanted};
use notify::{RecursiveMode, Watcher};

use crate::{
    Outcome, cites,
    failure::{Failure, Stop},
    finder,
    flags::{Pick, Tui},
    output::Output,
    platform,
    session::Session,
};

/// Hits that the reader lists; nobody scrolls further.
const MOST: usize = 200;

pub(crate) fn run(args: &Tui, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    // What the shelf has to tell must not go across the screen.
    let told: Rc<RefCell<Vec<String>>> = Rc::default();
    let listener = Rc::clone(&told);
    let store = Store::of_user(platform::home()).ok();
    let store = store.map(|store| store.telling(move |notice| listener.borrow_mut().push(notice.to_string())));
    let ended = read(args, bundle, store, output);
    told.borrow().iter().try_for_each(|line| output.notice(line))?;
    ended
}

fn read(args: &Tui, bundle: &'static [u8], store: Option<Store>, output: &mut Output) -> Result<Outcome, Stop> {
    let kept = kept(store.as_ref());
    let preferred = lawgrep_tui::wanted_editions(&kept.config);
    let session = Session::preferring(bundle, &args.pick, &preferred, store.clone())?;
    let wanted = match args.cites.is_empty() {
        true => Vec::new(),
        false => cites::read(&args.cites, session.library.lexicon())?,
    };
    let at = wanted.iter().find_map(first);
    if let Some(want) = wanted.first().filter(|_| at.is_none()) {
        let line =
            format!("the reader opens at a provision, and `{}` is none; lawgrep show prints it", cites::name(want));
        return Err(Failure::new(line).into());
    }
    let free = args.pick.edition.is_empty() && args.pick.lang.is_empty() && args.pick.code.is_empty();
    let order = if free && !preferred.is_empty() { session.chosen.clone() } else { session.by_language() };
    let edition = opening(&session, &order, at)?;
    let parallel = args.shape.parallel;
    let beside = beside(&session, edition);
    let resume = free && args.cites.is_empty();
    let lang = session.speaks().into_iter().next().unwrap_or_default();
    let start = Start { edition, at, parallel, beside, resume, lang, kept };
    output.flush()?;
    let folder = Folder { bundle, store, preferred };
    match lawgrep_tui::run(&OnScreen { library: session.library }, start, &folder) {
        Ok(()) => Ok(Outcome::Done),
        Err(TuiError::NoTerminal) => {
            Err(Failure::new("the reader needs a terminal; in a pipe use lawgrep QUERY or lawgrep show CITE").into())
        }
        Err(TuiError::Dumb) => Err(Failure::new(
            "TERM=dumb: this terminal cannot place words on the screen; set TERM to what it is, or use lawgrep QUERY or \
             lawgrep show CITE",
        )
        .into()),
        Err(TuiError::NoEditions) => {
            Err(Failure::new("there is no edition to read; lawgrep import PATH brings one").into())
        }
        Err(error) => Err(Failure::new(format!("{error}; please report it")).into()),
    }
}

/// The edition to open: the first of them that holds the place.
fn opening(session: &Session, order: &[usize], at: Option<Citation>) -> Result<Option<usize>, Stop> {
    if let Some(cite) = at {
        for edition in order {
            if session.library.excerpt(*edition, &[cite]).transpose()?.is_some_and(|d| d.holds(cite)) {
                return Ok(Some(*edition));
            }
        }
    }
    Ok(order.first().copied())
}

/// The editions to open beside it: the others that the flags leave, of whatever code, where the flags leave only some. None
/// named: the reader's own choice.
fn beside(session: &Session, opened: Option<usize>) -> Vec<usize> {
    if session.chosen.len() == session.library.editions().len() {
        return Vec::new();
    }
    session.by_language().into_iter().filter(|at| Some(*at) != opened).collect()
}

fn first(wanted: &Wanted) -> Option<Citation> {
    match wanted {
        Wanted::One(cite) | Wanted::Range(cite, _) => Some(*cite),
        Wanted::Named(_) => None,
    }
}

/// The files of the user, as they are.
fn kept(store: Option<&Store>) -> Kept {
    let read = |name: &str| {
        let store = store?;
        let text = match store.own(name) {
            Ok(text) => Ok(text?),
            Err(error) => Err(error.to_string()),
        };
        Some(Brought { path: store.own_path(name).display().to_string(), text })
    };
    let file = |file: Keepsake| read(file.file_name());
    Kept { config: read("config.toml"), bookmarks: file(Keepsake::Bookmarks), place: file(Keepsake::Place) }
}

/// The data folder, as the reader sees it.
struct Folder {
    bundle: &'static [u8],
    store: Option<Store>,
    preferred: Vec<String>,
}

impl World for Folder {
    fn keep(&self, file: Keepsake, text: &str) -> Result<(), String> {
        let store = self.store.as_ref().ok_or("there is no data folder; set LAWGREP_HOME to a folder of your own")?;
        store.keep_own(file.file_name(), text).map_err(|e| e.to_string())
    }

    fn stamp(&self) -> u64 {
        self.store.as_ref().map_or(0, Store::stamp)
    }

    fn watch(&self, changed: Box<dyn Fn() + Send>) -> Option<Box<dyn Any>> {
        let folder = self.store.as_ref()?.watchable()?;
        let tell = move |event: notify::Result<notify::Event>| {
            // Whoever only looks changes nothing; we look ourselves.
            if event.is_ok_and(|event| !event.kind.is_access()) {
                changed();
            }
        };
        let mut watcher = notify::recommended_watcher(tell).ok()?;
        watcher.watch(&folder, RecursiveMode::Recursive).ok()?;
        Some(Box::new(watcher))
    }

    fn reopen(&self) -> Result<Option<Box<dyn Reader>>, String> {
        let words = |stop: Stop| match stop {
            Stop::Failed(failure) => failure.lines.into_iter().next().unwrap_or_default(),
            Stop::Closed => String::new(),
        };
        let session = Session::preferring(self.bundle, &Pick::default(), &self.preferred, self.store.clone());
        let session = session.map_err(words)?;
        Ok(Some(Box::new(OnScreen { library: session.library })))
    }
}

/// Situations told in other words than those typed.
const ALIKE: usize = 12;
/// How like the words they must be.
const LEAST: f32 = 0.2;

/// Whether the words may name the concept. `as` is no adjusted score, which is written AS.
fn is_meant(concept: &Concept, words: &str, lang: &str) -> bool {
    let small = words.to_lowercase();
    let mut alike = concept.terms(lang).iter().filter(|term| term.to_lowercase() == small).peekable();
    let is_short = |term: &&String| !term.chars().any(char::is_lowercase);
    alike.peek().is_none() || !alike.all(|term| is_short(&term) && term != words)
}

struct OnScreen {
    library: Library,
}

impl OnScreen {
    /// Where provisions of the code in force stand in another code.
    fn in_code(&self, laws: &[Citation], code: u16) -> Vec<Citation> {
        let in_force = self.library.lexicon().code_in_force().map_or(0, |code| code.year);
        if code == in_force {
            return laws.to_vec();
        }
        let homes = |cite: &Citation| self.library.alignment().homes(in_force, *cite, code).map(|homes| homes.to);
        let mut all = Vec::new();
        for cite in laws.iter().filter_map(homes).flatten() {
            if !all.contains(&cite) {
                all.push(cite);
            }
        }
        all
    }

    /// The terms in a text of the edition, in the order in which they stand there: the words, the concept and its number.
    fn meant(&self, edition: usize, text: &str) -> Vec<(Span, u16, Concept)> {
        let lang = self.library.editions().get(edition).map_or("", |e| e.lang.as_str());
        let (thesaurus, tokens) = (self.library.thesaurus(), self.library.analyser(edition).words(text));
        let mut all = Vec::new();
        for found in thesaurus.terms(lang, &tokens) {
            let ends = tokens.get(found.words.clone()).and_then(|words| Some((words.first()?, words.last()?)));
            let Some(span) = ends.map(|(first, last)| Span { start: first.span.start, end: last.span.end }) else {
                continue;
            };
            for number in found.concepts {
                let concept = thesaurus.concept(number).filter(|c| is_meant(c, span.of(text), lang));
                all.extend(concept.map(|concept| (span, number, concept)));
            }
        }
        all
    }

    fn term(&self, concept: Concept, words: &str, lang: &str) -> Term {
        let friends = concept.false_friends.into_iter().filter(|(other, _)| other == lang).map(|(_, text)| text);
        Term {
            words: words.to_owned(),
            spans: Vec::new(),
            names: concept.terms,
            remarks: friends.chain(concept.doubt).collect(),
            definitions: concept.definition.map(|id| self.definitions(&id)).unwrap_or_default(),
            laws: concept.laws.iter().filter_map(|law| law.parse().ok()).collect(),
        }
    }

    /// The definitions of a concept in all editions.
    fn definitions(&self, id: &str) -> Vec<(usize, UnitId)> {
        let mut all = Vec::new();
        for at in 0..self.library.editions().len() {
            let Some(Ok(document)) = self.library.document(at) else { continue };
            let is = |key: &UnitKey| match key {
                UnitKey::Definition(term) => {
                    self.library.alignment().concept(&document.edition.lang, term).is_some_and(|own| own == id)
                }
                _ => false,
            };
            all.extend(document.iter().find(|(_, unit)| is(&unit.key)).map(|(unit, _)| (at, unit)));
        }
        all
    }
}

impl Reader for OnScreen {
    fn editions(&self) -> &[Edition] {
        self.library.editions()
    }

    fn document(&self, edition: usize) -> Option<&Document> {
        self.library.document(edition)?.ok()
    }

    fn problem(&self, edition: usize) -> Option<Problem> {
        let error = self.library.document(edition)?.err()?;
        let why = error.to_string();
        Some(match error {
            LibraryError::Store(StoreError::NoHome | StoreError::Io { .. }) => Problem::Outside(why),
            LibraryError::Bundle(_) => Problem::Program(why),
            LibraryError::Store(_) | LibraryError::Remake { .. } | LibraryError::Index { .. } => Problem::Damaged(why),
        })
    }

    fn alignment(&self) -> &Alignment {
        self.library.alignment()
    }

    fn cited_by(&self, edition: usize, cite: Citation) -> Vec<UnitId> {
        let Some(Ok(graph)) = self.library.graph(edition) else { return Vec::new() };
        let mut units: Vec<UnitId> = graph.incoming(cite).iter().map(|incoming| incoming.unit).collect();
        units.sort_unstable();
        units.dedup();
        units
    }

    fn search(&self, words: &str, editions: &[usize]) -> Search {
        let query = Query::parse(words);
        let Ok(found) = finder::find(&self.library, editions, &query, true) else { return Search::default() };
        let mut all = Vec::new();
        for of in &found.languages {
            let marks = Highlighter::new(&of.asked, self.library.analyser_of(&of.lang));
            for place in of.rules.iter().flat_map(|rule| &rule.places).take(MOST) {
                let Ok(unit) = place.unit(&self.library) else { continue };
                let (spans, via) = (marks.spans(&unit.text), found.via(place).map(str::to_owned));
                all.push(Found { edition: place.edition(), unit: place.id, spans, via });
            }
        }
        Search { found: all, notices: super::search::remarks(&found) }
    }

    fn situations(&self, edition: usize, words: &str) -> Vec<Situation> {
        let Some(of) = self.library.editions().get(edition) else { return Vec::new() };
        let all = self.library.situations();
        let here = |(phrase, laws): (String, Vec<Citation>)| {
            let laws = self.in_code(&laws, of.code);
            (!laws.is_empty()).then_some(Situation { phrase, laws })
        };
        let told = all.list(&of.lang).into_iter().filter_map(here);
        let typed: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let holds = |one: &Situation| {
            let phrase = one.phrase.to_lowercase();
            typed.iter().all(|word| phrase.contains(word))
        };
        let mut list: Vec<Situation> = told.filter(holds).collect();
        if typed.is_empty() {
            return list;
        }
        // Told in other words, then in other languages: what is ruled by the same provisions is there once.
        let others = self.library.thesaurus().languages().filter(|lang| *lang != of.lang);
        for (n, lang) in std::iter::once(of.lang.as_str()).chain(others).enumerate() {
            if n > 0 && !list.is_empty() {
                break;
            }
            let Some(language) = self.library.lexicon().language(lang) else { continue };
            let analyser = Analyser::new(language);
            let alike = all.like(words, lang, &analyser, self.library.thesaurus(), ALIKE);
            let alike = alike.into_iter().filter(|one| one.share >= LEAST).map(|one| (one.phrase, one.laws));
            for one in alike.filter_map(here) {
                if !list.iter().any(|other| other.laws == one.laws) {
                    list.push(one);
                }
            }
        }
        list
    }

    fn terms(&self, edition: usize, units: &[UnitId]) -> Vec<Term> {
        let Some(Ok(document)) = self.library.document(edition) else { return Vec::new() };
        let lang = document.edition.lang.as_str();
        let mut seen: Vec<u16> = Vec::new();
        let mut all: Vec<Term> = Vec::new();
        for (id, unit) in units.iter().filter_map(|id| Some((*id, document.unit(*id)?))) {
            let notes = unit.notes.iter().map(|note| note.text.as_str());
            let heading = unit.heading.as_deref().into_iter();
            for (text, own) in
                heading.map(|t| (t, false)).chain([(unit.text.as_str(), true)]).chain(notes.map(|t| (t, false)))
            {
                for (span, number, concept) in self.meant(edition, text) {
                    let at = seen.iter().position(|other| *other == number).unwrap_or_else(|| {
                        seen.push(number);
                        all.push(self.term(concept, span.of(text), lang));
                        seen.len() - 1
                    });
                    // Only words of the text are marked there.
                    if let Some(term) = all.get_mut(at).filter(|_| own) {
                        term.spans.push((id, span));
                    }
                }
            }
        }
        all
    }

    fn terms_at(&self, edition: usize, unit: UnitId, place: Place, word: Span) -> Vec<Term> {
        let Some(Ok(document)) = self.library.document(edition) else { return Vec::new() };
        let text = document.unit(unit).map_or("", |unit| unit.text_at(place));
        let over = |span: &Span| span.start < word.end && word.start < span.end;
        let mut found: Vec<_> = self.meant(edition, text).into_iter().filter(|(span, ..)| over(span)).collect();
        // The term of most words is the one that is meant.
        found.sort_by_key(|(span, ..)| std::cmp::Reverse(span.end - span.start));
        let lang = document.edition.lang.as_str();
        let told = |(span, _, concept): (Span, u16, Concept)| Term {
            spans: if place == Place::Text { vec![(unit, span)] } else { Vec::new() },
            ..self.term(concept, span.of(text), lang)
        };
        found.into_iter().map(told).collect()
    }

    fn typed(&self, text: &str) -> Result<Vec<Citation>, Mistyped> {
        match lawgrep_xref::typed(text, self.library.lexicon()) {
            Typed::Citations(wanted) => Ok(wanted.iter().filter_map(first).collect()),
            Typed::Malformed { at, why } => Err(Mistyped { at: Some(at), why }),
            Typed::Words => Err(Mistyped::default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_abbreviation_is_meant_only_where_it_is_written_so() {
        let concept = |terms: &[&str]| Concept {
            id: "adjusted-score".to_owned(),
            definition: None,
            laws: Vec::new(),
            terms: vec![("en".to_owned(), terms.iter().map(|term| (*term).to_owned()).collect())],
            false_friends: Vec::new(),
            doubt: None,
        };
        let score = concept(&["adjusted score", "AS"]);
        for (words, meant) in
            [("as", false), ("As", false), ("AS", true), ("adjusted scores", true), ("Adjusted score", true)]
        {
            assert_eq!(is_meant(&score, words, "en"), meant, "{words}");
        }
        // Another language's word is no matter of ours.
        assert!(is_meant(&score, "as", "nl"));
    }
}
