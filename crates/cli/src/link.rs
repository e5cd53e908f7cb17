//! Links that a terminal can open: `lawgrep://show/EDITION/CITE`, made and read.
//!
//! No terminal knows the scheme by itself: who wants to click gives it to `lawgrep` in the terminal's or the desktop's settings.
//! `lawgrep URI` then shows the provision.

use std::ffi::{OsStr, OsString};

use lawgrep_model::{Edition, Unit};

use crate::{
    flags::When,
    output::Output,
    paint::{Ink, Run, linked, run},
    text::one_line,
};

const SHOW: &str = "lawgrep://show/";

/// Longer links are refused by terminals (the shortest limit that is known is 2083 bytes).
const LONGEST: usize = 2000;

/// What output calls a unit, and where a click on that leads.
pub(crate) struct Name {
    pub(crate) edition: String,
    pub(crate) cite: String,
    link: Option<String>,
}

impl Name {
    pub(crate) fn of(edition: &Edition, unit: &Unit, output: &Output) -> Self {
        Self::cited(edition, &unit.key.pipe(), output)
    }

    /// By a citation, where a unit has several or none of its own.
    pub(crate) fn cited(edition: &Edition, cite: &str, output: &Output) -> Self {
        let (edition, cite) = (edition.id.to_string(), one_line(cite));
        let link = if output.is_linked() { to(&edition, &cite) } else { None };
        Self { edition, cite, link }
    }

    /// The citation alone.
    pub(crate) fn linked(&self, ink: Ink) -> Run<'_> {
        linked(ink, &self.cite, self.link.as_deref())
    }

    /// `EDITION:CITE:`, with other signs where the colons are.
    pub(crate) fn runs<'a>(&'a self, between: &'a str, after: &'a str) -> Vec<Run<'a>> {
        let link = self.link.as_deref();
        let edition = linked(Ink::Faint, &self.edition, link);
        let mut runs = vec![edition, linked(Ink::Faint, between, link), self.linked(Ink::Strong)];
        if !after.is_empty() {
            runs.push(run(Ink::Faint, after));
        }
        runs
    }
}

/// The link to a provision, by the names that pipe output has for it. `None` for names too long for a link.
pub(crate) fn to(edition: &str, cite: &str) -> Option<String> {
    let mut uri = SHOW.to_owned();
    for (n, part) in [edition, cite].into_iter().enumerate() {
        if n > 0 {
            uri.push('/');
        }
        for byte in part.bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'+' => {
                    uri.push(byte.into())
                }
                _ => uri.push_str(&format!("%{byte:02X}")),
            }
        }
    }
    (uri.len() <= LONGEST).then_some(uri)
}

/// The arguments that a link stands for: a link comes from wherever somebody clicked, so nothing of it is ever a flag or a
/// subcommand.
pub(crate) fn arguments(link: &OsStr) -> Option<Vec<OsString>> {
    let rest = link.to_str()?.strip_prefix(SHOW)?;
    let (edition, cite) = rest.split_once('/')?;
    let (edition, cite) = (decoded(edition), decoded(cite));
    Some(vec!["show".into(), format!("--edition={edition}").into(), "--".into(), cite.into()])
}

fn decoded(part: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = part.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match code.filter(|_| *first == b'%').and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether to print links. Unasked only on a terminal that is known to hide what it does not open: others would print the
/// link itself between the words.
pub(crate) fn wanted(when: When, terminal: bool, variable: impl Fn(&str) -> Option<String>) -> bool {
    match when {
        When::Always => return true,
        When::Never => return false,
        When::Auto => {}
    }
    let set = |name: &str| variable(name).is_some_and(|v| !v.is_empty());
    let is = |name: &str, known: &[&str]| variable(name).is_some_and(|v| known.contains(&v.as_str()));
    if !terminal || is("TERM", &["dumb", "linux"]) {
        return false;
    }
    // VTE knows links since 0.50, and says which it is as 5000.
    let vte = variable("VTE_VERSION").and_then(|v| v.parse::<u32>().ok()).is_some_and(|version| version >= 5000);
    vte || is("TERM", &["xterm-kitty", "foot", "alacritty", "xterm-ghostty", "wezterm"])
        || is("TERM_PROGRAM", &["iTerm.app", "WezTerm", "ghostty", "vscode", "Hyper"])
        || ["KITTY_WINDOW_ID", "WEZTERM_PANE", "WT_SESSION", "KONSOLE_VERSION"].iter().any(|name| set(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_as_it_was_made() {
        for (edition, cite) in [("da-1997", "50A"), ("nl-2017", "42B1+42B2"), ("companion-sv", "def/Träkarl 50%")] {
            let uri = to(edition, cite).unwrap();
            assert!(uri.bytes().all(|b| b.is_ascii_graphic()), "{uri}");
            let args: Vec<OsString> = ["show", &format!("--edition={edition}"), "--", cite].map(OsString::from).into();
            assert_eq!(arguments(OsStr::new(&uri)), Some(args));
        }
        assert_eq!(to("da-1997", "def/a\u{1b}b").unwrap(), "lawgrep://show/da-1997/def/a%1Bb");
        assert_eq!(to("da-1997", &"x".repeat(2000)), None);
    }

    #[test]
    fn nothing_else_is_a_link() {
        for text in ["lawgrep://show/", "lawgrep://show/da-1997", "lawgrep://import/x/y", "https://x/y/z", "50A"] {
            assert_eq!(arguments(OsStr::new(text)), None, "{text}");
        }
        let args = arguments(OsStr::new("lawgrep://show/a/%2D%2Djson%zz%")).unwrap();
        assert_eq!(args.last().unwrap(), "--json%zz%");
    }

    #[test]
    fn links_go_only_where_they_are_understood() {
        let wanted = |when, terminal, vars: &[(&str, &str)]| {
            wanted(when, terminal, |name| vars.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()))
        };
        assert!(wanted(When::Always, false, &[]));
        assert!(!wanted(When::Never, true, &[("TERM", "xterm-kitty")]));
        assert!(!wanted(When::Auto, true, &[("TERM", "xterm-256color")]));
        for one in
            [("TERM", "xterm-kitty"), ("VTE_VERSION", "6003"), ("TERM_PROGRAM", "iTerm.app"), ("WT_SESSION", "x")]
        {
            assert!(wanted(When::Auto, true, &[one]), "{one:?}");
            assert!(!wanted(When::Auto, false, &[one]), "{one:?}");
        }
        assert!(!wanted(When::Auto, true, &[("VTE_VERSION", "4601")]));
        assert!(!wanted(When::Auto, true, &[("TERM", "dumb"), ("VTE_VERSION", "6003")]));
    }
}
