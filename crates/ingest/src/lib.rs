//! From the bytes of a law book to its [`Document`]: decode, recognise, parse.
//!
//! Text in, tree and findings out; no input makes it fail, and every byte of the input is accounted for. It knows five
//! families of layout, each recognised from the text itself:
//!
//! * **flowing** ([`Layout::Flowing`]): text of a PDF, a page a paragraph, running headers and page numbers inside;
//! * **tabbed** ([`Layout::Tabbed`]): web text with tab stops, a law a heading line, run-in headings;
//! * **lists** ([`Layout::Lists`]): HTML lists turned into text, which lost their letters;
//! * **table** ([`Layout::Table`]): a table whose number cells stand inside their texts;
//! * **lines** ([`Layout::Lines`]): what web pages, word processors, Markdown and transcripts give: a label begins a line.
//!
//! Our own [companion](companion()) texts are Markdown and are read strictly: there a fault is ours, and stops the build.
//!
//! References are not found here; `lawgrep-xref` does that on the finished document.

mod audit;
mod builder;
mod companion;
mod decode;
mod definitions;
mod exercises;
pub mod guess;
mod heading;
mod layout;
mod merge;
mod patch;
mod patterns;
mod read;
mod recognise;

use lawgrep_lexicon::{Language, Lexicon, Profile};
use lawgrep_model::{Document, Edition, EditionId, Standing};

pub use companion::{Companion, CorpusFault, companion};
pub use decode::{Charset, Decoded, Hints, decode, decode_as};
pub use merge::{Overlap, merge};
pub use patch::{Patched, patch, refusal};
pub use read::{Read, read};
pub use recognise::{Confidence, Layout, NotLaw, Overrides, Reason, Recognised, recognise};

/// Parses a decoded text that [`recognise`] has looked at. References are still empty; `source_hash` too.
pub fn parse(text: &str, file_name: &str, recognised: &Recognised, lexicon: &Lexicon) -> Document {
    let edition = describe(file_name, recognised, lexicon);
    let fallback = Language::default();
    let language = lexicon.language(&recognised.lang).unwrap_or(&fallback);
    let context = layout::Context { text, language, laws: laws_of(recognised.code, lexicon) };
    let mut builder = layout::parse(recognised.layout, &context);
    if recognised.regulation {
        builder.own_above(context.laws);
    }
    let mut document = builder.finish(edition);
    audit::audit(&mut document, text, lexicon);
    document
}

/// How many laws the code has.
fn laws_of(code: u16, lexicon: &Lexicon) -> u16 {
    lexicon.code(code).map_or(93, |code| code.laws)
}

fn describe(file_name: &str, recognised: &Recognised, lexicon: &Lexicon) -> Edition {
    let profile: Option<&Profile> = recognised.profile.as_deref().and_then(|id| lexicon.profile(id));
    let code = lexicon.code(recognised.code);
    let id: EditionId = recognised.id.clone();
    let text = |pick: fn(&Profile) -> &String| profile.map(|p| pick(p).clone()).unwrap_or_default();
    Edition {
        title: profile.map_or_else(|| id.to_string(), |p| p.title.clone()),
        id,
        lang: recognised.lang.clone(),
        code: recognised.code,
        standing: match profile {
            Some(profile) => profile.standing,
            None if recognised.regulation => Standing::Regulation,
            None => Standing::Official,
        },
        publisher: text(|p| &p.publisher),
        jurisdiction: text(|p| &p.jurisdiction),
        in_force_from: profile
            .and_then(|p| p.in_force_from.clone())
            .or_else(|| code.and_then(|c| c.in_force_from.clone())),
        in_force_until: code.and_then(|c| c.in_force_until.clone()),
        superseded_by: code.and_then(|c| c.superseded_by),
        extract: profile.is_some_and(|p| p.extract),
        source_name: file_name.to_owned(),
        source_hash: String::new(),
    }
}
