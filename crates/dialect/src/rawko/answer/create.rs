//! The answer of `plan create`: the document's `plan` and `reasoning`.

use serde::Serialize;

use super::commands;
use super::show::{body, heading};
use super::steps::excerpt;
use crate::native::json::pretty;
use crate::native::page::Page;
use crate::native::style::{GOOD, paint};
use crate::rawko::shape::PlanShape;
use crate::rawko::sheet::PlanSheet;

#[derive(Debug, Clone, Copy)]
pub struct CreateView<'a> {
    pub plan: &'a PlanSheet,
    pub reasoning: &'a str,
    pub path: Option<&'a str>,
}

#[derive(Serialize)]
struct CreateShape<'a> {
    plan: PlanShape<'a>,
    reasoning: &'a str,
    path: Option<&'a str>,
}

pub fn create_json(view: &CreateView<'_>) -> String {
    pretty(&CreateShape {
        plan: view.plan.into(),
        reasoning: view.reasoning,
        path: view.path,
    })
}

pub fn create_text(view: &CreateView<'_>, columns: usize) -> String {
    let mut page = Page::default();
    let count = view.plan.steps.len();
    let noun = if count == 1 { "step" } else { "steps" };
    page.line(format!("{} Created a plan of {count} {noun}.", paint(GOOD, "✓")));
    page.gap();
    heading(&mut page, view.plan, columns);
    body(&mut page, view.plan, columns);
    page.section("Why so", excerpt(view.reasoning));
    page.gap();
    let (next, run) = (
        commands::painted(&commands::next()),
        commands::painted(&commands::run()),
    );
    page.line(format!("{next} says what comes first; {run} works through all of it."));
    page.finish()
}
