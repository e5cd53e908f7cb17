//! PDF.
use crate::{Refused, Text};
pub(crate) fn read(_bytes: &[u8]) -> Result<Text, Refused> {
    Err(Refused::Locked)
}
pub(crate) fn from_program(_bytes: &[u8]) -> Result<Text, Refused> {
    Err(Refused::Locked)
}
