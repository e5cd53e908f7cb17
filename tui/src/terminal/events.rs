//! What comes from outside: keys, the mouse, signals. One queue, so that waiting costs nothing.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crossterm::event::{self, Event};

use super::platform::{self, LAG, Signals};

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

/// Terminal events, read by a thread of their own: when the terminal goes away, reading may never return, and the
/// signal that tells of it must still be heard.
pub(super) struct Events {
    /// For whoever else has something to tell.
    tell: Sender<io::Result<Heard>>,
    heard: Receiver<io::Result<Heard>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// How long the end waits for the reading thread.
const PATIENCE: Duration = Duration::from_millis(500);

impl Events {
    pub(super) fn listen(signals: &Signals) -> Self {
        let (sender, heard) = mpsc::channel();
        signals.tell(&sender);
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
        platform::wake();
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
