//! The numbers that Word gives paragraphs and writes nowhere.

use std::collections::{BTreeMap, HashMap};

use super::xml::{self, Event};
use crate::{Refused, label::Count};

/// A paragraph's place in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) list: u32,
    pub(super) level: usize,
}

/// Word has nine levels.
const LEVELS: usize = 9;

#[derive(Debug, Clone)]
struct Level {
    count: Count,
    /// `%1.%2)`: the numbers of the levels and signs between them.
    text: String,
    start: i64,
    /// Numbers of levels above are shown in figures, whatever they count in.
    legal: bool,
}

impl Default for Level {
    fn default() -> Self {
        Self { count: Count::Nothing, text: String::new(), start: 1, legal: false }
    }
}

#[derive(Debug, Clone, Default)]
struct List {
    base: u32,
    /// Per level where it starts in this list, and whether that was done.
    starts: BTreeMap<usize, i64>,
    begun: bool,
}

#[derive(Debug, Default)]
pub(super) struct Numbering {
    levels: HashMap<u32, Vec<Level>>,
    lists: HashMap<u32, List>,
    /// Per description of a list: the last number of each level. Lists of one description count on together.
    counted: HashMap<u32, [Option<i64>; LEVELS]>,
}

impl Numbering {
    pub(super) fn read(text: &str) -> Result<Self, Refused> {
        let mut all = Self::default();
        let (mut base, mut level, mut list, mut over): (Option<u32>, Option<usize>, Option<u32>, Option<usize>) =
            (None, None, None, None);
        let number = |value: Option<String>| value.and_then(|v| v.parse::<u32>().ok());
        xml::events(text, "numbering.xml", |event, _| {
            match event {
                Event::Start(tag) => match tag.name {
                    "abstractNum" => {
                        base = number(tag.get("abstractNumId"));
                        if let Some(base) = base {
                            all.levels.insert(base, vec![Level::default(); LEVELS]);
                        }
                    }
                    "num" => {
                        list = number(tag.get("numId"));
                        if let Some(list) = list {
                            all.lists.insert(list, List::default());
                        }
                    }
                    "abstractNumId" => {
                        let list = list.and_then(|list| all.lists.get_mut(&list));
                        if let (Some(list), Some(base)) = (list, number(tag.value())) {
                            list.base = base;
                        }
                    }
                    "lvlOverride" => over = number(tag.get("ilvl")).map(|n| n as usize),
                    "startOverride" => {
                        let list = list.and_then(|list| all.lists.get_mut(&list));
                        if let (Some(list), Some(over), Some(start)) = (list, over, number(tag.value())) {
                            list.starts.insert(over, i64::from(start));
                        }
                    }
                    "lvl" => level = number(tag.get("ilvl")).map(|n| n as usize),
                    name => {
                        let levels = base.filter(|_| list.is_none()).and_then(|base| all.levels.get_mut(&base));
                        let Some(level) = levels.and_then(|levels| levels.get_mut(level?)) else { return Ok(()) };
                        match name {
                            "start" => level.start = number(tag.value()).map_or(1, i64::from),
                            "numFmt" => level.count = count(&tag.value().unwrap_or_default()),
                            "lvlText" => level.text = tag.value().unwrap_or_default(),
                            "isLgl" => level.legal = tag.is_on(),
                            _ => {}
                        }
                    }
                },
                Event::End("abstractNum") => base = None,
                Event::End("num") => list = None,
                _ => {}
            }
            Ok(())
        })?;
        Ok(all)
    }

    /// The label of the next paragraph at that place. Empty for bullets and for lists that are not described.
    pub(super) fn label(&mut self, place: Place) -> String {
        let at = place.level.min(LEVELS - 1);
        let Some(list) = self.lists.get_mut(&place.list) else { return String::new() };
        let Some(levels) = self.levels.get(&list.base) else { return String::new() };
        let counted = self.counted.entry(list.base).or_default();
        if !std::mem::replace(&mut list.begun, true) {
            for (level, start) in &list.starts {
                if let Some(slot) = counted.get_mut(*level) {
                    *slot = Some(start.saturating_sub(1));
                }
            }
        }
        let Some(level) = levels.get(at) else { return String::new() };
        let number = counted.get(at).copied().flatten().map_or(level.start, |n| n.saturating_add(1));
        for (n, slot) in counted.iter_mut().enumerate().skip(at) {
            *slot = (n == at).then_some(number);
        }
        if level.count == Count::Nothing {
            return String::new();
        }
        let mut out = level.text.clone();
        for (n, above) in levels.iter().enumerate().take(at + 1) {
            let value = counted.get(n).copied().flatten().unwrap_or(above.start);
            let count = if level.legal { Count::Decimal } else { above.count };
            out = out.replace(&format!("%{}", n + 1), &count.sign(value));
        }
        out.trim().chars().take(40).collect()
    }
}

fn count(name: &str) -> Count {
    match name {
        "upperLetter" => Count::Upper,
        "lowerLetter" => Count::Lower,
        "upperRoman" => Count::UpperRoman,
        "lowerRoman" => Count::LowerRoman,
        "bullet" | "none" => Count::Nothing,
        _ => Count::Decimal,
    }
}
