//! The last line of a terminal while a plan runs: how far it is, who works on what, for how long, and what it costs.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use engine::run::News;
use model::{Cost, Counts, TaskNumber};
use render::run::{BusyAgent, Terms, run_status};
use render::show::style::{BUSY, DIM, paint};
use render::show::width::clip;

use crate::terminal::{self, FRAME, FRAMES, WIPE, show};

/// The frame and a blank before it, a `^C` that the terminal may write behind it, and a column that stays free: a line that
/// wraps cannot be cleared.
const BESIDE: usize = 5;

pub struct Live {
    picture: Arc<Mutex<Picture>>,
    over: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

struct Picture {
    since: Instant,
    counts: Counts,
    /// With the number that the door shows.
    busy: BTreeMap<TaskNumber, (TaskNumber, String, Instant)>,
    terms: Terms,
    cost: Option<Cost>,
    /// Somebody is being asked, and nothing may be drawn.
    is_still: bool,
}

impl Live {
    pub fn start(terms: Terms) -> Self {
        let picture = Arc::new(Mutex::new(Picture {
            since: Instant::now(),
            counts: Counts::default(),
            busy: BTreeMap::new(),
            terms,
            cost: None,
            is_still: false,
        }));
        let (over, stopped) = mpsc::channel();
        let shared = Arc::clone(&picture);
        let thread = std::thread::spawn(move || {
            for frame in FRAMES.iter().cycle() {
                lock(&shared).draw(frame);
                if stopped.recv_timeout(FRAME) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
        });
        Self {
            picture,
            over: Some(over),
            thread: Some(thread),
        }
    }

    /// Lines that stay, above the one that moves.
    pub fn print(&self, news: &News, lines: &str) {
        let mut picture = lock(&self.picture);
        picture.take(news);
        if !lines.is_empty() {
            show(&format!("{WIPE}{lines}"));
        }
    }

    /// Leaves the terminal to a question.
    pub fn pause<T>(&self, ask: impl FnOnce() -> T) -> T {
        lock(&self.picture).still(true);
        let answer = ask();
        lock(&self.picture).still(false);
        answer
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        drop(self.over.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        show(WIPE);
    }
}

impl Picture {
    fn take(&mut self, news: &News) {
        match news {
            News::Begins { counts, .. } | News::Replanned { counts, .. } => self.counts = *counts,
            News::Started { step, agent } => {
                let shown = self.terms.number(step);
                self.busy.insert(step.number, (shown, agent.clone(), Instant::now()));
            }
            News::Ended { step, counts, cost, .. } => {
                self.busy.remove(&step.number);
                (self.counts, self.cost) = (*counts, *cost);
            }
            News::Output { .. }
            | News::OutputLeftOut { .. }
            | News::Checking { .. }
            | News::Checked { .. }
            | News::Resolved { .. }
            | News::Replanning { .. }
            | News::PlanFile(_)
            | News::Remark(_) => {}
        }
    }

    fn still(&mut self, is_still: bool) {
        self.is_still = is_still;
        show(WIPE);
    }

    fn draw(&self, frame: &str) {
        // Before anything is known, there is nothing to show.
        if self.is_still || self.counts.total() == 0 {
            return;
        }
        let busy: Vec<BusyAgent<'_>> = self
            .busy
            .values()
            .map(|(number, agent, since)| BusyAgent {
                number: *number,
                agent,
                elapsed_ms: millis(*since),
            })
            .collect();
        let status = run_status(self.counts, &busy, millis(self.since), self.cost);
        let status = clip(&status, terminal::columns().saturating_sub(BESIDE));
        show(&format!("{WIPE}{} {}", paint(BUSY, frame), paint(DIM, status)));
    }
}

fn millis(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}

fn lock(picture: &Mutex<Picture>) -> MutexGuard<'_, Picture> {
    picture.lock().unwrap_or_else(PoisonError::into_inner)
}
