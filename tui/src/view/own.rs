use ratatui::{layout::Rect, style::Style};

use super::{Pen, foot, row, style};
use crate::{
    ink::{Ink, Tone},
    layout::first,
    own::words::fill,
    state::{Aloud, State},
    wrap::{fit, width_of},
};

/// A provision and nothing else.
pub(super) fn aloud(state: &State, aloud: &Aloud, pen: &mut Pen) {
    let area = Rect::new(0, 0, state.size.0, state.size.1);
    pen.fill(area, Style::reset());
    pen.lines(area, aloud.lines.get(aloud.scroll..).unwrap_or(&[]));
    if let Some(message) = &state.message {
        foot::words(message, state, false, pen);
    }
}

/// All bookmarks with their notes.
pub(super) fn bookmarks(state: &State, cursor: usize, area: Rect, pen: &mut Pen) {
    let all = &state.own.bookmarks.all;
    let width = usize::from(area.width);
    let title = fill(&state.own.words.bookmarks_title, &[("count", &all.len().to_string())]);
    pen.put(area, 0, &fit(&title, width), style::of(Ink::Heading));
    let lines = Rect { y: (area.y + 1).min(area.bottom()), height: area.height.saturating_sub(1), ..area };
    let name = |mark: &crate::own::bookmarks::Bookmark| format!("{} {}", mark.at, mark.edition);
    let wide = all.iter().map(|mark| width_of(&name(mark))).max().unwrap_or(0).min(width / 2);
    let from = first(cursor, all.len(), usize::from(lines.height));
    for (y, (n, mark)) in all.iter().enumerate().skip(from).take(usize::from(lines.height)).enumerate() {
        let line = row(lines, y);
        let here = n == cursor;
        let edition = state.editions.iter().find(|e| e.id.as_str() == mark.edition);
        let ink = edition.map_or(Ink::Missing, |e| Ink::Label(Tone::of(e)));
        let style = if here { style::cursor() } else { style::of(ink) };
        if here {
            pen.fill(line, style);
        }
        let sign = if here { '>' } else { ' ' };
        pen.put(line, 0, &fit(&format!("{sign}{}", name(mark)), wide + 1), style);
        let plain = if here { style } else { Style::new() };
        pen.put(line, wide + 3, &fit(&mark.note, width.saturating_sub(wide + 3)), plain);
    }
}
