//! Whatever the text, nothing panics and the document keeps every promise. Texts are put together at random from the
//! pieces that each layout is made of, or are arbitrary; each goes through every layout parser, as the wrong layout may be
//! recognised. The seed is fixed; PROPTEST_CASES asks for more cases.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a panic is the report")]

mod common;

use std::sync::LazyLock;

use common::verify;
use lawgrep_ingest::{Layout, Overrides, Recognised, decode, parse, recognise};
use lawgrep_lexicon::Lexicon;
use proptest::{prelude::*, test_runner::RngSeed};

static LEXICON: LazyLock<Lexicon> = LazyLock::new(common::lexicon);

const LAYOUTS: [Layout; 5] = [Layout::Flowing, Layout::Tabbed, Layout::Lists, Layout::Table, Layout::Lines];

/// What stands between words in any print, and what should not but does.
const COMMON: &[&str] = &[
    " ",
    " ",
    " ",
    "\n",
    "\n\n",
    "\n\n\n",
    "\t",
    "\u{a0}",
    "\r\n",
    "\u{ad}",
    "\u{200b}",
    "\u{feff}",
    "\u{202e}",
    "\0",
    "\u{1b}[31m",
    "-\n\n",
    "- ",
    "é",
    "ǅ",
    "ﬁ",
    "İ",
    "ẞ",
    "١٢",
    "３",
    "𝟙𝟚. ",
    "👍🏽",
    "e\u{301}",
    "♠",
    "(",
    ")",
    "((",
    "))",
    ".",
    ". ",
    ": ",
    "; ",
    "1",
    "13",
    "93",
    "94",
    "999",
    "65536",
    "4294967296",
    "0",
    "00",
    "100%",
];

const FLOWING: &[&str] = &[
    "1. KULENE ",
    "1. KULENE 1. KULENE ",
    "2. HYLLEN ",
    "7. ÅPNE ROM OG DØRER ",
    "93. SLUTT ",
    "94. FOR MYE ",
    "2. TL ",
    "KULENE ",
    "DEFINISJONER ",
    "Definisjoner ",
    "Innhold ",
    "Forord ",
    "Introduksjon ",
    "A. ",
    "B. ",
    "C. ",
    "Z. ",
    "A. Antall ",
    "1. ",
    "2. ",
    "3. ",
    "9. ",
    "a) ",
    "b) ",
    "c) ",
    "1. a) ",
    "(i) ",
    "(ii)",
    "(xx) ",
    "(iiiii) ",
    "; eller ",
    ", og ",
    "Kulene er røde",
    "når de ruller",
    "Verten bestemmer. ",
    "TL skal telle",
    "som beskrevet i 2. ",
    "(se 12C2a) ",
    "d) under",
    " 1 ",
    " 2 ",
    " 1. ",
    " 3.Verten",
    "1 Denne loven gjelder. ",
    "2 «Lenge» er lenge. ",
    "... 7 ",
    ".... ",
    "Kortogkule.. 8 ",
    "Bet ",
    "Bonus ",
    "Spill ",
    "Matchpoint (poeng) ",
    "vil-",
    " 4\n\n",
    " 5\n\n",
    "kårlig ",
    "Nord-\n\nSyd ",
    "12\n\n",
];

const TABBED: &[&str] = &[
    "§1. Start\n",
    "\n§2. Gang\n",
    "§ 3 Uden punktum\n",
    "§93. Slut\n",
    "§94. For langt\n",
    "§0. Nul\n",
    "§999. Fjernt\n",
    "\nA.\tFørste\n",
    "\nB.\tAnden\n",
    "\nZ.\tSidste\n",
    "A. \t",
    "\t1.\tHøje kast Et kast er højt.\n",
    "\t2.\tLave kast\n",
    "\t99.\tMange Der er mange.\n",
    "\t\ta.\tmed snor Den holdes.\n",
    "\t\tb)\tuden\n",
    "\t\tz.\t",
    "\tTekst under afsnittet.\n",
    "\t\t\t\n",
    "KUGLERNES TID\n",
    "FEJL\n",
    "\nHer i landet gælder noget andet.\n",
    "§12, 13 og 14 gælder.\n",
    "i det 12. stik ",
    "Når TL siger til",
    "paragraf 5. Ord\n",
    "§",
    "§\n",
    "§§ 4-7\n",
    " \t \t mellemrum\n",
    "\u{a0}\t1.\u{a0}Hårdt\n",
    "\t1.",
    "\t",
];

const LISTS: &[&str] = &[
    "\nArtikel 1\n\n",
    "Artikel\u{a0}2\n",
    "Artikel 57A\n\n",
    "ARTIKEL 12C1\n",
    "Artikel 93.\n",
    "Artikel 999\n",
    "Artikel 0\n",
    "Artikel 12CC\n",
    "Het rollen\n\n",
    "1. Rollen over de grond\n",
    "2. Een kop\n",
    "1. Een zin die eindigt.\n",
    "3. Nog een zin; of\n",
    "   1. een punt; of\n",
    "   2. nog een\n   \n",
    "1. 1. Eerst dit.\n",
    "27. Na de letters\n",
    "99. Ver weg.\n",
    "   99. ver\n",
    "0. Nul\n",
    "A.\u{a0}\u{a0}Met letter\n",
    "Z. Laatste\n",
    "\nEen alinea Met hoofdletter.\n\n",
    "\n\n1. Opnieuw\nTekst.\n\n",
    "   vervolg\n",
    "(Noot: kort)",
    "(Noot: (dubbel) kort)",
    "Noot: (andersom)",
    "(Noot: open ",
    "normale 1 tafel ",
    "normale (Noot: zo) ",
    "en ",
    "tekst die doorgaat ",
    "1.\u{a0}",
    "\u{a0}\u{a0}\u{a0}1. hard\n",
    "art. 5\n",
];

const TABLE: &[&str] = &[
    "Lag nr Pinnar i lagarna ",
    "5A ",
    "6D1 ",
    "13 ",
    "47E2a,b ",
    "63A1,2,3,B ",
    "42B1,B2 ",
    "1A,A ",
    "3,5 ",
    "99Z ",
    "Not om 47 ",
    "not om 0 ",
    "Definition ",
    "definition ",
    "16B 16C 17 ",
    "68B 68D 69A 69B ",
    "1 2 3 4 5 ",
    "Rond En del av en omgång. ",
    "När en spelare har glömt att kasta ",
    "får han inte göra det igen. ",
    "Om TL säger till ska alla lyssna. ",
    "(se lag 17A) ",
    "lag 16 ",
    "lagarna 26-32, 34 och ",
    "Lag69A ",
    "TIDSBEGREPP ",
    "Skärmar ",
    "\n\nSkärmar ",
    "Lag 41A Kast från fel hand ",
    "Lag 70 När ",
    "A. Pinnen är kvar ",
    "B. Båda ",
    "\n\nÖvningsuppgifter ",
    "1. Syd tappar en pinne. ",
    "2. Nord tappar en korg. ",
    "3. 4 pinnar. ",
    "\n\nSvar till övningsuppgifter ",
    "SKÄRMAR ",
    "KORG,PINN UTG. 2 ",
    " 3\n\n4 ",
    "o.s.v. ",
    "t.ex. ",
    "anspråk ",
    "pinne",
];

/// A text of pieces of one layout, some of others and some of none.
fn text() -> impl Strategy<Value = String> {
    let of = |own: &'static [&'static str]| {
        let piece = prop_oneof![
            12 => proptest::sample::select(own),
            3 => proptest::sample::select(COMMON),
            1 => proptest::sample::select([FLOWING, TABBED, LISTS, TABLE].concat()),
        ];
        proptest::collection::vec(piece, 0..90).prop_map(|pieces| pieces.concat())
    };
    prop_oneof![of(FLOWING), of(TABBED), of(LISTS), of(TABLE), "\\PC{0,80}", any::<String>()]
}

/// Parses as a layout and holds the document to its promises.
fn parses(text: &str, layout: Layout, lang: &str) -> Result<(), TestCaseError> {
    let id = "any".parse().unwrap();
    let recognised = Recognised {
        id,
        lang: lang.to_owned(),
        code: 2017,
        layout,
        profile: None,
        regulation: false,
        reasons: Vec::new(),
    };
    let document = parse(text, "any", &recognised, &LEXICON);
    verify(&document, text).map_err(|broken| TestCaseError::fail(format!("{layout:?} {lang}: {broken}\nin {text:?}")))
}

fn config() -> ProptestConfig {
    let asked = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { 48 };
    ProptestConfig { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(2017), ..asked }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_parses_in_every_layout(
        text in text(),
        layout in proptest::sample::select(&LAYOUTS[..]),
        lang in proptest::sample::select(&["en", "no", "sv", "xx"][..]),
    ) {
        for (layout, lang) in LAYOUTS.into_iter().zip(["no", "da", "nl", "sv", "en"]) {
            parses(&text, layout, lang)?;
        }
        parses(&text, layout, lang)?;
    }

    #[test]
    fn any_bytes_are_decoded_and_recognised(
        bytes in prop_oneof![
            proptest::collection::vec(any::<u8>(), 0..200),
            text().prop_map(String::into_bytes),
            text().prop_map(|t| t.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ],
        lang in proptest::sample::select(&["no", "da", "nl", "sv", "en"][..]),
    ) {
        let decoded = decode(&bytes);
        prop_assert!(!decoded.text.contains('\r'));
        let _ = recognise(&decoded.text, "", &LEXICON, &Overrides::default());
        let overrides = Overrides { lang: Some(lang.to_owned()), code: Some(1997), id: None };
        if let Ok(recognised) = recognise(&decoded.text, "näme\0.txt", &LEXICON, &overrides) {
            prop_assert_eq!(recognised.id.as_str(), format!("{lang}-1997-n-me"));
            parses(&decoded.text, recognised.layout, lang)?;
        }
    }
}
