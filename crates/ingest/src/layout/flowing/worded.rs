//! Headings of laws with their word: "§ 12. HEADING", "Law 12 Heading", in the middle of a page that flowed together.
//!
//! References look the same. One is a heading only after the end of a sentence or a page, before a capital, and if its
//! words are in capitals or its number goes on from the heading before it.

use regex::Regex;

use super::capitals_at;
use crate::{
    layout::Context,
    patterns::{any_of, in_capitals, re},
};

/// Where such a heading stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Worded {
    /// The law's word.
    pub(super) start: usize,
    /// Its number.
    pub(super) number_at: usize,
    /// End of the label.
    pub(super) end: usize,
    pub(super) number: u16,
    capitals: bool,
}

/// The headings of a text, in order.
pub(super) fn headings(context: &Context<'_>, text: &str) -> Vec<Worded> {
    let words = any_of(&context.language.structure.law);
    let rule: Regex = re(&format!(r"(?i)(?:{words})[\s\u{{a0}}]*([0-9]{{1,3}})(?:\s?[.:]|\s[-–])?[\s\u{{a0}}]+"));
    let mut all = Vec::new();
    for found in rule.captures_iter(text) {
        let (Some(whole), Some(digits)) = (found.get(0), found.get(1)) else { continue };
        let before = text.get(..whole.start()).unwrap_or("");
        let rest = text.get(whole.end()..).unwrap_or("");
        let parted = before.chars().next_back().is_none_or(char::is_whitespace);
        let opens = !whole.as_str().starts_with(char::is_lowercase) && rest.starts_with(char::is_uppercase);
        let last = before.trim_end().rsplit(char::is_whitespace).next().unwrap_or("");
        let page = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
        let closed = last.is_empty() || page || last.ends_with(['.', ':', ';', '!', '?', ')', '»', '”', '"']);
        let closed = closed || in_capitals(last);
        let number = digits.as_str().parse().unwrap_or(0);
        if parted && opens && closed && number > 0 {
            let capitals = capitals_at(context, text, whole.end()).is_some();
            let (start, number_at, end) = (whole.start(), digits.start(), whole.end());
            all.push(Worded { start, number_at, end, number, capitals });
        }
    }
    let number = |n: usize| all.get(n).map(|w: &Worded| w.number);
    let goes_on = |n: usize| {
        let own = number(n);
        let after = n.checked_sub(1).and_then(number).and_then(|b| b.checked_add(1)) == own;
        let before = number(n + 1).and_then(|a| a.checked_sub(1)) == own;
        after || before
    };
    let kept = (0..all.len()).filter(|n| goes_on(*n) || all.get(*n).is_some_and(|w| w.capitals));
    kept.filter_map(|n| all.get(n).copied()).collect()
}
