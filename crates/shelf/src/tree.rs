//! A document as bytes, in groups that can be decoded one at a time, and in these unit by unit.
//!
//! ```text
//! tree  = magic  u32 length of head  head  groups  rest
//! group = for each unit u32 where it ends, counted from the first one  units
//!         the units from one top-level unit to the next
//! rest  = pieces and findings
//! ```
//!
//! Decoding a whole law book is the most expensive step there is. Who shows one citation decodes the head and the groups
//! that hold its law; who shows what was found, these units. The rest of the book stays bytes.

use std::{borrow::Cow, cell::OnceCell, ops};

use lawgrep_model::{Citation, Document, Edition, Finding, Piece, Unit, UnitId};
use serde::{Deserialize, Serialize};

const MAGIC: &[u8; 8] = b"lgtree\x002";

/// Bytes that are no tree of this format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the tree is damaged or of another format")]
pub struct TreeError;

/// Where the bytes of a tree lie. Those of a file are read only as far as they are asked for.
pub trait Bytes {
    /// Some of them; `None` where there are not so many or they are damaged.
    fn part(&self, range: ops::Range<usize>) -> Option<Cow<'_, [u8]>>;
}

impl Bytes for [u8] {
    fn part(&self, range: ops::Range<usize>) -> Option<Cow<'_, [u8]>> {
        self.get(range).map(Cow::Borrowed)
    }
}

impl Bytes for Vec<u8> {
    fn part(&self, range: ops::Range<usize>) -> Option<Cow<'_, [u8]>> {
        self.as_slice().part(range)
    }
}

impl<B: Bytes + ?Sized> Bytes for &B {
    fn part(&self, range: ops::Range<usize>) -> Option<Cow<'_, [u8]>> {
        (**self).part(range)
    }
}

#[derive(Serialize, Deserialize)]
struct Head {
    edition: Edition,
    source_len: u32,
    groups: Vec<Group>,
    rest: Range,
}

#[derive(Serialize, Deserialize)]
struct Group {
    /// Id of its first unit.
    first: u32,
    /// The laws that its provisions and remarks belong to, in order, each once.
    laws: Vec<u16>,
    /// How many units it has.
    count: u32,
    units: Range,
}

/// Bytes of the body, what stands behind the head.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Range {
    at: u32,
    len: u32,
}

/// The document as bytes. The same document gives the same bytes.
///
/// # Errors
/// When the document is past 4 GiB; no law book is.
pub fn encode(document: &Document) -> Result<Vec<u8>, TreeError> {
    let mut body = Vec::new();
    let mut append = |bytes: Vec<u8>| -> Result<Range, TreeError> {
        let range = Range { at: to_u32(body.len())?, len: to_u32(bytes.len())? };
        body.extend(bytes);
        Ok(range)
    };
    let starts = group_starts(&document.units);
    let ends = starts.iter().skip(1).copied().chain([document.units.len()]);
    let mut groups = Vec::new();
    for (start, end) in starts.iter().copied().zip(ends) {
        let units = document.units.get(start..end).unwrap_or_default();
        let mut laws: Vec<u16> = units.iter().flat_map(|u| u.key.citations()).map(|c| c.law_number()).collect();
        laws.sort_unstable();
        laws.dedup();
        groups.push(Group { first: to_u32(start)?, laws, count: to_u32(units.len())?, units: append(packed(units)?)? });
    }
    let rest = append(to_bytes(&(&document.pieces, &document.findings))?)?;
    let head = Head { edition: document.edition.clone(), source_len: document.source_len, groups, rest };
    let head = to_bytes(&head)?;
    let mut out = MAGIC.to_vec();
    out.extend(to_u32(head.len())?.to_le_bytes());
    out.extend(head);
    out.extend(body);
    Ok(out)
}

/// The whole document.
///
/// # Errors
/// When the bytes are no tree of this format.
pub fn decode(bytes: &(impl Bytes + ?Sized)) -> Result<Document, TreeError> {
    let (head, body) = open(bytes)?;
    let mut units: Vec<Unit> = Vec::new();
    for group in &head.groups {
        units.extend(Packed { count: group.count, bytes: &slice(bytes, body, group.units)? }.all()?);
    }
    let (pieces, findings): (Vec<Piece>, Vec<Finding>) = from_bytes(&slice(bytes, body, head.rest)?)?;
    Ok(Document { edition: head.edition, units, pieces, findings, source_len: head.source_len })
}

/// The document cut down to the groups that hold the given laws: what it answers about provisions of these laws is what
/// the whole would answer. Its unit ids are its own, and it has neither pieces nor findings.
///
/// # Errors
/// When the bytes are no tree of this format.
pub fn excerpt(bytes: &(impl Bytes + ?Sized), cites: &[Citation]) -> Result<Document, TreeError> {
    let (head, body) = open(bytes)?;
    let mut units: Vec<Unit> = Vec::new();
    for group in &head.groups {
        if !cites.iter().any(|c| group.laws.binary_search(&c.law_number()).is_ok()) {
            continue;
        }
        let base = to_u32(units.len())?;
        let mut some = Packed { count: group.count, bytes: &slice(bytes, body, group.units)? }.all()?;
        for unit in &mut some {
            unit.parent = unit.parent.and_then(|p| p.0.checked_sub(group.first)).map(|p| UnitId(p + base));
        }
        units.extend(some);
    }
    Ok(Document { edition: head.edition, units, pieces: Vec::new(), findings: Vec::new(), source_len: head.source_len })
}

/// A cell a unit; `None` in it for one that does not decode.
type Cells = Vec<OnceCell<Option<Box<Unit>>>>;

/// A document of which single units are decoded when they are asked for, once.
pub struct Sparse {
    bytes: Box<dyn Bytes>,
    /// Where the body begins.
    body: usize,
    groups: Vec<(Group, OnceCell<Cells>)>,
}

impl Sparse {
    /// Opens a tree; only its head is decoded.
    ///
    /// # Errors
    /// When the bytes are no tree of this format.
    pub fn open(bytes: impl Bytes + 'static) -> Result<Self, TreeError> {
        let (head, body) = open(&bytes)?;
        let bytes = Box::new(bytes);
        let groups = head.groups.into_iter().map(|group| (group, OnceCell::new())).collect();
        Ok(Self { bytes, body, groups })
    }

    /// A unit of the document; `None` where it has no such unit.
    ///
    /// # Errors
    /// When the bytes that hold it are damaged.
    pub fn unit(&self, id: UnitId) -> Result<Option<&Unit>, TreeError> {
        let at = self.groups.partition_point(|(group, _)| group.first <= id.0).checked_sub(1);
        match at.and_then(|at| Some((at, self.groups.get(at)?))) {
            Some((at, (group, _))) => self.nth(at, id.index() - group.first as usize),
            None => Ok(None),
        }
    }

    /// The first printing of a provision.
    ///
    /// # Errors
    /// When the bytes of a group that may hold it are damaged.
    pub fn find(&self, cite: Citation) -> Result<Option<(UnitId, &Unit)>, TreeError> {
        let law = cite.law_number();
        let holding = self.groups.iter().enumerate().filter(|(_, (group, _))| group.laws.binary_search(&law).is_ok());
        for (at, (group, _)) in holding {
            for n in 0..group.count {
                let unit = self.nth(at, n as usize)?;
                if let Some(unit) = unit.filter(|u| u.key.is_provision() && u.key.citations().contains(&cite)) {
                    return Ok(Some((UnitId(group.first + n), unit)));
                }
            }
        }
        Ok(None)
    }

    fn nth(&self, at: usize, n: usize) -> Result<Option<&Unit>, TreeError> {
        let Some((group, cells)) = self.groups.get(at) else { return Ok(None) };
        let cells = cells.get_or_init(|| (0..group.count).map(|_| OnceCell::new()).collect());
        let read = || {
            let bytes = slice(&*self.bytes, self.body, group.units).ok()?;
            Packed { count: group.count, bytes: &bytes }.nth(n).map(Box::new).ok()
        };
        match cells.get(n).map(|cell| cell.get_or_init(read)) {
            Some(Some(unit)) => Ok(Some(unit)),
            Some(None) => Err(TreeError),
            None => Ok(None),
        }
    }
}

/// The units of a group as bytes: where each ends, then they themselves.
struct Packed<'a> {
    count: u32,
    bytes: &'a [u8],
}

fn packed(units: &[Unit]) -> Result<Vec<u8>, TreeError> {
    let (mut ends, mut all) = (Vec::new(), Vec::new());
    for unit in units {
        all.extend(to_bytes(unit)?);
        ends.extend(to_u32(all.len())?.to_le_bytes());
    }
    ends.extend(all);
    Ok(ends)
}

impl Packed<'_> {
    fn nth(&self, n: usize) -> Result<Unit, TreeError> {
        let ends = (self.count as usize).checked_mul(4).ok_or(TreeError)?;
        let (ends, units) = self.bytes.split_at_checked(ends).ok_or(TreeError)?;
        let ends = ends.as_chunks::<4>().0;
        let end = |n: usize| ends.get(n).map(|end| u32::from_le_bytes(*end) as usize);
        let start = n.checked_sub(1).map_or(Some(0), end);
        let range = start.zip(end(n)).map(|(start, end)| start..end).ok_or(TreeError)?;
        from_bytes(units.get(range).ok_or(TreeError)?)
    }

    fn all(&self) -> Result<Vec<Unit>, TreeError> {
        (0..self.count as usize).map(|n| self.nth(n)).collect()
    }
}

/// Where the units can be cut without parting a unit from its parent.
fn group_starts(units: &[Unit]) -> Vec<usize> {
    let mut roots: Vec<usize> = Vec::with_capacity(units.len());
    for (n, unit) in units.iter().enumerate() {
        let root = unit.parent.and_then(|p| roots.get(p.index()).copied()).unwrap_or(n);
        roots.push(root);
    }
    let mut starts = Vec::new();
    let mut earliest = units.len();
    for (n, root) in roots.iter().enumerate().rev() {
        earliest = earliest.min(*root);
        if earliest == n {
            starts.push(n);
        }
    }
    starts.reverse();
    starts
}

/// The head, and where the body begins.
fn open(bytes: &(impl Bytes + ?Sized)) -> Result<(Head, usize), TreeError> {
    let front = bytes.part(0..MAGIC.len() + 4).ok_or(TreeError)?;
    let length = front.strip_prefix(MAGIC).and_then(|rest| rest.first_chunk::<4>()).ok_or(TreeError)?;
    let body = u32::from_le_bytes(*length) as usize + front.len();
    let head = from_bytes(&bytes.part(front.len()..body).ok_or(TreeError)?)?;
    Ok((head, body))
}

fn slice<'a>(bytes: &'a (impl Bytes + ?Sized), body: usize, range: Range) -> Result<Cow<'a, [u8]>, TreeError> {
    let start = body.checked_add(range.at as usize).ok_or(TreeError)?;
    bytes.part(start..start.checked_add(range.len as usize).ok_or(TreeError)?).ok_or(TreeError)
}

fn to_u32(n: usize) -> Result<u32, TreeError> {
    u32::try_from(n).map_err(|_| TreeError)
}

fn to_bytes<T: Serialize>(value: &T) -> Result<Vec<u8>, TreeError> {
    postcard::to_stdvec(value).map_err(|_| TreeError)
}

fn from_bytes<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, TreeError> {
    postcard::from_bytes(bytes).map_err(|_| TreeError)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn a_document_survives_and_the_bytes_repeat() {
        let document = samples::document("xx-2017");
        let bytes = encode(&document).unwrap();
        assert_eq!(decode(&bytes).unwrap(), document);
        assert_eq!(encode(&document).unwrap(), bytes);
    }

    #[test]
    fn an_excerpt_answers_as_the_whole_does() {
        let document = samples::document("xx-2017");
        let bytes = encode(&document).unwrap();
        for text in ["16", "16A", "50", "50D1", "99"] {
            let cite: Citation = text.parse().unwrap();
            let part = excerpt(&bytes, &[cite]).unwrap();
            let words = |d: &Document| -> Vec<Vec<(String, Option<String>)>> {
                let units = |id| {
                    d.subtree(id).into_iter().filter_map(|u| d.unit(u)).map(|u| {
                        let parent = u.parent.and_then(|p| d.unit(p)).map(|p| p.key.pipe());
                        (u.text.clone(), parent)
                    })
                };
                d.find(cite).map(|(id, _)| units(id).collect()).collect()
            };
            assert_eq!(words(&part), words(&document), "{text}");
            assert_eq!(part.holds(cite), document.holds(cite), "{text}");
            assert!(part.units.len() < document.units.len());
        }
    }

    #[test]
    fn single_units_are_those_of_the_whole() {
        let document = samples::document("xx-2017");
        let sparse = Sparse::open(encode(&document).unwrap()).unwrap();
        for (id, unit) in document.iter() {
            assert_eq!(sparse.unit(id), Ok(Some(unit)));
        }
        assert_eq!(sparse.unit(UnitId(u32::MAX)), Ok(None));
        for cite in ["16", "50D1", "99"] {
            let cite = cite.parse().unwrap();
            assert_eq!(sparse.find(cite), Ok(document.find(cite).next()), "{cite}");
        }
    }

    #[test]
    fn foreign_and_cut_bytes_are_refused() {
        let bytes = encode(&samples::document("xx-2017")).unwrap();
        assert_eq!(decode(b"something else".as_slice()), Err(TreeError));
        for len in 0..bytes.len() {
            assert!(decode(&bytes[..len]).is_err(), "{len} bytes");
        }
    }
}
