//! What each step of the analysis adds: the tables of docs/analysis.md. To read them:
//! `cargo test -p lawgrep-search --test chain -- --nocapture`.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::collections::BTreeSet;

use lawgrep_lexicon::{Language, Lexicon};
use lawgrep_search::Analyser;
use rust_stemmers::{Algorithm, Stemmer};

/// `query > text`, by language; what is to be found.
const FOUND: &str = "
    no  spillefører > spilleføreren       turneringsleder > turneringslederen   spiller > spillerne
    no  motspiller > motspillerne         spilleforer > spillefører             hånd > hender
    no  trekke > trakk                    korrigere > korrigering               uregelmessighet > uregelmessighetene
    no  hand > hånd                       spillefoerer > spilleføreren          straffekort > straffekortene
    no  kort > straffekortet              utspill > utspillsrestriksjoner       melding > meldingsforløpet
    da  kulorsvigt > kulørsvigt           kuloersvigt > kulørsvigten            spilforer > spilfører
    da  forespoergsel > forespørgsler     strafkort > strafkortet               mulighed > mulighederne
    da  kort > strafkort                  turneringsleder > chefturneringsleder straf > tilspilsstraf
    sv  trakarl > träkarlen               traekarl > träkarlen                  kort > kortet
    sv  stick > sticket                   bjuda > bjöd                          rättelse > rättas
    sv  kort > straffkortet               bud > kontraktsbud                    utspel > utspelsbegränsning
    nl  bod > boden                       slag > slagen                         strafkaarten > strafkaart
    nl  verzaken > verzaking              verzaken > verzaakt                   opeisen > opgeëist
    nl  onregelmatigheid > onregelmatigheden                                    kaart > strafkaarten
    en  rectify > rectification           concede > concession                  bid > bidding
    en  honour > honors                   point > matchpoints                   trick > overtricks
";

/// What is not to be found.
const STRANGERS: &str = "
    no  kort > forkortelse                hånd > handling                       hånd > forhånd
    no  tur > turnering                   bud > forbud                          lov > ulovlig
    no  lov > kløver                      spill > spiller                       rett > rettferdig
    da  kort > forkortelse                hold > overholde                      ret > noteret
    sv  kort > förkortning                lag > laglig                          lek > storlek
    nl  bod > verbod                      kaart > afkorting                     hand > handeling
    en  law > lawful                      play > player                         rule > overrule
";

const STEPS: [&str; 6] = ["letters", "stem once", "stem fully", "lemmas", "plain letters", "compounds"];

/// The languages with ever more of the analysis.
struct Chain {
    letters: Analyser,
    stemmer: Stemmer,
    stemmed: Analyser,
    lemmas: Analyser,
    plain: Analyser,
}

impl Chain {
    fn new(language: &Language) -> Self {
        let with = |change: &dyn Fn(&mut Language)| {
            let mut language = language.clone();
            change(&mut language);
            Analyser::new(&language)
        };
        let bare = |language: &mut Language| {
            language.analysis.lemmas = "".into();
            language.analysis.tails = "".into();
        };
        let algorithm = match language.code.as_str() {
            "no" => Algorithm::Norwegian,
            "da" => Algorithm::Danish,
            "sv" => Algorithm::Swedish,
            "nl" => Algorithm::Dutch,
            _ => Algorithm::English,
        };
        Self {
            letters: with(&|language| {
                bare(language);
                language.analysis.stemmer.clear();
            }),
            stemmer: Stemmer::create(algorithm),
            stemmed: with(&bare),
            lemmas: Analyser::new(language),
            plain: with(&|language| language.analysis.same.append(&mut language.analysis.plain)),
        }
    }

    /// What stands for a word after each of the first five steps.
    fn steps(&self, word: &str) -> [String; 5] {
        let stem = |analyser: &Analyser| analyser.words(word)[0].stem.clone();
        let folded = stem(&self.letters);
        let once = self.stemmer.stem(&folded).into_owned();
        [folded, once, stem(&self.stemmed), stem(&self.lemmas), stem(&self.plain)]
    }

    /// Whether the text's word is found after each step. The lemma table also parts words; what comes after it only adds.
    fn finds(&self, query: &str, text: &str) -> [bool; 6] {
        let (query, steps) = (self.steps(query), self.steps(text));
        let mut found = [false; 6];
        for step in 0..5 {
            found[step] = query[step] == steps[step];
        }
        found[4] |= found[3];
        found[5] = found[4] || self.lemmas.parts(&steps[0]).iter().any(|(_, part)| *part == query[3]);
        found
    }
}

fn pairs(table: &str) -> Vec<(&str, &str, &str)> {
    let mut pairs = Vec::new();
    for line in table.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<_> = line.split_whitespace().collect();
        pairs.extend(words[1..].chunks(3).map(|pair| (words[0], pair[0], pair[2])));
    }
    pairs
}

#[test]
fn each_step_adds_what_it_is_there_for() {
    let lexicon = Lexicon::embedded().unwrap();
    let chain = |lang: &str| Chain::new(lexicon.language(lang).unwrap());
    println!("| query > text | {} |\n|---{}|", STEPS.join(" | "), "|---".repeat(STEPS.len()));
    let mut faults = Vec::new();
    for (table, wanted) in [(FOUND, true), (STRANGERS, false)] {
        for (lang, query, text) in pairs(table) {
            let found = chain(lang).finds(query, text);
            let cells: Vec<_> = found.iter().map(|found| if *found { "yes" } else { "no" }).collect();
            println!("| {lang}: {query} > {text} | {} |", cells.join(" | "));
            if found[5] != wanted {
                faults.push(format!("{lang}: {query} > {text}: {found:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_lemma_table_closes_what_the_stemmer_leaves_open() {
    let forms = [
        ("no", include_str!("forms/no.txt")),
        ("da", include_str!("forms/da.txt")),
        ("sv", include_str!("forms/sv.txt")),
        ("nl", include_str!("forms/nl.txt")),
        ("en", include_str!("forms/en.txt")),
    ];
    println!("| language | words | forms | {} |\n|---|---|---{}|", STEPS[..4].join(" | "), "|---".repeat(4));
    let lexicon = Lexicon::embedded().unwrap();
    for (lang, forms) in forms {
        let chain = Chain::new(lexicon.language(lang).unwrap());
        let groups: Vec<Vec<[String; 5]>> = forms
            .lines()
            .filter(|line| !line.starts_with(['#', '!']))
            .map(|line| line.split_whitespace().map(|word| chain.steps(word)).collect())
            .collect();
        // Whole: all forms of the word have one stem. Alone: and no other word has it.
        let cells: Vec<_> = (0..4)
            .map(|step| {
                let stems: Vec<BTreeSet<_>> =
                    groups.iter().map(|group| group.iter().map(|steps| &steps[step]).collect()).collect();
                let alone =
                    |n: usize| stems.iter().enumerate().all(|(m, other)| n == m || other.is_disjoint(&stems[n]));
                let whole = stems.iter().filter(|stems| stems.len() == 1).count();
                let mixed = (0..stems.len()).filter(|n| !alone(*n)).count();
                (whole, mixed)
            })
            .collect();
        let count: usize = groups.iter().map(Vec::len).sum();
        let text: Vec<_> = cells.iter().map(|(whole, mixed)| format!("{whole} ({mixed} mixed)")).collect();
        println!("| {lang} | {} | {count} | {} |", groups.len(), text.join(" | "));
        assert_eq!(cells[3], (groups.len(), 0), "{lang}");
        assert!(cells[2].0 < cells[3].0, "{lang}: the table does nothing");
    }
}
