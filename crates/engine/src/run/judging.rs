//! Whose a step is by the plan as it is now, and what the end of its agent comes to.
//!
//! Agents and people speak to the plan while agents work. So it is asked at every look whether a step still belongs to
//! whoever works on it, and again when its end is stored.

use dialect::records::{StepBuilder, with_builders};
use model::{Driven, Failure, Move, Outcome, Standing, Task, TaskNumber, TaskState, limits};

use super::crew::{Fate, Part, Produce};
use super::driver::{Driver, UnderWay};
use super::error::RunFault;
use super::moves::Closing;
use super::onlooker::StepFate;
use super::picture::{Reopened, driven};
use super::remark::{LostReason, Remark, RestartReason};
use super::strays::{self, Stray};
use super::{End, Lack};

/// Whose a step is that was given to an agent.
#[derive(Debug)]
pub(super) enum Hold {
    /// Its agent's, under the claim that it was begun with.
    Kept,
    /// Its agent has called it done through another door. What its checks say counts all the same.
    CalledDone(Outcome),
    /// Its agent has called it failed through another door.
    CalledFailed(Failure),
    /// Its agent has opened it again.
    HandedBack,
    /// Another agent or a person changed it.
    Lost(LostReason),
}

/// What a step comes to.
struct Verdict {
    fate: StepFate,
    /// `None` if the plan is left as it is.
    to: Option<Move>,
    /// What the user should know of it.
    remarks: Vec<Remark>,
    /// It is judged otherwise by now.
    is_anew: bool,
}

impl Driver<'_> {
    /// By the plan as it was looked at last.
    pub(super) fn hold(&mut self, step: &UnderWay) -> Result<Hold, RunFault> {
        let Some(task) = self.picture.task(step.line.number)? else {
            return Ok(Hold::Lost(LostReason::NotInPlan));
        };
        Ok(match &task.state {
            TaskState::Doing(claim) if claim.agent == step.agent && claim.fence == step.fence => Hold::Kept,
            TaskState::Doing(claim) => Hold::Lost(LostReason::ClaimedBy(claim.agent.clone())),
            TaskState::Done(outcome) if outcome.by == step.agent => Hold::CalledDone(outcome.clone()),
            TaskState::Done(outcome) => Hold::Lost(LostReason::FinishedBy(outcome.by.clone())),
            TaskState::Failed(failure) if failure.by == step.agent => Hold::CalledFailed(failure.clone()),
            TaskState::Failed(failure) => Hold::Lost(LostReason::FailedBy(failure.by.clone())),
            TaskState::Dropped(dropped) => Hold::Lost(LostReason::DroppedBy(dropped.by.clone())),
            TaskState::Todo => {
                let given = (&step.agent, step.fence);
                match self.picture.reopened_by(&mut self.engine, step.line.number, given)? {
                    Some(Reopened::ByItself) => Hold::HandedBack,
                    Some(Reopened::By(by)) => Hold::Lost(LostReason::ReopenedBy(Some(by))),
                    None => Hold::Lost(LostReason::ReopenedBy(None)),
                }
            }
        })
    }

    /// Whether nobody wants what its agent would come to.
    pub(super) fn is_in_vain(&mut self, step: &UnderWay) -> Result<bool, RunFault> {
        let is_kept = matches!(self.hold(step)?, Hold::Kept | Hold::CalledDone(_));
        Ok(!is_kept || self.is_judged_otherwise(step))
    }

    /// What was checked is not what the plan asks for by now.
    fn is_judged_otherwise(&self, step: &UnderWay) -> bool {
        let task = self.picture.task(step.line.number).ok().flatten();
        task.is_some_and(|task| task.brief.acceptance != step.acceptance)
    }

    pub(super) fn judge_all(&mut self) -> Result<(), RunFault> {
        let mut closings = std::mem::take(&mut self.closings);
        let judged = closings.iter_mut().try_for_each(|closing| self.judge(closing));
        self.closings = closings;
        judged
    }

    /// What the step comes to as the plan is now. It is asked again whenever the plan has changed.
    pub(super) fn judge(&mut self, closing: &mut Closing) -> Result<(), RunFault> {
        let Closing { step, came, .. } = &*closing;
        let hold = self.hold(step)?;
        match (came, &hold) {
            (_, Hold::HandedBack) => self.remember_handed_back(step),
            (Fate::Unstarted { why }, _) => {
                self.unstarted.insert(step.agent.clone(), why.clone());
                self.lacks_program(step.line.number, &step.agent);
            }
            (Fate::Unknown { command }, Hold::Kept) => self.stop_for(step, command.clone()),
            // What stays as it was is for the next run. This one would take it for free when its lease has run out.
            (Fate::Stopped, Hold::Kept) if step.part != Part::All && !self.is_stopping() => self.stop_for(step, None),
            // Nothing may build on it before the next run has checked it.
            (Fate::Stopped | Fate::Unknown { .. }, Hold::CalledDone(_)) if step.has_checks() && !self.is_stopping() => {
                self.stop(End::Unchecked(step.line.clone()));
            }
            _ => {}
        }
        let is_anew = self.is_judged_otherwise(step);
        let mut verdict = match (came, &hold) {
            (Fate::Unknown { .. }, Hold::Kept) => untouched(StepFate::Unknown),
            (_, Hold::Lost(why)) => untouched(StepFate::Lost { why: why.clone() }),
            (_, Hold::HandedBack) => handed_back(step),
            (_, Hold::CalledFailed(failure)) => untouched(said_failed(failure)),
            (Fate::Failed { error, produce }, _) => failed(error, produce.clone()),
            (_, Hold::Kept | Hold::CalledDone(_)) if is_anew => begun_anew(step),
            (Fate::Done(produce), _) => done(produce.clone()),
            (Fate::Unstarted { why }, _) => unstarted(why),
            // The word of an agent counts where nothing says otherwise.
            (Fate::Stopped | Fate::Unknown { .. }, Hold::CalledDone(_)) => match step.has_checks() {
                true => untouched(StepFate::Unchecked),
                false => done(Produce::default()),
            },
            // What an earlier run began stays as it was: handed back, it would be done from its beginning.
            (Fate::Stopped, Hold::Kept) if step.part != Part::All => untouched(StepFate::Unknown),
            (Fate::Stopped | Fate::Declined { .. }, _) => released(),
        };
        if verdict.is_anew {
            self.remember_begun_anew(step);
        }
        self.tell_of_builders(step, &mut verdict);
        let Verdict {
            fate, to, mut remarks, ..
        } = verdict;
        let mut moves = to.map(|to| moves(step, &hold, to)).unwrap_or_default();
        let strays = self.strays(&closing.step, &closing.came)?;
        moves.extend(strays.iter().map(Stray::released));
        remarks.extend(strays::told(&strays));
        (closing.fate, closing.moves, closing.remarks) = (fate, moves, remarks);
        Ok(())
    }

    /// What others built on a step that turns out not to be done stays as it is, and is told of: in the plan, beside the
    /// reason, and to whoever watches.
    fn tell_of_builders(&self, step: &UnderWay, verdict: &mut Verdict) {
        let builders = self.builders(step.line.number);
        if builders.is_empty() {
            return;
        }
        match (&mut verdict.fate, &mut verdict.to) {
            (StepFate::Failed { error, .. }, Some(Move::Fail { error: kept, .. })) => {
                *kept = with_builders(kept, &builders);
                error.clone_from(kept);
            }
            (StepFate::Released | StepFate::Unstarted { .. }, Some(Move::Reopen)) => {
                let title = step.line.title.clone();
                verdict.remarks.push(Remark::BuiltOn(title, builders));
            }
            _ => {}
        }
    }

    /// Those that wait for the step, and were begun or finished all the same.
    fn builders(&self, number: TaskNumber) -> Vec<StepBuilder> {
        let is_builder = |task: &&Task| {
            let has_begun = matches!(task.standing(), Standing::Doing | Standing::Done);
            has_begun && task.after.contains(&number)
        };
        let tasks = self.picture.tasks().ok();
        let rows = tasks.into_iter().flat_map(model::Tasks::rows);
        rows.filter(is_builder).filter_map(builder).collect()
    }

    /// An agent that changes its own criteria would be paid for the same step until no attempt is left.
    fn remember_begun_anew(&mut self, step: &UnderWay) {
        const MOST: usize = 3;
        let claims = self.begun_anew.entry(step.line.number).or_default();
        claims.insert(step.fence);
        let times = claims.len();
        if times >= MOST {
            self.lack(step.line.number, Lack::Restless { times });
        }
    }

    /// An agent that gives its step back would do so again, and be paid for it every time.
    fn remember_handed_back(&mut self, step: &UnderWay) {
        let mut by = match self.lacks.remove(&step.line.number) {
            Some(Lack::HandedBack { by }) => by,
            _ => Vec::new(),
        };
        if !by.contains(&step.agent) {
            by.push(step.agent.clone());
        }
        self.lack(step.line.number, Lack::HandedBack { by });
    }
}

fn builder(task: &Task) -> Option<StepBuilder> {
    let title = task.brief.title.clone();
    match &task.state {
        TaskState::Doing(claim) => Some(StepBuilder::InProgress(title, claim.agent.clone())),
        TaskState::Done(outcome) => Some(StepBuilder::Done(title, outcome.by.clone())),
        _ => None,
    }
}

pub(super) fn moves(step: &UnderWay, hold: &Hold, to: Move) -> Vec<Driven> {
    let to = match hold {
        Hold::CalledDone(outcome) => reported(to, outcome),
        _ => to,
    };
    vec![driven(&step.agent, step.line.number, Some(step.fence), to)]
}

fn untouched(fate: StepFate) -> Verdict {
    Verdict {
        fate,
        to: None,
        remarks: Vec::new(),
        is_anew: false,
    }
}

fn released() -> Verdict {
    Verdict {
        fate: StepFate::Released,
        to: Some(Move::Reopen),
        remarks: Vec::new(),
        is_anew: false,
    }
}

fn unstarted(why: &str) -> Verdict {
    Verdict {
        fate: StepFate::Unstarted { why: why.to_owned() },
        ..released()
    }
}

fn begun_anew(step: &UnderWay) -> Verdict {
    Verdict {
        remarks: vec![Remark::Restarted(
            step.line.title.clone(),
            RestartReason::CriteriaChanged,
        )],
        is_anew: true,
        ..released()
    }
}

fn handed_back(step: &UnderWay) -> Verdict {
    Verdict {
        remarks: vec![Remark::ReleasedByAgent(step.line.title.clone(), step.agent.clone())],
        ..untouched(StepFate::Released)
    }
}

fn said_failed(failure: &Failure) -> StepFate {
    StepFate::Failed {
        error: failure.error.clone(),
        files: failure.files.clone(),
        undeclared: Vec::new(),
    }
}

fn done(produce: Produce) -> Verdict {
    Verdict {
        to: Some(Move::Finish {
            note: produce.outcome(),
            files: produce.files.clone(),
            evidence: produce.evidence,
        }),
        fate: StepFate::Done {
            note: produce.note,
            files: produce.files,
            undeclared: produce.undeclared,
        },
        remarks: Vec::new(),
        is_anew: false,
    }
}

fn failed(error: &str, produce: Produce) -> Verdict {
    Verdict {
        to: Some(Move::Fail {
            error: error.to_owned(),
            files: produce.files.clone(),
            evidence: produce.evidence,
        }),
        fate: StepFate::Failed {
            error: error.to_owned(),
            files: produce.files,
            undeclared: produce.undeclared,
        },
        remarks: Vec::new(),
        is_anew: false,
    }
}

/// What the agent has said of its work itself is said best.
fn reported(to: Move, outcome: &Outcome) -> Move {
    let all = |mut files: Vec<String>| {
        let said = outcome.files.iter().filter(|file| !files.contains(file));
        let said: Vec<String> = said.cloned().collect();
        files.extend(said);
        files.truncate(limits::LIST_ENTRIES);
        files
    };
    match to {
        Move::Finish { note, files, evidence } => Move::Finish {
            note: outcome.note.clone().or(note),
            files: all(files),
            evidence,
        },
        Move::Fail { error, files, evidence } => Move::Fail {
            error,
            files: all(files),
            evidence,
        },
        other => other,
    }
}
