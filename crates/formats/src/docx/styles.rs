//! Styles: which are headings, which are numbered.

use std::collections::HashMap;

use super::{
    numbering::Place,
    xml::{self, Event},
};
use crate::Refused;

#[derive(Debug, Clone, Default)]
struct Style {
    based_on: Option<String>,
    heading: bool,
    list: Option<u32>,
    level: Option<usize>,
}

#[derive(Debug, Default)]
pub(super) struct Styles(HashMap<String, Style>);

/// How long a chain of styles is followed; one that goes round in a circle ends here.
const CHAIN: usize = 20;

impl Styles {
    pub(super) fn read(text: &str) -> Result<Self, Refused> {
        let mut all = HashMap::new();
        let mut open: Option<(String, Style)> = None;
        xml::events(text, "styles.xml", |event, _| {
            match event {
                Event::Start(tag) if tag.name == "style" => {
                    open = Some((tag.get("styleId").unwrap_or_default(), Style::default()));
                }
                Event::End("style") => all.extend(open.take()),
                Event::Start(tag) => {
                    let Some((_, style)) = &mut open else { return Ok(()) };
                    let value = tag.value();
                    match tag.name {
                        "basedOn" => style.based_on = value,
                        // Names of styles are the same in every language of Word; ids are not.
                        "name" => style.heading |= value.is_some_and(|v| is_heading(&v)),
                        "outlineLvl" => style.heading |= value.is_some_and(|v| v != "9"),
                        "numId" => style.list = value.and_then(|v| v.parse().ok()),
                        "ilvl" => style.level = value.and_then(|v| v.parse().ok()),
                        _ => {}
                    }
                }
                _ => {}
            }
            Ok(())
        })?;
        Ok(Self(all))
    }

    fn chain<'s>(&'s self, id: &str) -> impl Iterator<Item = &'s Style> {
        let mut next = self.0.get(id);
        let chain = std::iter::from_fn(move || {
            let style = next?;
            next = style.based_on.as_ref().and_then(|id| self.0.get(id));
            Some(style)
        });
        chain.take(CHAIN)
    }

    pub(super) fn is_heading(&self, id: &str) -> bool {
        self.chain(id).any(|style| style.heading) || is_heading(id)
    }

    /// The list that a paragraph of that style is in.
    pub(super) fn place(&self, id: &str) -> Option<Place> {
        let list = self.chain(id).find_map(|style| style.list)?;
        let level = self.chain(id).find_map(|style| style.level).unwrap_or(0);
        Some(Place { list, level })
    }
}

fn is_heading(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name == "title" || name.strip_prefix("heading").is_some_and(|rest| rest.trim().len() == 1)
}
