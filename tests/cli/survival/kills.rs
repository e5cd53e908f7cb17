//! Processes that are killed at any moment of their work.

use std::{
    fs,
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::Texts;
use crate::{env::Env, seed::Chance};

const KILLS: u64 = 200;
const FORGETS: u64 = 40;

#[derive(Debug, Default)]
struct Tally {
    old: u64,
    new: u64,
    killed: u64,
    left_over: u64,
}

/// How long an import takes, and for how long of that it holds the lock.
#[derive(Debug, Clone, Copy)]
struct Pace {
    whole: Duration,
    writing: Duration,
}

fn start(texts: &Texts, args: &[&std::ffi::OsStr]) -> Child {
    let mut command = texts.env.command();
    command.args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn start_import(texts: &Texts, wording: usize) -> Child {
    start(texts, &["import".as_ref(), texts.files[wording].as_os_str()])
}

/// Waits until the lock is taken, unless the child ends first.
fn until_locked(env: &Env, child: &mut Child) {
    let lock = env.home().join("lock");
    while fs::metadata(&lock).map_or(0, |lock| lock.len()) == 0 && child.try_wait().unwrap().is_none() {
        thread::yield_now();
    }
}

/// Lets time pass: here the moment itself is what is tried, nothing is waited for.
fn pass(time: Duration) {
    let end = Instant::now() + time;
    while let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
        thread::park_timeout(left);
    }
}

fn pace(texts: &Texts) -> Pace {
    let mut all: Vec<(Duration, Duration)> = Vec::new();
    for wording in [1, 0, 1, 0] {
        let begun = Instant::now();
        let mut child = start_import(texts, wording);
        until_locked(&texts.env, &mut child);
        let locked = begun.elapsed();
        assert!(child.wait().unwrap().success());
        all.push((begun.elapsed(), begun.elapsed() - locked));
    }
    all.sort();
    Pace { whole: all[1].0, writing: all[1].1 }
}

fn share(chance: &mut Chance, of: Duration) -> Duration {
    of * u32::try_from(chance.below(1_150)).unwrap() / 1_000
}

/// Kills as many imports: every other one at any moment of it, the others while they write.
fn kill_imports(mut chance: Chance, kills: u64) -> Tally {
    let texts = Texts::new();
    let pace = pace(&texts);
    let mut tally = Tally::default();
    let mut has = 0;
    for n in 0..kills {
        let other = 1 - has;
        let mut child = start_import(&texts, other);
        if n % 2 == 0 {
            pass(share(&mut chance, pace.whole));
        } else {
            until_locked(&texts.env, &mut child);
            pass(share(&mut chance, pace.writing));
        }
        let _ = child.kill();
        tally.killed += u64::from(!child.wait().unwrap().success());
        tally.left_over += u64::from(texts.entries() > 2);
        let now = texts.shows();
        *(if now == other { &mut tally.new } else { &mut tally.old }) += 1;
        has = now;
        if n % 10 == 9 {
            // The lock is free, and nothing of all the halves is left.
            let ran = texts.import(1 - has).code(0);
            assert!(ran.err.lines().count() == 1 && ran.err.contains("took the place of another text"), "{}", ran.err);
            assert_eq!(texts.entries(), 2);
            has = 1 - has;
            assert_eq!(texts.wording(), has);
        }
    }
    tally
}

#[test]
fn a_killed_import_leaves_the_old_edition_or_the_new_one_whole() {
    let (chance, begun) = (Chance::new(), Instant::now());
    let threads = [1, 2].map(|n| chance.row(n)).map(|row| thread::spawn(|| kill_imports(row, KILLS / 2)));
    let mut all = Tally::default();
    for tally in threads.into_iter().map(|thread| thread.join().unwrap()) {
        all.old += tally.old;
        all.new += tally.new;
        all.killed += tally.killed;
        all.left_over += tally.left_over;
    }
    println!("{all:?} in {:.1} s", begun.elapsed().as_secs_f32());
    assert_eq!(all.old + all.new, KILLS);
    // The moments were spread over all of it.
    assert!(all.killed >= KILLS / 2 && all.old >= KILLS / 10 && all.new >= KILLS / 20, "{all:?}");
    assert!(all.left_over >= KILLS / 20, "{all:?}");
}

#[test]
fn a_killed_forget_leaves_the_edition_or_none() {
    let mut chance = Chance::new();
    let texts = Texts::new();
    let begun = Instant::now();
    texts.env.line("forget nl-2017").code(0);
    let whole = begun.elapsed();
    let (mut gone, mut there) = (0, 0);
    for _ in 0..FORGETS {
        texts.import(0).code(0);
        assert_eq!(texts.entries(), 2);
        let mut child = start(&texts, &["forget".as_ref(), "nl-2017".as_ref()]);
        pass(share(&mut chance, whole));
        let _ = child.kill();
        let _ = child.wait().unwrap();
        let shown = texts.env.line("show 50A --edition nl-2017");
        match shown.code {
            0 => {
                assert_eq!(texts.wording(), 0);
                there += 1;
            }
            _ => {
                let shown = shown.code(2);
                assert!(shown.err.contains("no edition `nl-2017` is at hand"), "{}", shown.err);
                gone += 1;
            }
        }
    }
    println!("there {there}, gone {gone}");
    assert!(there > 0 && gone > 0, "there {there}, gone {gone}");
}

#[test]
fn what_a_killed_forget_or_import_left_goes_with_the_next_import_of_anything() {
    let texts = Texts::new();
    let home = texts.env.home();
    let place = home.join("editions/sv-1997-bridgeklockan/0123456789abcdef/source");
    fs::create_dir_all(&place).unwrap();
    fs::write(place.join("01-x.txt"), "half").unwrap();
    fs::remove_file(texts.place().join("current")).unwrap();
    let shown = texts.env.line("editions").code(0);
    assert!(!shown.out.contains("nl-2017") && shown.err.is_empty());
    texts.env.run(&["import".into(), crate::env::data("tabbed.txt")]).code(0);
    let ids: Vec<_> = fs::read_dir(home.join("editions")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(ids, ["da-1997"]);
}
