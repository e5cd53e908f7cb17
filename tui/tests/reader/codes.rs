//! Books of two codes, side by side and one from the other.

use lawgrep_align::Alignment;
use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Standing, UnitKey};
use lawgrep_tui::Start;

use crate::{
    drive::Desk,
    fixture::{Shelf, edition, law, noted, unit},
};

const USUAL: (u16, u16) = (80, 24);

/// What became of the laws of lanterns: 16B moved, its number is another rule's now; 12C was split, 72B1 moved, 80 dropped,
/// 93 is new; 91A moved, as far as anybody knows.
fn alignment() -> Alignment {
    let spine = |year: u16, cites: &[(&str, &str)]| {
        let provision =
            |(cite, topic): &(&str, &str)| format!("[[provision]]\ncite = \"{cite}\"\ntopic = \"{topic}\"\n");
        format!("code = {year}\n{}", cites.iter().map(provision).collect::<String>())
    };
    let row = |(from, to, relation, sure): &(&str, &str, &str, &str)| {
        let from = if from.is_empty() { String::new() } else { format!("from = \"{from}\"\n") };
        let to: Vec<String> = to.split_whitespace().map(|cite| format!("\"{cite}\"")).collect();
        format!("[[row]]\n{from}to = [{}]\nrelation = \"{relation}\"\nsure = \"{sure}\"\n", to.join(", "))
    };
    let step = |from: u16, to: u16, rows: &[(&str, &str, &str, &str)]| {
        format!("from = {from}\nto = {to}\n{}", rows.iter().map(row).collect::<String>())
    };
    let old = [("12", ""), ("12C", "rights"), ("16", ""), ("16A", "lawful shadows"), ("16B", "strangers")];
    let old = [old.as_slice(), &[("50", ""), ("72", ""), ("72B", ""), ("72B1", "dim light"), ("80", "old lanterns")]];
    let old = [old.concat().as_slice(), &[("91", ""), ("91A", "moths")]].concat();
    let new = [("12", ""), ("12C", "rights"), ("12C1", "lending"), ("12C2", "snuffing"), ("16", "")];
    let new =
        [new.as_slice(), &[("16A", "lawful shadows"), ("16B", "creeping shadows"), ("16D", "strangers")]].concat();
    let new = [new.as_slice(), &[("50", ""), ("72", ""), ("72C", "dim light"), ("91", ""), ("91B", "moths")]].concat();
    let newest = [new.as_slice(), &[("93", "complaints")]].concat();
    let same = |cites: [&'static str; 5]| cites.map(|cite| (cite, cite, "same", "G"));
    let moved = [("12C", "12C1 12C2", "split", "G"), ("16A", "16A", "same", "G"), ("16B", "16D", "moved", "G")];
    let more = [("16B", "16B", "replaced", "G"), ("72B1", "72C", "moved", "G"), ("80", "", "dropped", "G")];
    let last = [("91A", "91B", "moved", "K"), ("", "16B", "new", "G")];
    let first = [same(["12", "16", "50", "72", "91"]).as_slice(), &moved, &more, &last].concat();
    let second: Vec<_> = new.iter().map(|(cite, _)| (*cite, *cite, "same", "G")).collect();
    let second = [second.as_slice(), &[("", "93", "new", "G")]].concat();
    let code = |year: u16| format!("year = {year}\nlaws = 93\n");
    let files = [
        ("codes/1997.toml", code(1997)),
        ("codes/2007.toml", code(2007)),
        ("codes/2017.toml", code(2017)),
        ("spine/1997.toml", spine(1997, &old)),
        ("spine/2007.toml", spine(2007, &new)),
        ("spine/2017.toml", spine(2017, &newest)),
        ("concordance/1997-2007.toml", step(1997, 2007, &first)),
        ("concordance/2007-2017.toml", step(2007, 2017, &second)),
        ("concordance/1997-2017.toml", step(1997, 2017, &[])),
    ];
    let lexicon = Lexicon::from_files(files.iter().map(|(name, text)| (*name, text.as_str()))).unwrap();
    let terms = [("lantern", "no", "Lykt"), ("lantern", "da", "Lygte"), ("keeper", "no", "Vokter")];
    Alignment::build(&lexicon).unwrap().with_terms(terms)
}

/// A law book in force, one of the older code, a training paper on that, and a companion that has what the book lacks.
fn shelf() -> Shelf {
    let def = |term: &str, text: &str| unit(UnitKey::Definition(term.to_owned()), term, text);
    let no = vec![
        def("Vokter", "Den som bærer lykta."),
        def("Lykt", "En lampe med håndtak."),
        law("12", "VOKTEREN", ""),
        law("12C", "Rettigheter", ""),
        law("12C1", "", "Vokteren kan låne bort sin lykt."),
        law("12C2", "", "Vokteren kan blåse ut en lykt som ryker."),
        law("16", "SKYGGER", ""),
        law("16A", "Lovlige skygger", "En skygge er lovlig når den faller bakover."),
        law("16B", "Krypende skygger", "En krypende skygge måles, se {{12C2|12C2}}."),
        law("16D", "Fremmede skygger", "En fremmed skygge meldes, se {{72B1|72B1}}."),
        law("50", "SLUKKET LYS", "Et slukket lys ligger på bordet."),
        law("93", "KLAGER", "Klager skrives med blyant."),
    ];
    let da = vec![
        def("Lygte", "En lampe med hank."),
        law("12", "VOGTEREN", ""),
        noted(law("12C", "Rettigheder", "Vogteren må låne en lygte ud og puste den ud."), "Med måde."),
        law("16", "SKYGGER", ""),
        law("16A", "Lovlige skygger", "En skygge må falde bagud."),
        law("16B", "Fremmede skygger", "En fremmed skygge meldes, se {{§ 72B1|72B1}} og {{§ 80|80}}."),
        law("50", "SLUKKET LYS", "Et slukket lys følger {{§ 72B1|72B1}}, aldrig {{§ 72B9|72B9}}."),
        law("80", "GAMLE LYGTER", "Gamle lygter smides ud, se {{§ 16B|16B}}."),
        law("91A", "Møl", "Møl jages bort."),
    ];
    let sv = vec![
        law("16B", "", "En främmande skugga anmäls."),
        law("16B", "", "Den anmäls av vaktaren."),
        unit(UnitKey::Exercise(10), "", "Norrs skugga faller på bordet. Vad nu?"),
        unit(UnitKey::Answer(10), "", "Se {{Lag 16B|16B}} och {{Lag 80|80}}."),
        unit(UnitKey::ScreenRule("D".to_owned()), "", "Bakom skärmen gäller {{lag 12C|12C}}."),
    ];
    let companion = vec![law("72", "DIM LIGHT", ""), law("72C", "", "Explains what becomes of dim light.")];
    Shelf::of(vec![
        (edition("no-2017", "Lover for lykter", 2017, Standing::Official), no),
        (edition("companion-en", "Lanterns explained", 2017, Standing::Companion), companion),
        (edition("da-1997", "Love for lygter", 1997, Standing::Official), da),
        (edition("sv-1997", "Lagar för lyktor", 1997, Standing::Training), sv),
    ])
    .with(alignment())
}

const NO: usize = 0;
const DA: usize = 2;

fn start(edition: usize, at: &str, beside: &[usize]) -> Start {
    Start {
        edition: Some(edition),
        at: at.parse().ok(),
        parallel: !beside.is_empty(),
        beside: beside.to_vec(),
        ..Start::default()
    }
}

#[test]
fn two_codes_by_rule() {
    let shelf = shelf();
    for size in [USUAL, (200, 60)] {
        for (name, reading, beside) in [("new", NO, [DA, 3]), ("old", DA, [NO, 3])] {
            let desk = Desk::new(&shelf, start(reading, "12", &beside), size);
            insta::assert_snapshot!(format!("rule-{name}-{}x{}", size.0, size.1), desk.screen());
        }
        let desk = Desk::new(&shelf, start(DA, "16B", &[]), size);
        insta::assert_snapshot!(format!("rule-alone-{}x{}", size.0, size.1), desk.screen());
    }
}

#[test]
fn a_rule_stands_beside_its_home_under_its_own_number() {
    let shelf = shelf();
    let mut desk = Desk::new(&shelf, start(NO, "16D", &[DA, 3]), (160, 30));
    let says = |desk: &Desk, words: &str| assert!(desk.screen().contains(words), "{words} in {}", desk.screen());
    assert!(
        desk.screen().lines().any(|l| l.contains("16D ") && l.contains("1997: 16B -> 2017: 16D")),
        "{}",
        desk.screen()
    );
    says(&desk, "(printed again)");
    // Both numbers lead there.
    desk.press("80<Enter>");
    says(&desk, "80 (2017 code) is in no edition at hand");
    desk.press("<Esc>16b<Enter>");
    says(&desk, "new in 2007: the 1997 code had no such");
    desk.press("12c2<Enter>");
    says(&desk, "part of 1997 12C, printed at 12C1");
    desk.press("<Tab><Enter>");
    assert_eq!(desk.trail(), "16D > 16B > 12C2 > 12C1");
    desk.press("<Back>");
    assert_eq!(desk.trail(), "16D > 16B > 12C2");
    desk.press("93<Enter>");
    says(&desk, "new in 2017: the 1997 code had no such");
    desk.press("<Home>");
    assert!(desk.screen().lines().any(|l| l.contains("Lykt") && l.contains("Lygte")), "{}", desk.screen());
}

#[test]
fn beside_a_text_that_is_no_longer_law_stands_the_law() {
    let shelf = shelf();
    let mut desk = Desk::new(&shelf, start(DA, "16B", &[]), USUAL);
    desk.press("=");
    assert!(desk.screen().starts_with(" da-1997 + no-2017 + sv-1997 · 16 SKYGGER"), "{}", desk.screen());
    assert!(desk.screen().contains("no-2017  1997: 16B -> 2017: 16D"), "{}", desk.screen());
    let mut desk = Desk::new(&shelf, start(NO, "16B", &[]), USUAL);
    desk.press("=");
    assert!(desk.screen().starts_with(" no-2017 + companion-en · 16 SKYGGER"), "{}", desk.screen());
}

#[test]
fn what_was_dropped_says_when() {
    let shelf = shelf();
    let mut desk = Desk::new(&shelf, start(DA, "80", &[NO]), USUAL);
    assert!(desk.screen().contains("dropped in 2007"), "{}", desk.screen());
    // From the other side it is no row of the code being read.
    desk.press("L<Home><Enter>");
    let screen = desk.screen();
    let label = screen.lines().position(|l| l.contains("1997 80")).unwrap();
    assert!(screen.lines().nth(label).unwrap().contains("no-2017  dropped in 2007"), "{screen}");
    assert!(screen.contains("GAMLE LYGTER"));
}

#[test]
fn a_number_that_deceives_carries_a_warning() {
    let shelf = shelf();
    let warning = "16B is another rule in the 2007 and 2017 codes (creeping shadows); this rule is 16D there";
    let says = |desk: &Desk| desk.screen().contains(warning);
    let mut desk = Desk::new(&shelf, start(DA, "16B", &[]), (100, 24));
    assert!(says(&desk), "{}", desk.screen());
    // It stays while the provision is read, and comes back with it.
    desk.press("<Tab>");
    assert!(says(&desk));
    desk.press("<Enter>");
    assert!(!says(&desk), "{}", desk.screen());
    desk.press("<Back>");
    assert!(says(&desk));
    desk.press("n");
    assert!(!says(&desk));
    desk.press("16b<Enter>");
    assert!(says(&desk));
    desk.press("16a<Enter>");
    assert!(!desk.screen().contains("another rule"));
    // In the law in force it is a passing word.
    let mut desk = Desk::new(&shelf, start(NO, "", &[]), (120, 24));
    desk.press("16b<Enter>");
    assert_eq!(desk.bar(), "16B is another rule in the 1997 code (strangers); this rule is new in 2007");
    desk.press("j");
    assert!(!desk.screen().contains("another rule"));
}

#[test]
fn a_reference_leads_to_the_present_home_of_what_the_code_lacks() {
    let shelf = shelf();
    let mut desk = Desk::new(&shelf, start(DA, "50", &[]), USUAL);
    desk.press("<Tab>");
    let before = desk.buffer();
    assert_eq!(desk.bar(), "1997 72B1 -> 2017 72C; Enter opens it in companion-en");
    desk.press("<Space>");
    assert!(desk.screen().contains("1997 72B1 -> 2017 72C · companion-en (companion)"), "{}", desk.screen());
    assert!(desk.screen().contains("Explains what becomes of dim light."));
    desk.press("<Enter>");
    assert_eq!(desk.bar(), "1997 72B1 -> 2017 72C: shown from companion-en");
    assert!(desk.screen().contains("companion-en · 2017 code · companion"));
    assert_eq!(desk.trail(), "50 > 72C");
    desk.press("<Back><BackTab><Tab>");
    assert_eq!(desk.buffer(), before);
    // Nobody knows of a 72B9.
    desk.press("<Tab><Enter>");
    assert!(desk.screen().contains("72B9 (1997 code) is in no edition at hand"));
    assert!(desk.screen().contains("da-1997 · 1997 code, superseded"));
}

#[test]
fn a_split_target_names_all_homes_and_a_dropped_one_opens_nothing() {
    let shelf = shelf();
    let mut desk = Desk::new(&shelf, start(3, "16B", &[]), (80, 24));
    desk.press("12c<Enter>");
    assert!(desk.screen().contains("12C is not in sv-1997: shown from da-1997"));
    let only = Shelf::of(vec![
        (edition("no-2017", "", 2017, Standing::Official), vec![law("12C1", "", "En."), law("12C2", "", "To.")]),
        (edition("da-1997", "", 1997, Standing::Official), vec![law("16B", "", "{{12C|12C}} {{80|80}}")]),
    ])
    .with(alignment());
    let mut desk = Desk::new(&only, start(1, "16B", &[]), (80, 24));
    desk.press("<Tab><Tab><Enter>");
    assert_eq!(desk.bar(), "80 (1997 code) is in no edition at hand; dropped in 2007");
    assert_eq!(desk.trail(), "16B");
    desk.press("<BackTab><Enter>");
    assert_eq!(desk.bar(), "1997 12C -> 2017 12C1, also 12C2: shown from no-2017");
    assert_eq!(desk.trail(), "16B > 12C1");
}

#[test]
fn what_refers_here_is_listed_by_rule() {
    let shelf = shelf();
    let mut desk = Desk::new(&shelf, start(NO, "16D", &[]), (100, 24));
    desk.press("c");
    let screen = desk.screen();
    assert!(screen.contains("Refers to 16D in all editions: 2"), "{screen}");
    assert!(screen.contains(">80 da-1997") && screen.contains("(1997 16B) GAMLE LYGTER"), "{screen}");
    desk.press("<Enter>");
    assert_eq!(desk.selected(), "§ 16B");
    assert!(desk.screen().contains("da-1997 · 1997 code, superseded"));
    // The same number of the other code is another rule.
    let mut desk = Desk::new(&shelf, start(NO, "16B", &[]), (100, 24));
    desk.press("c");
    assert_eq!(desk.bar(), "nothing here refers to 16B");
}

#[test]
fn exercises_are_offered_below_the_rules_that_they_cite() {
    let shelf = shelf();
    let mut desk = Desk::new(&shelf, start(NO, "16D", &[]), (80, 24));
    assert!(desk.screen().contains("cited in sv-1997 exercise 10"), "{}", desk.screen());
    desk.press("<Tab><Tab>");
    assert_eq!(desk.selected(), "exercise 10");
    assert!(desk.bar().starts_with("sv-1997 exercise 10: Exercise 10: Norrs skugga"), "{}", desk.bar());
    let before = desk.buffer();
    desk.press("<Space>");
    assert!(desk.screen().contains("Norrs skugga faller"), "{}", desk.screen());
    desk.press("<Enter>");
    assert!(desk.screen().contains("sv-1997 · 1997 code, superseded"), "{}", desk.screen());
    assert!(desk.first_line().contains("superseded") && desk.screen().contains("Norrs skugga"));
    desk.press("<Back><BackTab><Tab>");
    assert_eq!(desk.buffer(), before);
    // Other provisions are not cluttered.
    desk.press("50<Enter>");
    assert!(!desk.screen().contains("cited in"));
}

#[test]
fn exercises_open_under_the_rules_that_they_cite() {
    let shelf = shelf();
    let mut desk = Desk::new(&shelf, start(NO, "16D", &[]), (80, 24));
    let before = desk.screen();
    desk.press("e");
    for words in ["sv-1997 (1997 code, superseded", "Norrs skugga faller", "Se Lag 16B och Lag 80."] {
        assert!(desk.screen().contains(words), "{words} in\n{}", desk.screen());
    }
    assert!(desk.first_line().starts_with("16D"), "{}", desk.first_line());
    desk.press("e");
    assert_eq!(desk.screen(), before);
    let bare = crate::fixture::lanterns();
    let mut desk = Desk::new(&bare, start(0, "16D", &[]), (80, 24));
    desk.press("e");
    assert_eq!(desk.bar(), "no edition at hand has exercises or options that cite these provisions");
}

#[test]
fn the_same_place_is_found_in_the_other_code() {
    let shelf = shelf();
    let mut desk = Desk::new(&shelf, start(DA, "16B", &[]), USUAL);
    desk.press("L<Home><Enter>");
    assert_eq!(desk.bar(), "1997 16B -> 2017 16D (no-2017)");
    assert!(desk.first_line().starts_with("16D "), "{}", desk.screen());
    let mut desk = Desk::new(&shelf, start(DA, "80", &[]), USUAL);
    desk.press("L<Home><Enter>");
    assert_eq!(desk.bar(), "80 is not in no-2017 (dropped in 2007); nearest: 50");
}

#[test]
fn an_older_number_that_the_code_never_had_is_explained() {
    let shelf = shelf();
    let mut desk = Desk::new(&shelf, start(NO, "", &[]), (120, 24));
    desk.press("91a");
    assert!(desk.screen().contains("da-1997 has one: 1997 91A -> 2017 91B (not checked)"), "{}", desk.screen());
}

#[test]
fn whatever_is_pressed_among_two_codes_it_goes_on() {
    let shelf = shelf();
    for reading in 0..4 {
        for keys in ["=", "L<End><Space><Esc>", "L<Home><Space><Esc>v", "c<Tab><Tab><Enter>", "<Tab><Space><Enter>"] {
            let mut desk = Desk::new(&shelf, start(reading, "16", &[0, 1, 2, 3]), (90, 20));
            desk.press(keys);
            for key in
                ["n", "<Tab><Enter>", "l", "p", "<Tab><Space><Esc>", "jjjj", "c<Enter>", "<Back>", "80<Enter><Esc>"]
            {
                desk.press(key);
                for size in [(30, 9), (200, 60), (90, 20)] {
                    desk.act(lawgrep_tui::keymap::Action::Resize(size.0, size.1));
                    desk.screen();
                }
            }
        }
    }
}

#[test]
fn who_reads_the_law_passes_over_what_is_none_and_who_reads_an_old_text_is_not_led_past_the_law() {
    let shelf = shelf();
    let mut desk = Desk::new(&shelf, start(NO, "50", &[DA]), USUAL);
    assert!(desk.screen().contains("1997 80"), "{}", desk.screen());
    desk.press("n");
    assert_eq!(desk.trail(), "91B");
    let mut desk = Desk::new(&shelf, start(DA, "91A", &[NO]), USUAL);
    desk.press("n");
    assert_eq!(desk.trail(), "93 (2017 code)");
    desk.press("p");
    assert_eq!(desk.trail(), "91A");
}
