//! Inks as styles: the terminal's own sixteen colours, and a modifier beside every colour that carries a meaning, so that
//! a screen without colours says the same.

use ratatui::style::{Color, Modifier, Style};

use crate::ink::{Ink, Mark, Tone};

pub(super) fn of(ink: Ink) -> Style {
    let plain = Style::new();
    match ink {
        Ink::Text | Ink::Note => plain,
        Ink::Heading | Ink::NoteMark => plain.add_modifier(Modifier::BOLD),
        Ink::Label(tone) => toned(tone).add_modifier(Modifier::BOLD),
        Ink::Tag(Tone::Law) => plain.fg(Color::Green).add_modifier(Modifier::BOLD),
        Ink::Tag(tone) | Ink::Warning(tone) => toned(tone).add_modifier(Modifier::BOLD),
        Ink::Link => plain.fg(Color::Cyan).add_modifier(Modifier::UNDERLINED),
        Ink::FarLink => plain.add_modifier(Modifier::UNDERLINED | Modifier::DIM),
        Ink::DeadRef => plain.add_modifier(Modifier::ITALIC),
        Ink::Missing => plain.add_modifier(Modifier::ITALIC | Modifier::DIM),
        Ink::Rule => plain.add_modifier(Modifier::DIM),
    }
}

pub(super) fn of_mark(mark: Mark, selected: bool) -> Style {
    let style = of(mark.ink);
    if selected {
        return style.add_modifier(Modifier::REVERSED | Modifier::BOLD);
    }
    if mark.hit { style.fg(Color::Black).bg(Color::Yellow).add_modifier(Modifier::BOLD) } else { style }
}

/// The present line of a list.
pub(super) fn cursor() -> Style {
    Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
}

fn toned(tone: Tone) -> Style {
    match tone {
        Tone::Law => Style::new(),
        Tone::Superseded => Style::new().fg(Color::Red),
        Tone::Lesser => Style::new().fg(Color::Magenta),
    }
}
