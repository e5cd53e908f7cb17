use lawgrep_align::Alignment;
use lawgrep_model::{Citation, Document, Edition, Place, Span, UnitId};

/// Where the reader gets its laws from. An edition is named by its place in [`editions`](Reader::editions).
pub trait Reader {
    /// The editions at hand, in display order: in force first.
    fn editions(&self) -> &[Edition];

    /// The text of one edition, decoded when it is first asked for. `None` where it cannot be read or there is no such
    /// edition; [`problem`](Reader::problem) then says why.
    fn document(&self, edition: usize) -> Option<&Document>;

    /// Why [`document`](Reader::document) gave nothing.
    fn problem(&self, edition: usize) -> Option<Problem>;

    /// Where the same rule stands in other codes.
    fn alignment(&self) -> &Alignment;

    /// The units of the edition that refer to the provision, in print order.
    fn cited_by(&self, edition: usize, cite: Citation) -> Vec<UnitId>;

    /// The units that hold the words, best first, out of the editions given.
    fn search(&self, words: &str, editions: &[usize]) -> Search;

    /// What happens at the table, in the language of the edition and with provisions of its code: what the words are like,
    /// the likest first; without words all, in the order of the data.
    fn situations(&self, edition: usize, words: &str) -> Vec<Situation> {
        let _ = (edition, words);
        Vec::new()
    }

    /// The terms in units of the edition, each once, in the order in which they stand there.
    fn terms(&self, edition: usize, units: &[UnitId]) -> Vec<Term> {
        let _ = (edition, units);
        Vec::new()
    }

    /// The terms to which a word of a unit's text, heading or note belongs: `card` of `penalty card`. Empty where it belongs to
    /// none.
    fn terms_at(&self, edition: usize, unit: UnitId, place: Place, word: Span) -> Vec<Term> {
        let over = |span: &Span| span.start < word.end && word.start < span.end;
        let holds = |term: &Term| place == Place::Text && term.spans.iter().any(|(n, span)| *n == unit && over(span));
        self.terms(edition, &[unit]).into_iter().filter(holds).collect()
    }

    /// Reads what was typed after "go to". The first citation is used.
    ///
    /// # Errors
    /// When it is no citation.
    fn typed(&self, text: &str) -> Result<Vec<Citation>, Mistyped>;
}

/// Why a text cannot be read. What the system says of it comes along as it is, in whatever language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// What was imported is damaged; importing it again helps.
    Damaged(String),
    /// A part of the program is damaged; installing it again helps.
    Program(String),
    /// The disk, the rights to it, or something else outside.
    Outside(String),
}

/// Why what was typed is no citation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mistyped {
    /// The byte where it goes wrong; `None` where all of it is something else.
    pub at: Option<usize>,
    /// What is wrong, an English clause without a full stop; empty where there is nothing to tell.
    pub why: String,
}

/// What a search found, and what must be said about how.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    /// Best first.
    pub found: Vec<Found>,
    /// Other terms that were looked for, a situation, corrections: a line each, as the command line prints them.
    pub notices: Vec<String>,
}

/// Something that happens at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Situation {
    /// How it is told.
    pub phrase: String,
    /// The provisions that rule it, the chief one first.
    pub laws: Vec<Citation>,
}

/// A term of the game's law.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Term {
    /// As it stands in the text.
    pub words: String,
    /// Where it stands in the texts of the units.
    pub spans: Vec<(UnitId, Span)>,
    /// Its terms by language code, the one in use today first.
    pub names: Vec<(String, Vec<String>)>,
    /// What misleads, what could not be checked.
    pub remarks: Vec<String>,
    /// The definitions that explain it: edition and unit, in display order.
    pub definitions: Vec<(usize, UnitId)>,
    /// Where it is chiefly ruled.
    pub laws: Vec<Citation>,
}

/// A unit that a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The edition, as a place in [`Reader::editions`].
    pub edition: usize,
    /// The unit, in that edition's document.
    pub unit: UnitId,
    /// The words found: bytes of the unit's text, in order.
    pub spans: Vec<Span>,
    /// The concept or correction that led here, where the words themselves did not: `penalty card`.
    pub via: Option<String>,
}

/// What to open first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Start {
    /// The edition to read. `None`: the first one that holds `at`, else the first one.
    pub edition: Option<usize>,
    /// The provision to open.
    pub at: Option<Citation>,
    /// Whether to show several editions at once.
    pub parallel: bool,
    /// The editions to show beside the one being read; empty for one of each other language of its code.
    pub beside: Vec<usize>,
    /// Whether to open where the user left, if nothing above says otherwise.
    pub resume: bool,
    /// The language in which the reader speaks; English where it is not known.
    pub lang: String,
    /// The files of the user, as found.
    pub kept: crate::Kept,
}

/// Why the reader could not run, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum TuiError {
    /// Standard input or output is no terminal.
    #[error("standard input and output must be a terminal")]
    NoTerminal,
    /// The terminal cannot place words.
    #[error("TERM=dumb: this terminal cannot place words on the screen")]
    Dumb,
    /// There is no edition to read.
    #[error("there is no edition to read")]
    NoEditions,
    /// The terminal refused something or went away.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] std::io::Error),
    /// A fault of the program. The terminal has been given back; the words are for a report.
    #[error("internal fault: {0}")]
    Internal(String),
}
