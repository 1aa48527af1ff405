//! Warnings of `planloop status` and `planloop update`.

use engine::PlanWarning;

pub(super) fn warning(warning: &PlanWarning) -> String {
    match warning {
        PlanWarning::TurnsUnreadable(error) => format!("The turns could not be looked at: {error}."),
        PlanWarning::ClaimNotRenewed(error) => format!("The claim could not be renewed: {error}."),
        PlanWarning::Unnamed(task, tag) => format!(
            "Task {task} is already in progress under no name. If that is not you, choose a name and use it in every \
             call: --agent agent-{tag}."
        ),
        PlanWarning::ForeignCursor(cursor, version) => format!(
            "The cursor {cursor} is not of this session, which is at version {version}; `changes` lists every task."
        ),
        PlanWarning::NothingChanged => "Nothing changed: the plan was already as this update asks.".to_owned(),
    }
}
