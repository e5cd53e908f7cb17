use std::borrow::Cow;

use lawgrep_lexicon::Analysis;
use lawgrep_model::checksum;
use serde::{Deserialize, Serialize};

/// The lemma tables of a language, letters folded.
///
/// The folded text of a table as it is, and where in it each form's group stands, by a hash of the form. A program that
/// embeds a language holds them made, and looks into the bytes as they are.
#[derive(Serialize, Deserialize)]
pub(crate) struct Forms<'a> {
    #[serde(borrow)]
    whole: Table<'a>,
    #[serde(borrow)]
    tails: Table<'a>,
}

impl Forms<'_> {
    /// `fold` is given a whole table at once.
    pub(crate) fn new(analysis: &Analysis, fold: impl Fn(&str) -> String) -> Self {
        Self { whole: Table::new(&fold(analysis.lemmas.as_str())), tails: Table::new(&fold(analysis.tails.as_str())) }
    }

    /// The first form of the word's group: of the whole word, else of the longest tail that leaves two letters before it.
    pub(crate) fn first(&self, word: &str) -> Option<String> {
        if let Some(first) = self.whole.first(word).or_else(|| self.tails.first(word)) {
            return Some(first.to_owned());
        }
        word.char_indices().skip(2).find_map(|(at, _)| {
            let (before, tail) = word.split_at_checked(at)?;
            self.tails.first(tail).map(|first| format!("{before}{first}"))
        })
    }
}

#[derive(Serialize, Deserialize)]
struct Table<'a> {
    #[serde(borrow)]
    text: Bytes<'a>,
    /// A row a form, by hash: hash of the form u64, start and end of its group's line u32 each, little endian.
    forms: Bytes<'a>,
    longest: u32,
}

/// Bytes that are borrowed where they can be.
#[derive(Serialize, Deserialize)]
struct Bytes<'a>(#[serde(borrow)] Cow<'a, [u8]>);

/// Bytes of a row of `forms`.
const ROW: usize = 16;

impl Table<'_> {
    fn new(text: &str) -> Self {
        let mut forms: Vec<(u64, u32, u32)> = Vec::new();
        let mut longest = 0;
        let mut start = 0u32;
        for line in text.split_inclusive('\n') {
            let end = start.saturating_add(u32::try_from(line.len()).unwrap_or(u32::MAX));
            for form in line.split_whitespace().take_while(|form| !form.starts_with('#')) {
                longest = longest.max(u32::try_from(form.len()).unwrap_or(u32::MAX));
                forms.push((checksum(form.as_bytes()), start, end));
            }
            start = end;
        }
        forms.sort_unstable();
        let rows = forms.iter().flat_map(|(hash, start, end)| {
            hash.to_le_bytes().into_iter().chain(start.to_le_bytes()).chain(end.to_le_bytes())
        });
        Self { forms: Bytes(rows.collect()), text: Bytes(text.as_bytes().to_vec().into()), longest }
    }

    fn first(&self, word: &str) -> Option<&str> {
        if word.len() > self.longest as usize {
            return None;
        }
        let hash = checksum(word.as_bytes());
        let (rows, _) = self.forms.0.as_chunks::<ROW>();
        let from = rows.partition_point(|row| hash_of(row) < hash);
        let same = rows.get(from..)?.iter().take_while(|row| hash_of(row) == hash);
        same.filter_map(|row| self.group(row))
            .find(|group| group.split_whitespace().any(|form| form == word))
            .and_then(|group| group.split_whitespace().next())
    }

    /// The line that a row names.
    fn group(&self, row: &[u8; ROW]) -> Option<&str> {
        let [.., a, b, c, d, e, f, g, h] = *row;
        let (start, end) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
        std::str::from_utf8(self.text.0.get(start as usize..end as usize)?).ok()
    }
}

fn hash_of(row: &[u8; ROW]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *row;
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms() -> Forms<'static> {
        let analysis = Analysis {
            lemmas: "# people\nman men\n\n  mouse mice # small\nman other\n".into(),
            tails: "leader leaders".into(),
            ..Analysis::default()
        };
        Forms::new(&analysis, |table| table.replace("mouse", "møs"))
    }

    #[test]
    fn the_first_form_stands_for_its_group() {
        let forms = forms();
        let first = |word: &str| forms.first(word).unwrap_or_default();
        assert_eq!(["man", "men", "mice", "møs", "other"].map(first), ["man", "man", "møs", "møs", "man"]);
        assert_eq!(["mouse", "people", "small", "#", "", "woman"].map(first), [""; 6]);
    }

    #[test]
    fn a_tail_ends_a_compound_of_two_letters_more() {
        let forms = forms();
        let first = |word: &str| forms.first(word).unwrap_or_default();
        assert_eq!(["leaders", "teamleaders", "åtleaders"].map(first), ["leader", "teamleader", "åtleader"]);
        assert_eq!(["xleaders", "leadersx"].map(first), [""; 2]);
    }
}
