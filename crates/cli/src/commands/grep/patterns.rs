//! Where patterns come from: the words of the command line, `-e`, files of `-f`.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use lawgrep_search::Query;

use crate::{
    failure::{Failure, Stop},
    flags::Search,
    text::quoted,
};

/// The files of `-f` together are read up to here. A list of every word in every edition is smaller.
const MOST_BYTES: usize = 1 << 20;

/// Patterns that the printed texts are searched for at once.
const MOST_PATTERNS: usize = 10_000;

/// Queries of the ordinary search that are united: each is a search of its own in every edition.
const MOST_QUERIES: usize = 100;

/// Patterns and queries are named in messages up to here.
const SHOWN: usize = 60;

/// One thing to search for. Never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) text: String,
    /// File and line, for one that comes from a file.
    pub(super) place: Option<(String, usize)>,
}

impl Pattern {
    /// As messages name it: `` `pattern` ``, `` `pattern` (line 3 of FILE) ``.
    pub(super) fn named(&self) -> String {
        let place = self.place.as_ref().map(|(file, line)| format!(" (line {line} of {file})"));
        format!("`{}`{}", short(&self.text), place.unwrap_or_default())
    }
}

/// The start of a text that may be of any length, on one line.
pub(super) fn short(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{} ...", quoted(text.get(..at).unwrap_or_default())),
        None => quoted(text),
    }
}

/// All patterns that were typed or stand in files. None only where files name none.
pub(super) fn read(args: &Search) -> Result<Vec<Pattern>, Stop> {
    let words: Vec<String> = args.words.iter().map(|w| w.to_string_lossy().into_owned()).collect();
    let mut texts: Vec<String> = args.grep.pattern.iter().map(|p| p.to_string_lossy().into_owned()).collect();
    let listed = !texts.is_empty() || !args.grep.file.is_empty();
    if listed && !words.is_empty() {
        let line = format!("with -e or -f words are no patterns; give `{}` as -e too", short(&words.join(" ")));
        return Err(Failure::new(line).into());
    }
    if !listed {
        texts.push(words.join(" "));
    }
    let mut all: Vec<Pattern> = Vec::new();
    for text in &texts {
        // As in grep: a line end parts two patterns, for no printed text holds one.
        all.extend(lines(text).map(|(_, text)| Pattern { text: text.to_owned(), place: None }));
    }
    if all.is_empty() && args.grep.file.is_empty() {
        return Err(Failure::new("no pattern to search for; see lawgrep search --help").into());
    }
    let mut left = MOST_BYTES;
    for path in &args.grep.file {
        let (name, text) = file(path, &mut left)?;
        all.extend(lines(&text).map(|(n, text)| Pattern { text: text.to_owned(), place: Some((name.clone(), n)) }));
    }
    if all.len() > MOST_PATTERNS {
        let line = format!("{} patterns are too many; at most {MOST_PATTERNS} are searched at once", all.len());
        return Err(Failure::new(line).into());
    }
    Ok(all)
}

/// Lines that are not empty, counted from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

/// A file's name for messages, and its text. Takes its bytes from those that are left.
fn file(path: &Path, left: &mut usize) -> Result<(String, String), Stop> {
    let stdin = path.as_os_str() == "-";
    let name = if stdin { "standard input".to_owned() } else { quoted(path) };
    let mut bytes = Vec::new();
    // One byte more tells that there is more; the rest is never read, however long it is.
    let most = *left as u64 + 1;
    let read = match stdin {
        true => io::stdin().lock().take(most).read_to_end(&mut bytes),
        false => File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)),
    };
    if let Err(error) = read {
        return Err(
            Failure::new(format!("cannot read patterns from {name} ({error}); name a file that can be read")).into()
        );
    }
    let Some(rest) = left.checked_sub(bytes.len()) else {
        let line = format!("{name} is too long; files of patterns hold at most {MOST_BYTES} bytes together");
        return Err(Failure::new(line).into());
    };
    *left = rest;
    let text = String::from_utf8_lossy(&bytes);
    Ok((name, text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned()))
}

/// The patterns as queries of the ordinary search.
pub(super) fn queries(patterns: &[Pattern]) -> Result<Vec<Query>, Stop> {
    if patterns.len() > MOST_QUERIES {
        let line = format!(
            "{} queries are too many; at most {MOST_QUERIES} are searched at once, and {MOST_PATTERNS} patterns with -F",
            patterns.len()
        );
        return Err(Failure::new(line).into());
    }
    Ok(patterns.iter().map(|pattern| Query::parse(&pattern.text)).collect())
}

/// All patterns as messages name them, filtered.
pub(super) fn name(patterns: &[Pattern]) -> String {
    match patterns {
        [] => String::new(),
        [one] => short(&one.text),
        [first, rest @ ..] => format!("{} and {} more", short(&first.text), rest.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stand_a_line_each_and_blank_lines_are_none() {
        let all: Vec<(usize, &str)> = lines("a\r\n\n  \n b \nc").collect();
        assert_eq!(all, [(1, "a"), (4, " b "), (5, "c")]);
    }

    #[test]
    fn a_long_pattern_is_named_by_its_start() {
        assert_eq!(short("a\u{1b}b"), "a\u{241b}b");
        assert_eq!(short(&"é".repeat(61)), format!("{} ...", "é".repeat(60)));
        let pattern = Pattern { text: "x".to_owned(), place: Some(("f".to_owned(), 3)) };
        assert_eq!(pattern.named(), "`x` (line 3 of f)");
    }
}
