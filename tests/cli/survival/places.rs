//! Odd homes, locales and names.

use std::fs;

use super::Texts;
use crate::env::{Env, data, finish};

#[test]
fn a_home_that_is_no_folder_has_an_empty_shelf_and_takes_no_import() {
    let env = Env::new();
    let file = env.file("file", "");
    let homes = if cfg!(unix) { vec![file.clone(), "/dev/null".into(), "/nonexistent".into()] } else { vec![file] };
    for home in homes {
        let run = |line: &str| {
            let mut command = env.command();
            finish(command.env_remove("LAWGREP_HOME").env("HOME", &home).args(line.split(' ')))
        };
        if cfg!(target_os = "linux") {
            for line in ["show 50", "strafkort", "editions"] {
                assert!(!run(line).code(0).err.contains("shelf"), "{}", home.display());
            }
        }
        if home.exists() {
            let ran = run(&format!("import {}", data("lists.txt").display())).code(2);
            assert!(ran.err.contains(&*home.to_string_lossy()), "{}", ran.err);
            assert!(ran.err.contains("set LAWGREP_HOME to another folder"), "{}", ran.err);
        }
    }
}

#[test]
fn an_empty_name_of_the_home_counts_as_none() {
    let env = Env::new();
    let mut command = env.command();
    let data_home = env.path("data");
    command.env("LAWGREP_HOME", "").env("XDG_DATA_HOME", &data_home).arg("import").arg(data("lists.txt"));
    finish(&mut command).code(0);
    assert!(!env.path("editions").exists());
}

#[test]
fn no_locale_changes_a_byte_of_what_is_printed() {
    let texts = Texts::new();
    for line in ["show 50 --edition nl-2017,companion-no", "straffekort --lang no", "export --edition companion-sv"] {
        let run = |name: &str, value: &str| {
            let mut command = texts.env.command();
            finish(command.env_remove("LANG").env(name, value).args(line.split(' '))).code(0).out
        };
        let right = run("LC_ALL", "C.UTF-8");
        assert!(right.contains('å') || right.contains('ø'), "{right}");
        for (name, value) in [
            ("LC_ALL", "C"),
            ("LC_ALL", "POSIX"),
            ("LANG", "nb_NO.ISO-8859-1"),
            ("LANG", "nonsense"),
            ("LC_ALL", "zh_CN.GB18030"),
            ("LANG", ""),
        ] {
            assert_eq!(run(name, value), right, "{name}={value}: {line}");
        }
    }
    let mut command = texts.env.command();
    finish(command.env("LC_ALL", "C").arg("import").arg(&texts.files[1])).code(0);
    assert_eq!(texts.wording(), 1);
}

#[test]
#[cfg(target_os = "linux")]
fn a_locale_that_is_no_utf8_and_names_that_are_none() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let env = Env::new();
    let latin = |bytes: &'static [u8]| OsStr::from_bytes(bytes);
    let home = env.path(latin(b"h\xf8me"));
    let run = |args: &[&OsStr]| {
        let mut command = env.command();
        let locale = latin(b"nb_NO.ISO-8859-1\xe5");
        finish(command.env("LAWGREP_HOME", &home).env("LANG", locale).args(args))
    };
    let folder = env.path(latin(b"b\xf8ker"));
    fs::create_dir(&folder).unwrap();
    fs::copy(data("lists.txt"), folder.join(latin(b"l\xf8v.txt"))).unwrap();
    fs::write(folder.join(latin(b"\xff\xfe.txt")), "Roses are red.").unwrap();
    let ran = run(&[latin(b"import"), folder.as_os_str()]).code(0);
    assert!(ran.err.lines().count() == 1 && ran.err.contains(".txt skipped: "), "{}", ran.err);
    assert!(run(&[latin(b"show"), latin(b"50A"), latin(b"--edition"), latin(b"nl-2017")]).code(0).out.contains("reep"));
    run(&[latin(b"forget"), latin(b"nl-2017")]).code(0);
}
