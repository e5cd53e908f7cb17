//! Where everything stands on the screen, as plain values.

use ratatui::layout::Rect;

use crate::flow::{Shape, fits_columns};

/// The user's wish for editions of one code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Columns on a wide screen, else stacked.
    #[default]
    Auto,
    /// Stacked.
    Stacked,
    /// Columns wherever they have room.
    Columns,
}

/// The screen's parts. A part without room is empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Edition and law being read.
    pub(crate) title: Rect,
    /// What must be said about the editions shown.
    pub(crate) warning: Rect,
    /// Chapters, laws, sections.
    pub(crate) outline: Rect,
    /// The names above columns.
    pub(crate) heads: Rect,
    /// The text.
    pub(crate) text: Rect,
    /// Trail, edition, code, standing.
    pub(crate) status: Rect,
    /// Keys, messages, what is being typed.
    pub(crate) bar: Rect,
}

/// Under this width there is one pane.
pub(crate) const ONE_PANE: u16 = 60;
/// From this width on editions stand side by side.
pub(crate) const COLUMNS_FROM: u16 = 120;

impl Layout {
    /// Parts of a screen of that size. `warning` is how many lines the warning wants, `heads` whether columns have heads.
    pub(crate) fn of(size: (u16, u16), warning: usize, heads: bool) -> Self {
        let (width, height) = size;
        let line = |y: u16, lines: u16| Rect::new(0, y.min(height), width, lines.min(height.saturating_sub(y)));
        // The text first, then the bar that shows what is typed, then the status, then what repeats.
        let bar = u16::from(height >= 2);
        let status = u16::from(height >= 3);
        let title = u16::from(height >= 7);
        let most = warning_lines(height) + caution_lines(height);
        let warning = u16::try_from(warning.min(most)).unwrap_or(0);
        let heads = u16::from(heads && height >= 6);
        let top = title + warning;
        let body = height.saturating_sub(top + status + bar);
        let side = outline_width(width);
        let rule = u16::from(side > 0);
        Self {
            title: line(0, title),
            warning: line(title, warning),
            outline: Rect::new(0, top.min(height), side, body),
            heads: Rect::new(side + rule, top, width.saturating_sub(side + rule), heads.min(body)),
            text: Rect::new(side + rule, top + heads, width.saturating_sub(side + rule), body.saturating_sub(heads)),
            status: line(top + body, status),
            bar: line(top + body + status, bar),
        }
    }
}

/// How many lines a screen of that height has for warnings.
pub(crate) fn warning_lines(height: u16) -> usize {
    match height {
        0..5 => 0,
        5..10 => 1,
        10..16 => 2,
        _ => 3,
    }
}

/// How many more lines it has for a number that deceives; a small screen takes them from the warnings.
pub(crate) fn caution_lines(height: u16) -> usize {
    if height < 16 { 0 } else { 2 }
}

/// Longer lines are hard to read.
pub(crate) const MEASURE: usize = 100;

/// Width of the text pane on a screen that wide.
pub(crate) fn text_width(width: u16) -> u16 {
    let side = outline_width(width);
    width.saturating_sub(side + u16::from(side > 0))
}

/// How editions are put together on a screen that wide.
pub(crate) fn shape(wish: Wish, width: u16, editions: usize) -> Shape {
    let room = fits_columns(usize::from(text_width(width)), editions);
    match wish {
        Wish::Auto if room && width >= COLUMNS_FROM => Shape::Columns,
        Wish::Columns if room => Shape::Columns,
        _ => Shape::Stacked,
    }
}

fn outline_width(width: u16) -> u16 {
    match width {
        0..ONE_PANE => 0,
        ONE_PANE..100 => 22,
        _ => 28.min(width / 4),
    }
}

/// Where lists and boxes stand: everything between title and status.
pub(crate) fn body(layout: &Layout) -> Rect {
    let (outline, heads, text) = (layout.outline, layout.heads, layout.text);
    let top = if heads.height > 0 { heads.y } else { text.y };
    Rect::new(outline.x, top, text.right().saturating_sub(outline.x), text.bottom().saturating_sub(top))
}

/// A list and the text of its present line, side by side or one under the other.
pub(crate) fn list_and_preview(layout: &Layout) -> (Rect, Rect) {
    let all = body(layout);
    if all.width >= 100 {
        let list = Rect { width: all.width / 2 - 1, ..all };
        let x = list.right() + 1;
        return (list, Rect { x, width: all.right() - x, ..all });
    }
    // Under six lines the list has all of them.
    let share = if all.height < 6 { all.height } else { all.height / 2 };
    let list = Rect { height: share, ..all };
    (list, Rect { y: list.bottom(), height: all.height - share, ..all })
}

/// A list of so many lines under its title, and the text of the present one: as `list_and_preview`, but a short list leaves
/// its room to the text.
pub(crate) fn chooser(layout: &Layout, lines: usize) -> (Rect, Rect) {
    let (list, preview) = list_and_preview(layout);
    if preview.y == list.y || preview.height == 0 {
        return (list, preview);
    }
    let height = u16::try_from(lines + 1).unwrap_or(u16::MAX).clamp(2, list.height.max(2)).min(list.height);
    let (y, bottom) = (list.y + height, preview.bottom());
    (Rect { height, ..list }, Rect { y, height: bottom - y, ..preview })
}

/// The parts of the box over the text while a citation is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GoToBox {
    pub(crate) frame: Rect,
    /// The text that Enter opens.
    pub(crate) preview: Rect,
    /// What else it may be going to be.
    pub(crate) list: Rect,
}

/// The box while a citation is typed: low on the screen, beside what is typed, as high as its text and the completions need.
pub(crate) fn go_to(layout: &Layout, text: usize, completions: usize) -> GoToBox {
    let all = body(layout);
    let most = if all.height < 12 { all.height } else { all.height * 2 / 3 };
    let wanted = u16::try_from(text.max(1) + completions + 2).unwrap_or(most);
    let height = wanted.clamp(4, most.max(4)).min(all.height);
    let frame = Rect { y: all.bottom() - height, height, ..all };
    let inside = inside(frame);
    let wanted = u16::try_from(completions).unwrap_or(u16::MAX);
    let lines =
        wanted.min(inside.height.saturating_sub(u16::try_from(text).unwrap_or(u16::MAX)).max(inside.height / 2));
    let y = inside.bottom() - lines;
    GoToBox {
        frame,
        preview: Rect {
            height: inside.height - lines,
            width: inside.width.min(u16::try_from(MEASURE).unwrap_or(u16::MAX)),
            ..inside
        },
        list: Rect { y, height: lines, ..inside },
    }
}

/// The box over the text with so many terms and so many lines on the present one: frame, list, lines. It stands low, since the
/// provision whose terms they are begins at the top.
pub(crate) fn terms(layout: &Layout, terms: usize, lines: usize) -> (Rect, Rect, Rect) {
    let all = body(layout);
    let beside = all.width >= ONE_PANE;
    let most = if all.height < 12 { all.height } else { all.height * 2 / 3 };
    let wanted = if beside { terms.max(lines) } else { terms.min(2) + lines };
    let height = u16::try_from(wanted + 2).unwrap_or(most).clamp(4, most.max(4)).min(all.height);
    let frame = Rect { y: all.bottom() - height, height, ..all };
    let inside = inside(frame);
    if beside {
        let list = Rect { width: (inside.width / 3).min(32), ..inside };
        let x = list.right() + 2;
        let width = (inside.right() - x).min(u16::try_from(MEASURE).unwrap_or(u16::MAX));
        return (frame, list, Rect { x, width, ..inside });
    }
    let list = Rect { height: u16::try_from(terms.min(2)).unwrap_or(2).min(inside.height), ..inside };
    (frame, list, Rect { y: list.bottom(), height: inside.height - list.height, ..inside })
}

/// Width in which the preview's text is set.
pub(crate) fn preview_width(layout: &Layout) -> u16 {
    list_and_preview(layout).1.width
}

/// The first line of a list to show so that line `at` stands in the middle, as far as there are lines.
pub(crate) fn first(at: usize, count: usize, height: usize) -> usize {
    at.saturating_sub(height / 2).min(count.saturating_sub(height))
}

/// The box over the text with a reference's target of so many lines: low or high on the screen.
pub(crate) fn peek_box(layout: &Layout, lines: usize, low: bool) -> Rect {
    let all = body(layout);
    // A small screen has no room to leave beside it.
    let width = if all.width < ONE_PANE { all.width } else { 84.min(all.width - 6) };
    let most = if all.height < 12 { all.height } else { all.height * 2 / 3 };
    let height = u16::try_from(lines + 2).unwrap_or(most).clamp(4, most.max(4)).min(all.height);
    let y = if low { all.bottom() - height } else { all.y };
    Rect::new(all.x + (all.width - width) / 2, y, width, height)
}

/// Width in which its text is set.
pub(crate) fn peek_width(layout: &Layout) -> u16 {
    let mut area = peek_box(layout, 0, false);
    area.height = body(layout).height;
    inside(area).width
}

/// The room inside a box's frame; a small box has no frame.
pub(crate) fn inside(area: Rect) -> Rect {
    if framed(area) { Rect::new(area.x + 2, area.y + 1, area.width - 4, area.height - 2) } else { area }
}

/// Whether a box has room for a frame.
pub(crate) fn framed(area: Rect) -> bool {
    area.width >= 12 && area.height >= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_fill_the_screen_and_none_leaves_it() {
        for width in 0..160 {
            for height in 0..40 {
                let all = Layout::of((width, height), 5, true);
                let screen = Rect::new(0, 0, width, height);
                let parts = [all.title, all.warning, all.outline, all.heads, all.text, all.status, all.bar];
                for part in parts.into_iter().filter(|p| !p.is_empty()) {
                    assert_eq!(part.intersection(screen), part, "{width}x{height}");
                }
                let rows = all.title.height + all.warning.height + all.heads.height + all.text.height;
                assert_eq!(rows + all.status.height + all.bar.height, height, "{width}x{height}");
                assert!(height == 0 || all.text.height > 0, "{width}x{height}");
            }
        }
    }

    #[test]
    fn narrow_screens_have_one_pane() {
        assert_eq!(Layout::of((59, 24), 0, false).outline.width, 0);
        assert!(Layout::of((60, 24), 0, false).outline.width > 0);
        let small = Layout::of((40, 12), 1, false);
        assert_eq!((small.text.width, small.text.height), (40, 8));
    }

    #[test]
    fn columns_want_a_wide_screen() {
        assert_eq!(shape(Wish::Auto, 119, 2), Shape::Stacked);
        assert_eq!(shape(Wish::Auto, 120, 2), Shape::Columns);
        assert_eq!(shape(Wish::Auto, 120, 5), Shape::Stacked);
        assert_eq!(shape(Wish::Auto, 200, 5), Shape::Columns);
        assert_eq!(shape(Wish::Stacked, 200, 2), Shape::Stacked);
        assert_eq!(shape(Wish::Columns, 100, 2), Shape::Columns);
        assert_eq!(shape(Wish::Columns, 50, 2), Shape::Stacked);
    }
}
