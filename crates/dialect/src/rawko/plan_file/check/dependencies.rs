//! What the steps depend on: other steps of the plan, each once, never in a cycle.
//!
//! A step may be complete before its dependency: the dependency was reopened. The model refuses an edit that starts or
//! ends a step too early.

use std::collections::BTreeSet;

use model::Diagnostic;

use super::{PlanCheck, of_step};
use crate::data::PathStep;
use crate::rawko::circle::circles;
use crate::rawko::plan_file::loose::LooseStep;
use crate::rawko::rules::DEPENDENCY;

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
            Some(_) => None,
        };
        if let Some(wrong) = wrong {
            let last = steps.len() - 1;
            let diagnostic = Diagnostic::error(DEPENDENCY, format!("Step {index} {wrong}."))
                .with_hint(format!("Name other steps by their index, 0 to {last}, each once."));
            check.note(&path(index, place), diagnostic);
        }
    }
}

fn path(index: u32, place: usize) -> Vec<PathStep> {
    [&of_step(index, "dependsOn")[..], &[PathStep::Item(place)]].concat()
}
