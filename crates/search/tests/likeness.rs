//! How well a situation is found by words that it is not known by: a fifth of the phrases is left out of the data and asked for.
//!
//! `cargo test -p lawgrep-search --test likeness -- --nocapture` prints the table, by language.

use lawgrep_lexicon::{Lexicon, Situation};
use lawgrep_model::Citation;
use lawgrep_search::{Analyser, Situations, Thesaurus};

/// Mean reciprocal rank and share in the first five of no language may fall below.
const FLOOR: (f64, f64) = (0.46, 0.62);
/// Every so many-th phrase of a situation is asked for.
const FIFTH: usize = 5;

fn parted(situations: &[Situation]) -> (Vec<Situation>, Vec<(String, String, usize)>) {
    let mut known = situations.to_vec();
    let mut asked = Vec::new();
    for (n, situation) in known.iter_mut().enumerate() {
        for (lang, phrases) in &mut situation.phrases {
            let mut kept = Vec::new();
            for (at, phrase) in std::mem::take(phrases).into_iter().enumerate() {
                match (at + n) % FIFTH {
                    0 => asked.push((lang.clone(), phrase, n)),
                    _ => kept.push(phrase),
                }
            }
            *phrases = kept;
        }
    }
    (known, asked)
}

#[test]
fn a_situation_is_found_by_words_that_it_is_not_known_by() {
    let lexicon = Lexicon::embedded().unwrap();
    let all = lexicon.situations().unwrap();
    let concepts = lexicon.concepts().unwrap();
    let spoken = lexicon.spoken(&concepts).unwrap();
    let thesaurus = Thesaurus::build(&concepts, &lexicon.topics().unwrap(), &spoken, &lexicon);
    let (known, asked) = parted(&all);
    let situations = Situations::build(&known, &spoken, &lexicon, &thesaurus);
    println!("{:<9} {:>7} {:>6} {:>8}", "language", "phrases", "MRR", "in five");
    for language in &lexicon.languages {
        let analyser = Analyser::new(language);
        let (mut count, mut reciprocal, mut in_five) = (0.0, 0.0, 0.0);
        for (_, phrase, right) in asked.iter().filter(|(lang, ..)| *lang == language.code) {
            let found = situations.like(phrase, &language.code, &analyser, &thesaurus, 10);
            let chief = |laws: &[Citation]| laws.first().is_some_and(|law| all[*right].laws.contains(law));
            let at = found.iter().position(|one| chief(&one.laws));
            count += 1.0;
            reciprocal += at.map_or(0.0, |at| 1.0 / (at as f64 + 1.0));
            in_five += f64::from(u8::from(at.is_some_and(|at| at < 5)));
        }
        let (reciprocal, in_five) = (reciprocal / count, in_five / count);
        println!("{:<9} {count:>7} {reciprocal:>6.3} {in_five:>8.3}", language.code);
        assert!(reciprocal > FLOOR.0 && in_five > FLOOR.1, "{}: {reciprocal:.3} {in_five:.3}", language.code);
    }
}
