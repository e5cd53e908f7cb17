//! Texts that are no law books: minutes of an appeal, a letter, a book of guidance. They come in lines, and lines may be
//! quoted, be rows of a list, or break a reference in two.

use std::borrow::Cow;

use lawgrep_model::Span;

use crate::{Finder, Mention, Strength};

impl Finder {
    /// The mentions of a text that is no law book, in the order of their spans, which do not overlap.
    ///
    /// Read paragraph by paragraph, so that work and memory grow with the longest of them only: a reference may go on
    /// over a line end, but neither over an empty line nor into the next row of a list. Marks of quoted mail are no
    /// words. What counts from where it stands ("this law", "C2 above") stands nowhere here and is left out.
    pub fn find_free(&self, text: &str) -> Vec<Mention> {
        let plain = unquoted(text);
        let mut found = Vec::new();
        for paragraph in paragraphs(&plain) {
            let shift = |span: Span| Span { start: span.start + paragraph.start, end: span.end + paragraph.start };
            for mut mention in self.find(paragraph.of(&plain), Strength::Free) {
                mention.span = shift(mention.span);
                mention.ends = mention.ends.map(|(from, to)| (shift(from), shift(to)));
                found.push(mention);
            }
        }
        found
    }
}

/// The text with the marks of quoted mail at the heads of its lines as blanks; every byte stays where it was.
pub fn unquoted(text: &str) -> Cow<'_, str> {
    if !text.lines().any(|line| line.trim_start().starts_with('>')) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let rest = line.trim_start_matches([' ', '>']);
        let quoted = line.trim_start().starts_with('>');
        let marks = if quoted { line.len() - rest.len() } else { 0 };
        plain.extend(std::iter::repeat_n(' ', marks));
        plain.push_str(line.get(marks..).unwrap_or(line));
    }
    Cow::Owned(plain)
}

/// Runs of lines that belong together.
fn paragraphs(text: &str) -> Vec<Span> {
    let mut all = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() || is_row(line) {
            all.push(Span::new(start, at));
            start = at;
        }
        at += line.len();
    }
    all.push(Span::new(start, at));
    all.retain(|span| span.start < span.end);
    all
}

/// Whether a line begins as rows of lists do: with a bullet, or with a letter and a stop. A number with a stop may as well be
/// the end of a sentence that began on the line before.
fn is_row(line: &str) -> bool {
    let mut chars = line.trim_start().chars();
    match (chars.next(), chars.next(), chars.next()) {
        (Some('-' | '–' | '*' | '•' | '·' | '|' | '+'), Some(c), _) => c.is_whitespace(),
        (Some(letter), Some('.' | ')'), Some(c)) => letter.is_alphabetic() && c.is_whitespace(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use lawgrep_lexicon::Lexicon;

    use super::*;

    #[track_caller]
    fn check(lang: &str, text: &str, words: &[&str]) {
        let lexicon = Lexicon::embedded().unwrap();
        let finder = Finder::new(lexicon.language(lang).unwrap(), false);
        let found = finder.find_free(text);
        let found: Vec<&str> = found.iter().map(|m| m.span.of(text)).collect();
        assert_eq!(found, words, "{text}");
    }

    #[test]
    fn a_reference_goes_on_over_a_line_end_and_a_quotation_mark_of_mail() {
        check("en", "As in Law\n16C2, and Laws 26\nto 32.", &["Law\n16C2", "Laws 26\nto 32"]);
        check("en", "> > as in Law\n> > 16C2.", &["Law\n> > 16C2"]);
        check("nl", "zie artikel\r\n16.", &["artikel\r\n16"]);
    }

    #[test]
    fn it_does_not_go_on_over_an_empty_line_or_into_a_list() {
        check("en", "the law\n\n16 tables came", &[]);
        check("en", "Under Law 16\nB. The director came\n", &["Law 16"]);
        check("en", "> under Law 16\n> B) The director came\n", &["Law 16"]);
        check("no", "Etter § 16\n- B var syk\n", &["§ 16"]);
    }

    #[test]
    fn a_whole_citation_speaks_for_itself_and_less_does_not() {
        check("en", "The director gave 12C1(b) and (16B). West was in 6C at 16B.", &["12C1(b)", "16B"]);
        check("en", "In 3H2 or 7C1, 50 % of 12 at 16.30, 7B, see 7B.", &["7B"]);
        check("en", "x16C2 16C2xy <a@16C2> http://x.y/16C2 16C2", &["16C2"]);
    }

    #[test]
    fn full_stops_may_part_a_citation() {
        check("en", "Law 27.B.1.b and Law 16.B.1. He asked.", &["Law 27.B.1.b", "Law 16.B.1"]);
        check("nl", "artikel 27.B.1.b, 50.D.2 en art. 40.B.2.(a)", &["artikel 27.B.1.b", "50.D.2", "art. 40.B.2.(a)"]);
        check("en", "Law 20.F.5.b.(ii) and 12.C.1.e(i)", &["Law 20.F.5.b.(ii)", "12.C.1.e(i)"]);
        check("en", "See Law 27.A player asked at 16.30 in 3.5 hours; Law 27.B.", &["Law 27", "Law 27.B"]);
    }

    #[test]
    fn numbers_of_other_things_are_none() {
        check(
            "en",
            "At table 16B1, pair 16C2, and in Law 16B1/16B3 & 16C2, Law 16/3.",
            &["Law 16B1", "16B3", "16C2", "Law 16"],
        );
        let lexicon = Lexicon::embedded().unwrap();
        let finder = Finder::new(lexicon.language("no").unwrap(), false);
        let shapes: Vec<_> =
            finder.find_free("§ 4-3, TR § 12, §§ 26-32, § 16B-C").into_iter().map(|m| m.shape).collect();
        use crate::Shape::{Provision, Statute};
        assert_eq!(shapes, [Statute, Statute, Provision, Provision]);
    }

    #[test]
    fn what_counts_from_where_it_stands_is_left_out() {
        check("no", "Etter denne loven, se punkt B, C2 ovenfor og 12 kort.", &[]);
    }

    #[test]
    fn a_word_that_names_more_than_laws_is_told_apart() {
        let lexicon = Lexicon::embedded().unwrap();
        let finder = Finder::new(lexicon.language("sv").unwrap(), false);
        let shapes = |text: &str| finder.find_free(text).into_iter().map(|m| m.shape).collect::<Vec<_>>();
        use crate::Shape::{Homonym, Provision};
        assert_eq!(shapes("Lag 3 mötte lag 5."), [Homonym, Homonym]);
        assert_eq!(shapes("Enligt lag 16 gäller det, se lag 50."), [Provision, Provision]);
        assert_eq!(shapes("TL tillämpade lag 16 och lag 16C2."), [Provision, Provision]);
        assert_eq!(shapes("Lagarna 26-32, § 16."), [Provision, Provision]);
    }

    #[test]
    fn every_byte_stays_where_it_was() {
        for text in ["> a\n>> b\n c > d\n", "å\n > ø\r\n>", "", "a\n"] {
            let plain = unquoted(text);
            assert_eq!(plain.len(), text.len());
            assert!(plain.lines().all(|line| !line.trim_start().starts_with('>')));
            let covered: usize = paragraphs(&plain).iter().map(|span| span.len()).sum();
            assert_eq!(covered, plain.len());
        }
    }
}
