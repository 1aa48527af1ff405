//! The answer of `plan history`: the versions of a plan, the newest first, and why each took the other's place.

use model::{AgentName, Timestamp};
use serde::Serialize;

use super::brief::{PlanSummary, SummaryShape, phase};
use super::steps::excerpt;
use crate::native::json::pretty;
use crate::native::page::Page;
use crate::native::style::{BOLD, DIM, paint};
use crate::native::time::date;
use crate::native::visible::visible;
use crate::rawko::time::written;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    pub plan: PlanSummary,
    pub created_at: Timestamp,
    pub created_by: AgentName,
    pub changes: String,
    pub reasoning: String,
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
    }
    if versions.is_empty() {
        page.line("There is no plan yet.");
    }
    page.finish()
}

impl<'a> From<&'a HistoryEntry> for EntryShape<'a> {
    fn from(entry: &'a HistoryEntry) -> Self {
        Self {
            plan: (&entry.plan).into(),
            created_at: written(entry.created_at),
            created_by: entry.created_by.as_str(),
            changes: &entry.changes,
            reasoning: &entry.reasoning,
        }
    }
}
