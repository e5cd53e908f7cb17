//! Others at work on the same shelf.

use std::{
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Instant,
};

use super::Texts;
use crate::env::{data, finish};

#[test]
fn a_reader_beside_imports_sees_the_old_edition_or_the_new_one() {
    let texts = Texts::new();
    let done = AtomicBool::new(false);
    let reads = thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut reads = [0, 0];
            while !done.load(Ordering::Relaxed) {
                let shown = texts.env.line("show 50A --edition nl-2017").code(0);
                assert_eq!(shown.err, "");
                reads[texts.shown.iter().position(|text| *text == shown.out).expect("one of both")] += 1;
                let found = texts.env.line("honger dorst --edition nl-2017 -l").code(0);
                assert!(!found.err.contains("made again"), "{}", found.err);
            }
            reads
        });
        for n in 0..12 {
            texts.import((n + 1) % 2).code(0);
        }
        done.store(true, Ordering::Relaxed);
        reader.join().unwrap()
    });
    println!("{reads:?}");
    assert!(reads.iter().sum::<u32>() > 0);
}

#[test]
fn imports_of_the_same_edition_at_once_end_with_one_of_them() {
    let texts = Texts::new();
    let spawn = |n: usize| {
        let mut command = texts.env.command();
        command.arg("import").arg(&texts.files[n % 2]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<_> = (0..6).map(spawn).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
    texts.wording();
    assert_eq!(texts.entries(), 2);
}

/// Somebody who holds the lock: `flock`, which ends when its input does. `None` where that program is missing.
#[cfg(target_os = "linux")]
fn holder(texts: &Texts) -> Option<std::process::Child> {
    use std::io::Read;
    let mut command = Command::new("flock");
    command.arg(texts.env.home().join("lock")).args(["sh", "-c", "echo $$ >\"$1\"; echo held; read _", "sh"]);
    command.arg(texts.env.home().join("lock")).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let mut word = [0; 5];
    child.stdout.as_mut().unwrap().read_exact(&mut word).unwrap();
    assert_eq!(&word, b"held\n");
    Some(child)
}

#[test]
#[cfg(target_os = "linux")]
fn who_waits_for_the_shelf_says_so_then_names_who_holds_it_and_readers_do_not_wait() {
    let texts = Texts::new();
    let Some(mut holding) = holder(&texts) else { return };
    let number = std::fs::read_to_string(texts.env.home().join("lock")).unwrap().trim().to_owned();
    assert_eq!(texts.wording(), 0);
    let begun = Instant::now();
    let ran = texts.import(1).code(2);
    assert!(begun.elapsed().as_secs_f32() >= 5.0);
    let [waiting, failed] = ran.err.lines().collect::<Vec<_>>()[..] else { panic!("{}", ran.err) };
    let who = format!("another lawgrep (process {number})");
    assert_eq!(waiting, format!("lawgrep: {who} is writing to the shelf; waiting for it, at most 5 s"));
    assert!(
        failed.starts_with(&format!("lawgrep: the shelf: {who} holds "))
            && failed.ends_with("try again when it has ended")
    );
    let ran = texts.env.line("forget nl-2017").code(2);
    assert!(ran.err.contains("try again when it has ended"), "{}", ran.err);
    assert_eq!(texts.wording(), 0);
    // Whoever must mend something reads it all the same, without a wait.
    std::fs::remove_file(
        std::fs::read_dir(texts.place()).unwrap().map(|e| e.unwrap().path()).find(|p| p.is_dir()).unwrap().join("tree"),
    )
    .unwrap();
    let shown = texts.env.line("show 50A --edition nl-2017").code(0);
    assert_eq!(shown.out, texts.shown[0]);
    assert!(shown.err.contains("for this run only, since the shelf cannot be written now"), "{}", shown.err);
    drop(holding.stdin.take());
    holding.wait().unwrap();
    let ran = texts.import(1).code(0);
    assert!(ran.err.lines().count() == 1 && ran.err.contains("took the place of another text"), "{}", ran.err);
    assert_eq!(texts.wording(), 1);
}

#[test]
#[cfg(target_os = "linux")]
fn a_short_wait_ends_well() {
    let texts = Texts::new();
    let Some(mut holding) = holder(&texts) else { return };
    thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let mut command = texts.env.command();
            finish(command.arg("import").arg(data("tabbed.txt")))
        });
        drop(holding.stdin.take());
        holding.wait().unwrap();
        waiting.join().unwrap().code(0);
    });
}
