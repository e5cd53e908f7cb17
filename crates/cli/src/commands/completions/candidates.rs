use clap::CommandFactory;
use lawgrep_shelf::Origin;

use super::citations;
use crate::{
    flags::{self, Typed},
    session::Session,
};

/// A command line that is being typed, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The subcommand; `None` where the first word is still to be typed, or begins a query.
    subcommand: Option<String>,
    /// Words before the one being typed that are neither flags nor their values, without the subcommand.
    words: Vec<String>,
    /// Flags with a value that have been typed, by their long names.
    values: Vec<(String, String)>,
    /// What stands before the part being typed and goes into every candidate: `--edition=`.
    before: String,
    /// The part being typed.
    typed: String,
    /// The flag whose value is being typed, by its long name or letter.
    flag: Option<String>,
    /// After `--` there are no flags.
    literal: bool,
}

impl Line {
    /// Reads the words after the program's name; the last is the one being typed.
    pub(super) fn of(words: &[String]) -> Self {
        let words = joined(words);
        let (last, earlier) = words.split_last().map_or((String::new(), &[][..]), |(last, all)| (last.clone(), all));
        let parser = Typed::command();
        let is_command = |word: &str| word == "help" || parser.find_subcommand(word).is_some();
        let arity = flags::arity(&parser);
        let mut line = Self {
            subcommand: None,
            words: Vec::new(),
            values: Vec::new(),
            before: String::new(),
            typed: last,
            flag: None,
            literal: false,
        };
        let mut waiting: Option<String> = None;
        for word in earlier {
            if let Some(flag) = waiting.take() {
                line.values.push((flag, word.clone()));
            } else if line.literal || !word.starts_with('-') || word == "-" {
                if line.subcommand.is_none() && line.words.is_empty() && !line.literal && is_command(word) {
                    line.subcommand = Some(word.clone());
                } else {
                    line.words.push(word.clone());
                }
            } else if word == "--" {
                line.literal = true;
            } else if let Some((flag, value)) = word.split_once('=') {
                line.values.push((flag.trim_start_matches('-').to_owned(), value.to_owned()));
            } else {
                waiting = arity.waits(word);
            }
        }
        line.flag = waiting;
        let own = line.typed.split_once('=').filter(|(flag, _)| !line.literal && flag.starts_with("--"));
        if let Some((flag, value)) = own.filter(|_| line.flag.is_none()) {
            line.flag = Some(flag.trim_start_matches('-').to_owned());
            line.before = format!("{flag}=");
            line.typed = value.to_owned();
        }
        line
    }

    /// The values that have been typed for a flag, lists taken apart.
    pub(super) fn values(&self, flag: &str) -> Vec<&str> {
        let of = self.values.iter().filter(|(name, _)| name == flag);
        of.flat_map(|(_, value)| value.split(',')).filter(|value| !value.is_empty()).collect()
    }
}

/// bash parts words at `=`: `--edition`, `=`, `da` is one word for everybody else. There only the last part is replaced, so that
/// a flag and its value are handed over as two words.
fn joined(words: &[String]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (n, word) in words.iter().enumerate() {
        let flag = all.last().is_some_and(|last| last.starts_with("--") && last.len() > 2 && !last.contains('='));
        match (word.as_str(), flag) {
            ("=", true) if n + 1 == words.len() => all.push(String::new()),
            ("=", true) => {}
            _ => all.push(word.clone()),
        }
    }
    all
}

/// What could stand where a line is being typed.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    /// Words, and what they are.
    pub(super) list: Vec<(String, String)>,
    /// Files could stand there too.
    pub(super) files: bool,
}

impl Candidates {
    pub(super) fn of(line: &Line, session: &Session) -> Self {
        let mut all = Self::default();
        if let Some(flag) = &line.flag {
            all.values(flag, line, session);
        } else if line.typed.starts_with('-') && !line.literal {
            all.flags(line);
        } else {
            all.words(line, session);
        }
        all.list.retain(|(value, _)| value.starts_with(&line.typed));
        for (value, _) in &mut all.list {
            value.insert_str(0, &line.before);
        }
        all
    }

    /// The values of a flag. Where several go with commas, only the last is being typed.
    fn values(&mut self, flag: &str, line: &Line, session: &Session) {
        let editions = session.library.editions();
        let lexicon = session.library.lexicon();
        match flag {
            "edition" | "as" => self.extend(editions.iter().map(|e| (e.id.to_string(), e.title.clone()))),
            "lang" => self.extend(lexicon.languages.iter().map(|l| (l.code.clone(), l.name.clone()))),
            "code" => {
                let state = |code: &lawgrep_lexicon::Code| match code.superseded_by {
                    Some(by) => format!("superseded by {by}"),
                    None => "in force".to_owned(),
                };
                self.extend(lexicon.codes.iter().map(|c| (c.year.to_string(), state(c))));
            }
            "format" => self.extend([("jsonl".to_owned(), "one object a line".to_owned())]),
            "output" | "f" => self.files = true,
            _ => self.possible(flag, line),
        }
        let listed = line.typed.rfind(',').map_or("", |at| line.typed.get(..=at).unwrap_or(""));
        if !listed.is_empty() {
            let named: Vec<&str> = listed.split(',').collect();
            self.list.retain(|(value, _)| !named.contains(&value.as_str()));
            for (value, _) in &mut self.list {
                value.insert_str(0, listed);
            }
        }
    }

    /// The values that the parser itself knows for a flag.
    fn possible(&mut self, flag: &str, line: &Line) {
        let parser = Typed::command();
        let Some(command) = parser.find_subcommand(line.subcommand.as_deref().unwrap_or("search")) else { return };
        let is =
            |arg: &&clap::Arg| arg.get_long() == Some(flag) || arg.get_short().is_some_and(|c| flag == c.to_string());
        let values = command.get_arguments().find(is).map(clap::Arg::get_possible_values).unwrap_or_default();
        self.extend(values.iter().map(|v| (v.get_name().to_owned(), about(v.get_help()))));
    }

    fn flags(&mut self, line: &Line) {
        let parser = Typed::command();
        let Some(command) = parser.find_subcommand(line.subcommand.as_deref().unwrap_or("search")) else { return };
        let shown = command.get_arguments().filter(|arg| !arg.is_hide_set() && !arg.is_positional());
        for arg in shown {
            let short = arg.get_short().filter(|_| !line.typed.starts_with("--")).map(|c| format!("-{c}"));
            let long = arg.get_long().map(|long| format!("--{long}"));
            self.extend(short.into_iter().chain(long).map(|name| (name, about(arg.get_help()))));
        }
        if line.subcommand.is_none() && line.words.is_empty() {
            self.extend([("--version".to_owned(), "Print the version".to_owned())]);
        }
        self.extend([("--help".to_owned(), "Print help".to_owned())]);
    }

    fn words(&mut self, line: &Line, session: &Session) {
        let first = line.words.is_empty();
        let ids = |session: &Session, imported: bool| -> Vec<(String, String)> {
            let editions = session.library.editions().iter().enumerate();
            let own = |at: usize| session.library.origin(at) == Some(Origin::Imported);
            editions.filter(|(at, _)| !imported || own(*at)).map(|(_, e)| (e.id.to_string(), e.title.clone())).collect()
        };
        match line.subcommand.as_deref() {
            None => {
                if first && !line.literal {
                    self.subcommands();
                }
                // A word may become anything; a digit is the beginning of a citation, or of a list that goes on.
                let cites = line.typed.starts_with(|c: char| c.is_ascii_digit());
                if cites && !line.literal && (first || citations::all_are(&line.words, session)) {
                    self.list.extend(citations::beginning(&line.typed, line, session));
                }
            }
            Some("show" | "refs" | "where") => self.list.extend(citations::beginning(&line.typed, line, session)),
            Some("tui") if first => self.list.extend(citations::beginning(&line.typed, line, session)),
            Some("diff") if line.words.len() < 2 => {
                self.extend(ids(session, false));
                self.files = true;
            }
            Some("diff") => self.list.extend(citations::beginning(&line.typed, line, session)),
            Some("check") => self.extend(ids(session, false)),
            Some("forget") => self.extend(ids(session, true)),
            Some("import" | "links") => self.files = true,
            Some("completions") if first => {
                let shells = ["bash", "zsh", "fish", "powershell"];
                self.extend(shells.map(|shell| (shell.to_owned(), format!("completions for {shell}"))));
            }
            Some("help") if first => self.subcommands(),
            _ => {}
        }
    }

    fn subcommands(&mut self) {
        let parser = Typed::command();
        let shown = parser.get_subcommands().filter(|command| !command.is_hide_set());
        self.extend(shown.map(|command| (command.get_name().to_owned(), about(command.get_about()))));
        self.extend([("help".to_owned(), "Print help for a subcommand".to_owned())]);
    }

    fn extend(&mut self, more: impl IntoIterator<Item = (String, String)>) {
        self.list.extend(more);
    }
}

/// The first line of a help text.
fn about(help: Option<&clap::builder::StyledStr>) -> String {
    help.map(ToString::to_string).unwrap_or_default().lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(typed: &str) -> Line {
        let words: Vec<String> = typed.split(' ').map(str::to_owned).collect();
        Line::of(&words)
    }

    #[track_caller]
    fn check(typed: &str, subcommand: Option<&str>, words: &[&str], flag: Option<&str>, part: (&str, &str)) {
        let line = line(typed);
        let got = (line.subcommand.as_deref(), line.words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(got, (subcommand, words.to_vec()), "{typed}");
        assert_eq!(
            (line.flag.as_deref(), line.before.as_str(), line.typed.as_str()),
            (flag, part.0, part.1),
            "{typed}"
        );
    }

    #[test]
    fn a_line_is_taken_apart_at_the_word_being_typed() {
        check("", None, &[], None, ("", ""));
        check("sho", None, &[], None, ("", "sho"));
        check("show 50", Some("show"), &[], None, ("", "50"));
        check("--json show 50 ", Some("show"), &["50"], None, ("", ""));
        check("show --edition da-1997 --lang ", Some("show"), &[], Some("lang"), ("", ""));
        check("show --edition=da-1997,c", Some("show"), &[], Some("edition"), ("--edition=", "da-1997,c"));
        check("show --edition = da", Some("show"), &[], Some("edition"), ("", "da"));
        check("show --edition =", Some("show"), &[], Some("edition"), ("", ""));
        check("-m 5 show 5", Some("show"), &[], None, ("", "5"));
        check("-m", None, &[], None, ("", "-m"));
        check("-f ", None, &[], Some("f"), ("", ""));
        check("-- show 50", None, &["show"], None, ("", "50"));
        check("strafkort show", None, &["strafkort"], None, ("", "show"));
        check("links -", Some("links"), &[], None, ("", "-"));
    }

    #[test]
    fn values_that_were_typed_are_known() {
        let line = line("show --lang da,sv --edition=a -m5 --lang en 5");
        assert_eq!(line.values("lang"), ["da", "sv", "en"]);
        assert_eq!(line.values("edition"), ["a"]);
    }
}
