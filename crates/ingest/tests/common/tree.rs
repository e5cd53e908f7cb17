//! A document as text, for the expected side of fixtures.

use std::fmt::Write as _;

use lawgrep_model::{Document, FindingKind};

/// One line a unit, indented by depth: json cite | kind | heading | text | notes; then one line a finding.
pub(crate) fn tree(document: &Document) -> String {
    let mut out = String::new();
    for (id, unit) in document.iter() {
        let depth = document.ancestors(id).count();
        let again = if unit.occurrence > 0 { format!(" (printing {})", unit.occurrence + 1) } else { String::new() };
        let text = match unit.tail.and_then(|t| unit.text.split_at_checked(t as usize)) {
            Some((before, after)) => format!("{before}[tail] {after}"),
            None => unit.text.clone(),
        };
        let heading = unit.heading.as_deref().unwrap_or("");
        let _ =
            write!(out, "{}{}{again} | {} | {heading} | {text}", "  ".repeat(depth), unit.key.json(), unit.key.kind());
        for note in &unit.notes {
            let place = if note.in_heading { "h" } else { "" };
            let anchor = note.anchor.map_or_else(String::new, |a| format!("@{place}{a}"));
            let kind = format!("{:?}", note.kind).to_lowercase();
            let _ = write!(out, " | {kind} {}{anchor}: {}", note.mark, note.text);
        }
        out.push('\n');
    }
    // Which provisions a code has is no matter of layout, and invented laws keep to none.
    let mut findings = document.findings.iter().filter(|f| f.kind != FindingKind::NotInCode).peekable();
    if findings.peek().is_some() {
        out.push_str("--\n");
    }
    for finding in findings {
        let _ = writeln!(out, "{} {}: {}: {}", finding.line, finding.kind.name(), finding.words, finding.message);
    }
    out.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
