//! A plan as far as it could be read. What is `None` was missing or wrong, and has been noted.

use model::{AgentName, Phase, PlanId, PlanMetadata, Standing, Timestamp};

use crate::rawko::sheet::{PlanSheet, StepSheet};

#[derive(Default)]
pub(super) struct LoosePlan {
    pub id: Option<PlanId>,
    pub task: Option<String>,
    pub status: Option<Phase>,
    pub steps: Vec<LooseStep>,
    pub current_step_index: Option<u32>,
    pub created_at: Option<Timestamp>,
    pub updated_at: Option<Timestamp>,
    pub created_by: Option<AgentName>,
    pub version: Option<u32>,
    pub previous_plan_id: Option<PlanId>,
    pub metadata: PlanMetadata,
}

pub(super) struct LooseStep {
    pub status: Option<Standing>,
    /// Its status is made up as long as it is not known.
    pub sheet: StepSheet,
}

impl LoosePlan {
    pub fn into_sheet(self) -> Option<PlanSheet> {
        Some(PlanSheet {
            id: self.id?,
            task: self.task?,
            status: self.status?,
            steps: self
                .steps
                .into_iter()
                .map(LooseStep::into_sheet)
                .collect::<Option<_>>()?,
            current_step_index: self.current_step_index?,
            created_at: self.created_at?,
            updated_at: self.updated_at?,
            created_by: self.created_by?,
            version: self.version?,
            previous_plan_id: self.previous_plan_id,
            metadata: self.metadata,
        })
    }
}

impl LooseStep {
    fn into_sheet(self) -> Option<StepSheet> {
        Some(StepSheet {
            status: self.status?,
            ..self.sheet
        })
    }
}
