//! One step of the inner loop: context, proposal, approval, execution, report.

use crate::agent::AgentName;
use crate::id::Uid;
use crate::key::TaskKey;
use crate::proposal::Proposal;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub uid: Uid,
    pub number: u32,
    pub parent: Option<Uid>,
    pub caller: Option<Uid>,
    pub task: Option<TaskKey>,
    pub agent: AgentName,
    pub proposal: Option<Proposal>,
}
