//! After a failure: the plan is made anew, if that is allowed and somebody can do it.

use model::{Refusal, Task, TaskState, ThreadId};

use super::End;
use super::driver::Driver;
use super::error::RunFault;
use super::onlooker::News;
use crate::error::EngineError;
use crate::planner::PlannerError;
use crate::rawko::{Counsel, NewSteps, ReplanRequest, Replanned};

/// Why a failed plan was not made anew.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotReplanned {
    #[error("only this one was asked for")]
    Alone,
    #[error("only the plan of the primary thread is made anew")]
    Additional,
    #[error("nobody can be asked for another plan")]
    Nobody,
    /// It was made anew as often as the user allows.
    #[error("{}", spent(*.0))]
    Spent(u32),
    #[error("another plan does not fit: {0}")]
    Unfit(String),
    #[error("no other plan could be had: {0}")]
    Unanswered(String),
}

impl Driver<'_> {
    /// Why the run is over, unless it can go on.
    pub(super) fn replan(&mut self, task: &Task) -> Result<Option<End>, RunFault> {
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
        if self.driving.only.is_some() {
            return failed(NotReplanned::Alone);
        }
        if self.picture.thread != ThreadId::PRIMARY {
            return failed(NotReplanned::Additional);
        }
        if self.opened.is_none() {
            return failed(NotReplanned::Nobody);
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
                self.tally.replans += 1;
                self.picture.refresh(&mut self.engine)?;
                self.scene.tell(&News::Replanned {
                    version: replanned.sheet.version,
                    counts: self.picture.thread_state()?.counts,
                });
                Ok(None)
            }
            Err(EngineError::Planner(PlannerError::Cancelled)) => Ok(Some(End::Stopped)),
            Err(EngineError::Refused { refusals, .. } | EngineError::StepRefused { refusals, .. }) => {
                match refusals.first() {
                    Refusal::ReplansSpent { replans, .. } => failed(NotReplanned::Spent(*replans)),
                    // Somebody has put it right meanwhile, or something else goes with it now.
                    Refusal::NothingFailed | Refusal::PlanReplaced { .. } | Refusal::ReplacedOtherwise(_) => Ok(None),
                    // The steps fit what was shown: what they wait for has left the plan since.
                    Refusal::UnknownDependency { .. } => Ok(None),
                    _ => failed(NotReplanned::Unfit(self.words(&refusals))),
                }
            }
            Err(error @ (EngineError::Planner(_) | EngineError::Undrafted(_) | EngineError::InvalidName(_))) => failed(
                NotReplanned::Unanswered(error.to_string().trim_end_matches('.').to_owned()),
            ),
            Err(error) => Err(error.into()),
        }
    }

    fn replans(&self) -> Result<u32, EngineError> {
        let plan = self.picture.thread_state()?.plan.as_ref();
        Ok(plan.map_or(0, |plan| plan.replans))
    }

    fn replanned(&mut self) -> Result<Replanned, EngineError> {
        let Some(opened) = self.opened else {
            return Err(EngineError::NoSession);
        };
        let request = ReplanRequest {
            steps: NewSteps::Planner(Counsel {
                planner: opened.planner.as_ref(),
                cancelled: self.scene.cancelled,
                watch: &mut |_| {},
            }),
            discoveries: Vec::new(),
            constraints: Vec::new(),
            force: false,
        };
        self.engine
            .replan_session(&self.picture.session, self.request.by, request)
    }
}

fn spent(replans: u32) -> String {
    match replans {
        0 => "it is not allowed to make the plan anew".to_owned(),
        1 => "the plan was made anew once already, and no more is allowed".to_owned(),
        replans => format!("the plan was made anew {replans} times already, and no more is allowed"),
    }
}
