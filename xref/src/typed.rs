//! Citations that people type, in any language and any spelling: `50d1`, `16 c 2`, `§47E2`, `lag 50`, `26-32`, `71#1`.
//!
//! ```text
//! list    = member { ( "," | ";" | "+" | and-word | nothing ) member }
//! member  = [ law word ] citation [ ( dash | to-word ) [ law word ] end ]
//! ```
//! A member takes over from the one before what it does not say itself: `12C1, 2` is 12C1 and 12C2, `75A, B` is 75A and 75B.

use lawgrep_lexicon::Lexicon;
use lawgrep_model::Citation;

use crate::words::Words;

mod named;
mod reader;
#[cfg(test)]
mod tests;

/// One thing that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted {
    /// A provision.
    One(Citation),
    /// All provisions from one to another.
    Range(Citation, Citation),
    /// Something with a name, as a pipe or an export prints it: `def/Bet`, `ans/14`, `note/47`, `DEF:Bet`.
    Named(String),
}

/// What somebody typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// A list of citations, never empty.
    Citations(Vec<Wanted>),
    /// Words to search for.
    Words,
    /// It was meant as a citation and is none.
    Malformed {
        /// The byte where it goes wrong.
        at: usize,
        /// What is wrong, an English clause without a full stop.
        why: String,
    },
}

/// Reads what was meant as citations: the arguments of `show`, `refs`, `where`, a go-to line. Never [`Typed::Words`].
pub fn typed(text: &str, lexicon: &Lexicon) -> Typed {
    let text = unstopped(text);
    if let Some(cite) = plain(text) {
        return Typed::Citations(vec![Wanted::One(cite)]);
    }
    let words = all_words(lexicon);
    let mut wanted = Vec::new();
    let mut at = 0;
    // A name may hold anything but a comma, so names part the list first.
    for piece in text.split(',') {
        let start = at;
        at += piece.len() + 1;
        if let Some(name) = named::name(piece) {
            wanted.push(Ok(name));
        } else {
            match wanted.last_mut() {
                Some(Err((_, end))) => *end = start + piece.len(),
                _ => wanted.push(Err((start, start + piece.len()))),
            }
        }
    }
    let mut all = Vec::new();
    for piece in wanted {
        match piece {
            Ok(name) => all.push(Wanted::Named(name)),
            Err((from, to)) => match reader::read(text.get(from..to).unwrap_or(""), &words) {
                Ok(list) => all.extend(list.wanted),
                Err(fault) => return Typed::Malformed { at: from + fault.at, why: fault.why },
            },
        }
    }
    Typed::Citations(all)
}

/// Reads a search query: citations only if all of it is a citation list. A number alone is a law only where the code has
/// one of that number. Never [`Typed::Malformed`]: what is no citation is words.
pub fn query(text: &str, lexicon: &Lexicon) -> Typed {
    let text = unstopped(text);
    if !text.contains(|c: char| c.is_numeric()) {
        return Typed::Words;
    }
    if let Some(cite) = plain(text) {
        return Typed::Citations(vec![Wanted::One(cite)]);
    }
    let last = lexicon.last_law().unwrap_or(0);
    match reader::read(text, &all_words(lexicon)) {
        Ok(list) if !list.loose && list.highest_bare <= last => Typed::Citations(list.wanted),
        _ => Typed::Words,
    }
}

/// Without the full stop that ends a citation.
fn unstopped(text: &str) -> &str {
    let rest = text.trim_end().strip_suffix('.');
    rest.filter(|rest| rest.ends_with(|c: char| c.is_ascii_alphanumeric() || c == ')')).unwrap_or(text)
}

/// One citation with a section letter, in its canonical form or in small letters throughout: the common case, read without
/// setting up the words of every language. A number alone is left to those who know how many laws there are.
fn plain(text: &str) -> Option<Citation> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let letter = text.get(digits..digits + 1)?;
    let rest = text.get(digits + 1..)?;
    let cite = format!("{}{}{rest}", text.get(..digits)?, letter.to_ascii_uppercase()).parse::<Citation>().ok()?;
    cite.section().map(|_| cite)
}

fn all_words(lexicon: &Lexicon) -> Words {
    let mut words = Words::default();
    for language in &lexicon.languages {
        words.add(&language.references);
    }
    words
}
