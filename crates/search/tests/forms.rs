//! The forms of every concept's words, compounds and what they are made of, and words typed on a keyboard without æ, ø, å.
#![allow(missing_docs, clippy::unwrap_used)]

#[allow(dead_code, reason = "shared with the other tests")]
mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{Book, language, unit};
use lawgrep_lexicon::Lexicon;
use lawgrep_model::UnitKey;
use lawgrep_search::Analyser;

const FORMS: [(&str, &str); 5] = [
    ("no", include_str!("forms/no.txt")),
    ("da", include_str!("forms/da.txt")),
    ("sv", include_str!("forms/sv.txt")),
    ("nl", include_str!("forms/nl.txt")),
    ("en", include_str!("forms/en.txt")),
];

fn stem(analyser: &Analyser, word: &str) -> String {
    let tokens = analyser.words(word);
    assert_eq!(tokens.len(), 1, "{word} is one word");
    tokens[0].stem.clone()
}

#[test]
fn the_forms_of_every_word_meet_and_no_others_do() {
    let mut faults = Vec::new();
    for (lang, forms) in FORMS {
        let analyser = Analyser::new(&language(lang));
        let mut owner: BTreeMap<String, &str> = BTreeMap::new();
        let mut groups = 0;
        for line in forms.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<_> = line.split_whitespace().filter(|word| *word != "!").collect();
            let stems: BTreeSet<_> = words.iter().map(|word| stem(&analyser, word)).collect();
            if line.starts_with('!') {
                if stems.len() < words.len() {
                    faults.push(format!("{lang}: {words:?} meet"));
                }
                continue;
            }
            groups += 1;
            if stems.len() > 1 {
                faults.push(format!("{lang}: {words:?} part: {stems:?}"));
            }
            for stem in stems {
                if let Some(other) = owner.insert(stem, words[0]) {
                    faults.push(format!("{lang}: {other} meets {}", words[0]));
                }
            }
        }
        assert!(groups >= 200, "{lang}: {groups} groups");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// `word` taken apart, or as it is.
fn parts(analyser: &Analyser, word: &str) -> String {
    let folded = analyser.words(word)[0].folded.clone();
    let parts = analyser.parts(&folded);
    if parts.is_empty() {
        return folded;
    }
    parts.into_iter().map(|(range, _)| folded[range].to_owned()).collect::<Vec<_>>().join("|")
}

#[test]
fn compounds_are_made_of_their_words_and_what_looks_like_one_is_none() {
    let cases = [
        (
            "no",
            "straffe|kort straffe|kortet straffe|kortene stopp|kort system|kortet utspill/s|restriksjoner
             utspill/s|begrensning åpning/s|utspillet åpning/s|bud melding/s|forløpet melde|perioden spille|føreren
             turnering/s|lederen hoved|turneringsleder blinde|manns blindemann/s|rettigheter makker|par makker|avtalene
             lag|turnering par|turneringer singel|turnering lov|brudd regel|brudd lov|boka sone|forholdet fare|sonen
             trekk|poeng match|poeng total|poeng erstatning/s|poeng erstatning/s|spill feil|melding feil|mappe
             revoke|kortet revoke|stikket valg|mulighetene scoring/s|enheter tid/s|frist tenke|pause rund|pass
             tall|kortene trumf|fargen kort|givning/s|maskin disiplinær|straff lag|kapteinen",
            "forkortelse handling behandling turnering forhånd forbud påbud ulovlig lovlig kløver avgjøre avgjørelse
             stikkord rettferdig singelton personlig overføre overholde særegenhet parten partner sparer trekke kortere
             ordning slagen omgang kompass passende forlag utslag likevel spillerne motspilleren",
        ),
        (
            "da",
            "straf|kort straf|kortene stop|kort kulør|svigt kulør|svigten spil|fører spil|førerens udspil/s|begrænsning
             åbning/s|udspillet åbning/s|bud melde|forløbet melde|kasse turnering/s|lederen chef|turneringslederen
             makker|par makker|aftaler hold|turnering par|turneringer enkelt|mand/s|turneringer lov|brud lov|bogen
             fare|zonen zone|stilling træk|point match|point kamp|point erstatning/s|spil fejl|melding kort|giver
             valg|mulighederne rettelse/s|frist regnskab/s|seddel tid/s|punkter tænke|pause rund|pas skærm|fælle
             verden/s|hjørne tilspil/s|straf turneringsleder|fejl appel|komite score|tabel",
            "forkortelse handling behandling turnering forhånd forbud ulovlig lovlig afgørelse noteret parret protesteret
             spillede udspillede overholde overføres oversidder undladelse berettige berigtige partner trække holdning
             forespørgsel tilspille retfærdig makkerens",
        ),
        (
            "sv",
            "straff|kort straff|korten straff|kortet stopp|lapp bild|sidan bud|givningen kontrakt/s|bud öppning/s|bud
             utspel/s|begränsning utspel/s|bestraffning utspel/s|kortet tävling/s|ledaren huvud|tävlingsledare spel|plan
             lag|tävling par|tävlingar lag|brottet regel|brott lag|boken zon|förhållandet poäng|tabell match|poäng
             ersättning/s|bricka duplikat|brickorna motspelar|sidan spelförar|sidan revoke|kortet revoke|sticket
             tid/s|gräns tanke|paus tur|ordning val|möjlighet protokoll|fel rund|pass tvång/s|pass lill|slam bud|låda",
            "förkortning handling behandling tävling förhand förbud olaglig laglig avgörande storlek rättfärdig framtid
             överföring överlappar slutsats domslut partner klöver förslag avdrag uppslag ställning spelarna motspelaren",
        ),
        (
            "nl",
            "straf|kaart straf|kaarten stop|kaart systeem|kaarten bied|kaartjes bied|verloop bied|periode voorspeel|beperking
             wedstrijd|leider hoofd|wedstrijdleider wedstrijd|bord viertallen|wedstrijden paren|wedstrijd opening/s|bod
             over|slagen down|slag trek|punten match|punt totaal|punten score|briefje scherm|genoot troef|kleur
             linker|tegenstander protest|commissie beroeps|commissie keuze|mogelijkheid wind|richtingen denk|pauze
             speel|soorten tucht|reglement",
            "afkorting handeling behandeling verbod gebod deelnemen overgenomen rechtstreeks overtreding verslag
             gelegenheid partij spelen tegenspeler kaarten boodschap leiden overleg",
        ),
        (
            "en",
            "match|points over|tricks under|trick part|score screen|mate penalty|card convention|cards stop|card
             bidding|box score|sheet",
            "card overrule understand underway scorecast tournament partner handling discard",
        ),
    ];
    let mut faults = Vec::new();
    for (lang, compounds, others) in cases {
        let analyser = Analyser::new(&language(lang));
        // A link is written `/s`: it belongs to no part.
        for compound in compounds.split_whitespace().filter(|word| word.contains('|')) {
            let word: String = compound.chars().filter(|c| !"|/".contains(*c)).collect();
            let expected = compound.replace("/s", "").replace("/e", "");
            let found = parts(&analyser, &word);
            if found != expected {
                faults.push(format!("{lang}: {word} is {found}, not {expected}"));
            }
        }
        for word in others.split_whitespace() {
            let found = parts(&analyser, word);
            if found != word {
                faults.push(format!("{lang}: {word} is {found}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_part_is_a_word_of_small_letters_that_stands_once() {
    for language in Lexicon::embedded().unwrap().languages {
        let mut seen = BTreeSet::new();
        let lines = language.analysis.parts.as_str().lines().filter(|line| !line.starts_with('#'));
        for part in lines.flat_map(str::split_whitespace) {
            assert!(
                part.split('/').all(|half| half.chars().all(|c| c.is_alphabetic() && c.is_lowercase())),
                "{}: {part}",
                language.code
            );
            assert!(part.chars().count() >= 3, "{}: {part} is too short", language.code);
            assert!(seen.insert(part), "{}: {part} stands twice", language.code);
        }
        assert!(!seen.is_empty(), "{}", language.code);
    }
}

/// What is typed for a word on a keyboard that has no more than a to z.
fn typed(word: &str) -> BTreeSet<String> {
    let mut ways = BTreeSet::new();
    for o in ["o", "oe"] {
        for ae in ["a", "ae"] {
            for aa in ["a", "aa"] {
                // An `aa` is read as `å`, and who types `å` means it: beside another such letter it finds nothing yet.
                if aa == "aa" && word.contains(['ø', 'ö', 'æ', 'ä']) {
                    continue;
                }
                let word = word.replace(['ø', 'ö'], o).replace(['æ', 'ä'], ae).replace('å', aa);
                if word.is_ascii() {
                    ways.insert(word);
                }
            }
        }
    }
    ways
}

#[test]
fn every_term_is_found_without_its_letters() {
    let mut faults = Vec::new();
    let mut asked = 0;
    let lexicon = Lexicon::embedded().unwrap();
    let concepts = lexicon.concepts().unwrap();
    for lang in ["no", "da", "sv"] {
        let terms: BTreeSet<String> = concepts
            .iter()
            .flat_map(|concept| concept.terms.get(lang).into_iter().flatten())
            .flat_map(|term| term.split(' '))
            .map(|word| word.trim_matches(',').to_lowercase())
            .filter(|word| !word.is_ascii() && word.chars().all(char::is_alphabetic))
            .collect();
        for term in terms {
            let book = Book::new(lang, vec![unit(UnitKey::Foreword, "", &term)]);
            for typed in typed(&term) {
                asked += 1;
                if book.all(&typed).is_empty() {
                    faults.push(format!("{lang}: {typed} does not find {term}"));
                }
            }
        }
    }
    assert!(asked > 400, "{asked}");
    assert!(faults.is_empty(), "{} of {asked}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn dutch_and_english_leave_off_accents_and_nothing_else() {
    let finds = |lang: &str, text: &str, typed: &str| {
        !Book::new(lang, vec![unit(UnitKey::Foreword, "", text)]).all(typed).is_empty()
    };
    for (text, typed) in [
        ("opgeëist", "opgeeist"),
        ("opgeëiste", "opgeeist"),
        ("één", "een"),
        ("geïnformeerd", "geinformeerd"),
        ("financiële", "financiele"),
        ("coördinatie", "coordinatie"),
        ("enquête", "enquete"),
        ("à", "a"),
    ] {
        assert!(finds("nl", text, typed), "{typed} finds {text}");
    }
    for (text, typed) in [("kaart", "kart"), ("boek", "bok"), ("troef", "trof"), ("partij", "party"), ("vaak", "vak")] {
        assert!(!finds("nl", text, typed), "{typed} does not find {text}");
        assert!(!finds("nl", typed, text), "{text} does not find {typed}");
    }
    assert!(finds("en", "naïve", "naive") && finds("en", "rôles", "role"));
    for (text, typed) in [("board", "bord"), ("aces", "åces"), ("phoenix", "phonix")] {
        assert!(!finds("en", text, typed), "{typed} does not find {text}");
    }
}
