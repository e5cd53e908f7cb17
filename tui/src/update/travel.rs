use lawgrep_model::{Citation, UnitId};

use crate::{
    arrange::{Block, Row},
    codes,
    flow::{named, tag},
    keymap::Action,
    layout::Wish,
    own::words::t,
    reader::Reader,
    refs::{LinkId, Origin, own_target},
    screen::{Show, Spot},
    state::{Caution, Message, Peeked, Place, State, default_beside},
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
    let row = || state.screen.rows.row_of(code, cite);
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
    state.screen.rows.shown.iter().copied().filter(move |n| state.code(*n) == code)
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
    if let Some(near) = state.screen.rows.nearest(code, cite) {
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
            let row = state.screen.rows.rows.get(n)?;
            let named = if row.cite == Some(cite) { cite.to_string() } else { format!("{cite} ({})", row.name) };
            let text = format!("{named}: {}", super::lists::gist(reader, &state.screen.rows, n));
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
    let reading = state.show.reading;
    travel(state, reader, reading, cite, None);
    let code = state.code(reading);
    if !holds(reader, reading, cite) {
        return;
    }
    let superseded = state.edition(reading).is_some_and(|e| !e.in_force());
    let alignment = reader.alignment();
    if superseded {
        let newer = alignment.codes().filter(|year| *year > code);
        state.caution = codes::caution(alignment, code, cite, newer).map(|text| Caution { code, cite, text });
    } else if state.message.is_none() {
        // Who reads the law in force is not misled by it; a word for those who come from an older text.
        let at_hand = other_codes(state, code).into_iter();
        state.message = codes::caution(alignment, code, cite, at_hand).map(|text| Message { text, warns: false });
    }
}

/// Forgets the caution once another provision is read.
pub(super) fn keep_caution(state: &mut State) {
    let rows = &state.screen.rows;
    let still = |caution: &Caution| {
        let row = state.spot.and_then(|spot| state.screen.row_of(spot));
        let cites = row.map(|row| rows.provisions_in(row, caution.code)).unwrap_or_default();
        state.code(state.show.reading) == caution.code && cites.iter().any(|cite| caution.cite.contains(*cite))
    };
    if !state.caution.as_ref().is_some_and(still) {
        state.caution = None;
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

fn travel(state: &mut State, reader: &dyn Reader, edition: usize, cite: Citation, from: Option<LinkId>) {
    state.message = remark(state, reader, edition, cite);
    let (holder, cite) = match way(state, reader, edition, cite) {
        Way::Shown(row) => {
            leave(state, from);
            return arrive(state, row, state.name_of(state.code(edition), cite));
        }
        Way::Edition(other) => (other, cite),
        Way::Across(home) => (home.edition, home.cite),
        Way::Nowhere => return,
    };
    leave(state, from);
    let code = state.code(holder);
    if !state.screen.rows.shown.contains(&holder) {
        read(state, reader, holder);
    }
    if let Some(row) = state.screen.rows.row_of(code, cite) {
        arrive(state, row, state.name_of(code, cite));
    }
}

/// Opens one unit of one edition, from a list.
pub(super) fn open_unit(state: &mut State, reader: &dyn Reader, edition: usize, unit: UnitId) {
    open_unit_from(state, reader, edition, unit, None);
}

fn open_unit_from(state: &mut State, reader: &dyn Reader, edition: usize, unit: UnitId, from: Option<LinkId>) {
    let block = Block { edition, unit, tail: false };
    let there = |state: &State| state.screen.rows.row_of_block(block);
    leave(state, from);
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
            let row = match link.origin {
                Origin::Words(..) => state.screen.rows.row_of_block(block),
                Origin::Row(row) => Some(row),
            };
            let row = row.and_then(|row| state.screen.rows.rows.get(row));
            let gone_to: Option<Citation> = state.label.as_ref().and_then(|label| label.parse().ok());
            let inside = gone_to.zip(row.and_then(|row| row.cite)).is_some_and(|(to, cite)| to.contains(cite));
            if inside { state.label.clone() } else { row.map(|row| state.name(row)) }
        }
        None if state.chosen => state.here(),
        None => None,
    };
    let place = Place { step, ..present(state) };
    state.history.push(place);
    state.future.clear();
}

/// The present place, without a name.
pub(super) fn present(state: &State) -> Place {
    let (show, label, caution) = (state.show.clone(), state.label.clone(), state.caution.clone());
    Place { show, spot: state.spot, selected: state.selected, label, caution, step: None }
}

/// Goes to a marked place.
pub(super) fn jump(state: &mut State, reader: &dyn Reader, place: Place) {
    leave(state, None);
    restore(state, reader, place);
    state.chosen = true;
}

fn arrive_at(state: &mut State, row: usize) {
    let name = state.screen.rows.rows.get(row).map(|row| state.name(row)).unwrap_or_default();
    arrive(state, row, name);
}

fn arrive(state: &mut State, row: usize, label: String) {
    state.spot = state.screen.spot_of_row(row);
    state.selected = None;
    state.label = Some(label);
    state.caution = None;
    state.chosen = true;
}

/// Goes back to the exact place before: edition, line, selected reference.
pub(super) fn back(state: &mut State, reader: &dyn Reader) {
    let Some(place) = state.history.pop() else {
        state.say(t!("began_here"));
        return;
    };
    // What going forward will leave has the name that this step had.
    state.future.push(Place { step: place.step.clone(), ..present(state) });
    let chosen = place.step.is_some();
    restore(state, reader, place);
    state.chosen = chosen;
}

/// Goes forward again to the exact place that going back left.
pub(super) fn forward(state: &mut State, reader: &dyn Reader) {
    let Some(place) = state.future.pop() else {
        state.say(t!("nothing_forward"));
        return;
    };
    state.history.push(Place { step: place.step.clone(), ..present(state) });
    restore(state, reader, place);
    state.chosen = true;
}

fn restore(state: &mut State, reader: &dyn Reader, place: Place) {
    state.show = place.show;
    state.refresh(reader);
    state.spot = place.spot;
    state.selected = place.selected;
    state.label = place.label;
    state.caution = place.caution;
}

/// Makes `edition` the one being read, among the same editions where they are shown together.
fn read(state: &mut State, reader: &dyn Reader, edition: usize) {
    let before = state.show.reading;
    if edition != before {
        let others = std::iter::once(before).chain(state.show.beside.iter().copied());
        let kept: Vec<usize> = others.filter(|n| *n != edition).collect();
        let beside =
            if state.show.parallel || state.show.beside.contains(&edition) { kept } else { state.show.beside.clone() };
        state.show = Show { reading: edition, beside, ..state.show };
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
            state.label = None;
        }
        state.spot = state.screen.spot_of_row(to);
    }
    match message {
        Some(text) => state.warn(text),
        None => state.say(t!("reading", edition = state.id(edition))),
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
    // An edition that has the provision goes before one that would lose the place.
    let cite = state.spot.and_then(|spot| spot.cite());
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
    if state.show.parallel {
        state.show.parallel = false;
    } else {
        if state.show.beside.is_empty() {
            state.show.beside = default_beside(&state.editions, state.show.reading);
        }
        if state.show.beside.is_empty() {
            let code = state.code(state.show.reading);
            state.say(t!("no_other_edition", code, key = state.own.keys().name(Action::ChooseEdition)));
            return;
        }
        state.show.parallel = true;
    }
    keep_place(state, reader);
}

/// Side by side, or one under the other.
pub(super) fn arrange(state: &mut State, reader: &dyn Reader) {
    if !state.show.parallel {
        state.say(t!("parallel_first", key = state.own.keys().name(Action::Parallel)));
        return;
    }
    let stacked = state.screen.flow.columns.is_empty();
    state.wish = if stacked { Wish::Columns } else { Wish::Stacked };
    keep_place(state, reader);
    if stacked && state.screen.flow.columns.is_empty() {
        state.say(t!("too_narrow"));
    }
}

/// Exercises and options under the provisions that they cite, or only their names.
pub(super) fn unfold(state: &mut State, reader: &dyn Reader) {
    if state.screen.rows.offers.is_empty() {
        state.say(t!("exercises_nothing"));
        return;
    }
    state.show.unfold = !state.show.unfold;
    keep_place(state, reader);
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
