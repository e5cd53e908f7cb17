//! Documents of Word.
use crate::{Refused, Text};
pub(crate) fn read(_bytes: &[u8]) -> Result<Text, Refused> {
    Err(Refused::Locked)
}
