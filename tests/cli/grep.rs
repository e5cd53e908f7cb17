//! grep's habits: patterns in the printed texts, several patterns, what stands around a hit; and patterns that mean harm.

use std::{
    fs,
    io::Write,
    process::Stdio,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::env::{Env, Ran, finish};

const ONLY: &str = "--edition da-1997,nl-2017";

fn only(env: &Env, line: &str) -> Ran {
    env.line(&format!("{line} {ONLY}"))
}

/// `EDITION:CITE` of each line.
fn places(ran: &Ran) -> Vec<String> {
    ran.lines().iter().map(|line| line.splitn(3, ':').take(2).collect::<Vec<_>>().join(":")).collect()
}

#[test]
fn fixed_strings_are_found_as_they_are_printed_in_print_order() {
    let env = Env::with_texts();
    let ran = only(&env, "-F kagen").code(0);
    let cites = ["41", "41A", "41B1", "42", "42B"].map(|cite| format!("da-1997:{cite}"));
    assert_eq!(places(&ran)[..4], cites[..4], "{}", ran.out);
    assert_eq!(ran.err, "lawgrep: da-1997: 1997 code, superseded\n");
    // A part of a word, and signs.
    assert_eq!(places(&only(&env, "-F rafkor").code(0)), ["da-1997:41A", "da-1997:50", "da-1997:50A", "da-1997:50B"]);
    assert_eq!(places(&only(&env, "-F (se").code(0)), ["da-1997:41A", "da-1997:50A"]);
    only(&env, "-F .*").code(1);
    // Headings and notes are printed too, with the sign between them.
    assert_eq!(places(&only(&env, "-F dbf").code(0)), ["da-1997:41", "da-1997:50B"]);
    let across = env.run(&["-F", "Sukker: Et strafkort", "-o", "--edition", "da-1997"]).code(0);
    assert_eq!(across.out, "da-1997:50A:Sukker: Et strafkort\n");
    // All words together are one pattern; quotation marks are signs like others.
    assert_eq!(places(&only(&env, "-F af marcipan").code(0)), ["da-1997:50", "da-1997:50A"]);
    only(&env, "-F \"kagen\"").code(1);
}

#[test]
fn case_counts_only_for_who_says_so() {
    let env = Env::with_texts();
    assert_eq!(places(&only(&env, "-F STRAFKORT").code(0)).len(), 4);
    assert_eq!(places(&only(&env, "-F strafkort -s").code(0)), ["da-1997:41A", "da-1997:50A", "da-1997:50B"]);
    assert_eq!(places(&only(&env, "-s Strafkort").code(0)), ["da-1997:50"]);
    // Beyond ASCII.
    assert_eq!(only(&env, "-F VÅGEN -o").code(0).out, "da-1997:50B:vågen\n");
    only(&env, "-F VÅGEN -s").code(1);
    // The last of the two says.
    assert_eq!(places(&only(&env, "-F VÅGEN -s -i").code(0)), ["da-1997:50B"]);
    only(&env, "-F VÅGEN -i -s").code(1);
}

#[test]
fn whole_words_end_where_letters_end() {
    let env = Env::with_texts();
    assert_eq!(only(&env, "-w kagen -o --edition da-1997").code(0).lines().len(), 5);
    assert!(places(&only(&env, "-w kage").code(0)).contains(&"da-1997:41B1".to_owned()));
    assert!(!places(&only(&env, "-w kage").code(0)).contains(&"da-1997:41A".to_owned()));
    only(&env, "-w rafkort").code(1);
    only(&env, "-w vågn").code(1);
    assert_eq!(only(&env, "-wE k.ge -o -m 1").code(0).out.trim_end().rsplit(':').next(), Some("kage"));
}

#[test]
fn expressions_are_those_of_the_regex_crate() {
    let env = Env::with_texts();
    assert_eq!(only(&env, r"-E §\d+[A-Z] -o").code(0).out, "da-1997:41A:§42B\nda-1997:50A:§41A\n");
    assert_eq!(places(&only(&env, "-E ^Sukker").code(0)), ["da-1997:50A"]);
    assert_eq!(places(&only(&env, r"-E vågen\.$").code(0)), ["da-1997:50B"]);
    only(&env, "-E ^strafkort$").code(1);
    // What matches nothing in particular matches every line, and -o has nothing to print.
    let all = only(&env, "-E q*").code(0).lines().len();
    assert_eq!(all, only(&env, "-E ^").code(0).lines().len());
    assert_eq!(only(&env, "-E q* -o").code(0).out, "");
}

#[test]
fn several_patterns_match_where_any_does() {
    let env = Env::with_texts();
    let both = places(&only(&env, "-F -e vågen -e sulten").code(0));
    assert_eq!(both, ["da-1997:41B1", "da-1997:50B"]);
    let file = env.file("patterns.txt", "\u{feff}vågen\r\n\n  \nsulten\n");
    assert_eq!(places(&only(&env, "-Ff patterns.txt").code(0)), both);
    assert_eq!(places(&only(&env, "-F -e vågen -f patterns.txt").code(0)), both);
    assert_eq!(places(&only(&env, "-E -e v.gen -e s[u]lten").code(0)), both);
    let mut command = env.command();
    command.args(["-F", "-f", "-", "--edition", "da-1997"]).stdin(fs::File::open(&file).unwrap());
    assert_eq!(places(&finish(&mut command).code(0)), both);
    // A pattern of two lines is two patterns.
    assert_eq!(places(&env.run(&["-F", "vågen\nsulten", "--edition", "da-1997"]).code(0)), both);
    // A file without a pattern finds nothing.
    env.file("empty.txt", "\n\n");
    let none = only(&env, "-F -f empty.txt").code(1);
    assert_eq!(none.err, "lawgrep: nothing found: there is no pattern in the files of -f\n");
}

#[test]
fn several_queries_are_united() {
    let env = Env::with_texts();
    let (one, two) = (places(&only(&env, "spist").code(0)), places(&only(&env, "chocolade").code(0)));
    let both = only(&env, "-e spist -e chocolade").code(0);
    for place in one.iter().chain(&two) {
        assert!(places(&both).contains(place), "{place}: {}", both.out);
    }
    assert_eq!(places(&both).len(), one.len() + two.len(), "{}", both.out);
    // What two queries find is there once.
    assert_eq!(places(&only(&env, "-e spist -e sukker").code(0)), ["da-1997:50A"]);
    env.file("queries.txt", "spist\nchocolade\n");
    assert_eq!(only(&env, "-f queries.txt").code(0).out, both.out);
    // Beside a query that all words of are found, one of which they are not adds nothing.
    let ran = only(&env, "-e spist -e xqzvy").code(0);
    assert!(places(&ran).contains(&"da-1997:50A".to_owned()), "{}", ran.out);
}

#[test]
fn counts_lists_limits_and_quiet() {
    let env = Env::with_texts();
    assert_eq!(only(&env, "-F strafkort -c").code(0).out, "nl-2017:0\nda-1997:4\n");
    assert_eq!(only(&env, "-F xqzvy -c").code(1).out, "nl-2017:0\nda-1997:0\n");
    assert_eq!(only(&env, "-F strafkort -l").code(0).out, "da-1997:41A\nda-1997:50\nda-1997:50A\nda-1997:50B\n");
    let two = only(&env, "-F strafkort -m 2").code(0);
    assert_eq!(two.lines().len(), 2);
    assert!(two.err.ends_with("lawgrep: 2 more provisions match; -m 4 shows them all\n"), "{}", two.err);
    for (line, code) in [("-F strafkort -q", 0), ("-F xqzvy -q", 1), ("-e xqzvy -q", 1), ("-w strafkort -q", 0)] {
        let ran = only(&env, line).code(code);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", ""), "{line}");
    }
}

#[test]
fn what_stands_around_a_hit_is_set_off_as_in_grep() {
    let env = Env::with_texts();
    let ran = env.line("-F sulten -C 1 --edition da-1997").code(0);
    let starts: Vec<String> = ran.lines().iter().map(|l| l.chars().take(13).collect()).collect();
    assert_eq!(starts, ["da-1997-41B-S", "da-1997:41B1:", "da-1997-41B2-"], "{}", ran.out);
    // Groups are parted, those that touch are one, and nothing is printed twice.
    let ran = env.line("-F -e sulten -e vågen -C 1 --edition da-1997").code(0);
    assert_eq!(ran.lines().iter().filter(|l| **l == "--").count(), 1, "{}", ran.out);
    let ran = env.line("-F strafkort -C 1 --edition da-1997").code(0);
    let mut lines = ran.lines();
    let len = lines.len();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), len, "{}", ran.out);
    // Two editions are two groups.
    let ran = only(&env, "-F -e strafkort -e chocolade -C 0").code(0);
    assert!(ran.out.contains("\n--\nda-1997:") && ran.out.starts_with("nl-2017:"), "{}", ran.out);
    // With words too, in print order.
    let ran = env.line("strafkort -C 0 --edition da-1997").code(0);
    let shown: Vec<String> = places(&ran).into_iter().filter(|place| place != "--").collect();
    assert_eq!(shown, ["da-1997:41A", "da-1997:50", "da-1997:50A", "da-1997:50B"]);
    // Where no texts are printed there is nothing around them.
    assert_eq!(only(&env, "-F sulten -l -C 3").code(0).out, "da-1997:41B1\n");
    assert_eq!(only(&env, "-F sulten -o -C 3").code(0).out, "da-1997:41B1:sulten\n");
}

#[test]
fn records_say_what_lines_say() {
    let env = Env::with_texts();
    let of_type = |ran: &Ran, name: &str| -> Vec<Value> {
        ran.json().into_iter().filter(|record| record["type"] == name).collect()
    };
    let counts = only(&env, "-F strafkort -c --json").code(0);
    assert_eq!(of_type(&counts, "count")[1], json!({"v": 1, "type": "count", "edition": "da-1997", "count": 4}));
    assert_eq!(counts.json().last().unwrap()["hits"], 4);
    assert_eq!(of_type(&only(&env, "strafkort -c --json").code(0), "count").len(), 2);
    let listed = of_type(&only(&env, "-F strafkort -l --json").code(0), "hit");
    assert_eq!(listed.len(), 4);
    assert!(listed.iter().all(|hit| hit.get("text").is_none() && hit["cite"].is_string()), "{listed:?}");
    // Bytes of heading, text and notes, also where a match goes over from one to the other.
    let ran = env.run(&["-F", "-e", "sukker: et", "-e", "spist", "-o", "--json", "--edition", "da-1997"]).code(0);
    let hit = &of_type(&ran, "hit")[0];
    let words = |field: &str, spans: &Value| -> Vec<String> {
        let spans: Vec<[usize; 2]> = serde_json::from_value(spans.clone()).unwrap();
        spans.iter().map(|[from, to]| hit[field].as_str().unwrap()[*from..*to].to_owned()).collect()
    };
    assert_eq!(words("heading", &hit["heading_matches"]), ["Sukker"]);
    assert_eq!(words("text", &hit["matches"]), ["Et", "spist"]);
    assert_eq!(hit["matched"], json!(["Sukker: Et", "spist"]));
    let note = &of_type(&only(&env, "-F hjemme --json").code(0), "hit")[0]["notes"][0];
    let [from, to] = serde_json::from_value::<[usize; 2]>(note["matches"][0].clone()).unwrap();
    assert_eq!(&note["text"].as_str().unwrap()[from..to], "hjemme");
    // What stands around a hit is a provision; ranks stay with the hits.
    let near = only(&env, "-F sulten -C 1 --json").code(0).json();
    let types: Vec<&str> = near.iter().map(|r| r["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["begin", "provision", "hit", "provision", "end"]);
}

#[test]
fn a_zero_byte_ends_what_a_line_end_ends() {
    let env = Env::with_texts();
    for line in ["-F strafkort -l", "strafkort", "show 50A --json", "strafkort -c", "editions", "refs 50A"] {
        let plain = only(&env, line).out;
        assert_eq!(only(&env, &format!("{line} --null")).code(0).out, plain.replace('\n', "\0"), "{line}");
    }
}

#[test]
fn marks_are_exact_in_any_form_of_a_word() {
    let env = Env::with_texts();
    for (query, expected) in [
        // Another form, other letters, the parts of a phrase, a part of a compound.
        ("kager", "da-1997:51:kager\n"),
        ("VAAGEN", "da-1997:50B:vågen\n"),
        ("\"den største\"", "da-1997:51:den største\n"),
        ("spilfører", "da-1997:42:Spilfører\nda-1997:51:spilfører\n"),
    ] {
        let ran = env.run(&["-o", "--no-terms", query, "--edition", "da-1997"]).code(0);
        let mut lines = ran.lines();
        lines.sort_unstable();
        let wanted: Vec<&str> = expected.lines().collect();
        assert!(wanted.iter().all(|line| lines.contains(line)), "{query}: {}", ran.out);
    }
}

#[test]
fn links_are_for_who_asks_and_can_be_shown() {
    let env = Env::with_texts();
    let plain = only(&env, "-F spist").code(0).out;
    assert!(!plain.contains('\u{1b}'));
    let linked = only(&env, "-F spist --hyperlink always").code(0).out;
    let (open, close) = ("\u{1b}]8;;lawgrep://show/da-1997/50A\u{1b}\\", "\u{1b}]8;;\u{1b}\\");
    assert!(linked.starts_with(&format!("{open}da-1997:50A{close}:Sukker: ")), "{linked:?}");
    assert_eq!(linked.replace(open, "").replace(close, ""), plain);
    assert_eq!(only(&env, "-F spist --hyperlink never").out, plain);
    for line in ["spist", "-l spist", "-o spist", "show 50A", "show -l 50A", "refs 50A", "-F spist -C 1"] {
        let ran = only(&env, &format!("{line} --hyperlink always")).code(0);
        assert!(ran.out.contains(open), "{line}: {:?}", ran.out);
        assert_eq!(ran.out.matches("\u{1b}]8;;lawgrep").count(), ran.out.matches(close).count(), "{line}");
    }
    // A link opens what it names, and nothing else.
    let shown = env.line("lawgrep://show/da-1997/50A").code(0);
    assert_eq!(shown.out, env.line("show 50A --edition da-1997").out);
    env.line("lawgrep://show/da-1997/--version").code(2);
    env.line("lawgrep://show/--json/50A").code(2);
}

#[test]
fn wrong_use_is_told_in_one_line() {
    let env = Env::with_texts();
    env.file("bad.txt", "kage\n\n(kage\n");
    for (line, told) in [
        ("-E (kage", "the pattern `(kage` is no regular expression: unclosed group at character 1"),
        ("-E -e kage -e k[", "the pattern `k[` is no regular expression: unclosed character class at character 2"),
        ("-E -f bad.txt", "the pattern `(kage` (line 3 of bad.txt) is no regular expression"),
        ("-E a{2,1}", "at character 2"),
        ("-E \\p{Nothing}", "Unicode property not found"),
        ("-E (a)\\1", "backreferences are not supported"),
        ("-F kage -E", "`-F` does not go with `-E`"),
        ("-F -c -l kage", "does not go with"),
        ("-F", "no pattern to search for"),
        ("-e", "needs a value"),
        ("-F kage -e sulten", "with -e or -f words are no patterns; give `kage` as -e too"),
        ("-f gone.txt", "cannot read patterns from gone.txt"),
        ("-f .", "cannot read patterns from . "),
        ("kage -C many", "no value for"),
        ("kage -C -1", "-1"),
        ("50A -C 1", "a range does"),
        ("-F kage --parallel", "is not there yet"),
        ("-v kage", "unknown flag `-v`"),
    ] {
        let ran = env.line(line).code(2);
        assert!(ran.err.contains(told), "{line}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{line}: {}", ran.err);
        assert_eq!(ran.out, "", "{line}");
    }
}

/// Long enough for an unoptimised program on a busy machine; a program that hangs takes longer.
const SOON: Duration = Duration::from_secs(60);

/// Ends soon with one of these codes, in lines of our own that are no longer than a person reads.
#[track_caller]
fn soon(env: &Env, args: &[&str], codes: &[i32]) -> Ran {
    let start = Instant::now();
    let ran = env.run(args);
    let name: String = args.join(" ").chars().take(60).collect();
    assert!(start.elapsed() < SOON, "{name}: {:?}", start.elapsed());
    assert!(codes.contains(&ran.code), "{name}: {} {}", ran.code, ran.err);
    assert!(ran.err.lines().all(|line| line.starts_with("lawgrep: ")), "{name}: {}", ran.err);
    ran
}

#[test]
fn expressions_that_explode_end_soon() {
    let env = Env::with_texts();
    let any: &[i32] = &[0, 1, 2];
    for (pattern, codes) in [
        ("((((a{100}){100}){100}){100})", [2].as_slice()),
        (r"\pL{5000}", &[2]),
        (r"(\pL{1,50}){1,50}q", &[2]),
        (&r"\pL".repeat(20_000), &[2]),
        (&"(".repeat(10_000), &[2]),
        (&"[".repeat(10_000), &[2]),
        // As many ways as there are; the engine takes none of them twice.
        ("(a*)*(a*)*(a*)*(a*)*q{3}", &[1]),
        ("(a|a|a|a)*(aa|aa)*q{3}", &[1]),
        (".*.*.*.*.*.*.*.*[0-9]{9}.*", &[1]),
        ("((.{0,9}){0,9}){0,9}[0-9]{9}|.", any),
        (&"a?".repeat(8_000), any),
        (&"x|".repeat(8_000), any),
        ("\u{1b}[31m(\u{7}", &[2]),
    ] {
        for whole in ["-E", "-wE"] {
            let ran = soon(&env, &[whole, pattern, "--edition", "da-1997"], codes);
            assert!(ran.code != 2 || ran.err.len() < 400, "{}", ran.err);
            assert!(!ran.err.contains('\u{1b}'));
        }
    }
    // What is just small enough to be tried is given up when it takes long, at the latest.
    soon(&env, &["-E", "(.{0,30}){0,25}[0-9]{9}"], &[1, 2]);
}

#[test]
fn patterns_of_any_length_end_soon() {
    let env = Env::with_texts();
    let long = "strafkort ".repeat(12_000);
    soon(&env, &["-F", &long], &[1]);
    soon(&env, &["-w", &long], &[1]);
    soon(&env, &["-E", &long], &[2]);
    soon(&env, &["-e", &long, "--edition", "da-1997"], &[0, 1]);
    let noise: String = ('\u{0}'..'\u{a0}').filter(|c| *c != '\u{0}').collect();
    for flag in ["-F", "-w", "-s", "-e"] {
        let ran = soon(&env, &[flag, &noise], &[0, 1, 2]);
        assert!(!ran.err.contains('\u{1b}') && !ran.out.contains('\u{1b}'));
    }
}

#[test]
fn files_of_patterns_are_read_up_to_a_limit() {
    let env = Env::with_texts();
    // 10 MB, a file without an end, too many patterns: told at once.
    env.file("long.txt", "strafkort\n".repeat(1 << 20));
    for flags in [["-F", "-f"], ["-E", "-f"], ["-i", "-f"]] {
        let ran = soon(&env, &[flags[0], flags[1], "long.txt"], &[2]);
        let told = "long.txt is too long; files of patterns hold at most 1048576 bytes together";
        assert_eq!(ran.err, format!("lawgrep: {told}\n"));
    }
    if cfg!(unix) {
        assert!(soon(&env, &["-F", "-f", "/dev/zero"], &[2]).err.contains("too long"));
    }
    let words = |n: usize| (0..n).map(|n| format!("{n}xqzvy\n")).collect::<String>();
    env.file("many.txt", words(10_001));
    assert!(soon(&env, &["-F", "-f", "many.txt"], &[2]).err.contains("10001 patterns are too many"));
    env.file("enough.txt", words(9_999) + "vågen");
    assert_eq!(places(&soon(&env, &["-F", "-f", "enough.txt", "--edition", "da-1997"], &[0])), ["da-1997:50B"]);
    assert_eq!(places(&soon(&env, &["-w", "-f", "enough.txt", "--edition", "da-1997"], &[0])), ["da-1997:50B"]);
    assert!(soon(&env, &["-f", "enough.txt"], &[2]).err.contains("10000 queries are too many; at most 100"));
    // One pattern of a megabyte, bytes that are no UTF-8, a line without an end.
    env.file("one.txt", "kage".repeat(1 << 18));
    soon(&env, &["-F", "-f", "one.txt"], &[1]);
    env.file("bytes.txt", b"\xff\xfe\x00\xc3(\nv\xc3\xa5gen");
    assert_eq!(places(&soon(&env, &["-F", "-f", "bytes.txt", "--edition", "da-1997"], &[0])), ["da-1997:50B"]);
    // Whoever writes to us and is not read to the end hears it by a closed pipe, not by waiting.
    let mut command = env.command();
    command.args(["-F", "-f", "-"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let _ = (0..200).try_for_each(|_| stdin.write_all(&[b'a'; 1 << 16]));
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn the_printed_texts_are_searched_without_the_index() {
    let env = Env::with_texts();
    let folder = env.home().join("editions/da-1997");
    let index = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path().join("index")).find(|p| p.is_file()).unwrap();
    fs::write(&index, "no index").unwrap();
    for line in ["-F spist", "-E spi.t", "-w spist", "-s spist", "-F spist -C 1"] {
        assert!(env.line(&format!("{line} --edition da-1997")).code(0).out.contains("da-1997:50A:"), "{line}");
    }
    assert_eq!(fs::read(&index).unwrap(), b"no index", "nobody needed it");
    env.line("spist --edition da-1997").code(0);
    assert_ne!(fs::read(&index).unwrap_or_default(), b"no index", "words do need it, and it was made again");
}
