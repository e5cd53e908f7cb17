//! What a text is: its language, layout, edition and code. Told by what stands in it, never by its file name.

use std::{fmt, sync::LazyLock};

use lawgrep_lexicon::{Language, Lexicon, Profile};
use lawgrep_model::{EditionId, Standing};
use regex::Regex;

use crate::{
    builder::Builder,
    layout::{self, Context},
    patterns::{any_of, collapse, re},
};

mod code;
mod language;

use code::Votes;
pub(crate) use language::count;

/// A layout family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layout {
    /// Text of a PDF, pages flowing together.
    Flowing,
    /// Web text with tab stops and run-in headings.
    Tabbed,
    /// HTML lists that lost their letters.
    Lists,
    /// A table whose number cells stand inside their texts.
    Table,
    /// Lines of a web page, a word processor, Markdown or a transcript.
    Lines,
}

impl Layout {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Flowing => "flowing pages",
            Layout::Tabbed => "tabbed text",
            Layout::Lists => "lists",
            Layout::Table => "table of extracts",
            Layout::Lines => "plain lines",
        }
    }
}

/// What the user says about a text; what is `None` is found out.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// The edition's id.
    pub id: Option<EditionId>,
    /// Its language code.
    pub lang: Option<String>,
    /// The year of its code.
    pub code: Option<u16>,
}

/// What a text was recognised as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    /// The edition's id: of a known edition, as overridden, or made from language, code and file name.
    pub id: EditionId,
    /// Language code.
    pub lang: String,
    /// Year of the code.
    pub code: u16,
    /// Layout family.
    pub layout: Layout,
    /// Id of the known edition whose profile fits.
    pub profile: Option<String>,
    /// It is a regulation: its sections have numbers of their own, beyond the last law's.
    pub regulation: bool,
    /// What was found out, how surely and why, for a report.
    pub reasons: Vec<Reason>,
}

/// How surely something was found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// A guess; the user should look.
    Low,
    /// Likely.
    Medium,
    /// As good as certain.
    High,
    /// The user said so.
    Told,
}

impl Confidence {
    /// The word for it in output.
    pub fn name(self) -> &'static str {
        match self {
            Confidence::Low => "low",
            Confidence::Medium => "medium",
            Confidence::High => "high",
            Confidence::Told => "told",
        }
    }
}

/// One thing that was found out about a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// What: `language`, `layout`, `code`, `edition`, `standing`.
    pub aspect: &'static str,
    /// What it is, as output names it: `da`, `tabbed text`, `2017`.
    pub value: String,
    /// How surely.
    pub confidence: Confidence,
    /// Why, an English clause without a full stop.
    pub why: String,
}

impl Reason {
    fn new(aspect: &'static str, value: impl fmt::Display, confidence: Confidence, why: impl Into<String>) -> Self {
        Self { aspect, value: value.to_string(), confidence, why: why.into() }
    }
}

impl fmt::Display for Reason {
    /// `code 2017 (high): 12 of 12 telling citations`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({}): {}", self.aspect, self.value, self.confidence.name(), self.why)
    }
}

/// Bytes of the longest text that is read. The longest law book has a hundredth of it; what is read of a text takes about a
/// hundred times its length of memory at worst, where every few letters are a provision.
pub(crate) const MOST_TEXT: usize = 8 << 20;

/// Why a text was not taken for a law text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotLaw {
    /// Nothing in it.
    #[error("it is empty")]
    Empty,
    /// Longer than any law book.
    #[error("its text is longer than {} MiB, no law book is", MOST_TEXT >> 20)]
    TooLong,
    /// Zero bytes in it, as archives and pictures have.
    #[error("it is no text: it holds zero bytes")]
    Binary,
    /// No language that lawgrep knows.
    #[error("its language is none that lawgrep knows ({known})")]
    Language {
        /// Codes of the known languages.
        known: String,
    },
    /// A language that lawgrep can name and not read.
    #[error("it reads as {name}, and lawgrep has no {name} (it has {known})")]
    Foreign {
        /// Its name in English.
        name: String,
        /// Codes of the known languages.
        known: String,
    },
    /// No laws found in any layout.
    #[error("no laws were found in it")]
    NoLaws,
    /// The code could not be told.
    #[error("it could not be told which code of the laws it follows ({known})")]
    Code {
        /// Years of the known codes.
        known: String,
    },
}

impl NotLaw {
    /// What a user can do about it, an English clause without a full stop.
    pub fn remedy(&self) -> &'static str {
        match self {
            NotLaw::Empty | NotLaw::Binary => "name a file that holds the text of the laws",
            NotLaw::Language { .. } => "if it is a law text, say --lang and --code",
            NotLaw::Foreign { .. } => "CONTRIBUTING.md tells how a language is added; --lang reads it as one of these",
            NotLaw::NoLaws => "if it is one, say --lang and --code",
            NotLaw::Code { .. } => "say --code",
            NotLaw::TooLong => "name the file that holds the laws alone",
        }
    }
}

/// Looks at a decoded text. `file_name` only helps to name an edition that is not known.
///
/// # Errors
/// When the text is no law text, or its language or code cannot be told.
pub fn recognise(text: &str, file_name: &str, lexicon: &Lexicon, overrides: &Overrides) -> Result<Recognised, NotLaw> {
    look(text, file_name, lexicon, overrides).map(|looked| looked.recognised)
}

/// What a text was recognised as, and what was read of it to find that out.
pub(crate) struct Looked<'t> {
    pub(crate) recognised: Recognised,
    /// The text, read in its layout.
    pub(crate) builder: Builder<'t>,
    /// How many laws a code was taken to have.
    pub(crate) laws: u16,
}

/// Looks at a text. Its code is told by its provisions among others, so that it is read on the way.
pub(crate) fn look<'t>(
    text: &'t str,
    file_name: &str,
    lexicon: &'t Lexicon,
    overrides: &Overrides,
) -> Result<Looked<'t>, NotLaw> {
    if text.len() > MOST_TEXT {
        return Err(NotLaw::TooLong);
    }
    if text.trim().is_empty() {
        return Err(NotLaw::Empty);
    }
    if text.contains('\0') {
        return Err(NotLaw::Binary);
    }
    let (language, reason) = language::language(text, lexicon, overrides)?;
    let mut reasons = vec![reason];
    let laws = lexicon.last_law().unwrap_or(93);
    let context = Context { text, language, laws };
    let (layout, reason) = layout(&context).ok_or(NotLaw::NoLaws)?;
    reasons.push(reason);
    let words = collapse(text).to_lowercase();
    let mut builder = layout::parse(layout, &context);
    let own = own_numbers(&builder, laws);
    let votes = Votes::of(&builder, text, &words, own.is_some().then_some((text, language)), lexicon);
    let profile = profile(&words, language, lexicon, overrides, &votes);
    let regulation = profile.map_or(own.is_some(), |(p, _)| p.standing == Standing::Regulation);
    let (code, reason) = code(overrides, profile.map(|p| p.0), &votes, lexicon)?;
    reasons.push(reason);
    if let Some((first, last)) = own.filter(|_| regulation) {
        let why = format!("its own numbers are {first} to {last}, beyond the last law's, {laws}");
        reasons.push(Reason::new("standing", Standing::Regulation.name(), Confidence::High, why));
    }
    if regulation {
        builder.own_above(laws);
    }
    let id = match (&overrides.id, profile) {
        (Some(id), _) => id.clone(),
        (None, Some((profile, _))) => profile.id.clone(),
        (None, None) => made_id(&language.code, code, file_name),
    };
    reasons.push(match (&overrides.id, profile) {
        (Some(_), _) => Reason::new("edition", &id, Confidence::Told, "by the user"),
        (None, Some((profile, hits))) => {
            let all = profile.phrases.len();
            let sure = if hits > profile.enough { Confidence::High } else { Confidence::Medium };
            Reason::new("edition", &id, sure, format!("{hits} of its {all} own phrases"))
        }
        (None, None) => Reason::new("edition", &id, Confidence::Low, "none that is known, so named by its file"),
    });
    let recognised = Recognised {
        id,
        lang: language.code.clone(),
        code,
        layout,
        profile: profile.map(|(p, _)| p.id.to_string()),
        regulation,
        reasons,
    };
    Ok(Looked { recognised, builder, laws })
}

/// The first and last number of a text's sections where nearly all of them lie beyond the last law: those of a regulation. A
/// law book with some national laws of its own has the laws too.
fn own_numbers(builder: &Builder<'_>, laws: u16) -> Option<(u16, u16)> {
    let numbers: std::collections::BTreeSet<u16> = builder.cites().iter().map(|c| c.law_number()).collect();
    let own: Vec<u16> = numbers.iter().copied().filter(|n| *n > laws).collect();
    let all = own.len() >= 2 && own.len() * 5 >= numbers.len() * 4;
    all.then(|| Some((*own.first()?, *own.last()?))).flatten()
}

/// The code, by what is strongest: the user, the edition, the provisions.
fn code(
    overrides: &Overrides,
    profile: Option<&Profile>,
    votes: &Votes,
    lexicon: &Lexicon,
) -> Result<(u16, Reason), NotLaw> {
    // Of a code that nothing is known of it could not be said whether it is law today.
    let unknown =
        || NotLaw::Code { known: lexicon.codes.iter().map(|c| c.year.to_string()).collect::<Vec<_>>().join(", ") };
    if let Some(code) = overrides.code {
        let known = lexicon.code(code).ok_or_else(unknown)?.year;
        return Ok((known, Reason::new("code", known, Confidence::Told, "by the user")));
    }
    if let Some(profile) = profile {
        let known = lexicon.code(profile.code).ok_or_else(unknown)?.year;
        let telling = votes.telling(known).map_or_else(String::new, |told| format!("; {told}"));
        let why = format!("the edition {} is of it{telling}", profile.id);
        return Ok((known, Reason::new("code", known, Confidence::High, why)));
    }
    let (code, confidence, why) = votes.best().ok_or_else(unknown)?;
    Ok((code, Reason::new("code", code, confidence, why)))
}

/// The layout with most labels of its own kind, if any has three.
fn layout(context: &Context<'_>) -> Option<(Layout, Reason)> {
    static TABS: LazyLock<Regex> =
        LazyLock::new(|| re(r"(?m)^(?:[A-Z]\.[ \u{a0}]*\t|\t+[ \u{a0}\t]*(?:[0-9]{1,2}|[a-z])\.[ \u{a0}\t])"));
    static ITEMS: LazyLock<Regex> = LazyLock::new(|| re(r"(?m)^[ \u{a0}]*[0-9]{1,2}\.[ \u{a0}]+[^ \u{a0}\n]"));
    let Context { text, language, .. } = context;
    let law = any_of(&language.structure.law);
    let blank = r"[ \u{a0}]";
    let count = |pattern: &Regex| pattern.find_iter(text).count();
    let tabs = count(&TABS);
    let tabbed_laws = count(&re(&format!(r"(?mi)^(?:{law}){blank}*[0-9]{{1,3}}\.{blank}+[^ \u{{a0}}\n]")));
    let list_laws = count(&re(&format!(r"(?mi)^{blank}*(?:{law}){blank}*[0-9]{{1,3}}[A-Z]?[0-9]?\.?{blank}*$")));
    let list_items = count(&ITEMS);
    let flowing = layout::flowing::headings(context);
    let others = [
        (Layout::Tabbed, if tabbed_laws > 0 && tabs > 0 { tabbed_laws * 3 + tabs } else { tabbed_laws }),
        (Layout::Lists, if list_laws > 0 { list_laws * 3 + list_items } else { 0 }),
        (Layout::Flowing, flowing * 4),
        (Layout::Lines, layout::lines::score(context)),
    ];
    // To find a table's cells takes longest; few texts have as many words that could be one.
    let most = others.iter().map(|(_, score)| *score).max().unwrap_or(0);
    let could_be = layout::table::cell::longest_chain(context) > most;
    let table = could_be.then(|| (Layout::Table, layout::table::cell::chain(context)));
    let mut scores: Vec<(Layout, usize)> = others.into_iter().chain(table).collect();
    scores.sort_by_key(|(layout, score)| (std::cmp::Reverse(*score), *layout));
    let (best, score) = *scores.first()?;
    let (other, next) = scores.get(1).copied().unwrap_or((best, 0));
    // Any text may cite some laws in their order; a table cites many.
    let enough = if best == Layout::Table { 7 } else { 3 };
    let why = match next {
        0 => format!("{score} points for its labels, none for another"),
        _ => format!("{score} points for its labels; {} has {next}", other.name()),
    };
    let confidence = match () {
        () if score >= next * 2 && score >= 2 * enough => Confidence::High,
        () if score * 4 >= next * 5 => Confidence::Medium,
        () => Confidence::Low,
    };
    (score >= enough).then(|| (best, Reason::new("layout", best.name(), confidence, why)))
}

/// The known edition whose phrases the text holds and whose code its provisions do not speak against.
fn profile<'l>(
    words: &str,
    language: &Language,
    lexicon: &'l Lexicon,
    overrides: &Overrides,
    votes: &Votes,
) -> Option<(&'l Profile, usize)> {
    let hits = |p: &Profile| p.phrases.iter().filter(|phrase| words.contains(phrase.as_str())).count();
    if let Some(id) = &overrides.id
        && let Some(profile) = lexicon.profile(id.as_str())
    {
        return Some((profile, hits(profile)));
    }
    let fits = |p: &&Profile| {
        p.lang == language.code && overrides.code.is_none_or(|c| c == p.code) && votes.of_code(p.code) >= votes.most()
    };
    let all = lexicon.profiles.iter().filter(fits).map(|p| (p, hits(p)));
    all.filter(|(p, hits)| *hits >= p.enough.max(1)).max_by_key(|(_, hits)| *hits)
}

/// An id for an edition that no profile knows: `da-2017-lovbog`.
fn made_id(lang: &str, code: u16, file_name: &str) -> EditionId {
    let stem = file_name.rsplit(['/', '\\']).next().unwrap_or("").split('.').next().unwrap_or("");
    let mut slug = String::new();
    for c in stem.to_lowercase().chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_matches('-').chars().take(32).collect::<String>();
    let id = if slug.is_empty() { format!("{lang}-{code}") } else { format!("{lang}-{code}-{slug}") };
    // Language codes and slugs are made of the letters that an id allows, so the second choice is never taken.
    id.parse().unwrap_or_else(|_| made_id("xx", code, ""))
}
