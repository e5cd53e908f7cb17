//! Our own companion texts: Markdown, one file a law, read strictly.
//!
//! ```text
//! file      = provision { provision }
//! provision = heading { paragraph } { footnote }
//! heading   = "#" ... citation [ words ]      one "#" for a law, two for a section, and so on; in the code's order
//! footnote  = "[^mark]: " words               marks count within their provision
//! ```
//!
//! Beyond paragraphs, emphasis and footnotes no Markdown is allowed: what a reader of the terminal could not see would be
//! lost. A fault is ours, so it is an error with file, line and remedy, and stops the build.

use std::ops::Range;

use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Citation, Document, Edition, Level, NoteKind, Role, Standing, UnitId};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde::Deserialize;

use crate::builder::{Builder, LineTable};

/// A fault in the companion corpus.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {what}; {remedy}")]
pub struct CorpusFault {
    /// The file's name as given.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub remedy: String,
}

/// `edition.toml` of a companion.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    id: String,
    lang: String,
    code: u16,
    standing: Standing,
    title: String,
    publisher: String,
    #[serde(default)]
    jurisdiction: String,
    in_force_from: Option<String>,
}

/// Reads one companion edition: its `edition.toml` and its law files, each as (name, text). Gives the source (all files, one
/// after the other) and the document; references are still empty.
///
/// # Errors
/// All faults found, in the order of files and lines.
pub fn companion(
    edition: (&str, &str),
    files: &[(String, String)],
    lexicon: &Lexicon,
) -> Result<(String, Document), Vec<CorpusFault>> {
    let header = header(edition, lexicon).map_err(|fault| vec![fault])?;
    let mut files: Vec<(String, String)> =
        files.iter().map(|(n, t)| (n.clone(), if t.ends_with('\n') { t.clone() } else { format!("{t}\n") })).collect();
    files.sort_by_key(|(name, text)| (first_law(text), name.clone()));
    let source: String = files.iter().map(|(_, text)| text.as_str()).collect();
    let mut builder = Builder::new(&source);
    let mut faults = Vec::new();
    let mut offset = 0;
    for (name, text) in &files {
        let mut reader = Reader { name, text, offset, lines: LineTable::new(text), faults: &mut faults };
        reader.read(&mut builder);
        offset += text.len();
    }
    if faults.is_empty() { Ok((source.clone(), builder.finish(header))) } else { Err(faults) }
}

fn header((file, text): (&str, &str), lexicon: &Lexicon) -> Result<Edition, CorpusFault> {
    let fault =
        |what: String, remedy: &str| CorpusFault { file: file.to_owned(), line: 1, what, remedy: remedy.to_owned() };
    let header: Header = toml::from_str(text).map_err(|e| {
        let line = e.span().map_or(1, |s| LineTable::new(text).line(s.start));
        CorpusFault { line, ..fault(e.message().to_owned(), "see another edition.toml for the fields") }
    })?;
    let id = header.id.parse().map_err(|e| fault(format!("{e}"), "give the edition an id such as companion-en"))?;
    if lexicon.language(&header.lang).is_none() {
        return Err(fault(format!("language `{}` is not known", header.lang), "add it to the lexicon's data first"));
    }
    let code = lexicon
        .code(header.code)
        .ok_or_else(|| fault(format!("code {} is not known", header.code), "add it to the lexicon's data first"))?;
    Ok(Edition {
        id,
        lang: header.lang,
        code: header.code,
        standing: header.standing,
        title: header.title,
        publisher: header.publisher,
        jurisdiction: header.jurisdiction,
        in_force_from: header.in_force_from.or_else(|| code.in_force_from.clone()),
        in_force_until: code.in_force_until.clone(),
        superseded_by: code.superseded_by,
        extract: true,
        source_name: file.to_owned(),
        source_hash: String::new(),
    })
}

fn first_law(text: &str) -> u16 {
    let digits: String = text.trim_start_matches(['#', ' ']).chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(u16::MAX)
}

/// A provision's heading line and the lines below it, as byte ranges of the file.
struct Block {
    depth: usize,
    line: Range<usize>,
    body: Range<usize>,
}

struct Reader<'a> {
    name: &'a str,
    text: &'a str,
    /// Where the file begins in the edition's source.
    offset: usize,
    lines: LineTable,
    faults: &'a mut Vec<CorpusFault>,
}

impl Reader<'_> {
    fn fault(&mut self, at: usize, what: impl Into<String>, remedy: &str) {
        let line = self.lines.line(at);
        self.faults.push(CorpusFault {
            file: self.name.to_owned(),
            line,
            what: what.into(),
            remedy: remedy.to_owned(),
        });
    }

    fn read(&mut self, builder: &mut Builder<'_>) {
        let blocks = self.blocks();
        builder.new_block();
        let mut last: Option<(Citation, bool, usize)> = None;
        for block in blocks {
            let Some((unit, cite)) = self.heading(builder, &block, last.map(|l| l.0)) else { continue };
            self.check_container(last, Some(cite));
            let words = self.body(builder, &block, unit);
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
                self.fault(range.start, "text before the first heading", "begin the file with `# NUMBER Heading`");
            }
        }
        if out.is_empty() {
            self.fault(0, "no heading", "begin the file with `# NUMBER Heading`");
        }
        out
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
        if last.is_some_and(|l| l >= cite) {
            let what = format!("{cite} follows {}", last.map_or_else(String::new, |l| l.to_string()));
            self.fault(block.line.start, what, "put the provisions in the order of the code, each once");
        }
        let label_end = block.depth + lead + label.len();
        let heading = line.get(label_end..).unwrap_or("");
        if heading.trim().is_empty() && cite.level() <= Level::Section {
            self.fault(block.line.start, format!("{cite} has no heading"), "write one after the citation");
        }
        let unit = builder.provision(vec![cite], label);
        let start = self.offset + block.line.start;
        builder.claim(start..start + label_end, Role::Label, Some(unit));
        builder.claim(start + label_end..start + line.len(), Role::Heading, Some(unit));
        Some((unit, cite))
    }

    /// Claims the words below a heading. Tells whether there are any.
    fn body(&mut self, builder: &mut Builder<'_>, block: &Block, unit: UnitId) -> bool {
        let text = self.text.get(block.body.clone()).unwrap_or("").to_owned();
        let base = self.offset + block.body.start;
        let mut marks: Vec<(String, crate::builder::NoteRef, bool)> = Vec::new();
        let mut in_note: Option<crate::builder::NoteRef> = None;
        let mut words = false;
        let mut options = Options::empty();
        options.insert(Options::ENABLE_FOOTNOTES);
        for (event, range) in Parser::new_ext(&text, options).into_offset_iter() {
            let source = base + range.start..base + range.end;
            let at = block.body.start + range.start;
            match event {
                Event::Text(t) if text.get(range.clone()) == Some(&*t) => {
                    words = words || in_note.is_none();
                    match in_note {
                        Some(note) => builder.claim_note(source, Role::Note, note),
                        None => builder.claim(source, Role::Body, Some(unit)),
                    }
                }
                // A line break between two words is a blank; claimed, so that pieces join.
                Event::SoftBreak => match in_note {
                    Some(note) => builder.claim_note(source, Role::Note, note),
                    None => builder.claim(source, Role::Body, Some(unit)),
                },
                Event::FootnoteReference(label) => {
                    if marks.iter().any(|(l, ..)| *l == *label) {
                        self.fault(at, format!("footnote {label} is marked twice"), "give each mark a note of its own");
                    }
                    let note = builder.note(unit, NoteKind::Footnote, &label);
                    builder.claim_note(source, Role::NoteMark, note);
                    marks.push((label.to_string(), note, false));
                }
                Event::Start(Tag::FootnoteDefinition(label)) => {
                    match marks.iter_mut().find(|(l, ..)| *l == *label) {
                        Some((_, note, defined)) => {
                            *defined = true;
                            in_note = Some(*note);
                            let label_end = (source.start + label.len() + 4).min(source.end);
                            builder.claim_note(source.start..label_end, Role::NoteMark, *note);
                        }
                        None => {
                            let what = format!("footnote {label} has no mark in its provision");
                            self.fault(at, what, "put its mark into the text above, or take it out");
                        }
                    }
                }
                Event::End(TagEnd::FootnoteDefinition) => in_note = None,
                Event::Start(Tag::Emphasis | Tag::Strong) => {
                    let marks = text.get(range.clone()).unwrap_or("").bytes().take_while(|b| matches!(b, b'*' | b'_'));
                    let marks = marks.count().min(if matches!(event, Event::Start(Tag::Strong)) { 2 } else { 1 });
                    builder.claim(source.start..source.start + marks, Role::Layout, Some(unit));
                    builder.claim(source.end - marks..source.end, Role::Layout, Some(unit));
                }
                Event::Start(Tag::Paragraph)
                | Event::End(TagEnd::Paragraph | TagEnd::Emphasis | TagEnd::Strong) => {}
                _ => self.fault(
                    at,
                    "Markdown that the reader does not take",
                    "use paragraphs, *emphasis* and footnotes only; mark a character with a backslash to keep it as it is",
                ),
            }
        }
        for (label, _, defined) in marks {
            if !defined {
                self.fault(block.line.start, format!("footnote {label} has no text"), "add `[^mark]: text` below");
            }
        }
        words
    }
}
