//! Blocks as lines, in one of the shapes that the layouts of the laws read.

use crate::{
    flow::{Block, Kind},
    label::{self, Kind as Label},
    limits::INDENT,
};

/// How blocks become lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Lines close together, a blank line where the source has one and after a list: what lists want.
    Close,
    /// A blank line between paragraphs: what flowing text wants.
    Apart,
    /// Labels and the words under them behind tab stops: what tabbed text wants.
    Tabs,
    /// A page a paragraph, where notes stand at the end of their page.
    Pages,
}

impl Shape {
    /// The shapes of a text that has no pages.
    pub(crate) const UNPAGED: [Shape; 3] = [Shape::Close, Shape::Apart, Shape::Tabs];
}

/// The blocks as text, in that shape.
pub(crate) fn render(blocks: &[Block], shape: Shape) -> String {
    let indents =
        blocks.iter().any(|b| b.label.is_empty() && is_indented(&b.text) && label::split(b.text.trim()).is_none());
    let mut out = Lines { text: String::new(), shape, within: false, after_list: false, after_note: false, indents };
    let lettered = blocks.iter().any(|b| {
        let label = if b.label.is_empty() { b.text.trim_start() } else { "" };
        is_section(&b.label) || label::split(label).is_some_and(|(kind, _, _)| kind == Label::Section)
    });
    // Sections and subsections both stand at the margin, what is below them is indented. Lists with capitals are sections; where
    // there are none, those on the outside are. Laws and chapters that are numbered by a list are no part of this.
    let mut counts: Vec<bool> = Vec::new();
    for block in blocks {
        counts.truncate(block.depth);
        counts.resize(block.depth, true);
        if let (Kind::Item | Kind::Heading, Some(last)) = (block.kind, counts.last_mut()) {
            *last = block.label.is_empty() || is_below_section(&block.label);
        }
        let deep = counts.iter().filter(|counts| **counts).count();
        let margin = if lettered { 1 } else { 2 };
        out.block(block, deep.saturating_sub(margin).min(INDENT));
    }
    let end = out.text.trim_end().len();
    out.text.truncate(end);
    out.text.push('\n');
    out.text
}

fn is_indented(line: &str) -> bool {
    line.starts_with("  ") || line.starts_with('\t')
}

/// A label of a subsection or an item.
fn is_below_section(label: &str) -> bool {
    let with_words = format!("{label} x");
    label::split(&with_words).is_some_and(|(kind, _, _)| kind != Label::Section)
}

fn is_section(label: &str) -> bool {
    label.len() == 2 && label.ends_with('.') && label.starts_with(|c: char| c.is_ascii_uppercase())
}

struct Lines {
    text: String,
    shape: Shape,
    /// Tabs: a section has begun, so that words without a label stand below it.
    within: bool,
    /// The line before was part of a list.
    after_list: bool,
    /// The line before was a note.
    after_note: bool,
    /// Words under a label are indented in the source, so that those at the margin belong to none.
    indents: bool,
}

impl Lines {
    fn block(&mut self, block: &Block, level: usize) {
        let listed = block.depth > 0;
        let gap = match self.shape {
            Shape::Pages => block.page,
            Shape::Apart => block.gap || !(listed && self.after_list) && block.kind != Kind::Row,
            Shape::Close | Shape::Tabs => {
                let note = (block.kind == Kind::Note) != self.after_note;
                block.gap || note || block.kind == Kind::Heading || (self.after_list && !listed)
            }
        };
        if gap {
            self.blank();
        }
        self.after_list = listed;
        self.after_note = block.kind == Kind::Note;
        if block.kind == Kind::Verbatim {
            self.verbatim(&block.text);
            return;
        }
        if self.shape == Shape::Tabs {
            self.tabs(block, gap);
        } else {
            self.spaces(block, level);
        }
    }

    fn spaces(&mut self, block: &Block, level: usize) {
        let indent = " ".repeat(level * 3);
        for (n, line) in block.text.split('\n').enumerate() {
            if line.trim().is_empty() {
                if self.shape != Shape::Pages {
                    self.blank();
                }
                continue;
            }
            self.text.push_str(&indent);
            if n == 0 && !block.label.is_empty() {
                self.text.push_str(&block.label);
                self.text.push(' ');
                self.line(line.trim_start());
            } else if block.depth > 0 && (n > 0 || block.kind != Kind::Item) {
                // Goes on with the item that it stands in.
                self.text.push_str("   ");
                self.line(line);
            } else {
                self.line(line);
            }
        }
    }

    fn tabs(&mut self, block: &Block, gap: bool) {
        let mut gap = gap && block.kind != Kind::Heading;
        let labelled = if block.label.is_empty() {
            block.text.clone()
        } else {
            format!("{} {}", block.label, block.text.trim_start())
        };
        let whole = if block.kind == Kind::Heading { labelled.replace('\n', " ") } else { labelled };
        for line in whole.split('\n') {
            let words = line.trim();
            if words.is_empty() {
                self.blank();
                gap = true;
                continue;
            }
            match label::split(words) {
                Some((Label::Section, label, rest)) => {
                    self.within = true;
                    self.line(&format!("{label}\t{rest}"));
                }
                Some((Label::Number, label, rest)) if block.kind != Kind::Heading || self.within => {
                    self.line(&format!("\t{label}\t{rest}"));
                }
                Some((Label::Letter, label, rest)) => self.line(&format!("\t\t{label}\t{rest}")),
                _ if line.contains('\t') => self.line(line),
                _ if block.kind == Kind::Note => self.line(words),
                _ if self.indents && block.depth == 0 && !is_indented(line) => {
                    self.within = self.within && block.kind != Kind::Heading;
                    self.line(words);
                }
                _ if self.within && (!gap || block.depth > 0) && block.kind != Kind::Heading && !is_title(words) => {
                    self.line(&format!("\t{words}"));
                }
                _ => {
                    self.within = self.within && !is_title(words) && block.kind != Kind::Heading;
                    self.line(words);
                }
            }
            gap = false;
        }
    }

    fn verbatim(&mut self, text: &str) {
        for line in text.split('\n') {
            self.line(line);
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }
}

/// A line that begins anew: in capitals, or with a number that is no label ("§12.", "Law 12").
pub(crate) fn is_title(words: &str) -> bool {
    let mut first = words.split_whitespace();
    let numbered = |word: Option<&str>| {
        word.map(|w| w.trim_end_matches(['.', ':'])).is_some_and(|w| {
            w.ends_with(|c: char| c.is_ascii_digit()) && w.chars().filter(|c| c.is_alphanumeric()).count() <= 3
        })
    };
    let short = words.chars().count() <= 80;
    let capitals = short && words.chars().any(char::is_uppercase) && !words.chars().any(char::is_lowercase);
    let one = first.next();
    let opens = one.is_some_and(|w| w.starts_with(|c: char| c.is_uppercase() || c == '§'));
    let number = opens && (numbered(one) || numbered(first.next()));
    capitals || (number && short && !words.ends_with(['.', ';', ',']))
}
