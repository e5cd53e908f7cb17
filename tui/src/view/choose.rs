use ratatui::{layout::Rect, style::Style};

use super::{Pen, row, style};
use crate::{
    choose::{Completion, Situations, Terms},
    codes,
    flow::tag,
    ink::{Ink, Line, Tone},
    keymap::Action,
    layout::{self, first},
    own::words::t,
    state::State,
    wrap::{fit, width_of},
};

/// What Enter opens, over the text, and what else the citation may be going to be.
pub(super) fn completion(state: &State, completion: &Completion, pen: &mut Pen) {
    let Some((edition, _)) = completion.place else { return };
    let parts = layout::go_to(&state.pane.screen.layout, completion.preview.len(), completion.list.len());
    let tone = state.edition(edition).map_or(Tone::Law, Tone::of);
    pen.frame(parts.frame, &completion.title, Ink::Tag(tone));
    pen.lines(parts.preview, &completion.preview);
    let lines: Vec<(String, String)> =
        completion.list.iter().map(|(cite, text)| (cite.to_string(), text.clone())).collect();
    list(&lines, completion.cursor, parts.list, pen);
}

/// What happens at the table, and the text that rules it.
pub(super) fn situations(state: &State, situations: &Situations, pen: &mut Pen) {
    let (area, preview) = layout::chooser(&state.pane.screen.layout, situations.list.len());
    let title = match situations.input.trim() {
        "" => t!("what_happened", count = situations.list.len()),
        _ if situations.list.is_empty() => t!("situation_none"),
        words => t!("situations_like", words, count = situations.list.len()),
    };
    let lines: Vec<(String, String)> =
        situations.list.iter().map(|one| (one.phrase.clone(), codes::list(&one.laws))).collect();
    titled(&title, &lines, situations.cursor, area, pen);
    let Some((edition, _)) = situations.place else { return };
    let tone = state.edition(edition).map_or(Tone::Law, Tone::of);
    let laws = situations.present().map_or(0, |present| present.laws.len());
    let count = if laws > 1 {
        t!("situation_of", n = situations.law + 1, laws, key = state.own.keys().name(Action::Complete))
    } else {
        String::new()
    };
    below(&format!("{}{count}", situations.title), tone, &situations.preview, preview, pen);
}

/// The terms of a provision over its text, and the present one in all languages.
pub(super) fn terms(state: &State, terms: &Terms, pen: &mut Pen) {
    let (frame, names, lines) = layout::terms(&state.pane.screen.layout, terms.list.len(), terms.preview.len());
    let edition = state.edition(terms.edition);
    let title = t!("terms_in", of = terms.of, edition = edition.map(tag).unwrap_or_default());
    pen.frame(frame, &title, Ink::Tag(edition.map_or(Tone::Law, Tone::of)));
    let words: Vec<(String, String)> = terms.list.iter().map(|term| (term.words.clone(), String::new())).collect();
    list(&words, Some(terms.cursor), names, pen);
    pen.lines(lines, &terms.preview);
}

/// A list under a title.
fn titled(title: &str, lines: &[(String, String)], cursor: usize, area: Rect, pen: &mut Pen) {
    pen.put(area, 0, &fit(title, usize::from(area.width)), style::of(Ink::Heading));
    let below = Rect { y: (area.y + 1).min(area.bottom()), height: area.height.saturating_sub(1), ..area };
    list(lines, Some(cursor), below, pen);
}

/// Lines of a name and words, one of them chosen.
fn list(lines: &[(String, String)], cursor: Option<usize>, area: Rect, pen: &mut Pen) {
    let width = usize::from(area.width);
    // Names alone have the whole width.
    let bare = lines.iter().all(|(_, words)| words.is_empty());
    let most = if bare { width.saturating_sub(1) } else { width * 2 / 3 };
    let wide = lines.iter().map(|(name, _)| width_of(name)).max().unwrap_or(0).min(most);
    let from = first(cursor.unwrap_or(0), lines.len(), usize::from(area.height));
    for (y, (n, (name, words))) in lines.iter().enumerate().skip(from).take(usize::from(area.height)).enumerate() {
        let line = row(area, y);
        let here = cursor == Some(n);
        let (mark, bold, plain) = match here {
            true => ('>', style::cursor(), style::cursor()),
            false => (' ', style::of(Ink::Heading), Style::new()),
        };
        if here {
            pen.fill(line, bold);
        }
        // The chosen name is shown whole as far as there is room.
        let gap = if here { wide.max(width_of(name).min(width)) } else { wide };
        pen.put(line, 0, &fit(&format!("{mark}{name}"), gap + 1), bold);
        pen.put(line, gap + 3, &fit(words, width.saturating_sub(gap + 3)), plain);
    }
}

/// A text under a line that names it.
fn below(title: &str, tone: Tone, lines: &[Line], area: Rect, pen: &mut Pen) {
    let width = usize::from(area.width);
    let title = format!("── {title} ");
    let rule = format!("{title}{}", "─".repeat(width.saturating_sub(width_of(&title))));
    pen.put(area, 0, &fit(&rule, width), style::of(Ink::Tag(tone)));
    pen.lines(Rect { y: (area.y + 1).min(area.bottom()), height: area.height.saturating_sub(1), ..area }, lines);
}
