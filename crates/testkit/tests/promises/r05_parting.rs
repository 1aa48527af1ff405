//! R5 for the driver: regression tests for agents that lost their steps or gave them up themselves.

use engine::EngineError;
use engine::run::{DoneBy, End, Lack, Part, Resolution, RunEnd, RunFault};
use model::conclude::{LostReason, StepConclusion, StepEnd, StepResult};
use model::{AgentName, DroppedAs, Move, Standing, TaskNumber, limits};
use planwright_testkit::project::must;

use crate::desk::{Desk, RunOptions, moved, with_criterion, with_state};
use crate::r05_phases::{Agents, go_on, quick, until_begun};

/// Two steps at a time.
const TWO: RunOptions<'_> = RunOptions {
    jobs: 2,
    resolve: None,
    answer: None,
    is_slow: false,
    opened: None,
};

fn cancel() -> Move {
    Move::Drop {
        how: DroppedAs::Cancelled,
        reason: None,
    }
}

fn failed() -> StepEnd {
    StepEnd::Failed {
        error: "the check `false` failed: exit code 1".to_owned(),
        result: StepResult::default(),
    }
}

fn names(by: &[AgentName]) -> Vec<&str> {
    by.iter().map(AgentName::as_str).collect()
}

/// The machine slept, and Ann took the first of two steps meanwhile.
fn check_loss(take: impl Fn(&mut Desk), why: fn(AgentName) -> LostReason) {
    let why = why(must("a name", AgentName::new("ann")));
    let mut desk = Desk::with(&[(&[], &["a"]), (&[], &["b"])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    let end = desk.run(&bench, TWO, |driver, desk| {
        until_begun(driver, &mut agents, 2)?;
        desk.pass_ms(limits::LEASE_MS);
        take(desk);
        for _ in 0..8 {
            assert!(driver.advance(&mut agents)?.is_none());
        }
        assert_eq!(agents.stopped, [TaskNumber(1)], "{why:?}");
        assert!(agents.working.contains(&TaskNumber(2)), "the other one was disturbed");
        assert_eq!(desk.fates(), [(1, StepConclusion::Lost { reason: why.clone() })]);
        agents.is_quick = true;
        go_on(driver, &mut agents, |_| {})
    });
    assert!(end.is_ok_and(|end| end.tally.failed == 0), "{why:?}");
    assert_eq!(desk.standing(2), Standing::Done);
}

#[test]
fn r05_an_agent_that_lost_its_step_is_stopped_and_no_other() {
    check_loss(|desk| assert!(desk.claim("ann", 1)), LostReason::ClaimedBy);
    check_loss(
        |desk| assert!(desk.operate("ann", &moved(1, Move::finish(None, Vec::new())))),
        LostReason::FinishedBy,
    );
    check_loss(
        |desk| assert!(desk.operate("ann", &moved(1, cancel()))),
        LostReason::DroppedBy,
    );
    check_loss(
        |desk| assert!(desk.operate("ann", &moved(1, Move::Reopen))),
        |ann| LostReason::ReopenedBy(Some(ann)),
    );
}

#[test]
fn r05_new_criteria_stop_and_restart_the_agent() {
    let mut desk = Desk::with(&[(&[], &["a"]), (&[], &["b"])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    let end = desk.run(&bench, TWO, |driver, desk| {
        until_begun(driver, &mut agents, 2)?;
        let command = with_criterion(&desk.state(), 1, "It is fast.");
        assert!(desk.operate("ann", &command));
        until_begun(driver, &mut agents, 3)?;
        assert_eq!(agents.stopped, [TaskNumber(1)]);
        agents.stopped.clear();
        agents.is_quick = true;
        go_on(driver, &mut agents, |_| {})
    });
    let end = end.unwrap();
    assert_eq!(
        (end.end.unwrap(), end.tally.released, end.tally.done),
        (End::Complete, 1, 2)
    );
}

/// Such an agent was restarted until no iteration was left.
#[test]
fn r05_an_agent_that_keeps_changing_criteria_is_not_restarted_forever() {
    let mut desk = Desk::with(&[(&[], &["a"]), (&[], &["b"])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    let end = desk.run(&bench, RunOptions::default(), |driver, desk| {
        for count in 1..=3 {
            until_begun(driver, &mut agents, count)?;
            let command = with_criterion(&desk.state(), 1, &format!("It is fast ({count})."));
            assert!(desk.operate("dev", &command));
        }
        until_begun(driver, &mut agents, 4)?;
        agents.stopped.clear();
        agents.is_quick = true;
        go_on(driver, &mut agents, |_| {})
    });
    let begun: Vec<u32> = agents.begun.iter().map(|(number, _)| number.0).collect();
    assert_eq!(begun, [1, 1, 1, 2]);
    let end = end.unwrap();
    let Ok(End::WithoutAgent { steps, .. }) = &end.end else {
        panic!("{end:?}");
    };
    assert!(matches!(&steps[..], [(step, Lack::Restless { times: 3 })] if step.number.0 == 1));
}

#[test]
fn r05_dependents_wait_until_the_checks_of_a_step_pass() {
    for fate in [StepEnd::Done(StepResult::default()), failed()] {
        let has_passed = matches!(fate, StepEnd::Done(_));
        let mut desk = Desk::with(&[(&[], &["a"]), (&[1], &["b"])]);
        let bench = desk.bench();
        let mut agents = Agents::default();
        agents.fates.push_back(fate);
        let end = desk.run(&bench, TWO, |driver, desk| {
            until_begun(driver, &mut agents, 1)?;
            assert!(desk.operate("dev", &moved(1, Move::finish(None, Vec::new()))));
            for _ in 0..12 {
                assert!(driver.advance(&mut agents)?.is_none());
            }
            assert_eq!(
                (agents.begun.len(), agents.stopped.len()),
                (1, 0),
                "its checks still run"
            );
            agents.is_quick = true;
            go_on(driver, &mut agents, |_| {})
        });
        assert!(end.is_ok(), "{end:?}");
        assert_eq!(agents.begun.len(), 1 + usize::from(has_passed));
        let expected = if has_passed { Standing::Done } else { Standing::Failed };
        assert_eq!(desk.standing(1), expected);
    }
}

/// The agent marks the first of two tasks done, and the driver is killed before it can check the result.
fn called_done_and_killed(criterion: &str) -> Desk {
    let mut desk = Desk::with(&[(&[], &["a"]), (&[1], &["b"])]);
    let asked = with_criterion(&desk.state(), 1, criterion);
    assert!(desk.operate("ann", &asked));
    let bench = desk.bench();
    let mut agents = Agents::default();
    let killed = desk.run(&bench, TWO, |driver, desk| {
        until_begun(driver, &mut agents, 1)?;
        assert!(desk.operate(
            "dev",
            &moved(1, Move::finish(Some("It is there.".to_owned()), Vec::new()))
        ));
        Ok(())
    });
    assert!(killed.is_ok(), "{killed:?}");
    desk
}

#[test]
fn r05_the_next_run_checks_a_step_marked_done_before_its_driver_died() {
    const FIRST: (TaskNumber, Part) = (TaskNumber(1), Part::Checks(DoneBy::Agent));
    const SECOND: (TaskNumber, Part) = (TaskNumber(2), Part::All);
    let fates = [
        (
            StepEnd::Done(StepResult::default()),
            Standing::Done,
            vec![FIRST, SECOND],
        ),
        (failed(), Standing::Failed, vec![FIRST]),
    ];
    for (fate, standing, begun) in fates {
        let what = format!("{fate:?}");
        let mut desk = called_done_and_killed("run: true");
        let bench = desk.bench();
        let mut agents = Agents::default();
        agents.fates.push_back(fate);
        let end = desk.run(&bench, TWO, |driver, _| {
            until_begun(driver, &mut agents, 1)?;
            for _ in 0..12 {
                assert!(driver.advance(&mut agents)?.is_none());
            }
            assert_eq!(agents.begun, [FIRST], "its checks still run");
            agents.is_quick = true;
            go_on(driver, &mut agents, |_| {})
        });
        assert!(end.is_ok(), "{what}: {end:?}");
        assert_eq!((agents.begun, desk.standing(1)), (begun, standing), "{what}");
    }
}

#[test]
fn r05_a_late_check_keeps_the_agents_note() {
    let mut desk = called_done_and_killed("run: true");
    let bench = desk.bench();
    let end = desk.run(&bench, TWO, |driver, _| go_on(driver, &mut quick(), |_| {}));
    assert!(end.is_ok_and(|end| matches!(end.end, Ok(End::Complete))));
    let model::TaskState::Done(outcome) = desk.task(1).state else {
        panic!("{:?}", desk.task(1));
    };
    assert_eq!(
        (outcome.by.as_str(), outcome.note.as_deref()),
        ("dev", Some("It is there."))
    );
}

/// The step does not fail, which would cause a replan, and no other step starts on top of it.
#[test]
fn r05_lost_checks_run_again() {
    let mut desk = called_done_and_killed("run: true");
    for has_passed in [false, true] {
        let bench = desk.bench();
        let mut agents = quick();
        if !has_passed {
            agents.fates.push_back(StepEnd::Unknown { command: None });
        }
        let end = desk.run(&bench, TWO, |driver, _| go_on(driver, &mut agents, |_| {}));
        assert_eq!(agents.begun[0], (TaskNumber(1), Part::Checks(DoneBy::Agent)));
        let end = end.unwrap().end.unwrap();
        match has_passed {
            false => assert!(
                matches!(end, End::Unchecked(step) if step.number.0 == 1),
                "{:?}",
                agents.begun
            ),
            true => assert_eq!(end, End::Complete),
        }
    }
    assert_eq!(desk.fates()[0], (1, StepConclusion::Unchecked));
}

/// The simulation found this: the lease of a left-over step expired, and the same run restarted it.
#[test]
fn r05_a_left_over_step_is_not_restarted_by_the_same_run() {
    let mut desk = Desk::with(&[(&[], &["a"]), (&[], &["b"])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    let killed = desk.run(&bench, RunOptions::default(), |driver, _| {
        until_begun(driver, &mut agents, 1)
    });
    assert!(killed.is_ok(), "{killed:?}");
    let bench = desk.bench();
    let mut agents = quick();
    agents.fates.push_back(StepEnd::Stopped);
    let options = RunOptions {
        resolve: Some(Resolution::Done),
        ..RunOptions::default()
    };
    let end = desk.run(&bench, options, |driver, _| go_on(driver, &mut agents, |_| {}));
    assert!(matches!(end.unwrap().end, Ok(End::Unknown(_))));
    assert_eq!(agents.begun, [(TaskNumber(1), Part::Checks(DoneBy::User))]);
    assert_eq!(desk.standing(1), Standing::Doing);
}

/// Correcting the text of a result is not a check.
#[test]
fn r05_a_corrected_note_does_not_replace_the_check() {
    let mut desk = called_done_and_killed("run: true");
    let model::TaskState::Done(mut outcome) = desk.task(1).state else {
        panic!("{:?}", desk.task(1));
    };
    outcome.note = Some("It is here.".to_owned());
    let edit = with_state(&desk.state(), 1, &model::TaskState::Done(outcome));
    assert!(desk.operate("ann", &edit));
    let bench = desk.bench();
    let mut agents = quick();
    let end = desk.run(&bench, TWO, |driver, _| go_on(driver, &mut agents, |_| {}));
    assert!(end.is_ok_and(|end| matches!(end.end, Ok(End::Complete))));
    assert_eq!(agents.begun[0], (TaskNumber(1), Part::Checks(DoneBy::Agent)));
}

#[test]
fn r05_without_check_commands_the_agents_report_counts() {
    let mut desk = called_done_and_killed("It works.");
    let bench = desk.bench();
    let mut agents = quick();
    let end = desk.run(&bench, TWO, |driver, _| go_on(driver, &mut agents, |_| {}));
    assert!(end.is_ok_and(|end| matches!(end.end, Ok(End::Complete))));
    assert_eq!(agents.begun, [(TaskNumber(2), Part::All)]);
}

#[test]
fn r05_a_step_marked_done_is_not_asked_about() {
    let mut desk = called_done_and_killed("run: true");
    let bench = desk.bench();
    let options = RunOptions {
        resolve: Some(Resolution::Again),
        ..TWO
    };
    let end = desk.run(&bench, options, |driver, _| go_on(driver, &mut quick(), |_| {}));
    assert!(
        matches!(end, Err(EngineError::Run(RunFault::NothingToResolve))),
        "{end:?}"
    );
}

/// Participants outside of the run trust the state in the plan.
#[test]
fn r05_a_failed_check_names_the_started_dependents() {
    let mut desk = Desk::with(&[(&[], &["a"]), (&[1], &["b"]), (&[1], &["c"])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    agents.fates.push_back(failed());
    let end = desk.run(&bench, TWO, |driver, desk| {
        until_begun(driver, &mut agents, 1)?;
        assert!(desk.operate("dev", &moved(1, Move::finish(None, Vec::new()))));
        assert!(desk.operate("bob", &moved(2, Move::finish(None, Vec::new()))));
        assert!(desk.claim("ann", 3));
        agents.is_quick = true;
        go_on(driver, &mut agents, |_| {})
    });
    assert!(end.is_ok_and(|end| matches!(end.end, Ok(End::Failed { .. }))));
    let model::TaskState::Failed(failure) = desk.task(1).state else {
        panic!("{:?}", desk.task(1));
    };
    assert!(
        failure
            .error
            .ends_with("\n(built on it already: “t 2”, done by bob, “t 3”, which ann works on)"),
        "{}",
        failure.error
    );
    // Ann cannot finish her task before the first one is done.
    assert!(!desk.operate("ann", &moved(3, Move::finish(None, Vec::new()))));
}

#[test]
fn r05_an_agent_that_releases_its_step_does_not_get_it_again() {
    let mut desk = Desk::with(&[(&[], &["a"]), (&[], &["b"])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    let end = desk.run(&bench, RunOptions::default(), |driver, desk| {
        until_begun(driver, &mut agents, 1)?;
        assert!(desk.operate("dev", &moved(1, Move::Reopen)));
        until_begun(driver, &mut agents, 2)?;
        agents.is_quick = true;
        go_on(driver, &mut agents, |_| {})
    });
    let begun: Vec<u32> = agents.begun.iter().map(|(number, _)| number.0).collect();
    assert_eq!((begun, agents.stopped.len()), (vec![1, 2], 1));
    let end = end.unwrap();
    let Ok(End::WithoutAgent { steps, .. }) = &end.end else {
        panic!("{end:?}");
    };
    assert!(matches!(&steps[..], [(step, Lack::HandedBack { by })] if step.number.0 == 1 && names(by) == ["dev"]));
    assert_eq!(
        (end.tally.released, end.tally.done, desk.standing(1)),
        (1, 1, Standing::Todo)
    );
    // The next run tries the agent again.
    let bench = desk.bench();
    let end = desk.run(&bench, RunOptions::default(), |driver, _| {
        go_on(driver, &mut quick(), |_| {})
    });
    assert!(end.is_ok_and(|end| matches!(end.end, Ok(End::Complete))));
}

#[test]
fn r05_an_agent_can_mark_its_step_failed() {
    let mut desk = Desk::with(&[(&[], &["a"])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    let end: Result<RunEnd, EngineError> = desk.run(&bench, RunOptions::default(), |driver, desk| {
        until_begun(driver, &mut agents, 1)?;
        assert!(desk.operate("dev", &moved(1, Move::fail("the sources are missing"))));
        go_on(driver, &mut agents, |_| {})
    });
    let end = end.unwrap();
    assert!(
        matches!(&end.end, Ok(End::Failed { error, .. }) if error == "the sources are missing"),
        "{end:?}"
    );
    assert_eq!((end.tally.failed, agents.stopped.len()), (1, 1));
}
