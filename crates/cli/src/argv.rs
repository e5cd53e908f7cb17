use std::ffi::{OsStr, OsString};

/// A command line with its subcommand found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Arranged {
    /// The subcommand that was typed; `None` where the words are a query.
    pub(crate) subcommand: Option<String>,
    /// All other arguments, in their order.
    pub(crate) rest: Vec<OsString>,
    /// There is at least one word that is neither a flag nor the value of one.
    pub(crate) has_words: bool,
    /// The first word came after `--`: it is a word whatever it looks like.
    pub(crate) literal: bool,
}

/// What a flag before the first word does to the argument after it.
pub(crate) struct Arity {
    /// Letters that take a value.
    pub(crate) short: Vec<char>,
    /// Names that take a value, without `--`.
    pub(crate) long: Vec<String>,
}

/// Finds the subcommand: the first word that is no flag, if it equals one. Later words never are one.
pub(crate) fn arrange(args: &[OsString], names: &[&str], arity: &Arity) -> Arranged {
    let mut at = 0;
    while let Some(arg) = args.get(at) {
        if arg == "--" {
            return Arranged { subcommand: None, rest: args.to_vec(), has_words: args.len() > at + 1, literal: true };
        }
        if !is_flag(arg) {
            let name = arg.to_str().filter(|word| names.contains(word)).map(str::to_owned);
            let mut rest = args.to_vec();
            if name.is_some() {
                rest.remove(at);
            }
            return Arranged { subcommand: name, rest, has_words: true, literal: false };
        }
        at += if arity.takes_next(arg) { 2 } else { 1 };
    }
    Arranged { subcommand: None, rest: args.to_vec(), has_words: false, literal: false }
}

fn is_flag(arg: &OsStr) -> bool {
    arg.as_encoded_bytes().starts_with(b"-") && arg != "-"
}

impl Arity {
    /// The flag that takes its value from the word after this one, by its long name or letter.
    pub(crate) fn waits(&self, word: &str) -> Option<String> {
        if !self.takes_next(OsStr::new(word)) {
            return None;
        }
        let letter = || word.chars().last().map(|letter| letter.to_string());
        word.strip_prefix("--").map(str::to_owned).or_else(letter)
    }

    fn takes_next(&self, arg: &OsStr) -> bool {
        // What is no UTF-8 is no flag of ours; the parser will say so.
        let Some(arg) = arg.to_str() else { return false };
        if let Some(long) = arg.strip_prefix("--") {
            return self.long.iter().any(|l| l == long);
        }
        let mut letters = arg.chars().skip(1);
        while let Some(letter) = letters.next() {
            if self.short.contains(&letter) {
                // `-m5` has its value in it, `-m 5` after it.
                return letters.next().is_none();
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(typed: &str, subcommand: Option<&str>, rest: &str, literal: bool) {
        let split = |s: &str| s.split_whitespace().map(OsString::from).collect::<Vec<_>>();
        let arity = Arity { short: vec!['m', 'C'], long: vec!["lang".to_owned()] };
        let got = arrange(&split(typed), &["show", "refs", "search"], &arity);
        assert_eq!((got.subcommand.as_deref(), got.rest, got.literal), (subcommand, split(rest), literal), "{typed}");
    }

    #[test]
    fn the_first_word_may_be_a_subcommand_and_no_later_one() {
        check("show 50", Some("show"), "50", false);
        check("strafkort show", None, "strafkort show", false);
        check("show refs", Some("show"), "refs", false);
        check("Show 50", None, "Show 50", false);
        check("", None, "", false);
    }

    #[test]
    fn flags_stand_on_either_side() {
        check("--json show 50", Some("show"), "--json 50", false);
        check("--lang show refs", Some("refs"), "--lang show", false);
        check("--lang=da show 50", Some("show"), "--lang=da 50", false);
        check("-m 5 show", Some("show"), "-m 5", false);
        check("-m5 show", Some("show"), "-m5", false);
        check("-cm 5 show", Some("show"), "-cm 5", false);
        check("-c show --json", Some("show"), "-c --json", false);
        check("--lang", None, "--lang", false);
    }

    #[test]
    fn after_two_hyphens_every_word_is_a_word() {
        check("-- show 50", None, "-- show 50", true);
        check("--json -- show", None, "--json -- show", true);
        check("show -- 50", Some("show"), "-- 50", false);
    }
}
