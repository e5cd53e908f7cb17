//! What is said of a provision and the other codes: where its rule stands there, and where its number deceives.

use lawgrep_align::{Alignment, FalseFriend, Homes};
use lawgrep_lexicon::Relation;
use lawgrep_model::Citation;

use crate::own::words::t;

/// `1997: 16B -> 2017: 16D`, told from the older code to the newer, with a word where that was not checked. `None` where the
/// number stays the same, or nothing is known.
pub(crate) fn mark(alignment: &Alignment, from: u16, cite: Citation, to: u16) -> Option<String> {
    let homes = alignment.homes(from, cite, to).filter(|homes| from != to && !homes.to.is_empty())?;
    if homes.to == [cite] {
        return None;
    }
    let (own, there) = (format!("{from}: {cite}"), format!("{to}: {}", list(&homes.to)));
    let (old, new) = if from < to { (own, there) } else { (there, own) };
    Some(format!("{old} -> {new}{}", doubt(&homes)))
}

/// The same in a sentence, for a provision that is opened where its first home is: `1997 72B1 -> 2017 72C`.
pub(crate) fn step(from: u16, cite: Citation, to: u16, home: Citation, homes: &Homes) -> String {
    let others: Vec<Citation> = homes.to.iter().copied().filter(|other| *other != home).collect();
    let mut text = format!("{from} {cite} -> {to} {home}{}", doubt(homes));
    if !others.is_empty() {
        text.push_str(&t!("step_also", others = list(&others)));
    }
    text
}

/// Why a code has no such rule as a provision of another. `None` where it has, or nothing is known.
pub(crate) fn absence(alignment: &Alignment, from: u16, cite: Citation, to: u16) -> Option<String> {
    let homes = alignment.homes(from, cite, to).filter(|homes| homes.to.is_empty())?;
    Some(gone(&homes, to))
}

fn gone(homes: &Homes, code: u16) -> String {
    let doubt = doubt(homes);
    match (homes.relation, homes.year) {
        (Relation::Dropped, Some(year)) => t!("dropped", year, doubt),
        (Relation::New, Some(year)) => t!("new_no_rule", year, code, doubt),
        _ => t!("no_such_rule", code, doubt),
    }
}

/// The warning that the number is another rule's in some of the codes: `16B is another rule in the 2007 and 2017 codes
/// (creeping shadows); this rule is 16C in 2007, 16D in 2017`.
pub(crate) fn caution(
    alignment: &Alignment,
    code: u16,
    cite: Citation,
    others: impl Iterator<Item = u16>,
) -> Option<String> {
    let mut friends: Vec<(u16, FalseFriend)> =
        others.filter_map(|year| Some((year, alignment.false_friend(code, cite, year)?))).collect();
    friends.sort_by_key(|(year, _)| *year);
    let years: Vec<u16> = friends.iter().map(|(year, _)| *year).collect();
    // The newest code says what the number means; a line has no room for more.
    let (last, newest) = friends.last()?;
    let years = and(&years);
    let which = if friends.len() > 1 { t!("the_codes", years) } else { t!("the_code", years) };
    let topic = if newest.topic.is_empty() { String::new() } else { format!(" ({})", newest.topic) };
    let stands = |homes: &Homes, there: &str| match homes.to.as_slice() {
        [] if homes.relation == Relation::New => t!("new_in", year = homes.year.unwrap_or(code), doubt = doubt(homes)),
        [] => gone(homes, *last),
        to => format!("{}{there}{}", list(to), doubt(homes)),
    };
    let now = stands(&newest.homes, &t!("there"));
    let home = if friends.iter().all(|(_, friend)| stands(&friend.homes, &t!("there")) == now) {
        now
    } else {
        let each = |(year, friend): &(u16, FalseFriend)| stands(&friend.homes, &t!("in_year", year));
        friends.iter().map(each).collect::<Vec<_>>().join(", ")
    };
    Some(t!("another_rule", cite, which, topic, home))
}

/// Citations in a row.
pub(crate) fn list(cites: &[Citation]) -> String {
    cites.iter().map(Citation::to_string).collect::<Vec<_>>().join(", ")
}

fn and(years: &[u16]) -> String {
    let names: Vec<String> = years.iter().map(u16::to_string).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => t!("and", before = before.join(", "), last),
        _ => names.concat(),
    }
}

fn doubt(homes: &Homes) -> String {
    if homes.doubtful { t!("not_checked") } else { String::new() }
}
