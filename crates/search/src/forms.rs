use std::ops::Range;

use lawgrep_lexicon::Analysis;

use crate::blob::sum;

/// The lemma tables of a language, letters folded.
///
/// They are made anew for every search, so they are laid out for being made: the folded text of a table as it is, and
/// where in it each form's group stands, by a hash of the form.
pub(crate) struct Forms {
    whole: Table,
    tails: Table,
}

impl Forms {
    /// `fold` is given a whole table at once.
    pub(crate) fn new(analysis: &Analysis, fold: impl Fn(&str) -> String) -> Self {
        Self { whole: Table::new(fold(&analysis.lemmas)), tails: Table::new(fold(&analysis.tails)) }
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

struct Table {
    text: String,
    /// Hash of a form and the line of its group, by hash.
    forms: Vec<(u64, Range<usize>)>,
    longest: usize,
}

impl Table {
    fn new(text: String) -> Self {
        let mut forms = Vec::new();
        let mut longest = 0;
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let group = start..start + line.len();
            start = group.end;
            for form in line.split_whitespace().take_while(|form| !form.starts_with('#')) {
                longest = longest.max(form.len());
                forms.push((sum(form.as_bytes()), group.clone()));
            }
        }
        forms.sort_unstable_by_key(|(hash, group)| (*hash, group.start));
        Self { text, forms, longest }
    }

    fn first(&self, word: &str) -> Option<&str> {
        if word.len() > self.longest {
            return None;
        }
        let hash = sum(word.as_bytes());
        let from = self.forms.partition_point(|(other, _)| *other < hash);
        let same = self.forms.get(from..)?.iter().take_while(|(other, _)| *other == hash);
        same.filter_map(|(_, group)| self.text.get(group.clone()))
            .find(|group| group.split_whitespace().any(|form| form == word))
            .and_then(|group| group.split_whitespace().next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms() -> Forms {
        let analysis = Analysis {
            lemmas: "# people\nman men\n\n  mouse mice # small\nman other\n".to_owned(),
            tails: "leader leaders".to_owned(),
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
