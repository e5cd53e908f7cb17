/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Text as it stands.
    Plain,
    /// Markdown, told by the file's name alone.
    Markdown,
    /// A web page.
    Html,
    /// A document of pages.
    Pdf,
    /// A document of Word since 2007.
    Docx,
    /// A format that is known and not read: what it is, and what to do.
    Other(&'static str, &'static str),
}

const SAVE: &str = "open it in a program that reads it and save it as DOCX, HTML or plain text";
const UNPACK: &str = "unpack it and name the files in it";
const OCR: &str = "have its text recognised (OCR) and name the result";

/// How formats begin that are known and not read.
const OTHERS: [(&[u8], &str, &str); 13] = [
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old document of Word or Excel", SAVE),
    (b"{\\rtf", "an RTF document", SAVE),
    (b"\x1f\x8b", "a gzip archive", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", UNPACK),
    (b"BZh", "a bzip2 archive", UNPACK),
    (b"\xfd7zXZ\0", "an xz archive", UNPACK),
    (b"\x89PNG\r\n", "a picture", OCR),
    (b"\xff\xd8\xff", "a picture", OCR),
    (b"GIF8", "a picture", OCR),
    (b"II*\0", "a picture", OCR),
    (b"MM\0*", "a picture", OCR),
    (b"%!PS", "a PostScript document", "make a PDF of it (ps2pdf) and name that"),
];

/// What a file is: by what stands in it, then by the ending of its name.
pub fn detect(bytes: &[u8], name: &str) -> Format {
    if let Some((_, what, remedy)) = OTHERS.iter().find(|(start, _, _)| bytes.starts_with(start)) {
        return Format::Other(what, remedy);
    }
    // Readers of PDF take rubbish before it, so rubbish is what some files have there.
    let head = bytes.get(..1024).unwrap_or(bytes);
    if head.windows(5).any(|w| w == b"%PDF-") {
        return Format::Pdf;
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return archive(bytes);
    }
    let ending = name.rsplit_once('.').map_or(String::new(), |(_, ending)| ending.to_lowercase());
    if is_markup(bytes) {
        return Format::Html;
    }
    match ending.as_str() {
        "htm" | "html" | "xhtml" | "shtml" => Format::Html,
        "md" | "markdown" | "mkd" => Format::Markdown,
        _ => Format::Plain,
    }
}

fn archive(bytes: &[u8]) -> Format {
    // The names of the entries stand in the archive as they are: of the first ones at its start, of all at its end.
    let start = bytes.get(..64 << 10).unwrap_or(bytes);
    let end = bytes.get(bytes.len().saturating_sub(1 << 20)..).unwrap_or(bytes);
    let has = |name: &[u8]| [start, end].iter().any(|part| part.windows(name.len()).any(|w| w == name));
    if has(b"word/document.xml") || has(b"word/document2.xml") {
        Format::Docx
    } else if has(b"mimetypeapplication/vnd.oasis.opendocument") {
        Format::Other("an OpenDocument", SAVE)
    } else if has(b"mimetypeapplication/epub+zip") {
        Format::Other("an e-book", SAVE)
    } else if has(b"xl/workbook.xml") || has(b"ppt/presentation.xml") {
        Format::Other("a table or a set of slides", SAVE)
    } else {
        Format::Other("a zip archive", UNPACK)
    }
}

/// Whether the bytes are a web page: they begin as one, or are full of its tags. Zero bytes are passed over, so that UTF-16
/// is seen too.
fn is_markup(bytes: &[u8]) -> bool {
    let head: Vec<u8> = bytes.iter().take(16 << 10).filter(|b| **b != 0).map(u8::to_ascii_lowercase).collect();
    let text = String::from_utf8_lossy(&head);
    let mut start = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{fffd}'));
    while let Some(rest) = start.strip_prefix("<!--").and_then(|s| s.split_once("-->")).map(|(_, rest)| rest) {
        start = rest.trim_start();
    }
    if ["<!doctype html", "<html", "<head", "<body", "<frameset"].iter().any(|tag| start.starts_with(tag)) {
        return true;
    }
    if start.starts_with("<?xml") {
        return text.contains("<html");
    }
    // A fragment: what begins with a tag of a page's body and has more of them.
    let tags = ["<p", "<div", "<h1", "<h2", "<h3", "<ol", "<ul", "<table", "<article", "<main", "<section", "<pre"];
    let is_tag = |rest: &str, tag: &str| {
        rest.strip_prefix(tag).is_some_and(|rest| rest.starts_with(['>', ' ', '\n', '\r', '\t']))
    };
    let begins = tags.iter().any(|tag| is_tag(start, tag));
    begins && tags.iter().any(|tag| start.contains(&format!("</{}", tag.trim_start_matches('<'))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_goes_before_the_name() {
        for (bytes, name, format) in [
            (&b"\xef\xbb\xbf%PDF-1.7\n"[..], "laws.txt", Format::Pdf),
            (b"\r\n<!-- saved -->\n<!DOCTYPE html><title>x", "laws.txt", Format::Html),
            (b"<\0h\0t\0m\0l\0>\0", "laws", Format::Html),
            (b"<p class=a>One</p>", "laws.txt", Format::Html),
            (b"<?xml version='1.0'?><html xmlns='x'>", "x", Format::Html),
            (b"<Spar> is no tag", "laws.txt", Format::Plain),
            (b"plain", "laws.HTM", Format::Html),
            (b"# Law 1", "laws.md", Format::Markdown),
            (b"# Law 1", "laws.txt", Format::Plain),
            (b"", "laws.pdf", Format::Plain),
            (b"PK\x03\x04...word/document.xml...", "laws.zip", Format::Docx),
        ] {
            assert_eq!(detect(bytes, name), format, "{name}: {}", bytes.escape_ascii());
        }
    }

    #[test]
    fn what_is_not_read_is_named() {
        for (bytes, what) in [
            (&b"PK\x03\x04..."[..], "a zip archive"),
            (b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.text", "an OpenDocument"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old document of Word or Excel"),
            (b"{\\rtf1", "an RTF document"),
            (b"\xff\xd8\xff\xe0", "a picture"),
        ] {
            let Format::Other(named, remedy) = detect(bytes, "x.txt") else { unreachable!("{what}") };
            assert_eq!(named, what);
            assert!(!remedy.is_empty());
        }
    }
}
