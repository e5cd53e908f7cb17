use lawgrep_model::Citation;

use crate::{
    arrange::{Block, Row},
    layout::Wish,
    reader::Reader,
    refs::LinkId,
    screen::{Show, Spot},
    state::{Message, Place, State, default_beside},
    wrap::fit,
};

/// Where a provision is, seen from an edition.
pub(super) enum Way {
    /// In that row of what is shown.
    Shown(usize),
    /// In another edition of the same code.
    Edition(usize),
    /// In no edition of the code.
    Nowhere,
}

/// Finds the provision `cite` as `edition` means it. Never looks in another code.
pub(super) fn way(state: &State, reader: &dyn Reader, edition: usize, cite: Citation) -> Way {
    let code = state.code(edition);
    if let Some(row) = state.screen.rows.row_of(code, cite) {
        return Way::Shown(row);
    }
    holder(state, reader, edition, cite).map_or(Way::Nowhere, Way::Edition)
}

/// The edition that has the provision: the one asked, else one that is shown, else the first in display order. Only
/// editions of its code come into question.
pub(super) fn holder(state: &State, reader: &dyn Reader, edition: usize, cite: Citation) -> Option<usize> {
    let same = |n: &usize| state.code(*n) == state.code(edition);
    let holds = |n: &usize| reader.document(*n).is_some_and(|d| d.holds(cite));
    let shown = state.screen.rows.shown.iter().copied();
    std::iter::once(edition).chain(shown).chain(0..state.editions.len()).filter(same).find(holds)
}

/// What is said of a provision that stands where it was not asked for, or nowhere.
pub(super) fn remark(state: &State, reader: &dyn Reader, edition: usize, cite: Citation) -> Option<Message> {
    let own = state.id(edition);
    match holder(state, reader, edition, cite) {
        Some(holder) if holder == edition => None,
        Some(holder) => {
            let text = format!("{cite} is not in {own}: shown from {}", state.id(holder));
            Some(Message { text, warns: true })
        }
        None => {
            let code = state.code(edition);
            let mut text = format!("{cite} ({code} code) is in no edition at hand");
            if let Some(near) = state.screen.rows.nearest(code, cite) {
                text.push_str(&format!("; nearest: {near}"));
            }
            let elsewhere = |n: &usize| state.code(*n) != code && reader.document(*n).is_some_and(|d| d.holds(cite));
            if let Some(other) = (0..state.editions.len()).find(elsewhere) {
                let year = state.code(other);
                text.push_str(&format!(
                    "; {} has a {cite}, but of the {year} code: it may be another rule",
                    state.id(other)
                ));
            }
            Some(Message { text, warns: true })
        }
    }
}

/// What following the provision's name in that edition will do: the beginning of its text, or why it stands elsewhere.
pub(super) fn outlook(state: &State, reader: &dyn Reader, edition: usize, cite: Citation) -> Option<Message> {
    match way(state, reader, edition, cite) {
        Way::Edition(other) => {
            let text = format!("{cite} is not in {}; Enter opens it in {}", state.id(edition), state.id(other));
            Some(Message { text, warns: true })
        }
        Way::Nowhere => remark(state, reader, edition, cite),
        Way::Shown(row) => remark(state, reader, edition, cite).or_else(|| {
            let row = state.screen.rows.rows.get(row)?;
            let named = if row.cite == Some(cite) { cite.to_string() } else { format!("{cite} ({})", row.name) };
            let text = format!("{named}: {}", super::lists::gist(reader, row));
            Some(Message { text: fit(&text, usize::from(state.size.0)), warns: false })
        }),
    }
}

/// What Enter will do with a reference.
pub(super) fn preview(state: &State, reader: &dyn Reader, link: LinkId) -> Option<Message> {
    let cite = link.target(reader.document(link.edition)?)?;
    outlook(state, reader, link.edition, cite)
}

/// Opens a provision of the edition being read.
pub(crate) fn open(state: &mut State, reader: &dyn Reader, cite: Citation) {
    travel(state, reader, state.show.reading, cite, None);
}

/// Follows a reference: within its edition, else in another edition of the same code, else not at all.
pub(super) fn follow(state: &mut State, reader: &dyn Reader, link: LinkId) {
    let document = reader.document(link.edition);
    if let Some(cite) = document.and_then(|document| link.target(document)) {
        travel(state, reader, link.edition, cite, Some(link));
    }
}

fn travel(state: &mut State, reader: &dyn Reader, edition: usize, cite: Citation, from: Option<LinkId>) {
    state.message = remark(state, reader, edition, cite);
    let row = match way(state, reader, edition, cite) {
        Way::Shown(row) => {
            leave(state, from);
            Some(row)
        }
        Way::Edition(other) => {
            leave(state, from);
            read(state, reader, other);
            state.screen.rows.row_of(state.code(other), cite)
        }
        Way::Nowhere => return,
    };
    if let Some(row) = row {
        let code = state.code(edition);
        let other = code != state.screen.rows.code;
        arrive(state, row, if other { format!("{cite} ({code} code)") } else { cite.to_string() });
    }
}

/// Opens one unit of one edition, from a list.
pub(super) fn open_unit(state: &mut State, reader: &dyn Reader, edition: usize, unit: lawgrep_model::UnitId) {
    let block = Block { edition, unit, tail: false };
    let there = |state: &State| state.screen.rows.row_of_block(block);
    leave(state, None);
    if there(state).is_none() {
        read(state, reader, edition);
    }
    if let Some(row) = there(state) {
        arrive_at(state, row);
    }
}

/// Opens a row of what is shown, from the outline.
pub(super) fn open_row(state: &mut State, row: usize) {
    leave(state, None);
    arrive_at(state, row);
}

/// Remembers the present place. A reference that is followed gives its provision's name to the step, unless that lies
/// in the provision gone to.
fn leave(state: &mut State, from: Option<LinkId>) {
    let step = match from {
        Some(link) => {
            let block = Block { edition: link.edition, unit: link.unit, tail: false };
            let row = state.screen.rows.row_of_block(block).and_then(|row| state.screen.rows.rows.get(row));
            let gone_to: Option<Citation> = state.label.as_ref().and_then(|label| label.parse().ok());
            let inside = gone_to.zip(row.and_then(|row| row.cite)).is_some_and(|(to, cite)| to.contains(cite));
            if inside { state.label.clone() } else { row.map(|row| state.name(row)) }
        }
        None if state.chosen => state.here(),
        None => None,
    };
    let (show, label) = (state.show.clone(), state.label.clone());
    state.history.push(Place { show, spot: state.spot, selected: state.selected, label, step });
}

fn arrive_at(state: &mut State, row: usize) {
    let name = state.screen.rows.rows.get(row).map(|row| state.name(row)).unwrap_or_default();
    arrive(state, row, name);
}

fn arrive(state: &mut State, row: usize, label: String) {
    state.spot = state.screen.spot_of_row(row);
    state.selected = None;
    state.label = Some(label);
    state.chosen = true;
}

/// Goes back to the exact place before: edition, line, selected reference.
pub(super) fn back(state: &mut State, reader: &dyn Reader) {
    let Some(place) = state.history.pop() else {
        state.say("this is where you began");
        return;
    };
    state.show = place.show;
    state.refresh(reader);
    state.spot = place.spot;
    state.selected = place.selected;
    state.label = place.label;
    state.chosen = place.step.is_some();
}

/// Makes `edition` the one being read, among the same editions where they are shown together.
fn read(state: &mut State, reader: &dyn Reader, edition: usize) {
    let before = state.show.reading;
    if edition != before {
        let others = std::iter::once(before).chain(state.show.beside.iter().copied());
        let kept: Vec<usize> = others.filter(|n| *n != edition).collect();
        let beside =
            if state.show.parallel || state.show.beside.contains(&edition) { kept } else { state.show.beside.clone() };
        state.show = Show { reading: edition, beside, parallel: state.show.parallel };
        state.refresh(reader);
    }
}

/// Reads another edition at the same provision.
pub(super) fn switch(state: &mut State, reader: &dyn Reader, edition: usize) {
    let before = state.show.reading;
    if edition == before {
        return;
    }
    let old = state.row().and_then(|row| state.screen.rows.rows.get(row)).cloned();
    read(state, reader, edition);
    state.selected = None;
    let Some(spot) = state.spot.filter(|_| !state.screen.rows.rows.is_empty()) else {
        // Nothing can be shown (the warning says why); the place is kept for the next edition.
        state.spot = state.spot.or_else(|| state.screen.spot_of_row(0));
        return;
    };
    let code = state.code(edition);
    let rows = &state.screen.rows;
    let mut message = None;
    let to = match spot.cite() {
        _ if rows.row_of_block(spot.block()).is_some() => None,
        Some(cite) => {
            let (there, near) = (rows.row_of(code, cite), rows.nearest(code, cite));
            if there.is_none() {
                let near = near.map(|near| format!("; nearest: {near}")).unwrap_or_default();
                message = Some(format!("{cite} is not in {}{near}", state.id(edition)));
            } else if code != spot.code() {
                message = Some(format!("{} reads the {code} code: this {cite} may be another rule", state.id(edition)));
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
            state.label = None;
        }
        state.spot = state.screen.spot_of_row(to);
    }
    match message {
        Some(text) => state.warn(text),
        None => state.say(format!("reading {}", state.id(edition))),
    }
}

/// The next edition of the same code: among those shown together, else in display order. Across codes a number may mean
/// another rule, so those are chosen by name.
pub(super) fn next_edition(state: &mut State, reader: &dyn Reader) {
    let (reading, count) = (state.show.reading, state.editions.len());
    let code = state.code(reading);
    let readable = |n: &usize| state.code(*n) == code && reader.document(*n).is_some();
    let after = || (reading + 1..count).chain(0..reading).filter(readable);
    let shown = |n: &usize| state.screen.rows.shown.contains(n);
    match after().find(shown).or_else(|| after().next()) {
        Some(next) => switch(state, reader, next),
        None => state.say(format!("{} is the only edition of the {code} code at hand; L lists all", state.id(reading))),
    }
}

/// Several editions at once, or one again.
pub(super) fn parallel(state: &mut State, reader: &dyn Reader) {
    if state.show.parallel {
        state.show.parallel = false;
    } else {
        if state.show.beside.is_empty() {
            state.show.beside = default_beside(&state.editions, state.show.reading);
        }
        if state.show.beside.is_empty() {
            let code = state.code(state.show.reading);
            state.say(format!("there is no other edition of the {code} code at hand; L lists all"));
            return;
        }
        state.show.parallel = true;
    }
    keep_place(state, reader);
}

/// Side by side, or one under the other.
pub(super) fn arrange(state: &mut State, reader: &dyn Reader) {
    if !state.show.parallel {
        state.say("= shows several editions at once");
        return;
    }
    let stacked = state.screen.flow.columns.is_empty();
    state.wish = if stacked { Wish::Columns } else { Wish::Stacked };
    keep_place(state, reader);
    if stacked && state.screen.flow.columns.is_empty() {
        state.say("the screen is too narrow for that many editions side by side");
    }
}

/// Works the screen out for what is shown now, at the same place.
pub(super) fn keep_place(state: &mut State, reader: &dyn Reader) {
    state.refresh(reader);
    let known = |spot: &Spot| state.screen.row_of(*spot).is_some();
    let row = state.spot.filter(known).and_then(|spot| state.screen.row_of(spot)).unwrap_or(0);
    state.spot = state.spot.filter(known).or_else(|| state.screen.spot_of_row(row));
    if state.selected.is_some_and(|link| state.screen.flow.link(link).is_none()) {
        state.selected = None;
    }
}
