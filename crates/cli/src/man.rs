//! The man pages in `docs/man`: made of the flags, and held current by this test. `UPDATE=1 cargo test -p lawgrep-cli man` writes
//! them.

use std::{collections::BTreeMap, fs, path::Path};

use clap::CommandFactory;
use clap_mangen::Man;

use crate::flags::Typed;

/// What stands at the foot of a page.
const SOURCE: &str = concat!("lawgrep ", env!("CARGO_PKG_VERSION"));

/// Each page by its file name.
fn pages() -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let mut command = Typed::command().version(env!("CARGO_PKG_VERSION")).disable_help_subcommand(true);
    command.build();
    let mut page = |command: clap::Command, name: &str| {
        let mut bytes = Vec::new();
        let name = name.to_owned();
        Man::new(command.display_name(name.clone())).manual("lawgrep").source(SOURCE).render(&mut bytes).unwrap();
        pages.insert(format!("{name}.1"), String::from_utf8(bytes).unwrap());
    };
    for subcommand in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        let name = format!("lawgrep-{}", subcommand.get_name());
        page(subcommand.clone().bin_name(name.replace('-', " ")), &name);
    }
    page(command.clone(), "lawgrep");
    pages
}

#[test]
fn the_man_pages_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/man");
    let pages = pages();
    if std::env::var_os("UPDATE").is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in &pages {
            fs::write(folder.join(name), text).unwrap();
        }
    }
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let kept: BTreeMap<String, String> = files
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    let stale: Vec<&String> =
        pages.iter().filter(|(name, text)| kept.get(*name) != Some(text)).map(|(n, _)| n).collect();
    let left: Vec<&String> = kept.keys().filter(|name| !pages.contains_key(*name)).collect();
    assert!(
        stale.is_empty() && left.is_empty(),
        "not current: {stale:?}, left over: {left:?}; write them with UPDATE=1 cargo test -p lawgrep-cli man"
    );
}

#[test]
fn a_page_tells_what_help_tells() {
    let pages = pages();
    let show = &pages["lawgrep-show.1"];
    for part in ["lawgrep\\-show", "Show provisions by citation", "\\-\\-edition", "CITE"] {
        assert!(show.contains(part), "{part} in {show}");
    }
    assert!(pages["lawgrep.1"].contains("LAWGREP_HOME") && pages["lawgrep.1"].contains("lawgrep\\-links"));
    assert!(!pages["lawgrep-completions.1"].contains("candidates"), "hidden flags stay hidden");
}
