use std::{cell::OnceCell, ops::Range};

use lawgrep_lexicon::Language;
use lawgrep_model::Span;

use crate::{
    analyse::{Analyser, Token},
    query::{Asked, Wanted, wanted},
};

/// The bytes of a text that a query asks for: sorted, without overlap, on character boundaries.
///
/// For more than one text build a [`Highlighter`] once.
pub fn highlight(text: &str, asked: &Asked, language: &Language) -> Vec<Span> {
    Highlighter::new(asked, &Analyser::new(language)).spans(text)
}

/// Marks what one query asks for in texts of one language.
///
/// It cuts the text anew with the chain that the index was built with, so it marks what was found and nothing is kept
/// for it in the index.
pub struct Highlighter<'a> {
    analyser: &'a Analyser,
    /// Each with its plain spelling, where it may be one.
    wanted: Vec<(Wanted, Option<String>)>,
}

/// A word of a text, and what is worked out of it once for all words that are looked for.
struct Read {
    token: Token,
    parts: OnceCell<Vec<(Range<usize>, String)>>,
    plain: OnceCell<Option<String>>,
}

impl<'a> Highlighter<'a> {
    /// For that query, in texts of the analyser's language.
    pub fn new(asked: &Asked, analyser: &'a Analyser) -> Self {
        let ways = asked.groups.iter().flat_map(|group| &group.ways);
        let mut all: Vec<Wanted> = Vec::new();
        for word in ways.flat_map(|way| wanted(&way.text, way.kind, analyser)) {
            if !all.contains(&word) {
                all.push(word);
            }
        }
        let plain = |wanted: &Wanted| match wanted {
            Wanted::Word { folded, .. } => analyser.plain_of_query(folded),
            _ => None,
        };
        Self { analyser, wanted: all.into_iter().map(|wanted| (plain(&wanted), wanted)).map(|(p, w)| (w, p)).collect() }
    }

    /// Each word that matches, and each run of words that a phrase matches from its first word to its last: sorted,
    /// without overlap, on character boundaries.
    pub fn spans(&self, text: &str) -> Vec<Span> {
        let read = |token| Read { token, parts: OnceCell::new(), plain: OnceCell::new() };
        let words: Vec<Read> = self.analyser.words(text).into_iter().map(read).collect();
        let found = self.wanted.iter().flat_map(|(wanted, plain)| self.found(wanted, plain.as_deref(), &words));
        let mut found: Vec<Span> = found.collect();
        found.sort_unstable();
        let mut apart: Vec<Span> = Vec::with_capacity(found.len());
        for span in found {
            match apart.last_mut() {
                Some(last) if span.start < last.end => last.end = last.end.max(span.end),
                _ => apart.push(span),
            }
        }
        apart
    }

    fn found(&self, wanted: &Wanted, plain: Option<&str>, words: &[Read]) -> Vec<Span> {
        let spans = |fits: &dyn Fn(&Read) -> bool| words.iter().filter(|w| fits(w)).map(|w| w.token.span).collect();
        match wanted {
            Wanted::Phrase(phrase) => {
                let fits = |run: &&[Read]| run.iter().map(|w| &w.token.folded).eq(phrase);
                let span =
                    |run: &[Read]| Some(Span { start: run.first()?.token.span.start, end: run.last()?.token.span.end });
                words.windows(phrase.len().max(1)).filter(fits).filter_map(span).collect()
            }
            Wanted::Prefix(prefix) => spans(&|w| w.token.folded.starts_with(prefix.as_str())),
            Wanted::Word { folded, stem } => {
                let mut found: Vec<Span> = spans(&|w| w.token.folded == *folded || w.token.stem == *stem);
                found.extend(words.iter().filter_map(|w| self.part(w, stem)));
                // As in the index: plain letters count only where the word as typed is not there.
                match plain.filter(|_| found.is_empty()) {
                    Some(plain) => spans(&|w| {
                        let own = w.plain.get_or_init(|| self.analyser.plain_of_text(&w.token.folded));
                        own.as_deref() == Some(plain)
                    }),
                    None => found,
                }
            }
        }
    }

    /// Where in a compound a part stands; the whole word where its letters do not count as they are printed.
    fn part(&self, word: &Read, stem: &str) -> Option<Span> {
        let token = &word.token;
        let parts = word.parts.get_or_init(|| self.analyser.parts(&token.folded));
        let (range, _) = parts.iter().find(|(_, part)| part == stem)?;
        let start = token.span.start as usize;
        let as_printed = (token.span.end - token.span.start) as usize == token.folded.len();
        Some(if as_printed { Span::new(start + range.start, start + range.end) } else { token.span })
    }
}
