//! `lawgrep tui`: the reader, over the library.

use lawgrep_align::Alignment;
use lawgrep_model::{Citation, Document, Edition, Unit, UnitId};
use lawgrep_search::{Highlighter, Query};
use lawgrep_shelf::Library;
use lawgrep_tui::{Found, Reader, Start, TuiError};
use lawgrep_xref::{Typed, Wanted};

use crate::{
    Outcome, cites,
    failure::{Failure, Stop},
    finder,
    flags::Tui,
    output::Output,
    session::Session,
};

/// Hits that the reader lists; nobody scrolls further.
const MOST: usize = 200;

pub(crate) fn run(args: &Tui, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let session = Session::open(bundle, &args.pick)?;
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
    let edition = opening(&session, at)?;
    let parallel = args.shape.parallel;
    let beside = beside(&session, edition);
    let start = Start { edition, at, parallel, beside };
    output.flush()?;
    match lawgrep_tui::run(&OnScreen { library: &session.library }, start) {
        Ok(()) => Ok(Outcome::Done),
        Err(TuiError::NoTerminal) => {
            Err(Failure::new("the reader needs a terminal; in a pipe use lawgrep QUERY or lawgrep show CITE").into())
        }
        Err(TuiError::NoEditions) => {
            Err(Failure::new("there is no edition to read; lawgrep import PATH brings one").into())
        }
        Err(error) => Err(Failure::new(format!("{error}; please report it")).into()),
    }
}

/// The edition to open: of those that the flags leave, with the user's language first, the first that holds the place.
fn opening(session: &Session, at: Option<Citation>) -> Result<Option<usize>, Stop> {
    let order = session.by_language();
    if let Some(cite) = at {
        for edition in &order {
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

/// Whether they are one unit: a law can be printed twice.
fn same(a: &Unit, b: &Unit) -> bool {
    a.key == b.key && a.occurrence == b.occurrence
}

struct OnScreen<'a> {
    library: &'a Library,
}

impl Reader for OnScreen<'_> {
    fn editions(&self) -> &[Edition] {
        self.library.editions()
    }

    fn document(&self, edition: usize) -> Option<&Document> {
        self.library.document(edition)?.ok()
    }

    fn problem(&self, edition: usize) -> Option<String> {
        let error = self.library.document(edition)?.err()?;
        Failure::from(error).lines.into_iter().next()
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

    fn search(&self, words: &str, editions: &[usize]) -> Vec<Found> {
        let query = Query::parse(words);
        let Ok(found) = finder::find(self.library, editions, &query, true) else { return Vec::new() };
        let mut all = Vec::new();
        for of in &found.languages {
            let marks = Highlighter::new(&of.asked, self.library.analyser_of(&of.lang));
            for place in of.rules.iter().flat_map(|rule| &rule.places).take(MOST) {
                let document = self.library.document(place.edition).and_then(Result::ok);
                let id = document.and_then(|d| d.iter().find(|(_, unit)| same(unit, place.unit)));
                let Some((unit, _)) = id else { continue };
                let spans = marks.spans(&place.unit.text);
                all.push(Found { edition: place.edition, unit, spans, via: place.via.clone() });
            }
        }
        all
    }

    fn typed(&self, text: &str) -> Result<Vec<Citation>, String> {
        match lawgrep_xref::typed(text, self.library.lexicon()) {
            Typed::Citations(wanted) => Ok(wanted.iter().filter_map(first).collect()),
            Typed::Malformed { why, .. } => Err(why),
            Typed::Words => Err("one looks like 50, 50D or 16C2".to_owned()),
        }
    }
}
