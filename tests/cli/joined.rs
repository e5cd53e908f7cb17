//! A shelf of many books answers from their joined indexes as it answers from each book's own.

use std::{fs, path::Path};

use super::env::{Env, Ran, finish};

const BOOKS: usize = 18;

/// A Danish book like no other: what is common to all, and a word and a law of its own.
fn text(book: usize) -> String {
    let own = ["kringle", "tærte", "snegl", "bolle"][book % 4];
    let mut text = String::from(
        "§41. Kagens plads\n\nA.\tBordet\n\tKagen står på bordet, se §42B. Et strafkort lægges ikke i kagen.\n",
    );
    text +=
        &format!("B.\tStolen\n\tEn {own} skal stå på en stol, hvis makker ikke er sulten. Spillernes stik tælles.\n\n");
    text += &format!(
        "§42. Om {own} nummer{book}\n\nA.\tDen blinde\n\tDen blinde får et stykke, men intet stort strafkort.\n"
    );
    text += "B.\tMakker\n\tMakker får kun krummer og kort.\n\n";
    if book.is_multiple_of(3) {
        text += "§50. Strafkort\n\nA.\tBliver liggende\n\tDet ligger åbent, jf. §41A. Kulørsvigt og tøven omtales.\n";
        text += "B.\tLille strafkort\n\tEt lille strafkort, og et lille strafkort til.\n";
    }
    text
}

fn import(env: &Env, id: &str, text: &str) {
    let file = env.file(format!("texts/{id}.txt"), text);
    let args = ["import", "--as", id, "--lang", "da", "--code", "1997"].map(std::ffi::OsString::from);
    env.run(&[args.as_slice(), &[file.into()]].concat()).code(0);
}

fn many() -> Env {
    let env = Env::new();
    for book in 0..BOOKS {
        import(&env, &format!("book-{book:02}"), &text(book));
    }
    env
}

const QUERIES: [&[&str]; 24] = [
    &["strafkort"],
    &["strafkort", "--json"],
    &["kort", "-m", "7"],
    &["kulorsvigt"],
    &["kringle stol"],
    &["snegl", "--lang", "da"],
    &["\"lille strafkort\""],
    &["strafkort -lille"],
    &["straf*"],
    &["nummer7"],
    &["strafkrot"],
    &["bordte", "--json"],
    &["penalty card"],
    &["straf kort"],
    &["lillestrafkort"],
    &["strafkort law:50"],
    &["strafkort", "-c"],
    &["strafkort", "-l"],
    &["strafkort", "--no-terms", "--code", "1997"],
    &["strafkort", "--edition", "book-01,book-02,book-03"],
    &["-e", "kringle", "-e", "krummer"],
    &["makker spiller intet"],
    &["et kort faldt på bordet"],
    &["findes overhovedet ingen steder"],
];

/// Asserts that the joined indexes change no answer. `sane` is told each.
fn agrees(env: &Env, sane: impl Fn(&str, &Ran)) {
    let apart = env.path("apart");
    let _ = fs::remove_dir_all(&apart);
    copy(&env.home(), &apart);
    fs::remove_dir_all(apart.join("joined")).unwrap();
    for query in QUERIES {
        let joined = env.run(query);
        let alone = finish(env.command().env("LAWGREP_HOME", &apart).args(query));
        assert_eq!((joined.code, &joined.out, &joined.err), (alone.code, &alone.out, &alone.err), "{query:?}");
        sane(&query.join(" "), &joined);
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let place = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), &place).unwrap();
        }
    }
}

fn joined(env: &Env) -> Vec<String> {
    let files = fs::read_dir(env.home().join("joined")).into_iter().flatten();
    let mut names: Vec<String> = files.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn joined_books_answer_as_each_does_by_itself() {
    let env = many();
    assert_eq!(joined(&env), ["da", "da.new"]);
    agrees(&env, |query, ran| match query {
        "strafkort" => {
            for book in 0..BOOKS {
                assert!(ran.out.contains(&format!("book-{book:02}:41A:")), "{}", ran.out);
            }
            let own = ran.out.lines().filter(|line| line.starts_with("book-") && line.contains(":50B:"));
            assert_eq!(own.count(), BOOKS / 3, "{}", ran.out);
        }
        "nummer7" => assert!(ran.out.starts_with("book-07:42:"), "{}", ran.out),
        "strafkrot" => assert!(ran.err.contains("looked for strafkort"), "{}", ran.err),
        _ => {}
    });
    // The text of one book is another now, one is gone, and one is joined to none yet.
    import(&env, "book-03", &text(5).replace("kringle", "vandbakkelse").replace("Kagen", "Vandbakkelsen"));
    env.line("forget book-05").code(0);
    import(&env, "book-99", &text(1));
    agrees(&env, |query, ran| {
        assert!(!ran.out.contains("book-05"), "{}", ran.out);
        if query == "strafkort" {
            assert!(ran.out.contains("book-03:41A:Bordet: Vandbakkelsen"), "{}", ran.out);
            assert!(ran.out.contains("book-99:41A:"), "{}", ran.out);
        }
    });
}

#[test]
fn a_damaged_joined_index_is_not_used() {
    let env = many();
    let sound = env.line("strafkort").code(0);
    for name in joined(&env) {
        let path = env.home().join("joined").join(&name);
        let bytes = fs::read(&path).unwrap();
        for part in 0..16 {
            let mut altered = bytes.clone();
            altered[part * bytes.len() / 16] ^= 0x20;
            fs::write(&path, &altered).unwrap();
            let ran = env.line("strafkort").code(0);
            assert_eq!((&ran.out, &ran.err), (&sound.out, &sound.err), "{name}, part {part}");
        }
        for rest in [&bytes[..bytes.len() / 2], b"", b"something else"] {
            fs::write(&path, rest).unwrap();
            assert_eq!(env.line("strafkort").code(0).out, sound.out);
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(env.line("strafkort").code(0).out, sound.out);
        fs::remove_dir(&path).unwrap();
    }
}

#[test]
fn few_books_are_not_joined_any_more() {
    let env = Env::new();
    for book in 0..9 {
        import(&env, &format!("book-{book:02}"), &text(book));
    }
    assert_eq!(joined(&env), ["da", "da.new"]);
    for book in 0..2 {
        env.line(&format!("forget book-{book:02}")).code(0);
    }
    assert_eq!(joined(&env), Vec::<String>::new());
}

#[test]
fn one_edition_is_shown_and_searched_whatever_the_others_are() {
    let env = Env::with_texts();
    fs::write(env.home().join("editions/da-1997/current"), "damaged").unwrap();
    env.line("show 50A").code(2);
    assert!(env.line("show 50A --edition nl-2017").code(0).out.contains("nl-2017:50A:"));
    assert!(env.line("50A --edition nl-2017").code(0).out.contains("nl-2017:50A:"));
    env.line("strafkaart --edition nl-2017").code(0);
    env.line("50A --edition da-1997").code(2);
    let ran = Env::with_texts().line("zzzzz --edition nl-2017").code(1);
    assert!(ran.err.contains("not searched: ") && ran.err.contains("da-1997"), "{}", ran.err);
}

#[test]
fn a_rule_of_an_older_code_is_one_in_all_its_editions() {
    // Neither provision is exactly one of the law in force.
    let law = |b: &str, c: &str| {
        format!("§61. Svigt\n\nA.\tEn\n\tBageren.\nB.\t{b}\n\n§63. Endeligt\n\nA.\tTo\n\tBolle.\nB.\t{c}\n")
    };
    let env = Env::new();
    import(&env, "one", &law("Vandbakkelse\n\tEn vandbakkelse.", "Tre\n\tEn vandbakkelse mere."));
    import(
        &env,
        "two",
        &law("Fire\n\tSpilleren får sjældent nogen vandbakkelse af bageren.", "Fem\n\tEn vandbakkelse."),
    );
    let ran = env.line("vandbakkelse -l").code(0);
    assert_eq!(ran.lines(), ["one:61B", "two:61B", "one:63B", "two:63B"]);
}

#[cfg(unix)]
#[test]
fn nobody_elses_files_are_swept() {
    let env = Env::new();
    let (docs, folder) = (env.path("docs"), env.home().join("joined"));
    fs::create_dir_all(&docs).unwrap();
    fs::write(docs.join("da"), "precious").unwrap();
    fs::create_dir_all(env.home()).unwrap();
    std::os::unix::fs::symlink(&docs, &folder).unwrap();
    for book in 0..9 {
        import(&env, &format!("book-{book:02}"), &text(book));
    }
    assert_eq!(fs::read_to_string(docs.join("da")).unwrap(), "precious");
    fs::remove_file(&folder).unwrap();
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("thesis.txt"), "mine").unwrap();
    import(&env, "book-09", &text(9));
    assert_eq!(joined(&env), ["da", "thesis.txt"]);
}

#[test]
fn a_shelf_that_was_made_again_is_joined_again() {
    let env = many();
    let joined_file = env.home().join("joined/da");
    let old = env.line("kort -m 20").code(0).out;
    // What an older program left: pointers without a part that this one can use, and joined indexes of another format.
    for book in 0..BOOKS {
        let pointer = env.home().join(format!("editions/book-{book:02}/current"));
        let text = fs::read_to_string(&pointer).unwrap();
        fs::write(&pointer, text.split("[prepared]").next().unwrap()).unwrap();
    }
    fs::write(&joined_file, b"lgpage of old").unwrap();
    fs::remove_file(env.home().join("catalogue")).unwrap();
    let first = env.line("kort -m 20").code(0);
    assert!(first.err.contains("made again") && first.out == old, "{}", first.err);
    assert!(env.home().join("catalogue").exists());
    assert!(fs::read(&joined_file).unwrap().starts_with(b"lgpage\x002"));
    assert_eq!(joined(&env), ["da"]);
    let second = env.line("kort -m 20").code(0);
    assert!(!second.err.contains("made again") && second.out == old, "{}", second.err);
}
