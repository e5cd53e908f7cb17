//! A pane: a text being read, with a place, a trail and editions of its own.

use std::rc::Rc;

use lawgrep_model::Citation;

use crate::{
    arrange::Row,
    flow::Hits,
    layout::{Room, Wish},
    own::words::t,
    reader::Reader,
    refs::LinkId,
    screen::{Screen, Show, Spot},
    state::{Caution, Place},
    word::Word,
};

/// One of at most two.
#[derive(Debug, Clone)]
pub(crate) struct Pane {
    pub(crate) show: Show,
    /// What the user had chosen to read, where a reference opened something else; going on returns to it.
    pub(crate) home: Option<Show>,
    pub(crate) wish: Wish,
    /// What stands in the first line of the text; `None` where there is no text.
    pub(crate) spot: Option<Spot>,
    pub(crate) selected: Option<LinkId>,
    /// The word under the cursor.
    pub(crate) word: Option<Word>,
    /// The name of the place gone to, while nothing has been scrolled.
    pub(crate) label: Option<String>,
    /// The user chose this place, so the trail names it.
    pub(crate) chosen: bool,
    /// The number of the place gone to deceives; said until another provision is read.
    pub(crate) caution: Option<Caution>,
    pub(crate) history: Vec<Place>,
    /// What going back has left, the last one first to come again.
    pub(crate) future: Vec<Place>,
    /// The hit gone to.
    pub(crate) at_hit: Option<Spot>,
    pub(crate) screen: Rc<Screen>,
}

impl Pane {
    /// The first provision of what is shown.
    pub(crate) fn new(reader: &dyn Reader, room: Room, show: Show, hits: &Hits) -> Self {
        let screen = Screen::of(reader, room, &show, Wish::Auto, (hits, 0), None, None);
        // A book's title page and contents stand above its laws, within reach.
        let first = screen.rows.rows.iter().position(|row| row.is_provision()).unwrap_or(0);
        let spot = screen.spot_of_row(first);
        Self {
            show,
            home: None,
            wish: Wish::Auto,
            spot,
            selected: None,
            word: None,
            label: None,
            chosen: false,
            caution: None,
            history: Vec::new(),
            future: Vec::new(),
            at_hit: None,
            screen,
        }
    }

    /// Works the screen out again if something it depends on has changed.
    pub(crate) fn refresh(&mut self, reader: &dyn Reader, room: Room, hits: &Hits, marked: u64) {
        let caution = self.caution.as_ref().map(|caution| caution.text.as_str());
        self.screen = Screen::of(reader, room, &self.show, self.wish, (hits, marked), caution, Some(&self.screen));
        self.reach(reader, hits, 0, 0);
    }

    /// Sets the lines in view, and so many more before and after them.
    pub(crate) fn reach(&mut self, reader: &dyn Reader, hits: &Hits, before: usize, after: usize) {
        self.screen = self.screen.covering(reader, hits, self.spot, (before, after));
    }

    /// The first line of the text.
    pub(crate) fn top(&self) -> usize {
        self.spot.map_or(0, |spot| self.screen.line_of(spot))
    }

    /// The row that stands in the first line of the text.
    pub(crate) fn row(&self) -> Option<usize> {
        self.spot.and_then(|spot| self.screen.row_of(spot))
    }

    /// The name of the place being read.
    pub(crate) fn here(&self) -> Option<String> {
        let row = || self.row().and_then(|row| self.screen.rows.rows.get(row)).map(|row| self.name(row));
        self.label.clone().or_else(row)
    }

    /// The name of a row; of another code than the one being read it says so.
    pub(crate) fn name(&self, row: &Row) -> String {
        if row.code == self.screen.rows.code {
            row.name.clone()
        } else {
            t!("of_code", name = row.name, code = row.code)
        }
    }

    /// The name of a provision, likewise.
    pub(crate) fn name_of(&self, code: u16, cite: Citation) -> String {
        if code == self.screen.rows.code { cite.to_string() } else { t!("of_code", name = cite, code) }
    }

    /// The steps that led here, the present place last.
    pub(crate) fn trail(&self) -> Vec<String> {
        let steps = self.history.iter().filter_map(|place| place.step.clone());
        steps.chain(self.here()).collect()
    }
}
