//! A sixth language: what files alone add, from recognising to showing.

#![expect(clippy::unwrap_used, reason = "a panic in a test is its report")]

use std::{fs, path::Path};

use lawgrep_ingest::Overrides;
use lawgrep_lexicon::Lexicon;
use lawgrep_model::{Citation, Resolution};
use lawgrep_search::{Match, Query};
use lawgrep_shelf::{
    Library,
    bundle::{Bundle, Tables, pack},
    pipeline::{FaultKind, Options, SourceFile, make},
};
use lawgrep_xref::{Typed, Wanted, typed};

/// The data of the program with the file of one more language.
fn lexicon(with: Option<&str>) -> Lexicon {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lexicon/data");
    let mut files: Vec<(String, String)> = Vec::new();
    for folder in ["lang", "editions", "codes", "foreign"] {
        let mut paths: Vec<_> = fs::read_dir(data.join(folder)).unwrap().map(|e| e.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let name = format!("{folder}/{}", path.file_name().unwrap().to_string_lossy());
            files.push((name, fs::read_to_string(path).unwrap()));
        }
    }
    files.extend(with.map(|text| ("lang/is.toml".to_owned(), text.to_owned())));
    Lexicon::from_files(files.iter().map(|(name, text)| (name.as_str(), text.as_str()))).unwrap()
}

const TEXT: &str = "\
Kúlulög

Grein 9 Kúlur á borðinu

A. Fjöldi
Spilarinn hefur tólf kúlur, og félagi má ekki taka kúlu frá honum (sjá grein 72C).

B. Tapaðar kúlur
1. Ef kúla týnist skal spilari segja frá því, eða bíða til loka.
2. Það er brot á A ofar ef hann þegir.
   a) Þá er slagur tapaður.
   b) Þá skal félagi þegja.
3. Sá sem finnur kúlu skal skila henni.
4. Kúla sem ekki finnst er töpuð.
5. Þá er haldið áfram samkvæmt grein 9B2.

Grein 23 Sambærilegar kúlur

A. Skilgreining
Kúla er sambærileg ef hún er jafn stór og önnur kúla sem spilari á.

Grein 72 Almennt

A. Reglur
Reglur skal virða.
B. Brot
Brot á reglum er ekki leyfilegt, sbr. greinar 9 og 23.
C. Vitneskja
Spilari sem hefur séð kúlu félaga má ekki nota það sem hann hefur séð.
";

fn source() -> SourceFile {
    SourceFile { name: "kululog.txt".to_owned(), bytes: TEXT.as_bytes().to_vec() }
}

fn cite(text: &str) -> Citation {
    text.parse().unwrap()
}

#[test]
fn without_its_file_it_is_refused_by_name() {
    let batch = make(&[source()], &Overrides::default(), &lexicon(None), Options::default());
    let [fault] = batch.faults.as_slice() else { panic!("{:?}", batch.faults) };
    let FaultKind::NotLaw(why) = &fault.kind else { panic!("{fault:?}") };
    assert!(why.to_string().starts_with("it reads as Icelandic, and lawgrep has no Icelandic"), "{why}");
}

#[test]
fn with_its_file_it_is_recognised_read_linked_found_and_shown() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/is.toml")).unwrap();
    let lexicon = lexicon(Some(&text));
    let batch =
        make(&[source()], &Overrides { code: Some(2017), ..Overrides::default() }, &lexicon, Options::default());
    assert!(batch.faults.is_empty(), "{:?}", batch.faults);
    let [made] = batch.made.as_slice() else { panic!("{} editions", batch.made.len()) };
    let edition = &made.document.edition;
    assert_eq!((edition.id.as_str(), edition.lang.as_str()), ("is-2017-kululog", "is"));
    assert!(made.reasons[0].to_string().starts_with("language is ("), "{}", made.reasons[0]);

    let cites: Vec<String> = made.document.units.iter().map(|u| u.key.pipe()).collect();
    let expected = "matter/1 9 9A 9B 9B1 9B2 9B2a 9B2b 9B3 9B4 9B5 23 23A 72 72A 72B 72C";
    assert_eq!(cites.join(" "), expected);
    let heading = |c: &str| made.document.find(cite(c)).next().unwrap().1.heading.clone().unwrap_or_default();
    assert_eq!((heading("9").as_str(), heading("23A").as_str()), ("Kúlur á borðinu", "Skilgreining"));

    let links = |unit: &lawgrep_model::Unit| -> Vec<String> {
        let open = |r: &lawgrep_model::Reference| r.resolution == Resolution::InEdition;
        unit.refs.iter().map(|r| format!("{}: {} {}", unit.key.pipe(), unit.words(r), open(r))).collect()
    };
    let refs: Vec<String> = made.document.units.iter().flat_map(links).collect();
    assert_eq!(
        refs,
        ["9A: grein 72C true", "9B2: A ofar true", "9B5: grein 9B2 true", "72B: greinar 9 true", "72B: 23 true"]
    );

    // The words travel in the bundle, as those of the program do.
    let packed = pack(std::slice::from_ref(made), &[], &lexicon, &Tables::default()).unwrap();
    let library = Library::open(&Bundle::open(Vec::leak(packed)).unwrap(), None).unwrap();
    let found = |words: &str| -> Vec<String> {
        let index = library.index(0).unwrap().unwrap();
        let hits = index.search(&Query::parse(words).asked(), library.analyser(0), Match::All).unwrap();
        hits.iter().map(|hit| library.unit(0, hit.unit).unwrap().unwrap().key.pipe()).collect()
    };
    // A form that the text does not print, by the lemmas of the file.
    assert!(found("kúlna").contains(&"9B3".to_owned()), "{:?}", found("kúlna"));
    assert_eq!(found("sambaerileg"), ["23A"], "plain letters find it too");
    let shown = library.find(0, cite("9B2a")).unwrap().unwrap();
    assert_eq!(shown.1.text, "Þá er slagur tapaður.");
    // What people type in it.
    assert_eq!(typed("grein 9B2", library.lexicon()), Typed::Citations(vec![Wanted::One(cite("9B2"))]));
}
