//! What an action does to the state. No drawing, no terminal.

mod complete;
mod contents;
mod hits;
mod lists;
mod marks;
mod mouse;
mod moving;
mod own;
mod panes;
mod peek;
mod reload;
mod shown;
mod situations;
mod terms;
mod travel;
mod typing;
mod words;

use crate::{
    keymap::Action,
    own::words::t,
    reader::Reader,
    refs::LinkId,
    state::{Help, Mode, State},
    world::Keepsake,
};

pub(crate) use own::begin;
pub(crate) use travel::open;

/// What the event loop has to do after an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Give the terminal back and return.
    Quit,
    /// Put this on the clipboard.
    Copy(String),
    /// Write the file.
    Keep(Keepsake, String),
    /// Give the terminal back until the shell says otherwise.
    Suspend,
}

/// Does what was asked.
pub fn update(state: &mut State, action: Action, reader: &dyn Reader) -> Option<Effect> {
    let effect = enter(state, action, reader);
    settle(state, reader);
    effect
}

/// Does what was asked, but leaves out what only the next screen needs: [`settle`] does that once for all that was typed
/// meanwhile, so that fast fingers do not wait for a search after each letter.
pub fn enter(state: &mut State, action: Action, reader: &dyn Reader) -> Option<Effect> {
    crate::own::words::speak(&state.own.words);
    if !matches!(action, Action::Type(_) | Action::Erase | Action::EraseAll) {
        settle(state, reader);
    }
    match action {
        Action::Quit => return Some(Effect::Quit),
        Action::Suspend => return Some(Effect::Suspend),
        Action::Resize(width, height) => state.size = (width, height),
        _ => {
            state.message = None;
            let copied = state.own.copied.take();
            if matches!(action, Action::Copy | Action::CopyMarkdown) {
                state.own.copied = copied;
            }
            act(state, action, reader);
        }
    }
    if !state.unsought {
        finish(state, reader);
    }
    state.own.pending.take()
}

/// Searches for what has been typed since the last search.
pub fn settle(state: &mut State, reader: &dyn Reader) {
    if !std::mem::take(&mut state.unsought) {
        return;
    }
    crate::own::words::speak(&state.own.words);
    match &state.mode {
        Mode::Search(_) => typing::seek(state, reader),
        Mode::Situations(_) => situations::seek(state, reader),
        _ => {}
    }
    finish(state, reader);
}

/// Works out what the screen needs.
fn finish(state: &mut State, reader: &dyn Reader) {
    travel::keep_caution(state);
    state.refresh(reader);
    words::keep(state);
    lists::settle(state, reader);
    own::settle(state, reader);
}

fn act(state: &mut State, action: Action, reader: &dyn Reader) {
    match action {
        Action::GoTo(first) => {
            terms::leave(state);
            return typing::go_to(state, reader, first);
        }
        Action::Wheel(down) => return mouse::wheel(state, reader, down),
        Action::Click(x, y) => return mouse::click(state, reader, (x, y)),
        Action::Copy | Action::CopyMarkdown => return own::copy(state, reader, action == Action::CopyMarkdown),
        Action::Help if !matches!(state.mode, Mode::Help(_)) => {
            let under = Box::new(std::mem::replace(&mut state.mode, Mode::Reading));
            state.mode = Mode::Help(Help { under, lines: Vec::new(), scroll: 0 });
            return;
        }
        _ => {}
    }
    match &state.mode {
        Mode::Reading => reading(state, action, reader),
        Mode::Outline(_) => contents::act(state, action, reader),
        Mode::Editions(_) => lists::editions(state, action, reader),
        Mode::List(_) => lists::list(state, action, reader),
        Mode::Peek(_) => peek::act(state, action, reader),
        Mode::Help(_) => lists::help(state, action),
        Mode::GoTo(_) => typing::citation(state, action, reader),
        Mode::Search(_) => typing::words(state, action, reader),
        Mode::Aloud(_) => own::aloud(state, action, reader),
        Mode::Bookmarks(_) => own::bookmarks(state, action, reader),
        Mode::Note(_) => own::note(state, action),
        Mode::Situations(_) => situations::act(state, action, reader),
        Mode::Terms(_) => terms::act(state, action, reader),
        Mode::Marking { .. } => marks::act(state, action, reader),
    }
}

fn reading(state: &mut State, action: Action, reader: &dyn Reader) {
    match action {
        Action::Search => typing::search(state, reader),
        Action::NextReference => moving::reference(state, reader, true),
        Action::PreviousReference => moving::reference(state, reader, false),
        Action::Open => match state.pane.selected {
            Some(link) => travel::follow(state, reader, link),
            None => {
                let keys = state.own.keys();
                let (tab, enter) = (keys.name(Action::NextReference), keys.name(Action::Open));
                state.say(t!("select_first", tab, enter));
            }
        },
        Action::Back => travel::back(state, reader),
        Action::Peek => peek::open(state, reader),
        Action::NextWord | Action::PreviousWord | Action::WordBelow | Action::WordAbove => {
            words::step(state, action, reader);
        }
        Action::FollowBeside => {
            let links: Vec<LinkId> = state.pane.selected.into_iter().collect();
            panes::follow(state, reader, &links);
        }
        Action::OtherPane => panes::other(state),
        Action::OnePane => panes::close(state),
        Action::Range => own::range(state),
        Action::Forward => travel::forward(state, reader),
        Action::NextLaw => moving::law(state, reader, true),
        Action::PreviousLaw => moving::law(state, reader, false),
        Action::NextHit | Action::PreviousHit => hits::step(state, action, reader),
        Action::SetMark => marks::ask(state, true),
        Action::GoToMark => marks::ask(state, false),
        Action::Situations => situations::open(state, reader),
        Action::Terms => terms::open(state, reader),
        Action::NextProvision => moving::provision(state, reader, true),
        Action::PreviousProvision => moving::provision(state, reader, false),
        Action::Down | Action::Up | Action::PageDown | Action::PageUp | Action::Home | Action::End => {
            moving::scroll(state, action, reader);
        }
        Action::NextEdition => shown::next_edition(state, reader),
        Action::ChooseEdition => state.mode = Mode::Editions(state.pane.show.reading),
        Action::Parallel => shown::parallel(state, reader),
        Action::Arrange => shown::arrange(state, reader),
        Action::Unfolded => shown::unfold(state, reader),
        Action::Outline => contents::open(state),
        Action::CitedBy => lists::open_cited_by(state, reader),
        Action::Aloud => own::open_aloud(state, reader),
        Action::Bookmark => own::bookmark(state, reader),
        Action::Bookmarks => own::open_bookmarks(state),
        Action::Close => {
            state.pane.selected = None;
            state.pane.word = None;
            state.own.from = None;
            if !state.hits.is_empty() {
                state.hits.clear();
                state.marked += 1;
            }
        }
        _ => {}
    }
}
