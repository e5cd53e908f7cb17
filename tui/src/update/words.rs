//! The cursor on words.

use super::travel;
use crate::{
    keymap::Action,
    own::words::t,
    reader::Reader,
    state::State,
    word::{self, Seen},
};

/// Moves it; where there is none yet, it begins at the first word of the edition being read.
pub(super) fn step(state: &mut State, action: Action, reader: &dyn Reader) {
    let height = state.pane.screen.height();
    // It may leave the screen, which then scrolls.
    state.reach(reader, height, height);
    let (top, flow) = (state.top(), std::rc::Rc::clone(&state.pane.screen.flow));
    let all = word::seen(&flow, reader, 0..flow.lines.len());
    let in_view = |seen: &&Seen| (top..top + height).contains(&seen.line);
    let at = state.pane.word.and_then(|word| all.iter().position(|seen| seen.word == word));
    let to = match (at, action) {
        (None, _) => {
            let own = all.iter().filter(in_view).find(|seen| seen.word.edition == state.pane.show.reading);
            own.or_else(|| all.iter().find(in_view))
        }
        (Some(at), Action::NextWord) => all.get(at + 1),
        (Some(at), Action::PreviousWord) => at.checked_sub(1).and_then(|at| all.get(at)),
        (Some(at), _) => all.get(at).and_then(|from| {
            let column = flow.column_at(from.col);
            let beside = all.iter().filter(|seen| flow.column_at(seen.col) == column);
            let far = |seen: &&Seen| seen.col.abs_diff(from.col);
            if action == Action::WordBelow {
                let line = beside.clone().map(|seen| seen.line).filter(|line| *line > from.line).min()?;
                beside.filter(|seen| seen.line == line).min_by_key(far)
            } else {
                let line = beside.clone().map(|seen| seen.line).filter(|line| *line < from.line).max()?;
                beside.filter(|seen| seen.line == line).min_by_key(far)
            }
        }),
    };
    match to {
        Some(to) => set(state, reader, *to),
        None if at.is_none() => state.say(t!("no_word")),
        None => {}
    }
}

/// Puts it on a word. A reference there is selected, so that the keys for references do their work.
pub(super) fn set(state: &mut State, reader: &dyn Reader, to: Seen) {
    let (top, height) = (state.top(), state.pane.screen.height().max(1));
    let line = if to.line < top { Some(to.line) } else { (to.line >= top + height).then(|| to.line + 1 - height) };
    if let Some(line) = line {
        state.pane.spot = state.pane.screen.spot_at(line);
        state.pane.label = None;
    }
    state.pane.word = Some(to.word);
    state.pane.selected = to.link;
    state.message = to.link.and_then(|link| travel::preview(state, reader, link));
}

/// Forgets it when it is no longer in view.
pub(super) fn keep(state: &mut State) {
    let (top, height) = (state.top(), state.pane.screen.height());
    let pane = &mut state.pane;
    pane.word = pane.word.filter(|word| word::is_in(&pane.screen.flow, *word, top..top + height));
}
