//! Ctrl-C, and other requests to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::SigId;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

const REQUESTS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// They stop what we wait for, not us: what came of it is still told.
pub fn heed_interrupts() -> Arc<AtomicBool> {
    let cancelled = Arc::new(AtomicBool::new(false));
    for signal in REQUESTS {
        // Whoever asks twice means it.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&cancelled));
        // Where signals cannot be heeded, they end us, and the record tells how far we came.
        let _ = signal_hook::flag::register(signal, Arc::clone(&cancelled));
    }
    cancelled
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
