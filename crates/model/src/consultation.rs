//! A language model was asked something on behalf of a plan.

use std::fmt;

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// To take a goal apart.
    Decompose,
    /// To judge a plan.
    Judge,
    /// To find new tasks.
    Suggest,
    /// To plan again after a failure.
    Replan,
    /// To say which agent acts next.
    Arbitrate,
}

impl Purpose {
    pub const ALL: [Self; 5] = [
        Self::Decompose,
        Self::Judge,
        Self::Suggest,
        Self::Replan,
        Self::Arbitrate,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Decompose => "decompose",
            Self::Judge => "judge",
            Self::Suggest => "suggest",
            Self::Replan => "replan",
            Self::Arbitrate => "arbitrate",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.as_str() == name)
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
