//! `lawgrep links`: references in invented minutes of five languages, and everything there that is none.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use super::env::{Env, Ran, finish};

/// `LINE CITE` of what opens, `LINE STATUS CITES` of what does not.
fn read(env: &Env, text: &str, flags: &str) -> (Vec<String>, Ran) {
    let file = env.file("minutes.txt", text);
    let mut args: Vec<std::ffi::OsString> = vec!["links".into(), "--json".into(), file.into()];
    args.extend(flags.split_whitespace().map(Into::into));
    let ran = env.run(&args);
    let rows = ran.json().into_iter().filter(|row| row["type"] == "link");
    let rows = rows.map(|row| {
        let cites: Vec<&str> = row["cites"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
        let status = row["status"].as_str().unwrap();
        let status = if status == "resolved" { String::new() } else { format!("{status} ") };
        format!("{} {status}{}", row["line"], cites.join(" ")).trim_end().to_owned()
    });
    (rows.collect(), ran)
}

#[track_caller]
fn check(text: &str, notice: &str, rows: &[&str]) {
    let (got, ran) = read(&Env::new(), text, "");
    assert_eq!(got, rows, "{text}\n{}", ran.err);
    assert!(ran.err.contains(notice), "{}", ran.err);
}

#[test]
fn norwegian_minutes() {
    check(
        "Klagesak 3 fra seriekampen, 12. mars 2019, bord 14.\n\
         Nord åpnet med 1 NT og hadde 12 kort. Øst tenkte i 30 sekunder og meldte 3H.\n\
         TL ble tilkalt og dømte etter § 16B1, jf. § 12C1(b) og §§ 69, 70 og 71.\n\
         Laget hevdet at lovene 26-32 måtte brukes. Kampen endte 16-14, 3 av 4 stikk, kl. 20.15.\n\
         Etter vedtektenes § 5 og § 7 i Norges Bridgeforbunds vedtekter er fristen 30 minutter.\n\
         Denne loven gir intet svar; punkt B ovenfor heller ikke. Se § 93C.\n\
         Vedtatt som lov 16. mai. 50D1a ble nevnt i vedtaket, likeså (16C) og § 16E7 og § 112.\n",
        "read as Norwegian, 2017 code; --lang, --code choose",
        &[
            "3 16B1",
            "3 12C1b",
            "3 69",
            "3 70",
            "3 71",
            "4 26 27 28 29 30 31 32",
            "5 foreign",
            "5 foreign",
            "6 93C",
            "7 50D1a",
            "7 16C",
            "7 absent 16E7",
            "7 foreign 112",
        ],
    );
}

#[test]
fn danish_minutes() {
    check(
        "Appel nr. 7 fra holdturneringen. Turneringslederen blev tilkaldt efter spillet af 12 kort.\n\
         Han dømte efter § 50D1, se også §§ 62-64, og gav 40 % til Nord-Syd.\n\
         § 13 i vedtægterne og straffelovens § 3 blev ikke brugt; 2 sans gik hjem.\n\
         Appellen blev afvist efter paragraf 93\n\
         B3, og 3 af 4 stik var rigtigt.\n",
        "read as Danish, 2017 code since nothing in it tells",
        &["2 50D1", "2 62 63 64", "3 foreign", "3 foreign", "4 93B3"],
    );
}

#[test]
fn swedish_minutes_and_a_word_that_is_a_team_too() {
    check(
        "Protest i match 4: lag 3 mötte lag 5 den 12 mars 2018. Väst hade 12 kort och öppnade med 1 sang.\n\
         Tävlingsledaren kallades och dömde enligt lag 16B1, se även lag 75. Lag 3 fick rätt.\n\
         Han tillämpade lag 12 och lagarna 69, 70 och 71. Enligt stadgarna § 4 är juryn tre personer.\n\
         Reglerna i § 47E2 gäller inte. Lag 12 vann med 16-14.\n",
        "read as Swedish, 2017 code; --lang",
        &[
            "1 ambiguous 3",
            "1 ambiguous 5",
            "2 16B1",
            "2 75",
            "2 ambiguous 3",
            "3 12",
            "3 69",
            "3 70",
            "3 71",
            "3 foreign",
            "4 47E2",
            "4 ambiguous 12",
        ],
    );
}

#[test]
fn dutch_minutes() {
    check(
        "Beroep 12 van de wedstrijd op 3 mei 2022. Zuid opende met 1SA en had 12 kaarten.\n\
         De arbiter werd geroepen en paste artikel 16B1 toe, zie ook art. 12C1(b) en artikelen 26 tot en met 32.\n\
         Dit artikel zegt niets over tafel 16. Artikel 5 van de statuten ook niet, noch artikel 3 van het wetboek.\n\
         Volgens artikel 92B is het beroep te laat: 30 minuten na 20.15 uur, uitslag 16-14.\n",
        "read as Dutch, 2017 code; --lang",
        &["2 16B1", "2 12C1b", "2 26 27 28 29 30 31 32", "3 foreign", "3 foreign", "4 92B"],
    );
}

#[test]
fn english_minutes_and_quoted_mail() {
    check(
        "> Appeal 5 on 4 June 2021: West was in 6C, and had 12 cards at table 16B.\n\
         > The director ruled under Law\n\
         > 16B1(a), and gave 12C1(c) by Laws 69, 70\n\
         > and 71. This law is clear; see section B above.\n\
         \n\
         By Law 12 of the Union's bylaws, and § 5 of the constitution, the fee was 25.\n\
         They won 16-14, 7 of 13 tricks in 7C, at 20.15; http://example.org/16C2 is no law, nor <16C2@x>.\n\
         We thought of Laws 26 to 32, Law 10.5, Law 16.B, L23C and Law 99.\n",
        "read as English, 2017 code; --lang",
        &[
            "2 16B1a",
            "3 12C1c",
            "3 69",
            "3 70",
            "4 71",
            "6 foreign",
            "6 foreign",
            "8 26 27 28 29 30 31 32",
            "8 16B",
            "8 23C",
            "8 foreign 99",
        ],
    );
}

#[test]
fn a_language_that_cannot_be_told_is_not_guessed() {
    let rows = &["1 16C2", "1 50", "1 50D1"];
    check("16C2, § 50, Lag 12, Law 12, lov 12, artikel 12, (50D1)", "its language could not be told", rows);
    check("xyz", "its language could not be told", &[]);
}

#[test]
fn language_and_code_can_be_said() {
    let env = Env::with_texts();
    let text = "Lag 16C2, enligt lag 50";
    let (rows, ran) = read(&env, text, "--lang sv --code 2017");
    assert_eq!((rows, ran.err.as_str()), (vec!["1 16C2".to_owned(), "1 50".to_owned()], ""));
    // Danish and of the 1997 code: only what is at hand in that code opens, and never in another one.
    let (rows, ran) = read(&env, "TL dømte efter § 50A og § 16C2, jf. § 51.", "--lang da --code 1997");
    assert_eq!(rows, ["1 50A", "1 absent 16C2", "1 51"]);
    assert_eq!(ran.err, "");
    let first = ran.json().remove(0);
    assert_eq!((first["edition"].as_str(), first["code"].as_u64()), (Some("da-1997"), Some(1997)));
    // An edition brings its code with it.
    let (rows, ran) =
        read(&env, "TL blev tilkaldt og dømte efter § 50A, som spilleren ikke kunne lide.", "--edition da-1997");
    assert_eq!(rows, ["1 50A"]);
    assert!(ran.err.contains("read as Danish, 1997 code"), "{}", ran.err);
    // A text of a code of which nothing is at hand.
    let (rows, ran) = read(&env, "The director ruled under Law 50A and Law 16Q in 2010.", "");
    assert_eq!(rows, ["1 absent 50A", "1 absent 16Q"]);
    assert!(ran.err.contains("2007 code") && ran.err.contains("no edition of the 2007 code is at hand"), "{}", ran.err);
    for (flags, word) in [("--lang xx", "xx"), ("--code 1998", "1998"), ("--edition none", "none")] {
        let ran = env.line(&format!("links - {flags}")).code(2);
        assert!(ran.err.contains(word), "{}", ran.err);
    }
}

#[test]
fn lines_are_those_of_the_interface() {
    let env = Env::new();
    env.file("a.txt", "the director\nruled under Law 93C and Law 16Q9, and Laws 92-93");
    env.file("b.txt", "no law to be found in the words of this player");
    let one = env.line("links a.txt --edition companion-en").code(0);
    let heading = |cite: &str| {
        let row = env.run(&["show", "--json", "--edition", "companion-en", cite]).json().remove(0);
        row["heading"].as_str().unwrap().to_owned()
    };
    let (h93, h92) = (heading("93"), heading("92"));
    let h93c = heading("93C");
    let want = format!(
        "2:13:companion-en:93C:{h93c}\n2:25:-:16Q9:absent: the 2017 code has no 16Q9\n2:39:companion-en:92-93:{h92} … {h93}\n"
    );
    assert_eq!(one.out, want);
    let two = env.line("links a.txt b.txt --lang en --code 2017").code(0);
    assert!(two.out.lines().all(|line| line.starts_with("a.txt:2:")), "{}", two.out);
    assert_eq!(env.line("links b.txt").code(1).out, "");
    let zero = env.line("links a.txt --null --lang en --code 2017").code(0);
    assert_eq!(zero.out.matches('\0').count(), 3);
}

#[test]
fn files_that_cannot_be_read_are_2_and_the_others_are_read() {
    let env = Env::new();
    env.file("a.txt", "under Law 16, said the director to the player");
    env.file("scan.pdf", "%PDF-1.4\n");
    env.file("zip", b"PK\x03\x04\0\0");
    let ran = env.line("links gone.txt scan.pdf a.txt zip .").code(2);
    assert!(ran.out.starts_with("a.txt:1:7:companion-en:16:"), "{}", ran.out);
    for (name, word) in [("gone.txt", "cannot be read"), ("scan.pdf", "damaged"), ("zip", "zip archive"), (". ", "")] {
        assert!(ran.err.lines().any(|line| line.contains(name) && line.contains(word)), "{name}: {}", ran.err);
    }
    assert_eq!(env.line("links").code(2).out, "");
}

#[test]
fn standard_input_and_encodings() {
    let env = Env::new();
    let mut child = env.command().args(["links", "-", "--json"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let child = child.as_mut().unwrap();
    // windows-1252: the places in the file are not known.
    child.stdin.take().unwrap().write_all(b"TL d\xf8mte etter \xa7 16C2 i sp\xf8rsm\xe5let.\r\n").unwrap();
    let mut out = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut out).unwrap();
    assert!(child.wait().unwrap().success());
    let row: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(row["cites"], serde_json::json!(["16C2"]));
    assert_eq!((&row["file"], &row["bytes"]), (&serde_json::Value::Null, &serde_json::Value::Null));
    assert_eq!(row["column"], 16);
    // UTF-8 with a mark and other line ends: bytes of the file.
    let bytes = "\u{feff}å\r\nTL dømte etter § 16C2 i\r\n".as_bytes().to_vec();
    let file = env.file("crlf.txt", &bytes);
    let row = env.run(&["links".into(), "--json".into(), file]).json().remove(0);
    let span: Vec<usize> = row["bytes"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect();
    assert_eq!(&bytes[span[0]..span[1]], "§ 16C2".as_bytes());
    assert_eq!((row["line"].as_u64(), row["column"].as_u64()), (Some(2), Some(16)));
}

#[test]
fn nothing_of_a_file_or_its_name_reaches_the_terminal_as_it_is() {
    let env = Env::new();
    let file = env
        .file("a\u{1b}[31m.txt", "\u{1b}]0;x\u{7}the director said Law\u{1b}[1m\u{9b}\n16 and Law 16\u{7f}\u{202e}C2.");
    let mut all: Vec<Ran> = Vec::new();
    for flags in [&["--json"][..], &[], &["--color", "always"]] {
        let args =
            [&["links".into(), file.clone(), file.clone()][..], &flags.iter().map(Into::into).collect::<Vec<_>>()];
        all.push(env.run(&args.concat()));
    }
    for ran in &all[..2] {
        for text in [&ran.out, &ran.err] {
            assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
            assert!(!text.contains('\u{202e}'), "{text:?}");
        }
        assert!(!ran.out.is_empty());
    }
    assert!(all[2].out.contains("\u{1b}[2m") && !all[2].out.contains("\u{1b}[31m"));
}

/// Ten times the text takes some ten times as long: nothing here looks back to the beginning. Measured in words read, not in
/// time, by a test of the finder; here only that large texts of every shape end.
#[test]
fn large_texts_of_any_shape_are_read() {
    let env = Env::new();
    for piece in ["Law 16C2 and the director ", "§", "> ", "(", "16, ", "a\n", "\u{e5}", "Law 16\n\n", "2017 "] {
        let text = piece.repeat(200_000 / piece.len());
        let file = env.file("large.txt", text);
        let ran = env.run(&["links".into(), file]);
        assert!(ran.code < 2, "{piece:?}: {}", ran.err);
    }
    let mut command: Command = env.command();
    let ran = finish(command.args(["links", "large.txt", "--json"]));
    assert_eq!(ran.json().last().unwrap()["links"], 0);
}
