use ratatui::{
    layout::Rect,
    style::{Modifier, Style},
};

use super::{Pen, row, style};
use crate::{choose::Contents, layout::first, pane::Pane, wrap::fit};

/// The outline, with the entry of the place being read in sight. `walk` is set while the user moves in it.
pub(super) fn outline(pane: &Pane, walk: Option<&Contents>, area: Rect, pen: &mut Pen) {
    let outline = &pane.screen.outline;
    let read;
    let walk_or_read = match (walk, pane.row()) {
        (Some(walk), _) => walk,
        (None, Some(row)) => {
            read = Contents { cursor: outline.at_row(row), ..Contents::default() };
            &read
        }
        (None, None) => return,
    };
    let present = walk_or_read.cursor;
    let seen = outline.listed(walk_or_read);
    let at = seen.iter().position(|n| *n == present).unwrap_or(0);
    let width = usize::from(area.width);
    for (y, n) in seen.iter().skip(first(at, seen.len(), usize::from(area.height))).enumerate() {
        let Some(entry) = outline.entries.get(*n).filter(|_| y < usize::from(area.height)) else { break };
        let here = *n == present;
        let folded =
            outline.has_parts(*n) && walk.is_some_and(|walk| walk.filter.is_empty() && !outline.is_open(*n, walk));
        let mark = if here { '>' } else { ' ' };
        let text = format!("{mark}{}{} {}", " ".repeat(entry.depth), entry.label, entry.text);
        let text =
            if entry.label.is_empty() { format!("{mark}{}{}", " ".repeat(entry.depth), entry.text) } else { text };
        let text = if folded { format!("{} +", fit(text.trim_end(), width.saturating_sub(2))) } else { text };
        let line = row(area, y);
        let style = match (here, walk) {
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
