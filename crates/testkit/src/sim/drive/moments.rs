//! Events between two phases: time passes, heartbeats arrive or fail, and a second driver tries to start.

use std::sync::atomic::AtomicBool;

use engine::run::{Counting, Crew, Pulse, RunFault, RunRequest, Step};
use engine::turns::{SandboxWish, Workbench};
use engine::{EngineError, Target};
use model::conclude::StepEnd;
use model::{Standing, TaskNumber, limits};

use super::Carelessness;
use super::ground::{Ground, Shared, name};
use super::watcher::Watcher;
use crate::sim::broken::{Broken, Law};

const MINUTE_MS: i64 = 60 * 1000;
/// The heartbeat is due every minute. This larger interval is enough to detect a missing one.
const BEAT_MS: i64 = 10 * MINUTE_MS;

/// Mostly minutes. Sometimes more than a lease, exactly to the end of a lease, or a little back.
pub(super) fn pass_time(shared: &Shared, pulse: &Pulse) {
    let mut ground = shared.ground();
    let mut left_ms = match ground.dice.weighted(&[60, 28, 6, 4, 2]) {
        0 => return,
        1 => ground.dice.below_i64(3 * MINUTE_MS),
        2 => limits::LEASE_MS + MINUTE_MS,
        3 => ground.end_of_a_lease_ms(),
        _ => -ground.dice.below_i64(MINUTE_MS),
    };
    if !ground.is_calm && ground.dice.percent(35) {
        return ground.sleep(left_ms);
    }
    let is_long = left_ms > BEAT_MS;
    loop {
        let leap_ms = left_ms.min(BEAT_MS - ground.record.since_beat_ms);
        ground.leap(leap_ms);
        left_ms -= leap_ms;
        ground.record.since_beat_ms += leap_ms.max(0);
        if ground.record.since_beat_ms >= BEAT_MS {
            ground.record.since_beat_ms = 0;
            if ground.carelessness != Carelessness::Heartless {
                pulse.beat();
            }
        }
        if left_ms <= 0 {
            break;
        }
    }
    let followed = ground.follow();
    ground.check(followed);
    if is_long {
        ground.others_act(60);
    }
}

/// Checks that a second driver cannot work on the same plan.
pub(super) fn second_driver(shared: &Shared, bench: &Workbench) {
    let mut ground = shared.ground();
    if ground.is_calm || !ground.dice.percent(2) {
        return;
    }
    if ground.carelessness == Carelessness::Unlocked {
        ground.take_locks_away();
    }
    drop(ground);
    let request = RunRequest {
        target: &Target::default(),
        by: &name("second"),
        only: None,
        jobs: None,
        iterations: None,
        approval: None,
        sandbox: SandboxWish::Off,
        resolve: None,
        counting: Counting::Numbers,
        cancelled: &AtomicBool::new(false),
    };
    let tried = bench.run_with(&request, None, &mut Watcher(shared.clone()), |driver| {
        driver.advance(&mut Nobody)
    });
    let mut ground = shared.ground();
    ground.seen.refused_drivers += 1;
    let is_refused = matches!(tried, Err(EngineError::Run(RunFault::Held(_))));
    ground.hold(Law::Alone, is_refused, || {
        format!("a second driver was let in: {tried:?}")
    });
}

struct Nobody;

impl Crew for Nobody {
    fn begin(&mut self, _step: Step) {}

    fn stop(&mut self, _number: TaskNumber) {}

    fn ended(&mut self) -> Vec<(TaskNumber, StepEnd)> {
        Vec::new()
    }
}

impl Ground {
    pub fn between_runs(&mut self) -> Result<(), Broken> {
        match self.is_calm {
            true => {
                self.leap(limits::LEASE_MS + MINUTE_MS);
                self.remove_obstacles()?;
            }
            false => {
                self.interlude();
                let ms = self.dice.one_of([0, MINUTE_MS, limits::LEASE_MS]);
                self.leap(ms);
                self.interlude();
            }
        }
        Ok(())
    }

    pub fn is_complete(&self) -> bool {
        let is_open = |task: &model::Task| !matches!(task.standing(), Standing::Done | Standing::Dropped);
        self.some(is_open).is_empty()
    }

    /// A sleeping machine sends no heartbeats, while other machines go on.
    fn sleep(&mut self, ms: i64) {
        self.record.has_slept = true;
        self.record.active.values_mut().for_each(|step| step.is_steady = false);
        self.leap(ms);
        self.others_act(60);
    }

    fn leap(&mut self, ms: i64) {
        let at = self.now().plus_millis(ms);
        self.hands.set(at);
        self.latest = self.latest.max(at);
    }

    fn end_of_a_lease_ms(&mut self) -> i64 {
        let at = self.now();
        let ends = self
            .audit
            .tasks()
            .filter_map(|task| task.claim().map(|claim| claim.until.millis_since(at)));
        let ends: Vec<i64> = ends.filter(|ms| *ms > 0).collect();
        let early = self.dice.below_i64(2);
        self.dice.pick(&ends).map_or(MINUTE_MS, |ms| ms - early)
    }

    /// Removes lock files, as a cleanup script might do.
    fn take_locks_away(&self) {
        let folder = self.store.database().parent();
        let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok());
        for entry in entries.into_iter().flatten().flatten() {
            if entry.path().extension().is_some_and(|ending| ending == "lock") {
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }
}
