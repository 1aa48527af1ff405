//! The answer of `plan list`.

use model::Timestamp;
use serde::Serialize;

use super::brief::{PlanSummary, SummaryShape};
use super::commands;
use crate::native::json::pretty;
use crate::native::page::Page;
use crate::native::style::{BAD, BOLD, BUSY, DIM, GOOD, PLAIN, WARNING};
use crate::native::table::{Cell, lay_out};
use crate::native::time::ago;
use crate::native::visible::visible;
use crate::native::width::clip;

#[derive(Serialize)]
struct ListShape<'a> {
    plans: Vec<SummaryShape<'a>>,
}

pub fn list_json(plans: &[PlanSummary]) -> String {
    pretty(&ListShape {
        plans: plans.iter().map(SummaryShape::from).collect(),
    })
}

pub fn list_text(plans: &[PlanSummary], at: Timestamp, columns: usize) -> String {
    let mut page = Page::default();
    if plans.is_empty() {
        let create = commands::painted(&commands::create());
        page.line(format!("There is no plan yet. Make one with {create}."));
        return page.finish();
    }
    let rows: Vec<_> = plans.iter().map(|plan| row(plan, at, columns)).collect();
    for line in lay_out(&rows) {
        page.line(line);
    }
    page.finish()
}

fn row(plan: &PlanSummary, at: Timestamp, columns: usize) -> Vec<Cell> {
    use model::Phase;
    let style = match plan.status {
        Phase::Draft => PLAIN,
        Phase::InProgress => BUSY,
        Phase::Replanning => WARNING,
        Phase::Complete => GOOD,
        Phase::Failed => BAD,
    };
    let task = plan.task.trim().lines().next().unwrap_or_default();
    let when = ago(plan.updated_at, at);
    let when = if plan.is_archived {
        format!("{when}, archived")
    } else {
        when
    };
    vec![
        Cell::left(GOOD, if plan.is_current { "*" } else { " " }),
        Cell::left(if plan.is_current { BOLD } else { PLAIN }, plan.id.as_str()),
        Cell::left(style, plan.status.word().replace('_', " ")),
        Cell::right(DIM, format!("{}/{}", plan.counts.settled(), plan.counts.total())),
        Cell::left(DIM, when),
        Cell::left(PLAIN, clip(&visible(task), (columns / 3).max(20))),
    ]
}
