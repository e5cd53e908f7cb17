//! Web pages: tokens in, blocks out, without a tree and without recursion, so that no nesting is too deep.

mod attributes;
mod charset;
mod kind;
mod reader;
mod walk;

use html5gum::{DefaultEmitter, Token, Tokenizer};
use lawgrep_ingest::{Hints, decode_as};

use crate::{Format, Options, Refused, Text, flow::Flow, limits, refused::mib, render::Shape};

/// A page that was read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Page {
    pub(crate) flow: Flow,
    /// Addresses of the frames that it shows.
    pub(crate) frames: Vec<String>,
    /// Addresses that it links to, in their order.
    pub(crate) links: Vec<String>,
}

/// One page as text.
pub(crate) fn read(bytes: &[u8], options: &Options) -> Result<Text, Refused> {
    let mut page = page(bytes, options)?;
    if !page.frames.is_empty() && page.flow.blocks.iter().all(|b| b.aside || b.text.trim().is_empty()) {
        page.frames.truncate(10);
        return Err(Refused::Frames { parts: page.frames });
    }
    crate::pages::leave_out(&mut page.flow);
    page.flow.finish(Format::Html, "the page", &Shape::UNPAGED)
}

/// Reads the blocks of a page.
pub(crate) fn page(bytes: &[u8], options: &Options) -> Result<Page, Refused> {
    if bytes.len() > limits::MARKUP {
        return Err(Refused::too_much("the page", mib(limits::MARKUP)));
    }
    let hints = Hints { asked: options.encoding, within: charset::within(bytes) };
    let text = decode_as(bytes, hints).text;
    // The tokenizer goes one call deeper for each attribute of a tag.
    if attributes::most(&text) > limits::ATTRIBUTES {
        return Err(Refused::too_much("a tag of the page", format!("{} attributes", limits::ATTRIBUTES)));
    }
    let mut emitter = DefaultEmitter::default();
    // Without a tree the tokenizer has to be told that a script is no markup.
    emitter.naively_switch_states(true);
    let mut reader = reader::Reader::default();
    for token in Tokenizer::new_with_emitter(&text, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name);
                let attributes = tag.attributes.iter().map(|(key, value)| {
                    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                    (text(key).to_ascii_lowercase(), text(value))
                });
                reader.start(&name, tag.self_closing, &kind::Attributes(attributes.collect()));
            }
            Token::EndTag(tag) => reader.end(&String::from_utf8_lossy(&tag.name)),
            Token::String(words) => reader.words(&String::from_utf8_lossy(&words)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    Ok(reader.finish())
}

#[cfg(test)]
mod tests;
