use lawgrep_lexicon::{Lexicon, Patch};
use lawgrep_model::Document;

use crate::{
    NotLaw, Overrides, Patched, Recognised, audit, describe, laws_of, parse, patch,
    recognise::{Looked, look},
};

/// A text that was read: recognised, corrected, parsed.
#[derive(Debug, Clone)]
pub struct Read {
    /// What it was recognised as.
    pub recognised: Recognised,
    /// The text with its corrections, which the document counts in.
    pub text: String,
    /// Its document; references are still empty, `source_hash` too. Findings tell of the corrections.
    pub document: Document,
    /// Corrections that do not fit it.
    pub refused: Vec<Patch>,
}

/// What [`recognise`](crate::recognise()), [`patch`](crate::patch()) and [`parse`](crate::parse) do one after the other, but
/// reads the text only once where it can: what was read in order to recognise it is kept. `patches` says whether the
/// edition's corrections are put in.
///
/// # Errors
/// When the text is no law text, or its language or code cannot be told.
pub fn read(
    text: String,
    file_name: &str,
    lexicon: &Lexicon,
    overrides: &Overrides,
    patches: bool,
) -> Result<Read, NotLaw> {
    let Looked { recognised, builder, laws } = look(&text, file_name, lexicon, overrides)?;
    // By its profile and not by its id, which may be the user's.
    let known = recognised.profile.as_deref().filter(|_| patches).map_or(&[][..], |id| lexicon.patches(id));
    let Patched { text: corrected, applied, refused } = patch(&text, known);
    let (text, mut document) = if applied.is_empty() && laws == laws_of(recognised.code, lexicon) {
        let mut document = builder.finish(describe(file_name, &recognised, lexicon));
        audit::audit(&mut document, &text, lexicon);
        (text, document)
    } else {
        drop(builder);
        let document = parse(&corrected, file_name, &recognised, lexicon);
        (corrected, document)
    };
    document.findings.extend(applied);
    document.findings.sort_by_key(|finding| (finding.span.start, finding.kind));
    Ok(Read { recognised, text, document, refused })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise;

    #[test]
    fn it_is_the_steps_one_after_the_other() {
        let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
        let lexicon = Lexicon::embedded().unwrap();
        for name in ["tabbed.txt", "lists.txt"] {
            let text = std::fs::read_to_string(data.join(name)).unwrap();
            let recognised = recognise(&text, name, &lexicon, &Overrides::default()).unwrap();
            let document = parse(&text, name, &recognised, &lexicon);
            let read = read(text.clone(), name, &lexicon, &Overrides::default(), true).unwrap();
            assert!(read.recognised == recognised && read.document == document && read.text == text, "{name}");
        }
        assert!(read("A poem.".to_owned(), "x", &lexicon, &Overrides::default(), true).is_err());
    }
}
