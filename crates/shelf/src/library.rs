use std::{cell::OnceCell, collections::HashMap};

use lawgrep_align::Alignment;
use lawgrep_ingest::{Overrides, Reason};
use lawgrep_lexicon::{Language, Lexicon};
use lawgrep_model::{Citation, Document, Edition, EditionId, Standing, Unit, UnitId};
use lawgrep_search::{Analyser, Blob, Index, Situations, Thesaurus};
use lawgrep_xref::Graph;

use crate::{
    Counts,
    bundle::{self, Bundle, BundleError},
    pipeline::{self, Made, Options, SourceFile},
    store::{Cause, Kept, Notice, Settings, Store, StoreError, joined},
    tree,
};

/// Why a library, or an edition of it, cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// The shelf on disk.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The editions inside the program. Only a faulty build can meet it.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// A kept source of this edition gives no edition any more.
    #[error("the kept source of {id} cannot be read anew: {message}")]
    Remake {
        /// The edition.
        id: EditionId,
        /// Why.
        message: String,
    },
    /// The search index of this edition does not open.
    #[error("the search index of {id} does not open: {message}")]
    Index {
        /// The edition.
        id: EditionId,
        /// Why.
        message: String,
    },
}

/// Where an edition comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It is part of the program.
    Embedded,
    /// It was built in from texts of the builder's own: not for distribution.
    Private,
    /// The user imported it.
    Imported,
}

impl Origin {
    /// The word for it in output.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Embedded => "embedded",
            Origin::Private => "private build",
            Origin::Imported => "imported",
        }
    }
}

/// All editions at hand, in the order of [`Edition::rank`]. An edition is named by its place in that order.
///
/// Opening reads metadata only. Documents, indexes and graphs are decoded when they are first asked for, once.
pub struct Library {
    lexicon: Lexicon,
    private: bool,
    store: Option<Store>,
    editions: Vec<Edition>,
    books: Vec<Book>,
    /// What stands beside the editions; each table is read when it is first asked for.
    tables: bundle::Packed,
    /// One a language, in the order of the lexicon.
    analysers: Vec<OnceCell<Analyser>>,
    no_analyser: OnceCell<Analyser>,
    /// One a language, in the order of the lexicon.
    joined: Vec<OnceCell<Vec<Joined>>>,
    alignment: OnceCell<Alignment>,
    thesaurus: OnceCell<Thesaurus>,
    situations: OnceCell<Situations>,
}

struct Book {
    counts: Counts,
    origin: Origin,
    source: Source,
    // Boxed, so that the books of a large shelf that nobody opens take little room.
    document: OnceCell<Box<Result<Document, LibraryError>>>,
    sparse: OnceCell<Option<Box<tree::Sparse>>>,
    index: OnceCell<Box<Result<Index, LibraryError>>>,
    graph: OnceCell<Box<Graph>>,
}

/// The joined index of many editions of a language: what is found in a volume of it is what is found in the edition.
pub struct Joined {
    index: Index,
    /// By volume; nothing for one that is out of date.
    editions: Vec<Option<usize>>,
}

impl Joined {
    /// The index.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Its volumes that count, in order, each with the place of its edition.
    pub fn volumes(&self) -> impl Iterator<Item = (usize, usize)> {
        self.editions.iter().enumerate().filter_map(|(volume, edition)| edition.map(|edition| (volume, edition)))
    }
}

enum Source {
    Packed { tree: &'static [u8], index: &'static [u8], text: &'static [u8], parts: Vec<(String, u32)> },
    Kept { kept: Box<Kept>, remade: Box<OnceCell<Result<Made, LibraryError>>> },
}

impl Library {
    /// Opens the editions of the program and those of the shelf. An imported edition takes the place of an embedded one
    /// with its id.
    ///
    /// # Errors
    /// When the shelf is broken; see [`StoreError`].
    pub fn open(bundle: &Bundle, store: Option<Store>) -> Result<Self, LibraryError> {
        let kept = store.as_ref().map_or_else(|| Ok(Vec::new()), Store::editions)?;
        Self::of(bundle, store, kept)
    }

    /// Opens the editions of the program and one of the shelf, however many others there are. `None` where neither has that one.
    ///
    /// # Errors
    /// When that edition is damaged.
    pub fn open_one(bundle: &Bundle, store: Option<Store>, id: &EditionId) -> Result<Option<Self>, LibraryError> {
        let kept = store.as_ref().map_or(Ok(None), |store| store.edition(id))?;
        if kept.is_none() && !bundle.editions().any(|packed| packed.edition.id == *id) {
            return Ok(None);
        }
        Self::of(bundle, store, kept.into_iter().collect()).map(Some)
    }

    fn of(bundle: &Bundle, store: Option<Store>, kept: Vec<Kept>) -> Result<Self, LibraryError> {
        let lexicon = bundle.lexicon()?;
        let mut books: Vec<(Edition, Book)> = Vec::new();
        let mut remade = false;
        for kept in kept {
            remade |= kept.described().is_err();
            books.push(shelved(kept, &lexicon, store.as_ref())?);
        }
        if let Some(store) = store.as_ref().filter(|_| remade) {
            store.settle();
        }
        for packed in bundle.editions() {
            if books.iter().any(|(edition, _)| edition.id == packed.edition.id) {
                continue;
            }
            let origin = if packed.private { Origin::Private } else { Origin::Embedded };
            let source = Source::Packed {
                tree: packed.tree,
                index: packed.index,
                text: packed.source,
                parts: packed.parts.to_vec(),
            };
            books.push((packed.edition.clone(), Book::new(packed.counts, origin, source)));
        }
        books.sort_by_cached_key(|(edition, _)| edition.rank());
        let (editions, books) = books.into_iter().unzip();
        Ok(Self {
            analysers: lexicon.languages.iter().map(|_| OnceCell::new()).collect(),
            joined: lexicon.languages.iter().map(|_| OnceCell::new()).collect(),
            no_analyser: OnceCell::new(),
            lexicon,
            private: bundle.is_private(),
            store,
            editions,
            books,
            tables: bundle.tables(),
            alignment: OnceCell::new(),
            thesaurus: OnceCell::new(),
            situations: OnceCell::new(),
        })
    }

    /// Puts the editions that the user prefers first: those of each name, an id or a language, in that order. To be done before
    /// anybody names an edition by its place.
    pub fn prefer(&mut self, names: &[String]) {
        let of = |edition: &Edition| {
            let named = |name: &String| edition.id.as_str() == name || edition.lang == *name;
            names.iter().position(named).unwrap_or(names.len())
        };
        let mut all: Vec<(Edition, Book)> = self.editions.drain(..).zip(self.books.drain(..)).collect();
        all.sort_by_key(|(edition, _)| of(edition));
        (self.editions, self.books) = all.into_iter().unzip();
    }

    /// The data on languages, editions and codes.
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// Whether the program holds texts that may not be distributed.
    pub fn is_private_build(&self) -> bool {
        self.private
    }

    /// Where the same rule stands in other codes. A faulty build knows of none; a test of the embedded bytes keeps that from
    /// happening.
    pub fn alignment(&self) -> &Alignment {
        self.alignment.get_or_init(|| bundle::alignment(self.tables.alignment).unwrap_or_default())
    }

    /// The terms of the game's law; none in a faulty build.
    pub fn thesaurus(&self) -> &Thesaurus {
        self.thesaurus.get_or_init(|| bundle::thesaurus(self.tables.thesaurus).unwrap_or_default())
    }

    /// The situations at the table; none in a faulty build.
    pub fn situations(&self) -> &Situations {
        self.situations.get_or_init(|| bundle::situations(self.tables.situations).unwrap_or_default())
    }

    /// The editions at hand.
    pub fn editions(&self) -> &[Edition] {
        &self.editions
    }

    /// The place of the edition with that id.
    pub fn position(&self, id: &str) -> Option<usize> {
        self.editions.iter().position(|e| e.id.as_str() == id)
    }

    /// How much an edition holds; nothing for a place that there is not.
    pub fn counts(&self, edition: usize) -> Counts {
        self.books.get(edition).map(|b| b.counts).unwrap_or_default()
    }

    /// Where an edition comes from.
    pub fn origin(&self, edition: usize) -> Option<Origin> {
        self.books.get(edition).map(|b| b.origin)
    }

    /// An edition's language. For one that is not known any more: a language without words, so that nothing is folded.
    pub fn language(&self, edition: usize) -> std::borrow::Cow<'_, Language> {
        let known = self.editions.get(edition).and_then(|e| self.lexicon.language(&e.lang));
        known.map_or_else(|| std::borrow::Cow::Owned(Language::default()), std::borrow::Cow::Borrowed)
    }

    /// The whole text of an edition. `None` for a place that there is not.
    pub fn document(&self, edition: usize) -> Option<Result<&Document, &LibraryError>> {
        let book = self.books.get(edition)?;
        Some((**book.document.get_or_init(|| Box::new(self.decode(book, tree::decode)))).as_ref())
    }

    /// One unit of an edition, without decoding the rest of the book.
    ///
    /// # Errors
    /// When the book must be read anew and cannot be.
    pub fn unit(&self, edition: usize, id: UnitId) -> Result<Option<&Unit>, &LibraryError> {
        // Bytes that are damaged are made again with the rest of the book.
        match self.sparse(edition).map(|sparse| sparse.unit(id)) {
            Some(Ok(unit)) => Ok(unit),
            _ => Ok(self.document(edition).transpose()?.and_then(|document| document.unit(id))),
        }
    }

    /// The first printing of a provision in an edition, without decoding the rest of the book.
    ///
    /// # Errors
    /// When the book must be read anew and cannot be.
    pub fn find(&self, edition: usize, cite: Citation) -> Result<Option<(UnitId, &Unit)>, &LibraryError> {
        match self.sparse(edition).map(|sparse| sparse.find(cite)) {
            Some(Ok(found)) => Ok(found),
            _ => {
                let document = self.document(edition).transpose()?;
                Ok(document.and_then(|document| document.find(cite).next()))
            }
        }
    }

    /// `None` where the book is decoded already or its tree is damaged.
    fn sparse(&self, edition: usize) -> Option<&tree::Sparse> {
        let book = self.books.get(edition).filter(|book| book.document.get().is_none())?;
        let open = || match &book.source {
            Source::Packed { tree, .. } => tree::Sparse::open(*tree).ok().map(Box::new),
            Source::Kept { kept, .. } => tree::Sparse::open(kept.tree_in_parts()?).ok().map(Box::new),
        };
        book.sparse.get_or_init(open).as_deref()
    }

    /// The analyser of an edition's language, made once a language.
    pub fn analyser(&self, edition: usize) -> &Analyser {
        self.analyser_of(self.editions.get(edition).map_or("", |e| &e.lang))
    }

    /// The analyser of a language, made once; for one that is not known one without words.
    pub fn analyser_of(&self, lang: &str) -> &Analyser {
        let at = self.lexicon.languages.iter().position(|l| l.code == lang).unwrap_or(self.lexicon.languages.len());
        let unknown = Language::default();
        let cell = self.analysers.get(at).unwrap_or(&self.no_analyser);
        let language = self.lexicon.languages.get(at).unwrap_or(&unknown);
        let prepared = || Analyser::prepared(language, self.tables.prepared.get(at)?);
        cell.get_or_init(|| prepared().unwrap_or_else(|| Analyser::new(language)))
    }

    /// An edition cut down to what it holds of the laws that the citations name, see [`tree::excerpt`]: what showing a
    /// citation needs, without decoding the book. `None` for a place that there is not.
    pub fn excerpt(&self, edition: usize, cites: &[Citation]) -> Option<Result<Document, LibraryError>> {
        let book = self.books.get(edition)?;
        if let Source::Kept { kept, .. } = &book.source
            && let Some(document) = kept.tree_in_parts().and_then(|tree| tree::excerpt(&tree, cites).ok())
        {
            return Some(Ok(document));
        }
        Some(self.decode(book, |bytes| tree::excerpt(bytes, cites)))
    }

    /// The search index of an edition. `None` for a place that there is not.
    pub fn index(&self, edition: usize) -> Option<Result<&Index, &LibraryError>> {
        let book = self.books.get(edition)?;
        Some((**book.index.get_or_init(|| Box::new(self.open_index(edition, book)))).as_ref())
    }

    /// The joined indexes of the many editions of a language on the shelf; none where they are few, or were not joined.
    pub fn joined(&self, lang: &str) -> &[Joined] {
        let at = self.lexicon.languages.iter().position(|l| l.code == lang);
        let joined = at.and_then(|at| self.joined.get(at)).map(|joined| joined.get_or_init(|| self.join(lang)));
        joined.map_or(&[], Vec::as_slice)
    }

    fn join(&self, lang: &str) -> Vec<Joined> {
        let kept = |at: usize| match &self.books.get(at)?.source {
            Source::Kept { kept, .. } => joined::name(kept),
            Source::Packed { .. } => None,
        };
        let of_lang = self.editions.iter().enumerate().filter(|(_, edition)| edition.lang == lang);
        let mut named: HashMap<String, usize> = of_lang.filter_map(|(at, _)| Some((kept(at)?, at))).collect();
        let Some(store) = self.store.as_ref().filter(|_| named.len() >= joined::FEWEST) else { return Vec::new() };
        let indexes = store.joined(lang).into_iter().filter(|index| index.fits(self.analyser_of(lang)));
        let joined = indexes.map(|index| {
            let editions = index.volumes().map(|name| named.remove(name)).collect();
            Joined { index, editions }
        });
        joined.collect()
    }

    /// Who refers to what in an edition. `None` for a place that there is not.
    pub fn graph(&self, edition: usize) -> Option<Result<&Graph, &LibraryError>> {
        let document = match self.document(edition)? {
            Ok(document) => document,
            Err(e) => return Some(Err(e)),
        };
        let book = self.books.get(edition)?;
        Some(Ok(book.graph.get_or_init(|| Box::new(Graph::of(document)))))
    }

    /// The decoded source text of an edition, with the names of its files and where in it they begin. `None` for a place
    /// that there is not.
    ///
    /// # Errors
    /// When the kept source is damaged.
    #[expect(clippy::type_complexity, reason = "two plain values that belong together only here")]
    pub fn source(&self, edition: usize) -> Option<Result<(String, Vec<(String, u32)>), LibraryError>> {
        match &self.books.get(edition)?.source {
            Source::Packed { text, parts, .. } => Some(Ok((String::from_utf8_lossy(text).into_owned(), parts.clone()))),
            Source::Kept { kept, remade } => {
                Some(self.of_made(kept, remade, |made| (made.text.clone(), made.parts.clone())))
            }
        }
    }

    /// What an edition's source was recognised as, how surely and why, as its import told it; nothing for a companion, which says
    /// itself what it is.
    pub fn reasons(&self, edition: usize) -> Option<Result<Vec<Reason>, LibraryError>> {
        let of = self.editions.get(edition)?;
        if of.standing == Standing::Companion {
            return Some(Ok(Vec::new()));
        }
        match &self.books.get(edition)?.source {
            Source::Packed { text, .. } => {
                let text = String::from_utf8_lossy(text);
                let found = lawgrep_ingest::recognise(&text, &of.source_name, &self.lexicon, &Overrides::default());
                Some(Ok(found.map_or_else(|_| Vec::new(), |found| found.reasons)))
            }
            Source::Kept { kept, remade } => Some(self.of_made(kept, remade, |made| made.reasons.clone())),
        }
    }

    fn decode(
        &self,
        book: &Book,
        read: impl Fn(&[u8]) -> Result<Document, tree::TreeError>,
    ) -> Result<Document, LibraryError> {
        match &book.source {
            Source::Packed { tree, .. } => read(tree).map_err(|_| BundleError.into()),
            Source::Kept { kept, remade } => match kept.tree().and_then(|bytes| read(&bytes).ok()) {
                Some(document) => Ok(document),
                None => self.remade(kept, remade, Cause::Tree).map(|made| made.document.clone()),
            },
        }
    }

    fn open_index(&self, edition: usize, book: &Book) -> Result<Index, LibraryError> {
        let analyser = self.analyser(edition);
        let fail = |message: String| match self.editions.get(edition) {
            Some(edition) => LibraryError::Index { id: edition.id.clone(), message },
            None => BundleError.into(),
        };
        let open = |blob: Blob| match Index::open(blob) {
            Ok(index) if index.fits(analyser) => Ok(index),
            Ok(_) => Err(fail("it was built with other word tables".to_owned())),
            Err(e) => Err(fail(e.to_string())),
        };
        match &book.source {
            Source::Packed { index, .. } => open((*index).into()),
            Source::Kept { kept, remade } => {
                if let Some(index) = kept.index().and_then(|bytes| open(Blob::sound(bytes)).ok()) {
                    return Ok(index);
                }
                let made = self.remade(kept, remade, Cause::Index)?;
                open(made.index.clone().into())
            }
        }
    }

    /// Something of an edition that only its sources tell.
    fn of_made<T>(
        &self,
        kept: &Kept,
        remade: &OnceCell<Result<Made, LibraryError>>,
        take: impl Fn(&Made) -> T,
    ) -> Result<T, LibraryError> {
        match remade.get() {
            // What was made again already has put its sources in another place.
            Some(Ok(made)) => Ok(take(made)),
            _ => remake(kept, &self.lexicon).map(|made| take(&made)),
        }
    }

    fn remade<'a>(
        &self,
        kept: &Kept,
        cell: &'a OnceCell<Result<Made, LibraryError>>,
        cause: Cause,
    ) -> Result<&'a Made, LibraryError> {
        let made = cell.get_or_init(|| remake_and_keep(kept, &self.lexicon, self.store.as_ref(), cause));
        made.as_ref().map_err(Clone::clone)
    }
}

impl Book {
    fn new(counts: Counts, origin: Origin, source: Source) -> Self {
        let (document, sparse, index, graph) = (OnceCell::new(), OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { counts, origin, source, document, sparse, index, graph }
    }
}

/// Takes an edition from the shelf; one that another version of the program prepared is made again first.
fn shelved(kept: Kept, lexicon: &Lexicon, store: Option<&Store>) -> Result<(Edition, Book), LibraryError> {
    let remade = OnceCell::new();
    let described = kept.described().map(|(edition, counts)| (edition.clone(), counts));
    let (edition, counts) = match described {
        Ok(described) => described,
        Err(cause) => {
            let made = remake_and_keep(&kept, lexicon, store, cause)?;
            let described = (made.document.edition.clone(), Counts::of(&made.document));
            let _ = remade.set(Ok(made));
            described
        }
    };
    Ok((edition, Book::new(counts, Origin::Imported, Source::Kept { kept: Box::new(kept), remade: Box::new(remade) })))
}

/// Makes an edition again and puts it back on the shelf, if the shelf can be written; if not, this run reads it anyway.
fn remake_and_keep(kept: &Kept, lexicon: &Lexicon, store: Option<&Store>, cause: Cause) -> Result<Made, LibraryError> {
    let files = kept.sources()?;
    let made = remake_of(kept, &files, lexicon)?;
    if let Some(store) = store {
        let back = store.repair(kept, &made, &files.iter().collect::<Vec<_>>());
        store.tell(Notice::Remade { id: kept.id().clone(), cause, kept: back });
    }
    Ok(made)
}

fn remake(kept: &Kept, lexicon: &Lexicon) -> Result<Made, LibraryError> {
    remake_of(kept, &kept.sources()?, lexicon)
}

fn remake_of(kept: &Kept, files: &[SourceFile], lexicon: &Lexicon) -> Result<Made, LibraryError> {
    let Settings { id, lang, code, patches } = kept.settings().clone();
    let asked = Overrides { id, lang, code };
    // A newer program may recognise the text as another edition; on the shelf it keeps the name that it has.
    let pinned = Overrides { id: Some(kept.id().clone()), ..asked.clone() };
    let mut message = "it is empty".to_owned();
    for overrides in [asked, pinned] {
        let batch = pipeline::make(files, &overrides, lexicon, Options { patches });
        for made in batch.made {
            if made.document.edition.id == *kept.id() && batch.faults.is_empty() {
                return Ok(made);
            }
        }
        if let Some(fault) = batch.faults.first() {
            message = fault.kind.to_string();
        }
    }
    Err(LibraryError::Remake { id: kept.id().clone(), message })
}
