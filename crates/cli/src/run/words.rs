//! What a step is called at each door, and what the door's user can do.

use engine::run::{Interrupted, StepLine};
use model::TaskNumber;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    /// Tasks, by number.
    Planwright,
    /// Steps, counted from 0.
    Rawko,
}

impl Words {
    pub fn step(self, step: &StepLine) -> String {
        let word = match self {
            Self::Planwright => "Task",
            Self::Rawko => "Step",
        };
        format!("{word} {}", self.number(step))
    }

    /// How the door counts.
    pub fn number(self, step: &StepLine) -> TaskNumber {
        match self {
            Self::Planwright => step.number,
            Self::Rawko => TaskNumber(step.index),
        }
    }

    /// Within a sentence.
    pub fn of_agent(self, interrupted: &Interrupted) -> String {
        format!(
            "{} ({})",
            self.step(&interrupted.step).to_lowercase(),
            interrupted.agent
        )
    }

    pub fn run(self) -> &'static str {
        match self {
            Self::Planwright => "planwright run",
            Self::Rawko => "rawko run",
        }
    }

    pub fn resolve(self) -> String {
        format!(
            "look at the files, then say so: {} --resolve done|failed|again",
            self.run()
        )
    }

    pub fn add(self) -> String {
        match self {
            Self::Planwright => "add one: planwright add \"WHAT\"",
            Self::Rawko => "make a plan: rawko plan create --task \"WHAT\"",
        }
        .to_owned()
    }

    pub fn after_failure(self, step: &StepLine) -> String {
        match self {
            Self::Planwright => format!(
                "look at it: planwright show {0}; then try it again: planwright reopen {0}, and planwright run",
                step.number
            ),
            Self::Rawko => format!(
                "plan it anew: rawko replan --from FILE; or try it again: rawko step reopen {}, and rawko run",
                step.index
            ),
        }
    }
}
