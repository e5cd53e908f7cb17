use super::*;

fn fixture(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pdf").join(name);
    std::fs::read(path).unwrap()
}

/// The paragraphs of a fixture, without blank lines and indents.
fn paragraphs(name: &str) -> Vec<String> {
    let text = read(&fixture(name)).unwrap();
    text.readings[0].lines().map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect()
}

/// What `laws.typ` says, as it should be read; without suits and marks of notes, which not every fixture has.
const LAWS: [&str; 31] = [
    "1. KULENE",
    "Hver hylle har seks kuler, og ingen spiller skal ta med egne kuler til turneringen uten at arrangøren har godkjent dem.",
    "A. Farger",
    "Kulene er røde eller blå. De røde kulene er alltid tyngst, og en blå kule som er skadet, blir byttet av verten før neste runde (se § 2A).",
    "B. Vask av kulene",
    "1. Kulene vaskes av verten når runden er slutt, og tørkes med en ren klut slik at spillerne kan se fargen.",
    "2. En flekk på kulen er spillerens ansvar dersom",
    "a) flekken kom i løpet av runden, eller",
    "b) spilleren ikke meldte fra før første kast.",
    "2. HYLLEN",
    "A. Plassering",
    "Hyllen står midt i rommet, og spillerne sitter rundt den uten å lene seg. Den skal ha malt på fire sider, og være så stødig at den tåler at noen kommer borti den med albuen.",
    "B. Feil hylle",
    "Dersom noen setter seg ved feil hylle, skal de flytte med en gang. Turneringslederen kan gi poeng i henhold til § 3B2(a) når feilplasseringen har påvirket resultatet ved begge hyllene.",
    "C. Ødelagt hylle",
    "1. En ødelagt hylle repareres øyeblikkelig av den som har verktøy, såfremt det ikke forstyrrer andre spillere.",
    "2. Når reparasjonen tar mer enn ti minutter, regnes runden som ferdigspilt, og kulene telles der de ligger.",
    "3. POENG",
    "A. Telling av poeng",
    "Det gis 2 poeng for hver rød kule og 1 poeng for hver blå. En kule som har falt ned på gulvet, teller ikke, med mindre motspilleren har dyttet borti hyllen på en slik måte at kulen måtte falle.",
    "B. Retting av feil i regnskapet",
    "1. Feil som oppdages før neste runde er startet, rettes av verten.",
    "2. Senere kan turneringslederen rette feilen dersom",
    "a) begge sider er enige om hva som hendte, eller",
    "b) regnskapet åpenbart er galt, f.eks. fordi noen har regnet poengene dobbelt.",
    "4. SLUTTEN PÅ SPILLET",
    "Når hyllen er tom, er spillet slutt. Ingen kan kreve flere kast.",
    "A. Uavgjort",
    "Uavgjort er tillatt, og da deler spillerne premien eller kaster én kule hver til det er forskjell.",
    "1 Vekten måles i gram på en vekt som er justert samme dag.",
    "2 Unntatt i finaler, der tiden er femten minutter.",
];

#[test]
fn paragraphs_are_put_together_in_their_order() {
    for name in ["one.pdf", "two.pdf", "plain.pdf"] {
        let mut read: Vec<String> = paragraphs(name);
        for line in &mut read {
            *line =
                line.replace("♠ ♥ ♦ ♣ ", "").replace("tyngst 1,", "tyngst,").replace("ferdigspilt 2,", "ferdigspilt,");
        }
        // Notes stand where their page ends.
        let is_note = |line: &String| line.starts_with("1 V") || line.starts_with("2 U");
        let notes: Vec<String> = read.iter().filter(|l| is_note(l)).cloned().collect();
        read.retain(|line| !is_note(line));
        read.extend(notes);
        for (got, expected) in read.iter().zip(LAWS) {
            assert_eq!(got, expected, "{name}");
        }
        assert_eq!(read.len(), LAWS.len(), "{name}");
    }
}

#[test]
fn suits_and_marks_of_notes_are_read() {
    for name in ["one.pdf", "two.pdf"] {
        let all = paragraphs(name).join("\n");
        assert!(all.contains("Den skal ha ♠ ♥ ♦ ♣ malt"), "{name}");
        assert!(all.contains("alltid tyngst 1, og") && all.contains("ferdigspilt 2, og"), "{name}");
    }
}

#[test]
fn what_repeats_at_the_edges_of_pages_is_left_out_and_told() {
    for name in ["one.pdf", "two.pdf", "plain.pdf"] {
        let text = read(&fixture(name)).unwrap();
        assert!(!text.readings[0].contains("Lover for kulespill"), "{name}");
        assert_eq!(text.notes[0], "4 lines left out: running headers, footers, page numbers", "{name}");
    }
}

#[test]
fn a_page_is_a_paragraph_in_the_last_reading() {
    let text = read(&fixture("one.pdf")).unwrap();
    let pages: Vec<&str> = text.readings.last().unwrap().split("\n\n").collect();
    assert_eq!(pages.len(), 2);
    assert!(pages[0].ends_with("\n1 Vekten måles i gram på en vekt som er justert samme dag."), "{}", pages[0]);
}

#[test]
fn a_scan_is_told() {
    let refused = read(&fixture("scan.pdf")).unwrap_err();
    assert_eq!(refused.to_string(), "all 2 pages: pictures without text, as a scanner makes them");
    assert_eq!(refused.remedy(), "have its text recognised (OCR) and name the result");
}

#[test]
fn text_of_pdftotext_is_read_like_our_own() {
    let page = |n: u8, rest: &str| {
        format!(
            "Lover for kulespill\n\n{n}. KULENE\nHver hylle har seks kuler, og ingen spil-\nler tar flere.\n{rest}\n\n{n}\n\u{c}"
        )
    };
    let text = from_program([page(1, "A. Farger"), page(2, "B. Vask")].concat().as_bytes()).unwrap();
    assert_eq!(
        text.readings[0],
        "1. KULENE\nHver hylle har seks kuler, og ingen spiller tar flere.\nA. Farger\n2. KULENE\nHver hylle har seks kuler, og \
         ingen spiller tar flere.\nB. Vask\n"
    );
    assert!(matches!(from_program(b"\x0c\x0c"), Err(Refused::Scan { pages: 2 })));
}

#[test]
fn a_line_that_ends_as_far_from_the_edge_as_it_is_indented_is_not_centred() {
    let lines = [
        "The marble is heavy and lies on the shelf until the host comes in.",
        "A. Red",
        "        It is red and may roll to the hole but not farther.",
        "                             In bags",
    ];
    let text = from_program(lines.join("\n").as_bytes()).unwrap();
    let got: Vec<&str> = text.readings[0].lines().collect();
    assert_eq!(got.iter().map(|l| l.trim()).collect::<Vec<_>>(), lines.map(str::trim));
    assert_eq!(got.iter().map(|l| l.starts_with("  ")).collect::<Vec<_>>(), [false, false, true, false]);
}

/// A file of those objects, numbered from 1; the first is the catalogue.
fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (n, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.extend(format!("{} 0 obj\n", n + 1).bytes());
        out.extend(object);
        out.extend(b"\nendobj\n");
    }
    let start = out.len();
    out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for place in places {
        out.extend(format!("{place:010} 00000 n \n").bytes());
    }
    out.extend(format!("trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1).bytes());
    out
}

fn stream(dict: &str, data: &[u8]) -> Vec<u8> {
    [format!("<< {dict} /Length {} >>\nstream\n", data.len()).as_bytes(), data, b"\nendstream"].concat()
}

/// A page with that content and those resources, and more objects from 5 on.
fn page(content: Vec<u8>, resources: &str, more: &[Vec<u8>]) -> Vec<u8> {
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Contents 4 0 R /Resources << {resources} /Font << /F << \
             /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>"
        )
        .into_bytes(),
        content,
    ];
    objects.extend_from_slice(more);
    file(&objects)
}

const WORDS: &[u8] = b"BT /F 10 Tf 50 500 Td (Tea is hot) Tj ET\n";

#[test]
fn a_small_file_is_read() {
    let text = read(&page(stream("", WORDS), "", &[])).unwrap();
    assert_eq!(text.readings[0], "Tea is hot\n");
}

/// Bytes that unpack to 64 times as many.
fn packed(times: usize) -> Vec<u8> {
    [[129u8, b' '].repeat(times), vec![128]].concat()
}

#[test]
fn a_packed_bomb_is_refused() {
    let bomb = stream("/Filter /RunLengthDecode", &packed((16 << 20) / 128 + 1));
    let refused = read(&page(stream("", WORDS), "", &[bomb])).unwrap_err();
    assert_eq!(refused.to_string(), "object 5: more than 16 MiB in one stream, which no law book has");
}

#[test]
fn a_page_that_unfolds_for_ever_is_passed_over() {
    // Ten drawings, each of which draws the next ten times.
    let level = |next: usize| {
        let dict =
            format!("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X {next} 0 R >> >>");
        stream(&dict, &b"/X Do ".repeat(10))
    };
    let forms: Vec<Vec<u8>> = (0..10).map(|n| level(6 + n)).collect();
    let refused = read(&page(stream("", b"/X Do"), "/XObject << /X 5 0 R >>", &forms)).unwrap_err();
    assert!(matches!(refused, Refused::TooMuch { .. }), "{refused}");
    // One that draws itself is no more than it is.
    let own =
        stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>", b"/X Do");
    let content = [b"/X Do\n", WORDS].concat();
    assert!(read(&page(stream("", &content), "/XObject << /X 5 0 R >>", &[own])).is_ok());
}

#[test]
fn too_many_pages_are_refused() {
    let kids: String = (0..=limits::PAGES).map(|n| format!("{} 0 R ", n + 3)).collect();
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        format!("<< /Type /Pages /Kids [{kids}] /Count 1 >>").into_bytes(),
    ];
    objects.resize(limits::PAGES + 3, b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>".to_vec());
    let refused = read(&file(&objects)).unwrap_err();
    assert_eq!(refused.to_string(), "the file: more than 2000 pages, which no law book has");
}

#[test]
fn damage_and_locks_are_told() {
    let refused = read(b"%PDF-1.4\nnothing here").unwrap_err();
    assert!(matches!(refused, Refused::Damaged { .. }), "{refused}");
    let whole = page(stream("", WORDS), "", &[]);
    for length in (0..whole.len()).step_by(7) {
        let _ = read(&whole[..length]);
    }
    let locked = String::from_utf8(whole).unwrap().replace(
        "/Root 1 0 R",
        "/Root 1 0 R /ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) /U \
         (bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb) >>",
    );
    assert_eq!(read(locked.as_bytes()).unwrap_err(), Refused::Locked);
}
