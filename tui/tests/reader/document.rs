//! `docs/tui.md` is made from the keymap.

use lawgrep_tui::keymap;

/// Run with UPDATE=1 to write it anew.
#[test]
fn the_document_of_the_keys_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/tui.md");
    let made = keymap::document();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(kept, made, "docs/tui.md is old; UPDATE=1 cargo test -p lawgrep-tui --test reader document");
}
