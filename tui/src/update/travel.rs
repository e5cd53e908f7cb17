use lawgrep_model::{Citation, UnitId};

use crate::{
    arrange::Block,
    codes,
    flow::{named, tag},
    keymap::Action,
    own::words::t,
    reader::Reader,
    refs::{LinkId, Origin, own_target},
    screen::Show,
    state::{Caution, Message, Peeked, Place, State},
    wrap::fit,
};

/// Where a provision is, seen from an edition.
pub(super) enum Way {
    /// In that row of what is shown.
    Shown(usize),
    /// In another edition of the same code.
    Edition(usize),
    /// In an edition of another code, where the concordance leads.
    Across(Home),
    /// In no edition at hand.
    Nowhere,
}

/// Where a provision's rule stands in another code.
pub(super) struct Home {
    edition: usize,
    cite: Citation,
    /// `1997 72B1 -> 2017 72C`.
    step: String,
}

/// Finds the provision `cite` as `edition` means it. Another code is entered only where the concordance leads.
pub(super) fn way(state: &State, reader: &dyn Reader, edition: usize, cite: Citation) -> Way {
    let code = state.code(edition);
    let row = || state.pane.screen.rows.row_of(code, cite);
    match holder(state, reader, edition, cite) {
        // Only what is printed here for its code counts: a row may stand for the rule of another code's text.
        Some(_) if shown(state, code).any(|n| holds(reader, n, cite)) && row().is_some() => {
            row().map_or(Way::Nowhere, Way::Shown)
        }
        Some(holder) => Way::Edition(holder),
        None => match across(state, reader, edition, cite) {
            Some(home) => Way::Across(home),
            None => row().map_or(Way::Nowhere, Way::Shown),
        },
    }
}

fn shown(state: &State, code: u16) -> impl Iterator<Item = usize> + '_ {
    state.pane.screen.rows.shown.iter().copied().filter(move |n| state.code(*n) == code)
}

fn holds(reader: &dyn Reader, edition: usize, cite: Citation) -> bool {
    reader.document(edition).is_some_and(|d| d.holds(cite))
}

/// The edition that has the provision: the one asked, else another one of its code.
fn holder(state: &State, reader: &dyn Reader, edition: usize, cite: Citation) -> Option<usize> {
    let others = || others(state, edition, state.code(edition));
    std::iter::once(edition).chain(others()).find(|n| holds(reader, *n, cite))
}

/// The editions of a code, as one who reads `edition` would look into them: what is shown, then the same language, then
/// the others in display order.
fn others(state: &State, edition: usize, code: u16) -> impl Iterator<Item = usize> + '_ {
    let lang = state.edition(edition).map(|e| e.lang.as_str());
    let of_code = move || (0..state.editions.len()).filter(move |n| state.code(*n) == code);
    let kin = of_code().filter(move |n| state.edition(*n).map(|e| e.lang.as_str()) == lang);
    shown(state, code).chain(kin).chain(of_code())
}

/// The home of a provision in another code: in the first code in display order that has one, so in the code in force
/// where that has.
fn across(state: &State, reader: &dyn Reader, edition: usize, cite: Citation) -> Option<Home> {
    let (alignment, own) = (reader.alignment(), state.code(edition));
    // Of a number that the code has not, nobody knows which rule is meant.
    if !alignment.has(own, cite) {
        return None;
    }
    for code in other_codes(state, own) {
        let Some(homes) = alignment.homes(own, cite, code) else { continue };
        for home in &homes.to {
            if let Some(edition) = others(state, edition, code).find(|n| holds(reader, *n, *home)) {
                return Some(Home { edition, cite: *home, step: codes::step(own, cite, code, *home, &homes) });
            }
        }
        // A rule that the code in force has dropped is not looked for in codes between.
        if homes.to.is_empty() {
            return None;
        }
    }
    None
}

/// The codes of the editions at hand, without that one, in display order.
fn other_codes(state: &State, own: u16) -> Vec<u16> {
    let mut codes: Vec<u16> = Vec::new();
    for edition in state.editions.iter().filter(|e| e.code != own) {
        if !codes.contains(&edition.code) {
            codes.push(edition.code);
        }
    }
    codes
}

/// What is said of a provision that stands where it was not asked for, or nowhere.
pub(super) fn remark(state: &State, reader: &dyn Reader, edition: usize, cite: Citation) -> Option<Message> {
    let own = state.id(edition);
    let text = match holder(state, reader, edition, cite) {
        Some(holder) if holder == edition => return None,
        Some(holder) => t!("shown_from_for", cite, own, other = state.id(holder)),
        None => match across(state, reader, edition, cite) {
            Some(home) => t!("shown_from", step = home.step, other = state.id(home.edition)),
            None => absent(state, reader, edition, cite),
        },
    };
    Some(Message { text, warns: true })
}

/// Why a provision cannot be shown.
fn absent(state: &State, reader: &dyn Reader, edition: usize, cite: Citation) -> String {
    let code = state.code(edition);
    let alignment = reader.alignment();
    let mut text = t!("in_none", cite, code);
    let has = alignment.has(code, cite);
    let gone = other_codes(state, code).into_iter().find_map(|year| codes::absence(alignment, code, cite, year));
    if let Some(gone) = gone.filter(|_| has) {
        text.push_str(&format!("; {gone}"));
        return text;
    }
    if let Some(near) = state.pane.screen.rows.nearest(code, cite) {
        text.push_str(&t!("nearest", near));
    }
    let elsewhere = |n: &usize| state.code(*n) != code && holds(reader, *n, cite);
    if let Some(other) = (0..state.editions.len()).find(elsewhere) {
        let (year, id) = (state.code(other), state.id(other));
        let homes = alignment.homes(year, cite, code).filter(|_| alignment.has(year, cite));
        match homes.and_then(|homes| Some((*homes.to.first()?, homes))) {
            Some((home, homes)) => {
                text.push_str(&t!("has_one", id, step = codes::step(year, cite, code, home, &homes)))
            }
            None => {
                text.push_str(&t!("has_other", id, cite, year));
            }
        }
    }
    text
}

/// What following the provision's name in that edition will do: the beginning of its text, or why it stands elsewhere.
pub(super) fn outlook(state: &State, reader: &dyn Reader, edition: usize, cite: Citation) -> Option<Message> {
    let elsewhere = |what: String, other: usize| {
        Some(Message {
            text: t!("opens_in", what, key = state.own.keys().name(Action::Open), other = state.id(other)),
            warns: true,
        })
    };
    match way(state, reader, edition, cite) {
        Way::Edition(other) => elsewhere(t!("not_in", cite, edition = state.id(edition)), other),
        Way::Across(home) => elsewhere(home.step, home.edition),
        Way::Nowhere => remark(state, reader, edition, cite),
        Way::Shown(n) => remark(state, reader, edition, cite).or_else(|| {
            let row = state.pane.screen.rows.rows.get(n)?;
            let named = if row.cite == Some(cite) { cite.to_string() } else { format!("{cite} ({})", row.name) };
            let text = format!("{named}: {}", super::lists::gist(reader, &state.pane.screen.rows, n));
            Some(Message { text: fit(&text, usize::from(state.size.0)), warns: false })
        }),
    }
}

/// What Enter will do with what is selected.
pub(super) fn preview(state: &State, reader: &dyn Reader, link: LinkId) -> Option<Message> {
    let document = reader.document(link.edition)?;
    match link.origin {
        Origin::Words(..) => outlook(state, reader, link.edition, link.target(document)?),
        Origin::Row(_) => {
            let (name, words) =
                (named(&document.unit(link.unit)?.key), super::lists::gist_of(reader, link.edition, link.unit));
            let text = format!("{} {name}: {words}", state.id(link.edition));
            Some(Message { text: fit(&text, usize::from(state.size.0)), warns: false })
        }
    }
}

/// What a peek at the selected place shows: whose text, of what, under which title. Says why where it is not there.
pub(super) fn peeked(state: &mut State, reader: &dyn Reader, link: LinkId) -> Option<(usize, Peeked, String)> {
    let document = reader.document(link.edition)?;
    let Some(cite) = link.target(document) else {
        let link = LinkId { unit: own_target(link, document).unwrap_or(link.unit), ..link };
        let title = titled(state, &named(&document.unit(link.unit)?.key), link.edition);
        return Some((link.edition, Peeked::Unit(link.unit), title));
    };
    state.message = remark(state, reader, link.edition, cite);
    let (edition, cite, title) = looked(state, reader, link.edition, cite)?;
    Some((edition, Peeked::Provision(cite), title))
}

/// Where a provision of an edition is looked at, and under which title: in an edition of its code, else where the
/// concordance leads.
pub(super) fn looked(
    state: &State,
    reader: &dyn Reader,
    edition: usize,
    cite: Citation,
) -> Option<(usize, Citation, String)> {
    if let Some(holder) = holder(state, reader, edition, cite) {
        return Some((holder, cite, titled(state, &cite.to_string(), holder)));
    }
    let home = across(state, reader, edition, cite)?;
    Some((home.edition, home.cite, titled(state, &home.step, home.edition)))
}

fn titled(state: &State, name: &str, edition: usize) -> String {
    format!("{name} · {}", state.edition(edition).map(tag).unwrap_or_default())
}

/// Opens a provision of the edition being read. Its number was asked for, so it is said where that deceives.
pub(crate) fn open(state: &mut State, reader: &dyn Reader, cite: Citation) {
    let reading = chosen(state);
    if state.pane.home.is_some() {
        // The way back leads to what is shown now.
        leave(state, reader, None);
        let (place, steps) = (state.pane.history.pop(), state.pane.history.len());
        come_home(state, reader);
        travel(state, reader, reading, cite, None);
        if let (Some(place), Some(last)) = (place, state.pane.history.get_mut(steps)) {
            *last = place;
        }
    } else {
        travel(state, reader, reading, cite, None);
    }
    let code = state.code(reading);
    if !holds(reader, reading, cite) {
        return;
    }
    let superseded = state.edition(reading).is_some_and(|e| !e.in_force());
    let alignment = reader.alignment();
    if superseded {
        let newer = alignment.codes().filter(|year| *year > code);
        state.pane.caution = codes::caution(alignment, code, cite, newer).map(|text| Caution { code, cite, text });
    } else if state.message.is_none() {
        // Who reads the law in force is not misled by it; a word for those who come from an older text.
        let at_hand = other_codes(state, code).into_iter();
        state.message = codes::caution(alignment, code, cite, at_hand).map(|text| Message { text, warns: false });
    }
}

/// Forgets the caution once another provision is read.
pub(super) fn keep_caution(state: &mut State) {
    let rows = &state.pane.screen.rows;
    let still = |caution: &Caution| {
        let row = state.pane.spot.and_then(|spot| state.pane.screen.row_of(spot));
        let cites = row.map(|row| rows.provisions_in(row, caution.code)).unwrap_or_default();
        state.code(state.pane.show.reading) == caution.code && cites.iter().any(|cite| caution.cite.contains(*cite))
    };
    if !state.pane.caution.as_ref().is_some_and(still) {
        state.pane.caution = None;
    }
}

/// Follows a reference: within its edition, else in another edition of the same code, else where the concordance leads.
pub(super) fn follow(state: &mut State, reader: &dyn Reader, link: LinkId) {
    let Some(document) = reader.document(link.edition) else { return };
    match link.origin {
        Origin::Row(_) => open_unit_from(state, reader, link.edition, link.unit, Some(link)),
        Origin::Words(..) => {
            if let Some(own) = own_target(link, document) {
                open_unit_from(state, reader, link.edition, own, Some(link));
            } else if let Some(cite) = link.target(document) {
                travel(state, reader, link.edition, cite, Some(link));
            }
        }
    }
}

/// The same with a reference that does not stand in this pane: the trail gets no step for where it stands.
pub(super) fn follow_from_outside(state: &mut State, reader: &dyn Reader, link: LinkId) {
    let target = reader.document(link.edition).and_then(|document| link.target(document));
    match (link.origin, target) {
        (Origin::Row(_), _) => open_unit(state, reader, link.edition, link.unit),
        (Origin::Words(..), Some(cite)) => travel(state, reader, link.edition, cite, None),
        (Origin::Words(..), None) => {}
    }
}

fn travel(state: &mut State, reader: &dyn Reader, edition: usize, cite: Citation, from: Option<LinkId>) {
    state.message = remark(state, reader, edition, cite);
    let (holder, cite) = match way(state, reader, edition, cite) {
        Way::Shown(row) => {
            leave(state, reader, from);
            return arrive(state, row, state.name_of(state.code(edition), cite));
        }
        Way::Edition(other) => (other, cite),
        Way::Across(home) => (home.edition, home.cite),
        Way::Nowhere => return,
    };
    leave(state, reader, from);
    let code = state.code(holder);
    if !state.pane.screen.rows.shown.contains(&holder) {
        away(state, reader, holder);
    }
    if let Some(row) = state.pane.screen.rows.row_of(code, cite) {
        arrive(state, row, state.name_of(code, cite));
    }
}

/// Opens one unit of one edition, from a list.
pub(super) fn open_unit(state: &mut State, reader: &dyn Reader, edition: usize, unit: UnitId) {
    open_unit_from(state, reader, edition, unit, None);
}

fn open_unit_from(state: &mut State, reader: &dyn Reader, edition: usize, unit: UnitId, from: Option<LinkId>) {
    let block = Block { edition, unit, tail: false };
    let there = |state: &State| state.pane.screen.rows.row_of_block(block);
    leave(state, reader, from);
    if there(state).is_none() {
        // From a list the edition is chosen with the line.
        match from {
            Some(_) => away(state, reader, edition),
            None => {
                state.pane.home = None;
                read(state, reader, edition);
            }
        }
    }
    if let Some(row) = there(state) {
        arrive_at(state, row);
    }
}

/// Opens a row of what is shown, from the outline.
pub(super) fn open_row(state: &mut State, reader: &dyn Reader, row: usize) {
    leave(state, reader, None);
    arrive_at(state, row);
}

/// Remembers the present place. A reference that is followed gives its provision's name to the step, unless that lies
/// in the provision gone to.
fn leave(state: &mut State, reader: &dyn Reader, from: Option<LinkId>) {
    let step = match from {
        Some(link) => {
            let block = Block { edition: link.edition, unit: link.unit, tail: false };
            let rows = &state.pane.screen.rows;
            // A companion's words stand in for what a print lacks, in the row of their provision.
            let own = || reader.document(link.edition)?.unit(link.unit)?.key.citation();
            let standing_in = || rows.row_of(state.code(link.edition), own()?);
            let row = match link.origin {
                Origin::Words(..) => rows.row_of_block(block).or_else(standing_in),
                Origin::Row(row) => Some(row),
            };
            let row = row.and_then(|row| state.pane.screen.rows.rows.get(row));
            let gone_to: Option<Citation> = state.pane.label.as_ref().and_then(|label| label.parse().ok());
            let inside = gone_to.zip(row.and_then(|row| row.cite)).is_some_and(|(to, cite)| to.contains(cite));
            if inside { state.pane.label.clone() } else { row.map(|row| state.name(row)) }
        }
        None if state.pane.chosen => state.here(),
        None => None,
    };
    let place = Place { step, ..present(state) };
    state.pane.history.push(place);
    state.pane.future.clear();
}

/// The present place, without a name.
pub(super) fn present(state: &State) -> Place {
    let pane = &state.pane;
    let (show, label, caution) = (pane.show.clone(), pane.label.clone(), pane.caution.clone());
    Place { show, spot: pane.spot, selected: pane.selected, label, caution, home: pane.home.clone(), step: None }
}

/// Goes to a marked place.
pub(super) fn jump(state: &mut State, reader: &dyn Reader, place: Place) {
    leave(state, reader, None);
    restore(state, reader, place);
    state.pane.chosen = true;
}

fn arrive_at(state: &mut State, row: usize) {
    let name = state.pane.screen.rows.rows.get(row).map(|row| state.name(row)).unwrap_or_default();
    arrive(state, row, name);
}

fn arrive(state: &mut State, row: usize, label: String) {
    state.pane.spot = state.pane.screen.spot_of_row(row);
    state.pane.selected = None;
    state.pane.word = None;
    state.pane.label = Some(label);
    state.pane.caution = None;
    state.pane.chosen = true;
}

/// Goes back to the exact place before: edition, line, selected reference.
pub(super) fn back(state: &mut State, reader: &dyn Reader) {
    let Some(place) = state.pane.history.pop() else {
        state.say(t!("began_here"));
        return;
    };
    // What going forward will leave has the name that this step had.
    state.pane.future.push(Place { step: place.step.clone(), ..present(state) });
    let chosen = place.step.is_some();
    restore(state, reader, place);
    state.pane.chosen = chosen;
}

/// Goes forward again to the exact place that going back left.
pub(super) fn forward(state: &mut State, reader: &dyn Reader) {
    let Some(place) = state.pane.future.pop() else {
        state.say(t!("nothing_forward"));
        return;
    };
    state.pane.history.push(Place { step: place.step.clone(), ..present(state) });
    restore(state, reader, place);
    state.pane.chosen = true;
}

fn restore(state: &mut State, reader: &dyn Reader, place: Place) {
    state.pane.show = place.show;
    state.refresh(reader);
    state.pane.spot = place.spot;
    state.pane.selected = place.selected;
    state.pane.word = None;
    state.pane.label = place.label;
    state.pane.caution = place.caution;
    state.pane.home = place.home;
}

/// Reads an edition that a reference has led to. What the user had chosen is kept for going on.
fn away(state: &mut State, reader: &dyn Reader, edition: usize) {
    let home = state.pane.home.take().unwrap_or_else(|| state.pane.show.clone());
    read(state, reader, edition);
    state.pane.home = Some(home).filter(|home| *home != state.pane.show);
}

/// The edition that the user has chosen: the one being read, unless a reference has led to that.
pub(super) fn chosen(state: &State) -> usize {
    state.pane.home.as_ref().unwrap_or(&state.pane.show).reading
}

/// Shows again what the user had chosen, if a reference has led elsewhere; true if so.
pub(super) fn come_home(state: &mut State, reader: &dyn Reader) -> bool {
    let Some(home) = state.pane.home.take() else { return false };
    let edition = home.reading;
    state.pane.show = home;
    state.refresh(reader);
    state.say(t!("home_again", edition = state.id(edition)));
    true
}

/// Makes `edition` the one being read, among the same editions where they are shown together.
pub(super) fn read(state: &mut State, reader: &dyn Reader, edition: usize) {
    let before = state.pane.show.reading;
    if edition != before {
        let others = std::iter::once(before).chain(state.pane.show.beside.iter().copied());
        let kept: Vec<usize> = others.filter(|n| *n != edition).collect();
        let beside = if state.pane.show.parallel || state.pane.show.beside.contains(&edition) {
            kept
        } else {
            state.pane.show.beside.clone()
        };
        state.pane.show = Show { reading: edition, beside, ..state.pane.show };
        state.refresh(reader);
    }
}
