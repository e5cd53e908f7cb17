use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::Sender,
    },
    thread,
    time::Duration,
};

use signal_hook::{SigId, consts, flag, low_level};

use crate::terminal::events::Heard;

/// How long reading waits at most before it looks whether it should stop. Nothing wakes it here.
pub(in crate::terminal) const LAG: Duration = Duration::from_millis(100);

/// The system's wishes: flags that are looked at now and then, since nothing else may be done where they are heard.
pub(in crate::terminal) struct Signals {
    raised: Arc<AtomicBool>,
    closed: Arc<AtomicBool>,
    ids: Vec<SigId>,
}

impl Signals {
    pub(in crate::terminal) fn watch() -> io::Result<Self> {
        let raised = Arc::new(AtomicBool::new(false));
        let mut ids = Vec::new();
        for signal in [consts::SIGTERM, consts::SIGINT] {
            ids.push(flag::register(signal, Arc::clone(&raised))?);
        }
        Ok(Self { raised, closed: Arc::default(), ids })
    }

    /// Whether the system wants the program to end.
    pub(in crate::terminal) fn raised(&self) -> bool {
        self.raised.load(Ordering::SeqCst)
    }

    /// From now on `listener` is told.
    pub(in crate::terminal) fn tell(&self, listener: &Sender<io::Result<Heard>>) {
        let (raised, closed, listener) = (Arc::clone(&self.raised), Arc::clone(&self.closed), listener.clone());
        thread::spawn(move || {
            while !closed.load(Ordering::SeqCst) {
                if raised.load(Ordering::SeqCst) {
                    let _ = listener.send(Ok(Heard::End));
                    return;
                }
                thread::sleep(LAG);
            }
        });
    }
}

impl Drop for Signals {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::SeqCst);
        for id in self.ids.drain(..) {
            low_level::unregister(id);
        }
    }
}

/// There is no way to the shell and back here: nothing happens.
pub(in crate::terminal) fn stop_here() -> io::Result<()> {
    Ok(())
}

/// Reading looks by itself, see [`LAG`].
pub(in crate::terminal) fn wake() {}
