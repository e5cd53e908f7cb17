//! A provision as one reads it to the players: no chrome, wide lines, its options numbered.

use std::collections::BTreeMap;

use lawgrep_model::{Citation, Document, Edition, Standing, UnitId};

use crate::{
    arrange::{self, Block, Row},
    ink::{Ink, Line, Tone},
    own::words::fill,
    reader::Reader,
    state::Peeked,
    wrap::Wrapper,
};

/// Longer lines are hard to read while somebody waits.
const MEASURE: usize = 60;
/// `12.` and a blank.
const NUMBERS: usize = 5;
/// Of so many lines every second one stays empty.
const SPACED_FROM: u16 = 18;

static SAYS: &str = include_str!("../data/aloud.toml");

/// The edition to read from: a law book in force that prints the provision; the one being read, else another one of its code
/// in its language. Where there is none, the one being read.
pub(crate) fn best(reader: &dyn Reader, edition: usize, cite: Citation) -> usize {
    let editions = reader.editions();
    let Some(read) = editions.get(edition) else { return edition };
    let law = |n: &usize| {
        let fits = |e: &Edition| is_law(e) && e.code == read.code && e.lang == read.lang;
        editions.get(*n).is_some_and(fits) && reader.document(*n).is_some_and(|d| d.holds(cite))
    };
    std::iter::once(edition).chain(0..editions.len()).find(law).unwrap_or(edition)
}

fn is_law(edition: &Edition) -> bool {
    edition.standing == Standing::Official && edition.in_force()
}

/// What must be said first, in the language of the text. Empty for a law book in force.
pub(crate) fn says(edition: &Edition) -> String {
    let name = match edition.standing {
        _ if !edition.in_force() => "superseded",
        Standing::Official => return String::new(),
        Standing::Companion => "explains",
        Standing::Regulation => "regulation",
        Standing::Training => "training",
    };
    let all: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(SAYS).unwrap_or_default();
    let of = |lang: &str| all.get(lang).and_then(|says| says.get(name));
    let text = of(&edition.lang).or_else(|| of("en")).map_or("", String::as_str);
    fill(text, &[("code", &edition.code.to_string())])
}

/// The lines for a screen of that size, to be drawn from its left edge.
pub(crate) fn lines(reader: &dyn Reader, edition: usize, what: Peeked, size: (u16, u16)) -> Vec<Line> {
    let Some(document) = reader.document(edition) else { return Vec::new() };
    let (rows, top) = match what {
        Peeked::Provision(cite) => {
            (arrange::under(reader, edition, cite), document.find(cite).next().map(|(unit, _)| unit))
        }
        Peeked::Unit(unit) => (arrange::below(reader, edition, unit), Some(unit)),
    };
    let wide = usize::from(size.0);
    let measure = wide.min(MEASURE + NUMBERS);
    let mut wrapper = Wrapper::new(measure, if measure > 30 { NUMBERS } else { 0 });
    let says = says(&document.edition);
    if !says.is_empty() {
        wrapper.push(&says, Ink::Warning(Tone::of(&document.edition)));
        wrapper.end_line();
    }
    let mut numbers = Numbers::default();
    for block in rows.iter().flat_map(Row::blocks) {
        paragraph(&mut wrapper, document, block, top, &mut numbers);
    }
    let spaced = size.1 >= SPACED_FROM;
    let by = wide.saturating_sub(measure) / 2;
    let mut out = Vec::new();
    for line in wrapper.finish() {
        out.push(line.shifted(by));
        if spaced {
            out.push(Line::default());
        }
    }
    out
}

/// The numbers of the options so far: how many at each depth.
#[derive(Default)]
struct Numbers(Vec<usize>);

impl Numbers {
    /// `2.` for the second option, `2b.` for the second one of that.
    fn next(&mut self, depth: usize) -> String {
        self.0.resize(depth, 0);
        if let Some(last) = self.0.last_mut() {
            *last += 1;
        }
        let mut label = String::new();
        for (n, count) in self.0.iter().enumerate() {
            let letter = u8::try_from(count.saturating_sub(1)).ok().filter(|n| *n < 26).map(|n| char::from(b'a' + n));
            match letter.filter(|_| n % 2 == 1) {
                Some(letter) => label.push(letter),
                None => label.push_str(&count.to_string()),
            }
        }
        label + "."
    }
}

fn paragraph(wrapper: &mut Wrapper, document: &Document, block: Block, top: Option<UnitId>, numbers: &mut Numbers) {
    let Some(unit) = document.unit(block.unit) else { return };
    let text = arrange::part(document, block);
    let heading = arrange::heading(unit);
    let depth = document.ancestors(block.unit).position(|(id, _)| Some(id) == top).map_or(0, |n| n + 1);
    wrapper.end_line();
    if depth > 0 && !block.tail {
        wrapper.label(&numbers.next(depth), Ink::Label(Tone::of(&document.edition)));
    }
    let name = if unit.key.is_provision() { unit.key.pipe() } else { String::new() };
    if !block.tail && (depth == 0 || !heading.is_empty()) {
        wrapper.push(&format!("{name}  {heading}"), Ink::Heading);
        wrapper.end_line();
    }
    if !text.is_empty() {
        wrapper.push(text, Ink::Text);
        if depth > 0 && !block.tail && heading.is_empty() {
            wrapper.push(&format!(" ({name})"), Ink::Missing);
        }
        wrapper.end_line();
    }
    for note in unit.notes.iter().filter(|note| !block.tail && !note.text.is_empty()) {
        wrapper.indented(2, |wrapper| wrapper.push(&note.text, Ink::Note));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edition(lang: &str, standing: Standing) -> Edition {
        Edition::new("x-2017".parse().unwrap(), lang, 2017, standing)
    }

    #[test]
    fn what_is_no_law_says_so_in_its_language() {
        assert_eq!(says(&edition("no", Standing::Official)), "");
        assert_eq!(says(&edition("no", Standing::Companion)), "Dette forklarer loven. Det er ikke selve loven.");
        assert_eq!(says(&edition("xx", Standing::Training)), "This is training material, not the law book.");
        let old = Edition { superseded_by: Some(2027), ..edition("sv", Standing::Companion) };
        assert_eq!(says(&old), "Detta är lagarna från 2017. De gäller inte längre.");
    }

    #[test]
    fn every_language_says_everything() {
        let all: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(SAYS).unwrap();
        for (lang, says) in all {
            let names: Vec<&String> = says.keys().collect();
            assert_eq!(names, ["explains", "regulation", "superseded", "training"], "{lang}");
            assert!(says["superseded"].contains("{code}"), "{lang}");
        }
    }

    #[test]
    fn options_are_numbered_by_depth() {
        let mut numbers = Numbers::default();
        let all: Vec<String> = [1, 2, 2, 1, 2, 3].into_iter().map(|depth| numbers.next(depth)).collect();
        assert_eq!(all, ["1.", "1a.", "1b.", "2.", "2a.", "2a1."]);
    }
}
