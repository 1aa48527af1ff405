//! Time, waiting and chance, so that tests have none of them.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often we look whether somebody wants us to stop.
pub(crate) const TICK: Duration = Duration::from_millis(40);

pub trait Clock: Send + Sync {
    fn now(&self) -> Instant;

    /// Waits, but not on when `cancelled` is set.
    fn wait(&self, time: Duration, cancelled: &AtomicBool);

    /// From 0 to 999, by chance: those who were turned away together should not come back together.
    fn jitter(&self) -> u32;
}

#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn wait(&self, time: Duration, cancelled: &AtomicBool) {
        let until = Instant::now() + time;
        while !cancelled.load(Ordering::Relaxed) {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            thread::sleep(left.min(TICK));
        }
    }

    fn jitter(&self) -> u32 {
        let chance = RandomState::new().build_hasher().finish() % 1_000;
        u32::try_from(chance).unwrap_or_default()
    }
}
