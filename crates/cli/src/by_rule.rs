//! Citations across codes: in which code a bare citation is read, and where the same rule stands in another.

use lawgrep_align::{Alignment, Homes};
use lawgrep_lexicon::Relation;
use lawgrep_model::Citation;
use lawgrep_xref::Wanted;

use crate::session::Session;

/// Said of a row that rests on knowledge.
pub(crate) const UNCHECKED: &str = "not checked against a print";

/// The code in which a bare citation is read: that of the first edition that is named, else the newest of those that `--code`
/// leaves, else the law in force.
pub(crate) fn reading_code(session: &Session) -> u16 {
    let editions = session.library.editions();
    let in_force = || session.library.lexicon().code_in_force().map(|code| code.year);
    let chosen = session.chosen.iter().filter_map(|at| editions.get(*at));
    let named = session.first_named().and_then(|at| editions.get(at)).map(|e| e.code);
    let all: Vec<u16> = chosen.map(|e| e.code).collect();
    let in_force = in_force().filter(|year| all.contains(year));
    named.or(in_force).or_else(|| all.iter().max().copied()).unwrap_or_default()
}

/// The same rules in another code. What is no provision stays as it is; an empty list: that code has none of it, or nobody
/// knows.
pub(crate) fn translated(alignment: &Alignment, from: u16, want: &Wanted, to: u16) -> Vec<Wanted> {
    if from == to {
        return vec![want.clone()];
    }
    let homes = |cite| alignment.homes(from, cite, to).map(|h| h.to).unwrap_or_default();
    match want {
        Wanted::One(cite) => homes(*cite).into_iter().map(Wanted::One).collect(),
        Wanted::Range(first, last) => {
            let mut all: Vec<Wanted> = Vec::new();
            for cite in alignment.between(from, *first, *last) {
                for home in homes(cite).into_iter().map(Wanted::One) {
                    if !all.contains(&home) {
                        all.push(home);
                    }
                }
            }
            all
        }
        Wanted::Named(_) => vec![want.clone()],
    }
}

/// `2007: 16D`, `2017: dropped in 2007`, for a rule seen from another code.
pub(crate) fn place(code: u16, homes: &Homes) -> String {
    let doubt = if homes.doubtful { format!(" ({UNCHECKED})") } else { String::new() };
    if homes.to.is_empty() {
        return format!("{code}: {}{doubt}", absence(homes));
    }
    let within = if homes.exact { "" } else { "part of " };
    format!("{code}: {within}{}{doubt}", list(&homes.to))
}

/// Why a code has no such rule: `dropped in 2007`, `none, new in 2017`.
pub(crate) fn absence(homes: &Homes) -> String {
    match (homes.relation, homes.year) {
        (Relation::Dropped, Some(year)) => format!("none, dropped in {year}"),
        (Relation::Dropped, None) => "none, dropped".to_owned(),
        (_, Some(year)) => format!("none, new in {year}"),
        (_, None) => "none".to_owned(),
    }
}

/// Citations in a row of words.
pub(crate) fn list(cites: &[Citation]) -> String {
    cites.iter().map(Citation::to_string).collect::<Vec<_>>().join(", ")
}

/// What a reader who opens this number must know: in which other codes it is another rule's, one line a code.
pub(crate) fn warnings(alignment: &Alignment, code: u16, cite: Citation) -> Vec<String> {
    let warn = |other: u16| {
        let friend = alignment.false_friend(code, cite, other)?;
        let topic = if friend.topic.is_empty() { String::new() } else { format!(" ({})", friend.topic) };
        let here = match (friend.homes.to.is_empty(), friend.homes.relation) {
            (true, _) => absence(&friend.homes),
            (false, _) => list(&friend.homes.to),
        };
        let partly = if friend.homes.to.contains(&cite) { "in part " } else { "" };
        Some(format!("{cite} is {partly}another rule in the {other} code{topic}; {cite} of {code} there: {here}"))
    };
    alignment.codes().filter_map(warn).collect()
}
