//! What happened to a plan, one JSON line for each event, under the names that rawko's document gives them.

use model::{AgentName, OpVersion, PlanEventKind, PlanId, Timestamp};
use serde::Serialize;

use super::shape::{PlanShape, StepShape};
use super::sheet::{PlanSheet, StepSheet};
use super::time::written;
use crate::native::json::compact;
use crate::native::style::{BAD, BOLD, BUSY, DIM, GOOD, PLAIN, paint};
use crate::native::visible::visible;

/// One event, and when and where it happened.
#[derive(Debug, Clone, Copy)]
pub struct EventLine<'a> {
    pub event: PlanEvent<'a>,
    pub at: Timestamp,
    /// Of the session after the operation that the event is part of: the cursor from which to follow on.
    pub version: OpVersion,
    pub plan_id: &'a PlanId,
}

#[derive(Debug, Clone, Copy)]
pub enum PlanEvent<'a> {
    PlanCreated {
        plan: &'a PlanSheet,
    },
    StepStarted {
        step_index: u32,
        agent: Option<&'a AgentName>,
    },
    StepCompleted {
        step_index: u32,
        output: &'a str,
        affected_files: &'a [String],
    },
    StepFailed {
        step_index: u32,
        error: &'a str,
    },
    StepSkipped {
        step_index: u32,
        reason: Option<&'a str>,
    },
    StepAdded {
        step: &'a StepSheet,
    },
    StepReleased {
        step_index: u32,
    },
    StepReopened {
        step_index: u32,
    },
    PlanReplanned {
        new_plan: &'a PlanSheet,
        changes: &'a str,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LineShape<'a> {
    #[serde(flatten)]
    event: EventShape<'a>,
    at: String,
    version: u64,
    plan_id: &'a str,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
enum EventShape<'a> {
    PlanCreated {
        plan: Box<PlanShape<'a>>,
    },
    StepStarted {
        step_index: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        agent: Option<&'a str>,
    },
    StepCompleted {
        step_index: u32,
        output: &'a str,
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        affected_files: &'a [String],
    },
    StepFailed {
        step_index: u32,
        error: &'a str,
    },
    StepSkipped {
        step_index: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<&'a str>,
    },
    StepAdded {
        step_index: u32,
        step: Box<StepShape<'a>>,
    },
    StepReleased {
        step_index: u32,
    },
    StepReopened {
        step_index: u32,
    },
    PlanReplanned {
        new_plan: Box<PlanShape<'a>>,
        #[serde(skip_serializing_if = "str::is_empty")]
        changes: &'a str,
    },
}

/// One JSON object on one line.
pub fn event_json(line: &EventLine<'_>) -> String {
    compact(&LineShape {
        event: EventShape::from(&line.event),
        at: written(line.at),
        version: line.version.0,
        plan_id: line.plan_id.as_str(),
    })
}

/// `2026-01-23T10:35:00Z  STEP_STARTED    step 2 by developer`
pub fn event_text(line: &EventLine<'_>) -> String {
    let kind = line.event.kind();
    let style = match kind {
        PlanEventKind::StepCompleted => GOOD,
        PlanEventKind::StepFailed => BAD,
        PlanEventKind::StepStarted => BUSY,
        PlanEventKind::PlanCreated | PlanEventKind::PlanReplanned => BOLD,
        _ => PLAIN,
    };
    let (at, name) = (
        paint(DIM, written(line.at)),
        paint(style, format!("{:<14}", kind.name())),
    );
    format!("{at}  {name}  {}\n", what(line))
}

fn what(line: &EventLine<'_>) -> String {
    let told = |index: u32, words: &str| match words.trim() {
        "" => format!("step {index}"),
        words => format!("step {index}: {}", visible(first_line(words))),
    };
    match line.event {
        PlanEvent::PlanCreated { plan } => format!("{}: {}", plan.id, visible(first_line(&plan.task))),
        PlanEvent::StepStarted { step_index, agent } => {
            let by = agent.map(|agent| format!(" by {}", visible(agent.as_str())));
            format!("step {step_index}{}", by.unwrap_or_default())
        }
        PlanEvent::StepCompleted { step_index, output, .. } => told(step_index, output),
        PlanEvent::StepFailed { step_index, error } => told(step_index, error),
        PlanEvent::StepSkipped { step_index, reason } => told(step_index, reason.unwrap_or_default()),
        PlanEvent::StepAdded { step } => told(step.index, &step.description),
        PlanEvent::StepReleased { step_index } | PlanEvent::StepReopened { step_index } => told(step_index, ""),
        PlanEvent::PlanReplanned { new_plan, changes } => match changes.trim() {
            "" => new_plan.id.to_string(),
            changes => format!("{}: {}", new_plan.id, visible(first_line(changes))),
        },
    }
}

fn first_line(text: &str) -> &str {
    text.trim().lines().next().unwrap_or_default()
}

impl<'a> PlanEvent<'a> {
    /// The event of a kind, from the step as it stood afterwards, or from the plan if it is about all of it. `None` if
    /// what the kind needs is not there.
    pub fn of(
        kind: PlanEventKind,
        step: Option<&'a StepSheet>,
        plan: Option<&'a PlanSheet>,
        changes: &'a str,
    ) -> Option<Self> {
        let step_index = step.map(|step| step.index);
        Some(match kind {
            PlanEventKind::PlanCreated => Self::PlanCreated { plan: plan? },
            PlanEventKind::PlanReplanned => Self::PlanReplanned {
                new_plan: plan?,
                changes,
            },
            PlanEventKind::StepAdded => Self::StepAdded { step: step? },
            PlanEventKind::StepStarted => Self::StepStarted {
                step_index: step_index?,
                agent: step?.executed_by.as_ref(),
            },
            PlanEventKind::StepCompleted => Self::StepCompleted {
                step_index: step_index?,
                output: step?.output.as_deref().unwrap_or_default(),
                affected_files: &step?.affected_files,
            },
            PlanEventKind::StepFailed => Self::StepFailed {
                step_index: step_index?,
                error: step?.error.as_deref().unwrap_or_default(),
            },
            PlanEventKind::StepSkipped => Self::StepSkipped {
                step_index: step_index?,
                reason: step?.output.as_deref(),
            },
            PlanEventKind::StepReleased => Self::StepReleased {
                step_index: step_index?,
            },
            PlanEventKind::StepReopened => Self::StepReopened {
                step_index: step_index?,
            },
        })
    }

    pub fn kind(&self) -> PlanEventKind {
        match self {
            Self::PlanCreated { .. } => PlanEventKind::PlanCreated,
            Self::StepStarted { .. } => PlanEventKind::StepStarted,
            Self::StepCompleted { .. } => PlanEventKind::StepCompleted,
            Self::StepFailed { .. } => PlanEventKind::StepFailed,
            Self::StepSkipped { .. } => PlanEventKind::StepSkipped,
            Self::StepAdded { .. } => PlanEventKind::StepAdded,
            Self::StepReleased { .. } => PlanEventKind::StepReleased,
            Self::StepReopened { .. } => PlanEventKind::StepReopened,
            Self::PlanReplanned { .. } => PlanEventKind::PlanReplanned,
        }
    }
}

impl<'a> From<&PlanEvent<'a>> for EventShape<'a> {
    fn from(event: &PlanEvent<'a>) -> Self {
        match *event {
            PlanEvent::PlanCreated { plan } => Self::PlanCreated {
                plan: Box::new(plan.into()),
            },
            PlanEvent::StepStarted { step_index, agent } => Self::StepStarted {
                step_index,
                agent: agent.map(AgentName::as_str),
            },
            PlanEvent::StepCompleted {
                step_index,
                output,
                affected_files,
            } => Self::StepCompleted {
                step_index,
                output,
                affected_files,
            },
            PlanEvent::StepFailed { step_index, error } => Self::StepFailed { step_index, error },
            PlanEvent::StepSkipped { step_index, reason } => Self::StepSkipped { step_index, reason },
            PlanEvent::StepAdded { step } => Self::StepAdded {
                step_index: step.index,
                step: Box::new(step.into()),
            },
            PlanEvent::StepReleased { step_index } => Self::StepReleased { step_index },
            PlanEvent::StepReopened { step_index } => Self::StepReopened { step_index },
            PlanEvent::PlanReplanned { new_plan, changes } => Self::PlanReplanned {
                new_plan: Box::new(new_plan.into()),
                changes,
            },
        }
    }
}

#[cfg(test)]
#[path = "event_tests.rs"]
mod tests;
