use lawgrep_model::{Citation, Document, Level, UnitKey};

use super::candidates::Line;
use crate::{cites, session::Session, text::one_line};

/// Most names that are offered; a list that fills several screens helps nobody.
const MOST: usize = 200;

/// The citations that begin as typed, in the case that was typed, each with its heading: laws where no law is complete yet,
/// else the provision and the next level below it; the names of what is no provision (`def/Bonus`) once a letter is there.
pub(super) fn beginning(typed: &str, line: &Line, session: &Session) -> Vec<(String, String)> {
    let Some(document) = document(line, session) else { return Vec::new() };
    let begun = typed.to_uppercase();
    let mut found: Vec<(String, String)> = Vec::new();
    for unit in &document.units {
        let names: Vec<String> = match &unit.key {
            UnitKey::Provision(all) => {
                let near = all.iter().filter(|cite| cite.level() == Level::Law || is_next(**cite, &begun));
                near.map(Citation::to_string).collect()
            }
            key if typed.starts_with(char::is_alphabetic) => vec![key.pipe()],
            _ => Vec::new(),
        };
        for name in names {
            if found.iter().any(|(known, _)| known.get(typed.len()..) == name.get(typed.len()..)) {
                continue;
            }
            let same = name.get(..typed.len()).is_some_and(|head| head.to_uppercase() == begun);
            if let Some(rest) = name.get(typed.len()..).filter(|_| same) {
                let heading = unit.heading.as_deref().unwrap_or(&unit.text);
                found.push((format!("{typed}{rest}"), short(heading)));
            }
        }
        if found.len() >= MOST {
            break;
        }
    }
    found
}

/// Whether the citation is what was typed and one level more.
fn is_next(cite: Citation, begun: &str) -> bool {
    let text = cite.to_string().to_uppercase();
    text.starts_with(begun) && cite.parent().is_some_and(|up| up.to_string().to_uppercase().len() <= begun.len())
}

/// The edition whose citations are offered: the first that the flags name, else the first in the user's language, else in
/// the language of a flag.
fn document<'s>(line: &Line, session: &'s Session) -> Option<&'s Document> {
    let editions = session.library.editions();
    let named = line.values("edition").first().and_then(|id| session.library.position(id));
    let lang = line.values("lang").first().map(|lang| (*lang).to_owned());
    let spoken = lang.and_then(|lang| editions.iter().position(|e| e.lang == lang));
    let at = named.or(spoken).or_else(|| session.by_language().first().copied())?;
    session.library.document(at)?.ok()
}

/// Whether a query so far is a list of citations, so that it may go on with one.
pub(super) fn all_are(words: &[String], session: &Session) -> bool {
    cites::query(&words.join(" "), session.library.lexicon()).is_some()
}

/// A text short enough to stand beside a candidate.
fn short(text: &str) -> String {
    const LENGTH: usize = 60;
    let text = one_line(text);
    match text.char_indices().nth(LENGTH) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default().trim_end()),
        None => text,
    }
}
