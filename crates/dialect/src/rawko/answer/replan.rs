//! The answer of `replan`: the document's `newPlan`, `changes` and `reasoning`, and what became of each step.

use serde::Serialize;

use super::commands;
use super::diff::{DiffShape, lines, tally};
use super::show::heading;
use super::steps::excerpt;
use crate::native::json::pretty;
use crate::native::page::Page;
use crate::native::style::{GOOD, paint};
use crate::rawko::diff::PlanDiff;
use crate::rawko::shape::PlanShape;

#[derive(Debug, Clone, Copy)]
pub struct ReplanView<'a> {
    pub diff: &'a PlanDiff<'a>,
    pub changes: &'a str,
    pub reasoning: &'a str,
    pub path: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReplanShape<'a> {
    new_plan: PlanShape<'a>,
    changes: &'a str,
    reasoning: &'a str,
    path: Option<&'a str>,
    diff: DiffShape<'a>,
}

pub fn replan_json(view: &ReplanView<'_>) -> String {
    pretty(&ReplanShape {
        new_plan: view.diff.new.into(),
        changes: view.changes,
        reasoning: view.reasoning,
        path: view.path,
        diff: view.diff.into(),
    })
}

pub fn replan_text(view: &ReplanView<'_>, columns: usize) -> String {
    let plan = view.diff.new;
    let mut page = Page::default();
    let made = format!(
        "Version {} takes the place of version {}",
        plan.version, view.diff.old.version
    );
    page.line(format!("{} {made}: {}.", paint(GOOD, "✓"), tally(view.diff)));
    page.gap();
    heading(&mut page, plan, columns);
    page.gap();
    lines(&mut page, view.diff, columns);
    page.section("What changed", excerpt(view.changes));
    page.section("Why so", excerpt(view.reasoning));
    page.gap();
    page.line(format!(
        "{} says what comes next.",
        commands::painted(&commands::next())
    ));
    page.finish()
}
