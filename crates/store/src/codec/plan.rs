//! The words of a plan.

use model::{AgentName, Fingerprint, Plan, PlanMetadata};
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
        })
    }
}

pub(crate) fn write_plan(plan: &Plan) -> Result<String, StoreError> {
    Ok(serde_json::to_string(&PlanRow::write(plan))?)
}

pub(crate) fn read_plan(text: &str) -> Result<Plan, StoreError> {
    serde_json::from_str::<PlanRow>(text)?.read()
}
