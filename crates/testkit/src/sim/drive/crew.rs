//! Simulated agents: chance decides when they end and with which result.

use std::collections::{BTreeMap, BTreeSet};

use engine::run::{Crew, DoneBy, Part, Resolution, Step};
use model::conclude::{StepEnd, StepResult};
use model::{Fence, TaskNumber};

use super::Carelessness;
use super::ground::{Ground, Orphan, Shared, TURNS};
use super::record::{Active, AgentResult};
use crate::sim::broken::{Broken, Law, hold};

pub(super) struct Agents {
    pub shared: Shared,
    /// The steps that agents work on.
    pub steps: BTreeMap<TaskNumber, Step>,
    /// Steps of an earlier driver that died.
    pub left: Vec<Step>,
    /// Steps whose end is never reported.
    forgotten: BTreeSet<TaskNumber>,
    /// Steps that must stop.
    stopped: BTreeSet<TaskNumber>,
}

impl Agents {
    pub fn new(shared: &Shared) -> Self {
        Self {
            shared: shared.clone(),
            steps: BTreeMap::new(),
            left: Vec::new(),
            forgotten: BTreeSet::new(),
            stopped: BTreeSet::new(),
        }
    }

    /// Their driver died.
    pub fn die(&mut self) {
        self.left.extend(std::mem::take(&mut self.steps).into_values());
        self.forgotten.clear();
        self.stopped.clear();
    }

    /// A driver must not do this: it restarts steps that were interrupted in an earlier run.
    pub fn repeat(&mut self) {
        for step in std::mem::take(&mut self.left) {
            self.begin(step);
        }
    }
}

impl Crew for Agents {
    fn begin(&mut self, step: Step) {
        let mut ground = self.shared.ground();
        let followed = ground.follow();
        ground.check(followed);
        let begun = ground.begin(&step);
        ground.check(begun);
        drop(ground);
        self.steps.insert(step.task().number, step);
    }

    fn stop(&mut self, number: TaskNumber) {
        let mut ground = self.shared.ground();
        let followed = ground.follow();
        ground.check(followed);
        if ground.carelessness == Carelessness::Deaf {
            return;
        }
        let stopped = ground.stop(number);
        ground.check(stopped);
        self.stopped.insert(number);
    }

    fn ended(&mut self) -> Vec<(TaskNumber, StepEnd)> {
        let mut ground = self.shared.ground();
        let numbers: Vec<TaskNumber> = self.steps.keys().copied().collect();
        let mut ended = Vec::new();
        for number in numbers {
            let is_stopped = self.stopped.contains(&number);
            let percent = match ground.carelessness {
                Carelessness::Deaf => 10,
                _ if is_stopped => 80,
                _ => 45,
            };
            if self.forgotten.contains(&number) || !(ground.is_calm || ground.dice.percent(percent)) {
                continue;
            }
            if ground.carelessness == Carelessness::Forgets {
                self.forgotten.insert(number);
                continue;
            }
            if let Some(step) = self.steps.remove(&number) {
                self.stopped.remove(&number);
                let end = ground.end(&step, is_stopped);
                ended.push((number, end));
            }
        }
        ended
    }
}

impl Ground {
    fn begin(&mut self, step: &Step) -> Result<(), Broken> {
        let (number, fence, agent) = (step.task().number, step.fence(), step.agent());
        self.note(format!("{agent} begins {number} under {fence:?}: {:?}", step.part()));
        match step.part() {
            Part::All => self.begin_new(number, fence)?,
            part => self.resume(number, fence, part)?,
        }
        self.seen.begun += 1;
        // A step that is resumed already has its claim.
        let is_steady = !self.record.has_slept;
        let active = self.record.active.entry(number).or_insert_with(|| Active {
            agent: agent.clone(),
            fence,
            is_working: false,
            is_steady,
            acceptance: Vec::new(),
            phases_obsolete: 0,
            is_stopped: false,
        });
        hold(Law::Once, !active.is_working, || {
            format!("an agent already works on {number}")
        })?;
        active.is_working = true;
        self.record.given.insert(number, (agent.clone(), fence));
        active.acceptance.clone_from(&step.task().brief.acceptance);
        let is_same = active.agent == *agent && active.fence == fence;
        hold(Law::Holder, is_same, || {
            format!("{agent} begins {number} under {fence:?}")
        })?;
        let (working, jobs) = (self.record.working(), self.record.jobs);
        self.seen.together += u64::from(working > 1);
        hold(Law::Apart, working <= jobs, || {
            format!("{working} work with {jobs} jobs")
        })
    }

    /// Starts a step under a claim of this run.
    fn begin_new(&mut self, number: TaskNumber, fence: Fence) -> Result<(), Broken> {
        let is_first = self.begun.insert((number, fence));
        hold(Law::Once, is_first, || {
            format!("{number} was already started under {fence:?}")
        })?;
        let (claimed, now) = (self.audit.claims.get(&(number, fence)).copied(), self.record.number);
        hold(Law::Holder, claimed.is_some(), || {
            format!("{number} has no claim {fence:?}")
        })?;
        hold(Law::Once, claimed == Some(now), || {
            format!("{number} was claimed in run {claimed:?}, and started in run {now}")
        })
    }

    /// Resumes an interrupted step. Only two kinds may resume: agents that work in turns, which record their progress,
    /// and steps that were reported as done and need their checks.
    fn resume(&mut self, number: TaskNumber, fence: Fence, part: Part) -> Result<(), Broken> {
        let is_called_done = self.audit.ever_called_done.contains(&(number, fence));
        let orphan = self.orphans.remove(&number).filter(|orphan| orphan.fence == fence);
        let is_left = |is_so: &dyn Fn(&Orphan) -> bool| orphan.as_ref().is_some_and(is_so);
        let is_allowed = match part {
            Part::All => false,
            Part::Checks(DoneBy::User) => is_left(&|orphan| orphan.word == Some(Resolution::Done)),
            Part::Checks(DoneBy::Agent) => is_called_done,
            Part::Rest(_) => is_left(&|orphan| orphan.agent.as_str() == TURNS),
        };
        self.seen.resumed += 1;
        self.seen.checked_late += u64::from(part == Part::Checks(DoneBy::Agent));
        hold(Law::Once, is_allowed, || {
            format!("{number} resumes with {part:?}, but {orphan:?}")
        })
    }

    /// Ends the agent.
    fn end(&mut self, step: &Step, is_stopped: bool) -> StepEnd {
        let number = step.task().number;
        let acceptance = step.task().brief.acceptance.clone();
        let throw = match (self.is_calm, is_stopped) {
            (true, _) => 0,
            // The agent may finish before it receives the request to stop.
            (false, true) => self.dice.weighted(&[1, 1, 8]),
            (false, false) => self.dice.weighted(&[76, 14, 1, 2, 3]),
        };
        let (came, fate) = match throw {
            0 => (AgentResult::Done { acceptance }, StepEnd::Done(StepResult::default())),
            1 if self.carelessness == Carelessness::Believes => {
                (AgentResult::Failed, StepEnd::Done(StepResult::default()))
            }
            1 => (AgentResult::Failed, StepEnd::failed("exit code 1")),
            // A step of an earlier run is not released, because it would restart from its beginning.
            2 if step.part() != Part::All => (AgentResult::Left { acceptance }, StepEnd::Stopped),
            // The agent was not stopped: for half of the steps the program could not be started.
            2 if !is_stopped && step.fence().0.is_multiple_of(2) => {
                let reason = "there is no program".to_owned();
                (AgentResult::Released, StepEnd::NotStarted { reason })
            }
            2 => (AgentResult::Released, StepEnd::Stopped),
            3 => (
                AgentResult::Released,
                StepEnd::Declined {
                    is_absent: self.dice.percent(50),
                },
            ),
            _ => (AgentResult::Unknown, StepEnd::Unknown { command: None }),
        };
        self.note(format!("{} ends with {number}: {came:?}", step.agent()));
        match &came {
            AgentResult::Unknown | AgentResult::Left { .. } => drop(self.record.unknown.insert(number)),
            AgentResult::Failed => self.seen.failed += 1,
            AgentResult::Done { .. } | AgentResult::Released => {}
        }
        self.record.has_declined |= matches!(fate, StepEnd::Declined { .. });
        self.record.came.insert(number, (step.fence(), came));
        if self.carelessness != Carelessness::Crowds {
            self.record.active.remove(&number);
        }
        fate
    }
}
