//! One file of a companion: its headings, and what stands below them.

use std::ops::Range;

use lawgrep_model::{Citation, Level, Role, UnitId, UnitKey};

use super::{CorpusFault, body};
use crate::builder::{Builder, LineTable};

/// What a file holds, in the order in which an edition prints them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Introduction,
    Definitions,
    Law,
}

impl Kind {
    pub(super) fn of(name: &str) -> Self {
        match name.rsplit(['/', '\\']).next() {
            Some("introduction.md") => Self::Introduction,
            Some("definitions.md") => Self::Definitions,
            _ => Self::Law,
        }
    }
}

pub(super) fn first_law(text: &str) -> u16 {
    let digits: String = text.trim_start_matches(['#', ' ']).chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(u16::MAX)
}

/// A heading line and the lines below it, as byte ranges of the file.
pub(super) struct Block {
    depth: usize,
    pub(super) line: Range<usize>,
    pub(super) body: Range<usize>,
}

pub(super) struct Reader<'a> {
    name: &'a str,
    pub(super) text: &'a str,
    /// Where the file begins in the edition's source.
    pub(super) offset: usize,
    lines: LineTable,
    faults: &'a mut Vec<CorpusFault>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(name: &'a str, text: &'a str, offset: usize, faults: &'a mut Vec<CorpusFault>) -> Self {
        Self { name, text, offset, lines: LineTable::new(text), faults }
    }

    pub(super) fn fault(&mut self, at: usize, what: impl Into<String>, remedy: &str) {
        let line = self.lines.line(at);
        let (file, remedy) = (self.name.to_owned(), remedy.to_owned());
        self.faults.push(CorpusFault { file, line, what: what.into(), remedy });
    }

    pub(super) fn read(mut self, builder: &mut Builder<'_>) {
        let blocks = self.blocks();
        match Kind::of(self.name) {
            Kind::Introduction => self.introduction(builder, &blocks),
            Kind::Definitions => self.definitions(builder, &blocks),
            Kind::Law => self.law(builder, &blocks),
        }
    }

    fn blocks(&mut self) -> Vec<Block> {
        let mut out: Vec<Block> = Vec::new();
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            let range = at..at + line.len();
            at = range.end;
            let depth = line.bytes().take_while(|b| *b == b'#').count();
            if depth > 0 {
                out.push(Block { depth, line: range.clone(), body: range.end..range.end });
            } else if let Some(block) = out.last_mut() {
                block.body.end = range.end;
            } else if !line.trim().is_empty() {
                self.fault(range.start, "text before the first heading", "begin the file with its `#` heading");
            }
        }
        if out.is_empty() {
            self.fault(0, "no heading", "begin the file with its `#` heading");
        }
        out
    }

    fn introduction(&mut self, builder: &mut Builder<'_>, blocks: &[Block]) {
        let unit = builder.open(UnitKey::Introduction, None, "");
        for (n, block) in blocks.iter().enumerate() {
            if n > 0 || block.depth != 1 {
                self.fault(block.line.start, "a second heading", "an introduction has one `#` heading and paragraphs");
            }
            self.heading_words(builder, block, block.depth, unit);
            if !body::read(self, builder, block, unit) {
                self.fault(block.line.start, "the introduction has no text", "write it below its heading");
            }
        }
    }

    fn definitions(&mut self, builder: &mut Builder<'_>, blocks: &[Block]) {
        let mut seen: Vec<String> = Vec::new();
        for (n, block) in blocks.iter().enumerate() {
            let line = self.text.get(block.line.clone()).unwrap_or("").trim_end();
            if n == 0 && block.depth == 1 {
                let start = self.offset + block.line.start;
                builder.claim(start..start + line.len(), Role::Heading, None);
                continue;
            }
            let label = line.find('{').zip(line.find('}')).and_then(|(a, b)| Some((a, b, line.get(a + 1..b)?)));
            let Some((_, close, id)) = label.filter(|(a, b, id)| block.depth == 2 && a < b && is_id(id)) else {
                let remedy = "write `## {english-id} Term`, the id as in corpus/spine/definitions.toml";
                self.fault(block.line.start, "a definition's heading without its id", remedy);
                continue;
            };
            if seen.iter().any(|s| s == id) {
                self.fault(block.line.start, format!("definition {id} comes twice"), "keep one of them");
            }
            seen.push(id.to_owned());
            let term = line.get(close + 1..).unwrap_or("").trim();
            if term.is_empty() {
                self.fault(block.line.start, format!("definition {id} has no term"), "write the term after the id");
            }
            let unit = builder.open(UnitKey::Definition(term.to_owned()), None, id);
            let start = self.offset + block.line.start;
            builder.claim(start..start + close + 1, Role::Label, Some(unit));
            self.heading_words(builder, block, close + 1, unit);
            if !body::read(self, builder, block, unit) {
                self.fault(block.line.start, format!("definition {id} has no text"), "write it below its heading");
            }
        }
    }

    fn law(&mut self, builder: &mut Builder<'_>, blocks: &[Block]) {
        builder.new_block();
        let mut last: Option<(Citation, bool, usize)> = None;
        for block in blocks {
            let Some((unit, cite)) = self.heading(builder, block, last.map(|l| l.0)) else { continue };
            self.check_container(last, Some(cite));
            let words = body::read(self, builder, block, unit);
            last = Some((cite, words, block.line.start));
        }
        self.check_container(last, None);
    }

    /// A provision without words must have children: else the reader sees nothing.
    fn check_container(&mut self, last: Option<(Citation, bool, usize)>, next: Option<Citation>) {
        if let Some((cite, false, at)) = last
            && !next.is_some_and(|n| n != cite && cite.contains(n))
        {
            self.fault(at, format!("{cite} has no text"), "write what the provision rules below its heading");
        }
    }

    fn heading(
        &mut self,
        builder: &mut Builder<'_>,
        block: &Block,
        last: Option<Citation>,
    ) -> Option<(UnitId, Citation)> {
        let line = self.text.get(block.line.clone())?.trim_end();
        let words = line.get(block.depth..)?;
        let lead = words.len() - words.trim_start().len();
        let label = words.split_whitespace().next().unwrap_or("");
        let Ok(cite) = label.parse::<Citation>() else {
            let what = format!("`{label}` is no citation");
            self.fault(block.line.start, what, "write the full citation after the `#` marks, such as `### 16C2`");
            return None;
        };
        let depth = match cite.level() {
            Level::Law => 1,
            Level::Section => 2,
            Level::Subsection => 3,
            Level::Item => 4,
            Level::Subitem => 5,
        };
        if block.depth != depth {
            let what = format!("{cite} is a {} under {} `#`", cite.level().name(), block.depth);
            self.fault(block.line.start, what, &format!("give it {depth}"));
        }
        if last.is_some_and(|l| l.law_number() != cite.law_number()) {
            self.fault(block.line.start, format!("{cite} is of another law"), "give each law a file of its own");
            return None;
        }
        if last.is_some_and(|l| l >= cite) {
            let what = format!("{cite} follows {}", last.map_or_else(String::new, |l| l.to_string()));
            self.fault(block.line.start, what, "put the provisions in the order of the code, each once");
        }
        let label_end = block.depth + lead + label.len();
        if cite.level() == Level::Law && line.get(label_end..).unwrap_or("").trim().is_empty() {
            self.fault(block.line.start, format!("{cite} has no heading"), "write one after the citation");
        }
        let unit = builder.provision(vec![cite], label);
        let start = self.offset + block.line.start;
        builder.claim(start..start + label_end, Role::Label, Some(unit));
        self.heading_words(builder, block, label_end, unit);
        Some((unit, cite))
    }

    /// Claims the words of a heading line from byte `from` on.
    fn heading_words(&mut self, builder: &mut Builder<'_>, block: &Block, from: usize, unit: UnitId) {
        let line = self.text.get(block.line.clone()).unwrap_or("").trim_end();
        let end = line.find("[^").unwrap_or(line.len()).max(from);
        let start = self.offset + block.line.start;
        builder.claim(start..start + from, Role::Label, Some(unit));
        builder.claim(start + from..start + end, Role::Heading, Some(unit));
    }

    /// The mark of a footnote at the end of a heading, with its range in the file.
    pub(super) fn heading_mark(&self, block: &Block) -> Option<(String, Range<usize>)> {
        let line = self.text.get(block.line.clone())?.trim_end();
        let open = line.find("[^")?;
        let mark = line.get(open + 2..)?.strip_suffix(']')?;
        Some((mark.to_owned(), block.line.start + open..block.line.start + line.len()))
    }
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}
