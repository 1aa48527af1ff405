//! What a step is called in each front end, and which commands its user can run next.

use engine::run::{Counting, NotReplanned, StepLine};
use model::{SignalId, TaskNumber};

use crate::address::Address;
use crate::planwright::verbs;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terms {
    /// Tasks, by number.
    Planwright,
    /// Steps, counted from 0.
    Rawko,
}

impl Terms {
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

    /// The number that the front end shows.
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
}

/// Commands that the user can run next, complete with every flag.
#[derive(Debug, Clone, Copy)]
pub struct Advice<'a> {
    pub terms: Terms,
    pub address: Address<'a>,
}

impl Advice<'_> {
    /// With further flags.
    pub fn run(self, flags: &str) -> String {
        match self.terms {
            Terms::Planwright => self.address.on(format!("planwright run{flags}")),
            Terms::Rawko => format!("rawko run{flags}"),
        }
    }

    pub fn resolve(self) -> String {
        let run = self.run(" --resolve done|failed|again");
        format!("look at the files, then say so: {run}")
    }

    /// When its cause is gone.
    pub fn clear(self, signal: &SignalId) -> String {
        self.address.on(verbs::clear(signal))
    }

    pub fn add(self) -> String {
        match self.terms {
            Terms::Planwright => format!("add one: {}", self.address.on("planwright add \"WHAT\"")),
            Terms::Rawko => "make a plan: rawko plan create --task \"WHAT\"".to_owned(),
        }
    }

    pub fn unstick(self, step: &StepLine) -> String {
        match self.terms {
            Terms::Planwright => format!(
                "drop it, too: {}; or let it wait for nothing: {}",
                self.address.on(verbs::abandon(step.number)),
                self.address.on(format!("planwright edit {} --after none", step.number))
            ),
            Terms::Rawko => format!(
                "skip it, too: rawko step skip {0}; or change what it waits for (dependsOn) in the plan's file, then rawko plan import",
                step.index
            ),
        }
    }

    /// How the plan can suggest another agent for a step.
    pub fn suggest(self, step: &StepLine, agent: &str) -> String {
        match self.terms {
            Terms::Planwright => self
                .address
                .on(format!("planwright edit {} --wants {agent}", step.number)),
            Terms::Rawko => format!(
                "suggestedAgent: {agent} for step {} in the plan's file, then rawko plan import",
                step.index
            ),
        }
    }

    /// Whoever gave a step back may not have known enough.
    pub fn say_more(self, step: &StepLine) -> String {
        match self.terms {
            Terms::Planwright => {
                let edit = format!("planwright edit {} --body TEXT", step.number);
                format!("say what is missing: {}", self.address.on(edit))
            }
            Terms::Rawko => format!(
                "say what is missing: instructions of step {} in the plan's file, then rawko plan import",
                step.index
            ),
        }
    }

    pub fn after_failure(self, step: &StepLine, why: &NotReplanned) -> String {
        // Whoever plans by hand may do it no more often than a planner.
        let is_spent = matches!(why, NotReplanned::Spent(_));
        let more = "let it be planned anew more often: `replans` in `[run]` of your configuration";
        match (self.terms, is_spent) {
            (Terms::Planwright, is_spent) => {
                let again = format!(
                    "look at it: {}; then try it again: {}, and {}",
                    self.address.on(verbs::show(step.number)),
                    self.address.on(verbs::reopen(step.number)),
                    self.run("")
                );
                if is_spent { format!("{again}; or {more}") } else { again }
            }
            (Terms::Rawko, true) => format!(
                "try it again: rawko step reopen {0}, and rawko run; or leave it out: rawko step skip {0}; or {more}",
                step.index
            ),
            (Terms::Rawko, false) => format!(
                "plan it anew: rawko replan --from FILE; or try it again: rawko step reopen {}, and rawko run",
                step.index
            ),
        }
    }
}
