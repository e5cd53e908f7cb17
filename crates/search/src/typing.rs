//! Typing errors: how many letters apart two words are.

/// How many errors a word of that many letters may have: one from five letters on, two from nine. A shorter word with an error
/// is too often another word.
pub fn allowed(letters: usize) -> usize {
    match letters {
        0..5 => 0,
        5..9 => 1,
        _ => 2,
    }
}

/// How many letters must be put in, taken out, changed or swapped with their neighbour to make one word of the other; `None`
/// where it is more than `most`. (Optimal string alignment: no letter is touched twice.)
pub fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX / 2);
            let mut best = (at(&last, j) + usize::from(x != y)).min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        if row.iter().min().is_none_or(|least| *least > most) {
            return None;
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_counted() {
        for (a, b, expected) in [
            ("strafkort", "strafkort", Some(0)),
            ("strafkrot", "strafkort", Some(1)),
            ("revokke", "revoke", Some(1)),
            ("revke", "revoke", Some(1)),
            ("revoce", "revoke", Some(1)),
            ("kulørsivgtt", "kulørsvigt", Some(2)),
            ("ab", "ba", Some(1)),
            ("kort", "strafkort", None),
            ("abcdefghi", "ihgfedcba", None),
            ("", "", Some(0)),
            ("", "abc", None),
        ] {
            assert_eq!(distance(a, b, 2), expected, "{a} {b}");
            assert_eq!(distance(b, a, 2), expected, "{b} {a}");
        }
        assert_eq!(distance("abcde", "abxye", 1), None);
    }

    #[test]
    fn short_words_have_no_errors() {
        assert_eq!([4, 5, 8, 9, 30].map(allowed), [0, 1, 1, 2, 2]);
    }
}
