//! Which editions are shown, and how.

use super::travel::read;
use crate::{
    arrange::Row,
    codes,
    keymap::Action,
    layout::Wish,
    own::words::t,
    reader::Reader,
    screen::Spot,
    state::{State, default_beside},
};

/// Reads another edition at the same provision.
pub(super) fn switch(state: &mut State, reader: &dyn Reader, edition: usize) {
    let before = state.pane.show.reading;
    if edition == before {
        return;
    }
    let old = state.row().and_then(|row| state.pane.screen.rows.rows.get(row)).cloned();
    state.pane.home = None;
    read(state, reader, edition);
    state.pane.selected = None;
    let Some(spot) = state.pane.spot.filter(|_| !state.pane.screen.rows.rows.is_empty()) else {
        // Nothing can be shown (the warning says why); the place is kept for the next edition.
        state.pane.spot = state.pane.spot.or_else(|| state.pane.screen.spot_of_row(0));
        return;
    };
    let code = state.code(edition);
    let rows = &state.pane.screen.rows;
    let mut message = None;
    let to = match spot.cite() {
        _ if spot.block().is_some_and(|block| rows.row_of_block(block).is_some()) => None,
        Some(cite) => {
            let homes = reader.alignment().homes(spot.code(), cite, code).filter(|_| code != spot.code());
            let home = homes.and_then(|homes| Some((*homes.to.first()?, homes)));
            let wanted = home.as_ref().map_or(cite, |(home, _)| *home);
            let (there, near) = (rows.row_of(code, wanted), rows.nearest(code, wanted));
            if there.is_none() {
                let gone = codes::absence(reader.alignment(), spot.code(), cite, code);
                let why = gone.map(|gone| format!(" ({gone})")).unwrap_or_default();
                let near = near.map(|near| t!("nearest", near)).unwrap_or_default();
                message = Some(t!("not_in", cite = wanted, edition = state.id(edition)) + &why + &near);
            } else if let Some((home, homes)) = &home {
                message =
                    Some(format!("{} ({})", codes::step(spot.code(), cite, code, *home, homes), state.id(edition)));
            } else if code != spot.code() {
                message = Some(t!("reads_other", edition = state.id(edition), code, cite));
            }
            there.or_else(|| near.and_then(|near| rows.row_of(code, near))).or(Some(0))
        }
        None => {
            let alike = |named: bool| {
                let old = old.as_ref()?;
                let same = |r: &Row| r.what == old.what && r.code == code && (!named || r.heading == old.heading);
                rows.rows.iter().position(same)
            };
            alike(true).or_else(|| alike(false)).or(Some(0))
        }
    };
    if let Some(to) = to {
        if message.is_some() || spot.cite().is_none() {
            state.pane.label = None;
        }
        state.pane.spot = state.pane.screen.spot_of_row(to);
    }
    match message {
        Some(text) => state.warn(text),
        None => state.say(t!("reading", edition = state.id(edition))),
    }
}

/// The next edition of the same code: among those shown together, else in display order. Across codes a number may mean
/// another rule, so those are chosen by name.
pub(super) fn next_edition(state: &mut State, reader: &dyn Reader) {
    let (reading, count) = (state.pane.show.reading, state.editions.len());
    let code = state.code(reading);
    let readable = |n: &usize| state.code(*n) == code && reader.document(*n).is_some();
    let after = || (reading + 1..count).chain(0..reading).filter(readable);
    let shown = |n: &usize| state.pane.screen.rows.shown.contains(n);
    // An edition that has the provision goes before one that would lose the place.
    let cite = state.pane.spot.and_then(|spot| spot.cite());
    let holds = |n: &usize| cite.is_none_or(|cite| reader.document(*n).is_some_and(|d| d.holds(cite)));
    let next = after().filter(holds).find(shown).or_else(|| after().find(holds));
    match next.or_else(|| after().find(shown)).or_else(|| after().next()) {
        Some(next) => switch(state, reader, next),
        None => state.say(t!(
            "only_edition",
            edition = state.id(reading),
            code,
            key = state.own.keys().name(Action::ChooseEdition)
        )),
    }
}

/// Several editions at once, or one again.
pub(super) fn parallel(state: &mut State, reader: &dyn Reader) {
    if state.pane.show.parallel {
        state.pane.show.parallel = false;
    } else {
        if state.pane.show.beside.is_empty() {
            state.pane.show.beside = default_beside(&state.editions, state.pane.show.reading);
        }
        if state.pane.show.beside.is_empty() {
            let code = state.code(state.pane.show.reading);
            state.say(t!("no_other_edition", code, key = state.own.keys().name(Action::ChooseEdition)));
            return;
        }
        state.pane.show.parallel = true;
    }
    keep_place(state, reader);
}

/// Side by side, or one under the other.
pub(super) fn arrange(state: &mut State, reader: &dyn Reader) {
    if !state.pane.show.parallel {
        state.say(t!("parallel_first", key = state.own.keys().name(Action::Parallel)));
        return;
    }
    let stacked = state.pane.screen.flow.columns.is_empty();
    state.pane.wish = if stacked { Wish::Columns } else { Wish::Stacked };
    keep_place(state, reader);
    if stacked && state.pane.screen.flow.columns.is_empty() {
        state.say(t!("too_narrow"));
    }
}

/// Exercises and options under the provisions that they cite, or only their names.
pub(super) fn unfold(state: &mut State, reader: &dyn Reader) {
    if state.pane.screen.rows.offers.is_empty() {
        state.say(t!("exercises_nothing"));
        return;
    }
    state.pane.show.unfold = !state.pane.show.unfold;
    keep_place(state, reader);
}

/// Works the screen out for what the user wants to be shown now, at the same place.
pub(super) fn keep_place(state: &mut State, reader: &dyn Reader) {
    state.pane.home = None;
    state.refresh(reader);
    let known = |spot: &Spot| state.pane.screen.row_of(*spot).is_some();
    let row = state.pane.spot.filter(known).and_then(|spot| state.pane.screen.row_of(spot)).unwrap_or(0);
    state.pane.spot = state.pane.spot.filter(known).or_else(|| state.pane.screen.spot_of_row(row));
    if state.pane.selected.is_some_and(|link| state.pane.screen.flow.link(link).is_none()) {
        state.pane.selected = None;
    }
}
