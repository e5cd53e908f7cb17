//! Walking the outline.

use std::rc::Rc;

use super::{lists::moved, travel, typing::edit};
use crate::{
    choose::Contents,
    keymap::Action,
    own::words::t,
    reader::Reader,
    state::{Mode, State},
};

/// Begins at the place being read.
pub(super) fn open(state: &mut State) {
    match state.row() {
        Some(row) if !state.pane.screen.outline.entries.is_empty() => {
            let cursor = state.pane.screen.outline.at_row(row);
            state.mode = Mode::Outline(Contents { cursor, ..Contents::default() });
        }
        _ => state.say(t!("nothing_to_list")),
    }
}

/// A key while it is walked.
pub(super) fn act(state: &mut State, action: Action, reader: &dyn Reader) {
    let outline = Rc::clone(&state.pane.screen.outline);
    let Mode::Outline(contents) = &mut state.mode else { return };
    let seen = outline.listed(contents);
    let at = seen.iter().position(|n| *n == contents.cursor).unwrap_or(0);
    if let Some(to) = moved(action, at, seen.len()) {
        contents.cursor = seen.get(to).copied().unwrap_or(contents.cursor);
        return;
    }
    match action {
        Action::Open if seen.is_empty() => state.say(t!("outline_none")),
        Action::Open => {
            let entry = outline.entries.get(contents.cursor).map(|entry| entry.row);
            state.mode = Mode::Reading;
            if let Some(row) = entry {
                travel::open_row(state, reader, row);
            }
        }
        Action::Unfold => {
            let n = contents.cursor;
            if outline.is_open(n, contents) && outline.has_parts(n) {
                contents.cursor = n + 1;
            } else {
                contents.set.insert(n, true);
            }
        }
        Action::Fold => {
            let n = contents.cursor;
            if outline.is_open(n, contents) && outline.has_parts(n) {
                contents.set.insert(n, false);
            } else if let Some(up) = outline.entries.get(n).and_then(|entry| entry.parent) {
                contents.cursor = up;
            }
        }
        Action::Filter => contents.typing = true,
        // First the filter goes, then the outline.
        Action::Close if contents.typing => {
            contents.typing = false;
            contents.filter.clear();
        }
        Action::Close => state.mode = Mode::Reading,
        _ if contents.typing => {
            if !edit(&mut contents.filter, action) {
                contents.typing = false;
            }
            let seen = outline.listed(contents);
            if !seen.contains(&contents.cursor) {
                contents.cursor = seen.first().copied().unwrap_or(contents.cursor);
            }
        }
        _ => {}
    }
}
