//! One version of a plan: everything about it but its tasks, which carry over from version to version.

use crate::agent::AgentName;
use crate::fingerprint::Fingerprint;
use crate::id::Uid;
use crate::time::Timestamp;

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
    /// When this version was made; older stores did not keep it.
    pub made: Option<Timestamp>,
    /// How often the plan was made anew after a failure. Recommits raise the version, and not this.
    pub replans: u32,
    pub grounds: Box<Grounds>,
}

/// Why a version is as it is: what its author was given, and what the author said about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Grounds {
    pub reasoning: String,
    /// What is different from the version before.
    pub changes: String,
    /// What was found out while the version before was worked on.
    pub discoveries: Vec<String>,
    /// What a replan had to respect besides the constraints of the plan.
    pub constraints: Vec<String>,
    /// Files that the author was pointed to.
    pub files: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlanMetadata {
    pub complexity: Option<u8>,
    pub tags: Vec<String>,
    pub constraints: Vec<String>,
    pub memories: Vec<String>,
}
