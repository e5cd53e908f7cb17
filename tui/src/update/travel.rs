use lawgrep_model::Citation;

use crate::{
    arrange::What,
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
            let elsewhere =
                |n: &usize| state.code(*n) != code && reader.document(*n).is_some_and(|d| d.holds(cite));
            if let Some(other) = (0..state.editions.len()).find(elsewhere) {
                let year = state.code(other);
                text.push_str(&format!("; {} has a {cite}, but of the {year} code: it may be another rule", state.id(other)));
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
            let text = format!("{named}  {}", super::lists::gist(reader, row));
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
        arrive(state, row, cite.to_string());
    }
}

/// Opens one unit of one edition, from a list.
pub(super) fn open_unit(state: &mut State, reader: &dyn Reader, edition: usize, unit: lawgrep_model::UnitId) {
    let block = crate::arrange::Block { edition, unit, tail: false };
    let there = |state: &State| state.screen.rows.row_of_block(block);
    leave(state, None);
    if there(state).is_none() {
        read(state, reader, edition);
    }
    if let Some(row) = there(state) {
        let name = state.screen.rows.rows.get(row).map(|row| row.name.clone()).unwrap_or_default();
        arrive(state, row, name);
    }
}

/// Opens a row of what is shown, from the outline.
pub(super) fn open_row(state: &mut State, row: usize) {
    leave(state, None);
    let name = state.screen.rows.rows.get(row).map(|row| row.name.clone()).unwrap_or_default();
    arrive(state, row, name);
}

/// Remembers the present place. Following a reference names the provision that it stands in.
fn leave(state: &mut State, from: Option<LinkId>) {
    let row_of_link = |link: LinkId| {
        let block = crate::arrange::Block { edition: link.edition, unit: link.unit, tail: false };
        state.screen.rows.row_of_block(block)
    };
    let step = match from.and_then(row_of_link) {
        Some(row) if Some(row) == state.row() => state.here(),
        Some(row) => state.screen.rows.rows.get(row).map(|row| row.name.clone()),
        None if state.chosen => state.here(),
        None => None,
    };
    let (show, label) = (state.show.clone(), state.label.clone());
    state.history.push(Place { show, spot: state.spot, selected: state.selected, label, step });
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
        let beside = if state.show.parallel || state.show.beside.contains(&edition) {
            kept
        } else {
            state.show.beside.clone()
        };
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
    let row = state.row().and_then(|row| state.screen.rows.rows.get(row)).cloned();
    let spot = state.spot;
    read(state, reader, edition);
    state.selected = None;
    let Some(row) = row else {
        state.spot = state.screen.spot_of_row(0);
        return;
    };
    let code = state.code(edition);
    let rows = &state.screen.rows;
    let same = |spot: &Spot| rows.row_of_block(spot.block()).is_some();
    if let Some(spot) = spot.filter(same) {
        state.spot = Some(spot);
    } else if let Some(cite) = row.cite {
        let near = rows.nearest(code, cite);
        let there = rows.row_of(code, cite);
        let to = there.or_else(|| near.and_then(|near| rows.row_of(code, near)));
        state.spot = to.and_then(|to| state.screen.spot_of_row(to)).or_else(|| state.screen.spot_of_row(0));
        state.label = there.and(state.label.take());
        if there.is_none() {
            let near = near.map(|near| format!("; nearest: {near}")).unwrap_or_default();
            state.warn(format!("{cite} is not in {}{near}", state.id(edition)));
        } else if code != state.code(before) {
            state.warn(format!("{} reads the {code} code: this {cite} may be another rule", state.id(edition)));
        }
    } else {
        let alike = |what: What, named: bool| {
            rows.rows.iter().position(|r| r.what == what && r.code == code && (!named || r.heading == row.heading))
        };
        let to = alike(row.what, true).or_else(|| alike(row.what, false)).unwrap_or(0);
        state.label = None;
        state.spot = state.screen.spot_of_row(to);
    }
    if state.message.is_none() {
        state.say(format!("reading {}", state.id(edition)));
    }
}

/// The next edition of the same code, in display order. Across codes a number may mean another rule, so those are chosen
/// by name.
pub(super) fn next_edition(state: &mut State, reader: &dyn Reader) {
    let (reading, count) = (state.show.reading, state.editions.len());
    let code = state.code(reading);
    let after = (reading + 1..count).chain(0..reading);
    let next = after.filter(|n| state.code(*n) == code).find(|n| reader.document(*n).is_some());
    match next {
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
