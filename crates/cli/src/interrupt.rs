//! Ctrl-C, and other requests to end.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// They stop what we wait for, not us: what came of it is still told.
pub fn heed_interrupts() -> Arc<AtomicBool> {
    let cancelled = Arc::new(AtomicBool::new(false));
    for signal in [
        signal_hook::consts::SIGINT,
        signal_hook::consts::SIGTERM,
        signal_hook::consts::SIGHUP,
    ] {
        // Whoever asks twice means it.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&cancelled));
        // Where signals cannot be heeded, they end us, and the record tells how far we came.
        let _ = signal_hook::flag::register(signal, Arc::clone(&cancelled));
    }
    cancelled
}
