//! Mistakes that a driver, or somebody around it, could make, to see that each is noticed.

use crate::sim::broken::Law;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carelessness {
    None,
    /// What was interrupted is begun again without a question.
    Repeats,
    /// Whatever became of it, an agent says that it is done.
    Believes,
    /// A step counts as over while its agent still works.
    Crowds,
    /// An agent ends, and nobody hears of it.
    Forgets,
    /// Nobody gives a sign of life.
    Heartless,
    /// What was not done is told as done.
    Boasts,
    /// More is started than was asked for.
    Overruns,
    /// A second driver is let in.
    Unlocked,
    /// An agent is not told that it is to stop.
    Deaf,
    /// A planner is not shown what its steps take the place of.
    Unseen,
}

impl Carelessness {
    /// Each with the law that must notice it.
    pub const ALL: [(Self, Law); 10] = [
        (Self::Repeats, Law::Once),
        (Self::Believes, Law::Earned),
        (Self::Crowds, Law::Apart),
        (Self::Forgets, Law::Ends),
        (Self::Heartless, Law::Alive),
        (Self::Boasts, Law::Told),
        (Self::Overruns, Law::Limits),
        (Self::Unlocked, Law::Alone),
        (Self::Deaf, Law::Parted),
        (Self::Unseen, Law::Shown),
    ];
}
