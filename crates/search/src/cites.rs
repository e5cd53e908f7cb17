//! Which provision each unit of an index is.
//!
//! ```text
//! cites = u32 count  u64 number, count times  for each unit which of the numbers, counted from 1, or 0      little endian
//! ```
//!
//! Editions hold much the same provisions, so in a joined index a unit takes two bytes instead of eight; it takes four where there
//! are more numbers than that.

use std::{collections::BTreeSet, ops::Range};

use lawgrep_model::{Citation, UnitId};
use tantivy::directory::OwnedBytes;

use crate::SearchError;

/// The file, open. A number is that of a [citation](lawgrep_model::Citation::number).
pub(crate) struct Cites {
    bytes: OwnedBytes,
    numbers: usize,
}

impl Cites {
    /// The bytes for units of those numbers; 0 for a unit that is not one provision.
    pub(crate) fn of(units: impl Iterator<Item = u64> + Clone) -> Result<Vec<u8>, SearchError> {
        let numbers: Vec<u64> =
            units.clone().filter(|number| *number != 0).collect::<BTreeSet<_>>().into_iter().collect();
        let too_many = || SearchError::Engine("more provisions than can be counted".to_owned());
        let mut bytes = u32::try_from(numbers.len()).map_err(|_| too_many())?.to_le_bytes().to_vec();
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        for unit in units {
            let place = numbers.binary_search(&unit).map_or(0, |place| place + 1);
            bytes.extend(place.to_le_bytes().get(..width(numbers.len())).unwrap_or_default());
        }
        Ok(bytes)
    }

    /// Opens the bytes for so many units; `None` where they do not fit.
    pub(crate) fn open(bytes: OwnedBytes, units: usize) -> Option<Self> {
        let numbers = u32::from_le_bytes(*bytes.first_chunk()?) as usize;
        let length = numbers.checked_mul(8)?.checked_add(units.checked_mul(width(numbers))?)?.checked_add(4)?;
        (bytes.len() == length).then_some(Self { bytes, numbers })
    }

    /// Those of some units.
    pub(crate) fn of_units(&self, units: Range<usize>) -> Provisions<'_> {
        let (numbers, all) =
            self.bytes.get(4..).and_then(|rest| rest.split_at_checked(8 * self.numbers)).unwrap_or_default();
        let width = width(self.numbers);
        let units = all.get(width * units.start..width * units.end).unwrap_or_default();
        let units = if width == 2 { Units::Two(units.as_chunks().0) } else { Units::Four(units.as_chunks().0) };
        Provisions { numbers: numbers.as_chunks().0, units }
    }

    /// The numbers of all units; 0 for one that is not one provision.
    pub(crate) fn all(&self) -> impl Iterator<Item = u64> {
        let units = (self.bytes.len() - 4 - 8 * self.numbers) / width(self.numbers);
        let all = self.of_units(0..units);
        (0..units).map(move |unit| all.at(unit).and_then(|place| all.number(place)).unwrap_or_default())
    }
}

/// Which provisions the units of a volume are.
#[derive(Clone, Copy)]
pub struct Provisions<'a> {
    numbers: &'a [[u8; 8]],
    units: Units<'a>,
}

/// The place of each unit, by how many bytes it takes.
#[derive(Clone, Copy)]
enum Units<'a> {
    Two(&'a [[u8; 2]]),
    Four(&'a [[u8; 4]]),
}

impl Provisions<'_> {
    /// The place of the one provision that a unit is among all provisions of the index, which are in the order of their
    /// [numbers](Citation::number); `None` for any other unit.
    #[inline]
    pub fn place(&self, unit: UnitId) -> Option<usize> {
        self.at(unit.index())
    }

    /// The provision of that place.
    pub fn citation(&self, place: usize) -> Option<Citation> {
        Citation::from_number(self.number(place)?)
    }

    fn at(&self, unit: usize) -> Option<usize> {
        let place = match self.units {
            Units::Two(units) => u32::from(u16::from_le_bytes(*units.get(unit)?)),
            Units::Four(units) => u32::from_le_bytes(*units.get(unit)?),
        };
        (place as usize).checked_sub(1)
    }

    fn number(&self, place: usize) -> Option<u64> {
        self.numbers.get(place).map(|number| u64::from_le_bytes(*number))
    }
}

/// How many bytes name one of so many.
fn width(numbers: usize) -> usize {
    if numbers < usize::from(u16::MAX) { 2 } else { 4 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_keeps_its_number() {
        let numbers = [7, 0, 9, 7, u64::MAX, 0];
        let bytes = Cites::of(numbers.into_iter()).unwrap();
        let cites = Cites::open(OwnedBytes::new(bytes.clone()), 6).unwrap();
        assert_eq!(cites.all().collect::<Vec<_>>(), numbers);
        let some = cites.of_units(2..5);
        assert_eq!([0, 1, 2, 3].map(|unit| some.at(unit)), [Some(1), Some(0), Some(2), None]);
        assert_eq!(cites.of_units(0..6).at(1), None);
        assert!(Cites::open(OwnedBytes::new(bytes), 5).is_none());
        for many in [65_534, 65_535, 70_000] {
            let bytes = OwnedBytes::new(Cites::of(1..=many).unwrap());
            let cites = Cites::open(bytes, usize::try_from(many).unwrap()).unwrap();
            assert!(cites.all().eq(1..=many), "{many}");
        }
        assert!(Cites::open(OwnedBytes::new(vec![255; 8]), 2).is_none());
    }
}
