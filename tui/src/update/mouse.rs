//! What the wheel and a click do. A click does what the keys do on the line or the reference under it.

use ratatui::layout::Position;

use super::{act, panes, terms, travel, words};
use crate::{
    choose::Contents,
    keymap::Action,
    layout,
    reader::Reader,
    state::{Mode, State},
    word::{self, Seen},
    wrap::width_of,
};

/// Lines for one turn of the wheel in the text.
const TURN: usize = 3;

/// Moves as the arrows do.
pub(super) fn wheel(state: &mut State, reader: &dyn Reader, down: bool) {
    if state.scope().takes_text() && !state.scope().chain().contains(&crate::keymap::Scope::Choosing) {
        return;
    }
    for _ in 0..TURN {
        act(state, if down { Action::Down } else { Action::Up }, reader);
    }
}

pub(super) fn click(state: &mut State, reader: &dyn Reader, at: (u16, u16)) {
    let at = Position::new(at.0, at.1);
    let (_, beside) = state.rooms();
    if matches!(state.mode, Mode::Reading) && beside.is_some_and(|room| room.part().contains(at)) {
        panes::swap(state);
        state.refresh(reader);
    }
    let parts = state.pane.screen.layout;
    let line = |top: u16| usize::from(at.y.saturating_sub(top));
    match &state.mode {
        Mode::Reading | Mode::Outline(_) if parts.outline.contains(at) => {
            let outline = std::rc::Rc::clone(&state.pane.screen.outline);
            let walk = match &state.mode {
                Mode::Outline(walk) => walk.clone(),
                _ => match state.row() {
                    Some(row) => Contents { cursor: outline.at_row(row), ..Contents::default() },
                    None => return,
                },
            };
            let seen = outline.listed(&walk);
            let among = seen.iter().position(|n| *n == walk.cursor).unwrap_or(0);
            let first = crate::layout::first(among, seen.len(), usize::from(parts.outline.height));
            if let Some(entry) = seen.get(first + line(parts.outline.y)).and_then(|n| outline.entries.get(*n)) {
                state.mode = Mode::Reading;
                travel::open_row(state, reader, entry.row);
            }
        }
        Mode::Reading if parts.text.contains(at) => {
            let column = usize::from(at.x - parts.text.x);
            let flow = &state.pane.screen.flow;
            let run = flow
                .lines
                .get(state.top() + line(parts.text.y))
                .and_then(|line| line.runs.iter().find(|run| run.col <= column && column < run.col + run.width));
            if let Some(link) = run.and_then(|run| flow.link_of(run.mark)) {
                travel::follow(state, reader, link);
            } else if let Some(run) = run {
                word_at(state, reader, state.top() + line(parts.text.y), run.col, column);
            }
        }
        Mode::List(list) => {
            let (area, _) = layout::list_and_preview(&parts);
            let lines = usize::from(area.height.saturating_sub(1));
            let first = layout::first(list.cursor, list.items.len(), lines);
            let to = first + line(area.y + 1);
            if area.contains(at) && at.y > area.y && to < list.items.len() {
                choose(state, reader, to);
            }
        }
        Mode::Editions(_) | Mode::Bookmarks(_) => {
            let area = layout::body(&parts);
            let (cursor, count) = match state.mode {
                Mode::Editions(cursor) => (cursor, state.editions.len()),
                Mode::Bookmarks(cursor) => (cursor, state.own.bookmarks.all.len()),
                _ => return,
            };
            let first = layout::first(cursor, count, usize::from(area.height.saturating_sub(1)));
            let to = first + line(area.y + 1);
            if area.contains(at) && at.y > area.y && to < count {
                choose(state, reader, to);
            }
        }
        _ => {}
    }
}

/// Puts the cursor on the word there; one that is a term is told in all languages.
fn word_at(state: &mut State, reader: &dyn Reader, line: usize, run: usize, column: usize) {
    let flow = std::rc::Rc::clone(&state.pane.screen.flow);
    // A long word may have begun in the line before.
    let seen = word::seen(&flow, reader, line.saturating_sub(1)..line + 1);
    let runs = flow.lines.get(line).into_iter().flat_map(|line| &line.runs).filter(|of| of.col == run);
    let on = |seen: &&Seen| {
        runs.clone().any(|run| {
            let part = word::part_of(&flow, run, seen.word);
            let width = |to: usize| run.col + width_of(run.text.get(..to).unwrap_or(""));
            part.is_some_and(|part| (width(part.start)..width(part.end)).contains(&column))
        })
    };
    let Some(seen) = seen.iter().find(on) else { return };
    words::set(state, reader, Seen { line, ..*seen });
    terms::of_word(state, reader);
}

/// Makes a line of a list the present one; the present one is opened.
fn choose(state: &mut State, reader: &dyn Reader, to: usize) {
    let cursor = match &mut state.mode {
        Mode::List(list) => &mut list.cursor,
        Mode::Editions(cursor) | Mode::Bookmarks(cursor) => cursor,
        _ => return,
    };
    if *cursor == to {
        act(state, Action::Open, reader);
    } else {
        *cursor = to;
    }
}
