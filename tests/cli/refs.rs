//! References, out and in.

use super::env::Env;

#[test]
fn both_directions_count_the_provision_and_what_is_below_it() {
    let env = Env::with_texts();
    let ran = env.line("refs 41 --edition da-1997").code(0);
    assert_eq!(
        ran.lines(),
        [
            "da-1997: 1997 code, superseded",
            "da-1997:41A:out:42B:§42B",
            "da-1997:41B2:out:42:§42",
            "da-1997:41B2:out:43:43 (not in da-1997) -> 2017: 43",
            "da-1997:41B2:out:16C2:16C2 (not in da-1997) -> 2017: 16C2",
            "da-1997:41B2b:out:41B2a:punkt a",
            "da-1997:41B2b:in:41B2a:punkt a",
            "da-1997:50A:in:41A:§41A",
        ]
    );
}

#[test]
fn an_edition_that_lacks_the_provision_may_still_refer_to_it() {
    let env = Env::with_texts();
    let ran = env.line("refs 43 --edition da-1997").code(1);
    assert!(ran.out.contains("da-1997:41B2:in:43:43 (not in da-1997)"), "{}", ran.out);
    assert!(ran.err.contains("da-1997 does not hold 43"), "{}", ran.err);
}

#[test]
fn nothing_either_way_is_said() {
    let env = Env::with_texts();
    let ran = env.line("refs 42A --edition da-1997").code(1);
    assert!(ran.err.contains("it refers to nothing"), "{}", ran.err);
}

#[test]
fn as_json() {
    let env = Env::with_texts();
    let all = env.line("refs 41A --edition da-1997 --json").code(0).json();
    let refs: Vec<_> = all.iter().filter(|v| v["type"] == "ref").collect();
    let [out, incoming] = refs.as_slice() else { panic!("{all:?}") };
    assert_eq!((&out["direction"], &out["source"], &out["targets"][0]), (&"out".into(), &"41A".into(), &"42B".into()));
    assert_eq!(
        (&out["raw"], &out["kind"], &out["resolution"]),
        (&"§42B".into(), &"absolute".into(), &"in-edition".into())
    );
    assert_eq!((&incoming["direction"], &incoming["source"]), (&"in".into(), &"50A".into()));
}
