//! What happened at the table, and the provisions that rule it.

use super::{lists::moved, travel, typing::edit};
use crate::{
    arrange,
    choose::Situations,
    codes,
    flow::{Hits, excerpt},
    keymap::Action,
    layout::{self, Layout},
    own::words::t,
    reader::Reader,
    state::{Mode, State},
};

/// Lists them all.
pub(super) fn open(state: &mut State, reader: &dyn Reader) {
    let mut list = of(state, reader, "");
    // The one chosen last, whose other provisions are often wanted next.
    let last = state.last_situation.as_ref();
    if let Some(at) = last.and_then(|last| list.list.iter().position(|one| one.phrase == *last)) {
        list.cursor = at;
        look(state, reader, &mut list);
    }
    if list.list.is_empty() {
        state.say(t!("no_situations"));
    } else {
        state.mode = Mode::Situations(list);
    }
}

/// Sets the preview for the present screen.
pub(super) fn settle(situations: &mut Situations, reader: &dyn Reader, parts: &Layout) {
    let width = usize::from(layout::chooser(parts, situations.list.len()).1.width);
    situations.preview = situations.place.map_or_else(Vec::new, |(edition, cite)| {
        excerpt(reader, arrange::under(reader, edition, cite).iter(), width, &Hits::new()).lines
    });
}

fn of(state: &State, reader: &dyn Reader, input: &str) -> Situations {
    let list = reader.situations(state.pane.show.reading, input);
    let mut situations = Situations { input: input.to_owned(), list, ..Situations::default() };
    look(state, reader, &mut situations);
    situations
}

/// Finds the text of the provision looked at.
fn look(state: &State, reader: &dyn Reader, situations: &mut Situations) {
    let law = situations.present().and_then(|present| present.laws.get(situations.law)).copied();
    let there = law.and_then(|cite| travel::looked(state, reader, state.pane.show.reading, cite));
    (situations.place, situations.title) = match there {
        Some((edition, cite, title)) => (Some((edition, cite)), title),
        None => (None, String::new()),
    };
}

/// A key while they are listed.
pub(super) fn act(state: &mut State, action: Action, reader: &dyn Reader) {
    let Mode::Situations(situations) = &mut state.mode else { return };
    let mut now = std::mem::take(situations);
    if let Some(to) = moved(action, now.cursor, now.list.len()) {
        (now.cursor, now.law) = (to, 0);
        look(state, reader, &mut now);
        state.mode = Mode::Situations(now);
        return;
    }
    match action {
        Action::Close => return state.mode = Mode::Reading,
        Action::Complete => {
            let laws = now.present().map_or(0, |present| present.laws.len());
            now.law = (now.law + 1) % laws.max(1);
            look(state, reader, &mut now);
        }
        Action::Open => {
            let chosen = now.present().and_then(|present| Some((present.clone(), *present.laws.get(now.law)?)));
            let Some((present, cite)) = chosen else {
                state.mode = Mode::Situations(now);
                state.say(t!("nothing_listed"));
                return;
            };
            state.mode = Mode::Reading;
            travel::open(state, reader, cite);
            state.last_situation = Some(present.phrase.clone());
            let others: Vec<_> = present.laws.iter().copied().filter(|other| *other != cite).collect();
            if state.message.is_none() && !others.is_empty() {
                state.say(t!("situation_also", phrase = present.phrase, others = codes::list(&others)));
            }
            return;
        }
        _ if !edit(&mut now.input, action) => return state.mode = Mode::Reading,
        _ => state.unsought = true,
    }
    state.mode = Mode::Situations(now);
}

/// Lists what the words typed are like.
pub(super) fn seek(state: &mut State, reader: &dyn Reader) {
    if let Mode::Situations(situations) = &state.mode {
        state.mode = Mode::Situations(of(state, reader, &situations.input));
    }
}
