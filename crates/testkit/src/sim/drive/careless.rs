//! Mistakes that a driver or its surroundings could make. Each must be detected.

use crate::sim::broken::Law;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carelessness {
    None,
    /// An interrupted step starts again without a question.
    Repeats,
    /// An agent reports every result as done.
    Believes,
    /// A step counts as finished while its agent still works.
    Crowds,
    /// The end of an agent is not reported.
    Forgets,
    /// No heartbeat is sent.
    Heartless,
    /// Unfinished work is reported as done.
    Boasts,
    /// More steps are started than requested.
    Overruns,
    /// A second driver is not locked out.
    Unlocked,
    /// An agent does not receive the request to stop.
    Deaf,
    /// The planner is not shown the steps that its plan replaces.
    Unseen,
}

impl Carelessness {
    /// Each mistake with the law that must detect it.
    pub const ALL: [(Self, Law); 10] = [
        (Self::Repeats, Law::Once),
        (Self::Believes, Law::Earned),
        (Self::Crowds, Law::Apart),
        (Self::Forgets, Law::Ends),
        (Self::Heartless, Law::Alive),
        (Self::Boasts, Law::Reported),
        (Self::Overruns, Law::Limits),
        (Self::Unlocked, Law::Alone),
        (Self::Deaf, Law::Parted),
        (Self::Unseen, Law::Shown),
    ];
}
