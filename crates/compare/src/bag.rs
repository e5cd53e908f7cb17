//! The words of a text without their order: what tells that two texts are the same.

use std::cmp::Ordering;

/// Words in small letters, each with how often it stands there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bag {
    /// By a number made of the word, since a word is only ever compared; in order.
    words: Vec<(u64, usize)>,
}

impl Bag {
    pub(crate) fn of(text: &str) -> Self {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
        Self::counted(words.map(|word| (number(word), 1)).collect())
    }

    /// The words of both.
    pub(crate) fn with(&self, other: &Self) -> Self {
        Self::counted(self.words.iter().chain(&other.words).copied().collect())
    }

    /// What is left when the words of another are taken out.
    pub(crate) fn without(&self, other: &Self) -> Self {
        let left =
            |(word, n): &(u64, usize)| Some((*word, n.saturating_sub(other.times(*word)))).filter(|(_, n)| *n > 0);
        Self { words: self.words.iter().filter_map(left).collect() }
    }

    /// How many words there are.
    pub(crate) fn size(&self) -> usize {
        self.words.iter().map(|(_, n)| n).sum()
    }

    /// How many words both have.
    pub(crate) fn common(&self, other: &Self) -> usize {
        let (mut x, mut y) = (self.words.iter().peekable(), other.words.iter().peekable());
        let mut all = 0;
        while let (Some((one, n)), Some((two, m))) = (x.peek(), y.peek()) {
            let order = one.cmp(two);
            if order == Ordering::Equal {
                all += n.min(m);
            }
            if order != Ordering::Greater {
                x.next();
            }
            if order != Ordering::Less {
                y.next();
            }
        }
        all
    }

    fn times(&self, word: u64) -> usize {
        self.words
            .binary_search_by_key(&word, |(w, _)| *w)
            .ok()
            .and_then(|at| self.words.get(at))
            .map_or(0, |(_, n)| *n)
    }

    fn counted(mut all: Vec<(u64, usize)>) -> Self {
        all.sort_unstable();
        let mut words: Vec<(u64, usize)> = Vec::with_capacity(all.len());
        for (word, n) in all {
            match words.last_mut() {
                Some((last, times)) if *last == word => *times += n,
                _ => words.push((word, n)),
            }
        }
        Self { words }
    }
}

/// FNV-1a of the word in small letters: the same in every run.
fn number(word: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for c in word.chars().flat_map(char::to_lowercase) {
        hash = (hash ^ u64::from(u32::from(c))).wrapping_mul(0x100_0000_01b3);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_whatever_their_order() {
        let (a, b) = (Bag::of("The card, the Card and two"), Bag::of("two cards; the card"));
        assert_eq!((a.size(), b.size(), a.common(&b), b.common(&a)), (6, 4, 3, 3));
        assert_eq!(a.with(&b).without(&b), a);
        assert_eq!(a.without(&b), Bag::of("card the and"));
    }
}
