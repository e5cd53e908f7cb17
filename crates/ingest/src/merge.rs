use std::collections::BTreeMap;

use lawgrep_model::{Document, Unit, UnitId, UnitKey};

/// Two files that cannot be parts of one edition: both print this law.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("both parts hold law {law}")]
pub struct Overlap {
    /// Number of the first law that both hold.
    pub law: u16,
}

/// Puts the parts of one edition together, in the order of their first laws. `texts` are the parts' decoded sources; the
/// source of the whole, which spans then count in, is returned beside it: the parts with a blank line between. Chapters,
/// entries of contents and matter are counted through, so that no two units have one name.
///
/// # Errors
/// When two parts hold the same law.
pub fn merge(mut parts: Vec<(String, Document)>) -> Result<Option<(String, Document)>, Overlap> {
    let laws = |d: &Document| -> std::collections::BTreeSet<u16> {
        let provisions = d.units.iter().filter(|u| u.key.is_provision()).flat_map(|u| u.key.citations()).copied();
        provisions.chain(d.units.iter().filter_map(|u| u.key.own())).map(|c| c.law_number()).collect()
    };
    parts.sort_by_key(|(_, d)| laws(d).first().copied());
    let mut parts = parts.into_iter();
    let Some((mut text, mut whole)) = parts.next() else { return Ok(None) };
    for (part_text, part) in parts {
        if let Some(law) = laws(&whole).intersection(&laws(&part)).next() {
            return Err(Overlap { law: *law });
        }
        append(&mut text, &mut whole, &part_text, part);
    }
    count_printings(&mut whole.units);
    Ok(Some((text, whole)))
}

fn append(text: &mut String, whole: &mut Document, part_text: &str, part: Document) {
    const GAP: &str = "\n\n";
    let lines = u32::try_from(text.matches('\n').count() + GAP.len()).unwrap_or(0);
    let gap = lawgrep_model::Span::new(text.len(), text.len() + GAP.len());
    whole.pieces.push(lawgrep_model::Piece { span: gap, role: lawgrep_model::Role::Layout, unit: None });
    let by = text.len() + GAP.len();
    text.push_str(GAP);
    text.push_str(part_text);
    let first = u32::try_from(whole.units.len()).unwrap_or(u32::MAX);
    let moved = |id: UnitId| UnitId(id.0.saturating_add(first));
    let counted = Counted::of(&whole.units);
    for mut unit in part.units {
        counted.follow(&mut unit.key);
        unit.parent = unit.parent.map(moved);
        unit.span = unit.span.shifted(by);
        whole.units.push(unit);
    }
    for mut piece in part.pieces {
        piece.span = piece.span.shifted(by);
        piece.unit = piece.unit.map(moved);
        whole.pieces.push(piece);
    }
    for mut finding in part.findings {
        finding.span = finding.span.shifted(by);
        finding.line = finding.line.saturating_add(lines);
        whole.findings.push(finding);
    }
    whole.source_len = u32::try_from(text.len()).unwrap_or(u32::MAX);
    whole.edition.source_name = format!("{}, {}", whole.edition.source_name, part.edition.source_name);
}

/// The highest numbers of what is counted in print order.
struct Counted {
    chapter: u16,
    contents: u16,
    matter: u16,
}

impl Counted {
    fn of(units: &[Unit]) -> Self {
        let mut highest = Self { chapter: 0, contents: 0, matter: 0 };
        for unit in units {
            match &unit.key {
                UnitKey::Chapter(n) => highest.chapter = highest.chapter.max(*n),
                UnitKey::Contents(n) => highest.contents = highest.contents.max(*n),
                UnitKey::Matter(n) => highest.matter = highest.matter.max(*n),
                _ => {}
            }
        }
        highest
    }

    /// Lets the number of a key go on from these.
    fn follow(&self, key: &mut UnitKey) {
        match key {
            UnitKey::Chapter(n) => *n = n.saturating_add(self.chapter),
            UnitKey::Contents(n) => *n = n.saturating_add(self.contents),
            UnitKey::Matter(n) => *n = n.saturating_add(self.matter),
            _ => {}
        }
    }
}

/// Counts the printings of what several parts hold: a term that two of them define.
fn count_printings(units: &mut [Unit]) {
    let mut seen: BTreeMap<UnitKey, u16> = BTreeMap::new();
    for unit in units {
        let count = seen.entry(unit.key.clone()).or_default();
        unit.occurrence = *count;
        *count = count.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use lawgrep_model::{Citation, Edition, Role, Standing};

    use super::*;
    use crate::builder::Builder;

    /// A part with a chapter, an entry of contents, matter, a definition and that law, a word each.
    fn part(law: u16) -> (String, Document) {
        let text = "one two three four five".to_owned();
        let mut builder = Builder::new(&text);
        let keys = [
            UnitKey::Matter(1),
            UnitKey::Contents(1),
            UnitKey::Definition("term".to_owned()),
            UnitKey::Chapter(1),
            UnitKey::provision(Citation::law(law)),
        ];
        for (key, word) in keys.into_iter().zip(text.split(' ')) {
            let at = text.find(word).unwrap();
            let unit = builder.open(key, None, "");
            builder.claim(at..at + word.len(), Role::Body, Some(unit));
        }
        let document = builder.finish(Edition::new("xx-2017".parse().unwrap(), "en", 2017, Standing::Official));
        (text, document)
    }

    #[test]
    fn no_two_units_of_several_parts_have_one_name() {
        let (text, whole) = merge(vec![part(40), part(2), part(17)]).unwrap().unwrap();
        let names: Vec<_> = whole.units.iter().map(|u| (u.key.pipe(), u.occurrence, u.span.of(&text))).collect();
        let name = |name: &str, occurrence, words| (name.to_owned(), occurrence, words);
        let of_part = |n: u16, law: &str| {
            [
                name(&format!("matter/{}", n + 1), 0, "one"),
                name(&format!("toc/{}", n + 1), 0, "two"),
                name("def/term", n, "three"),
                name(&format!("chapter/{}", n + 1), 0, "four"),
                name(law, 0, "five"),
            ]
        };
        assert_eq!(names, [of_part(0, "2"), of_part(1, "17"), of_part(2, "40")].concat());
        assert_eq!(whole.source_len as usize, text.len());
    }

    #[test]
    fn two_parts_with_one_law_are_refused() {
        assert_eq!(merge(vec![part(2), part(2)]).unwrap_err(), Overlap { law: 2 });
    }
}
