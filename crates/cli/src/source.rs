//! The texts of files that a user names: read, bounded, decoded. The only place that does so for texts that are not imported.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, Read},
};

use lawgrep_formats::Format;
use lawgrep_shelf::pipeline::SourceFile;

use crate::sources;

/// Bytes of the largest file that is read: no book of minutes has a tenth of it.
const LARGEST: u64 = 64 << 20;

/// A text, and how its places are found in the file.
pub(crate) struct Source {
    /// Line ends are `\n`; letters are composed.
    pub(crate) text: String,
    /// Whether bytes of `text` are bytes of the file; else nothing is known of those.
    origin: Option<Origin>,
}

/// How bytes of the text and of the file differ.
struct Origin {
    /// Bytes before the text: the byte order mark.
    before: u64,
    /// Where in the text line ends stand that were two bytes in the file.
    pairs: Vec<usize>,
}

impl Source {
    /// Where a byte of the text stands in the file, where that is known.
    pub(crate) fn in_file(&self, at: usize) -> Option<u64> {
        let origin = self.origin.as_ref()?;
        let passed = origin.pairs.partition_point(|pair| *pair < at);
        Some(origin.before + (at + passed) as u64)
    }
}

/// Reads the file of that name, `-` being standard input.
///
/// # Errors
/// Why it cannot be read, and what to do about it, to stand behind its name.
pub(crate) fn read(name: &OsStr) -> Result<Source, String> {
    let failed = |e: io::Error| format!("cannot be read ({e}); name a text file, or - for standard input");
    let mut bytes = Vec::new();
    if name == "-" {
        io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        let file = File::open(name).map_err(failed)?;
        file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(failed)?;
    }
    if bytes.len() as u64 > LARGEST {
        return Err(format!("is larger than {} MB; cut it in parts", LARGEST >> 20));
    }
    text_of(bytes, &name.to_string_lossy())
}

/// The text of a file's bytes; PDF, web pages, DOCX and Markdown are converted.
fn text_of(bytes: Vec<u8>, name: &str) -> Result<Source, String> {
    if lawgrep_formats::detect(&bytes, name) != Format::Plain {
        let file = SourceFile { name: name.to_owned(), bytes };
        let read = sources::converted(&file, lawgrep_formats::Options::default());
        let read = read.map_err(|why| format!("cannot be read: {why}"))?;
        // The first reading is the likeliest.
        return Ok(Source { text: read.readings.into_iter().next().unwrap_or_default(), origin: None });
    }
    let bytes = bytes.as_slice();
    let text = lawgrep_ingest::decode(bytes).text;
    if text.contains('\0') {
        return Err("is no text: it holds zero bytes; save it as text first".to_owned());
    }
    let origin = origin(bytes, &text);
    Ok(Source { text, origin })
}

/// Compares the text with the bytes it was made of.
fn origin(bytes: &[u8], text: &str) -> Option<Origin> {
    let before = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let mut pairs = Vec::new();
    let mut rest = bytes.get(before..)?.iter().copied().peekable();
    for (at, byte) in text.bytes().enumerate() {
        let mut own = rest.next()?;
        if own == b'\r' {
            if rest.next_if_eq(&b'\n').is_some() {
                pairs.push(at);
            }
            own = b'\n';
        }
        if own != byte {
            return None;
        }
    }
    rest.next().is_none().then_some(Origin { before: before as u64, pairs })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn place(bytes: &[u8], word: &str) -> Option<u64> {
        let source = text_of(bytes.to_vec(), "minutes.txt").unwrap();
        source.in_file(source.text.find(word).unwrap())
    }

    #[test]
    fn places_in_the_file_are_told_where_its_bytes_are_those_of_the_text() {
        assert_eq!(place(b"a 16", "16"), Some(2));
        assert_eq!(place(b"\xef\xbb\xbfa\r\nb\r\n\r\n16", "16"), Some(11));
        assert_eq!(place(b"a\rb\n16", "16"), Some(4));
        assert_eq!(place("å\r\n16\r\n".as_bytes(), "16"), Some(4));
        assert_eq!(place(b"\xe5 16", "16"), None, "windows-1252");
        assert_eq!(place("a\u{30a} 16".as_bytes(), "16"), None, "letters put together");
        assert_eq!(place(b"\xff\xfe1\x006\x00", "16"), None, "UTF-16");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let text = |bytes: &[u8]| text_of(bytes.to_vec(), "minutes.txt");
        assert!(text(b"%PDF-1.7 ...").is_err());
        assert!(text(b"abc\0\0\0defgh").is_err_and(|why| why.contains("zero bytes")));
        assert_eq!(text(b"<!DOCTYPE html><p>see Law&nbsp;16C2</p>").unwrap().text.trim(), "see Law\u{a0}16C2");
        assert!(read(OsStr::new("/")).is_err_and(|why| why.contains("cannot be read")));
        assert!(read(OsStr::new("no such file")).is_err());
        assert!(text(b"").is_ok());
    }
}
