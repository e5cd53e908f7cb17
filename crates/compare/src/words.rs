//! Numbers, suits and cards in a text of one language.
//!
//! ```text
//! 4   4,5   1.000 = 1000        digits; no label of a list: "(2)", "2.", "2)" before its words
//! four   fourth   four-card     words of the language; also before what is counted ("firekort")
//! 40 %   forty percent          a percentage and no number
//! ♠   spade   spardame          a suit; a compound with a card or number is both
//! ```

use std::collections::BTreeMap;

use lawgrep_lexicon::Counts;

/// How often something stands in a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) surely: usize,
    /// In words that may mean it or not.
    pub(crate) perhaps: usize,
    /// Of `surely` those in words.
    pub(crate) worded: usize,
}

/// By name, how often.
pub(crate) type Tally = BTreeMap<String, Count>;

/// What was counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) numbers: Tally,
    pub(crate) percentages: Tally,
    pub(crate) suits: Tally,
    pub(crate) cards: Tally,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Meaning {
    Number(String),
    Perhaps(String),
    Suit(String),
    Card(String),
}

/// Counts in one language.
pub(crate) struct Counter {
    words: BTreeMap<String, Vec<Meaning>>,
    percent: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Digits(String),
    Word(String),
    Sign(char),
}

/// A number below this before a full stop or bracket may be a label; boards and scores are higher.
const LABELS: u32 = 20;
/// The highest bid; a higher number with a capital letter after it names a provision.
const BIDS: u32 = 7;

impl Counter {
    pub(crate) fn new(counts: &Counts) -> Self {
        let mut words: BTreeMap<String, Vec<Meaning>> = BTreeMap::new();
        for (value, forms) in &counts.numbers {
            let meaning = match value.strip_suffix('?') {
                Some(value) => Meaning::Perhaps(value.to_owned()),
                None => Meaning::Number(value.clone()),
            };
            for form in forms {
                words.entry(form.clone()).or_default().push(meaning.clone());
                for counted in counts.counted.iter().filter(|_| matches!(meaning, Meaning::Number(_))) {
                    words.entry(format!("{form}{counted}")).or_default().push(meaning.clone());
                }
            }
        }
        let single = words.clone();
        for (card, forms) in &counts.cards {
            for form in forms {
                words.entry(form.clone()).or_default().push(Meaning::Card(card.clone()));
            }
        }
        for (suit, forms) in &counts.suits {
            for form in forms {
                words.entry(form.clone()).or_default().push(Meaning::Suit(suit.clone()));
                for (card, ends) in &counts.cards {
                    for end in ends {
                        let both = vec![Meaning::Suit(suit.clone()), Meaning::Card(card.clone())];
                        words.entry(format!("{form}{end}")).or_insert(both);
                    }
                }
                for (end, meanings) in &single {
                    let mut both = vec![Meaning::Suit(suit.clone())];
                    both.extend(meanings.iter().cloned());
                    words.entry(format!("{form}{end}")).or_insert(both);
                }
            }
        }
        Self { words, percent: counts.percent.clone() }
    }

    /// Counts. References are to be masked before.
    pub(crate) fn count(&self, text: &str) -> Counted {
        let tokens = tokens(text);
        let mut all = Counted::default();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let rest = tokens.get(at + 1..).unwrap_or(&[]);
            let meanings = match token {
                Token::Digits(value) => vec![Meaning::Number(value.clone())],
                Token::Word(word) => self.words.get(word).cloned().unwrap_or_else(|| self.parts(word)),
                Token::Sign(sign) => self.words.get(&sign.to_string()).cloned().unwrap_or_default(),
            };
            let percent = self.percent(rest);
            for meaning in meanings {
                let (tally, value, surely) = match meaning {
                    Meaning::Number(value) | Meaning::Perhaps(value) if percent > 0 => {
                        (&mut all.percentages, value, true)
                    }
                    Meaning::Number(value) => (&mut all.numbers, value, true),
                    Meaning::Perhaps(value) => (&mut all.numbers, value, false),
                    Meaning::Suit(value) => (&mut all.suits, value, true),
                    Meaning::Card(value) => (&mut all.cards, value, true),
                };
                let count = tally.entry(value).or_default();
                match surely {
                    true => count.surely += 1,
                    false => count.perhaps += 1,
                }
                count.worded += usize::from(surely && matches!(token, Token::Word(_)));
            }
            at += 1 + percent;
        }
        all
    }

    /// How many of the next tokens say "percent".
    fn percent(&self, rest: &[Token]) -> usize {
        let text = |token: &Token| match token {
            Token::Digits(text) | Token::Word(text) => text.clone(),
            Token::Sign(sign) => sign.to_string(),
        };
        let rest = match rest {
            [Token::Sign('-'), rest @ ..] => rest,
            rest => rest,
        };
        let fits = |form: &&String| {
            let parts: Vec<&str> = form.split(' ').collect();
            parts.len() <= rest.len() && parts.iter().zip(rest).all(|(part, token)| *part == text(token))
        };
        self.percent.iter().find(fits).map_or(0, |form| form.split(' ').count())
    }

    /// The meanings of the parts of a word with hyphens.
    fn parts(&self, word: &str) -> Vec<Meaning> {
        if !word.contains('-') {
            return Vec::new();
        }
        word.split('-').filter_map(|part| self.words.get(part)).flatten().cloned().collect()
    }
}

/// Cuts a text into numbers, words in small letters, and signs.
fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let get = |at: usize| chars.get(at).copied();
    let mut out = Vec::new();
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(c) = get(at) {
        let start = at;
        if c.is_ascii_digit() {
            at = number_end(&chars, at);
            let digits: String = chars.get(start..at).unwrap_or(&[]).iter().collect();
            // `B3` is a part of a provision's name; "than13" lost its blank.
            let before = |n: usize| start.checked_sub(n).and_then(get);
            let letter = before(1).is_some_and(|c| c.is_ascii_uppercase());
            let part = letter && before(2).is_none_or(|c| !c.is_alphabetic());
            if !part && !is_label(&chars, start, at, &digits, depth) && !names_provision(&chars, at, &digits) {
                out.push(Token::Digits(plain(&digits)));
            }
        } else if c.is_alphabetic() {
            let inside = |at: usize| {
                get(at).is_some_and(|c| {
                    c.is_alphabetic()
                        || (matches!(c, '-' | '\u{2010}' | '\u{2011}') && get(at + 1).is_some_and(char::is_alphabetic))
                })
            };
            while inside(at) {
                at += 1;
            }
            let word: String = chars.get(start..at).unwrap_or(&[]).iter().collect();
            out.push(Token::Word(word.to_lowercase().replace(['\u{2010}', '\u{2011}'], "-")));
        } else {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if !c.is_whitespace() && c != '\u{fe0f}' {
                out.push(Token::Sign(c));
            }
            at += 1;
        }
    }
    out
}

/// Where a number ends: a comma or full stop inside it counts to it.
fn number_end(chars: &[char], mut at: usize) -> usize {
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    while digit(at) || (matches!(chars.get(at), Some('.' | ',')) && digit(at + 1)) {
        at += 1;
    }
    at
}

/// `1.000` and `1,000` are 1000; `4,5` is 4.5.
fn plain(digits: &str) -> String {
    let groups: Vec<&str> = digits.split(['.', ',']).collect();
    match groups.as_slice() {
        [first, rest @ ..] if !rest.is_empty() && *first != "0" && rest.iter().all(|g| g.len() == 3) => groups.concat(),
        [whole, part] => format!("{whole}.{part}"),
        _ => digits.to_owned(),
    }
}

/// Whether it numbers an item of a list inside the text.
fn is_label(chars: &[char], start: usize, end: usize, digits: &str, depth: usize) -> bool {
    if digits.parse::<u32>().is_ok_and(|n| n > LABELS) || digits.contains(['.', ',']) {
        return false;
    }
    let before = chars.get(..start).and_then(|b| b.iter().rev().find(|c| !matches!(c, ' ' | '\u{a0}'))).copied();
    let touches = start > 0 && chars.get(start - 1).is_some_and(|c| c.is_alphanumeric());
    let opens = before.is_none_or(|c| matches!(c, '.' | ':' | ';' | '\n' | '|'));
    match chars.get(end) {
        Some(')') => !touches && (before == Some('(') || depth == 0),
        Some('.') => opens && chars.get(end + 1).is_none_or(|c| c.is_whitespace()),
        _ => false,
    }
}

/// Whether it is the number of a provision that was not understood as a reference: `16C`.
fn names_provision(chars: &[char], end: usize, digits: &str) -> bool {
    let capital = chars.get(end).is_some_and(char::is_ascii_uppercase);
    let alone = chars.get(end + 1).is_none_or(|c| !c.is_alphabetic());
    capital && alone && digits.parse::<u32>().is_ok_and(|n| n > BIDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counter(lang: &str) -> Counter {
        let lexicon = lawgrep_lexicon::Lexicon::embedded().unwrap();
        Counter::new(&lexicon.language(lang).unwrap().counts)
    }

    #[track_caller]
    fn check(lang: &str, text: &str, expected: &str) {
        let counted = counter(lang).count(text);
        let told = |tally: &Tally| -> Vec<String> {
            let one = |(value, count): (&String, &Count)| {
                let sure = std::iter::repeat_n(value.clone(), count.surely);
                sure.chain(std::iter::repeat_n(format!("{value}?"), count.perhaps)).collect::<Vec<_>>()
            };
            tally.iter().flat_map(one).collect()
        };
        let all = [&counted.numbers, &counted.percentages, &counted.suits, &counted.cards].map(|t| told(t).join(" "));
        assert_eq!(all.join(" / "), expected, "{text}");
    }

    #[test]
    fn numbers_in_digits_and_words() {
        check("en", "Four cards, the fifth, 13 tricks, both; fifty-two", "13 2? 4 5 52 /  /  / ");
        check("en", "a four-card suit, 1,000 and 4.5", "1? 1000 4 4.5 /  /  / ");
        check("no", "firekorts, 1.000 og 4,5", "1000 4 4.5 /  /  / ");
        check("en", "one or the first", "1? 1? /  /  / ");
    }

    #[test]
    fn labels_and_names_are_no_numbers() {
        check("en", "Either: (1) takes 3; 2) takes (at least 4) or 16C. 3. Pays 5.", "2? 3 4 5 /  /  / ");
        check("da", "efter det 12. stik", "12 /  /  / ");
        check("en", "3NT or 4 S", "3 4 /  /  / ");
        check("no", "enn13 kort, men B3 og 198C1b", "13 /  /  / ");
    }

    #[test]
    fn percentages_are_no_numbers() {
        check("en", "60 % or 40 percent, forty per cent, 30%", " / 30 40 40 60 /  / ");
        check("nl", "veertig procent", " / 40 /  / ");
    }

    #[test]
    fn suits_and_cards_and_compounds_of_them() {
        check("no", "spardame, hjerter konge, ♦4, ruter", "4 /  / diamonds diamonds hearts spades / king queen");
        check("nl", "schoppenaas en de heer", " /  / spades / ace king");
        check("da", "klørtier", "10? /  / clubs / ");
    }
}
