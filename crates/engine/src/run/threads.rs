//! Agents that really work, each in a thread of its own.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, Scope};
use std::time::Duration;

use model::TaskNumber;
use model::conclude::StepEnd;

use super::RunEnd;
use super::crew::{Crew, Step};
use super::driver::Driver;
use super::error::RunFault;
use super::scene::Scene;
use super::work::work;
use crate::planner::Opened;

/// How soon it is noticed that somebody is to stop where no agent ends.
const TICK: Duration = Duration::from_millis(100);

struct Threads<'scope, 'env, 'a> {
    scope: &'scope Scope<'scope, 'env>,
    scene: &'scope Scene<'a>,
    opened: Option<&'scope Opened>,
    /// What each of those who work looks at to know that it is to stop.
    cancelled: BTreeMap<TaskNumber, Arc<AtomicBool>>,
    sender: Sender<(TaskNumber, StepEnd)>,
    receiver: Receiver<(TaskNumber, StepEnd)>,
}

/// To the end of the run, with a heart that beats beside it.
pub(super) fn go(driver: &mut Driver<'_>) -> Result<RunEnd, RunFault> {
    let (scene, opened) = (driver.scene, driver.opened);
    let pulse = Arc::clone(driver.pulse());
    thread::scope(|scope| {
        let (_alive, over) = mpsc::channel();
        scope.spawn(move || pulse.keep_beating(&over));
        let _round = scene.mailbox.begin_round();
        scope.spawn(|| scene.mailbox.carry());
        let (sender, receiver) = mpsc::channel();
        let mut crew = Threads {
            scope,
            scene,
            opened,
            cancelled: BTreeMap::new(),
            sender,
            receiver,
        };
        loop {
            if let Some(sum) = driver.advance(&mut crew)? {
                driver.write_files();
                return Ok(sum);
            }
            driver.follow_plan();
        }
    })
}

impl Crew for Threads<'_, '_, '_> {
    fn begin(&mut self, step: Step) {
        let (scene, opened, sender) = (self.scene, self.opened, self.sender.clone());
        self.cancelled.insert(step.task.number, Arc::clone(&step.cancelled));
        self.scope.spawn(move || {
            let planner = opened.map(|opened| opened.planner.as_ref());
            let worked = panic::catch_unwind(AssertUnwindSafe(|| work(scene, planner, &step)));
            // A bug of ours has told of itself. The run must not wait for ever.
            let end = worked.unwrap_or(StepEnd::Unknown { command: None });
            // Sending fails if the driver is gone.
            let _ = sender.send((step.task.number, end));
        });
    }

    fn stop(&mut self, number: TaskNumber) {
        if let Some(cancelled) = self.cancelled.get(&number) {
            cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Waits for somebody, and takes all that have ended meanwhile.
    fn ended(&mut self) -> Vec<(TaskNumber, StepEnd)> {
        let first = self.receiver.recv_timeout(TICK).ok();
        let ended: Vec<(TaskNumber, StepEnd)> = first.into_iter().chain(self.receiver.try_iter()).collect();
        for (number, _) in &ended {
            self.cancelled.remove(number);
        }
        ended
    }
}
