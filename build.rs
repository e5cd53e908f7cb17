//! Packs the editions that the program carries: the companion corpus, and for a private build the texts in the folder that
//! `LAWGREP_EMBED` names.

use std::{env, fs, path::PathBuf, process::ExitCode};

use lawgrep_shelf::embed::{Embedding, embed};

fn main() -> ExitCode {
    println!("cargo::rerun-if-env-changed=LAWGREP_EMBED");
    fixed_addresses();
    let private = env::var_os("LAWGREP_EMBED").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    match embed(&PathBuf::from("corpus/companion"), private.as_deref()) {
        Ok(embedding) => write(&embedding),
        Err(faults) => complain(&faults),
    }
}

/// Links the program to fixed addresses where the loader would otherwise spend a third of a short run on moving it: some
/// thousand pointers in tables that are never looked at. No unsafe code of ours is behind it.
fn fixed_addresses() {
    let of = |name: &str| env::var(name).unwrap_or_default();
    if of("CARGO_CFG_TARGET_OS") == "linux" && of("CARGO_CFG_TARGET_ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

fn write(embedding: &Embedding) -> ExitCode {
    for input in &embedding.inputs {
        println!("cargo::rerun-if-changed={}", input.display());
    }
    for note in &embedding.notes {
        println!("cargo::warning={note}");
    }
    let Some(folder) = env::var_os("OUT_DIR").map(PathBuf::from) else {
        return complain(&["OUT_DIR is not set; run this through cargo".to_owned()]);
    };
    match fs::write(folder.join("bundle"), &embedding.bundle) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => complain(&[format!("cannot write {}: {e}", folder.join("bundle").display())]),
    }
}

fn complain(faults: &[String]) -> ExitCode {
    // Without a list of inputs cargo would not try again after the mending of a file outside the package.
    println!("cargo::rerun-if-changed=corpus");
    for fault in faults {
        println!("cargo::error={fault}");
    }
    ExitCode::FAILURE
}
