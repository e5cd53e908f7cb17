//! The user's settings: `config.toml`.
//!
//! ```toml
//! language = "no"                     # of the reader itself
//! editions = ["no-2017", "en"]        # first in lists and beside, in this order; ids or languages
//! theme = "plain"                     # without colours; "colours" is the default
//! mouse = false
//!
//! [keys.reading]                      # a place as `scope_name` has it, an action as `action_name` has it
//! next-reference = ["Tab", "f"]
//! ```
//!
//! A setting that is not understood is named with its line, and what is used in its place; the others count.

use lawgrep_model::Edition;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    keys::{Keys, action_name, behind_altgr, named, scope_name},
    words::{Words, fill},
};
use crate::{
    keymap::{Binding, KEYMAP, Key, Scope},
    world::Brought,
};

/// What the user has set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) language: Option<String>,
    /// Editions by id or language, with the line of each.
    pub(crate) editions: Vec<(String, usize)>,
    pub(crate) colours: bool,
    pub(crate) mouse: bool,
    pub(crate) keys: Keys,
}

impl Default for Config {
    fn default() -> Self {
        Self { language: None, editions: Vec::new(), colours: true, mouse: true, keys: Keys::default() }
    }
}

/// Reads the settings. What is wrong in them comes as words for the user.
pub(crate) fn read(brought: &Option<Brought>, words: &Words) -> (Config, Vec<String>) {
    let mut reading = Reading { config: Config::default(), words, path: "", text: "", troubles: Vec::new() };
    let Some(brought) = brought else { return (reading.config, reading.troubles) };
    reading.path = &brought.path;
    let text = match &brought.text {
        Ok(text) => text,
        Err(why) => {
            let default = words.config_default_all.as_str();
            let parts = [("path", reading.path), ("why", why.as_str()), ("default", default)];
            reading.troubles.push(fill(&words.config_unreadable, &parts));
            return (reading.config, reading.troubles);
        }
    };
    reading.text = text;
    match DeTable::parse(text) {
        Ok(table) => reading.all(table.get_ref()),
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            let why = error.message().lines().next().unwrap_or_default().to_owned();
            reading.trouble(at, &why, &words.config_default_all);
        }
    }
    (reading.config, reading.troubles)
}

/// The editions that the user wants first, in that order: ids and languages.
pub fn wanted_editions(config: &Option<Brought>) -> Vec<String> {
    read(config, &Words::default()).0.editions.into_iter().map(|(name, _)| name).collect()
}

/// What is wrong in the settings, one line each, in English; what is wrong is left out and the rest counts.
pub fn config_faults(config: &Option<Brought>) -> Vec<String> {
    read(config, &Words::of("en")).1
}

/// Whether that is the edition's id or language.
pub(crate) fn names(name: &str, edition: &Edition) -> bool {
    edition.id.as_str() == name || edition.lang == name
}

/// The line of a place in the text, counted from one.
fn line(text: &str, at: usize) -> usize {
    1 + text.get(..at).unwrap_or("").matches('\n').count()
}

/// What is wrong on that line, and what is used in its place.
pub(crate) fn trouble(words: &Words, path: &str, line: usize, why: &str, default: &str) -> String {
    let line = line.to_string();
    fill(&words.config_line, &[("path", path), ("line", &line), ("why", why), ("default", default)])
}

struct Reading<'a> {
    config: Config,
    words: &'a Words,
    path: &'a str,
    text: &'a str,
    troubles: Vec<String>,
}

type Value<'a> = Spanned<DeValue<'a>>;

impl Reading<'_> {
    fn trouble(&mut self, at: usize, why: &str, default: &str) {
        self.troubles.push(trouble(self.words, self.path, line(self.text, at), why, default));
    }

    fn all(&mut self, table: &DeTable<'_>) {
        let words = self.words;
        for (name, value) in table {
            let (at, key) = (name.span().start, name.get_ref().as_ref());
            match key {
                "language" => match string(value) {
                    Some(lang) => self.config.language = Some(lang),
                    None => self.wrong(value, key, "\"en\"", "LANG"),
                },
                "editions" => match list(value) {
                    Some(all) => {
                        let placed = |(name, at): (String, usize)| (name, line(self.text, at));
                        self.config.editions = all.into_iter().map(placed).collect();
                    }
                    None => self.wrong(value, key, "[\"no-2017\", \"en\"]", "[]"),
                },
                "theme" => match string(value).as_deref() {
                    Some("colours") => self.config.colours = true,
                    Some("plain") => self.config.colours = false,
                    _ => self.wrong(value, key, "\"colours\" | \"plain\"", "\"colours\""),
                },
                "mouse" => match value.get_ref() {
                    DeValue::Boolean(on) => self.config.mouse = *on,
                    _ => self.wrong(value, key, "true | false", "true"),
                },
                "keys" => match value.get_ref() {
                    DeValue::Table(scopes) => scopes.iter().for_each(|(name, value)| self.scope(name, value)),
                    _ => self.wrong(value, key, "[keys.reading]", "[]"),
                },
                _ => self.trouble(at, &fill(&words.config_unknown, &[("what", key)]), &words.config_left_out),
            }
        }
    }

    fn wrong(&mut self, value: &Value<'_>, what: &str, want: &str, default: &str) {
        let why = fill(&self.words.config_type, &[("what", what), ("want", want)]);
        let default = fill(&self.words.config_default, &[("value", default)]);
        self.trouble(value.span().start, &why, &default);
    }

    fn scope(&mut self, name: &Spanned<impl AsRef<str>>, value: &Value<'_>) {
        let words = self.words;
        let (at, name) = (name.span().start, name.get_ref().as_ref());
        let rows: Vec<&'static Binding> = KEYMAP.iter().filter(|b| scope_name(b.scope) == name).collect();
        let DeValue::Table(actions) = value.get_ref() else {
            return self.wrong(value, name, "[keys.reading]", "[]");
        };
        if rows.is_empty() {
            return self.trouble(at, &fill(&words.config_unknown, &[("what", name)]), &words.config_left_out);
        }
        for (action, value) in actions {
            let (at, action) = (action.span().start, action.get_ref().as_ref());
            // What stands for many keys is no key to change.
            let fixed = |b: &Binding| b.keys.iter().any(|key| matches!(key, Key::Digit | Key::Text));
            let row = rows.iter().find(|b| action_name(b.action) == action && !fixed(b));
            let Some(row) = row else {
                self.trouble(at, &fill(&words.config_action, &[("what", action)]), &words.config_left_out);
                continue;
            };
            let names: Vec<String> = row.keys.iter().map(ToString::to_string).collect();
            let default = fill(&words.config_default, &[("value", &names.join(", "))]);
            if row.scope == Scope::Always {
                self.trouble(at, &fill(&words.config_fixed, &[("what", action)]), &default);
                continue;
            }
            if let Err(why) = self.row(row, value, action) {
                self.trouble(value.span().start, &why, &default);
            }
        }
    }

    fn row(&mut self, row: &'static Binding, value: &Value<'_>, action: &str) -> Result<(), String> {
        let words = self.words;
        let names = match (string(value), list(value)) {
            (Some(one), _) => vec![one],
            (None, Some(all)) if !all.is_empty() => all.into_iter().map(|(name, _)| name).collect(),
            _ => return Err(fill(&words.config_type, &[("what", action), ("want", "\"Tab\" | [\"Tab\", \"f\"]")])),
        };
        let mut keys = Vec::new();
        for name in &names {
            let key = named(name).ok_or_else(|| fill(&words.config_key, &[("what", name)]))?;
            if behind_altgr(key) && names.len() == 1 {
                return Err(fill(&words.config_altgr, &[("what", name)]));
            }
            keys.push(key);
        }
        // Whatever is open can be closed in the way that everybody tries first.
        if row.keys.contains(&Key::Esc) && !keys.contains(&Key::Esc) {
            keys.push(Key::Esc);
        }
        self.config.keys.change(row, keys).map_err(|(key, other)| {
            fill(&words.config_conflict, &[("key", &key.to_string()), ("other", &action_name(other.action))])
        })
    }
}

fn string(value: &Value<'_>) -> Option<String> {
    match value.get_ref() {
        DeValue::String(text) => Some(text.to_string()),
        _ => None,
    }
}

fn list(value: &Value<'_>) -> Option<Vec<(String, usize)>> {
    match value.get_ref() {
        DeValue::Array(all) => all.iter().map(|one| Some((string(one)?, one.span().start))).collect(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::Action;

    fn config(text: &str) -> (Config, Vec<String>) {
        let brought = Brought { path: "config.toml".to_owned(), text: Ok(text.to_owned()) };
        read(&Some(brought), &Words::of("en"))
    }

    #[test]
    fn all_settings() {
        let text = "language = \"no\"\neditions = [\"no-2017\",\n \"en\"]\ntheme = \"plain\"\nmouse = false\n\
                    [keys.reading]\npeek = \"x\"\n";
        let (config, troubles) = config(text);
        assert_eq!(troubles, [""; 0]);
        assert_eq!(config.language.as_deref(), Some("no"));
        assert_eq!(config.editions, [("no-2017".to_owned(), 2), ("en".to_owned(), 3)]);
        assert!(!config.colours && !config.mouse);
        assert_eq!(config.keys.action_for(Key::Char('x'), Scope::Reading), Some(Action::Peek));
    }

    #[test]
    fn each_fault_has_its_line_and_its_default() {
        let check = |text: &str, expected: &[&str]| assert_eq!(config(text).1, expected, "{text}");
        check("mouse = 7", &["config.toml, line 1: `mouse` should be true | false; the default is used: true"]);
        check("\nfoo = 1", &["config.toml, line 2: `foo` is no setting; it is left out"]);
        check(
            "theme = 'dark'\nmouse = false",
            &["config.toml, line 1: `theme` should be \"colours\" | \"plain\"; the default is used: \"colours\""],
        );
        check(
            "[keys.reading]\npeek = 'q'\njump = 'x'\nback = 'nokey'\nsearch = '['",
            &[
                "config.toml, line 4: `nokey` is no key; the default is used: Backspace",
                "config.toml, line 3: `jump` is nothing that keys do here; it is left out",
                "config.toml, line 2: `q` does `quit` there already; the default is used: Space",
                "config.toml, line 5: `[` needs AltGr on Nordic keyboards; the default is used: /",
            ],
        );
        check(
            "[keys.always]\nquit = 'x'",
            &["config.toml, line 2: `quit` must keep a key: Esc and Ctrl-C stay; the default is used: Ctrl-C"],
        );
        let (_, troubles) = config("mouse = \n");
        assert!(troubles[0].starts_with("config.toml, line 1: "), "{troubles:?}");
        assert!(troubles[0].ends_with("all defaults are used"), "{troubles:?}");
    }
}
