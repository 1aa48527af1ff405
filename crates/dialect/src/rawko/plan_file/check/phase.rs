//! The plan's status and its current step follow from the steps.

use model::{Counts, Phase, Standing};

use super::PlanCheck;
use crate::data::PathStep::Key;
use crate::rawko::plan_file::loose::{LoosePlan, LooseStep};
use crate::rawko::sheet::{StepSheet, current_step_index};

/// What follows from the steps by itself.
const CORRECTED: &str = "It follows from the steps and is corrected by itself.";

pub(super) fn check(plan: &LoosePlan, written: Option<Phase>, check: &mut PlanCheck<'_, '_>) {
    let statuses: Option<Vec<Standing>> = plan.steps.iter().map(|step| step.status).collect();
    let Some(statuses) = statuses.filter(|statuses| !statuses.is_empty()) else {
        return;
    };
    if let Some(phase) = plan.status {
        check_phase(phase, written, &statuses, check);
    }
    if let Some(index) = plan.current_step_index {
        check_current(index, &plan.steps, &statuses, check);
    }
}

fn check_phase(phase: Phase, written: Option<Phase>, statuses: &[Standing], check: &mut PlanCheck<'_, '_>) {
    let mut counts = Counts::default();
    for status in statuses {
        *counts.slot(*status) += 1;
    }
    // How many replans are left is not in the file, so both ends of a failure are possible.
    let possible = [true, false].map(|may_replan| Phase::of(&counts, may_replan));
    if possible.contains(&phase) {
        return;
    }
    let why = match possible[0] {
        Phase::Replanning => "a step has failed",
        Phase::Complete => "every step is complete or skipped",
        Phase::Draft => "no step has been started",
        _ if counts.doing > 0 => "a step is in progress",
        _ => "some steps are complete and some are pending",
    };
    let hint = match possible[0] {
        Phase::Replanning => "Write `replanning`, or `failed` if the plan is given up.".to_owned(),
        other => format!("Write `{other}`, or correct the steps."),
    };
    let message = format!("The plan is `{phase}`, but {why}.");
    // Whoever let go of the only step that ran leaves such a file behind.
    let is_idle = phase == Phase::InProgress && possible[0] == Phase::Draft;
    let path = [Key("status")];
    match is_idle {
        true => check.outdated(&path, message, &hint),
        false if written == Some(phase) => check.outdated(&path, message, CORRECTED),
        false => check.contradiction(&path, message, &hint),
    }
}

fn check_current(index: u32, steps: &[LooseStep], statuses: &[Standing], check: &mut PlanCheck<'_, '_>) {
    const FIELD: &str = "currentStepIndex";
    if index as usize > steps.len() {
        let message = format!("`{FIELD}` is {index}, but the plan has only {} steps.", steps.len());
        let hint = format!(
            "The steps are 0 to {}; {} means that none is left.",
            steps.len() - 1,
            steps.len()
        );
        check.contradiction(&[Key(FIELD)], message, &hint);
        return;
    }
    let steps = steps.iter().zip(statuses).map(|(step, status)| StepSheet {
        status: *status,
        depends_on: step.sheet.depends_on.clone(),
        ..StepSheet::new(step.sheet.index, "")
    });
    let steps: Vec<_> = steps.collect();
    let found = current_step_index(&steps);
    if found != index {
        let message = format!("`{FIELD}` is {index}, but the steps make it {found}.");
        check.outdated(&[Key(FIELD)], message, CORRECTED);
    }
}
