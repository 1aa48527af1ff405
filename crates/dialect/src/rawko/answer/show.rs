//! The answer of `plan show`: one plan with all of its steps.

use model::{Evidence, Standing, Timestamp};
use serde::Serialize;

use super::brief::{phase, progress};
use super::steps::{excerpt, named, table};
use crate::native::evidence::check_lines;
use crate::native::json::pretty;
use crate::native::page::Page;
use crate::native::style::{BOLD, DIM, paint};
use crate::native::time::ago;
use crate::native::visible::visible;
use crate::native::width::clip;
use crate::rawko::shape::PlanShape;
use crate::rawko::sheet::PlanSheet;

#[derive(Debug, Clone, Copy)]
pub struct ShowView<'a> {
    pub plan: &'a PlanSheet,
    /// Its file, if it has one.
    pub path: Option<&'a str>,
    pub is_current: bool,
    /// How often it was made anew, and how often it may be, if that is known.
    pub replans: Option<(u32, u32)>,
    pub is_archived: bool,
    /// What the checks of its steps said, by index.
    pub checks: &'a [(u32, Vec<Evidence>)],
}

#[derive(Serialize)]
struct ReplansShape {
    used: u32,
    allowed: u32,
}

#[derive(Serialize)]
struct ShowShape<'a> {
    plan: PlanShape<'a>,
    path: Option<&'a str>,
    current: bool,
    archived: bool,
    replans: Option<ReplansShape>,
}

pub fn show_json(view: &ShowView<'_>) -> String {
    pretty(&ShowShape {
        plan: view.plan.into(),
        path: view.path,
        current: view.is_current,
        archived: view.is_archived,
        replans: view.replans.map(|(used, allowed)| ReplansShape { used, allowed }),
    })
}

pub fn show_text(view: &ShowView<'_>, at: Timestamp, columns: usize) -> String {
    let plan = view.plan;
    let mut page = Page::default();
    heading(&mut page, plan, columns);
    let mut facts = vec![format!("version {}", plan.version)];
    facts.extend(plan.previous_plan_id.as_ref().map(|id| format!("after {id}")));
    if let Some((used, allowed)) = view.replans.filter(|(used, _)| *used > 0) {
        facts.push(format!("{used} of {allowed} replans"));
    }
    facts.push(format!("by {}", visible(plan.created_by.as_str())));
    facts.push(format!("changed {}", ago(plan.updated_at, at)));
    facts.extend(view.is_archived.then(|| "archived".to_owned()));
    page.line(format!("{}  {}", phase(plan.status), paint(DIM, facts.join(", "))));
    body(&mut page, plan, columns);
    for (index, evidence) in view.checks {
        let step = plan.steps.iter().find(|step| step.index == *index);
        let heading = step.map(|step| format!("Checks of {}", named(step)));
        page.section(&heading.unwrap_or_default(), check_lines(evidence));
    }
    let metadata = &plan.metadata;
    let lines = |list: &[String]| {
        list.iter()
            .map(|text| format!("- {}", visible(text)))
            .collect::<Vec<_>>()
    };
    page.section("Constraints", lines(&metadata.constraints));
    page.section("Remembered", lines(&metadata.memories));
    let tags = (!metadata.tags.is_empty()).then(|| visible(&metadata.tags.join(", ")).into_owned());
    page.section("Tags", tags);
    page.finish()
}

pub(super) fn heading(page: &mut Page, plan: &PlanSheet, columns: usize) {
    let task = plan.task.trim().lines().next().unwrap_or_default();
    page.line(paint(BOLD, clip(&visible(task), columns)));
    page.line(paint(DIM, plan.id.as_str()));
}

/// The bar, the steps, and why some of them failed.
pub(super) fn body(page: &mut Page, plan: &PlanSheet, columns: usize) {
    page.gap();
    page.line(progress(plan.counts(), columns));
    page.gap();
    for line in table(&plan.steps, columns) {
        page.line(line);
    }
    for step in plan.steps.iter().filter(|step| step.status == Standing::Failed) {
        let error = step.error.as_deref().unwrap_or_default();
        page.section(&format!("Failed: {}", named(step)), excerpt(error));
    }
}
