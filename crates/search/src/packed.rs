//! Tables that a build lays out and a program reads where they lie.
//!
//! A run looks up some words of tens of thousands; decoding the rest would take longer than everything else that it does.

use std::{borrow::Cow, marker::PhantomData, ops::Range};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Bytes of the program itself, or of a table that was just made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bytes(Cow<'static, [u8]>);

impl Bytes {
    pub(crate) fn of(bytes: Vec<u8>) -> Self {
        Self(Cow::Owned(bytes))
    }

    pub(crate) fn all(&self) -> &[u8] {
        &self.0
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de: 'static> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&'de [u8]>::deserialize(deserializer).map(|bytes| Self(Cow::Borrowed(bytes)))
    }
}

/// Lines of text in order, each ended by a new line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(crate) struct Lines(Bytes);

impl Lines {
    /// All of them, without what ends them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        lines(self.0.all())
    }

    /// Those from the first on that begins with the key and a tab; none where no line does.
    pub(crate) fn with_key(&self, key: &str) -> impl Iterator<Item = &str> {
        lines(from_key(self.0.all(), key))
    }
}

impl From<String> for Lines {
    fn from(text: String) -> Self {
        Self(Bytes::of(text.into_bytes()))
    }
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &str> {
    let line = |line| std::str::from_utf8(line).unwrap_or_default();
    bytes.split(|byte| *byte == b'\n').map(line).filter(|line| !line.is_empty())
}

/// What stands from the first line on that begins with the key and a tab; nothing where no line does. The lines are in order.
pub(crate) fn from_key<'a>(lines: &'a [u8], key: &str) -> &'a [u8] {
    let start = [key.as_bytes(), b"\t"].concat();
    let (mut low, mut high) = (0, lines.len());
    while low < high {
        let middle = low.midpoint(high);
        let before = lines.get(low..middle).unwrap_or_default();
        let line = before.iter().rposition(|byte| *byte == b'\n').map_or(low, |at| low + at + 1);
        let rest = lines.get(line..).unwrap_or_default();
        if rest.get(..start.len().min(rest.len())).unwrap_or_default() < start.as_slice() {
            low = rest.iter().position(|byte| *byte == b'\n').map_or(lines.len(), |at| line + at + 1);
        } else {
            high = line;
        }
    }
    lines.get(low..).filter(|rest| rest.starts_with(&start)).unwrap_or_default()
}

/// A number in a [`Row`].
pub(crate) trait Number: Copy {
    /// How many bytes it has.
    const SIZE: usize;
    /// Little endian.
    fn write(self, to: &mut Vec<u8>);
    /// `None` for another number of bytes.
    fn read(bytes: &[u8]) -> Option<Self>;
}

impl Number for u16 {
    const SIZE: usize = 2;

    fn write(self, to: &mut Vec<u8>) {
        to.extend(self.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self::from_le_bytes)
    }
}

impl Number for u32 {
    const SIZE: usize = 4;

    fn write(self, to: &mut Vec<u8>) {
        to.extend(self.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self::from_le_bytes)
    }
}

impl Number for u64 {
    const SIZE: usize = 8;

    fn write(self, to: &mut Vec<u8>) {
        to.extend(self.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self::from_le_bytes)
    }
}

impl Number for f32 {
    const SIZE: usize = 4;

    fn write(self, to: &mut Vec<u8>) {
        self.to_bits().write(to);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        u32::read(bytes).map(Self::from_bits)
    }
}

/// Numbers one after the other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "", deserialize = "'de: 'static"))]
pub(crate) struct Row<N> {
    bytes: Bytes,
    kind: PhantomData<N>,
}

impl<N> Default for Row<N> {
    fn default() -> Self {
        Self { bytes: Bytes::default(), kind: PhantomData }
    }
}

impl<N: Number> FromIterator<N> for Row<N> {
    fn from_iter<I: IntoIterator<Item = N>>(numbers: I) -> Self {
        let mut bytes = Vec::new();
        numbers.into_iter().for_each(|number| number.write(&mut bytes));
        Self { bytes: Bytes::of(bytes), kind: PhantomData }
    }
}

impl<N: Number> Row<N> {
    pub(crate) fn len(&self) -> usize {
        self.bytes.all().len() / N::SIZE
    }

    pub(crate) fn get(&self, at: usize) -> Option<N> {
        let start = at.checked_mul(N::SIZE)?;
        N::read(self.bytes.all().get(start..start.checked_add(N::SIZE)?)?)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = N> + Clone {
        self.range(0..self.len())
    }

    /// Some of them; none where there are not that many.
    pub(crate) fn range(&self, range: Range<usize>) -> impl Iterator<Item = N> + Clone {
        let bytes = self.bytes.all().get(range.start * N::SIZE..range.end * N::SIZE).unwrap_or_default();
        bytes.chunks_exact(N::SIZE).filter_map(N::read)
    }
}

/// Where each of several runs ends that stand one after the other.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
struct Ends(Row<u32>);

impl Ends {
    fn of(lengths: impl Iterator<Item = usize>) -> Self {
        let ends = lengths.scan(0usize, |end, length| {
            *end += length;
            Some(u32::try_from(*end).unwrap_or(u32::MAX))
        });
        Self(ends.collect())
    }

    fn range(&self, at: usize) -> Option<Range<usize>> {
        let start = if at == 0 { 0 } else { self.0.get(at - 1)? };
        Some(start as usize..self.0.get(at)? as usize)
    }
}

/// Numbered texts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(crate) struct Texts {
    ends: Ends,
    all: Bytes,
}

impl<S: AsRef<str>> FromIterator<S> for Texts {
    fn from_iter<I: IntoIterator<Item = S>>(texts: I) -> Self {
        let texts: Vec<S> = texts.into_iter().collect();
        let ends = Ends::of(texts.iter().map(|text| text.as_ref().len()));
        let all = texts.iter().flat_map(|text| text.as_ref().bytes()).collect();
        Self { ends, all: Bytes::of(all) }
    }
}

impl Texts {
    pub(crate) fn len(&self) -> usize {
        self.ends.0.len()
    }

    pub(crate) fn get(&self, at: usize) -> Option<&str> {
        std::str::from_utf8(self.bytes(at)?).ok()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|at| self.get(at))
    }

    /// Which of them a text is, where they are in order.
    pub(crate) fn find(&self, text: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.bytes(middle)?.cmp(text.as_bytes()) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    fn bytes(&self, at: usize) -> Option<&[u8]> {
        self.all.all().get(self.ends.range(at)?)
    }
}

/// Texts in order, each standing for another one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(crate) struct Pairs {
    keys: Texts,
    values: Texts,
}

impl FromIterator<(String, String)> for Pairs {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(pairs: I) -> Self {
        let (keys, values): (Vec<String>, Vec<String>) = pairs.into_iter().unzip();
        Self { keys: keys.into_iter().collect(), values: values.into_iter().collect() }
    }
}

impl Pairs {
    /// What a text stands for.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.values.get(self.keys.find(key)?)
    }
}

/// Numbered lists of numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "", deserialize = "'de: 'static"))]
pub(crate) struct Lists<N> {
    ends: Ends,
    all: Row<N>,
}

impl<N> Default for Lists<N> {
    fn default() -> Self {
        Self { ends: Ends::default(), all: Row::default() }
    }
}

impl<N: Number> FromIterator<Vec<N>> for Lists<N> {
    fn from_iter<I: IntoIterator<Item = Vec<N>>>(lists: I) -> Self {
        let lists: Vec<Vec<N>> = lists.into_iter().collect();
        Self { ends: Ends::of(lists.iter().map(Vec::len)), all: lists.into_iter().flatten().collect() }
    }
}

impl<N: Number> Lists<N> {
    /// The numbers of a list; none where there is no such list.
    pub(crate) fn get(&self, at: usize) -> impl Iterator<Item = N> + Clone {
        self.all.range(self.ends.range(at).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again<T: Serialize + Deserialize<'static>>(table: &T) -> T {
        postcard::from_bytes(Vec::leak(postcard::to_stdvec(table).unwrap())).unwrap()
    }

    #[test]
    fn what_is_laid_out_is_read_where_it_lies() {
        let texts = again(&["", "a", "bø", "c"].iter().collect::<Texts>());
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["", "a", "bø", "c"]);
        assert_eq!(["", "bø", "c", "b", "d"].map(|text| texts.find(text)), [Some(0), Some(2), Some(3), None, None]);
        assert_eq!((texts.len(), texts.get(4)), (4, None));
        assert!(matches!(texts.all.0, Cow::Borrowed(_)));
        let row = again(&[1.5f32, -0.0, f32::MAX].into_iter().collect::<Row<f32>>());
        assert_eq!(row.iter().map(f32::to_bits).collect::<Vec<_>>(), [1.5f32, -0.0, f32::MAX].map(f32::to_bits));
        assert_eq!((row.len(), row.get(3)), (3, None));
        let lists = again(&[vec![7u64], Vec::new(), vec![u64::MAX, 0]].into_iter().collect::<Lists<u64>>());
        assert_eq!([0, 1, 2, 3].map(|at| lists.get(at).count()), [1, 0, 2, 0]);
        assert!(lists.get(2).eq([u64::MAX, 0]));
        let pairs = again(&[("a", "x"), ("b", "y")].map(|(a, b)| (a.to_owned(), b.to_owned())).into_iter().collect());
        assert_eq!(["a", "b", "c"].map(|key| Pairs::get(&pairs, key)), [Some("x"), Some("y"), None]);
    }

    #[test]
    fn lines_are_found_by_their_key() {
        let lines = again(&Lines::from("a\t1\nab\t2\nab\t3\nb\t4\n".to_owned()));
        assert!(lines.iter().eq(["a\t1", "ab\t2", "ab\t3", "b\t4"]));
        assert_eq!(lines.with_key("ab").next(), Some("ab\t2"));
        assert_eq!(lines.with_key("b").collect::<Vec<_>>(), ["b\t4"]);
        assert_eq!(["", "aa", "c"].map(|key| lines.with_key(key).count()), [0; 3]);
        assert_eq!(Lines::default().with_key("a").count(), 0);
    }
}
