//! The archive that a document is. Parts are asked for by name and unpacked into memory, within limits; no name in the archive
//! is ever a path on a disk.

use std::io::{Cursor, Read};

use lawgrep_ingest::decode;
use zip::ZipArchive;

use super::xml::{self, Event};
use crate::{Refused, limits};

pub(super) struct Package<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    /// Bytes unpacked so far.
    unpacked: u64,
}

impl<'b> Package<'b> {
    pub(super) fn open(bytes: &'b [u8]) -> Result<Self, Refused> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|e| Refused::damaged("the archive", e))?;
        if archive.len() > limits::ENTRIES {
            return Err(Refused::too_much("the archive", format!("{} entries", limits::ENTRIES)));
        }
        Ok(Self { archive, unpacked: 0 })
    }

    /// The name of the part that holds the text.
    pub(super) fn main_part(&mut self) -> String {
        let usual = || "word/document.xml".to_owned();
        let Ok(relations) = self.optional("_rels/.rels") else { return usual() };
        let mut found = None;
        let _ = xml::events(&relations, "_rels/.rels", |event, _| {
            if let Event::Start(tag) = event
                && tag.get("Type").is_some_and(|kind| kind.ends_with("/officeDocument"))
            {
                found = tag.get("Target").map(|target| target.trim_start_matches('/').to_owned());
            }
            Ok(())
        });
        found.filter(|name| self.archive.index_for_name(name).is_some()).unwrap_or_else(usual)
    }

    /// A part that must be there.
    pub(super) fn required(&mut self, name: &str) -> Result<String, Refused> {
        if self.archive.index_for_name(name).is_none() {
            return Err(Refused::damaged("the archive", format!("it has no part {name}")));
        }
        self.optional(name)
    }

    /// A part, empty where there is none.
    pub(super) fn optional(&mut self, name: &str) -> Result<String, Refused> {
        if self.archive.index_for_name(name).is_none() {
            return Ok(String::new());
        }
        let part = self.archive.by_name(name).map_err(|e| Refused::damaged(name, e))?;
        let packed = part.compressed_size();
        // What the archive says of a size may be a lie; what comes out of it is counted.
        let left = limits::INFLATED.saturating_sub(self.unpacked);
        let mut bytes = Vec::new();
        part.take(left + 1).read_to_end(&mut bytes).map_err(|e| Refused::damaged(name, e))?;
        let size = bytes.len() as u64;
        self.unpacked += size;
        if size > left {
            return Err(Refused::too_much(name, format!("{} MiB unpacked", limits::INFLATED >> 20)));
        }
        if size > 1 << 20 && size / packed.max(1) > limits::RATIO {
            return Err(Refused::too_much(name, format!("{} times its packed size", limits::RATIO)));
        }
        Ok(decode(&bytes).text)
    }
}
