//! What can be counted in one or several provisions.

use lawgrep_model::{NoteKind, Place, Unit};

use crate::{
    references::{Pointer, pointers},
    side::masked,
    words::{Count, Counted, Counter, Tally},
};

/// What can be counted in some units together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Facts {
    pub(crate) pointers: Vec<Pointer>,
    pub(crate) counted: Counted,
}

impl Facts {
    /// Of headings and texts, and of notes unless they are left out.
    pub(crate) fn of<'a>(units: impl IntoIterator<Item = &'a Unit>, counter: &Counter, notes: bool) -> Self {
        let mut all = Self::default();
        for unit in units {
            let mut places = vec![Place::Heading, Place::Text];
            let own = unit.notes.iter().zip(0..).filter(|(note, _)| notes && note.kind != NoteKind::Doubt);
            places.extend(own.map(|(_, n)| Place::Note(n)));
            for place in places {
                all.pointers.extend(pointers(unit, place));
                all.add(&counter.count(&masked(unit, place, unit.text_at(place))));
            }
        }
        all
    }

    /// Takes in those of other units.
    pub(crate) fn join(&mut self, other: &Self) {
        self.pointers.extend(other.pointers.iter().copied());
        self.add(&other.counted);
    }

    fn add(&mut self, more: &Counted) {
        let Counted { numbers, percentages, suits, cards } = more;
        let own = &mut self.counted;
        for (tally, more) in [
            (&mut own.numbers, numbers),
            (&mut own.percentages, percentages),
            (&mut own.suits, suits),
            (&mut own.cards, cards),
        ] {
            for (value, count) in more {
                let sum = tally.entry(value.clone()).or_default();
                sum.surely += count.surely;
                sum.perhaps += count.perhaps;
                sum.worded += count.worded;
            }
        }
    }
}

/// The same for texts in the same words, where a word that may be a number was changed into another.
pub(crate) fn exchanged(a: &Tally, b: &Tally) -> Option<(Vec<String>, Vec<String>)> {
    let sure = |tally: &Tally| -> Tally {
        let one = |(value, count): (&String, &Count)| {
            (value.clone(), Count { surely: count.surely + count.perhaps, perhaps: 0, ..*count })
        };
        tally.iter().map(one).collect()
    };
    let (a, b) = unlike(&sure(a), &sure(b));
    (!a.is_empty() && !b.is_empty()).then_some((a, b))
}

/// Whether both say in words only how often that value is there.
pub(crate) fn is_worded(a: &Tally, b: &Tally, value: &str) -> bool {
    [a, b].iter().filter_map(|tally| tally.get(value)).all(|count| count.worded == count.surely)
}

/// What each of two texts surely has and the other has not, even perhaps.
pub(crate) fn unlike(a: &Tally, b: &Tally) -> (Vec<String>, Vec<String>) {
    let surplus = |from: &Tally, to: &Tally| -> Vec<String> {
        let more = |(value, count): (&String, &Count)| {
            let there = to.get(value).copied().unwrap_or_default();
            std::iter::repeat_n(value.clone(), count.surely.saturating_sub(there.surely + there.perhaps))
        };
        let mut all: Vec<String> = from.iter().flat_map(more).collect();
        all.sort_by_key(|value| (value.parse::<f64>().map_or(u64::MAX, |n| (n * 10.0) as u64), value.clone()));
        all
    };
    (surplus(a, b), surplus(b, a))
}
