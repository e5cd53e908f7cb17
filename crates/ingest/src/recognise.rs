//! What a text is: its language, layout, edition and code. Told by what stands in it, never by its file name.

use std::sync::LazyLock;

use lawgrep_lexicon::{Code, Language, Lexicon, Profile};
use lawgrep_model::{Citation, EditionId};
use regex::Regex;

use crate::{
    builder::Builder,
    guess,
    layout::{self, Context},
    patterns::{any_of, collapse, re},
};

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
}

impl Layout {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Flowing => "flowing pages",
            Layout::Tabbed => "tabbed text",
            Layout::Lists => "lists",
            Layout::Table => "table of extracts",
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
    /// Why, for a report: a few words each.
    pub reasons: Vec<String>,
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
    let mut reasons = Vec::new();
    let language = language(text, lexicon, overrides, &mut reasons)?;
    let laws = lexicon.codes.iter().map(|c| c.laws).max().unwrap_or(93);
    let context = Context { text, language, laws };
    let layout = layout(&context).ok_or(NotLaw::NoLaws)?;
    reasons.push(format!("layout: {}", layout.name()));
    let words = collapse(text).to_lowercase();
    let builder = layout::parse(layout, &context);
    let votes = votes(&builder, &words, lexicon);
    let profile = profile(&words, language, lexicon, overrides, &votes);
    let told = overrides.code.or(profile.map(|p| p.code)).or_else(|| best_code(&votes));
    // Of a code that nothing is known of it could not be said whether it is law today.
    let code = told.filter(|code| lexicon.code(*code).is_some()).ok_or_else(|| NotLaw::Code {
        known: lexicon.codes.iter().map(|c| c.year.to_string()).collect::<Vec<_>>().join(", "),
    })?;
    if let Some(profile) = profile {
        reasons.push(format!("edition: {} by its own phrases", profile.id));
    }
    reasons.push(format!("code: {code}"));
    let id = match (&overrides.id, profile) {
        (Some(id), _) => id.clone(),
        (None, Some(profile)) => profile.id.clone(),
        (None, None) => made_id(&language.code, code, file_name),
    };
    let recognised = Recognised {
        id,
        lang: language.code.clone(),
        code,
        layout,
        profile: profile.map(|p| p.id.to_string()),
        reasons,
    };
    Ok(Looked { recognised, builder, laws })
}

fn language<'l>(
    text: &str,
    lexicon: &'l Lexicon,
    overrides: &Overrides,
    reasons: &mut Vec<String>,
) -> Result<&'l Language, NotLaw> {
    let known =
        || NotLaw::Language { known: lexicon.languages.iter().map(|l| l.code.as_str()).collect::<Vec<_>>().join(", ") };
    if let Some(code) = &overrides.lang {
        return lexicon.language(code).ok_or_else(known);
    }
    let (hits, count) = guess::hits(text, lexicon, |l| l.frequent.iter().map(String::as_str).collect());
    let (best, hits) = lexicon.languages.iter().zip(hits).max_by_key(|(_, hits)| *hits).ok_or_else(known)?;
    // A twelfth of all words is far below any law text in its own language and far above one in another.
    if hits * 12 < count || hits < 5 {
        return Err(known());
    }
    reasons.push(format!("language: {}", best.name));
    Ok(best)
}

/// The layout with most labels of its own kind, if any has three.
fn layout(context: &Context<'_>) -> Option<Layout> {
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
    let flowing = layout::flowing::headings(text);
    let others = [
        (Layout::Tabbed, if tabbed_laws > 0 && tabs > 0 { tabbed_laws * 3 + tabs } else { tabbed_laws }),
        (Layout::Lists, if list_laws > 0 { list_laws * 3 + list_items } else { 0 }),
        (Layout::Flowing, flowing * 4),
    ];
    // To find a table's cells takes longest; few texts have as many words that could be one.
    let most = others.iter().map(|(_, score)| *score).max().unwrap_or(0);
    let could_be = layout::table::cell::longest_chain(context) > most;
    let table = could_be.then(|| (Layout::Table, layout::table::cell::chain(context)));
    let scores = others.into_iter().chain(table);
    let best = scores.max_by_key(|(layout, score)| (*score, std::cmp::Reverse(*layout)));
    // Any text may cite some laws in their order; a table cites many.
    let enough = |layout: Layout| if layout == Layout::Table { 7 } else { 3 };
    best.filter(|(layout, score)| *score >= enough(*layout)).map(|(layout, _)| layout)
}

/// For each code how much the text's own provisions and words speak for it.
fn votes(builder: &Builder<'_>, words: &str, lexicon: &Lexicon) -> Vec<(u16, i64)> {
    let cites = builder.cites();
    let count = |list: &[String]| {
        list.iter().filter(|c| c.parse::<Citation>().is_ok_and(|c| cites.contains(&c))).count() as i64
    };
    let vote = |code: &Code| {
        let words = code.words.iter().filter(|w| words.contains(w.as_str())).count() as i64;
        count(&code.has) + words - count(&code.lacks) * 2
    };
    lexicon.codes.iter().map(|code| (code.year, vote(code))).collect()
}

/// The one code with most votes, if it has any.
fn best_code(votes: &[(u16, i64)]) -> Option<u16> {
    let best = votes.iter().map(|v| v.1).max()?;
    let mut with_most = votes.iter().filter(|v| v.1 == best);
    let code = with_most.next()?.0;
    (best > 0 && with_most.next().is_none()).then_some(code)
}

/// The known edition whose phrases the text holds and whose code its provisions do not speak against.
fn profile<'l>(
    words: &str,
    language: &Language,
    lexicon: &'l Lexicon,
    overrides: &Overrides,
    votes: &[(u16, i64)],
) -> Option<&'l Profile> {
    if let Some(id) = &overrides.id
        && let Some(profile) = lexicon.profile(id.as_str())
    {
        return Some(profile);
    }
    let vote = |code: u16| votes.iter().find(|v| v.0 == code).map_or(0, |v| v.1);
    let most = votes.iter().map(|v| v.1).max().unwrap_or(0);
    let fits =
        |p: &&Profile| p.lang == language.code && overrides.code.is_none_or(|c| c == p.code) && vote(p.code) >= most;
    let hits = |p: &Profile| p.phrases.iter().filter(|phrase| words.contains(phrase.as_str())).count();
    lexicon.profiles.iter().filter(fits).filter(|p| hits(p) >= p.enough.max(1)).max_by_key(|p| hits(p))
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
