//! What a step tells of its execution must fit where it stands.

use model::Standing;

use super::{PlanCheck, of_step};
use crate::rawko::plan_file::loose::LooseStep;
use crate::rawko::sheet::{StepSheet, step_status_word};
use crate::rawko::time::written;

pub(super) fn check(step: &LooseStep, check: &mut PlanCheck<'_, '_>) {
    let sheet = &step.sheet;
    if let Some(status) = step.status {
        for (field, hint) in misplaced(sheet, status) {
            let message = format!(
                "Step {} is {}, but has `{field}`.",
                sheet.index,
                step_status_word(status)
            );
            check.contradiction(&of_step(sheet.index, field), message, hint);
        }
        if status == Standing::Failed && sheet.error.as_deref().is_none_or(|error| error.trim().is_empty()) {
            let message = format!("Step {} failed, but does not say why.", sheet.index);
            check.contradiction(
                &of_step(sheet.index, "status"),
                message,
                "Say in `error` what went wrong.",
            );
        }
    }
    if let (Some(started), Some(completed)) = (sheet.started_at, sheet.completed_at)
        && completed < started
    {
        let (started, completed) = (written(started), written(completed));
        let message = format!(
            "Step {} was completed at {completed}, before it was started at {started}.",
            sheet.index
        );
        check.contradiction(
            &of_step(sheet.index, "completedAt"),
            message,
            "Correct one of the two times.",
        );
    }
}

/// The fields that a step with this status cannot have yet, or any more.
fn misplaced(sheet: &StepSheet, status: Standing) -> Vec<(&'static str, &'static str)> {
    const UNTOUCHED: &str = "Take it out, or say in `status` how far the step is.";
    const RUNNING: &str = "Take it out, or say in `status` how the step ended.";
    const WENT_WELL: &str = "Take it out, or set `status: failed`.";
    const FAILED: &str = "Take it out; what is worth knowing belongs into `error`.";
    let has = [
        ("executedBy", sheet.executed_by.is_some()),
        ("startedAt", sheet.started_at.is_some()),
        ("completedAt", sheet.completed_at.is_some()),
        ("output", sheet.output.is_some()),
        ("error", sheet.error.is_some()),
    ];
    let (refused, hint): (&[&str], _) = match status {
        Standing::Todo => (
            &["executedBy", "startedAt", "completedAt", "output", "error"],
            UNTOUCHED,
        ),
        Standing::Doing => (&["completedAt", "output", "error"], RUNNING),
        Standing::Done | Standing::Dropped => (&["error"], WENT_WELL),
        Standing::Failed => (&["output"], FAILED),
    };
    let is_refused = |(field, is_there): &(&'static str, bool)| *is_there && refused.contains(field);
    has.into_iter()
        .filter(is_refused)
        .map(|(field, _)| (field, hint))
        .collect()
}
