//! `lawgrep editions`: what is at hand.

use lawgrep_model::Standing;
use lawgrep_shelf::Origin;

use crate::{
    Outcome,
    failure::Stop,
    flags::Editions,
    json::{Source, record},
    output::Output,
    paint::{Ink, run as ink},
    session::Session,
    text::one_line,
};

/// Said of a build that holds texts of its builder's own.
const PRIVATE: &str = "private build, not for distribution";

pub(crate) fn run(args: &Editions, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let session = Session::open(bundle, &args.pick)?;
    let mut rows = Vec::new();
    for at in &session.chosen {
        let edition = session.edition(*at)?;
        let counts = session.library.counts(*at);
        let origin = session.library.origin(*at).map_or("", Origin::name);
        let title = one_line(&edition.title);
        if args.shape.json {
            let row = Row { source: Source::of(edition), standing: edition.standing.name(), origin, title, counts };
            output.json(&record("edition", row))?;
            continue;
        }
        rows.push([
            edition.id.to_string(),
            edition.lang.clone(),
            edition.code.to_string(),
            edition.standing.name().to_owned(),
            if edition.in_force() { "in force" } else { "superseded" }.to_owned(),
            origin.to_owned(),
            format!("{} {}", counts.laws, if edition.standing == Standing::Regulation { "sections" } else { "laws" }),
            format!("{} provisions", counts.provisions),
            title,
        ]);
    }
    print(&rows, output)?;
    if session.library.is_private_build() && !args.shape.json {
        output.line(PRIVATE)?;
    }
    Ok(Outcome::Done)
}

#[derive(serde::Serialize)]
struct Row<'a> {
    #[serde(flatten)]
    source: Source<'a>,
    standing: &'static str,
    origin: &'static str,
    title: String,
    counts: lawgrep_shelf::Counts,
}

/// Columns on a terminal, tabs in a pipe.
fn print(rows: &[[String; 9]], output: &mut Output) -> Result<(), Stop> {
    if !output.is_terminal() {
        for row in rows {
            output.line(&row.join("\t"))?;
        }
        return Ok(());
    }
    let mut widths = [0; 9];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    for row in rows {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}  ")).collect();
        let mut runs = Vec::new();
        for (n, cell) in cells.iter().enumerate() {
            let ink_of = match (n, row.get(4).map(String::as_str)) {
                (0, _) => Ink::Strong,
                (4, Some("superseded")) => Ink::Warning,
                _ => Ink::Plain,
            };
            runs.push(ink(ink_of, if n == 8 { cell.trim_end() } else { cell }));
        }
        output.painted(&runs)?;
    }
    Ok(())
}
