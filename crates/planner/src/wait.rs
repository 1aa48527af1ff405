//! Tells once a second that nothing has come yet.

use std::time::Instant;

use crate::answer::Progress;

pub(crate) struct Waiting {
    /// When it began; `None` once something has come.
    since: Option<Instant>,
    told: u64,
}

impl Waiting {
    pub(crate) fn new() -> Self {
        Self {
            since: Some(Instant::now()),
            told: 0,
        }
    }

    pub(crate) fn is_over(&mut self) {
        self.since = None;
    }

    pub(crate) fn tell(&mut self, watch: &mut dyn FnMut(Progress<'_>)) {
        let seconds = self.since.map_or(0, |since| since.elapsed().as_secs());
        if seconds > self.told {
            self.told = seconds;
            watch(Progress::Waiting { seconds });
        }
    }
}
