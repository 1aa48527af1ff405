//! The words of a plan.

use model::{AgentName, Fingerprint, Grounds, Plan, PlanMetadata, Timestamp, Uid};
use serde::{Deserialize, Serialize};

use super::stored::{self, is_default};

#[derive(Serialize, Deserialize)]
#[serde(remote = "Plan", deny_unknown_fields)]
pub(super) struct PlanRow {
    #[serde(with = "stored")]
    uid: Uid,
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "stored")]
    supersedes: Option<Uid>,
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    body: String,
    #[serde(with = "stored")]
    author: AgentName,
    #[serde(flatten, with = "MetadataRow")]
    metadata: PlanMetadata,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "stored")]
    filed: Option<Fingerprint>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "stored")]
    made: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "is_default")]
    replans: u32,
    #[serde(default, skip_serializing_if = "is_default", with = "stored")]
    grounds: Box<Grounds>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PlanMetadata")]
struct MetadataRow {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    complexity: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    constraints: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    memories: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Grounds", deny_unknown_fields)]
pub(super) struct GroundsRow {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    reasoning: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    changes: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    discoveries: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    constraints: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    files: Vec<String>,
}
