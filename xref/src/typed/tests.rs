use super::*;

/// Wanted things as one line: `16C2 26..32 def/Bet`.
fn line(wanted: &[Wanted]) -> String {
    let one = |w: &Wanted| match w {
        Wanted::One(cite) => cite.to_string(),
        Wanted::Range(from, to) => format!("{from}..{to}"),
        Wanted::Named(name) => name.clone(),
    };
    wanted.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(text: &str, expected: &str) {
    match typed(text, &Lexicon::embedded().unwrap()) {
        Typed::Citations(wanted) => assert_eq!(line(&wanted), expected, "{text}"),
        other => panic!("{text}: {other:?}"),
    }
}

#[track_caller]
fn check_fault(text: &str, at: usize) {
    match typed(text, &Lexicon::embedded().unwrap()) {
        Typed::Malformed { at: found, why } => {
            assert_eq!(found, at, "{text}: {why}");
            assert!(!why.is_empty() && !why.ends_with('.'), "{why}");
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn every_spelling_of_one_citation() {
    for text in [
        "50D1",
        "50d1",
        "50 d 1",
        "50 D 1",
        "§50D1",
        "§ 50 D1",
        "law 50D1",
        "Lag50D1",
        "artikel 50d1",
        "L50D1",
        "§§ 50D1",
    ] {
        check(text, "50D1");
    }
    for text in
        ["12C1(b)", "12C1b)", "12c1b)", "12c1b", "12 C 1 b", "12C1 b", "12C1B", " 12 c 1 ( b ) ", "12\u{a0}C\u{a0}1b"]
    {
        check(text, "12C1b");
    }
    for text in ["50.D.1.a", "50.d.1.a", "50D.1a", "art. 50.D.1.a", "§ 50.D.1.(a)", "50.D.1(a)"] {
        check(text, "50D1a");
    }
    for text in ["20.F.5.b.ii", "20.F.5.b.(ii)", "20F5b(ii)."] {
        check(text, "20F5b(ii)");
    }
    for (text, cite) in [("50.D.", "50D"), ("50.", "50"), ("§ 50.", "50"), ("Law 50.D.1.a.", "50D1a")] {
        check(text, cite);
    }
    for text in ["20F5b(i)", "20f5b(i)", "20F5(b)(i)", "20 F 5 b (i)", "20F5b)(i)"] {
        check(text, "20F5b(i)");
    }
    for (text, cite) in
        [("16 c 2", "16C2"), ("§47E2", "47E2"), ("lag 50", "50"), ("Lag69A", "69A"), ("artikel 57A", "57A")]
    {
        check(text, cite);
    }
    for (text, cite) in
        [("law 16", "16"), ("71#1", "71#1"), ("71#1a", "71#1a"), ("70E1", "70E1"), ("L70E1", "70E1"), ("l16", "16")]
    {
        check(text, cite);
    }
    for (text, cite) in [
        ("112", "112"),
        ("lag 112", "112"),
        ("93", "93"),
        ("1", "1"),
        ("12Da", "12Da"),
        ("16C(b)", "16Cb"),
        ("25B(2)", "25B2"),
    ] {
        check(text, cite);
    }
}

#[test]
fn what_a_citation_prints_is_read_back() {
    for cite in
        ["1", "16", "93", "112", "16C", "16C2", "12C2a", "20F5b(i)", "71#1", "40B2c(iv)", "71#1a", "12Da", "12Da(ii)"]
    {
        check(cite, cite);
    }
}

#[test]
fn lists() {
    check("§§ 69, 70", "69 70");
    check("69,70 og 71", "69 70 71");
    check("16C2, 50D; 12A", "16C2 50D 12A");
    check("lag 47E och 41", "47E 41");
    check("artikel 70 en artikel 71", "70 71");
    check("16 and 50 or 12", "16 50 12");
    check("16, and 50", "16 50");
    check("16C2 50D", "16C2 50D");
    check("16 50", "16 50");
    check("42B1+42B2", "42B1 42B2");
    check("12C1 og 2", "12C1 12C2");
    check("20F2, 3", "20F2 20F3");
    check("20F2, lag 3", "20F2 3");
    check("47E, 41", "47E 41");
    check("75A, B", "75A 75B");
    check("16B1, C", "16B1 16C");
    check("43A1 and b2", "43A1 43B2");
    check("12C2a, b", "12C2a 12C2b");
    check("63A1,2,3,B", "63A1 63A2 63A3 63B");
    check("47E2a,b", "47E2a 47E2b");
    check("12C2a og b)", "12C2a 12C2b");
}

#[test]
fn ranges() {
    for text in [
        "26-32",
        "26–32",
        "26 — 32",
        "26‑32",
        "26−32",
        "§§ 26-32",
        "lagarna 26-32",
        "26 til 32",
        "26 t/m 32",
        "§26-§32",
    ] {
        check(text, "26..32");
    }
    check("47A-E", "47A..47E");
    check("16A1-3", "16A1..16A3");
    check("16A-17B", "16A..17B");
    check("16A5-12", "16A5..16A12");
    check("26-32, 34", "26..32 34");
    check("12C2a-d", "12C2a..12C2d");
}

#[test]
fn names_as_pipes_and_exports_print_them() {
    for name in
        ["def/Bet", "ans/14", "screen/D", "note/47", "toc/3", "chapter/2", "matter/1", "ex/3", "foreword", "intro"]
    {
        check(name, name);
    }
    check("def/International Match Point (IMP)", "def/International Match Point (IMP)");
    check("Def/Bet, 16C2, ANS/3", "def/Bet 16C2 ans/3");
    check("DEF:Bet", "DEF:Bet");
    check("Foreword", "foreword");
    check("16C2, def/Bet", "16C2 def/Bet");
}

#[test]
fn what_is_malformed_says_where() {
    check_fault("", 0);
    check_fault("   ", 3);
    check_fault("kort", 0);
    check_fault("0", 0);
    check_fault("016", 0);
    check_fault("1600", 0);
    check_fault("16CC", 2);
    check_fault("16C2x3", 5);
    check_fault("16C100", 3);
    check_fault("20F5b(q)", 5);
    check_fault("12 kort", 3);
    check_fault("lag", 3);
    check_fault("16,", 3);
    check_fault("16, kort", 4);
    check_fault("32-26", 3);
    check_fault("16, D", 4);
    check_fault("71#", 3);
    check_fault("16C2 // 3", 5);
    check_fault("def/, 16", 0);
    check_fault("16C2, 50ZZ", 8);
}

#[test]
fn queries_are_citations_only_if_all_of_it_is() {
    let lexicon = Lexicon::embedded().unwrap();
    let read = |text: &str| match query(text, &lexicon) {
        Typed::Citations(wanted) => line(&wanted),
        Typed::Words => "words".to_owned(),
        Typed::Malformed { .. } => "malformed".to_owned(),
    };
    for (text, cites) in [
        ("50D", "50D"),
        ("50d1", "50D1"),
        ("16 c 2", "16C2"),
        ("12C1(b)", "12C1b"),
        ("§47E2", "47E2"),
        ("lag 50", "50"),
        ("artikel 57A", "57A"),
        ("law 16", "16"),
        ("§§ 69, 70", "69 70"),
        ("26-32", "26..32"),
        ("13", "13"),
        ("93", "93"),
        ("lag 112", "112"),
        ("16C2 50D", "16C2 50D"),
    ] {
        assert_eq!(read(text), cites, "{text}");
    }
    for text in [
        "12 kort",
        "2 sans",
        "30 minutter",
        "strafkort",
        "94",
        "100",
        "2017",
        "a",
        "C",
        "B2",
        "lag",
        "§",
        "",
        " ",
        "16 50",
        "12 13",
        "3-0",
        "32-26",
        "penalty card",
        "16CC",
        "12 trumf",
        "law",
        "law of 1963",
        "90-100",
        "1, 2, 94",
        "def/Bet",
        "3NT",
        "12 kort og 13",
        "50.1",
        "3.5",
        "50..D",
        "50. D",
        "27.10.2026",
    ] {
        assert_eq!(read(text), "words", "{text}");
    }
}
