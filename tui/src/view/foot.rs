use lawgrep_model::Edition;
use ratatui::{
    layout::Rect,
    style::{Color, Modifier, Style},
};

use super::{Pen, row, style};
use crate::{
    choose::{Contents, Situations},
    ink::{Ink, Tone},
    keymap::{self, Action},
    own::words::t,
    state::{Message, Mode, SearchBox, State},
    wrap::{Wrapper, fit, fit_end, one_line, width_of},
};

/// The trail, and what is being read.
pub(super) fn status(state: &State, pen: &mut Pen) {
    let area = state.pane.screen.layout.status;
    if area.height == 0 {
        return;
    }
    let base = Style::new().add_modifier(Modifier::REVERSED);
    pen.fill(area, base);
    let edition = state.edition(state.pane.show.reading);
    let (trail, what) = line(&state.pane.trail(), edition, usize::from(area.width));
    pen.put(area, 0, &trail, base.add_modifier(Modifier::BOLD));
    let tone = edition.map_or(Tone::Law, Tone::of);
    let from = usize::from(area.width).saturating_sub(width_of(&what));
    let style = match tone {
        Tone::Law => base,
        Tone::Superseded => base.fg(Color::Red).add_modifier(Modifier::BOLD),
        Tone::Lesser => base.fg(Color::Magenta).add_modifier(Modifier::BOLD),
    };
    pen.put(area, from, &what, style);
}

/// Trail and edition in so many columns. As room gets short, first the trail loses its early steps, then the edition its
/// words; the last two steps stay longest.
fn line(steps: &[String], edition: Option<&Edition>, width: usize) -> (String, String) {
    let whats = edition.map_or_else(|| vec![String::new()], what);
    let least = steps.len().min(2);
    for what in &whats {
        let room = width.saturating_sub(if what.is_empty() { 0 } else { width_of(what) + 2 });
        let shown = |count: usize| steps.get(steps.len() - count..).unwrap_or(&[]).join(" > ");
        let dotted = |count: usize| format!(" {}{}", if count < steps.len() { "… > " } else { "" }, shown(count));
        let trails = (least..=steps.len()).rev().map(dotted).chain([format!(" {}", shown(least))]);
        for trail in trails {
            if width_of(&trail) <= room {
                return (one_line(&trail).into_owned(), what.clone());
            }
        }
    }
    let last = steps.get(steps.len() - least..).unwrap_or(&[]).join(" > ");
    (fit_end(&last, width), String::new())
}

/// What an edition is, from all words to none.
fn what(edition: &Edition) -> Vec<String> {
    let (id, code) = (&edition.id, edition.code);
    let code = if edition.in_force() { t!("code_of", code) } else { t!("superseded", code) };
    let standing = crate::flow::standing(edition.standing);
    let short = if edition.in_force() {
        format!("{id} · {standing} ")
    } else {
        format!("{id} · {} ", t!("superseded_short"))
    };
    vec![format!("{id} · {code} · {standing} "), format!("{id} · {code} "), short, format!("{id} "), String::new()]
}

/// The last line: what is being typed, else a message, else the keys of the place.
pub(super) fn bar(state: &State, pen: &mut Pen) {
    let parts = &state.pane.screen.layout;
    // On a screen of one line typing takes that line.
    let typing = state.scope().takes_text();
    let area = if parts.bar.height > 0 { parts.bar } else { parts.text };
    if parts.bar.height == 0 && !typing && state.message.is_none() {
        return;
    }
    match &state.mode {
        Mode::GoTo(typed) => {
            pen.fill(area, Style::new());
            let end = prompt(&t!("go_to_prompt"), &typed.input, area, pen);
            hints(state, beyond(area, end + 3), pen);
            // What can be opened is seen above.
            let seen = typed.completion.place.is_some();
            if let Some(verdict) = typed.verdict.as_ref().filter(|verdict| verdict.warns || !seen) {
                words(verdict, state, true, pen);
            } else if let Some(message) = &state.message {
                words(message, state, true, pen);
            }
        }
        Mode::Search(SearchBox { input, .. })
        | Mode::Situations(Situations { input, .. })
        | Mode::Outline(Contents { filter: input, typing: true, .. }) => {
            pen.fill(area, Style::new());
            let title = match state.mode {
                Mode::Search(_) => t!("search_prompt"),
                Mode::Situations(_) => t!("happened_prompt"),
                _ => t!("filter_prompt"),
            };
            let end = prompt(&title, input, area, pen);
            hints(state, beyond(area, end + 3), pen);
            if let Some(message) = &state.message {
                words(message, state, true, pen);
            }
        }
        Mode::Note(typed) => {
            pen.fill(area, Style::new());
            let end = prompt(&state.own.words.note_prompt, &typed.input, area, pen);
            hints(state, beyond(area, end + 3), pen);
        }
        _ => match &state.message {
            Some(message) => words(message, state, false, pen),
            None => hints(state, area, pen),
        },
    }
}

/// What is being typed, with the cursor behind it. Gives the column after that.
fn prompt(title: &str, input: &str, area: Rect, pen: &mut Pen) -> usize {
    pen.put(area, 0, title, style::of(Ink::Heading));
    let from = width_of(title).min(usize::from(area.width / 2));
    let shown = fit_end(input, usize::from(area.width).saturating_sub(from + 1));
    pen.put(area, from, &shown, Style::new());
    let end = from + width_of(&shown);
    pen.put(area, end, " ", Style::new().add_modifier(Modifier::REVERSED));
    end + 1
}

/// The area from a column on.
fn beyond(area: Rect, col: usize) -> Rect {
    let col = u16::try_from(col).unwrap_or(u16::MAX).min(area.width);
    Rect { x: area.x + col, width: area.width - col, ..area }
}

/// A message at the foot of the screen. One that needs more lines takes them from what stands above.
pub(super) fn words(message: &Message, state: &State, above_bar: bool, pen: &mut Pen) {
    let (width, height) = state.size;
    let lines = if above_bar { height.saturating_sub(1) } else { height };
    if lines == 0 {
        return;
    }
    let ink = if message.warns { Ink::Warning(Tone::Superseded) } else { Ink::Heading };
    let mut wrapper = Wrapper::new(usize::from(width), 0);
    wrapper.push(&message.text, ink);
    let set = wrapper.finish();
    let wanted = u16::try_from(set.len()).unwrap_or(u16::MAX).min((lines / 2).max(1));
    let area = Rect::new(0, lines - wanted, width, wanted);
    pen.fill(area, Style::reset());
    pen.lines(area, &set);
}

/// Whether a key has something to do at present: in the text, one that follows or goes back may have nothing.
fn of_use(state: &State, binding: &keymap::Binding) -> bool {
    match (&state.mode, binding.action) {
        (Mode::Reading, Action::Open | Action::FollowBeside) => state.pane.selected.is_some(),
        (Mode::Reading, Action::Back) => !state.pane.history.is_empty(),
        _ => true,
    }
}

/// As many keys as have room. Help and quit are always among them.
fn hints(state: &State, area: Rect, pen: &mut Pen) {
    let all: Vec<_> = keymap::hints(state.mode.scope()).filter(|b| of_use(state, b)).collect();
    let word = |b: &'static keymap::Binding| {
        let key = state.own.keys().of(b).first().map(ToString::to_string).unwrap_or_default();
        (key, state.own.words.key(b.hint))
    };
    let length = |b: &'static keymap::Binding| {
        let (key, hint) = word(b);
        width_of(&key) + 1 + width_of(hint) + 2
    };
    let kept = |b: &keymap::Binding| matches!(b.action, Action::Help | Action::Quit);
    let mut room = usize::from(area.width) + 2;
    let mut shown: Vec<bool> = vec![false; all.len()];
    for first in [true, false] {
        for (n, binding) in all.iter().enumerate().filter(|(_, b)| kept(b) == first) {
            if length(binding) <= room {
                room -= length(binding);
                if let Some(shown) = shown.get_mut(n) {
                    *shown = true;
                }
            } else {
                // A gap in the order would surprise.
                break;
            }
        }
    }
    let mut col = 0;
    for (binding, _) in all.iter().zip(&shown).filter(|(_, shown)| **shown) {
        let (key, hint) = word(binding);
        pen.put(row(area, 0), col, &key, style::of(Ink::Tag(Tone::Law)));
        pen.put(row(area, 0), col + width_of(&key) + 1, &fit(hint, usize::from(area.width)), Style::new());
        col += length(binding);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<String> {
        text.split(" > ").map(str::to_owned).collect()
    }

    fn edition() -> Edition {
        Edition::new("no-2017".parse().unwrap(), "no", 2017, lawgrep_model::Standing::Official)
    }

    #[test]
    fn the_last_two_steps_win() {
        let steps = steps("50E2 > 16C > 12C1");
        let edition = edition();
        let at = |width| line(&steps, Some(&edition), width);
        assert_eq!(at(60), (" 50E2 > 16C > 12C1".to_owned(), "no-2017 · 2017 code · official ".to_owned()));
        assert_eq!(at(49), (" … > 16C > 12C1".to_owned(), "no-2017 · 2017 code · official ".to_owned()));
        assert_eq!(at(30), (" 50E2 > 16C > 12C1".to_owned(), "no-2017 ".to_owned()));
        assert_eq!(at(22), (" 16C > 12C1".to_owned(), "no-2017 ".to_owned()));
        assert_eq!(at(11), (" 16C > 12C1".to_owned(), String::new()));
        assert_eq!(at(6), ("… 12C1".to_owned(), String::new()));
    }
}
