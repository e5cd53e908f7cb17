use lawgrep_model::Citation;

use crate::{
    choose::Within,
    keymap::Action,
    own::words::t,
    reader::{Mistyped, Reader},
    state::{GoTo, List, ListKind, Message, Mode, SearchBox, State},
};

use super::{
    complete, lists,
    travel::{Way, chosen, open, outlook, way},
};

/// Begins typing a citation.
pub(super) fn go_to(state: &mut State, reader: &dyn Reader, first: Option<char>) {
    let input: String = first.into_iter().collect();
    let verdict = verdict(state, reader, &input);
    let completion = complete::of(state, reader, &input);
    state.mode = Mode::GoTo(GoTo { input, verdict, completion });
}

/// A key while a citation is typed.
pub(super) fn citation(state: &mut State, action: Action, reader: &dyn Reader) {
    let Mode::GoTo(typed) = &mut state.mode else { return };
    match action {
        Action::Open => {
            let cite = typed.completion.chosen();
            let found = cite.filter(|cite| !matches!(way(state, reader, chosen(state), *cite), Way::Nowhere));
            // What cannot be opened stays, under the words that say why.
            if let Some(cite) = found {
                state.mode = Mode::Reading;
                open(state, reader, cite);
            }
            return;
        }
        Action::Close => {
            state.mode = Mode::Reading;
            return;
        }
        Action::Down | Action::Up | Action::PageDown | Action::PageUp => {
            let mut completion = std::mem::take(&mut typed.completion);
            let (count, last) = (completion.list.len(), completion.list.len().checked_sub(1));
            completion.cursor = match (action, completion.cursor) {
                (Action::Up, Some(0)) => None,
                (Action::Up, None) => last,
                (_, None) => last.map(|_| 0),
                (_, Some(n)) => lists::moved(action, n, count),
            };
            complete::look(state, reader, &mut completion);
            if let Mode::GoTo(typed) = &mut state.mode {
                typed.completion = completion;
            }
            return;
        }
        Action::Complete => {
            let completion = &typed.completion;
            let Some((cite, _)) = completion.list.get(completion.cursor.unwrap_or(0)) else { return };
            typed.input = cite.to_string();
        }
        _ if !edit(&mut typed.input, action) => {
            state.mode = Mode::Reading;
            return;
        }
        _ => {}
    }
    let input = typed.input.clone();
    let verdict = verdict(state, reader, &input);
    let completion = complete::of(state, reader, &input);
    state.mode = Mode::GoTo(GoTo { input, verdict, completion });
}

/// What Enter will do, or why it will not.
fn verdict(state: &State, reader: &dyn Reader, input: &str) -> Option<Message> {
    if input.trim().is_empty() {
        let text = t!("a_citation");
        return Some(Message { text, warns: false });
    }
    let reading = chosen(state);
    let cite = match reader.typed(input) {
        Ok(cites) => match cites.first() {
            Some(cite) => *cite,
            None => {
                let text = t!("names_none", input);
                return Some(Message { text, warns: true });
            }
        },
        Err(fault) => return Some(Message { text: mistyped(state, input, fault), warns: true }),
    };
    outlook(state, reader, reading, cite)
}

/// What is wrong, in the language of the user: where it goes wrong can be told in each, why only in English.
fn mistyped(state: &State, input: &str, fault: Mistyped) -> String {
    if state.own.words.code == "en" && !fault.why.is_empty() {
        return fault.why;
    }
    let part = fault.at.and_then(|at| input.get(at..)).filter(|part| !part.is_empty() && *part != input);
    match part {
        Some(part) => t!("typed_wrong", input, part),
        None => t!("names_none", input),
    }
}

/// Begins typing words.
pub(super) fn search(state: &mut State, reader: &dyn Reader) {
    let (input, all, within) = match &state.mode {
        Mode::List(List { kind: ListKind::Search { words, all, within }, .. }) => (words.clone(), *all, *within),
        _ => (String::new(), false, Within::Everywhere),
    };
    let list = lists::search(state, reader, &input, all, within);
    state.mode = Mode::Search(SearchBox { input, list });
}

/// A key while words are typed.
pub(super) fn words(state: &mut State, action: Action, reader: &dyn Reader) {
    let row = state.row().and_then(|row| state.pane.screen.rows.rows.get(row));
    let law = row.and_then(|row| row.cite).map(|cite| Citation::law(cite.law_number()));
    let Mode::Search(typed) = &mut state.mode else { return };
    let ListKind::Search { mut all, mut within, .. } = typed.list.kind else { return };
    match action {
        Action::Open => {
            let list = if typed.input.trim().is_empty() { state.last.clone() } else { Some(typed.list.clone()) };
            match list {
                Some(list) if !list.items.is_empty() => state.mode = Mode::List(list),
                Some(List { kind: ListKind::Search { words, all: false, .. }, .. }) => {
                    state.warn(t!("found_none_here", words, key = state.own.keys().name(Action::Widen)));
                }
                Some(_) => state.warn(t!("found_none")),
                None => state.say(t!("type_words")),
            }
            return;
        }
        Action::Close => {
            state.mode = Mode::Reading;
            return;
        }
        Action::Widen => all = !all,
        Action::Within => within = within.next(law),
        _ if !edit(&mut typed.input, action) => {
            state.mode = Mode::Reading;
            return;
        }
        _ => return state.unsought = true,
    }
    let input = typed.input.clone();
    let list = lists::search(state, reader, &input, all, within);
    state.mode = Mode::Search(SearchBox { input, list });
}

/// Searches for the words typed.
pub(super) fn seek(state: &mut State, reader: &dyn Reader) {
    let Mode::Search(SearchBox { input, list: List { kind: ListKind::Search { all, within, .. }, .. } }) = &state.mode
    else {
        return;
    };
    let list = lists::search(state, reader, input, *all, *within);
    if let Mode::Search(typed) = &mut state.mode {
        typed.list = list;
    }
}

/// Changes what is typed; false when the last character was gone already and is taken back once more.
pub(super) fn edit(input: &mut String, action: Action) -> bool {
    match action {
        // Nobody types a longer citation or query; a stuck key shall not fill the memory.
        Action::Type(c) if input.len() < 200 => input.push(c),
        Action::Erase => return input.pop().is_some(),
        Action::EraseAll => input.clear(),
        _ => {}
    }
    true
}
