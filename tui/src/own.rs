//! What belongs to the user and not to the laws: words of the interface, keys, bookmarks, the place to come back to. Read from
//! text that [`World`](crate::World) brings; nothing here touches a disk.

pub(crate) mod bookmarks;
pub(crate) mod config;
pub(crate) mod copied;
pub(crate) mod keys;
pub(crate) mod resume;
pub(crate) mod words;

use std::rc::Rc;

use lawgrep_model::Edition;

use crate::{
    pane::Pane,
    reader::Start,
    screen::{Show, Spot},
    world::{Brought, Keepsake},
};
use bookmarks::Bookmarks;
use config::Config;
use copied::Copied;
use keys::Keys;
use words::{Words, fill};

/// All of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Own {
    pub(crate) words: Rc<Words>,
    pub(crate) config: Config,
    pub(crate) bookmarks: Bookmarks,
    /// What was copied last, while nothing else was done since.
    pub(crate) copied: Option<Copied>,
    /// Where a range of provisions to copy begins: what is shown, and the place.
    pub(crate) from: Option<(Show, Spot)>,
    /// Files that did not read. They are not written.
    pub(crate) broken: Vec<Keepsake>,
    /// What must be said about those, and about the settings.
    pub(crate) troubles: Vec<String>,
    /// What the event loop has to do.
    pub(crate) pending: Option<crate::Effect>,
}

impl Own {
    pub(crate) fn of(start: &Start, editions: &[Edition]) -> Self {
        let language = config::read(&start.kept.config, &Words::of(&start.lang)).0.language;
        let words = Rc::new(Words::of(language.as_deref().unwrap_or(&start.lang)));
        let (config, troubles) = config::read(&start.kept.config, &words);
        let mut own = Self { words, config, troubles, ..Self::default() };
        for (name, line) in &own.config.editions {
            if !editions.iter().any(|e| config::names(name, e)) {
                let path = start.kept.config.as_ref().map_or("", |brought| brought.path.as_str());
                let why = fill(&own.words.config_edition, &[("what", name)]);
                own.troubles.push(config::trouble(&own.words, path, *line, &why, &own.words.config_left_out));
            }
        }
        own.bookmarks = own.read(Keepsake::Bookmarks, &start.kept.bookmarks, Bookmarks::read);
        own
    }

    /// Reads a file. One that does not read is named and locked.
    pub(crate) fn read<T: Default>(
        &mut self,
        file: Keepsake,
        brought: &Option<Brought>,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> T {
        let Some(brought) = brought else { return T::default() };
        let read = brought.text.as_ref().map_err(String::clone).and_then(|text| parse(text));
        read.unwrap_or_else(|why| {
            self.broken.push(file);
            let path = brought.path.as_str();
            self.troubles.push(fill(&self.words.file_broken, &[("path", path), ("why", &why)]));
            T::default()
        })
    }

    /// The rows of what a pane shows from where the range to copy begins to the place being read, both among them, in print
    /// order.
    pub(crate) fn range(&self, pane: &Pane) -> Option<std::ops::Range<usize>> {
        let (show, from) = self.from.as_ref()?;
        let (from, to) = (pane.screen.row_of(*from).filter(|_| *show == pane.show)?, pane.row()?);
        Some(from.min(to)..from.max(to) + 1)
    }

    /// The keys as the user has them.
    pub(crate) fn keys(&self) -> &Keys {
        &self.config.keys
    }

    /// Whether the file may be written.
    pub(crate) fn may_keep(&self, file: Keepsake) -> bool {
        !self.broken.contains(&file)
    }
}

/// The first line of what a parser says; the rest draws the source.
pub(crate) fn first_line(error: &toml::de::Error, text: &str) -> String {
    let line = error.span().map(|span| 1 + text.get(..span.start).unwrap_or("").matches('\n').count());
    let words = error.message().lines().next().unwrap_or_default();
    line.map_or_else(|| words.to_owned(), |line| format!("line {line}: {words}"))
}
