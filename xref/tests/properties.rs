//! Nothing that can be written or typed makes the crate panic, and spans are true.

#![expect(clippy::unwrap_used, reason = "a panic is the report of a test")]

use std::sync::LazyLock;

use lawgrep_lexicon::Lexicon;
use lawgrep_xref::{Finder, Shape, Strength, Typed, Wanted, query, typed};
use proptest::prelude::*;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::embedded().unwrap());

/// Texts made of what references are made of.
fn tangled() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "§",
        "§§",
        "16",
        "C",
        "2",
        "b",
        "(",
        ")",
        "(b)",
        "(i)",
        " ",
        ",",
        "-",
        "–",
        "og",
        "eller",
        " se ",
        "Lag",
        "lag ",
        "artikel ",
        "Law ",
        "L",
        "punkt ",
        "ovenfor",
        " under ",
        "12C1b",
        "112",
        "0",
        "2017",
        ".",
        "#",
        "\u{a0}",
        "\n",
        "\u{ad}",
        "\u{200b}",
        "å",
        "«",
        "»",
        "denne loven",
        "vedtægternes ",
        " i ",
        "fodnoten til ",
        "kort",
        "%",
        "'",
        "/",
        "7#1",
        "t/m",
    ]);
    prop::collection::vec(pieces, 0..24).prop_map(|v| v.concat())
}

fn check(text: &str) -> Result<(), TestCaseError> {
    for language in &LEXICON.languages {
        for (strength, bare) in [(Strength::Full, true), (Strength::Full, false), (Strength::Absolute, true)] {
            let mut last = 0;
            for mention in Finder::new(language, bare).find(text, strength) {
                let words = text.get(mention.span.range());
                prop_assert!(words.is_some_and(|w| !w.is_empty() && w.trim() == w), "{text:?} {mention:?}");
                prop_assert!(mention.span.start >= last, "overlap in {text:?}");
                last = mention.span.end;
                let provision = matches!(mention.shape, Shape::Provision | Shape::Footnote | Shape::Statute);
                prop_assert_eq!(provision, !mention.readings.is_empty());
                if let Some((first, second)) = mention.ends {
                    prop_assert!(mention.span.encloses(first) && mention.span.encloses(second));
                    prop_assert!(text.get(first.range()).is_some() && text.get(second.range()).is_some());
                }
            }
        }
    }
    match typed(text, &LEXICON) {
        Typed::Citations(wanted) => prop_assert!(!wanted.is_empty()),
        Typed::Malformed { at, .. } => prop_assert!(text.is_char_boundary(at), "{text:?} {at}"),
        Typed::Words => prop_assert!(false, "typed gave words for {text:?}"),
    }
    let malformed = matches!(query(text, &LEXICON), Typed::Malformed { .. });
    prop_assert!(!malformed);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn any_tangle(text in tangled()) {
        check(&text)?;
    }

    #[test]
    fn a_canonical_citation_survives_typing(
        law in 1u16..=999,
        section in prop::option::of(prop::char::range('A', 'Z')),
        subsection in prop::option::of(1u8..=99),
        item in prop::option::of(prop::char::range('a', 'z')),
        subitem in prop::option::of(1u8..=20),
    ) {
        let mut cite = lawgrep_model::Citation::law(law);
        cite = section.and_then(|s| cite.with_section(s)).unwrap_or(cite);
        cite = subsection.map_or(cite, |s| cite.with_subsection(s));
        cite = item.and_then(|i| cite.with_item(i)).unwrap_or(cite);
        if cite.item().is_some() {
            cite = subitem.and_then(|s| cite.with_subitem(s)).unwrap_or(cite);
        }
        prop_assert_eq!(typed(&cite.to_string(), &LEXICON), Typed::Citations(vec![Wanted::One(cite)]));
        prop_assert_eq!(typed(&format!("§ {cite}"), &LEXICON), Typed::Citations(vec![Wanted::One(cite)]));
    }
}
