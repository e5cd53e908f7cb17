//! A table of law extracts turned into text, its number cells inside their texts.
//!
//! ```text
//! book        = matter  [ definitions ]  table  [ screens ]  [ exercises ]  [ answers ]
//! definitions = { sentence "Term Text." }
//! table       = heading cells  { row }  |  { number }  { text }     on a page whose numbers stand apart
//! row         = text that has its number inside: before its middle line
//! number      = citation [ "," parts ]   "63A1,2,3,B" names four
//!             | DEFINITION               the row is a definition
//!             | REMARK law               "Not om 47": the row is a remark on the law
//! screens     = heading text  { LETTER "." run-in | LAWWORD citation run-in }
//! exercises   = { number "." text }
//! ```
//!
//! How the rows are found is told in [`rows`].

use std::ops::Range;

use lawgrep_model::{Role, UnitKey};

use super::{Context, pages::Pages};
use crate::{
    builder::Builder,
    definitions, exercises, heading,
    patterns::{any_of, begins_with, collapse, re, trim},
};

pub(crate) mod cell;
mod columns;
mod fit;
mod rows;

pub(crate) fn parse(context: &Context<'_>, builder: &mut Builder<'_>) {
    let pages = Pages::read(context.text, builder);
    let finder = cell::Finder::new(context);
    let parts = Parts::find(context, &finder, &pages);
    if let Some(first) = parts.first() {
        for part in pages.shown(0..first.start) {
            let part = trim(context.text, part);
            if !part.is_empty() {
                let unit = builder.matter();
                builder.claim(part, Role::Body, Some(unit));
            }
        }
    }
    let mut questions = Vec::new();
    for part in &parts {
        if part.kind != Kind::Screens {
            builder.claim(part.start..part.head, Role::Heading, None);
        }
        let region = part.head..part.end;
        match part.kind {
            Kind::Definitions => define(context, builder, &pages, region),
            Kind::Table => table(context, &finder, builder, &pages, region),
            Kind::Screens => screens(context, builder, &pages, part),
            Kind::Exercises => {
                questions = exercises::questions(&pages, region);
                exercises::claim(builder, &pages, &questions, UnitKey::Exercise);
            }
            Kind::Answers => {
                let found = exercises::answers(&pages, region, &questions);
                exercises::claim(builder, &pages, &found, UnitKey::Answer);
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Definitions,
    Table,
    Screens,
    Exercises,
    Answers,
}

struct Part {
    kind: Kind,
    start: usize,
    head: usize,
    end: usize,
}

struct Parts;

impl Parts {
    /// The parts in their order. A part begins at a page's first words, or, in capitals, anywhere; the table begins at the
    /// first page that has a number cell where a sentence or line begins.
    fn find(context: &Context<'_>, finder: &cell::Finder, pages: &Pages) -> Vec<Part> {
        let structure = &context.language.structure;
        let mut out: Vec<Part> = Vec::new();
        let named = [
            (Kind::Answers, &structure.answers),
            (Kind::Exercises, &structure.exercises),
            (Kind::Screens, &structure.screens),
            (Kind::Definitions, &structure.definitions),
        ];
        let mut table = false;
        for page in &pages.pages {
            let words = pages.words(page.clone());
            let mut found = None;
            for (kind, names) in named {
                for name in names {
                    if let Some(length) = begins_with(words, name) {
                        found = found.or(Some((kind, page.start, page.start + length)));
                    }
                    let capitals = name.to_uppercase();
                    if let Some(at) = words.find(&capitals) {
                        found = found.or(Some((kind, page.start + at, page.start + at + capitals.len())));
                    }
                }
            }
            if let Some((kind, start, head)) = found {
                if let Some(last) = out.last_mut() {
                    last.end = start;
                }
                out.push(Part { kind, start, head, end: page.end });
            } else if !table && finder.count(words) >= 3 {
                table = true;
                if let Some(last) = out.last_mut() {
                    last.end = page.start;
                }
                let head = cell::head_end(context, words).map_or(page.start, |at| page.start + at);
                out.push(Part { kind: Kind::Table, start: page.start, head, end: page.end });
            } else if let Some(last) = out.last_mut() {
                last.end = page.end;
            }
        }
        out
    }
}

fn define(context: &Context<'_>, builder: &mut Builder<'_>, pages: &Pages, region: Range<usize>) {
    for definition in definitions::by_sentences(&pages.masked, region, &context.language.structure) {
        let term = trim(&pages.masked, definition.term);
        let name = collapse(pages.words(term.clone()));
        let name = name.trim_end_matches('.').to_owned();
        let unit = builder.open(UnitKey::Definition(name), None, "");
        builder.claim(term, Role::Heading, Some(unit));
        for part in pages.shown(definition.body) {
            builder.claim(part, Role::Body, Some(unit));
        }
    }
}

/// The rows of the table, page by page: a page whose numbers stand first and apart is read as two columns.
fn table(context: &Context<'_>, finder: &cell::Finder, builder: &mut Builder<'_>, pages: &Pages, region: Range<usize>) {
    let mut run: Option<Range<usize>> = None;
    for page in &pages.pages {
        let page = page.start.max(region.start)..page.end.min(region.end);
        if page.start >= page.end {
            continue;
        }
        let apart = columns::apart(finder, pages, &page);
        if !apart.is_empty() {
            if let Some(run) = run.take() {
                rows::read(context, finder, builder, pages, run);
            }
            columns::read(context, builder, pages, &apart, page);
        } else {
            run = Some(run.map_or(page.clone(), |r| r.start..page.end));
        }
    }
    if let Some(run) = run {
        rows::read(context, finder, builder, pages, run);
    }
}

/// Screen rules: lettered ones, and ones headed by a law.
fn screens(context: &Context<'_>, builder: &mut Builder<'_>, pages: &Pages, part: &Part) {
    let structure = &context.language.structure;
    let law = any_of(&context.language.references.law);
    let label = re(&format!(r"(?i:\b(?P<word>{law})) (?P<cite>\d{{1,2}}[A-Z]?\d*)\s|(?P<letter>[A-Z])\.\s"));
    let words = pages.words(part.head..part.end);
    let mut starts: Vec<(usize, usize, String, bool)> = Vec::new();
    let mut expected = 'A';
    for found in label.captures_iter(words) {
        let Some(whole) = found.get(0) else { continue };
        let next = words.get(whole.end()..).and_then(|t| t.trim_start().chars().next());
        let before = words.get(..whole.start()).and_then(|t| t.chars().next_back());
        if !next.is_some_and(char::is_uppercase) || !before.is_none_or(char::is_whitespace) {
            continue;
        }
        let at = part.head + whole.start();
        let end = part.head + whole.end();
        match (found.name("letter"), found.name("word"), found.name("cite")) {
            (Some(letter), _, _) if letter.as_str().starts_with(expected) => {
                starts.push((at, end, expected.to_string(), false));
                expected = char::from(expected as u8 + 1);
            }
            (_, Some(word), Some(cite)) if word.as_str().starts_with(char::is_uppercase) => {
                starts.push((at, end, cite.as_str().to_owned(), true));
            }
            _ => {}
        }
    }
    let first = starts.first().map_or(part.end, |s| s.0);
    if part.head < first {
        let name = collapse(pages.words(part.start..part.head));
        let unit = builder.open(UnitKey::ScreenRule(name), None, "");
        builder.claim(part.start..part.head, Role::Heading, Some(unit));
        for shown in pages.shown(part.head..first) {
            builder.claim(shown, Role::Body, Some(unit));
        }
    }
    for (n, (at, label_end, name, law)) in starts.iter().enumerate() {
        let end = starts.get(n + 1).map_or(part.end, |s| s.0);
        let unit = builder.open(UnitKey::ScreenRule(name.clone()), None, name);
        let from = if *law { *at } else { *label_end };
        builder.claim(*at..from, Role::Label, Some(unit));
        // A rule headed by a law keeps "Lag 70" as its heading, with the run-in words where they are one.
        let run_in =
            heading::split(pages.words(*label_end..end), structure).map_or(*label_end, |split| label_end + split);
        let sentence = pages.words(*label_end..run_in).contains(',');
        let body = if *law && sentence { *label_end } else { run_in };
        builder.claim(from..body, Role::Heading, Some(unit));
        for shown in pages.shown(body..end) {
            builder.claim(shown, Role::Body, Some(unit));
        }
    }
}
