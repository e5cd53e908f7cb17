//! Everything that is worked out for what is shown, kept until something that it depends on changes.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use lawgrep_model::{Citation, Edition};

use crate::{
    arrange::{Arrangement, Block},
    flow::{Flow, Hits, Shape, tag},
    ink::{Ink, Line, Tone},
    layout::{self, Layout, Room, Wish},
    outline::Outline,
    own::words::t,
    reader::Reader,
    wrap::Wrapper,
};

/// What is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Show {
    /// The edition being read.
    pub(crate) reading: usize,
    /// The editions beside it, seen while `parallel` is on.
    pub(crate) beside: Vec<usize>,
    pub(crate) parallel: bool,
    /// What cites a provision without being law stands under it in full.
    pub(crate) unfold: bool,
}

/// A place in the text that survives a change of width, and of the editions shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    /// `None` in a row of pointers only.
    block: Option<Block>,
    code: u16,
    cite: Option<Citation>,
    /// Line of the row, and how many lines the row had.
    line: usize,
    of: usize,
}

/// What the screen depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Made {
    room: Room,
    show: Show,
    wish: Wish,
    marked: u64,
    caution: Option<String>,
}

/// What is worked out.
#[derive(Debug, Clone)]
pub(crate) struct Screen {
    made: Made,
    pub(crate) layout: Layout,
    pub(crate) rows: Rc<Arrangement>,
    pub(crate) outline: Rc<Outline>,
    pub(crate) flow: Rc<Flow>,
    /// What must be said about the editions shown.
    pub(crate) warning: Vec<Line>,
    earlier: Earlier,
}

/// Rows and outline of what was shown before, by the edition read and those beside: one goes back and forth between them.
type Earlier = Rc<RefCell<BTreeMap<(usize, Vec<usize>), (Rc<Arrangement>, Rc<Outline>)>>>;

impl Screen {
    /// Works out what has changed since `before`. `marked` counts the changes of `hits`; `caution` is said first.
    pub(crate) fn of(
        reader: &dyn Reader,
        room: Room,
        show: &Show,
        wish: Wish,
        hits: (&Hits, u64),
        caution: Option<&str>,
        before: Option<&Rc<Screen>>,
    ) -> Rc<Screen> {
        let made = Made { room, show: show.clone(), wish, marked: hits.1, caution: caution.map(str::to_owned) };
        if let Some(before) = before.filter(|before| before.made == made) {
            return Rc::clone(before);
        }
        let same = before.filter(|before| before.made.show == made.show);
        let earlier = before.map(|before| Rc::clone(&before.earlier)).unwrap_or_default();
        let key = (show.reading, if show.parallel { show.beside.clone() } else { Vec::new() });
        let (rows, outline) = match same {
            Some(before) => (Rc::clone(&before.rows), Rc::clone(&before.outline)),
            None if earlier.borrow().contains_key(&key) => {
                let known = earlier.borrow();
                known.get(&key).map(|(rows, outline)| (Rc::clone(rows), Rc::clone(outline))).unwrap_or_default()
            }
            None => {
                let beside = if show.parallel { show.beside.as_slice() } else { &[] };
                let mut known = earlier.borrow_mut();
                let turned = known.values().find_map(|(rows, _)| rows.turned(reader, show.reading, beside));
                let rows = turned.unwrap_or_else(|| Arrangement::of(reader, show.reading, beside));
                let outline = Outline::of(&rows);
                let made = (Rc::new(rows), Rc::new(outline));
                // A session has few of them; nobody compares so many.
                if known.len() >= 12 {
                    known.clear();
                }
                known.insert(key, (Rc::clone(&made.0), Rc::clone(&made.1)));
                made
            }
        };
        let (width, height) = room.as_whole();
        let shape = layout::shape(wish, room, rows.shown.len() - rows.broken.len());
        let flow = match same {
            Some(before)
                if (before.made.room.part().width, before.made.room.slot) == (room.part().width, room.slot)
                    && before.made.wish == wish
                    && before.made.marked == hits.1 =>
            {
                Rc::clone(&before.flow)
            }
            _ => {
                let room = usize::from(room.text_width());
                let measure = if shape == Shape::Columns { room } else { room.min(layout::MEASURE) };
                Rc::new(Flow::of(reader, &rows, measure, shape).unfolded(show.unfold))
            }
        };
        let most = layout::warning_lines(height);
        let mut first = Wrapper::new(usize::from(width), 0);
        first.push(caution.unwrap_or_default(), Ink::Warning(Tone::Superseded));
        let mut warning = first.finish();
        let more = layout::caution_lines(height).min(warning.len());
        warning.truncate(most + more);
        let left = most + more - warning.len();
        let says = self::warning(reader.editions(), &rows, usize::from(width), left);
        warning.extend(says.into_iter().take(left));
        let layout = Layout::of(room, warning.len(), shape == Shape::Columns);
        Rc::new(Screen { made, layout, rows, outline, flow, warning, earlier })
    }

    /// The same with the lines about a place in view set: those that the pane shows from there on, and so many more before and
    /// after.
    pub(crate) fn covering(
        self: &Rc<Self>,
        reader: &dyn Reader,
        hits: &Hits,
        spot: Option<Spot>,
        more: (usize, usize),
    ) -> Rc<Self> {
        let row = spot.and_then(|spot| self.row_of(spot)).unwrap_or(0);
        let at = |flow: &Flow, line: usize| {
            let reach = (more.0, self.height() + more.1);
            flow.covering(reader, &self.rows, hits, (row, line), reach)
        };
        // How many lines the row has is known once it is set.
        let begun = at(&self.flow, 0);
        let flow = begun.as_ref().unwrap_or(&self.flow);
        let line = spot.zip(flow.extent(row)).map_or(0, |(spot, extent)| spot.line_in(extent.len));
        match at(flow, line).or(begun) {
            Some(flow) => Rc::new(Self { flow: Rc::new(flow), ..Screen::clone(self) }),
            None => Rc::clone(self),
        }
    }

    /// Number of lines that the text pane shows.
    pub(crate) fn height(&self) -> usize {
        usize::from(self.layout.text.height)
    }

    /// The place of a line; `None` where there is no text.
    pub(crate) fn spot_at(&self, line: usize) -> Option<Spot> {
        let row = self.flow.row_at(line)?;
        let extent = self.flow.extent(row)?;
        self.spot_in(row, line.saturating_sub(extent.first))
    }

    /// The place of a row's first line.
    pub(crate) fn spot_of_row(&self, row: usize) -> Option<Spot> {
        self.spot_in(row, 0)
    }

    /// The place of a line of a row that had so many lines when it was last seen.
    pub(crate) fn spot_in_row(&self, row: usize, line: usize, of: usize) -> Option<Spot> {
        self.spot_in(row, 0).map(|spot| Spot { line, of, ..spot })
    }

    fn spot_in(&self, row: usize, line: usize) -> Option<Spot> {
        // A row that is not set yet has its first line, which is the same of however many.
        let of = self.flow.extent(row).map_or(0, |extent| extent.len);
        let row = self.rows.rows.get(row)?;
        let own = row.blocks().find(|block| block.edition == self.made.show.reading);
        let block = own.or_else(|| row.blocks().next());
        Some(Spot { block, code: row.code, cite: row.cite, line, of })
    }

    /// The row of a place, or the nearest that is shown.
    pub(crate) fn row_of(&self, spot: Spot) -> Option<usize> {
        let by_cite = |cite| {
            let near = || self.rows.nearest(spot.code, cite).and_then(|near| self.rows.row_of(spot.code, near));
            self.rows.row_of(spot.code, cite).or_else(near)
        };
        spot.block.and_then(|block| self.rows.row_of_block(block)).or_else(|| spot.cite.and_then(by_cite))
    }

    /// The line of a place that is set already.
    pub(crate) fn line_in_view(&self, spot: Spot) -> Option<usize> {
        let extent = self.flow.extent(self.row_of(spot)?)?;
        Some(extent.first + spot.line_in(extent.len))
    }

    /// The line of a place; the first one where it cannot be found.
    pub(crate) fn line_of(&self, spot: Spot) -> usize {
        self.line_in_view(spot).unwrap_or(0)
    }
}

impl Spot {
    /// The line of its row, which has so many now.
    fn line_in(self, len: usize) -> usize {
        let line = if len == self.of { self.line } else { self.line * len / self.of.max(1) };
        line.min(len.saturating_sub(1))
    }

    /// The provision that stands there.
    pub(crate) fn cite(self) -> Option<Citation> {
        self.cite
    }

    /// Line of its row, and how many lines that had.
    pub(crate) fn line(self) -> (usize, usize) {
        (self.line, self.of)
    }

    /// The code it is of.
    pub(crate) fn code(self) -> u16 {
        self.code
    }

    /// The same place, where another unit stands for it.
    pub(crate) fn with(self, block: Option<Block>) -> Self {
        Self { block, ..self }
    }

    /// The unit that stands there.
    pub(crate) fn block(self) -> Option<Block> {
        self.block
    }
}

/// What must be said about the editions shown, in at most `most` lines if shorter words can make it so.
fn warning(editions: &[Edition], rows: &Arrangement, width: usize, most: usize) -> Vec<Line> {
    let full = full_warning(editions, rows, width);
    if full.len() <= most || rows.shown.len() < 2 {
        return full;
    }
    let mut wrapper = Wrapper::new(width, 0);
    let mut shown: Vec<&Edition> = rows.shown.iter().filter_map(|n| editions.get(*n)).collect();
    shown.retain(|edition| Tone::of(edition) != Tone::Law);
    shown.sort_by_key(|edition| edition.in_force());
    for (edition, _) in &rows.broken {
        wrapper.push(&t!("unreadable_short", edition = id(editions, *edition)), Ink::Warning(Tone::Superseded));
    }
    for (n, edition) in shown.iter().enumerate() {
        let end = if n + 1 < shown.len() { ", " } else { "" };
        wrapper.push(&format!("{}{end}", tag(edition)), Ink::Warning(Tone::of(edition)));
    }
    wrapper.finish()
}

/// Each thing once, with the names it holds for where there are several editions. What is no longer law comes first.
fn full_warning(editions: &[Edition], rows: &Arrangement, width: usize) -> Vec<Line> {
    let mut says: Vec<(String, Tone, Vec<&str>)> = Vec::new();
    for edition in rows.shown.iter().filter_map(|n| editions.get(*n)) {
        let mut text = crate::flow::caveat(edition);
        if edition.extract {
            text.push_str(if text.is_empty() { "" } else { "; " });
            text.push_str(&t!("extract"));
        }
        match says.iter_mut().find(|(said, ..)| *said == text) {
            _ if text.is_empty() => {}
            Some((_, _, names)) => names.push(edition.id.as_str()),
            None => says.push((text, Tone::of(edition), vec![edition.id.as_str()])),
        }
    }
    says.sort_by_key(|(_, tone, _)| *tone != Tone::Superseded);
    let mut wrapper = Wrapper::new(width, 0);
    for (edition, why) in &rows.broken {
        let text = t!("unreadable", edition = id(editions, *edition), why);
        wrapper.push(&text, Ink::Warning(Tone::Superseded));
        wrapper.end_line();
    }
    for (text, tone, names) in says {
        // What holds for all needs no names; the words come first on a small screen.
        let text = if names.len() < rows.shown.len() { format!("{}: {text}", names.join(", ")) } else { text };
        wrapper.push(&text, Ink::Warning(tone));
        wrapper.end_line();
    }
    wrapper.finish()
}

fn id(editions: &[Edition], n: usize) -> &str {
    editions.get(n).map_or("", |e| e.id.as_str())
}
