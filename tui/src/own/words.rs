//! What the reader itself says, by language: one file a language in `data/strings`.

use std::collections::BTreeMap;

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
    pub(crate) superseded: String,
    pub(crate) standing_official: String,
    pub(crate) standing_regulation: String,
    pub(crate) standing_companion: String,
    pub(crate) standing_training: String,
    pub(crate) short_official: String,
    pub(crate) short_regulation: String,
    pub(crate) short_companion: String,
    pub(crate) short_training: String,
    pub(crate) code_of: String,
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

    fn table(text: &str) -> BTreeMap<String, String> {
        let table: toml::Table = toml::from_str(text).unwrap();
        table.into_iter().filter_map(|(name, value)| Some((name, value.as_str()?.to_owned()))).collect()
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
        }
    }

    #[test]
    fn parts_stand_in_their_places() {
        assert_eq!(fill("{a} of {b}, {c} {", &[("b", "{a}"), ("a", "1")]), "1 of {a}, {c} {");
        assert_eq!(Words::of("xx").code, "en");
    }
}
