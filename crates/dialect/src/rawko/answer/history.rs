//! The answer of `plan history`: the versions of a plan, the newest first, and why each took the other's place.

use std::borrow::Cow;

use model::{AgentName, Standing, Timestamp};
use serde::Serialize;

use super::brief::{PlanSummary, SummaryShape, phase};
use super::steps::excerpt;
use crate::native::json::pretty;
use crate::native::page::Page;
use crate::native::style::{BAD, BOLD, DIM, paint};
use crate::native::time::date;
use crate::native::visible::visible;
use crate::rawko::sheet::PlanSheet;
use crate::rawko::time::written;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    pub plan: PlanSummary,
    pub created_at: Timestamp,
    pub created_by: AgentName,
    pub changes: String,
    pub reasoning: String,
    /// What was found out while the version before was worked on.
    pub discoveries: Vec<String>,
    /// The step that failed in this version, if one did.
    pub failed: Option<FailedStep>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedStep {
    pub index: u32,
    pub description: String,
    pub error: String,
}

impl FailedStep {
    pub fn of(plan: &PlanSheet) -> Option<Self> {
        let failed = plan.steps.iter().find(|step| step.status == Standing::Failed)?;
        Some(Self {
            index: failed.index,
            description: failed.description.clone(),
            error: failed.error.clone().unwrap_or_default(),
        })
    }
}

#[derive(Serialize)]
struct HistoryShape<'a> {
    versions: Vec<EntryShape<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EntryShape<'a> {
    #[serde(flatten)]
    plan: SummaryShape<'a>,
    created_at: String,
    created_by: &'a str,
    changes: &'a str,
    reasoning: &'a str,
    discoveries: &'a [String],
    failed_step: Option<FailedShape<'a>>,
}

#[derive(Serialize)]
struct FailedShape<'a> {
    index: u32,
    description: &'a str,
    error: &'a str,
}

pub fn history_json(versions: &[HistoryEntry]) -> String {
    pretty(&HistoryShape {
        versions: versions.iter().map(EntryShape::from).collect(),
    })
}

pub fn history_text(versions: &[HistoryEntry]) -> String {
    let mut page = Page::default();
    for entry in versions {
        let plan = &entry.plan;
        page.gap();
        let name = paint(BOLD, format!("v{}  {}", plan.version, plan.id));
        page.line(format!("{name}  {}", phase(plan.status)));
        let (settled, total) = (plan.counts.settled(), plan.counts.total());
        let (at, by) = (date(entry.created_at), visible(entry.created_by.as_str()));
        page.indented(paint(DIM, format!("{at}, by {by}, {settled} of {total} steps settled")));
        for line in excerpt(&entry.changes) {
            page.indented(line);
        }
        for line in excerpt(&entry.reasoning) {
            page.indented(paint(DIM, line));
        }
        for discovery in &entry.discoveries {
            page.indented(format!("found out: {}", first_line(discovery)));
        }
        if let Some(failed) = &entry.failed {
            let (index, what) = (failed.index, first_line(&failed.description));
            page.indented(paint(
                BAD,
                format!("✗ step {index}, {what}: {}", first_line(&failed.error)),
            ));
        }
    }
    if versions.is_empty() {
        page.line("There is no plan yet.");
    }
    page.finish()
}

fn first_line(text: &str) -> Cow<'_, str> {
    visible(text.trim().lines().next().unwrap_or_default())
}

impl<'a> From<&'a HistoryEntry> for EntryShape<'a> {
    fn from(entry: &'a HistoryEntry) -> Self {
        Self {
            plan: (&entry.plan).into(),
            created_at: written(entry.created_at),
            created_by: entry.created_by.as_str(),
            changes: &entry.changes,
            reasoning: &entry.reasoning,
            discoveries: &entry.discoveries,
            failed_step: entry.failed.as_ref().map(|failed| FailedShape {
                index: failed.index,
                description: &failed.description,
                error: &failed.error,
            }),
        }
    }
}
