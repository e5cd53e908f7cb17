//! The only part that touches the terminal: takes it, reads keys, draws, and gives it back whatever happens.

use std::{
    io::{self, IsTerminal, stdout},
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crossterm::{
    cursor::Show,
    event::{self, Event},
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};
use ratatui::{Terminal, backend::CrosstermBackend, buffer::Buffer, style::Color};
use signal_hook::{SigId, consts, flag, low_level};

use crate::{
    keymap::{Action, action_for, key_of},
    reader::{Reader, Start, TuiError},
    state::State,
    update::{Effect, update},
    view::view,
};

/// Opens the reader on the terminal and returns when the user quits or the system asks it to end.
///
/// # Errors
/// [`TuiError::NoTerminal`] without a terminal, [`TuiError::NoEditions`] without anything to read,
/// [`TuiError::Terminal`] when the terminal fails, [`TuiError::Internal`] for a fault of the program. The terminal has
/// been given back in every case, and nothing has been printed.
pub fn run(reader: &dyn Reader, start: Start) -> Result<(), TuiError> {
    if !io::stdin().is_terminal() || !stdout().is_terminal() {
        return Err(TuiError::NoTerminal);
    }
    if reader.editions().is_empty() {
        return Err(TuiError::NoEditions);
    }
    let signals = Signals::watch()?;
    let (words, original) = catch_panics();
    let result = panic::catch_unwind(AssertUnwindSafe(|| session(reader, &start, &signals)));
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

fn session(reader: &dyn Reader, start: &Start, signals: &Signals) -> Result<(), TuiError> {
    let _guard = Guard::enter()?;
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
    let keys = Keys::listen();
    let size = terminal.size()?;
    let mut state = State::new(reader, start, (size.width, size.height));
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    loop {
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
        let Some(first) = keys.wait(signals)? else { return Ok(()) };
        // Keys that came meanwhile are done before the next drawing, so that a held key does not lag behind.
        let mut next = Some(first);
        while let Some(event) = next {
            if signals.raised() {
                return Ok(());
            }
            if handle(&mut state, &event, reader) == Some(Effect::Quit) {
                keys.stop();
                return Ok(());
            }
            next = keys.more()?;
        }
    }
}

fn handle(state: &mut State, event: &Event, reader: &dyn Reader) -> Option<Effect> {
    let action = match event {
        Event::Key(key) => action_for(key_of(*key)?, state.scope())?,
        // The size is asked for before each drawing, so that a storm of these is one setting of the text and not many.
        _ => return None,
    };
    update(state, action, reader)
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
    fn enter() -> io::Result<Self> {
        TAKEN.store(true, Ordering::SeqCst);
        let guard = Self;
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen)?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, once. Nothing can be done about a terminal that refuses.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = disable_raw_mode();
        let _ = execute!(stdout(), LeaveAlternateScreen, Show);
    }
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

/// The system's wish that the program end.
struct Signals {
    raised: Arc<AtomicBool>,
    ids: Vec<SigId>,
}

impl Signals {
    fn watch() -> io::Result<Self> {
        let mut signals = Self { raised: Arc::new(AtomicBool::new(false)), ids: Vec::new() };
        #[cfg(unix)]
        let wanted = [consts::SIGTERM, consts::SIGINT, consts::SIGHUP];
        #[cfg(not(unix))]
        let wanted = [consts::SIGTERM, consts::SIGINT];
        for signal in wanted {
            signals.ids.push(flag::register(signal, Arc::clone(&signals.raised))?);
        }
        Ok(signals)
    }

    fn raised(&self) -> bool {
        self.raised.load(Ordering::SeqCst)
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        for id in self.ids.drain(..) {
            low_level::unregister(id);
        }
    }
}

/// Terminal events, read by a thread of their own: when the terminal goes away, reading may never return, and the
/// signal that tells of it must still be heard.
struct Keys {
    events: Receiver<io::Result<Event>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// How long a signal or a wish to stop may go unseen.
const LAG: Duration = Duration::from_millis(50);

impl Keys {
    fn listen() -> Self {
        let (sender, events) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            while !stopped.load(Ordering::SeqCst) {
                let event = match event::poll(LAG) {
                    Ok(false) => continue,
                    Ok(true) => event::read(),
                    Err(error) => Err(error),
                };
                let failed = event.is_err();
                if sender.send(event).is_err() || failed {
                    return;
                }
            }
        });
        Self { events, stop, thread: Some(thread) }
    }

    /// The next event; `None` when a signal asks to end.
    fn wait(&self, signals: &Signals) -> io::Result<Option<Event>> {
        loop {
            if signals.raised() {
                return Ok(None);
            }
            match self.events.recv_timeout(LAG) {
                Ok(event) => return event.map(Some),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::BrokenPipe.into()),
            }
        }
    }

    /// An event that has come already.
    fn more(&self) -> io::Result<Option<Event>> {
        self.events.try_recv().ok().transpose()
    }

    /// Waits until no key is read any more: what is typed after the end belongs to the shell. Not for long, though: when
    /// the terminal went away at the same moment, reading never returns, and the program must end all the same.
    fn stop(mut self) {
        self.stop.store(true, Ordering::SeqCst);
        let until = Instant::now() + LAG * 10;
        loop {
            match self.events.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Keys {
    /// Asks the thread to end, without waiting: reading may never return.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
    }
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
