//! Updates the plan while it is measured.

use crate::shape::{FIRST, Shape};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    Chain,
    Wide,
    /// All tasks depend on the last one, which is started and released alternately.
    HubOpen,
    /// All tasks depended on the last one, which was just finished.
    HubDone,
}

impl Work {
    pub const ALL: [Self; 4] = [Self::Chain, Self::Wide, Self::HubOpen, Self::HubDone];

    pub fn name(self) -> &'static str {
        match self {
            Self::Chain => "chain",
            Self::Wide => "wide",
            Self::HubOpen => "all wait for the last",
            Self::HubDone => "  the last is done",
        }
    }

    pub fn shape(self) -> Shape {
        match self {
            Self::Chain => Shape::Chain,
            Self::Wide => Shape::Wide,
            Self::HubOpen | Self::HubDone => Shape::Hub,
        }
    }

    /// The updates of one task each that a plan of this size allows.
    pub fn steps(self, tasks: usize) -> Vec<String> {
        let last = Shape::last(tasks);
        let done = |number: usize| [step(number, "IN_PROGRESS"), step(number, "DONE")];
        match self {
            Self::Chain | Self::Wide => (FIRST..=last).take(ENOUGH).flat_map(done).collect(),
            Self::HubOpen => vec![step(last, "IN_PROGRESS"), step(last, "TODO")],
            Self::HubDone => (FIRST..last).take(ENOUGH).flat_map(done).collect(),
        }
    }
}

/// More tasks than are ever updated before a plan is restored.
const ENOUGH: usize = 1_000;

pub fn step(number: usize, status: &str) -> String {
    format!(r#"{{"update_tasks":[{{"id":{number},"status":"{status}"}}]}}"#)
}
