//! After a failure: the plan is made anew, if that is allowed and somebody can do it.

use model::conclude::RefusedMove;
use model::{Diagnostic, InvalidId, Refusal, Task, TaskState, ThreadId};

use super::End;
use super::driver::Driver;
use super::observer::News;
use crate::error::{AskError, EngineError, PlanError, ProjectError};
use crate::planner::PlannerError;
use crate::rawko::{Counsel, NewSteps, ReplanRequest, Replanned};

/// Why a failed plan was not replanned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotReplanned {
    /// The run is about one task.
    Alone,
    /// Only the plan of the primary thread is replanned.
    Additional,
    NoPlanner,
    /// It was replanned as often as the user allows.
    Spent(u32),
    Unfit(RefusedMove),
    Unanswered(NoNewPlan),
}

/// Why the planner returned no plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoNewPlan {
    NoAnswer(PlannerError),
    /// The problems of its answer.
    Unreadable(Vec<Diagnostic>),
    InvalidName(InvalidId),
}

impl Driver<'_> {
    /// Why the run is over, unless it can go on.
    pub(super) fn replan(&mut self, task: &Task) -> Result<Option<End>, EngineError> {
        let error = match &task.state {
            TaskState::Failed(failure) => failure.error.clone(),
            _ => String::new(),
        };
        let step = self.line(task);
        let failed = |why: NotReplanned| {
            Ok(Some(End::Failed {
                step: step.clone(),
                error: error.clone(),
                why,
            }))
        };
        let unanswered = |why| failed(NotReplanned::Unanswered(why));
        if self.steps.driving().only.is_some() {
            return failed(NotReplanned::Alone);
        }
        if self.picture.thread != ThreadId::PRIMARY {
            return failed(NotReplanned::Additional);
        }
        if self.scene.opened.is_none() {
            return failed(NotReplanned::NoPlanner);
        }
        let (replans, limit) = (self.replans()?, self.engine.replans()?);
        if replans >= limit {
            return failed(NotReplanned::Spent(replans));
        }
        self.scene.tell(&News::Replanning {
            step: step.clone(),
            error: error.clone(),
        });
        match self.replanned() {
            Ok(replanned) => {
                self.progress.count_replan();
                self.picture.refresh(&mut self.engine)?;
                self.scene.tell(&News::Replanned {
                    version: replanned.sheet.version,
                    counts: self.picture.thread_state()?.counts,
                });
                Ok(None)
            }
            Err(EngineError::Planner(PlannerError::Cancelled)) => Ok(Some(End::Stopped)),
            Err(EngineError::Plan(PlanError::Refused { refusals, .. } | PlanError::StepRefused { refusals, .. })) => {
                match refusals.first() {
                    Refusal::ReplansSpent { replans, .. } => failed(NotReplanned::Spent(*replans)),
                    // Somebody has put it right meanwhile, or something else goes with it now.
                    Refusal::NothingFailed | Refusal::PlanReplaced { .. } | Refusal::ReplacedOtherwise(_) => Ok(None),
                    // The steps fit what was shown: what they wait for has left the plan since.
                    Refusal::UnknownDependency { .. } => Ok(None),
                    _ => failed(NotReplanned::Unfit(self.refused_move(refusals))),
                }
            }
            Err(EngineError::Planner(error)) => unanswered(NoNewPlan::NoAnswer(error)),
            Err(EngineError::Ask(AskError::Undrafted(problems))) => unanswered(NoNewPlan::Unreadable(problems)),
            Err(EngineError::Plan(PlanError::InvalidName(fault))) => unanswered(NoNewPlan::InvalidName(fault)),
            Err(error) => Err(error),
        }
    }

    fn replans(&self) -> Result<u32, EngineError> {
        let plan = self.picture.thread_state()?.plan.as_ref();
        Ok(plan.map_or(0, |plan| plan.replans))
    }

    fn replanned(&mut self) -> Result<Replanned, EngineError> {
        let Some(opened) = self.scene.opened else {
            return Err(ProjectError::NoSession.into());
        };
        let request = ReplanRequest {
            steps: NewSteps::Planner(Counsel {
                planner: opened.planner.as_ref(),
                cancelled: self.scene.request.cancelled,
                watch: &mut |_| {},
            }),
            discoveries: Vec::new(),
            constraints: Vec::new(),
            force: false,
        };
        self.engine
            .replan_session(&self.picture.session, self.scene.request.by, request)
    }
}
