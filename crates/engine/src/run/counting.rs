//! How tasks are counted by whoever started the run: agents and people are told the same number.

use model::Task;

use super::picture::Picture;
use crate::error::EngineError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    /// By the number that a task keeps for ever.
    Numbers,
    /// By its place in the plan, from 0.
    Places,
}

impl Counting {
    pub(super) fn of(self, picture: &Picture, task: &Task) -> Result<u32, EngineError> {
        match self {
            Self::Numbers => Ok(task.number.0),
            Self::Places => place(picture, task),
        }
    }
}

pub(super) fn place(picture: &Picture, task: &Task) -> Result<u32, EngineError> {
    let before = picture.tasks()?.rows().filter(|other| other.place() < task.place());
    Ok(u32::try_from(before.count()).unwrap_or(u32::MAX))
}
