//! Whose language comes first.

use super::env::{Env, finish};

fn first_edition(env: &Env, variables: &[(&str, &str)], line: &str) -> String {
    let mut command = env.command();
    command.env_remove("LANG").envs(variables.iter().copied());
    let ran = finish(command.args(line.split(' '))).code(0);
    ran.out.split(':').next().unwrap().to_owned()
}

#[test]
fn the_environment_s_language_comes_first_in_a_search() {
    let env = Env::with_texts();
    // In Dutch and Danish alike: the number is in both.
    let line = "search 50A --edition nl-2017,companion-da,companion-sv";
    for (variables, first) in [
        (&[][..], "nl-2017"),
        (&[("LANG", "C")], "nl-2017"),
        (&[("LANG", "xx_XX.UTF-8")], "nl-2017"),
        (&[("LANG", "da_DK.UTF-8")], "companion-da"),
        (&[("LANG", "da_DK.UTF-8"), ("LC_ALL", "sv_SE.UTF-8")], "companion-sv"),
        (&[("LC_ALL", ""), ("LANG", "sv")], "companion-sv"),
    ] {
        assert_eq!(first_edition(&env, variables, line), first, "{variables:?}");
    }
}

#[test]
fn an_alias_is_the_language() {
    let env = Env::new();
    let row = env.line("editions --lang nb").code(0).out;
    assert!(row.starts_with("companion-no\t") && row.lines().count() == 1, "{row}");
    assert_eq!(env.line("editions --lang da,sv --lang nb").code(0).lines().len(), 3);
}
