use lawgrep_model::{Document, UnitId};

/// Two files that cannot be parts of one edition: both print this law.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("both parts hold law {law}")]
pub struct Overlap {
    /// Number of the first law that both hold.
    pub law: u16,
}

/// Puts the parts of one edition together, in the order of their first laws. `texts` are the parts' decoded sources; the
/// source of the whole, which spans then count in, is returned beside it: the parts with a blank line between.
///
/// # Errors
/// When two parts hold the same law.
pub fn merge(mut parts: Vec<(String, Document)>) -> Result<Option<(String, Document)>, Overlap> {
    let laws = |d: &Document| -> std::collections::BTreeSet<u16> {
        d.units
            .iter()
            .filter(|u| u.key.is_provision())
            .flat_map(|u| u.key.citations())
            .map(|c| c.law_number())
            .collect()
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
    for mut unit in part.units {
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
