use model::{Brief, Failure, Outcome, TaskKey, Uid};

use super::*;

fn name(name: &str) -> AgentName {
    AgentName::new(name).unwrap()
}

fn task(number: u32, state: TaskState) -> Task {
    Task {
        uid: Uid([0; 16]),
        number: TaskNumber(number),
        key: TaskKey::from_title(&format!("t {number}")),
        order: number,
        brief: Brief::default(),
        after: Vec::new(),
        state,
    }
}

fn done(by: &str, at: i64) -> TaskState {
    TaskState::Done(Outcome {
        by: name(by),
        at: Timestamp::from_millis(at),
        started: None,
        note: None,
        files: Vec::new(),
        evidence: Vec::new(),
        report: None,
        claim: None,
    })
}

fn failed(by: &str, at: i64) -> TaskState {
    TaskState::Failed(Failure {
        by: name(by),
        at: Timestamp::from_millis(at),
        started: None,
        error: "it rains".to_owned(),
        files: Vec::new(),
        evidence: Vec::new(),
    })
}

fn operation(events: Vec<Event>) -> Operation {
    Operation {
        uid: Uid([0; 16]),
        version: OpVersion(1),
        author: name("ann"),
        at: Timestamp::from_millis(100),
        verb: "update".into(),
        events,
    }
}

fn reopened(number: u32, old: TaskState) -> Event {
    Event::TaskMoved {
        thread: ThreadId::PRIMARY,
        number: TaskNumber(number),
        old,
        new: TaskState::Todo,
    }
}

#[track_caller]
fn check(events: Vec<Event>, tasks: &[Task], expected: Option<(&str, bool)>) {
    let mut forgotten = Forgotten::default();
    forgotten.hear(&operation(events), ThreadId::PRIMARY);
    let last = forgotten.last(tasks.iter());
    let last = last.as_ref().map(|last| (last.agent.as_str(), last.error.is_none()));
    assert_eq!(last, expected);
}

#[test]
fn the_last_agent_is_told_by_the_plan() {
    let tasks = [
        task(1, done("dev", 5)),
        task(2, done("qa", 9)),
        task(3, done("dev", 9)),
        task(4, TaskState::Todo),
    ];
    check(Vec::new(), &tasks, Some(("dev", true)));
    // What was put in between came to an end together with the others; its place counts, and not its number.
    let between = Task {
        order: 0,
        ..task(3, done("dev", 9))
    };
    check(Vec::new(), &[task(2, done("qa", 9)), between], Some(("qa", true)));
    check(Vec::new(), &[], None);
}

#[test]
fn a_failure_that_the_plan_does_not_show_any_more_is_not_forgotten() {
    let tasks = [task(1, done("qa", 5)), task(2, TaskState::Todo)];
    check(vec![reopened(2, failed("dev", 7))], &tasks, Some(("dev", false)));
    let removed = Event::TaskRemoved {
        thread: ThreadId::PRIMARY,
        task: task(2, failed("dev", 7)),
    };
    check(vec![removed], &tasks, Some(("dev", false)));
    let twice = vec![reopened(2, failed("dev", 7)), reopened(2, failed("lead", 8))];
    check(twice, &tasks, Some(("lead", false)));
}

#[test]
fn what_ended_later_counts() {
    let tasks = [task(1, done("qa", 9)), task(2, TaskState::Todo)];
    check(vec![reopened(2, failed("dev", 7))], &tasks, Some(("qa", true)));
    let elsewhere = Event::TaskRemoved {
        thread: ThreadId(2),
        task: task(2, failed("dev", 11)),
    };
    check(vec![elsewhere], &tasks, Some(("qa", true)));
}
