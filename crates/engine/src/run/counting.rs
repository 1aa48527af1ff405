//! How tasks are counted by whoever started the run: agents and people are told the same number.

use model::conclude::RefusedMove;
use model::{Refusals, Task};

use super::driver::Driver;
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

impl Driver<'_> {
    /// Why the plan did not take something, as whoever started the run counts.
    pub(super) fn refused_move(&self, refusals: Refusals) -> RefusedMove {
        let indexes = match (self.request.counting, self.picture.tasks()) {
            (Counting::Places, Ok(tasks)) => {
                let mut rows: Vec<&Task> = tasks.rows().collect();
                rows.sort_by_key(|task| (task.order, task.number));
                let numbers = rows.iter().map(|task| task.number);
                Some(numbers.zip(0..).collect())
            }
            _ => None,
        };
        RefusedMove { refusals, indexes }
    }
}

pub(super) fn place(picture: &Picture, task: &Task) -> Result<u32, EngineError> {
    let before = picture.tasks()?.rows().filter(|other| other.place() < task.place());
    Ok(u32::try_from(before.count()).unwrap_or(u32::MAX))
}
