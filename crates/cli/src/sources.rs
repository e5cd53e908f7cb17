//! The files that a command line names, as texts: read, converted, the pages of one text put together.
//!
//! The pipeline takes texts. What a file is converted from is kept beside the text, so that the shelf holds what was imported.

mod pdftotext;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
};

use lawgrep_formats::{Format, Options, Refused, Text, limits};
use lawgrep_ingest::{Charset, Overrides};
use lawgrep_lexicon::Lexicon;
use lawgrep_model::{FindingKind, UnitKey};
use lawgrep_shelf::{
    pipeline::SourceFile,
    store::{Gathered, gather},
};

use crate::{failure::Failure, text::quoted};

/// How files are read.
#[derive(Debug, Clone, Default)]
pub(crate) struct How {
    /// The encoding that the user gives.
    pub(crate) encoding: Option<Charset>,
    /// PDF is read by the program `pdftotext`.
    pub(crate) pdftotext: bool,
    /// What the user says about the text.
    pub(crate) overrides: Overrides,
    /// Corrections of the print are put in.
    pub(crate) patches: bool,
}

/// The texts, and what could not be read.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    pub(crate) files: Vec<SourceFile>,
    /// Per file what it was converted from; nothing where it is its own original.
    pub(crate) originals: Vec<Vec<SourceFile>>,
    /// Per file: where it is, and whether it was named itself and not only its folder.
    pub(crate) places: Vec<(PathBuf, bool)>,
    /// What is an error, a line each.
    pub(crate) wrong: Vec<String>,
    /// What is only told, a line each.
    pub(crate) notes: Vec<String>,
}

/// An encoding by the name that the user gives it.
pub(crate) fn encoding(name: Option<&str>) -> Result<Option<Charset>, Failure> {
    let Some(name) = name else { return Ok(None) };
    Charset::named(name).map(Some).ok_or_else(|| {
        let known: Vec<&str> = Charset::ALL.into_iter().map(Charset::name).collect();
        Failure::new(format!("encoding `{}` is not known; there are {}", quoted(name), known.join(", ")))
    })
}

/// Reads the named files and those in the named folders.
pub(crate) fn read(paths: &[PathBuf], how: &How, lexicon: &Lexicon) -> Sources {
    let Gathered { files, places, failed, skipped, .. } = gather(paths);
    let mut all = Sources::default();
    all.notes.extend(skipped.iter().map(|(path, why)| format!("{} skipped: {why}", quoted(path))));
    all.wrong.extend(failed.iter().map(|e| format!("{e}; name a file or folder that can be read")));
    let mut given: Vec<Option<(SourceFile, PathBuf, bool)>> =
        files.into_iter().zip(places).map(|(file, (path, named))| Some((file, path, named))).collect();
    let reader = Reader { how, lexicon };
    for set in page_sets(&given) {
        let pages: Vec<&SourceFile> = set.iter().filter_map(|n| given.get(*n)?.as_ref()).map(|g| &g.0).collect();
        if let Some((text, notes)) = reader.pages(&pages) {
            let mut taken: Vec<(SourceFile, PathBuf, bool)> = Vec::new();
            for n in set {
                taken.extend(given.get_mut(n).and_then(Option::take));
            }
            all.take_pages(taken, text, notes);
        }
    }
    for (file, path, named) in given.into_iter().flatten() {
        match reader.file(&file, &path) {
            Ok(Read::AsIs) => all.push(file, Vec::new(), path, named),
            Ok(Read::Text(text, notes)) => {
                all.notes.extend(notes.iter().map(|note| format!("{}: {note}", quoted(&path))));
                all.push(SourceFile { name: file.name.clone(), bytes: text.into_bytes() }, vec![file], path, named);
            }
            Err(line) if named => all.wrong.push(format!("{}: {line}", quoted(&path))),
            Err(line) => all.notes.push(format!("{} skipped: {line}", quoted(&path))),
        }
    }
    all
}

impl Sources {
    fn push(&mut self, file: SourceFile, originals: Vec<SourceFile>, path: PathBuf, named: bool) {
        self.files.push(file);
        self.originals.push(originals);
        self.places.push((path, named));
    }

    fn take_pages(&mut self, pages: Vec<(SourceFile, PathBuf, bool)>, text: String, notes: Vec<String>) {
        let folder = pages.first().and_then(|(_, path, _)| path.parent()).unwrap_or(Path::new(".")).to_owned();
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        let name = whole.file_name().map_or_else(|| "pages".to_owned(), |name| name.to_string_lossy().into_owned());
        let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
        self.notes.push(format!("{}: {} pages read as one text", quoted(&folder), pages.len()));
        self.notes.extend(notes.iter().map(|note| format!("{}: {note}", quoted(&folder))));
        let named = pages.iter().any(|(_, _, named)| *named);
        let originals = pages.into_iter().map(|(file, _, _)| file).collect();
        self.push(SourceFile { name, bytes: text.into_bytes() }, originals, folder, named);
    }
}

/// Web pages of the same folder, two or more.
fn page_sets(given: &[Option<(SourceFile, PathBuf, bool)>]) -> Vec<Vec<usize>> {
    let mut sets: BTreeMap<PathBuf, Vec<usize>> = BTreeMap::new();
    for (n, (file, path, _)) in given.iter().enumerate().filter_map(|(n, g)| Some((n, g.as_ref()?))) {
        if lawgrep_formats::detect(&file.bytes, &file.name) == Format::Html {
            sets.entry(path.parent().unwrap_or(Path::new("")).to_owned()).or_default().push(n);
        }
    }
    sets.into_values().filter(|set| set.len() > 1).collect()
}

enum Read {
    /// It is text; the pipeline reads its bytes.
    AsIs,
    /// What it was converted to, and what is to be told of that.
    Text(String, Vec<String>),
}

/// From how many laws on a page is a book of its own and no page of one.
const A_BOOK: usize = 10;

struct Reader<'a> {
    how: &'a How,
    lexicon: &'a Lexicon,
}

impl Reader<'_> {
    fn options(&self) -> Options {
        Options { encoding: self.how.encoding }
    }

    /// Pages as one text, where that gives a law text and no page is a book by itself.
    fn pages(&self, pages: &[&SourceFile]) -> Option<(String, Vec<String>)> {
        let books = pages.iter().filter_map(|page| {
            let text = lawgrep_formats::convert(&page.bytes, &page.name, &self.options()).ok()?;
            Some(self.best(text, &page.name).1.laws)
        });
        if books.max().is_some_and(|laws| laws >= A_BOOK) {
            return None;
        }
        let given: Vec<(&str, &[u8])> = pages.iter().map(|p| (p.name.as_str(), p.bytes.as_slice())).collect();
        let text = lawgrep_formats::join(&given, &self.options()).ok()?;
        let notes = text.notes.clone();
        let (text, worth) = self.best(text, "pages");
        (worth.laws > 0).then_some((text, notes))
    }

    /// One file. The error is a line without its name.
    fn file(&self, file: &SourceFile, path: &Path) -> Result<Read, String> {
        let format = lawgrep_formats::detect(&file.bytes, &file.name);
        if format == Format::Plain && self.how.encoding.is_none() {
            // The pipeline decodes it.
            return Ok(Read::AsIs);
        }
        let text = if format == Format::Pdf && self.how.pdftotext {
            let printed = pdftotext::run(path)?;
            lawgrep_formats::from_pdftotext(&printed).map_err(|refused| told(&refused))?
        } else {
            converted(file, self.options())?
        };
        let notes = text.notes.clone();
        Ok(Read::Text(self.best(text, &file.name).0, notes))
    }

    /// The reading of a text that most can be made of.
    fn best(&self, text: Text, name: &str) -> (String, Worth) {
        let How { overrides, patches, .. } = self.how;
        let worth =
            |reading: &String| match lawgrep_ingest::read(reading.clone(), name, self.lexicon, overrides, *patches) {
                Ok(read) => Worth::of(&read.document),
                Err(_) => Worth::default(),
            };
        let mut best: Option<(String, Worth)> = None;
        for reading in text.readings {
            let worth = worth(&reading);
            // The first of equals is the likeliest.
            if best.as_ref().is_none_or(|(_, most)| worth.points > most.points) {
                best = Some((reading, worth));
            }
        }
        best.unwrap_or_default()
    }
}

/// What can be made of a reading.
#[derive(Debug, Clone, Copy, Default)]
struct Worth {
    /// Provisions, definitions and notes, less what looks misread.
    points: i64,
    laws: usize,
}

impl Worth {
    fn of(document: &lawgrep_model::Document) -> Self {
        let provisions = document.units.iter().filter(|u| u.key.is_provision());
        let cites: BTreeSet<_> = provisions.flat_map(|u| u.key.citations()).collect();
        let laws = cites.iter().filter(|cite| cite.section().is_none()).count();
        // Definitions, exercises and the like; not what is called matter for want of a better name.
        let aside = |key: &UnitKey| matches!(key, UnitKey::Matter(_) | UnitKey::Chapter(_) | UnitKey::Contents(_));
        let units = document.units.iter().filter(|u| !u.key.is_provision() && !aside(&u.key)).count();
        let misread = |kind: FindingKind| {
            use FindingKind::{GapInNumbering, HeadingWithoutBody, NotUnderstood, OutOfSequence, PrintedAgain};
            matches!(kind, NotUnderstood | GapInNumbering | OutOfSequence | HeadingWithoutBody | PrintedAgain)
        };
        let odd = document.findings.iter().filter(|f| misread(f.kind)).count();
        // A line at the margin may be taken for a remark; what has a mark is a note.
        let notes = document.units.iter().flat_map(|u| &u.notes).filter(|note| !note.mark.is_empty()).count();
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX / 4);
        // A label misread adds a provision and is odd; it must not pay.
        Self { points: 1 + count(cites.len() + units + notes) - 2 * count(odd), laws }
    }
}

fn told(refused: &Refused) -> String {
    format!("{refused}; {}", refused.remedy())
}

/// The text of a file that is no plain text. The error is a line without its name.
pub(crate) fn converted(file: &SourceFile, options: Options) -> Result<Text, String> {
    guarded(file, options).map_err(|refused| told(&refused))
}

/// Converts a file on a thread of its own: the readers of foreign formats are foreign code, and one that hangs or stumbles over a
/// file made for that must not take the program with it.
fn guarded(file: &SourceFile, options: Options) -> Result<Text, Refused> {
    let (send, receive) = mpsc::channel();
    let SourceFile { name, bytes } = file.clone();
    let spawned = thread::Builder::new().stack_size(STACK).spawn(move || {
        let _ = send.send(lawgrep_formats::convert(&bytes, &name, &options));
    });
    let place = || "the file".to_owned();
    if let Err(error) = spawned {
        return Err(Refused::Damaged { place: place(), why: error.to_string() });
    }
    let longest = limits::TIME + limits::TIME / 2;
    match receive.recv_timeout(longest) {
        Ok(converted) => converted,
        Err(mpsc::RecvTimeoutError::Timeout) => Err(Refused::TooSlow { place: place(), seconds: longest.as_secs() }),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            Err(Refused::Damaged { place: place(), why: "its reader stumbled over it".to_owned() })
        }
    }
}

/// Enough for readers that go into objects of a file by recursion, as deep as they allow themselves.
const STACK: usize = 16 << 20;
