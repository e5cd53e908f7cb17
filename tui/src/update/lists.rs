use std::collections::BTreeMap;

use lawgrep_model::{Citation, Span, Unit, UnitId, UnitKey};

use super::{complete, hits, moving, peek, shown, situations, terms, travel, typing};
use crate::{
    arrange::{self, Arrangement, Row},
    choose::Within,
    flow::{Hits, excerpt, tag},
    ink::{Ink, Line, Tone},
    keymap::{self, Action, Scope},
    layout,
    own::Own,
    own::words::t,
    reader::Reader,
    refs::{LinkId, Origin, stretches},
    state::{Item, List, ListKind, Message, Mode, State},
    wrap::{Wrapper, width_of},
};

/// Works out what depends on the present line of a list and the size of the screen.
pub(super) fn settle(state: &mut State, reader: &dyn Reader) {
    let width = usize::from(layout::preview_width(&state.pane.screen.layout));
    let parts = state.pane.screen.layout;
    match &mut state.mode {
        Mode::List(list) => preview(list, reader, width),
        Mode::Search(typed) => preview(&mut typed.list, reader, width),
        Mode::Peek(peek) => peek::settle(peek, reader, &parts),
        Mode::GoTo(typed) => complete::settle(&mut typed.completion, reader, &parts),
        Mode::Situations(listed) => situations::settle(listed, reader, &parts),
        Mode::Terms(listed) => terms::settle(listed, reader, &parts),
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
        let (several, marked) = (!item.also.is_empty(), found(list));
        let places = std::iter::once((item.edition, item.unit)).chain(item.also.iter().map(|(n, unit, _)| (*n, *unit)));
        let mut lines = Vec::new();
        for (n, unit) in places {
            if let Some(edition) = reader.editions().get(n).filter(|_| several && n != item.edition) {
                let mut wrapper = Wrapper::new(width, 0);
                wrapper.push(&format!("── {} {}", item.name, tag(edition)), Ink::Tag(Tone::of(edition)));
                lines.extend(wrapper.finish());
            }
            lines.extend(excerpt(reader, arrange::below(reader, n, unit).iter(), width, &marked).lines);
        }
        lines
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

fn found(list: &List) -> Hits {
    let also = |item: &Item| item.also.iter().map(|(n, unit, spans)| ((*n, *unit), spans.clone())).collect::<Vec<_>>();
    let own = |item: &Item| ((item.edition, item.unit), item.spans.clone());
    list.items.iter().flat_map(|item| std::iter::once(own(item)).chain(also(item))).collect()
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

pub(super) fn editions(state: &mut State, action: Action, reader: &dyn Reader) {
    let Mode::Editions(cursor) = state.mode else { return };
    match action {
        Action::Close => state.mode = Mode::Reading,
        Action::Open => {
            state.mode = Mode::Reading;
            shown::switch(state, reader, cursor);
        }
        Action::Beside if cursor == state.pane.show.reading => state.say(t!("this_is_read")),
        Action::Beside => {
            let beside = &mut state.pane.show.beside;
            match beside.iter().position(|n| *n == cursor) {
                Some(at) if state.pane.show.parallel => {
                    beside.remove(at);
                }
                Some(_) => {}
                None => beside.push(cursor),
            }
            beside.sort_unstable();
            state.pane.show.parallel = !beside.is_empty();
            shown::keep_place(state, reader);
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

/// Lists what refers to the provision being read: to its rule, under whatever number other codes have it.
pub(super) fn open_cited_by(state: &mut State, reader: &dyn Reader) {
    let row = state.row().and_then(|row| state.pane.screen.rows.rows.get(row));
    let gone_to = state.pane.label.as_ref().and_then(|label| label.parse().ok());
    let Some((code, cite)) = row.and_then(|row| Some((row.code, gone_to.or(row.cite)?))) else {
        state.say(t!("only_provisions"));
        return;
    };
    let here = cited_by(state, reader, code, cite, false);
    let list = if here.items.is_empty() { cited_by(state, reader, code, cite, true) } else { here };
    if list.items.is_empty() {
        state.say(t!("nothing_refers", cite));
    } else {
        state.mode = Mode::List(list);
    }
}

/// What refers to the rule of a provision, edition after edition.
fn cited_by(state: &State, reader: &dyn Reader, code: u16, cite: Citation, all: bool) -> List {
    let every: Vec<usize> = (0..state.editions.len()).collect();
    let editions = if all { &every } else { &state.pane.screen.rows.shown };
    let mut items: Vec<Item> = Vec::new();
    // A provision that has the rule in some part only is cited for other reasons too, so it comes last.
    for exact in [true, false] {
        for &edition in editions {
            let year = state.code(edition);
            let homes = reader.alignment().homes(code, cite, year).filter(|homes| homes.exact == exact);
            for home in homes.map(|homes| homes.to).unwrap_or_default() {
                let whole = match (year == code, exact) {
                    (true, _) => String::new(),
                    (false, true) => format!("({year} {home}) "),
                    (false, false) => t!("home_in_part", year, home),
                };
                list_citing(reader, (edition, home), &whole, &mut items);
                for part in parts(reader, edition, home).into_iter().filter(|_| exact) {
                    let label = if year == code { format!("({part}) ") } else { format!("({year} {part}) ") };
                    list_citing(reader, (edition, part), &label, &mut items);
                }
            }
        }
    }
    List { kind: ListKind::CitedBy { code, cite, all }, notices: Vec::new(), items, cursor: 0, preview: Vec::new() }
}

/// Lists what refers to a provision of an edition and is not listed yet.
fn list_citing(reader: &dyn Reader, (edition, cite): (usize, Citation), label: &str, items: &mut Vec<Item>) {
    for unit in reader.cited_by(edition, cite) {
        if items.iter().any(|item| (item.edition, item.unit) == (edition, unit)) {
            continue;
        }
        let Some(item) = item(reader, edition, unit, Vec::new(), None) else { continue };
        items.push(Item { words: format!("{label}{}", item.words), cites: Some(cite), ..item });
    }
}

/// The provisions below one that the edition has, in print order.
fn parts(reader: &dyn Reader, edition: usize, cite: Citation) -> Vec<Citation> {
    let document = reader.document(edition);
    let units = document.into_iter().flat_map(|d| &d.units).filter(|unit| unit.key.is_provision());
    let inside = units.flat_map(|unit| unit.key.citations()).filter(|own| **own != cite && cite.contains(**own));
    inside.copied().collect()
}

/// What a search finds in the editions shown, or in all.
pub(super) fn search(state: &State, reader: &dyn Reader, words: &str, all: bool, within: Within) -> List {
    let every: Vec<usize> = (0..state.editions.len()).collect();
    let editions = if all { &every } else { &state.pane.screen.rows.shown };
    let blank = words.trim().is_empty();
    let search = if blank { Default::default() } else { reader.search(&within.query(words), editions) };
    let items = search.found.into_iter();
    let items = items.filter_map(|f| item(reader, f.edition, f.unit, f.spans, f.via.as_deref())).collect();
    let kind = ListKind::Search { words: words.to_owned(), all, within };
    List { kind, notices: search.notices, items: by_rule(state, reader, items), cursor: 0, preview: Vec::new() }
}

/// By what what several editions hold is one rule.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rule {
    Law(Citation),
    Definition(String),
    Other(usize, UnitId),
}

/// One item a rule, in the edition being read where that has it; the other editions beside it.
fn by_rule(state: &State, reader: &dyn Reader, items: Vec<Item>) -> Vec<Item> {
    let mut places: BTreeMap<Rule, usize> = BTreeMap::new();
    let mut all: Vec<Item> = Vec::new();
    for mut item in items {
        let lead = *places.entry(rule(state, reader, &item)).or_insert(all.len());
        match all.get_mut(lead) {
            None => all.push(item),
            Some(lead) => {
                if item.edition == state.pane.show.reading && lead.edition != item.edition {
                    std::mem::swap(lead, &mut item);
                    std::mem::swap(&mut lead.also, &mut item.also);
                }
                lead.also.push((item.edition, item.unit, item.spans));
            }
        }
    }
    all
}

fn rule(state: &State, reader: &dyn Reader, item: &Item) -> Rule {
    let (own, reading) = (state.code(item.edition), state.pane.screen.rows.code);
    let unit = reader.document(item.edition).and_then(|document| document.unit(item.unit));
    let other = Rule::Other(item.edition, item.unit);
    match unit.map(|unit| (&unit.key, unit.occurrence)) {
        Some((UnitKey::Provision(cites), 0)) => {
            let Some(cite) = cites.first() else { return other };
            if own == reading {
                return Rule::Law(*cite);
            }
            let homes = reader.alignment().homes(own, *cite, reading).filter(|homes| homes.exact);
            homes.and_then(|homes| homes.to.first().copied()).map_or(other, Rule::Law)
        }
        Some((UnitKey::Definition(term), _)) => {
            let lang = state.edition(item.edition).map_or("", |edition| edition.lang.as_str());
            reader.alignment().concept(lang, term).map_or(other, |concept| Rule::Definition(concept.to_owned()))
        }
        _ => other,
    }
}

pub(super) fn list(state: &mut State, action: Action, reader: &dyn Reader) {
    let Mode::List(list) = &mut state.mode else { return };
    match action {
        Action::Close => state.mode = Mode::Reading,
        Action::Search => typing::search(state, reader),
        Action::Widen => {
            let (wider, all) = match list.kind.clone() {
                ListKind::Search { words, all, within } => (search(state, reader, &words, !all, within), all),
                ListKind::CitedBy { code, cite, all } => (cited_by(state, reader, code, cite, !all), all),
            };
            state.say(if all { t!("the_shown") } else { t!("all_editions") });
            state.mode = Mode::List(wider);
        }
        Action::Open => {
            let list = list.clone();
            let Some(item) = list.items.get(list.cursor).cloned() else { return };
            state.mode = Mode::Reading;
            let code = state.code(state.pane.show.reading);
            travel::open_unit(state, reader, item.edition, item.unit);
            state.refresh(reader);
            match list.kind {
                ListKind::Search { .. } => {
                    state.hits = found(&list);
                    state.marked += 1;
                    state.last = Some(list);
                    state.pane.at_hit = None;
                    state.refresh(reader);
                    hits::first(state, reader);
                }
                ListKind::CitedBy { .. } => {
                    let link = item.cites.and_then(|cite| link_to(reader, item.edition, item.unit, cite));
                    let seen =
                        |id: &LinkId| state.pane.screen.flow.link(*id).is_some_and(|l| moving::in_view(state, l));
                    state.pane.selected = link.filter(seen);
                }
            }
            if state.code(item.edition) != code {
                let (id, year) = (state.id(item.edition).to_owned(), state.code(item.edition));
                state.message = Some(Message { text: t!("reads_code", id, year), warns: true });
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
    Some(Item { edition, unit, spans, also: Vec::new(), name: read.key.pipe(), cites: None, words })
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
    match (heading.as_str(), words) {
        ("", words) => format!("{dots}{words}"),
        (heading, "") => heading.to_owned(),
        (heading, words) => format!("{heading}: {dots}{words}"),
    }
}

/// The heading and first words of a row and of what stands below it.
pub(super) fn gist(reader: &dyn Reader, rows: &Arrangement, row: usize) -> String {
    let Some(top) = rows.rows.get(row) else { return String::new() };
    let below =
        |row: &&Row| std::ptr::eq(*row, top) || top.cite.zip(row.cite).is_some_and(|(top, cite)| top.contains(cite));
    let mut text = String::new();
    for row in rows.rows.iter().skip(row).take_while(below) {
        let Some(block) = row.blocks().next() else { continue };
        let own = gist_of(reader, block.edition, block.unit);
        text.push_str(if text.is_empty() || own.is_empty() { "" } else { ": " });
        text.push_str(&own);
        let unit = reader.document(block.edition).and_then(|document| document.unit(block.unit));
        if row.cite.is_none() || unit.is_some_and(|unit| !unit.text.is_empty() || !unit.notes.is_empty()) {
            break;
        }
    }
    text
}

/// A unit's heading and first words.
pub(super) fn gist_of(reader: &dyn Reader, edition: usize, unit: UnitId) -> String {
    let unit = reader.document(edition).and_then(|d| d.unit(unit));
    unit.map_or_else(String::new, |unit| about(unit, None))
}
