use model::Diagnostic;

use super::PLAN_TITLE;
use crate::agentctl::draft::PlanDraft;

pub(super) const KEY: &str = "title";
pub(super) const HINT: &str = "Say in one line what the plan achieves: `title: \"Add user authentication\"`.";

pub(super) fn check(plan: &PlanDraft<'_>) -> Option<Diagnostic> {
    let title = plan.title.as_ref().filter(|title| title.value.trim().is_empty())?;
    let fault = plan.source.error(PLAN_TITLE, &title.span, "The `title` is empty.");
    Some(fault.with_hint(HINT))
}
