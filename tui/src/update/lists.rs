use lawgrep_model::{Citation, Span, Unit, UnitId};

use super::{moving, travel, typing};
use crate::{
    arrange::{self, Row},
    flow::{Hits, excerpt},
    ink::{Ink, Line, Tone},
    keymap::{self, Action, Scope},
    layout,
    own::Own,
    reader::Reader,
    refs::{LinkId, Origin, stretches},
    state::{Item, List, ListKind, Message, Mode, Peek, Peeked, State},
    wrap::{Wrapper, width_of},
};

/// Works out what depends on the present line of a list and the size of the screen.
pub(super) fn settle(state: &mut State, reader: &dyn Reader) {
    let width = usize::from(layout::preview_width(&state.screen.layout));
    let parts = state.screen.layout;
    match &mut state.mode {
        Mode::List(list) => preview(list, reader, width),
        Mode::Search(typed) => preview(&mut typed.list, reader, width),
        Mode::Peek(peek) => {
            let rows = match peek.what {
                Peeked::Provision(cite) => arrange::under(reader, peek.edition, cite),
                Peeked::Unit(unit) => arrange::below(reader, peek.edition, unit),
            };
            peek.lines = excerpt(reader, rows.iter(), usize::from(layout::peek_width(&parts)), &Hits::new()).lines;
            let height = layout::inside(layout::peek_box(&parts, peek.lines.len(), peek.low)).height;
            peek.scroll = peek.scroll.min(peek.lines.len().saturating_sub(usize::from(height)));
        }
        Mode::Help(help) => {
            let area = layout::body(&parts);
            help.lines = keys(&state.own, help.under.scope(), usize::from(area.width));
            help.scroll = help.scroll.min(help.lines.len().saturating_sub(usize::from(area.height)));
        }
        _ => {}
    }
}

fn preview(list: &mut List, reader: &dyn Reader, width: usize) {
    list.cursor = list.cursor.min(list.items.len().saturating_sub(1));
    list.preview = list.items.get(list.cursor).map_or_else(Vec::new, |item| {
        let rows = arrange::below(reader, item.edition, item.unit);
        excerpt(reader, rows.iter(), width, &hits(list)).lines
    });
}

/// The keymap in lines, what counts in `scope` first.
fn keys(own: &Own, scope: Scope, width: usize) -> Vec<Line> {
    let table = keymap::help(scope, |binding| own.keys().of(binding));
    let wide = table.iter().map(|(keys, _)| width_of(keys)).max().unwrap_or(0) + 2;
    let mut wrapper = Wrapper::new(width, if wide * 3 < width { wide } else { 12 });
    for (keys, what) in table {
        if keys.is_empty() {
            wrapper.label(own.words.key(what), Ink::Heading);
        } else {
            wrapper.label(&keys, Ink::Tag(Tone::Law));
            wrapper.push(own.words.key(what), Ink::Text);
        }
    }
    wrapper.finish()
}

fn hits(list: &List) -> Hits {
    list.items.iter().map(|item| ((item.edition, item.unit), item.spans.clone())).collect()
}

/// Where a list's cursor goes; `None` for actions that do not move it.
pub(super) fn moved(action: Action, cursor: usize, count: usize) -> Option<usize> {
    let last = count.saturating_sub(1);
    Some(match action {
        Action::Down => (cursor + 1).min(last),
        Action::Up => cursor.saturating_sub(1),
        Action::PageDown => (cursor + 10).min(last),
        Action::PageUp => cursor.saturating_sub(10),
        Action::Home => 0,
        Action::End => last,
        _ => return None,
    })
}

pub(super) fn open_outline(state: &mut State) {
    match state.row() {
        Some(row) if !state.screen.outline.entries.is_empty() => {
            state.mode = Mode::Outline(state.screen.outline.at_row(row));
        }
        _ => state.say("there is nothing to list"),
    }
}

pub(super) fn outline(state: &mut State, action: Action, _: &dyn Reader) {
    let Mode::Outline(cursor) = state.mode else { return };
    let outline = std::rc::Rc::clone(&state.screen.outline);
    let seen = outline.visible(cursor);
    let at = seen.iter().position(|n| *n == cursor).unwrap_or(0);
    match action {
        Action::Close => state.mode = Mode::Reading,
        Action::Open => {
            state.mode = Mode::Reading;
            if let Some(entry) = outline.entries.get(cursor) {
                travel::open_row(state, entry.row);
            }
        }
        _ => {
            let to = moved(action, at, seen.len()).and_then(|to| seen.get(to));
            state.mode = Mode::Outline(to.copied().unwrap_or(cursor));
        }
    }
}

pub(super) fn editions(state: &mut State, action: Action, reader: &dyn Reader) {
    let Mode::Editions(cursor) = state.mode else { return };
    match action {
        Action::Close => state.mode = Mode::Reading,
        Action::Open => {
            state.mode = Mode::Reading;
            travel::switch(state, reader, cursor);
        }
        Action::Beside if cursor == state.show.reading => state.say("this is the edition being read"),
        Action::Beside => {
            let beside = &mut state.show.beside;
            match beside.iter().position(|n| *n == cursor) {
                Some(at) if state.show.parallel => {
                    beside.remove(at);
                }
                Some(_) => {}
                None => beside.push(cursor),
            }
            beside.sort_unstable();
            state.show.parallel = !beside.is_empty();
            travel::keep_place(state, reader);
        }
        _ => {
            let to = moved(action, cursor, state.editions.len());
            state.mode = Mode::Editions(to.unwrap_or(cursor));
        }
    }
}

pub(super) fn help(state: &mut State, action: Action) {
    let Mode::Help(help) = &mut state.mode else { return };
    match action {
        Action::Close | Action::Help => state.mode = std::mem::replace(&mut help.under, Mode::Reading),
        _ => help.scroll = moved(action, help.scroll, help.lines.len()).unwrap_or(help.scroll),
    }
}

/// Shows the selected reference's target. Where none is selected, the first one in view.
pub(super) fn open_peek(state: &mut State, reader: &dyn Reader) {
    if state.selected.is_none() {
        moving::reference(state, reader, true);
    }
    let Some(link) = state.selected else { return };
    let Some((edition, what, title)) = travel::peeked(state, reader, link) else { return };
    let line = state.screen.flow.link(link).map_or(0, |at| at.first.saturating_sub(state.top()));
    let low = line < state.screen.height() / 2;
    state.mode = Mode::Peek(Peek { link, edition, what, title, lines: Vec::new(), scroll: 0, low });
}

pub(super) fn peek(state: &mut State, action: Action, reader: &dyn Reader) {
    let Mode::Peek(peek) = &mut state.mode else { return };
    match action {
        Action::Close => state.mode = Mode::Reading,
        Action::Open => {
            let link = peek.link;
            state.mode = Mode::Reading;
            travel::follow(state, reader, link);
        }
        _ => peek.scroll = moved(action, peek.scroll, peek.lines.len()).unwrap_or(peek.scroll),
    }
}

/// Lists what refers to the provision being read: to its rule, under whatever number other codes have it.
pub(super) fn open_cited_by(state: &mut State, reader: &dyn Reader) {
    let row = state.row().and_then(|row| state.screen.rows.rows.get(row));
    let gone_to = state.label.as_ref().and_then(|label| label.parse().ok());
    let Some((code, cite)) = row.and_then(|row| Some((row.code, gone_to.or(row.cite)?))) else {
        state.say("only provisions are listed by what refers to them");
        return;
    };
    let here = cited_by(state, reader, code, cite, false);
    let list = if here.items.is_empty() { cited_by(state, reader, code, cite, true) } else { here };
    if list.items.is_empty() {
        state.say(format!("nothing here refers to {cite}"));
    } else {
        state.mode = Mode::List(list);
    }
}

/// What refers to the rule of a provision, edition after edition.
fn cited_by(state: &State, reader: &dyn Reader, code: u16, cite: Citation, all: bool) -> List {
    let every: Vec<usize> = (0..state.editions.len()).collect();
    let editions = if all { &every } else { &state.screen.rows.shown };
    let mut items: Vec<Item> = Vec::new();
    for &edition in editions {
        // A provision that has the rule in some part only is cited for other reasons too.
        let homes = reader.alignment().homes(code, cite, state.code(edition)).filter(|homes| homes.exact);
        for home in homes.map(|homes| homes.to).unwrap_or_default() {
            for unit in reader.cited_by(edition, home) {
                if items.iter().any(|item| (item.edition, item.unit) == (edition, unit)) {
                    continue;
                }
                let Some(mut item) = item(reader, edition, unit, Vec::new(), None) else { continue };
                if state.code(edition) != code {
                    item.words = format!("({} {home}) {}", state.code(edition), item.words);
                }
                items.push(Item { cites: Some(home), ..item });
            }
        }
    }
    List { kind: ListKind::CitedBy { code, cite, all }, items, cursor: 0, preview: Vec::new() }
}

/// What a search finds in the editions shown, or in all.
pub(super) fn search(state: &State, reader: &dyn Reader, words: &str, all: bool) -> List {
    let every: Vec<usize> = (0..state.editions.len()).collect();
    let editions = if all { &every } else { &state.screen.rows.shown };
    let found = if words.trim().is_empty() { Vec::new() } else { reader.search(words, editions) };
    let items = found.into_iter().filter_map(|f| item(reader, f.edition, f.unit, f.spans, f.via.as_deref())).collect();
    List { kind: ListKind::Search { words: words.to_owned(), all }, items, cursor: 0, preview: Vec::new() }
}

pub(super) fn list(state: &mut State, action: Action, reader: &dyn Reader) {
    let Mode::List(list) = &mut state.mode else { return };
    match action {
        Action::Close => state.mode = Mode::Reading,
        Action::Search => typing::search(state, reader),
        Action::Widen => {
            let (wider, all) = match list.kind.clone() {
                ListKind::Search { words, all } => (search(state, reader, &words, !all), all),
                ListKind::CitedBy { code, cite, all } => (cited_by(state, reader, code, cite, !all), all),
            };
            state.say(if all { "the editions shown" } else { "all editions" });
            state.mode = Mode::List(wider);
        }
        Action::Open => {
            let list = list.clone();
            let Some(item) = list.items.get(list.cursor).cloned() else { return };
            state.mode = Mode::Reading;
            let code = state.code(state.show.reading);
            travel::open_unit(state, reader, item.edition, item.unit);
            state.refresh(reader);
            match list.kind {
                ListKind::Search { .. } => {
                    state.hits = hits(&list);
                    state.marked += 1;
                    state.last = Some(list);
                }
                ListKind::CitedBy { .. } => {
                    let link = item.cites.and_then(|cite| link_to(reader, item.edition, item.unit, cite));
                    let seen = |id: &LinkId| state.screen.flow.link(*id).is_some_and(|l| moving::in_view(state, l));
                    state.selected = link.filter(seen);
                }
            }
            if state.code(item.edition) != code {
                let (id, year) = (state.id(item.edition).to_owned(), state.code(item.edition));
                state.message = Some(Message { text: format!("{id} reads the {year} code"), warns: true });
            }
        }
        _ => list.cursor = moved(action, list.cursor, list.items.len()).unwrap_or(list.cursor),
    }
}

/// The first reference of the unit to the provision, or to what stands below it.
fn link_to(reader: &dyn Reader, edition: usize, unit: UnitId, cite: Citation) -> Option<LinkId> {
    use lawgrep_model::Place;
    let document = reader.document(edition)?;
    let read = document.unit(unit)?;
    let notes = (0..read.notes.len()).filter_map(|n| u16::try_from(n).ok()).map(Place::Note);
    let links: Vec<LinkId> = [Place::Heading, Place::Text]
        .into_iter()
        .chain(notes)
        .flat_map(|place| stretches(read, place))
        .filter_map(|s| s.follow)
        .map(|(reference, end)| LinkId { edition, unit, origin: Origin::Words(reference, end) })
        .collect();
    let exact = links.iter().find(|link| link.target(document) == Some(cite));
    let inside = || links.iter().find(|link| link.target(document).is_some_and(|c| cite.contains(c)));
    exact.or_else(inside).copied()
}

fn item(reader: &dyn Reader, edition: usize, unit: UnitId, spans: Vec<Span>, via: Option<&str>) -> Option<Item> {
    let read = reader.document(edition)?.unit(unit)?;
    let mut words = about(read, spans.first().copied());
    if let Some(via) = via {
        words = format!("({via}) {words}");
    }
    Some(Item { edition, unit, spans, name: read.key.pipe(), cites: None, words })
}

/// Heading and words of a unit, from a little before the first hit on.
fn about(unit: &Unit, hit: Option<Span>) -> String {
    let start = hit.map_or(0, |span| span.range().start);
    let mut from = start.saturating_sub(24);
    while !unit.text.is_char_boundary(from) {
        from += 1;
    }
    let mut words = unit.text.get(from..).unwrap_or("");
    if from > 0 && from < start {
        words = words.split_once(' ').map_or(words, |(_, rest)| rest);
    }
    let heading = arrange::heading(unit);
    let dots = if from > 0 { "… " } else { "" };
    let note = unit.notes.first().map_or("", |note| note.text.as_str());
    let words = if unit.text.is_empty() { note } else { words };
    if heading.is_empty() { format!("{dots}{words}") } else { format!("{heading}: {dots}{words}") }
}

/// A row's heading and first words, short.
pub(super) fn gist(reader: &dyn Reader, row: &Row) -> String {
    row.blocks().next().map_or_else(String::new, |block| gist_of(reader, block.edition, block.unit))
}

/// A unit's heading and first words.
pub(super) fn gist_of(reader: &dyn Reader, edition: usize, unit: UnitId) -> String {
    let unit = reader.document(edition).and_then(|d| d.unit(unit));
    unit.map_or_else(String::new, |unit| about(unit, None))
}
