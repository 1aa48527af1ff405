//! How a plan is worked while it is measured.

use crate::shape::{FIRST, Shape};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    Chain,
    Wide,
    /// Everything waits for the last task, which is started and given back in turn.
    HubOpen,
    /// Everything waited for the last task, which has just been done.
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

    /// The updates that a plan of so many tasks has to offer, one task each.
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

/// More tasks than are ever worked before a plan is put back to its beginning.
const ENOUGH: usize = 1_000;

pub fn step(number: usize, status: &str) -> String {
    format!(r#"{{"update_tasks":[{{"id":{number},"status":"{status}"}}]}}"#)
}
