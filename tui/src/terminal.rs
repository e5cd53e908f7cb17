//! The only part that touches the terminal: takes it, reads keys, draws, and gives it back whatever happens.

mod clipboard;
mod events;
mod platform;

use std::{
    io::{self, IsTerminal, Write, stdout},
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use crossterm::{
    cursor::Show,
    event::{DisableMouseCapture, EnableMouseCapture, Event, MouseButton, MouseEventKind},
    execute,
    style::Print,
    terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use ratatui::{Terminal, backend::CrosstermBackend, buffer::Buffer, style::Color};

use crate::{
    keymap::{Action, key_of},
    own::copied::osc52,
    reader::{Reader, Start, TuiError},
    state::State,
    update::{Effect, enter, settle, update},
    view::view,
    world::World,
};
use events::{Events, Heard};
use platform::Signals;

/// Opens the reader on the terminal and returns when the user quits or the system asks it to end.
///
/// # Errors
/// [`TuiError::NoTerminal`] without a terminal, [`TuiError::Dumb`] on one that cannot place words,
/// [`TuiError::NoEditions`] without anything to read, [`TuiError::Terminal`] when the terminal fails,
/// [`TuiError::Internal`] for a fault of the program. The terminal has been given back in every case, and nothing has been
/// printed.
pub fn run(reader: &dyn Reader, start: Start, world: &dyn World) -> Result<(), TuiError> {
    if !io::stdin().is_terminal() || !stdout().is_terminal() {
        return Err(TuiError::NoTerminal);
    }
    // crossterm speaks to every other terminal without asking what it is.
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err(TuiError::Dumb);
    }
    if reader.editions().is_empty() {
        return Err(TuiError::NoEditions);
    }
    let signals = Signals::watch()?;
    let (words, original) = catch_panics();
    let result = panic::catch_unwind(AssertUnwindSafe(|| session(reader, &start, world, &signals)));
    panic::set_hook(original);
    match result {
        // A terminal that went away fails before its signal is seen.
        Ok(Err(TuiError::Terminal(_))) if signals.raised() => Ok(()),
        Ok(result) => result,
        Err(_) => {
            let words = words.lock().unwrap_or_else(PoisonError::into_inner).take();
            Err(TuiError::Internal(words.unwrap_or_else(|| "unknown".to_owned())))
        }
    }
}

/// How often the shelf is looked at for changes by other processes: where the system does not tell of them, and for a while
/// after it has told of one, since an import takes some time.
const LOOK: Duration = Duration::from_secs(2);
/// How long that while is.
const WHILE: Duration = Duration::from_secs(20);

fn session(first: &dyn Reader, start: &Start, world: &dyn World, signals: &Signals) -> Result<(), TuiError> {
    let size = crossterm::terminal::size()?;
    let mut state = State::new(first, start, size);
    let _guard = Guard::enter(state.mouse())?;
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    let events = Events::listen(signals);
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) || !state.colours();
    let mut newer: Option<Box<dyn Reader>> = None;
    let watch = world.watch(events.teller());
    let (mut stamp, mut looked, mut told) = (world.stamp(), Instant::now(), None::<Instant>);
    let mut ended = false;
    while !ended {
        let reader = newer.as_deref().unwrap_or(first);
        let size = terminal.size()?;
        if state.size() != (size.width, size.height) {
            update(&mut state, Action::Resize(size.width, size.height), reader);
        }
        terminal.draw(|frame| {
            view(&state, frame.area(), frame.buffer_mut());
            if plain {
                strip_colours(frame.buffer_mut());
            }
        })?;
        // Keys that came meanwhile are done before the next drawing, so that a held key does not lag behind.
        let idle = watch.is_some() && told.is_none_or(|at| at.elapsed() >= WHILE);
        let mut next = events.wait((!idle).then_some(LOOK))?;
        let mut look = false;
        while let Some(heard) = next {
            ended = match heard {
                Heard::End => true,
                Heard::Stop => {
                    suspend(&mut terminal, state.mouse())?;
                    false
                }
                Heard::Continued => {
                    retake(&mut terminal, state.mouse())?;
                    false
                }
                Heard::Shelf => {
                    (look, told) = (true, Some(Instant::now()));
                    false
                }
                Heard::Terminal(event) => match handle(&mut state, &event, reader) {
                    Some(Effect::Quit) => true,
                    Some(Effect::Copy(text)) => {
                        if !clipboard::put(&text) {
                            stdout().write_all(osc52(&text).as_bytes())?;
                            stdout().flush()?;
                        }
                        false
                    }
                    Some(Effect::Keep(file, text)) => {
                        if let Err(why) = world.keep(file, &text) {
                            state.not_kept(&why);
                        }
                        false
                    }
                    Some(Effect::Suspend) => {
                        suspend(&mut terminal, state.mouse())?;
                        false
                    }
                    None => false,
                },
            };
            next = if ended { None } else { events.more()? };
        }
        settle(&mut state, reader);
        if !ended && (look || !idle && looked.elapsed() >= LOOK) {
            looked = Instant::now();
            let now = world.stamp();
            if now != stamp {
                stamp = now;
                match world.reopen() {
                    Ok(Some(reopened)) => {
                        state.reload(reader, &*reopened);
                        newer = Some(reopened);
                    }
                    Ok(None) => {}
                    Err(why) => state.not_reloaded(&why),
                }
            }
        }
    }
    let reader = newer.as_deref().unwrap_or(first);
    if let Some((file, text)) = state.leaving(reader) {
        // The terminal may be gone: nobody could be told.
        let _ = world.keep(file, &text);
    }
    if !signals.raised() {
        events.stop();
    }
    Ok(())
}

fn handle(state: &mut State, event: &Event, reader: &dyn Reader) -> Option<Effect> {
    let action = match event {
        Event::Key(key) => state.action_for(key_of(*key)?)?,
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::ScrollDown => Action::Wheel(true),
            MouseEventKind::ScrollUp => Action::Wheel(false),
            MouseEventKind::Down(MouseButton::Left) => Action::Click(mouse.column, mouse.row),
            _ => return None,
        },
        // The size is asked for before each drawing, so that a storm of these is one setting of the text and not many.
        _ => return None,
    };
    enter(state, action, reader)
}

/// Takes all colours out. Under NO_COLOR crossterm writes a colour as an empty sequence, which to a terminal means "reset
/// everything" and would wipe out bold, reversed and underlined.
fn strip_colours(buf: &mut Buffer) {
    for cell in &mut buf.content {
        cell.set_fg(Color::Reset).set_bg(Color::Reset);
    }
}

/// Whether the terminal is ours.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Gives the terminal back when dropped.
struct Guard;

impl Guard {
    fn enter(mouse: bool) -> io::Result<Self> {
        let guard = Self;
        take(mouse)?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Presses and the wheel; what moves without a button does not wake us.
const CLICKS_ON: &str = "\u{1b}[?1000h\u{1b}[?1006h";

fn take(mouse: bool) -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen)?;
    match mouse {
        true if cfg!(windows) => execute!(stdout(), EnableMouseCapture),
        true => execute!(stdout(), Print(CLICKS_ON)),
        false => Ok(()),
    }
}

/// Gives the terminal back, once: the mouse before the rest, so that no click is left as characters for the shell. Nothing
/// can be done about a terminal that refuses.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(stdout(), DisableMouseCapture);
        let _ = disable_raw_mode();
        let _ = execute!(stdout(), LeaveAlternateScreen, Show);
    }
}

type Screen = Terminal<CrosstermBackend<io::Stdout>>;

/// Gives the terminal to the shell until it says to go on.
fn suspend(terminal: &mut Screen, mouse: bool) -> io::Result<()> {
    give_back();
    platform::stop_here()?;
    take(mouse)?;
    anew(terminal)
}

/// Takes the terminal again after somebody else stopped us: the shell has set it for itself.
fn retake(terminal: &mut Screen, mouse: bool) -> io::Result<()> {
    let _ = disable_raw_mode();
    take(mouse)?;
    anew(terminal)
}

/// Draws all of it next time. Not by `Terminal::clear`: that asks the terminal where the cursor is, and the answer would go to
/// the thread that reads keys.
fn anew(terminal: &mut Screen) -> io::Result<()> {
    execute!(stdout(), Clear(ClearType::All))?;
    *terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    Ok(())
}

/// What a panic said, and the hook to set again afterwards.
type Caught = (Arc<Mutex<Option<String>>>, Box<dyn Fn(&panic::PanicHookInfo<'_>) + Sync + Send + 'static>);

/// From here on a panic gives the terminal back and prints nothing; its words are kept for the error.
fn catch_panics() -> Caught {
    let original = panic::take_hook();
    let words = Arc::new(Mutex::new(None));
    let kept = Arc::clone(&words);
    panic::set_hook(Box::new(move |info| {
        give_back();
        let payload = info.payload();
        let said = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
        let said = said.unwrap_or("panic");
        let place = info.location().map(|at| format!(" at {}:{}", at.file(), at.line())).unwrap_or_default();
        *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(format!("{said}{place}"));
    }));
    (words, original)
}

#[cfg(test)]
mod tests {
    use ratatui::{layout::Rect, style::Modifier, style::Style};

    use super::*;

    #[test]
    fn without_colours_the_rest_of_a_style_stays() {
        let mut buf = Buffer::empty(Rect::new(0, 0, 4, 1));
        let style = Style::new().fg(Color::Cyan).bg(Color::Yellow).add_modifier(Modifier::UNDERLINED);
        buf.set_string(0, 0, "link", style);
        strip_colours(&mut buf);
        for cell in &buf.content {
            assert_eq!((cell.fg, cell.bg, cell.modifier), (Color::Reset, Color::Reset, Modifier::UNDERLINED));
        }
    }
}
