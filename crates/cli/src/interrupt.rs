//! Ctrl-C, and other requests to end.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::SigId;
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::suspend;

const REQUESTS: [i32; 4] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];

/// The request that came last; 0 if none has.
static HEARD: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Terminals, shells and supervisors may deliver one request several times. Nobody presses a key twice that fast and means
/// something else by it.
const ECHO: Duration = Duration::from_millis(250);

/// They stop what we wait for, not us: what came of it is still told.
pub fn heed_interrupts() -> Arc<AtomicBool> {
    // Whoever can be stopped for good can be stopped for a while.
    suspend::heed();
    let cancelled = Arc::new(AtomicBool::new(false));
    for signal in REQUESTS {
        let number = usize::try_from(signal).unwrap_or_default();
        let _ = signal_hook::flag::register_usize(signal, Arc::clone(&HEARD), number);
        // Where signals cannot be heeded, they end us, and the record tells how far we came.
        let _ = signal_hook::flag::register(signal, Arc::clone(&cancelled));
    }
    if let Ok(signals) = Signals::new(REQUESTS) {
        // Without a thread there is still the first request.
        let _ = thread::Builder::new().spawn(move || end_who_insists(signals));
    }
    cancelled
}

/// The code to end with if we were asked to end, and have nothing else to say.
pub fn code() -> Option<u8> {
    let signal = u8::try_from(HEARD.load(Ordering::Relaxed)).ok();
    signal.filter(|signal| *signal > 0).map(|signal| 128 + signal)
}

/// The same for somebody who draws, who is also stopped for a while and goes on.
pub fn requests(cancelled: Arc<AtomicBool>) -> tui::Requests {
    tui::Requests {
        cancelled,
        continued: suspend::continued(),
        suspend: suspend::suspend,
    }
}

/// Whoever asks twice means it.
fn end_who_insists(mut signals: Signals) {
    let mut requests = Requests::default();
    for signal in signals.forever() {
        if requests.is_insistent(Instant::now()) {
            signal_hook::low_level::exit(128 + signal);
        }
    }
}

#[derive(Default)]
struct Requests {
    first: Option<Instant>,
}

impl Requests {
    /// Whether one that comes now is another one, and not the first once more.
    fn is_insistent(&mut self, now: Instant) -> bool {
        let first = *self.first.get_or_insert(now);
        now.duration_since(first) >= ECHO
    }
}

/// Hears such requests while somebody is asked something, until it is dropped.
pub struct Ear {
    heard: Arc<AtomicBool>,
    ids: Vec<SigId>,
}

impl Ear {
    pub fn open() -> Self {
        let heard = Arc::new(AtomicBool::new(false));
        let register = |signal| signal_hook::flag::register(signal, Arc::clone(&heard)).ok();
        Self {
            ids: REQUESTS.into_iter().filter_map(register).collect(),
            heard,
        }
    }

    pub fn has_heard(&self) -> bool {
        self.heard.load(Ordering::Relaxed)
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        for id in self.ids.drain(..) {
            signal_hook::low_level::unregister(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_echo_is_no_second_request() {
        let (mut requests, first) = (Requests::default(), Instant::now());
        let mut at = |ms| requests.is_insistent(first + Duration::from_millis(ms));
        assert!(!at(0));
        assert!(!at(50), "delivered twice");
        assert!(!at(200), "and once more");
        assert!(at(900), "pressed again");
    }
}
