//! The same law text in many formats: the same provisions, headings and words.

mod make;

use std::{fmt::Write, fs, path::PathBuf};

use super::env::{Env, data};

/// What a shelf holds of an edition: per provision its citation, heading and words, without white space and hyphens.
fn held(env: &Env, id: &str) -> Vec<(String, String, String)> {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{ad}')).collect();
    let rows = env.line(&format!("export --edition {id}")).code(0).json();
    let text = |row: &serde_json::Value, key: &str| bare(row[key].as_str().unwrap_or(""));
    rows.iter().map(|row| (row["cite"].as_str().unwrap().to_owned(), text(row, "heading"), text(row, "text"))).collect()
}

/// Imports the bytes under that name and gives what the shelf then holds.
#[track_caller]
fn imported(name: &str, bytes: &[u8], id: &str) -> Vec<(String, String, String)> {
    let env = Env::new();
    let file = env.file(name, bytes);
    let ran = env.run(&["import".into(), file]);
    assert_eq!(ran.code, 0, "{name}: {}", ran.err);
    assert!(ran.out.starts_with(&format!("{id}: ")), "{name}: {}", ran.out);
    held(&env, id)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A text as web pages of several habits.
fn pages(text: &str) -> Vec<(&'static str, String)> {
    let page =
        |body: &str| format!("<!DOCTYPE html>\n<html><head><title>x</title></head>\n<body>\n{body}</body></html>\n");
    let mut lines = String::new();
    let mut breaks = String::new();
    let mut parts = String::new();
    for line in text.lines() {
        writeln!(lines, "<p>{}</p>", escaped(line)).unwrap();
    }
    for part in text.split("\n\n") {
        writeln!(breaks, "<p>{}</p>", escaped(part.trim_matches('\n')).replace('\n', "<br>\n")).unwrap();
        writeln!(parts, "<p>{}</p>", escaped(part.trim_matches('\n'))).unwrap();
    }
    vec![
        ("lines.html", page(&lines)),
        ("breaks.html", page(&breaks)),
        ("parts.html", page(&parts)),
        ("pre.html", page(&format!("<pre>\n{}</pre>", escaped(text)))),
    ]
}

/// A text in other encodings and with other line ends.
fn encodings(text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let units = |each: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(each).collect::<Vec<u8>>();
    // Of the letters above 127, Latin-1 has its own; windows-1252 has some more, which the texts use for quotation marks.
    let extra = [
        ('–', 0x96),
        ('—', 0x97),
        ('‘', 0x91),
        ('’', 0x92),
        ('“', 0x93),
        ('”', 0x94),
        ('…', 0x85),
        ('€', 0x80),
        ('•', 0x95),
        ('„', 0x84),
        ('‚', 0x82),
    ];
    let latin = |c: char| {
        let known = extra.iter().find(|(sign, _)| *sign == c).map(|(_, byte)| *byte);
        known.or_else(|| u8::try_from(u32::from(c)).ok()).unwrap_or(b'?')
    };
    let mut all = vec![
        ("bom.txt", [b"\xef\xbb\xbf", text.as_bytes()].concat()),
        ("utf16le.txt", units(u16::to_le_bytes)),
        ("utf16be.txt", [vec![0xfe, 0xff], units(u16::to_be_bytes)].concat()),
        ("crlf.txt", text.replace('\n', "\r\n").into_bytes()),
        ("cr.txt", text.replace('\n', "\r").into_bytes()),
        ("nel.txt", text.replace('\n', "\u{85}").into_bytes()),
        ("separators.txt", text.replace('\n', "\u{2028}").into_bytes()),
    ];
    if text.chars().all(|c| latin(c) != b'?' || c == '?') {
        all.push(("1252.txt", text.chars().map(latin).collect()));
    }
    all
}

#[track_caller]
fn same(name: &str, got: &[(String, String, String)], expected: &[(String, String, String)]) {
    for (got, expected) in got.iter().zip(expected) {
        assert_eq!(got, expected, "{name}");
    }
    assert_eq!(got.len(), expected.len(), "{name}");
}

/// Texts of invented wording, and the editions that they are recognised as.
const TEXTS: [(&str, &str); 2] = [("tabbed.txt", "da-1997"), ("lists.txt", "nl-2017")];

#[test]
fn encodings_and_line_ends_make_no_difference() {
    for (name, id) in TEXTS {
        let text = fs::read_to_string(data(name)).unwrap();
        let expected = imported(name, text.as_bytes(), id);
        for (name, bytes) in encodings(&text) {
            same(name, &imported(name, &bytes, id), &expected);
        }
    }
}

#[test]
fn web_pages_give_the_text_that_they_were_made_of() {
    for (name, id) in TEXTS {
        let text = fs::read_to_string(data(name)).unwrap();
        let expected = imported(name, text.as_bytes(), id);
        for (name, page) in pages(&text) {
            same(name, &imported(name, page.as_bytes(), id), &expected);
        }
    }
}

#[test]
fn pdf_and_docx_give_the_text_that_they_were_made_of() {
    for (name, id) in TEXTS {
        let text = fs::read_to_string(data(name)).unwrap();
        let expected = imported(name, text.as_bytes(), id);
        same("docx", &imported("law.docx", &make::docx(&text), id), &expected);
        same("pdf", &imported("law.pdf", &make::pdf(&text), id), &expected);
    }
}

/// As they are and as every format, under names that say nothing.
#[test]
#[ignore = "needs the national texts in LAWGREP_EDITIONS"]
fn the_national_texts_are_the_same_in_every_format() {
    let folder = std::env::var_os("LAWGREP_EDITIONS").map(PathBuf::from).expect("LAWGREP_EDITIONS names a folder");
    let mut wrong = Vec::new();
    for id in ["da-1997", "nl-2017", "no-2017", "sv-1997-bridgeklockan"] {
        let text = fs::read_to_string(folder.join(format!("{id}.txt"))).unwrap();
        let expected = imported("0.txt", text.as_bytes(), id);
        let mut files: Vec<(&str, Vec<u8>)> = encodings(&text);
        files.extend(pages(&text).into_iter().map(|(name, page)| (name, page.into_bytes())));
        files.push(("0.docx", make::docx(&text)));
        files.push(("0.pdf", make::pdf(&text)));
        for (name, bytes) in files {
            let got = imported(name, &bytes, id);
            let differ = expected.iter().filter(|row| !got.contains(row)).map(|row| row.0.as_str());
            let extra = got.iter().filter(|row| !expected.contains(row)).map(|row| row.0.as_str());
            let (differ, extra): (Vec<&str>, Vec<&str>) = (differ.collect(), extra.collect());
            if !differ.is_empty() || !extra.is_empty() {
                wrong.push(format!("{id} {name}: {} of {}: {differ:?}; {extra:?}", differ.len(), expected.len()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_original_is_kept_and_the_rest_made_again_from_its_text() {
    let env = Env::new();
    let text = fs::read_to_string(data("tabbed.txt")).unwrap();
    let page = pages(&text).remove(0).1;
    env.run(&["import".into(), env.file("lov.html", &page)]).code(0);
    let before = held(&env, "da-1997");
    let place = env.home().join("editions/da-1997");
    let inside =
        |place: &PathBuf| fs::read_dir(place).unwrap().map(|e| e.unwrap().path()).find(|p| p.is_dir()).unwrap();
    fs::remove_file(inside(&place).join("tree")).unwrap();
    assert_eq!(held(&env, "da-1997"), before);
    let folder = inside(&place).join("source");
    assert!(inside(&place).join("tree").is_file(), "it was put back");
    assert_eq!(fs::read_to_string(folder.join("01-0001-lov.original")).unwrap(), page);
    assert!(fs::read_to_string(folder.join("01-lov.txt")).unwrap().starts_with("§41. Kagens plads\n"));
}

/// The text of a list of laws as one page a law, with navigation around.
fn site(env: &Env) -> PathBuf {
    let text = fs::read_to_string(data("lists.txt")).unwrap();
    let at = text.find("Artikel 51").unwrap();
    for (n, law) in [(50, &text[..at]), (51, &text[at..])] {
        let lines: String = law.lines().map(|line| format!("<p>{}</p>\n", escaped(line))).collect();
        let page = format!(
            "<html><body><div id='menu'><a href='law50.htm'>50</a> <a href='law51.htm'>51</a></div><p><a href='index.htm'>Home\
             </a></p>{lines}<hr><p><a href='index.htm'>Terug</a></p></body></html>"
        );
        env.file(format!("site/law{n}.htm"), page);
    }
    env.file("site/index.htm", "<html><frameset><frame src='menu.htm'><frame src='law50.htm'></frameset></html>");
    env.path("site")
}

#[test]
fn a_folder_of_pages_is_one_edition() {
    let env = Env::new();
    let expected = imported("lists.txt", &fs::read(data("lists.txt")).unwrap(), "nl-2017");
    let ran = env.run(&["import".into(), site(&env)]).code(0);
    assert!(ran.out.starts_with("nl-2017: "), "{}", ran.out);
    assert!(ran.err.contains("site: 3 pages read as one text"), "{}", ran.err);
    same("site", &held(&env, "nl-2017"), &expected);
}

#[test]
fn a_page_of_frames_names_what_to_import() {
    let env = Env::new();
    let page =
        env.file("index.htm", "<html><frameset><frame src='a\u{1b}[1m.htm'><frame src='b.htm'></frameset></html>");
    let ran = env.run(&["import".into(), page]).code(2);
    assert!(
        ran.err.contains("it holds no text, only frames that show a\u{241b}[1m.htm, b.htm; save these"),
        "{}",
        ran.err
    );
}

#[test]
fn an_encoding_can_be_given_and_must_be_known() {
    let env = Env::new();
    let text = fs::read_to_string(data("tabbed.txt")).unwrap();
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let file = env.file("lov.txt", bytes);
    let path = file.display();
    env.line(&format!("import --encoding utf-16le {path}")).code(0);
    env.line("show 41A --edition da-1997").code(0);
    let ran = env.line(&format!("import --encoding koi8-r {path}")).code(2);
    let expected = "lawgrep: encoding `koi8-r` is not known; there are UTF-8, UTF-16LE, UTF-16BE, windows-1252\n";
    assert_eq!(ran.err, expected);
}

#[test]
fn a_file_can_be_checked_without_importing_it() {
    let env = Env::new();
    let text = fs::read_to_string(data("lists.txt")).unwrap();
    let page = env.file("wet.html", &pages(&text)[0].1);
    let of_file = env.run(&["check".into(), page.clone()]).code(0);
    assert!(of_file.out.starts_with("nl-2017: 2 findings"), "{}", of_file.out);
    assert!(!env.home().exists());
    env.run(&["check".into(), "--strict".into(), page.clone()]).code(1);
    env.run(&["check".into(), "--coverage".into(), page]).code(2);
    let poem = env.file("poem.txt", "Roses are red.");
    assert!(env.run(&["check".into(), poem]).code(2).err.contains("poem.txt: "));
}

/// Citation, heading and words of each provision.
fn rows(env: &Env, id: &str) -> Vec<[String; 3]> {
    let rows = env.line(&format!("export --edition {id}")).code(0).json();
    let text = |row: &serde_json::Value, key: &str| row[key].as_str().unwrap_or("").to_owned();
    rows.iter().map(|row| ["cite", "heading", "text"].map(|key| text(row, key))).collect()
}

#[test]
fn an_article_of_a_site_with_calendar_contents_and_dates() {
    let env = Env::new();
    let ran = env.run(&[
        "import".into(),
        data("formats/cms.html"),
        "--as".into(),
        "kage".into(),
        "--code".into(),
        "1997".into(),
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("cms.html: 11 lines left out: navigation and what stands around the text"), "{}", ran.err);
    assert!(ran.err.contains("cms.html: 2 dates in brackets at the end of headings were left out"), "{}", ran.err);
    assert!(ran.err.contains("cms.html: 1 soft hyphens inside words were taken out"), "{}", ran.err);
    let expected = [
        ["41", "Kagens plads", ""],
        ["41A", "Bordet", "Kagen står på bordet, og spilleren kan se den (se §42B). Et strafkort lægges ikke i kagen."],
        ["41B", "Stolen", ""],
        ["41B1", "", "En lille kage skal stå på en stol, hvis makker ikke er sulten – eller hvis ♠♥♦♣ er delt."],
        ["41B2", "", "En stor kage må modspilleren ikke sidde på, jf. §42:"],
        ["41B2a", "", "med nødder;"],
        ["41B2b", "", "uden nødder."],
        ["42", "Kagens fordeling", ""],
        ["42A", "Den blinde", "Den blinde får et stykke af hver farve."],
        [
            "42C",
            "Makker",
            "Makker får kun krummer, medmindre den arrangerende organisation er mæt, og spillefører siger ja.",
        ],
    ];
    let got = rows(&env, "kage");
    let provisions: Vec<_> = got.iter().filter(|row| row[0].starts_with('4')).collect();
    assert_eq!(provisions, expected.iter().collect::<Vec<_>>());
    assert!(
        !got.iter().any(|row| row.iter().any(|text| text.contains("Vind en kage") || text.contains("Ikke en lov")))
    );
}

#[test]
fn a_page_of_a_wiki_with_one_law() {
    let env = Env::new();
    let ran = env.run(&[
        "import".into(),
        data("formats/wiki.html"),
        "--as".into(),
        "wiki".into(),
        "--code".into(),
        "2017".into(),
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let words = "De wedstrijdleider eet de chocolade op als een tegenspeler dat vraagt (zie artikel 51).";
    let expected = [
        ["50", "Strafkaart van chocolade", words],
        [
            "50A",
            "Kleine reep",
            "Een kleine reep mag op tafel blijven liggen totdat de leider honger heeft en de partner het wil.",
        ],
        ["50B", "Grote reep", ""],
        ["50B1", "", "Een grote reep wordt gedeeld door de speler die haar bracht;"],
        ["50B2", "", "het bondsbestuur krijgt een arbitrale score voor de smaak."],
    ];
    assert_eq!(rows(&env, "wiki"), expected.map(|row| row.map(str::to_owned)));
}

#[test]
fn notes_at_the_end_of_a_page_of_a_pdf_are_notes() {
    let env = Env::new();
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crates/formats/tests/data/pdf/two.pdf");
    let line = format!("import --as kuler --lang no --code 2017 {}", file.display());
    let ran = env.line(&line).code(0);
    assert!(ran.out.contains("4 laws, 22 provisions, 0 definitions, 2 notes"), "{}", ran.out);
    let rows = env.line("export --edition kuler").code(0).json();
    let note = |cite: &str| rows.iter().find(|r| r["cite"] == cite).unwrap()["notes"][0]["text"].clone();
    assert_eq!(note("1A"), "Vekten måles i gram på en vekt som er justert samme dag.");
    assert_eq!(note("2C2"), "Unntatt i finaler, der tiden er femten minutter.");
    let text = |cite: &str| rows.iter().find(|r| r["cite"] == cite).unwrap()["text"].as_str().unwrap().to_owned();
    assert!(text("1A").contains("tyngst, og"), "the mark is taken out: {}", text("1A"));
    assert!(text("3A").ends_with("at kulen måtte falle."), "{}", text("3A"));
}

#[test]
fn files_made_to_hurt_are_refused_by_name_in_one_line() {
    let env = Env::with_texts();
    let before = env.line("editions").code(0).out;
    let zip = |part: &str, text: &str| make::zip(&[(part, text)]);
    let deep = format!("<w:document>{}", "<w:p>".repeat(1000));
    for (name, bytes, says) in [
        ("bomb.docx", zip("word/document.xml", &" ".repeat(8 << 20)), "more than 200 times its packed size"),
        ("deep.docx", zip("word/document.xml", &deep), "more than 256 elements within each other"),
        ("half.docx", zip("word/document.xml", "<w:document><w:p>")[..60].to_vec(), "damaged"),
        ("text.zip", zip("../../evil.txt", "x"), "it is a zip archive; unpack it"),
        ("a.html", [b"<html>".to_vec(), vec![b'a'; 9 << 20]].concat(), "more than 8 MiB"),
        ("a.md", vec![b'a'; 9 << 20], "more than 8 MiB"),
        ("a.txt", vec![b'a'; 1 << 20], "no law text"),
        (
            "half.pdf",
            b"%PDF-1.7
1 0 obj
<< /Type"
                .to_vec(),
            "damaged",
        ),
        ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec(), "save it as DOCX"),
        ("page.jpg", b"\xff\xd8\xff\xe0".to_vec(), "OCR"),
    ] {
        let ran = env.run(&["import".into(), env.file(name, bytes)]).code(2);
        assert_eq!(ran.err.lines().count(), 1, "{name}: {}", ran.err);
        assert!(ran.err.contains(name) && ran.err.contains(says), "{name}: {}", ran.err);
    }
    let scan = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crates/formats/tests/data/pdf/scan.pdf");
    let ran = env.run(&["import".into(), scan]).code(2);
    assert!(
        ran.err.contains("scan.pdf: all 2 pages: pictures without text, as a scanner makes them; have"),
        "{}",
        ran.err
    );
    assert_eq!(env.line("editions").code(0).out, before);
}

/// Where the program is installed it reads the file; where it is not, that is said.
#[test]
fn pdftotext_reads_where_it_is_asked_for() {
    let env = Env::new();
    let text = fs::read_to_string(data("lists.txt")).unwrap();
    let file = env.file("wet.pdf", make::pdf(&text));
    let mut without = env.command();
    let ran =
        super::env::finish(without.env("PATH", env.path("nowhere")).args(["import", "--pdftotext"]).arg(&file)).code(2);
    assert!(ran.err.contains("wet.pdf: `pdftotext` cannot be started"), "{}", ran.err);
    // A program of that name which prints the law, so that the test needs no other.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let quoted = text.replace('\'', "");
        let program = env.file("bin/pdftotext", format!("#!/bin/sh\ncat <<'END'\n{quoted}\nEND\n"));
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let path = format!("{}:/usr/bin:/bin", env.path("bin").display());
        let mut with = env.command();
        let ran = super::env::finish(with.env("PATH", path).args(["import", "--pdftotext"]).arg(&file)).code(0);
        assert!(ran.out.starts_with("nl-2017: "), "{}", ran.out);
    }
}
