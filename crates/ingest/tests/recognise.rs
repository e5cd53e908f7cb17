//! What a text is taken for, and what is not taken for a law text at all.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a panic is the report")]

mod common;

use common::lexicon;
use lawgrep_ingest::{Layout, NotLaw, Overrides, Recognised, decode, parse, recognise};
use lawgrep_model::Standing;

fn plain(text: &str) -> Result<Recognised, NotLaw> {
    recognise(text, "text.txt", &lexicon(), &Overrides::default())
}

fn asked(text: &str, file_name: &str, overrides: &Overrides) -> Recognised {
    recognise(text, file_name, &lexicon(), overrides).unwrap_or_else(|e| panic!("{e}"))
}

/// Prose about a kitchen in every language that lawgrep knows, with numbers and lists, and one law of the kitchen.
const PROSE: [(&str, &str); 5] = [
    (
        "no",
        "I går skulle jeg lage suppe. 1. Først må man ha vann, og det hadde jeg ikke. 2. Så må man ha en gryte som \
         er stor nok, eller to som er små. A. Det sier seg selv at den ikke skal stå på kanten. Når vannet koker, kan en \
         gulrot eller to ha det fint der nede til den blir myk, og etter 12 minutter er det kort vei fra gryte til bord. \
         Dersom noen spør, se side 16 i boken. Hvis ikke, spiller det ingen rolle.",
    ),
    (
        "da",
        "I går skulle jeg lave suppe, og det blev ikke godt. 1. Først skal man have vand af den slags, som er vådt. 2. Så \
         skal man have en gryde eller to. Når vandet koger, kan en gulerod hoppe i, og efter 12 minutter bliver den blød. \
         Hvis nogen spørger, står det fra side 16 til side 20. Ud med låget, ned med skeen, og så er der ikke mere at sige \
         om et godt måltid, som en gæst kan spise på en halv time.",
    ),
    (
        "sv",
        "I går skulle jag koka soppa, och det gick inte bra. 1. Först ska man ha vatten av det slag som är vått. 2. Sedan \
         ska man ha en gryta eller ett par. När vattnet kokar kan en morot hoppa i, och efter 12 minuter får den vara \
         mjuk. Om någon frågar står det från sidan 16 till sidan 20. Att lägga på locket är en konst som inte alla kan, \
         men det är lag på det i vårt hus, lag 5A om jag minns rätt, och lag 7B om disken.",
    ),
    (
        "nl",
        "Gisteren wilde ik soep koken, en dat ging niet goed. 1. Eerst moet er water zijn van de soort die nat is. 2. Dan \
         moet er een pan zijn of twee. Als het water kookt mag een wortel erin, en na 12 minuten wordt hij zacht. \
         Wie het wil weten leest de krant voor het begint, met artikel 16 over de soep uit blik en artikel 17 over het \
         brood van de bakker. Door het deksel te lichten zijn de buren er ook bij.",
    ),
    (
        "en",
        "Yesterday I wanted to make the soup, and it was not a success. 1. First there must be water of the wet kind. 2. \
         Then a pot is needed, or two. When the water boils a carrot may be put in, and after 12 minutes it is soft. If any \
         player of the band asks, it is on page 16 of the book. The lid is for the pot and not for the table, and the \
         director of the kitchen has the right to say so, or law 5A of the house would be of no use.",
    ),
];

#[test]
fn prose_is_no_law_text() {
    for (lang, text) in PROSE {
        assert_eq!(plain(text), Err(NotLaw::NoLaws), "{lang}");
        let twice = format!("{text}\n\n{text}\n");
        assert_eq!(plain(&twice), Err(NotLaw::NoLaws), "{lang}");
        // To say which code it follows makes no laws of it.
        let overrides = Overrides { lang: Some(lang.to_owned()), code: Some(2017), id: None };
        assert_eq!(recognise(text, "text.txt", &lexicon(), &overrides), Err(NotLaw::NoLaws), "{lang}");
    }
}

#[test]
fn what_mentions_laws_is_no_law_text() {
    // A list of citations, and a companion's own Markdown.
    let mut table = String::new();
    let mut markdown = String::new();
    for (n, letter) in ('A'..='F').cycle().take(60).enumerate() {
        let cite = format!("{}{letter}", n / 6 + 9);
        table.push_str(&format!(
            "{cite}\tsection\tOm brickan\tNär en spelare har sett kort eller stick som inte är hans\n"
        ));
        markdown.push_str(&format!(
            "## {cite} Om brickan\n\nNär en spelare har sett kort eller stick som inte är hans.\n\n"
        ));
    }
    assert_eq!(plain(&table), Err(NotLaw::NoLaws));
    assert_eq!(plain(&markdown), Err(NotLaw::NoLaws));
}

#[test]
fn nothing_and_garbage() {
    assert_eq!(plain(""), Err(NotLaw::Empty));
    assert_eq!(plain(" \n\t\u{a0}\n"), Err(NotLaw::Empty));
    let bytes: Vec<u8> = (0..20_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert!(matches!(plain(&decode(&bytes).text), Err(NotLaw::Binary)));
    assert!(matches!(plain(&"\0".repeat(300)), Err(NotLaw::Binary)));
    let list = "6 egg\nmelk\nsmør\nbrød (to)\n2 l saft\nkaffe\nost\n1 pose poteter\nsåpe\n";
    assert!(matches!(plain(list), Err(NotLaw::Language { .. })));
}

#[test]
fn a_language_that_is_not_known() {
    let german = "§ 1. Anfang\n\nA.\tDie Karten\n\tDie Karten werden verteilt, und wer sie hat, darf sie nicht zeigen.\n\
                  B.\tDer Tisch\n\tDer Tisch steht in der Mitte, damit jeder Spieler ihn sehen kann.\n\n§ 2. Ende\n\n\
                  A.\tSchluss\n\tWenn alle Karten gespielt sind, ist das Spiel zu Ende.\n";
    let known = "da, en, nl, no, sv".to_owned();
    assert_eq!(plain(german), Err(NotLaw::Foreign { name: "German".to_owned(), known: known.clone() }));
    // It reads as one that the user names.
    let overrides = Overrides { lang: Some("da".to_owned()), code: Some(2017), id: None };
    assert_eq!(asked(german, "gesetz.txt", &overrides).layout, Layout::Tabbed);
    let overrides = Overrides { lang: Some("de".to_owned()), ..Overrides::default() };
    assert_eq!(recognise(german, "x", &lexicon(), &overrides), Err(NotLaw::Language { known }));
}

/// An invented law book with the provisions that the codes differ in.
fn danish(cites: &[&str]) -> String {
    let mut out = String::new();
    for cite in cites {
        let (law, rest) = cite.split_at(2);
        out.push_str(&format!(
            "§{law}. Kuglernes regler\n\nNår spilleren og makker ikke kan se hylden, gælder det her.\n"
        ));
        let letter = rest.chars().next().unwrap();
        for section in 'A'..=letter {
            out.push_str(&format!(
                "{section}.\tKugler af en slags\n\tEn kugle skal ligge, hvis den bliver fra, eller til.\n"
            ));
        }
        let last = rest[1..].parse().unwrap_or(0);
        for number in 1..=last {
            out.push_str(&format!("\t{number}.\tKugle nummer Den skal ud efter den, som kan.\n"));
        }
        out.push('\n');
    }
    out
}

#[test]
fn an_edition_that_is_not_known_is_named_by_what_it_is() {
    let new = danish(&["50E4", "57A4", "72C"]);
    let found = asked(&new, "folder/Min lovbog (2. udg.).txt", &Overrides::default());
    assert_eq!((found.lang.as_str(), found.code, found.layout, found.profile), ("da", 2017, Layout::Tabbed, None));
    assert_eq!(found.id.as_str(), "da-2017-min-lovbog-2");
    let old = danish(&["61B", "63C", "71C", "72B4"]);
    assert_eq!(asked(&old, "C:\\Love\\ÆØÅ", &Overrides::default()).id.as_str(), "da-1997");
    assert_eq!(asked(&old, &"x".repeat(200), &Overrides::default()).id.as_str(), format!("da-1997-{}", "x".repeat(32)));
    let document = parse(&new, "lovbog.txt", &found_again(&new), &lexicon());
    let edition = &document.edition;
    assert_eq!((edition.standing, edition.title.as_str()), (Standing::Official, "da-2017-lovbog"));
    assert!(edition.in_force() && !edition.extract);
}

fn found_again(text: &str) -> Recognised {
    asked(text, "lovbog.txt", &Overrides::default())
}

#[test]
fn a_code_that_cannot_be_told() {
    let text = danish(&["41A", "42A", "43A"]);
    assert_eq!(plain(&text), Err(NotLaw::Code { known: "1997, 2007, 2017".to_owned() }));
    let overrides = Overrides { code: Some(2007), ..Overrides::default() };
    let found = asked(&text, "lov.txt", &overrides);
    assert_eq!((found.code, found.id.as_str()), (2007, "da-2007-lov"));
    let document = parse(&text, "lov.txt", &found, &lexicon());
    assert_eq!((document.edition.superseded_by, document.edition.in_force()), (Some(2017), false));
    let overrides = Overrides { code: Some(1066), ..Overrides::default() };
    let refused = recognise(&text, "lov.txt", &lexicon(), &overrides);
    assert_eq!(refused, Err(NotLaw::Code { known: "1997, 2007, 2017".to_owned() }));
}

#[test]
fn what_the_user_says_goes() {
    let text = danish(&["50E4", "57A4", "72C"]);
    let id = Some("my-own".parse().unwrap());
    let found = asked(&text, "lov.txt", &Overrides { id: id.clone(), ..Overrides::default() });
    assert_eq!((found.id.as_str(), found.lang.as_str(), found.code), ("my-own", "da", 2017));
    let found = asked(&text, "lov.txt", &Overrides { id, lang: Some("nb".to_owned()), code: Some(1997) });
    assert_eq!((found.id.as_str(), found.lang.as_str(), found.code), ("my-own", "no", 1997));
    // The id of a known edition brings what is known of it; a code that the user names is stronger.
    let known = Some("da-1997".parse().unwrap());
    let found = asked(&text, "lov.txt", &Overrides { id: known.clone(), ..Overrides::default() });
    assert_eq!((found.code, found.profile.as_deref()), (1997, Some("da-1997")));
    let found = asked(&text, "lov.txt", &Overrides { id: known, code: Some(2017), ..Overrides::default() });
    assert_eq!(found.code, 2017);
}

#[test]
fn reasons_are_told() {
    let found = asked(&danish(&["50E4", "57A4", "72C"]), "lov.txt", &Overrides::default());
    let told: Vec<String> = found.reasons.iter().map(ToString::to_string).collect();
    assert_eq!(told[0], "language da (high): 139 of 246 words are frequent in Danish, 105 in Norwegian");
    assert!(told[1].starts_with("layout tabbed text ("), "{}", told[1]);
    assert_eq!(told[2], "code 2017 (high): 4 of 4 telling citations");
    assert_eq!(told[3], "edition da-2017-lov (low): none that is known, so named by its file");
    let overrides = Overrides { id: Some("mine".parse().unwrap()), lang: Some("da".to_owned()), code: Some(1997) };
    let told: Vec<String> =
        asked(&danish(&["50E4"]), "lov.txt", &overrides).reasons.iter().map(ToString::to_string).collect();
    assert_eq!(told[0], "language da (told): by the user");
    assert_eq!(told[2..], ["code 1997 (told): by the user", "edition mine (told): by the user"]);
}

#[test]
fn a_code_that_is_hardly_ahead_is_asked_for() {
    // 61B3 is among the telling citations of 2007, but the code of 2017 has it too.
    let text = danish(&["61B3"]);
    assert!(matches!(plain(&text), Err(NotLaw::Code { .. })), "{:?}", plain(&text));
    // 23A and 54E are of 2017 alone.
    assert_eq!(plain(&danish(&["23A", "54E"])).unwrap().code, 2017);
}

#[test]
fn an_archive_of_law_texts_is_no_law_text() {
    let text = include_str!("data/tabbed/run-in.txt");
    let packed = format!("law.txt\0\0\0{text}\0\0");
    assert_eq!(plain(&packed).unwrap_err(), NotLaw::Binary);
}
