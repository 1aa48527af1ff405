//! A plan in a line: what lists and the answers about single steps say about it.

use model::{Counts, Phase, PlanId, Standing, Timestamp};
use serde::Serialize;

use crate::native::progress::{bar, bar_cells};
use crate::native::style::{BAD, BUSY, DIM, GOOD, WARNING, paint};
use crate::rawko::sheet::{PlanSheet, step_status_word};
use crate::rawko::time::written;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanSummary {
    pub id: PlanId,
    pub task: String,
    pub status: Phase,
    pub version: u32,
    pub counts: Counts,
    pub updated_at: Timestamp,
    pub is_current: bool,
    pub is_archived: bool,
}

impl From<&PlanSheet> for PlanSummary {
    /// Of a plan that is neither current nor archived.
    fn from(plan: &PlanSheet) -> Self {
        Self {
            id: plan.id.clone(),
            task: plan.task.clone(),
            status: plan.status,
            version: plan.version,
            counts: plan.counts(),
            updated_at: plan.updated_at,
            is_current: false,
            is_archived: false,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SummaryShape<'a> {
    id: &'a str,
    task: &'a str,
    status: &'static str,
    version: u32,
    progress: ProgressShape,
    updated_at: String,
    current: bool,
    archived: bool,
}

/// A plan beside the step that an answer is about.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BriefShape<'a> {
    id: &'a str,
    status: &'static str,
    version: u32,
    current_step_index: u32,
    progress: ProgressShape,
}

#[derive(Serialize)]
pub(super) struct ProgressShape {
    complete: u64,
    skipped: u64,
    failed: u64,
    in_progress: u64,
    pending: u64,
    total: u64,
}

impl<'a> From<&'a PlanSummary> for SummaryShape<'a> {
    fn from(plan: &'a PlanSummary) -> Self {
        Self {
            id: plan.id.as_str(),
            task: &plan.task,
            status: plan.status.word(),
            version: plan.version,
            progress: ProgressShape::from(plan.counts),
            updated_at: written(plan.updated_at),
            current: plan.is_current,
            archived: plan.is_archived,
        }
    }
}

impl<'a> From<&'a PlanSheet> for BriefShape<'a> {
    fn from(plan: &'a PlanSheet) -> Self {
        Self {
            id: plan.id.as_str(),
            status: plan.status.word(),
            version: plan.version,
            current_step_index: plan.current_step_index,
            progress: ProgressShape::from(plan.counts()),
        }
    }
}

impl From<Counts> for ProgressShape {
    fn from(counts: Counts) -> Self {
        Self {
            complete: counts.done,
            skipped: counts.dropped,
            failed: counts.failed,
            in_progress: counts.doing,
            pending: counts.todo,
            total: counts.total(),
        }
    }
}

/// `████████░░░░  2 of 5 settled: 2 complete, 1 in progress, 2 pending`
pub(super) fn progress(counts: Counts, columns: usize) -> String {
    let order = [
        Standing::Done,
        Standing::Dropped,
        Standing::Failed,
        Standing::Doing,
        Standing::Todo,
    ];
    let parts: Vec<_> = order
        .into_iter()
        .filter(|standing| counts.of(*standing) > 0)
        .map(|standing| {
            format!(
                "{} {}",
                counts.of(standing),
                step_status_word(standing).replace('_', " ")
            )
        })
        .collect();
    let bar = bar(counts.settled(), counts.total().max(1), bar_cells(columns));
    format!(
        "{bar}  {} of {} settled: {}",
        counts.settled(),
        counts.total(),
        parts.join(", ")
    )
}

pub(super) fn phase(phase: Phase) -> String {
    let style = match phase {
        Phase::Draft => DIM,
        Phase::InProgress => BUSY,
        Phase::Replanning => WARNING,
        Phase::Complete => GOOD,
        Phase::Failed => BAD,
    };
    paint(style, phase.word().replace('_', " "))
}
