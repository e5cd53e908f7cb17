//! A look at a reference's target without leaving, and from there at the next one.

use super::{lists::moved, moving, panes, travel};
use crate::{
    arrange,
    flow::{Flow, Hits, Link, excerpt},
    keymap::Action,
    layout::{self, Layout},
    own::words::t,
    reader::Reader,
    refs::LinkId,
    state::{Mode, Peek, Peeked, State},
};

/// Sets its text for the present screen.
pub(super) fn settle(peek: &mut Peek, reader: &dyn Reader, parts: &Layout) {
    let rows = match peek.what {
        Peeked::Provision(cite) => arrange::under(reader, peek.edition, cite),
        Peeked::Unit(unit) => arrange::below(reader, peek.edition, unit),
    };
    peek.flow = excerpt(reader, rows.iter(), usize::from(layout::peek_width(parts)), &Hits::new());
    let height = height(peek, parts);
    if let Some(link) = selected(peek).filter(|link| link.first < peek.scroll || link.first >= peek.scroll + height) {
        peek.scroll = link.first.saturating_sub(height / 2);
    }
    peek.scroll = peek.scroll.min(peek.flow.lines.len().saturating_sub(height));
}

fn height(peek: &Peek, parts: &Layout) -> usize {
    usize::from(layout::inside(layout::peek_box(parts, peek.flow.lines.len(), peek.low)).height)
}

fn selected(peek: &Peek) -> Option<Link> {
    peek.selected.and_then(|id| peek.flow.link(id)).copied()
}

/// Shows the selected reference's target. Where none is selected, the first one in view.
pub(super) fn open(state: &mut State, reader: &dyn Reader) {
    if state.pane.selected.is_none() {
        moving::reference(state, reader, true);
    }
    let Some(link) = state.pane.selected else { return };
    let line = state.pane.screen.flow.link(link).map_or(0, |at| at.first.saturating_sub(state.top()));
    let low = line < state.pane.screen.height() / 2;
    if let Some(peek) = at(state, reader, link, low, None) {
        state.mode = Mode::Peek(peek);
    }
}

fn at(state: &mut State, reader: &dyn Reader, link: LinkId, low: bool, under: Option<Box<Peek>>) -> Option<Peek> {
    let (edition, what, title) = travel::peeked(state, reader, link)?;
    Some(Peek { link, edition, what, title, low, under, selected: None, flow: Flow::default(), scroll: 0 })
}

/// A key while it is open.
pub(super) fn act(state: &mut State, action: Action, reader: &dyn Reader) {
    let parts = state.pane.screen.layout;
    let Mode::Peek(peek) = &mut state.mode else { return };
    match action {
        Action::Close => state.mode = Mode::Reading,
        Action::Back => state.mode = peek.under.take().map_or(Mode::Reading, |under| Mode::Peek(*under)),
        Action::NextReference | Action::PreviousReference => {
            let ids: Vec<LinkId> = peek.flow.links.iter().map(|link| link.id).collect();
            peek.selected = step(&ids, peek.selected, action == Action::NextReference);
            match peek.selected {
                Some(link) => state.message = travel::preview(state, reader, link),
                None => state.say(t!("no_reference_here")),
            }
        }
        Action::Peek => match peek.selected {
            Some(link) => {
                let (low, under) = (peek.low, Box::new(peek.clone()));
                if let Some(deeper) = at(state, reader, link, low, Some(under)) {
                    state.mode = Mode::Peek(deeper);
                }
            }
            None => state.mode = Mode::Reading,
        },
        Action::FollowBeside => {
            let links = way(&peek.clone());
            state.mode = Mode::Reading;
            panes::follow(state, reader, &links);
        }
        Action::Open => {
            let peek = peek.clone();
            state.mode = Mode::Reading;
            // The trail names what was looked at on the way.
            for link in way(&peek) {
                travel::follow(state, reader, link);
            }
        }
        _ => {
            let height = height(peek, &parts);
            let last = peek.flow.lines.len().saturating_sub(height);
            peek.scroll = moved(action, peek.scroll, last + 1).unwrap_or(peek.scroll);
            // Enter must never follow what is out of sight.
            let seen = |link: &Link| link.last >= peek.scroll && link.first < peek.scroll + height;
            if !selected(peek).as_ref().is_some_and(seen) {
                peek.selected = None;
            }
        }
    }
}

/// The references from the text to what is looked at, and the one selected there.
fn way(peek: &Peek) -> Vec<LinkId> {
    let mut links: Vec<LinkId> = peek.selected.into_iter().collect();
    for peek in std::iter::successors(Some(peek), |peek| peek.under.as_deref()) {
        links.push(peek.link);
    }
    links.reverse();
    links
}

/// The one after or before; after the last comes the first.
fn step(ids: &[LinkId], present: Option<LinkId>, forward: bool) -> Option<LinkId> {
    let at = present.and_then(|id| ids.iter().position(|other| *other == id));
    let to = match (at, forward) {
        (Some(n), true) => ids.get(n + 1).or_else(|| ids.first()),
        (Some(n), false) => n.checked_sub(1).and_then(|n| ids.get(n)).or_else(|| ids.last()),
        (None, true) => ids.first(),
        (None, false) => ids.last(),
    };
    to.copied()
}
