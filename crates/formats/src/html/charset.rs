use lawgrep_ingest::Charset;

/// The encoding that a page says it has: `charset=` in its first two kilobytes.
pub(super) fn within(bytes: &[u8]) -> Option<Charset> {
    let head = bytes.get(..2048).unwrap_or(bytes).to_ascii_lowercase();
    let text = String::from_utf8_lossy(&head);
    let rest = text.split("charset").skip(1).find_map(|rest| rest.trim_start().strip_prefix('='));
    let encoding = || text.split("encoding").skip(1).find_map(|rest| rest.trim_start().strip_prefix('='));
    let label = rest.or_else(encoding)?.trim_start().trim_start_matches(['"', '\'']);
    let end = label.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':'))).unwrap_or(label.len());
    Charset::named(label.get(..end)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_found_in_its_forms() {
        for head in [
            "<meta charset=iso-8859-1>",
            "<META HTTP-EQUIV='Content-Type' CONTENT='text/html; charset=windows-1252'>",
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>",
            "<meta charset = \"Latin1\" >",
        ] {
            assert_eq!(within(head.as_bytes()), Some(Charset::Windows1252), "{head}");
        }
        assert_eq!(within(b"<meta charset=koi8-r>"), None);
        assert_eq!(within(b"<p>no charset here</p>"), None);
    }
}
