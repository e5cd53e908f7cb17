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
    wanted: Vec<Wanted>,
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
        Self { analyser, wanted: all }
    }

    /// Each word that matches, and each run of words that a phrase matches from its first word to its last: sorted,
    /// without overlap, on character boundaries.
    pub fn spans(&self, text: &str) -> Vec<Span> {
        let tokens = self.analyser.words(text);
        let mut found: Vec<Span> = self.wanted.iter().flat_map(|wanted| self.found(wanted, &tokens)).collect();
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

    fn found(&self, wanted: &Wanted, tokens: &[Token]) -> Vec<Span> {
        match wanted {
            Wanted::Phrase(words) => {
                let fits = |run: &&[Token]| run.iter().map(|t| &t.folded).eq(words);
                let span = |run: &[Token]| Some(Span { start: run.first()?.span.start, end: run.last()?.span.end });
                tokens.windows(words.len().max(1)).filter(fits).filter_map(span).collect()
            }
            Wanted::Prefix(prefix) => {
                tokens.iter().filter(|t| t.folded.starts_with(prefix.as_str())).map(|t| t.span).collect()
            }
            Wanted::Word { folded, stem } => {
                let spans = |fits: &dyn Fn(&&Token) -> bool| tokens.iter().filter(fits).map(|t| t.span).collect();
                let mut found: Vec<Span> = spans(&|t| t.folded == *folded || t.stem == *stem);
                found.extend(tokens.iter().filter_map(|t| self.part(t, stem)));
                // As in the index: plain letters count only where the word as typed is not there.
                match self.analyser.plain_of_query(folded).filter(|_| found.is_empty()) {
                    Some(plain) => spans(&|t| self.analyser.plain_of_text(&t.folded).as_ref() == Some(&plain)),
                    None => found,
                }
            }
        }
    }

    /// Where in a compound a part stands; the whole word where its letters do not count as they are printed.
    fn part(&self, token: &Token, stem: &str) -> Option<Span> {
        let (range, _) = self.analyser.parts(&token.folded).into_iter().find(|(_, part)| part == stem)?;
        let start = token.span.start as usize;
        let as_printed = (token.span.end - token.span.start) as usize == token.folded.len();
        Some(if as_printed { Span::new(start + range.start, start + range.end) } else { token.span })
    }
}
