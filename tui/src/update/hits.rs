//! From one found word to the next.

use crate::{flow::Flow, keymap::Action, state::State};

/// The first lines of the words found, in order. Words that go on in the next line are found once.
fn lines(flow: &Flow) -> Vec<usize> {
    let mut all = Vec::new();
    let mut before = false;
    for (n, line) in flow.lines.iter().enumerate() {
        let marked = || line.runs.iter().filter(|run| run.mark.hit);
        let begins_so = line.runs.first().is_some_and(|run| run.mark.hit);
        if marked().next().is_some() && !(before && begins_so && marked().count() == 1) {
            all.push(n);
        }
        before = line.runs.last().is_some_and(|run| run.mark.hit);
    }
    all
}

/// Takes the first words found in the provision gone to for the present ones.
pub(super) fn first(state: &mut State) {
    let top = state.top();
    let extent = state.row().and_then(|row| state.screen.flow.rows.get(row));
    let end = extent.map_or(top, |extent| extent.first + extent.len);
    let line = lines(&state.screen.flow).into_iter().find(|line| (top..end).contains(line));
    state.at_hit = line.and_then(|line| state.screen.spot_at(line));
}

/// Goes to the line of the next words found, or of those before; after the last come the first.
pub(super) fn step(state: &mut State, action: Action) {
    let found = lines(&state.screen.flow);
    let (Some(first), Some(last)) = (found.first(), found.last()) else {
        let nothing =
            if state.hits.is_empty() { "nothing has been searched for" } else { "nothing found in what is shown" };
        state.say(format!("{nothing}; / searches"));
        return;
    };
    let (top, height) = (state.top(), state.screen.height().max(1));
    let present = state.at_hit.map(|spot| state.screen.line_of(spot)).filter(|n| (top..top + height).contains(n));
    let to = match (action, present) {
        (Action::NextHit, Some(n)) => found.iter().find(|line| **line > n).unwrap_or(first),
        (Action::NextHit, None) => found.iter().find(|line| **line >= top).unwrap_or(first),
        (_, Some(n)) => found.iter().rev().find(|line| **line < n).unwrap_or(last),
        (_, None) => found.iter().rev().find(|line| **line < top).unwrap_or(last),
    };
    let to = *to;
    state.at_hit = state.screen.spot_at(to);
    if !(top..top + height).contains(&to) {
        // The provision from its beginning, as far as the words can be seen then.
        let row = state.screen.flow.row_at(to).and_then(|row| state.screen.flow.rows.get(row));
        let begin = row.map_or(to, |extent| extent.first);
        let line = if to < begin + height { begin } else { to.saturating_sub(height / 2) };
        state.spot = state.screen.spot_at(line);
        state.label = None;
        state.selected = None;
    }
    let at = found.iter().position(|line| *line == to).unwrap_or(0) + 1;
    state.say(format!("found {at} of {}", found.len()));
}
