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

/// Reads bytes as text: by the byte order mark if there is one, else as UTF-8 if that is valid, else as windows-1252, which
/// gives every byte a meaning. Never fails.
pub fn decode(bytes: &[u8]) -> Decoded {
    let (encoding, skip): (&'static Encoding, usize) = match Encoding::for_bom(bytes) {
        Some((e, n)) if e == UTF_8 || e == UTF_16LE || e == UTF_16BE => (e, n),
        _ if std::str::from_utf8(bytes).is_ok() => (UTF_8, 0),
        _ => (WINDOWS_1252, 0),
    };
    let (text, _) = encoding.decode_without_bom_handling(bytes.get(skip..).unwrap_or(bytes));
    let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.into_owned() };
    let text = if is_nfc(&text) { text } else { text.nfc().collect() };
    Decoded { text, encoding: encoding.name() }
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
    fn letters_are_composed() {
        check("a\u{30a}ben o\u{308}".as_bytes(), "åben ö", "UTF-8");
    }

    #[test]
    fn line_ends_become_one_kind() {
        check(b"a\r\nb\rc\nd", "a\nb\nc\nd", "UTF-8");
    }
}
