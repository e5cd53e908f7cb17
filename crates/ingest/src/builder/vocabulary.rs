//! Words that a page or a line cut in two.

use std::collections::BTreeSet;

/// The words of the source, read only when a word is cut by a page.
pub(super) struct Vocabulary<'t> {
    source: &'t str,
    /// Words before which a hyphen is a true one; `None` where lines were not wrapped.
    hyphens: Option<&'t [String]>,
    words: Option<BTreeSet<String>>,
}

impl<'t> Vocabulary<'t> {
    pub(super) fn new(source: &'t str, hyphens: Option<&'t [String]>) -> Self {
        Self { source, hyphens, words: None }
    }

    /// Whether `before` ends in the first half of a word that `after` goes on with: the print cut it at a page's end, and
    /// the whole word stands elsewhere in the source. A true hyphen ("ud- eller") fails that test.
    pub(super) fn joins(&mut self, before: &str, after: &str) -> bool {
        let letter = |c: char| c.is_alphabetic();
        let Some(head) = before.strip_suffix('-') else { return false };
        let first: String =
            head.chars().rev().take_while(|c| letter(*c)).collect::<Vec<_>>().into_iter().rev().collect();
        let rest: String = after.trim_start().chars().take_while(|c| letter(*c)).collect();
        if first.is_empty() || !rest.starts_with(char::is_lowercase) {
            return false;
        }
        let words = self.words.get_or_insert_with(|| {
            self.source.split(|c: char| !letter(c)).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
        });
        if words.contains(&format!("{first}{rest}").to_lowercase()) {
            return true;
        }
        // A wrapped line cuts a word anywhere; a capital before the hyphen ("WBF-") or a joining word after it keeps it.
        let cut = first.chars().count() > 1 && first.chars().skip(1).all(char::is_lowercase);
        self.hyphens.is_some_and(|but| cut && !but.contains(&rest))
    }
}
