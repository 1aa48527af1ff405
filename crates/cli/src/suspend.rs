//! Ctrl-Z: the terminal is handed back as the shell had it, and whatever we have started stands still with us until `fg`.
//!
//! One thread does it, wherever the others are. Those who ask somebody something notice afterwards that we go on, and take
//! the terminal again.

use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use engine::standstill;
use rustix::process::{Signal, kill_current_process_group};
use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcsetattr};
use signal_hook::consts::{SIGCONT, SIGSTOP, SIGTSTP};
use signal_hook::low_level::{pipe, raise};

/// How long whoever has asked for it waits to be stopped.
const PATIENCE: Duration = Duration::from_secs(2);

/// Set when we go on, also if nobody could be told before that we would be stopped.
static CONTINUED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// How often we have been stopped.
static TIMES: Mutex<u64> = Mutex::new(0);
static STOPPED: Condvar = Condvar::new();

/// From now on requests to stop are heeded. Whoever changes the modes of the terminal calls it first, since these are the
/// ones that come back. Whether there is anybody who could bring us back; if not, we do not stop.
pub fn heed() -> bool {
    static IS_HEEDED: OnceLock<bool> = OnceLock::new();
    *IS_HEEDED.get_or_init(|| {
        let _ = signal_hook::flag::register(SIGCONT, continued());
        standstill::can_be_ended() && listen().is_ok()
    })
}

/// Set when we go on. Whoever has seen it clears it.
pub fn continued() -> Arc<AtomicBool> {
    Arc::clone(&CONTINUED)
}

/// Stops us, as Ctrl-Z does where keys are not ours, and comes back when we go on. Whether we were stopped at all.
pub fn suspend() -> bool {
    if !heed() {
        return false;
    }
    let times = TIMES.lock().unwrap_or_else(PoisonError::into_inner);
    let before = *times;
    // All of a pipeline, as the terminal would do it.
    if kill_current_process_group(Signal::TSTP).is_err() {
        return false;
    }
    let waited = STOPPED.wait_timeout_while(times, PATIENCE, |times| *times == before);
    let was_stopped = *waited.unwrap_or_else(PoisonError::into_inner).0 != before;
    // Who knows need not be told.
    CONTINUED.store(false, Ordering::Relaxed);
    was_stopped
}

fn listen() -> io::Result<()> {
    let before = tcgetattr(io::stdin()).ok();
    let (mut told, tells) = UnixStream::pair()?;
    pipe::register(SIGTSTP, tells)?;
    thread::Builder::new().name("suspend".to_owned()).spawn(move || {
        let mut requests = [0; 64];
        while told.read(&mut requests).is_ok_and(|count| count > 0) {
            stop(before.as_ref());
            // Who asked before we were stopped has got what they wanted.
            let _ = told.set_nonblocking(true);
            while told.read(&mut requests).is_ok_and(|count| count > 0) {}
            let _ = told.set_nonblocking(false);
            *TIMES.lock().unwrap_or_else(PoisonError::into_inner) += 1;
            STOPPED.notify_all();
        }
    })?;
    Ok(())
}

fn stop(before: Option<&Termios>) {
    // Nobody draws before we go on.
    let screen = tui::step_back();
    let is_changed = |before: &&Termios| {
        screen.was_drawn() || tcgetattr(io::stdin()).is_ok_and(|now| now.local_modes != before.local_modes)
    };
    if let Some(before) = before.filter(is_changed) {
        // What was typed here is no command for the shell.
        let _ = tcflush(io::stdin(), QueueSelector::IFlush);
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
    }
    CONTINUED.store(false, Ordering::Relaxed);
    standstill::during(|| {
        let _ = raise(SIGSTOP);
    });
}
