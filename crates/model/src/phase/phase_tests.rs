//! Every move of every small plan, against the table.

use std::collections::BTreeSet;

use super::*;
use crate::task::Standing;

use PlanEventKind as Kind;
use Standing::{Doing, Done, Dropped, Failed, Todo};

#[test]
fn a_failure_is_heard_before_anything_else() {
    let counts = |todo, doing, done, failed, dropped| Counts {
        todo,
        doing,
        done,
        failed,
        dropped,
    };
    for (steps, phase) in [
        (counts(3, 0, 0, 0, 0), Phase::Draft),
        (counts(1, 0, 0, 0, 2), Phase::Draft),
        (counts(2, 1, 0, 0, 0), Phase::InProgress),
        (counts(1, 0, 1, 0, 0), Phase::InProgress),
        (counts(0, 1, 1, 0, 1), Phase::InProgress),
        (counts(0, 0, 1, 0, 2), Phase::Complete),
        (counts(0, 0, 0, 0, 1), Phase::Complete),
        (counts(1, 1, 1, 1, 0), Phase::Replanning),
        (counts(0, 0, 0, 1, 0), Phase::Replanning),
    ] {
        assert_eq!(Phase::of(&steps, true), phase, "{steps:?}");
        let without = if steps.failed > 0 { Phase::Failed } else { phase };
        assert_eq!(Phase::of(&steps, false), without, "{steps:?}");
    }
}

/// What people and agents can do to one step, as it stands before and after.
const MOVES: [(Standing, Kind, Standing); 17] = [
    (Todo, Kind::StepStarted, Doing),
    (Failed, Kind::StepStarted, Doing),
    (Todo, Kind::StepCompleted, Done),
    (Doing, Kind::StepCompleted, Done),
    (Failed, Kind::StepCompleted, Done),
    (Todo, Kind::StepFailed, Failed),
    (Doing, Kind::StepFailed, Failed),
    (Todo, Kind::StepSkipped, Dropped),
    (Doing, Kind::StepSkipped, Dropped),
    (Failed, Kind::StepSkipped, Dropped),
    (Doing, Kind::StepReleased, Todo),
    (Done, Kind::StepReopened, Todo),
    (Failed, Kind::StepReopened, Todo),
    (Dropped, Kind::StepReopened, Todo),
    (Done, Kind::StepSkipped, Dropped),
    (Dropped, Kind::StepCompleted, Done),
    (Dropped, Kind::StepStarted, Doing),
];

/// Moves that leave a final phase by the back door, and are refused there by name.
fn is_refused(from: Phase, event: Kind) -> bool {
    match from {
        Phase::Failed => matches!(event, Kind::StepStarted | Kind::StepAdded),
        Phase::Complete => !matches!(event, Kind::StepAdded | Kind::StepReopened | Kind::PlanReplanned),
        _ => false,
    }
}

fn plans() -> Vec<Counts> {
    let mut plans = Vec::new();
    for code in 0..4_usize.pow(5) {
        let digit = |place: u32| (code / 4_usize.pow(place) % 4) as u64;
        plans.push(Counts {
            todo: digit(0),
            doing: digit(1),
            done: digit(2),
            failed: digit(3),
            dropped: digit(4),
        });
    }
    plans.retain(|plan| plan.total() > 0);
    plans
}

#[test]
fn every_move_of_a_step_is_in_the_table_or_refused_by_name() {
    let mut used = BTreeSet::new();
    for (before, may_replan) in plans().iter().flat_map(|plan| [(plan, true), (plan, false)]) {
        let from = Phase::of(before, may_replan);
        for (old, event, new) in MOVES.into_iter().filter(|(old, ..)| before.of(*old) > 0) {
            let mut after = *before;
            *after.slot(old) -= 1;
            *after.slot(new) += 1;
            let found = transition(from, event, &after, may_replan);
            // A step that settled is taken up again by reopening it; then nothing else is wrong with these.
            let is_settled = matches!(old, Done | Dropped) && event != Kind::StepReopened;
            // A failed step is taken up again only while the plan is not given up.
            let is_given_up = old == Failed && from == Phase::Failed && event == Kind::StepCompleted;
            match found {
                Ok(to) => {
                    assert_eq!(to, Phase::of(&after, may_replan));
                    used.insert((from, event, to));
                }
                Err(illegal) => {
                    assert!(
                        is_settled || is_given_up || is_refused(from, event),
                        "{illegal} {before:?} {after:?}"
                    );
                    assert_eq!(
                        illegal.to_string(),
                        format!("{} is not possible: the plan is `{}`", event.word(), from.word())
                    );
                }
            }
        }
        let mut after = *before;
        after.todo += 1;
        match transition(from, Kind::StepAdded, &after, may_replan) {
            Ok(to) => used.extend([(from, Kind::StepAdded, to)]),
            Err(illegal) => assert!(is_refused(from, illegal.event), "{illegal}"),
        }
        // A replan takes out what failed and puts in something new.
        let after = Counts {
            failed: 0,
            todo: before.todo + 1,
            ..*before
        };
        used.insert((
            from,
            Kind::PlanReplanned,
            transition(from, Kind::PlanReplanned, &after, may_replan).unwrap(),
        ));
    }
    let unused: Vec<_> = TRANSITIONS.iter().filter(|row| !used.contains(row)).collect();
    // Only a forced replan can take the running steps out as well.
    assert_eq!(unused, [&(Phase::InProgress, Kind::PlanReplanned, Phase::Draft)]);
}

#[test]
fn words_are_read_again() {
    for phase in Phase::ALL {
        assert_eq!(Phase::from_word(phase.word()), Some(phase));
    }
    for kind in Kind::ALL {
        assert_eq!(Kind::from_word(kind.word()), Some(kind));
    }
    assert_eq!(Phase::from_word("created"), None);
}

#[test]
fn a_row_stands_there_once_and_creation_needs_none() {
    let rows: BTreeSet<_> = TRANSITIONS.iter().collect();
    assert_eq!(rows.len(), TRANSITIONS.len());
    assert!(TRANSITIONS.iter().all(|row| row.1 != Kind::PlanCreated));
    let one = Counts {
        todo: 1,
        ..Counts::default()
    };
    assert_eq!(
        transition(Phase::Draft, Kind::PlanCreated, &one, true),
        Ok(Phase::Draft)
    );
    assert_eq!(transitions(Phase::Failed, Kind::StepStarted).count(), 0);
}
