//! How a command line is read.

use super::env::Env;

#[test]
fn every_subcommand_has_help_and_the_first_line_of_it_in_the_list() {
    let env = Env::new();
    let list = env.line("--help").code(0).out;
    for name in [
        "search",
        "show",
        "refs",
        "check",
        "import",
        "editions",
        "forget",
        "export",
        "tui",
        "completions",
        "links",
        "doctor",
    ] {
        let help = env.line(&format!("{name} --help")).code(0).out;
        let first = help.lines().next().unwrap();
        assert!(!first.is_empty() && !first.ends_with('.'), "{name}: {first}");
        assert!(list.contains(&format!("{name} ")) && list.contains(first), "{name} in {list}");
        assert_eq!(env.line(&format!("help {name}")).code(0).out, help);
        assert!(!env.line(&format!("{name} -h")).code(0).out.is_empty());
    }
}

#[test]
fn the_first_word_may_be_a_subcommand_and_later_words_never_are() {
    let env = Env::with_texts();
    let shown = env.line("show 50A --edition nl-2017").code(0).out;
    assert_eq!(env.line("--edition nl-2017 show 50A").code(0).out, shown);
    assert_eq!(env.line("50A --edition nl-2017").code(0).out, shown);
    assert_eq!(env.line("--edition=nl-2017 50A").code(0).out, shown);
    let words = env.line("chocolade show --edition nl-2017");
    assert!(words.err.contains("no text has all words"), "{}", words.err);
}

#[test]
fn search_and_two_hyphens_always_search() {
    let env = Env::with_texts();
    for line in ["search 50A --edition nl-2017", "--edition nl-2017 -- 50A", "--edition nl-2017 search -- 50A"] {
        let ran = env.line(line).code(0);
        assert!(ran.out.starts_with("nl-2017:50"), "{line}: {}", ran.out);
        assert!(!ran.out.contains(": 2017 code"), "{line}: {}", ran.out);
    }
    // A subcommand's name as a word.
    env.line("--edition nl-2017 -- show").code(1);
    env.line("search diff --edition nl-2017").code(1);
}

#[test]
fn only_a_literal_quotation_mark_makes_a_phrase() {
    let env = Env::with_texts();
    let count = |args: &[&str]| {
        let mut all = args.to_vec();
        all.extend(["-c", "--edition", "da-1997"]);
        env.run(&all).out
    };
    assert_eq!(count(&["bordet marcipan"]), "da-1997:1\n");
    assert_eq!(count(&["bordet", "marcipan"]), "da-1997:1\n");
    assert_eq!(count(&["\"af marcipan\""]), "da-1997:2\n");
    assert_eq!(count(&["\"marcipan af\""]), "da-1997:0\n");
}

#[test]
fn the_version_is_one_line() {
    let env = Env::new();
    let said = format!("lawgrep {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(env.line("--version").code(0).out, said);
    assert_eq!(env.line("-V").code(0).out, said);
}
