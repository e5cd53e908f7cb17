//! Two panes: one is read, the other holds what is read with it.

use super::travel;
use crate::{keymap::Action, layout, own::words::t, pane::Pane, reader::Reader, refs::LinkId, state::State};

/// Gives the keys to the other pane.
pub(super) fn swap(state: &mut State) {
    if let Some(other) = &mut state.other {
        std::mem::swap(&mut state.pane, other);
        state.second = !state.second;
    }
}

/// The same by a key.
pub(super) fn other(state: &mut State) {
    if state.other.is_none() {
        return state.say(t!("one_pane_only", key = state.own.keys().name(Action::FollowBeside)));
    }
    swap(state);
    if layout::split(state.size).is_none() {
        state.say(t!("pane_hidden", key = state.own.keys().name(Action::OtherPane)));
    }
}

/// Closes the pane without the keys.
pub(super) fn close(state: &mut State) {
    if state.other.take().is_none() {
        return state.say(t!("one_pane_only", key = state.own.keys().name(Action::FollowBeside)));
    }
    state.second = false;
}

/// Follows references, one from the target of the other, in the other pane; without any it shows the present place there. The
/// keys stay where they are, and so does the place: only where one pane is shown at a time the other one comes.
pub(super) fn follow(state: &mut State, reader: &dyn Reader, links: &[LinkId]) {
    let fresh = state.other.is_none();
    if fresh {
        let pane = &state.pane;
        let beginning = (Vec::new(), Vec::new());
        let made = Pane { history: beginning.0, future: beginning.1, selected: None, word: None, ..pane.clone() };
        state.other = Some(Box::new(made));
    }
    let place = travel::present(state);
    swap(state);
    if links.is_empty() && !fresh {
        travel::jump(state, reader, place);
    }
    // Room and editions may differ from those of the pane with the keys.
    state.refresh(reader);
    for (n, link) in links.iter().enumerate() {
        travel::follow_from_outside(state, reader, *link);
        state.refresh(reader);
        if fresh && n == 0 {
            state.pane.history.clear();
        }
    }
    let there = state.here().unwrap_or_default();
    let key = state.own.keys().name(Action::OtherPane);
    if layout::split(state.size).is_none() {
        if state.message.is_none() {
            state.say(t!("pane_hidden", key));
        }
        return;
    }
    swap(state);
    if state.message.is_none() {
        let close = state.own.keys().name(Action::OnePane);
        state.say(t!("in_other_pane", there, key, close));
    }
}
