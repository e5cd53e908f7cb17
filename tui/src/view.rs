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
    flow::tag,
    ink::{Ink, Line, Tone},
    layout,
    own::words::t,
    refs::LinkId,
    state::{Mode, State},
    wrap::fit,
};

/// Draws the whole screen. Never writes outside the buffer, whatever size the state was made for.
pub fn view(state: &State, area: Rect, buf: &mut Buffer) {
    crate::own::words::speak(&state.own.words);
    let area = area.intersection(buf.area);
    let mut pen = Pen { buf, area };
    let screen = &state.screen;
    let parts = &screen.layout;
    if let Mode::Aloud(aloud) = &state.mode {
        return own::aloud(state, aloud, &mut pen);
    }
    title(state, parts.title, &mut pen);
    pen.lines(parts.warning, &screen.warning);
    match &state.mode {
        Mode::List(list) => boxes::list(state, list, parts, &mut pen),
        Mode::Search(typed) => boxes::list(state, &typed.list, parts, &mut pen),
        Mode::Editions(cursor) => boxes::editions(state, *cursor, layout::body(parts), &mut pen),
        Mode::Help(help) => boxes::help(help, layout::body(parts), &mut pen),
        Mode::Bookmarks(cursor) => own::bookmarks(state, *cursor, layout::body(parts), &mut pen),
        Mode::Note(note) => own::bookmarks(state, note.bookmark, layout::body(parts), &mut pen),
        Mode::Situations(listed) => choose::situations(state, listed, &mut pen),
        Mode::Outline(walk) if parts.outline.is_empty() => {
            side::outline(state, Some(walk), layout::body(parts), &mut pen);
        }
        Mode::Reading
        | Mode::Outline(_)
        | Mode::Peek(_)
        | Mode::GoTo(_)
        | Mode::Marking { .. }
        | Mode::Terms(_)
        | Mode::Aloud(_) => {
            let walk = if let Mode::Outline(walk) = &state.mode { Some(walk) } else { None };
            side::outline(state, walk, parts.outline, &mut pen);
            if parts.outline.width > 0 {
                for y in parts.outline.top()..parts.outline.bottom() {
                    pen.put(Rect { y, height: 1, x: parts.outline.right(), width: 1 }, 0, "│", style::of(Ink::Rule));
                }
            }
            heads(state, &mut pen);
            text(state, &mut pen);
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

/// The edition and the law being read.
fn title(state: &State, area: Rect, pen: &mut Pen) {
    pen.fill(area, Style::new().add_modifier(Modifier::REVERSED));
    let law = state.row().and_then(|row| {
        let rows = &state.screen.rows;
        let row = rows.rows.get(row)?;
        let law = lawgrep_model::Citation::law(row.cite?.law_number());
        let top = rows.row_of(row.code, law).and_then(|n| rows.rows.get(n)).filter(|r| r.cite == Some(law));
        Some(format!("{law} {}", top.map_or("", |row| row.heading.as_str())))
    });
    let edition = state.edition(state.show.reading);
    let title = edition.map_or("", |e| e.title.as_str());
    let names: Vec<&str> = state.screen.rows.shown.iter().map(|n| state.id(*n)).collect();
    let mut words = vec![names.join(" + ")];
    words.extend(law.map(|law| law.trim_end().to_owned()));
    if !state.show.parallel && !title.is_empty() {
        words.push(title.to_owned());
    }
    let text = format!(" {}", words.join(" · "));
    let style = Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD);
    pen.put(area, 0, &fit(&text, usize::from(area.width)), style);
}

/// The names above columns.
fn heads(state: &State, pen: &mut Pen) {
    let area = state.screen.layout.heads;
    for column in &state.screen.flow.columns {
        if let Some(edition) = state.edition(column.edition) {
            let ink = Ink::Tag(Tone::of(edition));
            let style = style::of(ink).add_modifier(Modifier::UNDERLINED);
            pen.put(area, column.col, &fit(&tag(edition), column.width), style);
        }
    }
}

fn text(state: &State, pen: &mut Pen) {
    let area = state.screen.layout.text;
    let flow = &state.screen.flow;
    if flow.lines.is_empty() {
        pen.put(area, 0, &fit(&t!("no_text"), usize::from(area.width)), style::of(Ink::Missing));
    }
    let selected = |link: Option<LinkId>| link.is_some() && link == state.selected;
    let (top, hit) = (state.top(), state.at_hit.and_then(|spot| state.screen.line_in_view(spot)));
    for (y, line) in flow.lines.iter().skip(top).take(usize::from(area.height)).enumerate() {
        let row = row(area, y);
        for run in &line.runs {
            let here = run.mark.hit && hit == Some(top + y);
            let style = style::of_mark(run.mark, selected(flow.link_of(run.mark)));
            let style = if here { style.add_modifier(Modifier::REVERSED) } else { style };
            pen.put(row, run.col, &run.text, style);
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
        self.put(row(area, 0), 2, &fit(&format!(" {title} "), width - 4), style::of(ink));
        layout::inside(area)
    }
}
