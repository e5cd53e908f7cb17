use ratatui::{layout::Rect, style::Style};

use super::{Pen, row, style};
use crate::{
    flow::tag,
    ink::{Ink, Tone},
    layout::{self, Layout, first},
    own::words::t,
    state::{Help, List, ListKind, Peek, State},
    wrap::{fit, width_of},
};

/// Units to choose from, and the text of the present one.
pub(super) fn list(state: &State, list: &List, parts: &Layout, pen: &mut Pen) {
    let (area, preview) = layout::list_and_preview(parts);
    let editions: Vec<usize> = list.items.iter().map(|item| item.edition).collect();
    let several = editions.windows(2).any(|pair| pair.first() != pair.last());
    let where_found = match list.kind {
        ListKind::Search { all: true, .. } | ListKind::CitedBy { all: true, .. } => t!("all_editions"),
        _ => state.pane.screen.rows.shown.iter().map(|n| state.id(*n)).collect::<Vec<_>>().join(", "),
    };
    let title = match &list.kind {
        ListKind::Search { words, within, .. } if words.trim().is_empty() => {
            t!("search_in", within = within.name(), editions = where_found)
        }
        ListKind::Search { words, within, .. } => {
            t!("found_for", count = list.items.len(), words, within = within.name(), editions = where_found)
        }
        ListKind::CitedBy { cite, .. } => t!("refers_in", cite, editions = where_found, count = list.items.len()),
    };
    let width = usize::from(area.width);
    pen.put(area, 0, &fit(&title, width), style::of(Ink::Heading));
    // Half of the list's lines at most: what was found goes first.
    let room = usize::from(area.height / 3).max(usize::from(area.height > 3));
    let notices = list.notices.len().min(room);
    for (y, notice) in list.notices.iter().take(notices).enumerate() {
        pen.put(row(area, y + 1), 0, &fit(notice, width), style::of(Ink::Missing));
    }
    let above = u16::try_from(notices + 1).unwrap_or(1);
    let lines = Rect { y: (area.y + above).min(area.bottom()), height: area.height.saturating_sub(above), ..area };
    let wide = list
        .items
        .iter()
        .map(|item| width_of(&item.name) + if item.also.is_empty() { 0 } else { 3 })
        .max()
        .unwrap_or(0)
        .min(12);
    let from = first(list.cursor, list.items.len(), usize::from(lines.height));
    for (y, (n, item)) in list.items.iter().enumerate().skip(from).take(usize::from(lines.height)).enumerate() {
        let line = row(lines, y);
        let here = n == list.cursor;
        let ink = Ink::Label(state.edition(item.edition).map_or(Tone::Law, Tone::of));
        let more = if item.also.is_empty() { String::new() } else { format!(" +{}", item.also.len()) };
        let name =
            if several { format!("{} {}{more}", item.name, state.id(item.edition)) } else { item.name.clone() + &more };
        let style = if here { style::cursor() } else { Style::new() };
        if here {
            pen.fill(line, style);
        }
        let gap = wide.max(width_of(&name)) + 3;
        let mark = if here { '>' } else { ' ' };
        pen.put(line, 0, &fit(&format!("{mark}{name}"), width), if here { style } else { style::of(ink) });
        pen.put(line, gap, &fit(&item.words, width.saturating_sub(gap)), style);
    }
    if let Some(item) = list.items.get(list.cursor) {
        self::preview(state, list, item.edition, &item.name, preview, pen);
    }
}

/// The text of the present unit, under a line that says whose it is.
fn preview(state: &State, list: &List, edition: usize, name: &str, area: Rect, pen: &mut Pen) {
    let Some(edition) = state.edition(edition) else { return };
    let width = usize::from(area.width);
    let title = format!("── {name} · {} ", tag(edition));
    let rule = format!("{title}{}", "─".repeat(width.saturating_sub(width_of(&title))));
    pen.put(area, 0, &fit(&rule, width), style::of(Ink::Tag(Tone::of(edition))));
    let below = Rect { y: (area.y + 1).min(area.bottom()), height: area.height.saturating_sub(1), ..area };
    // A hit far down in a long provision is shown, with a line above it.
    let hit = list.preview.iter().position(|line| line.runs.iter().any(|run| run.mark.hit)).unwrap_or(0);
    let from = if hit < usize::from(below.height) { 0 } else { hit.saturating_sub(1) };
    pen.lines(below, list.preview.get(from..).unwrap_or(&[]));
}

/// All editions: which is read, which stand beside, and what they are.
pub(super) fn editions(state: &State, cursor: usize, area: Rect, pen: &mut Pen) {
    let width = usize::from(area.width);
    pen.put(area, 0, &fit(&t!("editions_title"), width), style::of(Ink::Heading));
    let lines = Rect { y: (area.y + 1).min(area.bottom()), height: area.height.saturating_sub(1), ..area };
    // A narrow screen has room for the names and what must be said with them, no more.
    let wide = state.editions.iter().map(|e| width_of(&tag(e))).max().unwrap_or(0);
    let from = first(cursor, state.editions.len(), usize::from(lines.height));
    let shown = state.editions.iter().enumerate().skip(from).take(usize::from(lines.height));
    for (y, (n, edition)) in shown.enumerate() {
        let line = row(lines, y);
        let mark = match n {
            n if n == state.pane.show.reading => '>',
            n if state.pane.show.parallel && state.pane.show.beside.contains(&n) => '+',
            _ => ' ',
        };
        let here = n == cursor;
        let style = if here { style::cursor() } else { style::of(Ink::Tag(Tone::of(edition))) };
        if here {
            pen.fill(line, style);
        }
        pen.put(line, 0, &fit(&format!("{mark} {}", tag(edition)), width), style);
        let what = format!("{}  {}  {}", t!("code_of", code = edition.code), edition.lang, edition.title);
        let gap = wide + 4;
        if gap + 20 <= width {
            pen.put(line, gap, &fit(&what, width - gap), if here { style } else { Style::new() });
        }
    }
}

/// What every key does, the present place's first.
pub(super) fn help(help: &Help, area: Rect, pen: &mut Pen) {
    pen.lines(area, help.lines.get(help.scroll..).unwrap_or(&[]));
}

/// A reference's target over the text.
pub(super) fn peek(state: &State, peek: &Peek, pen: &mut Pen) {
    let area = layout::peek_box(&state.pane.screen.layout, peek.flow.lines.len(), peek.low);
    let Some(edition) = state.edition(peek.edition) else { return };
    // From what it was looked at: the way back out.
    let way = std::iter::successors(peek.under.as_deref(), |peek| peek.under.as_deref());
    let mut names: Vec<&str> = way.filter_map(|peek| peek.title.split(" · ").next()).collect();
    names.reverse();
    names.push(&peek.title);
    let inside = pen.frame(area, &names.join(" > "), Ink::Tag(Tone::of(edition)));
    for (y, line) in peek.flow.lines.iter().skip(peek.scroll).take(usize::from(inside.height)).enumerate() {
        for run in &line.runs {
            let link = peek.flow.link_of(run.mark);
            let style = style::of_mark(run.mark, link.is_some() && link == peek.selected);
            pen.put(row(inside, y), run.col, &run.text, style);
        }
    }
}
