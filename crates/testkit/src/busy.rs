//! Measures the processor time of a piece of work. Other processes do not count.

use std::time::{Duration, Instant};

/// Processor time of one repetition of the work: the minimum of a few tries. The kernel updates the run time of a
/// thread rarely, so each try repeats the work for a while.
pub fn least_busy(tries: usize, mut work: impl FnMut()) -> Duration {
    const ENOUGH: Duration = Duration::from_millis(12);
    let once = |_| {
        let since = busy();
        let mut turns = 0;
        loop {
            work();
            turns += 1;
            let took = busy().saturating_sub(since);
            if took >= ENOUGH {
                return took / turns;
            }
        }
    };
    (0..tries).map(once).min().unwrap_or_default()
}

/// Nanoseconds that this thread has run, or wall-clock time where the kernel does not report run time.
pub fn busy() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = stat.and_then(|stat| stat.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| START.with(Instant::elapsed), Duration::from_nanos)
}
