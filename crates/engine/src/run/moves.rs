//! What agents have done, told to the plan.

use std::ops::ControlFlow::{Break, Continue};

use model::{AgentName, Driven, Fence, Move, Refusal, Refusals, TaskNumber};

use super::End;
use super::crew::{Ended, Fate};
use super::driver::{Driver, Passed, Phase, Then, UnderWay};
use super::error::{Interrupted, RunFault};
use super::judging::{Hold, moves};
use super::onlooker::{News, StepFate};
use super::picture::driven;
use super::prepare::Prepared;
use super::remark::{LostReason, Remark, RestartReason};
use crate::error::EngineError;

/// A step that is over, and has not been stored yet.
pub(super) struct Closing {
    pub step: UnderWay,
    pub came: Fate,
    /// What it comes to, by the plan as it was looked at last.
    pub fate: StepFate,
    /// Empty if the plan is left as it is.
    pub moves: Vec<Driven>,
    /// What the user should know of it.
    pub remarks: Vec<Remark>,
}

/// What the store said to moves.
pub(super) enum Stored {
    /// With the fence of the claims that begin.
    All(Option<Fence>),
    /// Others have changed the plan since it was looked at.
    Stale,
    /// Nothing was stored.
    Refused(Refusals),
}

impl Driver<'_> {
    /// The step does not run any more. What it came to is stored later, together with what begins.
    pub(super) fn closing(&mut self, ended: Ended) -> Option<Closing> {
        let step = self.under_way.remove(&ended.number)?;
        self.driving.running.remove(&ended.number);
        self.pulse.end(&step.agent);
        self.reconsider();
        match &ended.fate {
            // Whoever has lost a step is asked about it in vain.
            Fate::Declined { is_absent } if !step.is_stopped => {
                let (step, is_absent) = (step.line.clone(), *is_absent);
                self.stop(End::Declined { step, is_absent });
            }
            Fate::Done(_)
            | Fate::Failed { .. }
            | Fate::Unstarted { .. }
            | Fate::Stopped
            | Fate::Declined { .. }
            | Fate::Unknown { .. } => {}
        }
        Some(Closing {
            step,
            came: ended.fate,
            fate: StepFate::Unknown,
            moves: Vec::new(),
            remarks: Vec::new(),
        })
    }

    /// Stores what has ended and what begins as one operation.
    pub(super) fn store(&mut self, prepared: Vec<Prepared>, then: Then) -> Result<Passed, RunFault> {
        let mut moves = self.ends();
        moves.extend(prepared.iter().map(Prepared::driven));
        match self.drive(moves)? {
            Stored::All(fence) => {
                self.tell_all()?;
                self.line_up_all(prepared, fence);
                self.go_on(then)
            }
            Stored::Stale => Ok(Continue(Phase::Looking)),
            // Whatever was to come next was decided on what could not be stored.
            Stored::Refused(_) => {
                self.store_singly()?;
                Ok(Continue(Phase::Looking))
            }
        }
    }

    /// What all that has ended comes to. Two steps of one agent name the same things that it leaves.
    pub(super) fn ends(&self) -> Vec<Driven> {
        let mut ends: Vec<Driven> = Vec::new();
        for driven in self.closings.iter().flat_map(|closing| &closing.moves) {
            if !ends.contains(driven) {
                ends.push(driven.clone());
            }
        }
        ends
    }

    fn go_on(&mut self, then: Then) -> Result<Passed, RunFault> {
        match then {
            Then::Watch => Ok(Continue(Phase::Watching)),
            Then::Ask(tasks) => Ok(Continue(Phase::Asking(tasks))),
            Then::Replan(task) => Ok(Continue(Phase::Replanning(task))),
            Then::Stop(end) => Ok(Break(end)),
            Then::Fail(fault) => Err(fault),
        }
    }

    fn line_up_all(&mut self, prepared: Vec<Prepared>, fence: Option<Fence>) {
        for one in prepared {
            let Some(step) = fence.map(|fence| one.into_step(fence)) else {
                continue;
            };
            // A claim that was there before is not ours to work under.
            if !self.picture.is_claimed(step.task.number, &step.agent.name, step.fence) {
                continue;
            }
            self.driving.iterations = self.driving.iterations.saturating_sub(1);
            self.tally.started += 1;
            self.chosen.remove(&step.task.number);
            self.line_up(step);
        }
    }

    /// One of them was refused, so that each has to speak for itself.
    pub(super) fn store_singly(&mut self) -> Result<(), RunFault> {
        while !self.closings.is_empty() {
            let mut closing = self.closings.remove(0);
            let stored = self.store_one(&mut closing);
            match stored {
                Ok(()) => self.tell(closing)?,
                Err(fault) => {
                    self.closings.insert(0, closing);
                    return Err(fault);
                }
            }
        }
        Ok(())
    }

    fn store_one(&mut self, closing: &mut Closing) -> Result<(), RunFault> {
        loop {
            self.picture.refresh(&mut self.engine)?;
            self.judge(closing)?;
            match self.drive(closing.moves.clone())? {
                Stored::All(_) => return Ok(()),
                Stored::Stale => {}
                Stored::Refused(refusals) => {
                    if self.settle_for_less(closing, &refusals)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// What the plan does not take although the step is still ours. Whether that is all that can be done.
    fn settle_for_less(&mut self, closing: &mut Closing, refusals: &Refusals) -> Result<bool, RunFault> {
        let why = self.refused_move(refusals.clone());
        let hold = self.hold(&closing.step)?;
        if !matches!(hold, Hold::Kept | Hold::CalledDone(_)) {
            let why = LostReason::Refused(why);
            closing.fate = StepFate::Lost { why };
            return Ok(true);
        }
        // It waits for something again, and can be done then. Whatever else is wrong with it would be wrong again.
        let is_early = matches!(refusals.first(), Refusal::NotReady { .. });
        let to = match is_early {
            true => Move::Reopen,
            false => Move::fail(why.reasons()),
        };
        let moves = moves(&closing.step, &hold, to);
        match (self.drive(moves)?, is_early) {
            (Stored::All(_), true) => {
                closing.fate = StepFate::Released;
                let title = closing.step.line.title.clone();
                closing.remarks = vec![Remark::Restarted(title, RestartReason::Refused(why))];
            }
            (Stored::All(_), false) => {
                closing.fate = StepFate::Failed {
                    error: why.reasons(),
                    files: Vec::new(),
                    undeclared: Vec::new(),
                };
            }
            (Stored::Stale, _) => return Ok(false),
            (Stored::Refused(refusals), _) => {
                closing.fate = StepFate::Lost {
                    why: LostReason::Refused(self.refused_move(refusals)),
                };
            }
        }
        Ok(true)
    }

    /// Hands a claim back that an earlier driver began.
    pub(super) fn hand_back(&mut self, agent: &AgentName, task: TaskNumber, fence: Fence) -> Result<Stored, RunFault> {
        self.drive(vec![driven(agent, task, Some(fence), Move::Reopen)])
    }

    /// The plan cannot be told any more.
    pub(super) fn lose_all(&mut self, error: &RunFault) {
        for closing in &mut self.closings {
            closing.fate = StepFate::Lost {
                why: LostReason::RunFailed(error.to_string()),
            };
        }
        // Whoever watches hears of it if there is still a plan to count.
        let _ = self.tell_all();
        self.closings.clear();
    }

    pub(super) fn drive(&mut self, moves: Vec<Driven>) -> Result<Stored, RunFault> {
        if moves.is_empty() {
            return Ok(Stored::All(None));
        }
        match self.picture.drive(&mut self.engine, moves) {
            Ok(fence) => Ok(Stored::All(fence)),
            Err(EngineError::Refused { refusals, .. }) => Ok(match refusals.first() {
                Refusal::VersionConflict { .. } => Stored::Stale,
                _ => Stored::Refused(refusals),
            }),
            Err(error) => Err(error.into()),
        }
    }

    fn tell_all(&mut self) -> Result<(), RunFault> {
        let closings = std::mem::take(&mut self.closings);
        closings.into_iter().try_for_each(|closing| self.tell(closing))
    }

    fn tell(&mut self, closing: Closing) -> Result<(), RunFault> {
        let Closing {
            step, fate, remarks, ..
        } = closing;
        match &fate {
            StepFate::Done { .. } => self.tally.done += 1,
            StepFate::Failed { .. } => self.tally.failed += 1,
            StepFate::Released | StepFate::Unstarted { .. } => self.tally.released += 1,
            StepFate::Lost { .. } | StepFate::Unknown | StepFate::Unchecked => {}
        }
        remarks.into_iter().for_each(|remark| self.remark(remark));
        self.scene.tell(&News::Ended {
            elapsed_ms: self.elapsed_ms(step.since),
            counts: self.picture.thread_state()?.counts,
            cost: self.cost(),
            agent: step.agent.to_string(),
            step: step.line,
            fate,
        });
        Ok(())
    }

    /// Nothing more is begun, for whatever reason.
    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.is_some() || self.scene.is_cancelled()
    }

    /// The first reason counts.
    pub(super) fn stop(&mut self, end: End) {
        self.stopping.get_or_insert(end);
    }

    /// Somebody must say what became of it.
    pub(super) fn stop_for(&mut self, step: &UnderWay, command: Option<String>) {
        let unknown = Interrupted {
            step: step.line.clone(),
            agent: step.agent.to_string(),
            command,
        };
        match &mut self.stopping {
            Some(End::Unknown(tasks)) if tasks.contains(&unknown) => {}
            Some(End::Unknown(tasks)) => tasks.push(unknown),
            // Whoever is asked to say what became of it must hear of it.
            stopping => *stopping = Some(End::Unknown(vec![unknown])),
        }
    }
}
