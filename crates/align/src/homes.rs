use std::{cmp::Ordering, collections::BTreeMap};

use lawgrep_lexicon::Relation;
use lawgrep_model::Citation;
use serde::{Deserialize, Serialize};

use crate::table::{Directory, Table, TableError};

/// Where a provision stands in another code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Homes {
    /// What happened between the two, told from the older code to the newer, whichever of them was asked from.
    pub relation: Relation,
    /// The provisions that hold the rule there, the chief one first; none where that code has no such rule.
    pub to: Vec<Citation>,
    /// The rule is found at exactly these provisions. Otherwise they hold it in some part, or are parts of it.
    pub exact: bool,
    /// Rests on knowledge that was not checked against a print.
    pub doubtful: bool,
    /// What the rule is, or what happened to it, in a few words.
    pub note: Option<String>,
    /// For [`Relation::Dropped`] the first code without the rule, for [`Relation::New`] the first code with it.
    pub year: Option<u16>,
}

/// A number that is another rule's in another code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FalseFriend {
    /// What the number means there, in a few words; empty where that is not known.
    pub topic: String,
    /// Where the rule that was asked from stands there.
    pub homes: Homes,
}

/// One code in the life of a provision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// The year of the code.
    pub code: u16,
    /// Where the rule stands in it; `None` where the concordance does not tell.
    pub homes: Option<Homes>,
    /// What stands under the asked number in this code instead, where that is another rule.
    pub false_friend: Option<FalseFriend>,
}

/// Where every provision of every code stands in the others. Computed by [`Alignment::build`], embedded, and read by questions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Alignment {
    pub(crate) codes: Vec<CodeTable>,
    pub(crate) pairs: Vec<Pair>,
    /// By language: lines in order, each `spelling of a defined term TAB its concept`.
    pub(crate) terms: BTreeMap<String, String>,
}

/// What is decoded when an alignment is opened.
#[derive(Serialize, Deserialize)]
struct Head {
    codes: Vec<(u16, Directory)>,
    pairs: Vec<(u16, u16, Vec<Citation>, Directory)>,
    terms: BTreeMap<String, String>,
}

/// The provisions of one code, in print order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CodeTable {
    pub(crate) year: u16,
    pub(crate) provisions: Table<Named>,
}

/// A provision and what it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Named {
    pub(crate) cite: Citation,
    pub(crate) topic: String,
    /// The code is only believed to have it.
    pub(crate) doubtful: bool,
}

/// The homes of one code's provisions in another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) from: u16,
    pub(crate) to: u16,
    /// In print order.
    pub(crate) homes: Table<(Citation, Homes)>,
    /// Numbers that data marks as deceiving between these two codes, in print order.
    pub(crate) warned: Vec<Citation>,
}

impl Homes {
    /// The provision itself, in its own code.
    pub(crate) fn itself(cite: Citation) -> Self {
        Self { relation: Relation::Same, to: vec![cite], exact: true, doubtful: false, note: None, year: None }
    }

    /// No home: the rule was dropped, or it is new.
    pub(crate) fn none(relation: Relation, year: Option<u16>, doubtful: bool) -> Self {
        Self { relation, to: Vec::new(), exact: true, doubtful, note: None, year }
    }
}

impl Alignment {
    /// The alignment as bytes. The same alignment gives the same bytes.
    ///
    /// # Errors
    /// When it is past 4 GiB.
    pub fn pack(&self) -> Result<Vec<u8>, TableError> {
        let mut body = Vec::new();
        let mut head = Head { codes: Vec::new(), pairs: Vec::new(), terms: self.terms.clone() };
        for code in &self.codes {
            head.codes.push((code.year, code.provisions.pack(&mut body)?));
        }
        for pair in &self.pairs {
            head.pairs.push((pair.from, pair.to, pair.warned.clone(), pair.homes.pack(&mut body)?));
        }
        let head = postcard::to_stdvec(&head).map_err(|_| TableError)?;
        let mut out = u32::try_from(head.len()).map_err(|_| TableError)?.to_le_bytes().to_vec();
        out.extend(head);
        out.extend(body);
        Ok(out)
    }

    /// Opens what [`pack`](Self::pack) wrote; the rows of a law are decoded when they are first asked for.
    ///
    /// # Errors
    /// When the bytes are no alignment of this program.
    pub fn open(bytes: &'static [u8]) -> Result<Self, TableError> {
        let (len, rest) = bytes.split_first_chunk::<4>().ok_or(TableError)?;
        let (head, body) = rest.split_at_checked(u32::from_le_bytes(*len) as usize).ok_or(TableError)?;
        let head: Head = postcard::from_bytes(head).map_err(|_| TableError)?;
        let code = |(year, directory)| Ok(CodeTable { year, provisions: Table::open(directory, body)? });
        let pair = |(from, to, warned, directory)| Ok(Pair { from, to, homes: Table::open(directory, body)?, warned });
        Ok(Self {
            codes: head.codes.into_iter().map(code).collect::<Result<_, _>>()?,
            pairs: head.pairs.into_iter().map(pair).collect::<Result<_, _>>()?,
            terms: head.terms,
        })
    }

    /// The years of the codes that it knows, oldest first.
    pub fn codes(&self) -> impl Iterator<Item = u16> + '_ {
        self.codes.iter().map(|code| code.year)
    }

    /// Whether the code is known to have the provision.
    pub fn has(&self, code: u16, cite: Citation) -> bool {
        self.named(code, cite).is_some()
    }

    /// The laws of the code `to` in which a law of the code `from`, or a part of it, stands.
    pub fn laws_of(&self, from: u16, law: u16, to: u16) -> Vec<u16> {
        let homes = self.pair(from, to).into_iter().flat_map(|pair| pair.homes.of(law));
        let homes = homes.flat_map(|(_, homes)| &homes.to);
        let mut laws: Vec<u16> = homes.map(|home| home.law_number()).collect();
        laws.sort_unstable();
        laws.dedup();
        laws
    }

    /// The provisions of a code from one to another, both among them, on the level of the deeper one.
    pub fn between(&self, code: u16, from: Citation, to: Citation) -> Vec<Citation> {
        let level = from.level().max(to.level());
        let inside = |cite: &Citation| from <= *cite && (*cite <= to || to.contains(*cite)) && cite.level() == level;
        let table = self.codes.iter().find(|table| table.year == code);
        table.into_iter().flat_map(|t| t.provisions.all()).map(|named| named.cite).filter(inside).collect()
    }

    /// What a provision of a code is about, in a few words; that of the nearest one above it where it has none.
    pub fn topic(&self, code: u16, cite: Citation) -> Option<&str> {
        let named = |c| self.named(code, c).filter(|named| !named.topic.is_empty());
        std::iter::once(cite).chain(cite.ancestors()).find_map(named).map(|named| named.topic.as_str())
    }

    /// Whether the code is only believed to have the provision.
    pub fn is_presumed(&self, code: u16, cite: Citation) -> bool {
        self.named(code, cite).is_some_and(|named| named.doubtful)
    }

    /// Where a provision of the code `from` stands in the code `to`. A provision that only a national print numbers goes where
    /// the one above it goes. `None` where the concordance does not tell.
    pub fn homes(&self, from: u16, cite: Citation, to: u16) -> Option<Homes> {
        if from == to {
            return Some(Homes::itself(cite));
        }
        let pair = self.pair(from, to)?;
        if let Some(homes) = pair.homes(cite) {
            return Some(homes.clone());
        }
        let mut homes = cite.ancestors().find_map(|up| pair.homes(up))?.clone();
        homes.exact = homes.to.is_empty();
        homes.note = None;
        Some(homes)
    }

    /// Whether the number of a provision of the code `from` is another rule's in the code `to`.
    pub fn false_friend(&self, from: u16, cite: Citation, to: u16) -> Option<FalseFriend> {
        if from == to || !self.has(to, cite) {
            return None;
        }
        let pair = self.pair(from, to)?;
        let homes = pair.homes(cite)?.clone();
        // A number that stayed where it was as a whole deceives nobody, whatever will become of it later.
        let warned = pair.warned.binary_search(&cite).is_ok() && homes.to != [cite];
        let kin = homes.to.iter().any(|home| home.contains(cite) || cite.contains(*home));
        let topic = self.topic(to, cite).unwrap_or_default().to_owned();
        (warned || !kin).then_some(FalseFriend { topic, homes })
    }

    /// The life of a provision: every code, oldest first.
    pub fn life(&self, code: u16, cite: Citation) -> Vec<Stage> {
        let stage = |year| Stage {
            code: year,
            homes: self.homes(code, cite, year),
            false_friend: self.false_friend(code, cite, year),
        };
        self.codes().map(stage).collect()
    }

    /// The concept of a defined term of a language: the id of its definition. National terms and those of the companion meet
    /// here.
    pub fn concept(&self, lang: &str, term: &str) -> Option<&str> {
        let terms = self.terms.get(lang)?;
        crate::build::spellings(term).iter().find_map(|spelling| line_of(terms, spelling))
    }

    fn named(&self, code: u16, cite: Citation) -> Option<&Named> {
        let table = self.codes.iter().find(|table| table.year == code)?;
        let of_law = table.provisions.of(cite.law_number());
        of_law.get(of_law.binary_search_by_key(&cite, |named| named.cite).ok()?)
    }

    fn pair(&self, from: u16, to: u16) -> Option<&Pair> {
        self.pairs.iter().find(|pair| pair.from == from && pair.to == to)
    }
}

/// What stands after a term in lines of `term<Tab>concept`, which are in the order of their terms.
fn line_of<'a>(mut lines: &'a str, term: &str) -> Option<&'a str> {
    loop {
        // The middle, moved to where its line begins.
        let middle = lines.as_bytes().get(..lines.len() / 2)?;
        let start = middle.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let (line, after) = lines.get(start..)?.split_once('\n')?;
        let (own, concept) = line.split_once('\t')?;
        match own.cmp(term) {
            Ordering::Equal => return Some(concept),
            Ordering::Less => lines = after,
            Ordering::Greater => lines = lines.get(..start)?,
        }
    }
}

impl Pair {
    pub(crate) fn homes(&self, cite: Citation) -> Option<&Homes> {
        let of_law = self.homes.of(cite.law_number());
        let at = of_law.binary_search_by_key(&cite, |(c, _)| *c).ok()?;
        of_law.get(at).map(|(_, homes)| homes)
    }
}
