//! What the steps wait for: other steps of the plan, each once, never in a circle, and settled before they start.

use std::collections::{BTreeMap, BTreeSet};

use model::{Diagnostic, GraphFault, Standing, TaskGraph, TaskNumber};

use super::contradiction;
use crate::planloop::faults::Faults;
use crate::rawko::circle::drawn;
use crate::rawko::plan_file::loose::LooseStep;
use crate::rawko::rules::{CYCLE, DEPENDENCY};
use crate::rawko::sheet::step_status_word;

pub(super) fn check(steps: &[LooseStep], faults: &mut Faults) {
    for step in steps {
        check_step(steps, step, faults);
    }
    check_circles(steps, faults);
}

fn check_step(steps: &[LooseStep], step: &LooseStep, faults: &mut Faults) {
    let index = step.sheet.index;
    let mut seen = BTreeSet::new();
    for (place, link) in step.sheet.depends_on.iter().enumerate() {
        let wrong = match steps.get(*link as usize) {
            _ if *link == index => Some("depends on itself".to_owned()),
            None => Some(format!("depends on step {link}, which does not exist")),
            Some(_) if !seen.insert(*link) => Some(format!("depends on step {link} more than once")),
            Some(other) => {
                check_order(step, other, place, faults);
                None
            }
        };
        if let Some(wrong) = wrong {
            faults.note(|| {
                Diagnostic::error(DEPENDENCY, format!("Step {index} {wrong}."))
                    .at_path(way(index, place))
                    .with_hint(format!(
                        "Name other steps by their index, 0 to {}, each once.",
                        steps.len() - 1
                    ))
            });
        }
    }
}

/// Nobody can have begun with a step before those were settled that it waits for.
fn check_order(step: &LooseStep, other: &LooseStep, place: usize, faults: &mut Faults) {
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
    faults.note(|| contradiction(way(index, place), message, hint));
}

fn check_circles(steps: &[LooseStep], faults: &mut Faults) {
    // A step that waits for itself, or for one that does not exist, has been told of already.
    let known = |step: &LooseStep| {
        let links = step.sheet.depends_on.iter().copied();
        let links = links.filter(|link| (*link as usize) < steps.len() && *link != step.sheet.index);
        links.map(TaskNumber).collect::<Vec<_>>()
    };
    let after: BTreeMap<_, _> = steps
        .iter()
        .map(|step| (TaskNumber(step.sheet.index), known(step)))
        .collect();
    for fault in TaskGraph::build(&after).err().into_iter().flatten() {
        let GraphFault::Cycle(circle) = fault else { continue };
        faults.note(|| {
            let first = circle.first().map_or(0, |number| number.0);
            Diagnostic::error(
                CYCLE,
                format!("Steps wait for each other in a circle: {}.", drawn(&circle)),
            )
            .at_path(format!("steps[{first}].dependsOn"))
            .with_hint("Take one of them out of the `dependsOn` of another.")
        });
    }
}

fn way(index: u32, place: usize) -> String {
    format!("steps[{index}].dependsOn[{place}]")
}
