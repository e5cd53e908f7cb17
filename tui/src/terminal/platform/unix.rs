use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::Sender,
    },
    thread,
    time::Duration,
};

use signal_hook::{
    SigId, consts, flag,
    iterator::{Handle, Signals as Iterated},
    low_level,
};

use crate::terminal::events::Heard;

/// How long reading waits at most before it looks whether it should stop. A signal wakes it, so that an idle reader sleeps.
pub(in crate::terminal) const LAG: Duration = Duration::from_secs(3600);

/// The system's wishes.
pub(in crate::terminal) struct Signals {
    raised: Arc<AtomicBool>,
    ids: Vec<SigId>,
    handle: Handle,
    /// Where to tell of them; nowhere before somebody listens.
    told: Arc<Mutex<Option<Sender<io::Result<Heard>>>>>,
}

impl Signals {
    pub(in crate::terminal) fn watch() -> io::Result<Self> {
        let ends = [consts::SIGTERM, consts::SIGINT, consts::SIGHUP, consts::SIGQUIT];
        let others = [consts::SIGTSTP, consts::SIGCONT];
        let raised = Arc::new(AtomicBool::new(false));
        let mut ids = Vec::new();
        // The flag is set before anything else hears: a terminal that went away fails at the same moment.
        for signal in ends {
            ids.push(flag::register(signal, Arc::clone(&raised))?);
        }
        let mut all = Iterated::new(ends.iter().chain(&others))?;
        let handle = all.handle();
        let told: Arc<Mutex<Option<Sender<io::Result<Heard>>>>> = Arc::default();
        let to = Arc::clone(&told);
        thread::spawn(move || {
            for signal in &mut all {
                let heard = match signal {
                    _ if ends.contains(&signal) => Heard::End,
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
    pub(in crate::terminal) fn raised(&self) -> bool {
        self.raised.load(Ordering::SeqCst)
    }

    /// From now on `listener` is told; what was wished before, at once.
    pub(in crate::terminal) fn tell(&self, listener: &Sender<io::Result<Heard>>) {
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(listener.clone());
        if self.raised() {
            let _ = listener.send(Ok(Heard::End));
        }
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
pub(in crate::terminal) fn stop_here() -> io::Result<()> {
    low_level::emulate_default_handler(consts::SIGTSTP)
}

/// Wakes the thread that waits for keys: crossterm waits for a change of size too.
pub(in crate::terminal) fn wake() {
    let _ = low_level::raise(consts::SIGWINCH);
}
