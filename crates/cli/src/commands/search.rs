//! `lawgrep search`: words in the texts of every edition at hand. A query that is a citation is shown instead.

use clap::CommandFactory;
use lawgrep_model::{Edition, Span, Unit};
use lawgrep_search::{Highlighter, Match, Query};
use lawgrep_xref::Wanted;

use super::{grep, parallel, show};
use crate::{
    Outcome, cites,
    failure::{Failure, Stop},
    finder::{self, FalseFriend, Found},
    flags::{Search, Typed},
    json::{self, Hit, Source, record},
    link::Name,
    output::Output,
    paint::{Ink, run as ink, wrap},
    session::Session,
    standing,
    text::{Safe, line_of, one_line, quoted},
};

/// Provisions on a terminal unless `-m` says otherwise.
pub(crate) const ON_A_TERMINAL: usize = 20;

pub(crate) fn run(args: &Search, may_cite: bool, bundle: &'static [u8], output: &mut Output) -> Result<Outcome, Stop> {
    if grep::is_asked(args) {
        return grep::run(args, bundle, output);
    }
    let words: Vec<String> = args.words.iter().map(|w| w.to_string_lossy().into_owned()).collect();
    let text = words.join(" ");
    if text.trim().is_empty() {
        return Err(Failure::new("no words to search for; see lawgrep search --help").into());
    }
    // What stands beside the edition that is named is at hand only where all are.
    let open = if args.shape.parallel { Session::open } else { Session::open_narrow };
    let session = open(bundle, &args.pick)?;
    if let Some(wanted) = cites::query(&text, session.library.lexicon()).filter(|_| may_cite) {
        if let [Wanted::One(cite)] = wanted.as_slice()
            && text.trim().bytes().all(|b| b.is_ascii_digit())
            && !args.list.quiet
        {
            output.notice(&format!("Law {cite}; words: lawgrep search {cite}"))?;
        }
        if args.grep.context.is_some() {
            return Err(Failure::new(grep::AROUND_CITATIONS).into());
        }
        return match args.shape.parallel {
            true => parallel::show(session, &wanted, &args.list, &args.shape, output),
            false => show::show(session, &wanted, &args.list, &args.shape, output),
        };
    }
    if args.shape.parallel {
        return Err(Failure::new("`--parallel` sets provisions side by side; name them: lawgrep --parallel 50D").into());
    }
    let query = Query::parse(&text);
    if !args.list.quiet {
        for word in &query.misread {
            output.notice(&misread(word))?;
        }
    }
    let mut found = finder::find(&session.library, &session.by_language(), &query, !args.no_terms)?;
    if let Some(name) = words.first().filter(|_| may_cite && !args.list.quiet).and_then(|word| nearly(word, &found)) {
        output.notice(&format!("if the command {name} is meant: lawgrep {name} --help"))?;
    }
    if args.list.count || args.list.list || args.only_matching || grep::asked_for(args) {
        found = found.full();
    }
    if found.languages.is_empty() {
        if !args.list.quiet {
            if args.list.count {
                counts(args, session, &text, &found, output)?;
            } else if args.shape.json {
                output.json(&record("begin", Begin::of(session, &text, &found)?))?;
                output.json(&record("end", End { hits: 0 }))?;
            }
            // It names what was not searched too.
            output.notice(&nothing(Session::open(bundle, &args.pick)?, Some(&query), &text)?)?;
        }
        return Ok(Outcome::Nothing);
    }
    if !args.list.quiet {
        print(args, session, &text, &found, output)?;
    }
    Ok(Outcome::Done)
}

/// The subcommand that a first word is a slip of, where no text has the word.
fn nearly(word: &str, found: &Found) -> Option<String> {
    let unknown = found.languages.is_empty() || found.corrected.iter().any(|(typed, _)| typed == word);
    if !unknown || word.chars().count() < 4 {
        return None;
    }
    let parser = Typed::command();
    let mut names = parser.get_subcommands().map(clap::Command::get_name);
    names.find(|name| lawgrep_search::distance(word, name, 1).is_some()).map(str::to_owned)
}

/// What must be said of a word that begins like a filter and is none.
fn misread(word: &str) -> String {
    let word = quoted(word);
    format!("`{word}` is looked for as words; filters are law:16C, lang:no, in:definitions, in:notes and in:exercises")
}

/// The notice that nothing was found, with what was searched and what the flags left out.
pub(crate) fn nothing(session: &Session, query: Option<&Query>, text: &str) -> Result<String, Stop> {
    let what = quoted(text);
    if let Some(query) = query.filter(|query| query.is_empty()) {
        return Ok(match query.filters.laws.first() {
            Some(law) => {
                format!("nothing found: `{what}` holds no word to look for there; to read {law}: lawgrep {law}")
            }
            None => format!("nothing found: `{what}` holds no word"),
        });
    }
    let last = session.library.lexicon().last_law().unwrap_or_default();
    let beyond = query.and_then(|query| query.filters.laws.iter().find(|law| law.law_number() > last));
    if let Some(law) = beyond {
        return Ok(format!("nothing found for `{what}`: the laws end with {last}, so there is no law:{law}"));
    }
    let editions = session.library.editions().iter().enumerate();
    let (searched, not): (Vec<_>, Vec<_>) = editions.partition(|(at, _)| session.chosen.contains(at));
    let ids = |list: &[(usize, &Edition)]| list.iter().map(|(_, e)| e.id.to_string()).collect::<Vec<_>>().join(", ");
    let rest = if not.is_empty() { String::new() } else { format!("; not searched: {}", ids(&not)) };
    Ok(format!("nothing found for `{what}`; searched: {}{rest}", ids(&searched)))
}

fn print(args: &Search, session: &Session, text: &str, found: &Found, output: &mut Output) -> Result<(), Stop> {
    if !args.shape.json {
        for line in remarks(found) {
            output.notice(&line)?;
        }
    }
    if args.list.count {
        return counts(args, session, text, found, output);
    }
    if grep::asked_for(args) {
        return grep::ordinary(args, session, text, found, output);
    }
    let arranged = output.is_terminal() && !args.shape.json && !args.list.list && !args.only_matching;
    let most = args.list.max_count.map(|n| n as usize);
    let most = most.unwrap_or(if output.is_terminal() { ON_A_TERMINAL } else { usize::MAX });
    let all = found.places().count();
    let mut editions: Vec<&Edition> = Vec::new();
    for (_, place) in found.places().take(most) {
        let edition = session.edition(place.edition())?;
        if !editions.iter().any(|other| other.id == edition.id) {
            editions.push(edition);
        }
    }
    if !args.shape.json {
        for notice in standing::notices(editions.iter().copied()) {
            output.notice(&notice)?;
        }
    } else {
        output.json(&record("begin", Begin::of(session, text, found)?))?;
    }
    let mut rank = 0;
    for (n, of) in found.languages.iter().enumerate() {
        if rank == most {
            break;
        }
        let marks = Highlighter::new(&of.asked, session.library.analyser_of(&of.lang));
        if arranged && n > 0 {
            output.line("")?;
        }
        for rule in &of.rules {
            for (beside, place) in rule.places.iter().enumerate() {
                if rank == most {
                    break;
                }
                rank += 1;
                let edition = session.edition(place.edition())?;
                let unit = place.unit(&session.library)?;
                match (arranged, n == 0 && beside == 0) {
                    // The first language in full, once a rule; the rest are pointers.
                    (true, true) => on_terminal(edition, unit, found.via(place), &marks, output)?,
                    (true, false) => in_one_line(edition, unit, &marks, output)?,
                    (false, _) => in_a_pipe(args, rank, edition, unit, found.via(place), &marks, output)?,
                }
            }
        }
    }
    if args.shape.json {
        output.json(&record("end", End { hits: rank }))?;
    }
    if all > rank {
        output.notice(&format!("{} more provisions match; -m {all} shows them all", all - rank))?;
    }
    Ok(())
}

/// What must be said about how the hits were found.
pub(crate) fn remarks(found: &Found) -> Vec<String> {
    let mut lines = Vec::new();
    for (typed, meant) in &found.corrected {
        lines.push(format!("nothing has `{}`; looked for {meant}", quoted(typed)));
    }
    if let Some(phrase) = &found.situation {
        lines.push(format!("situation: {phrase}"));
    }
    match (found.any_has_all(), found.filled) {
        (true, true) => lines.push("few provisions have all words; after them come some with most of them".to_owned()),
        (false, filled) if filled || found.how == Match::Any => {
            lines.push("no text has all words; showing those with most of them".to_owned());
        }
        _ => {}
    }
    if !found.also.is_empty() {
        let also: Vec<String> = found.also.iter().map(|(lang, term)| format!("{term} ({lang})")).collect();
        lines.push(format!("also as: {}", also.join(", ")));
    }
    for FalseFriend { term, lang, concept, others } in &found.friends {
        let others: Vec<String> = others.iter().map(|(name, langs)| format!("{name} ({})", langs.join(", "))).collect();
        lines.push(format!("`{}` taken for {concept} ({lang}); also a term for {}", quoted(term), others.join(", ")));
    }
    lines
}

fn in_a_pipe(
    args: &Search,
    rank: usize,
    edition: &Edition,
    unit: &Unit,
    via: Option<&str>,
    marks: &Highlighter<'_>,
    output: &mut Output,
) -> Result<(), Stop> {
    if args.shape.json {
        return output.json(&record("hit", hit(rank, edition, unit, via, marks)));
    }
    let name = Name::of(edition, unit, output);
    if args.list.list {
        return output.painted(&name.runs(":", ""));
    }
    let line = line_of(unit);
    if args.only_matching {
        for span in marks.spans(&line) {
            let mut runs = name.runs(":", ":");
            runs.push(ink(Ink::Match, span.of(&line)));
            output.painted(&runs)?;
        }
        return Ok(());
    }
    let mut runs = name.runs(":", ":");
    let spans = if output.is_coloured() { marks.spans(&line) } else { Vec::new() };
    runs.extend(crate::paint::marked(&line, &spans));
    output.painted(&runs)
}

fn counts(args: &Search, session: &Session, text: &str, found: &Found, output: &mut Output) -> Result<(), Stop> {
    let number = |at| found.places().filter(|(_, place)| place.edition() == at).count();
    grep::counts(session, args.shape.json.then_some(&Begin::of(session, text, found)?), number, output)
}

/// A hit of another language, or the same rule in another edition.
fn in_one_line(edition: &Edition, unit: &Unit, marks: &Highlighter<'_>, output: &mut Output) -> Result<(), Stop> {
    let name = Name::of(edition, unit, output);
    let mut text = unit.heading.as_deref().map(one_line).unwrap_or_default();
    if text.is_empty() {
        text = line_of(unit);
    }
    let start = format!("      {}  ", edition.id);
    let gap = start.len() + name.cite.len() + 2;
    let room = output.width().saturating_sub(gap).max(10);
    let text = crate::paint::clipped(&text, room);
    let mut runs = vec![ink(Ink::Faint, &start), name.linked(Ink::Strong), ink(Ink::Plain, "  ")];
    runs.extend(crate::paint::marked(&text, &marks.spans(&text)));
    output.painted(&runs)
}

fn on_terminal(
    edition: &Edition,
    unit: &Unit,
    via: Option<&str>,
    marks: &Highlighter<'_>,
    output: &mut Output,
) -> Result<(), Stop> {
    const INDENT: &str = "      ";
    let name = Name::of(edition, unit, output);
    let heading = unit.heading.as_deref().map(one_line).unwrap_or_default();
    let mut runs = vec![ink(Ink::Plain, "  "), name.linked(Ink::Strong), ink(Ink::Plain, "  ")];
    runs.extend(crate::paint::marked(&heading, &marks.spans(&heading)));
    let standing = if edition.in_force() { String::new() } else { format!(", {}", standing::of(edition)) };
    let via = via.map(|via| format!("; {via}")).unwrap_or_default();
    let from = one_line(&format!("  {}{standing}{via}", edition.id));
    let weight = if edition.in_force() { Ink::Faint } else { Ink::Warning };
    runs.push(ink(weight, &from));
    output.painted(&runs)?;
    let bare = Unit { heading: None, ..unit.clone() };
    let text = line_of(&bare);
    let spans: Vec<Span> = marks.spans(&text);
    for mut line in wrap(&text, output.width().saturating_sub(INDENT.len()).max(20), Ink::Plain, &spans) {
        line.insert(0, ink(Ink::Plain, INDENT));
        output.painted(&line)?;
    }
    Ok(())
}

fn hit<'a>(
    rank: usize,
    edition: &'a Edition,
    unit: &'a Unit,
    via: Option<&'a str>,
    marks: &Highlighter<'_>,
) -> Hit<'a> {
    let text = Safe::of(&unit.text).text.into_owned();
    let matches = |text: &str| marks.spans(text).iter().map(|s| [s.start, s.end]).collect::<Vec<_>>();
    let heading = json::heading(unit);
    let mut notes = json::notes(unit);
    for note in &mut notes {
        note.matches = matches(&note.text);
    }
    Hit {
        rank,
        source: Source::of(edition),
        cite: json::cite(unit),
        heading_matches: heading.as_deref().map(matches).unwrap_or_default(),
        heading,
        matches: matches(&text),
        text,
        via,
        kind: unit.key.kind(),
        standing: edition.standing.name(),
        notes,
    }
}

#[derive(serde::Serialize)]
pub(crate) struct Begin<'a> {
    pub(crate) query: String,
    pub(crate) editions: Vec<&'a str>,
    /// Other terms that were looked for, by language.
    pub(crate) also: Vec<Term<'a>>,
    /// Words that nothing has, and what was looked for instead.
    pub(crate) corrected: Vec<Corrected<'a>>,
    /// The situation that the query is most like.
    pub(crate) situation: Option<&'a str>,
    /// Terms that mean another thing in another language.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) false_friends: Vec<Friend<'a>>,
}

#[derive(serde::Serialize)]
pub(crate) struct Friend<'a> {
    term: String,
    lang: &'a str,
    concept: &'a str,
    others: Vec<Other<'a>>,
}

#[derive(serde::Serialize)]
pub(crate) struct Other<'a> {
    concept: &'a str,
    langs: &'a [String],
}

#[derive(serde::Serialize)]
pub(crate) struct Term<'a> {
    lang: &'a str,
    term: &'a str,
}

#[derive(serde::Serialize)]
pub(crate) struct Corrected<'a> {
    typed: String,
    meant: &'a str,
}

impl<'a> Begin<'a> {
    pub(crate) fn of(session: &'a Session, text: &str, found: &'a Found) -> Result<Self, Stop> {
        let mut editions = Vec::new();
        for at in session.by_language() {
            editions.push(session.edition(at)?.id.as_str());
        }
        let also = found.also.iter().map(|(lang, term)| Term { lang, term }).collect();
        let corrected =
            found.corrected.iter().map(|(typed, meant)| Corrected { typed: quoted(typed), meant }).collect();
        let friend = |friend: &'a FalseFriend| Friend {
            term: quoted(&friend.term),
            lang: &friend.lang,
            concept: &friend.concept,
            others: friend.others.iter().map(|(concept, langs)| Other { concept, langs }).collect(),
        };
        let false_friends = found.friends.iter().map(friend).collect();
        let situation = found.situation.as_deref();
        Ok(Self { query: quoted(text), editions, also, corrected, situation, false_friends })
    }
}

#[derive(serde::Serialize)]
pub(crate) struct End {
    pub(crate) hits: usize,
}
