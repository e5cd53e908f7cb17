//! Laws that have changed while they were read.

use super::{own::settle, shown};
use crate::{
    arrange::Block,
    layout::Room,
    own::words::{fill, speak},
    pane::Pane,
    reader::Reader,
    screen::{Show, Spot},
    state::{Mode, Place, State},
};

/// Reads on in laws that have changed: the same editions by name, the same place.
pub(super) fn reload(state: &mut State, old: &dyn Reader, new: &dyn Reader) {
    let ids: Vec<String> = state.editions.iter().map(|e| e.id.to_string()).collect();
    let to = |n: usize| ids.get(n).and_then(|id| new.editions().iter().position(|e| e.id.as_str() == id));
    let block = |block: Block| {
        let name = old.document(block.edition)?.unit(block.unit)?.key.pipe();
        let edition = to(block.edition)?;
        Some(Block { edition, unit: new.document(edition)?.named(&name)?.0, ..block })
    };
    let known = |show: &Show| {
        let beside: Vec<usize> = show.beside.iter().filter_map(|n| to(*n)).collect();
        let (parallel, unfold) = (show.parallel && !beside.is_empty(), show.unfold);
        Some(Show { reading: to(show.reading)?, parallel, beside, unfold })
    };
    let spot = |spot: Spot| spot.with(spot.block().and_then(block));
    let was = state.pane.show.clone();
    let place = |place: Place| {
        let home = place.home.as_ref().and_then(known);
        Some(Place { show: known(&place.show)?, spot: place.spot.map(spot), selected: None, home, ..place })
    };
    let marks = std::mem::take(&mut state.marks).into_iter();
    state.marks = marks.filter_map(|(letter, marked)| Some((letter, place(marked)?))).collect();
    state.editions = new.editions().to_vec();
    state.hits.clear();
    state.marked += 1;
    state.last = None;
    state.own.copied = None;
    if !matches!(state.mode, Mode::GoTo(_) | Mode::Help(_) | Mode::Bookmarks(_) | Mode::Note(_)) {
        state.mode = Mode::Reading;
    }
    speak(&state.own.words);
    let moved = |pane: &Pane, room: Room| {
        let places = |all: &[Place]| all.iter().cloned().filter_map(place).collect();
        let show = known(&pane.show).unwrap_or_default();
        Pane {
            home: pane.home.as_ref().and_then(known),
            wish: pane.wish,
            spot: pane.spot.map(spot),
            label: pane.label.clone(),
            chosen: pane.chosen,
            caution: pane.caution.clone(),
            history: places(&pane.history),
            future: places(&pane.future),
            ..Pane::new(new, room, show, &state.hits)
        }
    };
    let (own, beside) = state.rooms();
    let pane = moved(&state.pane, own);
    let other = state.other.as_deref().map(|other| Box::new(moved(other, beside.unwrap_or(own))));
    (state.pane, state.other) = (pane, other);
    shown::keep_place(state, new);
    let gone = ids.get(was.reading).filter(|_| known(&was).is_none());
    let text = match gone {
        Some(id) => fill(&state.own.words.edition_gone, &[("edition", id)]),
        None => state.own.words.reloaded.clone(),
    };
    if gone.is_some() {
        state.warn(text)
    } else {
        state.say(text)
    }
    settle(state, new);
}
