//! What the reader is showing and doing. Changed by [`update`](crate::update) only, drawn by [`view`](crate::view).

use std::collections::BTreeMap;

use lawgrep_model::{Citation, Edition, Span, UnitId};

use crate::{
    arrange::Row,
    choose::{Completion, Contents, Situations, Terms, Within},
    flow::{Flow, Hits},
    ink::Line,
    keymap::{Action, Key, Scope},
    layout::{self, Room, Slot},
    own::Own,
    own::words::t,
    pane::Pane,
    reader::{Reader, Start},
    refs::LinkId,
    screen::{Show, Spot},
};

/// The reader's state. Everything in it is a plain value; the widest part, the text set in lines, is kept until the
/// editions shown or the width change.
#[derive(Debug)]
pub struct State {
    pub(crate) size: (u16, u16),
    pub(crate) editions: Vec<Edition>,
    /// The pane whose text the keys move.
    pub(crate) pane: Pane,
    /// A second one beside it or below, for what is read with it.
    pub(crate) other: Option<Box<Pane>>,
    /// The pane with the keys is the right or lower one.
    pub(crate) second: bool,
    /// Places under letters.
    pub(crate) marks: BTreeMap<char, Place>,
    /// The situation whose provision was opened last.
    pub(crate) last_situation: Option<String>,
    pub(crate) mode: Mode,
    pub(crate) message: Option<Message>,
    pub(crate) hits: Hits,
    /// Counts the changes of `hits`.
    pub(crate) marked: u64,
    /// The last search, for opening its list again.
    pub(crate) last: Option<List>,
    /// Something was typed that has not been searched for yet.
    pub(crate) unsought: bool,
    pub(crate) own: Own,
}

/// A place to come back to.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) show: Show,
    pub(crate) spot: Option<Spot>,
    pub(crate) selected: Option<LinkId>,
    pub(crate) label: Option<String>,
    pub(crate) caution: Option<Caution>,
    /// What the user had chosen to read, where a reference opened something else.
    pub(crate) home: Option<Show>,
    /// How the trail names it; `None` where it should not.
    pub(crate) step: Option<String>,
}

/// A provision whose number is another rule's in a code that the user may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Caution {
    pub(crate) code: u16,
    pub(crate) cite: Citation,
    pub(crate) text: String,
}

/// A line for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) text: String,
    /// Something did not work, or needs care.
    pub(crate) warns: bool,
}

/// What the keys are for at present.
#[derive(Debug, Clone)]
pub(crate) enum Mode {
    Reading,
    Outline(Contents),
    /// The present edition of the list.
    Editions(usize),
    List(List),
    Peek(Peek),
    Help(Help),
    GoTo(GoTo),
    Search(SearchBox),
    Aloud(Aloud),
    /// The present bookmark of the list.
    Bookmarks(usize),
    Note(Note),
    Situations(Situations),
    Terms(Terms),
    /// A mark's letter is awaited: to set it, or to go there.
    Marking {
        set: bool,
    },
}

impl Mode {
    /// Which keys count.
    pub(crate) fn scope(&self) -> Scope {
        match self {
            Mode::Reading => Scope::Reading,
            Mode::Outline(contents) if contents.typing => Scope::OutlineFilter,
            Mode::Outline(_) => Scope::Outline,
            Mode::Editions(_) => Scope::Editions,
            Mode::List(List { kind: ListKind::Search { .. }, .. }) => Scope::Results,
            Mode::List(_) => Scope::CitedBy,
            Mode::Peek(_) => Scope::Peek,
            Mode::Help(_) => Scope::Help,
            Mode::GoTo(_) => Scope::GoTo,
            Mode::Search(_) => Scope::Search,
            Mode::Aloud(_) => Scope::Aloud,
            Mode::Bookmarks(_) => Scope::Bookmarks,
            Mode::Note(_) => Scope::Note,
            Mode::Situations(_) => Scope::Situations,
            Mode::Terms(_) => Scope::Terms,
            Mode::Marking { .. } => Scope::Marking,
        }
    }
}

/// A citation being typed.
#[derive(Debug, Clone, Default)]
pub(crate) struct GoTo {
    pub(crate) input: String,
    /// What Enter will do, or why it will not.
    pub(crate) verdict: Option<Message>,
    /// What it may be going to be, and what Enter opens.
    pub(crate) completion: Completion,
}

/// Words being typed, with what they find so far.
#[derive(Debug, Clone)]
pub(crate) struct SearchBox {
    pub(crate) input: String,
    pub(crate) list: List,
}

/// Why units are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ListKind {
    Search {
        words: String,
        all: bool,
        within: Within,
    },
    /// What refers to the rule that this provision of that code has: in the editions shown, or in all.
    CitedBy {
        code: u16,
        cite: Citation,
        all: bool,
    },
}

/// Units to choose from, with the text of the present one.
#[derive(Debug, Clone)]
pub(crate) struct List {
    pub(crate) kind: ListKind,
    /// What must be said about how they were found.
    pub(crate) notices: Vec<String>,
    pub(crate) items: Vec<Item>,
    pub(crate) cursor: usize,
    pub(crate) preview: Vec<Line>,
}

/// One unit of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) edition: usize,
    pub(crate) unit: UnitId,
    pub(crate) spans: Vec<Span>,
    /// The same rule in other editions.
    pub(crate) also: Vec<(usize, UnitId, Vec<Span>)>,
    pub(crate) name: String,
    /// The provision that it refers to, where that is why it is listed.
    pub(crate) cites: Option<Citation>,
    /// Heading and words about the first hit.
    pub(crate) words: String,
}

/// A reference's target, shown over the text.
#[derive(Debug, Clone)]
pub(crate) struct Peek {
    pub(crate) link: LinkId,
    pub(crate) edition: usize,
    pub(crate) what: Peeked,
    /// What was peeked at before, from which this was peeked at.
    pub(crate) under: Option<Box<Peek>>,
    /// The reference in it that is selected.
    pub(crate) selected: Option<LinkId>,
    /// Whose text it is, and from which other code the way led there.
    pub(crate) title: String,
    pub(crate) flow: Flow,
    pub(crate) scroll: usize,
    /// The box stands low, so that it does not hide the reference.
    pub(crate) low: bool,
}

/// What is peeked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Peeked {
    Provision(Citation),
    Unit(UnitId),
}

/// A provision for reading it to the players.
#[derive(Debug, Clone)]
pub(crate) struct Aloud {
    pub(crate) edition: usize,
    pub(crate) what: Peeked,
    pub(crate) lines: Vec<Line>,
    pub(crate) scroll: usize,
}

/// A note to a bookmark being typed.
#[derive(Debug, Clone)]
pub(crate) struct Note {
    pub(crate) bookmark: usize,
    pub(crate) input: String,
}

/// The keys, over what they are for.
#[derive(Debug, Clone)]
pub(crate) struct Help {
    pub(crate) under: Box<Mode>,
    pub(crate) lines: Vec<Line>,
    pub(crate) scroll: usize,
}

impl State {
    /// The reader as it starts, on a screen of so many columns and rows.
    pub fn new(reader: &dyn Reader, start: &Start, size: (u16, u16)) -> Self {
        let own = Own::of(start, reader.editions());
        crate::own::words::speak(&own.words);
        let editions = reader.editions().to_vec();
        let holds = |n: &usize| start.at.is_some_and(|at| reader.document(*n).is_some_and(|d| d.holds(at)));
        let known = |n: &usize| *n < editions.len();
        let reading = start.edition.filter(known).or_else(|| (0..editions.len()).find(holds)).unwrap_or(0);
        let mut beside: Vec<usize> = start.beside.iter().copied().filter(|n| known(n) && *n != reading).collect();
        if start.parallel && beside.is_empty() {
            beside = default_beside(&editions, reading);
        }
        let parallel = start.parallel && !beside.is_empty();
        let show = Show { reading, beside, parallel, unfold: false };
        let hits = Hits::new();
        let pane = Pane::new(reader, Room { size, slot: Slot::Whole }, show, &hits);
        let mut state = Self {
            size,
            editions,
            pane,
            other: None,
            second: false,
            marks: BTreeMap::new(),
            last_situation: None,
            mode: Mode::Reading,
            message: None,
            hits,
            marked: 0,
            last: None,
            unsought: false,
            own,
        };
        if let Some(at) = start.at {
            crate::update::open(&mut state, reader, at);
            state.pane.history.clear();
            state.refresh(reader);
        }
        crate::update::begin(&mut state, reader, start);
        if start.parallel && !parallel {
            state.warn(t!("nothing_beside"));
        }
        state.refresh(reader);
        state
    }

    /// Columns and rows of the screen that it is made for.
    pub fn size(&self) -> (u16, u16) {
        self.size
    }

    /// Which keys count at present.
    pub fn scope(&self) -> Scope {
        self.mode.scope()
    }

    /// What a key does at present.
    pub fn action_for(&self, key: Key) -> Option<Action> {
        self.own.keys().action_for(key, self.scope())
    }

    /// Whether the mouse is wanted.
    pub fn mouse(&self) -> bool {
        self.own.config.mouse
    }

    /// Whether colours are wanted.
    pub fn colours(&self) -> bool {
        self.own.config.colours
    }

    /// Works the screen out again if something it depends on has changed.
    pub(crate) fn refresh(&mut self, reader: &dyn Reader) {
        let (own, beside) = self.rooms();
        self.pane.refresh(reader, own, &self.hits, self.marked);
        if let Some((other, room)) = self.other.as_deref_mut().zip(beside) {
            other.refresh(reader, room, &self.hits, self.marked);
        }
    }

    /// The room of the pane with the keys, and of the other one where both are shown.
    pub(crate) fn rooms(&self) -> (Room, Option<Room>) {
        let room = |slot| Room { size: self.size, slot };
        match self.second {
            _ if self.other.is_none() || layout::split(self.size).is_none() => (room(Slot::Whole), None),
            false => (room(Slot::First), Some(room(Slot::Second))),
            true => (room(Slot::Second), Some(room(Slot::First))),
        }
    }

    /// Sets the lines in view, and so many more before and after them.
    pub(crate) fn reach(&mut self, reader: &dyn Reader, before: usize, after: usize) {
        self.pane.reach(reader, &self.hits, before, after);
    }

    /// The first line of the text pane.
    pub(crate) fn top(&self) -> usize {
        self.pane.top()
    }

    /// The row that stands in the first line of the text pane.
    pub(crate) fn row(&self) -> Option<usize> {
        self.pane.row()
    }

    /// The name of the place being read.
    pub(crate) fn here(&self) -> Option<String> {
        self.pane.here()
    }

    /// The name of a row; of another code than the one being read it says so.
    pub(crate) fn name(&self, row: &Row) -> String {
        self.pane.name(row)
    }

    /// The name of a provision, likewise.
    pub(crate) fn name_of(&self, code: u16, cite: Citation) -> String {
        self.pane.name_of(code, cite)
    }

    pub(crate) fn edition(&self, n: usize) -> Option<&Edition> {
        self.editions.get(n)
    }

    /// The name of an edition on the command line.
    pub(crate) fn id(&self, n: usize) -> &str {
        self.edition(n).map_or("", |e| e.id.as_str())
    }

    pub(crate) fn code(&self, n: usize) -> u16 {
        self.edition(n).map_or(0, |e| e.code)
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), warns: false });
    }

    pub(crate) fn warn(&mut self, text: impl Into<String>) {
        self.message = Some(Message { text: text.into(), warns: true });
    }
}

/// What to show beside an edition where the user has not chosen: one edition of each other language of its code, the
/// first in display order; where there is no other language, the others of its own. Who reads a text that is no longer law
/// sees the law in force beside it, in the same language where that is at hand.
pub(crate) fn default_beside(editions: &[Edition], reading: usize) -> Vec<usize> {
    let Some(read) = editions.get(reading) else { return Vec::new() };
    let same = || editions.iter().enumerate().filter(|(n, e)| *n != reading && e.code == read.code);
    let mut languages = vec![read.lang.as_str()];
    let mut others = Vec::new();
    for (n, edition) in same() {
        if !languages.contains(&edition.lang.as_str()) {
            languages.push(&edition.lang);
            others.push(n);
        }
    }
    if others.is_empty() {
        others = same().map(|(n, _)| n).collect();
    }
    let law = |e: &Edition| !read.in_force() && e.in_force() && e.code != read.code;
    let now = editions.iter().position(|e| law(e) && e.lang == read.lang).or_else(|| editions.iter().position(law));
    now.into_iter().chain(others).collect()
}
