//! One version of a plan: everything about it but its tasks, which carry over from version to version.

use crate::agent::AgentName;
use crate::fingerprint::Fingerprint;
use crate::id::Uid;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub uid: Uid,
    /// 1-based; a replan or a changed commit makes the next one.
    pub version: u32,
    pub supersedes: Option<Uid>,
    pub title: String,
    pub body: String,
    pub author: AgentName,
    pub metadata: PlanMetadata,
    /// Of `plan.md`, if it stands in the thread's plan folder. It goes when it is gone from there.
    pub filed: Option<Fingerprint>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlanMetadata {
    pub complexity: Option<u8>,
    pub tags: Vec<String>,
    pub constraints: Vec<String>,
    pub memories: Vec<String>,
}
