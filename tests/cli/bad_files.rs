//! Files that are no law text, or one that is broken: whatever reads them, each ends soon, and the shelf stays as it is.
//!
//! What a file is refused for is said elsewhere. Here nothing depends on which formats can be read.

use std::path::{Path, PathBuf};

use super::env::{Env, contents, data, finish_within};

/// Of a debug build on a busy machine.
const SECONDS: u64 = 120;

/// What may become of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hope {
    /// It holds no law text.
    None,
    /// There is a law text in it, which may be read.
    Perhaps,
}

fn noise(len: usize) -> Vec<u8> {
    let mut row = 2_463_534_242_u32;
    let mut next = || {
        row ^= row << 13;
        row ^= row >> 17;
        row ^= row << 5;
        row.to_le_bytes()[1]
    };
    (0..len).map(|_| next()).collect()
}

fn utf16(text: &str, bom: bool) -> Vec<u8> {
    let units = bom.then_some(0xFEFF).into_iter().chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

fn zip_entry(name: &str, claimed: u32, bytes: &[u8]) -> Vec<u8> {
    let mut zip = b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0\0\0\0\0".to_vec();
    zip.extend((bytes.len() as u32).to_le_bytes());
    zip.extend(claimed.to_le_bytes());
    zip.extend((name.len() as u16).to_le_bytes());
    zip.extend([0, 0]);
    zip.extend(name.as_bytes());
    zip.extend(bytes);
    zip
}

/// The end of a zip archive that says it has so many entries, and where.
fn zip_end(entries: u16, at: u32) -> Vec<u8> {
    let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
    end.extend([entries.to_le_bytes(), entries.to_le_bytes()].concat());
    end.extend([u32::from(entries) * 46, at].map(u32::to_le_bytes).concat());
    end.extend([0, 0]);
    end
}

fn pdf(body: &str) -> Vec<u8> {
    format!("%PDF-1.7\n{body}\ntrailer << /Root 1 0 R /Size 9 >>\nstartxref\n9\n%%EOF\n").into_bytes()
}

/// Name and bytes.
#[rustfmt::skip]
fn hopeless() -> Vec<(&'static str, Vec<u8>)> {
    let s = |text: &str| text.as_bytes().to_vec();
    let n = |text: &str, count: usize| text.repeat(count).into_bytes();
    let page = "<html><head><title>x</title></head><body>";
    vec![
        ("empty.txt", vec![]),
        ("byte.txt", vec![b'x']),
        ("nul.txt", vec![0]),
        ("nuls.txt", vec![0; 65_536]),
        ("ff.txt", vec![0xFF; 5_000]),
        ("noise.txt", noise(1_000)),
        ("noise.pdf", noise(65_536)),
        ("noise.docx", noise(65_536)),
        ("noise.html", noise(65_536)),
        ("noise", noise(20_000)),
        ("bom8.txt", s("\u{feff}")),
        ("bom16le.txt", vec![0xFF, 0xFE]),
        ("bom16be.txt", vec![0xFE, 0xFF]),
        ("bom32.txt", vec![0xFF, 0xFE, 0, 0]),
        ("odd16.txt", vec![0xFF, 0xFE, 0x41, 0, 0x42]),
        ("surrogates.txt", [vec![0xFF, 0xFE], [0x00, 0xD8].repeat(3_000)].concat()),
        ("overlong.txt", [0xC0, 0x80].repeat(3_000)),
        ("cut8.txt", vec![0xE2, 0x99]),
        ("zip-head.docx", s("PK\x03\x04")),
        ("zip-cut.docx", zip_entry("word/document.xml", 4_000, b"\x03")),
        ("zip-empty.docx", zip_end(0, 0)),
        ("zip-many.docx", zip_end(0xFFFF, 0xFFFF_FFF0)),
        ("zip-up.docx", [zip_entry("../../../../tmp/x", 9, b"\x03\0"), zip_end(1, 20)].concat()),
        ("zip-huge.docx", [zip_entry("word/document.xml", u32::MAX, &[0; 64]), zip_end(1, 0)].concat()),
        ("zip-self.docx", [zip_end(1, 0), zip_end(1, 0)].concat()),
        ("zip-noise.docx", [s("PK\x03\x04"), noise(30_000), zip_end(3, 100)].concat()),
        ("ole.doc", [b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec(), noise(5_000)].concat()),
        ("pdf-head.pdf", s("%PDF-1.4")),
        ("pdf-noise.pdf", [s("%PDF-1.7\n"), noise(30_000)].concat()),
        ("pdf-loop.pdf", pdf("1 0 obj << /Type /Catalog /Pages 1 0 R /Kids [1 0 R] /Parent 1 0 R >> endobj")),
        ("pdf-deep.pdf", pdf(&format!("1 0 obj {} endobj", "[".repeat(100_000)))),
        ("pdf-dicts.pdf", pdf(&format!("1 0 obj {} endobj", "<< /A ".repeat(50_000)))),
        ("pdf-long.pdf", pdf("1 0 obj << /Length 99999999999 /Filter /FlateDecode >> stream\nx\nendstream endobj")),
        ("pdf-filters.pdf", pdf(&format!("1 0 obj << /Length 1 /Filter [{}] >> stream\nx\nendstream endobj", "/FlateDecode ".repeat(9_000)))),
        ("pdf-xref.pdf", s("%PDF-1.7\nxref\n0 4294967295\nstartxref\n9\n%%EOF")),
        ("pdf-prev.pdf", s("%PDF-1.7\nxref\n0 0\ntrailer << /Prev 9 /Size 1 >>\nstartxref\n9\n%%EOF")),
        ("picture.png", [b"\x89PNG\r\n\x1a\n".to_vec(), noise(5_000)].concat()),
        ("program", [b"\x7fELF\x02\x01\x01".to_vec(), vec![0; 9], noise(5_000)].concat()),
        ("packed.gz", [b"\x1f\x8b\x08".to_vec(), noise(5_000)].concat()),
        ("deep.html", [s(page), n("<div>", 100_000)].concat()),
        ("deep-mixed.html", [s(page), n("<b><table><tr><td><p><i>", 20_000)].concat()),
        ("closing.html", [s(page), n("</div></p>", 50_000)].concat()),
        ("comment.html", [s(page), s("<!--"), n("- -- x", 50_000)].concat()),
        ("script.html", [s(page), s("<script>"), n("</scrip <", 50_000)].concat()),
        ("pre.html", [s(page), n("<pre>\n", 20_000)].concat()),
        ("attributes.html", [s("<p "), (0..50_000).flat_map(|n| format!("a{n}=\"x\" ").into_bytes()).collect(), s(">")].concat()),
        ("entities.html", [s(page), n("&amp;&#x41;&#99999999999;&nope", 10_000)].concat()),
        ("laughs.xml", s("<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;\">]><x>&c;</x>")),
        ("charset.html", [s("<meta charset=\"utf-7\">"), noise(3_000)].concat()),
        ("nul.html", [s(page), vec![0; 3_000]].concat()),
        ("open.html", n("<", 200_000)),
        ("blank.txt", n(" \t\u{a0}\n", 20_000)),
        ("lines.txt", n("\n", 200_000)),
        ("returns.txt", n("\r", 200_000)),
        ("signs.txt", n("§", 100_000)),
        ("numbers.txt", n("1. 2. 3. ", 20_000)),
        ("escapes.txt", n("\u{1b}]0;x\u{7}\u{1b}[2J\u{202e}", 5_000)),
        ("marks.txt", n("\u{301}", 100_000)),
        ("faces.txt", n("👍🏽👨‍👩‍👧 ", 5_000)),
        ("table.csv", n("1;2;3\n\"a\nb\";;\n", 5_000)),
        ("data.json", n("[", 100_000)),
        ("quotes.md", n("> ", 50_000)),
        ("lists.md", (0..2_000).flat_map(|n| format!("{}- x\n", "  ".repeat(n % 500)).into_bytes()).collect()),
        ("brackets.md", n("[a](", 30_000)),
        ("stars.md", n("**_`", 50_000)),
        ("text.rtf", [s("{\\rtf1"), n("{\\b ", 50_000)].concat()),
        ("german.txt", n("§ 1 Der Spieler darf die Karte nicht auf den Tisch legen, wenn er nicht an der Reihe ist.\n", 200)),
        ("latin.txt", n("Lorem ipsum dolor sit amet, consectetur adipiscing elit.\n", 500)),
    ]
}

/// A law text, and what can happen to it.
fn broken() -> Vec<(&'static str, Vec<u8>)> {
    let text = std::fs::read_to_string(data("tabbed.txt")).unwrap();
    let bytes = text.as_bytes();
    let with_nuls: Vec<u8> = bytes.chunks(100).flat_map(|chunk| chunk.iter().copied().chain([0])).collect();
    vec![
        ("law.pdf", bytes.to_vec()),
        ("law.docx", bytes.to_vec()),
        ("law.html", bytes.to_vec()),
        ("law.png", bytes.to_vec()),
        ("law-nuls.txt", with_nuls),
        ("law-16.txt", utf16(&text, false)),
        ("law-odd.txt", utf16(&text, true).into_iter().chain([0x41]).collect()),
        ("law-cut.txt", bytes[..bytes.len() / 2].to_vec()),
        ("law-cut.html", format!("<html><body><pre>{}", &text[..200]).into_bytes()),
        ("law-noise.txt", [bytes, &noise(2_000)].concat()),
        ("law-upside-down.txt", text.lines().rev().collect::<Vec<_>>().join("\n").into_bytes()),
        ("law-twice.txt", [bytes, bytes].concat()),
    ]
}

fn import(env: &Env, path: &Path, hope: Hope) {
    let before = contents(&env.home());
    let mut command = env.command();
    let ran = finish_within(SECONDS, command.arg("import").arg(path).args(["--as", "odd"]));
    let name = path.display();
    assert!(ran.err.lines().all(|line| line.starts_with("lawgrep: ")), "{name}: {}", ran.err);
    match (ran.code, hope) {
        (2, _) => {
            assert!(ran.out.is_empty() && !ran.err.is_empty(), "{name}: {}{}", ran.out, ran.err);
            assert!(contents(&env.home()) == before, "{name}: the shelf is another");
        }
        (0, Hope::Perhaps) => {
            assert!(ran.out.starts_with("odd: ") && ran.out.contains("findings"), "{name}: {}", ran.out);
            env.line("forget odd").code(0);
            assert!(contents(&env.home()) == before, "{name}: other editions are touched");
        }
        (code, _) => panic!("{name}: {code}\n{}{}", ran.out, ran.err),
    }
}

#[test]
fn no_bad_file_hangs_crashes_or_touches_the_shelf() {
    let env = Env::with_texts();
    let folder = |name: &str| PathBuf::from("bad").join(name);
    let hopeless = hopeless();
    assert!(hopeless.len() >= 60);
    for (name, bytes) in &hopeless {
        import(&env, &env.file(folder(name), bytes), Hope::None);
    }
    // All at once: a folder passes over what is no law text.
    let before = contents(&env.home());
    let mut command = env.command();
    let ran = finish_within(SECONDS * 2, command.args(["import", "bad"])).code(2);
    assert!(ran.err.contains("bad holds no law text"), "{}", ran.err);
    assert!(contents(&env.home()) == before);
    for (name, bytes) in broken() {
        import(&env, &env.file(folder(name), bytes), Hope::Perhaps);
    }
}
