//! Text of a PDF, a page a paragraph.
//!
//! ```text
//! book       = { matter } [ contents ] [ foreword ] [ introduction ] [ definitions ] laws
//! contents   = { [ number "." ] title ".." page }
//! laws       = { law }
//! law        = number "." HEADING IN CAPITALS  [ lead-in ]  { section }
//! section    = LETTER "." run-in               run-in = heading text, no mark between
//! subsection = number "." text
//! item       = letter ")" text
//! subitem    = "(" roman ")" text
//! footnote   = number text                     at the end of the page that has the number in its text
//! ```
//!
//! Every label also occurs as a reference or a plain number. One counts as a label only where the sequence expects it and
//! where a sentence could begin.

use std::{collections::BTreeMap, ops::Range, sync::LazyLock};

use lawgrep_model::{Citation, FindingKind, NoteKind, Role, UnitId, UnitKey};
use regex::Regex;

use super::{
    Context,
    pages::{Pages, capital_word, tokens},
    tabbed::sequence,
};
use crate::{
    builder::Builder,
    definitions, heading,
    patterns::{in_capitals, re, trim},
};

pub(crate) fn parse(context: &Context<'_>, builder: &mut Builder<'_>) {
    let mut pages = Pages::read(context.text, builder);
    let laws = first_law_page(context, &pages);
    let mut titles = Vec::new();
    front(context, builder, &pages, laws, &mut titles);
    let Some(start) = pages.pages.get(laws).map(|p| p.start) else { return };
    let end = pages.pages.last().map_or(start, |p| p.end);
    let notes = take_footnotes(context, &mut pages, laws);
    Laws::new(context, &pages, notes).read(builder, start..end);
}

/// How many places look like a law's heading: "12. WORDS IN CAPITALS".
pub(crate) fn headings(text: &str) -> usize {
    let labels = tokens(text).filter(|(_, word)| {
        let number = word.strip_suffix('.').unwrap_or("");
        (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit())
    });
    labels
        .filter(|(at, label)| {
            let rest = tokens(text.get(at + label.len()..).unwrap_or(""));
            let mut words = rest.take_while(|(_, word)| capital_word(word)).map(|(_, word)| word);
            words.any(in_capitals)
        })
        .count()
}

/// Index of the page on which the first law begins; the number of pages if there is none.
fn first_law_page(context: &Context<'_>, pages: &Pages) -> usize {
    let begins = |page: &Range<usize>| {
        let words = pages.words(page.clone());
        tokens(words).any(|(at, word)| {
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
fn front(context: &Context<'_>, builder: &mut Builder<'_>, pages: &Pages, laws: usize, titles: &mut Vec<String>) {
    let structure = &context.language.structure;
    let mut part = Part::Matter;
    let mut open: Option<UnitId> = None;
    let mut entries = 0;
    let mut defined: Vec<Range<usize>> = Vec::new();
    for page in pages.pages.iter().take(laws) {
        let words = pages.words(page.clone()).to_lowercase();
        let named = [
            (Part::Contents, &structure.contents),
            (Part::Foreword, &structure.foreword),
            (Part::Introduction, &structure.introduction),
            (Part::Definitions, &structure.definitions),
        ];
        let begins = named.into_iter().find_map(|(part, names)| Some((part, opened_by(&words, names)?)));
        let new = begins.is_some_and(|(b, _)| b != part);
        // Length of the part's own heading word on this page.
        let head = begins.filter(|_| new).map_or(0, |(_, length)| length);
        part = begins.map_or(part, |(b, _)| b);
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
    if let (Some(first), Some(last)) = (defined.first(), defined.last()) {
        define(context, builder, pages, first.start..last.end);
    }
}

/// Length of the word of `names` that the page begins with.
fn opened_by(words: &str, names: &[String]) -> Option<usize> {
    let opens = |n: &&String| words.strip_prefix(n.as_str()).is_some_and(|r| !r.starts_with(char::is_alphanumeric));
    names.iter().find(opens).map(String::len)
}

/// Where the heading of a foreword ends: with the title that the contents give it or at the next capital, whichever is later.
fn title_end(context: &Context<'_>, page: &Range<usize>, titles: &[String]) -> usize {
    let words = context.text.get(page.clone()).unwrap_or("");
    let title = titles.iter().filter(|t| words.starts_with(t.as_str())).map(String::len).max();
    let split = heading::split(words, &context.language.structure);
    // The contents may shorten a title; it goes on to the next capital then.
    page.start + title.max(split).unwrap_or(0)
}

fn contents(
    builder: &mut Builder<'_>,
    pages: &Pages,
    range: Range<usize>,
    entries: &mut u16,
    titles: &mut Vec<String>,
) {
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
            titles.push(words.get(title.start - range.start..title.end - range.start).unwrap_or("").trim().to_owned());
            builder.claim(title, Role::Heading, Some(unit));
        }
        if let Some(leader) = span(3) {
            builder.claim(leader, Role::Layout, Some(unit));
        }
    }
}

fn define(context: &Context<'_>, builder: &mut Builder<'_>, pages: &Pages, region: Range<usize>) {
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

/// A footnote: its number, where the number stands in the text, and its words.
struct Footnote {
    mark: Range<usize>,
    number: Range<usize>,
    words: Range<usize>,
    number_text: String,
}

/// Footnotes of the law pages; their marks and words are hidden from then on.
///
/// A note is a rising number that stands twice on its page: once in the text, and, the last time, before a capital at the
/// page's end. Notes of one page follow each other.
fn take_footnotes(context: &Context<'_>, pages: &mut Pages, laws: usize) -> Vec<Footnote> {
    let mut out: Vec<Footnote> = Vec::new();
    let mut last = 0;
    for page in pages.pages.iter().skip(laws) {
        let numbers = standing(context.text, pages, page);
        let mut next = page.start;
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
        rest.next().is_some_and(char::is_whitespace) && rest.next().is_some_and(char::is_uppercase)
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

/// What a label in a law can be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Law(u16),
    Section(char),
    Number(u8),
    Item(char),
    Subitem(u8),
}

struct Laws<'c, 't> {
    context: &'c Context<'t>,
    pages: &'c Pages,
    /// By where their marks begin; `None` once a note has its unit.
    notes: Vec<(usize, Option<Footnote>)>,
    /// Where the words that end a sentence end.
    stops: Vec<usize>,
    cite: Option<Citation>,
    section: Option<char>,
    number: Option<u8>,
    item: Option<char>,
    subitem: Option<u8>,
}

impl<'c, 't> Laws<'c, 't> {
    fn new(context: &'c Context<'t>, pages: &'c Pages, mut notes: Vec<Footnote>) -> Self {
        notes.sort_by_key(|note| note.mark.start);
        let ends = tokens(&pages.masked).filter(|(_, word)| heading::ends_sentence(word));
        Self {
            context,
            pages,
            notes: notes.into_iter().map(|note| (note.mark.start, Some(note))).collect(),
            stops: ends.map(|(at, word)| at + word.len()).collect(),
            cite: None,
            section: None,
            number: None,
            item: None,
            subitem: None,
        }
    }

    fn read(mut self, builder: &mut Builder<'_>, region: Range<usize>) {
        let words = self.pages.words(region.clone());
        // The label being read: its unit, and where its words begin.
        let mut open: Option<(UnitId, Label, usize)> = None;
        static LABEL: LazyLock<Regex> = LazyLock::new(|| {
            re(r"(?P<num>[0-9]{1,3})\.\s|(?P<sec>[A-Z])\.\s|(?P<item>[a-z])\)|\((?P<rom>[ivx]{1,5})\)")
        });
        for found in LABEL.captures_iter(words) {
            let Some(whole) = found.get(0) else { continue };
            let at = region.start + whole.start();
            let standing =
                words.get(..whole.start()).and_then(|t| t.chars().next_back()).is_none_or(char::is_whitespace);
            let content = open.as_ref().map_or(at..at, |(_, _, from)| *from..at);
            let label_end = region.start + whole.end();
            let label = standing.then(|| self.accept(builder, &found, content, at..label_end)).flatten();
            let Some(label) = label else { continue };
            if let Some((unit, kind, from)) = open.take() {
                self.words(builder, unit, kind, from..at, Some(label));
            }
            let Some(cite) = self.advance(label) else { continue };
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
            builder.finding(
                FindingKind::NoteWithoutMark,
                note.number.clone(),
                "a footnote whose mark stands in no provision",
            );
        }
    }

    /// Whether a candidate is a label here, and which.
    fn accept(
        &self,
        builder: &mut Builder<'_>,
        found: &regex::Captures<'_>,
        content: Range<usize>,
        span: Range<usize>,
    ) -> Option<Label> {
        let text = &self.pages.masked;
        let before = text.get(content.clone()).unwrap_or("");
        let closed = before.trim_end().ends_with(['.', ':', ';', ')', '!', '?', '»', '”', '"']);
        let empty = before.trim().is_empty();
        // In a run-in heading no sentence has ended yet, so a first child may follow it without a full stop.
        let stop = self.stops.get(self.stops.partition_point(|at| *at <= content.start));
        let heading_only = stop.is_none_or(|at| *at > content.end);
        let next = text.get(span.end..).and_then(|t| t.trim_start().chars().next());
        let capital = next.is_some_and(|c| c.is_uppercase() || matches!(c, '«' | '“' | '"' | '('));
        if let Some(m) = found.name("num") {
            let number: u16 = m.as_str().parse().ok()?;
            let after = span.end;
            let law = self.cite.map(Citation::law_number);
            if (1..=self.context.laws).contains(&number)
                && law.is_none_or(|l| number > l)
                && capitals_at(
                    self.context,
                    text,
                    after + text.get(after..).map_or(0, |t| t.len() - t.trim_start().len()),
                )
                .is_some()
            {
                if law.is_some_and(|l| number != l + 1) {
                    let message = format!("law {number} follows law {}", law.unwrap_or(0));
                    builder.finding(FindingKind::GapInNumbering, span, message);
                }
                return Some(Label::Law(number));
            }
            self.cite?;
            let number = u8::try_from(number).ok()?;
            let expected = self.number.map_or(1, |n| n.saturating_add(1));
            let child_label = text.get(span.end..).unwrap_or("").trim_start();
            let item_next = child_label.starts_with("a)") || child_label.starts_with("(a)");
            if !(capital || item_next) {
                return None;
            }
            let fits = if number == expected {
                closed || empty || (number == 1 && heading_only && self.item.is_none())
            } else {
                closed && (number == expected - 1 || (number > expected && number - expected <= 5)) && number > 1
            };
            return fits.then(|| {
                if number != expected {
                    self.odd(builder, Label::Number(number), i32::from(number) - i32::from(expected), span);
                }
                Label::Number(number)
            });
        }
        if let Some(m) = found.name("sec") {
            self.cite?;
            let letter = m.as_str().chars().next()?;
            let expected = self.section.map_or('A', |l| char::from(l as u8 + 1));
            let fits = letter >= expected || Some(letter) == self.section;
            let place = || closed || empty || (letter == expected && heading_only) || self.after_heading(before);
            return (fits && capital && place()).then(|| {
                if letter != expected {
                    self.odd(builder, Label::Section(letter), letter as i32 - expected as i32, span);
                }
                Label::Section(letter)
            });
        }
        if let Some(m) = found.name("item") {
            self.number.or(self.section.map(|_| 0))?;
            let letter = m.as_str().chars().next()?;
            let expected = self.item.map_or('a', |l| char::from(l as u8 + 1));
            let joined = self.after_joiner(before);
            return (letter == expected && (closed || empty || joined)).then_some(Label::Item(letter));
        }
        let roman = Citation::roman(found.name("rom")?.as_str())?;
        self.item.or(self.number.map(|_| 'a'))?;
        let expected = self.subitem.map_or(1, |n| n + 1);
        let comma = before.trim_end().ends_with(',');
        let joined = self.after_joiner(before);
        (roman == expected && (closed || empty || comma || joined)).then_some(Label::Subitem(roman))
    }

    /// Whether the words end in "; or" or ", and": a list goes on.
    fn after_joiner(&self, before: &str) -> bool {
        let before = before.trim_end();
        let word = before.rsplit(char::is_whitespace).next().unwrap_or("");
        let rest = before.strip_suffix(word).unwrap_or("").trim_end();
        self.context.language.references.and.iter().any(|w| w == word) && rest.ends_with([';', ','])
    }

    /// Whether the words so far are a law's heading in capitals and nothing else.
    fn after_heading(&self, before: &str) -> bool {
        in_capitals(before)
    }

    fn odd(&self, builder: &mut Builder<'_>, label: Label, by: i32, span: Range<usize>) {
        let cite = match label {
            Label::Number(n) => self.base_for_number().map(|c| c.with_subsection(n)),
            Label::Section(l) => self.cite.and_then(|c| c.with_section(l)),
            _ => None,
        };
        if let Some(cite) = cite {
            sequence(builder, cite, by, span);
        }
    }

    fn base_for_number(&self) -> Option<Citation> {
        let law = self.cite?;
        Some(self.section.and_then(|s| law.with_section(s)).unwrap_or(law))
    }

    /// Takes the label as read and gives its citation.
    fn advance(&mut self, label: Label) -> Option<Citation> {
        match label {
            Label::Law(n) => {
                self.cite = Some(Citation::law(n));
                (self.section, self.number, self.item, self.subitem) = (None, None, None, None);
                return self.cite;
            }
            Label::Section(l) => (self.section, self.number, self.item, self.subitem) = (Some(l), None, None, None),
            Label::Number(n) => (self.number, self.item, self.subitem) = (Some(n), None, None),
            Label::Item(l) => (self.item, self.subitem) = (Some(l), None),
            Label::Subitem(n) => self.subitem = Some(n),
        }
        let mut cite = self.base_for_number()?;
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
                range.start + capitals_at(self.context, words, lead).unwrap_or(0)
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
            builder.claim_note(note.mark, Role::NoteMark, id);
            builder.claim_note(note.number, Role::NoteMark, id);
            builder.claim_note(note.words, Role::Note, id);
        }
    }
}
