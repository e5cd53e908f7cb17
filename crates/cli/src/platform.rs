//! What differs between systems, or is asked of the system, and nothing else of this crate asks: the environment, the locale,
//! the terminal.

use std::{
    ffi::OsString,
    io::{self, IsTerminal},
};

/// A variable of the environment, unless it is empty.
pub(crate) fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// The folder that the user names for the shelf.
pub(crate) fn home() -> Option<OsString> {
    variable(HOME)
}

/// The variable of [`home`].
pub(crate) const HOME: &str = "LAWGREP_HOME";

/// Variables that name the user's language, the first that is set counts.
pub(crate) const LOCALE: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The user's locale as the system spells it (`nb_NO.UTF-8`, `nb-NO`), and what says so. `None` where nothing does.
pub(crate) fn locale() -> Option<(String, &'static str)> {
    let named = LOCALE.into_iter().find_map(|name| Some((variable(name)?.to_string_lossy().into_owned(), name)));
    named.or_else(system_locale)
}

/// Windows sets no such variable, and macOS not everywhere: they are asked. Elsewhere nothing but variables knows.
fn system_locale() -> Option<(String, &'static str)> {
    if cfg!(any(windows, target_os = "macos")) {
        return sys_locale::get_locale().map(|locale| (locale, "the system"));
    }
    None
}

/// Whether a locale is the one without a language.
pub(crate) fn is_plain(locale: &str) -> bool {
    matches!(locale.split('.').next(), None | Some("" | "C" | "POSIX"))
}

/// Whether the terminal shows UTF-8, as far as the locale tells. Consoles of Windows do.
pub(crate) fn is_utf8() -> bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
    let utf8 = |value: OsString| {
        let value = value.to_string_lossy().to_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    };
    cfg!(windows) || named.is_some_and(utf8)
}

/// Whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether the terminal has colours and the user wants them.
pub(crate) fn has_colours() -> bool {
    variable("NO_COLOR").is_none() && variable("TERM").is_none_or(|term| term != "dumb")
}

/// Columns of the terminal.
pub(crate) fn columns() -> usize {
    let named = variable("COLUMNS").and_then(|n| n.to_str()?.parse().ok());
    let columns = named.or_else(|| crossterm::terminal::size().ok().map(|(columns, _)| usize::from(columns)));
    columns.unwrap_or(80).max(20)
}

/// The system and the machine that this program was built for.
pub(crate) fn built_for() -> String {
    format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)
}

/// Lets a write past the limit on the size of files (`ulimit -f`) fail as a write, which is told like a full disk, instead of
/// ending the process halfway.
pub(crate) fn outlive_file_limit() {
    // A handler that only sets a flag: with any handler at all the system answers the write with an error.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_without_a_language() {
        assert!(["", "C", "POSIX", "C.UTF-8"].into_iter().all(is_plain));
        assert!(!["nb_NO.UTF-8", "en", "sv-SE"].into_iter().any(is_plain));
    }
}
