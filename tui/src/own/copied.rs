//! What is copied: provisions with everything below them, their edition and its standing.

use lawgrep_model::{Citation, Document, Edition, Standing, Unit, UnitId, make_safe};

use super::words::{Words, t};
use crate::{
    arrange::{self, Row},
    codes,
    reader::Reader,
};

/// What was copied last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Copied {
    pub(crate) edition: usize,
    pub(crate) what: What,
    pub(crate) markdown: bool,
}

/// What is copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What {
    /// Provisions in print order, each with what stands below it.
    Provisions(Vec<Citation>),
    Unit(UnitId),
    /// These units in print order, without what stands below them.
    Each(Vec<UnitId>),
}

impl What {
    /// `16C`, `16C, 16D`, `16C - 16D`.
    pub(crate) fn name(&self, document: &Document) -> String {
        match self {
            What::Provisions(cites) => codes::list(cites),
            What::Unit(unit) => document.unit(*unit).map(|u| u.key.pipe()).unwrap_or_default(),
            What::Each(units) => {
                let name = |unit: Option<&UnitId>| document.unit(*unit?).map(|u| u.key.pipe());
                let ends = [name(units.first()), name(units.last().filter(|_| units.len() > 1))];
                ends.into_iter().flatten().collect::<Vec<_>>().join(" - ")
            }
        }
    }

    /// The same with the next provision.
    pub(crate) fn more(&self, document: &Document) -> Option<Self> {
        let cites = match self {
            What::Provisions(cites) => cites,
            What::Each(units) => {
                let next = document.iter().find(|(id, unit)| units.last() < Some(id) && own(unit).is_some())?.0;
                return Some(What::Each(units.iter().copied().chain([next]).collect()));
            }
            What::Unit(_) => return None,
        };
        let inside = |cite: Citation| cites.iter().any(|c| c.contains(cite));
        let all: Vec<Citation> = document.iter().filter_map(|(_, unit)| own(unit)).collect();
        let last = all.iter().rposition(|cite| inside(*cite))?;
        let next = all.get(last + 1)?;
        Some(What::Provisions(cites.iter().copied().chain([*next]).collect()))
    }
}

fn own(unit: &Unit) -> Option<Citation> {
    unit.key.citation().filter(|_| unit.key.is_provision())
}

/// The words, and under them whose they are. Empty where there are none.
pub(crate) fn text(reader: &dyn Reader, edition: usize, what: &What, markdown: bool, words: &Words) -> String {
    let Some(document) = reader.document(edition) else { return String::new() };
    let rows: Vec<Row> = match what {
        What::Provisions(cites) => cites.iter().flat_map(|cite| arrange::under(reader, edition, *cite)).collect(),
        What::Unit(unit) => arrange::below(reader, edition, *unit),
        What::Each(units) => arrange::those(reader, edition, units),
    };
    let mut out = String::new();
    for block in rows.iter().flat_map(Row::blocks) {
        let Some(unit) = document.unit(block.unit) else { continue };
        let text = arrange::part(document, block);
        let mut head = Vec::new();
        if !block.tail {
            head.extend(unit.key.is_provision().then(|| unit.key.pipe()));
            head.extend(Some(arrange::heading(unit)).filter(|h| !h.is_empty()));
        }
        paragraph(&mut out, &head.join(" "), text, markdown);
        for note in unit.notes.iter().filter(|_| !block.tail) {
            let mark = note.mark.trim().trim_end_matches(':');
            let mark = if mark.is_empty() { String::new() } else { format!("[{mark}]") };
            paragraph(&mut out, &mark, &note.text, markdown);
        }
    }
    if out.is_empty() {
        return out;
    }
    let source = source(&document.edition, words);
    if markdown {
        out.push_str(&format!("*{}*\n", escaped(&source)));
    } else {
        out.push_str(&format!("({source})\n"));
    }
    // A text from outside is never trusted with the terminal of whoever pastes it.
    out.split('\n').map(|line| make_safe(line).into_owned()).collect::<Vec<_>>().join("\n")
}

/// `no-2017: Lover for duplikatbridge, 2017 code, official`.
pub(crate) fn source(edition: &Edition, words: &Words) -> String {
    let code = edition.code;
    let of = if edition.in_force() { t!("code_of", code) } else { t!("superseded", code) };
    let title = Some(edition.title.as_str()).filter(|title| !title.is_empty());
    let named = title.map_or_else(|| edition.id.to_string(), |title| format!("{}: {title}", edition.id));
    format!("{named}, {}, {}", of, standing(edition.standing, words))
}

pub(crate) fn standing(standing: Standing, words: &Words) -> &str {
    match standing {
        Standing::Official => &words.standing_official,
        Standing::Regulation => &words.standing_regulation,
        Standing::Companion => &words.standing_companion,
        Standing::Training => &words.standing_training,
    }
}

fn paragraph(out: &mut String, head: &str, text: &str, markdown: bool) {
    if head.is_empty() && text.is_empty() {
        return;
    }
    let (head, text) = if markdown {
        let head = if head.is_empty() { String::new() } else { format!("**{}**", escaped(head)) };
        (head, escaped(text).replace('\n', "  \n"))
    } else {
        (head.to_owned(), text.to_owned())
    };
    let gap = if head.is_empty() || text.is_empty() { "" } else { "  " };
    out.push_str(&format!("{head}{gap}{text}\n"));
    if markdown {
        out.push('\n');
    }
}

/// Markdown that shows these characters.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '#' | '|' | '~') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Longer than this some terminals drop it.
pub(crate) const MOST: usize = 74_000;

/// The sequence that asks the terminal to put the text on the clipboard (OSC 52): it works over SSH, since it is the
/// terminal that does it, and it is written only; reading would be a hole.
pub(crate) fn osc52(text: &str) -> String {
    format!("\u{1b}]52;c;{}\u{7}", base64(text.as_bytes()))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for n in 0..4 {
            let digit = DIGITS.get((word >> (18 - 6 * n)) as usize & 63).copied().unwrap_or(b'=');
            out.push(if n <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_as_the_standard_says() {
        let all = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(all, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
        assert_eq!(osc52("foo"), "\u{1b}]52;c;Zm9v\u{7}");
    }

    #[test]
    fn markdown_shows_what_it_is_given() {
        assert_eq!(escaped("a_b *c* [1] <d>"), "a\\_b \\*c\\* \\[1\\] \\<d\\>");
    }
}
