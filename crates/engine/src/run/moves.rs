//! What agents have done, told to the plan.

use model::{Driven, Fence, Move, TaskState};

use super::End;
use super::driver::{Driver, UnderWay};
use super::error::{Interrupted, RunFault};
use super::onlooker::{News, StepFate};
use super::picture::driven;
use super::prepare::Prepared;
use super::work::{Ended, Fate};
use crate::error::EngineError;

/// A step that is over, and has not been stored yet.
pub(super) struct Closing {
    step: UnderWay,
    fate: StepFate,
    /// None if the plan is left as it is.
    pub moves: Vec<Driven>,
}

impl Driver<'_> {
    /// The step does not run any more. What it came to is stored later, together with what begins.
    pub fn closing(&mut self, ended: Ended) -> Option<Closing> {
        let step = self.under_way.remove(&ended.number)?;
        self.driving.running.remove(&ended.number);
        self.busy.end(&step.agent);
        self.reconsider();
        let (fate, to) = match ended.fate {
            Fate::Done(_) if self.is_judged_otherwise(&step) => {
                let remark = "its acceptance criteria were changed while it was worked on";
                self.scene
                    .tell(&News::Remark(format!("“{}” is begun anew: {remark}", step.line.title)));
                (StepFate::Released, Some(Move::Reopen))
            }
            Fate::Done(produce) => {
                let to = Move::Finish {
                    note: produce.outcome(),
                    files: produce.files.clone(),
                    evidence: produce.evidence,
                };
                let fate = StepFate::Done {
                    note: produce.note,
                    files: produce.files,
                    undeclared: produce.undeclared,
                };
                (fate, Some(to))
            }
            Fate::Failed { error, produce } => {
                let to = Move::Fail {
                    error: error.clone(),
                    files: produce.files.clone(),
                    evidence: produce.evidence,
                };
                let fate = StepFate::Failed {
                    error,
                    files: produce.files,
                    undeclared: produce.undeclared,
                };
                (fate, Some(to))
            }
            Fate::Stopped => (StepFate::Released, Some(Move::Reopen)),
            Fate::Declined { is_absent } => {
                let step = step.line.clone();
                self.stop(End::Declined { step, is_absent });
                (StepFate::Released, Some(Move::Reopen))
            }
            Fate::Unknown { command } => {
                self.stop_for(&step, command);
                (StepFate::Unknown, None)
            }
        };
        let moves = to.map(|to| self.moves(&step, to)).unwrap_or_default();
        Some(Closing { step, fate, moves })
    }

    /// An agent may have called its own task done through another door. What counts is what its checks said, so that is
    /// taken back first.
    fn moves(&self, step: &UnderWay, to: Move) -> Vec<Driven> {
        let number = step.line.number;
        let one = |fence, to| driven(&step.agent, number, fence, to);
        let state = self.picture.task(number).ok().flatten().map(|task| &task.state);
        match (state, &to) {
            (Some(TaskState::Done(outcome)), Move::Finish { .. } | Move::Fail { .. }) if outcome.by == step.agent => {
                vec![one(Some(step.fence), Move::Reopen), one(None, to)]
            }
            _ => vec![one(Some(step.fence), to)],
        }
    }

    /// What was checked is not what the plan asks for by now.
    fn is_judged_otherwise(&self, step: &UnderWay) -> bool {
        let task = self.picture.task(step.line.number).ok().flatten();
        task.is_some_and(|task| task.brief.acceptance != step.acceptance)
    }

    /// Stores what has ended and what begins as one operation. What was refused is left out, and those who have begun
    /// come back with their fences.
    pub fn store(
        &mut self,
        closings: Vec<Closing>,
        prepared: Vec<Prepared>,
    ) -> Result<Vec<(Prepared, Fence)>, RunFault> {
        let ends = closings.iter().flat_map(|closing| closing.moves.iter().cloned());
        let moves: Vec<Driven> = ends.chain(prepared.iter().map(Prepared::driven)).collect();
        let started = match self.drive_all(moves)? {
            Stored::All(fence) => {
                self.tell_all(closings)?;
                prepared.into_iter().filter_map(|one| Some((one, fence?))).collect()
            }
            Stored::Nothing => self.store_singly(closings, prepared)?,
        };
        Ok(started)
    }

    /// One of them was refused, so that each has to speak for itself.
    fn store_singly(
        &mut self,
        closings: Vec<Closing>,
        prepared: Vec<Prepared>,
    ) -> Result<Vec<(Prepared, Fence)>, RunFault> {
        for mut closing in closings {
            let moves = std::mem::take(&mut closing.moves);
            if !moves.is_empty()
                && let Err(why) = self.drive_some(moves)?
            {
                closing.fate = StepFate::Lost { why };
            }
            self.tell_all(vec![closing])?;
        }
        let mut started = Vec::new();
        for one in prepared {
            // Somebody was quicker. The plan is looked at again before anything else is started.
            if let Ok(Some(fence)) = self.drive_some(vec![one.driven()])? {
                started.push((one, fence));
            }
        }
        Ok(started)
    }

    fn drive_all(&mut self, moves: Vec<Driven>) -> Result<Stored, RunFault> {
        if moves.is_empty() {
            return Ok(Stored::All(None));
        }
        match self.picture.drive(&mut self.engine, moves) {
            Ok(fence) => Ok(Stored::All(fence)),
            Err(EngineError::Refused { .. }) => Ok(Stored::Nothing),
            Err(error) => Err(error.into()),
        }
    }

    /// Or why not.
    fn drive_some(&mut self, moves: Vec<Driven>) -> Result<Result<Option<Fence>, String>, RunFault> {
        self.picture.refresh(&mut self.engine)?;
        match self.picture.drive(&mut self.engine, moves) {
            Ok(fence) => Ok(Ok(fence)),
            Err(EngineError::Refused { refusals, .. }) => Ok(Err(refusals.to_string())),
            Err(error) => Err(error.into()),
        }
    }

    fn tell_all(&mut self, closings: Vec<Closing>) -> Result<(), RunFault> {
        for Closing { step, fate, .. } in closings {
            match &fate {
                StepFate::Done { .. } => self.tally.done += 1,
                StepFate::Failed { .. } => self.tally.failed += 1,
                StepFate::Released => self.tally.released += 1,
                StepFate::Lost { .. } | StepFate::Unknown => {}
            }
            self.scene.tell(&News::Ended {
                elapsed_ms: self.elapsed_ms(step.since),
                counts: self.picture.thread_state()?.counts,
                cost: self.cost(),
                agent: step.agent.to_string(),
                step: step.line,
                fate,
            });
        }
        Ok(())
    }

    /// The first reason counts.
    pub fn stop(&mut self, end: End) {
        self.stopping.get_or_insert(end);
    }

    fn stop_for(&mut self, step: &UnderWay, command: Option<String>) {
        let unknown = Interrupted {
            step: step.line.clone(),
            agent: step.agent.to_string(),
            command,
        };
        match &mut self.stopping {
            Some(End::Unknown(tasks)) => tasks.push(unknown),
            // Whoever is asked to say what became of it must hear of it.
            stopping => *stopping = Some(End::Unknown(vec![unknown])),
        }
    }
}

enum Stored {
    /// With the fence of the claims that begin.
    All(Option<Fence>),
    Nothing,
}
