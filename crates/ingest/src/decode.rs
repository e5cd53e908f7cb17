use unicode_normalization::{UnicodeNormalization, is_nfc};

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// A source as text, and how its bytes were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The text. Line ends are `\n`; a byte order mark is gone; letters are composed (NFC); everything else is as it was.
    pub text: String,
    /// Name of the encoding: `UTF-8`, `UTF-16LE`, `UTF-16BE`, `windows-1252`.
    pub encoding: &'static str,
}

/// An encoding that law texts come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    /// UTF-8.
    Utf8,
    /// UTF-16, the low byte first.
    Utf16Le,
    /// UTF-16, the high byte first.
    Utf16Be,
    /// windows-1252, and ISO-8859-1 with it, as browsers do.
    Windows1252,
}

impl Charset {
    /// All of them, in the order in which they are named to users.
    pub const ALL: [Charset; 4] = [Charset::Utf8, Charset::Utf16Le, Charset::Utf16Be, Charset::Windows1252];

    /// The encoding of that label ("latin1", "utf-16", "cp1252"); `None` where it is none of these.
    pub fn named(label: &str) -> Option<Self> {
        let found = Encoding::for_label(label.trim().as_bytes())?;
        Self::ALL.into_iter().find(|charset| charset.encoding() == found)
    }

    /// Its name: `UTF-8`, `UTF-16LE`, `UTF-16BE`, `windows-1252`.
    pub fn name(self) -> &'static str {
        self.encoding().name()
    }

    fn encoding(self) -> &'static Encoding {
        match self {
            Charset::Utf8 => UTF_8,
            Charset::Utf16Le => UTF_16LE,
            Charset::Utf16Be => UTF_16BE,
            Charset::Windows1252 => WINDOWS_1252,
        }
    }
}

/// What is said about the encoding of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hints {
    /// What the user says. Only a byte order mark speaks louder.
    pub asked: Option<Charset>,
    /// What the source says of itself. Counts only where it is no valid UTF-8.
    pub within: Option<Charset>,
}

/// Reads bytes as text, as [`decode_as`] does where nothing is said about them.
pub fn decode(bytes: &[u8]) -> Decoded {
    decode_as(bytes, Hints::default())
}

/// Reads bytes as text: by the byte order mark if there is one, else as the user says, else as UTF-8 if that is valid, else as
/// the source says of itself, else as UTF-16 if every other byte is zero, else as windows-1252, which gives every byte a
/// meaning. Never fails.
pub fn decode_as(bytes: &[u8], hints: Hints) -> Decoded {
    let (encoding, skip): (&'static Encoding, usize) = match Encoding::for_bom(bytes) {
        Some((e, n)) if e == UTF_8 || e == UTF_16LE || e == UTF_16BE => (e, n),
        _ => {
            let utf8 = || (!bytes.contains(&0) && std::str::from_utf8(bytes).is_ok()).then_some(Charset::Utf8);
            // A source that says UTF-8 and is not was saved anew by a program that did not read its first lines.
            let within = hints.within.filter(|charset| *charset != Charset::Utf8);
            let charset = hints.asked.or_else(utf8).or_else(|| sixteen(bytes)).or(within).or_else(|| zeros(bytes));
            (charset.unwrap_or(Charset::Windows1252).encoding(), 0)
        }
    };
    let (text, _) = encoding.decode_without_bom_handling(bytes.get(skip..).unwrap_or(bytes));
    let text = lines(text);
    let text = if is_nfc(&text) { text } else { text.nfc().collect() };
    Decoded { text, encoding: encoding.name() }
}

/// UTF-16 without its mark: zero bytes in one half of all pairs, hardly any in the other.
fn sixteen(bytes: &[u8]) -> Option<Charset> {
    let pairs = bytes.len() / 2;
    let (mut first, mut second) = (0, 0);
    for pair in bytes.chunks_exact(2) {
        first += usize::from(pair.first() == Some(&0));
        second += usize::from(pair.get(1) == Some(&0));
    }
    let most = |many: usize, few: usize| pairs > 0 && many * 3 >= pairs * 2 && few * 20 <= pairs;
    if most(second, first) {
        Some(Charset::Utf16Le)
    } else if most(first, second) {
        Some(Charset::Utf16Be)
    } else {
        None
    }
}

/// Zero bytes are valid UTF-8; kept, they tell later that the source is no text.
fn zeros(bytes: &[u8]) -> Option<Charset> {
    (bytes.contains(&0) && std::str::from_utf8(bytes).is_ok()).then_some(Charset::Utf8)
}

/// Every line end as `\n`: CR LF, CR, NEL, LINE SEPARATOR, PARAGRAPH SEPARATOR.
fn lines(text: std::borrow::Cow<'_, str>) -> String {
    const ENDS: [char; 4] = ['\r', '\u{85}', '\u{2028}', '\u{2029}'];
    if text.contains(ENDS) { text.replace("\r\n", "\n").replace(ENDS, "\n") } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], text: &str, encoding: &str) {
        let got = decode(bytes);
        assert_eq!((got.text.as_str(), got.encoding), (text, encoding));
    }

    #[test]
    fn encodings_in_their_order() {
        check("blåbær §".as_bytes(), "blåbær §", "UTF-8");
        check(b"\xef\xbb\xbf\xc3\xa5", "å", "UTF-8");
        check(b"\xff\xfe\xe5\x00", "å", "UTF-16LE");
        check(b"\xfe\xff\x00\xe5", "å", "UTF-16BE");
        check(b"bl\xe5b\xe6r \xa7\x80", "blåbær §€", "windows-1252");
        check(b"", "", "UTF-8");
    }

    #[test]
    fn utf_16_without_its_mark_is_seen() {
        let text = "§ 16. Blåbær\n";
        let bytes = |each: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(each).collect::<Vec<u8>>();
        check(&bytes(u16::to_le_bytes), text, "UTF-16LE");
        check(&bytes(u16::to_be_bytes), text, "UTF-16BE");
        check(&[0; 6], "\0\0\0\0\0\0", "UTF-8");
        check(b"a\0 picture", "a\0 picture", "UTF-8");
    }

    #[test]
    fn what_is_said_counts_in_its_order() {
        let read = |bytes: &[u8], asked: Option<Charset>, within: Option<Charset>| {
            let got = decode_as(bytes, Hints { asked, within });
            (got.text, got.encoding)
        };
        let (utf8, latin) = (Some(Charset::Utf8), Some(Charset::Windows1252));
        let both = "å".as_bytes();
        assert_eq!(read(both, None, latin), ("å".to_owned(), "UTF-8"));
        assert_eq!(read(both, latin, None), ("Ã¥".to_owned(), "windows-1252"));
        assert_eq!(read(b"\xef\xbb\xbf\xc3\xa5", latin, None), ("å".to_owned(), "UTF-8"));
        assert_eq!(read(b"\xe5", None, utf8), ("å".to_owned(), "windows-1252"));
        assert_eq!(read(b"\xe5", utf8, None), ("\u{fffd}".to_owned(), "UTF-8"));
        assert_eq!(read(b"\xe5\x00", Some(Charset::Utf16Le), None), ("å".to_owned(), "UTF-16LE"));
    }

    #[test]
    fn labels_name_encodings() {
        let names = |label| Charset::named(label).map(Charset::name);
        assert_eq!(names(" ISO-8859-1"), Some("windows-1252"));
        assert_eq!(names("cp1252"), Some("windows-1252"));
        assert_eq!(names("utf-16"), Some("UTF-16LE"));
        assert_eq!(names("utf8"), Some("UTF-8"));
        assert_eq!(names("koi8-r"), None);
    }

    #[test]
    fn letters_are_composed() {
        check("a\u{30a}ben o\u{308}".as_bytes(), "åben ö", "UTF-8");
    }

    #[test]
    fn line_ends_become_one_kind() {
        check(b"a\r\nb\rc\nd", "a\nb\nc\nd", "UTF-8");
        check("a\u{85}b\u{2028}c\u{2029}\u{2029}d".as_bytes(), "a\nb\nc\n\nd", "UTF-8");
        // The byte of NEL is an ellipsis in windows-1252.
        check(b"\xe5\x85", "å…", "windows-1252");
    }
}
