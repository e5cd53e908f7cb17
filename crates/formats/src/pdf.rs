//! PDF: runs of characters with their places on a page, put together to lines, paragraphs and notes.
//!
//! `pdfboss` reads the file and gives the runs in the order in which they were written, column after column. docs/formats.md
//! tells how it was chosen. What surrounds the text (running headers, page numbers) is told by its repetition; a paragraph
//! ends where the next word would have fitted on the line.

mod budget;
mod furniture;
mod lines;
mod paragraphs;

use std::time::Instant;

use pdfboss_core::{Document, Error, Immediate, block_on};
use pdfboss_text::{FontCache, ReadingOrder, extract_spans_reporting_cached_with};

use crate::{Format, Refused, Text, flow::Flow, limits, refused::mib, render::Shape};
use lines::Line;

/// A file as text.
pub(crate) fn read(bytes: &[u8]) -> Result<Text, Refused> {
    let clock = Clock::new();
    let document = Document::load(bytes.to_vec()).map_err(|error| match error {
        Error::Encrypted => Refused::Locked,
        error => Refused::damaged("the file", error),
    })?;
    if document.is_locked() {
        return Err(Refused::Locked);
    }
    let count = document.flattened_page_count();
    if count > limits::PAGES {
        return Err(Refused::too_much("the file", format!("{} pages", limits::PAGES)));
    }
    if count == 0 {
        return Err(Refused::damaged("the file", "it has no pages"));
    }
    let mut budget = budget::Budget::of(&document, &clock)?;
    let (fonts, layers) = (FontCache::default(), document.oc_state());
    let mut pages = Vec::new();
    let (mut notes, mut written, mut turned) = (Vec::new(), 0, 0);
    for n in 0..count {
        let place = format!("page {}", n + 1);
        clock.check(&place)?;
        let page = document.page(n).map_err(|e| Refused::damaged(&place, e))?;
        if budget.of_page(&page) > budget::PAGE {
            notes.push(format!("{place}: a drawing of more than {} was left out", mib(budget::PAGE)));
            continue;
        }
        let order = ReadingOrder::Content;
        let read =
            extract_spans_reporting_cached_with(Immediate(&document), &page, &fonts, layers.as_ref(), None, order);
        let (spans, _) = block_on(read).map_err(|e| Refused::damaged(&place, e))?;
        if spans.len() > limits::RUNS {
            return Err(Refused::too_much(place, format!("{} runs of characters", limits::RUNS)));
        }
        turned += spans.iter().filter(|s| s.rotate != 0 && !s.text.trim().is_empty()).count();
        let lines = lines::of(&spans);
        written += lines.iter().map(|l| l.text.len()).sum::<usize>();
        if written > limits::TEXT {
            return Err(Refused::too_much(place, format!("{} of text", mib(limits::TEXT))));
        }
        pages.push(lines);
    }
    if pages.iter().all(Vec::is_empty) {
        return match notes.is_empty() {
            true => Err(Refused::Scan { pages: count }),
            false => Err(Refused::too_much("every page", format!("{} of drawing", mib(budget::PAGE)))),
        };
    }
    if turned > 0 {
        notes.push(format!("{turned} words that stand across the page were left out"));
    }
    finish(pages, notes)
}

/// Text of another program, pages between form feeds.
pub(crate) fn from_program(bytes: &[u8]) -> Result<Text, Refused> {
    let text = String::from_utf8_lossy(bytes);
    let pages: Vec<Vec<Line>> = text.split('\u{c}').map(lines::of_text).filter(|lines| !lines.is_empty()).collect();
    if pages.is_empty() {
        return Err(Refused::Scan { pages: text.matches('\u{c}').count().max(1) });
    }
    finish(pages, Vec::new())
}

/// From the lines of pages to readings: pages as they are, with their notes, and paragraphs that go on over them.
fn finish(mut pages: Vec<Vec<Line>>, mut notes: Vec<String>) -> Result<Text, Refused> {
    notes.extend(furniture::take(&mut pages));
    let made = paragraphs::Paragraphs::new(&pages);
    let flow = |blocks, notes| Flow { blocks, notes };
    let mut text = flow(made.joined(&pages, true), notes).finish(Format::Pdf, "the file", &Shape::UNPAGED)?;
    let others = [(made.joined(&pages, false), Shape::Close), (made.paged(&pages), Shape::Pages)];
    for (blocks, shape) in others {
        let other = flow(blocks, Vec::new()).finish(Format::Pdf, "the file", &[shape])?;
        text.readings.extend(other.readings);
    }
    Ok(text)
}

/// How long a file has taken so far.
struct Clock(Instant);

impl Clock {
    fn new() -> Self {
        Self(Instant::now())
    }

    fn check(&self, place: &str) -> Result<(), Refused> {
        if self.0.elapsed() > limits::TIME {
            return Err(Refused::TooSlow { place: place.to_owned(), seconds: limits::TIME.as_secs() });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
