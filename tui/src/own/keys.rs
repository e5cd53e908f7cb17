//! The table of keys with the user's changes.

use crate::keymap::{self, Action, Binding, KEYMAP, Key, Scope};

/// What the user has changed: the keys of a row of the table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Keys {
    changed: Vec<(Scope, Action, Vec<Key>)>,
}

impl Keys {
    /// The keys of a row.
    pub(crate) fn of<'a>(&'a self, binding: &'a Binding) -> &'a [Key] {
        let same =
            |(scope, action, _): &&(Scope, Action, Vec<Key>)| (*scope, *action) == (binding.scope, binding.action);
        self.changed.iter().find(same).map_or(binding.keys, |(_, _, keys)| keys)
    }

    /// What a key does there.
    pub(crate) fn action_for(&self, key: Key, scope: Scope) -> Option<Action> {
        keymap::action_with(key, scope, |binding| self.of(binding))
    }

    /// The first key of an action.
    pub(crate) fn name(&self, action: Action) -> String {
        let binding = KEYMAP.iter().find(|binding| binding.action == action);
        binding.and_then(|binding| self.of(binding).first()).map(ToString::to_string).unwrap_or_default()
    }

    /// Gives a row other keys, unless one of them does something else there already: then that is told.
    pub(crate) fn change(&mut self, binding: &'static Binding, keys: Vec<Key>) -> Result<(), (Key, &'static Binding)> {
        let before = self.clone();
        let row = (binding.scope, binding.action);
        self.changed.retain(|(scope, action, _)| (*scope, *action) != row);
        self.changed.push((binding.scope, binding.action, keys.clone()));
        for other in KEYMAP.iter().filter(|other| (other.scope, other.action) != row && meet(other.scope, row.0)) {
            if let Some(key) = keys.iter().find(|key| self.of(other).contains(key)) {
                let key = *key;
                *self = before;
                return Err((key, other));
            }
        }
        Ok(())
    }
}

/// Whether keys of both count in one place.
fn meet(one: Scope, other: Scope) -> bool {
    one == other
        || KEYMAP.iter().map(|b| b.scope).any(|place| place.chain().contains(&one) && place.chain().contains(&other))
}

/// A row's name in the settings: `next-reference`.
pub(crate) fn action_name(action: Action) -> String {
    let name = format!("{action:?}");
    kebab(name.split('(').next().unwrap_or_default())
}

/// `cited-by`.
pub(crate) fn scope_name(scope: Scope) -> String {
    kebab(&format!("{scope:?}"))
}

fn kebab(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// The key of that name, as the help names it.
pub(crate) fn named(name: &str) -> Option<Key> {
    const KEYS: [Key; 14] = [
        Key::Left,
        Key::Right,
        Key::Char(' '),
        Key::Tab,
        Key::BackTab,
        Key::Enter,
        Key::Esc,
        Key::Backspace,
        Key::Up,
        Key::Down,
        Key::PageUp,
        Key::PageDown,
        Key::Home,
        Key::End,
    ];
    if let Some(key) = KEYS.iter().find(|key| key.to_string().eq_ignore_ascii_case(name)) {
        return Some(*key);
    }
    let one = |text: &str| Some(text.chars().next()?).filter(|c| text.chars().count() == 1 && !c.is_whitespace());
    match name.split_once('-') {
        Some((control, letter)) if control.eq_ignore_ascii_case("ctrl") => {
            one(letter).filter(char::is_ascii_alphabetic).map(|c| Key::Ctrl(c.to_ascii_lowercase()))
        }
        _ => one(name).filter(|c| !c.is_control() && !c.is_ascii_digit()).map(Key::Char),
    }
}

/// Whether Nordic keyboards have the key behind AltGr.
pub(crate) fn behind_altgr(key: Key) -> bool {
    matches!(key, Key::Char('[' | ']' | '{' | '}' | '@' | '\\' | '|' | '$' | '~'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binding(scope: Scope, action: Action) -> &'static Binding {
        KEYMAP.iter().find(|b| b.scope == scope && b.action == action).unwrap()
    }

    #[test]
    fn a_change_counts_where_it_is_made() {
        let mut keys = Keys::default();
        let peek = binding(Scope::Reading, Action::Peek);
        keys.change(peek, vec![Key::Char('x'), Key::Ctrl('e')]).unwrap();
        assert_eq!(keys.action_for(Key::Char('x'), Scope::Reading), Some(Action::Peek));
        assert_eq!(keys.action_for(Key::Char(' '), Scope::Reading), None);
        assert_eq!(keys.action_for(Key::Char(' '), Scope::Editions), Some(Action::Beside));
        assert_eq!(keys.name(Action::Peek), "x");
    }

    #[test]
    fn a_key_in_use_is_refused() {
        let mut keys = Keys::default();
        // `q` counts everywhere but while typing, so also in the text.
        let peek = binding(Scope::Reading, Action::Peek);
        let (key, other) = keys.change(peek, vec![Key::Char('q')]).unwrap_err();
        assert_eq!((key, other.action), (Key::Char('q'), Action::Quit));
        assert_eq!(keys, Keys::default());
        // In lists alone it is free.
        let quit = binding(Scope::Anywhere, Action::Quit);
        assert!(keys.change(quit, vec![Key::Char('j')]).is_err());
    }

    #[test]
    fn names_of_keys_are_those_of_the_help() {
        for key in KEYMAP.iter().flat_map(|b| b.keys).filter(|key| !matches!(key, Key::Digit | Key::Text)) {
            assert_eq!(named(&key.to_string()), Some(*key));
        }
        for no in ["", "xx", "Ctrl-", "Ctrl-5", "5", "0-9", "a character"] {
            assert_eq!(named(no), None, "{no}");
        }
        assert_eq!(action_name(Action::NextReference), "next-reference");
        assert_eq!(action_name(Action::GoTo(None)), "go-to");
        assert_eq!(scope_name(Scope::CitedBy), "cited-by");
    }
}
