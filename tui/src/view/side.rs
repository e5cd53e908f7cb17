use ratatui::{
    layout::Rect,
    style::{Modifier, Style},
};

use super::{Pen, row, style};
use crate::{layout::first, state::State, wrap::fit};

/// The outline, with the entry of the place being read in sight. `cursor` is set while the user moves in it.
pub(super) fn outline(state: &State, cursor: Option<usize>, area: Rect, pen: &mut Pen) {
    let outline = &state.screen.outline;
    let Some(present) = cursor.or_else(|| state.row().map(|row| outline.at_row(row))) else { return };
    let seen = outline.visible(present);
    let at = seen.iter().position(|n| *n == present).unwrap_or(0);
    let width = usize::from(area.width);
    for (y, n) in seen.iter().skip(first(at, seen.len(), usize::from(area.height))).enumerate() {
        let Some(entry) = outline.entries.get(*n).filter(|_| y < usize::from(area.height)) else { break };
        let here = *n == present;
        let mark = if here { '>' } else { ' ' };
        let text = format!("{mark}{}{} {}", " ".repeat(entry.depth), entry.label, entry.text);
        let text =
            if entry.label.is_empty() { format!("{mark}{}{}", " ".repeat(entry.depth), entry.text) } else { text };
        let line = row(area, y);
        let style = match (here, cursor) {
            (true, Some(_)) => style::cursor(),
            (true, None) => Style::new().add_modifier(Modifier::BOLD),
            _ => Style::new(),
        };
        if here {
            pen.fill(line, style);
        }
        pen.put(line, 0, &fit(text.trim_end(), width), style);
    }
}
