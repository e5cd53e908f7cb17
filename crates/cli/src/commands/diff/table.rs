//! Differences on a terminal: per provision, side by side where there is room.

use lawgrep_compare::Difference;
use unicode_width::UnicodeWidthStr;

use super::place;
use crate::{
    failure::Stop,
    output::Output,
    paint::{Ink, run as ink, wrap},
    text::one_line,
};

/// Columns from which both sides stand beside each other.
const WIDE: usize = 100;
/// Columns of level and kind.
const LABEL: usize = 24;

pub(super) fn print(rows: &[Difference], output: &mut Output) -> Result<(), Stop> {
    let mut before = String::new();
    for row in rows {
        let place = one_line(&place(row));
        if place != before {
            output.line("")?;
            output.painted(&[ink(Ink::Strong, &place)])?;
            before = place;
        }
        let label = format!("  {} {}", row.level.name(), row.kind.name());
        let weight = if row.known.is_some() { Ink::Faint } else { Ink::Warning };
        let (a, b) = (told(&row.a), told(&row.b));
        if output.width() >= WIDE {
            beside(&label, weight, &a, &b, output)?;
        } else {
            output.painted(&[ink(weight, &label)])?;
            let width = output.width().saturating_sub(6).max(14);
            for (sign, text) in [("    a ", &a), ("    b ", &b)] {
                for (n, mut line) in wrap(text, width, Ink::Plain, &[]).into_iter().enumerate() {
                    line.insert(0, ink(Ink::Faint, if n == 0 { sign } else { "      " }));
                    output.painted(&line)?;
                }
            }
        }
        if let Some(why) = &row.known {
            let why = one_line(why);
            for mut line in wrap(&why, output.width().saturating_sub(4).max(16), Ink::Faint, &[]) {
                line.insert(0, ink(Ink::Plain, "    "));
                output.painted(&line)?;
            }
        }
    }
    Ok(())
}

fn told(values: &[String]) -> String {
    if values.is_empty() { "-".to_owned() } else { one_line(&values.join(" ")) }
}

fn beside(label: &str, weight: Ink, a: &str, b: &str, output: &mut Output) -> Result<(), Stop> {
    let column = (output.width() - LABEL) / 2 - 2;
    let (a, b) = (wrap(a, column, Ink::Plain, &[]), wrap(b, column, Ink::Plain, &[]));
    for n in 0..a.len().max(b.len()).max(1) {
        let label = if n == 0 { label } else { "" };
        let left = LABEL.saturating_sub(label.width()).max(1);
        let width: usize = a.get(n).into_iter().flatten().map(|run| run.text.width()).sum();
        let (gap, middle) = (" ".repeat(left), " ".repeat(column.saturating_sub(width)));
        let mut line = vec![ink(weight, label), ink(Ink::Plain, &gap)];
        line.extend(a.get(n).into_iter().flatten());
        line.extend([ink(Ink::Plain, &middle), ink(Ink::Faint, " | ")]);
        line.extend(b.get(n).into_iter().flatten());
        output.painted(&line)?;
    }
    Ok(())
}
