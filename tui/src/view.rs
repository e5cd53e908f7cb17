//! Draws the state. Decides nothing: where things stand is in `layout`, what they are is in the state.

mod boxes;
mod choose;
mod foot;
mod own;
mod side;
mod style;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use crate::{
    choose::Contents,
    flow::tag,
    ink::{Ink, Line, Tone},
    layout,
    own::words::t,
    pane::Pane,
    refs::LinkId,
    state::{Mode, State},
    word,
    wrap::{fit, width_of},
};

/// Draws the whole screen. Never writes outside the buffer, whatever size the state was made for.
pub fn view(state: &State, area: Rect, buf: &mut Buffer) {
    crate::own::words::speak(&state.own.words);
    let area = area.intersection(buf.area);
    let mut pen = Pen { buf, area };
    let pane = &state.pane;
    let screen = &pane.screen;
    let parts = &screen.layout;
    if let Mode::Aloud(aloud) = &state.mode {
        return own::aloud(state, aloud, &mut pen);
    }
    title(state, pane, true, &mut pen);
    pen.lines(parts.warning, &screen.warning);
    if let (Some(other), (_, Some(room))) = (&state.other, state.rooms()) {
        title(state, other, false, &mut pen);
        pen.lines(other.screen.layout.warning, &other.screen.warning);
        beside_outline(other, None, &mut pen);
        heads(state, other, &mut pen);
        text(state, other, &mut pen);
        let left = if state.second { room.part() } else { state.rooms().0.part() };
        if layout::split(state.size) == Some(layout::Split::Beside) {
            pen.rule(left.right(), left.top()..left.bottom());
        }
    }
    match &state.mode {
        Mode::List(list) => boxes::list(state, list, parts, &mut pen),
        Mode::Search(typed) => boxes::list(state, &typed.list, parts, &mut pen),
        Mode::Editions(cursor) => boxes::editions(state, *cursor, layout::body(parts), &mut pen),
        Mode::Help(help) => boxes::help(help, layout::body(parts), &mut pen),
        Mode::Bookmarks(cursor) => own::bookmarks(state, *cursor, layout::body(parts), &mut pen),
        Mode::Note(note) => own::bookmarks(state, note.bookmark, layout::body(parts), &mut pen),
        Mode::Situations(listed) => choose::situations(state, listed, &mut pen),
        Mode::Outline(walk) if parts.outline.is_empty() => {
            side::outline(pane, Some(walk), layout::body(parts), &mut pen);
        }
        Mode::Reading
        | Mode::Outline(_)
        | Mode::Peek(_)
        | Mode::GoTo(_)
        | Mode::Marking { .. }
        | Mode::Terms(_)
        | Mode::Aloud(_) => {
            let walk = if let Mode::Outline(walk) = &state.mode { Some(walk) } else { None };
            beside_outline(pane, walk, &mut pen);
            heads(state, pane, &mut pen);
            text(state, pane, &mut pen);
            match &state.mode {
                Mode::Peek(peek) => boxes::peek(state, peek, &mut pen),
                Mode::Terms(listed) => choose::terms(state, listed, &mut pen),
                Mode::GoTo(typed) => choose::completion(state, &typed.completion, &mut pen),
                _ => {}
            }
        }
    }
    foot::status(state, &mut pen);
    foot::bar(state, &mut pen);
}

/// The outline and the line that parts it from the text.
fn beside_outline(pane: &Pane, walk: Option<&Contents>, pen: &mut Pen) {
    let area = pane.screen.layout.outline;
    side::outline(pane, walk, area, pen);
    if area.width > 0 {
        pen.rule(area.right(), area.top()..area.bottom());
    }
}

/// The edition and the law being read; of two panes the one with the keys is reversed, the other one says where it is too.
fn title(state: &State, pane: &Pane, keys: bool, pen: &mut Pen) {
    let area = pane.screen.layout.title;
    let style =
        Style::new().add_modifier(if keys { Modifier::REVERSED | Modifier::BOLD } else { Modifier::UNDERLINED });
    pen.fill(area, if keys { Style::new().add_modifier(Modifier::REVERSED) } else { style });
    let law = pane.row().and_then(|row| {
        let rows = &pane.screen.rows;
        let row = rows.rows.get(row)?;
        let law = lawgrep_model::Citation::law(row.cite?.law_number());
        let top = rows.row_of(row.code, law).and_then(|n| rows.rows.get(n)).filter(|r| r.cite == Some(law));
        Some(format!("{law} {}", top.map_or("", |row| row.heading.as_str())))
    });
    let edition = state.edition(pane.show.reading);
    let title = edition.map_or("", |e| e.title.as_str());
    let names: Vec<&str> = pane.screen.rows.shown.iter().map(|n| state.id(*n)).collect();
    let mut words = Vec::new();
    if !keys {
        let trail = pane.trail();
        words.push(trail.get(trail.len().saturating_sub(2)..).unwrap_or(&[]).join(" > "));
    }
    words.push(names.join(" + "));
    words.extend(law.map(|law| law.trim_end().to_owned()));
    // Of many editions the law goes first, where both have no room.
    if let [.., names, law] = words.as_mut_slice()
        && pane.show.parallel
        && width_of(names) + width_of(law) + 4 > usize::from(area.width)
    {
        std::mem::swap(names, law);
    }
    if !pane.show.parallel && !title.is_empty() {
        words.push(title.to_owned());
    }
    let text = format!(" {}", words.join(" · "));
    pen.put(area, 0, &fit(&text, usize::from(area.width)), style);
}

/// The names above columns.
fn heads(state: &State, pane: &Pane, pen: &mut Pen) {
    let area = pane.screen.layout.heads;
    for column in &pane.screen.flow.columns {
        if let Some(edition) = state.edition(column.edition) {
            let ink = Ink::Tag(Tone::of(edition));
            let style = style::of(ink).add_modifier(Modifier::UNDERLINED);
            pen.put(area, column.col, &fit(&tag(edition), column.width), style);
        }
    }
}

fn text(state: &State, pane: &Pane, pen: &mut Pen) {
    let area = pane.screen.layout.text;
    let flow = &pane.screen.flow;
    if flow.lines.is_empty() {
        pen.put(area, 0, &fit(&t!("no_text"), usize::from(area.width)), style::of(Ink::Missing));
    }
    let selected = |link: Option<LinkId>| link.is_some() && link == pane.selected;
    let (top, hit) = (pane.top(), pane.at_hit.and_then(|spot| pane.screen.line_in_view(spot)));
    // What a copy would take.
    let range = state.own.range(pane).unwrap_or_default();
    for (y, line) in flow.lines.iter().skip(top).take(usize::from(area.height)).enumerate() {
        let row = row(area, y);
        let within = !range.is_empty() && flow.row_at(top + y).is_some_and(|row| range.contains(&row));
        for run in &line.runs {
            let here = run.mark.hit && hit == Some(top + y);
            let style = style::of_mark(run.mark, selected(flow.link_of(run.mark)));
            let labelled = within && matches!(run.mark.ink, Ink::Label(_));
            let style = if here || labelled { style.add_modifier(Modifier::REVERSED) } else { style };
            pen.put(row, run.col, &run.text, style);
            let part = pane.word.and_then(|at| word::part_of(flow, run, at));
            if let Some((before, own)) = part.and_then(|part| Some((run.text.get(..part.start)?, run.text.get(part)?)))
            {
                pen.put(row, run.col + width_of(before), own, style.patch(style::cursor()));
            }
        }
    }
}

/// The `n`th line of an area; empty outside.
fn row(area: Rect, n: usize) -> Rect {
    match u16::try_from(n) {
        Ok(n) if n < area.height => Rect { y: area.y + n, height: 1, ..area },
        _ => Rect { height: 0, ..area },
    }
}

/// Writes inside an area and inside the buffer only.
struct Pen<'a> {
    buf: &'a mut Buffer,
    area: Rect,
}

impl Pen<'_> {
    /// Writes text in the area's first line, from column `col` on; what does not fit is left off.
    fn put(&mut self, area: Rect, col: usize, text: &str, style: Style) {
        let area = area.intersection(self.area);
        let Ok(col) = u16::try_from(col) else { return };
        if area.height == 0 || col >= area.width {
            return;
        }
        self.buf.set_stringn(area.x + col, area.y, text, usize::from(area.width - col), style);
    }

    /// Writes lines without a selection.
    fn lines(&mut self, area: Rect, lines: &[Line]) {
        for (y, line) in lines.iter().take(usize::from(area.height)).enumerate() {
            for run in &line.runs {
                self.put(row(area, y), run.col, &run.text, style::of_mark(run.mark, false));
            }
        }
    }

    /// A line from above to below.
    fn rule(&mut self, x: u16, lines: std::ops::Range<u16>) {
        for y in lines {
            self.put(Rect { x, y, width: 1, height: 1 }, 0, "│", style::of(Ink::Rule));
        }
    }

    /// Blanks the area.
    fn fill(&mut self, area: Rect, style: Style) {
        for y in 0..usize::from(area.height) {
            self.put(row(area, y), 0, &" ".repeat(usize::from(area.width)), style);
        }
    }

    /// Blanks the area and draws a frame where there is room for one. Gives the room inside.
    fn frame(&mut self, area: Rect, title: &str, ink: Ink) -> Rect {
        self.fill(area, Style::reset());
        if !layout::framed(area) {
            return area;
        }
        let width = usize::from(area.width);
        let line = "─".repeat(width - 2);
        self.put(row(area, 0), 0, &format!("┌{line}┐"), style::of(Ink::Rule));
        for y in 1..usize::from(area.height) - 1 {
            self.put(row(area, y), 0, "│", style::of(Ink::Rule));
            self.put(row(area, y), width - 1, "│", style::of(Ink::Rule));
        }
        self.put(row(area, usize::from(area.height) - 1), 0, &format!("└{line}┘"), style::of(Ink::Rule));
        // The line below it is pale, the words must not be.
        let style = style::of(ink).remove_modifier(Modifier::DIM);
        self.put(row(area, 0), 2, &fit(&format!(" {title} "), width - 4), style);
        layout::inside(area)
    }
}
