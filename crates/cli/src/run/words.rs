//! What a step is called at each door, and what the door's user can do.

use engine::run::{Counting, NotReplanned, StepLine};
use model::TaskNumber;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    /// Tasks, by number.
    Planwright,
    /// Steps, counted from 0.
    Rawko,
}

impl Words {
    /// At the beginning of a sentence.
    pub fn step(self, step: &StepLine) -> String {
        match self {
            Self::Planwright => format!("Task {}", step.number),
            Self::Rawko => format!("Step {}", step.index),
        }
    }

    pub fn noun(self) -> &'static str {
        match self {
            Self::Planwright => "task",
            Self::Rawko => "step",
        }
    }

    /// What was left out.
    pub fn dropped(self) -> &'static str {
        match self {
            Self::Planwright => "dropped",
            Self::Rawko => "skipped",
        }
    }

    /// How the door counts.
    pub fn number(self, step: &StepLine) -> TaskNumber {
        match self {
            Self::Planwright => step.number,
            Self::Rawko => TaskNumber(step.index),
        }
    }

    /// Elsewhere.
    pub fn the_step(self, step: &StepLine) -> String {
        match self {
            Self::Planwright => format!("task {}", step.number),
            Self::Rawko => format!("step {}", step.index),
        }
    }

    pub fn counting(self) -> Counting {
        match self {
            Self::Planwright => Counting::Numbers,
            Self::Rawko => Counting::Places,
        }
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

    pub fn unstick(self, step: &StepLine) -> String {
        match self {
            Self::Planwright => format!(
                "drop it, too: planwright drop {0}; or let it wait for nothing: planwright edit {0} --after none",
                step.number
            ),
            Self::Rawko => format!(
                "skip it, too: rawko step skip {0}; or change what it waits for (dependsOn) in the plan's file",
                step.index
            ),
        }
    }

    /// How the plan can suggest another agent for a step.
    pub fn suggest(self, step: &StepLine, agent: &str) -> String {
        match self {
            Self::Planwright => format!("planwright edit {} --wants {agent}", step.number),
            Self::Rawko => format!("suggestedAgent: {agent} for step {} in the plan's file", step.index),
        }
    }

    /// Whoever gave a step back may not have known enough.
    pub fn say_more(self, step: &StepLine) -> String {
        match self {
            Self::Planwright => format!("say what is missing: planwright edit {} --body TEXT", step.number),
            Self::Rawko => format!(
                "say what is missing: instructions of step {} in the plan's file",
                step.index
            ),
        }
    }

    pub fn after_failure(self, step: &StepLine, why: &NotReplanned) -> String {
        // Whoever plans by hand may do it no more often than a planner.
        let is_spent = matches!(why, NotReplanned::Spent(_));
        let more = "let it be planned anew more often: `replans` in `[run]` of your configuration";
        match (self, is_spent) {
            (Self::Planwright, is_spent) => {
                let again = format!(
                    "look at it: planwright show {0}; then try it again: planwright reopen {0}, and planwright run",
                    step.number
                );
                if is_spent { format!("{again}; or {more}") } else { again }
            }
            (Self::Rawko, true) => format!(
                "try it again: rawko step reopen {0}, and rawko run; or leave it out: rawko step skip {0}; or {more}",
                step.index
            ),
            (Self::Rawko, false) => format!(
                "plan it anew: rawko replan --from FILE; or try it again: rawko step reopen {}, and rawko run",
                step.index
            ),
        }
    }
}
