//! Places under letters, and forward where back was.

use super::travel;
use crate::{
    keymap::Action,
    reader::Reader,
    state::{Mode, State},
};

/// Awaits the letter.
pub(super) fn ask(state: &mut State, set: bool) {
    if !set && state.marks.is_empty() {
        state.say("there is no mark; m and a letter sets one");
        return;
    }
    state.mode = Mode::Marking { set };
    if set {
        state.say("mark this place with which letter?");
        return;
    }
    let name =
        |(letter, place): (&char, &crate::state::Place)| format!("{letter}: {}", place.step.as_deref().unwrap_or("?"));
    let names: Vec<String> = state.marks.iter().map(name).collect();
    state.say(format!("which mark? {}", names.join(", ")));
}

/// The letter.
pub(super) fn act(state: &mut State, action: Action, reader: &dyn Reader) {
    let Mode::Marking { set } = state.mode else { return };
    state.mode = Mode::Reading;
    let Action::Type(letter) = action else { return };
    if set {
        let mut place = travel::present(state);
        place.step = state.here();
        state.say(format!("{} is marked {letter}", place.step.as_deref().unwrap_or("this place")));
        state.marks.insert(letter, place);
        return;
    }
    match state.marks.get(&letter).cloned() {
        Some(place) => travel::jump(state, reader, place),
        None => state.say(format!("nothing is marked {letter}")),
    }
}
