//! Importing, replacing, forgetting; what the shelf keeps and what it survives.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};

use super::env::{Env, contents, data, finish};

/// The folder that counts for an edition.
fn current(env: &Env, id: &str) -> PathBuf {
    let folder = env.home().join("editions").join(id);
    let inside = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path());
    inside.into_iter().find(|p| p.is_dir()).unwrap()
}

#[test]
fn reading_creates_nothing() {
    let env = Env::new();
    for line in ["strafkort", "show 50", "refs 50", "editions", "check", "export --edition companion-da", "--version"] {
        env.line(line).code(0);
    }
    env.line("forget nl-2017").code(2);
    assert!(!env.home().exists());
}

#[test]
fn reading_changes_nothing() {
    let env = Env::with_texts();
    let before = contents(&env.home());
    for line in ["strafkort", "show 50", "refs 50", "editions", "check", "export --edition da-1997"] {
        env.line(line).code(0);
    }
    assert_eq!(contents(&env.home()), before);
}

#[test]
fn the_shelf_has_the_promised_shape_and_keeps_sources_byte_for_byte() {
    let env = Env::with_texts();
    let folder = current(&env, "da-1997");
    assert!(folder.join("tree").is_file() && folder.join("index").is_file());
    let sources: Vec<Vec<u8>> = contents(&folder.join("source")).into_iter().map(|(_, bytes)| bytes).collect();
    assert_eq!(sources, [fs::read(data("tabbed.txt")).unwrap(), fs::read(data("tabbed-more.txt")).unwrap()]);
    assert!(env.home().join("lock").is_file());
}

#[test]
fn an_import_ends_with_a_line_an_edition() {
    let env = Env::new();
    let ran = env.run(&["import".into(), data("tabbed.txt"), data("lists.txt")]).code(0);
    let (told, lines): (Vec<&str>, Vec<&str>) = ran.lines().into_iter().partition(|line| line.starts_with("  "));
    assert_eq!(
        lines,
        [
            "da-1997: 1997 code, superseded: 2 laws, 10 provisions, 0 definitions, 1 notes, 5 references (3 open here, \
             2 lead elsewhere, 0 unresolved), 0 findings",
            "nl-2017: 2017 code, in force; extracts: 2 laws, 6 provisions, 0 definitions, 0 notes, 2 references (2 open \
             here, 0 lead elsewhere, 0 unresolved), 2 findings",
        ]
    );
    // What each was recognised as, how surely and why.
    assert_eq!(told.len(), 8, "{told:?}");
    for (line, beginning) in
        told.iter().zip(["language da (", "layout tabbed text (", "code 1997 (", "edition da-1997 ("])
    {
        assert!(line.trim_start().starts_with(beginning), "{line}");
    }
    let json = env.run(&["import".into(), data("lists.txt"), "--json".into()]).code(0).json();
    let kinds: Vec<&str> = json.iter().map(|v| v["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["imported", "recognised", "recognised", "recognised", "recognised", "end"]);
    assert_eq!((&json[1]["aspect"], &json[1]["value"]), (&"language".into(), &"nl".into()));
    let checked = env.line("check nl-2017 --json").code(0).json();
    let again = checked.iter().filter(|v| v["type"] == "recognised").count();
    assert_eq!(again, 4, "check tells it again");
}

#[test]
fn a_folder_is_grouped_by_edition_and_the_rest_skipped_with_a_note() {
    let env = Env::new();
    for name in ["tabbed.txt", "tabbed-more.txt", "lists.txt"] {
        env.file(Path::new("folder").join(name), fs::read(data(name)).unwrap());
    }
    env.file("folder/README.md", "# Some notes\n\nNothing to see here.\n");
    let ran = env.line("import folder").code(0);
    assert_eq!(
        ran.lines()
            .iter()
            .filter(|l| !l.starts_with(' '))
            .map(|l| l.split([':', ' ']).next().unwrap())
            .collect::<Vec<_>>(),
        ["nl-2017", "da-1997"]
    );
    assert!(ran.out.contains("da-1997 from 2 files: "), "{}", ran.out);
    assert!(ran.err.starts_with("lawgrep: folder/README.md skipped: ") && ran.err.lines().count() == 1, "{}", ran.err);
    let shown = env.line("show 41A 50A --edition da-1997 -l").code(0);
    assert_eq!(shown.out, "da-1997:41A\nda-1997:50A\n");
}

#[test]
fn parts_may_come_in_any_order() {
    let (a, b) = (Env::new(), Env::new());
    a.run(&["import".into(), data("tabbed.txt"), data("tabbed-more.txt")]).code(0);
    b.run(&["import".into(), data("tabbed-more.txt"), data("tabbed.txt")]).code(0);
    let export = |env: &Env| env.line("export --edition da-1997").code(0).out;
    assert_eq!(export(&a), export(&b));
}

#[test]
fn parts_that_overlap_are_an_error_and_nothing_of_them_is_kept() {
    let env = Env::new();
    let other =
        fs::read_to_string(data("tabbed.txt")).unwrap().replace("marcipan", "sukker").replace("krummer", "smuler");
    let other = env.file("other.txt", other);
    let ran = env.run(&["import".into(), data("tabbed.txt"), other, data("lists.txt")]).code(2);
    assert!(
        ran.err.contains("other.txt: not parts of one edition, since more than one holds law 41 of da-1997"),
        "{}",
        ran.err
    );
    assert!(ran.out.starts_with("nl-2017: "), "{}", ran.out);
    env.line("show 41 --edition da-1997").code(2);
}

#[test]
fn the_same_file_twice_is_one_file() {
    let env = Env::new();
    env.run(&["import".into(), data("tabbed.txt"), data("tabbed.txt")]).code(0);
    let copy = env.file("copy.txt", fs::read(data("tabbed.txt")).unwrap());
    env.run(&["import".into(), data("tabbed.txt"), copy]).code(0);
}

#[test]
fn importing_again_replaces() {
    let env = Env::with_texts();
    let other = fs::read_to_string(data("lists.txt")).unwrap().replace("honger", "dorst");
    env.run(&["import".into(), env.file("other.txt", other)]).code(0);
    let shown = env.line("show 50A --edition nl-2017").code(0).out;
    assert!(shown.contains("dorst") && !shown.contains("honger"), "{shown}");
    env.line("honger --edition nl-2017").code(1);
    env.line("dorst --edition nl-2017").code(0);
    assert_eq!(fs::read_dir(env.home().join("editions/nl-2017")).unwrap().count(), 2, "the pointer and one folder");
}

#[test]
fn a_part_that_takes_the_place_of_more_is_said_to_do_so() {
    let env = Env::with_texts();
    let ran = env.run(&["import".into(), data("tabbed.txt")]).code(0);
    assert!(ran.err.contains("da-1997: 2 laws took the place of 4; parts go into one import together"), "{}", ran.err);
}

#[test]
fn a_name_language_and_code_can_be_given() {
    let env = Env::new();
    env.run(&[
        "import".into(),
        data("tabbed.txt"),
        "--as".into(),
        "kage-2007".into(),
        "--lang".into(),
        "da".into(),
        "--code".into(),
        "2007".into(),
    ])
    .code(0);
    let row = env.line("editions --edition kage-2007").code(0).out;
    assert!(row.starts_with("kage-2007\tda\t2007\t"), "{row}");
    env.line("forget kage-2007").code(0);
    env.line("show 41 --edition kage-2007").code(2);
    assert_eq!(fs::read_dir(env.home().join("editions")).unwrap().count(), 0);
}

#[test]
fn an_imported_edition_takes_the_place_of_an_embedded_one() {
    let env = Env::new();
    env.run(&["import".into(), data("lists.txt"), "--as".into(), "companion-nl".into()]).code(0);
    let rows = env.line("editions --edition companion-nl").code(0).out;
    assert!(rows.lines().count() == 1 && rows.contains("\timported\t"), "{rows}");
    env.line("forget companion-nl").code(0);
    let rows = env.line("editions --edition companion-nl").code(0).out;
    assert!(rows.contains("\tembedded\t"), "{rows}");
}

#[test]
fn damaged_or_missing_trees_and_indexes_are_made_again_from_the_source() {
    for damage in ["tree", "index"] {
        for gone in [false, true] {
            let env = Env::with_texts();
            let (shown, found) = (env.line("show 41 --edition da-1997").out, env.line("marcipan").out);
            let file = current(&env, "da-1997").join(damage);
            if gone {
                fs::remove_file(&file).unwrap();
            } else {
                fs::write(&file, b"lgtree\x002 nonsense").unwrap();
            }
            assert_eq!(env.line("show 41 --edition da-1997").code(0).out, shown);
            assert_eq!(env.line("marcipan").code(0).out, found);
            assert!(current(&env, "da-1997").join(damage).is_file(), "it was put back");
        }
    }
}

#[test]
fn what_another_version_prepared_is_made_again_with_the_same_settings() {
    let env = Env::new();
    env.run(&["import".into(), data("tabbed.txt"), "--as".into(), "kage".into(), "--code".into(), "2007".into()])
        .code(0);
    let shown = env.line("show 41 --edition kage").code(0).out;
    let pointer = env.home().join("editions/kage/current");
    let text = fs::read_to_string(&pointer).unwrap();
    let version = format!("format = \"{}/", env!("CARGO_PKG_VERSION"));
    assert!(text.contains(&version), "{text}");
    let old = text.replace(&version, "format = \"0.0.1/").split("[prepared").next().unwrap().to_owned();
    fs::write(&pointer, old).unwrap();
    assert_eq!(env.line("show 41 --edition kage").code(0).out, shown);
    assert!(fs::read_to_string(&pointer).unwrap().contains(&version), "and kept");
}

#[test]
fn when_the_source_is_damaged_too_it_says_so() {
    let env = Env::with_texts();
    let folder = current(&env, "nl-2017");
    let source = contents(&folder.join("source")).remove(0).0;
    fs::write(&source, "changed").unwrap();
    env.line("show 50 --edition nl-2017").code(0);
    fs::write(folder.join("tree"), "changed").unwrap();
    let ran = env.line("show 50 --edition nl-2017").code(2);
    assert!(ran.err.contains(&*source.to_string_lossy()), "{}", ran.err);
    assert!(ran.err.contains("lawgrep forget nl-2017"), "{}", ran.err);
}

#[test]
fn what_a_killed_import_left_behind_hinders_nobody() {
    let env = Env::with_texts();
    let shown = env.line("show 50 --edition nl-2017").out;
    let place = env.home().join("editions/nl-2017");
    fs::create_dir_all(place.join("0123456789abcdef/source")).unwrap();
    fs::write(place.join("0123456789abcdef/tree"), "half").unwrap();
    fs::write(place.join("current.part"), "format = ").unwrap();
    fs::create_dir_all(env.home().join("editions/sv-1997/0123456789abcdef")).unwrap();
    assert_eq!(env.line("show 50 --edition nl-2017").code(0).out, shown);
    env.run(&["import".into(), data("lists.txt")]).code(0);
    assert_eq!(fs::read_dir(&place).unwrap().count(), 2, "and the next import sweeps it out");
}

#[test]
fn imports_at_the_same_time_wait_for_each_other() {
    let env = Env::new();
    let spawn = |file: &str| {
        let mut command = env.command();
        command.arg("import").arg(data(file)).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let files = ["lists.txt", "tabbed.txt", "lists.txt", "tabbed-more.txt", "lists.txt"];
    let children: Vec<_> = files.into_iter().map(spawn).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
    env.line("show 50 --edition nl-2017,da-1997 -q");
    env.line("show 50 --edition nl-2017").code(0);
    env.line("check da-1997").code(0);
}

#[test]
fn without_a_named_home_the_platform_s_data_folder_is_used() {
    let env = Env::new();
    let xdg = env.path("data");
    let run = |line: &str| {
        let mut command = env.command();
        command.env_remove("LAWGREP_HOME").env("XDG_DATA_HOME", &xdg).env("HOME", env.path("user"));
        finish(command.args(line.split(' ')))
    };
    run("show 50").code(0);
    let import = format!("import {}", data("lists.txt").display());
    run(&import).code(0);
    run("show 50 --edition nl-2017").code(0);
    assert!(!env.home().exists());
    if cfg!(target_os = "linux") {
        assert!(xdg.join("lawgrep/editions/nl-2017/current").is_file());
    }
}

#[test]
fn the_same_import_gives_the_same_bytes() {
    let (a, b) = (Env::with_texts(), Env::with_texts());
    let bytes = |env: &Env| -> Vec<(PathBuf, Vec<u8>)> {
        let home = env.home();
        // The catalogue says when each pointer was written.
        let all = contents(&home).into_iter().filter(|(p, _)| !p.ends_with("catalogue"));
        all.map(|(p, bytes)| (p.strip_prefix(&home).unwrap().to_owned(), bytes)).collect()
    };
    assert!(bytes(&a) == bytes(&b) && bytes(&a).len() > 4, "folders differ");
}

#[test]
fn a_list_may_begin_on_the_line_of_its_number_or_below_it() {
    let env = Env::new();
    let book = "Laws of Duplicate Bridge 2017\n\nLAW 26 - LEADS\nA. One\nWords.\nB. Two\nMore words.\n\n\
        LAW 27 - LOW BID\nA. Taking It\n1. The next player may.\n2. Or not.\nB. Not Taking It\nThen this holds:\n\
        1. (a) the player may raise it.\n(b) the player may say the same.\n2. otherwise partner is silent.\n\
        3.\n(a) (i) a double is none.\n(ii) nor a redouble.\n(b) a pass is.\n\nLAW 28 - TURN\nA. One\nWords.\n";
    let file = env.file("book.txt", book);
    env.run(&["import".into(), "--as".into(), "en-book".into(), file]).code(0);
    let shown = env.line("show 27B --edition en-book").code(0);
    for line in [
        "en-book:27B1a:the player may raise it.",
        "en-book:27B1b:the player may say the same.",
        "en-book:27B2:otherwise partner is silent.",
        "en-book:27B3a(i):a double is none.",
        "en-book:27B3a(ii):nor a redouble.",
        "en-book:27B3b:a pass is.",
    ] {
        assert!(shown.lines().contains(&line), "{line}: {}", shown.out);
    }
    assert!(env.line("check en-book").out.contains("; 0.0 % of the text not understood"));
}
