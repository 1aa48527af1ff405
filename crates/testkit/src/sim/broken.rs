//! A violated law, with details.

use std::fmt;

use store::StoreError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    pub law: Law,
    pub how: String,
}

/// The laws that are checked after every step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// Deciding on the loaded part equals deciding on the whole state, and both stores give the same answer.
    SameDecision,
    /// An accepted operation raises the version by one. Any other command leaves no trace.
    Version,
    /// No agent loses a live claim to another agent.
    Holder,
    /// The lease token of a claim is newer than every earlier token of its task. A command with a token succeeds only
    /// under that claim.
    Fence,
    /// No task is started, finished or failed before its dependencies are done.
    Ready,
    /// The old value in every event is the value before the event.
    Truth,
    /// Dependencies exist and have no cycle.
    Graph,
    /// Counts equal a recount, and keys are unique.
    Recount,
    /// A task's number never belonged to another task of its thread.
    Numbers,
    /// Only a finished plan has a closing summary.
    Closing,
    /// An undo restores the touched rows, and undoing the undo restores the change.
    Undo,
    /// The rows equal the replayed log.
    Rows,
    /// *What now?* has the same answer from indexes as from the whole state, and the named task can be claimed.
    Outlook,
    /// All other questions have the same answer from both stores.
    Answers,
    /// The integrity check of the store finds no problem.
    Verify,
    /// No operation of a store fails.
    Store,
    /// A driver starts an agent at most once under one claim.
    Once,
    /// A driver marks only work as done that is done.
    Earned,
    /// Agents of a driver that run at the same time do not change the same files.
    Apart,
    /// Every run ends.
    Ends,
    /// No agent loses a claim while its heartbeats arrive.
    Alive,
    /// The news of a driver agree with the log.
    Reported,
    /// A run starts at most the requested number of steps.
    Limits,
    /// One driver at a time owns the steps whose agents live.
    Alone,
    /// A run that ends leaves no claim whose outcome it knows.
    Left,
    /// A driver stops an agent that lost its task, and no other agent.
    Parted,
    /// A replan removes only tasks that its planner was shown.
    Shown,
}

impl Broken {
    pub fn new(law: Law, how: impl Into<String>) -> Self {
        Self { law, how: how.into() }
    }
}

/// Fails with the law unless the condition holds. Calls `how` only on failure.
pub(super) fn hold(law: Law, holds: bool, how: impl FnOnce() -> String) -> Result<(), Broken> {
    match holds {
        true => Ok(()),
        false => Err(Broken::new(law, how())),
    }
}

/// Fails with the law unless both values are equal.
pub(super) fn same<T: PartialEq + fmt::Debug>(law: Law, what: &str, a: &T, b: &T) -> Result<(), Broken> {
    hold(law, a == b, || format!("{what} differ:\n  {a:?}\n  {b:?}"))
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the law of {:?} is broken: {}", self.law, self.how)
    }
}

impl From<StoreError> for Broken {
    fn from(error: StoreError) -> Self {
        Self::new(Law::Store, error.to_string())
    }
}
