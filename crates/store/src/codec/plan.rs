//! The words of a plan.

use model::{AgentName, Fingerprint, Grounds, Plan, PlanMetadata, Timestamp};
use serde::{Deserialize, Serialize};

use super::task::read_uid;
use crate::error::StoreError;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanRow {
    uid: String,
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    supersedes: Option<String>,
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    body: String,
    author: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    complexity: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    constraints: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    memories: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    filed: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    made: Option<i64>,
    #[serde(default, skip_serializing_if = "is_zero")]
    replans: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    grounds: Option<Box<GroundsRow>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GroundsRow {
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

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl GroundsRow {
    /// Nothing is written where nothing was said.
    fn write(grounds: &Grounds) -> Option<Self> {
        if *grounds == Grounds::default() {
            return None;
        }
        let grounds = grounds.clone();
        Some(Self {
            reasoning: grounds.reasoning,
            changes: grounds.changes,
            discoveries: grounds.discoveries,
            constraints: grounds.constraints,
            files: grounds.files,
        })
    }

    fn read(self) -> Grounds {
        Grounds {
            reasoning: self.reasoning,
            changes: self.changes,
            discoveries: self.discoveries,
            constraints: self.constraints,
            files: self.files,
        }
    }
}

impl PlanRow {
    pub fn write(plan: &Plan) -> Self {
        let metadata = plan.metadata.clone();
        Self {
            uid: plan.uid.to_string(),
            version: plan.version,
            supersedes: plan.supersedes.as_ref().map(ToString::to_string),
            title: plan.title.clone(),
            body: plan.body.clone(),
            author: plan.author.to_string(),
            complexity: metadata.complexity,
            tags: metadata.tags,
            constraints: metadata.constraints,
            memories: metadata.memories,
            filed: plan.filed.as_ref().map(|filed| filed.0.clone()),
            made: plan.made.map(Timestamp::as_millis),
            replans: plan.replans,
            grounds: GroundsRow::write(&plan.grounds).map(Box::new),
        }
    }

    pub fn read(self) -> Result<Plan, StoreError> {
        Ok(Plan {
            uid: read_uid(&self.uid)?,
            version: self.version,
            supersedes: self.supersedes.as_deref().map(read_uid).transpose()?,
            title: self.title,
            body: self.body,
            author: AgentName::new(&self.author)?,
            metadata: PlanMetadata {
                complexity: self.complexity,
                tags: self.tags,
                constraints: self.constraints,
                memories: self.memories,
            },
            filed: self.filed.map(Fingerprint),
            made: self.made.map(Timestamp::from_millis),
            replans: self.replans,
            grounds: Box::new(self.grounds.map(|grounds| grounds.read()).unwrap_or_default()),
        })
    }
}

pub(crate) fn write_plan(plan: &Plan) -> Result<String, StoreError> {
    Ok(serde_json::to_string(&PlanRow::write(plan))?)
}

pub(crate) fn read_plan(text: &str) -> Result<Plan, StoreError> {
    serde_json::from_str::<PlanRow>(text)?.read()
}
