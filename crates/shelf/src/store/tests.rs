use std::fs;

use super::{write::Plan, *};
use crate::{pipeline::Made, samples, tree};

fn made(words: &str) -> (Made, SourceFile) {
    let mut document = samples::document("xx-2017");
    if let Some(unit) = document.units.first_mut() {
        unit.text = words.to_owned();
    }
    let file = SourceFile { name: "Invented Löv.txt".to_owned(), bytes: words.as_bytes().to_vec() };
    let parts = vec![(file.name.clone(), 0)];
    let index = words.as_bytes().to_vec();
    (Made { document, text: words.to_owned(), index, files: vec![0], parts, reasons: Vec::new() }, file)
}

pub(super) fn id() -> EditionId {
    "xx-2017".parse().unwrap()
}

/// A shelf with one edition.
pub(super) fn shelf(words: &str) -> (tempfile::TempDir, Store) {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path().to_owned());
    install(&store, words);
    (home, store)
}

/// The first unit's text, from a tree, index and source that agree.
fn words_on(store: &Store) -> Option<String> {
    let kept = store.edition(&id()).unwrap()?;
    let document = tree::decode(&kept.tree().unwrap()).unwrap();
    let words = document.units[0].text.clone();
    assert_eq!(kept.index().unwrap(), words.as_bytes());
    assert_eq!(kept.sources().unwrap()[0].bytes, words.as_bytes());
    assert_eq!(kept.described().unwrap().0, &document.edition);
    Some(words)
}

fn install(store: &Store, words: &str) {
    let (made, file) = made(words);
    store.install(&made, &[&file], &Settings::default()).unwrap();
}

#[test]
fn what_is_installed_is_read_and_what_is_forgotten_is_gone() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path().join("not/yet"));
    assert!(store.editions().unwrap().is_empty());
    assert!(!home.path().join("not").exists(), "reading creates nothing");
    install(&store, "one");
    assert_eq!(words_on(&store).as_deref(), Some("one"));
    assert_eq!(store.editions().unwrap().len(), 1);
    assert_eq!(store.edition(&id()).unwrap().unwrap().sources().unwrap()[0].name, "Invented Löv.txt");
    assert!(store.forget(&id()).unwrap());
    assert!(!store.forget(&id()).unwrap());
    assert!(store.editions().unwrap().is_empty());
}

#[test]
fn installing_again_replaces_and_leaves_nothing_over() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path().to_owned());
    for words in ["one", "two", "two", "one"] {
        install(&store, words);
        assert_eq!(words_on(&store).as_deref(), Some(words));
        let inside = fs::read_dir(home.path().join("editions/xx-2017")).unwrap().count();
        assert_eq!(inside, 2, "the pointer and one folder");
    }
}

#[test]
fn a_write_cut_short_anywhere_leaves_the_old_state_or_the_new() {
    let (made, file) = made("two");
    let count = {
        let home = tempfile::tempdir().unwrap();
        let plan = Plan::new(&Store::at(home.path().to_owned()), &made, &[&file], &[], &Settings::default()).unwrap();
        plan.steps().count()
    };
    for before in [None, Some("one"), Some("two")] {
        let mut seen = Vec::new();
        for done in 0..=count {
            let home = tempfile::tempdir().unwrap();
            let store = Store::at(home.path().to_owned());
            if let Some(words) = before {
                install(&store, words);
            }
            let plan = Plan::new(&store, &made, &[&file], &[], &Settings::default()).unwrap();
            plan.steps().take(done).for_each(|step| step.run().unwrap());
            seen.push(words_on(&store));
            // And whatever lies about does not hinder the next write.
            install(&store, "three");
            assert_eq!(words_on(&store).as_deref(), Some("three"));
        }
        assert_eq!(seen.first().unwrap().as_deref(), before);
        assert_eq!(seen.last().unwrap().as_deref(), Some("two"));
        assert!(seen.iter().all(|s| s.as_deref() == before || s.as_deref() == Some("two")), "{seen:?}");
    }
}

#[test]
fn a_reader_keeps_what_it_opened_when_an_import_replaces_it() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path().to_owned());
    install(&store, "one");
    let kept = store.edition(&id()).unwrap().unwrap();
    assert!(kept.tree().is_some(), "opens all files");
    install(&store, "two");
    assert_eq!(kept.index().unwrap(), b"one");
}

#[test]
fn who_has_read_nothing_yet_reads_all_of_the_newer_import() {
    let (_home, store) = shelf("one");
    let kept = store.edition(&id()).unwrap().unwrap();
    install(&store, "two");
    assert_eq!(kept.index().unwrap(), b"two");
    assert_eq!(tree::decode(&kept.tree().unwrap()).unwrap().units[0].text, "two");
    assert_eq!(kept.sources().unwrap()[0].bytes, b"two");
}

#[test]
fn a_pointer_of_another_edition_or_that_is_no_file_is_refused() {
    let (_home, store) = shelf("one");
    let own = store.home().join("editions/xx-2017");
    let other = store.home().join("editions/yy-2017");
    fs::create_dir(&other).unwrap();
    fs::copy(own.join("current"), other.join("current")).unwrap();
    assert!(store.editions().unwrap_err().to_string().ends_with("it belongs to xx-2017"));
    fs::remove_file(other.join("current")).unwrap();
    fs::create_dir(other.join("current")).unwrap();
    assert!(store.editions().unwrap_err().to_string().ends_with("it is no file"));
}

#[test]
fn damage_is_noticed() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path().to_owned());
    install(&store, "one");
    let folder = store.edition(&id()).unwrap().unwrap().files().folder.clone();
    fs::write(folder.join("index"), "onf").unwrap();
    fs::remove_file(folder.join("tree")).unwrap();
    let kept = store.edition(&id()).unwrap().unwrap();
    assert_eq!((kept.tree(), kept.index()), (None, None));
    assert_eq!(kept.sources().unwrap().len(), 1);
    let source = fs::read_dir(folder.join("source")).unwrap().next().unwrap().unwrap().path();
    fs::write(&source, "other").unwrap();
    assert!(matches!(kept.sources(), Err(StoreError::BadSource { .. })));
}

#[test]
fn a_pointer_of_another_format_gives_its_sources_only() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path().to_owned());
    install(&store, "one");
    let pointer = home.path().join("editions/xx-2017/current");
    let text = fs::read_to_string(&pointer).unwrap().replace(FORMAT, "99.0.0/7");
    let cut = text.split("[prepared]").next().unwrap();
    fs::write(&pointer, cut).unwrap();
    let kept = store.edition(&id()).unwrap().unwrap();
    assert!(kept.described() == Err(Cause::OtherVersion) && kept.tree().is_none());
    assert_eq!(kept.sources().unwrap()[0].bytes, b"one");
}

#[test]
fn a_damaged_pointer_is_an_error_that_names_it_and_both_remedies_work() {
    for text in ["", "not toml at all", "format = 1", "format='x'\nfolder='../../x'\nsources=[]", "\0\0\0"] {
        let home = tempfile::tempdir().unwrap();
        let store = Store::at(home.path().to_owned());
        install(&store, "one");
        let pointer = home.path().join("editions/xx-2017/current");
        fs::write(&pointer, text).unwrap();
        match store.editions() {
            Err(StoreError::BadPointer { path, id: named, .. }) => assert_eq!((path, named), (pointer.clone(), id())),
            other => panic!("{text:?}: {other:?}"),
        }
        install(&store, "two");
        assert_eq!(words_on(&store).as_deref(), Some("two"));
        fs::write(&pointer, text).unwrap();
        assert!(store.forget(&id()).unwrap());
        assert!(store.editions().unwrap().is_empty());
    }
}

#[test]
fn a_shelf_that_is_a_file_is_an_error_and_strangers_are_passed_over() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(matches!(Store::at(file).editions(), Err(StoreError::Io { doing: "read", .. })));
    let store = Store::at(home.path().to_owned());
    install(&store, "one");
    fs::write(home.path().join("editions/notes.txt"), "x").unwrap();
    fs::create_dir(home.path().join("editions/empty")).unwrap();
    fs::write(home.path().join("editions/plain"), "x").unwrap();
    assert_eq!(store.editions().unwrap().len(), 1);
}

#[test]
fn leftovers_of_any_edition_are_swept_and_what_is_not_ours_stays() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path().to_owned());
    let made = |path: &str| {
        let path = home.path().join("editions").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "x").unwrap();
        path
    };
    let gone = ["xx-2017/0123456789abcdef/tree", "yy-1997/0123456789abcdef-2/tree", "zz/current.part"].map(made);
    let stays = ["xx-2017/notes.txt", "mine/letters/one.txt", "bad/current", "bad/0123456789abcdef/source/01-x.txt"];
    let stays = stays.map(made);
    install(&store, "one");
    assert!(gone.iter().all(|path| !path.exists()));
    assert!(!home.path().join("editions/zz").exists() && !home.path().join("editions/yy-1997").exists());
    assert!(stays.iter().all(|path| path.exists()), "{stays:?}");
    assert_eq!(words_on(&store).as_deref(), Some("one"));
}

#[test]
fn a_repair_never_takes_the_place_of_a_newer_import() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path().to_owned());
    install(&store, "one");
    let kept = store.edition(&id()).unwrap().unwrap();
    let (again, file) = made("one");
    assert!(store.repair(&kept, &again, &[&file]));
    let kept = store.edition(&id()).unwrap().unwrap();
    install(&store, "two");
    assert!(!store.repair(&kept, &again, &[&file]));
    assert_eq!(words_on(&store).as_deref(), Some("two"));
}

#[test]
fn a_held_lock_is_told_and_then_an_error_that_names_the_holder() {
    let home = tempfile::tempdir().unwrap();
    let heard: std::rc::Rc<std::cell::RefCell<Vec<Notice>>> = std::rc::Rc::default();
    let ear = std::rc::Rc::clone(&heard);
    let store = Store::at(home.path().to_owned()).telling(move |notice| ear.borrow_mut().push(notice.clone()));
    let patience = std::time::Duration::from_millis(50);
    let held = store.lock(patience).unwrap();
    let holder = Some(std::process::id());
    let path = home.path().join("lock");
    assert_eq!(store.lock(patience).err(), Some(StoreError::Busy { path: path.clone(), holder }));
    assert_eq!(*heard.borrow(), [Notice::Waiting { holder, seconds: 0 }]);
    drop(held);
    drop(store.lock(patience).unwrap());
    assert_eq!(fs::read(path).unwrap(), b"", "who has let go is not named any more");
}

#[test]
fn what_a_text_was_converted_from_is_kept_beside_it() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::at(home.path().to_owned());
    let (made, file) = made("one");
    let page = |name: &str| SourceFile { name: name.to_owned(), bytes: b"<p>one".to_vec() };
    let originals = vec![vec![page("../1.html"), page("2.html")]];
    store.install_converted(&made, &[&file], &originals, &Settings::default()).unwrap();
    let kept = store.edition(&id()).unwrap().unwrap();
    assert_eq!((kept.sources().unwrap(), kept.originals()), (vec![file], originals));
    let mut names: Vec<_> =
        std::fs::read_dir(kept.files().folder.join("source")).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["01-0001-___1.original", "01-0002-2.original", "01-Invented_L_v.txt"]);
}
