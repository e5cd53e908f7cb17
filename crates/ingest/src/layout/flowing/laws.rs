//! The laws: which of the words that look like labels are labels.

use std::{ops::Range, sync::LazyLock};

use lawgrep_model::{Citation, FindingKind, NoteKind, Role, UnitId};
use regex::{Captures, Regex};

use super::{capitals_at, footnotes::Footnote, worded::Worded};
use crate::{
    builder::Builder,
    heading,
    layout::{
        Context,
        pages::{Pages, tokens},
        tabbed::{law_order, sequence},
    },
    patterns::{in_capitals, re},
};

/// What a label in a law can be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Law(u16),
    Section(char),
    Number(u8),
    Item(char),
    Subitem(u8),
}

/// The labels that the words being read stand under.
#[derive(Clone, Copy, Default)]
struct Place {
    law: Option<Citation>,
    section: Option<char>,
    number: Option<u8>,
    item: Option<char>,
    subitem: Option<u8>,
}

impl Place {
    /// Takes the label as read and gives its citation; `None` if none can be written for it.
    fn advance(&mut self, label: Label) -> Option<Citation> {
        *self = match label {
            Label::Law(n) => Self { law: Some(Citation::law(n)), ..Self::default() },
            Label::Section(l) => Self { law: self.law, section: Some(l), ..Self::default() },
            Label::Number(n) => Self { number: Some(n), item: None, subitem: None, ..*self },
            Label::Item(l) => Self { item: Some(l), subitem: None, ..*self },
            Label::Subitem(n) => Self { subitem: Some(n), ..*self },
        };
        let mut cite = self.law?;
        if let Some(l) = self.section {
            cite = cite.with_section(l)?;
        }
        if let Some(n) = self.number {
            cite = cite.with_subsection(n);
        }
        if let Some(l) = self.item {
            cite = cite.with_item(l)?;
        }
        if let Some(n) = self.subitem {
            cite = cite.with_subitem(n)?;
        }
        Some(cite)
    }
}

/// A place where a label could stand.
struct Spot<'a> {
    /// The words since the last label.
    before: &'a str,
    /// The words after the label.
    after: &'a str,
    /// Nothing since the last label.
    empty: bool,
    /// A sentence or a part of one has ended.
    closed: bool,
    /// The words since the last label are a run-in heading at most: no sentence has begun yet.
    heading_only: bool,
    /// After "; or" or ", and": a list goes on.
    joined: bool,
    /// A capital, a quotation or a bracket follows.
    capital: bool,
}

impl<'a> Spot<'a> {
    fn new(laws: &'a Laws<'_, '_>, content: Range<usize>, span: &Range<usize>) -> Self {
        /// No heading has more bytes.
        const LONGEST: usize = 240;
        let text = &laws.pages.masked;
        let before = text.get(content.clone()).unwrap_or("");
        let trimmed = before.trim_end();
        let language = laws.context.language;
        let word = trimmed.rsplit(char::is_whitespace).next().unwrap_or("");
        // "jf." and "pkt." end no sentence: a number follows them.
        let cited = [&language.references.law, &language.references.part, &language.references.see];
        let cited = cited.into_iter().flatten().any(|w| w == word);
        let stop = laws.stops.get(laws.stops.partition_point(|at| *at <= content.start));
        let after = text.get(span.end..).unwrap_or("").trim_start();
        let list = trimmed.strip_suffix(word).unwrap_or("").trim_end().ends_with([';', ',']);
        Self {
            before,
            after,
            empty: trimmed.trim_start().is_empty(),
            closed: !cited && trimmed.ends_with(['.', ':', ';', ')', '!', '?', '»', '”', '"']),
            heading_only: stop.is_none_or(|at| *at > content.end)
                && trimmed.len() <= LONGEST
                && heading::is_one(trimmed, &language.structure),
            joined: list && language.references.and.iter().any(|w| w == word),
            capital: after.starts_with(|c: char| c.is_uppercase() || matches!(c, '«' | '“' | '"' | '(')),
        }
    }
}

/// Reads the laws in `region`; their notes go to the units that have the marks.
pub(super) fn read(
    context: &Context<'_>,
    builder: &mut Builder<'_>,
    pages: &Pages,
    mut notes: Vec<Footnote>,
    region: Range<usize>,
    worded: &[Worded],
) {
    notes.sort_by_key(|note| note.mark.start);
    let laws = Laws {
        context,
        pages,
        notes: notes.into_iter().map(|note| (note.mark.start, Some(note))).collect(),
        stops: stops(&pages.masked),
        worded,
        place: Place::default(),
    };
    laws.read(builder, region);
}

/// Where the words that end a sentence end. A number with a full stop ends one before a capital.
fn stops(text: &str) -> Vec<usize> {
    let mut out = Vec::new();
    let mut words = tokens(text).peekable();
    while let Some((at, word)) = words.next() {
        let capital = words.peek().is_some_and(|(_, next)| next.starts_with(char::is_uppercase));
        let number = capital && word.strip_suffix('.').is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit()));
        if number || heading::ends_sentence(word) {
            out.push(at + word.len());
        }
    }
    out
}

struct Laws<'c, 't> {
    context: &'c Context<'t>,
    pages: &'c Pages,
    /// By where their marks begin; `None` once a note has its unit.
    notes: Vec<(usize, Option<Footnote>)>,
    stops: Vec<usize>,
    /// Headings with a law's word.
    worded: &'c [Worded],
    place: Place,
}

impl Laws<'_, '_> {
    fn read(mut self, builder: &mut Builder<'_>, region: Range<usize>) {
        static LABEL: LazyLock<Regex> = LazyLock::new(|| {
            re(r"(?P<num>[0-9]{1,3})\.?(?:\s?:|\s[-–])?\s|(?P<sec>[A-Z])\.\s|(?P<item>[a-z])\)|\((?P<rom>[ivx]{1,5})\)")
        });
        let words = self.pages.words(region.clone());
        // The label being read: its unit, and where its words begin.
        let mut open: Option<(UnitId, Label, usize)> = None;
        for found in LABEL.captures_iter(words) {
            let Some(whole) = found.get(0) else { continue };
            let number_at = region.start + whole.start();
            let worded = self.worded(number_at).filter(|_| found.name("num").is_some());
            // A law's word before a number that its capitals make a heading belongs to the label too.
            let at = worded.map_or_else(|| self.word_before(number_at), |w| w.start);
            let last = words.get(..at - region.start).and_then(|t| t.chars().next_back());
            if !last.is_none_or(char::is_whitespace) {
                continue;
            }
            let content = open.as_ref().map_or(number_at..number_at, |(_, _, from)| *from..number_at.max(*from));
            let label_end = worded.map_or(region.start + whole.end(), |w| w.end);
            let Some(label) = self.accept(builder, &found, content, number_at..label_end, region.start) else {
                continue;
            };
            let at = if matches!(label, Label::Law(_)) { at } else { number_at };
            let Some(cite) = self.place.advance(label) else { continue };
            if let Some((unit, kind, from)) = open.take() {
                self.words(builder, unit, kind, from..at, Some(label));
            }
            if matches!(label, Label::Law(_)) {
                builder.new_block();
            }
            let label_words = self.context.text.get(at..label_end).unwrap_or("");
            let unit = builder.provision(vec![cite], label_words);
            builder.claim(at..label_end, Role::Label, Some(unit));
            open = Some((unit, label, label_end));
        }
        if let Some((unit, kind, from)) = open {
            self.words(builder, unit, kind, from..region.end, None);
        }
        for note in self.notes.iter().filter_map(|(_, note)| note.as_ref()) {
            // No unit has its mark: the words stay, unread but not lost.
            let message = "a footnote whose mark stands in no provision";
            builder.finding(FindingKind::NoteWithoutMark, note.number.clone(), message);
        }
    }

    /// The heading with a law's word whose number stands there.
    fn worded(&self, number_at: usize) -> Option<&Worded> {
        self.worded.get(self.worded.partition_point(|w| w.number_at < number_at)).filter(|w| w.number_at == number_at)
    }

    /// Where the law's word before a number begins: "§42", "LAG 42"; the number's place if none stands there.
    fn word_before(&self, number_at: usize) -> usize {
        let before = self.pages.masked.get(..number_at).unwrap_or("").trim_end();
        let ends = |word: &&String| {
            let at = before.len().checked_sub(word.len()).filter(|at| before.is_char_boundary(*at))?;
            let parted = before.get(..at)?.chars().next_back().is_none_or(char::is_whitespace);
            (parted && before.get(at..)?.to_lowercase() == **word).then_some(at)
        };
        self.context.language.structure.law.iter().find_map(|word| ends(&word)).unwrap_or(number_at)
    }

    /// Whether a candidate is a label here, and which. The candidate's places count from `base`.
    fn accept(
        &self,
        builder: &mut Builder<'_>,
        found: &Captures<'_>,
        content: Range<usize>,
        span: Range<usize>,
        base: usize,
    ) -> Option<Label> {
        let spot = Spot::new(self, content, &span);
        let (label, by) = if let Some(number) = found.name("num") {
            let plain = found.get(0)?.as_str().get(number.len()..).is_some_and(|rest| rest.starts_with('.'));
            let worded = self.worded(number.start() + base).is_some();
            let number = number.as_str().parse().ok()?;
            let again = self.place.law.map(Citation::law_number) == Some(number);
            if worded && !again {
                law_order(builder, number, self.place.law.map(Citation::law_number), span);
                return Some(Label::Law(number));
            }
            if !plain {
                return None;
            }
            if self.law_heading(number, &span) {
                law_order(builder, number, self.place.law.map(Citation::law_number), span);
                return Some(Label::Law(number));
            }
            self.number_label(number, &spot)?
        } else if let Some(letter) = found.name("sec") {
            self.section_label(letter.as_str().chars().next()?, &spot)?
        } else if let Some(letter) = found.name("item") {
            self.item_label(letter.as_str().chars().next()?, &spot)?
        } else {
            self.subitem_label(Citation::roman(found.name("rom")?.as_str())?, &spot)?
        };
        let cite = Place { ..self.place }.advance(label)?;
        sequence(builder, cite, by, span);
        Some(label)
    }

    /// A number before words in capitals. The law being read has its heading already: the same number is a page's header.
    fn law_heading(&self, number: u16, span: &Range<usize>) -> bool {
        let law = self.place.law.map(Citation::law_number);
        let rest = self.pages.masked.get(span.end..).unwrap_or("");
        let at = span.end + (rest.len() - rest.trim_start().len());
        (1..=self.context.laws).contains(&number)
            && law != Some(number)
            && capitals_at(self.context, &self.pages.masked, at).is_some()
    }

    /// A subsection, and how far its number is from the expected one.
    fn number_label(&self, number: u16, spot: &Spot<'_>) -> Option<(Label, i32)> {
        self.place.law?;
        let number = u8::try_from(number).ok().filter(|n| (1..=99).contains(n))?;
        let expected = self.place.number.map_or(1, |n| n + 1);
        let item_next = spot.after.starts_with("a)") || spot.after.starts_with("(a)");
        let fits = if number == expected {
            spot.closed || spot.empty || (number == 1 && spot.heading_only && self.place.item.is_none())
        } else {
            // After a lost page the numbers jump; far away a number is only a number.
            spot.closed && self.place.number.is_some() && number <= expected.saturating_add(5)
        };
        let by = i32::from(number) - i32::from(expected);
        (fits && (spot.capital || item_next)).then_some((Label::Number(number), by))
    }

    fn section_label(&self, letter: char, spot: &Spot<'_>) -> Option<(Label, i32)> {
        self.place.law?;
        let expected = self.place.section.map_or('A', |l| char::from(l as u8 + 1));
        let by = letter as i32 - expected as i32;
        let heading = by == 0 && self.place.number.is_none() && spot.heading_only;
        let fits = spot.closed || spot.empty || heading || in_capitals(spot.before);
        (spot.capital && fits).then_some((Label::Section(letter), by))
    }

    fn item_label(&self, letter: char, spot: &Spot<'_>) -> Option<(Label, i32)> {
        self.place.number.or(self.place.section.map(|_| 0))?;
        let expected = self.place.item.map_or('a', |l| char::from(l as u8 + 1));
        let by = letter as i32 - expected as i32;
        let heading = letter == 'a'
            && self.place.number.is_none()
            && self.place.item.is_none()
            && spot.heading_only
            && spot.capital;
        let fits = match by {
            0 => spot.closed || spot.empty || spot.joined || heading,
            -3..=3 => spot.closed && self.place.item.is_some(),
            _ => false,
        };
        fits.then_some((Label::Item(letter), by))
    }

    fn subitem_label(&self, roman: u8, spot: &Spot<'_>) -> Option<(Label, i32)> {
        self.place.item.or(self.place.number.map(|_| 'a'))?;
        let expected = self.place.subitem.map_or(1, |n| n + 1);
        let by = i32::from(roman) - i32::from(expected);
        let comma = spot.before.trim_end().ends_with(',');
        let fits = match by {
            0 => spot.closed || spot.empty || comma || spot.joined,
            -2..=2 => spot.closed && self.place.subitem.is_some(),
            _ => false,
        };
        fits.then_some((Label::Subitem(roman), by))
    }

    /// Claims the words of a label: heading and body.
    fn words(
        &mut self,
        builder: &mut Builder<'_>,
        unit: UnitId,
        kind: Label,
        range: Range<usize>,
        next: Option<Label>,
    ) {
        let words = self.pages.words(range.clone());
        let body = match kind {
            Label::Law(_) => {
                let lead = words.len() - words.trim_start().len();
                match capitals_at(self.context, words, lead) {
                    Some(end) => range.start + end,
                    // With a law's word before its number a heading needs no capitals.
                    None => match heading::split(words, &self.context.language.structure) {
                        Some(at) => range.start + at,
                        None => range.end,
                    },
                }
            }
            Label::Section(_) => {
                let split = heading::split(words, &self.context.language.structure);
                let child_next = matches!(next, Some(Label::Number(_) | Label::Item(_)));
                let sentence = words.trim_end().ends_with(['.', ';', ':']);
                match split {
                    Some(at) => range.start + at,
                    None if child_next || !sentence => range.end,
                    None => range.start,
                }
            }
            _ => range.start,
        };
        self.claim(builder, unit, Role::Heading, range.start..body);
        self.claim(builder, unit, Role::Body, body..range.end);
    }

    /// Claims what is shown of a range; the notes whose marks lie in it become the unit's.
    fn claim(&mut self, builder: &mut Builder<'_>, unit: UnitId, role: Role, range: Range<usize>) {
        for part in self.pages.shown(range.clone()) {
            builder.claim(part, role, Some(unit));
        }
        let from = self.notes.partition_point(|(mark, _)| *mark < range.start);
        for (_, slot) in self.notes.iter_mut().skip(from).take_while(|(mark, _)| *mark < range.end) {
            let Some(note) = slot.take_if(|note| note.mark.end <= range.end) else { continue };
            let id = builder.note(unit, NoteKind::Footnote, &note.number_text);
            if note.sure {
                builder.claim_note(note.mark, Role::NoteMark, id);
            } else {
                let message = "a footnote whose number stands in the text more than once; it goes with the first";
                builder.finding(FindingKind::NoteWithoutMark, note.number.clone(), message);
            }
            builder.claim_note(note.number, Role::NoteMark, id);
            builder.claim_note(note.words, Role::Note, id);
        }
    }
}
