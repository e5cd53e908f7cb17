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

/// Which part of the screen a pane has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Slot {
    /// All of it.
    #[default]
    Whole,
    /// The left or upper one of two.
    First,
    /// The right or lower one.
    Second,
}

/// A screen of so many columns and rows, and a pane's part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Room {
    pub(crate) size: (u16, u16),
    pub(crate) slot: Slot,
}

/// How two panes stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Split {
    Beside,
    Below,
}

/// How two panes stand on a screen of that size; `None` where there is room for one only.
pub(crate) fn split(size: (u16, u16)) -> Option<Split> {
    match size {
        (COLUMNS_FROM.., 8..) => Some(Split::Beside),
        (ONE_PANE.., 18..) => Some(Split::Below),
        _ => None,
    }
}

impl Room {
    /// The pane's columns and rows: without status and bar, which both have in common.
    pub(crate) fn part(self) -> Rect {
        let (width, height) = self.size;
        let all = Rect::new(0, 0, width, height.saturating_sub(foot(height)));
        match (self.slot, split(self.size)) {
            (Slot::Whole, _) | (_, None) => all,
            (Slot::First, Some(Split::Beside)) => Rect { width: (width - 1) / 2, ..all },
            (Slot::Second, Some(Split::Beside)) => {
                let x = (width - 1) / 2 + 1;
                Rect { x, width: width - x, ..all }
            }
            (Slot::First, Some(Split::Below)) => Rect { height: all.height / 2, ..all },
            (Slot::Second, Some(Split::Below)) => {
                let y = all.height / 2;
                Rect { y, height: all.height - y, ..all }
            }
        }
    }

    /// The screen's size as if the pane had all of it.
    pub(crate) fn as_whole(self) -> (u16, u16) {
        let part = self.part();
        (part.width, part.height + foot(self.size.1))
    }

    /// Width of the pane's text.
    pub(crate) fn text_width(self) -> u16 {
        let width = self.part().width;
        let side = outline_width(width, self.slot);
        width.saturating_sub(side + u16::from(side > 0))
    }
}

/// Lines of status and bar.
fn foot(height: u16) -> u16 {
    u16::from(height >= 2) + u16::from(height >= 3)
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
    /// Parts of a pane's room. `warning` is how many lines the warning wants, `heads` whether columns have heads.
    pub(crate) fn of(room: Room, warning: usize, heads: bool) -> Self {
        let whole = Self::whole(room.as_whole(), room.slot, warning, heads);
        let (part, (width, height)) = (room.part(), room.size);
        let moved = |area: Rect| Rect { x: area.x + part.x, y: area.y + part.y, ..area };
        let foot = |area: Rect| Rect { y: (height + area.y).saturating_sub(room.as_whole().1), width, ..area };
        Self {
            title: moved(whole.title),
            warning: moved(whole.warning),
            outline: moved(whole.outline),
            heads: moved(whole.heads),
            text: moved(whole.text),
            status: foot(whole.status),
            bar: foot(whole.bar),
        }
    }

    fn whole(size: (u16, u16), slot: Slot, warning: usize, heads: bool) -> Self {
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
        let side = outline_width(width, slot);
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

/// How editions are put together in that room.
pub(crate) fn shape(wish: Wish, room: Room, editions: usize) -> Shape {
    let width = room.part().width;
    let room = fits_columns(usize::from(room.text_width()), editions);
    match wish {
        Wish::Auto if room && width >= COLUMNS_FROM => Shape::Columns,
        Wish::Columns if room => Shape::Columns,
        _ => Shape::Stacked,
    }
}

fn outline_width(width: u16, slot: Slot) -> u16 {
    match width {
        0..ONE_PANE => 0,
        ..100 if slot != Slot::Whole => 0,
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

    fn whole(width: u16, height: u16) -> Room {
        Room { size: (width, height), slot: Slot::Whole }
    }

    #[test]
    fn two_panes_part_the_screen() {
        for width in 0..240 {
            for height in 0..40 {
                let size = (width, height);
                let [one, two] = [Slot::First, Slot::Second].map(|slot| Room { size, slot });
                let all = whole(width, height).part();
                let Some(split) = split(size) else {
                    assert_eq!((one.part(), two.part()), (all, all), "{width}x{height}");
                    continue;
                };
                let (one, two) = (one.part(), two.part());
                let rule = if split == Split::Beside { (1, 0) } else { (0, 0) };
                assert!(one.intersection(two).is_empty());
                assert_eq!(one.union(two), all, "{width}x{height}");
                assert_eq!(one.area() + two.area() + rule.0 * u32::from(all.height), all.area(), "{width}x{height}");
                for slot in [Slot::First, Slot::Second] {
                    let layout = Layout::of(Room { size, slot }, 5, true);
                    assert!(layout.text.height >= 3 && layout.text.width >= 59, "{width}x{height}: {layout:?}");
                    assert_eq!(layout.bar.y + 1, height);
                }
            }
        }
        assert_eq!(split((200, 60)), Some(Split::Beside));
        assert_eq!(split((80, 24)), Some(Split::Below));
        assert_eq!(split((59, 60)), None);
        assert_eq!(split((40, 12)), None);
    }

    #[test]
    fn the_parts_fill_the_screen_and_none_leaves_it() {
        for width in 0..160 {
            for height in 0..40 {
                let all = Layout::of(whole(width, height), 5, true);
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
        assert_eq!(Layout::of(whole(59, 24), 0, false).outline.width, 0);
        assert!(Layout::of(whole(60, 24), 0, false).outline.width > 0);
        let small = Layout::of(whole(40, 12), 1, false);
        assert_eq!((small.text.width, small.text.height), (40, 8));
    }

    #[test]
    fn columns_want_a_wide_screen() {
        assert_eq!(shape(Wish::Auto, whole(119, 24), 2), Shape::Stacked);
        assert_eq!(shape(Wish::Auto, whole(120, 24), 2), Shape::Columns);
        assert_eq!(shape(Wish::Auto, whole(120, 24), 5), Shape::Stacked);
        assert_eq!(shape(Wish::Auto, whole(200, 24), 5), Shape::Columns);
        assert_eq!(shape(Wish::Stacked, whole(200, 24), 2), Shape::Stacked);
        assert_eq!(shape(Wish::Columns, whole(100, 24), 2), Shape::Columns);
        assert_eq!(shape(Wish::Columns, whole(50, 24), 2), Shape::Stacked);
    }
}
