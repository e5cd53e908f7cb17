//! What can be typed: flags as they stand on the command line, nothing looked up yet. Doc comments are the help texts.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};
use lawgrep_compare::Level;

use crate::argv::Arity;

/// Find, read and compare the Laws of Duplicate Bridge
///
/// Searches the editions at hand for words, or shows a provision when the query is a citation:
///
///   lawgrep strafkort
///   lawgrep 50D
///   lawgrep --edition da-1997 show 50D 16C2
///
/// The first word that is no flag is a subcommand if it equals one, else it begins
/// the query; `lawgrep search WORD` and `lawgrep -- WORD` always search. Without
/// arguments, on a terminal, the reader opens.
#[derive(Debug, Parser)]
#[command(name = "lawgrep", disable_version_flag = true, verbatim_doc_comment)]
#[command(after_long_help = AFTERWORD)]
#[command(override_usage = "lawgrep [FLAGS] QUERY...\n       lawgrep SUBCOMMAND [FLAGS] ARGS...\n       lawgrep")]
pub(crate) struct Typed {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Print the version
    #[arg(short = 'V', long)]
    pub(crate) version: bool,
}

/// What stands below the list of subcommands.
const AFTERWORD: &str = "\
Exit codes:
  0  found, shown, done
  1  nothing found; a citation that no edition at hand has; check --strict with findings; diff with differences
  2  anything that went wrong; one line on standard error says what, where and what to do

Environment:
  LAWGREP_HOME              where imported editions are kept, instead of the platform's data folder
  LC_ALL, LC_MESSAGES, LANG whose editions come first in a search
  NO_COLOR                  no colour on a terminal";

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Search(Search),
    Show(Show),
    Refs(Refs),
    Links(Links),
    Where(Where),
    Term(Term),
    Check(Check),
    Diff(Diff),
    Import(Import),
    Editions(Editions),
    Forget(Forget),
    Export(Export),
    Tui(Tui),
    Completions(Completions),
    Doctor(Doctor),
}

/// Which editions.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Pick {
    /// Only this edition; repeat it or use commas
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub(crate) edition: Vec<String>,
    /// Only editions in this language (no, da, sv, nl, en); repeat it or use commas
    #[arg(long, value_name = "LL", value_delimiter = ',')]
    pub(crate) lang: Vec<String>,
    /// Only editions of the code of this year; repeat it or use commas
    #[arg(long, value_name = "YEAR", value_delimiter = ',')]
    pub(crate) code: Vec<String>,
}

/// How output looks. Every subcommand takes these, before or after its name.
#[derive(Debug, Clone, Args)]
pub(crate) struct Shape {
    /// Print JSON Lines
    #[arg(long)]
    pub(crate) json: bool,
    /// Ask for this version of the JSON format; there is only 1
    #[arg(long, value_name = "N")]
    pub(crate) format_version: Option<u32>,
    /// When to colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(crate) color: When,
    /// When to make citations links to lawgrep://show/EDITION/CITE
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(crate) hyperlink: When,
    /// End lines with a zero byte
    #[arg(long)]
    pub(crate) null: bool,
    /// Show editions side by side, by rule
    #[arg(long)]
    pub(crate) parallel: bool,
}

/// When to do something that suits a terminal only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Flags that search and show share.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct List {
    /// Print only how many there are in each edition
    #[arg(short = 'c', long)]
    pub(crate) count: bool,
    /// Print only edition and citation
    #[arg(short = 'l', long, conflicts_with = "count")]
    pub(crate) list: bool,
    /// Print at most this many provisions; on a terminal 20 unless said
    #[arg(short = 'm', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_count: Option<u32>,
    /// Print nothing; the exit code tells
    #[arg(short = 'q', long)]
    pub(crate) quiet: bool,
}

/// Search the texts for words
///
/// All words must stand in a provision; where none has them all, those with the most of them are shown. A word finds its
/// inflected forms, its compounds, its name in other languages, and what a typing error may have meant.
///
/// In one argument, or after --: "a phrase", -without, word*, law:16C, lang:no, in:definitions (or notes, exercises).
/// What fits none of these is words.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// Words to find
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) pick: Pick,
    #[command(flatten)]
    pub(crate) list: List,
    /// Print only the words that match, one a line
    #[arg(short = 'o', long, conflicts_with_all = ["count", "list"])]
    pub(crate) only_matching: bool,
    /// Look for the words as they are typed only: no other terms, no situations, no corrections
    #[arg(long)]
    pub(crate) no_terms: bool,
    /// Search regardless of case; it is so unless -s is given
    #[arg(short = 'i', long)]
    pub(crate) ignore_case: bool,
    #[command(flatten)]
    pub(crate) grep: Grep,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// What grep has letters for. -F, -E, -w and -s search the texts as they are printed; the others go with words too.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Grep {
    /// Search for this; repeat it to find what matches any of them
    #[arg(short = 'e', value_name = "PATTERN")]
    pub(crate) pattern: Vec<OsString>,
    /// Search for each line of this file; - is standard input
    #[arg(short = 'f', value_name = "FILE")]
    pub(crate) file: Vec<PathBuf>,
    /// Find exactly these characters in the printed texts, not words in any of their forms
    #[arg(short = 'F', conflicts_with = "regex")]
    pub(crate) fixed: bool,
    /// Find a regular expression in the printed texts
    #[arg(short = 'E')]
    pub(crate) regex: bool,
    /// Find it only as a whole word in the printed texts; -F unless -E is given
    #[arg(short = 'w')]
    pub(crate) whole_word: bool,
    /// Tell capital and small letters apart; -F unless -E is given
    #[arg(short = 's', overrides_with = "ignore_case")]
    pub(crate) case_sensitive: bool,
    /// Show N provisions before and after each that matches
    #[arg(short = 'C', value_name = "N")]
    pub(crate) context: Option<u32>,
}

/// Show provisions by citation
///
/// A citation is 50D, 16c2, 12C1(b), § 47E2, lag 50, artikel 57A, a range 26-32, or a name as output prints it: def/Bonus,
/// ans/14, 42B1+42B2. Every edition at hand that holds it is shown; those that do not are named.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// What to show
    #[arg(value_name = "CITE", required = true)]
    pub(crate) cites: Vec<OsString>,
    #[command(flatten)]
    pub(crate) pick: Pick,
    #[command(flatten)]
    pub(crate) list: List,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// List what a provision refers to, and what refers to it
///
/// Both count the provision and everything below it. The number is read in the code of the edition named, else of the law in
/// force; editions of other codes are searched for the same rule under its number there.
#[derive(Debug, Args)]
pub(crate) struct Refs {
    /// The provision
    #[arg(value_name = "CITE", required = true)]
    pub(crate) cites: Vec<OsString>,
    #[command(flatten)]
    pub(crate) pick: Pick,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// Find the references to laws in any text
///
/// For each the line, the column, the edition and citation where it opens, and the heading: minutes of an appeal, a letter, a
/// book of guidance. Language and code are guessed from the text, and said; a number that is no reference for sure ("12 cards",
/// dates, scores, statutes) leads nowhere. "This law" and the like are left out: outside a law book they stand nowhere. Of
/// what does not open the line says why: absent, ambiguous, foreign.
///
/// Exits with 0 if something opens, with 1 if nothing does.
#[derive(Debug, Args)]
pub(crate) struct Links {
    /// Text files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<OsString>,
    /// Look references up in this edition only; repeat it or use commas
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub(crate) edition: Vec<String>,
    /// The texts are in this language (no, da, sv, nl, en)
    #[arg(long, value_name = "LL")]
    pub(crate) lang: Option<String>,
    /// The texts are about the code of this year
    #[arg(long, value_name = "YEAR")]
    pub(crate) code: Option<String>,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// Tell where a provision stands in every code of the laws
///
/// One home a line, oldest code first: what became of the rule, what it is about, which editions at hand have it. The same
/// number can be another rule in another code; that is said. A citation is read in the code of --code, else of the edition
/// named, else of the law in force.
#[derive(Debug, Args)]
pub(crate) struct Where {
    /// The provision; or a definition as output names it: def/Bonus
    #[arg(value_name = "CITE", required = true)]
    pub(crate) cites: Vec<OsString>,
    #[command(flatten)]
    pub(crate) pick: Pick,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// Show a term of the laws in every language
///
/// The terms of the concept in all languages, the one that is printed today first; where it is chiefly ruled, how the editions
/// at hand define it, which provisions use it most, and what misleads a reader who knows a neighbouring language.
#[derive(Debug, Args)]
pub(crate) struct Term {
    /// The term, in any language and form
    #[arg(value_name = "WORD", required = true)]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) pick: Pick,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// List what is odd in an edition
///
/// Words that were not understood, gaps in the numbering, provisions that the code has and the text has not, brackets
/// without a partner, references to nothing, corrections of the print: with line, words and what was made of them.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The edition, or a file that is not imported; without it all that were imported, or all there are
    #[arg(value_name = "ID|FILE")]
    pub(crate) ids: Vec<String>,
    /// The file is in this encoding: utf-8, utf-16le, utf-16be, windows-1252
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// Let the program pdftotext read PDF
    #[arg(long)]
    pub(crate) pdftotext: bool,
    #[command(flatten)]
    pub(crate) pick: Pick,
    /// Say of every byte of the source what became of it, as a table
    #[arg(long)]
    pub(crate) coverage: bool,
    /// Exit with 1 if there are findings
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// Tell what two texts do not have in common
///
/// Words are not compared: they may be in different languages. Compared are structure (provisions that are missing, extra,
/// moved, split, merged), headings, references by their targets, numbers (in digits or words), suits, cards, percentages,
/// and how many notes there are. Between codes a provision is compared with its home there. What a partial text does not
/// hold is named once. A reason in brackets tells that a difference is no fault: what the concordance of the codes says, or
/// that a companion explains in its own words.
///
/// Exits with 0 if there is no difference without such a reason, with 1 if there is.
#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// The first text: an edition, or a file or folder that need not be imported
    #[arg(value_name = "A")]
    pub(crate) a: OsString,
    /// The second text
    #[arg(value_name = "B")]
    pub(crate) b: OsString,
    /// Only these provisions and what stands below them
    #[arg(value_name = "CITE")]
    pub(crate) cites: Vec<OsString>,
    /// Only this level; repeat it or use commas
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', value_parser = clap::builder::PossibleValuesParser::new(Level::ALL.map(Level::name)))]
    pub(crate) level: Vec<String>,
    /// Print a table for spreadsheets
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// Read law texts and keep them
///
/// A folder's files are grouped by the edition that each is recognised as; files that are no law text are passed over with
/// a note. Several files of one edition are its parts. Importing again replaces.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// Files or folders
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Keep it under this id
    #[arg(long = "as", value_name = "ID")]
    pub(crate) id: Option<String>,
    /// It is in this language
    #[arg(long, value_name = "LL")]
    pub(crate) lang: Option<String>,
    /// It follows the code of this year
    #[arg(long, value_name = "YEAR")]
    pub(crate) code: Option<String>,
    /// Leave out corrections of known faults of the print
    #[arg(long)]
    pub(crate) no_patches: bool,
    /// It is in this encoding: utf-8, utf-16le, utf-16be, windows-1252
    #[arg(long, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// Let the program pdftotext read PDF
    #[arg(long)]
    pub(crate) pdftotext: bool,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// List the editions at hand
#[derive(Debug, Args)]
pub(crate) struct Editions {
    #[command(flatten)]
    pub(crate) pick: Pick,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// Take an imported edition off the shelf
#[derive(Debug, Args)]
pub(crate) struct Forget {
    /// The edition
    #[arg(value_name = "ID", required = true)]
    pub(crate) ids: Vec<String>,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// Write an edition for other programs
#[derive(Debug, Args)]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) pick: Pick,
    /// The format: jsonl
    #[arg(long, value_name = "FORMAT", default_value = "jsonl")]
    pub(crate) format: String,
    /// Write to this file
    #[arg(long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// Open the reader
///
/// Without CITE and without flags that choose editions it opens where you left it. Settings (language, editions, theme, mouse,
/// keys) are read from config.toml in the data folder, which is $LAWGREP_HOME or else the platform's (on Linux
/// ~/.local/share/lawgrep); bookmarks are kept beside it.
#[derive(Debug, Default, Args)]
pub(crate) struct Tui {
    /// Open it here
    #[arg(value_name = "CITE")]
    pub(crate) cites: Vec<OsString>,
    #[command(flatten)]
    pub(crate) pick: Pick,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// Print completions for a shell
///
/// They complete subcommands, flags, editions, languages, codes, and citations with their headings. For bash put
/// `source <(lawgrep completions bash)` in ~/.bashrc; for zsh `source <(lawgrep completions zsh)` in ~/.zshrc after compinit; for
/// fish `lawgrep completions fish | source` in config.fish; for PowerShell
/// `lawgrep completions powershell | Out-String | Invoke-Expression` in $PROFILE.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Which shell: bash, zsh, fish, powershell
    #[arg(value_name = "SHELL", required_unless_present = "candidates", hide_possible_values = true)]
    pub(crate) shell: Option<clap_complete::Shell>,
    /// Print what could stand where a command line ends; for the scripts
    #[arg(long, hide = true, conflicts_with = "shell")]
    pub(crate) candidates: bool,
    /// The last word is empty; for shells that lose empty words
    #[arg(long, hide = true, requires = "candidates")]
    pub(crate) empty: bool,
    /// The words so far
    #[arg(last = true, hide = true, requires = "candidates")]
    pub(crate) words: Vec<OsString>,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// Tell whether everything is well, and what to do where it is not
///
/// What the program is, which texts it carries, where imported editions are kept and why there, whether each is whole, who is
/// writing, the settings, your language, what the terminal can. Nothing is changed.
///
/// Exits with 0 if all is well, with 2 if something is broken.
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) shape: Shape,
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            json: false,
            format_version: None,
            color: When::Auto,
            hyperlink: When::Auto,
            null: false,
            parallel: false,
        }
    }
}

impl Command {
    /// The flags on output.
    pub(crate) fn shape(&self) -> &Shape {
        match self {
            Command::Search(it) => &it.shape,
            Command::Show(it) => &it.shape,
            Command::Refs(it) => &it.shape,
            Command::Links(it) => &it.shape,
            Command::Where(it) => &it.shape,
            Command::Term(it) => &it.shape,
            Command::Check(it) => &it.shape,
            Command::Diff(it) => &it.shape,
            Command::Import(it) => &it.shape,
            Command::Editions(it) => &it.shape,
            Command::Forget(it) => &it.shape,
            Command::Export(it) => &it.shape,
            Command::Tui(it) => &it.shape,
            Command::Completions(it) => &it.shape,
            Command::Doctor(it) => &it.shape,
        }
    }
}

/// Which flags take a value, over all subcommands: a letter or name means the same in each of them.
pub(crate) fn arity(parser: &clap::Command) -> Arity {
    let (mut short, mut long) = (Vec::new(), Vec::new());
    for subcommand in parser.get_subcommands() {
        for arg in subcommand.get_arguments().filter(|a| a.get_action().takes_values() && !a.is_positional()) {
            short.extend(arg.get_short());
            long.extend(arg.get_long().map(str::to_owned));
        }
    }
    Arity { short, long }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_parser_is_consistent() {
        Typed::command().debug_assert();
    }

    #[test]
    fn a_flag_means_the_same_everywhere_and_reserved_letters_stay_free() {
        let mut takes: BTreeMap<String, bool> = BTreeMap::new();
        for subcommand in Typed::command().get_subcommands() {
            for arg in subcommand.get_arguments().filter(|a| !a.is_positional()) {
                let names = arg.get_short().map(|c| c.to_string()).into_iter().chain(arg.get_long().map(str::to_owned));
                for name in names {
                    let takes_value = arg.get_action().takes_values();
                    assert_eq!(*takes.entry(name.clone()).or_insert(takes_value), takes_value, "{name}");
                }
                assert_ne!(arg.get_short(), Some('v'), "-v is not offered");
            }
        }
        for long_only in ["edition", "lang", "code", "output", "parallel"] {
            assert!(takes.contains_key(long_only), "{long_only}");
        }
        assert!(!takes["parallel"], "--parallel takes no value");
        assert!(!takes["c"] && takes["m"] && takes["e"] && takes["f"] && takes["C"]);
    }
}
