//! Copying, reading aloud, bookmarks, and the place to come back to.

use lawgrep_model::{Citation, UnitId};

use super::{Effect, lists, moving, shown, travel, typing};
use crate::{
    arrange::{Block, Row},
    keymap::Action,
    layout::Wish,
    own::{
        copied::{self, Copied, What},
        resume::Resume,
        words::{fill, t},
    },
    reader::{Reader, Start},
    screen::Show,
    state::{Aloud, Mode, Note, Peeked, State},
    world::Keepsake,
};

/// Says what is wrong with the user's files, and goes where the user left.
pub(crate) fn begin(state: &mut State, reader: &dyn Reader, start: &Start) {
    let place = state.own.read(Keepsake::Place, &start.kept.place, Resume::read);
    if let Some(place) = place.filter(|_| start.resume && start.at.is_none()) {
        resume(state, reader, &place, start.parallel);
    }
    if !state.own.troubles.is_empty() {
        let troubles = state.own.troubles.join("\n");
        state.warn(troubles);
    }
}

fn resume(state: &mut State, reader: &dyn Reader, place: &Resume, parallel: bool) {
    let position = |id: &str| state.editions.iter().position(|e| e.id.as_str() == id);
    let Some(reading) = position(&place.edition) else {
        let text = fill(&state.own.words.edition_gone, &[("edition", &place.edition)]);
        return state.warn(text);
    };
    let mut beside: Vec<usize> = place.beside.iter().filter_map(|id| position(id)).collect();
    beside.retain(|n| *n != reading);
    if !parallel {
        let (parallel, unfold) = (place.parallel && !beside.is_empty(), state.pane.show.unfold);
        state.pane.show = Show { reading, parallel, beside, unfold };
    } else {
        state.pane.show.reading = reading;
        state.pane.show.beside.retain(|n| *n != reading);
    }
    state.pane.wish = match place.shape.as_str() {
        "columns" => Wish::Columns,
        "stacked" => Wish::Stacked,
        _ => Wish::Auto,
    };
    let edition = position(&place.of).unwrap_or(reading);
    state.refresh(reader);
    let unit = reader.document(edition).and_then(|d| d.named(&place.at)).map(|(unit, _)| unit);
    let row = unit.and_then(|unit| state.pane.screen.rows.row_of_block(Block { edition, unit, tail: false }));
    if let Some(row) = row {
        state.pane.spot = state.pane.screen.spot_in_row(row, place.line, place.lines);
        let text = fill(&state.own.words.resumed, &[("what", &state.here().unwrap_or_default())]);
        state.say(text);
    } else {
        shown::keep_place(state, reader);
    }
}

/// The file that says where the user is.
pub(crate) fn place(state: &State, reader: &dyn Reader) -> Option<Resume> {
    let spot = state.pane.spot?;
    let block = spot.block()?;
    let unit = reader.document(block.edition)?.unit(block.unit)?;
    let (line, lines) = spot.line();
    Some(Resume {
        edition: state.id(state.pane.show.reading).to_owned(),
        of: state.id(block.edition).to_owned(),
        at: unit.key.pipe(),
        line,
        lines,
        parallel: state.pane.show.parallel,
        beside: state.pane.show.beside.iter().map(|n| state.id(*n).to_owned()).collect(),
        shape: match state.pane.wish {
            Wish::Auto => String::new(),
            Wish::Columns => "columns".to_owned(),
            Wish::Stacked => "stacked".to_owned(),
        },
    })
}

/// What is being read: an edition that prints it, and what of it.
fn here(state: &State, reader: &dyn Reader) -> Option<(usize, What)> {
    match &state.mode {
        Mode::Peek(peek) => return Some((peek.edition, what(peek.what))),
        Mode::Aloud(aloud) => return Some((aloud.edition, what(aloud.what))),
        Mode::List(list) => return list.items.get(list.cursor).map(|item| (item.edition, What::Unit(item.unit))),
        _ => {}
    }
    let row = state.pane.screen.rows.rows.get(state.row()?)?;
    let block = || row.blocks().find(|b| b.edition == state.pane.show.reading).or_else(|| row.blocks().next());
    let gone_to = state.pane.label.as_ref().and_then(|label| label.parse::<Citation>().ok());
    match gone_to.or(row.cite.filter(|_| row.name == row.cite.map(|c| c.to_string()).unwrap_or_default())) {
        Some(cite) => {
            let holds = |n: &usize| {
                state.code(*n) == row.code && reader.document(*n).is_some_and(|document| document.holds(cite))
            };
            let reading = Some(state.pane.show.reading).filter(holds);
            let edition = reading.or_else(|| row.blocks().map(|b| b.edition).find(holds))?;
            Some((edition, What::Provisions(vec![cite])))
        }
        None => block().map(|block| (block.edition, What::Unit(block.unit))),
    }
}

fn what(peeked: Peeked) -> What {
    match peeked {
        Peeked::Provision(cite) => What::Provisions(vec![cite]),
        Peeked::Unit(unit) => What::Unit(unit),
    }
}

/// The first key of an action, as the user has it.
fn key(state: &State, action: Action) -> String {
    state.own.keys().name(action)
}

/// Begins a range of provisions to copy, or ends it without copying.
pub(super) fn range(state: &mut State) {
    if state.own.from.take().is_some() {
        return state.say(t!("range_gone"));
    }
    match (state.pane.spot, state.here()) {
        (Some(spot), Some(here)) if spot.cite().is_some() => {
            state.own.from = Some((state.pane.show.clone(), spot));
            let (copy, key) = (key(state, Action::Copy), key(state, Action::Range));
            state.say(t!("range_from", here, copy, key));
        }
        _ => state.say(state.own.words.copy_nothing.clone()),
    }
}

/// The range to copy where one was begun: every provision from there to here, none of what stands below the last one.
fn ranged(state: &State, reader: &dyn Reader) -> Option<(usize, What)> {
    let range = state.own.range(&state.pane).filter(|_| matches!(state.mode, Mode::Reading))?;
    let rows = &state.pane.screen.rows;
    let own = |edition: usize| {
        let blocks = rows.rows.iter().skip(range.start).take(range.len()).flat_map(Row::blocks);
        let units = blocks.filter(|block| block.edition == edition && !block.tail).map(|block| block.unit);
        let units: Vec<UnitId> = units.collect();
        reader.document(edition).filter(|_| !units.is_empty()).map(|_| (edition, What::Each(units)))
    };
    own(state.pane.show.reading).or_else(|| rows.shown.iter().find_map(|edition| own(*edition)))
}

/// Copies what is being read; right after that, one provision more. Where a range was begun, that.
pub(super) fn copy(state: &mut State, reader: &dyn Reader, markdown: bool) {
    let again = state.own.copied.take().and_then(|copied| {
        let what = copied.what.more(reader.document(copied.edition)?)?;
        Some(Copied { what, markdown, ..copied })
    });
    let first = || {
        let (edition, what) = ranged(state, reader).or_else(|| here(state, reader))?;
        Some(Copied { edition, what, markdown })
    };
    let Some(copied) = again.or_else(first) else {
        let text = state.own.words.copy_nothing.clone();
        return state.say(text);
    };
    let words = std::rc::Rc::clone(&state.own.words);
    let text = copied::text(reader, copied.edition, &copied.what, markdown, &words);
    if text.is_empty() {
        return state.say(words.copy_nothing.as_str());
    }
    let name = reader.document(copied.edition).map(|d| copied.what.name(d)).unwrap_or_default();
    // The line says whose text it is; what is copied says all of it.
    let edition = state.edition(copied.edition);
    let source = edition.map(|e| format!("{}, {}", e.id, crate::flow::standing(e.standing))).unwrap_or_default();
    let count = text.chars().count().to_string();
    let over = copied::osc52(&text).len() > copied::MOST;
    let say = if over { &words.copied_over } else { &words.copied };
    let key = key(state, if markdown { Action::CopyMarkdown } else { Action::Copy });
    let said = fill(say, &[("what", &name), ("edition", &source), ("count", &count), ("key", &key)]);
    if over {
        state.warn(said);
    } else {
        state.say(said);
    }
    state.own.copied = Some(copied);
    state.own.from = None;
    state.own.pending = Some(Effect::Copy(text));
}

/// Shows what is being read, large, in a law book in force where one in its language is at hand.
pub(super) fn open_aloud(state: &mut State, reader: &dyn Reader) {
    let Some((edition, what)) = here(state, reader) else {
        let text = state.own.words.aloud_nothing.clone();
        return state.say(text);
    };
    let aloud = match what {
        What::Provisions(cites) => match cites.first() {
            Some(cite) => {
                let edition = crate::aloud::best(reader, edition, *cite);
                Aloud { edition, what: Peeked::Provision(*cite), lines: Vec::new(), scroll: 0 }
            }
            None => return,
        },
        What::Unit(unit) => Aloud { edition, what: Peeked::Unit(unit), lines: Vec::new(), scroll: 0 },
        What::Each(_) => return,
    };
    state.mode = Mode::Aloud(aloud);
}

pub(super) fn aloud(state: &mut State, action: Action, reader: &dyn Reader) {
    let Mode::Aloud(aloud) = &mut state.mode else { return };
    match action {
        Action::Close => state.mode = Mode::Reading,
        Action::NextProvision | Action::PreviousProvision => {
            state.mode = Mode::Reading;
            moving::provision(state, reader, action == Action::NextProvision);
            open_aloud(state, reader);
        }
        _ => aloud.scroll = lists::moved(action, aloud.scroll, aloud.lines.len()).unwrap_or(aloud.scroll),
    }
}

/// The edition and unit to mark.
fn markable(state: &State, reader: &dyn Reader) -> Option<(String, String)> {
    let (edition, what) = here(state, reader)?;
    let document = reader.document(edition)?;
    let name = match what {
        What::Provisions(cites) => document.find(*cites.first()?).next()?.1.key.pipe(),
        What::Unit(unit) => document.unit(unit)?.key.pipe(),
        What::Each(_) => return None,
    };
    Some((state.id(edition).to_owned(), name))
}

/// Sets a bookmark on what is being read, or takes it away.
pub(super) fn bookmark(state: &mut State, reader: &dyn Reader) {
    let Some((edition, at)) = markable(state, reader) else {
        let text = state.own.words.bookmark_nothing.clone();
        return state.say(text);
    };
    let set = state.own.bookmarks.toggle(&edition, &at);
    let words = &state.own.words;
    let say = if set { &words.bookmarked } else { &words.bookmark_gone };
    let text = fill(say, &[("what", &at), ("key", &key(state, Action::Bookmarks))]);
    state.say(text);
    keep(state);
}

/// Has the bookmarks written, if their file may be.
fn keep(state: &mut State) {
    if state.own.may_keep(Keepsake::Bookmarks) {
        state.own.pending = Some(Effect::Keep(Keepsake::Bookmarks, state.own.bookmarks.write()));
    } else if let Some(trouble) = state.own.troubles.first().cloned() {
        state.warn(trouble);
    }
}

pub(super) fn open_bookmarks(state: &mut State) {
    if state.own.bookmarks.all.is_empty() {
        let text = fill(&state.own.words.bookmark_none, &[("key", &key(state, Action::Bookmark))]);
        return state.say(text);
    }
    state.mode = Mode::Bookmarks(0);
}

pub(super) fn bookmarks(state: &mut State, action: Action, reader: &dyn Reader) {
    let Mode::Bookmarks(cursor) = state.mode else { return };
    let Some(mark) = state.own.bookmarks.all.get(cursor).cloned() else {
        state.mode = Mode::Reading;
        return;
    };
    match action {
        Action::Close => state.mode = Mode::Reading,
        Action::Open => {
            let edition = state.editions.iter().position(|e| e.id.as_str() == mark.edition);
            let unit = edition.and_then(|n| Some((n, reader.document(n)?.named(&mark.at)?.0)));
            match unit {
                Some((edition, unit)) => {
                    state.mode = Mode::Reading;
                    travel::open_unit(state, reader, edition, unit);
                    if !mark.note.is_empty() {
                        state.say(mark.note);
                    }
                }
                None => {
                    let parts = [("what", mark.at.as_str()), ("edition", mark.edition.as_str())];
                    let text = fill(&state.own.words.bookmark_absent, &parts);
                    state.warn(text);
                }
            }
        }
        Action::Note => state.mode = Mode::Note(Note { bookmark: cursor, input: mark.note }),
        Action::Bookmark => {
            state.own.bookmarks.all.remove(cursor);
            let text = fill(&state.own.words.bookmark_gone, &[("what", &mark.at)]);
            state.say(text);
            keep(state);
            let left = state.own.bookmarks.all.len();
            state.mode = if left == 0 { Mode::Reading } else { Mode::Bookmarks(cursor.min(left - 1)) };
        }
        _ => {
            let to = lists::moved(action, cursor, state.own.bookmarks.all.len());
            state.mode = Mode::Bookmarks(to.unwrap_or(cursor));
        }
    }
}

/// A key while a note is typed.
pub(super) fn note(state: &mut State, action: Action) {
    let Mode::Note(note) = &mut state.mode else { return };
    let cursor = note.bookmark;
    match action {
        Action::Open => {
            let text = note.input.trim().to_owned();
            if let Some(mark) = state.own.bookmarks.all.get_mut(cursor) {
                mark.note = text;
            }
            state.mode = Mode::Bookmarks(cursor);
            let text = state.own.words.note_kept.clone();
            state.say(text);
            keep(state);
        }
        Action::Close => state.mode = Mode::Bookmarks(cursor),
        _ => {
            // What is taken back beyond the first character leaves the note as it was.
            if !typing::edit(&mut note.input, action) {
                state.mode = Mode::Bookmarks(cursor);
            }
        }
    }
}

/// Works out what depends on the size of the screen.
pub(super) fn settle(state: &mut State, reader: &dyn Reader) {
    let size = state.size;
    if let Mode::Aloud(aloud) = &mut state.mode {
        aloud.lines = crate::aloud::lines(reader, aloud.edition, aloud.what, size);
        aloud.scroll = aloud.scroll.min(aloud.lines.len().saturating_sub(usize::from(size.1)));
    }
}

impl State {
    /// The file to write when the reader ends: where the user is. `None` where it may not be written.
    pub fn leaving(&self, reader: &dyn Reader) -> Option<(Keepsake, String)> {
        let file = Keepsake::Place;
        place(self, reader).filter(|_| self.own.may_keep(file)).map(|place| (file, place.write()))
    }

    /// Goes on with other laws at the same place; `old` is where the present ones came from.
    pub fn reload(&mut self, old: &dyn Reader, new: &dyn Reader) {
        super::reload::reload(self, old, new);
    }

    /// Says that the changed shelf cannot be read.
    pub fn not_reloaded(&mut self, why: &str) {
        let text = fill(&self.own.words.reload_failed, &[("why", why)]);
        self.warn(text);
    }

    /// Says that a file was not written.
    pub fn not_kept(&mut self, why: &str) {
        let text = fill(&self.own.words.not_kept, &[("why", why)]);
        self.warn(text);
    }
}
