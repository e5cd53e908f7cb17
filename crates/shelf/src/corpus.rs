//! Checks that the companion corpus says what the spine of its code says it must.
//!
//! `corpus/complete.toml` names what is finished. Of a finished law every provision of the spine must be there, with a heading
//! where the code has one, a text of its own where the code has one, as many footnotes, and exactly the references that the
//! spine knows. Of an unfinished law only what is there is checked: it must stand in the spine, and so must its targets.

use std::collections::{BTreeMap, BTreeSet};

use lawgrep_ingest::{Companion, CorpusFault};
use lawgrep_lexicon::{Lexicon, Spine, SpineDefinition, SpineProvision};
use lawgrep_model::{Citation, Resolution, Target, Unit, UnitKey};
use serde::Deserialize;

use crate::doubts::Doubts;

/// What of the companion corpus is finished, by language code.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Complete {
    laws: BTreeMap<String, BTreeSet<u16>>,
    definitions: BTreeSet<String>,
    introduction: BTreeSet<String>,
    doubts: BTreeSet<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    laws: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    definitions: Vec<String>,
    #[serde(default)]
    introduction: Vec<String>,
    #[serde(default)]
    doubts: Vec<String>,
}

impl Complete {
    /// Reads `corpus/complete.toml`.
    ///
    /// # Errors
    /// When it is no TOML of that shape, or a law is neither a number nor a range.
    pub fn read(name: &str, text: &str) -> Result<Self, CorpusFault> {
        let fault = |line: u32, what: String| CorpusFault {
            file: name.to_owned(),
            line,
            what,
            remedy: "write laws as \"16\" or \"1-15\", by language".to_owned(),
        };
        let file: File = toml::from_str(text)
            .map_err(|e| fault(line_at(text, e.span().map_or(0, |span| span.start)), e.message().to_owned()))?;
        let mut laws = BTreeMap::new();
        for (lang, ranges) in file.laws {
            let mut numbers = BTreeSet::new();
            for range in ranges {
                let (from, to) = range.split_once('-').unwrap_or((&range, &range));
                match (from.trim().parse::<u16>(), to.trim().parse::<u16>()) {
                    (Ok(from), Ok(to)) if from <= to => numbers.extend(from..=to),
                    _ => return Err(fault(1, format!("`{range}` names no laws"))),
                }
            }
            laws.insert(lang, numbers);
        }
        Ok(Self {
            laws,
            definitions: file.definitions.into_iter().collect(),
            introduction: file.introduction.into_iter().collect(),
            doubts: file.doubts.into_iter().collect(),
        })
    }
}

/// The faults of one companion edition whose references are resolved, in the order of the spine, and of its doubts.
pub fn check(
    companion: &Companion,
    doubts: Option<&Doubts>,
    lexicon: &Lexicon,
    complete: &Complete,
) -> Vec<CorpusFault> {
    let edition = &companion.document.edition;
    let Some(spine) = lexicon.spine(edition.code) else { return Vec::new() };
    let mut check = Check { companion, spine: spine.by_citation(), faults: Vec::new() };
    let none = BTreeSet::new();
    let finished = complete.laws.get(&edition.lang).unwrap_or(&none);
    let units: BTreeMap<Citation, &Unit> = companion
        .document
        .units
        .iter()
        .filter(|u| u.key.is_provision())
        .filter_map(|u| Some((u.key.citation()?, u)))
        .collect();
    for unit in units.values() {
        check.stands_in_spine(unit);
    }
    check.whole(spine, finished, &units);
    let has = |wanted: fn(&UnitKey) -> bool| companion.document.units.iter().any(|u| wanted(&u.key));
    if complete.definitions.contains(&edition.lang) {
        check.definitions(lexicon.definitions(edition.code).map_or(&[], |d| &d.definitions));
    }
    if complete.introduction.contains(&edition.lang) && !has(|k| *k == UnitKey::Introduction) {
        check.edition_fault("the introduction is named as finished but is not there", "add introduction.md");
    }
    let told = complete.doubts.contains(&edition.lang);
    match doubts {
        Some(doubts) => check.faults.extend(doubts.check(spine, told)),
        None if told => {
            check.edition_fault("the doubts are named as told in its language but are not there", "add doubts.toml")
        }
        None => {}
    }
    check.faults
}

/// The line of a byte of a text, counted from 1.
pub(crate) fn line_at(text: &str, at: usize) -> u32 {
    let before = text.get(..at).unwrap_or("");
    u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX)
}

struct Check<'a> {
    companion: &'a Companion,
    spine: BTreeMap<Citation, &'a SpineProvision>,
    faults: Vec<CorpusFault>,
}

impl Check<'_> {
    fn fault(&mut self, unit: &Unit, what: String, remedy: &str) {
        let (file, line) = self.companion.place(unit.span.start);
        self.faults.push(CorpusFault { file: file.to_owned(), line, what, remedy: remedy.to_owned() });
    }

    fn edition_fault(&mut self, what: &str, remedy: &str) {
        let file = self.companion.document.edition.source_name.clone();
        self.faults.push(CorpusFault { file, line: 1, what: what.to_owned(), remedy: remedy.to_owned() });
    }

    /// A provision that the code does not have, or a reference to one.
    fn stands_in_spine(&mut self, unit: &Unit) {
        let Some(cite) = unit.key.citation() else { return };
        if !self.spine.contains_key(&cite) {
            let remedy = "correct the citation, or the spine if the code has it";
            self.fault(unit, format!("{cite} is no provision of the code"), remedy);
        }
        for target in targets(unit) {
            if !self.spine.contains_key(&target) {
                self.fault(
                    unit,
                    format!("{cite} refers to {target}, which the code does not have"),
                    "correct the reference",
                );
            }
        }
        if unit.refs.iter().any(|r| r.resolution == Resolution::Ambiguous) {
            self.fault(
                unit,
                format!("{cite} has a reference that could mean two provisions"),
                "write the law's number too",
            );
        }
    }

    /// Every provision of the finished laws, as the spine has it.
    fn whole(&mut self, spine: &Spine, finished: &BTreeSet<u16>, units: &BTreeMap<Citation, &Unit>) {
        let mut last: Option<&Unit> = None;
        for wanted in spine.provisions.iter().filter(|p| finished.contains(&p.cite.law_number())) {
            match units.get(&wanted.cite) {
                Some(unit) => {
                    self.provision(wanted, unit);
                    last = Some(unit);
                }
                None => {
                    let what = format!("{} is missing", wanted.cite);
                    let remedy = "write it, or take the law out of corpus/complete.toml";
                    match last.filter(|u| u.key.citation().map(Citation::law_number) == Some(wanted.cite.law_number()))
                    {
                        Some(unit) => self.fault(unit, what, remedy),
                        None => self.edition_fault(&what, remedy),
                    }
                }
            }
        }
    }

    /// Every definition of the code, by its id, with exactly the references that the spine knows.
    fn definitions(&mut self, wanted: &[SpineDefinition]) {
        let companion = self.companion;
        let written: BTreeMap<&str, &Unit> = companion
            .document
            .units
            .iter()
            .filter(|u| matches!(u.key, UnitKey::Definition(_)))
            .map(|u| (u.label.as_str(), u))
            .collect();
        for (id, unit) in &written {
            if !wanted.iter().any(|w| w.id == *id) {
                self.fault(
                    unit,
                    format!("definition {id} is not known"),
                    "take the id from corpus/spine/definitions.toml",
                );
            }
        }
        for wanted in wanted.iter().filter(|w| w.only_in.is_empty()) {
            let Some(unit) = written.get(wanted.id.as_str()) else {
                self.edition_fault(&format!("definition {} is missing", wanted.id), "write it into definitions.md");
                continue;
            };
            let have: BTreeSet<String> = targets(unit).iter().map(Citation::to_string).collect();
            let want: BTreeSet<String> = wanted.refs.iter().cloned().collect();
            if have != want {
                let list = |set: &BTreeSet<String>| set.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
                let what =
                    format!("definition {} refers to [{}], the code to [{}]", wanted.id, list(&have), list(&want));
                self.fault(unit, what, "reword it, or correct corpus/spine/definitions.toml");
            }
        }
    }

    fn provision(&mut self, wanted: &SpineProvision, unit: &Unit) {
        let cite = wanted.cite;
        if wanted.heading != unit.heading.is_some() {
            let (what, remedy) = if wanted.heading {
                ("has no heading, the code has one", "write one after the citation")
            } else {
                ("has a heading, the code has none", "take it out")
            };
            self.fault(unit, format!("{cite} {what}"), remedy);
        }
        if wanted.lead_in && unit.text.is_empty() {
            self.fault(
                unit,
                format!("{cite} has no text, the code has one before the parts"),
                "write it below the heading",
            );
        }
        if wanted.footnotes != unit.notes.len() {
            let what = format!("{cite} has {} footnotes, the code {}", unit.notes.len(), wanted.footnotes);
            self.fault(unit, what, "footnotes stand where the code has them");
        }
        let have: BTreeSet<Citation> = targets(unit).into_iter().collect();
        let want: BTreeSet<Citation> = wanted.targets().into_iter().collect();
        for target in want.difference(&have) {
            self.fault(unit, format!("{cite} does not refer to {target}"), "name it in the text, as the code does");
        }
        for target in have.difference(&want) {
            self.fault(
                unit,
                format!("{cite} refers to {target}, the code does not"),
                "reword it, or correct the spine",
            );
        }
    }
}

/// What a unit refers to, ranges spelt out law by law.
fn targets(unit: &Unit) -> Vec<Citation> {
    let mut all = Vec::new();
    for reference in &unit.refs {
        match reference.target {
            Target::One(cite) => all.push(cite),
            Target::Range(from, to) if from.section().is_none() && to.section().is_none() => {
                all.extend((from.law_number()..=to.law_number()).map(Citation::law));
            }
            Target::Range(from, to) => all.extend([from, to]),
            Target::Nothing | Target::Own(_) | Target::OwnRange(..) => {}
        }
    }
    all
}
