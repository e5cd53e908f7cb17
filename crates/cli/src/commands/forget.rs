//! `lawgrep forget`: imported editions off the shelf. Works on a broken shelf too: it is the remedy for one.

use lawgrep_model::EditionId;

use crate::{
    Outcome,
    failure::{Failure, Stop},
    flags::Forget,
    output::Output,
    session,
    text::quoted,
};

pub(crate) fn run(args: &Forget, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    let bundle = session::bundle(bundle)?;
    let store = session::store()?;
    let mut wrong = Vec::new();
    for id in &args.ids {
        let forgotten = match id.parse::<EditionId>() {
            Ok(id) => store.forget(&id),
            Err(_) => Ok(false),
        };
        match forgotten {
            Ok(true) => output.line(&format!("{id} forgotten"))?,
            Ok(false) if bundle.editions().any(|e| e.edition.id.as_str() == id) => {
                wrong.push(format!("{id} is part of the program and was not imported; it stays"));
            }
            Ok(false) => wrong.push(format!("no edition `{}` was imported; lawgrep editions lists them", quoted(id))),
            Err(e) => wrong.extend(Failure::from(&e).lines),
        }
    }
    if wrong.is_empty() { Ok(Outcome::Done) } else { Err(Failure::all(wrong).into()) }
}
