//! What a citation being typed may be going to be.

use lawgrep_model::{Citation, Level};

use super::{lists, travel};
use crate::{
    arrange,
    choose::Completion,
    flow::{Hits, excerpt},
    layout::{self, Layout},
    reader::Reader,
    state::State,
};

/// More are seldom meant: one more character says which.
const MOST: usize = 40;

/// Of what has been typed.
pub(super) fn of(state: &State, reader: &dyn Reader, input: &str) -> Completion {
    let typed = reader.typed(input).ok().and_then(|cites| cites.first().copied());
    let list = typed.map_or_else(Vec::new, |typed| list(state, reader, typed, input));
    let mut completion = Completion { typed, list, ..Completion::default() };
    look(state, reader, &mut completion);
    completion
}

/// Finds the text of the provision that Enter opens.
pub(super) fn look(state: &State, reader: &dyn Reader, completion: &mut Completion) {
    let cite = completion.chosen();
    let there = cite.and_then(|cite| travel::looked(state, reader, travel::chosen(state), cite));
    (completion.place, completion.title) = match there {
        Some((edition, cite, title)) => (Some((edition, cite)), title),
        None => (None, String::new()),
    };
}

/// Sets the preview for the present screen.
pub(super) fn settle(completion: &mut Completion, reader: &dyn Reader, parts: &Layout) {
    let width = usize::from(layout::go_to(parts, usize::MAX / 2, completion.list.len()).preview.width);
    completion.preview = completion.place.map_or_else(Vec::new, |(edition, cite)| {
        excerpt(reader, arrange::under(reader, edition, cite).iter(), width, &Hits::new()).lines
    });
}

/// The provisions right below the one typed, then the laws whose numbers begin with its digits.
fn list(state: &State, reader: &dyn Reader, typed: Citation, input: &str) -> Vec<(Citation, String)> {
    let rows = &state.pane.screen.rows;
    let cites =
        || rows.rows.iter().filter(|row| row.is_provision() && row.code == rows.code).filter_map(|row| row.cite);
    let mut all: Vec<Citation> = Vec::new();
    let mut add = |cite: Citation| {
        if !all.contains(&cite) {
            all.push(cite);
        }
    };
    let below = |cite: Citation| std::iter::once(cite).chain(cite.ancestors()).find(|c| c.parent() == Some(typed));
    cites().filter_map(below).for_each(&mut add);
    if typed.level() == Level::Law && input.ends_with(|c: char| c.is_ascii_digit()) {
        let digits = typed.to_string();
        let laws = cites().map(|cite| Citation::law(cite.law_number()));
        laws.filter(|law| *law != typed && law.to_string().starts_with(&digits)).for_each(&mut add);
    }
    all.truncate(MOST);
    let gist =
        |cite: &Citation| rows.row_of(rows.code, *cite).map_or_else(String::new, |row| lists::gist(reader, rows, row));
    all.iter().map(|cite| (*cite, gist(cite))).collect()
}
