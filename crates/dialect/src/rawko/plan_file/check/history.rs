//! When the plan was made and changed, and what it took the place of.

use super::PlanCheck;
use crate::data::PathStep::Key;
use crate::rawko::plan_file::loose::LoosePlan;
use crate::rawko::time::written;

pub(super) fn check(plan: &LoosePlan, check: &mut PlanCheck<'_, '_>) {
    if let (Some(created), Some(updated)) = (plan.created_at, plan.updated_at)
        && updated < created
    {
        let (created, updated) = (written(created), written(updated));
        let message = format!("The plan was updated at {updated}, before it was created at {created}.");
        check.contradiction(
            &[Key("updatedAt")],
            message,
            "Put the later of the two times into `updatedAt`.",
        );
    }
    let previous = plan.previous_plan_id.as_ref();
    if previous.is_some() && previous == plan.id.as_ref() {
        let message = "The plan names itself as its previous version.".to_owned();
        let hint = "Name the version that this one took the place of.";
        check.contradiction(&[Key("previousPlanId")], message, hint);
    }
    match (plan.version, previous) {
        (Some(1), Some(_)) => {
            let message = "The plan names a previous version, but is the first one.".to_owned();
            let hint = "Raise `version`, or take `previousPlanId` out.";
            check.contradiction(&[Key("previousPlanId")], message, hint);
        }
        (Some(version @ 2..), None) => {
            let message = format!("The plan is version {version}, but names no previous one.");
            let hint = "Name the version before it in `previousPlanId`: history follows it.";
            check.contradiction(&[Key("version")], message, hint);
        }
        _ => {}
    }
}
