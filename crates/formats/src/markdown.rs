//! Markdown: headings, lists, tables, code, notes.

use lawgrep_ingest::{Hints, decode_as};
use pulldown_cmark::{Event, Options as Extensions, Parser, Tag, TagEnd};

use crate::{
    Format, Options, Refused, Text,
    flow::{Block, Flow, Kind},
    limits,
    refused::mib,
    render::Shape,
};

/// A file as text.
pub(crate) fn read(bytes: &[u8], options: &Options) -> Result<Text, Refused> {
    if bytes.len() > limits::MARKUP {
        return Err(Refused::too_much("the file", mib(limits::MARKUP)));
    }
    let text = decode_as(bytes, Hints { asked: options.encoding, within: None }).text;
    let extensions = Extensions::ENABLE_TABLES | Extensions::ENABLE_FOOTNOTES;
    let mut reader = Reader::default();
    // It nests by recursion nowhere; its own limits keep it linear.
    for event in Parser::new_ext(&text, extensions) {
        reader.event(event);
    }
    reader.flush();
    reader.flow.finish(Format::Markdown, "the file", &Shape::UNPAGED)
}

#[derive(Default)]
struct Reader {
    flow: Flow,
    words: String,
    /// Number of the next item of each open list; `None` for bullets.
    lists: Vec<Option<u64>>,
    label: Option<String>,
    heading: bool,
    verbatim: bool,
    note: Option<String>,
    row: bool,
}

impl Reader {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) => self.words.push_str(&text),
            Event::SoftBreak => self.words.push(' '),
            Event::HardBreak => self.words.push('\n'),
            Event::FootnoteReference(name) => {
                self.words.push(' ');
                self.words.push_str(&name);
            }
            Event::Rule => self.flush(),
            Event::Html(_) | Event::InlineHtml(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {}
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::List(first) => {
                self.flush();
                self.lists.push(first);
            }
            Tag::Item => {
                self.flush();
                let label = match self.lists.last_mut() {
                    Some(Some(next)) => {
                        let label = format!("{next}.");
                        *next = next.saturating_add(1);
                        label
                    }
                    _ => String::new(),
                };
                self.label = Some(label);
            }
            Tag::Heading { .. } => {
                self.flush();
                self.heading = true;
            }
            Tag::CodeBlock(_) => {
                self.flush();
                self.verbatim = true;
            }
            Tag::FootnoteDefinition(name) => {
                self.flush();
                self.note = Some(name.into_string());
            }
            Tag::TableHead | Tag::TableRow => {
                self.flush();
                self.row = true;
            }
            Tag::Paragraph | Tag::BlockQuote(_) => self.flush(),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
            }
            TagEnd::TableCell => self.words.push('\t'),
            TagEnd::Heading(_) => {
                self.flush();
                self.heading = false;
            }
            TagEnd::CodeBlock => {
                self.flush();
                self.verbatim = false;
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                self.flush();
                self.row = false;
            }
            TagEnd::FootnoteDefinition => {
                self.flush();
                self.note = None;
            }
            TagEnd::Paragraph | TagEnd::Item => self.flush(),
            _ => {}
        }
    }

    fn flush(&mut self) {
        let words = std::mem::take(&mut self.words);
        let words = words.trim_end().trim_start_matches('\n');
        if words.trim().is_empty() {
            return;
        }
        let kind = match () {
            () if self.verbatim => Kind::Verbatim,
            () if self.heading => Kind::Heading,
            () if self.row => Kind::Row,
            () if self.note.is_some() => Kind::Note,
            () if self.label.is_some() => Kind::Item,
            () => Kind::Text,
        };
        let mut block = Block::new(kind, words);
        block.depth = self.lists.len();
        block.label = self.note.take().or_else(|| self.label.take()).unwrap_or_default();
        self.flow.blocks.push(block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> String {
        read(text.as_bytes(), &Options::default()).unwrap().readings[0].clone()
    }

    #[test]
    fn headings_lists_tables_and_notes() {
        assert_eq!(
            first(
                "# Law 16\n\nTea is\nhot[^1].\n\n1. one\n   - dot\n2. two\n\n[^1]: Not iced.\n\n| a | b |\n|---|---|\n| c | d |\n"
            ),
            "Law 16\nTea is hot 1.\n1. one\ndot\n2. two\n\n1 Not iced.\n\na\tb\nc\td\n"
        );
    }

    #[test]
    fn sections_with_letters_are_paragraphs() {
        assert_eq!(
            first("## § 2. Tea\n\nA. Hot tea\n\nB. Iced tea  \nwith ice"),
            "§ 2. Tea\nA. Hot tea\nB. Iced tea\nwith ice\n"
        );
    }

    #[test]
    fn depth_costs_nothing() {
        for sign in ["> ", "- ", "[", "*a ", "1. "] {
            let _ = read(sign.repeat(20_000).as_bytes(), &Options::default());
        }
    }

    #[test]
    fn a_file_that_is_too_large_is_refused() {
        let refused = read(&vec![b'a'; limits::MARKUP + 1], &Options::default()).unwrap_err();
        assert!(matches!(refused, Refused::TooMuch { .. }));
    }
}
