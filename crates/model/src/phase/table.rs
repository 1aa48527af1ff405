//! Which event leads from which phase to which. The engine refuses what is not here, and diagrams are drawn from it.

use crate::state::Counts;

use super::{Phase, PlanEventKind};

/// From, by, to. Where one event leads to several phases, the one whose condition holds afterwards is meant.
pub type Transition = (Phase, PlanEventKind, Phase);

/// Steps that run side by side go on after one of them has failed, so their events are at home in every phase but
/// the complete one. A failed plan takes nothing up by itself; what was running may still report.
pub const TRANSITIONS: &[Transition] = {
    use Phase::{Complete, Draft, Failed, InProgress, Replanning};
    use PlanEventKind::{
        PlanReplanned, StepAdded, StepCompleted, StepFailed, StepReleased, StepReopened, StepSkipped, StepStarted,
    };
    &[
        (Draft, StepStarted, InProgress),
        (Draft, StepCompleted, InProgress),
        (Draft, StepCompleted, Complete),
        (Draft, StepFailed, Replanning),
        (Draft, StepFailed, Failed),
        (Draft, StepSkipped, Draft),
        (Draft, StepSkipped, Complete),
        (Draft, StepAdded, Draft),
        (Draft, StepReopened, Draft),
        (Draft, PlanReplanned, Draft),
        (InProgress, StepStarted, InProgress),
        (InProgress, StepCompleted, InProgress),
        (InProgress, StepCompleted, Complete),
        (InProgress, StepFailed, Replanning),
        (InProgress, StepFailed, Failed),
        (InProgress, StepSkipped, InProgress),
        (InProgress, StepSkipped, Draft),
        (InProgress, StepSkipped, Complete),
        (InProgress, StepAdded, InProgress),
        (InProgress, StepReleased, InProgress),
        (InProgress, StepReleased, Draft),
        (InProgress, StepReopened, InProgress),
        (InProgress, StepReopened, Draft),
        (InProgress, PlanReplanned, InProgress),
        (InProgress, PlanReplanned, Draft),
        (Replanning, StepStarted, Replanning),
        (Replanning, StepStarted, InProgress),
        (Replanning, StepCompleted, Replanning),
        (Replanning, StepCompleted, InProgress),
        (Replanning, StepCompleted, Complete),
        (Replanning, StepFailed, Replanning),
        (Replanning, StepSkipped, Replanning),
        (Replanning, StepSkipped, InProgress),
        (Replanning, StepSkipped, Draft),
        (Replanning, StepSkipped, Complete),
        (Replanning, StepAdded, Replanning),
        (Replanning, StepReleased, Replanning),
        (Replanning, StepReopened, Replanning),
        (Replanning, StepReopened, InProgress),
        (Replanning, StepReopened, Draft),
        (Replanning, PlanReplanned, InProgress),
        (Replanning, PlanReplanned, Draft),
        (Complete, StepAdded, InProgress),
        (Complete, StepAdded, Draft),
        (Complete, StepReopened, InProgress),
        (Complete, StepReopened, Draft),
        (Complete, PlanReplanned, InProgress),
        (Complete, PlanReplanned, Draft),
        (Failed, StepCompleted, Failed),
        (Failed, StepFailed, Failed),
        (Failed, StepReleased, Failed),
        (Failed, StepSkipped, Failed),
        (Failed, StepSkipped, InProgress),
        (Failed, StepSkipped, Draft),
        (Failed, StepSkipped, Complete),
        (Failed, StepReopened, Failed),
        (Failed, StepReopened, InProgress),
        (Failed, StepReopened, Draft),
        (Failed, PlanReplanned, InProgress),
        (Failed, PlanReplanned, Draft),
    ]
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{event} is not possible: the plan is `{from}`")]
pub struct IllegalTransition {
    pub from: Phase,
    pub event: PlanEventKind,
}

/// The phase after the event. `after` counts the steps as they stand then. A plan is created into whatever phase its
/// steps give it, so `from` says nothing there.
pub fn transition(
    from: Phase,
    event: PlanEventKind,
    after: &Counts,
    may_replan: bool,
) -> Result<Phase, IllegalTransition> {
    let to = Phase::of(after, may_replan);
    let is_legal = event == PlanEventKind::PlanCreated || TRANSITIONS.contains(&(from, event, to));
    match is_legal {
        true => Ok(to),
        false => Err(IllegalTransition { from, event }),
    }
}

/// Where the event may lead from here; nowhere if it is refused.
pub fn transitions(from: Phase, event: PlanEventKind) -> impl Iterator<Item = Phase> {
    TRANSITIONS
        .iter()
        .filter(move |row| (row.0, row.1) == (from, event))
        .map(|row| row.2)
}
