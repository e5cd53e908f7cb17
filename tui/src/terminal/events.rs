//! What comes from outside: keys, the mouse, signals. One queue, so that waiting costs nothing.

use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crossterm::event::{self, Event};
use signal_hook::{
    SigId, consts, flag,
    iterator::{Handle, Signals as Iterated},
    low_level,
};

/// Something that came.
pub(super) enum Heard {
    Terminal(Event),
    /// The system wants the program to end.
    End,
    /// The system wants it to stop for a while.
    Stop,
    /// It goes on after that.
    Continued,
    /// Another process may have changed the editions at hand.
    Shelf,
}

/// The system's wishes.
pub(super) struct Signals {
    raised: Arc<AtomicBool>,
    ids: Vec<SigId>,
    handle: Handle,
    /// Where to tell of them; nowhere before somebody listens.
    told: Arc<Mutex<Option<Sender<io::Result<Heard>>>>>,
}

impl Signals {
    pub(super) fn watch() -> io::Result<Self> {
        #[cfg(unix)]
        let (ends, others) =
            ([consts::SIGTERM, consts::SIGINT, consts::SIGHUP], [consts::SIGTSTP, consts::SIGCONT].as_slice());
        #[cfg(not(unix))]
        let (ends, others) = ([consts::SIGTERM, consts::SIGINT], [].as_slice());
        let raised = Arc::new(AtomicBool::new(false));
        let mut ids = Vec::new();
        // The flag is set before anything else hears: a terminal that went away fails at the same moment.
        for signal in ends {
            ids.push(flag::register(signal, Arc::clone(&raised))?);
        }
        let mut all = Iterated::new(ends.iter().chain(others))?;
        let handle = all.handle();
        let told: Arc<Mutex<Option<Sender<io::Result<Heard>>>>> = Arc::default();
        let to = Arc::clone(&told);
        thread::spawn(move || {
            for signal in &mut all {
                let heard = match signal {
                    _ if ends.contains(&signal) => Heard::End,
                    #[cfg(unix)]
                    consts::SIGCONT => Heard::Continued,
                    _ => Heard::Stop,
                };
                if let Some(to) = to.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
                    let _ = to.send(Ok(heard));
                }
            }
        });
        Ok(Self { raised, ids, handle, told })
    }

    /// Whether the system wants the program to end.
    pub(super) fn raised(&self) -> bool {
        self.raised.load(Ordering::SeqCst)
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        self.handle.close();
        for id in self.ids.drain(..) {
            low_level::unregister(id);
        }
    }
}

/// Stops the process as if nobody had caught the signal; returns when it goes on.
pub(super) fn stop_here() -> io::Result<()> {
    #[cfg(unix)]
    return low_level::emulate_default_handler(consts::SIGTSTP);
    #[cfg(not(unix))]
    Ok(())
}

/// Terminal events, read by a thread of their own: when the terminal goes away, reading may never return, and the
/// signal that tells of it must still be heard.
pub(super) struct Events {
    /// For whoever else has something to tell.
    tell: Sender<io::Result<Heard>>,
    heard: Receiver<io::Result<Heard>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// How long reading waits at most before it looks whether it should stop. On Unix a signal wakes it, so that an idle reader
/// sleeps.
const LAG: Duration = if cfg!(unix) { Duration::from_secs(3600) } else { Duration::from_millis(100) };
/// How long the end waits for that.
const PATIENCE: Duration = Duration::from_millis(500);

impl Events {
    pub(super) fn listen(signals: &Signals) -> Self {
        let (sender, heard) = mpsc::channel();
        *signals.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender.clone());
        if signals.raised() {
            let _ = sender.send(Ok(Heard::End));
        }
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let tell = sender.clone();
        let thread = thread::spawn(move || {
            while !stopped.load(Ordering::SeqCst) {
                let event = match event::poll(LAG) {
                    Ok(false) => continue,
                    Ok(true) => event::read(),
                    Err(error) => Err(error),
                };
                let failed = event.is_err();
                if sender.send(event.map(Heard::Terminal)).is_err() || failed {
                    return;
                }
            }
        });
        Self { tell, heard, stop, thread: Some(thread) }
    }

    /// What tells that the editions at hand may have changed.
    pub(super) fn teller(&self) -> Box<dyn Fn() + Send> {
        let tell = self.tell.clone();
        Box::new(move || {
            let _ = tell.send(Ok(Heard::Shelf));
        })
    }

    /// The next event; `None` when none came for so long.
    pub(super) fn wait(&self, long: Option<Duration>) -> io::Result<Option<Heard>> {
        let Some(long) = long else {
            return self.heard.recv().map_err(|_| io::ErrorKind::BrokenPipe)?.map(Some);
        };
        match self.heard.recv_timeout(long) {
            Ok(heard) => heard.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// An event that has come already.
    pub(super) fn more(&self) -> io::Result<Option<Heard>> {
        self.heard.try_recv().ok().transpose()
    }

    /// Waits until no key is read any more: what is typed after the end belongs to the shell. Not for long, though: when
    /// the terminal went away at the same moment, reading never returns, and the program must end all the same.
    pub(super) fn stop(mut self) {
        self.stop.store(true, Ordering::SeqCst);
        // crossterm waits for a change of size too.
        #[cfg(unix)]
        let _ = low_level::raise(consts::SIGWINCH);
        let until = Instant::now() + PATIENCE;
        while let Some(thread) = &self.thread {
            if thread.is_finished() {
                break;
            }
            if Instant::now() >= until {
                return;
            }
            thread::sleep(Duration::from_millis(2));
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Events {
    /// Asks the thread to end, without waiting: reading may never return.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
    }
}
