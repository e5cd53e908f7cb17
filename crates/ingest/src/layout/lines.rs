//! Lines of text as web pages, word processors and transcripts give them.
//!
//! ```text
//! book       = { matter | contents } { law | remarks }
//! law        = a heading line (see `laws`) [ heading on the next line ] { text | section | note }
//! section    = LETTER "." run-in               run-in = heading text, on one line or two
//! subsection = number "." text
//! item       = letter ")" text                 or "(a)", "a."
//! subitem    = "(" roman ")" text              or "i)", "i."
//! note       = NOTEWORD [ number ] [ ":" ] text; "*" text under a word with its star; number text (see `footnotes`)
//! remarks    = LAWWORD number ANNEXWORD { note | text }
//! chapter    = A LINE IN CAPITALS              between laws; or a heading right before one
//! ```
//!
//! Every label also occurs as a plain number or letter, so one counts only where the sequence expects it. Page numbers,
//! running headers and the navigation of a site are taken out first; a hyphen at a line's end joins.

mod contents;
mod footnotes;
mod furniture;
mod laws;
mod rows;
mod walk;

use lawgrep_model::Role;

use super::Context;
use crate::builder::{Builder, Footnote};
use laws::Law;
use rows::Row;

/// The rows of a text and what is known of them before they are read in order.
struct Page<'t> {
    rows: Vec<Row<'t>>,
    laws: Vec<Option<Law>>,
    furniture: Vec<Option<Role>>,
    footnotes: Vec<Footnote>,
    width: Option<usize>,
}

impl<'t> Page<'t> {
    fn new(context: &Context<'t>) -> Self {
        let rows = rows::rows(context.text);
        let width = rows::width(&rows);
        let mut laws = laws::laws(context, &rows, width);
        let is_law: Vec<bool> = laws.iter().map(Option::is_some).collect();
        let mut furniture = furniture::furniture(&rows, &is_law, &context.language.structure.page);
        for (law, role) in laws.iter_mut().zip(&furniture) {
            if role.is_some() {
                *law = None;
            }
        }
        let footnotes = footnotes::take(context, &rows, &laws, &mut furniture);
        Self { rows, laws, furniture, footnotes, width }
    }

    /// The next row after `n` that has words of the text.
    fn next(&self, n: usize) -> Option<usize> {
        (n + 1..self.rows.len()).find(|m| {
            let own = self.furniture.get(*m).is_some_and(Option::is_none);
            own && self.rows.get(*m).is_some_and(|r| !r.is_blank())
        })
    }
}

pub(crate) fn parse(context: &Context<'_>, builder: &mut Builder<'_>) {
    builder.joins_lines();
    let page = Page::new(context);
    walk::walk(context, &page, builder);
    builder.footnotes(page.footnotes);
}

/// How much speaks for this layout: heading lines of laws with what follows on the same line, and labels.
pub(crate) fn score(context: &Context<'_>) -> usize {
    let page = Page::new(context);
    let inline = page.laws.iter().flatten().filter(|law| !law.alone).count();
    let alone = page.laws.iter().flatten().filter(|law| law.alone).count();
    let (mut lettered, mut labels, mut lost) = (0, 0, 0);
    for (n, row) in page.rows.iter().enumerate() {
        let law = page.laws.get(n).is_some_and(Option::is_some);
        if law || row.is_blank() {
            continue;
        }
        let mut chars = row.clean.chars();
        match (chars.next(), chars.next(), chars.next()) {
            (Some('A'..='Z'), Some('.' | ')'), Some(' ' | '\t')) => lettered += 1,
            (Some('('), Some('a'..='z'), Some(')')) => labels += 1,
            (Some('1'..='9'), Some('.' | ')'), Some(' ')) => {
                labels += 1;
                let margin = row.words.start == row.line.start;
                // A wrapped sentence goes on in small letters; what has text under it is a heading.
                let next = page.rows.get(n + 1).map_or("", |r| &r.clean);
                let text_next = next.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
                lost += usize::from(margin && !row.is_closed() && text_next);
            }
            _ => {}
        }
    }
    // Lists that lost their letters print sections as numbers.
    let letters_kept = lettered > 0 && lost == 0;
    let laws = inline + if letters_kept { alone } else { 0 };
    if laws == 0 { 0 } else { laws * 3 + lettered + if letters_kept { labels } else { 0 } }
}
