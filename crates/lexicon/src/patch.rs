use lawgrep_model::EditionId;
use serde::{Deserialize, Serialize};

/// The corrections of one edition's print, from `editions/ID.patches.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patches {
    /// The edition whose print has the slips.
    pub edition: EditionId,
    /// The corrections, in the order of their places, which do not overlap; at most [`Patches::MOST`].
    pub patches: Vec<Patch>,
}

/// One correction of a slip of a print: a letter left out, a digit wrong. Never a way around a fault of our own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    /// The bytes of the decoded text that are replaced: first, and one past the last.
    pub at: [u32; 2],
    /// SHA-256 of the old words, hexadecimal: they are the federation's, and the correction is refused where they differ.
    pub was: String,
    /// The new words. Letters and digits only, as the old ones must be, so that no bracket, blank or line comes or goes.
    pub now: String,
    /// Why the print is held to be wrong, a few words.
    pub reason: String,
}

impl Patches {
    /// A print with more slips than this needs another look at its source.
    pub const MOST: usize = 5;

    /// Reads the file of that edition.
    pub(crate) fn read(edition: &str, text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            patch: Vec<Patch>,
        }
        let edition = edition.parse().map_err(|e| format!("{e}"))?;
        let File { patch: patches } = toml::from_str(text).map_err(|e| e.to_string())?;
        if patches.len() > Self::MOST {
            return Err(format!("has {} patches, at most {} are allowed", patches.len(), Self::MOST));
        }
        let mut last = 0;
        for (n, patch) in patches.iter().enumerate() {
            patch.check(last).map_err(|what| format!("patch {}: {what}", n + 1))?;
            last = patch.at[1];
        }
        Ok(Self { edition, patches })
    }
}

impl Patch {
    fn check(&self, last: u32) -> Result<(), &'static str> {
        let [from, to] = self.at;
        if from < last || from >= to {
            return Err("`at` is [start, end] with start before end, and after the patch before it");
        }
        if self.was.len() != 64 || !self.was.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Err("`was` is a SHA-256 in small hexadecimal letters");
        }
        if !is_plain(&self.now) {
            return Err("`now` has letters and digits only, at least one");
        }
        if self.reason.trim().is_empty() {
            return Err("`reason` is empty");
        }
        Ok(())
    }
}

/// Whether words may be put in or taken out by a patch: letters and digits, at least one.
pub fn is_plain(words: &str) -> bool {
    !words.is_empty() && words.chars().all(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(at: &str, now: &str) -> String {
        let was = "0".repeat(64);
        format!("[[patch]]\nat = {at}\nwas = \"{was}\"\nnow = \"{now}\"\nreason = \"a letter was left out\"\n")
    }

    #[track_caller]
    fn refused(text: &str, why: &str) {
        let error = Patches::read("xx-2017", text).unwrap_err();
        assert!(error.contains(why), "{error}");
    }

    #[test]
    fn a_file_of_patches_reads() {
        let text = patch("[7, 9]", "och") + &patch("[9, 10]", "12C1");
        let read = Patches::read("xx-2017", &text).unwrap();
        let patches: Vec<_> = read.patches.iter().map(|p| (p.at, p.now.as_str())).collect();
        assert_eq!((read.edition.as_str(), patches), ("xx-2017", vec![([7, 9], "och"), ([9, 10], "12C1")]));
    }

    #[test]
    fn what_breaks_a_rule_does_not_load() {
        refused("[[patch]]\nat = [1, 2]", "missing field");
        refused(&patch("[2, 2]", "a"), "`at`");
        refused(&(patch("[7, 9]", "a") + &patch("[8, 10]", "b")), "patch 2: `at`");
        refused(&patch("[1, 2]", ""), "`now`");
        refused(&patch("[1, 2]", "a b"), "`now`");
        refused(&patch("[1, 2]", "(a)"), "`now`");
        refused(&patch("[1, 2]", "a").replace(&"0".repeat(64), "cafe"), "`was`");
        let six: String = (0..6).map(|n| patch(&format!("[{n}, {}]", n + 1), "a")).collect();
        refused(&six, "has 6 patches, at most 5");
    }
}
