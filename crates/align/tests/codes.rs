//! Homes: of invented codes, of the three codes that the data has, and of a fourth that files alone add.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a panic in a test is its report")]

use lawgrep_align::{Alignment, Homes};
use lawgrep_lexicon::{Lexicon, Relation};
use lawgrep_model::Citation;

fn cite(text: &str) -> Citation {
    text.parse().unwrap()
}

fn spine(year: u16, cites: &str) -> String {
    let one = |c: &str| format!("[[provision]]\ncite = \"{c}\"\ntopic = \"topic of {c} in {year}\"\n");
    format!("code = {year}\n{}", cites.split_whitespace().map(one).collect::<String>())
}

/// Rows as `FROM>TO,TO relation`; `-` for nothing.
fn concordance(from: u16, to: u16, rows: &[&str]) -> String {
    let mut out = format!("from = {from}\nto = {to}\nrow = [\n");
    for row in rows {
        let (way, relation) = row.split_once(' ').unwrap();
        let (old, new) = way.split_once('>').unwrap();
        let old = if old == "-" { String::new() } else { format!("from = \"{old}\", ") };
        let new: Vec<_> = new.split(',').filter(|n| *n != "-").map(|n| format!("\"{n}\"")).collect();
        out.push_str(&format!("{{ {old}to = [{}], relation = \"{relation}\", sure = \"E\" }},\n", new.join(", ")));
    }
    out + "]\n"
}

fn code(year: u16) -> String {
    format!("year = {year}\nlaws = 9\n")
}

/// An invented world: law 1 is stable, 2A and 2B change places, 3 is split, 4 and 5 become one, 6 goes, 7 comes.
fn invented(rows_one: &[&str], rows_two: &[&str], long: &[&str]) -> Result<Alignment, Vec<String>> {
    let files = [
        ("codes/1901.toml".to_owned(), code(1901)),
        ("codes/1902.toml".to_owned(), code(1902)),
        ("codes/1903.toml".to_owned(), code(1903)),
        ("spine/1901.toml".to_owned(), spine(1901, "1 1A 1A1 1A2 2 2A 2A1 2B 3 3A 4 5 6 6A")),
        ("spine/1902.toml".to_owned(), spine(1902, "1 1A 1A1 1A2 2 2A 2B 2B1 3 3A 3B 4 6 6A 7 7A")),
        ("spine/1903.toml".to_owned(), spine(1903, "1 1B 1B1 1B2 2 2A 2B 2B1 3 3A 3B 3C 4 7 7A 7B")),
        ("concordance/1901-1902.toml".to_owned(), concordance(1901, 1902, rows_one)),
        ("concordance/1902-1903.toml".to_owned(), concordance(1902, 1903, rows_two)),
        ("concordance/1901-1903.toml".to_owned(), concordance(1901, 1903, long)),
    ];
    let lexicon = Lexicon::from_files(files.iter().map(|(name, text)| (name.as_str(), text.as_str()))).unwrap();
    Alignment::build(&lexicon).map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

const ONE: [&str; 12] = [
    "1>1 same",
    "2>2 reworded",
    "2A>2B moved",
    "2B>2A moved",
    "2A>2A replaced",
    "2B>2B replaced",
    "3>3 reworded",
    "3A>3A,3B split",
    "4>4 reworded",
    "5>4 merged",
    "6>6 same",
    "->7 new",
];
const TWO: [&str; 8] =
    ["1>1 same", "1A>1B moved", "2>2 same", "3>3 same", "4>4 same", "6>- dropped", "7>7 same", "->7B,3C new"];

fn told(homes: Option<Homes>) -> String {
    let Some(homes) = homes else { return "unknown".to_owned() };
    let to: Vec<_> = homes.to.iter().map(Citation::to_string).collect();
    let exact = if homes.exact { "" } else { " in part" };
    let year = homes.year.map(|year| format!(" {year}")).unwrap_or_default();
    format!("{} {}{exact}{year}", to.join("+"), homes.relation.name()).trim().to_owned()
}

#[test]
fn every_way_a_rule_can_go() {
    let all = invented(&ONE, &TWO, &[]).unwrap();
    let cases = [
        // Down the years, one step.
        (1901, "1A2", 1902, "1A2 same"),
        (1901, "2A", 1902, "2B moved"),
        (1901, "2A1", 1902, "2B1 moved"),
        (1901, "3A", 1902, "3A+3B split"),
        (1901, "5", 1902, "4 merged"),
        (1901, "6A", 1902, "6A same"),
        // Two steps.
        (1901, "1A1", 1903, "1B1 moved"),
        (1901, "2B", 1903, "2A moved"),
        (1901, "3A", 1903, "3A+3B split"),
        (1901, "6", 1903, "dropped 1903"),
        (1901, "6A", 1903, "dropped 1903"),
        // Back.
        (1902, "2B1", 1901, "2A1 moved"),
        (1902, "3B", 1901, "3A split"),
        (1902, "4", 1901, "4+5 merged"),
        (1902, "7A", 1901, "new 1902"),
        (1903, "1B2", 1901, "1A2 moved"),
        (1903, "7B", 1902, "new 1903"),
        (1903, "7A", 1901, "new 1902"),
        (1903, "3C", 1901, "new 1903"),
        // Its own code; a number that only a national print has.
        (1902, "3B", 1902, "3B same"),
        (1901, "2A9", 1902, "2B moved in part"),
        (1901, "9", 1902, "unknown"),
        (1901, "1", 1955, "unknown"),
    ];
    for (from, number, to, expected) in cases {
        assert_eq!(told(all.homes(from, cite(number), to)), expected, "{number} of {from} in {to}");
    }
}

#[test]
fn a_number_deceives_where_it_is_another_rule() {
    let all = invented(&ONE, &TWO, &[]).unwrap();
    let friend =
        |from, number: &str, to| all.false_friend(from, cite(number), to).map(|f| (f.topic, told(Some(f.homes))));
    assert_eq!(friend(1901, "2A", 1902), Some(("topic of 2A in 1902".to_owned(), "2B moved".to_owned())));
    assert_eq!(friend(1902, "2A", 1901), Some(("topic of 2A in 1901".to_owned(), "2B moved".to_owned())));
    assert_eq!(friend(1901, "2B", 1903), Some(("topic of 2B in 1903".to_owned(), "2A moved".to_owned())));
    assert_eq!(friend(1901, "1A", 1902), None);
    assert_eq!(friend(1901, "1A", 1903), None, "the newest code has no such number");
    assert_eq!(friend(1901, "3A", 1902), None);
}

#[test]
fn data_that_cannot_be_is_named() {
    let faults = |one: &[&str], two: &[&str], long: &[&str]| invented(one, two, long).unwrap_err().join("\n");
    let with = |row: &'static str| ONE.iter().copied().chain([row]).collect::<Vec<_>>();
    assert_eq!(
        faults(&with("8>3 moved"), &TWO, &[]),
        "concordance/1901-1902.toml: the 1901 code has no 8; correct the row, or the spine if the code has it"
    );
    assert!(faults(&with("->8 new"), &TWO, &[]).contains("the 1902 code has no 8"));
    assert!(faults(&with("1>2 moved"), &TWO, &[]).contains("two rows speak for 1"));
    assert!(faults(&with("6A>- moved"), &TWO, &[]).contains("the row of 6A is `moved` and names 0 homes"));
    assert!(faults(&ONE, &TWO, &["2A>2A moved"]).contains("2A does not go where the short steps lead (2B)"));
}

#[test]
fn a_step_leads_to_a_newer_code() {
    let (one, two) = (spine(1901, "1"), spine(1902, "1"));
    let back = concordance(1902, 1901, &["1>1 same"]);
    let (a, b) = (code(1901), code(1902));
    let files = [
        ("codes/1901.toml", a.as_str()),
        ("codes/1902.toml", &b),
        ("spine/1901.toml", &one),
        ("spine/1902.toml", &two),
        ("concordance/1902-1901.toml", &back),
    ];
    let faults = Alignment::build(&Lexicon::from_files(files).unwrap()).unwrap_err();
    assert!(faults[0].to_string().contains("does not lead from an older code to a newer one"), "{faults:?}");
}

fn embedded() -> Alignment {
    Alignment::build(&Lexicon::embedded().unwrap()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// The citations whose meaning changed most: number, code asked from, code asked about, home.
#[test]
fn the_false_friends_of_the_three_codes() {
    let all = embedded();
    let cases = [
        (1997, "16A", 2017, "16B1"),
        (1997, "16A1", 2017, "16B2"),
        (1997, "16A2", 2017, "16B3"),
        (1997, "16B", 2017, "16D"),
        (1997, "16B", 2007, "16C"),
        (2007, "16C", 2017, "16D"),
        (2007, "16D", 2017, "16C"),
        (2007, "23", 2017, "72C"),
        (1997, "72B1", 2017, "72C"),
        (1997, "72B1", 2007, "23"),
        (1997, "72B2", 2017, "72B1"),
        (1997, "12C1", 2017, "12C2a"),
        (1997, "12C2", 2007, "12C1a+12C1e+12C1f"),
        (1997, "12C3", 2017, "12C1c"),
        (2007, "12C1b", 2017, "12C1e"),
        (2007, "12C1e", 2017, ""),
        (1997, "13A", 2017, "13A1"),
        (1997, "13B", 2017, "13A2"),
        (2007, "13A", 2017, "13B1"),
        (2007, "13F", 2017, "13C"),
        (2007, "15A", 2017, "15B2"),
        (2007, "17D", 2017, "15A"),
        (1997, "17E", 2017, "17D1+17D2"),
        (1997, "34", 2017, "17D3"),
        (1997, "22A", 2017, "22B"),
        (1997, "22B", 2017, "22A"),
        (2007, "25A2", 2017, "25A4"),
        (2007, "25A4", 2017, "25A6"),
        (1997, "25B2b(ii)", 2007, ""),
        (1997, "27B1b", 2017, "27D"),
        (1997, "27C", 2017, "27A2"),
        (1997, "30A", 2017, "30A+30B1"),
        (2007, "32A", 2017, "32B"),
        (2007, "32B", 2017, "32A"),
        (1997, "40A", 2017, "40A3"),
        (1997, "40C", 2017, "40B3a"),
        (2007, "40B6", 2017, "40B5"),
        (1997, "50C", 2017, "50C+50E1+50E2+50E3"),
        (2007, "50E3", 2017, "50E4"),
        (1997, "53B", 2017, "53C"),
        (1997, "53C", 2017, "53B"),
        (1997, "57A3", 2017, "57A4"),
        (2007, "62C3", 2017, "61C"),
        (1997, "63B", 2017, ""),
        (1997, "63C", 2017, "63B"),
        (1997, "70B2", 2017, "70B3"),
        (1997, "70B3", 2017, "70B2"),
        (1997, "71B", 2017, "71A"),
        (2007, "71#2", 2017, "71B"),
        (1997, "73F2", 2017, "73E2"),
        (1997, "75D1", 2007, "20F4"),
        (1997, "76A", 2017, "76B"),
        (1997, "81C5", 2017, "81C2"),
        (1997, "81C8", 2017, "81C5"),
        (1997, "81C9", 2017, "81C6+81C7"),
        (2007, "86C", 2017, "86A"),
        (2007, "86D", 2017, "86B1"),
        (2007, "86A", 2017, "12C2b"),
    ];
    for (from, number, to, home) in cases {
        let homes = all.homes(from, cite(number), to).unwrap_or_else(|| panic!("{number} of {from} in {to}"));
        let found: Vec<_> = homes.to.iter().map(Citation::to_string).collect();
        assert_eq!(found.join("+"), home, "{number} of {from} in {to}");
        let same = home.split('+').any(|h| h == number);
        let kept = home.split('+').any(|h| h.starts_with(number) || number.starts_with(h) && !h.is_empty());
        if all.has(to, cite(number)) && !same && !kept {
            assert!(all.false_friend(from, cite(number), to).is_some(), "{number} of {from} deceives in {to}");
        }
    }
    // What moved away and came back.
    let back = all.homes(1997, cite("16C"), 2017).unwrap();
    assert_eq!((back.to.as_slice(), back.relation), ([cite("16C")].as_slice(), Relation::Reworded));
    assert!(all.false_friend(1997, cite("16C"), 2017).is_none());
    assert!(all.false_friend(1997, cite("16C"), 2007).is_some());
}

#[test]
fn every_provision_of_every_code_is_placed_in_every_other() {
    let all = embedded();
    let lexicon = Lexicon::embedded().unwrap();
    let mut lost = Vec::new();
    for spine in lexicon.spines() {
        for other in all.codes().filter(|year| *year != spine.code) {
            for p in &spine.provisions {
                match all.homes(spine.code, p.cite, other) {
                    None => lost.push(format!("{} of {} in {other}", p.cite, spine.code)),
                    Some(homes) => assert!(homes.to.iter().all(|home| all.has(other, *home)), "{}", p.cite),
                }
            }
        }
    }
    assert_eq!(lost, [] as [String; 0]);
}

#[test]
fn a_fourth_code_is_files_alone() {
    let step = concordance(2017, 2027, &["50>50 same", "50E>- dropped", "16C>16E moved", "16>16 reworded", "->94 new"]);
    let files = [
        ("codes/1997.toml", include_str!("../../lexicon/data/codes/1997.toml").to_owned()),
        ("codes/2007.toml", include_str!("../../lexicon/data/codes/2007.toml").to_owned()),
        ("codes/2017.toml", include_str!("../../lexicon/data/codes/2017.toml").to_owned()),
        ("codes/2027.toml", "year = 2027\nlaws = 94\n".to_owned()),
        ("spine/2027.toml", spine(2027, "16 16A 16B 16C 16E 16E2 50 50A 50B 94")),
        ("concordance/2017-2027.toml", step),
    ];
    let lexicon = Lexicon::from_files(files.iter().map(|(name, text)| (*name, text.as_str()))).unwrap();
    let all = Alignment::build(&lexicon).unwrap_or_else(|faults| panic!("{faults:#?}"));
    assert_eq!(all.codes().collect::<Vec<_>>(), [1997, 2007, 2017, 2027]);
    let home = |from, number: &str, to| told(all.homes(from, cite(number), to));
    assert_eq!(home(1997, "16C2", 2027), "16E2 moved");
    assert_eq!(home(2007, "16D2", 2027), "16E2 moved");
    assert_eq!(home(2007, "50E3", 2027), "dropped 2027");
    assert_eq!(home(2027, "16E", 1997), "16C moved");
    assert_eq!(home(2027, "94", 1997), "new 2027");
    assert_eq!(all.life(2027, cite("94")).len(), 4);
}

#[test]
fn what_is_packed_answers_as_before_and_damage_is_refused() {
    let all = embedded();
    let bytes: &'static [u8] = all.pack().unwrap().leak();
    let opened = Alignment::open(bytes).unwrap();
    for spine in Lexicon::embedded().unwrap().spines() {
        for other in all.codes() {
            for p in &spine.provisions {
                assert_eq!(opened.homes(spine.code, p.cite, other), all.homes(spine.code, p.cite, other));
                assert_eq!(opened.false_friend(spine.code, p.cite, other), all.false_friend(spine.code, p.cite, other));
            }
        }
    }
    assert_eq!(opened.pack().unwrap(), bytes);
    for len in [0, 3, 10, bytes.len() / 2] {
        assert!(Alignment::open(bytes.get(..len).unwrap()).is_err(), "{len} bytes");
    }
}
