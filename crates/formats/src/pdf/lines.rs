//! Runs of characters put together to lines.

use pdfboss_text::TextSpan;

/// A line of a column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) text: String,
    /// Where it begins and ends, in points from the left.
    pub(super) start: f32,
    pub(super) end: f32,
    /// Its baseline, in points from below.
    pub(super) base: f32,
    /// Size of its letters, in points.
    pub(super) size: f32,
    pub(super) bold: bool,
    /// The file says that it is no text: a running header.
    pub(super) artifact: bool,
}

/// Blanks wider than this share of the letters' size part words. In type they have a fifth to a half, letters a twentieth.
const BLANK: f32 = 0.17;
/// Width of a blank that is drawn, in sizes of the letters, about.
pub(super) const SPACE: f32 = 0.3;
/// What is wider than this is no blank between words but between columns of a table.
const STOP: f32 = 3.0;

/// The lines of a page.
pub(super) fn of(spans: &[TextSpan]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for span in spans {
        let sound = [span.x, span.y, span.end_x, span.size].iter().all(|n| n.is_finite());
        if span.rotate != 0 || span.text.is_empty() || !sound || span.size <= 0.0 {
            continue;
        }
        match lines.last_mut().filter(|line| goes_on(line, span)) {
            Some(line) => append(line, span),
            None => lines.push(Line {
                text: span.text.clone(),
                start: span.x,
                end: span.end_x,
                base: span.y,
                size: span.size,
                bold: span.bold,
                artifact: span.artifact.is_some(),
            }),
        }
    }
    for line in &mut lines {
        // Blanks that are drawn indent as well as a place further right does.
        let blanks = line.text.chars().take_while(|c| c.is_whitespace()).count();
        line.start += SPACE * line.size * blanks as f32;
        line.text = line.text.trim().to_owned();
    }
    lines.retain(|line| !line.text.is_empty());
    lines
}

/// Whether a run stands on the line, behind what is there.
fn goes_on(line: &Line, span: &TextSpan) -> bool {
    let size = line.size.max(span.size);
    let raised = span.size < 0.85 * line.size || line.size < 0.85 * span.size || span.rise != 0.0;
    let apart = (span.y - line.base).abs();
    let level = apart <= 0.25 * size || (raised && apart <= 0.6 * size);
    level && span.x >= line.end - 0.5 * size && line.artifact == span.artifact.is_some()
}

fn append(line: &mut Line, span: &TextSpan) {
    let gap = span.x - line.end;
    let blank = line.text.ends_with(char::is_whitespace) || span.text.starts_with(char::is_whitespace);
    if gap > STOP * line.size && !line.text.trim().is_empty() {
        line.text.truncate(line.text.trim_end().len());
        line.text.push('\t');
    } else if !blank && (gap > BLANK * line.size.min(span.size) || is_mark(line, span)) {
        line.text.push(' ');
    }
    line.text.push_str(&span.text);
    line.end = line.end.max(span.end_x);
    if span.size > line.size {
        // What came before was raised: the line is what follows.
        line.size = span.size;
        line.base = span.y;
    }
    line.bold &= span.bold || span.text.trim().is_empty();
}

/// A number behind a word that marks a note: raised, small, or drawn narrow, as figures made for that are.
fn is_mark(line: &Line, span: &TextSpan) -> bool {
    let digits = span.text.trim();
    let few = digits.len() <= 2 && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let behind = line.text.ends_with(|c: char| c.is_alphabetic() || matches!(c, '.' | ',' | ')' | '»' | '"'));
    let narrow = (span.end_x - span.x) / digits.len().max(1) as f32 <= 0.4 * span.size;
    let small = span.size <= 0.85 * line.size || span.rise > 0.0 || span.y - line.base > 0.2 * line.size;
    few && behind && (narrow || small)
}

/// The lines of a page that another program wrote, a letter half as wide as a line is high.
pub(super) fn of_text(page: &str) -> Vec<Line> {
    const SIZE: f32 = 10.0;
    let mut out = Vec::new();
    for (n, line) in page.lines().enumerate() {
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        let indent = line.chars().take_while(|c| c.is_whitespace()).count() as f32;
        let width = text.chars().count() as f32;
        out.push(Line {
            text: text.to_owned(),
            start: indent * SIZE / 2.0,
            end: (indent + width) * SIZE / 2.0,
            base: -(n as f32) * SIZE * 1.2,
            size: SIZE,
            bold: false,
            artifact: false,
        });
    }
    out
}
