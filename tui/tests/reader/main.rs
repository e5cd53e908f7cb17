//! The reader as its user meets it: keys in, screens out, over invented law books.

mod drive;
mod endless;
mod fixture;
mod keys;
mod screens;
