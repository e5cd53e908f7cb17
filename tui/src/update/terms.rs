//! The terms of a provision, in all languages.

use lawgrep_model::UnitId;

use super::{lists::moved, travel};
use crate::{
    arrange::{self, Block},
    choose::Terms,
    flow::{Hits, excerpt, tag},
    ink::{Ink, Tone},
    keymap::Action,
    layout::{self, Layout},
    own::words::t,
    reader::{Reader, Term},
    state::{Mode, State},
    wrap::Wrapper,
};

/// Tells of the word under the cursor; where it is no term, or there is none, lists the terms of the provision being read.
pub(super) fn open(state: &mut State, reader: &dyn Reader) {
    let Some(word) = state.pane.word else { return of_provision(state, reader) };
    if of_word(state, reader) {
        return;
    }
    of_provision(state, reader);
    let word = word.text(reader).unwrap_or_default().to_owned();
    if let Mode::Terms(terms) = &state.mode {
        let of = terms.of.clone();
        state.say(t!("no_such_term", word, of));
    }
}

/// Opens on the term to which the word under the cursor belongs; false where it belongs to none.
pub(super) fn of_word(state: &mut State, reader: &dyn Reader) -> bool {
    let Some(word) = state.pane.word else { return false };
    let mut list = reader.terms_at(word.edition, word.unit, word.place, word.span);
    if list.is_empty() {
        return false;
    }
    let others = reader.terms(word.edition, &[word.unit]);
    let fresh: Vec<Term> = others.into_iter().filter(|term| list.iter().all(|one| one.names != term.names)).collect();
    list.extend(fresh);
    let block = Block { edition: word.edition, unit: word.unit, tail: false };
    let row = state.pane.screen.rows.row_of_block(block).and_then(|row| state.pane.screen.rows.rows.get(row));
    let name = || reader.document(word.edition)?.unit(word.unit).map(|unit| unit.key.pipe());
    let of = row.map(|row| state.name(row)).or_else(name).unwrap_or_default();
    list_them(state, of, word.edition, list);
    true
}

fn list_them(state: &mut State, of: String, edition: usize, list: Vec<Term>) {
    let before = (std::mem::take(&mut state.hits), state.pane.at_hit.take());
    state.mode = Mode::Terms(Terms { of, edition, list, before, ..Terms::default() });
    mark(state);
}

fn of_provision(state: &mut State, reader: &dyn Reader) {
    let Some(row) = state.row().and_then(|row| state.pane.screen.rows.rows.get(row)) else {
        state.say(t!("nothing_here"));
        return;
    };
    let own = row.blocks().find(|block| block.edition == state.pane.show.reading);
    let Some(block) = own.or_else(|| row.blocks().next()) else {
        state.say(t!("nothing_here"));
        return;
    };
    let units = reader.document(block.edition).map(|d| d.subtree(block.unit)).unwrap_or_default();
    let list = reader.terms(block.edition, &units);
    let of = state.name(row);
    if list.is_empty() {
        state.say(t!("no_term", of));
    } else {
        list_them(state, of, block.edition, list);
    }
}

/// Marks the present term in the text.
fn mark(state: &mut State) {
    let Mode::Terms(terms) = &state.mode else { return };
    let mut hits = Hits::new();
    for (unit, span) in terms.list.get(terms.cursor).into_iter().flat_map(|term| &term.spans) {
        hits.entry((terms.edition, *unit)).or_default().push(*span);
    }
    state.hits = hits;
    state.marked += 1;
}

/// Back to the text, with what was marked there before.
pub(super) fn leave(state: &mut State) {
    if let Mode::Terms(terms) = &mut state.mode {
        (state.hits, state.pane.at_hit) = std::mem::take(&mut terms.before);
        state.marked += 1;
        state.mode = Mode::Reading;
    }
}

/// Sets the present term in lines: its names, what must be said, its definition.
pub(super) fn settle(terms: &mut Terms, reader: &dyn Reader, parts: &Layout) {
    let width = usize::from(layout::terms(parts, terms.list.len(), 0).2.width);
    let Some(term) = terms.list.get(terms.cursor) else { return terms.preview.clear() };
    let mut wrapper = Wrapper::new(width, 4);
    for (lang, names) in &term.names {
        wrapper.label(lang, Ink::Tag(Tone::Law));
        wrapper.push(&names.join(", "), Ink::Text);
        wrapper.end_line();
    }
    for remark in &term.remarks {
        wrapper.push(remark, Ink::Warning(Tone::Lesser));
        wrapper.end_line();
    }
    terms.preview = wrapper.finish();
    let Some((edition, unit)) = definition(reader, terms.edition, term) else { return };
    if let Some(edition) = reader.editions().get(edition) {
        let mut wrapper = Wrapper::new(width, 0);
        wrapper.push(&tag(edition), Ink::Tag(Tone::of(edition)));
        terms.preview.extend(wrapper.finish());
    }
    let rows = arrange::below(reader, edition, unit);
    terms.preview.extend(excerpt(reader, rows.iter(), width, &Hits::new()).lines);
}

/// Its definition: in the edition being read, else in that language, else in that code, else the first.
fn definition(reader: &dyn Reader, reading: usize, term: &Term) -> Option<(usize, UnitId)> {
    let edition = |n: usize| reader.editions().get(n);
    let own = edition(reading)?;
    let far = |(n, _): &&(usize, UnitId)| {
        let other = edition(*n);
        let same = |ok: &dyn Fn(&lawgrep_model::Edition) -> bool| !other.is_some_and(ok);
        (*n != reading, same(&|e| e.code == own.code), same(&|e| e.lang == own.lang))
    };
    term.definitions.iter().min_by_key(far).copied()
}

/// A key while they are listed.
pub(super) fn act(state: &mut State, action: Action, reader: &dyn Reader) {
    let Mode::Terms(terms) = &mut state.mode else { return };
    match action {
        Action::Close => leave(state),
        Action::Open => {
            let Some(term) = terms.list.get(terms.cursor).cloned() else { return };
            match (definition(reader, terms.edition, &term), term.laws.first()) {
                (Some((edition, unit)), _) => {
                    leave(state);
                    travel::open_unit(state, reader, edition, unit);
                }
                (None, Some(cite)) => {
                    leave(state);
                    travel::open(state, reader, *cite);
                    if state.message.is_none() {
                        state.say(t!("term_ruled", term = term.words));
                    }
                }
                (None, None) => state.say(t!("term_undefined", term = term.words)),
            }
        }
        _ => {
            terms.cursor = moved(action, terms.cursor, terms.list.len()).unwrap_or(terms.cursor);
            mark(state);
        }
    }
}
