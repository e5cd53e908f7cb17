use lawgrep_model::Citation;

use super::travel;
use crate::own::words::t;
use crate::{arrange::Row, flow::Link, keymap::Action, reader::Reader, state::State};

/// Scrolls the text.
pub(super) fn scroll(state: &mut State, action: Action, reader: &dyn Reader) {
    let height = state.pane.screen.height();
    let page = height.saturating_sub(1).max(1);
    let at = state.pane.spot;
    match action {
        Action::Home => state.pane.spot = state.pane.screen.spot_of_row(0),
        Action::End => {
            state.pane.spot = state.pane.screen.spot_of_row(state.pane.screen.rows.rows.len().saturating_sub(1))
        }
        _ => {}
    }
    let (before, after) = match action {
        Action::Up => (1, 0),
        Action::PageUp => (page, 0),
        // The last lines fill the screen.
        Action::End => (height, 0),
        Action::Down => (height, 1),
        Action::PageDown => (height, page),
        _ => (0, 0),
    };
    // Near the end, going down stops at the last full screen; only there what stands before is needed.
    let near = state.row().is_some_and(|row| row + height >= state.pane.screen.rows.rows.len());
    state.reach(reader, if near || !matches!(action, Action::Down | Action::PageDown) { before } else { 0 }, after);
    let top = state.top();
    let last = state.pane.screen.flow.lines.len().saturating_sub(height.max(1));
    let to = match action {
        // A go-to may stand further down than scrolling reaches: then down does nothing.
        Action::Down => (top + 1).min(last).max(top),
        Action::PageDown => (top + page).min(last).max(top),
        Action::Up => top.saturating_sub(1),
        Action::PageUp => top.saturating_sub(page),
        Action::Home => 0,
        Action::End => last,
        _ => top,
    };
    let spot = state.pane.screen.spot_at(to);
    if spot == at {
        return;
    }
    state.pane.spot = spot;
    state.pane.label = None;
    // Enter must never follow what is out of sight.
    let seen = state
        .pane
        .selected
        .and_then(|id| state.pane.screen.flow.link(id).copied())
        .is_some_and(|link| in_view(state, &link));
    if !seen {
        state.pane.selected = None;
    }
}

/// Goes to the provision after or before, in what the user has chosen to read.
pub(super) fn provision(state: &mut State, reader: &dyn Reader, forward: bool) {
    let left = return_from(state, reader);
    let Some(row) = state.row() else { return };
    let rows = &state.pane.screen.rows;
    // What is no longer law is passed over by one who reads the law in force; but who reads an old text is not led past a
    // rule that is law now.
    let law = |code: u16| state.editions.iter().any(|e| e.code == code && e.in_force());
    let of_use = |row: &Row| row.is_provision() && (row.code == rows.code || law(row.code));
    let stops = |n: &usize| rows.rows.get(*n).is_some_and(of_use);
    let begun = state.pane.screen.flow.extent(row).is_some_and(|extent| state.top() > extent.first);
    let cite = |n: &usize| rows.rows.get(*n).filter(|row| row.code == rows.code).and_then(|row| row.cite);
    let to = match (left, forward) {
        (Some(from), true) => (0..rows.rows.len()).filter(stops).find(|n| cite(n) > Some(from)),
        (Some(from), false) => {
            (0..rows.rows.len()).rev().filter(stops).find(|n| cite(n).is_some_and(|cite| cite < from))
        }
        (None, true) => (row + 1..rows.rows.len()).find(stops),
        (None, false) if begun && stops(&row) => Some(row),
        (None, false) => (0..row).rev().find(stops),
    };
    match to {
        Some(to) => stand_at(state, to),
        None => {
            let here = state.here().unwrap_or_default();
            state.say(if forward { t!("last_provision", here) } else { t!("first_provision", here) });
        }
    }
}

/// Goes to the first provision of the next law, or to the beginning of this one, then of the law before.
pub(super) fn law(state: &mut State, reader: &dyn Reader, forward: bool) {
    let left = return_from(state, reader).map(|cite| cite.law_number());
    let Some(row) = state.row() else { return };
    let rows = &state.pane.screen.rows;
    let law = |n: usize| {
        let row = rows.rows.get(n).filter(|row| row.is_provision() && row.code == rows.code)?;
        row.cite.map(|cite| cite.law_number())
    };
    let begins = |n: &usize| law(*n).is_some_and(|own| (0..*n).rev().find_map(law) != Some(own));
    let begun = state.pane.screen.flow.extent(row).is_some_and(|extent| state.top() > extent.first);
    let all = 0..rows.rows.len();
    let to = match (left, forward) {
        (Some(left), true) => all.filter(begins).find(|n| law(*n) > Some(left)),
        (Some(left), false) => all.rev().filter(begins).find(|n| law(*n).is_some_and(|law| law <= left)),
        (None, true) => (row + 1..all.end).find(begins),
        (None, false) => (0..row + usize::from(begun)).rev().find(begins),
    };
    match to {
        Some(to) => stand_at(state, to),
        None => state.say(if forward { t!("last_law") } else { t!("first_law") }),
    }
}

/// Where a reference has led to another edition of the same code: shows what the user had chosen again, and tells which
/// provision was left.
fn return_from(state: &mut State, reader: &dyn Reader) -> Option<Citation> {
    let cite = state.pane.spot?.cite()?;
    let code = state.code(travel::chosen(state));
    // Across codes nobody knows what comes next.
    (state.pane.spot?.code() == code && travel::come_home(state, reader)).then_some(cite)
}

fn stand_at(state: &mut State, row: usize) {
    state.pane.spot = state.pane.screen.spot_of_row(row);
    state.pane.label = None;
    state.pane.selected = None;
    state.pane.word = None;
}

/// Selects the next reference in view, or the one before; after the last comes the first. Says where it leads.
pub(super) fn reference(state: &mut State, reader: &dyn Reader, forward: bool) {
    let links: Vec<Link> = state.pane.screen.flow.links.iter().filter(|link| in_view(state, link)).copied().collect();
    let present = state.pane.selected.and_then(|id| links.iter().position(|link| link.id == id));
    let to = match (present, forward) {
        (Some(n), true) => links.get(n + 1).or_else(|| links.first()),
        (Some(n), false) => n.checked_sub(1).and_then(|n| links.get(n)).or_else(|| links.last()),
        (None, true) => links.first(),
        (None, false) => links.last(),
    };
    state.pane.selected = to.map(|link| link.id);
    state.pane.word = None;
    match state.pane.selected {
        Some(link) => state.message = travel::preview(state, reader, link),
        None => state.say(t!("no_reference")),
    }
}

/// Whether any line of the link is on the screen.
pub(super) fn in_view(state: &State, link: &Link) -> bool {
    let top = state.top();
    link.last >= top && link.first < top + state.pane.screen.height()
}
