//! After a failure: the plan is made anew, if that is allowed and somebody can do it.

use model::{Task, TaskState};

use super::End;
use super::driver::Driver;
use super::error::RunFault;
use super::onlooker::StepLine;

impl Driver<'_> {
    /// Why the run is over, unless it can go on.
    pub fn replan(&mut self, task: &Task) -> Result<Option<End>, RunFault> {
        let error = match &task.state {
            TaskState::Failed(failure) => failure.error.clone(),
            _ => String::new(),
        };
        Ok(Some(End::Failed {
            step: StepLine::of(task),
            error,
            why: "nobody can be asked for another plan".to_owned(),
        }))
    }
}
