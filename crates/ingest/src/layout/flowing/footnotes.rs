//! Footnotes that stand inside the text: at the end of the page that has their number.

use std::{collections::BTreeMap, ops::Range};

use crate::layout::{
    Context,
    pages::{Pages, tokens},
};

/// A footnote: its number, where the number stands in the text, and its words.
pub(super) struct Footnote {
    pub(super) mark: Range<usize>,
    pub(super) number: Range<usize>,
    pub(super) words: Range<usize>,
    pub(super) number_text: String,
}

/// Footnotes of the law pages; their marks and words are hidden from then on.
///
/// A note is a rising number that stands twice on its page: once in the text, and, the last time, before a capital at the
/// page's end. Notes of one page follow each other.
pub(super) fn take(context: &Context<'_>, pages: &mut Pages, laws: usize) -> Vec<Footnote> {
    let mut out: Vec<Footnote> = Vec::new();
    let mut last = 0;
    for page in pages.pages.iter().skip(laws) {
        let numbers = standing(context.text, pages, page);
        // What stands after the last label of the page can be a note.
        let mut next = last_label(pages, page);
        let from = out.len();
        while let Some(note) = footnote(context.text, &numbers, page, last + 1, next) {
            last += 1;
            next = note.words.start;
            out.push(note);
        }
        for n in from..out.len() {
            let end = out.get(n + 1).map_or(page.end, |next| next.number.start);
            if let Some(note) = out.get_mut(n) {
                note.words.end = end;
            }
        }
    }
    pages.hide(out.iter().flat_map(|n| [n.mark.clone(), n.number.start..n.words.end]).collect());
    out
}

/// Where the last label of a page that begins a sentence stands: "3. Words", "B. Words"; the page's start if none does.
fn last_label(pages: &Pages, page: &Range<usize>) -> usize {
    let mut words = pages.words(page.clone()).split_whitespace().rev();
    let mut next = "";
    let mut word = words.next();
    while let Some(this) = word {
        let before = words.next();
        let stem = this.strip_suffix('.').unwrap_or("");
        let number = (1..=3).contains(&stem.len()) && stem.bytes().all(|b| b.is_ascii_digit());
        let letter = stem.len() == 1 && stem.starts_with(char::is_uppercase);
        let after_end = before.is_none_or(|w| w.ends_with(['.', ':', ';', ')', '!', '?', '»', '”', '"']));
        if (number || letter) && after_end && next.starts_with(char::is_uppercase) {
            return page.start + (this.as_ptr() as usize - pages.words(page.clone()).as_ptr() as usize);
        }
        next = this;
        word = before;
    }
    page.start
}

/// The numbers of a page that stand after a blank and before no letter.
fn standing(text: &str, pages: &Pages, page: &Range<usize>) -> BTreeMap<u32, Vec<Range<usize>>> {
    let mut out: BTreeMap<u32, Vec<Range<usize>>> = BTreeMap::new();
    for (at, word) in tokens(pages.words(page.clone())) {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let number = word.get(..digits).filter(|n| !n.starts_with('0')).and_then(|n| n.parse().ok());
        let next = word.get(digits..).and_then(|w| w.chars().next());
        let before = text.get(..page.start + at).and_then(|t| t.chars().next_back());
        if let Some(number) = number
            && !next.is_some_and(char::is_alphanumeric)
            && before.is_some_and(char::is_whitespace)
        {
            out.entry(number).or_default().push(page.start + at..page.start + at + digits);
        }
    }
    out
}

fn footnote(
    text: &str,
    numbers: &BTreeMap<u32, Vec<Range<usize>>>,
    page: &Range<usize>,
    number: u32,
    after: usize,
) -> Option<Footnote> {
    let standing = numbers.get(&number)?;
    let starts_note = |r: &Range<usize>| {
        let mut rest = text.get(r.end..page.end).unwrap_or("").chars();
        let opens = |c: char| c.is_uppercase() || matches!(c, '«' | '“' | '"' | '”' | '(');
        rest.next().is_some_and(char::is_whitespace) && rest.next().is_some_and(opens)
    };
    let note = standing.iter().rev().find(|r| r.start >= after && starts_note(r))?.clone();
    let is_mark = |r: &&Range<usize>| {
        // "5." can be a label or a mark before a full stop; a label is followed by a blank and stands after an end.
        let next: String = text.get(r.end..).unwrap_or("").chars().take(2).collect();
        r.start < note.start && !next.starts_with(')') && next != ". "
    };
    let mark = standing.iter().find(is_mark)?.clone();
    let mark = mark.start - text.get(..mark.start).map_or(0, |t| t.len() - t.trim_end().len())..mark.end;
    Some(Footnote { mark, number: note.clone(), words: note.end..page.end, number_text: number.to_string() })
}
