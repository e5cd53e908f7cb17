//! From tags and words to blocks.

use super::{
    Page,
    kind::{Attributes, is_around, is_block, is_heading, is_mute, is_void},
    walk::{Open, Stack},
};
use crate::{
    flow::{Block, Kind, SOURCE_LINE, dedent, merge_row},
    label::{self, Count},
    tidy,
};

#[derive(Default)]
pub(super) struct Reader {
    page: Page,
    open: Stack,
    /// The words of the block that is being read.
    words: String,
    linked: [usize; 2],
    /// White space that was met and not yet written, and whether it follows a line break.
    space: String,
    /// Label of the item that has no words yet.
    label: Option<String>,
    gap: bool,
}

impl Reader {
    pub(super) fn start(&mut self, name: &str, closed: bool, attributes: &Attributes) {
        if is_block(name) {
            // The end of the head may be left out.
            self.open.close("head");
        }
        if self.open.is_mute() {
            if !is_void(name) && !closed {
                self.open.push(name, Open::Other);
            }
            return;
        }
        if is_block(name) {
            self.flush();
        }
        match name {
            "br" => self.break_line(),
            "hr" => self.gap = true,
            "p" => {
                self.open.close_within("p", &["td", "th", "li", "div"]);
            }
            "img" | "area" => self.picture(attributes),
            "frame" => self.page.frames.extend(attributes.get("src").map(str::to_owned)),
            _ => {}
        }
        if is_void(name) {
            return;
        }
        let element = if is_mute(name) || attributes.is_hidden() {
            Open::Mute
        } else if is_around(name) || attributes.is_aside() {
            Open::Aside
        } else {
            self.element(name, attributes)
        };
        // A closing slash means nothing in HTML but in pictures and formulas.
        if !(closed && matches!(element, Open::Mute)) {
            self.open.push(name, element);
        }
    }

    fn element(&mut self, name: &str, attributes: &Attributes) -> Open {
        match name {
            "main" | "article" => Open::Content,
            "ol" => {
                let count = attributes.count().unwrap_or(Count::Decimal);
                let step = if attributes.get("reversed").is_some() { -1 } else { 1 };
                Open::List { count, next: attributes.number("start").unwrap_or(1), step }
            }
            "ul" | "dir" | "menu" => {
                Open::List { count: attributes.count().unwrap_or(Count::Nothing), next: 1, step: 1 }
            }
            "li" => {
                self.open.close_within("li", &["ol", "ul", "dir", "menu"]);
                self.item(attributes);
                Open::Item
            }
            "table" => Open::Table,
            "tr" => {
                self.end_row();
                Open::Row(Vec::new())
            }
            "td" | "th" => {
                self.open.close_within("td", &["table", "tr"]);
                self.open.close_within("th", &["table", "tr"]);
                let before = self.page.flow.blocks.len();
                if let Some(cells) = self.open.row() {
                    cells.push(before);
                }
                Open::Other
            }
            "pre" | "listing" | "xmp" => Open::Verbatim,
            "a" => match attributes.get("href") {
                Some(href) => {
                    self.page.links.push(href.to_owned());
                    Open::Link { here: href.starts_with('#') }
                }
                None => Open::Other,
            },
            "sup" => {
                // The mark of a note is a word of its own.
                if !self.words.is_empty() && self.space.is_empty() {
                    self.space.push(' ');
                }
                Open::Raised
            }
            _ if is_heading(name) => Open::Heading,
            _ => Open::Other,
        }
    }

    /// The label of an item that begins.
    fn item(&mut self, attributes: &Attributes) {
        let own = attributes.count();
        let value = attributes.number("value");
        let Some((count, next, step)) = self.open.list() else { return };
        if let Some(value) = value {
            *next = value;
        }
        let count = own.unwrap_or(count);
        let sign = count.sign(*next);
        *next = next.saturating_add(step);
        let label = match count {
            Count::Nothing => String::new(),
            Count::LowerRoman => format!("({sign})"),
            _ => format!("{sign}."),
        };
        self.label = Some(label);
    }

    pub(super) fn end(&mut self, name: &str) {
        if self.open.is_mute() {
            self.open.close(name);
            return;
        }
        // A stray end of a paragraph is an empty one; that of a line break is one.
        if name == "br" {
            self.break_line();
            return;
        }
        let block = is_block(name);
        if block {
            let empty = self.words.trim().is_empty();
            self.flush();
            self.gap |= name == "p" && empty && self.label.is_none();
        }
        match name {
            "table" | "tbody" | "thead" | "tfoot" | "tr" => self.end_row(),
            _ => {}
        }
        self.open.close(name);
        if matches!(name, "ol" | "ul" | "li") {
            self.label = None;
        }
    }

    pub(super) fn words(&mut self, words: &str) {
        if self.open.is_mute() {
            return;
        }
        if self.open.is_verbatim() {
            self.words.push_str(words);
            return;
        }
        let inside = self.open.in_link();
        for c in words.chars() {
            // The blank that does not break counts: it indents, and keeps a number with its word.
            if c.is_whitespace() && c != '\u{a0}' {
                self.space.push(c);
                continue;
            }
            self.write_space();
            self.words.push(c);
            if c.is_alphanumeric() {
                for (count, inside) in self.linked.iter_mut().zip(inside) {
                    *count += usize::from(inside);
                }
            }
        }
    }

    /// Writes the white space that stands between two words: a run with a line end is one blank, others stay, since indents
    /// and tab stops are often all that is left of a label's place.
    fn write_space(&mut self) {
        let space = std::mem::take(&mut self.space);
        if space.is_empty() {
            return;
        }
        let line_start = self.words.is_empty() || self.words.ends_with('\n');
        let indent = || space.rsplit('\n').next().unwrap_or("");
        if line_start {
            // After a line break of the page the indent of the source may be one; it is judged when the block is whole.
            let kept = if self.words.is_empty() && space.contains('\n') { "" } else { indent() };
            if kept.len() > 1 || kept == "\t" {
                self.words.push_str(kept);
            }
        } else if space.contains('\n') {
            // A blank to a browser; perhaps a line to whoever wrote it, and a blank one where there are two.
            self.words.extend(space.chars().filter(|c| *c == '\n').take(2).map(|_| SOURCE_LINE));
            self.words.extend(indent().chars().filter(|c| matches!(c, ' ' | '\t')));
        } else {
            self.words.push_str(&space);
        }
    }

    fn break_line(&mut self) {
        self.space.clear();
        if self.open.is_mute() {
            return;
        }
        self.words.push('\n');
    }

    fn picture(&mut self, attributes: &Attributes) {
        let alt = attributes.get("alt").map(str::trim).filter(|alt| !alt.is_empty() && alt.len() <= 40);
        let file = attributes.get("src").and_then(|src| src.rsplit(['/', '\\']).next());
        let stem = file.and_then(|file| file.split('.').next()).unwrap_or("");
        let suit = alt.and_then(tidy::suit).or_else(|| tidy::suit(stem));
        match (suit, alt) {
            (Some(suit), _) => self.words(&suit.to_string()),
            (None, Some(alt)) => self.words(alt),
            (None, None) => {}
        }
    }

    /// Ends the block that is being read.
    fn flush(&mut self) {
        self.space.clear();
        let words = std::mem::take(&mut self.words);
        let linked = std::mem::take(&mut self.linked);
        if words.trim().is_empty() {
            self.gap |= words.contains('\n') || words.contains('\u{a0}');
            return;
        }
        let verbatim = self.open.is_verbatim();
        let kind = if verbatim {
            Kind::Verbatim
        } else if self.open.is_heading() {
            Kind::Heading
        } else if self.label.is_some() {
            Kind::Item
        } else {
            Kind::Text
        };
        let text = if verbatim { words.trim_matches('\n').to_owned() } else { dedent(&words) };
        let mut block = Block::new(kind, text);
        block.depth = self.open.lists();
        block.linked = linked;
        block.gap = std::mem::take(&mut self.gap);
        block.aside = self.open.is_aside();
        block.content = self.open.is_content();
        if let Some(label) = self.label.take() {
            // Where the label is typed as well, the list's own is the browser's doing.
            if label::split(block.text.trim_start()).is_none() {
                block.label = label;
            }
        }
        self.page.flow.blocks.push(block);
    }

    /// Ends the innermost row: cells of one block each become a line with tabs. A cell that holds more is part of the page's
    /// frame, and its blocks stand for themselves.
    fn end_row(&mut self) {
        let Some(Open::Row(cells)) = self.open.close_within("tr", &["table"]) else { return };
        merge_row(&mut self.page.flow.blocks, &cells);
    }

    pub(super) fn finish(mut self) -> Page {
        self.flush();
        self.page
    }
}
