//! From one found word to the next.

use std::collections::BTreeSet;

use crate::own::words::t;
use crate::{arrange::Block, ink::Line, keymap::Action, reader::Reader, state::State};

/// The first lines of the words found, in order. Words that go on in the next line are found once.
fn lines(set: &[Line]) -> Vec<usize> {
    let mut all = Vec::new();
    let mut before = false;
    for (n, line) in set.iter().enumerate() {
        let marked = || line.runs.iter().filter(|run| run.mark.hit);
        let begins_so = line.runs.first().is_some_and(|run| run.mark.hit);
        if marked().next().is_some() && !(before && begins_so && marked().count() == 1) {
            all.push(n);
        }
        before = line.runs.last().is_some_and(|run| run.mark.hit);
    }
    all
}

/// A line by its row and its place there.
type Place = (usize, usize);

/// All lines with words found. Only rows that hold some are set for it.
fn all(state: &State, reader: &dyn Reader) -> Vec<Place> {
    let rows = &state.pane.screen.rows;
    let blocks = state.hits.keys().flat_map(|(edition, unit)| [false, true].map(|tail| (*edition, *unit, tail)));
    let holding: BTreeSet<usize> =
        blocks.filter_map(|(edition, unit, tail)| rows.row_of_block(Block { edition, unit, tail })).collect();
    let of_row = |row: usize| {
        let set = state.pane.screen.flow.row(reader, rows, &state.hits, row);
        lines(set.lines()).into_iter().map(move |line| (row, line))
    };
    holding.into_iter().flat_map(of_row).collect()
}

/// Takes the first words found in the provision gone to for the present ones.
pub(super) fn first(state: &mut State, reader: &dyn Reader) {
    let Some(row) = state.row() else { return };
    let set = state.pane.screen.flow.row(reader, &state.pane.screen.rows, &state.hits, row);
    let line = lines(set.lines()).first().copied();
    state.pane.at_hit = line.and_then(|line| state.pane.screen.spot_in_row(row, line, set.lines().len()));
}

/// Goes to the line of the next words found, or of those before; after the last come the first.
pub(super) fn step(state: &mut State, action: Action, reader: &dyn Reader) {
    let found = all(state, reader);
    let (Some(first), Some(last)) = (found.first(), found.last()) else {
        let key = state.own.keys().name(Action::Search);
        let nothing = if state.hits.is_empty() { t!("not_searched", key) } else { t!("no_hits", key) };
        state.say(nothing);
        return;
    };
    let (line, height) = (state.top(), state.pane.screen.height().max(1));
    let row = state.row().unwrap_or(0);
    let top: Place = (row, line - state.pane.screen.flow.extent(row).map_or(line, |extent| extent.first));
    let in_view = |place: &Place| {
        let extent = state.pane.screen.flow.extent(place.0);
        extent.is_some_and(|extent| (line..line + height).contains(&(extent.first + place.1)))
    };
    let present =
        state.pane.at_hit.and_then(|spot| Some((state.pane.screen.row_of(spot)?, spot.line().0))).filter(in_view);
    let to = match (action, present) {
        (Action::NextHit, Some(at)) => found.iter().find(|place| **place > at).unwrap_or(first),
        (Action::NextHit, None) => found.iter().find(|place| **place >= top).unwrap_or(first),
        (_, Some(at)) => found.iter().rev().find(|place| **place < at).unwrap_or(last),
        (_, None) => found.iter().rev().find(|place| **place < top).unwrap_or(last),
    };
    let to = *to;
    let of = state.pane.screen.flow.row(reader, &state.pane.screen.rows, &state.hits, to.0).lines().len();
    let seen = in_view(&to);
    state.pane.at_hit = state.pane.screen.spot_in_row(to.0, to.1, of);
    if !seen {
        // The provision from its beginning, as far as the words can be seen then.
        let line = if to.1 < height { 0 } else { to.1.saturating_sub(height / 2) };
        state.pane.spot = state.pane.screen.spot_in_row(to.0, line, of);
        state.pane.label = None;
        state.pane.selected = None;
    }
    let at = found.iter().position(|place| *place == to).unwrap_or(0) + 1;
    state.say(t!("hit_of", at, count = found.len()));
}
