//! What the pages of a file would unfold to, reckoned before they are read: streams are packed, and a drawing may use others
//! that use others.

use std::collections::{BTreeMap, HashMap};

use pdfboss_core::{Dict, Document, ObjRef, Object, Page};

use super::Clock;
use crate::{Refused, refused::mib};

/// Bytes of drawing on a page, with what it uses as often as it uses it. A page of text has some ten thousand.
pub(super) const PAGE: usize = 4 << 20;
/// Bytes of a packed stream other than a picture. A font of all of Chinese has ten million.
const STREAM: usize = 16 << 20;
/// Of all of them together.
const ALL: usize = 256 << 20;
/// Objects of a file. A book has some thousands.
const OBJECTS: usize = 300_000;
/// Drawings within drawings; the reader goes as deep.
const DEPTH: usize = 16;

pub(super) struct Budget<'d> {
    document: &'d Document,
    /// Per drawing that other drawings use: what it unfolds to.
    known: HashMap<ObjRef, usize>,
}

impl<'d> Budget<'d> {
    /// Looks at every stream of the file.
    ///
    /// # Errors
    /// When there are too many, or one is too large.
    pub(super) fn of(document: &'d Document, clock: &Clock) -> Result<Self, Refused> {
        let objects = document.xref().len();
        if objects > OBJECTS {
            return Err(Refused::too_much("the file", format!("{OBJECTS} objects")));
        }
        let mut numbers: Vec<u32> = document.xref().iter().map(|(number, _)| number).collect();
        numbers.sort_unstable();
        let mut all = 0;
        for number in numbers {
            let place = format!("object {number}");
            clock.check(&place)?;
            let Ok(Object::Stream(stream)) = document.get(ObjRef { num: number, r#gen: 0 }) else { continue };
            if stream.dict.get_name("Subtype").is_some_and(|name| name.0 == "Image") {
                continue;
            }
            let size = document.stream_data(&stream).map_or(0, |data| data.len());
            all += size;
            if size > STREAM || all > ALL {
                let most = if size > STREAM { STREAM } else { ALL };
                return Err(Refused::too_much(place, format!("{} in one stream", mib(most))));
            }
        }
        Ok(Self { document, known: HashMap::new() })
    }

    /// What a page unfolds to.
    pub(super) fn of_page(&mut self, page: &Page) -> usize {
        let content = page.content(self.document).unwrap_or_default();
        self.drawing(&content, &page.resources, &page.resources, 0)
    }

    fn drawing(&mut self, content: &[u8], resources: &Dict, page: &Dict, depth: usize) -> usize {
        let mut size = content.len();
        if depth >= DEPTH {
            return size;
        }
        let used = self.dict(resources.get("XObject"));
        let Some(used) = used else { return size };
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        for name in names_drawn(content) {
            *times.entry(name).or_default() += 1;
        }
        for (name, times) in times {
            let Some(target) = used.get_ref(name) else { continue };
            let one = self.form(target, page, depth);
            size = size.saturating_add(one.saturating_mul(times));
        }
        size
    }

    fn form(&mut self, target: ObjRef, page: &Dict, depth: usize) -> usize {
        if let Some(known) = self.known.get(&target) {
            return *known;
        }
        let Ok(Object::Stream(stream)) = self.document.get(target) else { return 0 };
        if stream.dict.get_name("Subtype").is_none_or(|name| name.0 != "Form") {
            return 0;
        }
        // One that uses itself is cut off by the reader; here it must not go on for ever.
        self.known.insert(target, 0);
        let content = self.document.stream_data(&stream).unwrap_or_default();
        let own = self.dict(stream.dict.get("Resources"));
        let size = self.drawing(&content, own.as_ref().unwrap_or(page), page, depth + 1);
        self.known.insert(target, size);
        size
    }

    fn dict(&self, object: Option<&Object>) -> Option<Dict> {
        self.document.resolve(object?).ok()?.as_dict().cloned()
    }
}

/// The names in `/Name Do`.
fn names_drawn(content: &[u8]) -> impl Iterator<Item = &str> {
    let words = content.split(|b| b.is_ascii_whitespace()).filter(|word| !word.is_empty());
    let mut before: &[u8] = b"";
    words.filter_map(move |word| {
        let name = std::mem::replace(&mut before, word);
        let name = name.rsplit(|b| *b == b'/').next().filter(|_| word == b"Do")?;
        std::str::from_utf8(name).ok()
    })
}
