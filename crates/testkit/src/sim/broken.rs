//! A law that did not hold, and how.

use std::fmt;

use store::StoreError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    pub law: Law,
    pub how: String,
}

/// What must hold whatever happens, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// Deciding on the slice equals deciding on the whole, and both stores give the same answer.
    SameDecision,
    /// An accepted operation moves the version by one; anything else leaves no trace.
    Version,
    /// Nobody loses a live claim to somebody else.
    Holder,
    /// A claim's fence is newer than every earlier one of its task, and who shows a fence holds that claim.
    Fence,
    /// Nothing is started, finished or failed before what it waits for is done.
    Ready,
    /// Every event says truly what was there before.
    Truth,
    /// Dependencies exist and make no circle.
    Graph,
    /// Counts are what a recount gives, keys are unique.
    Recount,
    /// A task's number never belonged to another task of its thread.
    Numbers,
    /// Closing words stand only over a finished plan.
    Closing,
    /// An undo restores what was touched, and undoing the undo brings it back.
    Undo,
    /// The rows are what the log says.
    Rows,
    /// *What now?* has the same answer from indexes as from the whole state, and the task it names can be taken.
    Outlook,
    /// Every other question has the same answer from both stores.
    Answers,
    /// The store finds no fault in itself.
    Verify,
    /// A store does not fail.
    Store,
    /// A driver starts an agent at most once under one claim.
    Once,
    /// Nothing that a driver calls done is not.
    Earned,
    /// Agents of a driver do not disturb each other.
    Apart,
    /// Every run comes to an end.
    Ends,
    /// Nobody loses a claim while signs of life are given for it.
    Alive,
    /// What a driver tells is what the log says.
    Told,
    /// No more is started than was asked for.
    Limits,
    /// Work whose agent lives belongs to one driver.
    Alone,
    /// A run that ends leaves no claim behind whose end it knows.
    Left,
    /// Whoever has lost a task is stopped, and nobody else is.
    Parted,
    /// What a replan removes was shown to whoever planned it.
    Shown,
}

impl Broken {
    pub fn new(law: Law, how: impl Into<String>) -> Self {
        Self { law, how: how.into() }
    }
}

/// Fails under the law's name unless the condition holds; what to say is worked out only then.
pub(super) fn hold(law: Law, holds: bool, how: impl FnOnce() -> String) -> Result<(), Broken> {
    match holds {
        true => Ok(()),
        false => Err(Broken::new(law, how())),
    }
}

/// Fails unless both are the same.
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
