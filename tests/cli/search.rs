//! Search over the embedded companions: other terms, situations, corrections, compounds, and what a query can say.

use super::env::{Env, Ran};

fn search(args: &[&str]) -> Ran {
    let all: Vec<&str> = ["search"].into_iter().chain(args.iter().copied()).collect();
    Env::new().run(&all)
}

/// The citations of a run in a pipe, of one edition.
fn cites(ran: &Ran, edition: &str) -> Vec<String> {
    let line = |line: &&str| Some(line.strip_prefix(edition)?.strip_prefix(':')?.split(':').next()?.to_owned());
    ran.lines().iter().filter_map(line).collect()
}

#[test]
fn a_term_is_found_in_every_language_and_its_own_comes_first() {
    let ran = search(&["strafkort"]).code(0);
    assert!(ran.out.starts_with("companion-da:50:"), "{}", ran.out);
    assert!(
        ran.err.contains("also as: penalty card (en), strafkaart (nl), straffekort (no), straffkort (sv)"),
        "{}",
        ran.err
    );
    for edition in ["companion-no", "companion-sv", "companion-nl", "companion-en"] {
        assert_eq!(cites(&ran, edition).first().map(String::as_str), Some("50"), "{edition}: {}", ran.out);
    }
    let bare = search(&["strafkort", "--no-terms"]).code(0);
    assert!(bare.lines().iter().all(|line| line.starts_with("companion-da:")), "{}", bare.out);
    assert!(!bare.err.contains("also as"), "{}", bare.err);
}

#[test]
fn the_users_language_is_first_among_those_that_have_the_word() {
    let env = Env::new();
    let mut command = env.command();
    let out = command.env("LANG", "sv_SE.UTF-8").args(["search", "revoke", "-l", "-m", "1"]).output().unwrap();
    assert_eq!(String::from_utf8(out.stdout).unwrap().split(':').next(), Some("companion-sv"));
}

#[test]
fn a_situation_leads_those_who_do_not_know_the_term() {
    let ran = search(&["--lang", "en", "hesitated, then partner bid"]).code(0);
    assert!(ran.err.contains("situation: "), "{}", ran.err);
    assert_eq!(cites(&ran, "companion-en").first().map(String::as_str), Some("16B1"));
    let json = search(&["--lang", "en", "--json", "hesitated, then partner bid"]).code(0).json();
    assert!(json[0]["situation"].as_str().unwrap().contains("hesitated"), "{}", json[0]);
}

#[test]
fn a_typing_error_is_said_to_be_one() {
    let ran = search(&["--lang", "da", "strafkrot"]).code(0);
    assert!(ran.err.contains("nothing has `strafkrot`; looked for strafkort"), "{}", ran.err);
    assert_eq!(cites(&ran, "companion-da").first().map(String::as_str), Some("50"));
    // Two errors in a short word are another word, and a citation is never corrected.
    search(&["--lang", "da", "xqzvyk"]).code(1);
    Env::new().line("50Ø").code(1);
    let json = search(&["--lang", "da", "--json", "strafkrot"]).code(0).json();
    assert_eq!(json[0]["corrected"][0]["meant"], "strafkort");
    assert_eq!(json[1]["via"], "strafkort");
}

#[test]
fn a_slip_is_mended_by_what_stands_beside_it() {
    for (lang, query, meant, cite) in [
        // One half of a compound, a term written as one word, an inflected form, a word of four letters.
        ("da", "strf kort", "straf", "50"),
        ("en", "penaltycrad", "penalty card", "50"),
        ("sv", "rvokerat", "revokerat", "61"),
        ("no", "vektet scoe", "score", "12C1c"),
        // Of a compound that nothing has, the part that something has.
        ("nl", "verzakingspech", "verzaking", "61"),
        // Letters that are typed for others.
        ("nl", "gelyktydig spelen", "gelijktijdig", "58A"),
        ("nl", "party", "partij", "def/Partij"),
        // A word of a topic.
        ("en", "table nubmer", "number", "3"),
    ] {
        let ran = search(&["--lang", lang, query, "-m", "5"]).code(0);
        let found = cites(&ran, &format!("companion-{lang}"));
        assert!(found.iter().any(|c| c == cite), "{lang} {query}: {found:?} {}", ran.err);
        assert!(ran.err.contains(&format!("looked for {meant}\n")), "{lang} {query}: {}", ran.err);
    }
}

#[test]
fn a_term_alone_leads_to_its_law_and_not_to_a_situation_that_tells_more() {
    for (lang, query) in [("en", "penalty card"), ("en", "penaltycrad"), ("no", "straffekort"), ("da", "strafkort")] {
        let ran = search(&["--lang", lang, query, "-m", "3"]).code(0);
        assert_eq!(cites(&ran, &format!("companion-{lang}")).first().map(String::as_str), Some("50"), "{}", ran.out);
        assert!(!ran.err.contains("situation:"), "{query}: {}", ran.err);
    }
}

#[test]
fn small_words_and_those_of_the_own_language_are_no_terms_of_another() {
    let also = |query: &str| {
        let ran = search(&["--lang", "en", query, "-m", "1"]).code(0);
        ran.err.lines().filter(|line| line.contains("also as")).map(str::to_owned).collect::<String>()
    };
    // `a` is short for an average, `to` for the Tournament Organizer; `rude` is a form of the Danish word for a diamond.
    assert!(!also("defender drops a card face up").contains("average"));
    assert!(!also("waited too long to call the director").contains("Organizer"));
    let rude = search(&["rude", "-m", "1"]).code(0);
    assert_eq!(cites(&rude, "companion-en"), ["74B5"], "{} {}", rude.out, rude.err);
    assert!(!rude.err.contains("also as"), "{}", rude.err);
}

#[test]
fn a_term_of_another_language_that_is_the_whole_query_goes_before_parts_of_it() {
    for (query, hit) in [
        ("påtvungen pass", "companion-en:30:"),
        ("uskyldig side", "companion-no:10C3:"),
        ("call the director", "companion-en:9B1a:"),
    ] {
        let ran = search(&["-m", "1", query]).code(0);
        assert!(ran.out.starts_with(hit), "{query}: {}{}", ran.err, ran.out);
        assert!(!ran.err.contains("situation:"), "{query}: {}", ran.err);
    }
}

#[test]
fn a_topic_that_is_all_that_is_said_of_a_situation_leads_to_both() {
    let ran = search(&["--lang", "en", "-l", "missing card counts as a revoke"]).code(0);
    let found = cites(&ran, "companion-en");
    assert!(["14B4", "67B1b"].iter().all(|cite| found.iter().any(|other| other == cite)), "{found:?}");
}

#[test]
fn that_no_text_has_all_words_is_said_also_where_a_situation_leads() {
    let ran = search(&["--lang", "en", "phone rang during session"]).code(0);
    assert!(ran.err.contains("no text has all words"), "{}", ran.err);
    assert!(!ran.err.contains("few provisions have all"), "{}", ran.err);
}

#[test]
fn a_slip_in_a_command_is_told() {
    let slip = Env::new().line("serach kort");
    assert!(slip.err.contains("if the command search is meant: lawgrep search --help"), "{}", slip.err);
    assert!(!Env::new().line("kort").err.contains("is meant"));
}

#[test]
fn an_apostrophe_may_be_left_out() {
    let first = |query: &str| {
        let ran = search(&["--lang", "en", "-m", "5", "--", query]).code(0);
        assert!(!ran.err.contains("nothing has"), "{query}: {}", ran.err);
        cites(&ran, "companion-en")
    };
    for (with, without) in [
        ("opponents won't explain their bids", "opponents wont explain their bids"),
        ("he didn’t alert", "he didnt alert"),
    ] {
        assert_eq!(first(with), first(without), "{with}");
    }
}

#[test]
fn a_term_that_is_another_one_elsewhere_is_said_to_be() {
    let ran = search(&["--lang", "sv", "trick"]).code(0);
    let line = "`trick` taken for odd trick (sv); also a term for trick (en)";
    assert!(ran.err.lines().any(|said| said.contains(line)), "{}", ran.err);
    let json = search(&["--lang", "sv", "--json", "trick"]).code(0).json();
    assert_eq!(json[0]["false_friends"][0]["lang"], "sv");
    assert_eq!(json[0]["false_friends"][0]["others"][0]["concept"], "trick");
    // One concept under one name is no false friend.
    let ran = search(&["--lang", "sv", "kontrakt"]).code(0);
    assert!(!ran.err.contains("also a term for"), "{}", ran.err);
}

#[test]
fn what_people_call_a_term_leads_to_its_law() {
    // Beside the books' words, on another keyboard, and where no text has any of them.
    for (lang, query, cite) in [
        ("sv", "budlåda", "18F"),
        ("sv", "spelforare", "DEF:Spelförare"),
        ("da", "spilforer", "DEF:Spilfører"),
        ("nl", "arbiterbeslissing", "85"),
        ("en", "bid too low", "27"),
    ] {
        let ran = search(&["--lang", lang, query, "-m", "5"]).code(0);
        let found = cites(&ran, &format!("companion-{lang}"));
        let cite = cite.replace("DEF:", "def/");
        assert!(found.contains(&cite), "{query}: {found:?}");
    }
    search(&["--lang", "sv", "--no-terms", "budlåda"]).code(1);
}

#[test]
fn marks_stand_where_a_compound_and_a_correction_are() {
    for (lang, query, marked) in [
        ("da", "strafkrot", "strafkort"),
        ("da", "straf kort", "strafkort"),
        ("no", "straffekrot", "straffekort"),
        ("no", "utspills restriksjon", "utspillsrestriksjon"),
        ("sv", "straffkrot", "straffkort"),
        ("nl", "strafkarat", "strafkaart"),
        ("en", "penatly", "penalty"),
    ] {
        let ran = search(&["--lang", lang, "-o", query]).code(0);
        let all: Vec<String> = ran.lines().iter().filter_map(|l| l.rsplit(':').next()).map(str::to_lowercase).collect();
        assert!(all.iter().any(|word| word == marked), "{query}: {all:?}");
    }
}

#[test]
fn compounds_are_found_joined_and_cut() {
    for (lang, query) in [("da", "straf kort"), ("en", "penaltycard"), ("sv", "straff kort"), ("nl", "straf kaart")] {
        let ran = search(&["--lang", lang, query]).code(0);
        let first = cites(&ran, &format!("companion-{lang}")).first().cloned().unwrap_or_default();
        assert!(first.starts_with("50"), "{query}: {first}");
    }
    // A part finds its compounds after the word itself; what only looks like a part does not.
    let ran = search(&["--lang", "no", "--no-terms", "-o", "restriksjon"]).code(0);
    assert!(ran.out.contains(":restriksjoner"), "{}", ran.out);
    let handling = search(&["--lang", "no", "--no-terms", "-o", "hånd"]).code(0);
    assert!(!handling.out.contains("handling"), "{}", handling.out);
}

#[test]
fn plain_letters_find_the_others() {
    for (lang, query, law) in
        [("da", "kulorsvigt", "6"), ("no", "spilleforer", ""), ("sv", "trakarl", "4"), ("sv", "traekarl", "4")]
    {
        let ran = search(&["--lang", lang, query]).code(0);
        let first = cites(&ran, &format!("companion-{lang}")).first().cloned().unwrap_or_default();
        assert!(first.starts_with(law), "{query}: {first}");
    }
}

#[test]
fn a_query_can_say_where_to_look_and_what_not_to_find() {
    let ran = search(&["--lang", "en", "penalty card law:51"]).code(0);
    let all = cites(&ran, "companion-en");
    assert!(!all.is_empty() && all.iter().all(|cite| cite.starts_with("51")), "{all:?}");
    let ran = search(&["penalty card lang:en in:definitions"]).code(0);
    let all = cites(&ran, "companion-en");
    assert!(all.iter().all(|cite| cite.starts_with("def/")) && all.contains(&"def/Penalty card".to_owned()), "{all:?}");
    assert!(ran.lines().iter().all(|line| line.starts_with("companion-en:")), "{}", ran.out);
    let with = search(&["--lang", "en", "-l", "penalty card"]).code(0).lines().len();
    let without = search(&["--lang", "en", "-l", "penalty card -minor"]).code(0).lines().len();
    assert!(without < with, "{without} of {with}");
    let prefix = search(&["--lang", "en", "-o", "--no-terms", "disciplin*"]).code(0);
    assert!(prefix.out.contains("disciplinary"), "{}", prefix.out);
    let dotted = search(&["--lang", "en", "penalty law:50.D"]).code(0);
    assert!(cites(&dotted, "companion-en").iter().all(|cite| cite.starts_with("50D")), "{}", dotted.out);
    let elsewhere = search(&["--lang", "en", "penalty card -law:50"]).code(0);
    assert!(cites(&elsewhere, "companion-en").iter().all(|cite| !cite.starts_with("50")), "{}", elsewhere.out);
    let others = search(&["strafkort -lang:no"]).code(0);
    assert!(others.lines().iter().all(|line| !line.starts_with("companion-no")), "{}", others.out);
    assert!(search(&["kort lang:xx"]).code(2).err.contains("no language `xx` is known; there are da, en, nl, no, sv"));
    // What fits no rule is words, and that is said.
    let ran = search(&["law:nonsense in:bed"]).code(1);
    for word in ["`law:nonsense` is looked for as words", "`in:bed` is looked for as words"] {
        assert!(ran.err.contains(word), "{}", ran.err);
    }
    assert!(search(&["law:50"]).code(1).err.contains("holds no word to look for there; to read 50: lawgrep 50"));
    assert!(search(&["kort law:999"]).code(1).err.contains("the laws end with 93, so there is no law:999"));
    assert!(!search(&["kort law:50"]).code(0).err.contains("looked for as words"));
}

#[test]
fn a_definition_of_the_very_term_is_near_the_top() {
    let ran = search(&["--lang", "en", "LHO", "-m", "3", "-l"]).code(0);
    assert!(ran.out.contains("companion-en:def/LHO"), "{}", ran.out);
}

#[test]
fn a_term_is_shown_in_every_language() {
    let env = Env::new();
    let ran = env.line("term straffekortet").code(0);
    let lines = ran.lines();
    for line in ["da:penalty-card:strafkort", "nl:penalty-card:strafkaart", "sv:penalty-card:straffkort"] {
        assert!(lines.iter().any(|l| l.starts_with(line)), "{line}: {}", ran.out);
    }
    assert!(lines.iter().any(|l| l.starts_with("companion-no:def/Straffekort:")), "{}", ran.out);
    assert!(lines.iter().any(|l| l.starts_with("used:companion-no:50")), "{}", ran.out);
    let json = env.line("term bud --lang sv --json").code(0).json();
    assert_eq!((&json[0]["type"], &json[0]["concept"]), (&"term".into(), &"call".into()));
    assert!(json[0]["false_friends"].as_object().is_some_and(|all| !all.is_empty()), "{}", json[0]);
    let swedish = env.line("term straffekortet --lang sv,da").code(0);
    let terms = |lang: &str| swedish.lines().iter().any(|l| l.starts_with(&format!("{lang}:penalty-card:")));
    assert_eq!(["no", "da", "sv", "nl", "en"].map(terms), [false, true, true, false, false], "{}", swedish.out);
    let json = env.line("term straffekortet --lang sv --json").code(0).json();
    assert_eq!(json[0]["terms"].as_object().map(|all| all.keys().collect::<Vec<_>>()), Some(vec![&"sv".to_owned()]));
    // Of the terms in a text the longest.
    let longest = env.line("term to follow suit").code(0);
    assert!(longest.lines().iter().all(|line| !line.contains("tournament-organizer")), "{}", longest.out);
    assert!(env.line("term xqzvy").code(1).err.contains("no term like `xqzvy` is known"));
    env.line("term").code(2);
}

#[test]
fn a_word_that_nothing_has_is_no_situation() {
    for word in ["wedding", "cathedral", "nordlys", "banana", "tomaat"] {
        search(&[word]).code(1);
    }
}

#[test]
fn long_words_and_many_end_soon() {
    search(&[&"a".repeat(8000)]).code(1);
    let many: Vec<String> = (0..5000).map(|n| format!("w{n}")).collect();
    assert!(search(&[&many.join(" ")]).code(2).err.contains("a query has at most 200 words"));
}

#[test]
fn hostile_queries_end() {
    let long = "strafkort ".repeat(12_000);
    for query in [
        long.as_str(),
        "\u{1b}[31m\u{0}\u{7f}",
        &"-".repeat(5000),
        &"\"".repeat(999),
        &"a*".repeat(2000),
        "law:\u{202e}50",
    ] {
        let ran = search(&["--lang", "da", "--", &query.replace('\0', "\u{1}")]);
        assert!(ran.code < 2, "{} for {:.20}", ran.err, query);
        assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'));
    }
}

#[test]
fn few_provisions_with_all_words_are_followed_by_some_with_most() {
    let env = Env::with_texts();
    let both = env.line("bordet marcipan --edition da-1997").code(0);
    assert!(both.err.contains("few provisions have all words; after them come some with most of them"), "{}", both.err);
    let first = both.lines()[0].to_owned();
    assert!(first.contains("bordet") && first.contains("marcipan"), "{first}");
    assert!((2..=5).contains(&both.lines().len()), "{}", both.out);
    // Who counts, lists, quotes or leaves out means it so.
    for line in ["bordet marcipan -c", "bordet marcipan -l", "bordet marcipan -o", "bordet marcipan -hvidløg"] {
        let ran = env.line(&format!("{line} --edition da-1997")).code(0);
        assert!(!ran.err.contains("few provisions"), "{line}: {}", ran.err);
    }
    assert_eq!(env.line("bordet marcipan -c --edition da-1997").out, "da-1997:1\n");
    assert_eq!(env.line("bordet marcipan -l --edition da-1997").lines().len(), 1);
}

#[test]
fn a_loose_name_of_a_concept_counts_alone() {
    let first = |line: &str| Env::new().line(line).code(0).lines()[0].to_owned();
    assert!(first("kibbe --lang da").starts_with("companion-da:76"), "{}", first("kibbe --lang da"));
    assert!(!first("kibbe spilfører --lang da").starts_with("companion-da:76"));
}

#[test]
fn a_situation_in_plain_letters_is_read_with_its_letters() {
    // `lagt` is a word too: laid.
    let told = Env::new().run(&["sen bjod hon for lagt", "--lang", "sv"]).code(0);
    assert!(told.err.contains("situation: ") && told.err.contains("för lågt"), "{}", told.err);
    assert!(told.out.starts_with("companion-sv:27"), "{}", told.lines()[0]);
}
