//! Inks as styles: the terminal's own colours, and a modifier beside every colour that carries a meaning, so that a screen
//! without colours says the same. Only red and magenta can be read on black and on white in every usual palette: cyan, green and
//! yellow pale on white, blue drowns on black. So they are all there is, beside black on yellow.

use ratatui::style::{Color, Modifier, Style};

use crate::ink::{Ink, Mark, Tone};

pub(super) fn of(ink: Ink) -> Style {
    let plain = Style::new();
    match ink {
        Ink::Text | Ink::Note => plain,
        Ink::Heading | Ink::NoteMark => plain.add_modifier(Modifier::BOLD),
        Ink::Label(tone) => toned(tone).add_modifier(Modifier::BOLD),
        Ink::Tag(Tone::Law) => plain.add_modifier(Modifier::BOLD),
        Ink::Tag(tone) | Ink::Warning(tone) => toned(tone).add_modifier(Modifier::BOLD),
        Ink::Link => plain.add_modifier(Modifier::UNDERLINED),
        Ink::FarLink => plain.add_modifier(Modifier::UNDERLINED | Modifier::ITALIC),
        Ink::DeadRef => plain.add_modifier(Modifier::ITALIC),
        Ink::Missing => plain.add_modifier(Modifier::ITALIC),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_can_be_read_on_black_and_on_white_and_says_nothing_alone() {
        let tones = [Tone::Law, Tone::Superseded, Tone::Lesser];
        let toned = tones.into_iter().flat_map(|tone| [Ink::Label(tone), Ink::Tag(tone), Ink::Warning(tone)]);
        let plain = [Ink::Text, Ink::Heading, Ink::Link, Ink::FarLink, Ink::DeadRef, Ink::NoteMark, Ink::Note];
        for ink in toned.chain(plain).chain([Ink::Missing, Ink::Rule]) {
            let style = of(ink);
            assert!(matches!(style.fg, None | Some(Color::Red | Color::Magenta)), "{ink:?}");
            assert!(style.fg.is_none() || style.add_modifier.contains(Modifier::BOLD), "{ink:?}");
            // Only lines may be pale.
            assert_eq!(style.add_modifier.contains(Modifier::DIM), ink == Ink::Rule, "{ink:?}");
            let hit = of_mark(Mark { hit: true, ..ink.into() }, false);
            assert_eq!((hit.fg, hit.bg), (Some(Color::Black), Some(Color::Yellow)), "{ink:?}");
        }
    }
}
