//! Small law books in invented words, and a reader over them.
//!
//! In the texts `{{words|16C}}` is a reference to 16C, `{{8-9|8..9}}` a range, `{{words|?}}` one that leads nowhere, `^3` the
//! mark of note 3, and `~~` the place from which the text is printed after the children.

use lawgrep_align::Alignment;
use lawgrep_model::{
    Citation, Document, Edition, Note, NoteKind, Place, RefKind, Reference, Resolution, Span, Standing, Target, Unit,
    UnitId, UnitKey,
};
use lawgrep_tui::{Found, Mistyped, Problem, Reader, Search, Situation, Term};

/// Law books in memory.
pub(crate) struct Shelf {
    editions: Vec<Edition>,
    documents: Vec<Option<Document>>,
    alignment: Alignment,
    searches: std::cell::Cell<usize>,
}

impl Shelf {
    /// A shelf of these books; one without units cannot be read.
    pub(crate) fn of(books: Vec<(Edition, Vec<Unit>)>) -> Self {
        let editions = books.iter().map(|(edition, _)| edition.clone()).collect();
        let documents =
            books.into_iter().map(|(edition, units)| (!units.is_empty()).then(|| book(edition, units))).collect();
        Self { editions, documents, alignment: Alignment::default(), searches: 0.into() }
    }

    /// The shelf, with one more book, which comes first.
    #[allow(dead_code, reason = "the example has no use for it")]
    pub(crate) fn with_first(mut self, id: &str) -> Self {
        let edition = edition(id, "", 2017, Standing::Official);
        self.editions.insert(0, edition.clone());
        self.documents.insert(0, Some(book(edition, vec![law("1", "", "New.")])));
        self
    }

    /// How often something was searched for.
    #[allow(dead_code, reason = "the example has no use for it")]
    pub(crate) fn searches(&self) -> usize {
        self.searches.get()
    }

    /// The shelf, with what is known of where rules stand in other codes.
    pub(crate) fn with(self, alignment: Alignment) -> Self {
        Self { alignment, ..self }
    }
}

impl Reader for Shelf {
    fn editions(&self) -> &[Edition] {
        &self.editions
    }

    fn document(&self, edition: usize) -> Option<&Document> {
        self.documents.get(edition)?.as_ref()
    }

    fn problem(&self, _: usize) -> Option<Problem> {
        Some(Problem::Damaged("its pages are wet".to_owned()))
    }

    fn alignment(&self) -> &Alignment {
        &self.alignment
    }

    fn cited_by(&self, edition: usize, cite: Citation) -> Vec<UnitId> {
        let refers = |unit: &Unit| unit.refs.iter().any(|r| r.target == Target::One(cite));
        self.document(edition)
            .into_iter()
            .flat_map(Document::iter)
            .filter(|(_, u)| refers(u))
            .map(|(id, _)| id)
            .collect()
    }

    fn search(&self, words: &str, editions: &[usize]) -> Search {
        self.searches.set(self.searches.get() + 1);
        let words = words.to_lowercase();
        let (words, within) = words.rsplit_once(' ').filter(|(_, last)| last.contains(':')).unwrap_or((&words, ""));
        let fits = |unit: &Unit| match within.split_once(':') {
            Some(("law", law)) => {
                law.parse().is_ok_and(|law: Citation| unit.key.citation().is_some_and(|c| law.contains(c)))
            }
            Some((_, "definitions")) => matches!(unit.key, UnitKey::Definition(_)),
            Some((_, "exercises")) => matches!(unit.key, UnitKey::Exercise(_)),
            Some((_, "notes")) => !unit.notes.is_empty(),
            _ => true,
        };
        let mut found = Vec::new();
        for &edition in editions {
            for (unit, read) in
                self.document(edition).into_iter().flat_map(Document::iter).filter(|(_, unit)| fits(unit))
            {
                let spans: Vec<Span> =
                    read.text.match_indices(words).map(|(at, w)| Span::new(at, at + w.len())).collect();
                if !spans.is_empty() {
                    found.push(Found { edition, unit, spans, via: None });
                }
            }
        }
        let notices = if words == "vokter" { vec!["also as: wachter (nl)".to_owned()] } else { Vec::new() };
        Search { found, notices }
    }

    fn situations(&self, _: usize, words: &str) -> Vec<Situation> {
        let of = |phrase: &str, laws: &[&str]| Situation {
            phrase: phrase.to_owned(),
            laws: laws.iter().map(|law| law.parse().unwrap()).collect(),
        };
        let all = [
            of("lyset slukket midt i spillet", &["50E1", "50E2"]),
            of("en skygge forsvant", &["16C", "12C1"]),
            of("ingen har blyant", &["93"]),
        ];
        all.into_iter().filter(|one| one.phrase.contains(words)).collect()
    }

    fn terms(&self, edition: usize, units: &[UnitId]) -> Vec<Term> {
        let names =
            |names: &[(&str, &str)]| names.iter().map(|(l, n)| ((*l).to_owned(), vec![(*n).to_owned()])).collect();
        let known = [
            ("lykt", names(&[("no", "lykt"), ("nl", "lantaarn"), ("da", "lygte")]), "Lykt"),
            ("vokter", names(&[("no", "vokter"), ("nl", "wachter")]), "Vokter"),
            ("skygge", names(&[("no", "skygge"), ("nl", "schaduw")]), ""),
        ];
        let Some(document) = self.document(edition) else { return Vec::new() };
        let text: String = units.iter().filter_map(|id| document.unit(*id)).map(|u| u.text.to_lowercase()).collect();
        let spans = |word: &str| {
            let at =
                |id: &UnitId| document.unit(*id).map_or(0, |u| u.text.to_lowercase().find(word).map_or(0, |at| at + 1));
            let of = |id: &UnitId| at(id).checked_sub(1).map(|at| (*id, Span::new(at, at + word.len())));
            units.iter().filter_map(of).collect()
        };
        let key = |term: &str| UnitKey::Definition(term.to_owned());
        let find = |term: &str| document.iter().find(|(_, u)| u.key == key(term)).map(|(id, _)| (edition, id));
        known
            .into_iter()
            .filter(|(word, ..)| text.contains(word))
            .map(|(word, names, term)| Term {
                words: word.to_owned(),
                names,
                spans: spans(word),
                definitions: find(term).into_iter().collect(),
                ..Term::default()
            })
            .collect()
    }

    fn typed(&self, text: &str) -> Result<Vec<Citation>, Mistyped> {
        if text.contains('/') {
            return Ok(Vec::new());
        }
        let mut letters = 0;
        let canonical: String = text
            .chars()
            .filter(|c| !c.is_whitespace())
            .map(|c| {
                letters += usize::from(c.is_alphabetic());
                if letters == 1 { c.to_ascii_uppercase() } else { c }
            })
            .collect();
        let why = format!("`{text}` is no citation; one looks like 16C2");
        // The longest beginning that is one.
        let good = |at: usize| text.get(..at).is_some_and(|part| part.parse::<Citation>().is_ok());
        let at = (1..text.len()).rev().find(|at| good(*at)).or(Some(0));
        canonical.parse().map(|cite| vec![cite]).map_err(|_| Mistyped { at, why })
    }
}

/// An edition of that id; language and code are read from it.
pub(crate) fn edition(id: &str, title: &str, code: u16, standing: Standing) -> Edition {
    let lang = if standing == Standing::Companion { id.rsplit('-').next() } else { id.split('-').next() };
    Edition {
        title: title.to_owned(),
        publisher: "The Lantern Keepers".to_owned(),
        in_force_until: (code < 2017).then(|| "2016-12-31".to_owned()),
        superseded_by: (code < 2017).then_some(2017),
        source_name: "lanterns.txt".to_owned(),
        ..Edition::new(id.parse().unwrap(), lang.unwrap_or("en"), code, standing)
    }
}

/// A provision. An empty heading is none.
pub(crate) fn law(cite: &str, heading: &str, text: &str) -> Unit {
    let cites = cite.split('+').map(|c| c.parse().unwrap()).collect();
    unit(UnitKey::Provision(cites), heading, text)
}

/// Any unit.
pub(crate) fn unit(key: UnitKey, heading: &str, text: &str) -> Unit {
    let mut unit = Unit::new(key);
    let mut anchors = Vec::new();
    if !heading.is_empty() {
        unit.heading = Some(read(heading, Place::Heading, &mut unit.refs, &mut anchors, &mut None));
        for (mark, at) in anchors.drain(..) {
            unit.notes.push(note(mark, at, true));
        }
    }
    unit.text = read(text, Place::Text, &mut unit.refs, &mut anchors, &mut unit.tail);
    for (mark, at) in anchors {
        unit.notes.push(note(mark, at, false));
    }
    unit
}

/// The unit with its next note's text.
pub(crate) fn noted(mut unit: Unit, text: &str) -> Unit {
    let n = unit.notes.iter().position(|note| note.text.is_empty()).unwrap_or_else(|| {
        let kind = NoteKind::Note;
        unit.notes.push(Note { kind, mark: String::new(), text: String::new(), anchor: None, in_heading: false });
        unit.notes.len() - 1
    });
    let place = Place::Note(n as u16);
    unit.notes[n].text = read(text, place, &mut unit.refs, &mut Vec::new(), &mut None);
    unit
}

fn note(mark: String, at: usize, in_heading: bool) -> Note {
    Note { kind: NoteKind::Footnote, mark, text: String::new(), anchor: Some(at as u32), in_heading }
}

fn read(
    source: &str,
    place: Place,
    refs: &mut Vec<Reference>,
    anchors: &mut Vec<(String, usize)>,
    tail: &mut Option<u32>,
) -> String {
    let mut text = String::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        if let Some((inside, after)) = rest.strip_prefix("{{").and_then(|r| r.split_once("}}")) {
            let (words, target) = inside.split_once('|').unwrap();
            let start = text.len();
            text.push_str(words);
            refs.push(reference(place, start, words, target));
            rest = after;
        } else if let Some(after) = rest.strip_prefix('^') {
            let digits = after.chars().take_while(char::is_ascii_digit).count();
            anchors.push((after[..digits].to_owned(), text.len()));
            rest = &after[digits..];
        } else if let Some(after) = rest.strip_prefix("~~") {
            *tail = Some(text.len() as u32);
            rest = after;
        } else {
            text.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    text
}

fn reference(place: Place, start: usize, words: &str, target: &str) -> Reference {
    let span = Span::new(start, start + words.len());
    let plain = |target, kind| Reference {
        place,
        span,
        ends: None,
        kind,
        target,
        resolution: Resolution::NoTarget,
        source: None,
    };
    match target.split_once("..") {
        _ if target == "?" => {
            Reference { resolution: Resolution::Ambiguous, ..plain(Target::Nothing, RefKind::Relative) }
        }
        Some((from, to)) => {
            let target = Target::Range(from.parse().unwrap(), to.parse().unwrap());
            let dash = words.find('-').unwrap();
            let ends = (Span::new(start, start + dash), Span::new(start + dash + 1, span.range().end));
            Reference { ends: Some(ends), ..plain(target, RefKind::Range) }
        }
        None => plain(Target::One(target.parse().unwrap()), RefKind::Absolute),
    }
}

/// A document of these units: parents and resolutions are worked out.
fn book(edition: Edition, mut units: Vec<Unit>) -> Document {
    let keys: Vec<UnitKey> = units.iter().map(|u| u.key.clone()).collect();
    let cites: Vec<Citation> = keys.iter().filter(|k| k.is_provision()).flat_map(|k| k.citations().to_vec()).collect();
    for (n, unit) in units.iter_mut().enumerate() {
        let own = unit.key.citation();
        let over = |key: &UnitKey| own.is_some_and(|own| key.citation().is_some_and(|c| c != own && c.contains(own)));
        unit.parent = keys[..n].iter().rposition(over).map(|n| UnitId(n as u32));
        unit.occurrence = keys[..n].iter().filter(|key| **key == unit.key && key.is_provision()).count() as u16;
        for reference in unit.refs.iter_mut().filter(|r| r.resolution == Resolution::NoTarget) {
            let held = |cite: Citation| cites.iter().any(|c| cite.contains(*c));
            let here = match reference.target {
                Target::One(cite) => held(cite),
                Target::Range(from, to) => held(from) || held(to),
                Target::Nothing | Target::Own(_) | Target::OwnRange(..) => false,
            };
            reference.resolution = if here { Resolution::InEdition } else { Resolution::NotInEdition };
        }
    }
    Document { edition, units, pieces: Vec::new(), findings: Vec::new(), source_len: 0 }
}

/// Two books of one code, one of an older code, a companion of the first code, and one that cannot be read.
pub(crate) fn lanterns() -> Shelf {
    let def = |term: &str, text: &str| unit(UnitKey::Definition(term.to_owned()), term, text);
    let no = vec![
        unit(UnitKey::Foreword, "Forord", "Denne boka er oppdiktet og gjelder ingen steder."),
        def("Lykt", "En lampe med håndtak; se {{§ 12|12}}."),
        def("Vokter", "Den som bærer lykta."),
        unit(UnitKey::Chapter(1), "OM LYKTER", ""),
        law("8", "LYKTENE TENNES", "Lyktene tennes når klokka slår, men aldri i vind, jf. {{§§ 8-12|8..12}}."),
        law("12", "VOKTEREN", "Vokteren avgjør alt som gjelder lys.~~ Alt dette gjelder også om natta."),
        law("12A", "Plikter", "Vokteren skal holde vekene tørre."),
        law("12C", "Rettigheter", ""),
        law("12C1", "", "Vokteren kan låne bort sin lykt, men ikke etter {{50E|50E}}."),
        law("12C2", "", "Vokteren kan blåse ut en lykt som ryker."),
        law("16", "SKYGGER", ""),
        law("16A", "Lovlige skygger", "En skygge er lovlig når den faller bakover."),
        noted(
            law(
                "16C",
                "Skygger som forsvinner",
                "Forsvinner en skygge^1, gjelder {{12C1|12C1}}, og {{16D|16D}} for den andre siden.",
            ),
            "Skyggen av en måke teller ikke, se {{§ 16A|16A}}.",
        ),
        law("16D", "Fremmede skygger", "En fremmed skygge meldes til vokteren ({{?|?}}), se {{§ 80|80}}."),
        unit(UnitKey::Chapter(2), "OM LYS", ""),
        law("50", "LYS SOM ER SLUKKET", "Et slukket lys ligger på bordet."),
        law("50E", "Kunnskap om lys", ""),
        law("50E1", "", "At lyset er slukket, vet alle."),
        law(
            "50E2",
            "",
            "Annen kunnskap er en skygge som forsvant ({{16C|16C}}) og brukes ikke; se også {{vokterens rettigheter i 12C|12C}}.",
        ),
        law("93", "KLAGER", "Klager skrives med blyant."),
    ];
    let nl = vec![
        unit(UnitKey::Chapter(1), "OVER LANTAARNS", ""),
        law("8", "HET AANSTEKEN", "Men steekt de lantaarns aan bij het luiden van de klok."),
        law("12", "DE WACHTER", "De wachter beslist over het licht."),
        law("12A", "Plichten", "De wachter houdt de lonten droog."),
        law("16", "SCHADUWEN", ""),
        law("16A", "Toegestane schaduwen", "Een schaduw naar achteren is toegestaan."),
        law("16C", "Verdwenen schaduwen", "Bij een verdwenen schaduw geldt {{12C1|12C1}}."),
        law("16C1", "", "De wachter noteert hoe laat het was."),
        law("50", "GEDOOFD LICHT", "Een gedoofd licht blijft op tafel."),
        law("50E", "Kennis", "Kennis over licht: {{16C|16C}}."),
    ];
    let da = vec![
        law("16", "SKYGGER", "Skygger hører til dem, der ser dem."),
        law("16C", "Fremmede skygger", "En fremmed skygge tilhører ingen, se {{§ 12C1|12C1}} og {{§ 80|80}}."),
        law("80", "GAMLE LYGTER", "Gamle lygter smides ud."),
    ];
    let en = vec![
        law("8", "LIGHTING", "Lanterns are lit at the bell."),
        law("16", "SHADOWS", "What is known about shadows."),
        law("16C", "Shadows that vanish", "Explains who owns a vanished shadow."),
    ];
    Shelf::of(vec![
        (edition("no-2017", "Lover for lykter", 2017, Standing::Official), no),
        (edition("nl-2017", "Regels voor lantaarns", 2017, Standing::Official), nl),
        (edition("companion-en", "Lanterns explained", 2017, Standing::Companion), en),
        (edition("da-1997", "Love for lygter", 1997, Standing::Official), da),
        (edition("sv-1997", "Lagar för lyktor", 1997, Standing::Training), Vec::new()),
    ])
}
