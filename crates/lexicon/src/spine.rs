use std::collections::BTreeMap;

use lawgrep_model::Citation;
use serde::{Deserialize, Deserializer, Serialize};

use crate::Sure;

/// The provisions of one code: what stands where, as facts. Read from `corpus/spine/YEAR.toml`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spine {
    /// The year of the code.
    pub code: u16,
    /// Its provisions, in print order.
    #[serde(rename = "provision")]
    pub provisions: Vec<SpineProvision>,
}

/// What is known of one provision, whatever its wording.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpineProvision {
    /// Its citation.
    #[serde(deserialize_with = "citation", serialize_with = "display")]
    pub cite: Citation,
    /// What it is about, a few words.
    pub topic: String,
    /// The code prints a heading here.
    #[serde(default)]
    pub heading: bool,
    /// The code has a text of its own here, above the children.
    #[serde(default)]
    pub lead_in: bool,
    /// The provisions that it refers to, footnotes included; a range as `26..32`.
    #[serde(default)]
    pub refs: Vec<String>,
    /// How many footnotes stand at it.
    #[serde(default)]
    pub footnotes: usize,
    /// The federation may decide otherwise here.
    #[serde(default)]
    pub ra_option: bool,
    /// Who may choose here, and among what.
    pub choice: Option<Choice>,
    /// First day of an amended form that took the place of this one, `YYYY-MM-DD`.
    pub amended: Option<String>,
    /// How well it is known that the code has it; `None` in a spine that was compared with a print as a whole.
    pub sure: Option<Sure>,
    /// Another number that some prints give it.
    pub in_print: Option<String>,
    /// A remark for readers.
    pub note: Option<String>,
    /// What could not be checked about it.
    pub doubt: Option<String>,
}

/// A choice that a provision gives.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Who chooses.
    pub who: String,
    /// Among what.
    pub options: Vec<String>,
    /// What must be told before.
    pub told_first: Option<String>,
}

impl Spine {
    /// Whether it was compared with a print as a whole, so that what is not in it is not in the code. One whose provisions say
    /// how well each is known was put together from other sources.
    pub fn is_whole(&self) -> bool {
        self.provisions.iter().all(|p| p.sure.is_none())
    }

    /// The provisions by citation.
    pub fn by_citation(&self) -> BTreeMap<Citation, &SpineProvision> {
        self.provisions.iter().map(|p| (p.cite, p)).collect()
    }

    /// The provision of that citation.
    pub fn provision(&self, cite: Citation) -> Option<&SpineProvision> {
        self.provisions.iter().find(|p| p.cite == cite)
    }
}

impl SpineProvision {
    /// The single provisions it refers to; a range is spelt out law by law.
    pub fn targets(&self) -> Vec<Citation> {
        let mut all = Vec::new();
        for text in &self.refs {
            match text.split_once("..") {
                Some((from, to)) => {
                    let ends = (from.parse::<u16>(), to.parse::<u16>());
                    if let (Ok(from), Ok(to)) = ends {
                        all.extend((from..=to).map(Citation::law));
                    }
                }
                None => all.extend(text.parse::<Citation>()),
            }
        }
        all
    }
}

/// The definitions of one code, as facts. Read from `corpus/spine/definitions.toml`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpineDefinitions {
    /// The year of the code.
    pub code: u16,
    /// Its definitions, in the order of the English terms.
    #[serde(rename = "definition")]
    pub definitions: Vec<SpineDefinition>,
}

/// What is known of one definition, whatever its wording.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpineDefinition {
    /// Its name in the data, made of the English term.
    pub id: String,
    /// The English term.
    pub en: String,
    /// The provisions that it refers to.
    #[serde(default)]
    pub refs: Vec<String>,
    /// How many numbered meanings it prints.
    pub senses: Option<u8>,
    /// National editions that alone print it; the English code has no such entry.
    #[serde(default)]
    pub only_in: Vec<String>,
    /// The definition that it only points to.
    pub see: Option<String>,
    /// Definitions that it also points to.
    #[serde(default)]
    pub see_also: Vec<String>,
    /// Another term for it.
    #[serde(default)]
    pub also: Vec<String>,
    /// A remark for readers.
    pub note: Option<String>,
    /// What could not be checked about it.
    pub doubt: Option<String>,
}

fn citation<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Citation, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

fn display<S: serde::Serializer>(cite: &Citation, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(cite)
}
