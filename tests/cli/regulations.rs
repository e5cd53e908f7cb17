//! Regulations: sections in numbers of their own, which are no laws.

use std::collections::BTreeMap;

use super::env::{Env, data};

fn with(file: &str) -> (Env, String) {
    let env = Env::new();
    let ran = env.run(&["import".into(), data(file)]).code(0);
    (env, ran.out)
}

/// What each reference out of the edition's sections leads to, by its words: targets and resolution.
fn out(env: &Env, cites: &str, id: &str) -> BTreeMap<String, (String, String)> {
    let all = env.line(&format!("refs {cites} --edition {id} --json")).code(0).json();
    let refs = all.iter().filter(|v| v["type"] == "ref" && v["direction"] == "out");
    refs.map(|v| {
        let targets: Vec<_> = v["targets"].as_array().unwrap().iter().map(|t| t.as_str().unwrap()).collect();
        let resolution = v["resolution"].as_str().unwrap();
        (v["raw"].as_str().unwrap().to_owned(), (targets.join(" "), resolution.to_owned()))
    })
    .collect()
}

fn pair(a: &str, b: &str) -> (String, String) {
    (a.to_owned(), b.to_owned())
}

#[test]
fn a_danish_regulation_from_import_to_references() {
    let (env, told) = with("regulation-da.txt");
    let id = "da-2017-regulation-da";
    assert!(told.starts_with(&format!("{id}: 2017 code, in force; regulation: 3 sections, ")), "{told}");
    assert!(told.contains("  standing regulation (high): its own numbers are 101 to 104, "), "{told}");
    assert!(told.contains("  code 2017 (low): it names the year 2019, "), "{told}");
    let row = env.line(&format!("editions --edition {id}")).code(0).out;
    assert!(row.contains("\tregulation\t") && row.contains("3 sections"), "{row}");

    let shown = env.line(&format!("show reg/102B --edition {id}")).code(0).out;
    let cites: Vec<&str> = shown.lines().skip(1).map(|l| l.split(':').nth(1).unwrap()).collect();
    assert_eq!(cites, ["reg/102B", "reg/102B1", "reg/102B2"]);
    // As a number typed it is a law's, and there is none of it.
    let absent = env.line(&format!("show 102 --edition {id}")).code(1);
    assert!(absent.err.contains("nearest is reg/102 in "), "{}", absent.err);
    env.line(&format!("show 81C --edition {id}")).code(1);
    let json = env.line(&format!("show reg/104B --edition {id} --json")).code(0).json();
    assert_eq!((&json[0]["cite"], &json[0]["kind"]), (&"REG:104B".into(), &"regulation".into()));

    let found = env.line(&format!("search kuglepoint --edition {id}")).code(0).out;
    assert!(found.starts_with(&format!("{id}:reg/104B:")), "{found}");

    let refs = out(&env, "reg/101 reg/102 reg/104", id);
    let expected = [
        ("§ 104B", pair("REG:104B", "in-edition")),
        ("§ 81C", pair("81C", "not-in-edition")),
        ("§ 90B2", pair("90B2", "not-in-edition")),
        ("Punkt A", pair("REG:102A", "in-edition")),
        ("§§ 101-102", pair("REG:101..102", "in-edition")),
        ("§ 201", pair("201", "no-target")),
        ("§ 102B1", pair("REG:102B1", "in-edition")),
    ];
    assert_eq!(refs, expected.map(|(raw, to)| (raw.to_owned(), to)).into());
    // Where they come in, and where the laws are.
    let lines = env.line(&format!("refs reg/102B1 --edition {id}")).code(0).out;
    assert!(lines.contains(&format!("{id}:reg/104B:in:reg/102B1:§ 102B1")), "{lines}");
    assert!(lines.contains("out:90B2:§ 90B2 (not in da-2017-regulation-da; companion-da has it)"), "{lines}");
    let law = env.line("refs 81C --lang da").code(0).out;
    assert!(law.contains(&format!("{id}:reg/102A:in:81C:§ 81C")), "{law}");
    let odd = env.line(&format!("check {id}")).code(0).out;
    assert!(odd.contains("1 finding (1 gap-in-numbering)") && odd.contains("section 104 follows section 102"), "{odd}");
}

#[test]
fn a_swedish_regulation_whose_sections_look_like_list_items() {
    let (env, told) = with("regulation-sv.txt");
    let id = "sv-2017-regulation-sv";
    assert!(told.starts_with(&format!("{id}: 2017 code, in force; regulation: 4 sections, ")), "{told}");
    let refs = out(&env, "reg/94 reg/95 reg/97", id);
    let expected = [
        ("lag 80B", pair("80B", "not-in-edition")),
        ("lag 96", pair("REG:96", "in-edition")),
        ("lag 97A", pair("REG:97A", "in-edition")),
        ("lag 12C1", pair("12C1", "not-in-edition")),
        ("lag 95A", pair("REG:95A", "in-edition")),
        ("lag 90", pair("90", "not-in-edition")),
        ("lag 94B1", pair("REG:94B1", "in-edition")),
    ];
    assert_eq!(refs, expected.map(|(raw, to)| (raw.to_owned(), to)).into());
    let found = env.line(&format!("search återbud --edition {id}")).code(0).out;
    assert!(found.starts_with(&format!("{id}:reg/95B:")), "{found}");
    // Laws of the code are no sections of it, nor the other way round.
    env.line(&format!("show reg/12C1 --edition {id}")).code(1);
    env.line(&format!("show 95 --edition {id}")).code(1);
}

#[test]
fn two_files_of_a_regulation_with_the_same_section_are_no_parts() {
    let env = Env::new();
    let text = std::fs::read_to_string(data("regulation-da.txt")).unwrap();
    let (a, b) = (env.file("a.txt", &text), env.file("b.txt", text.replace("kuglepoint", "kugler")));
    let ran = env.run(&["import".into(), a, b, "--as".into(), "da-regler".into()]).code(2);
    assert!(ran.err.contains("section 101 of da-regler") || ran.err.contains("law 101 of da-regler"), "{}", ran.err);
}

#[test]
fn a_law_book_with_laws_of_its_own_is_a_law_book() {
    let env = Env::new();
    let mut text = String::new();
    for (law, heading) in
        [(90, "Kulor"), (91, "Påsar"), (92, "Bord"), (93, "Stolar"), (94, "Egna kulor"), (95, "Egna påsar")]
    {
        text.push_str(&format!(
            "Lag {law} {heading}\n\nA. Allmänt\nEn spelare får inte röra {heading} som motspelare har sett, om inte lag 94 gäller.\n\n"
        ));
    }
    let ran = env.run(&["import".into(), env.file("lagbok.txt", text), "--code".into(), "2017".into()]).code(0);
    assert!(ran.out.starts_with("sv-2017-lagbok: 2017 code, in force: 6 laws, "), "{}", ran.out);
    assert!(env.line("show 94A --edition sv-2017-lagbok").code(0).out.contains("sv-2017-lagbok:94A:"));
}
