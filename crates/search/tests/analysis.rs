//! Which forms of a word meet, in the languages that the lexicon has, and which words must stay apart.
#![allow(missing_docs, clippy::unwrap_used)]

use std::{collections::BTreeSet, sync::LazyLock};

use lawgrep_lexicon::{Language, Lexicon};
use lawgrep_search::Analyser;
use proptest::prelude::*;

struct Groups {
    lang: &'static str,
    /// Each line: forms of one word.
    meet: &'static str,
    /// Each line: words that are all different.
    apart: &'static str,
}

const ALL: &[Groups] = &[
    Groups {
        lang: "no",
        meet: "
            spiller spilleren spillere spillerne spillernes
            motspiller motspilleren motspillere motspillerne
            bridgespiller bridgespilleren bridgespillerne
            spillefører spilleføreren spilleførerens
            blindemann blindemannen blindemannens
            turneringsleder turneringslederen turneringslederens turneringsledere
            hovedturneringsleder hovedturneringslederen
            TL TLs TL's
            makker makkeren makkerne makkers
            motstander motstanderen motstanderne motstandernes
            hånd hånden hånda hender hendene
            straffekort straffekortet straffekortene
            kort kortet kortene
            stikk stikket stikkene
            overstikk overstikket overstikkene
            trekk trekket trekkene
            revoke revoken revokes revokert
            melding meldingen meldinger meldingene
            bud budet budene
            utspill utspillet utspillene
            åpningsutspill åpningsutspillet
            spill spillet spilles spilt spilte
            farge fargen farger fargene
            side siden sider sidene
            lov loven lover lovene
            korrigere korrigerer korrigeres korrigert
            justere justert justerte
            tilbaketrekke tilbaketrukket tilbaketrukne
            avgi avgir avga avgitt
            fastsette fastsetter fastsatt fastsettelse
            velge velger valgt valg
            annullering annulering
            stor stort store
            liten lite lille
        ",
        apart: "
            spiller spill spillefører motspiller utspill
            straff straffekort kort kortstokk
            melding meldingsforløp
            dobling redobling
            før føre for
            lov lovlig ulovlig
            rett rette riktig
            trekk trekke stikk
            giver gi
            tid tidlig
            etter ett
            pass passende
            korrigere kort
        ",
    },
    Groups {
        lang: "da",
        meet: "
            spiller spilleren spillere spillerne spillerens
            modspiller modspilleren modspillere modspillerne modspillerens
            spilfører spilføreren spilførers spilførerens
            turneringsleder turneringslederen turneringslederens
            TL TLs TL's
            makker makkeren makkers
            modstander modstanderen modstanderne modstandernes
            hånd hånden hænder hænderne
            strafkort strafkortet strafkortene strafkortets
            kort kortet kortene
            stik stikket stikkene stikkets
            overtræk overtrækket overtrækkene
            kulørsvigt kulørsvigten kulørsvigter
            melding meldingen meldinger meldingerne
            bud buddet buddene
            udspil udspillet udspillede
            åbningsudspil åbningsudspillet
            tilspil tilspillet tilspille
            farve farven farver farverne
            rettelse rettelsen rettes rettet
            berigtige berigtigelse berigtigelser
            anvende anvendes anvendt anvendelse
            bekende bekender bekendt
            afgive afgives afgivet afgivne afgivelse
            tilbagetage tilbagetaget tilbagetagne tilbagetagelse
            undlade undlader undlod undladt undladelse
            fastsætte fastsættes fastsat fastsættelse
            vælge vælger valgt valg
            lov loven love lovene
            stor stort store
            åben åbent åbne
        ",
        apart: "
            spiller spil spilfører modspiller udspil tilspil
            straf strafkort kort kontrakt
            melding meldeforløb
            dobling redobling
            berettige berigtige
            rettelse ret
            lov lovlig
            før føre for
            foreligger for
            give giv
            tid tidlig
            deltage deltager
            mener men
        ",
    },
    Groups {
        lang: "sv",
        meet: "
            spelare spelaren spelarna spelarens
            motspelare motspelaren motspelarna motspelares
            spelförare spelföraren spelförarens
            träkarl träkarlen träkarlens
            tävlingsledare tävlingsledaren tävlingsledarens
            TL TLs TL:s
            motståndare motståndaren motståndarnas
            hand handen händer händerna
            straffkort straffkortet straffkorten straffkortets
            kort kortet korten
            stick sticket sticken stickets
            övertrick övertricket
            bud budet buden
            kontraktsbud kontraktsbudet
            utspel utspelet utspelen
            spel spelet spelets
            bord bordet borden
            bricka brickan brickor brickorna
            sida sidan sidor sidans
            bildsida bildsidan
            anspråk anspråket
            avstå avstår avstående avståendet
            revoke revoken revoker
            protokoll protokollet protokollen
            färg färgen färger färgerna
            rättelse rättelser rättas
            avge avger avgett avgivit avgivet avgav
            bjuda bjuder bjöd bjudit
            godkänna godkänner godkänt godkännande
            ska skall
            stor stort stora
            liten litet lilla
        ",
        apart: "
            spelare spel spelförare motspelare utspel
            straff straffkort kort
            bud budgivning
            dubbling redubbling
            rätt rätta
            före för
            tid tidig
            stick trick
            just justera
            deltagare delta
        ",
    },
    Groups {
        lang: "nl",
        meet: "
            speler spelers
            tegenspeler tegenspelers
            wedstrijdleider wedstrijdleiders
            leider leiders
            slag slagen
            bod boden
            bieding biedingen
            bieden biedt geboden
            hand handen
            kaart kaarten
            strafkaart strafkaarten
            troef troeven
            verzaken verzaakt verzaakte verzaking verzakingen
            spelen speelt speelde gespeeld
            voorspelen voorspeelt voorgespeeld voorgespeelde
            bijspelen bijspeelt bijgespeeld
            uitkomen uitkomt uitkomst
            intrekken ingetrokken
            terugnemen terugneemt teruggenomen
            claim claims claimt geclaimd
            opeisen opgeëist
            accepteren accepteert geaccepteerd
            kleur kleuren
            doublet doubletten
            redoublet redoubletten
            partij partijen
            overtreder overtreders
            klein kleine
            groot grote
        ",
        apart: "
            bod bieding gebod
            speler spelen tegenspeler
            slag slak
            kaart strafkaart
            doublet redoublet
            leider leiden
            kan kans
            een eens
        ",
    },
    Groups {
        lang: "en",
        meet: "
            player players player's
            defender defenders defender’s
            declarer declarers
            director directors director's
            dummy dummies dummy's
            card cards
            law laws
            trick tricks
            bid bids bidding
            lead leads led
            revoke revokes revoked revoking
            withdraw withdrew withdrawn withdrawal
            penalty penalties
            rectify rectified rectification
            concede conceded concession
            claim claims claimed
            win won winning
            honour honors
            unauthorized unauthorised
            adjust adjusted adjusts
            choose chosen choice
            side sides
        ",
        apart: "
            player play
            declarer declare
            law lawful unlawful
            penalty penalize
            double redouble
            bid board
            card cardinal
            general generous
        ",
    },
];

static ANALYSERS: LazyLock<Vec<Analyser>> =
    LazyLock::new(|| Lexicon::embedded().unwrap().languages.iter().map(Analyser::new).collect());

fn language(code: &str) -> Language {
    static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::embedded().unwrap());
    LEXICON.language(code).unwrap().clone()
}

fn stem(analyser: &Analyser, word: &str) -> String {
    let tokens = analyser.words(word);
    assert_eq!(tokens.len(), 1, "{word} is one word");
    tokens[0].stem.clone()
}

fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()).filter(|words| !words.is_empty())
}

#[test]
fn forms_of_a_word_meet_and_strangers_do_not() {
    let mut faults = Vec::new();
    for Groups { lang, meet, apart } in ALL {
        let analyser = Analyser::new(&language(lang));
        for words in lines(meet) {
            let stems: Vec<_> = words.iter().map(|word| stem(&analyser, word)).collect();
            if stems.iter().collect::<BTreeSet<_>>().len() > 1 {
                faults.push(format!("{lang}: {words:?} part: {stems:?}"));
            }
        }
        for words in lines(apart) {
            let stems: Vec<_> = words.iter().map(|word| stem(&analyser, word)).collect();
            if stems.iter().collect::<BTreeSet<_>>().len() < words.len() {
                faults.push(format!("{lang}: {words:?} meet: {stems:?}"));
            }
        }
        let heads: BTreeSet<_> = lines(meet).map(|words| stem(&analyser, words[0])).collect();
        if heads.len() != lines(meet).count() {
            faults.push(format!("{lang}: two groups meet"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_language_has_a_stemmer_that_is_known_and_a_sound_table() {
    for language in Lexicon::embedded().unwrap().languages {
        let analyser = Analyser::new(&language);
        let probe = ["spillingene", "spelningarna", "wandelingen", "walkings", "spillingerne"];
        assert!(probe.iter().any(|word| stem(&analyser, word) != *word), "{} has no stemmer", language.code);
        for table in [language.analysis.lemmas.as_str(), language.analysis.tails.as_str()] {
            let mut seen = BTreeSet::new();
            for group in lines(table).filter(|group| !group[0].starts_with('#')) {
                let first = stem(&analyser, group[0]);
                for form in group {
                    assert!(seen.insert(form), "{}: {form} stands twice", language.code);
                    assert_eq!(stem(&analyser, form), first, "{}: {form}", language.code);
                }
            }
            assert!(!seen.is_empty() || table.is_empty(), "{}: no groups", language.code);
        }
    }
}

#[test]
fn letters_of_the_neighbours_count_as_ones_own() {
    let folded = |lang, text: &str| {
        let analyser = Analyser::new(&language(lang));
        analyser.words(text).into_iter().map(|t| t.folded).collect::<Vec<_>>()
    };
    assert_eq!(folded("no", "SPELFÖRARE Hände haand a\u{30a}r"), ["spelførare", "hænde", "hånd", "år"]);
    assert_eq!(folded("sv", "træk kulør paa"), ["träk", "kulör", "på"]);
    assert_eq!(folded("nl", "één Één poot naar"), ["één", "één", "poot", "naar"]);
    assert_eq!(folded("da", "straf\u{ad}kort  spil\u{200b}fører"), ["strafkort", "spil", "fører"]);
}

#[test]
fn tokens_say_where_they_stand() {
    let analyser = Analyser::new(&language("da"));
    let text = "§47E2 – «Kulør\u{ad}svigt», se 12C1(b).";
    let words: Vec<_> = analyser.words(text).into_iter().map(|t| (t.span.of(text), t.folded)).collect();
    let expected = [("47E2", "47e2"), ("Kulør\u{ad}svigt", "kulørsvigt"), ("se", "se"), ("12C1", "12c1"), ("b", "b")];
    assert_eq!(words, expected.map(|(a, b)| (a, b.to_owned())));
}

#[test]
fn no_word_is_left_out() {
    for lang in ["no", "da", "sv", "nl", "en"] {
        let analyser = Analyser::new(&language(lang));
        assert_eq!(
            analyser.words("ikke ingen uten ej inte utan niet geen zonder no not without i å").len(),
            14,
            "{lang}"
        );
    }
}

#[test]
fn a_language_without_stemmer_compares_words_as_they_are() {
    let mut language = language("en");
    language.analysis.stemmer = "klingon".to_owned();
    assert_eq!(stem(&Analyser::new(&language), "tournaments"), "tournaments");
}

proptest! {
    #[test]
    fn words_of_any_text_lie_in_it(text in "\\PC*|[a-zåäöøæéë0-9§_.,:'’\u{ad}\u{200d}\u{301} -]*") {
        for analyser in &*ANALYSERS {
            let mut end = 0;
            for token in analyser.words(&text) {
                prop_assert!(text.get(token.span.range()).is_some());
                prop_assert!(token.span.start >= end && !token.span.is_empty());
                prop_assert!(!token.folded.is_empty() && !token.stem.is_empty());
                end = token.span.end;
            }
        }
    }
}
