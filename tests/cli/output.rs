//! What a pipe gets, and what goes beside it.

use super::env::Env;

#[test]
fn a_hit_is_edition_citation_text_on_one_line() {
    let env = Env::with_texts();
    let ran = env.line("spist").code(0);
    assert_eq!(
        ran.lines(),
        ["da-1997:50A:Sukker: Et strafkort af marcipan skal ligge på bordet, til det er spist (se §41A)."]
    );
    assert_eq!(ran.err, "lawgrep: da-1997: 1997 code, superseded\n");
}

#[test]
fn a_remark_stands_in_the_line_of_its_provision() {
    let env = Env::with_texts();
    let ran = env.line("show 41 -m 1 --edition da-1997").code(0);
    assert!(
        ran.out.contains("da-1997:41:Kagens plads [note: I turneringer under DBF kan kagen bages hjemme.]\n"),
        "{}",
        ran.out
    );
}

#[test]
fn show_prints_the_standing_the_subtree_and_who_lacks_it() {
    let env = Env::with_texts();
    let ran = env.line("show 41B2 --lang da --lang nl").code(0);
    assert_eq!(
        ran.lines(),
        [
            "da-1997: 1997 code, superseded",
            "da-1997:41B2:En stor kage: Modspilleren må ikke sidde på den, jf. §42, 43 og 16C2.",
            "da-1997:41B2a:med nødder: Nødder tæller ikke som stik i denne kage.",
            "da-1997:41B2b:uden nødder: Se punkt a.",
            "nl-2017 does not hold 41B2",
            "companion-da does not hold 41B2",
            "companion-nl does not hold 41B2",
        ]
    );
    assert_eq!(ran.err, "");
}

#[test]
fn editions_in_force_come_first_and_companions_after_law_books() {
    let env = Env::with_texts();
    let ran = env.line("show 50 --lang da,nl").code(0);
    let mut order: Vec<&str> = ran.lines().iter().filter_map(|l| l.split_once(": ").map(|(id, _)| id)).collect();
    order.retain(|id| !id.contains(':'));
    order.dedup();
    assert_eq!(order, ["nl-2017", "companion text", "companion-da", "companion-nl", "da-1997"]);
}

#[test]
fn companion_text_is_said_to_be_one_once() {
    let env = Env::new();
    let said = "companion text: explains, is not the law book";
    let ran = env.line("show 50D").code(0);
    assert_eq!(ran.out.matches(said).count(), 1, "{}", ran.out);
    assert!(ran.out.starts_with(said));
    let ran = env.line("strafkort").code(0);
    let also = "also as: penalty card (en), strafkaart (nl), straffekort (no), straffkort (sv)";
    assert_eq!(ran.err, format!("lawgrep: {also}\nlawgrep: {said}\n"));
    assert!(ran.out.starts_with("companion-da:50"), "{}", ran.out);
}

#[test]
fn counts_lists_matches_and_limits() {
    let env = Env::with_texts();
    let only = "--no-terms --edition da-1997,nl-2017";
    assert_eq!(env.line(&format!("strafkort -c {only}")).code(0).out, "nl-2017:0\nda-1997:4\n");
    let list = env.line(&format!("strafkort -l {only}")).code(0);
    let mut lines = list.lines();
    assert_eq!(lines.first(), Some(&"da-1997:50"), "the law of that heading first");
    lines.sort_unstable();
    assert_eq!(lines, ["da-1997:41A", "da-1997:50", "da-1997:50A", "da-1997:50B"]);
    assert_eq!(env.line(&format!("vågen -o {only}")).code(0).out, "da-1997:50B:vågen\n");
    let one = env.line(&format!("strafkort -m 1 {only}")).code(0);
    assert_eq!(one.lines().len(), 1);
    assert!(one.err.contains("more provisions match"), "{}", one.err);
    let quiet = env.line("strafkort -q").code(0);
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("", ""));
}

#[test]
fn words_that_no_text_has_together_are_said_to_be_so() {
    let env = Env::with_texts();
    let ran = env.line("marcipan chocolade --edition da-1997,nl-2017").code(0);
    assert!(ran.err.contains("no text has all words; showing those with most of them"), "{}", ran.err);
    assert!(ran.out.contains("da-1997:50A:") && ran.out.contains("nl-2017:50:"), "{}", ran.out);
}

#[test]
fn nothing_found_names_what_was_searched_and_what_was_not() {
    let env = Env::with_texts();
    let ran = env.line("chocolade --lang da").code(1);
    assert!(ran.err.contains("searched: companion-da, da-1997; not searched: nl-2017, "), "{}", ran.err);
}

#[test]
fn a_bare_number_is_a_law_and_says_so() {
    let env = Env::with_texts();
    let ran = env.line("51 --edition nl-2017").code(0);
    assert_eq!(ran.err, "lawgrep: Law 51; words: lawgrep search 51\n");
    assert!(ran.out.contains("nl-2017:51:Twee repen of meer: "), "{}", ran.out);
    let ran = env.line("search 51 --edition nl-2017").code(0);
    assert!(ran.out.starts_with("nl-2017:50:"), "{}", ran.out);
    assert_eq!(env.line("50A --edition nl-2017").code(0).err, "");
}

#[test]
fn citations_of_any_shape_are_shown_and_counted_things_are_words() {
    let env = Env::with_texts();
    for query in ["50a", "50 a", "§50A", "§ 50 A", "lag 50A", "artikel 50A", "law 50a", "paragraf 50A"] {
        let ran = env.line(&format!("{query} --edition nl-2017")).code(0);
        assert!(ran.out.starts_with("nl-2017: 2017 code, in force"), "{query}: {}", ran.out);
        assert!(ran.out.contains("nl-2017:50A:Kleine reep: "), "{query}: {}", ran.out);
    }
    for query in ["12 kort", "2 sans", "30 minutter", "-- 50A"] {
        let ran = env.line(query);
        assert!(!ran.out.contains(": 2017 code"), "{query}: {}", ran.out);
    }
    for cite in ["50B1-2", "50B1,50B2", "50B1+50B2", "50B1 50B2"] {
        let ran = env.line(&format!("show -l {cite} --edition nl-2017")).code(0);
        assert_eq!(ran.out, "nl-2017:50B1\nnl-2017:50B2\n", "{cite}");
    }
}

#[test]
fn every_citation_that_a_pipe_prints_can_be_shown() {
    let env = Env::with_texts();
    let all = env.line("show 1-93 -l --edition da-1997,nl-2017").code(0);
    assert!(all.lines().len() > 15);
    for line in all.lines() {
        let (edition, cite) = line.split_once(':').unwrap();
        let ran = env.run(&["show", cite, "--edition", edition]).code(0);
        assert!(ran.out.contains(&format!("{edition}:{cite}:")), "{line}: {}", ran.out);
    }
}

#[test]
fn colour_is_only_for_who_asks() {
    let env = Env::with_texts();
    assert!(!env.line("strafkort").out.contains('\u{1b}'));
    assert!(env.line("strafkort --color always").out.contains("\u{1b}[1;31mstrafkort\u{1b}[0m"));
    let never = env.line("strafkort --color=never");
    assert_eq!(never.out, env.line("strafkort").out);
}

#[test]
fn check_groups_what_it_found() {
    let env = Env::with_texts();
    let ran = env.line("check da-1997").code(0);
    let (first, rest) = ran.out.split_once('\n').unwrap();
    assert_eq!(first, "da-1997: 0 findings; 0.0 % of the text not understood");
    // And how it was recognised.
    assert!(rest.lines().count() == 4 && rest.contains("  code 1997 (high): the edition da-1997 is of it\n"), "{rest}");
}

#[test]
fn the_editions_are_listed_with_standing_and_origin() {
    let env = Env::with_texts();
    let ran = env.line("editions").code(0);
    let rows: Vec<Vec<&str>> = ran.lines().iter().map(|l| l.split('\t').collect()).collect();
    assert_eq!(rows.first().unwrap()[..6], ["nl-2017", "nl", "2017", "official", "in force", "imported"]);
    assert_eq!(rows.last().unwrap()[..6], ["da-1997", "da", "1997", "official", "superseded", "imported"]);
    assert!(rows.iter().any(|r| r[..6] == ["companion-sv", "sv", "2017", "companion", "in force", "embedded"]));
    assert!(!ran.out.contains("private build"), "this build has no texts of its own");
}
