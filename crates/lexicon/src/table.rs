use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A long text of a data file that few runs of a program look into.
///
/// A program that embeds it gives its own bytes, which are neither copied nor looked at before somebody asks for them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Table(Cow<'static, [u8]>);

impl Table {
    /// Of bytes that the program holds.
    pub fn embedded(bytes: &'static [u8]) -> Self {
        Self(Cow::Borrowed(bytes))
    }

    /// The text; empty where a faulty build gave bytes that are none.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl From<String> for Table {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text.into_bytes()))
    }
}

impl From<&str> for Table {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} bytes)", self.0.len())
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_str().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}
