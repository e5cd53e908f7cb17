use std::{ops::Deref, sync::OnceLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};

/// A part of a language that few runs of a program need: a program that embeds it has it as bytes, which are read when it is
/// first looked at.
#[derive(Clone, Default)]
pub struct Late<T> {
    read: OnceLock<T>,
    bytes: &'static [u8],
}

impl<T> Late<T> {
    /// Of bytes that the program holds, in the form of postcard.
    pub fn embedded(bytes: &'static [u8]) -> Self {
        Self { read: OnceLock::new(), bytes }
    }
}

impl<T> From<T> for Late<T> {
    fn from(value: T) -> Self {
        Self { read: OnceLock::from(value), bytes: &[] }
    }
}

/// Empty where a faulty build gave bytes that are none; a test of the embedded bytes keeps that from happening.
impl<T: DeserializeOwned + Default> Deref for Late<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.read.get_or_init(|| postcard::from_bytes(self.bytes).unwrap_or_default())
    }
}

impl<T: DeserializeOwned + Default + std::fmt::Debug> std::fmt::Debug for Late<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: DeserializeOwned + Default + Serialize> Serialize for Late<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Late<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self::from)
    }
}
