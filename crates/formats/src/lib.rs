//! From the files that people have to the text that `lawgrep-ingest` reads: PDF, HTML, DOCX, Markdown, plain text.
//!
//! ```text
//! bytes ─ detect ─┬─ html, markdown, docx ─ Flow: blocks with labels and depth ─┐
//!                 ├─ pdf ─ lines with places on a page ─ Flow ──────────────────┼─ readings: the same words, other white space
//!                 └─ plain ─ decode ────────────────────────────────────────────┘
//! ```
//!
//! Bytes, a name and options in; text and notes out, or an error that says what is wrong, where, and what to do. No disk, no
//! terminal. What a file says is bounded in size, depth, number and time before memory is spent on it ([`limits`]); no path
//! in a file is ever opened.
//!
//! A format says where a paragraph ends, but not how the layouts of the laws want to see it: a text in lists reads best with its
//! lines close together, one in pages with blank lines between. So a file gives several [readings](Text::readings), and
//! whoever knows the laws takes the one that most can be made of.

mod detect;
mod docx;
mod flow;
mod html;
mod label;
pub mod limits;
mod markdown;
mod pages;
mod pdf;
mod refused;
mod render;
mod tidy;

use lawgrep_ingest::{Charset, Hints, decode_as};

pub use detect::{Format, detect};
pub use pages::join;
pub use refused::Refused;

/// What the user says about a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// The encoding of plain text, Markdown and HTML. Only a byte order mark speaks louder.
    pub encoding: Option<Charset>,
}

/// A file as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// What it was.
    pub format: Format,
    /// The same words with other line ends and indents, at least one, the likeliest first.
    pub readings: Vec<String>,
    /// What was left out or changed on the way, a line each.
    pub notes: Vec<String>,
}

impl Text {
    fn plain(format: Format, text: String) -> Self {
        Self { format, readings: vec![text], notes: Vec::new() }
    }
}

/// Reads a file. What it is follows from its bytes, then from its name.
///
/// # Errors
/// When it is of a format that is not read, is damaged, holds no text, or would take more than [`limits`] allows.
pub fn convert(bytes: &[u8], name: &str, options: &Options) -> Result<Text, Refused> {
    match detect(bytes, name) {
        Format::Pdf => pdf::read(bytes),
        Format::Docx => docx::read(bytes),
        Format::Html => html::read(bytes, options),
        Format::Markdown => markdown::read(bytes, options),
        Format::Plain => {
            let hints = Hints { asked: options.encoding, within: None };
            Ok(Text::plain(Format::Plain, decode_as(bytes, hints).text))
        }
        Format::Other(what, remedy) => Err(Refused::Format { what, remedy }),
    }
}

/// Text that another program made of a PDF: pages between form feeds, as `pdftotext -layout` writes them.
pub fn from_pdftotext(bytes: &[u8]) -> Result<Text, Refused> {
    pdf::from_program(bytes)
}
