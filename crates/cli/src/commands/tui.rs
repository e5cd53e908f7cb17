//! `lawgrep tui`: the reader, over the library.

use lawgrep_model::{Citation, Document, Edition, UnitId};
use lawgrep_search::{Highlighter, Match, Query};
use lawgrep_shelf::Library;
use lawgrep_tui::{Found, Reader, Start, TuiError};
use lawgrep_xref::{Typed, Wanted};

use crate::{
    Outcome, cites,
    failure::{Failure, Stop},
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

/// The editions to open beside it: the others of its code that the flags leave, where the flags leave only some. None named:
/// the reader's own choice.
fn beside(session: &Session, opened: Option<usize>) -> Vec<usize> {
    let editions = session.library.editions();
    if session.chosen.len() == editions.len() {
        return Vec::new();
    }
    let code = opened.and_then(|at| editions.get(at)).map(|e| e.code);
    let other = |at: &usize| Some(*at) != opened && editions.get(*at).map(|e| e.code) == code;
    session.by_language().into_iter().filter(other).collect()
}

fn first(wanted: &Wanted) -> Option<Citation> {
    match wanted {
        Wanted::One(cite) | Wanted::Range(cite, _) => Some(*cite),
        Wanted::Named(_) => None,
    }
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

    fn cited_by(&self, edition: usize, cite: Citation) -> Vec<UnitId> {
        let Some(Ok(graph)) = self.library.graph(edition) else { return Vec::new() };
        let mut units: Vec<UnitId> = graph.incoming(cite).iter().map(|incoming| incoming.unit).collect();
        units.sort_unstable();
        units.dedup();
        units
    }

    fn search(&self, words: &str, editions: &[usize]) -> Vec<Found> {
        let query = Query::parse(words);
        for how in [Match::All, Match::Any] {
            let mut all = Vec::new();
            for edition in editions {
                let (Some(Ok(index)), Some(Ok(document))) =
                    (self.library.index(*edition), self.library.document(*edition))
                else {
                    continue;
                };
                let language = self.library.language(*edition);
                let marks = Highlighter::new(&query.asked(), &language);
                for hit in index.search(&query.asked(), &language, how).unwrap_or_default().into_iter().take(MOST) {
                    let spans = document.unit(hit.unit).map(|u| marks.spans(&u.text)).unwrap_or_default();
                    all.push(Found { edition: *edition, unit: hit.unit, spans, via: None });
                }
            }
            if !all.is_empty() {
                return all;
            }
        }
        Vec::new()
    }

    fn typed(&self, text: &str) -> Result<Vec<Citation>, String> {
        match lawgrep_xref::typed(text, self.library.lexicon()) {
            Typed::Citations(wanted) => Ok(wanted.iter().filter_map(first).collect()),
            Typed::Malformed { why, .. } => Err(why),
            Typed::Words => Err("one looks like 50, 50D or 16C2".to_owned()),
        }
    }
}
