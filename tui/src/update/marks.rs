//! Places under letters, and forward where back was.

use super::travel;
use crate::{
    keymap::Action,
    own::words::t,
    reader::Reader,
    state::{Mode, State},
};

/// Awaits the letter.
pub(super) fn ask(state: &mut State, set: bool) {
    if !set && state.marks.is_empty() {
        state.say(t!("no_mark", key = state.own.keys().name(Action::SetMark)));
        return;
    }
    state.mode = Mode::Marking { set };
    if set {
        state.say(t!("mark_which"));
        return;
    }
    let name =
        |(letter, place): (&char, &crate::state::Place)| format!("{letter}: {}", place.step.as_deref().unwrap_or("?"));
    let names: Vec<String> = state.marks.iter().map(name).collect();
    state.say(t!("which_mark", marks = names.join(", ")));
}

/// The letter.
pub(super) fn act(state: &mut State, action: Action, reader: &dyn Reader) {
    let Mode::Marking { set } = state.mode else { return };
    state.mode = Mode::Reading;
    let Action::Type(letter) = action else { return };
    if set {
        let mut place = travel::present(state);
        place.step = state.here();
        state.say(match place.step.as_deref() {
            Some(what) => t!("marked", what, letter),
            None => t!("marked_here", letter),
        });
        state.marks.insert(letter, place);
        return;
    }
    match state.marks.get(&letter).cloned() {
        Some(place) => travel::jump(state, reader, place),
        None => state.say(t!("marked_none", letter)),
    }
}
