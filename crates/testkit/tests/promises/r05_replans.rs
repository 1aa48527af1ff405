//! R5 for replans: a replan removes no task that its planner has not seen.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use engine::planner::{Answer, Asking, Planner, PlannerError, Progress, Usage};
use engine::run::{End, RunEnd};
use model::conclude::{StepEnd, StepResult};
use model::{Command, Move, TaskNumber};
use planwright_testkit::project::must;

use crate::desk::{Desk, RunOptions, added_after, moved, with_criterion};
use crate::r05_phases::{Agents, go_on, opened, quick};

/// A change by another participant while the planner thinks.
type Interference = fn(&mut Desk) -> Command;

/// A planner. Others act before its answer.
#[derive(Clone)]
struct SlowPlanner(Arc<Mutex<PlannerState>>);

struct PlannerState {
    desk: Desk,
    interferences: VecDeque<Interference>,
    questions: Vec<String>,
}

impl Planner for SlowPlanner {
    fn ask(
        &self,
        asking: &Asking<'_>,
        _: &mut dyn FnMut(Progress<'_>),
        _: &AtomicBool,
    ) -> Result<Answer, PlannerError> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.questions.push(asking.prompt.to_owned());
        if let Some(interfere) = state.interferences.pop_front() {
            let command = interfere(&mut state.desk);
            assert!(state.desk.operate("bob", &command), "{command:?}");
        }
        Ok(Answer {
            text: r#"{"steps": [{"description": "Another way", "suggestedAgent": "dev"}]}"#.to_owned(),
            model: "thoughtful".to_owned(),
            usage: Usage::default(),
        })
    }

    fn name(&self) -> &'static str {
        "thoughtful"
    }
}

/// A run whose first step fails. Returns the prompts of its planner.
fn run(desk: &mut Desk, interferences: &[Interference]) -> (RunEnd, Agents, Vec<String>) {
    let bench = desk.bench();
    let mut agents = quick();
    agents.fates.push_back(StepEnd::Failed {
        error: "exit code 1".to_owned(),
        result: StepResult::default(),
    });
    let planner = SlowPlanner(Arc::new(Mutex::new(PlannerState {
        desk: desk.beside(),
        interferences: interferences.iter().copied().collect(),
        questions: Vec::new(),
    })));
    let opened = opened(planner.clone());
    let options = RunOptions {
        opened: Some(&opened),
        ..RunOptions::default()
    };
    let end = desk.run(&bench, options, |driver, _| go_on(driver, &mut agents, |_| {}));
    let questions = std::mem::take(&mut planner.0.lock().unwrap_or_else(PoisonError::into_inner).questions);
    (must("a run", end), agents, questions)
}

/// The steps that the prompt lists as removed.
fn replaced(question: &str) -> &str {
    let listed = question
        .split("\n## ")
        .find(|part| part.starts_with("Steps to replace"));
    must("a list of steps", listed.ok_or(question))
}

#[test]
fn r05_a_failure_during_planning_is_part_of_the_replan() {
    let mut desk = Desk::with(&[(&[], &[]), (&[], &[]), (&[2], &[])]);
    let (end, agents, questions) = run(&mut desk, &[|_| moved(2, Move::fail("it rains"))]);
    assert_eq!((end.end.unwrap(), end.tally.replans), (End::Complete, 1));
    let [first, second] = questions.as_slice() else {
        panic!("asked {} times", questions.len());
    };
    assert!(!replaced(first).contains("t 3"), "{first}");
    for title in ["t 1", "t 2", "t 3"] {
        assert!(replaced(second).contains(title), "{title} goes unseen:\n{second}");
    }
    let begun: Vec<TaskNumber> = agents.begun.iter().map(|(number, _)| *number).collect();
    assert_eq!(begun, [TaskNumber(1), TaskNumber(4)]);
}

#[test]
fn r05_a_task_added_during_planning_is_kept() {
    let mut desk = Desk::with(&[(&[], &[])]);
    let (end, _, questions) = run(&mut desk, &[|_| added_after(2, &[1], &[])]);
    assert_eq!((end.end.unwrap(), end.tally.replans), (End::Complete, 1));
    assert_eq!(questions.len(), 2, "the new task was not shown");
    assert!(replaced(&questions[1]).contains("t 2"), "{}", questions[1]);
}

#[test]
fn r05_a_task_edited_during_planning_is_sent_again() {
    let mut desk = Desk::with(&[(&[], &[]), (&[1], &[])]);
    let edit: Interference = |desk| with_criterion(&desk.state(), 2, "It is fast.");
    let (end, _, questions) = run(&mut desk, &[edit]);
    assert_eq!((end.end.unwrap(), end.tally.replans), (End::Complete, 1));
    assert_eq!(questions.len(), 2, "the edit was not shown");
    assert!(replaced(&questions[1]).contains("It is fast."), "{}", questions[1]);
}

/// Neither a claim nor work on another task changes the removed steps.
#[test]
fn r05_unrelated_changes_do_not_delay_a_replan() {
    let mut desk = Desk::with(&[(&[], &[]), (&[], &[])]);
    let (end, _, questions) = run(&mut desk, &[|_| moved(2, Move::finish(None, Vec::new()))]);
    assert_eq!((end.end.unwrap(), end.tally.replans), (End::Complete, 1));
    assert_eq!(questions.len(), 1);
}
