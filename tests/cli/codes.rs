//! Codes: where a rule stands in each, parallels by rule, warnings where a number deceives, references across codes.

use super::env::Env;

/// An invented text of the 1997 code, with what the later codes moved: 16B, 50C, 63B, 71 and a reference to 72B1.
const OLD: &str = "\
§16. Nyt om kagen

A.\tFra makker
\tMakker må ikke fortælle om kagen, og en spiller må ikke høre efter.
B.\tFra gaden
\tEt rygte fra gaden er ingen kage (se §72B1).
\t1.\tByt plads Spillerne bytter stol.
C.\tKagen tages tilbage
\tEn kage, som er taget tilbage, er ikke spist.

§50. Strafkort af marcipan

C.\tEt lille strafkort
\tEt lille strafkort af marcipan må ikke spises før desserten.

§63. Kulørsvigt i kagen

B.\tUlovlig snak
\tSnak om et stik i kagen er ulovlig.

§71. Kagen opgives

A.\tStik kan ikke tabes
\tEn kage, der er spist, kan ikke tabes.
B.\tKagen er allerede spist
\tDen, der har spist sin kage, har spist den.
C.\tUrimelig sult
\tIngen normal sult spiser mere.
";

fn env() -> Env {
    let env = Env::new();
    let path = env.file("kage.txt", OLD);
    let ran = env.run(&["import", "--as", "xx-1997", "--lang", "da", "--code", "1997", path.to_str().unwrap()]).code(0);
    assert!(ran.out.starts_with("xx-1997: 1997 code, superseded: 4 laws"), "{}", ran.out);
    env
}

#[test]
fn where_names_every_home_a_line_and_warns_of_the_number() {
    let ran = env().line("where 16B --code 1997").code(0);
    let lines = ran.lines();
    assert!(lines[0].starts_with("1997:16B:asked: ") && lines[0].ends_with("; in xx-1997"), "{}", ran.out);
    assert!(lines[1].starts_with("2007:16C:moved: "), "{}", ran.out);
    assert!(lines[2].starts_with("2017:16D:moved: ") && lines[2].contains("companion-sv"), "{}", ran.out);
    assert_eq!(lines.len(), 3);
    assert!(ran.err.contains("16B is another rule in the 2007 code: "), "{}", ran.err);
    assert!(ran.err.contains("16B is another rule in the 2017 code: "), "{}", ran.err);
}

#[test]
fn where_reads_a_bare_number_in_the_edition_named_else_in_the_law_in_force_and_says_so() {
    let env = env();
    let own = env.line("where 16B --edition xx-1997").code(0);
    assert!(own.out.starts_with("1997:16B:asked"), "{}", own.out);
    assert!(own.err.contains("read in the 1997 code"), "{}", own.err);
    let law = env.line("where 16D").code(0);
    assert!(law.out.contains("2017:16D:asked") && law.out.contains("1997:16B:moved"), "{}", law.out);
    assert!(law.err.contains("read in the 2017 code"), "{}", law.err);
    // No edition of that code is at hand, and none need be.
    assert!(env.line("where 16C --code 2007").code(0).out.contains("2017:16D:moved"));
}

#[test]
fn where_tells_of_what_went_and_came_and_of_splits() {
    let env = Env::new();
    let gone = env.line("where 63B --code 1997").code(0);
    assert_eq!(gone.lines().len(), 1);
    assert!(gone.err.contains("the 2017 code: none, dropped in 2007"), "{}", gone.err);
    let new = env.line("where 23A").code(0);
    assert!(new.err.contains("the 1997 code: none, new in 2017"), "{}", new.err);
    let split = env.line("where 40E2 --code 1997").code(0);
    let homes: Vec<_> = split.lines().iter().filter_map(|l| l.strip_prefix("2017:")?.split(':').next()).collect();
    assert_eq!(homes, ["40B2b", "40B2c"]);
}

#[test]
fn where_as_json() {
    let all = env().line("where 16B --code 1997 --json").code(0).json();
    let homes: Vec<_> = all.iter().filter(|v| v["type"] == "home").collect();
    assert_eq!(homes.len(), 3);
    let today = homes[2];
    assert_eq!(
        (&today["code"], &today["provision"], &today["relation"]),
        (&2017.into(), &"16D".into(), &"moved".into())
    );
    assert_eq!((&today["in_force"], &today["exact"]), (&true.into(), &true.into()));
    assert_eq!(today["asked"]["provision"], "16B");
    assert!(today["other_rule"].as_str().unwrap().contains("partner"), "{today}");
    assert_eq!(homes[0]["editions"][0], "xx-1997");
    assert!(homes.iter().all(|home| home.get("cite").is_none()), "only hits, provisions and differences carry `cite`");
}

#[test]
fn where_refuses_and_misses() {
    let env = Env::new();
    assert!(
        env.line("where 12 --code 1890").code(2).err.contains("no code `1890` is known; there are 1997, 2007, 2017")
    );
    assert!(env.line("where 12 --code 1997,2007").code(2).err.contains("read in one code"));
    let ran = env.line("where 50Z3").code(1);
    assert!(ran.err.contains("the 2017 code has no 50Z3; nearest is 50"), "{}", ran.err);
    let other = env.line("where 16D --code 1997").code(1);
    assert!(other.err.contains("16D stands in the code of 2007 and 2017"), "{}", other.err);
}

#[test]
fn a_definition_has_its_term_in_every_language() {
    let ran = Env::new().line("where def/Bonus").code(0);
    assert!(ran.lines().contains(&"companion-no:def/Bonus"), "{}", ran.out);
    assert_eq!(ran.lines().len(), 5, "{}", ran.out);
}

#[test]
fn parallels_stand_by_rule_and_not_by_number() {
    let env = env();
    let ran = env.line("show 16B --edition xx-1997 --parallel").code(0);
    let lines = ran.lines();
    assert!(lines[0].starts_with("16B is another rule in the 2007 code"), "{}", ran.out);
    assert!(lines[1].starts_with("16B is another rule in the 2017 code") && lines[1].ends_with("there: 16D"));
    let at =
        |start: &str| lines.iter().position(|l| l.starts_with(start)).unwrap_or_else(|| panic!("{start}: {}", ran.out));
    assert!(at("1997: 16B -> 2017: 16D") < at("xx-1997:16B:Fra gaden"));
    assert!(at("xx-1997:16B:") < at("companion-da:16D:"));
    assert!(lines.iter().all(|l| !l.starts_with("companion-da:16B")), "{}", ran.out);
    assert!(lines.contains(&"xx-1997: 1997 code, superseded"));
    // Parts that the older code had not say so; what stands below the parallel is there too.
    at("2017: 16D2b -> 1997: none, new in 2007");
    at("companion-sv:16D2b:");
}

#[test]
fn a_number_that_only_another_code_has_in_view_is_read_there() {
    // In the companion the rule of 63B went; only the old text has the number as it is meant.
    let ran = env().line("show 71C --edition companion-en,xx-1997 --parallel").code(0);
    assert!(ran.out.contains("xx-1997:71C:"), "{}", ran.out);
}

#[test]
fn every_text_stands_once_and_further_homes_point_to_it() {
    let ran = env().line("show 71 --edition xx-1997,companion-en --parallel").code(0);
    let count = |start: &str| ran.lines().iter().filter(|l| l.starts_with(start)).count();
    for unit in ["xx-1997:71A:", "xx-1997:71B:", "xx-1997:71C:", "companion-en:71A:", "companion-en:71B:"] {
        assert_eq!(count(unit), 1, "{unit} in {}", ran.out);
    }
    assert!(ran.lines().contains(&"1997: 71A -> 2017: 71A, 71B"), "{}", ran.out);
    assert!(
        ran.lines().contains(&"companion-en: 71A belongs here too, printed at 71A of the 1997 code"),
        "{}",
        ran.out
    );
}

#[test]
fn a_dropped_rule_says_when() {
    let ran = env().line("show 63B --edition xx-1997 --parallel").code(0);
    assert!(ran.lines().contains(&"1997: 63B -> 2017: none, dropped in 2007"), "{}", ran.out);
    assert!(ran.lines().iter().all(|l| !l.starts_with("companion-da:63B")), "{}", ran.out);
}

#[test]
fn definitions_stand_beside_each_other_by_concept() {
    let ran = Env::new().line("show def/Bonus --edition companion-no --parallel").code(0);
    let cites: Vec<_> =
        ran.lines().iter().filter_map(|l| l.split(':').nth(1)).filter(|c| c.starts_with("def/")).collect();
    assert_eq!(cites.len(), 5, "{}", ran.out);
    assert!(cites.contains(&"def/Bonus") && cites.contains(&"def/Præmie"), "{}", ran.out);
}

#[test]
fn parallels_as_json() {
    let all = env().line("show 16B --edition xx-1997,companion-en --parallel --json").code(0).json();
    let row = all.iter().find(|v| v["type"] == "row" && v["provision"] == "16B").unwrap();
    assert_eq!(row["marks"][0], "1997: 16B -> 2017: 16D");
    let of_row: Vec<_> = all.iter().filter(|v| v["type"] == "provision" && v["row"] == row["row"]).collect();
    assert_eq!((&of_row[0]["cite"], &of_row[1]["cite"]), (&"16B".into(), &"16D".into()));
    assert_eq!(all.iter().filter(|v| v["type"] == "warning").count(), 2);
}

#[test]
fn a_number_that_deceives_carries_its_warning() {
    let env = env();
    let old = env.line("show 16B --edition xx-1997").code(0);
    assert!(old.out.contains("16B is another rule in the 2017 code"), "{}", old.out);
    // The law in force: beside the output, since a pipe reads it.
    let law = env.line("show 16D --edition companion-en").code(0);
    assert!(law.err.contains("16D is another rule in the 2007 code"), "{}", law.err);
    assert!(!law.out.contains("another rule"), "{}", law.out);
    assert_eq!(env.line("show 50D --edition companion-en").code(0).err, "");
}

#[test]
fn references_lead_to_the_rule_of_today_and_come_in_by_rule() {
    let env = env();
    let out = env.line("refs 16B --edition xx-1997").code(0);
    assert!(out.lines().contains(&"xx-1997:16B:out:72B1:§72B1 (not in xx-1997) -> 2017: 72C"), "{}", out.out);
    let incoming = env.line("refs 72C").code(0);
    assert!(incoming.lines().contains(&"2017: 72C -> 1997: 23, 72B1"), "{}", incoming.out);
    assert!(incoming.lines().iter().any(|l| l.starts_with("xx-1997:16B:in:72B1:")), "{}", incoming.out);
    let json = env.line("refs 16B --edition xx-1997 --json").code(0).json();
    let one = json.iter().find(|v| v["type"] == "ref").unwrap();
    assert_eq!((&one["today"]["code"], &one["today"]["targets"][0]), (&2017.into(), &"72C".into()));
}

#[test]
fn flags_that_do_not_fit_are_refused() {
    let env = Env::new();
    assert!(env.line("strafkort --parallel").code(2).err.contains("--parallel"));
    assert!(env.line("refs 50 --parallel").code(2).err.contains("--parallel"));
    assert_eq!(env.line("50D --parallel --lang da,sv -q").code(0).out, "");
    assert!(env.line("show 50Z --parallel").code(1).err.contains("no edition at hand holds 50Z"));
}
