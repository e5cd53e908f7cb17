//! Sets rows in lines of a given width. A row is set when it first comes into view, and kept until the editions shown or the
//! width change: a whole book in five languages takes longer than a reader waits.

mod compose;

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use lawgrep_model::{Document, Edition, Place, Span, Standing, UnitId, UnitKey};

use crate::{
    arrange::{self, Arrangement, Cell, Content, Row, What},
    ink::{Ink, Line, Mark, Tone},
    own::words::t,
    reader::Reader,
    refs::{LinkId, Origin},
    wrap::Wrapper,
};

/// Words found by the last search, by edition and unit.
pub(crate) type Hits = BTreeMap<(usize, UnitId), Vec<Span>>;

/// How editions are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One under the other, provision by provision.
    Stacked,
    /// Side by side.
    Columns,
}

/// Something that can be followed, and its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) id: LinkId,
    /// First line that shows it.
    pub(crate) first: usize,
    /// Last line that shows it.
    pub(crate) last: usize,
    /// Column of its first word.
    pub(crate) col: usize,
}

/// Where a row stands among the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) first: usize,
    pub(crate) len: usize,
}

/// One column of editions side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) edition: usize,
    pub(crate) col: usize,
    pub(crate) width: usize,
}

/// Neighbouring rows set in lines: as many as are in view, or were at some time.
#[derive(Debug, Clone, Default)]
pub(crate) struct Flow {
    pub(crate) lines: Vec<Line>,
    /// The first row.
    first: usize,
    /// One per row, from the first on.
    extents: Vec<Extent>,
    /// What runs' marks count in.
    ids: Vec<LinkId>,
    /// What runs' sources count in.
    pub(crate) places: Vec<(usize, UnitId, Place)>,
    /// The links in reading order: row by row, in a row column by column.
    pub(crate) links: Vec<Link>,
    /// The columns; empty where editions are stacked or there is one only.
    pub(crate) columns: Vec<Column>,
    width: usize,
    /// What cites a provision without being law stands under it in full.
    unfold: bool,
    /// Every row set so far.
    sets: Rc<RefCell<BTreeMap<usize, Rc<Set>>>>,
}

/// One row in lines, with the blank line below it where there is one.
#[derive(Debug, Default)]
pub(crate) struct Set {
    lines: Vec<Line>,
    /// What its runs' marks count in.
    ids: Vec<LinkId>,
    /// What its runs' sources count in.
    places: Vec<(usize, UnitId, Place)>,
}

/// From this width on labels stand in a margin.
const MARGIN_FROM: usize = 46;
/// `20F5b(i)` and a blank fit.
const MARGIN: usize = 10;
/// Narrower columns are not read with pleasure; then editions are stacked.
const COLUMN_MIN: usize = 24;
/// Between two columns.
const BAR: &str = " │ ";

impl Set {
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }
}

impl Flow {
    /// The rows of the arrangement, none of them set yet.
    pub(crate) fn of(reader: &dyn Reader, rows: &Arrangement, width: usize, shape: Shape) -> Self {
        let columns = if shape == Shape::Columns { columns(reader, rows, width) } else { Vec::new() };
        Self { columns, width, ..Self::default() }
    }

    /// The same with what cites the provisions under them, or without.
    pub(crate) fn unfolded(self, unfold: bool) -> Self {
        Self { unfold, ..self }
    }

    /// The same with the lines about a place in view: so many before it, and so many from it on. `None` where they are
    /// already.
    pub(crate) fn covering(
        &self,
        reader: &dyn Reader,
        rows: &Arrangement,
        hits: &Hits,
        at: (usize, usize),
        reach: (usize, usize),
    ) -> Option<Self> {
        let ((row, line), (before, after)) = (at, reach);
        if let Some(extent) = self.extent(row) {
            let place = extent.first + line;
            let up = self.first == 0 || place >= before;
            let down = self.first + self.extents.len() >= rows.rows.len() || self.lines.len() >= place + after;
            if up && down {
                return None;
            }
        }
        let set = |n: usize| self.row(reader, rows, hits, n);
        let (mut first, mut above) = (row.min(rows.rows.len().saturating_sub(1)), line);
        while above < before && first > 0 {
            first -= 1;
            above += set(first).lines.len();
        }
        let mut flow = Self {
            first,
            columns: self.columns.clone(),
            width: self.width,
            unfold: self.unfold,
            sets: Rc::clone(&self.sets),
            ..Self::default()
        };
        let mut place = None;
        for n in first..rows.rows.len() {
            if n == row {
                place = Some(flow.lines.len() + line);
            }
            if place.is_some_and(|place| flow.lines.len() >= place + after) {
                break;
            }
            flow.add(&set(n));
        }
        flow.find_links();
        Some(flow)
    }

    /// A row in lines.
    pub(crate) fn row(&self, reader: &dyn Reader, rows: &Arrangement, hits: &Hits, n: usize) -> Rc<Set> {
        if let Some(set) = self.sets.borrow().get(&n) {
            return Rc::clone(set);
        }
        let mut setter = Setter::new(reader, self.width, hits);
        setter.parallel = rows.shown.len() > 1;
        setter.rows = Some(rows);
        setter.here = n;
        setter.columns.clone_from(&self.columns);
        if let Some(row) = rows.rows.get(n) {
            setter.row(row);
            if let Some(offers) = rows.offers.get(&n) {
                setter.offers(n, offers);
                for (edition, unit) in offers.iter().filter(|_| self.unfold) {
                    setter.unfold(*edition, *unit);
                }
            }
        }
        if rows.rows.get(n + 1).is_some_and(|next| setter.opens_gap(next)) {
            setter.blank();
        }
        let set = Rc::new(Set { lines: setter.lines, ids: setter.ids, places: setter.places });
        self.sets.borrow_mut().insert(n, Rc::clone(&set));
        set
    }

    /// Adds a row below the others.
    fn add(&mut self, set: &Set) {
        let count = |len: usize| u32::try_from(len).unwrap_or(u32::MAX);
        let (shift, places) = (count(self.ids.len()), count(self.places.len()));
        self.extents.push(Extent { first: self.lines.len(), len: set.lines.len() });
        for line in &set.lines {
            let mut line = line.clone();
            for run in &mut line.runs {
                run.mark.link = run.mark.link.map(|link| link.saturating_add(shift));
                if let Some(source) = &mut run.source {
                    source.place = source.place.saturating_add(places);
                }
            }
            self.lines.push(line);
        }
        self.ids.extend_from_slice(&set.ids);
        self.places.extend_from_slice(&set.places);
    }

    fn find_links(&mut self) {
        let mut spans: Vec<Option<Link>> = vec![None; self.ids.len()];
        for (n, line) in self.lines.iter().enumerate() {
            for run in &line.runs {
                let slot =
                    run.mark.link.and_then(|link| Some((*self.ids.get(link as usize)?, spans.get_mut(link as usize)?)));
                if let Some((id, slot)) = slot {
                    slot.get_or_insert(Link { id, first: n, last: n, col: run.col }).last = n;
                }
            }
        }
        let mut links: Vec<Link> = spans.into_iter().flatten().collect();
        // Cell by cell: who reads one of several columns goes through its references before those of the next.
        let row = |link: &Link| self.extents.partition_point(|extent| extent.first <= link.first);
        links.sort_by_key(|link| (row(link), self.column_at(link.col), link.first, link.col));
        self.links = links;
    }

    /// Where a row stands, while it is set.
    pub(crate) fn extent(&self, row: usize) -> Option<Extent> {
        self.extents.get(row.checked_sub(self.first)?).copied()
    }

    /// The row that the line belongs to.
    pub(crate) fn row_at(&self, line: usize) -> Option<usize> {
        let n = self.extents.partition_point(|extent| extent.first <= line).checked_sub(1)?;
        Some(self.first + n)
    }

    /// The column of editions side by side in which that column of characters stands, counted from one.
    pub(crate) fn column_at(&self, col: usize) -> usize {
        self.columns.partition_point(|column| column.col <= col)
    }

    /// The link that a run belongs to.
    pub(crate) fn link_of(&self, mark: Mark) -> Option<LinkId> {
        self.ids.get(mark.link? as usize).copied()
    }

    /// The link of that name.
    pub(crate) fn link(&self, id: LinkId) -> Option<&Link> {
        self.links.iter().find(|link| link.id == id)
    }
}

/// Some rows of one edition, for a preview.
pub(crate) fn excerpt<'a>(reader: &dyn Reader, rows: impl Iterator<Item = &'a Row>, width: usize, hits: &Hits) -> Flow {
    let mut setter = Setter::new(reader, width, hits);
    for row in rows {
        setter.row(row);
    }
    let mut flow = Flow { lines: setter.lines, ids: setter.ids, places: setter.places, width, ..Flow::default() };
    flow.find_links();
    flow
}

/// Whether that many editions have room side by side.
pub(crate) fn fits_columns(width: usize, editions: usize) -> bool {
    editions > 1 && column_width(width, editions) >= COLUMN_MIN
}

fn column_width(width: usize, editions: usize) -> usize {
    let bars = BAR.chars().count() * editions.saturating_sub(1);
    width.saturating_sub(MARGIN + bars) / editions.max(1)
}

fn columns(reader: &dyn Reader, rows: &Arrangement, width: usize) -> Vec<Column> {
    let editions: Vec<usize> = rows.shown.iter().copied().filter(|e| reader.document(*e).is_some()).collect();
    if !fits_columns(width, editions.len()) {
        return Vec::new();
    }
    let wide = column_width(width, editions.len());
    let column = |(n, edition)| Column { edition, col: MARGIN + n * (wide + BAR.chars().count()), width: wide };
    editions.into_iter().enumerate().map(column).collect()
}

/// Sets row after row.
struct Setter<'a> {
    reader: &'a dyn Reader,
    hits: &'a Hits,
    width: usize,
    margin: usize,
    parallel: bool,
    /// All rows, where more than an excerpt is set.
    rows: Option<&'a Arrangement>,
    columns: Vec<Column>,
    /// The row being set.
    here: usize,
    lines: Vec<Line>,
    ids: Vec<LinkId>,
    places: Vec<(usize, UnitId, Place)>,
    last: Option<What>,
    /// The last row has columns.
    beside: bool,
}

impl<'a> Setter<'a> {
    fn new(reader: &'a dyn Reader, width: usize, hits: &'a Hits) -> Self {
        Self {
            reader,
            hits,
            width,
            margin: if width >= MARGIN_FROM { MARGIN } else { 0 },
            parallel: false,
            rows: None,
            columns: Vec::new(),
            here: 0,
            lines: Vec::new(),
            ids: Vec::new(),
            places: Vec::new(),
            last: None,
            beside: false,
        }
    }

    /// Whether a blank line parts the row from what stands above. A narrow screen has them only before laws.
    fn opens_gap(&self, row: &Row) -> bool {
        use lawgrep_model::Level::{Law, Section};
        match row.what {
            What::Contents => self.last != Some(What::Contents),
            What::Provision(Law) | What::Chapter | What::Matter => true,
            _ if self.margin == 0 => false,
            What::Provision(Section) | What::Definition | What::Exercise | What::Answer | What::ScreenRule => true,
            What::Provision(_) | What::Tail | What::Remark => self.parallel,
        }
    }

    /// A blank line at the end of the last row.
    fn blank(&mut self) {
        let mut line = Line::default();
        if self.beside {
            bars(&mut line, &self.columns);
        }
        self.lines.push(line);
    }

    fn row(&mut self, row: &Row) {
        let first = self.lines.len();
        // What only one edition has, and is no provision, has the whole width.
        let side_by_side = !self.columns.is_empty() && row.cells.len() > 1;
        match row.cells.as_slice() {
            _ if side_by_side => self.side_by_side(row),
            [_] if !self.parallel => self.single(row),
            _ => self.stacked(row),
        }
        if self.lines.len() == first {
            self.lines.push(Line::default());
        }
        self.last = Some(row.what);
        self.beside = side_by_side;
    }

    /// What cites the last row's provision, in full; an exercise with its answer.
    fn unfold(&mut self, edition: usize, unit: UnitId) {
        let Some(document) = self.document(edition) else { return };
        let answer = match document.unit(unit).map(|unit| &unit.key) {
            Some(UnitKey::Exercise(n)) => document.iter().find(|(_, other)| other.key == UnitKey::Answer(*n)),
            _ => None,
        };
        // Whose words they are is said in any case.
        let parallel = std::mem::replace(&mut self.parallel, true);
        for unit in std::iter::once(unit).chain(answer.map(|(id, _)| id)) {
            for row in arrange::below(self.reader, edition, unit) {
                self.row(&row);
            }
        }
        self.parallel = parallel;
    }

    /// A line below the last row that names what cites its provision.
    fn offers(&mut self, row: usize, offers: &[(usize, UnitId)]) {
        /// More are found in the list of what refers to the provision.
        const MOST: usize = 8;
        let mut wrapper = Wrapper::new(self.width, self.margin);
        wrapper.push(&t!("cited_in"), Ink::Missing);
        let mut last = None;
        for (n, (edition, unit)) in offers.iter().take(MOST).enumerate() {
            if n > 0 {
                wrapper.push(",", Ink::Missing);
            }
            wrapper.gap(1);
            let Some(read) = self.document(*edition).and_then(|d| d.unit(*unit)) else { continue };
            let other = self.rows.is_none_or(|rows| rows.shown != [*edition]);
            if let Some(edition) = self.edition(*edition).filter(|_| other && last != Some(*edition)) {
                wrapper.push(&format!("{} ", edition.id), Ink::Missing);
            }
            last = Some(*edition);
            let link = self.link(LinkId { edition: *edition, unit: *unit, origin: Origin::Row(row) });
            wrapper.push(&named(&read.key), Mark { link, ..Ink::Link.into() });
        }
        if let Some(more) = offers.len().checked_sub(MOST).filter(|more| *more > 0) {
            wrapper.push(&t!("and_more", more), Ink::Missing);
        }
        self.lines.extend(wrapper.finish());
        self.beside = false;
    }

    /// A new link's index.
    fn link(&mut self, id: LinkId) -> Option<u32> {
        self.ids.push(id);
        u32::try_from(self.ids.len() - 1).ok()
    }

    /// One edition: label, heading, words.
    fn single(&mut self, row: &Row) {
        let margin = if row.what == What::Chapter { 0 } else { self.margin };
        let mut wrapper = Wrapper::new(self.width, margin);
        let tone = row.cells.first().map_or(Tone::Law, |cell| self.tone(cell.edition));
        self.label(&mut wrapper, row, tone);
        for cell in &row.cells {
            self.cell(&mut wrapper, row, cell);
        }
        self.lines.extend(wrapper.finish());
    }

    /// Several editions, one under the other; each says whose words they are.
    fn stacked(&mut self, row: &Row) {
        let mut wrapper = Wrapper::new(self.width, self.margin);
        self.label(&mut wrapper, row, self.row_tone(row));
        for cell in &row.cells {
            if cell.content == Content::Nothing {
                continue;
            }
            wrapper.end_words();
            if let Some(edition) = self.edition(cell.edition) {
                wrapper.push(&tag(edition), Ink::Tag(Tone::of(edition)));
                wrapper.gap(2);
            }
            self.cell(&mut wrapper, row, cell);
        }
        self.lines.extend(wrapper.finish());
    }

    /// Several editions in columns, whose heads name them.
    fn side_by_side(&mut self, row: &Row) {
        let mut label = Wrapper::new(self.width, MARGIN);
        self.label(&mut label, row, self.row_tone(row));
        let mut lines = label.finish();
        // A long label takes a line above the columns.
        let from = lines.len().saturating_sub(usize::from(self.label_of(row).chars().count() + 2 <= MARGIN));
        for column in self.columns.clone() {
            let Some(cell) = row.cells.iter().find(|cell| cell.edition == column.edition) else { continue };
            let mut wrapper = Wrapper::new(column.width, 0);
            self.cell(&mut wrapper, row, cell);
            for (n, line) in wrapper.finish().into_iter().enumerate() {
                while lines.len() <= from + n {
                    lines.push(Line::default());
                }
                if let Some(whole) = lines.get_mut(from + n) {
                    whole.runs.extend(line.shifted(column.col).runs);
                }
            }
        }
        for line in lines.iter_mut().skip(from) {
            bars(line, &self.columns);
        }
        self.lines.extend(lines);
    }

    fn label(&self, wrapper: &mut Wrapper, row: &Row, tone: Tone) {
        if row.is_provision() {
            wrapper.label(&self.label_of(row), Ink::Label(tone));
        }
    }

    /// What stands in the margin; a number of another code than the one being read never stands there bare.
    fn label_of(&self, row: &Row) -> String {
        match self.rows {
            Some(rows) => rows.label(row),
            None => row.name.clone(),
        }
    }

    /// That of the best text in the numbering of the row's code.
    fn row_tone(&self, row: &Row) -> Tone {
        let of_code = |edition: usize| self.edition(edition).is_some_and(|e| e.code == row.code);
        let has = |cell: &&Cell| of_code(cell.edition) && cell.content != Content::Missing;
        let mut tones = row.cells.iter().filter(has).map(|cell| self.tone(cell.edition));
        let first = tones.next().unwrap_or(Tone::Lesser);
        tones.fold(first, Tone::min)
    }

    fn tone(&self, edition: usize) -> Tone {
        self.edition(edition).map_or(Tone::Law, Tone::of)
    }

    fn edition(&self, edition: usize) -> Option<&'a Edition> {
        self.reader.editions().get(edition)
    }

    fn document(&self, edition: usize) -> Option<&'a Document> {
        self.reader.document(edition)
    }
}

/// A unit that is no law, in a sentence.
pub(crate) fn named(key: &UnitKey) -> String {
    match key {
        UnitKey::Exercise(n) => t!("named_exercise", n),
        UnitKey::Answer(n) => t!("named_answer", n),
        UnitKey::ScreenRule(name) => t!("named_screen", name),
        UnitKey::Remark(cite) => t!("named_remark", cite),
        other => other.pipe(),
    }
}

/// What weight a text has, in a word.
pub(crate) fn standing(standing: Standing) -> String {
    match standing {
        Standing::Official => t!("short_official"),
        Standing::Regulation => t!("short_regulation"),
        Standing::Companion => t!("short_companion"),
        Standing::Training => t!("short_training"),
    }
}

/// What must be said beside an edition's text. Empty for a law book in force.
pub(crate) fn caveat(edition: &Edition) -> String {
    let mut parts = Vec::new();
    if !edition.in_force() {
        parts.push(t!("superseded", code = edition.code));
    }
    match edition.standing {
        Standing::Official => {}
        Standing::Regulation => parts.push(t!("caveat_regulation")),
        Standing::Companion => parts.push(t!("caveat_companion")),
        Standing::Training => parts.push(t!("caveat_training")),
    }
    parts.join("; ")
}

/// An edition's name beside its words, with what must be said about it.
pub(crate) fn tag(edition: &Edition) -> String {
    let mut says = Vec::new();
    if !edition.in_force() {
        says.push(t!("superseded", code = edition.code));
    }
    if edition.standing != Standing::Official {
        says.push(standing(edition.standing));
    }
    if says.is_empty() { edition.id.to_string() } else { format!("{} ({})", edition.id, says.join("; ")) }
}

fn bars(line: &mut Line, columns: &[Column]) {
    let width = BAR.chars().count();
    for column in columns.iter().skip(1) {
        line.runs.push(crate::ink::Run {
            col: column.col.saturating_sub(width),
            width,
            text: BAR.to_owned(),
            mark: Ink::Rule.into(),
            source: None,
        });
    }
}
