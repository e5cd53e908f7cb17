//! From spines and concordances to the table of all homes, and the checks of the data.

use std::collections::{BTreeMap, BTreeSet};

use lawgrep_lexicon::{Concordance, ConcordanceRow, Lexicon, Relation};
use lawgrep_model::Citation;

use crate::{
    Alignment, Homes,
    homes::{CodeTable, Named, Pair},
    step::Step,
    table::Table,
};

/// Something that the data on codes says and cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("concordance/{from}-{to}.toml: {what}; {remedy}")]
pub struct AlignFault {
    /// The year of the older code.
    pub from: u16,
    /// The year of the newer code.
    pub to: u16,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub remedy: &'static str,
}

impl Alignment {
    /// Computes all homes from the spines and concordances of the data.
    ///
    /// # Errors
    /// Every fault of the data: a citation that its code's spine lacks, a step that does not lead to a newer code, a row that
    /// contradicts itself or another, a long step that differs from the short ones without saying why.
    pub fn build(lexicon: &Lexicon) -> Result<Self, Vec<AlignFault>> {
        let concordances = lexicon
            .concordances()
            .map_err(|e| vec![AlignFault { from: 0, to: 0, what: e.to_string(), remedy: "correct the file" }])?;
        let mut codes: Vec<CodeTable> = Vec::new();
        for spine in lexicon.spines() {
            let named = spine.provisions.iter().map(|p| Named {
                cite: p.cite,
                topic: p.topic.clone(),
                doubtful: p.sure.is_some_and(|sure| sure.is_doubtful()),
            });
            let mut provisions: Vec<Named> = named.collect();
            provisions.sort_by_key(|named| named.cite);
            let rows = provisions.into_iter().map(|named| (named.cite.law_number(), named));
            codes.push(CodeTable { year: spine.code, provisions: Table::new(rows) });
        }
        let sets: BTreeMap<u16, BTreeSet<Citation>> =
            codes.iter().map(|table| (table.year, table.provisions.all().map(|named| named.cite).collect())).collect();
        let mut faults: Vec<AlignFault> = concordances.iter().flat_map(|c| faults_of(c, &sets)).collect();
        let mut steps = Steps { sets: &sets, years: sets.keys().copied().collect(), steps: BTreeMap::new() };
        for concordance in &concordances {
            if let Some(target) = sets.get(&concordance.to) {
                steps.steps.insert((concordance.from, concordance.to), Step::new(concordance, target));
            }
        }
        if faults.is_empty() {
            faults.extend(concordances.iter().flat_map(|c| steps.differences(c)));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Self { codes, pairs: steps.pairs(), terms: BTreeMap::new() })
    }

    /// Adds the terms by which definitions of several languages meet: concept, language code, terms.
    #[must_use]
    pub fn with_terms<'a>(mut self, terms: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>) -> Self {
        let mut known: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (lang, lines) in &self.terms {
            let line = |line: &str| line.split_once('\t').map(|(term, concept)| (term.to_owned(), concept.to_owned()));
            known.insert(lang.clone(), lines.lines().filter_map(line).collect());
        }
        for (concept, lang, term) in terms {
            for spelling in spellings(term) {
                known.entry(lang.to_owned()).or_default().entry(spelling).or_insert_with(|| concept.to_owned());
            }
        }
        let text = |of: BTreeMap<String, String>| of.iter().map(|(term, id)| format!("{term}\t{id}\n")).collect();
        self.terms = known.into_iter().map(|(lang, of)| (lang, text(of))).collect();
        self
    }
}

/// How a term can be written: in small letters, and with or without what it has in brackets.
pub(crate) fn spellings(term: &str) -> Vec<String> {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let mut all = vec![plain(term)];
    if let Some((head, rest)) = term.split_once('(') {
        all.push(plain(head));
        let inside = rest.trim_end().trim_end_matches(')');
        if head.ends_with(char::is_whitespace) {
            all.push(plain(inside));
        }
    }
    all.extend(term.split([',', '/']).skip(1).map(plain).collect::<Vec<_>>());
    if let Some(first) = term.split([',', '/']).next() {
        all.push(plain(first));
    }
    all.retain(|spelling| !spelling.is_empty());
    all.dedup();
    all
}

fn faults_of(concordance: &Concordance, sets: &BTreeMap<u16, BTreeSet<Citation>>) -> Vec<AlignFault> {
    let (from, to) = (concordance.from, concordance.to);
    let fault = |what: String, remedy| AlignFault { from, to, what, remedy };
    if from >= to {
        return vec![fault("it does not lead from an older code to a newer one".to_owned(), "change `from` and `to`")];
    }
    let (Some(old), Some(new)) = (sets.get(&from), sets.get(&to)) else {
        return vec![fault("one of its codes has no spine".to_owned(), "add spine/YEAR.toml and codes/YEAR.toml")];
    };
    let mut faults = Vec::new();
    let mut seen: BTreeSet<(Citation, bool, bool)> = BTreeSet::new();
    for row in &concordance.rows {
        if let Some(cite) = row.from.filter(|cite| !old.contains(cite)) {
            faults.push(fault(
                format!("the {from} code has no {cite}"),
                "correct the row, or the spine if the code has it",
            ));
        }
        for cite in row.to.iter().filter(|cite| !new.contains(cite)) {
            faults.push(fault(
                format!("the {to} code has no {cite}"),
                "correct the row, or the spine if the code has it",
            ));
        }
        if let Some(what) = contradiction(row) {
            faults.push(fault(what, "correct the row"));
        }
        if let Some(cite) =
            row.from.filter(|cite| !seen.insert((*cite, row.footnote, row.relation == Relation::Replaced)))
        {
            faults.push(fault(format!("two rows speak for {cite}"), "make them one"));
        }
    }
    faults
}

/// What a row says against itself.
fn contradiction(row: &ConcordanceRow) -> Option<String> {
    let name = row.from.map_or_else(|| "new".to_owned(), |cite| cite.to_string());
    let relation = row.relation.name();
    let sound = match (row.relation, row.from, row.to.as_slice()) {
        (Relation::New, None, [_, ..]) | (Relation::Dropped, Some(_), []) => true,
        (Relation::Same | Relation::Reworded, Some(from), [to]) | (Relation::Replaced, Some(from), [to]) => {
            row.relation == Relation::Reworded || from == *to || row.relation == Relation::Same
        }
        (Relation::Moved | Relation::Merged, Some(_), [_, ..]) => true,
        (Relation::Split, Some(_), [_, _, ..]) => true,
        _ => false,
    };
    (!sound).then(|| format!("the row of {name} is `{relation}` and names {} homes", row.to.len()))
}

struct Steps<'a> {
    sets: &'a BTreeMap<u16, BTreeSet<Citation>>,
    /// Oldest first.
    years: Vec<u16>,
    steps: BTreeMap<(u16, u16), Step<'a>>,
}

impl Steps<'_> {
    /// Where a provision went, by the short steps only.
    fn composed(&self, from: u16, cite: Citation, to: u16) -> Option<Homes> {
        let mut now = Homes::itself(cite);
        let years = self.years.iter().copied().skip_while(|y| *y <= from).take_while(|y| *y <= to);
        let mut at = from;
        for year in years {
            let step = self.steps.get(&(at, year))?;
            now = onward(&now, year, |c| step.homes(c))?;
            at = year;
        }
        // What moved away and came back kept its number.
        if now.relation == Relation::Moved && now.to == [cite] {
            now.relation = Relation::Reworded;
        }
        (at == to).then_some(now)
    }

    /// Where a provision went. A concordance of the two codes goes before the steps between them, unless they know more closely.
    fn forward(&self, from: u16, cite: Citation, to: u16) -> Option<Homes> {
        let direct = self.steps.get(&(from, to)).and_then(|step| Some((step.distance(cite)?, step.homes(cite)?)));
        let next = self.years.iter().copied().find(|y| *y > from)?;
        let first = self.steps.get(&(from, next)).and_then(|step| step.distance(cite));
        match (direct, first) {
            (Some((far, homes)), first) if next == to || first.is_none_or(|near| far <= near) => {
                Some(self.dated(homes, from, cite, to))
            }
            _ => self.composed(from, cite, to),
        }
    }

    /// Gives what was dropped the first code without it.
    fn dated(&self, mut homes: Homes, from: u16, cite: Citation, to: u16) -> Homes {
        if homes.relation == Relation::Dropped {
            homes.year = self.composed(from, cite, to).and_then(|by_steps| by_steps.year).or(Some(to));
        }
        homes
    }

    /// The rows of a long step that are not what the short steps give, or say that they are not and are.
    fn differences(&self, concordance: &Concordance) -> Vec<AlignFault> {
        let (from, to) = (concordance.from, concordance.to);
        let between = self.years.iter().filter(|y| from < **y && **y < to).count();
        let mut faults = Vec::new();
        for row in concordance.rows.iter().filter(|_| between > 0) {
            let Some(cite) = row.from.filter(|_| row.relation != Relation::Replaced && !row.footnote) else { continue };
            let by_steps = self.composed(from, cite, to).map(|homes| homes.to).unwrap_or_default();
            let same = by_steps.iter().collect::<BTreeSet<_>>() == row.to.iter().collect::<BTreeSet<_>>();
            let shown = || by_steps.iter().map(Citation::to_string).collect::<Vec<_>>().join(", ");
            match (&row.differs, same) {
                (None, false) => faults.push(AlignFault {
                    from,
                    to,
                    what: format!("{cite} does not go where the short steps lead ({})", shown()),
                    remedy: "correct one of them, or say why in `differs`",
                }),
                (Some(_), true) => faults.push(AlignFault {
                    from,
                    to,
                    what: format!("{cite} goes where the short steps lead"),
                    remedy: "take `differs` out",
                }),
                _ => {}
            }
        }
        faults
    }

    /// The homes of all provisions between all codes, in both directions.
    fn pairs(&self) -> Vec<Pair> {
        let mut forward: BTreeMap<(u16, u16), BTreeMap<Citation, Homes>> = BTreeMap::new();
        for (from, cites) in self.sets {
            for to in self.years.iter().filter(|to| *to > from) {
                let homes = cites.iter().filter_map(|c| Some((*c, self.forward(*from, *c, *to)?))).collect();
                forward.insert((*from, *to), homes);
            }
        }
        let mut back: BTreeMap<(u16, u16), BTreeMap<Citation, Homes>> = BTreeMap::new();
        // Short steps first: a long way back rests on them where nothing leads along it.
        let mut ways: Vec<(usize, u16, u16)> = Vec::new();
        for (n, new) in self.years.iter().enumerate() {
            ways.extend(self.years.iter().enumerate().take(n).map(|(o, old)| (n - o, *new, *old)));
        }
        ways.sort_unstable();
        for (length, new, old) in ways {
            let ahead = forward.get(&(old, new)).cloned().unwrap_or_default();
            let inverse = inverse(&ahead);
            let mut homes = BTreeMap::new();
            for cite in self.sets.get(&new).into_iter().flatten() {
                let found = if length == 1 {
                    self.back(new, *cite, old, &inverse)
                } else {
                    let by_steps = || self.back_by_steps(new, *cite, old, &back);
                    exact(*cite, &inverse).or_else(by_steps)
                };
                homes.extend(found.map(|found| (*cite, found)));
            }
            back.insert((new, old), homes);
        }
        let mut pairs = Vec::new();
        for ((from, to), homes) in forward.into_iter().chain(back) {
            let (old, new) = (from.min(to), from.max(to));
            let step = self.steps.get(&(old, new));
            let warned = |cite: &Citation| step.is_some_and(|step| step.replaced(*cite).is_some());
            let warned = self.sets.get(&from).into_iter().flatten().copied().filter(warned).collect();
            let homes = Table::new(homes.into_iter().map(|(cite, homes)| (cite.law_number(), (cite, homes))));
            pairs.push(Pair { from, to, homes, warned });
        }
        pairs
    }

    /// Where a provision came from in one short step.
    fn back(&self, new: u16, cite: Citation, old: u16, inverse: &Inverse) -> Option<Homes> {
        let step = self.steps.get(&(old, new))?;
        if let Some(homes) = exact(cite, inverse) {
            return Some(homes);
        }
        let novel = |row: &ConcordanceRow| Homes {
            note: row.note.clone(),
            ..Homes::none(Relation::New, Some(new), row.sure.is_doubtful())
        };
        if let Some(row) = step.new_row(cite).filter(|row| row.to.contains(&cite)) {
            return Some(novel(row));
        }
        if let Some(homes) = step.footnote(cite) {
            return Some(homes);
        }
        // What the parts came from.
        let below = inverse.range(cite..).take_while(|(c, _)| cite.contains(**c)).flat_map(|(_, from)| from);
        let mut sources: Vec<(Citation, Relation, bool)> = Vec::new();
        for source in below {
            if !sources.iter().any(|(c, ..)| c.contains(source.0)) {
                sources.retain(|(c, ..)| !source.0.contains(*c));
                sources.push(*source);
            }
        }
        if !sources.is_empty() {
            let relation = if sources.len() == 1 { Relation::Split } else { Relation::Merged };
            let doubtful = sources.iter().any(|(.., doubtful)| *doubtful);
            let to = sources.iter().map(|(c, ..)| *c).collect();
            return Some(Homes { relation, to, exact: false, doubtful, note: None, year: None });
        }
        for up in cite.ancestors() {
            if let Some(homes) = exact(up, inverse) {
                return Some(Homes { exact: false, ..homes });
            }
            if let Some(row) = step.new_row(up).filter(|row| row.to.contains(&up)) {
                return Some(novel(row));
            }
        }
        None
    }

    /// Where a provision came from, by the code just before and on from there.
    fn back_by_steps(
        &self,
        new: u16,
        cite: Citation,
        old: u16,
        back: &BTreeMap<(u16, u16), BTreeMap<Citation, Homes>>,
    ) -> Option<Homes> {
        let before = self.years.iter().copied().take_while(|y| *y < new).last()?;
        let first = back.get(&(new, before))?.get(&cite)?;
        let then = back.get(&(before, old))?;
        onward(first, old, |c| then.get(&c).cloned())
    }
}

/// For each provision of a newer code: the older ones that went exactly there, how, and whether that is doubtful.
type Inverse = BTreeMap<Citation, Vec<(Citation, Relation, bool)>>;

fn inverse(forward: &BTreeMap<Citation, Homes>) -> Inverse {
    let mut all: Inverse = BTreeMap::new();
    for (cite, homes) in forward.iter().filter(|(_, homes)| homes.exact) {
        for to in &homes.to {
            all.entry(*to).or_default().push((*cite, homes.relation, homes.doubtful));
        }
    }
    // The chief source first: what is the same rule under the same number, then the others in print order.
    for (cite, sources) in &mut all {
        sources.sort_by_key(|(c, ..)| (c != cite, *c));
    }
    all
}

fn exact(cite: Citation, inverse: &Inverse) -> Option<Homes> {
    let sources = inverse.get(&cite)?;
    let relation = match sources.as_slice() {
        [(_, relation, _)] => *relation,
        _ => Relation::Merged,
    };
    let doubtful = sources.iter().any(|(.., doubtful)| *doubtful);
    let to = sources.iter().map(|(c, ..)| *c).collect();
    Some(Homes { relation, to, exact: true, doubtful, note: None, year: None })
}

/// From homes in one code to homes in the next. `None` where the next is not known for any of them.
fn onward(now: &Homes, year: u16, next: impl Fn(Citation) -> Option<Homes>) -> Option<Homes> {
    if now.to.is_empty() {
        return Some(now.clone());
    }
    let mut out = Homes {
        relation: now.relation,
        to: Vec::new(),
        exact: now.exact,
        doubtful: now.doubtful,
        note: None,
        year: None,
    };
    let mut gone: Option<Homes> = None;
    let mut known = false;
    for cite in &now.to {
        let Some(homes) = next(*cite) else { continue };
        known = true;
        out.doubtful |= homes.doubtful;
        if homes.to.is_empty() {
            let year = homes.year.or(Some(year));
            gone = Some(Homes { year, ..homes });
            continue;
        }
        out.exact &= homes.exact;
        out.relation = joined(out.relation, homes.relation);
        for to in homes.to {
            if !out.to.contains(&to) {
                out.to.push(to);
            }
        }
    }
    if !known {
        return None;
    }
    match gone {
        Some(gone) if out.to.is_empty() => Some(Homes { doubtful: out.doubtful, ..gone }),
        _ => {
            if out.to.len() > 1 && !matches!(out.relation, Relation::Split | Relation::Merged) {
                out.relation = Relation::Split;
            }
            Some(out)
        }
    }
}

/// What two things that happened one after the other come to.
fn joined(first: Relation, then: Relation) -> Relation {
    let weight = |relation| match relation {
        Relation::Same => 0,
        Relation::Reworded => 1,
        Relation::Moved => 2,
        Relation::Merged => 3,
        Relation::Split => 4,
        Relation::Dropped | Relation::New | Relation::Replaced => 5,
    };
    if weight(then) > weight(first) { then } else { first }
}
