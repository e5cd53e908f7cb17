//! Collects what a layout parser recognises and turns it into a document.
//!
//! A parser opens units in print order and says of byte ranges what they are. [`Builder::finish`] puts the ranges in order,
//! accounts for what nobody claimed (blank: layout; words: unread, with a finding), and makes each unit's text from its
//! pieces. So no parser can lose a byte, whatever it does.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use lawgrep_model::{
    Citation, Document, Edition, Finding, FindingKind, Level, Note, NoteKind, Piece, Role, Span, Unit, UnitId, UnitKey,
};

use crate::patterns::{clip, collapse};

mod footnotes;
mod rubbish;
mod vocabulary;

pub(crate) use footnotes::Footnote;
use vocabulary::Vocabulary;

/// A note of a unit while it is being built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoteRef {
    pub(crate) unit: UnitId,
    index: usize,
}

struct Draft {
    key: UnitKey,
    parent: Option<UnitId>,
    label: String,
    notes: Vec<(NoteKind, String)>,
}

struct Claim {
    range: Range<usize>,
    role: Role,
    unit: Option<UnitId>,
    note: Option<usize>,
}

/// What there is of a draft when all claims are settled.
#[derive(Clone, Default)]
struct Has {
    piece: bool,
    heading: bool,
    words: bool,
    child: bool,
    label: Option<Range<usize>>,
    kept: bool,
}

pub(crate) struct Builder<'t> {
    text: &'t str,
    drafts: Vec<Draft>,
    claims: Vec<Claim>,
    findings: Vec<(FindingKind, Range<usize>, String)>,
    /// The last draft of each provision of the law being read; parents are sought here.
    block: BTreeMap<Citation, UnitId>,
    /// Every provision opened so far.
    cites: BTreeSet<Citation>,
    matters: u16,
    /// Words before which a hyphen is a true one: "ud- og tilspil".
    and: Vec<String>,
    /// The lines were wrapped, so that a hyphen at a line's end cuts a word.
    wrapped: bool,
}

impl<'t> Builder<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            drafts: Vec::new(),
            claims: Vec::new(),
            findings: Vec::new(),
            block: BTreeMap::new(),
            cites: BTreeSet::new(),
            matters: 0,
            and: Vec::new(),
            wrapped: false,
        }
    }

    /// Opens a unit under `parent`.
    pub(crate) fn open(&mut self, key: UnitKey, parent: Option<UnitId>, label: &str) -> UnitId {
        self.drafts.push(Draft { key, parent, label: collapse(label), notes: Vec::new() });
        UnitId(u32::try_from(self.drafts.len() - 1).unwrap_or(u32::MAX))
    }

    /// Before these words a hyphen cuts no word: "ud- og tilspil".
    pub(crate) fn joined_by(&mut self, and: &[String]) {
        self.and = and.to_vec();
    }

    /// The lines of this text were wrapped: a hyphen at a line's end cuts a word.
    pub(crate) fn joins_lines(&mut self) {
        self.wrapped = true;
    }

    /// What follows belongs to another law (or another printing of one): provisions opened before are no parents any more.
    pub(crate) fn new_block(&mut self) {
        self.block.clear();
    }

    /// Opens a provision under the nearest one of this block that contains it.
    pub(crate) fn provision(&mut self, cites: Vec<Citation>, label: &str) -> UnitId {
        let first = cites.first().copied();
        let parent = first.and_then(|cite| cite.ancestors().filter_map(|up| self.block.get(&up)).max().copied());
        let unit = self.open(UnitKey::Provision(cites.clone()), parent, label);
        for cite in cites {
            self.block.insert(cite, unit);
            self.cites.insert(cite);
        }
        unit
    }

    /// Says what the bytes of `range` are. Of two claims to a byte the one that starts first keeps it.
    pub(crate) fn claim(&mut self, range: Range<usize>, role: Role, unit: Option<UnitId>) {
        if range.start < range.end {
            self.claims.push(Claim { range, role, unit, note: None });
        }
    }

    /// Adds a note to a unit. Its words come by [`Builder::claim_note`].
    pub(crate) fn note(&mut self, unit: UnitId, kind: NoteKind, mark: &str) -> NoteRef {
        let notes = self.drafts.get_mut(unit.index()).map(|d| &mut d.notes);
        let index = notes.as_ref().map_or(0, |n| n.len());
        if let Some(notes) = notes {
            notes.push((kind, mark.to_owned()));
        }
        NoteRef { unit, index }
    }

    /// Says that the bytes are a note's words ([`Role::Note`]) or its mark ([`Role::NoteMark`]).
    pub(crate) fn claim_note(&mut self, range: Range<usize>, role: Role, note: NoteRef) {
        if range.start < range.end {
            self.claims.push(Claim { range, role, unit: Some(note.unit), note: Some(note.index) });
        }
    }

    pub(crate) fn finding(&mut self, kind: FindingKind, range: Range<usize>, message: impl Into<String>) {
        self.findings.push((kind, range, message.into()));
    }

    /// Opens a unit for front or back matter that has no name of its own.
    pub(crate) fn matter(&mut self) -> UnitId {
        self.matters = self.matters.saturating_add(1);
        self.open(UnitKey::Matter(self.matters), None, "")
    }

    /// The text is a regulation: what stands above the last law's number is a section of its own, and no law.
    pub(crate) fn own_above(&mut self, laws: u16) {
        // What the layouts told of laws they told of its sections.
        for (_, _, message) in &mut self.findings {
            *message = message.replace("law ", "section ").replace("law's", "section's");
        }
        for draft in &mut self.drafts {
            if let UnitKey::Provision(cites) = &draft.key
                && let [cite] = cites.as_slice()
                && cite.law_number() > laws
            {
                draft.key = UnitKey::Section(*cite);
            }
        }
    }

    /// The provisions opened so far.
    pub(crate) fn cites(&self) -> &BTreeSet<Citation> {
        &self.cites
    }

    pub(crate) fn finish(mut self, edition: Edition) -> Document {
        self.settle();
        self.prune();
        let lines = LineTable::new(self.text);
        let mut findings: Vec<Finding> = std::mem::take(&mut self.findings)
            .into_iter()
            .map(|(kind, range, message)| lines.finding(self.text, kind, &range, message))
            .collect();
        findings.sort_by_key(|f| (f.span.start, f.kind));
        let pieces = self
            .claims
            .iter()
            .map(|c| Piece { span: Span::new(c.range.start, c.range.end), role: c.role, unit: c.unit })
            .collect();
        Document {
            edition,
            units: self.units(),
            pieces,
            findings,
            source_len: u32::try_from(self.text.len()).unwrap_or(u32::MAX),
        }
    }

    /// Puts the claims in order, clips overlaps and accounts for what lies between.
    fn settle(&mut self) {
        let mut claims = std::mem::take(&mut self.claims);
        claims.sort_by_key(|c| (c.range.start, std::cmp::Reverse(c.range.end)));
        let mut at = 0;
        let mut settled: Vec<Claim> = Vec::with_capacity(claims.len() * 2);
        for mut claim in claims {
            claim.range.start = claim.range.start.max(at);
            if claim.range.start >= claim.range.end {
                continue;
            }
            self.fill(at..claim.range.start, &mut settled);
            at = claim.range.end;
            rubbish::part(self.text, claim, &self.and, &mut settled);
        }
        self.fill(at..self.text.len(), &mut settled);
        self.claims = settled;
    }

    fn fill(&mut self, gap: Range<usize>, settled: &mut Vec<Claim>) {
        if gap.start >= gap.end {
            return;
        }
        let words = self.text.get(gap.clone()).unwrap_or("");
        let role = if words.trim().is_empty() { Role::Layout } else { Role::Unread };
        if role == Role::Unread {
            let message = "belongs to nothing that was recognised; kept as it is";
            self.findings.push((FindingKind::NotUnderstood, gap.clone(), message.to_owned()));
        }
        settled.push(Claim { range: gap, role, unit: None, note: None });
    }

    /// Takes out provisions without a word and without children, so that no reference seems to have a target there, and
    /// units of which no byte is left. Their labels stay in the source as labels of nothing.
    fn prune(&mut self) {
        let mut has = vec![Has::default(); self.drafts.len()];
        for claim in &self.claims {
            let Some(has) = claim.unit.and_then(|u| has.get_mut(u.index())) else { continue };
            has.piece = true;
            let blank = self.text.get(claim.range.clone()).is_none_or(|w| w.trim().is_empty());
            match claim.role {
                Role::Label if has.label.is_none() => has.label = Some(claim.range.clone()),
                Role::Heading => has.heading |= !blank,
                Role::Body | Role::Note | Role::NoteMark => has.words |= !blank,
                _ => {}
            }
        }
        for (n, draft) in self.drafts.iter().enumerate().rev() {
            let Some(own) = has.get_mut(n) else { continue };
            let numbered = draft.key.is_provision() || draft.key.own().is_some();
            own.kept = own.child || own.words || own.heading || (own.piece && !numbered);
            let alone = numbered && !own.child && !own.words;
            let level = draft.key.citation().or(draft.key.own()).map(Citation::level);
            let expects = !own.kept || level.is_some_and(|l| l <= Level::Section);
            if let Some(label) = own.label.clone().filter(|_| alone && expects) {
                let name = draft.key.pipe();
                let message = if own.kept {
                    format!("the heading of {name} with nothing under it; kept as a provision without a text")
                } else {
                    format!("a label of {name} with nothing under it; no provision was made of it")
                };
                self.findings.push((FindingKind::HeadingWithoutBody, label, message));
            }
            if own.kept
                && let Some(parent) = draft.parent.and_then(|p| has.get_mut(p.index()))
            {
                parent.child = true;
            }
        }
        let mut next = 0;
        let moved: Vec<Option<UnitId>> = has
            .iter()
            .map(|has| {
                let id = has.kept.then_some(UnitId(next));
                next += u32::from(has.kept);
                id
            })
            .collect();
        let new = |old: UnitId| moved.get(old.index()).copied().flatten();
        let mut kept = has.iter().map(|has| has.kept);
        self.drafts.retain(|_| kept.next().unwrap_or(true));
        for draft in &mut self.drafts {
            draft.parent = draft.parent.and_then(new);
        }
        for claim in &mut self.claims {
            let before = claim.unit;
            claim.unit = before.and_then(new);
            if before.is_some() && claim.unit.is_none() && claim.role != Role::Label {
                claim.role = Role::Layout;
            }
        }
    }

    fn units(&self) -> Vec<Unit> {
        let spans = self.spans();
        let mut first_child: Vec<Option<usize>> = vec![None; self.drafts.len()];
        for (n, draft) in self.drafts.iter().enumerate() {
            let start = spans.get(n).map_or(0, |s| s.start);
            if let Some(slot) = draft.parent.and_then(|p| first_child.get_mut(p.index())) {
                *slot = Some(slot.map_or(start, |s| s.min(start)));
            }
        }
        let mut texts: Vec<Texts> = self.drafts.iter().map(|d| Texts::new(d.notes.len())).collect();
        let mut vocabulary = Vocabulary::new(self.text, self.wrapped.then_some(self.and.as_slice()));
        for claim in &self.claims {
            let Some(unit) = claim.unit else { continue };
            let after_child = first_child.get(unit.index()).copied().flatten().is_some_and(|c| c < claim.range.start);
            if let Some(texts) = texts.get_mut(unit.index()) {
                texts.add(self.text, claim, after_child, &mut vocabulary);
            }
        }
        let mut seen = BTreeMap::<&UnitKey, u16>::new();
        let mut units = Vec::with_capacity(self.drafts.len());
        for ((draft, span), texts) in self.drafts.iter().zip(&spans).zip(texts) {
            let count = seen.entry(&draft.key).or_default();
            let occurrence = *count;
            *count = count.saturating_add(1);
            let notes = draft.notes.iter().zip(texts.notes).map(|((kind, mark), (words, anchor))| Note {
                kind: *kind,
                mark: mark.clone(),
                text: words.done(),
                anchor: anchor.map(|(at, _)| u32::try_from(at).unwrap_or(0)),
                in_heading: anchor.is_some_and(|(_, heading)| heading),
            });
            units.push(Unit {
                key: draft.key.clone(),
                occurrence,
                parent: draft.parent,
                notes: notes.collect(),
                tail: texts.tail.map(|t| u32::try_from(t).unwrap_or(0)),
                heading: Some(texts.heading.done()).filter(|h| !h.is_empty()),
                text: texts.body.done(),
                refs: Vec::new(),
                span: Span::new(span.start, span.end),
                label: draft.label.clone(),
            });
        }
        units
    }

    /// Span of each unit: its own claims and those of everything below it.
    fn spans(&self) -> Vec<Range<usize>> {
        let mut spans: Vec<Option<Range<usize>>> = vec![None; self.drafts.len()];
        let join = |slot: &mut Option<Range<usize>>, r: &Range<usize>| {
            *slot = Some(slot.as_ref().map_or(r.clone(), |s| s.start.min(r.start)..s.end.max(r.end)));
        };
        for claim in &self.claims {
            if let Some(slot) = claim.unit.and_then(|u| spans.get_mut(u.index())) {
                join(slot, &claim.range);
            }
        }
        for n in (0..self.drafts.len()).rev() {
            let parent = self.drafts.get(n).and_then(|d| d.parent);
            let own = spans.get(n).cloned().flatten();
            if let (Some(own), Some(slot)) = (own, parent.and_then(|p| spans.get_mut(p.index()))) {
                join(slot, &own);
            }
        }
        spans.into_iter().map(|s| s.unwrap_or(0..0)).collect()
    }
}

/// A text that grows by pieces, white space collapsed on the way.
#[derive(Default)]
struct Growing {
    text: String,
    blank: bool,
    /// The blank that is due is a line end.
    line: bool,
}

impl Growing {
    fn add(&mut self, piece: &str) {
        for c in piece.chars() {
            if c.is_whitespace() {
                self.blank = true;
            } else {
                if (self.blank || self.line) && !self.text.is_empty() {
                    self.text.push(if self.line { '\n' } else { ' ' });
                }
                (self.blank, self.line) = (false, false);
                self.text.push(c);
            }
        }
    }

    fn done(self) -> String {
        self.text
    }
}

struct Texts {
    heading: Growing,
    body: Growing,
    notes: Vec<(Growing, Option<(usize, bool)>)>,
    tail: Option<usize>,
    /// End of the last body or heading piece, or of notes right after it: what follows there joins without a blank.
    end: usize,
    /// The same for the words of notes.
    note_end: usize,
    /// Whether the last own words stood in the heading.
    in_heading: bool,
}

impl Texts {
    fn new(notes: usize) -> Self {
        Self {
            heading: Growing::default(),
            body: Growing::default(),
            notes: (0..notes).map(|_| (Growing::default(), None)).collect(),
            tail: None,
            end: 0,
            note_end: 0,
            in_heading: false,
        }
    }

    fn add(&mut self, source: &str, claim: &Claim, after_child: bool, vocabulary: &mut Vocabulary<'_>) {
        let words = source.get(claim.range.clone()).unwrap_or("");
        let adjacent = self.end == claim.range.start;
        match (claim.role, claim.note) {
            (Role::Heading, _) => {
                if !adjacent {
                    self.heading.blank = true;
                }
                self.heading.add(words);
                self.in_heading = true;
                self.end = claim.range.end;
            }
            (Role::Body, _) => {
                let mut words = words;
                if !adjacent {
                    if vocabulary.joins(&self.body.text, words) {
                        self.body.text.pop();
                        self.body.blank = false;
                        words = words.trim_start();
                    } else {
                        self.body.blank = true;
                    }
                }
                if after_child && self.tail.is_none() && !words.trim().is_empty() {
                    let blank = self.body.blank && !self.body.text.is_empty();
                    self.tail = Some(self.body.text.len() + usize::from(blank));
                }
                self.body.add(words);
                self.in_heading = false;
                self.end = claim.range.end;
            }
            (Role::Note, Some(n)) => {
                let at =
                    (if self.in_heading { self.heading.text.len() } else { self.body.text.len() }, self.in_heading);
                if let Some((note, anchor)) = self.notes.get_mut(n) {
                    if !note.text.is_empty() && self.note_end != claim.range.start {
                        note.blank = true;
                    }
                    note.add(words);
                    self.note_end = claim.range.end;
                    // A note in the middle of its unit's words stands where its bracket stands; one set apart has its mark.
                    if adjacent && anchor.is_none() {
                        *anchor = Some(at);
                    }
                }
                if adjacent {
                    self.end = claim.range.end;
                }
            }
            (Role::NoteMark, Some(n)) => {
                let at =
                    (if self.in_heading { self.heading.text.len() } else { self.body.text.len() }, self.in_heading);
                if adjacent {
                    if let Some((_, anchor)) = self.notes.get_mut(n)
                        && anchor.is_none()
                    {
                        *anchor = Some(at);
                    }
                    self.end = claim.range.end;
                }
            }
            // Marks of emphasis between two words' halves part nothing.
            (Role::Layout, _) => {
                if self.note_end == claim.range.start {
                    self.note_end = claim.range.end;
                }
                self.body.line |= words.contains('\n') && !rubbish::is(words);
                if adjacent {
                    self.end = claim.range.end;
                }
            }
            _ => {}
        }
    }
}

/// Where the lines of a source begin.
pub(crate) struct LineTable(Vec<usize>);

impl LineTable {
    pub(crate) fn new(text: &str) -> Self {
        Self(std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    /// Line of a byte, counted from 1.
    pub(crate) fn line(&self, at: usize) -> u32 {
        u32::try_from(self.0.partition_point(|start| *start <= at)).unwrap_or(u32::MAX)
    }

    fn finding(&self, text: &str, kind: FindingKind, range: &Range<usize>, message: String) -> Finding {
        let words = clip(text.get(range.clone()).unwrap_or(""), 80);
        Finding { kind, span: Span::new(range.start, range.end), line: self.line(range.start), words, message }
    }
}
