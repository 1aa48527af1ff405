//! R5 for the driver: regression tests for cases that the simulation found or finds rarely.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use engine::EngineError;
use engine::planner::{Answer, Asking, Choice, Opened, Planner, PlannerError, Progress, Provider, Purse, Spent, Usage};
use engine::run::{Crew, DoneBy, Driver, End, Part, Resolution, RunEnd, Step};
use model::conclude::{StepEnd, StepResult};
use model::{Move, Standing, TaskNumber, limits};

use crate::desk::{Desk, RunOptions, added, blocker, moved, with_criterion};

const MINUTE_MS: i64 = 60 * 1000;

/// Agents that the test controls.
#[derive(Default)]
pub struct Agents {
    pub working: Vec<TaskNumber>,
    pub stopped: Vec<TaskNumber>,
    pub begun: Vec<(TaskNumber, Part)>,
    most_at_once: usize,
    /// They end at the next poll.
    pub is_quick: bool,
    /// The results of the first agents. All later ones are done.
    pub fates: VecDeque<StepEnd>,
}

impl Crew for Agents {
    fn begin(&mut self, step: Step) {
        self.working.push(step.task().number);
        self.begun.push((step.task().number, step.part()));
        self.most_at_once = self.most_at_once.max(self.working.len());
    }

    /// The agent ends at the next poll.
    fn stop(&mut self, number: TaskNumber) {
        self.stopped.push(number);
    }

    fn ended(&mut self) -> Vec<(TaskNumber, StepEnd)> {
        if !self.is_quick {
            let is_stopped = |number: &TaskNumber| self.stopped.contains(number);
            let (stopped, working) = std::mem::take(&mut self.working).into_iter().partition(is_stopped);
            self.working = working;
            let stopped: Vec<TaskNumber> = stopped;
            return stopped.into_iter().map(|number| (number, StepEnd::Stopped)).collect();
        }
        let working = std::mem::take(&mut self.working).into_iter();
        let done = || StepEnd::Done(StepResult::default());
        working
            .map(|number| (number, self.fates.pop_front().unwrap_or_else(done)))
            .collect()
    }
}

pub fn quick() -> Agents {
    Agents {
        is_quick: true,
        ..Agents::default()
    }
}

/// Advances until the run is over, and calls `between` before each phase.
pub fn go_on(
    driver: &mut Driver<'_>,
    agents: &mut Agents,
    mut between: impl FnMut(&mut Agents),
) -> Result<RunEnd, EngineError> {
    const PHASES_MAX: usize = 500;
    for _ in 0..PHASES_MAX {
        between(agents);
        if let Some(end) = driver.advance(agents)? {
            return Ok(end);
        }
    }
    panic!("the run does not end");
}

/// Advances until this number of agents has started.
pub fn until_begun(driver: &mut Driver<'_>, agents: &mut Agents, count: usize) -> Result<(), EngineError> {
    while agents.begun.len() < count {
        assert!(driver.advance(agents)?.is_none(), "the run ended too early");
    }
    Ok(())
}

#[test]
fn r05_a_lease_is_renewed_while_its_agent_lives_and_expires_after_its_driver_died() {
    let mut desk = Desk::with(&[(&[], &[])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    let killed = desk.run(&bench, RunOptions::default(), |driver, desk| {
        until_begun(driver, &mut agents, 1)?;
        for _ in 0..18 {
            desk.pass_ms(10 * MINUTE_MS);
            driver.pulse().beat();
            assert!(!desk.claim("bob", 1), "a live agent lost its claim");
        }
        Ok(())
    });
    assert!(killed.is_ok(), "{killed:?}");
    assert!(!desk.claim("bob", 1), "the lease is not over yet");
    desk.pass_ms(limits::LEASE_MS);
    assert!(desk.claim("bob", 1), "no driver is left that could keep the claim");
    let bench = desk.bench();
    let end = desk.run(&bench, RunOptions::default(), |driver, _| {
        go_on(driver, &mut quick(), |_| {})
    });
    assert!(
        matches!(
            end,
            Ok(RunEnd {
                end: Ok(End::Held(_)),
                ..
            })
        ),
        "{end:?}"
    );
}

/// The new criteria count in whichever phase they arrive.
#[test]
fn r05_a_step_with_new_criteria_is_not_marked_done() {
    for phase in 1..5 {
        let mut desk = Desk::with(&[(&[], &[])]);
        let bench = desk.bench();
        let mut agents = quick();
        let end = desk.run(&bench, RunOptions::default(), |driver, desk| {
            let mut since_end = 0;
            go_on(driver, &mut agents, |agents| {
                let has_ended = agents.begun.len() == 1 && agents.working.is_empty();
                since_end += usize::from(has_ended);
                if has_ended && since_end == phase && desk.standing(1) == Standing::Doing {
                    let command = with_criterion(&desk.state(), 1, "run: make check");
                    assert!(desk.operate("ann", &command));
                }
            })
        });
        assert!(
            matches!(&end, Ok(end) if matches!(end.end, Ok(End::Complete))),
            "{end:?}"
        );
        let is_edited = !desk.task(1).brief.acceptance.is_empty();
        assert_eq!(agents.begun.len(), 1 + usize::from(is_edited), "phase {phase}");
        assert!(is_edited || phase > 2, "phase {phase} comes too late");
    }
}

#[test]
fn r05_a_new_blocker_prevents_further_starts() {
    for phase in 0..5 {
        let mut desk = Desk::with(&[(&[], &[])]);
        let bench = desk.bench();
        let mut agents = quick();
        let mut is_raised = false;
        let end = desk.run(&bench, RunOptions::default(), |driver, desk| {
            let mut passed = 0;
            go_on(driver, &mut agents, |_| {
                if passed == phase && desk.standing(1) == Standing::Todo {
                    is_raised = desk.operate("ann", &blocker());
                }
                passed += 1;
            })
        });
        assert!(is_raised || phase > 3, "phase {phase} comes too late");
        assert_eq!(agents.begun.is_empty(), is_raised, "phase {phase}: {end:?}");
    }
}

/// The driver's expectation differs from the plan.
#[test]
fn r05_a_step_claimed_by_others_does_not_complete_the_plan() {
    let mut desk = Desk::with(&[(&[], &[])]);
    let bench = desk.bench();
    let mut agents = Agents::default();
    let end = desk.run(&bench, RunOptions::default(), |driver, desk| {
        until_begun(driver, &mut agents, 1)?;
        desk.pass_ms(limits::LEASE_MS);
        assert!(desk.claim("ann", 1));
        agents.is_quick = true;
        go_on(driver, &mut agents, |_| {})
    });
    let end = end.unwrap();
    assert!(matches!(end.end, Ok(End::Held(_))), "{end:?}");
    assert_eq!((end.tally.done, desk.standing(1)), (0, Standing::Doing));
}

#[test]
fn r05_a_step_that_can_no_longer_be_done_is_released() {
    let mut desk = Desk::with(&[(&[], &[]), (&[1], &[])]);
    let bench = desk.bench();
    let mut agents = quick();
    let end = desk.run(&bench, RunOptions::default(), |driver, desk| {
        until_begun(driver, &mut agents, 2)?;
        assert!(desk.operate("ann", &moved(1, Move::Reopen)));
        go_on(driver, &mut agents, |_| {})
    });
    let end = end.unwrap();
    assert_eq!((end.end.unwrap(), end.tally.released), (End::Complete, 1));
    let begun: Vec<u32> = agents.begun.iter().map(|(number, _)| number.0).collect();
    assert_eq!(begun, [1, 2, 1, 2]);
}

/// No agent can be found for a task that was added while an agent worked on another one.
#[test]
fn r05_a_failing_run_releases_the_steps_of_its_agents() {
    let mut desk = Desk::with(&[(&[], &["a"])]);
    let bench = desk.bench();
    let options = RunOptions {
        jobs: 2,
        ..RunOptions::default()
    };
    let mut agents = Agents::default();
    let end = desk.run(&bench, options, |driver, desk| {
        until_begun(driver, &mut agents, 1)?;
        desk.lose_a_prompt();
        assert!(desk.operate("ann", &added(2, &["b"])));
        go_on(driver, &mut agents, |_| {})
    });
    let end = end.unwrap();
    assert_eq!(agents.stopped, [TaskNumber(1)]);
    assert!(matches!(end.end, Err(EngineError::Project(_))), "{end:?}");
    assert_eq!((end.tally.started, end.tally.released), (1, 1));
    assert_eq!(desk.standing(1), Standing::Todo);
}

/// Leaves the tasks as after a kill of a driver whose agents work on them.
fn killed_at(desk: &mut Desk, count: usize) {
    let bench = desk.bench();
    let mut agents = Agents::default();
    let options = RunOptions {
        jobs: 4,
        ..RunOptions::default()
    };
    let killed = desk.run(&bench, options, |driver, _| until_begun(driver, &mut agents, count));
    assert!(killed.is_ok(), "{killed:?}");
}

#[test]
fn r05_a_resumed_step_renews_its_claim_at_once() {
    let mut desk = Desk::with(&[(&[], &[])]);
    killed_at(&mut desk, 1);
    desk.pass_ms(limits::LEASE_MS);
    let bench = desk.bench();
    let options = RunOptions {
        resolve: Some(Resolution::Done),
        ..RunOptions::default()
    };
    let mut agents = Agents::default();
    let end = desk.run(&bench, options, |driver, desk| {
        until_begun(driver, &mut agents, 1)?;
        assert!(!desk.claim("ann", 1), "a resumed step lost its claim");
        agents.is_quick = true;
        go_on(driver, &mut agents, |_| {})
    });
    assert_eq!(end.unwrap().end.unwrap(), End::Complete);
    assert_eq!(agents.begun, [(TaskNumber(1), Part::Checks(DoneBy::User))]);
}

#[test]
fn r05_resumed_steps_respect_the_number_of_jobs() {
    let mut desk = Desk::with(&[(&[], &["a"]), (&[], &["b"]), (&[], &["c"])]);
    killed_at(&mut desk, 3);
    let bench = desk.bench();
    let options = RunOptions {
        resolve: Some(Resolution::Done),
        ..RunOptions::default()
    };
    let mut agents = quick();
    let end = desk.run(&bench, options, |driver, _| go_on(driver, &mut agents, |_| {}));
    assert_eq!(end.unwrap().end.unwrap(), End::Complete);
    assert_eq!((agents.begun.len(), agents.most_at_once), (3, 1));
}

#[test]
fn r05_a_step_claimed_during_the_question_is_left_alone() {
    for resolution in [Resolution::Done, Resolution::Failed, Resolution::Again] {
        let mut desk = Desk::with(&[(&[], &[])]);
        killed_at(&mut desk, 1);
        desk.pass_ms(limits::LEASE_MS);
        let bench = desk.bench();
        let options = RunOptions {
            answer: Some(resolution),
            is_slow: true,
            ..RunOptions::default()
        };
        let mut agents = quick();
        let end = desk.run(&bench, options, |driver, _| go_on(driver, &mut agents, |_| {}));
        assert!(
            matches!(
                end,
                Ok(RunEnd {
                    end: Ok(End::Held(_)),
                    ..
                })
            ),
            "{resolution:?}: {end:?}"
        );
        assert_eq!(agents.begun, []);
        assert_eq!(
            desk.task(1).claim().map(|claim| claim.agent.to_string()),
            Some("ann".to_owned())
        );
    }
}

#[test]
fn r05_an_abandoned_claim_of_the_same_name_does_not_hang_a_run() {
    let mut desk = Desk::with(&[(&[], &[])]);
    assert!(desk.claim("dev", 1));
    desk.pass_ms(limits::LEASE_MS);
    let bench = desk.bench();
    let end = desk.run(&bench, RunOptions::default(), |driver, _| {
        go_on(driver, &mut quick(), |_| {})
    });
    assert_eq!(end.unwrap().end.unwrap(), End::Complete);
}

/// Repairs the plan before it answers.
struct Slow(Mutex<Desk>);

impl Planner for Slow {
    fn ask(&self, _: &Asking<'_>, _: &mut dyn FnMut(Progress<'_>), _: &AtomicBool) -> Result<Answer, PlannerError> {
        let mut desk = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(desk.operate("ann", &moved(1, Move::Reopen)));
        Ok(Answer {
            text: r#"{"steps": [{"description": "Another way"}], "changes": "", "reasoning": ""}"#.to_owned(),
            model: "slow".to_owned(),
            usage: Usage::default(),
        })
    }

    fn name(&self) -> &'static str {
        "slow"
    }
}

#[test]
fn r05_a_plan_repaired_during_planning_continues() {
    let mut desk = Desk::with(&[(&[], &[])]);
    let bench = desk.bench();
    let mut agents = quick();
    agents.fates.push_back(StepEnd::Failed {
        error: "exit code 1".to_owned(),
        result: StepResult::default(),
    });
    let opened = opened(Slow(Mutex::new(desk.beside())));
    let options = RunOptions {
        opened: Some(&opened),
        ..RunOptions::default()
    };
    let end = desk.run(&bench, options, |driver, _| go_on(driver, &mut agents, |_| {}));
    let end = end.unwrap();
    assert_eq!((end.end.unwrap(), end.tally.replans), (End::Complete, 0));
    assert_eq!(agents.begun.len(), 2);
}

pub fn opened(planner: impl Planner + 'static) -> Opened {
    Opened {
        choice: Choice {
            provider: Provider::Command,
            model: None,
            base_url: None,
            command: Vec::new(),
            key_variable: None,
            timeout_s: 1,
            price: None,
            why: String::new(),
        },
        planner: Box::new(planner),
        purse: Arc::new(Purse::new(None, Spent::default())),
    }
}
