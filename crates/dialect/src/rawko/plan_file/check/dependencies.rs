//! What the steps wait for: other steps of the plan, each once, never in a circle, and settled before they start.

use std::collections::BTreeSet;

use model::{Diagnostic, Standing};

use super::{PlanCheck, of_step};
use crate::data::PathStep;
use crate::rawko::circle::circles;
use crate::rawko::plan_file::loose::LooseStep;
use crate::rawko::rules::DEPENDENCY;
use crate::rawko::sheet::step_status_word;

pub(super) fn check(steps: &[LooseStep], check: &mut PlanCheck<'_, '_>) {
    for step in steps {
        check_step(steps, step, check);
    }
    let after = steps.iter().map(|step| step.sheet.depends_on.clone());
    for (first, fault) in circles(after) {
        check.note(&of_step(first, "dependsOn"), fault);
    }
}

fn check_step(steps: &[LooseStep], step: &LooseStep, check: &mut PlanCheck<'_, '_>) {
    let index = step.sheet.index;
    let mut seen = BTreeSet::new();
    for (place, link) in step.sheet.depends_on.iter().enumerate() {
        let wrong = match steps.get(*link as usize) {
            _ if *link == index => Some("depends on itself".to_owned()),
            None => Some(format!("depends on step {link}, which does not exist")),
            Some(_) if !seen.insert(*link) => Some(format!("depends on step {link} more than once")),
            Some(other) => {
                check_order(step, other, place, check);
                None
            }
        };
        if let Some(wrong) = wrong {
            let last = steps.len() - 1;
            let diagnostic = Diagnostic::error(DEPENDENCY, format!("Step {index} {wrong}."))
                .with_hint(format!("Name other steps by their index, 0 to {last}, each once."));
            check.note(&path(index, place), diagnostic);
        }
    }
}

/// Nobody can have begun with a step before those were settled that it waits for.
fn check_order(step: &LooseStep, other: &LooseStep, place: usize, check: &mut PlanCheck<'_, '_>) {
    let is_begun = |status: &Standing| matches!(status, Standing::Doing | Standing::Done | Standing::Failed);
    let (Some(status), Some(before)) = (step.status.filter(is_begun), other.status) else {
        return;
    };
    if before.is_settled() {
        return;
    }
    let (index, other) = (step.sheet.index, other.sheet.index);
    let message = format!(
        "Step {index} is {}, but it depends on step {other}, which is {}.",
        step_status_word(status),
        step_status_word(before)
    );
    let hint = "Settle the other step first, or take it out of `dependsOn`.";
    check.contradiction(&path(index, place), message, hint);
}

fn path(index: u32, place: usize) -> Vec<PathStep> {
    [&of_step(index, "dependsOn")[..], &[PathStep::Item(place)]].concat()
}
