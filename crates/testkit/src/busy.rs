//! How long the processor was busy with something; other processes do not count.

use std::time::{Duration, Instant};

/// What one turn of the work costs, the least of a few tries. The kernel tells only now and then how long a thread has
/// run, so each try goes on for a while.
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

/// Nanoseconds that this thread has run; the wall clock where the kernel does not tell.
pub fn busy() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|told| told.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| START.with(Instant::elapsed), Duration::from_nanos)
}
