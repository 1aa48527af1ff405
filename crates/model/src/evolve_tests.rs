use super::*;
use crate::agent::AgentName;
use crate::id::{Fence, SessionId, SignalId, Uid};
use crate::key::TaskKey;
use crate::plan::{Plan, PlanMetadata};
use crate::session::{Session, Summary};
use crate::signal::{Level, Signal, SignalState};
use crate::state::Counts;
use crate::task::{Brief, Claim, Outcome, Standing, TaskRef, TaskState};
use crate::thread::{Role, Thread};
use crate::time::Timestamp;

const AT: Timestamp = Timestamp::from_millis(5);

fn agent() -> AgentName {
    AgentName::unnamed()
}

fn thread(id: u32) -> Thread {
    Thread {
        id: ThreadId(id),
        uid: Uid([2; 16]),
        role: Role::Primary,
        topic: None,
        folder: None,
    }
}

fn task(number: u32, key: &str, state: TaskState) -> Task {
    Task {
        uid: Uid([3; 16]),
        number: TaskNumber(number),
        key: TaskKey::new(key).unwrap(),
        order: number,
        brief: Brief::default(),
        after: vec![TaskNumber(1)],
        state,
    }
}

fn doing() -> TaskState {
    TaskState::Doing(Claim {
        agent: agent(),
        since: AT,
        until: AT,
        fence: Fence(1),
    })
}

fn done() -> TaskState {
    TaskState::Done(Outcome {
        by: agent(),
        at: AT,
        started: None,
        note: None,
        files: Vec::new(),
        evidence: Vec::new(),
        report: None,
        claim: None,
    })
}

fn moved(number: u32, new: TaskState) -> Event {
    Event::TaskMoved {
        thread: ThreadId(1),
        number: TaskNumber(number),
        old: TaskState::Todo,
        new,
    }
}

fn added(task: Task) -> Event {
    Event::TaskAdded {
        thread: ThreadId(1),
        task,
    }
}

fn signal() -> Signal {
    Signal {
        id: SignalId::new("s").unwrap(),
        task: None,
        level: Level::Info,
        message: String::new(),
        link: None,
        state: SignalState::Open { by: agent(), at: AT },
    }
}

fn plan() -> Plan {
    Plan {
        uid: Uid([4; 16]),
        version: u32::MAX,
        supersedes: None,
        title: String::new(),
        body: String::new(),
        author: agent(),
        metadata: PlanMetadata::default(),
        filed: None,
        made: None,
        replans: 0,
        grounds: Box::default(),
    }
}

/// Every kind of event, sensible and not: twice the same number or key, the largest numbers, threads and tasks that
/// are not there.
fn events() -> Vec<Event> {
    [session_events(), task_events()].concat()
}

fn session_events() -> Vec<Event> {
    let session = Session {
        id: SessionId::new("s").unwrap(),
        uid: Uid([1; 16]),
        goal: None,
        opened_at: AT,
        opened_by: agent(),
        version: OpVersion::ZERO,
        next_thread: ThreadId::PRIMARY,
        summary: None,
    };
    let summary = Summary {
        text: "t".to_owned(),
        by: agent(),
        at: AT,
    };
    let thread_id = ThreadId(1);
    vec![
        Event::SessionOpened(session),
        Event::SummarySet {
            old: None,
            new: Some(summary),
        },
        Event::ThreadOpened(thread(1)),
        Event::ThreadOpened(thread(u32::MAX)),
        Event::ThreadClosed(thread(1)),
        Event::TopicSet {
            thread: thread_id,
            old: None,
            new: Some("topic".to_owned()),
        },
        Event::PlanAdopted {
            thread: thread_id,
            old: None,
            new: Some(plan()),
        },
        Event::SignalSet {
            thread: thread_id,
            id: signal().id,
            old: None,
            new: Some(signal()),
        },
    ]
}

fn task_events() -> Vec<Event> {
    let (thread_id, number) = (ThreadId(1), TaskNumber(1));
    vec![
        added(task(1, "a", TaskState::Todo)),
        added(task(1, "b", done())),
        added(task(2, "a", doing())),
        added(task(u32::MAX, "c", TaskState::Todo)),
        Event::TaskRemoved {
            thread: thread_id,
            task: task(1, "a", TaskState::Todo),
        },
        Event::TaskEdited {
            thread: thread_id,
            number,
            old: Brief::default(),
            new: Brief {
                title: "new".to_owned(),
                ..Brief::default()
            },
        },
        Event::TaskReordered {
            thread: thread_id,
            number,
            old: 1,
            new: 9,
        },
        Event::DependenciesSet {
            thread: thread_id,
            number,
            old: Vec::new(),
            new: vec![number],
        },
        moved(1, doing()),
        moved(1, TaskState::Todo),
        moved(2, done()),
        moved(99, done()),
    ]
}

/// All sequences of three, after a session was opened or without one.
#[test]
fn any_event_applies_to_any_state() {
    let events = events();
    let opened = [0, 2, 8].map(|index: usize| events[index].clone());
    let started = opened.iter().fold(State::default(), evolve);
    for state in [State::default(), started] {
        for first in &events {
            let state = evolve(state.clone(), first);
            for second in &events {
                let state = evolve(state.clone(), second);
                for third in &events {
                    check_counts(&evolve(state.clone(), third));
                }
            }
        }
    }
}

fn check_counts(state: &State) {
    for thread in state.threads.values() {
        let mut counts = Counts::default();
        for task in thread.tasks.rows() {
            *counts.slot(task.standing()) += 1;
        }
        assert_eq!(thread.counts, counts);
    }
}

#[test]
fn the_inverse_of_the_inverse_is_the_event() {
    for event in events() {
        match event.inverse() {
            None => assert!(matches!(event, Event::SessionOpened(_))),
            Some(inverse) => {
                assert_eq!(inverse.subject(), event.subject());
                assert_eq!(inverse.inverse(), Some(event));
            }
        }
    }
}

/// "Not loaded" and "not there" stay apart also when something is taken away from a part.
#[test]
fn a_task_that_is_removed_from_a_part_is_known_to_be_gone() {
    use crate::tasks::{Part, Tasks};
    let (number, key) = (TaskNumber(1), TaskKey::new("a").unwrap());
    let part = Part {
        standings: [(number, Standing::Todo)].into(),
        links: [(number, vec![TaskNumber(2)])].into(),
        taken_keys: [key.clone()].into(),
        ..Part::default()
    };
    let mut tasks = Tasks::part(vec![task(1, "a", TaskState::Todo)], part);
    tasks.remove(number);
    assert_eq!(tasks.standing(number), None);
    assert_eq!(tasks.after(number), []);
    assert!(tasks.find(&TaskRef::Key(key.clone())).is_none() && !tasks.is_key_taken(&key));
}
