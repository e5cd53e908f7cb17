//! Running headers and footers and page numbers: lines at the edges of pages that stand at the edges of other pages too.

use std::collections::BTreeMap;

use super::lines::Line;

/// Takes them out, and tells of it.
pub(super) fn take(pages: &mut [Vec<Line>]) -> Option<String> {
    let before: usize = pages.iter().map(Vec::len).sum();
    for page in pages.iter_mut() {
        page.retain(|line| !line.artifact);
    }
    // A header may be two lines, a footer too.
    for _ in 0..2 {
        for edge in [Edge::Top, Edge::Bottom] {
            repeated(pages, edge);
            numbers(pages, edge);
            banner(pages, edge);
        }
    }
    let gone = before.saturating_sub(pages.iter().map(Vec::len).sum());
    let lines = if gone == 1 { "1 line".to_owned() } else { format!("{gone} lines") };
    (gone > 0).then(|| format!("{lines} left out: running headers, footers, page numbers"))
}

#[derive(Clone, Copy)]
enum Edge {
    Top,
    Bottom,
}

/// Index of the line at an edge of a page, and of the one next to it.
fn at(page: &[Line], edge: Edge) -> Option<(usize, Option<usize>)> {
    let mut order: Vec<usize> = (0..page.len()).collect();
    let base = |n: &usize| page.get(*n).map_or(0.0, |line| line.base);
    order.sort_by(|a, b| base(b).total_cmp(&base(a)));
    if matches!(edge, Edge::Bottom) {
        order.reverse();
    }
    Some((*order.first()?, order.get(1).copied()))
}

/// A line as it would stand on another page: numbers are any numbers.
fn shape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let c = if c.is_ascii_digit() { '#' } else { c };
        if !(c == '#' && out.ends_with('#')) {
            out.push(c);
        }
    }
    out
}

/// Lines of the same words, on a third of the pages and on two at least: left and right pages may differ.
fn repeated(pages: &mut [Vec<Line>], edge: Edge) {
    let edges: Vec<Option<(usize, String)>> =
        pages.iter().map(|page| at(page, edge).and_then(|(n, _)| Some((n, shape(&page.get(n)?.text))))).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, shape) in edges.iter().flatten() {
        *counts.entry(shape).or_default() += 1;
    }
    let full = pages.iter().filter(|page| !page.is_empty()).count();
    let common: Vec<String> = counts
        .into_iter()
        .filter(|(shape, count)| *count >= 2 && count * 3 >= full && !is_label(shape))
        .map(|(shape, _)| shape.to_owned())
        .collect();
    for (page, found) in pages.iter_mut().zip(&edges) {
        if let Some((n, shape)) = found
            && common.contains(shape)
            && *n < page.len()
        {
            page.remove(*n);
        }
    }
}

/// A label alone on its line, "#." or "(a)", is text; so is what begins with one. Where a law's heading is repeated as a header,
/// the layouts tell which is which.
fn is_label(shape: &str) -> bool {
    (shape.len() <= 3 && shape.ends_with(['.', ')'])) || shape.starts_with("#. ")
}

/// How far a line stands from the next one at least, in sizes of its letters, to be no part of the text.
const APART: f32 = 1.9;

/// A number alone, apart from the text.
fn numbers(pages: &mut [Vec<Line>], edge: Edge) {
    for page in pages {
        let Some((n, Some(next))) = at(page, edge) else { continue };
        let (Some(line), Some(next)) = (page.get(n), page.get(next)) else { continue };
        let number = line.text.len() <= 4 && line.text.bytes().all(|b| b.is_ascii_digit());
        if number && (line.base - next.base).abs() >= APART * line.size.max(next.size) {
            page.remove(n);
        }
    }
}

/// Lines at one place on most pages, apart from the text below or above: headers that name what the page is about.
fn banner(pages: &mut [Vec<Line>], edge: Edge) {
    let far = |page: &[Line]| -> Option<(usize, i32)> {
        let (n, next) = at(page, edge)?;
        let (line, next) = (page.get(n)?, page.get(next?)?);
        let gap = (line.base - next.base).abs();
        (gap >= APART * line.size.max(next.size)).then_some((n, line.base.round() as i32))
    };
    let found: Vec<Option<(usize, i32)>> = pages.iter().map(|page| far(page)).collect();
    let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
    for (_, base) in found.iter().flatten() {
        *counts.entry(*base).or_default() += 1;
    }
    let full = pages.iter().filter(|page| page.len() > 1).count();
    let Some((base, count)) = counts.into_iter().max_by_key(|(_, count)| *count) else { return };
    if count < 3 || count * 10 < full * 6 {
        return;
    }
    for (page, found) in pages.iter_mut().zip(found) {
        if let Some((n, at)) = found
            && at == base
            && n < page.len()
        {
            page.remove(n);
        }
    }
}
