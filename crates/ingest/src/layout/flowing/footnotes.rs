//! Footnotes that stand inside the text: at the end of the page that has their number.

use std::{collections::BTreeMap, ops::Range};

use crate::layout::{
    Context,
    notes::{cited, counts},
    pages::{Pages, tokens},
};

/// A footnote: its number, where the number stands in the text, and its words.
pub(super) struct Footnote {
    /// The mark with the blank before it.
    pub(super) mark: Range<usize>,
    /// No other number of the page could be the mark. Where one could, none is taken out of the text.
    pub(super) sure: bool,
    pub(super) number: Range<usize>,
    pub(super) words: Range<usize>,
    pub(super) number_text: String,
}

/// Footnotes of the pages `laws`; their marks and words are hidden from then on.
///
/// A note is a rising number that stands twice on its page: once in the text, and, the last time, before a capital at the
/// page's end. Notes of one page follow each other.
pub(super) fn take(context: &Context<'_>, pages: &mut Pages, laws: Range<usize>) -> Vec<Footnote> {
    /// So many notes can be lost with a page.
    const LOST: u32 = 3;
    let mut out: Vec<Footnote> = Vec::new();
    let mut last = 0;
    for page in pages.pages.iter().take(laws.end).skip(laws.start) {
        let numbers = standing(context.text, pages, page);
        // What stands after the last label of the page can be a note.
        let mut next = last_label(pages, page);
        let mut mark = page.start;
        let from = out.len();
        while let Some((number, note)) = (last + 1..=last + LOST)
            .find_map(|number| Some((number, footnote(context, pages, numbers.get(&number)?, page, mark, next)?)))
        {
            last = number;
            next = note.words.start;
            mark = note.mark.end;
            out.push(note);
        }
        for n in from..out.len() {
            let end = out.get(n + 1).map_or(page.end, |next| next.number.start);
            if let Some(note) = out.get_mut(n) {
                note.words.end = end;
            }
        }
    }
    let hidden = |n: &Footnote| [n.sure.then(|| n.mark.clone()), Some(n.number.start..n.words.end)];
    pages.hide(out.iter().flat_map(hidden).flatten().collect());
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

/// The note whose number stands at these places: its mark after `mark`, its words after `after`.
fn footnote(
    context: &Context<'_>,
    pages: &Pages,
    standing: &[Range<usize>],
    page: &Range<usize>,
    mark: usize,
    after: usize,
) -> Option<Footnote> {
    let text = context.text;
    let starts_note = |r: &Range<usize>| {
        let mut rest = text.get(r.end..page.end).unwrap_or("").chars();
        let opens = |c: char| c.is_uppercase() || matches!(c, '«' | '“' | '"' | '”' | '(');
        rest.next().is_some_and(char::is_whitespace) && rest.next().is_some_and(opens)
    };
    let note = standing.iter().rev().find(|r| r.start >= after && starts_note(r))?.clone();
    let is_mark = |r: &&Range<usize>| {
        let before = pages.masked.get(..r.start).unwrap_or("").trim_end();
        let rest = text.get(r.end..).unwrap_or("");
        // "5." can be a label or a mark before a full stop. A label stands after an end, the first one after a heading too.
        let first =
            text.get((**r).clone()) == Some("1") && rest.get(2..).is_some_and(|r| r.starts_with(char::is_uppercase));
        let closed = before.ends_with(['.', ':', ';', ')', '!', '?', '»', '”', '"']);
        let label = rest.starts_with(')') || (rest.starts_with(". ") && (closed || first));
        mark <= r.start && r.start < note.start && !label && !counts(context, rest) && !cited(context, before)
    };
    let mut marks = standing.iter().filter(is_mark);
    let mark = marks.next()?.clone();
    let blank = text.get(..mark.start).map_or(0, |t| t.len() - t.trim_end().len());
    Some(Footnote {
        mark: mark.start - blank..mark.end,
        sure: marks.next().is_none(),
        words: note.end..page.end,
        number_text: text.get(note.clone()).unwrap_or("").to_owned(),
        number: note,
    })
}
