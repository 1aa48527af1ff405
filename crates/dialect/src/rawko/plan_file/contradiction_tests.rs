//! Every way in which a hand-edited file can say two things at once.

use model::{Rule, Severity, Standing, Timestamp};

use super::*;
use crate::rawko::PlanSheet;
use crate::rawko::rules::{CONTRADICTION, CYCLE, DEPENDENCY};
use crate::rawko::sheet::current_step_index;
use crate::rawko::testing::{NOON, agent, id, plan, step};

use Standing::{Doing, Done, Dropped, Failed, Todo};
use model::Phase;

fn written(steps: &[(Standing, &[u32])], status: Phase) -> PlanSheet {
    let step = |(index, (status, after)): (u32, &(Standing, &[u32]))| step(index, *status, after);
    let steps: Vec<_> = (0..).zip(steps).map(step).collect();
    PlanSheet {
        status,
        current_step_index: current_step_index(&steps),
        ..plan(steps)
    }
}

fn faults(plan: &PlanSheet) -> Vec<(&'static Rule, Severity, String)> {
    let faults = read_plan("f", &write_plan(plan)).1;
    let shown = |fault: model::Diagnostic| {
        assert!(fault.hint.is_some());
        (fault.rule, fault.severity, fault.message)
    };
    faults.into_iter().map(shown).collect()
}

fn check(plan: &PlanSheet, rule: &'static Rule, message: &str) {
    assert_eq!(faults(plan), [(rule, Severity::Error, message.to_owned())]);
}

#[test]
fn a_phase_must_follow_from_the_steps() {
    let phases = |steps: &[(Standing, &[u32])]| {
        let fits = |phase: &Phase| {
            faults(&written(steps, *phase))
                .iter()
                .all(|fault| fault.1 == Severity::Warning)
        };
        Phase::ALL.into_iter().filter(fits).collect::<Vec<_>>()
    };
    use Phase::{Complete, Draft, InProgress, Replanning};
    assert_eq!(phases(&[(Todo, &[]), (Todo, &[0])]), [Draft, InProgress]);
    assert_eq!(phases(&[(Dropped, &[]), (Todo, &[])]), [Draft, InProgress]);
    assert_eq!(phases(&[(Done, &[]), (Todo, &[0])]), [InProgress]);
    assert_eq!(phases(&[(Doing, &[]), (Todo, &[0])]), [InProgress]);
    assert_eq!(phases(&[(Done, &[]), (Dropped, &[0])]), [Complete]);
    assert_eq!(
        phases(&[(Done, &[]), (Failed, &[0]), (Todo, &[])]),
        [Replanning, Phase::Failed]
    );
    check(
        &written(&[(Done, &[]), (Todo, &[])], Complete),
        CONTRADICTION,
        "The plan is `complete`, but some steps are complete and some are pending.",
    );
    check(
        &written(&[(Done, &[])], InProgress),
        CONTRADICTION,
        "The plan is `in_progress`, but every step is complete or skipped.",
    );
    check(
        &written(&[(Doing, &[])], Draft),
        CONTRADICTION,
        "The plan is `draft`, but a step is in progress.",
    );
    check(
        &written(&[(Failed, &[])], InProgress),
        CONTRADICTION,
        "The plan is `in_progress`, but a step has failed.",
    );
}

#[test]
fn a_step_may_have_begun_before_a_dependency_was_reopened() {
    for begun in [Doing, Done, Failed] {
        for before in [Todo, Doing, Failed, Done, Dropped] {
            let phase = match [begun, before].contains(&Failed) {
                true => Phase::Replanning,
                false => Phase::InProgress,
            };
            let plan = written(&[(before, &[]), (begun, &[0]), (Todo, &[])], phase);
            assert_eq!(faults(&plan), []);
        }
    }
}

#[test]
fn links_lead_to_other_steps_once() {
    let todo = |after: &[u32]| written(&[(Todo, &[]), (Todo, after)], Phase::Draft);
    check(&todo(&[1]), DEPENDENCY, "Step 1 depends on itself.");
    check(
        &todo(&[2]),
        DEPENDENCY,
        "Step 1 depends on step 2, which does not exist.",
    );
    check(&todo(&[0, 0]), DEPENDENCY, "Step 1 depends on step 0 more than once.");
    let circle = [(Todo, &[2][..]), (Todo, &[0]), (Todo, &[1]), (Todo, &[])];
    let (rule, _, message) = faults(&written(&circle, Phase::Draft)).remove(0);
    assert_eq!(rule, CYCLE);
    assert!(
        message.starts_with("Steps wait for each other in a circle: 0 → "),
        "{message}"
    );
    let two = [(Todo, &[1][..]), (Todo, &[0]), (Todo, &[3]), (Todo, &[2])];
    assert_eq!(faults(&written(&two, Phase::Draft)).len(), 2);
}

#[test]
fn what_a_step_tells_must_fit_its_status() {
    type Mend = fn(&mut crate::rawko::StepSheet);
    let facts: [(&str, Mend); 5] = [
        ("executedBy", |step| step.executed_by = Some(agent("ada"))),
        ("startedAt", |step| step.started_at = Some(NOON)),
        ("completedAt", |step| step.completed_at = Some(NOON)),
        ("output", |step| step.output = Some("x".into())),
        ("error", |step| step.error = Some("x".into())),
    ];
    for (status, phase, refused) in [
        (
            Todo,
            Phase::Draft,
            &["executedBy", "startedAt", "completedAt", "output", "error"][..],
        ),
        (Doing, Phase::InProgress, &["completedAt", "output", "error"]),
        (Done, Phase::Complete, &["error"]),
        (Dropped, Phase::Complete, &["error"]),
        (Failed, Phase::Replanning, &["output"]),
    ] {
        for (field, add) in facts {
            let mut plan = written(&[(status, &[])], phase);
            add(&mut plan.steps[0]);
            let found = faults(&plan);
            assert_eq!(
                found.len(),
                usize::from(refused.contains(&field)),
                "{status:?} {field} {found:?}"
            );
            assert!(
                found
                    .iter()
                    .all(|fault| fault.2.contains(&format!("but has `{field}`"))),
                "{found:?}"
            );
        }
    }
}

#[test]
fn a_failure_has_a_reason() {
    for error in [None, Some(String::new()), Some(" \n".to_owned())] {
        let mut plan = written(&[(Failed, &[])], Phase::Failed);
        plan.steps[0].error = error;
        check(&plan, CONTRADICTION, "Step 0 failed, but does not say why.");
    }
}

#[test]
fn times_do_not_run_backwards() {
    let before = NOON.plus_millis(-1);
    let mut backwards = written(&[(Todo, &[])], Phase::Draft);
    backwards.updated_at = before;
    check(
        &backwards,
        CONTRADICTION,
        "The plan was updated at 2026-01-23T11:59:59.999Z, before it was created at 2026-01-23T12:00:00Z.",
    );
    let mut backwards = written(&[(Done, &[])], Phase::Complete);
    (backwards.steps[0].started_at, backwards.steps[0].completed_at) = (Some(NOON), Some(before));
    assert!(faults(&backwards)[0].2.starts_with("Step 0 was completed at"));
    // A step that was kept from the version before is older than the plan.
    let mut kept = written(&[(Done, &[])], Phase::Complete);
    kept.steps[0].completed_at = Some(Timestamp::from_millis(0));
    assert_eq!(faults(&kept), []);
}

#[test]
fn versions_and_their_history_agree() {
    let with = |version, previous: Option<&str>| PlanSheet {
        version,
        previous_plan_id: previous.map(id),
        ..written(&[(Todo, &[])], Phase::Draft)
    };
    assert_eq!(faults(&with(2, Some("plan-20260123-notes-v1"))), []);
    check(
        &with(1, Some("a")),
        CONTRADICTION,
        "The plan names a previous version, but is the first one.",
    );
    check(
        &with(3, None),
        CONTRADICTION,
        "The plan is version 3, but names no previous one.",
    );
    check(
        &with(2, Some("plan-20260123-notes")),
        CONTRADICTION,
        "The plan names itself as its previous version.",
    );
}

#[test]
fn the_current_step_is_one_of_them() {
    let with = |index| PlanSheet {
        current_step_index: index,
        ..written(&[(Done, &[]), (Todo, &[])], Phase::InProgress)
    };
    check(
        &with(3),
        CONTRADICTION,
        "`currentStepIndex` is 3, but the plan has only 2 steps.",
    );
    assert_eq!(faults(&with(2))[0].1, Severity::Warning);
    assert_eq!(faults(&with(1)), []);
}

#[test]
fn a_status_that_nobody_has_changed_follows_from_the_steps() {
    let text = write_plan(&written(&[(Done, &[]), (Todo, &[0])], Phase::Draft));
    let severity = |written| {
        let (plan, faults) = read_edited_plan("f", &text, written);
        let status = faults
            .iter()
            .find(|fault| fault.message.starts_with("The plan is `draft`"));
        (plan.is_some(), status.map(|fault| fault.severity))
    };
    assert_eq!(severity(Phase::Draft), (true, Some(Severity::Warning)));
    assert_eq!(severity(Phase::InProgress), (false, Some(Severity::Error)));
    assert_eq!(read_plan("f", &text).0, None);
}
