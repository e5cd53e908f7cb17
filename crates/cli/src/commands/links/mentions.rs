use lawgrep_lexicon::{Language, Lexicon};
use lawgrep_model::Span;
use lawgrep_xref::{Finder, Mention};

/// In which language a text is read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Tongue<'l> {
    Known(&'l Language),
    /// It could not be told.
    Unknown,
}

impl Tongue<'_> {
    pub(super) fn code(&self) -> Option<&str> {
        match self {
            Tongue::Known(language) => Some(&language.code),
            Tongue::Unknown => None,
        }
    }
}

/// The mentions of a text. Where its language is not known, those that every language reads, and reads alike.
pub(super) fn find(text: &str, tongue: Tongue<'_>, lexicon: &Lexicon) -> Vec<Mention> {
    match tongue {
        Tongue::Known(language) => Finder::new(language, false).find_free(text),
        Tongue::Unknown => {
            let each = lexicon.languages.iter().map(|language| Finder::new(language, false).find_free(text));
            each.reduce(|all, more| agreed(&all, &more)).unwrap_or_default()
        }
    }
}

/// What two languages read alike: same meaning, words that overlap; of those the words that both have.
fn agreed(ours: &[Mention], theirs: &[Mention]) -> Vec<Mention> {
    let mut agreed = Vec::new();
    let mut theirs = theirs.iter().peekable();
    for our in ours {
        while theirs.next_if(|their| their.span.end <= our.span.start).is_some() {}
        let Some(their) = theirs.peek() else { break };
        let overlap = Span { start: our.span.start.max(their.span.start), end: our.span.end.min(their.span.end) };
        let alike = our.shape == their.shape && our.readings == their.readings && our.rivals == their.rivals;
        if overlap.start < overlap.end && alike {
            agreed.push(Mention { span: overlap, sure: our.sure && their.sure, ..our.clone() });
        }
    }
    agreed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, words: &[&str]) {
        let lexicon = Lexicon::embedded().unwrap();
        let found = find(text, Tongue::Unknown, &lexicon);
        assert_eq!(found.iter().map(|m| m.span.of(text)).collect::<Vec<_>>(), words, "{text}");
    }

    #[test]
    fn without_a_language_only_what_all_read_alike_counts() {
        check("16C2, § 50 (16B)", &["16C2", "§ 50", "16B"]);
        check("artikel 16C2", &["16C2"]);
        // In Norwegian that is a team.
        check("Lag 16C2", &[]);
        check("Lag 16; Law 16; lov 16; artikel 16", &[]);
        check("§§ 26-32", &["§§ 26-32"]);
        check("x § 12, § 12 i vedtægterne", &["§ 12"]);
    }
}
