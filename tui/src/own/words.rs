//! What the reader itself says, by language: one file a language in `data/strings`.

use std::{cell::RefCell, collections::BTreeMap, fmt::Display, rc::Rc};

use include_dir::{Dir, include_dir};
use serde::Deserialize;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/data/strings");

/// The words of one language. A file that lacks one or has one too many does not read, which a test finds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    pub(crate) code: String,
    pub(crate) copied: String,
    pub(crate) copied_over: String,
    pub(crate) copy_nothing: String,
    pub(crate) aloud_nothing: String,
    pub(crate) standing_official: String,
    pub(crate) standing_regulation: String,
    pub(crate) standing_companion: String,
    pub(crate) standing_training: String,
    pub(crate) bookmarked: String,
    pub(crate) bookmark_gone: String,
    pub(crate) bookmark_nothing: String,
    pub(crate) bookmark_none: String,
    pub(crate) bookmarks_title: String,
    pub(crate) bookmark_absent: String,
    pub(crate) note_prompt: String,
    pub(crate) note_kept: String,
    pub(crate) not_kept: String,
    pub(crate) file_broken: String,
    pub(crate) resumed: String,
    pub(crate) reloaded: String,
    pub(crate) reload_failed: String,
    pub(crate) edition_gone: String,
    pub(crate) config_line: String,
    pub(crate) config_unreadable: String,
    pub(crate) config_default_all: String,
    pub(crate) config_default: String,
    pub(crate) config_left_out: String,
    pub(crate) config_unknown: String,
    pub(crate) config_type: String,
    pub(crate) config_edition: String,
    pub(crate) config_action: String,
    pub(crate) config_key: String,
    pub(crate) config_altgr: String,
    pub(crate) config_conflict: String,
    pub(crate) config_fixed: String,
    pub(crate) suspend_none: String,
    /// What else is said, by name; see [`t`].
    say: BTreeMap<String, String>,
    /// What the table of keys says, by its English words.
    keys: BTreeMap<String, String>,
}

impl Words {
    /// The words of that language, else English.
    pub(crate) fn of(lang: &str) -> Self {
        let read = |lang: &str| {
            let text = FILES.get_file(format!("{lang}.toml"))?.contents_utf8()?;
            toml::from_str(text).ok()
        };
        // Every file reads; a test holds that.
        read(lang).or_else(|| read("en")).unwrap_or_default()
    }

    /// What the table of keys says, in this language.
    pub(crate) fn key<'a>(&'a self, english: &'a str) -> &'a str {
        self.keys.get(english).map_or(english, String::as_str)
    }
}

thread_local! {
    /// The words of the state that is being changed or drawn.
    static NOW: RefCell<Rc<Words>> = RefCell::new(Rc::new(Words::of("en")));
}

/// From here on this thread speaks so. Done wherever a state is entered, so that what works out a line need not be handed the
/// language it is in.
pub(crate) fn speak(words: &Rc<Words>) {
    NOW.with(|now| {
        if !Rc::ptr_eq(&now.borrow(), words) {
            *now.borrow_mut() = Rc::clone(words);
        }
    });
}

/// What is said under that name, with its parts; [`t`] calls it.
pub(crate) fn said(name: &str, parts: &[(&str, &dyn Display)]) -> String {
    let text = NOW.with(|now| now.borrow().say.get(name).cloned().unwrap_or_else(|| name.to_owned()));
    if parts.is_empty() {
        return text;
    }
    let parts: Vec<(&str, String)> = parts.iter().map(|(name, part)| (*name, part.to_string())).collect();
    let parts: Vec<(&str, &str)> = parts.iter().map(|(name, part)| (*name, part.as_str())).collect();
    fill(&text, &parts)
}

/// `t!("not_in", cite, edition = id)`: what is said under that name, in the language of the user.
macro_rules! t {
    ($name:literal $(, $part:ident $(= $value:expr)?)* $(,)?) => {
        $crate::own::words::said($name, &[$((stringify!($part), &$crate::own::words::t!(@ $part $(= $value)?))),*])
    };
    (@ $part:ident = $value:expr) => { $value };
    (@ $part:ident) => { $part };
}
pub(crate) use t;

/// Puts each part in the place of its name in braces.
pub(crate) fn fill(text: &str, parts: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, behind)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        match parts.iter().find(|(part, _)| *part == name) {
            Some((_, value)) => out.push_str(value),
            None => out.push_str(&format!("{{{name}}}")),
        }
        rest = behind;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::{KEYMAP, Scope};

    fn places(text: &str) -> Vec<&str> {
        let mut all: Vec<&str> = text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect();
        all.sort_unstable();
        all
    }

    /// The name in every `t!` of the sources.
    fn used() -> Vec<String> {
        let mut all = Vec::new();
        let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                // This file tells of `t!` without saying anything.
                if path.ends_with("own/words.rs") {
                    continue;
                }
                let text = std::fs::read_to_string(&path).unwrap();
                for call in
                    text.split(" t!(").flat_map(|part| part.split("(t!(")).flat_map(|part| part.split("&t!(")).skip(1)
                {
                    if let Some((name, _)) = call.trim_start().strip_prefix('"').and_then(|call| call.split_once('"')) {
                        all.push(name.to_owned());
                    }
                }
            }
        }
        all
    }

    #[test]
    fn whatever_is_said_has_words_and_every_word_is_said() {
        let english = Words::of("en");
        let used = used();
        for name in &used {
            assert!(english.say.contains_key(name), "nothing is said under {name}");
        }
        for name in english.say.keys() {
            assert!(used.contains(name), "nobody says {name}");
        }
    }

    fn table(text: &str) -> BTreeMap<String, String> {
        let table: toml::Table = toml::from_str(text).unwrap();
        let say = table.get("say").and_then(toml::Value::as_table).cloned().unwrap_or_default();
        table.into_iter().chain(say).filter_map(|(name, value)| Some((name, value.as_str()?.to_owned()))).collect()
    }

    #[test]
    fn every_language_is_complete() {
        let english = table(FILES.get_file("en.toml").unwrap().contents_utf8().unwrap());
        for file in FILES.files() {
            let text = file.contents_utf8().unwrap();
            let words: Words = toml::from_str(text).unwrap_or_else(|e| panic!("{}: {e}", file.path().display()));
            assert_eq!(file.path().file_stem().unwrap().to_str(), Some(words.code.as_str()));
            for (name, value) in table(text) {
                assert!(!value.trim().is_empty(), "{name}");
                assert_eq!(places(&value), places(&english[&name]), "{}: {name}", file.path().display());
            }
            if words.code == "en" {
                continue;
            }
            let said = KEYMAP.iter().flat_map(|b| [b.help, b.hint, Scope::title(b.scope)]).filter(|s| !s.is_empty());
            let mut said: Vec<&str> = said.collect();
            said.sort_unstable();
            said.dedup();
            let missing: Vec<&&str> = said.iter().filter(|s| !words.keys.contains_key(**s)).collect();
            assert!(missing.is_empty(), "{} lacks under [keys]: {missing:#?}", file.path().display());
            let unused: Vec<&String> = words.keys.keys().filter(|s| !said.contains(&s.as_str())).collect();
            assert!(unused.is_empty(), "{} has under [keys] what nobody says: {unused:#?}", file.path().display());
        }
    }

    #[test]
    fn parts_stand_in_their_places() {
        assert_eq!(fill("{a} of {b}, {c} {", &[("b", "{a}"), ("a", "1")]), "1 of {a}, {c} {");
        assert_eq!(Words::of("xx").code, "en");
    }
}
