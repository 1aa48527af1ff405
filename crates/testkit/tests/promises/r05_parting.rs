//! R5 for the driver, by name: agents whose steps others took from them, or that they gave up themselves.

use engine::run::{DoneBy, End, Lack, Part, Resolution, RunEnd, RunFault};
use model::conclude::{LostReason, StepConclusion, StepEnd, StepResult};
use model::{AgentName, DroppedAs, Move, Standing, TaskNumber, limits};
use planwright_testkit::project::must;

use crate::desk::{Desk, Wish, judged_otherwise, moved, told_otherwise};
use crate::r05_phases::{Agents, go_on, quick, until_begun};

/// Two at a time.
const TWO: Wish<'_> = Wish {
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

/// The machine slept, and somebody who was awake took the first of two steps.
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
fn r05_an_agent_that_is_judged_otherwise_is_stopped_and_begins_anew() {
    let mut desk = Desk::with(&[(&[], &["a"]), (&[], &["b"])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    let end = desk.run(&bench, TWO, |driver, desk| {
        until_begun(driver, &mut agents, 2)?;
        let command = judged_otherwise(&desk.state(), 1, "It is fast.");
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

/// An agent that changed them itself was begun anew until no iteration was left.
#[test]
fn r05_whoever_goes_on_changing_criteria_is_not_paid_for_ever() {
    let mut desk = Desk::with(&[(&[], &["a"]), (&[], &["b"])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    let end = desk.run(&bench, Wish::default(), |driver, desk| {
        for count in 1..=3 {
            until_begun(driver, &mut agents, count)?;
            let command = judged_otherwise(&desk.state(), 1, &format!("It is fast ({count})."));
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
fn r05_nobody_builds_on_what_its_agent_called_done_before_its_checks() {
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

/// The first of two tasks is called done by its agent, and the driver is killed before it can check that.
fn called_done_and_killed(criterion: &str) -> Desk {
    let mut desk = Desk::with(&[(&[], &["a"]), (&[1], &["b"])]);
    let asked = judged_otherwise(&desk.state(), 1, criterion);
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
fn r05_what_an_agent_called_done_is_checked_after_its_driver_died() {
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
fn r05_what_an_agent_called_done_keeps_its_words_when_it_is_checked_late() {
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

/// Neither is it called failed, which would have it planned anew, nor does anything build on it.
#[test]
fn r05_checks_that_were_lost_are_run_again() {
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

/// The simulation found it: the lease of what had stayed as it was ran out, and the same run began it anew.
#[test]
fn r05_what_stays_as_it_was_is_not_begun_anew_by_the_same_run() {
    let mut desk = Desk::with(&[(&[], &["a"]), (&[], &["b"])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    let killed = desk.run(&bench, Wish::default(), |driver, _| until_begun(driver, &mut agents, 1));
    assert!(killed.is_ok(), "{killed:?}");
    let bench = desk.bench();
    let mut agents = quick();
    agents.fates.push_back(StepEnd::Stopped);
    let wish = Wish {
        resolve: Some(Resolution::Done),
        ..Wish::default()
    };
    let end = desk.run(&bench, wish, |driver, _| go_on(driver, &mut agents, |_| {}));
    assert!(matches!(end.unwrap().end, Ok(End::Unknown(_))));
    assert_eq!(agents.begun, [(TaskNumber(1), Part::Checks(DoneBy::User))]);
    assert_eq!(desk.standing(1), Standing::Doing);
}

/// Whoever corrects the words of an outcome has checked nothing.
#[test]
fn r05_what_was_called_done_is_checked_although_its_words_were_corrected() {
    let mut desk = called_done_and_killed("run: true");
    let model::TaskState::Done(mut outcome) = desk.task(1).state else {
        panic!("{:?}", desk.task(1));
    };
    outcome.note = Some("It is here.".to_owned());
    let told = told_otherwise(&desk.state(), 1, &model::TaskState::Done(outcome));
    assert!(desk.operate("ann", &told));
    let bench = desk.bench();
    let mut agents = quick();
    let end = desk.run(&bench, TWO, |driver, _| go_on(driver, &mut agents, |_| {}));
    assert!(end.is_ok_and(|end| matches!(end.end, Ok(End::Complete))));
    assert_eq!(agents.begun[0], (TaskNumber(1), Part::Checks(DoneBy::Agent)));
}

#[test]
fn r05_where_no_command_says_otherwise_an_agent_is_believed() {
    let mut desk = called_done_and_killed("It works.");
    let bench = desk.bench();
    let mut agents = quick();
    let end = desk.run(&bench, TWO, |driver, _| go_on(driver, &mut agents, |_| {}));
    assert!(end.is_ok_and(|end| matches!(end.end, Ok(End::Complete))));
    assert_eq!(agents.begun, [(TaskNumber(2), Part::All)]);
}

#[test]
fn r05_what_an_agent_called_done_is_no_question() {
    let mut desk = called_done_and_killed("run: true");
    let bench = desk.bench();
    let wish = Wish {
        resolve: Some(Resolution::Again),
        ..TWO
    };
    let end = desk.run(&bench, wish, |driver, _| go_on(driver, &mut quick(), |_| {}));
    assert!(matches!(end, Err(RunFault::NothingToResolve)), "{end:?}");
}

/// Whoever is no agent of the run believes what the plan says.
#[test]
fn r05_what_others_built_on_work_that_did_not_pass_is_told_in_the_plan() {
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
    // Ann cannot call hers done before the first one is.
    assert!(!desk.operate("ann", &moved(3, Move::finish(None, Vec::new()))));
}

#[test]
fn r05_an_agent_that_gives_its_step_back_does_not_get_it_again() {
    let mut desk = Desk::with(&[(&[], &["a"]), (&[], &["b"])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    let end = desk.run(&bench, Wish::default(), |driver, desk| {
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
    // Another run is another chance.
    let bench = desk.bench();
    let end = desk.run(&bench, Wish::default(), |driver, _| go_on(driver, &mut quick(), |_| {}));
    assert!(end.is_ok_and(|end| matches!(end.end, Ok(End::Complete))));
}

#[test]
fn r05_an_agent_that_calls_its_step_failed_is_believed() {
    let mut desk = Desk::with(&[(&[], &["a"])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    let end: Result<RunEnd, RunFault> = desk.run(&bench, Wish::default(), |driver, desk| {
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
