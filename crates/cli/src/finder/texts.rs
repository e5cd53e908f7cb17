//! The texts that a query is read against and looked up in, whether each has an index of its own or many have one together.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
};

use lawgrep_search::{Analyser, Asked, Hit, Index, Level, Match, SearchError, Word};
use lawgrep_shelf::Library;

use crate::failure::{Failure, Stop};

/// Fewer editions than these are looked up one by one, also where they are joined.
const FEWEST: usize = 8;

/// Editions in the order of the user's languages.
pub(super) struct Texts<'a> {
    library: &'a Library,
    pub(super) order: Vec<usize>,
    /// By edition: the joined index that has it, and as which volume.
    joined: HashMap<usize, (&'a Index, usize)>,
    /// Words that were looked up in joined indexes, by index and word.
    words: RefCell<Vec<(&'a Index, HashMap<String, Word<'a>>)>>,
}

impl<'a> Texts<'a> {
    pub(super) fn new(library: &'a Library, order: Vec<usize>) -> Self {
        let mut by_lang: HashMap<&str, Vec<usize>> = HashMap::new();
        for at in &order {
            by_lang.entry(lang(library, *at)).or_default().push(*at);
        }
        let mut joined = HashMap::new();
        for (lang, members) in by_lang.into_iter().filter(|(_, members)| members.len() >= FEWEST) {
            let here: HashSet<usize> = members.into_iter().collect();
            for all in library.joined(lang) {
                let volumes = all.volumes().filter(|(_, edition)| here.contains(edition));
                joined.extend(volumes.map(|(volume, edition)| (edition, (all.index(), volume))));
            }
        }
        Self { library, order, joined, words: RefCell::default() }
    }

    /// How near an edition comes to a word.
    pub(super) fn level(&self, at: usize, word: &str) -> Result<Option<Level>, Stop> {
        let analyser = self.library.analyser(at);
        if let Some((index, volume)) = self.joined.get(&at)
            // What is damaged is looked up in the edition itself.
            && let Some(level) = self.joined_level(index, *volume, word, analyser)
        {
            return Ok(level);
        }
        let Some(index) = self.library.index(at).transpose()? else { return Ok(None) };
        Ok(index.level(word, analyser).unwrap_or_default())
    }

    fn joined_level(
        &self,
        index: &'a Index,
        volume: usize,
        word: &str,
        analyser: &'a Analyser,
    ) -> Option<Option<Level>> {
        let mut all = self.words.borrow_mut();
        let place = match all.iter().position(|(other, _)| std::ptr::eq(*other, index)) {
            Some(place) => place,
            None => {
                all.push((index, HashMap::new()));
                all.len() - 1
            }
        };
        let (_, words) = all.get_mut(place)?;
        if !words.contains_key(word) {
            words.insert(word.to_owned(), index.word(word, analyser).ok()?);
        }
        words.get_mut(word)?.level(volume).ok()
    }

    /// Those of some editions that are in no joined index.
    fn alone(&self, of: &[usize]) -> impl Iterator<Item = usize> {
        of.iter().copied().filter(|at| !self.joined.contains_key(at))
    }

    /// The others by joined index: volume and edition, in the order of the volumes.
    fn together(&self, of: &[usize]) -> Vec<(&'a Index, Vec<(usize, usize)>)> {
        let mut all: Vec<(&'a Index, Vec<(usize, usize)>)> = Vec::new();
        for at in of {
            let Some((index, volume)) = self.joined.get(at) else { continue };
            match all.iter_mut().find(|(other, _)| std::ptr::eq(*other, *index)) {
                Some((_, volumes)) => volumes.push((*volume, *at)),
                None => all.push((index, vec![(*volume, *at)])),
            }
        }
        all.iter_mut().for_each(|(_, volumes)| volumes.sort_unstable());
        all
    }

    /// Calls `found` with each `wanted` word of the editions that `of` names, folded, with the edition and in how many of its units the
    /// word stands.
    pub(super) fn each_word(
        &self,
        of: &[usize],
        mut wanted: impl FnMut(&str) -> bool,
        mut found: impl FnMut(&str, usize, u32),
    ) -> Result<(), Stop> {
        let mut alone: Vec<usize> = self.alone(of).collect();
        for (index, volumes) in self.together(of) {
            let editions: HashMap<usize, usize> = volumes.into_iter().collect();
            let each = |word: &str, volume: usize, count| {
                if let Some(at) = editions.get(&volume) {
                    found(word, *at, count);
                }
            };
            if index.each_word(&mut wanted, each).is_err() {
                alone.extend(editions.values());
            }
        }
        for at in alone {
            let Some(index) = self.library.index(at).transpose()? else { continue };
            let _ = index.each_word(&mut wanted, |word, _, count| found(word, at, count));
        }
        Ok(())
    }

    /// Searches editions of one language. `take` gets each edition's hits in print order, with the index and the volume that has
    /// them; the editions come in no order. Where it is called with `None`, what it got before does not count.
    pub(super) fn search(
        &self,
        of: &[usize],
        asked: &Asked,
        how: Match,
        mut take: impl FnMut(Option<Hits<'_>>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut alone: Vec<usize> = self.alone(of).collect();
        if alone.len() < of.len() && self.search_joined(of, asked, how, &mut take)?.is_err() {
            take(None)?;
            alone = of.to_vec();
        }
        let mut hits = Vec::new();
        for at in alone {
            let Some(index) = self.library.index(at).transpose()? else { continue };
            let search = index.begin(asked, self.library.analyser(at));
            search.and_then(|mut search| search.hits(0, how, &mut hits)).map_err(failed)?;
            take(Some(Hits { edition: at, index, volume: 0, hits: &hits }))?;
        }
        Ok(())
    }

    fn search_joined(
        &self,
        of: &[usize],
        asked: &Asked,
        how: Match,
        mut take: impl FnMut(Option<Hits<'_>>) -> Result<(), Stop>,
    ) -> Result<Result<(), SearchError>, Stop> {
        let mut hits = Vec::new();
        for (index, volumes) in self.together(of) {
            let analyser = volumes.first().map(|(_, at)| self.library.analyser(*at));
            let Some(analyser) = analyser else { continue };
            let mut search = match index.begin(asked, analyser) {
                Ok(search) => search,
                Err(e) => return Ok(Err(e)),
            };
            for (volume, edition) in volumes {
                match search.hits(volume, how, &mut hits) {
                    Ok(()) => take(Some(Hits { edition, index, volume, hits: &hits }))?,
                    Err(e) => return Ok(Err(e)),
                }
            }
        }
        Ok(Ok(()))
    }
}

/// What a search found in an edition.
pub(super) struct Hits<'a> {
    pub(super) edition: usize,
    pub(super) index: &'a Index,
    /// The volume of the index that is the edition.
    pub(super) volume: usize,
    /// In print order.
    pub(super) hits: &'a [Hit],
}

fn lang(library: &Library, at: usize) -> &str {
    library.editions().get(at).map_or("", |edition| &edition.lang)
}

fn failed(e: SearchError) -> Failure {
    Failure::new(format!("the search failed ({e}); import the edition again, or install lawgrep again"))
}
