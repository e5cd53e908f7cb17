//! Text of a PDF, a page a paragraph.
//!
//! ```text
//! book       = { matter } [ contents ] [ foreword ] [ introduction ] [ definitions ] laws
//! contents   = { [ number "." ] title ".." page }
//! laws       = { law }
//! law        = number "." HEADING IN CAPITALS  [ lead-in ]  { section }
//!            | LAWWORD number [ "." ] heading  [ lead-in ]  { section }
//! section    = LETTER "." run-in               run-in = heading text, no mark between
//! subsection = number "." text
//! item       = letter ")" text
//! subitem    = "(" roman ")" text
//! footnote   = number text                     at the end of the page that has the number in its text
//! ```
//!
//! Every label also occurs as a reference or a plain number. One counts as a label only where the sequence expects it and
//! where a sentence could begin.

use std::{ops::Range, sync::LazyLock};

use lawgrep_model::{Role, UnitId, UnitKey};
use regex::Regex;

use super::{
    Context,
    pages::{Pages, capital_word, tokens},
};
use crate::{
    builder::Builder,
    definitions, heading,
    patterns::{begins_with, in_capitals, re, trim},
};

mod footnotes;
mod laws;
mod worded;

pub(crate) fn parse(context: &Context<'_>, builder: &mut Builder<'_>) {
    let mut pages = Pages::read(context.text, builder);
    let worded = worded::headings(context, &pages.masked);
    let laws = first_law_page(context, &pages, &worded);
    let mut titles = Vec::new();
    front(context, builder, &pages, laws, &mut titles);
    let back = back_page(context, &pages, laws, &titles);
    if let (Some(first), Some(last)) = (pages.pages.get(laws), pages.pages.get(back.saturating_sub(1))) {
        let region = first.start..last.end;
        let notes = footnotes::take(context, &mut pages, laws..back);
        laws::read(context, builder, &pages, notes, region, &worded);
    }
    for page in pages.pages.iter().skip(back) {
        let unit = builder.matter();
        builder.claim(page.clone(), Role::Body, Some(unit));
    }
}

/// A title of the table of contents.
struct Title {
    words: String,
    /// It has a law's number.
    numbered: bool,
}

/// Index of the page on which the laws are over: the contents name an index or the like after the last law.
fn back_page(context: &Context<'_>, pages: &Pages, laws: usize, titles: &[Title]) -> usize {
    let all = pages.pages.len();
    let Some(last_law) = titles.iter().rposition(|t| t.numbered) else { return all };
    let names: Vec<String> = titles.iter().skip(last_law + 1).map(|t| t.words.to_lowercase()).collect();
    let begins = |page: &Range<usize>| {
        let header = pages.header(context.text, page);
        opened_by(pages.words(page.clone()), &names).is_some() || opened_by(header, &names) == Some(header.len())
    };
    (laws + 1..all).find(|n| pages.pages.get(*n).is_some_and(begins)).unwrap_or(all)
}

/// How many places look like a law's heading: "12. WORDS IN CAPITALS", or "Law 12 Words" in the middle of a line.
pub(crate) fn headings(context: &Context<'_>) -> usize {
    let text = context.text;
    // Whether words stand before it on its line, found without going back to the line's beginning each time.
    let (mut last, mut words_before) = (0, false);
    let mut inside = |heading: &&worded::Worded| {
        let between = text.get(last..heading.start).unwrap_or("");
        let line = between.rsplit_once('\n').map(|(_, line)| line);
        // A list's number before the word is none.
        let words = line.unwrap_or(between).contains(char::is_alphabetic);
        words_before = words || (words_before && line.is_none());
        last = heading.start;
        std::mem::replace(&mut words_before, true)
    };
    let worded = worded::headings(context, text).iter().filter(|heading| inside(heading)).count();
    let labels = tokens(text).filter(|(_, word)| {
        let number = word.strip_suffix('.').unwrap_or("");
        (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit())
    });
    let plain = labels
        .filter(|(at, label)| {
            let rest = tokens(text.get(at + label.len()..).unwrap_or(""));
            let mut words = rest.take_while(|(_, word)| capital_word(word)).map(|(_, word)| word);
            words.any(in_capitals)
        })
        .count();
    plain.max(worded)
}

/// Index of the page on which the first law begins; the number of pages if there is none.
fn first_law_page(context: &Context<'_>, pages: &Pages, worded: &[worded::Worded]) -> usize {
    let begins = |page: &Range<usize>| {
        let words = pages.words(page.clone());
        let first = worded.partition_point(|w| w.start < page.start);
        worded.get(first).is_some_and(|w| w.start < page.end)
            || tokens(words).any(|(at, word)| {
                let number = word.strip_suffix('.').filter(|n| n.bytes().all(|b| b.is_ascii_digit()));
                let number: u16 = number.and_then(|n| n.parse().ok()).unwrap_or(0);
                (1..=context.laws).contains(&number) && capitals_at(context, words, at + word.len()).is_some()
            })
    };
    pages.pages.iter().position(begins).unwrap_or(pages.pages.len())
}

/// End of the heading in capitals that begins at `at`. Abbreviations alone make no heading.
fn capitals_at(context: &Context<'_>, text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let mut end = 0;
    let mut own = false;
    for (start, word) in tokens(rest) {
        if !capital_word(word) {
            break;
        }
        own |= in_capitals(word) && !context.language.structure.acronyms.iter().any(|a| a == word);
        end = start + word.len();
    }
    own.then_some(at + end)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Matter,
    Contents,
    Foreword,
    Introduction,
    Definitions,
}

/// Everything before the first law.
fn front(context: &Context<'_>, builder: &mut Builder<'_>, pages: &Pages, laws: usize, titles: &mut Vec<Title>) {
    let structure = &context.language.structure;
    let mut part = Part::Matter;
    let mut open: Option<UnitId> = None;
    let mut entries = 0;
    let mut defined: Vec<Range<usize>> = Vec::new();
    for page in pages.pages.iter().take(laws) {
        let words = pages.words(page.clone());
        let named = [
            (Part::Contents, &structure.contents),
            (Part::Foreword, &structure.foreword),
            (Part::Introduction, &structure.introduction),
            (Part::Definitions, &structure.definitions),
        ];
        let begins = named.iter().find_map(|(part, names)| Some((*part, opened_by(words, names)?)));
        // A running header names the part too, with no words of it.
        let header = || {
            let header = pages.header(context.text, page);
            named.iter().find(|(_, names)| opened_by(header, names) == Some(header.len())).map(|(part, _)| (*part, 0))
        };
        let begins = begins.or_else(header);
        let new = begins.is_some_and(|(b, _)| b != part);
        // Length of the part's own heading word on this page.
        let head = begins.filter(|_| new).map_or(0, |(_, length)| length);
        part = begins.map_or(part, |(b, _)| b);
        if part != Part::Definitions {
            define(context, builder, pages, &mut defined);
        }
        match part {
            Part::Matter => {
                let unit = builder.matter();
                builder.claim(page.clone(), Role::Body, Some(unit));
            }
            Part::Contents => {
                builder.claim(page.start..page.start + head, Role::Heading, None);
                contents(builder, pages, page.start + head..page.end, &mut entries, titles);
            }
            Part::Foreword | Part::Introduction => {
                let mut from = page.start;
                let unit = match open.filter(|_| !new) {
                    Some(unit) => unit,
                    None => {
                        let key = if part == Part::Foreword { UnitKey::Foreword } else { UnitKey::Introduction };
                        let unit = builder.open(key, None, "");
                        from = title_end(context, page, titles);
                        builder.claim(page.start..from, Role::Heading, Some(unit));
                        unit
                    }
                };
                open = Some(unit);
                builder.claim(from..page.end, Role::Body, Some(unit));
            }
            Part::Definitions => {
                builder.claim(page.start..page.start + head, Role::Heading, None);
                defined.push(page.start + head..page.end);
            }
        }
    }
    define(context, builder, pages, &mut defined);
}

/// Length of the word of `names` that the words begin with.
fn opened_by(words: &str, names: &[String]) -> Option<usize> {
    let opens = |name: &String| {
        let length = begins_with(words, name)?;
        let goes_on = words.get(length..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
        (!goes_on).then_some(length)
    };
    names.iter().find_map(opens)
}

/// Where the heading of a foreword ends: with the title that the contents give it or at the next capital, whichever is later.
fn title_end(context: &Context<'_>, page: &Range<usize>, titles: &[Title]) -> usize {
    let words = context.text.get(page.clone()).unwrap_or("");
    let title = titles.iter().map(|t| t.words.as_str()).filter(|t| words.starts_with(t)).map(str::len).max();
    let split = heading::split(words, &context.language.structure);
    // The contents may shorten a title; it goes on to the next capital then.
    page.start + title.max(split).unwrap_or(0)
}

fn contents(builder: &mut Builder<'_>, pages: &Pages, range: Range<usize>, entries: &mut u16, titles: &mut Vec<Title>) {
    static ENTRY: LazyLock<Regex> =
        LazyLock::new(|| re(r"\s*(?:([0-9]{1,3})\.\s+)?(.+?)(\s*\.{2,}\s*[0-9]{1,4})(?:\s|$)"));
    let words = pages.words(range.clone());
    for found in ENTRY.captures_iter(words) {
        let span = |n: usize| found.get(n).map(|m| range.start + m.start()..range.start + m.end());
        *entries += 1;
        let label = found.get(1).map_or("", |m| m.as_str());
        let unit = builder.open(UnitKey::Contents(*entries), None, label);
        if let Some(label) = span(1) {
            builder.claim(label.start..label.end + 1, Role::Label, Some(unit));
        }
        if let Some(title) = span(2) {
            let words = words.get(title.start - range.start..title.end - range.start).unwrap_or("").trim();
            titles.push(Title { words: words.to_owned(), numbered: !label.is_empty() });
            builder.claim(title, Role::Heading, Some(unit));
        }
        if let Some(leader) = span(3) {
            builder.claim(leader, Role::Layout, Some(unit));
        }
    }
}

/// Definitions on pages that follow each other; takes the pages.
fn define(context: &Context<'_>, builder: &mut Builder<'_>, pages: &Pages, defined: &mut Vec<Range<usize>>) {
    let taken = std::mem::take(defined);
    let (Some(first), Some(last)) = (taken.first(), taken.last()) else { return };
    let region = first.start..last.end;
    let structure = &context.language.structure;
    let mut found = definitions::by_terms(&pages.masked, region.clone(), structure);
    if found.len() < 3 {
        found = definitions::by_sentences(&pages.masked, region, structure);
    }
    for definition in found {
        let term = trim(&pages.masked, definition.term);
        let name = crate::patterns::collapse(context.text.get(term.clone()).unwrap_or(""));
        let unit = builder.open(UnitKey::Definition(name), None, "");
        builder.claim(term, Role::Heading, Some(unit));
        for part in pages.shown(definition.body) {
            builder.claim(part, Role::Body, Some(unit));
        }
    }
}
