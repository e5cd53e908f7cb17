//! How words that are cut already reach the engine: as one line of text a field, taken apart by a cutter of our own. Its own
//! way of taking words that are cut writes them out as JSON and reads them again.

use std::str::Split;

use tantivy::{
    TantivyDocument,
    schema::Field,
    tokenizer::{Token, TokenStream, Tokenizer},
};

/// Stands between two positions. No word holds it.
const NEXT: char = '\n';

/// The words of one field by position. A position may have none.
#[derive(Debug, Default)]
pub(crate) struct Row {
    text: String,
    /// Position of the last word.
    at: usize,
}

impl Row {
    /// Puts a word at a position that is none before that of the last one.
    pub(crate) fn push(&mut self, position: usize, word: &str) {
        self.text.extend(std::iter::repeat_n(NEXT, position.saturating_sub(self.at)));
        self.at = self.at.max(position);
        self.text.push_str(word);
    }

    /// Adds the words to a document; nothing where there are none.
    pub(crate) fn add_to(self, out: &mut TantivyDocument, field: Field) {
        if !self.text.is_empty() {
            out.add_text(field, self.text);
        }
    }
}

/// Takes a [`Row`] apart.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cut;

/// The words of a row.
pub(crate) struct Words<'a> {
    rest: Split<'a, char>,
    next: usize,
    token: Token,
}

impl Tokenizer for Cut {
    type TokenStream<'a> = Words<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Words<'a> {
        Words { rest: text.split(NEXT), next: 0, token: Token::default() }
    }
}

impl TokenStream for Words<'_> {
    fn advance(&mut self) -> bool {
        for word in self.rest.by_ref() {
            self.next += 1;
            if !word.is_empty() {
                self.token.position = self.next - 1;
                self.token.text.clear();
                self.token.text.push_str(word);
                return true;
            }
        }
        false
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_positions() {
        let mut row = Row::default();
        for (at, word) in [(0, "one"), (1, "two"), (12, "three"), (13, "é")] {
            row.push(at, word);
        }
        let mut cut = Cut;
        let mut words = cut.token_stream(&row.text);
        let mut found = Vec::new();
        words.process(&mut |token| found.push((token.position, token.text.clone())));
        assert_eq!(found, [(0, "one"), (1, "two"), (12, "three"), (13, "é")].map(|(at, w)| (at, w.to_owned())));
    }

    #[test]
    fn the_first_position_may_be_later() {
        let mut row = Row::default();
        row.push(3, "x");
        let mut cut = Cut;
        let mut words = cut.token_stream(&row.text);
        assert!(words.advance() && words.token().position == 3 && !words.advance());
    }
}
