//! Hand edits of rawko's files that contradict the plan.

use model::{Diagnostic, PlanId};

use super::rules::{CONTRADICTION, DEPENDENCY};

/// The id or the version in the file is not the one of the plan.
pub fn changed_identity(path: &str, id: &PlanId, version: u32) -> Diagnostic {
    Diagnostic::error(CONTRADICTION, format!("`{path}` is about {id} version {version}."))
        .at_path(path.to_owned())
        .with_hint("An id and a version are not changed by hand; make a new version with `rawko replan`.")
}

/// The plan has changed in the place that the user edited.
pub fn conflicting_edit(path: &str) -> Diagnostic {
    let message = format!("`{path}` was changed by hand, and the plan has changed since in the same place.");
    Diagnostic::error(CONTRADICTION, message)
        .at_path(path.to_owned())
        .with_hint("Move your file away, look at the plan with `rawko plan show`, and write it once more.")
}

/// The current task names a plan that does not exist. Its file would be `plan_file`.
pub fn missing_plan(path: &str, id: &PlanId, plan_file: &str) -> Diagnostic {
    Diagnostic::error(CONTRADICTION, format!("There is no plan `{id}`."))
        .at_path(path.to_owned())
        .with_hint(format!(
            "Name a plan of `rawko plan list`, or put one at `{plan_file}`."
        ))
}

/// The planner depends on an old step that does not exist.
pub fn unknown_kept_step(index: u32, count: usize) -> Diagnostic {
    Diagnostic::error(DEPENDENCY, format!("there is no step {index}; the plan has {count}."))
        .with_hint("Name a step that stays as \"old:N\", as it was shown.")
}
