//! A language model was asked something on behalf of a plan.

use crate::cost::Cost;

/// It changes nothing; the log keeps it, so that people see how a plan came about and what it cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consultation {
    pub purpose: Purpose,
    /// The model or the program.
    pub planner: String,
    /// What came of it, in a sentence.
    pub outcome: String,
    pub input_tokens: Option<u64>,
    pub output_tokens: Option<u64>,
    pub cost: Option<Cost>,
}

words! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Purpose {
        /// To take a goal apart.
        Decompose = "decompose",
        /// To judge a plan.
        Judge = "judge",
        /// To find new tasks.
        Suggest = "suggest",
        /// To plan again after a failure.
        Replan = "replan",
        /// To say which agent acts next.
        Arbitrate = "arbitrate",
    }
}
